// Which bodies of a system stay together in a leaf, and the tree of composites over the leaves: the
// first half of a partition (partition.h), before coordinates are numbered. In: the system's bodies
// and joints, what is on their axes. Out: the leaf of each body, the tree.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "topology/classes.h"
#include "topology/leaves/dissection.h"
#include "topology/system.h"

namespace gelenk {

class LeafTree {
 public:
  LeafTree(System& system, const AxisContents& contents, const BuildOptions& options);

  struct Body {
    Subsystem* sub;
    GroupIndex group;
    NodeIndex node;
  };

  struct TreeNode {
    int parent;
    int leaf = -1;  // −1: a composite
    std::string name;
    std::vector<int> children;
    int depth = 0;
  };

  // A joint between two leaves with something on its axis: it belongs to the leaf of one of its
  // bodies, which has a copy of the other. The body and its copies share its mass, and are welded
  // to one another.
  struct Split {
    Subsystem* sub;
    int joint;  // in the subsystem
    int leaf;
    int body;  // that the leaf has a copy of
  };

  // The body of a node; −1 for ground.
  int body_at(const Subsystem& sub, NodeIndex n) const;
  // For bodies that come later: the shafts of 1-D elements.
  void add_body_of(Subsystem& sub, NodeIndex n);
  int add_node(int parent, const std::string& name, bool is_leaf);
  bool has_body(const Subsystem& sub, GroupIndex group) const;

  std::vector<Subsystem*> subs;
  std::vector<Body> bodies;
  std::vector<int> leaf_of;    // by body
  std::vector<TreeNode> tree;  // the first is the whole
  int leaf_count = 0;
  std::vector<int> node_of_leaf;
  std::vector<Split> splits;

 private:
  void collect(Subsystem& sub, const Subsystem* above);
  void keep_together(bool may_split);
  void check_not_compiled(std::initializer_list<int> ends, const Component* component,
                          const char* what) const;
  void keep_axes_together(bool may_split);
  bool has_inertia(int body) const {
    return body >= 0 && bodies[body].sub->groups[bodies[body].group].invertible;
  }
  void choose_splits();
  int common_above(int a, int b) const;
  void follow_model();
  std::vector<int> number_classes(int& count);
  void separate_all();
  void bisect(int leaf_size);  // as in BuildOptions
  static void leave_whole(const std::vector<double>& weights, const std::vector<GraphEdge>& edges,
                          std::vector<DissectionNode>& cuts);
  void visit_links(const std::function<void(int a, int b, double weight)>& visit) const;
  void split_large_composites();
  void split(int at, const std::vector<GraphEdge>& edges);
  void set_depth(int node, int depth);
  std::string name_of(int body) const;

  const AxisContents& contents_;
  std::vector<int> above_;                       // by subsystem: the one that it is part of
  std::vector<std::vector<int>> body_of_group_;  // by subsystem
  std::unique_ptr<Classes> classes_;
  struct BorderJoint {
    Subsystem* sub;
    int joint, F, M;
  };
  std::vector<BorderJoint> may_be_split_;
};

}  // namespace gelenk
