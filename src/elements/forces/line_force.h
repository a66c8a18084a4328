// Force along the line between two points, of spring, damper and law. Thesis 6.2.2, with the
// damper's sign that the Thesis lacks:
//   l = p_b − p_a,   s = |l|,   e = l / s,   f = c (s − s₀) + d ṡ + law,   +f e on a, −f e on b    (1)
// Below the length s_small the direction is not resolved: e = l / s_small, which takes f e to zero.
#pragma once

#include "elements/force.h"

namespace gelenk {

struct LineForce {
  double c = 0.0;  // stiffness, N/m
  double s_unstretched = 0.0;
  double d = 0.0;  // damping, N.s/m
  double s_small = 1e-10;
  std::vector<symbolic::Expression> law;  // at most one
  LumpedMass lump;
  bool has_loss = false;  // the class has a damper, and the signal lossPower
  bool has_rate = false;  // the class has the signal v, that is ṡ

  static constexpr bool has_frame_a = true, is_along_line = true;

  template <typename T>
  struct Line {
    Vec3<T> l, e;
    T length, s, sdot, f;
  };

  template <typename T>
  Line<T> calc_line(const FrameMotion<T>& a, const FrameMotion<T>& b, const double* laws) const {
    using std::sqrt;
    Line<T> line;
    line.l = b.X.p - a.X.p;
    const T squared = line.l.squaredNorm();
    line.length = squared > T(0) ? T(sqrt(squared)) : T(0);
    line.s = line.length > T(s_small) ? line.length : T(s_small);
    line.e = line.l / line.s;
    line.sdot = line.e.dot(b.v() - a.v());
    line.f = T(c) * (line.s - T(s_unstretched)) + T(d) * line.sdot;
    if (!law.empty()) line.f += T(laws[0]);
    return line;
  }

  std::vector<symbolic::Expression> laws() const { return law; }

  template <typename T>
  WrenchPair<T> calc_wrenches(const FrameMotion<T>& a, const FrameMotion<T>& b,
                              const double* laws) const {
    const Line<T> line = calc_line(a, b, laws);
    WrenchPair<T> F;
    F.F_a.template tail<3>() = line.f * line.e;
    F.F_b.template tail<3>() = -line.f * line.e;
    return F;
  }

  double calc_potential_energy(const FrameMotion<double>& a, const FrameMotion<double>& b,
                               const double* laws) const;

  bool is_motion_signal(int k) const;
  std::vector<std::string> signal_names() const;
  void calc_signals(const FrameMotion<double>& a, const FrameMotion<double>& b, const double* laws,
                    SignalBuffer& values) const;

 protected:
  // The same where the power that a damper takes is known otherwise.
  void add_signals(const FrameMotion<double>& a, const Line<double>& line, double loss_power,
                   SignalBuffer& values) const;
};

// Reads c, s_unstretched, d, m where declared, and rejects what is not there yet.
LineForce read_line_force(const Component& component);

}  // namespace gelenk
