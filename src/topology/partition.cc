#include "topology/partition.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "topology/dissection.h"
#include "topology/spanning.h"

namespace gelenk {

namespace {

// Classes of things that belong together.
class Classes {
 public:
  explicit Classes(int n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  int add() {
    parent_.push_back(static_cast<int>(parent_.size()));
    return parent_.back();
  }
  int find(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(int i, int j) {
    i = find(i);
    j = find(j);
    if (i != j) parent_[std::max(i, j)] = std::min(i, j);
  }

 private:
  std::vector<int> parent_;
};

// Parts in a composite. Its equations stand in one dense matrix; beyond this a tree of smaller ones, cut where few
// joints are, is the sparse factorisation of that matrix. Measured on ladders, chains and the examples: 2 to 4 parts
// cost the same, 12 cost 1.4 times as much, 48 eight times.
constexpr double most_parts = 4;

}  // namespace

class PartitionBuilder::Impl {
 public:
  Impl(System& system, const AxisContents& contents, const BuildOptions& options)
      : system_(system), contents_(contents) {
    collect(*system.root, nullptr);
    keep_together();
    switch (options.hierarchy) {
      case Hierarchy::model: follow_model(); break;
      case Hierarchy::automatic: bisect(options.leaf_size); break;
      case Hierarchy::flat: separate_all(); break;
      case Hierarchy::none: GELENK_ASSERT(false);
    }
    split_large_composites();
    choose_trees();
  }

  Partition build() {
    adopt_shafts();
    Partition partition;
    partition.leaves.resize(leaf_count_);
    for (std::vector<std::vector<PlaceInPartition>>* list :
         {&partition.nodes, &partition.joints, &partition.forces})
      list->resize(subs_.size());
    for (const Subsystem* sub : subs_) {
      partition.nodes[sub->id].resize(sub->nodes.size());
      partition.joints[sub->id].resize(sub->joints.size());
      partition.forces[sub->id].resize(sub->forces.size());
    }
    for (int leaf = 0; leaf < leaf_count_; ++leaf) fill_leaf(leaf, partition);
    slice_axes(partition);
    fill_composites(partition);
    return partition;
  }

 private:
  // ---- bodies ----------------------------------------------------------------------------------------

  struct Body {
    Subsystem* sub;
    GroupIndex group;
    NodeIndex node;
  };

  void collect(Subsystem& sub, const Subsystem* above) {
    sub.id = static_cast<int>(subs_.size());
    subs_.push_back(&sub);
    above_.push_back(above == nullptr ? -1 : above->id);
    body_of_group_.emplace_back();
    for (std::size_t n = 0; n < sub.nodes.size(); ++n) add_body_of(sub, static_cast<NodeIndex>(n));
    for (auto& part : sub.parts) collect(*part, &sub);
  }
  void add_body_of(Subsystem& sub, NodeIndex n) {
    const Node& node = sub.nodes[n];
    if (node.kind != Node::Kind::group) return;
    std::vector<int>& list = body_of_group_[sub.id];
    if (list.size() < sub.groups.size()) list.resize(sub.groups.size(), -1);
    list[node.group] = static_cast<int>(bodies_.size());
    bodies_.push_back({&sub, node.group, n});
  }

  // The body of a node; −1 for ground.
  int body_at(const Subsystem& sub, NodeIndex n) const {
    const Node& node = sub.nodes[n];
    if (node.kind == Node::Kind::ground) return -1;
    if (node.kind == Node::Kind::group) return body_of_group_[sub.id][node.group];
    const Subsystem& part = *sub.parts[node.part];
    return body_at(part, part.ports[node.port]);
  }

  // ---- what stays together -----------------------------------------------------------------------------

  void keep_together() {
    classes_ = std::make_unique<Classes>(static_cast<int>(bodies_.size()));
    for (const Subsystem* sub : subs_) {
      if (sub->loaded == nullptr) continue;
      for (int b : body_of_group_[sub->id]) classes_->join(body_of_group_[sub->id][0], b);
    }
    auto join = [&](int a, int b) {
      if (a >= 0 && b >= 0) classes_->join(a, b);
    };
    for (Subsystem* sub : subs_) {
      std::erase_if(sub->joints, [](const JointEdge& edge) { return edge.added; });
      for (JointEdge& edge : sub->joints) {
        edge.in_tree = false;
        const int F = body_at(*sub, edge.F.node), M = body_at(*sub, edge.M.node);
        for (int b : {F, M}) {
          if (b < 0 || bodies_[b].sub->groups[bodies_[b].group].invertible) continue;
          check_not_compiled({F, M}, edge.component, "a part without mass");
          join(F, M);
        }
      }
      for (const ForceEdge& edge : sub->forces) {
        const LumpedMass lump =
            std::visit([](const auto& force) { return lump_of(force); }, edge.force);
        if (lump.mass == 0) continue;
        const int a = body_at(*sub, edge.a.node), b = body_at(*sub, edge.b.node);
        check_not_compiled({a, b}, edge.component, "a line with mass");
        join(a, b);
      }
      for (const CoordinateRow& row : sub->coordinate_rows) {
        int first = -1;
        for (const CoordinateRow::Term& term : row.terms) {
          const JointEdge& edge = sub->joints[term.joint];
          for (NodeIndex n : {edge.F.node, edge.M.node}) {
            const int b = body_at(*sub, n);
            check_not_compiled({b}, row.component, "a joint that a relation names");
            join(first, b);
            if (b >= 0) first = b;
          }
        }
      }
    }
    keep_axes_together();
  }

  // What has to stay together with its neighbours cannot do so with a body inside a compiled component.
  void check_not_compiled(std::initializer_list<int> bodies, const Component* component,
                          const char* what) const {
    for (int b : bodies) {
      if (b < 0 || bodies_[b].sub->loaded == nullptr) continue;
      const std::string message = std::string(what) +
                                  " is fastened directly to the compiled "
                                  "component '" +
                                  bodies_[b].sub->path + "'";
      const char* hint = "put a body with mass and inertia between them";
      if (component != nullptr) throw component->error("unsupported", message, hint);
      throw UserError({"unsupported", {}, bodies_[b].sub->path, message, hint});
    }
  }
  bool is_compiled(int leaf) const {
    return !members_[leaf].empty() && bodies_[members_[leaf][0]].sub->loaded != nullptr;
  }

  // Joints and 1-D elements that connected flanges tie to each other.
  void keep_axes_together() {
    std::map<AxisContents::Key, int> number;
    Classes flanges(0);
    auto at = [&](const AxisContents::Key& key) {
      const auto [it, added] = number.try_emplace(key, -1);
      if (added) it->second = flanges.add();
      return it->second;
    };
    auto tie = [&](const Component& component) {
      int first = -1;
      for (const Connector& c : component.connectors) {
        if (!is_flange(c)) continue;
        const int flange = at({&component, c.name});
        if (first >= 0) flanges.join(first, flange);
        first = flange;
      }
      return first;
    };
    for (const auto& [component, element] : contents_.elements) tie(*component);
    std::map<const Component*, bool> used;
    for (const auto& [a, b] : contents_.connections) {
      flanges.join(at(a), at(b));
      used[a.first] = used[b.first] = true;
    }
    std::vector<std::pair<int, int>> bodies_on_axes;  // and a flange of their joint
    for (Subsystem* sub : subs_) {
      for (const JointEdge& edge : sub->joints) {
        if (edge.component == nullptr || !has_axis_flange(*edge.component)) continue;
        if (!used.count(edge.component)) continue;
        const int flange = tie(*edge.component);
        for (NodeIndex n : {edge.F.node, edge.M.node}) {
          const int b = body_at(*sub, n);
          check_not_compiled({b}, edge.component, "a joint whose axis is used");
          bodies_on_axes.emplace_back(b, flange);
        }
      }
    }
    std::map<int, int> body_of_class;
    for (const auto& [body, flange] : bodies_on_axes) {
      if (body < 0) continue;
      const auto [it, added] = body_of_class.try_emplace(flanges.find(flange), body);
      if (!added) classes_->join(it->second, body);
    }
  }

  // ---- the tree ----------------------------------------------------------------------------------------

  struct TreeNode {
    int parent;
    int leaf = -1;  // −1: a composite
    std::string name;
    std::vector<int> children;
    int depth = 0;
  };

  int add_node(int parent, const std::string& name, bool is_leaf) {
    const int index = static_cast<int>(tree_.size());
    tree_.push_back(
        {parent, is_leaf ? leaf_count_++ : -1, name, {}, parent < 0 ? 0 : tree_[parent].depth + 1});
    if (is_leaf) node_of_leaf_.push_back(index);
    if (parent >= 0) tree_[parent].children.push_back(index);
    return index;
  }

  int common_above(int a, int b) const {
    auto depth = [&](int s) {
      int d = 0;
      for (; above_[s] >= 0; s = above_[s]) ++d;
      return d;
    };
    for (int d = depth(a) - depth(b); d > 0; --d) a = above_[a];
    for (int d = depth(b) - depth(a); d > 0; --d) b = above_[b];
    while (a != b) a = above_[a], b = above_[b];
    return a;
  }

  // Each component's own bodies are a leaf; classes that reach across components belong to the component that
  // holds them all.
  void follow_model() {
    std::vector<int> home(bodies_.size(), -1);  // by class
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      int& at = home[classes_->find(static_cast<int>(b))];
      at = at < 0 ? bodies_[b].sub->id : common_above(at, bodies_[b].sub->id);
    }
    std::vector<char> needed(subs_.size(), 0), own(subs_.size(), 0);
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      const int at = home[classes_->find(static_cast<int>(b))];
      own[at] = 1;
      for (int s = at; s >= 0; s = above_[s]) needed[s] = 1;
    }
    std::vector<int> children(subs_.size(), 0);
    for (std::size_t s = 0; s < subs_.size(); ++s) {
      if (above_[s] >= 0 && needed[s]) ++children[above_[s]];
    }
    std::vector<int> leaf_of_sub(subs_.size(), -1), node_of_sub(subs_.size(), -1);
    for (std::size_t s = 0; s < subs_.size(); ++s) {
      if (!needed[s] && s > 0) continue;
      const int parent = s == 0 ? -1 : node_of_sub[above_[s]];
      const bool is_leaf = s > 0 && children[s] == 0;
      const std::string name = subs_[s]->path.empty() ? "the model" : subs_[s]->path;
      // A composite of one part alone is that part.
      const bool passes = s > 0 && !own[s] && children[s] == 1;
      node_of_sub[s] = passes ? parent : add_node(parent, name, is_leaf);
      if (is_leaf)
        leaf_of_sub[s] = tree_[node_of_sub[s]].leaf;
      else if (own[s])
        leaf_of_sub[s] = tree_[add_node(node_of_sub[s], name, true)].leaf;
    }
    leaf_of_.resize(bodies_.size());
    for (std::size_t b = 0; b < bodies_.size(); ++b)
      leaf_of_[b] = leaf_of_sub[home[classes_->find(static_cast<int>(b))]];
  }

  std::vector<int> number_classes(int& count) {
    std::vector<int> number(bodies_.size(), -1);
    count = 0;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      const int c = classes_->find(static_cast<int>(b));
      if (number[c] < 0) number[c] = count++;
    }
    for (std::size_t b = 0; b < bodies_.size(); ++b)
      number[b] = number[classes_->find(static_cast<int>(b))];
    return number;
  }

  void separate_all() {
    int count = 0;
    leaf_of_ = number_classes(count);
    const int root = add_node(-1, "the model", false);
    std::vector<std::string> names(count);
    for (std::size_t b = bodies_.size(); b-- > 0;)
      names[leaf_of_[b]] = name_of(static_cast<int>(b));
    for (const std::string& name : names) add_node(root, name, true);
  }

  void bisect(int leaf_size) {
    int count = 0;
    const std::vector<int> vertex = number_classes(count);
    std::vector<double> weights(count, 0.0);
    std::vector<char> is_compiled_vertex(count, 0);
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      weights[vertex[b]] += 1.0;
      if (bodies_[b].sub->loaded != nullptr) is_compiled_vertex[vertex[b]] = 1;
    }
    std::vector<GraphEdge> edges;
    auto add_edge = [&](int a, int b, double weight) {
      if (a >= 0 && b >= 0 && vertex[a] != vertex[b])
        edges.push_back({vertex[a], vertex[b], weight});
    };
    for (const Subsystem* sub : subs_) {
      for (const JointEdge& edge : sub->joints)
        add_edge(body_at(*sub, edge.F.node), body_at(*sub, edge.M.node), edge.nc());
      for (const ForceEdge& edge : sub->forces) {
        if (!is_sensor(edge.force))
          add_edge(body_at(*sub, edge.a.node), body_at(*sub, edge.b.node), 1.0);
      }
    }
    const std::vector<DissectionNode> cuts = dissect(count, weights, edges, leaf_size);
    std::vector<int> node_of(cuts.size(), -1);
    std::vector<int> leaf_of_vertex(count, -1);
    const int root = add_node(-1, "the model", false);
    // From the root of the cuts outwards, whatever their order.
    std::vector<int> waiting;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      if (cuts[i].parent < 0) waiting.push_back(static_cast<int>(i));
    }
    for (std::size_t next = 0; next < waiting.size(); ++next) {
      const int i = waiting[next];
      const bool is_leaf = cuts[i].first_child < 0;
      const int parent = cuts[i].parent < 0 ? root : node_of[cuts[i].parent];
      if (!is_leaf) {
        node_of[i] = cuts[i].parent < 0 ? root : add_node(parent, "a part of the model", false);
        waiting.push_back(cuts[i].first_child);
        waiting.push_back(cuts[i].second_child);
        continue;
      }
      // A compiled component is a leaf of its own beside the others.
      for (int v : cuts[i].vertices) {
        if (is_compiled_vertex[v])
          leaf_of_vertex[v] = tree_[add_node(parent, "", true)].leaf;
        else if (node_of[i] < 0)
          node_of[i] = add_node(parent, "", true);
      }
      for (int v : cuts[i].vertices) {
        if (!is_compiled_vertex[v]) leaf_of_vertex[v] = tree_[node_of[i]].leaf;
      }
    }
    leaf_of_.resize(bodies_.size());
    for (std::size_t b = bodies_.size(); b-- > 0;) {
      leaf_of_[b] = leaf_of_vertex[vertex[b]];
      tree_[node_of_leaf_[leaf_of_[b]]].name = "the part around " + name_of(static_cast<int>(b));
    }
  }

  // A composite of many parts becomes a tree of composites.
  void split_large_composites() {
    std::vector<std::vector<GraphEdge>> edges(tree_.size());
    std::vector<int> number(tree_.size(), 0);  // among its parent's children
    for (const TreeNode& node : tree_) {
      for (std::size_t k = 0; k < node.children.size(); ++k)
        number[node.children[k]] = static_cast<int>(k);
    }
    auto add_edge = [&](int a, int b, double weight) {
      if (a < 0 || b < 0 || leaf_of_[a] == leaf_of_[b]) return;
      int i = node_of_leaf_[leaf_of_[a]], j = node_of_leaf_[leaf_of_[b]];
      while (tree_[i].parent != tree_[j].parent) {
        int& deeper = tree_[i].depth >= tree_[j].depth ? i : j;
        deeper = tree_[deeper].parent;
      }
      edges[tree_[i].parent].push_back({number[i], number[j], weight});
    };
    for (const Subsystem* sub : subs_) {
      for (const JointEdge& edge : sub->joints)
        add_edge(body_at(*sub, edge.F.node), body_at(*sub, edge.M.node), edge.nc());
      for (const ForceEdge& edge : sub->forces) {
        if (!is_sensor(edge.force))
          add_edge(body_at(*sub, edge.a.node), body_at(*sub, edge.b.node), 1.0);
      }
    }
    const int count = static_cast<int>(tree_.size());
    for (int i = 0; i < count; ++i) {
      if (tree_[i].children.size() > most_parts) split(i, edges[i]);
    }
    set_depth(0, 0);
  }
  void split(int at, const std::vector<GraphEdge>& edges) {
    const std::vector<int> children = std::move(tree_[at].children);
    tree_[at].children.clear();
    const std::vector<DissectionNode> cuts =
        dissect(static_cast<int>(children.size()), std::vector<double>(children.size(), 1.0), edges,
                most_parts);
    std::vector<int> node_of(cuts.size());
    for (std::size_t c = 0; c < cuts.size(); ++c) {
      const int parent = c == 0 ? -1 : node_of[cuts[c].parent];
      const std::string name = tree_[at].name;
      node_of[c] = c == 0 ? at : add_node(parent, name, false);
      for (int k : cuts[c].vertices) {
        tree_[children[k]].parent = node_of[c];
        tree_[node_of[c]].children.push_back(children[k]);
      }
    }
  }
  void set_depth(int node, int depth) {
    tree_[node].depth = depth;
    for (int child : tree_[node].children) set_depth(child, depth + 1);
  }

  std::string name_of(int body) const {
    return bodies_[body].sub->groups[bodies_[body].group].name;
  }

  // ---- leaves ------------------------------------------------------------------------------------------

  void list_members() {
    put_compiled_last();
    members_.assign(leaf_count_, {});
    for (std::size_t b = 0; b < bodies_.size(); ++b)
      members_[leaf_of_[b]].push_back(static_cast<int>(b));
    joints_of_leaf_.assign(leaf_count_, {});
    for (Subsystem* sub : subs_) {
      for (std::size_t j = 0; j < sub->joints.size(); ++j) {
        const int leaf = leaf_of_edge(*sub, sub->joints[j].F.node, sub->joints[j].M.node);
        if (leaf >= 0) joints_of_leaf_[leaf].push_back({sub, static_cast<int>(j)});
      }
    }
  }

  void put_compiled_last() {
    std::vector<char> compiled(leaf_count_, 0);
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      if (bodies_[b].sub->loaded != nullptr) compiled[leaf_of_[b]] = 1;
    }
    std::vector<int> number(leaf_count_), node_of_leaf(leaf_count_);
    int next = 0;
    for (char wanted : {0, 1}) {
      for (int leaf = 0; leaf < leaf_count_; ++leaf) {
        if (compiled[leaf] == wanted) number[leaf] = next++;
      }
    }
    for (int leaf = 0; leaf < leaf_count_; ++leaf) node_of_leaf[number[leaf]] = node_of_leaf_[leaf];
    node_of_leaf_ = node_of_leaf;
    for (TreeNode& node : tree_) {
      if (node.leaf >= 0) node.leaf = number[node.leaf];
    }
    for (std::vector<int>* list : {&leaf_of_, &leaf_of_train_}) {
      for (int& leaf : *list) leaf = leaf < 0 ? leaf : number[leaf];
    }
  }

  // The leaf that both ends belong to; −1: none. What is fastened to a compiled component is not in it.
  int leaf_of_edge(const Subsystem& sub, NodeIndex a, NodeIndex b) const {
    const int A = body_at(sub, a), B = body_at(sub, b);
    for (int body : {A, B}) {
      if (body >= 0 && bodies_[body].sub->loaded != nullptr) return -1;
    }
    if (A < 0 && B < 0) return -1;
    if (A < 0) return leaf_of_[B];
    if (B < 0) return leaf_of_[A];
    return leaf_of_[A] == leaf_of_[B] ? leaf_of_[A] : -1;
  }

  // Bodies and joints of a leaf as a subsystem; node k + 1 is the k-th member.
  std::unique_ptr<Subsystem> slice(int leaf) {
    auto sub = std::make_unique<Subsystem>();
    sub->component = system_.root->component;
    sub->nodes = {Node{}};
    if (node_in_leaf_.size() < bodies_.size()) node_in_leaf_.resize(bodies_.size());
    for (int b : members_[leaf]) {
      node_in_leaf_[b] = static_cast<NodeIndex>(sub->nodes.size());
      sub->nodes.push_back(
          {Node::Kind::group, static_cast<GroupIndex>(sub->groups.size()), -1, -1});
      sub->groups.push_back(bodies_[b].sub->groups[bodies_[b].group]);
    }
    for (const JointRef& ref : joints_of_leaf_[leaf]) {
      JointEdge edge = ref.sub->joints[ref.joint];
      edge.F.node = in_leaf(*ref.sub, edge.F.node);
      edge.M.node = in_leaf(*ref.sub, edge.M.node);
      sub->joints.push_back(std::move(edge));
    }
    return sub;
  }
  NodeIndex in_leaf(const Subsystem& sub, NodeIndex n) const {
    const int b = body_at(sub, n);
    return b < 0 ? 0 : node_in_leaf_[b];
  }

  void choose_trees() {
    list_members();
    for (int leaf = 0; leaf < leaf_count_; ++leaf) {
      if (is_compiled(leaf)) continue;
      const std::unique_ptr<Subsystem> sub = slice(leaf);
      const std::size_t known = sub->joints.size();
      choose_tree(*sub, true);
      for (std::size_t j = 0; j < known; ++j) {
        const JointRef& ref = joints_of_leaf_[leaf][j];
        ref.sub->joints[ref.joint].in_tree = sub->joints[j].in_tree;
      }
      for (std::size_t j = known; j < sub->joints.size(); ++j) {
        JointEdge edge = sub->joints[j];
        const Body& body = bodies_[members_[leaf][edge.M.node - 1]];
        edge.M.node = body.node;
        body.sub->joints.push_back(edge);
      }
    }
  }

  // Bodies that build_axes has added for shafts go where the joints are that they are tied to; those that stand
  // alone, into a leaf of their own.
  void adopt_shafts() {
    Subsystem& root = *system_.root;
    const std::size_t known = bodies_.size();
    for (std::size_t n = 0; n < root.nodes.size(); ++n) {
      const Node& node = root.nodes[n];
      if (node.kind != Node::Kind::group) continue;
      const std::vector<int>& list = body_of_group_[0];
      if (node.group < static_cast<int>(list.size()) && list[node.group] >= 0) continue;
      add_body_of(root, static_cast<NodeIndex>(n));
    }
    leaf_of_.resize(bodies_.size(), -1);
    find_leaves_of_trains();
    for (std::size_t t = 0; t < system_.axes.trains.size(); ++t) {
      const JointRef& carrier = system_.axes.trains[t].carrier;
      if (carrier.joint < 0) continue;
      const int b = body_at(*carrier.sub, carrier.sub->joints[carrier.joint].M.node);
      if (b >= static_cast<int>(known)) leaf_of_[b] = leaf_of_train_[t];
    }
    list_members();
  }

  // Trains that elements and rows tie together belong to one leaf.
  void find_leaves_of_trains() {
    const Axes& axes = system_.axes;
    Classes trains(static_cast<int>(axes.trains.size()));
    for (const PlacedAxisElement& e : axes.elements) {
      int first = -1;
      for (int shaft : {e.shaft_a, e.shaft_b, e.shaft_s}) {
        if (shaft < 0) continue;
        if (first >= 0) trains.join(first, axes.shafts[shaft].train);
        first = axes.shafts[shaft].train;
      }
    }
    std::map<std::pair<const Subsystem*, int>, int> train_of_carrier;
    for (std::size_t t = 0; t < axes.trains.size(); ++t) {
      const JointRef& c = axes.trains[t].carrier;
      if (c.joint >= 0) train_of_carrier[{c.sub, c.joint}] = static_cast<int>(t);
    }
    for (const TrainRow& row : system_.rows) {
      int first = -1;
      for (const TrainRow::Term& term : row.terms) {
        const auto found = train_of_carrier.find({term.joint.sub, term.joint.joint});
        if (found == train_of_carrier.end()) continue;
        if (first >= 0) trains.join(first, found->second);
        first = found->second;
      }
    }
    std::vector<int> leaf_of_class(axes.trains.size(), -1);
    auto note = [&](int train, const JointRef& ref) {
      const JointEdge& edge = ref.sub->joints[ref.joint];
      for (NodeIndex n : {edge.F.node, edge.M.node}) {
        const int b = body_at(*ref.sub, n);
        if (b >= 0 && leaf_of_[b] >= 0) leaf_of_class[trains.find(train)] = leaf_of_[b];
      }
    };
    for (const AxisJoint& j : axes.joints) note(axes.shafts[j.shaft].train, j.joint);
    leaf_of_train_.resize(axes.trains.size());
    for (std::size_t t = 0; t < axes.trains.size(); ++t) {
      int& leaf = leaf_of_class[trains.find(static_cast<int>(t))];
      if (leaf < 0) leaf = tree_[add_node(0, axes.trains[t].name, true)].leaf;
      leaf_of_train_[t] = leaf;
    }
  }

  void fill_leaf(int index, Partition& partition) {
    Leaf& leaf = partition.leaves[index];
    leaf.name = tree_[node_of_leaf_[index]].name;
    System& system = leaf.system;
    system.root = slice(index);
    Subsystem& sub = *system.root;
    for (int b : members_[index])
      partition.nodes[bodies_[b].sub->id][bodies_[b].node] = {index, -1, node_in_leaf_[b]};
    if (is_compiled(index)) {
      leaf.compiled = bodies_[members_[index][0]].sub;
      leaf.name = leaf.compiled->path;
      for (std::size_t n = 1; n < sub.nodes.size(); ++n)
        leaf.ports.push_back(static_cast<NodeIndex>(n));
      leaf.q = system_.nq;
      leaf.v = system_.nv;
      system_.nq += leaf.compiled->loaded->nq();
      system_.nv += leaf.compiled->loaded->nv();
      return;
    }
    system.gravity = system_.gravity;
    system.counts.components = 1;
    Island all;
    for (std::size_t n = 0; n < sub.nodes.size(); ++n)
      all.nodes.push_back(static_cast<NodeIndex>(n));
    sub.islands = {all};
    sub.island_of.assign(sub.nodes.size(), 0);
    orient_island(sub, 0, 0);
    number_coordinates(sub, system.nq, system.nv);
    leaf.q = system_.nq;
    leaf.v = system_.nv;
    for (std::size_t j = 0; j < sub.joints.size(); ++j) {
      const JointRef& ref = joints_of_leaf_[index][j];
      partition.joints[ref.sub->id][ref.joint] = {index, -1, static_cast<int>(j)};
      JointEdge& edge = ref.sub->joints[ref.joint];
      if (!edge.in_tree) continue;
      edge.q = leaf.q + sub.joints[j].q;
      edge.v = leaf.v + sub.joints[j].v;
    }
    system_.nq += system.nq;
    system_.nv += system.nv;
  }

  // Relations, forces and 1-D elements of the leaves.
  void slice_axes(Partition& partition) {
    auto place = [&](const JointRef& ref) {
      const PlaceInPartition& at = partition.joints[ref.sub->id][ref.joint];
      GELENK_ASSERT(at.leaf >= 0);
      return JointRef{partition.leaves[at.leaf].system.root.get(), at.index};
    };
    for (Subsystem* sub : subs_) {
      for (const CoordinateRow& row : sub->coordinate_rows) {
        CoordinateRow copy = row;
        int leaf = -1;
        for (CoordinateRow::Term& term : copy.terms) {
          const PlaceInPartition& at = partition.joints[sub->id][term.joint];
          leaf = at.leaf;
          term.joint = at.index;
        }
        partition.leaves[leaf].system.root->coordinate_rows.push_back(std::move(copy));
      }
      for (std::size_t i = 0; i < sub->forces.size(); ++i) {
        ForceEdge edge = sub->forces[i];
        int leaf = leaf_of_edge(*sub, edge.a.node, edge.b.node);
        // Between two points of ground it moves nothing, but has a load and an energy: any leaf will do.
        const bool on_ground = body_at(*sub, edge.a.node) < 0 && body_at(*sub, edge.b.node) < 0;
        if (on_ground && !partition.leaves.empty() && partition.leaves[0].compiled == nullptr)
          leaf = 0;
        if (is_sensor(edge.force) || leaf < 0) continue;
        edge.a.node = in_leaf(*sub, edge.a.node);
        edge.b.node = in_leaf(*sub, edge.b.node);
        edge.resolve = {0, {}};
        auto& forces = partition.leaves[leaf].system.root->forces;
        partition.forces[sub->id][i] = {leaf, -1, static_cast<int>(forces.size())};
        forces.push_back(std::move(edge));
      }
    }
    const Axes& axes = system_.axes;
    std::vector<int> train_in_leaf(axes.trains.size()), shaft_in_leaf(axes.shafts.size());
    for (std::size_t t = 0; t < axes.trains.size(); ++t) {
      Axes& own = partition.leaves[leaf_of_train_[t]].system.axes;
      train_in_leaf[t] = static_cast<int>(own.trains.size());
      own.trains.push_back(axes.trains[t]);
      if (own.trains.back().carrier.joint >= 0)
        own.trains.back().carrier = place(axes.trains[t].carrier);
    }
    for (std::size_t s = 0; s < axes.shafts.size(); ++s) {
      const int train = axes.shafts[s].train;
      if (train < 0) continue;
      Axes& own = partition.leaves[leaf_of_train_[train]].system.axes;
      shaft_in_leaf[s] = static_cast<int>(own.shafts.size());
      own.shafts.push_back(axes.shafts[s]);
      own.shafts.back().train = train_in_leaf[train];
    }
    for (const AxisJoint& j : axes.joints) {
      const int leaf = leaf_of_train_[axes.shafts[j.shaft].train];
      partition.leaves[leaf].system.axes.joints.push_back({place(j.joint), shaft_in_leaf[j.shaft]});
    }
    partition.axis_elements.resize(axes.elements.size());
    for (std::size_t i = 0; i < axes.elements.size(); ++i) {
      PlacedAxisElement e = axes.elements[i];
      int leaf = 0;
      for (int* shaft : {&e.shaft_a, &e.shaft_b, &e.shaft_s}) {
        if (*shaft < 0) continue;
        leaf = leaf_of_train_[axes.shafts[*shaft].train];
        *shaft = shaft_in_leaf[*shaft];
      }
      Leaf& at = partition.leaves[leaf];
      partition.axis_elements[i] = {leaf, -1, static_cast<int>(at.system.axes.elements.size())};
      at.system.axes.elements.push_back(std::move(e));
      at.axis_elements.push_back(static_cast<int>(i));
    }
    for (const TrainRow& row : system_.rows) {
      TrainRow copy = row;
      int leaf = -1;
      for (TrainRow::Term& term : copy.terms) {
        leaf = partition.joints[term.joint.sub->id][term.joint.joint].leaf;
        term.joint = place(term.joint);
      }
      partition.leaves[leaf].system.rows.push_back(std::move(copy));
    }
  }

  // ---- composites --------------------------------------------------------------------------------------

  void fill_composites(Partition& partition) {
    // Parts before what they are part of.
    std::vector<int> number(tree_.size(), -1);
    const auto add_composites = [&](int node, auto&& self) -> void {
      for (int child : tree_[node].children) self(child, self);
      if (tree_[node].leaf >= 0) return;
      number[node] = static_cast<int>(partition.composites.size());
      Composite& composite = partition.composites.emplace_back();
      composite.name = tree_[node].name;
    };
    add_composites(0, add_composites);
    part_of_.assign(tree_.size(), -1);
    for (std::size_t i = 0; i < tree_.size(); ++i) {
      for (int child : tree_[i].children) {
        const TreeNode& node = tree_[child];
        std::vector<Composite::Part>& parts = partition.composites[number[i]].parts;
        part_of_[child] = static_cast<int>(parts.size());
        parts.push_back({node.leaf >= 0, node.leaf >= 0 ? node.leaf : number[child]});
        partition.depth = std::max(partition.depth, node.depth + 1);
      }
    }
    for (Subsystem* sub : subs_) {
      for (std::size_t j = 0; j < sub->joints.size(); ++j) {
        const JointEdge& edge = sub->joints[j];
        const int F = body_at(*sub, edge.F.node), M = body_at(*sub, edge.M.node);
        if (!stands_between(F, M)) continue;
        const int at = common_node(F, M);
        Composite& composite = partition.composites[number[at]];
        partition.joints[sub->id][j] = {-1, number[at], static_cast<int>(composite.joints.size())};
        composite.joints.push_back(
            {&edge, port_below(at, F, number, partition), port_below(at, M, number, partition)});
      }
      for (std::size_t i = 0; i < sub->forces.size(); ++i) {
        const ForceEdge& edge = sub->forces[i];
        const int a = body_at(*sub, edge.a.node), b = body_at(*sub, edge.b.node);
        if (is_sensor(edge.force) || !stands_between(a, b)) continue;
        const int at = common_node(a, b);
        Composite& composite = partition.composites[number[at]];
        partition.forces[sub->id][i] = {-1, number[at], static_cast<int>(composite.forces.size())};
        composite.forces.push_back(
            {&edge, port_below(at, a, number, partition), port_below(at, b, number, partition)});
      }
      for (std::size_t n = 0; n < sub->nodes.size(); ++n) {
        if (sub->nodes[n].kind != Node::Kind::port) continue;
        const int b = body_at(*sub, static_cast<NodeIndex>(n));
        if (b >= 0) partition.nodes[sub->id][n] = {leaf_of_[b], -1, node_in_leaf_[b]};
      }
    }
  }

  // Whether what acts on both bodies is a matter of a composite: all but what is inside one of our leaves.
  bool stands_between(int a, int b) const {
    for (int body : {a, b}) {
      if (body >= 0 && bodies_[body].sub->loaded != nullptr) return true;
    }
    return a >= 0 && b >= 0 && leaf_of_[a] != leaf_of_[b];
  }

  // The lowest composite that holds both; ground (−1) is everywhere.
  int common_node(int a, int b) const {
    if (a < 0) a = b;
    if (b < 0) b = a;
    int i = node_of_leaf_[leaf_of_[a]], j = node_of_leaf_[leaf_of_[b]];
    if (i == j) return tree_[i].parent;
    while (i != j) {
      if (tree_[i].depth >= tree_[j].depth)
        i = tree_[i].parent;
      else
        j = tree_[j].parent;
    }
    return i;
  }

  // The port by which the composite at tree node `at` sees a body: through all parts on the way.
  PartPort port_below(int at, int body, const std::vector<int>& number, Partition& partition) {
    if (body < 0) {
      std::vector<Composite::Part>& parts = partition.composites[number[at]].parts;
      const auto ground = std::find_if(parts.begin(), parts.end(),
                                       [](const Composite::Part& part) { return part.index < 0; });
      const int part = static_cast<int>(ground - parts.begin());
      if (ground == parts.end()) parts.push_back({true, -1});
      return {part, 0};
    }
    std::vector<int> way = {node_of_leaf_[leaf_of_[body]]};
    while (tree_[way.back()].parent != at) way.push_back(tree_[way.back()].parent);
    Leaf& leaf = partition.leaves[leaf_of_[body]];
    PartPort below{part_of_[way[0]], add_once(leaf.ports, node_in_leaf_[body])};
    for (std::size_t k = 1; k < way.size(); ++k) {
      std::vector<PartPort>& ports = partition.composites[number[way[k]]].ports;
      below = {part_of_[way[k]], add_once(ports, below)};
    }
    return below;
  }
  static int add_once(std::vector<NodeIndex>& list, NodeIndex x) {
    const auto at = std::find(list.begin(), list.end(), x);
    if (at != list.end()) return static_cast<int>(at - list.begin());
    list.push_back(x);
    return static_cast<int>(list.size()) - 1;
  }
  static int add_once(std::vector<PartPort>& list, const PartPort& x) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i].part == x.part && list[i].port == x.port) return static_cast<int>(i);
    }
    list.push_back(x);
    return static_cast<int>(list.size()) - 1;
  }

  System& system_;
  const AxisContents& contents_;
  std::vector<Subsystem*> subs_;
  std::vector<int> above_;  // by subsystem: the one that it is part of
  std::vector<Body> bodies_;
  std::vector<std::vector<int>> body_of_group_;  // by subsystem
  std::unique_ptr<Classes> classes_;
  std::vector<TreeNode> tree_;  // the first is the whole
  int leaf_count_ = 0;
  std::vector<int> node_of_leaf_, leaf_of_, leaf_of_train_;
  std::vector<std::vector<int>> members_;
  std::vector<std::vector<JointRef>> joints_of_leaf_;
  std::vector<NodeIndex> node_in_leaf_;
  std::vector<int> part_of_;
};

PartitionBuilder::PartitionBuilder(System& system, const AxisContents& contents,
                                   const BuildOptions& options)
    : impl_(std::make_unique<Impl>(system, contents, options)) {}
PartitionBuilder::~PartitionBuilder() = default;
Partition PartitionBuilder::build() { return impl_->build(); }

}  // namespace gelenk
