// Several frictions, stops or locks that hold one motion: their forces are the least that hold within their bounds, the same by all
// formulations and integrators, and they give way together, when their bounds are used up.
#include "formulations/recursive/shared_holds.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <cmath>
#include <numeric>
#include <random>

#include "formulations/recursive/modes.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using Mode = Holder::Mode;
using testing::Series;
using testing::TestModel;

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

Series run(const std::string& text, const std::string& signals, double stop, double interval,
           const testing::Make& make = make_recursive_formulation,
           const std::string& integrator = "auto") {
  TestModel test = TestModel::from_text(text, make);
  SimulationOptions options;
  options.stop_time = stop;
  options.interval = interval;
  options.integrator = integrator;
  Series s = testing::simulate(test, options, signals);
  EXPECT_EQ(s.result.status, RunStatus::done) << s.result.message;
  return s;
}

// An event has two rows.
std::vector<double> find_events(const Series& s) {
  std::vector<double> times;
  for (std::size_t i = 1; i < s.time.size(); ++i) {
    if (s.time[i] == s.time[i - 1]) times.push_back(s.time[i]);
  }
  return times;
}

std::size_t column(const Series& s, const std::string& name) {
  return std::find(s.names.begin(), s.names.end(), name) - s.names.begin();
}

// ---- closed forms --------------------------------------------------------------------------------------

// A body of 2 kg on parallel guides with friction, which a force of `rate` N/s pulls along.
std::string make_guides(const std::vector<double>& bounds, double rate) {
  std::string parts, connections;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const std::string k = std::to_string(i + 1);
    parts += "  Parts.Fixed wall" + k + "(r = {0, " + number(0.3 * static_cast<double>(i)) +
             ", 0});\n  Joints.Prismatic guide" + k +
             "(useAxisFlange = true);\n  Parts.FixedTranslation arm" + k + "(r = {0, " +
             number(-0.3 * static_cast<double>(i)) + ", 0});\n  Gelenk.Translational.Friction " +
             "friction" + k + "(f_pos = [0, " + number(bounds[i]) + "]);\n";
    connections += "  connect(wall" + k + ".frame_b, guide" + k + ".frame_a);\n  connect(guide" +
                   k + ".frame_b, arm" + k + ".frame_a);\n  connect(arm" + k +
                   ".frame_b, body.frame_a);\n  connect(guide" + k + ".support, friction" + k +
                   ".flange_a);\n  connect(guide" + k + ".axis, friction" + k + ".flange_b);\n";
  }
  return "model Guides\n  import Modelica.Mechanics.MultiBody.{Joints, Parts, Types};\n"
         "  inner Modelica.Mechanics.MultiBody.World world(gravityType = "
         "Types.GravityTypes.NoGravity);\n  Parts.Body body(m = 2, r_CM = {0, 0, 0});\n"
         "  Modelica.Mechanics.Translational.Sources.Force pull(f = " +
         number(rate) + "*time);\n" + parts + "equation\n" + connections +
         "  connect(pull.flange, guide1.axis);\nend Guides;\n";
}

// What the least forces are that add up to F: all the same, but none more than its bound.
std::vector<double> fill_up(const std::vector<double>& bounds, double F) {
  double low = 0, high = std::accumulate(bounds.begin(), bounds.end(), 0.0);
  auto total = [&](double level) {
    double sum = 0;
    for (double b : bounds) sum += std::min(b, level);
    return sum;
  };
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (total(middle) < F ? low : high) = middle;
  }
  std::vector<double> forces;
  for (double b : bounds) forces.push_back(std::min(b, high));
  return forces;
}

void check_guides(const std::vector<double>& bounds, const testing::Make& make,
                  const std::string& integrator) {
  const double rate = 2.0, most = std::accumulate(bounds.begin(), bounds.end(), 0.0),
               breaks = most / rate;
  const Series s = run(make_guides(bounds, rate), "friction*.f,guide1.s,guide1.v", 1.5 * breaks,
                       breaks / 20, make, integrator);
  const std::vector<double> events = find_events(s);
  ASSERT_EQ(s.result.events, 1);
  EXPECT_NEAR(events.back(), breaks, 1e-9 * breaks);
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    const double t = s.time[i];
    const bool rests = t < events.back();
    const std::vector<double> expected = fill_up(bounds, std::min(rate * t, most));
    for (std::size_t k = 0; k < bounds.size(); ++k) {
      EXPECT_NEAR(std::abs(s.rows[i][column(s, "friction" + std::to_string(k + 1) + ".f")]),
                  expected[k], 1e-8 * most)
          << t << ' ' << k;
    }
    if (rests) {
      EXPECT_EQ(s.rows[i][column(s, "guide1.s")], 0.0) << t;
    }
    const double later = std::max(0.0, t - breaks);
    EXPECT_NEAR(s.rows[i][column(s, "guide1.v")], rate * later * later / 4, 1e-7) << t;
  }
}

TEST(SharedFriction, OfASymmetricPairIsTheSameOnBothSides) {
  for (const char* integrator : {"auto", "dopri5", "cvode", "cvode_adams", "ida", "erk8", "rk4"}) {
    SCOPED_TRACE(integrator);
    check_guides({3, 3}, make_recursive_formulation, integrator);
  }
}

TEST(SharedFriction, IsTakenOverWhereABoundIsReached) {
  for (const testing::NamedFormulation& named : testing::all_formulations) {
    if (std::string(named.name) == "mixed") continue;  // has no 1-D elements
    SCOPED_TRACE(named.name);
    check_guides({1, 3}, named.make, "auto");
    check_guides({4, 0.5, 2}, named.make, "auto");
  }
}

TEST(SharedFriction, OfRandomGuidesIsTheLeast) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> bound(0.2, 5);
  for (int k = 0; k < 12; ++k) {
    SCOPED_TRACE(k);
    std::vector<double> bounds(2 + k % 4);
    for (double& b : bounds) b = bound(random);
    check_guides(bounds, testing::all_formulations[k % 2 == 0 ? 0 : 2 + k % 3].make, "auto");
  }
}

// All hinges of a parallelogram turn by the same angle. Four that hold a moment T at the crank take a quarter of it each, and
// their joints hand on what is left.
TEST(SharedFriction, OfAParallelogramIsAQuarterInEachHinge) {
  const std::string text = R"(
model Parallelogram
  import Modelica.Mechanics.MultiBody.{Joints, Parts, Types};
  inner Modelica.Mechanics.MultiBody.World world(gravityType = Types.GravityTypes.NoGravity);
  Parts.Fixed ground(r = {1, 0, 0});
  Joints.Revolute a(useAxisFlange = true, phi(start = 1, fixed = true), w(fixed = true)), b(useAxisFlange = true, phi(start = -1)),
    c(useAxisFlange = true, phi(start = 1)), d(useAxisFlange = true, phi(start = 1));
  Parts.BodyBox crank(r = {0.5, 0, 0}, width = 0.04), coupler(r = {1, 0, 0}, width = 0.04), rocker(r = {0.5, 0, 0}, width = 0.04);
  Gelenk.Rotational.Friction at_a(tau_pos = [0, 2]), at_b(tau_pos = [0, 2]), at_c(tau_pos = [0, 2]), at_d(tau_pos = [0, 2]);
  Modelica.Mechanics.Rotational.Sources.Torque load(tau = 4*time);
equation
  connect(world.frame_b, a.frame_a);
  connect(a.frame_b, crank.frame_a);
  connect(crank.frame_b, b.frame_a);
  connect(b.frame_b, coupler.frame_a);
  connect(coupler.frame_b, c.frame_a);
  connect(c.frame_b, rocker.frame_b);
  connect(ground.frame_b, d.frame_a);
  connect(d.frame_b, rocker.frame_a);
  connect(at_a.flange_a, a.support);
  connect(at_a.flange_b, a.axis);
  connect(at_b.flange_a, b.support);
  connect(at_b.flange_b, b.axis);
  connect(at_c.flange_a, c.support);
  connect(at_c.flange_b, c.axis);
  connect(at_d.flange_a, d.support);
  connect(at_d.flange_b, d.axis);
  connect(load.flange, a.axis);
end Parallelogram;
)";
  for (const testing::NamedFormulation& named : testing::all_formulations) {
    if (std::string(named.name) == "mixed") continue;  // has no 1-D elements
    SCOPED_TRACE(named.name);
    const Series s =
        run(text, "at_*.tau,a.w,d.w,a.phi,rocker.frame_b.*,crank.frame_b.*", 2.2, 0.1, named.make);
    const std::vector<double> events = find_events(s);
    ASSERT_EQ(events.size(), 1u);
    EXPECT_NEAR(events[0], 2.0, 1e-9);
    for (std::size_t i = 0; i < s.time.size() && s.time[i] < 2; ++i) {
      const double T = 4 * s.time[i];
      for (const char* name : {"at_a.tau", "at_b.tau", "at_c.tau", "at_d.tau"})
        EXPECT_NEAR(std::abs(s.rows[i][column(s, name)]), T / 4, 1e-9) << s.time[i] << name;
      EXPECT_EQ(s.rows[i][column(s, "a.phi")], 1.0);
      if (std::string(named.name) != "recursive") continue;
      // The hinge at the end of the crank hands on the moment of its friction and no other.
      EXPECT_NEAR(std::abs(s.rows[i][column(s, "crank.frame_b.t[3]")]), T / 4, 1e-9) << s.time[i];
      EXPECT_NEAR(std::abs(s.rows[i][column(s, "rocker.frame_b.t[3]")]), T / 4, 1e-9) << s.time[i];
    }
    // Together they lose what the load gives: all slide against their motion.
    EXPECT_GT(s.last("a.w"), 0.0);
    for (const char* name : {"at_a.tau", "at_b.tau", "at_c.tau", "at_d.tau"})
      EXPECT_EQ(std::abs(s.last(name)), 2.0) << name;
  }
}

// A torque at the crank and a force at the slider hold a slider-crank whose crank stands upright, where the slider moves by R per
// radian: min F² + T²/ℓ² with T + R F = load. ℓ is half the rod.
TEST(SharedFriction, OfTorqueAndForceIsTheLeastOfBoth) {
  const std::string text = R"(
model SliderCrank
  import Modelica.Mechanics.MultiBody.{Joints, Parts, Types};
  inner Modelica.Mechanics.MultiBody.World world(gravityType = Types.GravityTypes.NoGravity);
  Joints.Revolute crank(useAxisFlange = true, phi(start = 1.5707963267948966, fixed = true), w(fixed = true)), pin(phi(start = -1.9)),
    wrist(phi(start = 0.3));
  Joints.Prismatic slide(n = {1, 0, 0}, useAxisFlange = true, s(start = 0.95));
  Parts.BodyBox arm(r = {0.3, 0, 0}, width = 0.04), rod(r = {1, 0, 0}, width = 0.04);
  Parts.Body slider(m = 1, r_CM = {0, 0, 0});
  Gelenk.Rotational.Friction at_crank(tau_pos = [0, 20]);
  Gelenk.Translational.Friction at_slide(f_pos = [0, 20]);
  Modelica.Mechanics.Rotational.Sources.Torque load(tau = 3);
equation
  connect(world.frame_b, crank.frame_a);
  connect(crank.frame_b, arm.frame_a);
  connect(arm.frame_b, pin.frame_a);
  connect(pin.frame_b, rod.frame_a);
  connect(rod.frame_b, wrist.frame_a);
  connect(wrist.frame_b, slider.frame_a);
  connect(world.frame_b, slide.frame_a);
  connect(slide.frame_b, slider.frame_a);
  connect(at_crank.flange_a, crank.support);
  connect(at_crank.flange_b, crank.axis);
  connect(at_slide.flange_a, slide.support);
  connect(at_slide.flange_b, slide.axis);
  connect(load.flange, crank.axis);
end SliderCrank;
)";
  const double R = 0.3, length = 0.5, load = 3, share = load / (length * length + R * R);
  for (const testing::NamedFormulation& named : testing::all_formulations) {
    if (std::string(named.name) == "mixed") continue;  // has no 1-D elements
    SCOPED_TRACE(named.name);
    const Series s = run(text, "at_crank.tau,at_slide.f", 0.1, 0.1, named.make);
    EXPECT_EQ(s.result.events, 0);
    EXPECT_NEAR(std::abs(s.last("at_crank.tau")), share * length * length, 1e-9);
    EXPECT_NEAR(std::abs(s.last("at_slide.f")), share * R, 1e-9);
  }
}

// Two locks on the same loop: without bounds each takes half.
TEST(SharedLocks, TakeTheSame) {
  std::string text = make_guides({1, 1}, 2.0);
  for (const char* k : {"1", "2"}) {
    const std::string friction =
        std::string("Gelenk.Translational.Friction friction") + k + "(f_pos = [0, 1])";
    text.replace(text.find(friction), friction.size(),
                 std::string("Gelenk.Translational.Lock friction") + k + "(locked = 1)");
  }
  const Series s = run(text, "friction*.f", 2, 0.5);
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    for (const char* name : {"friction1.f", "friction2.f"})
      EXPECT_NEAR(std::abs(s.rows[i][column(s, name)]), s.time[i], 1e-10) << s.time[i];
  }
}

// ---- random systems ------------------------------------------------------------------------------------

// d coordinates x with mass matrix M under forces, and n frictions with slips A x, more of them than coordinates. Which of the
// holding forces an evaluation finds is random.
struct Overheld {
  Matrix M, A;
  Vector load, bound;
  Modes modes;
  std::mt19937 random;
  std::normal_distribution<double> normal;

  Overheld(unsigned seed, int d, int n) : random(seed) {
    Matrix B(d, d);
    for (double& x : B.reshaped()) x = normal(random);
    M = B * B.transpose() + 0.1 * Matrix::Identity(d, d);
    A.resize(n, d);
    for (double& x : A.reshaped()) x = normal(random);
    load.resize(d);
    for (double& x : load) x = normal(random);
    bound.resize(n);
    for (int i = 0; i < n; ++i) {
      bound[i] = 0.8 * std::abs(normal(random));
      Holder h{};
      h.kind = Holder::Kind::friction;
      h.name = "h" + std::to_string(i);
      h.q = h.v = i;
      h.table = {{0.0, bound[i]}};
      h.breakaway = bound[i];
      modes.holders.push_back(h);
    }
  }

  std::vector<int> list_held() const {
    std::vector<int> held;
    for (std::size_t i = 0; i < modes.holders.size(); ++i) {
      if (modes.holders[i].mode == Mode::held) held.push_back(static_cast<int>(i));
    }
    return held;
  }

  // Accelerations of the slips in place of v̇.
  bool evaluate(Vector& vdot, Vector& holding) {
    const int n = static_cast<int>(bound.size()), d = static_cast<int>(load.size());
    Vector force = load;
    for (int i = 0; i < n; ++i)
      force += A.row(i).transpose() * modes.holders[i].calc_sliding_force(0.0);
    const std::vector<int> held = list_held();
    const Matrix inverse = M.llt().solve(Matrix::Identity(d, d));
    holding.setZero(n);
    if (!held.empty()) {
      const Matrix A_H = A(held, Eigen::all), W = A_H * inverse * A_H.transpose();
      Eigen::CompleteOrthogonalDecomposition<Matrix> decomposition(W);
      decomposition.setThreshold(1e-10);
      Vector any(held.size());
      for (double& x : any) x = 3 * normal(random);
      const Vector f = any - decomposition.solve(Vector(W * any + A_H * inverse * force));
      force += A_H.transpose() * f;
      for (std::size_t i = 0; i < held.size(); ++i) holding[held[i]] = f[i];
    }
    vdot = A * (inverse * force);
    for (int i : held) vdot[i] = 0.0;
    modes.find_shared(
        n, 1.0, [] {},
        [&](const Vector& push, Vector& response) { response = A * (A.transpose() * push); });
    modes.shared.share(modes.holders, holding);
    return true;
  }

  // By Gauss's principle x̋ is unique; the forces within their bounds by sweeps over single ones.
  Vector calc_reference() const {
    const Matrix inverse = M.llt().solve(Matrix::Identity(M.rows(), M.rows()));
    Vector f = Vector::Zero(bound.size()), a = inverse * load;
    for (int sweep = 0; sweep < 200000; ++sweep) {
      double most = 0;
      for (int i = 0; i < f.size(); ++i) {
        const Vector column = inverse * A.row(i).transpose();
        const double next =
            std::clamp(f[i] - A.row(i).dot(a) / A.row(i).dot(column), -bound[i], bound[i]);
        a += column * (next - f[i]);
        most = std::max(most, std::abs(next - f[i]));
        f[i] = next;
      }
      if (most < 1e-14) break;
    }
    return A * a;
  }
};

TEST(SharedHolds, LetGoWhatNoSplitHolds) {
  int resting = 0, moving = 0, mixed = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const int d = 1 + static_cast<int>(seed % 3), n = d + 1 + static_cast<int>(seed / 3 % 3);
    Overheld c(seed, d, n);
    Vector q = Vector::Zero(n), v = Vector::Zero(n);
    auto evaluate = [&](Vector& vdot, Vector& holding) { return c.evaluate(vdot, holding); };
    ASSERT_EQ(c.modes.start(q, v, evaluate, {}), "");
    Vector found, holding;
    c.evaluate(found, holding);
    EXPECT_LT((found - c.calc_reference()).norm(), 1e-6 * (1 + found.norm()));
    for (int i : c.list_held()) EXPECT_LE(std::abs(holding[i]), c.bound[i] * (1 + 1e-9));
    const std::size_t held = c.list_held().size();
    ++(held == static_cast<std::size_t>(n) ? resting : held == 0 ? moving : mixed);
    // What does not move holds.
    for (int i = 0; i < n; ++i) {
      if (std::abs(found[i]) < 1e-9) {
        EXPECT_EQ(c.modes.holders[i].mode, Mode::held) << i;
      }
    }
  }
  EXPECT_GT(resting, 20);
  EXPECT_GT(moving, 20);
  EXPECT_GT(mixed, 20);
}

// The point nearest to zero in both the plane of all splits and the box of their bounds, by projections onto each in turn with
// Dykstra's corrections.
TEST(SharedHolds, AreTheLeastWithinTheirBounds) {
  int at_bounds = 0, inside = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    const int d = 1 + static_cast<int>(seed % 3), n = d + 1 + static_cast<int>(seed / 3 % 3);
    Overheld c(seed, d, n);
    for (Holder& h : c.modes.holders) h.mode = Mode::held;
    // A split within the bounds, so that there is one; and another one with the same effect.
    std::uniform_real_distribution<double> share(-1, 1);
    Vector within(n), any(n);
    for (int i = 0; i < n; ++i) {
      within[i] = c.bound[i] * share(c.random);
      any[i] = c.normal(c.random);
    }
    const Matrix onto = c.A * c.A.completeOrthogonalDecomposition().pseudoInverse();
    const Vector effect = onto * within;
    Vector holding = effect + any - onto * any;
    c.modes.find_shared(
        n, 1.0, [] {},
        [&](const Vector& push, Vector& response) { response = c.A * (c.A.transpose() * push); });
    ASSERT_FALSE(c.modes.shared.empty());
    c.modes.shared.share(c.modes.holders, holding);

    Vector x = Vector::Zero(n), correction = Vector::Zero(n);
    for (int round = 0; round < 100000; ++round) {
      const Vector on_plane = x - onto * x + effect;
      const Vector moved = on_plane + correction;
      const Vector next = moved.cwiseMax(-c.bound).cwiseMin(c.bound);
      correction = moved - next;
      const bool is_done = (next - x).norm() < 1e-14 && (next - on_plane).norm() < 1e-13;
      x = next;
      if (is_done) break;
    }
    EXPECT_LT((holding - x).norm(), 1e-6 * (1 + x.norm()));
    EXPECT_LT((onto * (holding - within)).norm(), 1e-12 * (1 + within.norm()));
    ++((c.bound - x.cwiseAbs()).minCoeff() < 1e-9 ? at_bounds : inside);
  }
  EXPECT_GT(at_bounds, 20);
  EXPECT_GT(inside, 20);
}

}  // namespace
}  // namespace gelenk
