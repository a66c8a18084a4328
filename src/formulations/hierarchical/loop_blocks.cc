#include "formulations/hierarchical/loop_blocks.h"

#include <Eigen/QR>
#include <algorithm>
#include <numeric>
#include <utility>

#include "formulations/recursive/inverse_dynamics.h"

namespace gelenk {

namespace {

// Sets of bodies, each standing for the joint to the body before it, with the highest body that these joints reach.
class JointSets {
 public:
  JointSets(const std::vector<int>& before, const std::vector<int>& depth)
      : depth_(depth), parent_(before.size()), top_(before) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  int find(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  int top(int i) { return top_[find(i)]; }
  void join(int i, int j) {
    i = find(i), j = find(j);
    if (i == j) return;
    if (depth_[top_[i]] < depth_[top_[j]]) std::swap(i, j);
    parent_[i] = j;
  }

 private:
  const std::vector<int>& depth_;
  std::vector<int> parent_, top_;
};

Vec3<double> to_vec(const Lane3<double>& x) { return {x[0], x[1], x[2]}; }

}  // namespace

LoopBlocks::LoopBlocks(const Partition& partition, const std::vector<RecursiveBox*>& leaves)
    : partition_(partition), leaves_(leaves) {
  for (const RecursiveBox* leaf : leaves) {
    first_.push_back(bodies_);
    bodies_ += static_cast<int>(leaf->tree().bodies.size()) - 1;
  }
  collect_joints();
  walk();
  join_loops();
}

int LoopBlocks::of_speed(int leaf, int speed) const {
  return block_of_body_[first_[leaf] + leaves_[leaf]->tree().body_of_speed[speed] - 1];
}

int LoopBlocks::body_at(const PartPort& at, const Composite& composite, Vec3<double>& p_Bo) const {
  const Composite::Part& part = composite.parts[at.part];
  if (!part.is_leaf) {
    const Composite& below = partition_.composites[part.index];
    return body_at(below.ports[at.port], below, p_Bo);
  }
  const RecursiveBox& leaf = *leaves_[part.index];
  const FrameOnBody place =
      place_frame(leaf.tree(), *leaf.system().root,
                  {partition_.leaves[part.index].ports[at.port], {Mat3<double>::Identity(), p_Bo}});
  p_Bo = place.X_BF.p;
  return place.body > 0 ? first_[part.index] + place.body - 1 : 0;
}

// A joint that leaves all motions free is none.
void LoopBlocks::collect_joints() {
  for (std::size_t k = 0; k < leaves_.size(); ++k) {
    const Tree& tree = leaves_[k]->tree();
    const auto number = [&](BodyIndex b) { return b > 0 ? first_[k] + b - 1 : 0; };
    for (std::size_t i = 1; i < tree.bodies.size(); ++i) {
      if (tree.bodies[i].nv < 6)
        joints_.push_back({number(tree.bodies[i].parent), number(static_cast<BodyIndex>(i)),
                           Vec3<double>::Zero()});
    }
    for (const ClosingJoint& c : leaves_[k]->rows().closing())
      joints_.push_back({number(c.F.body), number(c.M.body), c.M.X_BF.p});
  }
  for (const Composite& composite : partition_.composites) {
    std::vector<int>& numbers = of_joint_.emplace_back();
    for (const Composite::Joint& joint : composite.joints) {
      numbers.push_back(static_cast<int>(joints_.size()));
      Vec3<double> p_F = joint.edge->F.X_NF.p, p_M = joint.edge->M.X_NF.p;
      const int F = body_at(joint.F, composite, p_F), M = body_at(joint.M, composite, p_M);
      joints_.push_back({F, M, p_M});
    }
  }
}

// From ground, then from the first body of each set that flies freely, in the order of distance.
void LoopBlocks::walk() {
  std::vector<std::vector<int>> at(bodies_);
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    at[joints_[j].a].push_back(static_cast<int>(j));
    at[joints_[j].b].push_back(static_cast<int>(j));
  }
  before_.assign(bodies_, -1);
  over_.assign(bodies_, -1);
  depth_.assign(bodies_, -1);
  for (int root = 0; root < bodies_; ++root) {
    if (depth_[root] >= 0) continue;
    depth_[root] = 0;
    order_.push_back(root);
    for (std::size_t next = order_.size() - 1; next < order_.size(); ++next) {
      const int body = order_[next];
      for (int j : at[body]) {
        const int other = joints_[j].a == body ? joints_[j].b : joints_[j].a;
        if (depth_[other] >= 0) continue;
        depth_[other] = depth_[body] + 1;
        before_[other] = body;
        over_[other] = j;
        order_.push_back(other);
      }
    }
  }
}

// The joints of a block lead to one highest body, so that the way up a loop skips what is joined already.
void LoopBlocks::join_loops() {
  std::vector<int> root_is_own = before_;
  for (int i = 0; i < bodies_; ++i) root_is_own[i] = before_[i] < 0 ? i : before_[i];
  JointSets sets(root_is_own, depth_);
  std::vector<int> set_of(joints_.size(), -1);  // a body of the block
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    int a = joints_[j].a, b = joints_[j].b;
    int& on_way = set_of[j];
    while (a != b) {
      if (depth_[a] < depth_[b]) std::swap(a, b);
      if (on_way >= 0) sets.join(a, on_way);
      on_way = a;
      a = sets.top(a);
    }
  }
  // What ties joints of a leaf to each other without a loop.
  for (std::size_t k = 0; k < leaves_.size(); ++k) {
    for (int group = 0; group < leaves_[k]->ranks().group_count(); ++group) {
      int other = -1;
      for (int speed : leaves_[k]->ranks().speeds_of_group(group)) {
        const int body = first_[k] + leaves_[k]->tree().body_of_speed[speed] - 1;
        if (before_[body] < 0) continue;
        if (other >= 0) sets.join(body, other);
        other = body;
      }
    }
  }
  std::vector<int> number(bodies_, -1);
  const auto number_of = [&](int body) {
    int& block = number[sets.find(body)];
    if (block < 0) block = count_++;
    return block;
  };
  block_of_body_.assign(bodies_, -1);
  for (int i = 0; i < bodies_; ++i) {
    if (before_[i] >= 0) block_of_body_[i] = number_of(i);
  }
  has_loop_.assign(count_, 0);
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const bool is_on_walk =
        over_[joints_[j].a] == static_cast<int>(j) || over_[joints_[j].b] == static_cast<int>(j);
    if (!is_on_walk && set_of[j] >= 0) has_loop_[number_of(set_of[j])] = 1;
  }
  for (std::vector<int>& numbers : of_joint_) {
    for (int& j : numbers) j = set_of[j] >= 0 ? number_of(set_of[j]) : -1;
  }
}

double LoopBlocks::calc_motion(const std::vector<char>& moves, double length,
                               Vector& speeds) const {
  // Twists about the world's origin: at hand, and found; where bodies are.
  std::vector<Vec6<double>> W0(bodies_, Vec6<double>::Zero()), W = W0;
  std::vector<const BodyData<double>*> data(bodies_, nullptr);
  for (std::size_t k = 0; k < leaves_.size(); ++k) {
    const TreeData<double>& motion = leaves_[k]->motion();
    for (std::size_t i = 1; i < motion.body.size(); ++i) {
      const int body = first_[k] + static_cast<int>(i) - 1;
      const BodyData<double>& B = *(data[body] = &motion.body[i]);
      W0[body] << to_vec(B.V.rot), to_vec(B.V.lin + cross(B.p, B.V.rot));
    }
  }
  double fastest = 0.0;
  for (int body : order_) {
    if (before_[body] < 0) continue;
    W[body] = W[before_[body]];
    if (!moves[block_of_body_[body]]) continue;
    const Vec6<double> change = W0[body] - W0[before_[body]];  // (1)
    W[body] += change;
    const Joint& joint = joints_[over_[body]];
    Vec3<double> p = joint.p_Bo;
    if (const BodyData<double>* B = data[joint.b])
      p = to_vec(B->p + B->R * Lane3<double>::from(p[0], p[1], p[2]));
    const Vec3<double> w = change.head<3>(), v = change.tail<3>() + w.cross(p);
    fastest = std::max({fastest, w.norm(), v.norm() / length});
  }
  speeds.setZero();
  for (std::size_t k = 0; k < leaves_.size(); ++k) {
    const Tree& tree = leaves_[k]->tree();
    const TreeData<double>& motion = leaves_[k]->motion();
    for (std::size_t i = 1; i < tree.bodies.size(); ++i) {
      const TreeBody& b = tree.bodies[i];
      Vec6<double> V = W[first_[k] + i - 1];
      if (b.parent > 0) V -= W[first_[k] + b.parent - 1];
      if (b.nv == 0 || V.isZero(0.0)) continue;
      V.tail<3>() += V.head<3>().cross(to_vec(motion.body[i].p));
      Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6> S(6, b.nv);
      for (int c = 0; c < b.nv; ++c) {
        const Lane6<double> column = get_column(b, motion.body[i], motion.columns_at(i), c);
        S.col(c) << to_vec(column.rot), to_vec(column.lin);
      }
      speeds.segment(leaves_[k]->first_v() + b.v, b.nv) = S.colPivHouseholderQr().solve(V);
    }
  }
  return fastest;
}

}  // namespace gelenk
