#include "analyses/position_signals.h"

#include <algorithm>

#include "formulations/motion_signals.h"

namespace gelenk {

namespace {

using Kind = Signal::Kind;

Signal with_kind(Signal signal, Kind kind) {
  signal.kind = kind;
  signal.of_motion = kind == Kind::v || kind == Kind::measured_v || kind == Kind::velocity ||
                     kind == Kind::flange_speed;
  signal.lacks_turns = false;
  return signal;
}

}  // namespace

std::optional<PositionSignal> take_position(const Signal& signal) {
  switch (signal.kind) {
    case Kind::q: {
      const JointEdge& edge = signal.sub->joints[signal.joint()];
      if (edge.nq() != edge.nv()) return std::nullopt;
      const int speed = edge.v + signal.i;
      return PositionSignal{
          signal, with_kind(signal, Kind::v), with_kind(signal, Kind::vdot), speed, true, speed};
    }
    case Kind::measured_q: {
      const JointEdge& edge = signal.sub->joints[signal.joint()];
      if (edge.nq() != edge.nv() || edge.nv() == 0) return std::nullopt;
      return PositionSignal{signal, with_kind(signal, Kind::measured_v),
                            with_kind(signal, Kind::measured_vdot), -1, true};
    }
    case Kind::flange_position:
      return PositionSignal{signal, with_kind(signal, Kind::flange_speed),
                            with_kind(signal, Kind::flange_acceleration), -1, true};
    case Kind::frame_position:
      return PositionSignal{signal, with_kind(signal, Kind::velocity),
                            with_kind(signal, Kind::acceleration), -1, false};
    default: return std::nullopt;
  }
}

// The speed of the coordinate that the position of a flange is; −1 where it is none.
static int find_carrier(const System& system, const Signal& flange) {
  const int number = system.axes.flanges[flange.flange()].shaft;
  if (number < 0) return -1;
  const Shaft& shaft = system.axes.shafts[number];
  const JointRef& carrier = system.axes.trains[shaft.train].carrier;
  if (carrier.joint < 0 || shaft.ratio != 1.0 || shaft.offset != 0.0) return -1;
  return carrier.sub->joints[carrier.joint].v;
}

PositionSignal find_position(const System& system, const std::string& name, const char* option) {
  std::optional<PositionSignal> found;
  bool is_signal = false;
  std::vector<std::string> names;
  visit_signals(system, [&](const Signal& signal) {
    if (found) return;
    if (signal.name == name) {
      is_signal = true;
      found = take_position(signal);
    } else if (take_position(signal)) {
      names.push_back(signal.name);
    }
  });
  if (found) return *found;
  if (is_signal) {
    throw UserError({"option",
                     {},
                     "",
                     std::string(option) + ": '" + name + "' is a signal, but no position",
                     "name coordinates of joints ('hinge.phi'), positions of flanges, or points of "
                     "frames ('arm.frame_b.r_0[1]')"});
  }
  throw UserError({"option",
                   {},
                   "",
                   std::string(option) + ": there is no position '" + name + "'",
                   suggest(name, names)});
}

std::vector<PositionSignal> list_axes(const System& system) {
  std::vector<PositionSignal> axes, flanges;
  visit_signals(system, [&](const Signal& signal) {
    if (signal.kind == Kind::flange_position) {
      flanges.push_back(*take_position(signal));
      flanges.back().carrier = find_carrier(system, signal);
    }
    if (signal.kind != Kind::q && signal.kind != Kind::measured_q) return;
    const std::optional<PositionSignal> position = take_position(signal);
    if (!position) return;
    const bool is_known = std::any_of(axes.begin(), axes.end(), [&](const PositionSignal& known) {
      return is_same(known, *position);
    });
    if (!is_known) axes.push_back(*position);
  });
  std::vector<bool> has_axis(system.nv, false);
  for (const PositionSignal& axis : axes) {
    if (axis.carrier >= 0) has_axis[axis.carrier] = true;
  }
  for (const PositionSignal& flange : flanges) {
    if (flange.carrier < 0 || has_axis[flange.carrier]) continue;
    has_axis[flange.carrier] = true;
    axes.push_back(flange);
  }
  return axes;
}

bool is_same(const PositionSignal& a, const PositionSignal& b) {
  if (a.speed >= 0 || b.speed >= 0) return a.speed == b.speed;
  return a.x.kind == b.x.kind && a.x.sub == b.x.sub && a.x.owner == b.x.owner && a.x.i == b.x.i &&
         (a.is_axis || a.x.name == b.x.name);
}

Vector calc_positions(Formulation& formulation, const std::vector<PositionSignal>& positions,
                      const Vector& q) {
  const Vector still = Vector::Zero(formulation.system().nv);
  formulation.eval_motion(q, still);
  Vector x(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i)
    x[i] = calc_motion_signal(positions[i].x, formulation, formulation.system(), q.data(),
                              still.data());
  return x;
}

// Speeds follow linearly from v: one by one.
Matrix calc_position_rows(Formulation& formulation, const std::vector<PositionSignal>& positions,
                          const Vector& q) {
  const System& system = formulation.system();
  Matrix P = Matrix::Zero(static_cast<Eigen::Index>(positions.size()), system.nv);
  bool all_in_tree = true;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (positions[i].speed >= 0)
      P(i, positions[i].speed) = 1.0;
    else
      all_in_tree = false;
  }
  for (int j = 0; j < system.nv && !all_in_tree; ++j) {
    const Vector v = Vector::Unit(system.nv, j);
    formulation.eval_motion(q, v);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (positions[i].speed < 0)
        P(i, j) = calc_motion_signal(positions[i].v, formulation, system, q.data(), v.data());
    }
  }
  return P;
}

}  // namespace gelenk
