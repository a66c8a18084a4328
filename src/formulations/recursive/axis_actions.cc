#include "formulations/recursive/axis_actions.h"

#include <cmath>

namespace gelenk {

// ---- what there is -----------------------------------------------------------------------------------

AxisActions::AxisActions(const System& system, const Tree& tree, const Laws& laws)
    : tree_(tree), laws_(laws) {
  const Axes& axes = system.axes;
  for (const Train& train : axes.trains) {
    if (!train.driven) continue;
    const JointEdge& edge = train.carrier.sub->joints[train.carrier.joint];
    driven_.push_back({edge.q, edge.v, &train, train.drive});
  }
  of_element_.assign(axes.elements.size(), -1);
  for (std::size_t i = 0; i < axes.elements.size(); ++i) {
    const PlacedAxisElement& e = axes.elements[i];
    const bool holds = e.element.holder.kind != AxisHolder::Kind::none;
    if (e.element.kind != AxisElement::Kind::force && !holds) continue;
    of_element_[i] = static_cast<int>(forces_.size());
    // A shaft in a bearing is held by its housing.
    const bool in_bearing = e.element.kind == AxisElement::Kind::inertia;
    forces_.push_back({&e, &e.element, place_flange(axes, in_bearing ? e.shaft_s : e.shaft_a),
                       place_flange(axes, e.shaft_b)});
    if (holds) add_holder(*e.component, forces_.back());
  }
}

AxisActions::Flange AxisActions::place_flange(const Axes& axes, int shaft) const {
  Flange at;
  if (shaft < 0) return at;
  at.ratio = axes.shafts[shaft].ratio;
  at.offset = axes.shafts[shaft].offset;
  const JointRef& carrier = axes.trains[axes.shafts[shaft].train].carrier;
  if (carrier.joint < 0) return at;
  at.q = carrier.sub->joints[carrier.joint].q;
  at.v = carrier.sub->joints[carrier.joint].v;
  return at;
}

// Friction, stop or lock: between one free coordinate and ground or a drive, or between two that are free.
void AxisActions::add_holder(const Component& component, Force& f) {
  const AxisHolder& from = f.element->holder;
  const bool between = is_free(f.a) && is_free(f.b);
  if (!is_free(f.a) && !is_free(f.b)) {
    throw component.error(
        "unsupported", "both flanges stand still or are moved by drives: there is nothing to hold",
        "connect one flange to a joint or rotor that no drive moves, the other to ground, a "
        "support "
        "or a drive");
  }
  if (between && f.a.v == f.b.v) {
    throw component.error("unsupported", "both flanges of this element are on one shaft",
                          "connect them to shafts that can move against each other");
  }
  const Flange& at = is_free(f.b) ? f.b : f.a;
  const Flange& other = is_free(f.b) ? f.a : f.b;
  Holder h{};
  h.name = component.path;
  h.q = at.q;
  h.v = at.v;
  h.ratio = is_free(f.b) ? at.ratio : -at.ratio;  // of x_b − x_a
  h.turns = component.find_variable("tau") != nullptr;
  if (between || from.kind == AxisHolder::Kind::stop) {
    h.other_q = other.q;
    h.share = other.ratio / at.ratio;
  }
  if (between) {
    h.other = other.v;
    f.relation = static_cast<int>(relations_.size());
    relations_.push_back({h.v, h.other, h.share});
  }
  switch (from.kind) {
    case AxisHolder::Kind::friction: h.kind = Holder::Kind::friction; break;
    case AxisHolder::Kind::stop: h.kind = Holder::Kind::stop; break;
    default: h.kind = Holder::Kind::lock;
  }
  h.table = from.table;
  h.breakaway = std::abs(h.ratio) * from.breakaway;
  if (h.kind == Holder::Kind::stop) {
    const double offset = is_free(f.b) ? at.offset - other.offset : other.offset - at.offset;
    h.low = (from.low - offset) / h.ratio;
    h.high = (from.high - offset) / h.ratio;
    if (h.low > h.high) std::swap(h.low, h.high);
    h.restitution = from.restitution;
    h.rest_speed = from.rest_speed / std::abs(h.ratio);
  }
  for (const Holder& known : modes_.holders) {
    if (known.kind != h.kind || h.kind != Holder::Kind::friction) continue;
    const bool same = known.v == h.v && known.other == h.other;
    const bool swapped = known.v == h.other && known.other == h.v;
    if (!same && !swapped) continue;
    throw component.error("unsupported",
                          "'" + known.name + "' is dry friction on the same coordinate already",
                          "put both into one element: their forces add");
  }
  f.holder = static_cast<int>(modes_.holders.size());
  modes_.holders.push_back(h);
}

AxisMode AxisActions::get_mode(int element) const {
  const int force = of_element_[element];
  if (force < 0 || forces_[force].holder < 0) return AxisMode::free;
  const Holder& h = modes_.holders[forces_[force].holder];
  if (h.kind == Holder::Kind::friction && !(h.law > 0.0)) return AxisMode::free;
  switch (h.mode) {
    case Holder::Mode::sliding_up: return h.ratio > 0 ? AxisMode::grows : AxisMode::falls;
    case Holder::Mode::sliding_down: return h.ratio > 0 ? AxisMode::falls : AxisMode::grows;
    default: return AxisMode::sticks;
  }
}

// ---- drives and locks ----------------------------------------------------------------------------------

void AxisActions::place_driven(Vector& q, Vector& v) const {
  for (const Driven& d : driven_) {
    const double* laws = laws_.of(*d.train);
    if (d.drive.order == 0) q[d.q] = laws[0];
    v[d.v] = d.calc_speed(laws, v[d.v]);
  }
}

void AxisActions::place_start(Vector& q, Vector& v) const {
  place_driven(q, v);
  for (const Driven& d : driven_) {
    const double law = *laws_.of(*d.train);
    if (d.drive.order < 2) continue;
    if (d.drive.gives_start_position()) q[d.q] = law / d.drive.k_x;
    if (d.drive.gives_start_speed()) v[d.v] = law / d.drive.k_v;
  }
}

void AxisActions::lock(RecursiveState& state, bool in_impact) const {
  modes_.lock(state.bodies.locked, state.bodies.known, in_impact);
  state.held.assign(relations_.size(), {});
  for (const Force& f : forces_) {
    if (f.relation < 0) continue;
    const Holder& h = modes_.holders[f.holder];
    state.held[f.relation] = {modes_.acts(h, in_impact), h.jump};
  }
}

void AxisActions::update(const Vector& q, const Vector& v, RecursiveState& state) {
  for (const Driven& d : driven_) {
    const double* laws = laws_.of(*d.train);
    state.bodies.known[d.v] = d.calc_acceleration(laws, q[d.q], d.calc_speed(laws, v[d.v]));
  }
  if (modes_.empty()) return;
  for (const Force& f : forces_) {
    if (f.holder < 0) continue;
    Holder& h = modes_.holders[f.holder];
    h.law = laws_.of(*f.placed);
    const Flange& other = f.a.v == h.v ? f.b : f.a;
    const double sign = f.a.v == h.v ? -1.0 : 1.0;  // x_b − x_a
    for (const Driven& d : driven_) {
      if (d.v != other.v) continue;
      h.drift = sign * other.ratio * d.calc_speed(laws_.of(*d.train), v[d.v]) / h.ratio;
      h.drift_rate = sign * other.ratio * state.bodies.known[d.v] / h.ratio;
    }
  }
  lock(state);
}

// A drive whose speed jumps hits the mechanism; one whose position jumps cannot be followed.
std::string AxisActions::find_jumps(const Vector& q, const Vector& v, Vector& change) const {
  change = Vector::Zero(tree_.nv);
  for (const Driven& d : driven_) {
    const double* now = laws_.of(*d.train);
    if (d.drive.order == 0 && std::abs(now[0] - q[d.q]) > 1e-9 * (1 + std::abs(now[0]))) {
      return "the law of the drive on '" + tree_.carriers[tree_.body_of_speed[d.v]].edge->name +
             "' jumps from one position to another (let the law go there by a ramp),";
    }
    const double speed = d.calc_speed(now, v[d.v]);
    if (std::abs(speed - v[d.v]) > 1e-12 * (1 + std::abs(speed))) change[d.v] = speed - v[d.v];
  }
  return "";
}

// ---- forces ------------------------------------------------------------------------------------------

void AxisActions::apply(const RecursiveState& state, Vector& tau) {
  for (Force& f : forces_) {
    if (f.holder >= 0) {
      const Holder& h = modes_.holders[f.holder];
      const double force = h.calc_sliding_force(h.calc_slip(state.v));
      tau[h.v] += force;
      if (h.other >= 0) tau[h.other] -= h.share * force;
      continue;
    }
    f.f = f.element->calc_force(f.a.motion_at(state), f.b.motion_at(state), laws_.of(*f.placed));
    if (f.a.v >= 0) tau[f.a.v] += f.a.ratio * f.f;
    if (f.b.v >= 0) tau[f.b.v] -= f.b.ratio * f.f;
  }
}

void AxisActions::find_holding(const RecursiveState& state, const ConstraintRows& rows,
                               Vector& holding) const {
  for (const Force& f : forces_) {
    if (f.holder < 0) continue;
    const Holder& h = modes_.holders[f.holder];
    if (f.relation >= 0)
      holding[f.holder] =
          state.held[f.relation].holds ? state.loops.lambda[rows.row_of_relation(f.relation)] : 0.0;
    else if (!state.bodies.locked[h.v])
      holding[f.holder] = 0.0;
    else  // rotors and masses on the shaft itself are not among the bodies
      holding[f.holder] = state.bodies.armature[h.v] * state.bodies.known[h.v] -
                          state.bodies.factors[tree_.body_of_speed[h.v]].u;
  }
}

void AxisActions::take_holding_forces(const RecursiveState& state, const Vector& holding) {
  for (Force& f : forces_) {
    if (f.holder < 0) continue;
    const Holder& h = modes_.holders[f.holder];
    const double force = modes_.acts(h, false) ? holding[f.holder]
                         : h.mode == Holder::Mode::held
                             ? 0.0
                             : h.calc_sliding_force(h.calc_slip(state.v));
    f.f = -force / h.ratio;
  }
}

void AxisActions::take_holding_force(int holder, double hold) {
  for (Force& f : forces_) {
    if (f.holder == holder) f.f = -hold / modes_.holders[holder].ratio;
  }
}

double AxisActions::calc_potential_energy(const RecursiveState& state) const {
  double energy = 0.0;
  for (const Force& f : forces_)
    energy += f.element->calc_potential_energy(f.a.motion_at(state).x, f.b.motion_at(state).x);
  return energy;
}

}  // namespace gelenk
