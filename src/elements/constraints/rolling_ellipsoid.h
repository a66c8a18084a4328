// An ellipsoid rolls on a plane: a ball, a disc (one half axis zero: a wheel on any plane), a
// rattleback. F is fixed to the plane, which passes through its origin with the normal n; M sits at
// the centre, with the half axes along its own. With A = diag(a²), m = Rᵀ n and h = √(m·A m) the
// point that touches is the centre plus
//   c = −R A m / h                                                                              (1)
//   n·p − h = 0                            it touches                                           (2)
//   e·(v + w × c) = 0   for e = t₁, t₂, n   it does not slip or leave                           (3)
// t₁ and t₂ span the plane. (3) with n is the rate of (2), since ḣ = c·(w × n); the other two are
// equations between speeds, which are left out where the ellipsoid may slide. A disc that lies flat
// has h = 0: then nothing says where it touches.
#pragma once

#include "elements/constraint.h"

namespace gelenk {

struct RollingEllipsoid : Constraint {
  static constexpr const char* class_name = "Gelenk.Joints.RollingEllipsoid";
  static const char* const declaration;

  explicit RollingEllipsoid(const Component& component);
  RollingEllipsoid(const Vec3<double>& normal, const Vec3<double>& half_axes,
                   bool may_slide = false)
      : n(normal),
        basis(calc_plane_basis(normal)),
        a(half_axes),
        slides(may_slide),
        nc(may_slide ? 1 : 3) {}

  Vec3<double> n;    // of the plane, unit length, in F
  PlaneBasis basis;  // t₁, t₂
  Vec3<double> a;
  bool slides;
  int nc;

  template <typename T>
  struct Contact {
    Vec3<T> arm;  // c of (1)
    T h;
  };
  template <typename T>
  Contact<T> calc_contact(const Mat3<T>& R) const {
    using std::sqrt;
    const Vec3<T> m = R.transpose() * n.cast<T>();
    const Vec3<T> Am = a.cwiseAbs2().cast<T>().cwiseProduct(m);
    const T h = sqrt(m.dot(Am));
    return {-(R * Am) / h, h};
  }
  // ċ at the angular velocity w.
  template <typename T>
  Vec3<T> calc_arm_rate(const Mat3<T>& R, const Vec3<T>& w, const Contact<T>& c) const {
    const Vec3<T> mdot = -(R.transpose() * w.cross(n.cast<T>()));
    const T hdot = c.arm.dot(w.cross(n.cast<T>()));
    return w.cross(c.arm) - (R * a.cwiseAbs2().cast<T>().cwiseProduct(mdot) + c.arm * hdot) / c.h;
  }
  Vec3<double> direction(int row) const {
    return row + 1 == nc ? n : row == 0 ? basis.b1 : basis.b2;
  }

  bool is_velocity_row(int row) const { return row + 1 < nc; }
  template <typename T>
  SomeEntries<T> calc_g(const Pose<T>& X) const {
    SomeEntries<T> g = SomeEntries<T>::Zero(nc);
    g[nc - 1] = n.cast<T>().dot(X.p) - calc_contact<T>(X.R).h;  // (2)
    return g;
  }
  template <typename T>
  SomeRows<T> calc_C(const Pose<T>& X) const {
    const Vec3<T> arm = calc_contact<T>(X.R).arm;
    SomeRows<T> C(nc, 6);
    for (int i = 0; i < nc; ++i) {
      const Vec3<T> e = direction(i).template cast<T>();
      C.row(i) << arm.cross(e).transpose(), e.transpose();  // (3)
    }
    return C;
  }
  template <typename T>
  SomeEntries<T> calc_C_bias(const Pose<T>& X, const Vec6<T>& V) const {
    const Vec3<T> w = V.template head<3>();
    const Vec3<T> change = w.cross(calc_arm_rate<T>(X.R, w, calc_contact<T>(X.R)));
    SomeEntries<T> bias(nc);
    for (int i = 0; i < nc; ++i) bias[i] = direction(i).template cast<T>().dot(change);
    return bias;
  }

  static std::vector<std::string> signal_names();
  void calc_signals(const FrameMotion<double>& F, const FrameMotion<double>& M,
                    const Vec6<double>& load, SignalBuffer& values) const;
};

}  // namespace gelenk
