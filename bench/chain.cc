#include "chain.h"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cstdint>

namespace gelenk::bench {

namespace {

using Vec3 = Eigen::Vector3d;
using Pose = Eigen::Isometry3d;

Vec3 vec(const Triple& a) { return {a[0], a[1], a[2]}; }
Triple triple(const Vec3& a) { return {a.x(), a.y(), a.z()}; }

// Numbers that are the same with every standard library (splitmix64).
class Random {
 public:
  double between(double low, double high) {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return low + (high - low) * static_cast<double>(z >> 11) * 0x1.0p-53;
  }
  std::vector<double> list(int n, double size) {
    std::vector<double> values(n);
    for (double& value : values) value = between(-size, size);
    return values;
  }

 private:
  std::uint64_t state_ = 1;
};

// Slender along the offset of the next joint, with products of inertia in all planes.
Link make_link(Random& random, bool about_x, bool turned) {
  Link link;
  link.about_x = about_x;
  link.p_PF = {random.between(0.2, 0.3), random.between(-0.1, 0.1), random.between(-0.1, 0.1)};
  if (turned) {
    link.turn_axis = triple(
        Vec3(random.between(-1, 1), random.between(-1, 1), random.between(0.2, 1)).normalized());
    link.turn_angle = random.between(-0.8, 0.8);
  }
  link.com = {random.between(0.1, 0.15), random.between(-0.04, 0.04), random.between(-0.04, 0.04)};
  link.inertia = {random.between(0.004, 0.006),  random.between(0.009, 0.011),
                  random.between(0.010, 0.012),  random.between(-0.001, 0.001),
                  random.between(-0.001, 0.001), random.between(-0.001, 0.001)};
  return link;
}

Pose calc_X_PF(const Link& link) {
  Pose X = Pose::Identity();
  X.linear() = Eigen::AngleAxisd(link.turn_angle, vec(link.turn_axis)).toRotationMatrix();
  X.translation() = vec(link.p_PF);
  return X;
}

// ---- rings --------------------------------------------------------------------------------------

// The tip of a ring in axes of its base, and its Jacobian with respect to the ring's angles.
struct Tip {
  Vec3 p;
  Eigen::Matrix<double, 3, links_per_ring> J;
};

Tip calc_tip(const Chain& chain, const Ball& ball, const std::vector<double>& q) {
  Tip tip;
  Pose X = Pose::Identity();
  Vec3 axes[links_per_ring], origins[links_per_ring];
  for (int i = 0; i < links_per_ring; ++i) {
    const int link = ball.base + 1 + i;
    X = X * calc_X_PF(chain.links[link]);
    const Vec3 axis = chain.links[link].about_x ? Vec3::UnitX() : Vec3::UnitZ();
    axes[i] = X.linear() * axis;
    origins[i] = X.translation();
    X.rotate(Eigen::AngleAxisd(q[link], axis));
  }
  tip.p = X * vec(ball.p_tip);
  for (int i = 0; i < links_per_ring; ++i) tip.J.col(i) = axes[i].cross(tip.p - origins[i]);
  return tip;
}

// The smallest change of q and v, ring by ring, after which the ball joint holds:
//   q ← q − Jᵀ(J Jᵀ)⁻¹ (p − p_base), by Newton's method        v ← v − Jᵀ(J Jᵀ)⁻¹ J v                (2)
void close_rings(const Chain& chain, State& state) {
  for (const Ball& ball : chain.balls) {
    const int first = ball.base + 1;
    Eigen::Map<Eigen::Matrix<double, links_per_ring, 1>> q(state.q.data() + first);
    Eigen::Map<Eigen::Matrix<double, links_per_ring, 1>> v(state.v.data() + first);
    for (int sweep = 0; sweep < 20; ++sweep) {
      const Tip tip = calc_tip(chain, ball, state.q);
      q -= tip.J.transpose() * (tip.J * tip.J.transpose()).inverse() * (tip.p - vec(ball.p_base));
    }
    const Tip tip = calc_tip(chain, ball, state.q);
    v -= tip.J.transpose() * (tip.J * tip.J.transpose()).inverse() * (tip.J * v);
  }
}

// Where the tips are at the angles q0, there the rings close.
void add_balls(Chain& chain, const std::vector<double>& q0) {
  for (int first = 0; first < chain.size(); first += links_per_ring) {
    Ball ball{first - 1, first + links_per_ring - 1, {}, {0.25, 0.02, -0.03}};
    ball.p_base = triple(calc_tip(chain, ball, q0).p);
    chain.balls.push_back(ball);
  }
}

}  // namespace

Chain make_chain(const std::string& kind, int n) {
  Random random;
  Chain chain;
  chain.kind = kind;
  for (int i = 0; i < n; ++i) {
    chain.links.push_back(make_link(random, i % 2 == 1, kind != "aligned"));
  }
  // Not every library takes a constant offset before the first joint.
  chain.links[0].p_PF = {0, 0, 0};
  chain.links[0].turn_angle = 0.0;
  chain.tau = random.list(n, kind == "passive" ? 0.0 : 1.0);
  const int states = n <= 100 ? 16 : 4;
  if (kind != "rings") {
    for (int s = 0; s < states; ++s)
      chain.states.push_back({random.list(n, 3.0), random.list(n, 1.0)});
    return chain;
  }
  const std::vector<double> q0 = random.list(n, 1.0);
  add_balls(chain, q0);
  for (int s = 0; s < states; ++s) {
    State state{random.list(n, 0.2), random.list(n, 1.0)};
    for (int i = 0; i < n; ++i) state.q[i] += q0[i];
    close_rings(chain, state);
    chain.states.push_back(state);
  }
  return chain;
}

}  // namespace gelenk::bench
