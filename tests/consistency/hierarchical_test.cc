// The formulation `hierarchical`: whatever way a mechanism is cut into components, it is the same mechanism. Its
// projection is the least change in the metric of the whole (against one dense system), its accelerations do
// not depend on the cuts, its results not on the number of threads; what happens inside of a component (friction
// that sticks, drives, laws that fail) has the effect that it has in one piece.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>

#include "bench/large_models.h"
#include "tests/support/example.h"
#include "tests/support/csv.h"
#include "tests/support/model_text.h"
#include "tests/support/monolith.h"
#include "tests/support/random_mechanism.h"
#include "topology/leaves/partition.h"

namespace gelenk {
namespace {

using testing::by_bisection;
using testing::by_body;
using testing::by_model;
using testing::Make;
using testing::make_hierarchical;
using testing::MechanismOptions;
using testing::Monolith;
using testing::NamedFormulation;
using testing::Series;
using testing::TestModel;

const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";

const NamedFormulation partitions[] = {{"model", {make_hierarchical, by_model}},
                                       {"auto", {make_hierarchical, by_bisection}},
                                       {"flat", {make_hierarchical, by_body}}};

const NamedFormulation one_piece = {"recursive", make_recursive_formulation};

template <HierarchicalOptions options>
std::unique_ptr<Formulation> make_with(const System& system) {
  return make_hierarchical_formulation(system, options);
}

// Largest difference of signals that both have, over all rows. A component that is dissolved has no connectors.
double calc_distance(const Series& a, const Series& b) {
  EXPECT_EQ(a.time.size(), b.time.size());
  double worst = 0;
  int compared = 0;
  for (std::size_t k = 0; k < a.names.size(); ++k) {
    const auto other = std::find(b.names.begin(), b.names.end(), a.names[k]) - b.names.begin();
    if (other == static_cast<long>(b.names.size())) continue;
    ++compared;
    for (std::size_t i = 0; i < std::min(a.rows.size(), b.rows.size()); ++i) {
      const double distance = std::abs(a.rows[i][k] - b.rows[i][other]);
      worst = std::isnan(distance) ? INFINITY : std::max(worst, distance);
    }
  }
  EXPECT_GT(compared, 20);
  return worst;
}

// ---- projection --------------------------------------------------------------------------------------

// Mechanisms as in formulation_test.cc.
std::string random_mechanism(unsigned seed) {
  MechanismOptions o;
  o.bodies = 2 + static_cast<int>(seed % 9);
  o.loops = static_cast<int>(seed / 3 % 4);
  o.components = static_cast<int>(seed / 7 % 6);
  return testing::make_random_mechanism(seed, o);
}

Vector random_vector(unsigned seed, int size) {
  std::mt19937 random(1000 + seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Vector x(size);
  for (double& entry : x) entry = uniform(random);
  return x;
}

// A mechanism in its start position, of which the formulation knows the ranks.
struct Assembled {
  TestModel test;
  Vector q, v;

  Assembled(unsigned seed, const Make& make)
      : test(TestModel::from_text(random_mechanism(seed), make)) {
    const Assembly start = testing::assemble(test);
    q = start.q;
    v = start.v;
    Vector qdot, vdot;
    EXPECT_TRUE(f().eval_derivatives(0.0, q, v, qdot, vdot)) << f().failure();
    // Corrections are compared with the largest speeds seen (turn_watch.h); disturbances are to be small beside them.
    Vector fast = 1e4 * v;
    EXPECT_TRUE(f().project(q, fast)) << f().failure();
    f().accept(0.0, q, fast);
  }
  Formulation& f() { return *test.formulation; }

  // Poses and twists of all bodies.
  std::vector<FrameMotion<double>> list_motions(const Monolith& monolith) {
    std::vector<FrameMotion<double>> motions;
    for (const auto& [sub, node] : monolith.places()) motions.push_back(f().get_motion(*sub, node));
    return motions;
  }
};

// Loops that cannot move have no speeds to compare with, and accept no disturbance: then only what moves is disturbed.
bool is_refused_turn(Formulation& f) {
  return f.failure().find("closes again only with other speeds") != std::string::npos;
}

class RandomProjection : public ::testing::TestWithParam<std::tuple<unsigned, NamedFormulation>> {};

// The least change of kinetic energy that makes speeds fit all joints of the whole.
TEST_P(RandomProjection, OfSpeedsIsTheLeastChangeOfTheWhole) {
  const auto& [seed, partition] = GetParam();
  Assembled at(seed, partition.make);
  Vector disturbance = random_vector(seed, static_cast<int>(at.v.size()));
  Vector q = at.q, v = at.v + disturbance;
  if (!at.f().project(q, v)) {
    ASSERT_TRUE(is_refused_turn(at.f())) << at.f().failure();
    disturbance = disturbance.cwiseProduct(at.v);
  }
  at.v += disturbance;
  at.f().eval_motion(at.q, at.v);
  const Monolith before(at.f(), 0.0);
  const std::vector<FrameMotion<double>> disturbed = at.list_motions(before);
  const Vector change = before.calc_correction(before.gdot());
  ASSERT_TRUE(at.f().project(at.q, at.v)) << at.f().failure();
  at.f().eval_motion(at.q, at.v);
  const Monolith after(at.f(), 0.0);
  const std::vector<FrameMotion<double>> projected = at.list_motions(after);
  for (std::size_t i = 0; i < projected.size(); ++i) {
    const Vec6<double> expected = change.segment<6>(6 * static_cast<int>(i));
    EXPECT_LT((projected[i].V - disturbed[i].V - expected).norm(), 1e-9 * change.norm() + 1e-14);
  }
  if (after.g().size() == 0) return;
  EXPECT_LT(after.g().cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT(after.gdot().cwiseAbs().maxCoeff(), 1e-13);
}

// Positions move by the same, to first order.
TEST_P(RandomProjection, OfPositionsIsTheLeastChangeOfTheWhole) {
  const auto& [seed, partition] = GetParam();
  Assembled at(seed, partition.make);
  step_coordinates(*at.test.system.root, 1e-5 * random_vector(seed, static_cast<int>(at.v.size())),
                   at.q);
  at.f().eval_motion(at.q, at.v);
  const Monolith before(at.f(), 0.0);
  const std::vector<FrameMotion<double>> disturbed = at.list_motions(before);
  const Vector change = before.calc_correction(before.g());
  // Rows between speeds alone, as of a rod that is as long as it is found, let positions change along them only; a
  // disturbance across them may leave no position where all closes.
  // One mechanism is such a case, and stays the only one.
  const bool can_close = (before.calc_rows(change) + before.g()).norm() <= 1e-8;
  EXPECT_EQ(can_close, seed != 118);
  if (!can_close) return;
  ASSERT_TRUE(at.f().project(at.q, at.v)) << at.f().failure();
  at.f().eval_motion(at.q, at.v);
  const Monolith after(at.f(), 0.0);
  const std::vector<FrameMotion<double>> projected = at.list_motions(after);
  double worst = 0;
  for (std::size_t i = 0; i < projected.size(); ++i) {
    const Mat3<double> R = projected[i].X.R * disturbed[i].X.R.transpose();
    Vec6<double> moved;
    moved << 0.5 * Vec3<double>(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1)),
        projected[i].X.p - disturbed[i].X.p;
    worst = std::max(worst, (moved - change.segment<6>(6 * static_cast<int>(i))).norm());
  }
  EXPECT_LT(worst, 100 * change.squaredNorm() + 1e-13);
  if (after.g().size() == 0) return;
  EXPECT_LT(after.g().cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT(after.gdot().cwiseAbs().maxCoeff(), 1e-13);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomProjection,
                         ::testing::Combine(::testing::Range(0u, 150u),
                                            ::testing::Values(partitions[0], partitions[1],
                                                              partitions[2], one_piece)),
                         [](const auto& test) {
                           return std::to_string(std::get<0>(test.param)) + "_" +
                                  std::get<1>(test.param).name;
                         });

// Another metric closes as well, at another place.
TEST(Projection, InTheEuclideanMetricClosesElsewhere) {
  const Make euclidean(make_with<HierarchicalOptions{0, Metric::euclidean}>, by_body),
      mass(make_hierarchical, by_body);
  int different = 0, corrected = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Vector q[2], v[2];
    double size = 0;
    for (const Make* make : {&euclidean, &mass}) {
      Assembled at(seed, *make);
      const int n = static_cast<int>(at.v.size());
      step_coordinates(*at.test.system.root, 1e-5 * random_vector(seed, n), at.q);
      at.v += random_vector(seed, n);
      const Vector disturbed = at.v;
      if (!at.f().project(at.q, at.v)) {
        ASSERT_TRUE(is_refused_turn(at.f())) << at.f().failure();
        size = 0;
        break;
      }
      at.f().eval_motion(at.q, at.v);
      const Monolith monolith(at.f(), 0.0);
      size = (at.v - disturbed).norm();
      q[make == &mass] = at.q;
      v[make == &mass] = at.v;
      if (monolith.g().size() == 0) continue;
      EXPECT_LT(monolith.g().cwiseAbs().maxCoeff(), 1e-13) << seed;
      EXPECT_LT(monolith.gdot().cwiseAbs().maxCoeff(), 1e-13) << seed;
    }
    corrected += size > 1e-3;
    different += size > 1e-3 && (q[0] - q[1]).norm() > 1e-7 && (v[0] - v[1]).norm() > 1e-3 * size;
  }
  EXPECT_GT(corrected, 40);
  EXPECT_GT(different, 0.9 * corrected);
}

// One factorisation for positions and speeds, or one for each sweep.
TEST(Projection, SuccessiveAndRenewedFactorsMoveAlike) {
  for (const auto& [file, stop] : {std::pair{"successive/Kuka.mo", 0.1},
                                   {"cad/SteamMachine.mo", 0.3},
                                   {"successive/Engine.mo", 0.1}}) {
    Series runs[2];
    for (bool successive : {false, true}) {
      const Make::Function make = successive
                                      ? make_with<HierarchicalOptions{}>
                                      : make_with<HierarchicalOptions{0, Metric::mass, false}>;
      TestModel test = TestModel::from_file(examples + file, {make, by_model});
      SimulationOptions options;
      options.stop_time = stop;
      options.interval = stop / 5;
      options.integrator = "rk4";
      options.step = 1e-3;
      runs[successive] = testing::simulate(test, options, "*.r_0*,*.v_0*");
      ASSERT_EQ(runs[successive].result.status, RunStatus::done) << runs[successive].result.message;
    }
    EXPECT_GT(runs[0].names.size(), 50u);
    EXPECT_LT(calc_distance(runs[0], runs[1]), 1e-10) << file;
  }
}

// ---- partitions --------------------------------------------------------------------------------------

// Accelerations of all bodies where an example starts.
TEST(Partitions, OfAllExamplesAccelerateAlike) {
  int compared = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(examples)) {
    if (entry.path().extension() != ".mo") continue;
    SCOPED_TRACE(entry.path().filename());
    const auto run = [&](const Make& make) {
      TestModel test(testing::read_example(entry.path().string()), make);
      SimulationOptions options;
      options.stop_time = options.interval = options.step = 1e-9;
      options.integrator = "rk2";
      return testing::simulate(test, options, "*");
    };
    const auto is_acceleration = [](const std::string& name) {
      return name.find(".a_0[") != std::string::npos || name.ends_with(".a");
    };
    const Series reference = run(make_recursive_formulation);
    double size = 1;
    for (std::size_t k = 0; k < reference.names.size(); ++k) {
      if (is_acceleration(reference.names[k]))
        size = std::max(size, std::abs(reference.rows[0][k]));
    }
    for (const NamedFormulation& partition : partitions) {
      const Series s = run(partition.make);
      ASSERT_FALSE(s.rows.empty()) << s.result.message;
      for (std::size_t k = 0; k < s.names.size(); ++k) {
        if (!is_acceleration(s.names[k]) || !reference.has(s.names[k])) continue;
        ++compared;
        EXPECT_NEAR(s.rows[0][k], reference.at(0, s.names[k]), 1e-11 * size)
            << partition.name << " " << s.names[k];
      }
    }
  }
  EXPECT_GT(compared, 1000);
}

// At the states evaluated last.
void expect_same_accelerations(const TestModel& whole, const TestModel& cut) {
  const Subsystem &a = *whole.system.root, &b = *cut.system.root;
  ASSERT_EQ(a.groups.size(), b.groups.size());
  double size = 1.0;
  for (std::size_t n = 1; n < a.nodes.size(); ++n)
    size = std::max(size, whole.formulation->get_motion(a, static_cast<int>(n)).A.norm());
  for (std::size_t n = 1; n < a.nodes.size(); ++n) {
    const int node = static_cast<int>(n);
    EXPECT_LT(
        (whole.formulation->get_motion(a, node).A - cut.formulation->get_motion(b, node).A).norm(),
        1e-9 * size)
        << "node " << n;
  }
}

// Mechanisms large enough to be bisected more than once, with loops that run across the cuts.
TEST(Partitions, ByBisectionAccelerateAsTheWhole) {
  for (unsigned seed : {1u, 2u}) {
    MechanismOptions o;
    o.bodies = 300;
    o.loops = 3;
    const std::string text = testing::make_random_mechanism(seed, o);
    TestModel whole = TestModel::from_text(text),
              cut = TestModel::from_text(text, {make_hierarchical, by_bisection});
    EXPECT_GT(cut.system.partition->leaves.size(), 20u);
    EXPECT_GT(cut.system.counts.closing_joints, whole.system.counts.closing_joints);
    const Assembly start = testing::assemble(whole), apart = testing::assemble(cut);
    Vector qdot, vdot;
    ASSERT_TRUE(whole.formulation->eval_derivatives(0.0, start.q, start.v, qdot, vdot));
    ASSERT_TRUE(cut.formulation->eval_derivatives(0.0, apart.q, apart.v, qdot, vdot));
    SCOPED_TRACE(seed);
    expect_same_accelerations(whole, cut);
  }
}

// As cut for users: leaves of hundreds of bodies, along which of the load on one end next to nothing arrives at the
// other.
TEST(Partitions, OfLargeModelsAccelerateAsTheWhole) {
  const BuildOptions as_for_users{.hierarchy = Hierarchy::automatic, .flattens = true};
  const std::pair<int, std::size_t> leaves_of[] = {{200, 1}, {1002, 4}, {3000, 8}};
  for (const std::string kind : {"chain", "ladder", "four-bars"}) {
    for (const auto& [bodies, leaves] : leaves_of) {
      SCOPED_TRACE(kind + " of " + std::to_string(bodies));
      const std::string text = bench::write_large_model(kind, bodies);
      TestModel whole =
                    TestModel::from_text(text, {make_recursive_formulation, {.flattens = true}}),
                cut = TestModel::from_text(text, {make_hierarchical, as_for_users});
      EXPECT_GE(cut.system.partition->leaves.size(), leaves);
      EXPECT_LE(cut.system.partition->leaves.size(), 2 * leaves);
      const Assembly start = testing::assemble(whole), apart = testing::assemble(cut);
      Vector qdot, vdot;
      ASSERT_TRUE(whole.formulation->eval_derivatives(0.0, start.q, start.v, qdot, vdot));
      ASSERT_TRUE(cut.formulation->eval_derivatives(0.0, apart.q, apart.v, qdot, vdot));
      expect_same_accelerations(whole, cut);
    }
  }
}

// Loops in every shape: on ground, on one body, in a plane, without mass, by gears and relations.
TEST(Partitions, OfAnyShapeOfLoopsAccelerateAsTheWhole) {
  const BuildOptions as_for_users{.hierarchy = Hierarchy::automatic, .flattens = true};
  for (const std::string& kind : bench::large_model_kinds()) {
    for (int bodies : {30, 400}) {
      SCOPED_TRACE(kind + " of " + std::to_string(bodies));
      const std::string text = bench::write_large_model(kind, bodies);
      TestModel whole =
                    TestModel::from_text(text, {make_recursive_formulation, {.flattens = true}}),
                cut = TestModel::from_text(text, {make_hierarchical, as_for_users});
      const Assembly start = testing::assemble(whole), apart = testing::assemble(cut);
      Vector qdot, vdot;
      ASSERT_TRUE(whole.formulation->eval_derivatives(0.0, start.q, start.v, qdot, vdot));
      ASSERT_TRUE(cut.formulation->eval_derivatives(0.0, apart.q, apart.v, qdot, vdot));
      expect_same_accelerations(whole, cut);
    }
  }
}

// ---- redundant joints --------------------------------------------------------------------------------

// As many as singular values show (cad_assemblies_test.cc), all the way.
TEST(Redundancy, StaysFoundAndClosedAsTheKukaMoves) {
  for (const NamedFormulation& partition : partitions) {
    SCOPED_TRACE(partition.name);
    TestModel test = TestModel::from_file(examples + "successive/Kuka.mo", partition.make);
    SimulationOptions options;
    const bool is_dense = std::string(partition.name) == "flat";
    options.stop_time = is_dense ? 0.1 : test.model.experiment.stop_time.value();
    options.interval = 0.02;
    const Series s = testing::simulate(test, options, "gelenk.drift.*");
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    EXPECT_EQ(s.result.redundant_rows, 69);
    EXPECT_EQ(test.formulation->count_redundant(), 69);
    EXPECT_LT(s.result.largest_drift.position, 1e-12);
    EXPECT_LT(s.result.largest_drift.velocity, 1e-12);
  }
}

// ---- threads -----------------------------------------------------------------------------------------

// Sections of a rope of rods, hinged to each other and held by springs: enough work for tasks of their own.
std::string write_rope(int sections, int rods) {
  return "model Rope\n"
         "  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces, Interfaces};\n"
         "  model Section\n"
         "    Interfaces.Frame_a top; Interfaces.Frame_b bottom;\n"
         "    constant Integer n = " +
         std::to_string(rods) +
         ";\n"
         "    Parts.Body rod[n](each m = 1, each r_CM = {0.2, -0.1, 0}, each I_11 = 0.01, each "
         "I_22 = 0.02);\n"
         "    Parts.FixedTranslation way[n](each r = {0.4, -0.2, 0});\n"
         "    Joints.Revolute hinge[n - 1](each n = {0, 0.6, 0.8});\n"
         "  equation\n"
         "    for i in 1:n loop connect(rod[i].frame_a, way[i].frame_a); end for;\n"
         "    for i in 1:n - 1 loop\n"
         "      connect(way[i].frame_b, hinge[i].frame_a);\n"
         "      connect(hinge[i].frame_b, rod[i + 1].frame_a);\n"
         "    end for;\n"
         "    connect(top, rod[1].frame_a); connect(way[n].frame_b, bottom);\n"
         "  end Section;\n"
         "  inner Modelica.Mechanics.MultiBody.World world;\n"
         "  constant Integer m = " +
         std::to_string(sections) +
         ";\n"
         "  Section section[m];\n"
         "  Joints.Revolute pin[m](each n = {0, 0, 1}, each w(start = 0.3));\n"
         "  Forces.Spring spring[m](each c = 20, each s_unstretched = 1);\n"
         "equation\n"
         "  connect(world.frame_b, pin[1].frame_a);\n"
         "  for i in 1:m loop connect(pin[i].frame_b, section[i].top); end for;\n"
         "  for i in 2:m loop connect(section[i - 1].bottom, pin[i].frame_a); end for;\n"
         "  for i in 1:m loop\n"
         "    connect(world.frame_b, spring[i].frame_a);\n"
         "    connect(section[i].bottom, spring[i].frame_b);\n"
         "  end for;\n"
         "end Rope;\n";
}

// To the last bit: what is summed, and in which order, is the same.
TEST(Threads, DoNotChangeTheResult) {
  const std::string text = write_rope(14, 40);
  for (const BuildOptions& build : {by_model, by_bisection}) {
    const auto run = [&](Make::Function make) {
      TestModel test = TestModel::from_text(text, {make, build});
      SimulationOptions options;
      options.stop_time = 2e-3;
      options.interval = 1e-3;
      options.step = 5e-4;
      options.integrator = "rk4";
      return testing::simulate(test, options, "*");
    };
    const Series one = run(make_with<HierarchicalOptions{1}>);
    ASSERT_EQ(one.result.status, RunStatus::done) << one.result.message;
    EXPECT_GT(one.names.size(), 560u);
    for (Make::Function make : {Make::Function(make_with<HierarchicalOptions{2}>),
                                Make::Function(make_with<HierarchicalOptions{4}>)}) {
      const Series more = run(make);
      EXPECT_EQ(more.names, one.names);
      EXPECT_EQ(more.time, one.time);
      EXPECT_TRUE(more.rows == one.rows);
      EXPECT_EQ(more.result.largest_drift.position, one.result.largest_drift.position);
    }
  }
}

// ---- the Thesis's manipulator in absolute coordinates ------------------------------------------------

class AbsoluteManipulator : public ::testing::Test {
 protected:
  Series run(Stabilization stabilization, const char* integrator, double step) {
    // Parts of different components are not merged, so that welds are equations too.
    const BuildOptions every_part = {Hierarchy::flat, false};
    TestModel test =
        TestModel::from_file(examples + "thesis/Manipulator.mo", {make_hierarchical, every_part});
    EXPECT_EQ(test.system.counts.bodies, 9);
    EXPECT_EQ(test.system.counts.constraint_rows, 51);
    EXPECT_GE(test.system.nv, 6 * 8);
    SimulationOptions options;
    options.stop_time = 5;
    options.interval = 0.5;
    options.integrator = integrator;
    options.step = step;
    options.rtol = 1e-12;
    options.stabilization = stabilization;
    Series s = testing::simulate(test, options, "arm.link3.*.revolute.*,gelenk.drift.*");
    EXPECT_EQ(s.result.status, RunStatus::done) << s.result.message;
    return s;
  }
};

// Figure 8.12.
TEST_F(AbsoluteManipulator, DriftGrowsWhenNotStabilised) {
  const Series s = run(Stabilization::none, "rk4", 2e-3);
  for (const char* drift : {"gelenk.drift.position", "gelenk.drift.velocity"}) {
    EXPECT_GT(s.at(1, drift), 1e-11);
    EXPECT_GT(s.at(3, drift), s.at(1, drift));
    EXPECT_GT(s.at(5, drift), 2 * s.at(1, drift));
  }
}

// Figures 8.13 and 8.14.
TEST_F(AbsoluteManipulator, StabilisedMatchesTheReference) {
  const Series s = run(Stabilization::projection, "dopri5", 0);
  EXPECT_LT(s.result.largest_drift.position, 1e-12);
  EXPECT_LT(s.result.largest_drift.velocity, 1e-12);
  const testing::Csv expected(examples + "thesis/Manipulator.expected.csv");
  const std::string joint = "arm.link3.motor.revolute.";
  for (const auto& [name, tolerance] : {std::pair{"phi", 1e-9}, {"w", 1e-9}, {"a", 1.4e-8}}) {
    const std::size_t column =
        std::find(expected.names.begin(), expected.names.end(), joint + name) -
        expected.names.begin();
    ASSERT_LT(column, expected.names.size());
    for (const auto& row : expected.rows)
      EXPECT_NEAR(s.at(row[0], joint + name), row[column], tolerance) << name << " at " << row[0];
  }
}

// ---- what happens inside of components ---------------------------------------------------------------

// Three units of housing, arm and a rubbing joint between them, one on the other. The first is moved by a law; what
// sticks in one unit depends on what the others do.
const char* const rubbing_units = R"(
model Rubbing
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces};
  import Modelica.Mechanics.Rotational;
  partial model Unit
    Interfaces.Frame_a housing; Interfaces.Frame_b arm;
    parameter Real n[3];
    parameter Real phi_start = 0;
    Parts.Body base(m = 1, r_CM = {0, 0, 0}, I_11 = 0.02, I_22 = 0.02, I_33 = 0.02);
    Parts.Body beam(m = 2, r_CM = {0.3, 0, 0}, I_11 = 0.02, I_22 = 0.06, I_33 = 0.06);
    Parts.FixedTranslation way(r = {0.6, 0, 0});
    Joints.Revolute joint(n = n, useAxisFlange = true);
  equation
    connect(housing, base.frame_a);
    connect(base.frame_a, joint.frame_a);
    connect(joint.frame_b, beam.frame_a);
    connect(beam.frame_a, way.frame_a);
    connect(way.frame_b, arm);
  end Unit;
  model Driven extends Unit;
    Rotational.Sources.Position drive(exact = true, useSupport = true,
      phi_ref = 0.4*(1 - cos(3*time)) + (if time > 1 then 0.5*(time - 1)^2 else 0));
  equation
    connect(drive.flange, joint.axis);
    connect(drive.support, joint.support);
  end Driven;
  model Rubbed extends Unit(joint(phi(start = phi_start, fixed = true), w(fixed = true)));
    parameter Real tau_slide;
    Gelenk.Rotational.Friction friction(tau_pos = [0, tau_slide], peak = 1.2);
  equation
    connect(joint.support, friction.flange_a);
    connect(joint.axis, friction.flange_b);
  end Rubbed;
  inner Modelica.Mechanics.MultiBody.World world(n = {0, -1, 0});
  Driven first(n = {0, 1, 0});
  Rubbed second(n = {0, 0, 1}, phi_start = 0.3, tau_slide = 12);
  Rubbed third(n = {0, 1, 0}, phi_start = 0.5, tau_slide = 1.5);
equation
  connect(world.frame_b, first.housing);
  connect(first.arm, second.housing);
  connect(second.arm, third.housing);
end Rubbing;
)";

TEST(InsideComponents, FrictionAndDrivesActAsInOnePiece) {
  const auto run = [](const Make& make) {
    TestModel test = TestModel::from_text(rubbing_units, make);
    SimulationOptions options;
    options.stop_time = 3;
    options.interval = 0.05;
    options.rtol = 1e-11;
    return testing::simulate(test, options, "*.joint.*,*.friction.tau,*.drive.*,*.beam.r_0*");
  };
  const Series reference = run(make_recursive_formulation);
  ASSERT_EQ(reference.result.status, RunStatus::done) << reference.result.message;
  // Both slide for a while and stick for a while.
  for (const char* name : {"second.joint.w", "third.joint.w"}) {
    const auto column =
        std::find(reference.names.begin(), reference.names.end(), name) - reference.names.begin();
    const auto sticks = [&](const auto& row) { return row[column] == 0.0; };
    const auto count = std::count_if(reference.rows.begin(), reference.rows.end(), sticks);
    EXPECT_GT(count, 5) << name;
    EXPECT_LT(count, static_cast<long>(reference.rows.size()) - 5) << name;
  }
  for (const NamedFormulation& partition : partitions) {
    SCOPED_TRACE(partition.name);
    const Series s = run(partition.make);
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    EXPECT_EQ(s.result.events, reference.result.events);
    EXPECT_LT(calc_distance(s, reference), 1e-7);
  }
}

// Four links, each a component, with a drive, friction, a stop with a motor, and a spring on the axes of the joints between
// them; two of these are on one link.
const char* const linked_units = R"(
model Linked
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces};
  import Modelica.Mechanics.Rotational;
  model Link
    Interfaces.Frame_a base; Interfaces.Frame_b tip;
    Parts.BodyBox box(r = {0.4, 0, 0}, width = 0.06);
    Parts.Body tool(m = 0.3, r_CM = {0, 0.1, 0}, I_11 = 0.002, I_22 = 0.003, I_33 = 0.004);
    Joints.Revolute wrist(n = {1, 0, 0}, phi(fixed = true), w(start = 0.5, fixed = true));
  equation
    connect(base, box.frame_a);
    connect(box.frame_b, tip);
    connect(box.frame_b, wrist.frame_a);
    connect(wrist.frame_b, tool.frame_a);
  end Link;
  inner Modelica.Mechanics.MultiBody.World world;
  Joints.Revolute foot(phi(start = 0.2, fixed = true), w(fixed = true));
  Link first, second, third, fourth;
  Joints.Revolute driven(useAxisFlange = true), rubbed(n = {0, 1, 0}, useAxisFlange = true, phi(start = 0.4, fixed = true), w(fixed = true));
  Joints.Prismatic slid(n = {0, 1, 0}, useAxisFlange = true, s(start = 0.1, fixed = true), v(fixed = true));
  Rotational.Sources.Position drive(exact = true, phi_ref = 0.3*sin(4*time));
  Gelenk.Rotational.Friction friction(tau_pos = [0, 1.2], peak = 1.3);
  Modelica.Mechanics.Translational.Components.SpringDamper spring(c = 300, d = 2);
  Gelenk.Translational.Stop stop(s_min = -0.02, s_max = 1, e = 0.4);
equation
  connect(world.frame_b, foot.frame_a);
  connect(foot.frame_b, first.base);
  connect(first.tip, driven.frame_a);
  connect(driven.frame_b, second.base);
  connect(second.tip, rubbed.frame_a);
  connect(rubbed.frame_b, third.base);
  connect(second.tip, slid.frame_a);
  connect(slid.frame_b, fourth.base);
  connect(drive.flange, driven.axis);
  connect(friction.flange_a, rubbed.support);
  connect(friction.flange_b, rubbed.axis);
  connect(spring.flange_a, slid.support);
  connect(spring.flange_b, slid.axis);
  connect(stop.flange_a, slid.support);
  connect(stop.flange_b, slid.axis);
end Linked;
)";

// Components stay what they are, whatever stands on the axes of the joints between them.
TEST(BetweenComponents, JointsWithSomethingOnTheirAxesKeepThemApart) {
  const auto run = [](const Make& make, std::size_t* leaves) {
    TestModel test = TestModel::from_text(linked_units, make);
    if (leaves != nullptr) *leaves = test.system.partition->leaves.size();
    SimulationOptions options;
    options.stop_time = 1.5;
    options.interval = 0.05;
    options.rtol = 1e-11;
    return testing::simulate(test, options,
                             "*.phi,*.s,*.tau,*.f,*.box.r_0*,*.base.f[*],*.tip.t[*],"
                             "gelenk.energy.total");
  };
  const Series reference = run(make_recursive_formulation, nullptr);
  ASSERT_EQ(reference.result.status, RunStatus::done) << reference.result.message;
  EXPECT_GT(reference.result.events, 3);
  std::size_t leaves = 0;
  const Series s = run({testing::make_hierarchical, testing::by_model}, &leaves);
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  EXPECT_GE(leaves, 4u);
  EXPECT_EQ(s.result.events, reference.result.events);
  EXPECT_LT(calc_distance(s, reference), 1e-6);
}

TEST(InsideComponents, ALawThatFailsIsNamed) {
  const std::string text = R"(
model Failing
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces};
  model Unit
    Interfaces.Frame_a top; Interfaces.Frame_b bottom;
    parameter Real end_time = 1;
    Parts.Body a(m = 1, r_CM = {0.1, 0, 0}), b(m = 1, r_CM = {0.2, 0, 0});
    Parts.FixedTranslation way(r = {0.4, 0, 0});
    Joints.Revolute joint(n = {0, 0, 1});
    Gelenk.Forces.Torque push(torque = {0, 0, sqrt(end_time - time)});
  equation
    connect(top, a.frame_a);
    connect(a.frame_a, way.frame_a);
    connect(way.frame_b, joint.frame_a);
    connect(joint.frame_b, b.frame_a);
    connect(b.frame_a, bottom);
    connect(a.frame_a, push.frame_a);
    connect(b.frame_a, push.frame_b);
  end Unit;
  inner Modelica.Mechanics.MultiBody.World world;
  Unit upper, lower(end_time = 0.35);
  Joints.Spherical hinge, pin;
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, upper.top);
  connect(upper.bottom, pin.frame_a);
  connect(pin.frame_b, lower.top);
end Failing;
)";
  for (const NamedFormulation& partition : partitions) {
    SCOPED_TRACE(partition.name);
    TestModel test = TestModel::from_text(text, partition.make);
    SimulationOptions options;
    options.stop_time = 1;
    options.interval = 0.1;
    const Series s = testing::simulate(test, options, "*.joint.phi");
    EXPECT_EQ(s.result.status, RunStatus::failed);
    EXPECT_EQ(s.result.message,
              "the law of component 'lower.push' became not a number at time 0.35 s");
    ASSERT_EQ(s.rows.size(), 4u);
    EXPECT_NEAR(s.time.back(), 0.3, 1e-12);
    for (double x : s.rows.back()) EXPECT_TRUE(std::isfinite(x));
  }
}

// What a spring between two components does in time is nothing in an impact. And one between two points of ground,
// which moves nothing, has a load and an energy like any other.
TEST(HierarchicalEvents, ImpactsKnowNoForces) {
  const std::string text = R"(
model Impact
  import Modelica.Mechanics.MultiBody.{Interfaces, Joints, Parts, Forces};
  model Rail
    outer Modelica.Mechanics.MultiBody.World world;
    Interfaces.Frame_b b;
    Joints.Prismatic e(useAxisFlange = true, n = {1, 0, 0}, s(start = 0.5, fixed = true), v(fixed = true));
    Parts.Body body(m = 1, r_CM = {0, 0, 0}, I_11 = 0.1, I_22 = 0.1, I_33 = 0.1);
    Gelenk.Translational.Stop stop(s_min = 0, s_max = 10, e = 0.5);
  equation
    connect(world.frame_b, e.frame_a);
    connect(e.frame_b, body.frame_a);
    connect(body.frame_a, b);
    connect(stop.flange_a, e.support);
    connect(stop.flange_b, e.axis);
  end Rail;
  model Block
    Interfaces.Frame_a a;
    Parts.Body body(m = 1, r_CM = {0, 0, 0}, I_11 = 0.1, I_22 = 0.1, I_33 = 0.1);
  equation
    connect(a, body.frame_a);
  end Block;
  inner Modelica.Mechanics.MultiBody.World world(g = 0);
  Rail rail;
  Block other;
  Joints.Prismatic p(n = {1, 0, 0}, s(start = -1, fixed = true), v(fixed = true));
  Parts.Fixed beside(r = {0, 0.5, 0}), far(r = {1, 0, 0});
  Forces.Spring between(c = 20, s_unstretched = 0.2), still(c = 10, s_unstretched = 0.2);
equation
  connect(beside.frame_b, p.frame_a);
  connect(p.frame_b, other.a);
  connect(between.frame_a, rail.b);
  connect(between.frame_b, other.a);
  connect(world.frame_b, still.frame_a);
  connect(still.frame_b, far.frame_b);
end Impact;
)";
  const auto run = [&](const testing::Make& make) {
    TestModel test = TestModel::from_text(text, make);
    SimulationOptions options;
    options.stop_time = 2;
    options.interval = 0.2;
    return testing::simulate(test, options, "rail.e.s,p.s,gelenk.energy.total,still.f");
  };
  const Series expected = run(make_recursive_formulation);
  EXPECT_GT(expected.result.events, 0);
  EXPECT_LT(expected.last("gelenk.energy.total"), expected.at(0, "gelenk.energy.total") - 1);
  for (const NamedFormulation& partition : partitions) {
    SCOPED_TRACE(partition.name);
    const Series s = run(partition.make);
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    EXPECT_EQ(s.result.events, expected.result.events);
    for (double t : {0.2, 1.0, 2.0}) {
      for (const std::string& name : expected.names)
        EXPECT_NEAR(s.at(t, name), expected.at(t, name), 1e-6) << name << " at " << t;
    }
  }
}

}  // namespace
}  // namespace gelenk
