// A point mass L on the straight line between the origins of two frames a and b, at a fraction of its length
// or at a fixed distance from one end. With l = p_b − p_a, s = |l|, e = l/s
//   p_L = p_a + fraction l + distance e                                                           (1)
//   v_L = (1 − J) v_a + J v_b              J = fraction + (distance/s) (1 − e eᵀ)                 (2)
//   a_L = (1 − J) a_a + J a_b + bias       bias = −(distance/s) (2 ṡ ė + (ė·l̇) e)                 (3)
// By (2) a load on L acts on a with 1 − J and on b with J, which is the lever rule.
#pragma once

#include "math/spatial.h"

namespace gelenk {

struct LumpedMass {
  double mass = 0.0;
  double fraction = 0.5;
  double distance = 0.0;  // from there towards b
};

struct LumpMotion {
  Vec3<double> p, v, bias = Vec3<double>::Zero();
  Mat3<double> J;
};

inline LumpMotion calc_lump_motion(const LumpedMass& lump, const FrameMotion<double>& a,
                                   const FrameMotion<double>& b) {
  LumpMotion L;
  const Vec3<double> l = b.X.p - a.X.p, ldot = b.v() - a.v();
  L.p = a.X.p + lump.fraction * l;
  L.J = lump.fraction * Mat3<double>::Identity();
  if (lump.distance != 0.0) {
    const double s = l.norm(), share = lump.distance / s;
    const Vec3<double> e = l / s, edot = (ldot - e.dot(ldot) * e) / s;
    L.p += lump.distance * e;                                         // (1)
    L.J += share * (Mat3<double>::Identity() - e * e.transpose());    // (2)
    L.bias = -share * (2 * e.dot(ldot) * edot + edot.dot(ldot) * e);  // (3)
  }
  L.v = a.v() + L.J * ldot;
  return L;
}

}  // namespace gelenk
