// The way from the axes of a body to those of its parent, through a joint at its coordinates. Turns about z are done
// with the fewest products; constant turns by right angles cost nothing.
#pragma once

#include <vector>

#include "codegen/lean_tree.h"
#include "codegen/recorded.h"
#include "math/spatial.h"

namespace gelenk::codegen {

using Vector3 = Vec3<Recorded>;
using Vector6 = Vec6<Recorded>;
using Matrix3 = Mat3<Recorded>;

// A turn by a constant C and then about z by an angle: R = C Rz(angle).
class AxisTurn {
 public:
  AxisTurn() = default;
  AxisTurn(const Mat3<double>& C, const Recorded& angle, const std::string& name);
  // Of a known sine and cosine.
  AxisTurn(const Mat3<double>& C, const Recorded& sine, const Recorded& cosine)
      : C_(C), s_(sine), c_(cosine) {}

  Vector3 inwards(const Vector3& x) const;            // R x
  Vector3 outwards(const Vector3& x) const;           // Rᵀ x
  Matrix3 inwards_symmetric(const Matrix3& S) const;  // R S Rᵀ
  const Recorded& sine() const { return s_; }
  const Recorded& cosine() const { return c_; }

 private:
  Mat3<double> C_ = Mat3<double>::Identity();
  Recorded s_ = 0.0, c_ = 1.0;
};

// R S Rᵀ for symmetric S.
Matrix3 turn_symmetric(const Matrix3& R, const Matrix3& S);

// Of a body B on its parent P.
struct Passage {
  bool is_general = false;
  AxisTurn turn;  // R_PB; of a general joint C alone
  Matrix3 R_FB;   // general joint
  Vector3 p_PB;   // in P
  int nv = 0;
  std::vector<Vector6> S;  // columns of the joint, in B about its origin
  Vector6 bias =
      Vector6::Zero();  // of a general joint: its acceleration without terms of v̇, likewise

  Vector3 inwards(const Vector3& x) const;
  Vector3 outwards(const Vector3& x) const;
  Matrix3 inwards_symmetric(const Matrix3& S) const;
  // A wrench about the origin of B, as one about that of P.
  Vector6 inwards_wrench(const Vector6& F) const;
};

// Coordinates and speeds of the whole system. Speeds may be missing (null): then there is no bias.
Passage make_passage(const LeanBody& body, const Recorded* q, const Recorded* v,
                     const std::string& name);

}  // namespace gelenk::codegen
