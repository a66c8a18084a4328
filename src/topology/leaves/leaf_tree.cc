#include "topology/leaves/leaf_tree.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gelenk {

namespace {

// Parts in a composite. Its equations stand in one dense matrix; beyond this a tree of smaller
// ones, cut where few joints are, is the sparse factorisation of that matrix. Measured on ladders,
// chains and the examples: 2 to 4 parts cost the same, 12 cost 1.4 times as much, 48 eight times.
constexpr double most_parts = 4;

// Most bodies in a leaf of a model. Whatever machine it runs on, so that results are the same:
// pieces for eight processors, as long as they are worth it, and for sixteen where there are many.
// The composites above a leaf cost little beside it from 256 bodies on. Measured with 100,000
// bodies: at most 4,096 in a leaf in place of 2,048 is faster for chains, slower for ladders, the
// same for four-bars.
int choose_leaf_size(std::size_t bodies) {
  const int n = static_cast<int>(bodies);
  return std::max(std::clamp(n / 8, 256, 1024), std::min(n / 16, 2048));
}

// Whether a piece of so many bodies is worth a cut through so many rows. Those rows stand in one
// dense matrix. A plane is cut through a multiple of √n, and that is cheaper than leaving it whole;
// where it takes more than that (a hub that carries everything) the recursion through the whole
// piece costs less than the cut.
bool is_worth_a_cut(double bodies, double rows) { return rows <= 12 * std::sqrt(bodies); }

}  // namespace

LeafTree::LeafTree(System& system, const AxisContents& contents, const BuildOptions& options)
    : contents_(contents) {
  collect(*system.root, nullptr);
  keep_together(options.hierarchy == Hierarchy::model);
  switch (options.hierarchy) {
    case Hierarchy::model: follow_model(); break;
    case Hierarchy::automatic: bisect(options.leaf_size); break;
    case Hierarchy::flat: separate_all(); break;
    case Hierarchy::none: GELENK_ASSERT(false);
  }
  choose_splits();
  split_large_composites();
}

bool LeafTree::has_body(const Subsystem& sub, GroupIndex group) const {
  const std::vector<int>& list = body_of_group_[sub.id];
  return group < static_cast<int>(list.size()) && list[group] >= 0;
}

// ---- bodies -------------------------------------------------------------------------------------

void LeafTree::collect(Subsystem& sub, const Subsystem* above) {
  sub.id = static_cast<int>(subs.size());
  subs.push_back(&sub);
  above_.push_back(above == nullptr ? -1 : above->id);
  body_of_group_.emplace_back();
  for (std::size_t n = 0; n < sub.nodes.size(); ++n) add_body_of(sub, static_cast<NodeIndex>(n));
  for (auto& part : sub.parts) collect(*part, &sub);
}
void LeafTree::add_body_of(Subsystem& sub, NodeIndex n) {
  const Node& node = sub.nodes[n];
  if (node.kind != Node::Kind::group) return;
  std::vector<int>& list = body_of_group_[sub.id];
  if (list.size() < sub.groups.size()) list.resize(sub.groups.size(), -1);
  list[node.group] = static_cast<int>(bodies.size());
  bodies.push_back({&sub, node.group, n});
}

// The body of a node; −1 for ground.
int LeafTree::body_at(const Subsystem& sub, NodeIndex n) const {
  const Node& node = sub.nodes[n];
  if (node.kind == Node::Kind::ground) return -1;
  if (node.kind == Node::Kind::group) return body_of_group_[sub.id][node.group];
  const Subsystem& part = *sub.parts[node.part];
  return body_at(part, part.ports[node.port]);
}

// ---- what stays together ------------------------------------------------------------------------

void LeafTree::keep_together(bool may_split) {
  classes_ = std::make_unique<Classes>(static_cast<int>(bodies.size()));
  for (const Subsystem* sub : subs) {
    if (sub->loaded == nullptr) continue;
    for (int b : body_of_group_[sub->id]) classes_->join(body_of_group_[sub->id][0], b);
  }
  auto join = [&](int a, int b) {
    if (a >= 0 && b >= 0) classes_->join(a, b);
  };
  for (Subsystem* sub : subs) {
    std::erase_if(sub->joints, [](const JointEdge& edge) { return edge.added; });
    for (JointEdge& edge : sub->joints) {
      edge.in_tree = false;
      const int F = body_at(*sub, edge.F.node), M = body_at(*sub, edge.M.node);
      for (int b : {F, M}) {
        if (b < 0 || bodies[b].sub->groups[bodies[b].group].invertible) continue;
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
  keep_axes_together(may_split);
}

// What has to stay together with its neighbours cannot do so with a body inside a compiled
// component.
void LeafTree::check_not_compiled(std::initializer_list<int> ends, const Component* component,
                                  const char* what) const {
  for (int b : ends) {
    if (b < 0 || bodies[b].sub->loaded == nullptr) continue;
    const std::string message = std::string(what) +
                                " is fastened directly to the compiled "
                                "component '" +
                                bodies[b].sub->path + "'";
    const char* hint = "put a body with mass and inertia between them";
    if (component != nullptr) throw component->error("unsupported", message, hint);
    throw UserError({"unsupported", {}, bodies[b].sub->path, message, hint});
  }
}

// Joints and 1-D elements that connected flanges tie to each other. A joint that is tied to no
// other may be split.
void LeafTree::keep_axes_together(bool may_split) {
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
  for (const auto& [a, b, in] : contents_.connections) {
    flanges.join(at(a), at(b));
    used[a.first] = used[b.first] = true;
  }
  std::vector<std::pair<int, BorderJoint>> on_axes;  // with a flange of each
  for (Subsystem* sub : subs) {
    for (std::size_t j = 0; j < sub->joints.size(); ++j) {
      const JointEdge& edge = sub->joints[j];
      if (edge.component == nullptr || !has_axis_flange(*edge.component)) continue;
      if (!used.count(edge.component)) continue;
      const int F = body_at(*sub, edge.F.node), M = body_at(*sub, edge.M.node);
      check_not_compiled({F, M}, edge.component, "a joint whose axis is used");
      on_axes.push_back({tie(*edge.component), {sub, static_cast<int>(j), F, M}});
    }
  }
  std::map<int, int> joints_in_class, body_of_class;
  for (const auto& [flange, joint] : on_axes) ++joints_in_class[flanges.find(flange)];
  for (const auto& [flange, joint] : on_axes) {
    const int tied = flanges.find(flange);
    if (may_split && joints_in_class[tied] == 1 && !joint.sub->joints[joint.joint].closes_only() &&
        has_inertia(joint.F) && has_inertia(joint.M)) {
      may_be_split_.push_back(joint);
      continue;
    }
    for (int body : {joint.F, joint.M}) {
      if (body < 0) continue;
      const auto [it, added] = body_of_class.try_emplace(tied, body);
      if (!added) classes_->join(it->second, body);
    }
  }
}

void LeafTree::choose_splits() {
  for (const BorderJoint& joint : may_be_split_) {
    if (leaf_of[joint.F] != leaf_of[joint.M])
      splits.push_back({joint.sub, joint.joint, leaf_of[joint.F], joint.M});
  }
}

// ---- the tree -----------------------------------------------------------------------------------

int LeafTree::add_node(int parent, const std::string& name, bool is_leaf) {
  const int index = static_cast<int>(tree.size());
  tree.push_back(
      {parent, is_leaf ? leaf_count++ : -1, name, {}, parent < 0 ? 0 : tree[parent].depth + 1});
  if (is_leaf) node_of_leaf.push_back(index);
  if (parent >= 0) tree[parent].children.push_back(index);
  return index;
}

int LeafTree::common_above(int a, int b) const {
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

// Each component's own bodies are a leaf; classes that reach across components belong to the
// component that holds them all.
void LeafTree::follow_model() {
  std::vector<int> home(bodies.size(), -1);  // by class
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    int& at = home[classes_->find(static_cast<int>(b))];
    at = at < 0 ? bodies[b].sub->id : common_above(at, bodies[b].sub->id);
  }
  std::vector<char> needed(subs.size(), 0), own(subs.size(), 0);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const int at = home[classes_->find(static_cast<int>(b))];
    own[at] = 1;
    for (int s = at; s >= 0; s = above_[s]) needed[s] = 1;
  }
  std::vector<int> children(subs.size(), 0);
  for (std::size_t s = 0; s < subs.size(); ++s) {
    if (above_[s] >= 0 && needed[s]) ++children[above_[s]];
  }
  std::vector<int> leaf_of_sub(subs.size(), -1), node_of_sub(subs.size(), -1);
  for (std::size_t s = 0; s < subs.size(); ++s) {
    if (!needed[s] && s > 0) continue;
    const int parent = s == 0 ? -1 : node_of_sub[above_[s]];
    const bool is_leaf = s > 0 && children[s] == 0;
    const std::string name = subs[s]->path.empty() ? "the model" : subs[s]->path;
    // A composite of one part alone is that part.
    const bool passes = s > 0 && !own[s] && children[s] == 1;
    node_of_sub[s] = passes ? parent : add_node(parent, name, is_leaf);
    if (is_leaf)
      leaf_of_sub[s] = tree[node_of_sub[s]].leaf;
    else if (own[s])
      leaf_of_sub[s] = tree[add_node(node_of_sub[s], name, true)].leaf;
  }
  leaf_of.resize(bodies.size());
  for (std::size_t b = 0; b < bodies.size(); ++b)
    leaf_of[b] = leaf_of_sub[home[classes_->find(static_cast<int>(b))]];
}

std::vector<int> LeafTree::number_classes(int& count) {
  std::vector<int> number(bodies.size(), -1);
  count = 0;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const int c = classes_->find(static_cast<int>(b));
    if (number[c] < 0) number[c] = count++;
  }
  for (std::size_t b = 0; b < bodies.size(); ++b)
    number[b] = number[classes_->find(static_cast<int>(b))];
  return number;
}

void LeafTree::separate_all() {
  int count = 0;
  leaf_of = number_classes(count);
  const int root = add_node(-1, "the model", false);
  std::vector<std::string> names(count);
  for (std::size_t b = bodies.size(); b-- > 0;) names[leaf_of[b]] = name_of(static_cast<int>(b));
  for (const std::string& name : names) add_node(root, name, true);
}

void LeafTree::bisect(int leaf_size) {
  int count = 0;
  const std::vector<int> vertex = number_classes(count);
  std::vector<double> weights(count, 0.0);
  std::vector<char> is_compiled_vertex(count, 0);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    weights[vertex[b]] += 1.0;
    if (bodies[b].sub->loaded != nullptr) is_compiled_vertex[vertex[b]] = 1;
  }
  std::vector<GraphEdge> edges;
  auto add_edge = [&](int a, int b, double weight) {
    if (a >= 0 && b >= 0 && vertex[a] != vertex[b]) edges.push_back({vertex[a], vertex[b], weight});
  };
  visit_links(add_edge);
  std::vector<DissectionNode> cuts =
      dissect(count, weights, edges, leaf_size > 0 ? leaf_size : choose_leaf_size(bodies.size()));
  if (leaf_size <= 0) leave_whole(weights, edges, cuts);
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
        leaf_of_vertex[v] = tree[add_node(parent, "", true)].leaf;
      else if (node_of[i] < 0)
        node_of[i] = add_node(parent, "", true);
    }
    for (int v : cuts[i].vertices) {
      if (!is_compiled_vertex[v]) leaf_of_vertex[v] = tree[node_of[i]].leaf;
    }
  }
  leaf_of.resize(bodies.size());
  for (std::size_t b = bodies.size(); b-- > 0;) {
    leaf_of[b] = leaf_of_vertex[vertex[b]];
    tree[node_of_leaf[leaf_of[b]]].name = "the part around " + name_of(static_cast<int>(b));
  }
}

// Takes back cuts that cost more than they save, with all below them.
void LeafTree::leave_whole(const std::vector<double>& weights, const std::vector<GraphEdge>& edges,
                           std::vector<DissectionNode>& cuts) {
  std::vector<int> leaf(weights.size(), -1);
  std::vector<double> bodies_in(cuts.size(), 0.0), rows(cuts.size(), 0.0);
  for (std::size_t i = cuts.size(); i-- > 0;) {
    for (int v : cuts[i].vertices) {
      leaf[v] = static_cast<int>(i);
      bodies_in[i] += weights[v];
    }
    if (cuts[i].parent >= 0) bodies_in[cuts[i].parent] += bodies_in[i];
  }
  for (const GraphEdge& edge : edges) {
    int a = leaf[edge.a], b = leaf[edge.b];
    while (a != b) (a > b ? a : b) = cuts[std::max(a, b)].parent;
    if (cuts[a].first_child >= 0) rows[a] += edge.weight;
  }
  std::vector<char> is_gone(cuts.size(), 0);
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    if (cuts[i].first_child < 0 || is_gone[i] || is_worth_a_cut(bodies_in[i], rows[i])) continue;
    std::vector<int> below = {cuts[i].first_child, cuts[i].second_child};
    for (std::size_t next = 0; next < below.size(); ++next) {
      DissectionNode& node = cuts[below[next]];
      is_gone[below[next]] = 1;
      if (node.first_child >= 0) below.insert(below.end(), {node.first_child, node.second_child});
      cuts[i].vertices.insert(cuts[i].vertices.end(), node.vertices.begin(), node.vertices.end());
      node.vertices.clear();
    }
    std::sort(cuts[i].vertices.begin(), cuts[i].vertices.end());
    cuts[i].first_child = cuts[i].second_child = -1;
  }
}

// Joints and forces with the two bodies they act on, −1 for ground, and how many rows cutting them
// costs.
void LeafTree::visit_links(const std::function<void(int a, int b, double weight)>& visit) const {
  for (const Subsystem* sub : subs) {
    for (const JointEdge& edge : sub->joints)
      visit(body_at(*sub, edge.F.node), body_at(*sub, edge.M.node), edge.nc());
    for (const ForceEdge& edge : sub->forces) {
      if (!is_sensor(edge.force))
        visit(body_at(*sub, edge.a.node), body_at(*sub, edge.b.node), 1.0);
    }
  }
}

// A composite of many parts becomes a tree of composites.
void LeafTree::split_large_composites() {
  std::vector<std::vector<GraphEdge>> edges(tree.size());
  std::vector<int> number(tree.size(), 0);  // among its parent's children
  for (const TreeNode& node : tree) {
    for (std::size_t k = 0; k < node.children.size(); ++k)
      number[node.children[k]] = static_cast<int>(k);
  }
  auto add_edge = [&](int a, int b, double weight) {
    if (a < 0 || b < 0 || leaf_of[a] == leaf_of[b]) return;
    int i = node_of_leaf[leaf_of[a]], j = node_of_leaf[leaf_of[b]];
    while (tree[i].parent != tree[j].parent) {
      int& deeper = tree[i].depth >= tree[j].depth ? i : j;
      deeper = tree[deeper].parent;
    }
    edges[tree[i].parent].push_back({number[i], number[j], weight});
  };
  visit_links(add_edge);
  const int count = static_cast<int>(tree.size());
  for (int i = 0; i < count; ++i) {
    if (tree[i].children.size() > most_parts) split(i, edges[i]);
  }
  set_depth(0, 0);
}
void LeafTree::split(int at, const std::vector<GraphEdge>& edges) {
  const std::vector<int> children = std::move(tree[at].children);
  tree[at].children.clear();
  const std::vector<DissectionNode> cuts =
      dissect(static_cast<int>(children.size()), std::vector<double>(children.size(), 1.0), edges,
              most_parts);
  std::vector<int> node_of(cuts.size());
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    const int parent = c == 0 ? -1 : node_of[cuts[c].parent];
    const std::string name = tree[at].name;
    node_of[c] = c == 0 ? at : add_node(parent, name, false);
    for (int k : cuts[c].vertices) {
      tree[children[k]].parent = node_of[c];
      tree[node_of[c]].children.push_back(children[k]);
    }
  }
}
void LeafTree::set_depth(int node, int depth) {
  tree[node].depth = depth;
  for (int child : tree[node].children) set_depth(child, depth + 1);
}

std::string LeafTree::name_of(int body) const {
  return bodies[body].sub->groups[bodies[body].group].name;
}

}  // namespace gelenk
