#include "codegen/passage.h"

#include "formulations/recursive/motion.h"

namespace gelenk::codegen {

namespace {

Vector3 times(const Mat3<double>& R, const Vector3& x) {
  Vector3 y;
  for (int i = 0; i < 3; ++i)
    y[i] = Recorded(R(i, 0)) * x[0] + Recorded(R(i, 1)) * x[1] + Recorded(R(i, 2)) * x[2];
  return y;
}

Vector3 times(const Matrix3& R, const Vector3& x) {
  Vector3 y;
  for (int i = 0; i < 3; ++i) y[i] = R(i, 0) * x[0] + R(i, 1) * x[1] + R(i, 2) * x[2];
  return y;
}

}  // namespace

Matrix3 turn_symmetric(const Matrix3& R, const Matrix3& S) {
  Matrix3 RS, turned;
  for (int j = 0; j < 3; ++j) RS.col(j) = times(R, S.col(j));
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      turned(i, j) = RS(i, 0) * R(j, 0) + RS(i, 1) * R(j, 1) + RS(i, 2) * R(j, 2);
      turned(j, i) = turned(i, j);
    }
  }
  return turned;
}

AxisTurn::AxisTurn(const Mat3<double>& C, const Recorded& angle, const std::string& name)
    : C_(C), s_(sin(angle)), c_(cos(angle)) {
  s_.named("s_" + name);
  c_.named("c_" + name);
}

Vector3 AxisTurn::inwards(const Vector3& x) const {
  return times(C_, Vector3(c_ * x[0] - s_ * x[1], s_ * x[0] + c_ * x[1], x[2]));
}

Vector3 AxisTurn::outwards(const Vector3& x) const {
  const Vector3 y = times(Mat3<double>(C_.transpose()), x);
  return {c_ * y[0] + s_ * y[1], c_ * y[1] - s_ * y[0], y[2]};
}

// With u = s (S_xx − S_yy) + 2 c S_xy:  S'_xx = S_xx − s u,  S'_yy = S_yy + s u,  S'_xy = c u − S_xy.
Matrix3 AxisTurn::inwards_symmetric(const Matrix3& S) const {
  const bool stands = s_.is(0.0) && c_.is(1.0);
  const Recorded u =
      stands ? Recorded(0.0) : s_ * (S(0, 0) - S(1, 1)) + c_ * (Recorded(2.0) * S(0, 1));
  Matrix3 T;
  T(0, 0) = S(0, 0) - s_ * u;
  T(1, 1) = S(1, 1) + s_ * u;
  T(0, 1) = stands ? S(0, 1) : c_ * u - S(0, 1);
  T(0, 2) = c_ * S(0, 2) - s_ * S(1, 2);
  T(1, 2) = s_ * S(0, 2) + c_ * S(1, 2);
  T(2, 2) = S(2, 2);
  T(1, 0) = T(0, 1);
  T(2, 0) = T(0, 2);
  T(2, 1) = T(1, 2);
  return turn_symmetric(C_.cast<Recorded>(), T);
}

Vector3 Passage::inwards(const Vector3& x) const {
  return turn.inwards(is_general ? times(R_FB, x) : x);
}

Vector3 Passage::outwards(const Vector3& x) const {
  const Vector3 y = turn.outwards(x);
  return is_general ? times(Matrix3(R_FB.transpose()), y) : y;
}

Matrix3 Passage::inwards_symmetric(const Matrix3& S_B) const {
  return turn.inwards_symmetric(is_general ? turn_symmetric(R_FB, S_B) : S_B);
}

Vector6 Passage::inwards_wrench(const Vector6& F) const {
  const Vector3 f = inwards(F.tail<3>());
  Vector6 moved;
  moved.head<3>() = inwards(F.head<3>()) + p_PB.cross(f);
  moved.tail<3>() = f;
  return moved;
}

Passage make_passage(const LeanBody& body, const Recorded* q, const Recorded* v,
                     const std::string& name) {
  const TreeBody& b = *body.source;
  Passage passage;
  passage.nv = b.nv;
  passage.p_PB = body.X_PF.p.cast<Recorded>();
  if (b.motion != TreeBody::Motion::general) {
    const bool turns = b.motion == TreeBody::Motion::rotation;
    passage.turn = AxisTurn(body.X_PF.R, turns ? q[b.q] : Recorded(0.0), name);
    Vector6 S = Vector6::Zero();
    S[turns ? 2 : 5] = Recorded(1.0);
    passage.S.push_back(S);
    if (!turns) passage.p_PB += times(body.X_PF.R, Vector3(0.0, 0.0, q[b.q]));
    return passage;
  }
  passage.is_general = true;
  passage.turn = AxisTurn(body.X_PF.R, 0.0, name);
  JointColumns<Recorded> columns;
  JointMotion<Recorded> motion;
  const std::vector<Recorded> still(b.nv, 0.0);
  calc_general_joint<Recorded>(b, q + b.q, v != nullptr ? v + b.v : still.data(), columns, motion);
  passage.R_FB = motion.R_FB;
  passage.p_PB += times(body.X_PF.R, motion.p_FB);
  const Matrix3 R_BF = motion.R_FB.transpose();
  const auto to_B = [&](const Vector6& x) {
    Vector6 y;
    y << times(R_BF, Vector3(x.head<3>())), times(R_BF, Vector3(x.tail<3>()));
    return y;
  };
  for (int k = 0; k < b.nv; ++k) passage.S.push_back(to_B(to_eigen(columns.S[k])));
  if (v != nullptr) passage.bias = to_B(motion.bias);
  return passage;
}

}  // namespace gelenk::codegen
