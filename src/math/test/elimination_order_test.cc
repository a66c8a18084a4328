#include "math/elimination_order.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <random>

namespace gelenk {

namespace {

std::vector<int> all(int count) {
  std::vector<int> vertices(count);
  for (int i = 0; i < count; ++i) vertices[i] = i;
  return vertices;
}

int largest_front(const std::vector<EliminationBlock>& blocks) {
  std::size_t largest = 0;
  for (const EliminationBlock& block : blocks)
    largest = std::max(largest, block.members.size() + block.others.size());
  return static_cast<int>(largest);
}

}  // namespace

TEST(EliminationOrder, LeavesSeparateVerticesSeparate) {
  CouplingGraph graph;
  for (int i = 0; i < 4; ++i) graph.add_vertex(5);
  graph.couple({0, 2});
  const auto blocks = graph.eliminate(all(4));
  ASSERT_EQ(blocks.size(), 3u);
  for (const EliminationBlock& block : blocks) EXPECT_TRUE(block.others.empty());
}

TEST(EliminationOrder, TakesWhatIsDenseAsOneBlock) {
  CouplingGraph graph;
  for (int i = 0; i < 6; ++i) graph.add_vertex(3);
  graph.couple(all(6));
  const auto blocks = graph.eliminate({1, 2, 4, 5});
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].members, (std::vector<int>{1, 2, 4, 5}));
  EXPECT_EQ(blocks[0].others, (std::vector<int>{0, 3}));
}

TEST(EliminationOrder, VerticesAttachedToOneMeetThatAndWhatItMeets) {
  CouplingGraph graph;
  for (int i = 0; i < 7; ++i) graph.add_vertex(3);
  const int hub = 5, beyond = 6;
  graph.couple({hub, beyond});
  for (int i = 0; i < 4; ++i) graph.attach(i, hub);
  graph.couple({3, 4});
  const auto blocks = graph.eliminate({0, 1, 2, 3});
  ASSERT_EQ(blocks.size(), 4u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(blocks[i].others, (std::vector<int>{hub, beyond}));
  EXPECT_EQ(blocks[3].members, (std::vector<int>{3}));
  EXPECT_EQ(blocks[3].others, (std::vector<int>{4, hub, beyond}));
  // Nobody needs the hub any more.
  EXPECT_FALSE(graph.are_coupled(hub, beyond));
  EXPECT_TRUE(graph.are_coupled(4, beyond));
}

TEST(EliminationOrder, KeepsARowNarrowAndAPlaneNearItsRoot) {
  CouplingGraph row;
  for (int i = 0; i < 1000; ++i) row.add_vertex(5);
  for (int i = 1; i < 1000; ++i) row.couple({i - 1, i});
  EXPECT_EQ(largest_front(row.eliminate(all(1000))), 2);

  const int n = 40;
  CouplingGraph plane;
  for (int i = 0; i < n * n; ++i) plane.add_vertex(1);
  for (int i = 0; i < n; ++i) {
    for (int j = 1; j < n; ++j) {
      plane.couple({i * n + j - 1, i * n + j});
      plane.couple({(j - 1) * n + i, j * n + i});
    }
  }
  EXPECT_LE(largest_front(plane.eliminate(all(n * n))), 3 * n);
}

// A vertex that meets all others goes last.
TEST(EliminationOrder, PutsHubsLast) {
  CouplingGraph graph;
  for (int i = 0; i < 500; ++i) graph.add_vertex(1);
  for (int i = 0; i < 500; ++i) {
    if (i != 7) graph.couple({7, i});
  }
  const auto blocks = graph.eliminate(all(500));
  EXPECT_EQ(largest_front(blocks), 2);
  EXPECT_EQ(blocks.size(), 499u);
  EXPECT_EQ(std::count(blocks.back().members.begin(), blocks.back().members.end(), 7), 1);
}

// The blocks are a factorisation: eliminating by them leaves the Schur complement of what stays.
TEST(EliminationOrder, BlocksEliminateAnySparseMatrix) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const int n = 3 + static_cast<int>(random() % 20), kept = static_cast<int>(random() % 3);
    CouplingGraph graph;
    Eigen::MatrixXd A = Eigen::MatrixXd::Identity(n, n) * (2.0 * n);
    for (int i = 0; i < n; ++i) graph.add_vertex(1);
    for (int k = 0; k < 2 * n; ++k) {
      const int i = static_cast<int>(random() % n), j = static_cast<int>(random() % n);
      if (i == j) continue;
      graph.couple({i, j});
      A(i, j) = A(j, i) = 1.0 + 0.01 * k;
    }
    const Eigen::MatrixXd whole = A;
    std::vector<char> gone(n, 0);
    for (const EliminationBlock& block : graph.eliminate(all(n - kept))) {
      const auto &E = block.members, &R = block.others;
      for (int i = 0; i < n; ++i) {  // nothing else is met
        if (gone[i] || std::count(E.begin(), E.end(), i) || std::count(R.begin(), R.end(), i)) continue;
        for (int e : E) EXPECT_EQ(A(i, e), 0.0);
      }
      const Eigen::MatrixXd inverse = Eigen::MatrixXd(A(E, E)).inverse();
      A(R, R) -= Eigen::MatrixXd(A(R, E)) * inverse * Eigen::MatrixXd(A(E, R));
      for (int e : E) gone[e] = 1;
    }
    EXPECT_EQ(std::count(gone.begin(), gone.end(), 1), n - kept);
    const Eigen::MatrixXd schur =
        whole.bottomRightCorner(kept, kept) -
        whole.bottomLeftCorner(kept, n - kept) *
            whole.topLeftCorner(n - kept, n - kept).inverse() *
            whole.topRightCorner(n - kept, kept);
    EXPECT_LT((A.bottomRightCorner(kept, kept) - schur).cwiseAbs().sum(), 1e-10);
  }
}

}  // namespace gelenk
