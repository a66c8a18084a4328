// The equations of an experiment as numbers: mass matrix, forces, constraints and frames agree with each other and with the
// accelerations, in every formulation; energy, drift and signals at any state.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "api/test/experiment_models.h"

namespace gelenk {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Numbers = std::vector<double>;

struct Case {
  const char* formulation;
  const char* hierarchy;
};
const Case cases[] = {{"recursive", ""},
                      {"mixed", ""},
                      {"hierarchical", "model"},
                      {"hierarchical", "auto"},
                      {"hierarchical", "flat"}};

Experiment make(const char* text, const Case& c) {
  ExperimentOptions options;
  options.formulation = c.formulation;
  options.hierarchy = c.hierarchy;
  return Experiment(Model::from_text(text), options);
}

Numbers copy(std::span<const double> numbers) { return {numbers.begin(), numbers.end()}; }
Eigen::Map<const Eigen::VectorXd> as_vector(const Numbers& numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}

struct Equations {
  Numbers qdot, vdot, h;
  Rows M, G;
  ConstraintEquations constraints;
};

Equations calc(const Experiment& experiment, const Numbers& q, const Numbers& v) {
  const std::size_t n = experiment.nv();
  Equations e{Numbers(experiment.nq()), Numbers(n), Numbers(n), Rows(n, n), {}, {}};
  experiment.calc_derivatives(0.0, q, v, e.qdot, e.vdot);
  experiment.calc_mass_matrix(q, {e.M.data(), n * n});
  experiment.calc_bias(0.0, q, v, e.h);
  e.constraints = experiment.calc_constraints(0.0, q, v);
  e.G = Eigen::Map<const Rows>(e.constraints.G.data(),
                               static_cast<Eigen::Index>(e.constraints.g.size()),
                               static_cast<Eigen::Index>(n));
  return e;
}

// M v̇ + h is what constraints can do, Gᵀ λ, and nothing else; and ½ vᵀ M v is the kinetic energy.
TEST(ExperimentEquations, AccelerationsFulfilTheEquationsOfMotion) {
  for (const char* text : {four_bar, chain}) {
    for (const Case& c : cases) {
      SCOPED_TRACE(std::string(c.formulation) + " " + c.hierarchy);
      Experiment experiment = make(text, c);
      experiment.start();
      experiment.advance(0.13);
      const Numbers q = copy(experiment.q()), v = copy(experiment.v());
      const Equations e = calc(experiment, q, v);
      ASSERT_EQ(e.constraints.names.size(), e.constraints.g.size());
      EXPECT_LT((e.M - e.M.transpose()).norm(), 1e-14 * e.M.norm());
      const Eigen::VectorXd forces = e.M * as_vector(e.vdot) + as_vector(e.h);
      const Eigen::MatrixXd Gt = e.G.transpose();
      const Eigen::VectorXd lambda = Gt.completeOrthogonalDecomposition().solve(forces);
      EXPECT_LT((Gt * lambda - forces).norm(), 1e-8 * (1 + forces.norm()));
      EXPECT_LT((e.G * as_vector(v)).norm(), 1e-8);
      for (double residual : e.constraints.g) EXPECT_NEAR(residual, 0.0, 1e-9);
      const StateEnergy energy = experiment.calc_energy(0.0, q, v);
      EXPECT_NEAR(energy.kinetic, 0.5 * as_vector(v).dot(e.M * as_vector(v)),
                  1e-12 * (1 + energy.kinetic));
      EXPECT_EQ(energy.total(), energy.kinetic + energy.potential);
    }
  }
}

TEST(ExperimentEquations, InverseDynamicsIsLinearInAccelerations) {
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.formulation) + " " + c.hierarchy);
    Experiment experiment = make(chain, c);
    experiment.start();
    const Numbers q = copy(experiment.q()), v = copy(experiment.v());
    const Equations e = calc(experiment, q, v);
    Numbers a(experiment.nv()), tau(experiment.nv());
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = std::cos(1.0 + 2.0 * static_cast<double>(i));
    experiment.calc_inverse_dynamics(0.0, q, v, a, tau);
    EXPECT_LT((e.M * as_vector(a) + as_vector(e.h) - as_vector(tau)).norm(), 1e-11);
  }
}

// G is the derivative of g, J that of the frame's motion.
TEST(ExperimentEquations, JacobiansFollowTheirDifferences) {
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.formulation) + " " + c.hierarchy);
    Experiment experiment = make(chain, c);
    experiment.start();
    const Numbers q = copy(experiment.q());
    const Numbers v(experiment.nv(), 0.0);
    const std::size_t n = experiment.nv();
    const double h = 1e-6;
    for (std::size_t k = 0; k < n; ++k) {
      Numbers along(n, 0.0), qdot(q.size()), vdot(n), there = q;
      along[k] = 1.0;
      experiment.calc_derivatives(0.0, q, along, qdot, vdot);
      for (std::size_t i = 0; i < q.size(); ++i) there[i] += h * qdot[i];
      const ConstraintEquations a = experiment.calc_constraints(0.0, q, along),
                                b = experiment.calc_constraints(0.0, there, along);
      for (std::size_t i = 0; i < a.g.size(); ++i) {
        EXPECT_NEAR(a.gdot[i], a.G[i * n + k], 1e-12) << a.names[i];
        EXPECT_NEAR((b.g[i] - a.g[i]) / h, a.gdot[i], 2e-5) << a.names[i];
      }
      const FrameKinematics at = experiment.calc_frame("third.rod.frame_b", q, along),
                            beside = experiment.calc_frame("third.rod.frame_b", there, along);
      for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(at.w[i], at.J[i * n + k], 1e-12);
        EXPECT_NEAR(at.v[i], at.J[(3 + i) * n + k], 1e-12);
        EXPECT_NEAR((beside.p[i] - at.p[i]) / h, at.v[i], 2e-5);
      }
    }
  }
}

// A mass on the line of a spring moves with both ends, and belongs to M.
TEST(ExperimentEquations, MassesOnLinesCount) {
  const char* text = R"(
    model Line
      import Modelica.Mechanics.MultiBody.*;
      inner World world;
      Joints.Revolute hinge(phi(start = 0.4), w(start = 1));
      Parts.BodyShape rod(r = {1, 0, 0}, r_CM = {0.5, 0, 0}, m = 1, I_33 = 0.1);
      Parts.Fixed wall(r = {2, 1, 0});
      Forces.Spring line(c = 20, s_unstretched = 0.5, m = 2, lengthFraction = 0.3);
    equation
      connect(world.frame_b, hinge.frame_a);
      connect(hinge.frame_b, rod.frame_a);
      connect(rod.frame_b, line.frame_a);
      connect(line.frame_b, wall.frame_b);
    end Line;)";
  for (const char* formulation : {"recursive", "mixed"}) {
    SCOPED_TRACE(formulation);
    Experiment experiment = make(text, {formulation, ""});
    const Numbers q = {0.7}, v = {1.3};
    const Equations e = calc(experiment, q, v);
    // The line's mass is 0.3 of the way from the rod's end, which moves by 1 m per radian, to the wall.
    EXPECT_NEAR(e.M(0, 0), 0.1 + 0.25 + 2 * 0.7 * 0.7, 1e-13);
    EXPECT_NEAR(e.M(0, 0) * e.vdot[0] + e.h[0], 0.0, 1e-11);
    EXPECT_NEAR(experiment.calc_energy(0.0, q, v).kinetic, 0.5 * e.M(0, 0) * v[0] * v[0], 1e-13);
  }
}

TEST(ExperimentEquations, EnergyOfAPendulumIsThatOfTheBook) {
  Experiment experiment(Model::from_text(pendulum));
  const double q[] = {0.6}, v[] = {-1.1}, base[] = {0.0};
  const StateEnergy energy = experiment.calc_energy(0.0, q, v);
  EXPECT_NEAR(energy.kinetic, 0.5 * (0.05 + 2 * 0.0625) * 1.21, 1e-14);
  EXPECT_NEAR(energy.potential - experiment.calc_energy(0.0, base, v).potential,
              2 * 9.80665 * 0.25 * std::sin(0.6), 1e-12);
}

TEST(ExperimentEquations, DriftTellsHowFarAStateIsOff) {
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.formulation) + " " + c.hierarchy);
    Experiment experiment = make(four_bar, c);
    experiment.start();
    Numbers q = copy(experiment.q()), v = copy(experiment.v());
    StateDrift drift = experiment.calc_drift(0.0, q, v);
    EXPECT_LT(drift.position, 1e-9);
    EXPECT_LT(drift.velocity, 1e-9);
    q[0] += 0.01;
    drift = experiment.calc_drift(0.0, q, v);
    EXPECT_GT(drift.position, 1e-4);
    EXPECT_LT(drift.position, 0.1);
    EXPECT_EQ(experiment.time(), 0.0);
  }
}

// By name, by handle, and anywhere: the same number.
TEST(ExperimentEquations, SignalsAreReadByHandles) {
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.formulation) + " " + c.hierarchy);
    Experiment experiment = make(chain, c);
    const char* names[] = {"j1.phi",
                           "j1.w",
                           "j1.a",
                           "spring.s",
                           "spring.f",
                           "first.rod.frame_a.f[1]",
                           "free.b.r_0[2]",
                           "gelenk.energy.total",
                           "gelenk.drift.position"};
    std::vector<SignalHandle> handles;
    for (const char* name : names) handles.push_back(experiment.signal(name));
    experiment.start();
    experiment.advance(0.2);
    Numbers there(handles.size());
    experiment.calc_signals(experiment.time(), experiment.q(), experiment.v(), handles, there);
    for (std::size_t i = 0; i < handles.size(); ++i) {
      EXPECT_EQ(experiment.value(handles[i]), experiment.value(names[i])) << names[i];
      EXPECT_EQ(there[i], experiment.value(names[i])) << names[i];
    }
    // A report needs the model once more; handles go on.
    SimulateOptions options;
    options.t_end = 0.05;
    options.report = true;
    const Results results = experiment.simulate(options);
    EXPECT_NEAR(experiment.value(handles[0]), results["j1.phi"].back(), 1e-12);
    Experiment other = make(chain, c);
    EXPECT_NE(tell([&] { other.value(handles[0]); }).find("another experiment"), std::string::npos);
    EXPECT_NE(tell([&] { other.value(SignalHandle()); }).find("in none"), std::string::npos);
    EXPECT_NE(tell([&] { other.signal("j1.fi"); }).find("j1.phi"), std::string::npos);
  }
}

// Motion alone can be read where there are no accelerations.
TEST(ExperimentEquations, SignalsOfMotionNeedNoAccelerations) {
  Experiment experiment(Model::from_text(pendulum));
  const SignalHandle signals[] = {experiment.signal("rod.frame_b.r_0[1]")};
  const double q[] = {0.3}, v[] = {1e200};
  double x = 0;
  experiment.calc_signals(0.0, q, v, signals, {&x, 1});
  EXPECT_NEAR(x, 0.5 * std::cos(0.3), 1e-15);
  EXPECT_NE(tell([&] { experiment.calc_signals(0.0, q, v, signals, {}); }).find("room"),
            std::string::npos);
}

}  // namespace
}  // namespace gelenk
