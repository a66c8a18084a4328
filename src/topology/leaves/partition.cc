#include "topology/leaves/partition.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "topology/leaves/leaf_tree.h"
#include "topology/open_ports.h"
#include "topology/spanning.h"

namespace gelenk {

class PartitionBuilder::Impl {
 public:
  Impl(System& system, const AxisContents& contents, const BuildOptions& options)
      : system_(system), leaves_(system, contents, options) {
    choose_trees();
  }

  Partition build() {
    adopt_shafts();
    Partition partition;
    partition.leaves.resize(leaves_.leaf_count);
    for (std::vector<std::vector<PlaceInPartition>>* list :
         {&partition.nodes, &partition.joints, &partition.forces})
      list->resize(leaves_.subs.size());
    for (const Subsystem* sub : leaves_.subs) {
      partition.nodes[sub->id].resize(sub->nodes.size());
      partition.joints[sub->id].resize(sub->joints.size());
      partition.forces[sub->id].resize(sub->forces.size());
    }
    for (int leaf = 0; leaf < leaves_.leaf_count; ++leaf) fill_leaf(leaf, partition);
    slice_axes(partition);
    fill_composites(partition);
    return partition;
  }

 private:
  bool is_compiled(int leaf) const {
    return !members_[leaf].empty() && leaves_.bodies[members_[leaf][0]].sub->loaded != nullptr;
  }

  // ---- leaves -----------------------------------------------------------------------------------

  void list_members() {
    put_compiled_last();
    split_of_.clear();
    copies_.assign(leaves_.bodies.size(), 0);
    for (std::size_t i = 0; i < leaves_.splits.size(); ++i) {
      const LeafTree::Split& split = leaves_.splits[i];
      split_of_[{split.sub, split.joint}] = static_cast<int>(i);
      ++copies_[split.body];
    }
    node_of_copy_.resize(leaves_.splits.size());
    members_.assign(leaves_.leaf_count, {});
    for (std::size_t b = 0; b < leaves_.bodies.size(); ++b)
      members_[leaves_.leaf_of[b]].push_back(static_cast<int>(b));
    joints_of_leaf_.assign(leaves_.leaf_count, {});
    for (Subsystem* sub : leaves_.subs) {
      for (std::size_t j = 0; j < sub->joints.size(); ++j) {
        const LeafTree::Split* split = find_split(*sub, static_cast<int>(j));
        const int leaf = split != nullptr
                             ? split->leaf
                             : leaf_of_edge(*sub, sub->joints[j].F.node, sub->joints[j].M.node);
        if (leaf >= 0) joints_of_leaf_[leaf].push_back({sub, static_cast<int>(j)});
      }
    }
  }

  void put_compiled_last() {
    std::vector<char> compiled(leaves_.leaf_count, 0);
    for (std::size_t b = 0; b < leaves_.bodies.size(); ++b) {
      if (leaves_.bodies[b].sub->loaded != nullptr) compiled[leaves_.leaf_of[b]] = 1;
    }
    std::vector<int> number(leaves_.leaf_count), node_of_leaf(leaves_.leaf_count);
    int next = 0;
    for (char wanted : {0, 1}) {
      for (int leaf = 0; leaf < leaves_.leaf_count; ++leaf) {
        if (compiled[leaf] == wanted) number[leaf] = next++;
      }
    }
    for (int leaf = 0; leaf < leaves_.leaf_count; ++leaf)
      node_of_leaf[number[leaf]] = leaves_.node_of_leaf[leaf];
    leaves_.node_of_leaf = node_of_leaf;
    for (LeafTree::TreeNode& node : leaves_.tree) {
      if (node.leaf >= 0) node.leaf = number[node.leaf];
    }
    for (std::vector<int>* list : {&leaves_.leaf_of, &leaf_of_train_}) {
      for (int& leaf : *list) leaf = leaf < 0 ? leaf : number[leaf];
    }
    for (LeafTree::Split& split : leaves_.splits) split.leaf = number[split.leaf];
  }

  // Null where a joint is whole in one leaf, or between leaves.
  const LeafTree::Split* find_split(const Subsystem& sub, int joint) const {
    const auto found = split_of_.find({&sub, joint});
    return found == split_of_.end() ? nullptr : &leaves_.splits[found->second];
  }

  // Of a body and its copies each.
  Group share_of(int body) const {
    Group group = leaves_.bodies[body].sub->groups[leaves_.bodies[body].group];
    if (copies_[body] == 0) return group;
    const double share = 1.0 / (1 + copies_[body]);
    group.inertia.mass *= share;
    group.inertia.J_com *= share;
    for (MassPoint& point : group.mass_points) point.mass *= share;
    return group;
  }

  // The leaf that both ends belong to; −1: none. What is fastened to a compiled component is not in
  // it.
  int leaf_of_edge(const Subsystem& sub, NodeIndex a, NodeIndex b) const {
    const int A = leaves_.body_at(sub, a), B = leaves_.body_at(sub, b);
    for (int body : {A, B}) {
      if (body >= 0 && leaves_.bodies[body].sub->loaded != nullptr) return -1;
    }
    if (A < 0 && B < 0) return -1;
    if (A < 0) return leaves_.leaf_of[B];
    if (B < 0) return leaves_.leaf_of[A];
    return leaves_.leaf_of[A] == leaves_.leaf_of[B] ? leaves_.leaf_of[A] : -1;
  }

  // Bodies and joints of a leaf as a subsystem; node k + 1 is the k-th member.
  std::unique_ptr<Subsystem> slice(int leaf) {
    auto sub = std::make_unique<Subsystem>();
    sub->component = system_.root->component;
    sub->nodes = {Node{}};
    if (node_in_leaf_.size() < leaves_.bodies.size()) node_in_leaf_.resize(leaves_.bodies.size());
    for (int b : members_[leaf]) {
      node_in_leaf_[b] = static_cast<NodeIndex>(sub->nodes.size());
      sub->nodes.push_back(
          {Node::Kind::group, static_cast<GroupIndex>(sub->groups.size()), -1, -1});
      sub->groups.push_back(share_of(b));
    }
    for (std::size_t i = 0; i < leaves_.splits.size(); ++i) {
      if (leaves_.splits[i].leaf == leaf) add_copy(i, *sub);
    }
    for (const JointRef& ref : joints_of_leaf_[leaf]) {
      JointEdge edge = ref.sub->joints[ref.joint];
      edge.F.node = in_leaf(*ref.sub, edge.F.node);
      const LeafTree::Split* split = find_split(*ref.sub, ref.joint);
      edge.M.node = split == nullptr ? in_leaf(*ref.sub, edge.M.node)
                                     : node_of_copy_[split - leaves_.splits.data()];
      sub->joints.push_back(std::move(edge));
    }
    return sub;
  }
  void add_copy(std::size_t split, Subsystem& sub) {
    Group group = share_of(leaves_.splits[split].body);
    group.bodies.clear();  // their starts are those of the body
    node_of_copy_[split] = static_cast<NodeIndex>(sub.nodes.size());
    sub.nodes.push_back({Node::Kind::group, static_cast<GroupIndex>(sub.groups.size()), -1, -1});
    sub.groups.push_back(std::move(group));
  }
  NodeIndex in_leaf(const Subsystem& sub, NodeIndex n) const {
    const int b = leaves_.body_at(sub, n);
    return b < 0 ? 0 : node_in_leaf_[b];
  }

  void choose_trees() {
    list_members();
    for (int leaf = 0; leaf < leaves_.leaf_count; ++leaf) {
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
        const LeafTree::Body& body = leaves_.bodies[members_[leaf][edge.M.node - 1]];
        edge.M.node = body.node;
        body.sub->joints.push_back(edge);
      }
    }
  }

  // Bodies that build_axes has added for shafts go where the joints are that they are tied to;
  // those that stand alone, into a leaf of their own.
  void adopt_shafts() {
    Subsystem& root = *system_.root;
    const std::size_t known = leaves_.bodies.size();
    for (std::size_t n = 0; n < root.nodes.size(); ++n) {
      const Node& node = root.nodes[n];
      if (node.kind != Node::Kind::group) continue;
      if (!leaves_.has_body(root, node.group)) leaves_.add_body_of(root, static_cast<NodeIndex>(n));
    }
    leaves_.leaf_of.resize(leaves_.bodies.size(), -1);
    find_leaves_of_trains();
    for (std::size_t t = 0; t < system_.axes.trains.size(); ++t) {
      const JointRef& carrier = system_.axes.trains[t].carrier;
      if (carrier.joint < 0) continue;
      const int b = leaves_.body_at(*carrier.sub, carrier.sub->joints[carrier.joint].M.node);
      if (b >= static_cast<int>(known)) leaves_.leaf_of[b] = leaf_of_train_[t];
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
        if (shaft < 0 || is_of_port(shaft)) continue;
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
      if (const LeafTree::Split* split = find_split(*ref.sub, ref.joint)) {
        leaf_of_class[trains.find(train)] = split->leaf;
        return;
      }
      for (NodeIndex n : {edge.F.node, edge.M.node}) {
        const int b = leaves_.body_at(*ref.sub, n);
        if (b >= 0 && leaves_.leaf_of[b] >= 0)
          leaf_of_class[trains.find(train)] = leaves_.leaf_of[b];
      }
    };
    for (const AxisJoint& j : axes.joints) note(axes.shafts[j.shaft].train, j.joint);
    leaf_of_train_.resize(axes.trains.size());
    for (std::size_t t = 0; t < axes.trains.size(); ++t) {
      leaf_of_train_[t] = -1;
      if (axes.trains[t].port >= 0) continue;  // a matter of composites
      int& leaf = leaf_of_class[trains.find(static_cast<int>(t))];
      if (leaf < 0) leaf = leaves_.tree[leaves_.add_node(0, axes.trains[t].name, true)].leaf;
      leaf_of_train_[t] = leaf;
    }
  }

  // Whether a shaft moves with the flange of a compiled component alone.
  bool is_of_port(int shaft) const {
    return shaft >= 0 && system_.axes.trains[system_.axes.shafts[shaft].train].port >= 0;
  }

  void fill_leaf(int index, Partition& partition) {
    Leaf& leaf = partition.leaves[index];
    leaf.name = leaves_.tree[leaves_.node_of_leaf[index]].name;
    System& system = leaf.system;
    system.root = slice(index);
    Subsystem& sub = *system.root;
    for (int b : members_[index])
      partition.nodes[leaves_.bodies[b].sub->id][leaves_.bodies[b].node] = {index, -1,
                                                                            node_in_leaf_[b]};
    if (is_compiled(index)) {
      leaf.compiled = leaves_.bodies[members_[index][0]].sub;
      leaf.name = leaf.compiled->path;
      const LoadedComponent& loaded = *leaf.compiled->loaded;
      for (int n = 1; n <= loaded.port_count(); ++n) leaf.ports.push_back(n);
      leaf.flanges.resize(loaded.flanges().size());
      std::iota(leaf.flanges.begin(), leaf.flanges.end(), 0);
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
    for (Subsystem* sub : leaves_.subs) {
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
        // Between two points of ground it moves nothing, but has a load and an energy: any leaf
        // will do.
        const bool on_ground =
            leaves_.body_at(*sub, edge.a.node) < 0 && leaves_.body_at(*sub, edge.b.node) < 0;
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
      if (axes.trains[t].port >= 0) continue;
      Axes& own = partition.leaves[leaf_of_train_[t]].system.axes;
      train_in_leaf[t] = static_cast<int>(own.trains.size());
      own.trains.push_back(axes.trains[t]);
      if (own.trains.back().carrier.joint >= 0)
        own.trains.back().carrier = place(axes.trains[t].carrier);
    }
    for (std::size_t s = 0; s < axes.shafts.size(); ++s) {
      const int train = axes.shafts[s].train;
      if (train < 0 || leaf_of_train_[train] < 0) continue;
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
      if (is_of_port(e.shaft_a) || is_of_port(e.shaft_b)) continue;  // fill_shafts
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

  // ---- composites -------------------------------------------------------------------------------

  void fill_composites(Partition& partition) {
    // Parts before what they are part of.
    std::vector<int> number(leaves_.tree.size(), -1);
    const auto add_composites = [&](int node, auto&& self) -> void {
      for (int child : leaves_.tree[node].children) self(child, self);
      if (leaves_.tree[node].leaf >= 0) return;
      number[node] = static_cast<int>(partition.composites.size());
      Composite& composite = partition.composites.emplace_back();
      composite.name = leaves_.tree[node].name;
    };
    add_composites(0, add_composites);
    part_of_.assign(leaves_.tree.size(), -1);
    for (std::size_t i = 0; i < leaves_.tree.size(); ++i) {
      for (int child : leaves_.tree[i].children) {
        const LeafTree::TreeNode& node = leaves_.tree[child];
        std::vector<Composite::Part>& parts = partition.composites[number[i]].parts;
        part_of_[child] = static_cast<int>(parts.size());
        parts.push_back({node.leaf >= 0, node.leaf >= 0 ? node.leaf : number[child]});
        partition.depth = std::max(partition.depth, node.depth + 1);
      }
    }
    for (Subsystem* sub : leaves_.subs) {
      for (std::size_t j = 0; j < sub->joints.size(); ++j) {
        const JointEdge& edge = sub->joints[j];
        const int F = leaves_.body_at(*sub, edge.F.node), M = leaves_.body_at(*sub, edge.M.node);
        if (!stands_between(F, M) || find_split(*sub, static_cast<int>(j)) != nullptr) continue;
        const int at = common_node(F, M);
        Composite& composite = partition.composites[number[at]];
        partition.joints[sub->id][j] = {-1, number[at], static_cast<int>(composite.joints.size())};
        composite.joints.push_back(
            {&edge, port_below(at, F, number, partition), port_below(at, M, number, partition)});
      }
      for (std::size_t i = 0; i < sub->forces.size(); ++i) {
        const ForceEdge& edge = sub->forces[i];
        const int a = leaves_.body_at(*sub, edge.a.node), b = leaves_.body_at(*sub, edge.b.node);
        if (is_sensor(edge.force) || !stands_between(a, b)) continue;
        const int at = common_node(a, b);
        Composite& composite = partition.composites[number[at]];
        partition.forces[sub->id][i] = {-1, number[at], static_cast<int>(composite.forces.size())};
        composite.forces.push_back(
            {&edge, port_below(at, a, number, partition), port_below(at, b, number, partition)});
      }
      for (std::size_t n = 0; n < sub->nodes.size(); ++n) {
        if (sub->nodes[n].kind != Node::Kind::port) continue;
        const int b = leaves_.body_at(*sub, static_cast<NodeIndex>(n));
        if (b >= 0) partition.nodes[sub->id][n] = {leaves_.leaf_of[b], -1, node_in_leaf_[b]};
      }
    }
    for (std::size_t i = 0; i < leaves_.splits.size(); ++i) weld(i, number, partition);
    fill_shafts(number, partition);
    open_ports(number, partition);
  }

  // What the whole shows, where its connectors are open.
  void open_ports(const std::vector<int>& number, Partition& partition) {
    const OpenPortList open = list_open_ports(system_);
    Composite& whole = partition.composites.back();
    for (const OpenPortList::Port& port : open.ports) {
      if (!port.is_ground)
        whole.ports.push_back(
            port_below(0, leaves_.body_at(*system_.root, port.node), number, partition));
    }
    for (int train : open.trains)
      whole.flanges.push_back(
          shaft_below(0, place_train(train, partition), number, partition).flange);
  }

  // One body of a body and its copy.
  void weld(std::size_t i, const std::vector<int>& number, Partition& partition) {
    const LeafTree::Split& split = leaves_.splits[i];
    const LeafTree::Body& body = leaves_.bodies[split.body];
    auto edge = std::make_unique<JointEdge>();
    edge->joint = Weld{};
    edge->name = body.sub->groups[body.group].name;
    const int at = common_node_of_leaves(split.leaf, leaves_.leaf_of[split.body]);
    partition.composites[number[at]].joints.push_back(
        {edge.get(), port_below(at, split.leaf, node_of_copy_[i], number, partition),
         port_below(at, split.body, number, partition)});
    partition.welds.push_back(std::move(edge));
  }

  // What flanges of compiled components are connected to: couplings to shafts of other leaves, and
  // forces.
  void fill_shafts(const std::vector<int>& number, Partition& partition) {
    const Axes& axes = system_.axes;
    for (std::size_t p = 0; p < axes.ports.size(); ++p) {
      const FlangePort& port = axes.ports[p];
      if (axes.trains[axes.shafts[port.shaft].train].port == static_cast<int>(p)) continue;
      const ShaftInLeaf a{leaf_of(port), port.flange, 1.0, 0.0},
          b = place_shaft(port.shaft, partition);
      const int at = common_node_of_leaves(a.leaf, b.leaf);
      partition.composites[number[at]].couplings.push_back({port.sub->path,
                                                            shaft_below(at, a, number, partition),
                                                            shaft_below(at, b, number, partition)});
    }
    for (std::size_t i = 0; i < axes.elements.size(); ++i) {
      const PlacedAxisElement& e = axes.elements[i];
      if ((!is_of_port(e.shaft_a) && !is_of_port(e.shaft_b)) ||
          e.element.kind != AxisElement::Kind::force)
        continue;
      const ShaftInLeaf a = place_shaft(e.shaft_a, partition),
                        b = place_shaft(e.shaft_b, partition);
      const int at = common_node_of_leaves(a.leaf, b.leaf);
      Composite& composite = partition.composites[number[at]];
      partition.axis_elements[i] = {-1, number[at], static_cast<int>(composite.axis_forces.size())};
      composite.axis_forces.push_back(
          {&e, shaft_below(at, a, number, partition), shaft_below(at, b, number, partition)});
    }
  }

  // A shaft as ratio · (flange of a leaf) + offset; leaf −1: ground.
  struct ShaftInLeaf {
    int leaf = -1, flange = -1;
    double ratio = 0.0, offset = 0.0;
  };
  ShaftInLeaf place_shaft(int shaft, Partition& partition) {
    if (shaft < 0) return {};
    const Shaft& s = system_.axes.shafts[shaft];
    const ShaftInLeaf x = place_train(s.train, partition);
    return {x.leaf, x.flange, s.ratio, s.offset};
  }
  ShaftInLeaf place_train(int number, Partition& partition) {
    const Train& train = system_.axes.trains[number];
    if (train.port >= 0) {
      const FlangePort& port = system_.axes.ports[train.port];
      return {leaf_of(port), port.flange, 1.0, 0.0};
    }
    if (train.carrier.joint < 0) return {};
    const PlaceInPartition& at = partition.joints[train.carrier.sub->id][train.carrier.joint];
    return {at.leaf, add_once(partition.leaves[at.leaf].flanges, at.index), 1.0, 0.0};
  }
  int leaf_of(const FlangePort& port) const {
    return leaves_.leaf_of[leaves_.body_at(*port.sub, 1)];
  }

  // The shaft as the composite at tree node `at` sees it: through all parts on the way.
  ShaftOfPart shaft_below(int at, const ShaftInLeaf& shaft, const std::vector<int>& number,
                          Partition& partition) {
    if (shaft.leaf < 0) return {{}, 0.0, shaft.offset};
    std::vector<int> way = {leaves_.node_of_leaf[shaft.leaf]};
    while (leaves_.tree[way.back()].parent != at) way.push_back(leaves_.tree[way.back()].parent);
    PartPort below{part_of_[way[0]], shaft.flange};
    for (std::size_t k = 1; k < way.size(); ++k) {
      std::vector<PartPort>& flanges = partition.composites[number[way[k]]].flanges;
      below = {part_of_[way[k]], add_once(flanges, below)};
    }
    return {below, shaft.ratio, shaft.offset};
  }

  // Whether what acts on both bodies is a matter of a composite: all but what is inside one of our
  // leaves.
  bool stands_between(int a, int b) const {
    for (int body : {a, b}) {
      if (body >= 0 && leaves_.bodies[body].sub->loaded != nullptr) return true;
    }
    return a >= 0 && b >= 0 && leaves_.leaf_of[a] != leaves_.leaf_of[b];
  }

  // The lowest composite that holds both; ground (−1) is everywhere.
  int common_node(int a, int b) const {
    if (a < 0) a = b;
    if (b < 0) b = a;
    return common_node_of_leaves(leaves_.leaf_of[a], leaves_.leaf_of[b]);
  }
  int common_node_of_leaves(int a, int b) const {
    if (a < 0) a = b;
    if (b < 0) b = a;
    int i = leaves_.node_of_leaf[a], j = leaves_.node_of_leaf[b];
    if (i == j) return leaves_.tree[i].parent;
    while (i != j) {
      if (leaves_.tree[i].depth >= leaves_.tree[j].depth)
        i = leaves_.tree[i].parent;
      else
        j = leaves_.tree[j].parent;
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
    return port_below(at, leaves_.leaf_of[body], node_in_leaf_[body], number, partition);
  }
  PartPort port_below(int at, int leaf, NodeIndex node, const std::vector<int>& number,
                      Partition& partition) {
    std::vector<int> way = {leaves_.node_of_leaf[leaf]};
    while (leaves_.tree[way.back()].parent != at) way.push_back(leaves_.tree[way.back()].parent);
    PartPort below{part_of_[way[0]], add_once(partition.leaves[leaf].ports, node)};
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
  LeafTree leaves_;
  std::vector<int> leaf_of_train_;
  std::vector<std::vector<int>> members_;  // by leaf: bodies
  std::vector<std::vector<JointRef>> joints_of_leaf_;
  std::vector<NodeIndex> node_in_leaf_;  // by body
  std::vector<int> part_of_;
  std::map<std::pair<const Subsystem*, int>, int> split_of_;  // by joint: in LeafTree::splits
  std::vector<int> copies_;                                   // of each body
  std::vector<NodeIndex> node_of_copy_;                       // by split
};

PartitionBuilder::PartitionBuilder(System& system, const AxisContents& contents,
                                   const BuildOptions& options)
    : impl_(std::make_unique<Impl>(system, contents, options)) {}
PartitionBuilder::~PartitionBuilder() = default;
Partition PartitionBuilder::build() { return impl_->build(); }

}  // namespace gelenk
