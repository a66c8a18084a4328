// Nested dissection of a graph: the whole is cut into two sides of similar weight that few edges
// join, each side is cut again, and so on until what is left is small. Topology's graph has bodies
// as vertices and joints as edges; the tree of the cuts then serves as a tree of components where
// the user has drawn none.
#pragma once

#include <vector>

namespace gelenk {

// An edge between two vertices. Edges from a vertex to itself count nothing; parallel edges add up.
struct GraphEdge {
  int a, b;
  double weight;  // price of cutting it, not negative
};

struct DissectionNode {
  int parent;                     // −1: the root
  int first_child, second_child;  // −1: a leaf
  std::vector<int> vertices;      // of leaves only, ascending
};

// The tree of cuts of a graph with vertices 0 … vertices − 1. Node 0 is the root, and every node
// stands before its children: walk up for what goes down the tree, down for what goes up. Each
// vertex is in exactly one leaf. A leaf weighs at most `leaf_weight`, unless it is a single vertex.
//
// Each side of a cut has at least a third of what the node weighs without its heaviest vertex.
// Parts of the graph that are not connected are shared out whole unless one of them weighs too much
// for that. The result depends on the arguments alone. Time is nearly linear in the edges for each
// level of the tree of cuts.
std::vector<DissectionNode> dissect(int vertices, const std::vector<double>& weights,
                                    const std::vector<GraphEdge>& edges, double leaf_weight);

}  // namespace gelenk
