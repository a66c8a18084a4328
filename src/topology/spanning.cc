// Spanning tree by Prim's method, subsystem by subsystem from the innermost outwards: a part's own
// joints are tree joints before any joint outside it, so that its coordinates are its own business.
// What is left over closes the loops (Robotran 3.2.3). The cost of a joint is
//   1. what the user said of it: welds, then joints whose start values are fixed or that are preferred as
//      states, then those with a start guess, which would be lost on a closing joint, those that laws read, then the others, and
//      last those to be avoided as states, and welds that hold ports (held_ports.h);
//   2. its degrees of freedom, so that joints with few closure equations are left to close the loops;
//   3. how local it is, by the dissection of the mechanism (leaves/dissection.h): what stands close together is tied together
//      before it is tied to the rest, so that loops stay short and few of them run through any one body. A ladder whose rails
//      were two long chains would close each of its rungs by way of ground;
//   4. the depth at which it would hang, so that a loop closes in its middle.
#include "topology/spanning.h"

#include <algorithm>
#include <queue>
#include <tuple>

#include "topology/leaves/dissection.h"

namespace gelenk {

namespace {

// Mechanisms of so many bodies are not dissected; larger ones are, down to pairs.
constexpr int few_bodies = 12;
constexpr double pair = 2;

enum JointClass { weld, kept, guessed, read, open, avoided };

JointClass classify(const JointEdge& edge) {
  const int nv = edge.nv();
  if (nv == 0) return edge.start.state_preference < 0 ? avoided : weld;
  for (int i = 0; i < nv; ++i) {
    if (edge.start.q_fixed[i] || edge.start.v_fixed[i]) return kept;
  }
  if (edge.start.state_preference >= 2) return kept;
  if (edge.start.state_preference < 0) return avoided;
  return edge.start.q_given ? guessed : edge.start.read ? read : open;
}

// Vertices of the tree problem: what moves together before this subsystem's own joints are considered.
// Vertex of ground and of every node that some part holds to ground is 0.
std::vector<int> number_vertices(const Subsystem& sub, int& count) {
  std::vector<int> vertex(sub.nodes.size(), -1);
  std::vector<std::vector<int>> vertex_of_island(sub.parts.size());
  count = 1;
  for (std::size_t n = 0; n < sub.nodes.size(); ++n) {
    const Node& node = sub.nodes[n];
    if (node.kind == Node::Kind::ground) {
      vertex[n] = 0;
    } else if (node.kind == Node::Kind::group) {
      vertex[n] = count++;
    } else {
      const Subsystem& part = *sub.parts[node.part];
      auto& known = vertex_of_island[node.part];
      if (known.empty()) {
        known.assign(part.islands.size(), -1);
        known[0] = 0;
      }
      int& island = known[part.island_of[part.ports[node.port]]];
      if (island < 0) island = count++;
      vertex[n] = island;
    }
    GELENK_ASSERT(vertex[n] >= 0);
  }
  return vertex;
}

class TreeChoice {
 public:
  TreeChoice(Subsystem& sub, bool is_root) : sub_(sub), is_root_(is_root) {}

  void run() {
    int count = 0;
    vertex_ = number_vertices(sub_, count);
    reached_.assign(count, false);
    edges_of_.resize(count);
    nodes_of_.resize(count);
    for (std::size_t n = 0; n < sub_.nodes.size(); ++n)
      nodes_of_[vertex_[n]].push_back(static_cast<NodeIndex>(n));
    for (std::size_t j = 0; j < sub_.joints.size(); ++j) {
      const JointEdge& edge = sub_.joints[j];
      if (edge.closes_only()) continue;
      edges_of_[vertex_[edge.F.node]].push_back(static_cast<int>(j));
      edges_of_[vertex_[edge.M.node]].push_back(static_cast<int>(j));
    }
    find_levels(count);
    find_turned_nodes();
    carries_port_.assign(count, false);
    for (NodeIndex port : sub_.ports) carries_port_[vertex_[port]] = true;
    std::vector<std::vector<int>> island_vertices = {grow(0)};
    for (int v = 1; v < count; ++v) {
      if (reached_[v]) continue;
      std::vector<int> members = grow(v);
      if (is_root_ || !has_port(members)) {
        add_free_motion(members);
        island_vertices[0].insert(island_vertices[0].end(), members.begin(), members.end());
      } else {
        island_vertices.push_back(std::move(members));
      }
    }
    sub_.islands.assign(island_vertices.size(), {});
    sub_.island_of.assign(sub_.nodes.size(), -1);
    for (std::size_t i = 0; i < island_vertices.size(); ++i) {
      for (int v : island_vertices[i]) {
        for (NodeIndex n : nodes_of_[v]) sub_.island_of[n] = static_cast<int>(i);
      }
    }
    for (std::size_t n = 0; n < sub_.nodes.size(); ++n)
      sub_.islands[sub_.island_of[n]].nodes.push_back(static_cast<NodeIndex>(n));
  }

 private:
  // Prim from vertex `start`; returns the vertices reached.
  std::vector<int> grow(int start) {
    // class, degrees of freedom, level with a minus sign, depth, joint, vertex it leads to
    using Candidate = std::tuple<JointClass, int, int, int, int, int>;
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates;
    std::vector<int> members;
    auto reach = [&](int v, int depth) {
      reached_[v] = true;
      members.push_back(v);
      for (int j : edges_of_[v]) {
        const JointEdge& edge = sub_.joints[j];
        const int other = vertex_[edge.F.node] == v ? vertex_[edge.M.node] : vertex_[edge.F.node];
        if (!reached_[other])
          candidates.emplace(classify(edge), edge.nv(), -level_[j], depth + 1, j, other);
      }
    };
    reach(start, 0);
    while (!candidates.empty()) {
      const auto [cost, nv, level, depth, joint, v] = candidates.top();
      candidates.pop();
      if (reached_[v]) continue;
      sub_.joints[joint].in_tree = true;
      reach(v, depth);
    }
    return members;
  }

  // How local each joint is: the number of cuts until its ends part, when the graph of bodies and joints is dissected.
  // Joints of ground, and those inside a leaf, are the most local.
  void find_levels(int count) {
    std::vector<GraphEdge> edges;
    for (const JointEdge& edge : sub_.joints) {
      const int a = vertex_[edge.F.node], b = vertex_[edge.M.node];
      if (a > 0 && b > 0)
        edges.push_back({a - 1, b - 1, static_cast<double>(std::max(edge.nc(), 1))});
    }
    const std::vector<DissectionNode> pieces =
        dissect(count - 1, std::vector<double>(count - 1, 1.0), edges,
                count - 1 > few_bodies ? pair : few_bodies);
    std::vector<int> leaf(count, -1), depth(pieces.size(), 0);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (i > 0) depth[i] = depth[pieces[i].parent] + 1;
      for (int v : pieces[i].vertices) leaf[v + 1] = static_cast<int>(i);
    }
    const int most = 1 + *std::max_element(depth.begin(), depth.end());
    for (const JointEdge& edge : sub_.joints) {
      int a = leaf[vertex_[edge.F.node]], b = leaf[vertex_[edge.M.node]];
      const bool inside = a < 0 || b < 0 || a == b;
      while (!inside && a != b) (a > b ? a : b) = pieces[std::max(a, b)].parent;
      level_.push_back(inside ? most : depth[a]);
    }
  }

  bool has_port(const std::vector<int>& members) const {
    return std::any_of(members.begin(), members.end(), [&](int v) { return carries_port_[v]; });
  }

  // A body of an island, own or inside a part.
  struct RootBody {
    const BodyOnGroup* body = nullptr;
    NodeIndex node = -1;  // own node that carries it, or the port by which it is reached
    bool own = false;

    // Bodies that state how they start come first, then the order of declaration: the choice does not
    // depend on how the model is cut into components.
    std::pair<int, int> rank() const {
      const BodyStart& s = body->start;
      return {s.enforce_states ? 0 : s.given ? 1 : 2, body->order};
    }
  };

  static void consider_bodies(const Subsystem& sub, NodeIndex n, NodeIndex reached_by, bool own,
                              RootBody& best) {
    const Node& node = sub.nodes[n];
    if (node.kind == Node::Kind::group) {
      for (const BodyOnGroup& body : sub.groups[node.group].bodies) {
        const RootBody candidate{&body, reached_by, own};
        if (best.body == nullptr || candidate.rank() < best.rank()) best = candidate;
      }
    } else if (node.kind == Node::Kind::port) {
      const Subsystem& part = *sub.parts[node.part];
      for (NodeIndex inner : part.islands[part.island_of[part.ports[node.port]]].nodes)
        consider_bodies(part, inner, reached_by, false, best);
    }
  }

  // An island that no joint ties to ground: its most telling body moves freely. When that body is inside
  // a part, the part's port does, and assembly places it so that the body starts where it says.
  void add_free_motion(const std::vector<int>& members) {
    RootBody best;
    NodeIndex any = -1;
    for (int v : members) {
      for (NodeIndex n : nodes_of_[v]) {
        any = std::max(any, n);
        consider_bodies(sub_, n, n, true, best);
      }
    }
    JointEdge edge;
    const bool is_point = best.own && members.size() == 1 && is_point_mass(best.node);
    if (is_point)
      edge.joint = Translation{};
    else
      edge.joint = FreeMotion{};
    edge.F = {0, {}};
    edge.M = {best.body ? best.node : any, best.own ? best.body->X_GA : Pose<double>{}};
    edge.name = (best.body ? best.body->component->path : name_of(any)) + " (free motion)";
    edge.in_tree = edge.added = true;
    if (!is_point) edge.start.q[3] = 1.0;
    if (best.body != nullptr && !best.own) edge.reference = best.body->component;
    edge.start.q_given = best.body != nullptr && best.body->start.given;
    if (best.own) {
      edge.component = best.body->component;
      const BodyStart& s = best.body->start;
      Eigen::Map<Vec3<double>>(edge.start.q.data()) = s.r_0;
      if (is_point) {
        Eigen::Map<Vec3<double>>(edge.start.v.data()) = s.v_0;
        for (int i = 0; i < 3; ++i) {
          edge.start.q_fixed[i] = s.r_0_fixed[i];
          edge.start.v_fixed[i] = s.v_0_fixed[i];
        }
        sub_.joints.push_back(edge);
        return;
      }
      Eigen::Map<Vec4<double>>(edge.start.q.data() + 3) = quaternion_of(s.R_0);
      Eigen::Map<Vec3<double>>(edge.start.v.data()) = s.w_0;
      Eigen::Map<Vec3<double>>(edge.start.v.data() + 3) = s.v_0;
      for (int i = 0; i < 3; ++i) {
        edge.start.q_fixed[i] = s.R_0_fixed;
        edge.start.v_fixed[i] = s.w_0_fixed;
        edge.start.q_fixed[3 + i] = s.r_0_fixed[i];
        edge.start.v_fixed[3 + i] = s.v_0_fixed[i];
      }
    }
    sub_.joints.push_back(edge);
  }

  // No inertia, and no force or constraint beside the point: nothing turns it.
  bool is_point_mass(NodeIndex n) const {
    return sub_.groups[sub_.nodes[n].group].inertia.J_com.isZero(0) && !turned_[n];
  }
  void find_turned_nodes() {
    turned_.assign(sub_.nodes.size(), false);
    for (const JointEdge& edge : sub_.joints) {
      const bool is_pointwise = std::visit(
          [](const auto& joint) {
            if constexpr (requires { joint.is_pointwise; })
              return joint.is_pointwise;
            else
              return false;
          },
          edge.joint);
      for (const FrameOnNode* at : {&edge.F, &edge.M}) {
        if (!(is_pointwise && at->X_NF.p.isZero(0))) turned_[at->node] = true;
      }
    }
    for (const ForceEdge& edge : sub_.forces) {
      if (is_sensor(edge.force)) continue;
      for (const FrameOnNode* at : {&edge.a, &edge.b}) {
        if (!at->X_NF.p.isZero(0)) turned_[at->node] = true;
      }
    }
  }

  std::string name_of(NodeIndex n) const {
    const Node& node = sub_.nodes[n];
    return node.kind == Node::Kind::port ? sub_.parts[node.part]->path
                                         : sub_.groups[node.group].name;
  }

  Subsystem& sub_;
  bool is_root_;
  std::vector<int> vertex_;
  std::vector<bool> reached_;
  std::vector<std::vector<int>> edges_of_;        // joints at each vertex, without constraints
  std::vector<std::vector<NodeIndex>> nodes_of_;  // of each vertex
  std::vector<bool> carries_port_;                // each vertex
  std::vector<bool> turned_;  // each node: by a joint or force beside its origin
  std::vector<int> level_;    // of each joint: cuts of the dissection above it
};

}  // namespace

void choose_tree(Subsystem& subsystem, bool is_root) {
  TreeChoice(subsystem, is_root).run();
  orient_island(subsystem, 0, 0);
}

void orient_island(Subsystem& sub, int island_index, NodeIndex entry) {
  Island& island = sub.islands[island_index];
  island.entry = entry;
  island.walk.clear();
  std::vector<std::vector<int>> joints_of(sub.nodes.size());
  for (std::size_t j = 0; j < sub.joints.size(); ++j) {
    if (!sub.joints[j].in_tree) continue;
    joints_of[sub.joints[j].F.node].push_back(static_cast<int>(j));
    joints_of[sub.joints[j].M.node].push_back(static_cast<int>(j));
  }
  std::vector<bool> known(sub.nodes.size(), false);
  std::vector<NodeIndex> queue;
  auto learn = [&](NodeIndex n) {
    known[n] = true;
    queue.push_back(n);
  };
  std::vector<std::vector<NodeIndex>> port_nodes(sub.parts.size());
  for (std::size_t n = 0; n < sub.nodes.size(); ++n) {
    if (sub.nodes[n].kind == Node::Kind::port)
      port_nodes[sub.nodes[n].part].push_back(static_cast<NodeIndex>(n));
  }
  auto island_of_port = [&](const Node& node) {
    const Subsystem& part = *sub.parts[node.part];
    return part.island_of[part.ports[node.port]];
  };
  auto enter_part = [&](PartIndex part, int part_island, NodeIndex from) {
    // Bare ground inside a part needs no walk, but its ports are known.
    const bool bare = part_island == 0 && sub.parts[part]->islands[0].walk.empty();
    if (!bare) island.walk.push_back({Move::Kind::part, part, from, -1, false, part_island});
    for (NodeIndex n : port_nodes[part]) {
      if (!known[n] && island_of_port(sub.nodes[n]) == part_island) learn(n);
    }
  };
  learn(entry);
  if (island_index == 0) {
    for (std::size_t k = 0; k < sub.parts.size(); ++k) enter_part(static_cast<PartIndex>(k), 0, 0);
  }
  std::vector<std::vector<bool>> entered(sub.parts.size());
  for (std::size_t k = 0; k < sub.parts.size(); ++k)
    entered[k].assign(sub.parts[k]->islands.size(), false);
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const NodeIndex n = queue[next];
    const Node& node = sub.nodes[n];
    if (node.kind == Node::Kind::port) {
      const int i = island_of_port(node);
      if (i > 0 && !entered[node.part][i]) {
        entered[node.part][i] = true;
        orient_island(*sub.parts[node.part], i, sub.parts[node.part]->ports[node.port]);
        enter_part(node.part, i, n);
      }
    }
    for (int j : joints_of[n]) {
      const JointEdge& edge = sub.joints[j];
      const bool reversed = edge.M.node == n;
      const NodeIndex other = reversed ? edge.F.node : edge.M.node;
      if (known[other]) continue;
      island.walk.push_back({Move::Kind::joint, j, n, other, reversed, 0});
      learn(other);
    }
  }
}

void number_coordinates(Subsystem& sub, int& nq, int& nv) {
  for (Island& island : sub.islands) {
    for (const Move& move : island.walk) {
      if (move.kind != Move::Kind::joint) continue;
      JointEdge& edge = sub.joints[move.index];
      edge.q = nq;
      edge.v = nv;
      nq += edge.nq();
      nv += edge.nv();
    }
  }
  for (const JointEdge& edge : sub.joints) GELENK_ASSERT(!edge.in_tree || edge.q >= 0);
  for (auto& part : sub.parts) number_coordinates(*part, nq, nv);
}

}  // namespace gelenk
