// The models of bench/large_models.h: that they are what they say, and that their loops stay local in the tree, on
// which all cost rests.
#include "bench/large_models.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analyses/assembly.h"
#include "elements/library.h"
#include "formulations/mixed/mixed.h"
#include "formulations/recursive/recursive.h"
#include "modelica/reader.h"
#include "topology/system.h"

namespace gelenk {
namespace {

struct Built {
  ModelTree model;
  System system;
  explicit Built(const std::string& text)
      : model(modelica::read_model_text("large.mo", text, element_library())),
        system(build_system(model)) {}
};

// Degrees of freedom and redundant rows by assembly, and the same accelerations by both formulations.
void check_motion(const std::string& text, int bodies, int loops, int freedoms, int redundant) {
  const Built b(text);
  EXPECT_EQ(b.system.counts.bodies, bodies);
  EXPECT_EQ(b.system.counts.closing_joints, loops);
  const auto recursive = make_recursive_formulation(b.system),
             mixed = make_mixed_formulation(b.system);
  const Assembly start = assemble(*recursive, 0.0);
  EXPECT_EQ(start.degrees_of_freedom, freedoms);
  EXPECT_EQ(start.closure_rows - start.rank, redundant);
  EXPECT_TRUE(start.moved.empty());
  Vector qdot, vdot, other;
  ASSERT_TRUE(recursive->eval_derivatives(0.0, start.q, start.v, qdot, vdot));
  ASSERT_TRUE(mixed->eval_derivatives(0.0, start.q, start.v, qdot, other));
  EXPECT_GT(vdot.norm(), 1.0);
  EXPECT_LT((vdot - other).lpNorm<Eigen::Infinity>(), 1e-8 * vdot.norm());
}

TEST(LargeModels, AreWhatTheySay) {
  check_motion(bench::write_chain(12), 12, 0, 12, 0);
  check_motion(bench::write_ladder(30), 30, 10, 10, 30);
  check_motion(bench::write_four_bar_tree(21), 21, 7, 7, 21);
}

TEST(LargeModels, SizesAreRoundedUp) {
  EXPECT_EQ(bench::write_ladder(28), bench::write_ladder(30));
  EXPECT_EQ(bench::write_four_bar_tree(28), bench::write_four_bar_tree(30));
}

// Of the loops that closing joints close: the joints in the longest, and the most that run through one body.
std::pair<int, int> measure_loops(const System& system) {
  const Subsystem& root = *system.root;
  std::vector<int> parent(root.nodes.size(), -1), depth(root.nodes.size(), 0),
      through(root.nodes.size(), 0);
  for (const Move& move : root.islands[0].walk) {
    parent[move.to] = move.from;
    depth[move.to] = depth[move.from] + 1;
  }
  int longest = 0;
  for (const JointEdge& edge : root.joints) {
    if (edge.in_tree) continue;
    int a = edge.F.node, b = edge.M.node, length = 1;
    while (a != b) {
      int& lower = depth[a] > depth[b] ? a : b;
      ++through[lower];
      ++length;
      lower = parent[lower];
    }
    longest = std::max(longest, length);
  }
  return {longest, *std::max_element(through.begin(), through.end())};
}

TEST(LargeModels, LoopsStayLocal) {
  for (int bodies : {300, 3000}) {
    SCOPED_TRACE(bodies);
    const auto [longest, most] = measure_loops(Built(bench::write_ladder(bodies)).system);
    EXPECT_LE(longest, 24);
    EXPECT_LE(most, 8);
  }
  const auto [longest, most] = measure_loops(Built(bench::write_four_bar_tree(3000)).system);
  EXPECT_EQ(longest, 4);
  EXPECT_EQ(most, 1);
}

}  // namespace
}  // namespace gelenk
