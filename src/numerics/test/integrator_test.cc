#include "numerics/integrator.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gelenk {
namespace {

// ẏ = A(t) y with the solution (cos t², sin t²).
class Spiral : public OdeSystem {
 public:
  bool eval(double t, const Vector& y, Vector& ydot) override {
    ++evaluations;
    ydot.resize(2);
    ydot << -2 * t * y[1], 2 * t * y[0];
    return t < fail_after;
  }
  bool correct(double, Vector&) override {
    ++corrections;
    return true;
  }
  int evaluations = 0, corrections = 0;
  double fail_after = INFINITY;
};

double calc_error(const std::string& name, int steps) {
  Spiral system;
  auto integrator = make_integrator(name);
  Vector y(2);
  y << 1, 0;
  const double end = 1.5, h = end / steps;
  for (int k = 0; k < steps; ++k) EXPECT_TRUE(integrator->step(system, k * h, h, y));
  EXPECT_EQ(system.corrections, steps);
  return std::hypot(y[0] - std::cos(end * end), y[1] - std::sin(end * end));
}

TEST(Integrator, Orders) {
  const std::pair<const char*, double> orders[] = {{"rk2", 2}, {"rk4", 4}, {"abm4", 4}};
  for (const auto& [name, order] : orders) {
    const double observed = std::log2(calc_error(name, 200) / calc_error(name, 400));
    EXPECT_NEAR(observed, order, 0.15) << name;
  }
}

TEST(Integrator, EvaluationsPerStep) {
  const std::pair<const char*, int> costs[] = {{"rk2", 2}, {"rk4", 4}, {"abm4", 2}};
  for (const auto& [name, cost] : costs) {
    Spiral system;
    auto integrator = make_integrator(name);
    Vector y(2);
    y << 1, 0;
    for (int k = 0; k < 10; ++k) integrator->step(system, 0.01 * k, 0.01, y);
    const int before = system.evaluations;
    integrator->step(system, 0.1, 0.01, y);
    EXPECT_EQ(system.evaluations - before, cost) << name;
  }
}

TEST(Integrator, FailureLeavesTheState) {
  for (const std::string& name : integrator_names()) {
    Spiral system;
    system.fail_after = 0.05;
    auto integrator = make_integrator(name);
    Vector y(2), before(2);
    y << 1, 0;
    double t = 0;
    while (before = y, integrator->step(system, t, 0.01, y)) t += 0.01;
    EXPECT_EQ(y, before) << name;
    EXPECT_LT(t, 0.06);
  }
}

TEST(Integrator, UnknownName) { EXPECT_EQ(make_integrator("euler"), nullptr); }

}  // namespace
}  // namespace gelenk
