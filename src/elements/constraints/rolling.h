// A wheel rolls on the plane z = 0 of the world. M sits at its centre, its y axis is the axle. With
// a = R e_y, s = √(1 − a_z²) and u = (a_z a − z)/s, the point of the rim that touches is p + r u,
// and
//   e_long = a × z / s,  e_lat = z × e_long                    directions in the road           (1)
//   p_z − r s = 0                                              it touches                       (2)
//   e · (v + w × r u) = 0   for e = e_long, e_lat, z           it does not slip or leave        (3)
// (3) with z is the rate of (2); the other two are equations between speeds. A wheel that lies flat
// has s = 0: then nothing says where it touches.
#pragma once

#include "elements/constraint.h"
#include "elements/rigid_element.h"

namespace gelenk {

struct RollingConstraint : Constraint {
  static constexpr bool on_ground = true;

  RollingConstraint(double wheel_radius, bool holds_lateral, bool holds_height)
      : radius(wheel_radius),
        lateral(holds_lateral),
        height(holds_height),
        nc(1 + holds_lateral + holds_height) {}

  double radius;
  bool lateral, height;  // which rows there are beside that of e_long
  int nc;

  // What (1)–(3) need of a pose, and how it changes with the angular velocity w.
  template <typename T>
  struct Contact {
    Vec3<T> u, e_long, e_lat;
    T s;
  };
  template <typename T>
  Contact<T> calc_contact(const Mat3<T>& R) const {
    using std::sqrt;
    const Vec3<T> a = R.col(1), z(T(0), T(0), T(1));
    Contact<T> c;
    c.s = sqrt(T(1) - a[2] * a[2]);
    c.u = (a[2] * a - z) / c.s;
    c.e_long = a.cross(z) / c.s;
    c.e_lat = z.cross(c.e_long);
    return c;
  }
  template <typename T>
  Contact<T> calc_contact_rate(const Mat3<T>& R, const Vec3<T>& w, const Contact<T>& c) const {
    const Vec3<T> a = R.col(1), adot = w.cross(a), z(T(0), T(0), T(1));
    Contact<T> rate;
    rate.s = -a[2] * adot[2] / c.s;
    rate.u = (adot[2] * a + a[2] * adot - c.u * rate.s) / c.s;
    rate.e_long = (adot.cross(z) - c.e_long * rate.s) / c.s;
    rate.e_lat = z.cross(rate.e_long);
    return rate;
  }

  bool is_velocity_row(int row) const { return !height || row + 1 < nc; }
  template <typename T>
  SomeEntries<T> calc_g(const Pose<T>& X) const {
    SomeEntries<T> g = SomeEntries<T>::Zero(nc);
    if (height) g[nc - 1] = X.p[2] - T(radius) * calc_contact<T>(X.R).s;  // (2)
    return g;
  }
  template <typename T>
  SomeRows<T> calc_C(const Pose<T>& X) const {
    const Contact<T> c = calc_contact<T>(X.R);
    const Vec3<T> arm = T(radius) * c.u;
    SomeRows<T> C(nc, 6);
    auto set = [&](int row, const Vec3<T>& e) {
      C.row(row) << arm.cross(e).transpose(), e.transpose();  // (3): e·(w × arm) = w·(arm × e)
    };
    set(0, c.e_long);
    if (lateral) set(1, c.e_lat);
    if (height) set(nc - 1, Vec3<T>(T(0), T(0), T(1)));
    return C;
  }
  template <typename T>
  SomeEntries<T> calc_C_bias(const Pose<T>& X, const Vec6<T>& V) const {
    const Contact<T> c = calc_contact<T>(X.R);
    const Vec3<T> w = V.template head<3>(), v = V.template tail<3>();
    const Contact<T> rate = calc_contact_rate<T>(X.R, w, c);
    const Vec3<T> slip = v + w.cross(T(radius) * c.u), change = w.cross(T(radius) * rate.u);
    SomeEntries<T> bias(nc);
    bias[0] = c.e_long.dot(change) + rate.e_long.dot(slip);
    if (lateral) bias[1] = c.e_lat.dot(change) + rate.e_lat.dot(slip);
    if (height) bias[nc - 1] = change[2];
    return bias;
  }
};

struct RollingWheel : RollingConstraint {
  static constexpr const char* class_name = "Modelica.Mechanics.MultiBody.Joints.RollingWheel";
  static const char* const declaration;
  explicit RollingWheel(const Component& component);
  explicit RollingWheel(double wheel_radius) : RollingConstraint(wheel_radius, true, true) {}

  BodyStart start_of_body(const Component& component) const;
  static std::vector<std::string> start_names() { return {"x", "y", "angles", "der_angles"}; }
  static std::vector<std::string> signal_names();
  void calc_signals(const FrameMotion<double>& F, const FrameMotion<double>& M,
                    const Vec6<double>& load, SignalBuffer& values) const;
};

struct RollingVerticalWheel : RollingConstraint {
  static constexpr const char* class_name =
      "Modelica.Mechanics.MultiBody.Joints.Internal.RollingConstraintVerticalWheel";
  static const char* const declaration;
  explicit RollingVerticalWheel(const Component& component);
  RollingVerticalWheel(double wheel_radius, bool holds_lateral)
      : RollingConstraint(wheel_radius, holds_lateral, false) {}
};

}  // namespace gelenk
