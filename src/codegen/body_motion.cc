#include "codegen/body_motion.h"

namespace gelenk::codegen {

namespace {

Matrix3 calc_U(const Vector3& w, const Vector3& alpha) {
  const Recorded xx = w[0] * w[0], yy = w[1] * w[1], zz = w[2] * w[2];
  const Recorded xy = w[0] * w[1], xz = w[0] * w[2], yz = w[1] * w[2];
  Matrix3 U;
  U << -(yy + zz), xy - alpha[2], xz + alpha[1],  //
      xy + alpha[2], -(xx + zz), yz - alpha[0],   //
      xz - alpha[1], yz + alpha[0], -(xx + yy);
  return U;
}

// Of joints with parallel axes one after the other: as if they were one, on the body that carries the first.
struct Chain {
  int base = -1;
  Mat3<double> C = Mat3<double>::Identity();
  Recorded angle, rate, acceleration;
  Recorded s, c;  // of the angle
};

bool is_parallel(const LeanTree& tree, std::size_t i) {
  const LeanBody& b = tree.bodies[i];
  return b.parent > 0 && b.motion() == TreeBody::Motion::rotation &&
         tree.bodies[b.parent].motion() == TreeBody::Motion::rotation &&
         std::abs(b.X_PF.R(2, 2)) == 1.0;
}

}  // namespace

bool has_parallel_axes(const LeanTree& tree) {
  for (std::size_t i = 1; i < tree.bodies.size(); ++i) {
    if (is_parallel(tree, i)) return true;
  }
  return false;
}

std::vector<BodyMotion> calc_body_motions(const Mechanism& mechanism,
                                          const std::vector<Recorded>& vdot, Sums sums) {
  const LeanTree& tree = mechanism.tree;
  std::vector<BodyMotion> motions(tree.bodies.size());
  std::vector<Chain> chains(tree.bodies.size());
  BodyMotion& ground = motions[0];
  ground.w = ground.alpha = Vector3::Zero();
  ground.a = (-tree.gravity).cast<Recorded>();
  ground.U = Matrix3::Zero();
  for (std::size_t i = 1; i < motions.size(); ++i) {
    const LeanBody& b = tree.bodies[i];
    const Passage& passage = mechanism.passages[i];
    const BodyMotion& P = motions[b.parent];
    BodyMotion& B = motions[i];
    const auto acceleration_of = [&](int k) {
      return vdot.empty() ? Recorded(0.0) : vdot[b.source->v + k];
    };
    const std::string& name = mechanism.names[i];
    if (b.motion() == TreeBody::Motion::rotation) {
      Chain& chain = chains[i];
      AxisTurn turn = passage.turn;
      chain = {b.parent,
               b.X_PF.R,
               mechanism.q[b.source->q],
               mechanism.v[b.source->v],
               acceleration_of(0),
               turn.sine(),
               turn.cosine()};
      if (is_parallel(tree, i) && sums != Sums::none) {
        const Chain& before = chains[b.parent];
        const Mat3<double>& R = b.X_PF.R;
        const double side = R(2, 2);  // −1: the axes point to opposite sides
        chain.base = before.base;
        chain.C = before.C * Vec3<double>(1.0, side, side).asDiagonal();
        const double between = std::atan2(side * R(1, 0), R(0, 0));
        chain.angle += Recorded(side) * before.angle + Recorded(between);
        chain.rate += Recorded(side) * before.rate;
        chain.acceleration += Recorded(side) * before.acceleration;
        if (sums == Sums::of_angles) {
          turn = AxisTurn(chain.C, chain.angle, "to_" + name);
          chain.s = turn.sine();
          chain.c = turn.cosine();
        } else {
          // Of the angle before, with the constant turn behind it.
          const Recorded s_b = side * R(1, 0), c_b = R(0, 0), s_a = Recorded(side) * before.s;
          const Recorded s_P = s_a * c_b + before.c * s_b, c_P = before.c * c_b - s_a * s_b;
          const Recorded s = passage.turn.sine(), c = passage.turn.cosine();
          chain.s = (s_P * c + c_P * s).named("s_to_" + name);
          chain.c = (c_P * c - s_P * s).named("c_to_" + name);
          turn = AxisTurn(chain.C, chain.s, chain.c);
        }
      }
      const BodyMotion& base = motions[chain.base];
      const Vector3 w = turn.outwards(base.w), alpha = turn.outwards(base.alpha);
      B.w = {w[0], w[1], w[2] + chain.rate};
      B.alpha = {alpha[0] + w[1] * chain.rate, alpha[1] - w[0] * chain.rate,
                 alpha[2] + chain.acceleration};
      B.a = passage.outwards(Vector3(P.a + P.U * passage.p_PB));
    } else {
      Vector3 w_r = Vector3::Zero(), v_r = Vector3::Zero();
      Vector3 alpha_r = passage.bias.head<3>(), a_r = passage.bias.tail<3>();
      for (int k = 0; k < passage.nv; ++k) {
        const Vector6& S = passage.S[k];
        const Recorded& v = mechanism.v[b.source->v + k];
        w_r += S.head<3>() * v;
        v_r += S.tail<3>() * v;
        alpha_r += S.head<3>() * acceleration_of(k);
        a_r += S.tail<3>() * acceleration_of(k);
      }
      const Vector3 w_P = passage.outwards(P.w);
      B.w = w_P + w_r;
      B.alpha = passage.outwards(P.alpha) + w_P.cross(w_r) + alpha_r;
      B.a = passage.outwards(Vector3(P.a + P.U * passage.p_PB)) + Recorded(2.0) * w_P.cross(v_r) +
            a_r;
    }
    const char* const axes[] = {"_x", "_y", "_z"};
    for (int k = 0; k < 3; ++k) {
      B.w[k].named("w_" + name + axes[k]);
      B.alpha[k].named("wd_" + name + axes[k]);
      B.a[k].named("a_" + name + axes[k]);
    }
    B.U = calc_U(B.w, B.alpha);
  }
  return motions;
}

}  // namespace gelenk::codegen
