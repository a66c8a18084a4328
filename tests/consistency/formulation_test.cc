// Every formulation against one dense system for all bodies and all constraints at once, on random
// mechanisms cut into random component trees; and its motion against the conservation of energy.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "bench/loop_shapes.h"
#include "formulations/recursive/recursive_box.h"
#include "tests/support/model_text.h"
#include "tests/support/monolith.h"
#include "tests/support/random_mechanism.h"

namespace gelenk {
namespace {

using testing::make_random_mechanism;
using testing::MechanismOptions;
using testing::Monolith;
using testing::TestModel;

class RandomMechanism
    : public ::testing::TestWithParam<std::tuple<unsigned, testing::NamedFormulation>> {
 protected:
  unsigned seed() const { return std::get<0>(GetParam()); }
  testing::Make make() const { return std::get<1>(GetParam()).make; }
};

MechanismOptions options_of(unsigned seed) {
  MechanismOptions o;
  o.bodies = 2 + static_cast<int>(seed % 9);
  o.loops = static_cast<int>(seed / 3 % 4);
  o.components = static_cast<int>(seed / 7 % 6);
  return o;
}

void expect_monolithic_accelerations(const std::string& text, testing::Make make,
                                     double tolerance = 1e-9) {
  SCOPED_TRACE(text);
  TestModel test = TestModel::from_text(text, make);
  const Assembly start = testing::assemble(test);
  Vector qdot, vdot;
  ASSERT_TRUE(test.formulation->eval_derivatives(0.0, start.q, start.v, qdot, vdot))
      << test.formulation->failure();
  const Monolith monolith(*test.formulation, 0.0);
  const Vector expected = monolith.calc_accelerations();
  double size = 1.0;
  for (int i = 0; i < expected.size(); i += 6) size = std::max(size, expected.segment<6>(i).norm());
  for (std::size_t i = 0; i < monolith.places().size(); ++i) {
    const auto& [sub, node] = monolith.places()[i];
    const Vec6<double> A = expected.segment<6>(6 * static_cast<int>(i));
    EXPECT_LT((test.formulation->get_motion(*sub, node).A - A).norm(), tolerance * size)
        << sub->path << " node " << node;
  }
  EXPECT_LT(test.formulation->calc_drift().position, 1e-9);
}

// By how much accelerations evaluated last are off, beside the largest.
double calc_error(const Formulation& formulation) {
  const Monolith monolith(formulation, 0.0);
  const Vector expected = monolith.calc_accelerations();
  double size = 1.0, error = 0.0;
  for (std::size_t i = 0; i < monolith.places().size(); ++i) {
    const auto& [sub, node] = monolith.places()[i];
    const Vec6<double> A = expected.segment<6>(6 * static_cast<int>(i));
    size = std::max(size, A.norm());
    error = std::max(error, (formulation.get_motion(*sub, node).A - A).norm());
  }
  return error / size;
}

// Changes of speed of the least kinetic energy ½ Δᵀ M Δ with G Δ = 0 and Δ_k = 1.
Vector solve_impact(const Matrix& M, const Matrix& G, int k) {
  using Long = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  const int n = static_cast<int>(M.rows()), rows = static_cast<int>(G.rows());
  Long all = Long::Zero(rows + 1, n), y = Long::Zero(rows + 1, 1);
  all.topRows(rows) = G.cast<long double>();
  all(rows, k) = y(rows, 0) = 1;
  Eigen::FullPivLU<Long> lu(n, n);
  lu.setThreshold(1e-10L);
  lu.compute(all);
  const Long some = lu.solve(y), free = lu.kernel(), M_long = M.cast<long double>();
  const Long stiff = free.transpose() * M_long * free, push = free.transpose() * M_long * some;
  if (stiff.isZero(0)) return some.cast<double>();  // nothing is free
  return (some - free * stiff.fullPivLu().solve(push)).cast<double>();
}

TEST_P(RandomMechanism, AccelerationsMatchTheMonolithicSolution) {
  expect_monolithic_accelerations(make_random_mechanism(seed(), options_of(seed())), make());
}

// Masses that differ by up to eight powers of ten, inertias that are next to nothing, hinges with nothing between them.
// The mechanisms themselves are well conditioned: the last digit of the coordinates changes accelerations by a few 1e-13.
class UnevenMechanism
    : public ::testing::TestWithParam<std::tuple<unsigned, testing::NamedFormulation>> {};
INSTANTIATE_TEST_SUITE_P(Seeds, UnevenMechanism,
                         ::testing::Combine(::testing::Range(0u, 60u),
                                            ::testing::ValuesIn(testing::all_formulations)));

MechanismOptions uneven_options_of(unsigned seed) {
  MechanismOptions o;
  o.bodies = 3 + static_cast<int>(seed % 5);
  o.loops = static_cast<int>(seed / 2 % 4);
  o.components = static_cast<int>(seed / 5 % 4);
  o.mass_ratio = std::pow(10.0, 2 * (seed % 5));
  if (seed % 3 == 0) {
    o.inertia_share = 1e-3;
    o.mass_ratio = std::min(o.mass_ratio, 1e4);
  }
  o.gimbals = seed % 4 == 0;
  return o;
}

TEST_P(UnevenMechanism, AccelerationsMatchTheMonolithicSolution) {
  const auto& [seed, formulation] = GetParam();
  const MechanismOptions options = uneven_options_of(seed);
  // `mixed` does not refine where there are bodies without mass.
  const bool refines = formulation.name != std::string("mixed") || !options.gimbals;
  expect_monolithic_accelerations(make_random_mechanism(seed, options), formulation.make,
                                  refines ? 1e-9 : 1e-9 + 1e-16 * options.mass_ratio);
}

// Bodies whose inertia is a hundred thousandth of what their size would have. Factors of the recursion keep as few as four
// digits there, though the last digit of the coordinates changes accelerations by some 1e-11 at most.
TEST_P(UnevenMechanism, TinyInertiasCostNoDigits) {
  const auto& [seed, formulation] = GetParam();
  MechanismOptions options = uneven_options_of(seed);
  options.inertia_share = 1e-5;
  options.mass_ratio = std::min(options.mass_ratio, 1e4);
  options.gimbals = false;
  expect_monolithic_accelerations(make_random_mechanism(seed, options), formulation.make);
}

// Either they have digits, or the joint is named: at a share of 1e-8 some mechanisms are beyond what numbers can hold.
TEST(TinyInertias, LostDigitsAreTold) {
  int told = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    MechanismOptions options = uneven_options_of(seed);
    options.inertia_share = 1e-8;
    options.mass_ratio = 1.0;
    options.gimbals = false;
    const std::string text = make_random_mechanism(seed, options);
    SCOPED_TRACE(text);
    TestModel test = TestModel::from_text(text, make_recursive_formulation);
    const Assembly start = testing::assemble(test);
    Vector qdot, vdot;
    if (test.formulation->eval_derivatives(0.0, start.q, start.v, qdot, vdot)) {
      expect_monolithic_accelerations(text, make_recursive_formulation, 1e-2);
      continue;
    }
    ++told;
    EXPECT_NE(
        test.formulation->failure().find("no digits are left of the accelerations, since joint '"),
        std::string::npos)
        << test.formulation->failure();
  }
  EXPECT_GT(told, 0);
}

// The same over all shares and formulations: six digits at least, or it is said that there are none; never silence.
class InertiaShare : public ::testing::TestWithParam<std::tuple<int, testing::NamedFormulation>> {};
INSTANTIATE_TEST_SUITE_P(Powers, InertiaShare,
                         ::testing::Combine(::testing::Range(3, 9),
                                            ::testing::ValuesIn(testing::all_formulations)));

TEST_P(InertiaShare, LeavesDigitsOrIsToldToLeaveNone) {
  const auto& [power, formulation] = GetParam();
  int told = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    MechanismOptions options = uneven_options_of(seed);
    options.inertia_share = std::pow(10.0, -power);
    options.mass_ratio = 1.0;
    options.gimbals = false;
    const std::string text = make_random_mechanism(seed, options);
    SCOPED_TRACE(seed);
    TestModel test = TestModel::from_text(text, formulation.make);
    const Assembly start = testing::assemble(test);
    Vector qdot, vdot;
    if (!test.formulation->eval_derivatives(0.0, start.q, start.v, qdot, vdot)) {
      ++told;
      EXPECT_NE(test.formulation->failure().find("no digits are left"), std::string::npos)
          << test.formulation->failure();
      continue;
    }
    EXPECT_LT(calc_error(*test.formulation), 1e-6);
  }
  // Nearly all have them.
  EXPECT_LE(told, power < 5 ? 0 : power < 8 ? 2 : 10);
}

// The speed of one joint is taken to another one at once.
TEST(TinyInertias, CostImpactsNoDigits) {
  int refined = 0, told = 0;
  double worst_as_found = 0.0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    MechanismOptions options = uneven_options_of(seed);
    options.inertia_share = 1e-5;
    options.mass_ratio = std::min(options.mass_ratio, 1e4);
    options.gimbals = options.springs = false;
    std::string text = make_random_mechanism(seed, options);
    // Masses on lines are not in the mass matrix.
    const std::string mass = ", m = 0.6";
    for (std::size_t at = 0; (at = text.find(mass)) != std::string::npos;)
      text.erase(at, mass.size());
    SCOPED_TRACE(text);
    TestModel test = TestModel::from_text(text, make_recursive_formulation);
    const Assembly start = testing::assemble(test);
    test.formulation->eval_motion(start.q, start.v);
    Closure closure;
    test.formulation->eval_closure(closure);
    const Laws laws(test.system);
    RecursiveBox box(test.system, laws);
    const int n = test.system.nv, rows = static_cast<int>(closure.g.size());
    box.place(0.0, start.q.data(), start.v.data());
    Matrix M(n, n);
    calc_mass_matrix(box.tree(), box.state().bodies, M.data());
    for (int k = 0; k < n; k += 2) {
      const Vector expected = solve_impact(M, Matrix(closure.G), k);
      // What loops hold fast takes no other speed.
      if ((closure.G * expected).norm() + std::abs(expected[k] - 1) > 1e-9) continue;
      box.state().bodies.locked.assign(n, 0);
      box.state().bodies.locked[k] = 1;
      const Vector given = Vector::Unit(n, k), none, still = Vector::Zero(n);
      Vector all(n);
      box.ranks().forget();
      box.set_jumps(given);
      box.condense(0.0, start.q.data(), still.data(), Loading::impact);
      box.release(none, all.data());
      const double size = expected.lpNorm<Eigen::Infinity>();
      const double as_found = (all - expected).lpNorm<Eigen::Infinity>() / size;
      if (box.is_uneven()) {
        ++refined;
        if (!Refinement().refine(box, 0.0, 1.0, all)) {
          ++told;
          continue;
        }
        worst_as_found = std::max(worst_as_found, as_found);
      }
      EXPECT_LT((all - expected).lpNorm<Eigen::Infinity>(), 1e-9 * size) << rows << " rows, " << k;
    }
  }
  EXPECT_GT(refined, 100);
  EXPECT_LE(told, 3);
  EXPECT_GT(worst_as_found, 1e-8);
}

// Two thin rods behind a slide that hits a stop. Across components the rods spin, about axes of next to no inertia, as they do in one piece.
TEST(TinyInertias, ChangeSpeedsInImpactsAcrossComponentsAsInOnePiece) {
  const std::string text = R"(
model Strike
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  inner Modelica.Mechanics.MultiBody.World world;
  Joints.Prismatic slide(useAxisFlange = true, n = {1, 0, 0}, s(start = 0.002, fixed = true), v(start = -1, fixed = true));
  Gelenk.Translational.Stop stop(s_min = 0, s_max = 10, e = 0.5);
  Parts.Body head(m = 1, r_CM = {0, 0, 0}, I_11 = 0.1, I_22 = 0.1, I_33 = 0.1);
  Joints.Spherical a, b, c;
  Parts.Body first(m = 1, r_CM = {0.2, -0.15, 0.1}, I_11 = 1e-6, I_22 = 1e-6, I_33 = 1e-6);
  Parts.Body second(m = 0.5, r_CM = {0.3, 0.1, 0}, I_11 = 1e-6, I_22 = 1e-6, I_33 = 1e-6);
  Parts.FixedTranslation first_end(r = {0.4, -0.3, 0.2}), second_end(r = {0.6, 0.2, 0}), anchor(r = {1, -0.1, 0.2});
equation
  connect(world.frame_b, slide.frame_a);
  connect(slide.frame_b, head.frame_a);
  connect(stop.flange_a, slide.support);
  connect(stop.flange_b, slide.axis);
  connect(head.frame_a, a.frame_a);
  connect(a.frame_b, first.frame_a);
  connect(first.frame_a, first_end.frame_a);
  connect(first_end.frame_b, b.frame_a);
  connect(b.frame_b, second.frame_a);
  connect(second.frame_a, second_end.frame_a);
  connect(world.frame_b, anchor.frame_a);
  connect(anchor.frame_b, c.frame_a);
  connect(c.frame_b, second_end.frame_b);
end Strike;
)";
  const auto run = [&](const testing::Make& make) {
    TestModel test = TestModel::from_text(text, make);
    SimulationOptions options;
    options.stop_time = 0.01;
    options.interval = 0.005;
    options.step = 1e-4;
    options.integrator = "rk4";
    return testing::simulate(test, options, "slide.v,first.w_a*,second.w_a*");
  };
  const testing::Series expected = run(make_recursive_formulation);
  ASSERT_EQ(expected.result.status, RunStatus::done) << expected.result.message;
  EXPECT_GT(expected.last("slide.v"), 0.1);
  for (const BuildOptions& build : {testing::by_bisection, testing::by_body}) {
    const testing::Series found = run({testing::make_hierarchical, build});
    ASSERT_EQ(found.result.status, RunStatus::done) << found.result.message;
    for (const char* signal :
         {"slide.v", "first.w_a[1]", "first.w_a[2]", "first.w_a[3]", "second.w_a[1]"})
      EXPECT_NEAR(found.last(signal), expected.last(signal), 1e-7) << signal;
  }
}

// Generalised accelerations are what the absolute ones say, in all six directions of every tree joint.
TEST_P(RandomMechanism, GeneralisedAccelerationsFitEveryJoint) {
  TestModel test = TestModel::from_text(make_random_mechanism(seed(), options_of(seed())), make());
  const Assembly start = testing::assemble(test);
  Vector qdot, vdot;
  ASSERT_TRUE(test.formulation->eval_derivatives(0.0, start.q, start.v, qdot, vdot));
  testing::for_each_subsystem(*test.system.root, [&](const Subsystem& sub) {
    auto moving = [&](const FrameOnNode& at) {
      return motion_of_fixed_frame(test.formulation->get_motion(sub, at.node), at.X_NF);
    };
    for (const JointEdge& edge : sub.joints) {
      if (!edge.in_tree) continue;
      const FrameMotion<double> rel = relative_motion(moving(edge.F), moving(edge.M));
      std::visit(
          [&](const auto& joint) {
            Vec6<double> A =
                joint.template calc_bias<double>(start.q.data() + edge.q, start.v.data() + edge.v);
            if constexpr (joint.nv > 0) {
              const Eigen::Matrix<double, 6, joint.nv> H =
                  joint.template calc_H<double>(start.q.data() + edge.q);
              A += H * vdot.segment<joint.nv>(edge.v);
            }
            EXPECT_LT((rel.A - A).norm(), 1e-8 * (1 + A.norm())) << edge.name;
          },
          edge.joint);
    }
  });
}

// The random mechanisms would prove little if they were all flat trees.
TEST(RandomMechanismCoverage, HasPartsLoopsAndDependentRows) {
  int parts = 0, deep = 0, loops = 0, redundant = 0, free = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    TestModel test = TestModel::from_text(make_random_mechanism(seed, options_of(seed)));
    const Assembly start = testing::assemble(test);
    parts += test.system.counts.components > 2;
    deep += test.system.counts.depth > 2;
    loops += test.system.counts.closing_joints > 1;
    redundant += start.rank < start.closure_rows;
    testing::for_each_subsystem(*test.system.root, [&](const Subsystem& sub) {
      for (const JointEdge& edge : sub.joints) free += edge.added;
    });
  }
  EXPECT_GT(parts, 60);
  EXPECT_GT(deep, 40);
  EXPECT_GT(loops, 30);
  EXPECT_GT(redundant, 10);
  EXPECT_GT(free, 10);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomMechanism,
                         ::testing::Combine(::testing::Range(0u, 150u),
                                            ::testing::ValuesIn(testing::all_formulations)));

// Machines stand on ground: many loops end there, with more or less in common. Torques act in joints of any kind.
class MountedMechanism : public RandomMechanism {};

TEST_P(MountedMechanism, AcceleratesAsTheMonolithicSolution) {
  MechanismOptions o = options_of(seed());
  o.bodies += 4;
  o.loops += 3;
  o.mounts = o.torques = true;
  expect_monolithic_accelerations(make_random_mechanism(seed() + 1000, o), make());
}

INSTANTIATE_TEST_SUITE_P(Seeds, MountedMechanism,
                         ::testing::Combine(::testing::Range(0u, 150u),
                                            ::testing::ValuesIn(testing::all_formulations)));

// Many legs meet in a body, on ground and on a table that turns; many bodies with many legs stand on one another.
class ManyLegs : public ::testing::TestWithParam<testing::NamedFormulation> {
 protected:
  // Set in motion, since at rest no velocity term would be missed.
  static std::string move(std::string text) {
    const std::string still = "Joints.Prismatic slide(n = r";
    return text.replace(text.find(still), still.size(), still + ", v(start = 0.3)");
  }
};
INSTANTIATE_TEST_SUITE_P(All, ManyLegs, ::testing::ValuesIn(testing::all_formulations));

TEST_P(ManyLegs, AccelerateAsTheMonolithicSolution) {
  expect_monolithic_accelerations(move(bench::write_platforms(1, 12)), GetParam().make);
  expect_monolithic_accelerations(move(bench::write_mast(75, 12)), GetParam().make);
  std::string on_table = move(bench::write_platforms(1, 13));
  const std::string ground = "connect(world.frame_b, at[i].frame_a)";
  on_table.replace(on_table.find(ground), ground.size(), "connect(table.frame_a, at[i].frame_a)");
  const std::string last = "end Shape;";
  on_table.replace(
      on_table.find(last), last.size(),
      "  connect(world.frame_b, axis.frame_a);\n  connect(axis.frame_b, table.frame_a);\n" + last);
  const std::string first = "  Platform platform[1];";
  on_table.replace(on_table.find(first), first.size(),
                   "  Joints.Revolute axis(n = {1, 2, 0}, w(start = 2, fixed = true));\n"
                   "  Parts.Body table(m = 3, I_11 = 1, I_22 = 2, I_33 = 1.5);\n" +
                       first);
  expect_monolithic_accelerations(on_table, GetParam().make);
}

// Equations of loops and their matrix, row by row, also where the loops do not close: the recursion sorts its rows, and
// nobody else should see that.
TEST(ClosureEquations, StandInTheModelsOrderInEveryFormulation) {
  int rows = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    MechanismOptions o;
    o.bodies = 4 + static_cast<int>(seed % 9);
    o.loops = 2 + static_cast<int>(seed % 4);
    const std::string text = make_random_mechanism(seed, o);
    SCOPED_TRACE(text);
    TestModel recursive = TestModel::from_text(text, make_recursive_formulation);
    TestModel mixed = TestModel::from_text(text, make_mixed_formulation);
    Assembly off = testing::assemble(recursive);
    for (int k = 0; k < off.v.size(); ++k) off.v[k] += std::cos(2.0 * k);
    step_coordinates(*recursive.system.root, 0.1 * off.v, off.q);
    Closure a, b;
    recursive.formulation->eval_motion(off.q, off.v);
    recursive.formulation->eval_closure(a);
    mixed.formulation->eval_motion(off.q, off.v);
    mixed.formulation->eval_closure(b);
    ASSERT_EQ(a.g.size(), b.g.size());
    rows += static_cast<int>(b.g.size());
    EXPECT_LT((a.g - b.g).norm(), 1e-12 * (1 + b.g.norm()));
    EXPECT_LT((a.gdot - b.gdot).norm(), 1e-12 * (1 + b.gdot.norm()));
    EXPECT_LT((Matrix(a.G) - Matrix(b.G)).norm(), 1e-12 * (1 + Matrix(b.G).norm()));
  }
  EXPECT_GT(rows, 300);
}

class RandomMechanismMotion : public ::testing::TestWithParam<testing::NamedFormulation> {};

INSTANTIATE_TEST_SUITE_P(All, RandomMechanismMotion,
                         ::testing::ValuesIn(testing::all_formulations));

TEST_P(RandomMechanismMotion, KeepsEnergyAndStaysClosed) {
  for (unsigned seed = 0; seed < 24; ++seed) {
    MechanismOptions o = options_of(seed);
    o.bodies = 2 + static_cast<int>(seed % 5);
    const std::string text = make_random_mechanism(seed, o);
    SCOPED_TRACE(text);
    TestModel test = TestModel::from_text(text, GetParam().make);
    SimulationOptions options;
    options.stop_time = 0.2;
    options.interval = 0.1;
    options.step = 2e-4;
    options.integrator = "rk4";
    const testing::Series series = testing::simulate(test, options, "gelenk.energy.*");
    ASSERT_EQ(series.result.status, RunStatus::done) << series.result.message;
    const double kinetic = series.last("gelenk.energy.kinetic");
    EXPECT_NEAR(series.last("gelenk.energy.total"), series.at(0, "gelenk.energy.total"),
                1e-7 * (1 + kinetic));
    EXPECT_LT(series.result.largest_drift.position, 1e-11);
    EXPECT_LT(series.result.largest_drift.velocity, 1e-10);
  }
}

}  // namespace
}  // namespace gelenk
