#include "numerics/integrator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "numerics/test/systems.h"

namespace gelenk {
namespace {

using testing::vector;

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
  static Vector solution(double t) { return vector({std::cos(t * t), std::sin(t * t)}); }
  int evaluations = 0, corrections = 0;
  double fail_after = INFINITY;
};

std::vector<std::string> adaptive_names() {
  std::vector<std::string> names;
  for (const std::string& name : integrator_names()) {
    if (!make_integrator(name)->has_fixed_step()) names.push_back(name);
  }
  return names;
}

struct Errors {
  double end = 0;     // at the end
  double inside = 0;  // largest between the ends of steps
  IntegratorCounts counts;
};

Errors run_spiral(const std::string& name, const IntegratorOptions& options, double t_end = 1.5) {
  Spiral system;
  auto integrator = make_integrator(name);
  integrator->start(system, options, 0, vector({1, 0}));
  Errors errors;
  Vector y;
  while (integrator->t() < t_end) {
    if (!integrator->step(t_end)) {
      ADD_FAILURE() << name;
      break;
    }
    EXPECT_GT(integrator->t(), integrator->t_before());
    EXPECT_LE(integrator->t(), t_end);
    for (double theta : {0.2, 0.45, 0.8}) {
      const double t = integrator->t_before() + theta * (integrator->t() - integrator->t_before());
      EXPECT_TRUE(integrator->calc_state(t, y));
      errors.inside = std::max(errors.inside, (y - Spiral::solution(t)).norm());
    }
  }
  errors.end = (integrator->y() - Spiral::solution(t_end)).norm();
  errors.counts = integrator->counts();
  return errors;
}

TEST(FixedStep, OrdersAtTheEndAndInside) {
  const std::tuple<const char*, double, double> orders[] = {
      {"rk2", 2, 2}, {"rk4", 4, 4}, {"abm4", 4, 4}};
  for (const auto& [name, order, inside] : orders) {
    IntegratorOptions coarse, fine;
    coarse.largest_step = 1.5 / 200;
    fine.largest_step = 1.5 / 400;
    const Errors a = run_spiral(name, coarse), b = run_spiral(name, fine);
    EXPECT_NEAR(std::log2(a.end / b.end), order, 0.15) << name;
    EXPECT_NEAR(std::log2(a.inside / b.inside), inside, 0.3) << name;
    EXPECT_EQ(a.counts.steps, 200);
  }
}

TEST(FixedStep, EvaluationsPerStep) {
  const std::pair<const char*, int> costs[] = {{"rk2", 2}, {"rk4", 4}, {"abm4", 2}};
  for (const auto& [name, cost] : costs) {
    Spiral system;
    auto integrator = make_integrator(name);
    IntegratorOptions options;
    options.largest_step = 0.01;
    integrator->start(system, options, 0, vector({1, 0}));
    for (int k = 0; k < 10; ++k) integrator->step(1.0);
    const int before = system.evaluations;
    integrator->step(1.0);
    EXPECT_EQ(system.evaluations - before, cost) << name;
    EXPECT_EQ(integrator->counts().evaluations, system.evaluations);
    EXPECT_EQ(system.corrections, 11);
  }
}

TEST(FixedStep, LimitsAreMetInEqualSteps) {
  Spiral system;
  auto integrator = make_integrator("rk4");
  IntegratorOptions options;
  options.largest_step = 0.03;
  integrator->start(system, options, 0, vector({1, 0}));
  for (int k = 0; k < 4; ++k) integrator->step(0.1);
  EXPECT_EQ(integrator->t(), 0.1);
}

// dopri5 with steps of the same length, by a tolerance that never binds: order 5, inside 4 + 1.
TEST(Dopri5, OrdersAtTheEndAndInside) {
  IntegratorOptions coarse, fine;
  coarse.rtol = coarse.atol = fine.rtol = fine.atol = 1e9;
  coarse.largest_step = 1.5 / 40;
  fine.largest_step = 1.5 / 80;
  const Errors a = run_spiral("dopri5", coarse), b = run_spiral("dopri5", fine);
  EXPECT_NEAR(std::log2(a.end / b.end), 5, 0.3);
  EXPECT_GT(std::log2(a.inside / b.inside), 4.3);
  // Seven stages, the last is the next first; two evaluations choose the first step.
  EXPECT_EQ(a.counts.evaluations, 2 + 6 * a.counts.steps);
  EXPECT_EQ(a.counts.rejected, 0);
}

// dop853 likewise: order 8, inside 7 + 1.
TEST(Dop853, OrdersAtTheEndAndInside) {
  IntegratorOptions coarse, fine;
  coarse.rtol = coarse.atol = fine.rtol = fine.atol = 1e9;
  coarse.largest_step = 1.5 / 12;
  fine.largest_step = 1.5 / 24;
  const Errors a = run_spiral("dop853", coarse), b = run_spiral("dop853", fine);
  EXPECT_GT(std::log2(a.end / b.end), 7.7);
  EXPECT_LT(std::log2(a.end / b.end), 9.3);
  EXPECT_GT(std::log2(a.inside / b.inside), 7.4);
  EXPECT_LT(a.inside, 20 * a.end);  // measured: 12
  // Thirteen stages, the last is the next first, and three where a state inside is asked for; two evaluations choose the first step.
  EXPECT_EQ(a.counts.evaluations, 2 + 15 * a.counts.steps);
  EXPECT_EQ(a.counts.rejected, 0);
}

// A coefficient off by a unit in its twelfth digit shows: powers of t up to the order are integrated to rounding in one step, at its
// end and inside.
TEST(Dop853, PowersOfTimeAreExact) {
  for (int power = 0; power <= 7; ++power) {
    class Power : public testing::Free {
     public:
      bool eval(double t, const Vector&, Vector& ydot) override {
        ydot = vector({(n + 1) * std::pow(t, n)});
        return true;
      }
      int n = 0;
    } system;
    system.n = power;
    auto integrator = make_integrator("dop853");
    IntegratorOptions options;
    options.rtol = options.atol = 1e9;
    integrator->start(system, options, 0, vector({0}));
    while (integrator->t() < 1) ASSERT_TRUE(integrator->step(1));
    EXPECT_NEAR(integrator->y()[0], 1, 2e-14) << power;
    Vector y;
    for (double theta : {0.1, 0.35, 0.5, 0.9}) {
      const double t = (1 - theta) * integrator->t_before() + theta * integrator->t();
      ASSERT_TRUE(integrator->interpolate(t, y));
      if (power < 7) {
        EXPECT_NEAR(y[0], std::pow(t, power + 1), 1e-13) << power << ' ' << theta;
      }
    }
  }
}

TEST(Adaptive, ErrorsFollowTheTolerance) {
  for (const std::string& name : adaptive_names()) {
    double before = INFINITY;
    for (double rtol : {1e-4, 1e-6, 1e-8, 1e-10}) {
      IntegratorOptions options;
      options.rtol = options.atol = rtol;
      const Errors errors = run_spiral(name, options, 3);
      // Local errors add up over some hundred steps.
      EXPECT_LT(errors.end, 1000 * rtol) << name << " " << rtol;
      EXPECT_LT(errors.inside, 1000 * rtol) << name << " " << rtol;
      EXPECT_LT(errors.end, before) << name << " " << rtol;
      before = errors.end;
    }
  }
}

// ẏ = 40 cos 40 t: a method whose error estimate is blind to quadrature takes steps of any length.
class Quadrature : public testing::Free {
 public:
  bool eval(double t, const Vector&, Vector& ydot) override {
    ydot = vector({40 * std::cos(40 * t)});
    return true;
  }
};

TEST(Adaptive, ErrorsFollowTheToleranceWhereTimeAloneDrives) {
  for (const std::string& name : adaptive_names()) {
    Quadrature system;
    auto integrator = make_integrator(name);
    IntegratorOptions options;
    options.rtol = options.atol = 1e-9;
    integrator->start(system, options, 0, vector({0}));
    Vector y;
    while (integrator->t() < 3) {
      ASSERT_TRUE(integrator->step(3)) << name;
      const double t = 0.3 * integrator->t_before() + 0.7 * integrator->t();
      ASSERT_TRUE(integrator->calc_state(t, y)) << name;
      ASSERT_NEAR(y[0], std::sin(40 * t), 1e-6) << name;
    }
    EXPECT_NEAR(integrator->y()[0], std::sin(120.), 1e-6) << name;
  }
}

// Runge–Kutta pairs on steps of the same length, by a tolerance that never binds.
TEST(Erk, OrdersAtTheEndAndInside) {
  for (int order : {4, 5, 6, 8}) {
    IntegratorOptions coarse, fine;
    coarse.rtol = coarse.atol = fine.rtol = fine.atol = 1e9;
    coarse.largest_step = 1.5 / 20;
    fine.largest_step = 1.5 / 40;
    const std::string name = "erk" + std::to_string(order);
    const Errors a = run_spiral(name, coarse), b = run_spiral(name, fine);
    EXPECT_GT(std::log2(a.end / b.end), order - 0.4) << name;
    EXPECT_GT(std::log2(a.inside / b.inside), std::min(order, 7) - 0.6) << name;
    // Inside the steps the state is as good as at their ends.
    if (order > 5) {
      EXPECT_LT(a.inside, 2 * a.end) << name;
    }
  }
}

// A push that grows from values whose squares are no numbers any more.
TEST(Adaptive, VerySmallSlopesAreNoneTheWorse) {
  class Push : public testing::Free {
   public:
    bool eval(double t, const Vector&, Vector& ydot) override {
      ydot = vector({30 * std::exp(-std::pow((t - 0.737) / 0.003, 2))});
      return true;
    }
  };
  for (const std::string& name : adaptive_names()) {
    Push system;
    auto integrator = make_integrator(name);
    IntegratorOptions options;
    options.largest_step = 1e-3;
    integrator->start(system, options, 0, vector({0}));
    while (integrator->t() < 1) ASSERT_TRUE(integrator->step(1)) << name;
    EXPECT_NEAR(integrator->y()[0], 30 * 0.003 * std::sqrt(std::acos(-1.0)), 1e-7) << name;
    EXPECT_LT(integrator->counts().steps, 3000) << name;
  }
}

TEST(Adaptive, LargestStepHolds) {
  for (const std::string& name : adaptive_names()) {
    IntegratorOptions options;
    options.rtol = options.atol = 1e-2;
    options.largest_step = 0.01;
    EXPECT_GE(run_spiral(name, options).counts.steps, 150) << name;
  }
}

// A rotation kept on the circle by the correction, seen by one in the plane without it.
class Circle : public OdeSystem {
 public:
  bool eval(double, const Vector& y, Vector& ydot) override {
    ydot = vector({-y[1], y[0]});
    return true;
  }
  bool correct(double, Vector& y) override {
    y /= y.norm();
    return true;
  }
};

TEST(Adaptive, StatesLieOnTheManifold) {
  for (const std::string& name : adaptive_names()) {
    Circle system;
    auto integrator = make_integrator(name);
    IntegratorOptions options;
    options.rtol = options.atol = 1e-5;
    integrator->start(system, options, 0, vector({1, 0}));
    Vector y;
    while (integrator->t() < 20) {
      ASSERT_TRUE(integrator->step(20)) << name;
      EXPECT_NEAR(integrator->y().norm(), 1, 1e-14) << name;
      ASSERT_TRUE(integrator->calc_state(0.5 * (integrator->t() + integrator->t_before()), y));
      EXPECT_NEAR(y.norm(), 1, 1e-14) << name;
    }
    EXPECT_LT((integrator->y() - vector({std::cos(20.), std::sin(20.)})).norm(), 5e-3) << name;
  }
}

// Van der Pol's oscillator with mu = 1000, and its state at t = 2000 as computed by Radau methods
// (Hairer, Wanner II: test set).
class VanDerPol : public testing::Free {
 public:
  bool eval(double, const Vector& y, Vector& ydot) override {
    ydot = vector({y[1], 1000 * (1 - y[0] * y[0]) * y[1] - y[0]});
    return true;
  }
};

TEST(Stiff, VanDerPol) {
  for (const char* name : {"auto", "cvode", "ida"}) {
    VanDerPol system;
    auto integrator = make_integrator(name);
    IntegratorOptions options;
    options.rtol = 1e-8;
    options.atol = 1e-10;
    integrator->start(system, options, 0, vector({2, 0}));
    while (integrator->t() < 2000) ASSERT_TRUE(integrator->step(2000)) << name;
    EXPECT_NEAR(integrator->y()[0], 1.706167732170469, 1e-4) << name;
    EXPECT_NEAR(integrator->y()[1], -0.8928097010248125e-3, 1e-6) << name;
    EXPECT_LT(integrator->counts().steps, 20000) << name;
  }
}

// Robertson's reactions, their state at t = 40.
class Robertson : public testing::Free {
 public:
  bool eval(double, const Vector& y, Vector& ydot) override {
    const double a = 0.04 * y[0], b = 1e4 * y[1] * y[2], c = 3e7 * y[1] * y[1];
    ydot = vector({-a + b, a - b - c, c});
    return true;
  }
};

TEST(Stiff, Robertson) {
  for (const char* name : {"auto", "cvode", "ida"}) {
    Robertson system;
    auto integrator = make_integrator(name);
    IntegratorOptions options;
    options.rtol = 1e-8;
    options.atol = 1e-12;
    integrator->start(system, options, 0, vector({1, 0, 0}));
    while (integrator->t() < 40) ASSERT_TRUE(integrator->step(40)) << name;
    EXPECT_NEAR(integrator->y()[0], 0.7158270687, 1e-6) << name;
    EXPECT_NEAR(integrator->y()[1], 9.185534765e-6, 1e-10) << name;
  }
}

TEST(Automatic, SaysWhatItChose) {
  Spiral smooth;
  auto integrator = make_integrator("auto");
  integrator->start(smooth, {}, 0, vector({1, 0}));
  while (integrator->t() < 3) ASSERT_TRUE(integrator->step(3));
  EXPECT_EQ(integrator->description(), "auto (dop853)");

  // Where constraints are held, shorter steps hold them better.
  class Held : public Spiral {
   public:
    bool has_constraints() const override { return true; }
  } held;
  integrator = make_integrator("auto");
  integrator->start(held, {}, 0, vector({1, 0}));
  while (integrator->t() < 3) ASSERT_TRUE(integrator->step(3));
  EXPECT_EQ(integrator->description(), "auto (dopri5)");
  EXPECT_FALSE(integrator->begins_anew());

  Robertson stiff;
  integrator = make_integrator("auto");
  integrator->start(stiff, {}, 0, vector({1, 0, 0}));
  while (integrator->t() < 40) ASSERT_TRUE(integrator->step(40));
  EXPECT_TRUE(integrator->description().starts_with("auto (dop853, cvode from t = 0."))
      << integrator->description();
  EXPECT_TRUE(integrator->begins_anew());
}

// Two entries: z = cos t, tied to it by a rate that is 1e5 for about a second and 1 else; and a vibration
// x = cos 20 t that goes on all the time.
class StiffForAWhile : public testing::Free {
 public:
  bool eval(double t, const Vector& y, Vector& ydot) override {
    const double rate = 1 + 1e5 * std::exp(-std::pow((t - from) / 0.5, 8));
    ydot = vector({-rate * (y[0] - std::cos(t)) - std::sin(t), y[2], -400 * y[1]});
    return true;
  }
  double from = 2;
};

TEST(Automatic, ReturnsWhenStiffnessIsOver) {
  StiffForAWhile system;
  auto integrator = make_integrator("auto");
  integrator->start(system, {}, 0, vector({1, 1, 0}));
  Vector y;
  while (integrator->t() < 30) {
    ASSERT_TRUE(integrator->step(30));
    const double t = 0.5 * (integrator->t() + integrator->t_before());
    ASSERT_TRUE(integrator->calc_state(t, y));
    ASSERT_NEAR(y[0], std::cos(t), 1e-6) << t;
    ASSERT_NEAR(y[1], std::cos(20 * t), 1e-5) << t;
  }
  double to = 0, back = 0;
  ASSERT_EQ(std::sscanf(integrator->description().c_str(),
                        "auto (dop853, cvode from t = %lf s, dop853 from t = %lf s)", &to, &back),
            2)
      << integrator->description();
  EXPECT_TRUE(integrator->description().ends_with(" s)")) << integrator->description();
  EXPECT_GT(to, 1.2);
  EXPECT_LT(to, 2.0);
  EXPECT_GT(back, 2.4);
  EXPECT_LT(back, 3.2);
  // dopri5 alone takes 42 738 steps, cvode alone 19 720 and ends with an error of 4e-6.
  EXPECT_LT(integrator->counts().steps, 16000);
  EXPECT_NEAR(integrator->y()[1], std::cos(600.), 1e-6);
}

// Stiff again and again: each time there and back, and the way back takes longer.
TEST(Automatic, ChangesAFewTimesOnly) {
  class Mild : public testing::Free {
   public:
    bool eval(double t, const Vector& y, Vector& ydot) override {
      const double rate = 40 + 10 * std::sin(3 * t);
      ydot = vector({-rate * (y[0] - std::cos(t)) - std::sin(t), y[2], -400 * y[1]});
      return true;
    }
  } system;
  auto integrator = make_integrator("auto");
  IntegratorOptions options;
  options.rtol = 1e-5;
  options.atol = 1e-7;
  integrator->start(system, options, 0, vector({1, 1, 0}));
  long changes = 0;
  std::string before = integrator->description();
  while (integrator->t() < 200) {
    ASSERT_TRUE(integrator->step(200));
    changes += integrator->description() != before;
    before = integrator->description();
  }
  EXPECT_LE(changes, 12);
  EXPECT_NEAR(integrator->y()[0], std::cos(200.), 1e-3);
}

// Diffusion in a row. With a `bridge`, after t = 0.01, its ends are coupled as well, or every entry to the mean.
class Diffusion : public testing::Free {
 public:
  explicit Diffusion(int n) : n_(n) {}
  bool eval(double t, const Vector& y, Vector& ydot) override {
    ydot.resize(n_);
    for (int i = 0; i < n_; ++i)
      ydot[i] = 1e4 * ((i > 0 ? y[i - 1] : 0) - 2 * y[i] + (i + 1 < n_ ? y[i + 1] : 0));
    if (bridge && t > 0.01) {
      for (int i = 0; i < 20; ++i) {
        ydot[i] += 1e5 * (y[n_ - 1 - i] - y[i]);
        ydot[n_ - 1 - i] += 1e5 * (y[i] - y[n_ - 1 - i]);
      }
    }
    if (mean) ydot.array() += y.mean();
    return true;
  }
  int n_;
  bool bridge = false, mean = false;
};

// The slowest mode is symmetric and decays with 4e4 sin²(k/2). A bridge between the ends acts on what is not symmetric, the
// second mode, and leaves the symmetric part alone.
long run_diffusion(const char* name, Diffusion& system) {
  auto integrator = make_integrator(name);
  const int n = system.n_;
  Vector y(n);
  const double k = std::acos(-1.0) / (n + 1);
  for (int i = 0; i < n; ++i) y[i] = std::sin(k * (i + 1));
  const Vector start = y;
  for (int i = 0; i < n; ++i) y[i] += 0.01 * std::sin(2 * k * (i + 1));
  integrator->start(system, {}, 0, y);
  while (integrator->t() < 1) {
    if (!integrator->step(1)) {
      ADD_FAILURE() << name << integrator->t();
      break;
    }
  }
  const double decay = std::exp(-4e4 * std::pow(std::sin(k / 2), 2));
  if (!system.mean) {
    const Vector symmetric = 0.5 * (integrator->y() + integrator->y().reverse());
    EXPECT_LT((symmetric - decay * start).norm(), 1e-6) << name;
  }
  return integrator->counts().evaluations;
}

TEST(Stiff, LargeSystemsWithASparseJacobian) {
  for (const char* name : {"cvode", "ida"}) {
    Diffusion system(600);
    EXPECT_LT(run_diffusion(name, system), 2000) << name;  // 601 of them to find the pattern
  }
}

TEST(Stiff, ThePatternIsLookedForAgainWhereNewtonFails) {
  Diffusion system(600);
  system.bridge = true;
  EXPECT_LT(run_diffusion("cvode", system), 6000);
}

// Decays with rates from 1 to 1e7, mixed by a reflection H = I − 2 u uᵀ: ẏ = −H diag(rates) H y, a full Jacobian.
class Mixed : public testing::Free {
 public:
  explicit Mixed(int n) : rates(n), u(n) {
    for (int i = 0; i < n; ++i) {
      rates[i] = std::pow(10.0, 7.0 * i / (n - 1));
      u[i] = 1 + 0.5 * std::sin(i);
    }
    u.normalize();
  }
  Vector reflect(const Vector& y) const { return y - (2 * u.dot(y)) * u; }
  bool eval(double, const Vector& y, Vector& ydot) override {
    ydot = -reflect(rates.cwiseProduct(reflect(y)));
    return true;
  }
  Vector solution(double t, const Vector& start) const {
    return reflect((-t * rates).array().exp().matrix().cwiseProduct(reflect(start)));
  }
  Vector rates, u;
};

TEST(Stiff, LargeSystemsWithAFullJacobian) {
  const int n = 600;
  Mixed system(n);
  const Vector start = system.reflect(Vector::Ones(n));
  for (const char* name : {"cvode", "ida"}) {
    auto integrator = make_integrator(name);
    IntegratorOptions options;
    options.rtol = options.atol = 1e-7;
    integrator->start(system, options, 0, start);
    while (integrator->t() < 1) ASSERT_TRUE(integrator->step(1)) << name;
    EXPECT_LT((integrator->y() - system.solution(1, start)).cwiseAbs().maxCoeff(), 1e-5) << name;
    // Without a matrix 121 983 and 491 651. IDA keeps no Jacobian from one length of steps to the next.
    EXPECT_LT(integrator->counts().evaluations, (name == std::string("ida") ? 80 : 20) * n) << name;
  }
}

TEST(Stiff, LargeSystemsWithoutAMatrix) {
  Diffusion system(3100);
  system.mean = true;
  EXPECT_LT(run_diffusion("cvode", system), 20000);
}

TEST(Failure, LeavesTheState) {
  for (const std::string& name : integrator_names()) {
    Spiral system;
    system.fail_after = 0.05;
    auto integrator = make_integrator(name);
    IntegratorOptions options;
    options.largest_step = 0.01;
    integrator->start(system, options, 0, vector({1, 0}));
    Vector before;
    double t = 0;
    do {
      before = integrator->y();
      t = integrator->t();
    } while (integrator->step(1));
    EXPECT_EQ(integrator->y(), before) << name;
    EXPECT_EQ(integrator->t(), t) << name;
    EXPECT_LE(t, 0.05) << name;
    EXPECT_EQ(integrator->failure(), IntegratorFailure::evaluation) << name;
  }
}

// ẏ = y² from 1 has a pole at t = 1; the first entry stands still.
class Pole : public testing::Free {
 public:
  bool eval(double, const Vector& y, Vector& ydot) override {
    ydot = vector({0, y[1] * y[1]});
    return true;
  }
};

TEST(Failure, APoleEndsWithTheEntryThatCausesIt) {
  for (const char* name : {"auto", "dopri5", "cvode", "erk5", "erk8"}) {
    Pole system;
    auto integrator = make_integrator(name);
    integrator->start(system, {}, 0, vector({1, 1}));
    while (integrator->step(2)) {
    }
    EXPECT_NEAR(integrator->t(), 1, 1e-5) << name;
    EXPECT_NE(integrator->failure(), IntegratorFailure::none) << name;
    EXPECT_EQ(integrator->worst_entry(), 1) << name;
  }
}

TEST(Adaptive, SameInputSameBits) {
  for (const std::string& name : adaptive_names())
    EXPECT_EQ(run_spiral(name, {}).end, run_spiral(name, {}).end) << name;
}

TEST(Adaptive, NothingToIntegrate) {
  class Still : public testing::Free {
   public:
    bool eval(double, const Vector&, Vector& ydot) override {
      ydot.resize(0);
      return true;
    }
  } system;
  for (const std::string& name : integrator_names()) {
    auto integrator = make_integrator(name);
    IntegratorOptions options;
    options.largest_step = 0.5;
    integrator->start(system, options, 0, Vector());
    while (integrator->t() < 1) ASSERT_TRUE(integrator->step(1)) << name;
    EXPECT_EQ(integrator->t(), 1);
  }
}

TEST(Integrator, UnknownName) { EXPECT_EQ(make_integrator("euler"), nullptr); }

// A mass at rest, somewhere or as good as nowhere, is pushed from any time on: ẍ = push.
class PushedMass : public testing::Free {
 public:
  bool eval(double, const Vector& y, Vector& ydot) override {
    ydot = vector({y[1], push});
    return true;
  }
  double push = 20;
};

TEST(AdaptiveStep, StartsHoweverSmallTheStateIs) {
  for (const std::string& name : adaptive_names()) {
    for (double from : {0.0, 5.0, 1e3}) {
      for (double x : {0.0, 1e-18, 1e-16, 2e-16, 1e-15, 1e-14, 1e-12, 1e-9, 1e-3}) {
        for (double push : {1e-3, 20.0, 1e6}) {
          PushedMass mass;
          mass.push = push;
          auto integrator = make_integrator(name);
          IntegratorOptions options;
          options.largest_step = 0.2;
          integrator->start(mass, options, from, vector({x, 0}));
          const double end = from + 1;
          bool goes_on = true;
          while (goes_on && integrator->t() < end) goes_on = integrator->step(end);
          EXPECT_TRUE(goes_on) << name << " from " << from << " at " << x << " by " << push;
          EXPECT_NEAR(integrator->y()[0], x + push / 2, 1e-5 * push)
              << name << " from " << from << " at " << x;
          EXPECT_LT(integrator->counts().steps, 400) << name << " from " << from << " at " << x;
        }
      }
    }
  }
}

}  // namespace
}  // namespace gelenk
