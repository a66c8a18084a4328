#include "formulations/recursive/tree.h"

#include <algorithm>
#include <cmath>

#include "formulations/refinement.h"

namespace gelenk {

namespace {

// Rotation that takes z to the unit vector n.
Mat3<double> rotation_of_z_to(const Vec3<double>& n) {
  if (n.z() == 1.0) return Mat3<double>::Identity();
  const PlaneBasis basis = calc_plane_basis(n);
  Mat3<double> Q;
  Q << basis.b1, basis.b2, n;
  return Q;
}

class TreeBuilder {
 public:
  explicit TreeBuilder(const System& system) : system_(system) {}

  Tree build() {
    tree_.nq = system_.nq;
    tree_.nv = system_.nv;
    tree_.body_of_speed.resize(system_.nv);
    tree_.armature.assign(system_.nv, 0.0);
    tree_.driven.assign(system_.nv, 0);
    for (const Train& train : system_.axes.trains) {
      if (train.carrier.joint < 0) continue;
      const int v = train.carrier.sub->joints[train.carrier.joint].v;
      tree_.armature[v] = train.inertia;
      tree_.driven[v] = train.driven;
    }
    tree_.gravity = system_.gravity.kind == Gravity::Kind::uniform
                        ? to_lane<double>(system_.gravity.g)
                        : Lane3<double>::zero();
    tree_.nodes.resize(system_.counts.components);
    tree_.subsystems.resize(system_.counts.components);
    prepare(*system_.root);
    tree_.bodies.emplace_back();
    tree_.carriers.emplace_back();
    walk(*system_.root, 0);
    place_ports(*system_.root);
    measure_length();
    find_thin_bodies();
    share_slots();
    return std::move(tree_);
  }

 private:
  void prepare(const Subsystem& sub) {
    tree_.subsystems[sub.id] = &sub;
    tree_.nodes[sub.id].resize(sub.nodes.size());
    for (std::size_t n = 0; n < sub.nodes.size(); ++n) {
      if (sub.nodes[n].kind == Node::Kind::ground) tree_.nodes[sub.id][n] = {0, {}};
    }
    for (const auto& part : sub.parts) prepare(*part);
  }

  // The place of a node: a port is where the part has it.
  NodePlace& place_of(const Subsystem& sub, NodeIndex n) {
    const Node& node = sub.nodes[n];
    if (node.kind != Node::Kind::port) return tree_.nodes[sub.id][n];
    const Subsystem& part = *sub.parts[node.part];
    return place_of(part, part.ports[node.port]);
  }
  const Group* group_at(const Subsystem& sub, NodeIndex n) const {
    const Node& node = sub.nodes[n];
    if (node.kind == Node::Kind::group) return &sub.groups[node.group];
    if (node.kind == Node::Kind::ground) return nullptr;
    const Subsystem& part = *sub.parts[node.part];
    return group_at(part, part.ports[node.port]);
  }

  void walk(const Subsystem& sub, int island) {
    for (const Move& move : sub.islands[island].walk) {
      if (move.kind == Move::Kind::part)
        walk(*sub.parts[move.index], move.island);
      else
        add_body(sub, move);
    }
  }

  void add_body(const Subsystem& sub, const Move& move) {
    const JointEdge& edge = sub.joints[move.index];
    const FrameOnNode& inner = move.reversed ? edge.M : edge.F;  // on the parent
    const FrameOnNode& outer = move.reversed ? edge.F : edge.M;  // on the child
    const NodePlace parent = place_of(sub, move.from);
    GELENK_ASSERT(parent.body >= 0);

    TreeBody body;
    body.parent = parent.body;
    body.q = edge.q;
    body.v = edge.v;
    body.nv = static_cast<unsigned char>(edge.nv());
    Mat3<double> Q = Mat3<double>::Identity();
    std::visit(
        [&](const auto& joint) {
          if constexpr (requires { joint.fixed_axis(); }) {
            const FixedAxis axis = joint.fixed_axis();
            Q = rotation_of_z_to(move.reversed ? Vec3<double>(-axis.n) : axis.n);
            body.motion = axis.turns ? TreeBody::Motion::rotation : TreeBody::Motion::translation;
          }
        },
        edge.joint);
    body.reversed = move.reversed;
    body.joint = &edge.joint;
    const Pose<double> X_PF = parent.X_BN * inner.X_NF * Pose<double>::rotation(Q);
    Eigen::Map<Vec3<double>>(body.p_PF) = X_PF.p;
    if (X_PF.R != Mat3<double>::Identity()) {
      body.turn = static_cast<int>(tree_.turns.size());
      Eigen::Map<Mat3<double>>(tree_.turns.emplace_back().c[0]) = X_PF.R;
    }
    const Pose<double> X_BN = (outer.X_NF * Pose<double>::rotation(Q)).inverse();

    const BodyIndex index = static_cast<BodyIndex>(tree_.bodies.size());
    place_of(sub, move.to) = {index, X_BN};
    const Group* group = group_at(sub, move.to);
    Inertia<double> inertia;
    if (group != nullptr) {
      inertia = group->inertia.in_frame(X_BN);
      body.light = !group->invertible;
      tree_.groups.push_back({group, index, X_BN});
    }
    body.mass = inertia.mass;
    Eigen::Map<Vec3<double>>(body.mc) = inertia.mass * inertia.com;
    const Mat3<double> S = skew<double>(inertia.com);
    const Mat3<double> J = inertia.J_com - inertia.mass * S * S;
    int entry = 0;
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) body.J[entry++] = J(i, j);
    }
    for (int i = 0; i < body.nv; ++i) tree_.body_of_speed[body.v + i] = index;
    tree_.bodies.push_back(body);
    tree_.carriers.push_back({&edge, &sub, move.index});
  }

  // The longest way from a body to the next.
  void measure_length() {
    double largest = 0.0;
    for (const TreeBody& b : tree_.bodies)
      largest = std::max(largest, Eigen::Map<const Vec3<double>>(b.p_PF).squaredNorm());
    if (largest > 0) tree_.length = std::sqrt(largest);
  }

  // What a joint feels is no more than a body that reaches as far as those carried may do, and no less than its own body.
  // Joints of several degrees of freedom compare their pivots with one another.
  void find_thin_bodies() {
    struct Reach {
      double mass = 0.0, first = 0.0,
             second = 0.0;  // moments of mass about the body's origin, at most
    };
    std::vector<Reach> reach(tree_.bodies.size());
    for (std::size_t i = tree_.bodies.size(); i-- > 1;) {
      TreeBody& b = tree_.bodies[i];
      Reach& all = reach[i];
      all.mass += b.mass;
      all.first += Eigen::Map<const Vec3<double>>(b.mc).norm();
      all.second += b.J[0] + b.J[3] + b.J[5];
      const bool turns = b.motion == TreeBody::Motion::rotation;
      b.thin = b.light ||
               (turns ? b.J[5] < uneven_pivot * all.second : b.mass < uneven_pivot * 3 * all.mass);
      const double way = Eigen::Map<const Vec3<double>>(b.p_PF).norm();
      Reach& next = reach[b.parent];
      next.mass += all.mass;
      next.first += all.first + way * all.mass;
      next.second += all.second + 2 * (2 * way * all.first + way * way * all.mass);
    }
  }

  // A body that carries others has a slot from the time when the way inwards meets the last of them until it meets the
  // body itself. A chain needs one.
  void share_slots() {
    std::vector<int> unused;
    for (std::size_t i = tree_.bodies.size(); i-- > 1;) {
      TreeBody& b = tree_.bodies[i];
      TreeBody& parent = tree_.bodies[b.parent];
      if (b.carries) unused.push_back(b.slot);
      if (parent.carries) continue;
      b.is_last = parent.carries = true;
      if (unused.empty()) unused.push_back(tree_.slots++);
      parent.slot = unused.back();
      unused.pop_back();
    }
  }

  // Ports got their places through the parts' own nodes.
  void place_ports(const Subsystem& sub) {
    for (std::size_t n = 0; n < sub.nodes.size(); ++n) {
      tree_.nodes[sub.id][n] = place_of(sub, static_cast<NodeIndex>(n));
      GELENK_ASSERT(tree_.nodes[sub.id][n].body >= 0);
    }
    for (const auto& part : sub.parts) place_ports(*part);
  }

  const System& system_;
  Tree tree_;
};

}  // namespace

BodyIndex Tree::find_common_ancestor(BodyIndex a, BodyIndex b) const {
  while (a != b) {
    if (a > b)
      a = bodies[a].parent;
    else
      b = bodies[b].parent;
  }
  return a;
}

Tree build_tree(const System& system) { return TreeBuilder(system).build(); }

}  // namespace gelenk
