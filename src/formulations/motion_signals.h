// Values of the signals that follow from positions and speeds alone, for laws during an evaluation
// and for results. `source` has get_motion(subsystem, node), as formulations do; it is a template
// parameter so that an evaluation makes no virtual calls.
#pragma once

#include <array>

#include "topology/quantities/signal_catalog.h"

namespace gelenk {

// Position and speed of a shaft.
template <typename Source>
AxisMotion calc_shaft_motion(const Source& source, const Axes& axes, int shaft, const double* q,
                             const double* v) {
  if (shaft < 0) return {};
  const Shaft& s = axes.shafts[shaft];
  const Train& train = axes.trains[s.train];
  if (train.port >= 0) {
    const AxisMotion m =
        source.get_flange(*axes.ports[train.port].sub, axes.ports[train.port].flange);
    return {s.ratio * m.x + s.offset, s.ratio * m.v, 0.0};
  }
  const JointRef& carrier = train.carrier;
  if (carrier.joint < 0) return {s.offset, 0.0, 0.0};
  const JointEdge& edge = carrier.sub->joints[carrier.joint];
  return {s.ratio * q[edge.q] + s.offset, s.ratio * v[edge.v], 0.0};
}

template <typename Source>
FrameMotion<double> get_frame_motion(const Source& source, const Subsystem& sub,
                                     const FrameOnNode& at) {
  return motion_of_fixed_frame(source.get_motion(sub, at.node), at.X_NF);
}

// A signal with of_motion.
template <typename Source>
double calc_motion_signal(const Signal& s, const Source& source, const System& system,
                          const double* q, const double* v) {
  using Kind = Signal::Kind;
  switch (s.kind) {
    case Kind::frame_position: return get_frame_motion(source, *s.sub, s.at).X.p[s.i];
    case Kind::frame_rotation:  // T takes world to local components
      return get_frame_motion(source, *s.sub, s.at).X.R(s.j, s.i);
    case Kind::frame_angular_velocity:
    case Kind::angular_velocity_local: {
      const FrameMotion<double> m = get_frame_motion(source, *s.sub, s.at);
      return (m.X.R.transpose() * m.w())[s.i];
    }
    case Kind::velocity: return get_frame_motion(source, *s.sub, s.at).v()[s.i];
    case Kind::gravity: return system.gravity.at(get_frame_motion(source, *s.sub, s.at).X.p)[s.i];
    case Kind::q: return q[s.sub->joints[s.joint()].q + s.i];
    case Kind::v: return v[s.sub->joints[s.joint()].v + s.i];
    case Kind::measured_q:
    case Kind::measured_v: {
      const JointEdge& edge = s.sub->joints[s.joint()];
      const FrameMotion<double> rel = relative_motion(get_frame_motion(source, *s.sub, edge.F),
                                                      get_frame_motion(source, *s.sub, edge.M));
      return std::visit(
          [&](const auto& joint) {
            JointCoordinates measured{};
            joint.measure(rel.X, measured.data());
            if (s.kind == Kind::measured_q) return measured[s.i];
            if constexpr (joint.nv > 0)
              return double(solve_motion<double>(joint, measured.data(), rel.V)[s.i]);
            return 0.0;
          },
          edge.joint);
    }
    case Kind::constraint_signal: {  // an angle and its rate: no load is needed
      const JointEdge& edge = s.sub->joints[s.joint()];
      SignalBuffer values;
      std::visit(
          [&](const auto& joint) {
            if constexpr (requires { joint.signal_names(); })
              joint.calc_signals(get_frame_motion(source, *s.sub, edge.F),
                                 get_frame_motion(source, *s.sub, edge.M), Vec6<double>::Zero(),
                                 values);
          },
          edge.joint);
      return values[s.i];
    }
    case Kind::axis_signal: {
      const PlacedAxisElement& e = system.axes.elements[s.axis_element()];
      SignalBuffer values;
      e.element.calc_signals(calc_shaft_motion(source, system.axes, e.shaft_a, q, v),
                             calc_shaft_motion(source, system.axes, e.shaft_b, q, v),
                             calc_shaft_motion(source, system.axes, e.shaft_s, q, v), 0.0, AxisMode::free,
                             values);
      return values[s.i];
    }
    case Kind::shown: return source.get_output(*s.sub, s.i);
    case Kind::flange_position:
      return calc_shaft_motion(source, system.axes, system.axes.flanges[s.flange()].shaft, q, v).x;
    case Kind::flange_speed:
      return calc_shaft_motion(source, system.axes, system.axes.flanges[s.flange()].shaft, q, v).v;
    case Kind::force_signal: {
      const ForceEdge& edge = s.sub->forces[s.force()];
      constexpr std::array<double, most_force_laws> no_laws{};
      SignalBuffer values;
      std::visit(
          [&](const auto& force) {
            calc_force_signals(force, get_frame_motion(source, *s.sub, edge.a),
                               get_frame_motion(source, *s.sub, edge.b),
                               get_frame_motion(source, *s.sub, edge.resolve), no_laws.data(),
                               values);
          },
          edge.force);
      return values[s.i];
    }
    default: break;
  }
  GELENK_ASSERT(false);
  return 0.0;
}

}  // namespace gelenk
