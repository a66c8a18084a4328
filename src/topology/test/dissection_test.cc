#include "topology/leaves/dissection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

namespace gelenk {
namespace {

using Nodes = std::vector<DissectionNode>;

// What the tree of cuts is, found from the leaves by another way than it was made.
struct Facts {
  int depth = 0;
  double largest_cut = 0.0;     // weight of edges between the children of a node
  double smallest_share = 1.0;  // of the weight of a node, in the lighter child
  int largest_border = 0;       // vertices of an inner node with an edge to outside
  std::vector<double> cut;      // of each node
};

Facts check(int vertices, const std::vector<double>& weights, const std::vector<GraphEdge>& edges,
            double leaf_weight, const Nodes& nodes) {
  std::vector<int> leaf(vertices, -1), depth(nodes.size(), 0);
  std::vector<double> weight(nodes.size(), 0.0);
  EXPECT_EQ(nodes.at(0).parent, -1);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const DissectionNode& node = nodes[i];
    if (i > 0) {
      EXPECT_LT(node.parent, static_cast<int>(i));
      const DissectionNode& parent = nodes.at(node.parent);
      EXPECT_TRUE(parent.first_child == static_cast<int>(i) ||
                  parent.second_child == static_cast<int>(i));
      depth[i] = depth[node.parent] + 1;
    }
    EXPECT_EQ(node.first_child < 0, node.second_child < 0);
    if (node.first_child >= 0) {
      EXPECT_TRUE(node.vertices.empty());
      EXPECT_NE(node.first_child, node.second_child);
      EXPECT_EQ(nodes.at(node.first_child).parent, static_cast<int>(i));
      EXPECT_EQ(nodes.at(node.second_child).parent, static_cast<int>(i));
      continue;
    }
    EXPECT_FALSE(node.vertices.empty() && vertices > 0);
    for (int v : node.vertices) {
      EXPECT_EQ(leaf.at(v), -1) << "vertex " << v << " is in two leaves";
      leaf[v] = static_cast<int>(i);
      weight[i] += weights[v];
    }
    if (node.vertices.size() > 1) {
      EXPECT_LE(weight[i], leaf_weight * (1 + 1e-12));
    }
  }
  EXPECT_EQ(std::count(leaf.begin(), leaf.end(), -1), 0);
  Facts facts;
  std::vector<double> heaviest(nodes.size(), 0.0);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    for (int v : nodes[i].vertices) heaviest[i] = std::max(heaviest[i], weights[v]);
    if (i == 0) break;
    weight[nodes[i].parent] += weight[i];
    heaviest[nodes[i].parent] = std::max(heaviest[nodes[i].parent], heaviest[i]);
  }
  // An edge is cut where the ways from its ends to the root meet; below that, its ends are on borders.
  facts.cut.assign(nodes.size(), 0.0);
  std::vector<std::set<int>> border(nodes.size());
  for (const GraphEdge& edge : edges) {
    int i = leaf[edge.a], j = leaf[edge.b];
    while (i != j) {
      if (i > j) {
        border[i].insert(edge.a);
        i = nodes[i].parent;
      } else {
        border[j].insert(edge.b);
        j = nodes[j].parent;
      }
    }
    if (nodes[i].first_child >= 0) facts.cut[i] += edge.weight;
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    facts.depth = std::max(facts.depth, depth[i]);
    if (nodes[i].first_child < 0) continue;
    facts.largest_cut = std::max(facts.largest_cut, facts.cut[i]);
    facts.largest_border = std::max(facts.largest_border, static_cast<int>(border[i].size()));
    const double lighter = std::min(weight[nodes[i].first_child], weight[nodes[i].second_child]);
    EXPECT_GE(lighter, (weight[i] - heaviest[i]) / 3 * (1 - 1e-8));  // the promise
    facts.smallest_share = std::min(facts.smallest_share, lighter / weight[i]);
  }
  return facts;
}

Facts dissect_evenly(int vertices, const std::vector<GraphEdge>& edges, double leaf_weight) {
  const std::vector<double> weights(vertices, 1.0);
  return check(vertices, weights, edges, leaf_weight,
               dissect(vertices, weights, edges, leaf_weight));
}

// Renames the vertices, so that no order in the numbers helps.
std::vector<GraphEdge> shuffle(int vertices, std::vector<GraphEdge> edges, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<int> name(vertices);
  std::iota(name.begin(), name.end(), 0);
  for (int i = vertices - 1; i > 0; --i) std::swap(name[i], name[random() % (i + 1)]);
  for (GraphEdge& edge : edges) {
    edge.a = name[edge.a];
    edge.b = name[edge.b];
  }
  for (std::size_t i = edges.size(); i-- > 1;) std::swap(edges[i], edges[random() % (i + 1)]);
  return edges;
}

std::vector<GraphEdge> chain(int n) {
  std::vector<GraphEdge> edges;
  for (int i = 1; i < n; ++i) edges.push_back({i - 1, i, 1.0});
  return edges;
}

// Rails 0, 3, 6 … and 1, 4, 7 …, and rungs 2, 5, 8 … that are bodies of their own.
std::vector<GraphEdge> ladder(int steps) {
  std::vector<GraphEdge> edges;
  for (int i = 0; i < steps; ++i) {
    edges.push_back({3 * i, 3 * i + 2, 1.0});
    edges.push_back({3 * i + 1, 3 * i + 2, 1.0});
    if (i == 0) continue;
    edges.push_back({3 * i - 3, 3 * i, 1.0});
    edges.push_back({3 * i - 2, 3 * i + 1, 1.0});
  }
  return edges;
}

std::vector<GraphEdge> binary_tree(int n) {
  std::vector<GraphEdge> edges;
  for (int i = 1; i < n; ++i) edges.push_back({(i - 1) / 2, i, 1.0});
  return edges;
}

std::vector<GraphEdge> grid(int rows, int columns) {
  std::vector<GraphEdge> edges;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      if (i > 0) edges.push_back({(i - 1) * columns + j, i * columns + j, 1.0});
      if (j > 0) edges.push_back({i * columns + j - 1, i * columns + j, 1.0});
    }
  }
  return edges;
}

int depth_limit(double parts) {
  return static_cast<int>(std::ceil(std::log(parts) / std::log(1.5))) + 2;
}

TEST(Dissection, ChainIsCutAtOneEdge) {
  for (int n : {2, 3, 7, 100, 1000, 100000}) {
    for (bool shuffled : {false, true}) {
      SCOPED_TRACE(n);
      const Facts facts = dissect_evenly(n, shuffled ? shuffle(n, chain(n), 1) : chain(n), 1);
      EXPECT_EQ(facts.largest_cut, 1.0);
      EXPECT_GE(facts.smallest_share, 1.0 / 3);
      EXPECT_LE(facts.depth, std::ceil(std::log2(n)) + 1);
      EXPECT_LE(facts.largest_border, 2);
    }
  }
}

TEST(Dissection, RingIsCutAtTwoEdgesAndThenIsAChain) {
  std::vector<GraphEdge> edges = chain(1000);
  edges.push_back({999, 0, 1.0});
  const std::vector<double> weights(1000, 1.0);
  edges = shuffle(1000, edges, 2);
  const Nodes nodes = dissect(1000, weights, edges, 4);
  const Facts facts = check(1000, weights, edges, 4, nodes);
  EXPECT_EQ(facts.cut[0], 2.0);
  for (std::size_t i = 1; i < nodes.size(); ++i) EXPECT_LE(facts.cut[i], 1.0);
  EXPECT_LE(facts.largest_border, 2);
}

TEST(Dissection, LadderIsCutAtItsRails) {
  for (int steps : {4, 33, 1000, 33333}) {
    for (bool shuffled : {false, true}) {
      SCOPED_TRACE(steps);
      const int n = 3 * steps;
      const Facts facts =
          dissect_evenly(n, shuffled ? shuffle(n, ladder(steps), 3) : ladder(steps), 6);
      EXPECT_LE(facts.largest_cut, 3.0);  // the least of odd pieces is that of a rail and a rung
      EXPECT_GE(facts.smallest_share, 1.0 / 3);
      EXPECT_LE(facts.largest_border, 4);
      EXPECT_LE(facts.depth, std::ceil(std::log2(n / 6.0)) + 3);
    }
  }
}

TEST(Dissection, BinaryTreeIsCutAtOneEdge) {
  for (int n : {7, 100, 1023, 65535}) {
    for (bool shuffled : {false, true}) {
      SCOPED_TRACE(n);
      const Facts facts =
          dissect_evenly(n, shuffled ? shuffle(n, binary_tree(n), 4) : binary_tree(n), 4);
      EXPECT_EQ(facts.largest_cut, 1.0);
      EXPECT_LE(facts.depth, depth_limit(n / 4.0));
      EXPECT_LE(facts.largest_border, std::log2(n) + 1);
    }
  }
}

// A tree whose edges are ladders: branches must be cut off by both rails together.
TEST(Dissection, TreeOfLaddersIsCutAtBothRails) {
  const int steps = 20, branches = 63;
  std::vector<GraphEdge> edges;
  for (int b = 0; b < branches; ++b) {
    for (GraphEdge edge : ladder(steps))
      edges.push_back({edge.a + 3 * steps * b, edge.b + 3 * steps * b, 1.0});
    if (b == 0) continue;
    const int above = 3 * steps * ((b - 1) / 2 + 1) - 3, here = 3 * steps * b;
    edges.push_back({above, here, 1.0});
    edges.push_back({above + 1, here + 1, 1.0});
  }
  const int n = 3 * steps * branches;
  const Facts facts = dissect_evenly(n, shuffle(n, edges, 5), 30);
  EXPECT_LE(facts.largest_cut, 4.0);  // where branches meet, two of them
  EXPECT_GE(facts.smallest_share, 0.3);
}

TEST(Dissection, GridIsCutAlongALine) {
  for (int k : {10, 30, 100}) {
    SCOPED_TRACE(k);
    const std::vector<double> weights(k * k, 1.0);
    const std::vector<GraphEdge> edges = shuffle(k * k, grid(k, k), 6);
    const Nodes nodes = dissect(k * k, weights, edges, 8);
    const Facts facts = check(k * k, weights, edges, 8, nodes);
    EXPECT_LE(facts.cut[0], 1.2 * k);
    EXPECT_GE(facts.cut[0], k);  // there is no better one
    EXPECT_LE(facts.largest_cut, 1.5 * k);
    EXPECT_GE(facts.smallest_share, 0.3);
  }
}

// Legs of 100 vertices at a hub: balance needs several legs on one side.
TEST(Dissection, LegsOfASpiderStayWhole) {
  const int legs = 10, length = 100, n = legs * length + 1;
  std::vector<GraphEdge> edges;
  for (int leg = 0; leg < legs; ++leg) {
    edges.push_back({0, 1 + leg * length, 1.0});
    for (int i = 1; i < length; ++i) edges.push_back({leg * length + i, leg * length + i + 1, 1.0});
  }
  const std::vector<double> weights(n, 1.0);
  edges = shuffle(n, edges, 7);
  const Facts facts = check(n, weights, edges, 10, dissect(n, weights, edges, 10));
  EXPECT_EQ(facts.cut[0], 4.0);  // three legs weigh less than a third
  EXPECT_GE(facts.smallest_share, 0.3);
}

// As many bodies on one: a third of them have to be cut off.
TEST(Dissection, StarIsCutAtAThirdOfItsEdges) {
  const int n = 30001;
  std::vector<GraphEdge> edges;
  for (int i = 1; i < n; ++i) edges.push_back({0, i, 1.0});
  const std::vector<double> weights(n, 1.0);
  const Facts facts = check(n, weights, edges, 100, dissect(n, weights, edges, 100));
  EXPECT_LE(facts.cut[0], n / 3);
}

TEST(Dissection, HeavyEdgesAreSpared) {
  // A chain in which every tenth edge is cheap.
  std::vector<GraphEdge> edges = chain(1000);
  for (std::size_t i = 0; i < edges.size(); ++i) edges[i].weight = i % 10 == 9 ? 1.0 : 5.0;
  const std::vector<double> weights(1000, 1.0);
  const Facts facts = check(1000, weights, edges, 10, dissect(1000, weights, edges, 10));
  EXPECT_EQ(facts.largest_cut, 1.0);
}

TEST(Dissection, SeparatePiecesStayWhole) {
  // Forty chains of different lengths.
  std::vector<GraphEdge> edges;
  int n = 0;
  for (int piece = 0; piece < 40; ++piece) {
    for (int i = 1; i < 5 + piece; ++i) edges.push_back({n + i - 1, n + i, 1.0});
    n += 5 + piece;
  }
  const std::vector<double> weights(n, 1.0);
  const Facts facts = check(n, weights, edges, 44, dissect(n, weights, edges, 44));
  EXPECT_EQ(facts.largest_cut, 0.0);
  EXPECT_GE(facts.smallest_share, 1.0 / 3);
}

TEST(Dissection, LargePieceIsCutAndSmallOnesGoAlong) {
  std::vector<GraphEdge> edges = chain(900);
  for (int i = 901; i < 1000; ++i) edges.push_back({i - 1, i, 1.0});
  const std::vector<double> weights(1000, 1.0);
  const Nodes nodes = dissect(1000, weights, edges, 100);
  const Facts facts = check(1000, weights, edges, 100, nodes);
  EXPECT_EQ(facts.cut[0], 1.0);
  EXPECT_GE(facts.smallest_share, 1.0 / 3);
}

TEST(Dissection, VerticesHeavierThanALeafStandAlone) {
  std::vector<double> weights(100, 1.0);
  weights[40] = 1000.0;
  const Nodes nodes = dissect(100, weights, chain(100), 10);
  check(100, weights, chain(100), 10, nodes);
  int alone = 0;
  for (const DissectionNode& node : nodes) alone += node.vertices == std::vector<int>{40};
  EXPECT_EQ(alone, 1);
}

TEST(Dissection, TrivialGraphs) {
  const Nodes none = dissect(0, {}, {}, 1);
  ASSERT_EQ(none.size(), 1u);
  EXPECT_EQ(none[0].first_child, -1);
  const Nodes one = dissect(1, {5.0}, {{0, 0, 1.0}}, 1);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].vertices, std::vector<int>{0});
  const Nodes light = dissect(3, {1, 1, 1}, {{0, 1, 1.0}}, 3);
  ASSERT_EQ(light.size(), 1u);
  EXPECT_EQ(light[0].vertices, (std::vector<int>{0, 1, 2}));
  const Facts weightless = check(4, {0, 0, 0, 1}, {}, 0.5, dissect(4, {0, 0, 0, 1}, {}, 0.5));
  EXPECT_EQ(weightless.largest_cut, 0.0);
}

TEST(Dissection, RandomGraphsKeepTheirPromises) {
  std::mt19937 random(11);
  for (int trial = 0; trial < 200; ++trial) {
    SCOPED_TRACE(trial);
    const int n = 2 + static_cast<int>(random() % 300), m = static_cast<int>(random() % (3 * n));
    std::vector<double> weights(n);
    for (double& w : weights) w = 1.0 + static_cast<double>(random() % 3);
    std::vector<GraphEdge> edges;
    for (int i = 0; i < m; ++i)
      edges.push_back({static_cast<int>(random() % n), static_cast<int>(random() % n),
                       static_cast<double>(1 + random() % 5)});
    const double leaf_weight = 3.0 + static_cast<double>(random() % 20);
    const Nodes nodes = dissect(n, weights, edges, leaf_weight);
    const Facts facts = check(n, weights, edges, leaf_weight, nodes);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    // A node that is cut weighs more than three, its heaviest vertex at most that.
    EXPECT_LE(facts.depth, std::ceil(std::log(total) / std::log(1.25)) + 2);
    // The same once more.
    const Nodes again = dissect(n, weights, edges, leaf_weight);
    ASSERT_EQ(again.size(), nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) EXPECT_EQ(again[i].vertices, nodes[i].vertices);
  }
}

}  // namespace
}  // namespace gelenk
