#include "formulations/signal_values.h"

namespace gelenk {

using Kind = Signal::Kind;

double SignalValues::calc(const Signal& s, Formulation& f, const Vector& q, const Vector& v,
                          const Vector& vdot) {
  if (s.of_motion) return calc_motion_signal(s, f, system_, q.data(), v.data());
  auto motion = [&](const FrameOnNode& at) { return get_frame_motion(f, *s.sub, at); };
  switch (s.kind) {
    case Kind::angular_acceleration_local: {
      const FrameMotion<double> m = motion(s.at);
      return (m.X.R.transpose() * m.alpha())[s.i];
    }
    case Kind::frame_force: return cut_loads_.get(f, *s.sub, s.frame())[3 + s.i];
    case Kind::frame_torque: return cut_loads_.get(f, *s.sub, s.frame())[s.i];
    case Kind::cut: {
      SignalBuffer values;
      s.cut->sensor.calc_signals(motion(s.at), cut_loads_.get(f, *s.sub, s.frame()),
                                 motion(s.cut->resolve).X.R, values);
      return values[s.i];
    }
    case Kind::acceleration: return motion(s.at).a()[s.i];
    case Kind::vdot: return vdot[s.sub->joints[s.joint()].v + s.i];
    case Kind::measured_vdot: {
      const JointEdge& edge = s.sub->joints[s.joint()];
      const FrameMotion<double> rel = relative_motion(motion(edge.F), motion(edge.M));
      return std::visit(
          [&](const auto& joint) {
            if constexpr (joint.nv > 0) {
              JointCoordinates measured{};
              joint.measure(rel.X, measured.data());
              const Eigen::Matrix<double, joint.nv, 1> speed =
                  solve_motion<double>(joint, measured.data(), rel.V);
              const Vec6<double> A =
                  rel.A - joint.template calc_bias<double>(measured.data(), speed.data());
              return double(solve_motion<double>(joint, measured.data(), A)[s.i]);
            }
            return 0.0;
          },
          edge.joint);
    }
    case Kind::constraint_signal: {
      const JointEdge& edge = s.sub->joints[s.joint()];
      const FrameMotion<double> F = motion(edge.F), M = motion(edge.M);
      SignalBuffer values;
      std::visit(
          [&](const auto& joint) {
            if constexpr (requires { joint.signal_names(); })
              joint.calc_signals(F, M, f.get_joint_load(*s.sub, s.joint()), values);
          },
          edge.joint);
      return values[s.i];
    }
    case Kind::shown: return f.get_shown_signal(*s.sub, s.i);
    case Kind::given: return f.laws().of(*s.sub)[s.i];
    case Kind::drive: return calc_drive_load(f, *s.sub, s.joint());
    case Kind::axis_signal: {
      const PlacedAxisElement& e = system_.axes.elements[s.axis_element()];
      SignalBuffer values;
      auto shaft_motion = [&](int shaft) {
        AxisMotion m = calc_shaft_motion(f, system_.axes, shaft, q.data(), v.data());
        m.a = calc_shaft_acceleration(f, system_.axes, shaft, vdot);
        return m;
      };
      e.element.calc_signals(shaft_motion(e.shaft_a), shaft_motion(e.shaft_b),
                             shaft_motion(e.shaft_s), f.get_axis_force(s.axis_element()),
                             f.get_axis_mode(s.axis_element()), values);
      return values[s.i];
    }
    case Kind::flange_flow: return axis_loads_.get(f, vdot, s.flange());
    case Kind::flange_acceleration:
      return calc_shaft_acceleration(f, system_.axes, system_.axes.flanges[s.flange()].shaft, vdot);
    case Kind::force_signal: {
      const ForceEdge& edge = s.sub->forces[s.force()];
      SignalBuffer values;
      std::visit(
          [&](const auto& force) {
            calc_force_signals(force, motion(edge.a), motion(edge.b), motion(edge.resolve),
                               f.laws().of(edge), values);
          },
          edge.force);
      return values[s.i];
    }
    case Kind::variable: return f.laws().of_variable(s.quantity());
    case Kind::state: return q[system_.first_state() + s.quantity()];
    case Kind::discrete: return f.laws().of_discrete(s.quantity());
    case Kind::kinetic: return f.calc_energy().kinetic;
    case Kind::potential: return f.calc_energy().potential;
    case Kind::total: return f.calc_energy().kinetic + f.calc_energy().potential;
    case Kind::drift_position: return f.calc_drift().position;
    case Kind::drift_velocity: return f.calc_drift().velocity;
    default: return 0.0;  // of motion: above; Kind::zero
  }
}

}  // namespace gelenk
