// What a force kind owes. A force acts between two frames a and b (or on frame b alone: a is then
// the world), from their motion and from laws that the model states:
//   (F_a, F_b) = f(motion of a, motion of b, laws)
// wrenches (t, f) on the bodies that carry the frames, about the frames' origins, in world axes.
//
// A kind is a class with
//   bool has_frame_a (static constexpr, but for sensors);  static constexpr const char* class_name;
//   static const char* const declaration;
//   explicit Kind(const Component&);
//   laws(): the expressions it needs, evaluated for it before each call
//   calc_wrenches(a, b, laws): a WrenchPair, templated on one scalar
//   calc_potential_energy(a, b, laws)
//   signal_names(), calc_signals(a, b, laws, values): a value for each name, into a SignalBuffer
//   optionally `connector_b`: the name of the connector that is frame b, where it is not frame_b
//   optionally is_motion_signal(k): whether signal k follows from the motion alone, so that laws may use it;
//     without it, all do unless the kind has laws
//   optionally static rates(component): states of its own, as equations der(state) = …, by full names
//   optionally `lump`: a point mass that it carries on the line between its frames
//   optionally torque_law(): that it is nothing but a torque; between the two bodies of a joint it then acts on the
//     joint's coordinate alone
//   optionally static constexpr bool is_idle = true: its wrenches are always zero
//   optionally static constexpr bool is_along_line = true: they follow from the positions and velocities of the frames'
//     origins, whatever axes the frames have
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "elements/lumped_mass.h"
#include "elements/signal_buffer.h"
#include "math/spatial.h"
#include "model/component.h"
#include "symbolic/expression.h"

namespace gelenk {

// No kind has more laws.
inline constexpr int most_force_laws = 16;

template <typename T>
struct WrenchPair {
  Vec6<T> F_a = Vec6<T>::Zero(), F_b = Vec6<T>::Zero();
};

// The connector of frame b.
template <typename Kind>
const char* connector_b_of(const Kind& force) {
  if constexpr (requires { force.connector_b; })
    return force.connector_b;
  else
    return "frame_b";
}

// Whether signal k follows from positions and speeds alone.
template <typename Kind>
bool is_motion_signal(const Kind& force, int k) {
  if constexpr (requires { force.is_motion_signal(k); })
    return force.is_motion_signal(k);
  else
    return force.laws().empty();
}

// A torque on b whose components are the first three laws, and the opposite one on a.
struct TorqueLaw {
  bool in_world = false;  // axes of the components; else those of frame b
};
template <typename Kind>
std::optional<TorqueLaw> torque_law_of(const Kind& force) {
  if constexpr (requires { force.torque_law(); })
    return force.torque_law();
  else
    return {};
}

template <typename Kind>
constexpr bool is_along_line() {
  if constexpr (requires { Kind::is_along_line; })
    return Kind::is_along_line;
  else
    return false;
}

// Whether a kind never loads its frames: what it has to say it says by `lump`, or as a sensor.
template <typename Kind>
constexpr bool is_idle() {
  if constexpr (requires { Kind::is_idle; })
    return Kind::is_idle;
  else
    return false;
}

// The mass that a force kind carries; none for most.
template <typename Kind>
LumpedMass lump_of(const Kind& force) {
  if constexpr (requires { force.lump; })
    return force.lump;
  else
    return {};
}

}  // namespace gelenk
