// Sticking and sliding of many joints at once against a search through all combinations, and the impulse of
// a lock against the mass matrix.
#include "formulations/recursive/modes.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using Mode = Holder::Mode;

// n coordinates with a random mass matrix M and forces f: M v̇ = f + friction.
struct Coupled {
  Matrix M;
  Vector f, bound;
  Modes modes;

  Coupled(unsigned seed, int n) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    Matrix A(n, n);
    for (double& x : A.reshaped()) x = normal(random);
    M = A * A.transpose() + 0.1 * Matrix::Identity(n, n);
    f.resize(n);
    bound.resize(n);
    for (int i = 0; i < n; ++i) {
      f[i] = 2 * normal(random);
      bound[i] = std::abs(normal(random));
      Holder h{};
      h.kind = Holder::Kind::friction;
      h.name = "h" + std::to_string(i);
      h.q = h.v = i;
      h.table = {{0.0, bound[i]}};
      h.breakaway = bound[i];
      modes.holders.push_back(h);
    }
  }

  // With the modes as they are.
  bool evaluate(Vector& vdot, Vector& holding) const {
    const int n = static_cast<int>(f.size());
    Matrix K = M;
    Vector y = f;
    for (int i = 0; i < n; ++i) y[i] += modes.holders[i].calc_sliding_force(0.0);
    const Vector load = y;
    for (int i = 0; i < n; ++i) {
      if (modes.holders[i].mode != Mode::held) continue;
      K.row(i).setZero();
      K(i, i) = 1.0;
      y[i] = 0.0;
    }
    vdot = K.partialPivLu().solve(y);
    for (int i = 0; i < n; ++i) {
      if (modes.holders[i].mode == Mode::held) vdot[i] = 0.0;
    }
    holding = M * vdot - load;
    for (int i = 0; i < n; ++i) {
      if (modes.holders[i].mode != Mode::held) holding[i] = 0.0;
    }
    return true;
  }

  bool fits() const {
    Vector vdot, holding;
    evaluate(vdot, holding);
    for (int i = 0; i < f.size(); ++i) {
      const Mode mode = modes.holders[i].mode;
      if (mode == Mode::held && std::abs(holding[i]) > bound[i] + 1e-9) return false;
      if (mode == Mode::sliding_up && vdot[i] < -1e-9) return false;
      if (mode == Mode::sliding_down && vdot[i] > 1e-9) return false;
    }
    return true;
  }
};

TEST(Modes, FindWhatASearchThroughAllCombinationsFinds) {
  int stuck = 0, sliding = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const int n = 1 + static_cast<int>(seed % 7);
    Coupled c(seed, n);
    Vector q = Vector::Zero(n), v = Vector::Zero(n);
    auto evaluate = [&](Vector& vdot, Vector& holding) { return c.evaluate(vdot, holding); };
    ASSERT_EQ(c.modes.start(q, v, evaluate, {}), "") << seed;
    EXPECT_TRUE(c.fits()) << seed;
    Vector found, holding;
    c.evaluate(found, holding);
    for (const Holder& h : c.modes.holders) ++(h.mode == Mode::held ? stuck : sliding);
    // The accelerations are unique: every combination that fits has the same.
    int fitting = 0;
    int combinations = 1;
    for (int i = 0; i < n; ++i) combinations *= 3;
    for (int k = 0; k < combinations; ++k) {
      for (int i = 0, rest = k; i < n; ++i, rest /= 3) {
        c.modes.holders[i].mode = rest % 3 == 0   ? Mode::held
                                  : rest % 3 == 1 ? Mode::sliding_up
                                                  : Mode::sliding_down;
      }
      if (!c.fits()) continue;
      ++fitting;
      Vector other;
      c.evaluate(other, holding);
      EXPECT_LT((other - found).norm(), 1e-7 * (1 + found.norm())) << seed;
    }
    EXPECT_GE(fitting, 1) << seed;
  }
  EXPECT_GT(stuck, 200);
  EXPECT_GT(sliding, 200);
}

TEST(Modes, ManyAtOnce) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Coupled c(seed, 40);
    Vector q = Vector::Zero(40), v = Vector::Zero(40);
    int evaluations = 0;
    auto evaluate = [&](Vector& vdot, Vector& holding) {
      ++evaluations;
      return c.evaluate(vdot, holding);
    };
    ASSERT_EQ(c.modes.start(q, v, evaluate, {}), "") << seed;
    EXPECT_TRUE(c.fits());
    EXPECT_LT(evaluations, 400);
  }
}

// A double pendulum whose second joint locks while it turns: momentum about the first joint is kept.
TEST(Lock, TakesTheSpeedByAnImpulse) {
  testing::TestModel test = testing::TestModel::from_text(
      "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints, Types};\n"
      "  inner Modelica.Mechanics.MultiBody.World world(gravityType = "
      "Types.GravityTypes.NoGravity);\n"
      "  Joints.Revolute j1(phi(start = 0.2, fixed = true), w(start = 1, fixed = true));\n"
      "  Joints.Revolute j2(useAxisFlange = true, phi(start = 0.5, fixed = true), w(start = 2, "
      "fixed "
      "= true));\n"
      "  Parts.BodyShape b1(r = {1, 0, 0}, r_CM = {0.5, 0, 0}, m = 1, I_11 = 0.05, I_22 = 0.06, "
      "I_33 = 0.1);\n"
      "  Parts.Body b2(r_CM = {0.4, 0, 0}, m = 2, I_11 = 0.1, I_22 = 0.15, I_33 = 0.2);\n"
      "  Gelenk.Rotational.Lock lock(locked = if time < 0.3 then 0 else 1);\nequation\n"
      "  connect(world.frame_b, j1.frame_a);\n  connect(j1.frame_b, b1.frame_a);\n"
      "  connect(b1.frame_b, j2.frame_a);\n  connect(j2.frame_b, b2.frame_a);\n"
      "  connect(j2.support, lock.flange_a);\n  connect(j2.axis, lock.flange_b);\nend M;\n");
  SimulationOptions options;
  options.stop_time = 1;
  options.interval = 0.1;
  const testing::Series s =
      testing::simulate(test, options, "j1.phi,j1.w,j2.phi,j2.w,gelenk.energy.total");
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  EXPECT_EQ(s.result.events, 1);
  auto momentum = [](const std::vector<double>& row) {
    const double w1 = row[1], phi2 = row[2], w2 = row[3];
    const double J1 = 0.1 + 0.25, J2 = 0.2 + 2 * 0.16, c = 2 * 0.4 * std::cos(phi2);
    return (J1 + 2 + J2 + 2 * c) * w1 + (J2 + c) * w2;
  };
  for (const auto& row : s.rows) EXPECT_NEAR(momentum(row), momentum(s.rows[0]), 1e-7);
  EXPECT_EQ(s.last("j2.w"), 0.0);
  EXPECT_EQ(s.rows.back()[2], s.at(0.5, "j2.phi"));  // it does not creep
  // The energy of the speed that was taken, at the mass that it had.
  for (std::size_t i = 1; i < s.rows.size(); ++i) {
    if (s.time[i] != s.time[i - 1]) continue;
    const double w2 = s.rows[i - 1][3], c = 2 * 0.4 * std::cos(s.rows[i][2]);
    const double J1 = 0.1 + 0.25, J2 = 0.2 + 2 * 0.16, whole = J1 + 2 + J2 + 2 * c;
    const double loss = 0.5 * w2 * w2 * (J2 - (J2 + c) * (J2 + c) / whole);
    EXPECT_GT(loss, 1e-3);
    EXPECT_NEAR(s.rows[i - 1][4] - s.rows[i][4], loss, 1e-12);
  }
}

// A four-bar whose rocker has no mass is stopped by a lock on the rocker's joint; with a very light rocker the same
// happens, by the equations of joints with inertia.
TEST(Lock, HoldsAJointWithoutInertiaInALoop) {
  const auto run = [](const std::string& rocker) {
    testing::TestModel test = testing::TestModel::from_text(
        "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
        "  inner Modelica.Mechanics.MultiBody.World world(g = 9.81);\n"
        "  Joints.Revolute a(phi(start = 1, fixed = true), w(start = 2, fixed = true)), "
        "b(phi(start = -0.5)), c, e(useAxisFlange = true, phi(start = 1.5));\n"
        "  Parts.BodyShape crank(r = {0.3, 0, 0}, r_CM = {0.15, 0, 0}, m = 1, I_11 = 0.001, I_22 = "
        "0.02, I_33 = 0.02);\n"
        "  Parts.BodyShape coupler(r = {0.7, 0, 0}, r_CM = {0.35, 0, 0}, m = 1, I_11 = 0.001, I_22 "
        "= 0.02, I_33 = 0.02);\n  " +
        rocker +
        "  Parts.FixedTranslation base(r = {0.8, 0, 0});\n"
        "  Gelenk.Rotational.Lock lock(locked = if time < 0.3 then 0 else 1);\nequation\n"
        "  connect(world.frame_b, a.frame_a);\n  connect(a.frame_b, crank.frame_a);\n"
        "  connect(crank.frame_b, b.frame_a);\n  connect(b.frame_b, coupler.frame_a);\n"
        "  connect(coupler.frame_b, c.frame_a);\n  connect(c.frame_b, rocker.frame_b);\n"
        "  connect(world.frame_b, base.frame_a);\n  connect(base.frame_b, e.frame_a);\n"
        "  connect(e.frame_b, rocker.frame_a);\n  connect(e.support, lock.flange_a);\n"
        "  connect(e.axis, lock.flange_b);\nend M;\n");
    SimulationOptions options;
    options.stop_time = 0.6;
    options.interval = 0.1;
    return testing::simulate(test, options, "a.phi,a.w,e.w,lock.tau");
  };
  const testing::Series massless = run("Parts.FixedTranslation rocker(r = {0.5, 0, 0});\n"),
                        light =
                            run("Parts.BodyShape rocker(r = {0.5, 0, 0}, r_CM = {0.25, 0, 0}, "
                                "m = 1e-7, I_11 = 1e-8, I_22 = 1e-8, I_33 = 1e-8);\n");
  ASSERT_EQ(massless.result.status, RunStatus::done) << massless.result.message;
  ASSERT_EQ(massless.rows.size(), light.rows.size());
  for (std::size_t i = 0; i < light.rows.size(); ++i) {
    for (std::size_t j = 0; j < light.rows[i].size(); ++j)
      EXPECT_NEAR(massless.rows[i][j], light.rows[i][j], 1e-5) << i << ' ' << massless.names[j];
  }
  EXPECT_EQ(massless.last("e.w"), 0.0);
  EXPECT_LT(massless.last("lock.tau"), -1);
}

}  // namespace
}  // namespace gelenk
