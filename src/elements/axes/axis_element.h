// Elements of one dimension, which turn about or slide along one axis: shafts, gears, springs,
// dampers and drives behind the axis of a joint, or on their own. Their flanges have one position x
// (an angle or a length) and one flow f (a torque or a force, positive on the component).
//
// All of them but sensors are one of five kinds. With x_a, x_b the positions of the flanges a and
// b, a missing flange being ground:
//   ground   x_b = position                                                                     (1)
//   drive    with x = x_b − x_a, by its order:  x = law(t),  ẋ = law(t)  or
//            ẍ = law(t) − k_x x − k_v ẋ                                                         (2)
//   inertia  x_b = x_a + length,     f_a + f_b = inertia · ẍ                                    (3)
//   gear     x_a − x_s = ratio · (x_b − x_s),  ratio · f_a + f_b = 0, with the housing s        (4)
//   force    f_b = −f_a = c (x_b − x_a − free) + d (ẋ_b − ẋ_a) − law(t)                         (5)
// Topology makes coordinates of (1) to (4); formulations evaluate (5).
//
// A drive of order 1 or 2 has its position as a state. The feedback of order 2 is a filter: it
// starts in balance, x = law/k_x, or ẋ = law/k_v where k_x = 0.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "elements/signal_buffer.h"
#include "math/axis_motion.h"
#include "model/component.h"

namespace gelenk {

struct AxisStart {
  double value = 0.0;
  bool fixed = false, given = false;
};

// What holds a flange at times: dry friction, a stop, a lock. It acts between the flanges of a
// force (5), or between a rotor (3) and ground, and adds to what they do.
struct AxisHolder {
  enum class Kind { none, friction, stop, lock };
  Kind kind = Kind::none;
  std::vector<std::pair<double, double>> table;  // friction: sliding force over speed ≥ 0
  double breakaway = 0.0;                        // friction
  double low = 0.0, high = 0.0;                  // stop: ends of x_b − x_a
  double restitution = 0.0, rest_speed = 0.0;    // stop
};

// What an elastic contact (5) stores, in its law: c uⁿ, with u = x − high above high and u = low − x below low. The rest of its force
// is damping.
struct AxisContact {
  double c = 0.0, n = 1.0;
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  double calc_spring_force(double x) const {
    if (x > high) return c * std::pow(x - high, n);
    return x < low ? -c * std::pow(low - x, n) : 0.0;
  }
};

// What a holder that is friction does: it sticks, slides so that x_b − x_a grows or falls, or is not pressed together.
enum class AxisMode { sticks, grows, falls, free };

// What a drive (2) prescribes, beside its law.
struct AxisDrive {
  int order = 0;  // 0: position, 1: speed, 2: acceleration
  double k_x = 0.0, k_v = 0.0;

  // Whether the law says where, or how fast, the motion starts.
  bool gives_start_position() const { return order == 0 || k_x > 0; }
  bool gives_start_speed() const { return order < 2 || (k_x == 0 && k_v > 0); }
};

struct AxisElement {
  enum class Kind { ground, drive, inertia, gear, force, sensor };
  Kind kind = Kind::ground;
  bool turns = true;                    // else it slides
  std::string flange_a, flange_b;       // names of the connectors; empty: ground
  std::string support;                  // gear, bearing: of the housing; empty: ground
  double position = 0.0;                // (1)
  double inertia = 0.0;                 // (3), kg.m2 or kg
  double length = 0.0;                  // (3)
  double ratio = 1.0;                   // (4)
  double c = 0.0, d = 0.0, free = 0.0;  // (5)
  symbolic::Expression law;             // (2), (5); of a lock: holds while it is positive
  bool is_contact = false;              // (5): its law is that of an elastic contact
  AxisContact contact;
  AxisDrive drive;                      // (2)
  AxisHolder holder;
  AxisStart x_start, v_start;  // inertia: of its middle; force and drive: of x_b − x_a

  // Signals: names of what there may be (those count that the class declares), and their values
  // from the motion of the flanges (s: a housing), the flow at flange b, and what friction does.
  std::vector<std::string> signal_names() const;
  bool is_motion_signal(int k) const;
  void calc_signals(const AxisMotion& a, const AxisMotion& b, const AxisMotion& s, double f,
                    AxisMode mode, SignalBuffer& values) const;

  double calc_force(const AxisMotion& a, const AxisMotion& b, double law_value) const {
    if (holder.kind == AxisHolder::Kind::lock) return 0.0;
    return c * (b.x - a.x - free) + d * (b.v - a.v) - law_value;  // (5)
  }
  double calc_potential_energy(double x_a, double x_b) const {
    const double stretch = x_b - x_a - free;
    return 0.5 * c * stretch * stretch;
  }
};

// A class of such element: its declaration and how an instance is read.
struct AxisKind {
  const char* class_name;
  const char* declaration;
  AxisElement (*make)(const Component& component);
};

// Start value of a variable of an element.
AxisStart read_axis_start(const Component& component, std::string_view variable);

// Packages Rotational and Translational: connectors, and what their classes share.
extern const char* const rotational_base_text;
extern const char* const translational_base_text;

}  // namespace gelenk
