#include "analyses/motion_equations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyses/state_names.h"
#include "topology/leaves/partition.h"

namespace gelenk {

namespace {

std::string not_finite(double value) { return std::isnan(value) ? "not a number" : "infinite"; }

std::string with_name(const char* what, const std::vector<std::string>& names, int i) {
  const bool has_name = i < static_cast<int>(names.size()) && !names[i].empty();
  return has_name ? std::string(what) + " " + names[i] : what;
}

JointNames names_of(const JointEdge& edge) {
  return std::visit([](const auto& joint) { return joint.names(); }, edge.joint);
}

std::string find_non_finite(const Subsystem& sub, const Vector& q, const Vector& v,
                            const Vector& vdot) {
  for (const JointEdge& edge : sub.joints) {
    if (!edge.in_tree) continue;
    const JointNames names = names_of(edge);
    auto check = [&](const Vector& values, int first, int count,
                     const std::vector<std::string>& list, const char* what) -> std::string {
      if (values.size() == 0) return "";
      for (int i = 0; i < count; ++i) {
        if (std::isfinite(values[first + i])) continue;
        return "the " + with_name(what, list, i) + " of component '" + edge.name + "' became " +
               not_finite(values[first + i]);
      }
      return "";
    };
    std::string found = check(q, edge.q, edge.nq(), names.q, "coordinate");
    if (found.empty()) found = check(v, edge.v, edge.nv(), names.v, "speed");
    if (found.empty()) found = check(vdot, edge.v, edge.nv(), names.a, "acceleration");
    if (!found.empty()) return found;
  }
  for (const auto& part : sub.parts) {
    const std::string found = find_non_finite(*part, q, v, vdot);
    if (!found.empty()) return found;
  }
  return "";
}

// In a state that is finite: the equation that is furthest from being fulfilled.
std::string find_open_loop(Formulation& f, const Vector& q, const Vector& v) {
  Closure closure;
  f.eval_motion(q, v);
  f.eval_closure(closure);
  const std::vector<std::string> names = list_closure_names(f.system());
  if (closure.g.size() == 0) return "";
  Eigen::Index worst = 0;
  const double open = closure.g.cwiseAbs().maxCoeff(&worst);
  if (!(open > 1e-9) || worst >= static_cast<Eigen::Index>(names.size())) return "";
  return fmt::format("the loops cannot be closed: {} stays open by {:.2g}", names[worst], open);
}

std::string find_entry(const Subsystem& sub, int q, int v) {
  for (const JointEdge& edge : sub.joints) {
    if (!edge.in_tree) continue;
    const std::string of = " of component '" + edge.name + "'";
    if (q >= edge.q && q < edge.q + edge.nq())
      return with_name("coordinate", names_of(edge).q, q - edge.q) + of;
    if (v >= edge.v && v < edge.v + edge.nv())
      return with_name("speed", names_of(edge).v, v - edge.v) + of;
  }
  for (const auto& part : sub.parts) {
    const std::string found = find_entry(*part, q, v);
    if (!found.empty()) return found;
  }
  return "";
}

// Of a compiled component no names are known.
std::string find_compiled_entry(const System& system, int q, int v) {
  for (const Leaf& leaf : system.partition->leaves) {
    if (leaf.compiled == nullptr) continue;
    const LoadedComponent& loaded = *leaf.compiled->loaded;
    const std::string of = " of compiled component '" + loaded.path() + "'";
    if (q >= leaf.q && q < leaf.q + loaded.nq())
      return "coordinate " + std::to_string(q - leaf.q + 1) + of;
    if (v >= leaf.v && v < leaf.v + loaded.nv())
      return "speed " + std::to_string(v - leaf.v + 1) + of;
  }
  return "";
}

}  // namespace

MotionEquations::MotionEquations(Formulation& formulation, Stabilization stabilization)
    : f_(formulation),
      nq_(formulation.system().nq),
      nv_(formulation.system().nv),
      stabilization_(stabilization),
      time_scale_(list_lasting_laws(formulation.system())) {
  keep_inputs();
}

void MotionEquations::split(const Vector& y) {
  q_ = y.head(nq_);
  v_ = y.tail(nv_);
}

bool MotionEquations::eval(double t, const Vector& y, Vector& ydot) {
  split(y);
  time_ = t;
  f_.place_driven(t, q_, v_);
  if (!f_.eval_derivatives(t, q_, v_, qdot_, vdot_)) return note_failure();
  ydot.resize(y.size());
  ydot << qdot_, vdot_;
  return ydot.allFinite() || note_failure();
}

// Whose own equations nobody else knows.
static bool has_compiled_parts(const System& system) {
  return system.partition != nullptr &&
         std::any_of(system.partition->leaves.begin(), system.partition->leaves.end(),
                     [](const Leaf& leaf) { return leaf.compiled != nullptr; });
}

// Components are held together by equations.
bool MotionEquations::has_constraints() const {
  const System& system = f_.system();
  return system.counts.closure_rows > 0 || !system.rows.empty() || system.partition != nullptr ||
         !system.quantities.invariants.empty();
}

bool MotionEquations::correct(double t, Vector& y) {
  time_ = t;
  split(y);
  if (!y.allFinite()) return note_failure();
  f_.place_driven(t, q_, v_);
  const bool has_equations = f_.system().counts.closure_rows > 0 || !f_.system().rows.empty() ||
                             has_compiled_parts(f_.system());
  if (stabilization_ != Stabilization::none) normalize_quaternions(*f_.system().root, q_);
  if (has_equations && stabilization_ == Stabilization::projection && !f_.project(q_, v_))
    return note_failure();
  if (has_equations && stabilization_ == Stabilization::partition &&
      !partition_.correct(f_, q_, v_))
    return note_failure();
  if (stabilization_ != Stabilization::none && !f_.project_states(t, q_, v_, false))
    return note_failure();
  y << q_, v_;
  return y.allFinite() || note_failure();
}

void MotionEquations::keep_inputs() {
  const double* inputs = f_.laws().inputs();
  inputs_.assign(inputs, inputs + f_.system().quantities.input_count());
}

void MotionEquations::list_memory(Memory& memory) {
  memory(f_, time_scale_, inputs_);
  const System& system = f_.system();
  partition_.list_memory(memory, nv_,
                         system.counts.closure_rows + static_cast<int>(system.rows.size()));
}

void MotionEquations::accept(double t, const Vector& y) {
  split(y);
  f_.accept(t, q_, v_);
  partition_.accept(q_);
  keep_inputs();
}

// At once: the integrator may try other states before it gives up. Always false.
bool MotionEquations::note_failure() {
  const Subsystem& root = *f_.system().root;
  std::string what = f_.failure();
  if (what.empty()) what = f_.laws().failure();
  // A law that is not a number makes everything after it not a number: the law is to blame. In a state that is
  // none itself only drives can be.
  const bool is_state = q_.allFinite() && v_.allFinite();
  if (const auto [law, value] = f_.laws().find_bad(!is_state); what.empty() && !law.empty())
    what = "the law of component '" + law + "' became " + not_finite(value);
  if (what.empty()) what = find_non_finite(root, q_, v_, vdot_);
  // Where the equations stand in no matrix, the formulation itself says which cannot be kept.
  if (what.empty() && is_state && f_.system().partition == nullptr)
    what = find_open_loop(f_, q_, v_);
  if (what.empty()) what = "the equations of motion could not be solved";
  failure_ = fmt::format("{} at time {:.6g} s", what, time_);
  return false;
}

void MotionEquations::eval_events(double t, const Vector& y, Vector& indicators) {
  split(y);
  f_.eval_events(t, q_, v_, indicators);
}

void MotionEquations::start_events(double t, Vector& y) {
  split(y);
  f_.start_events(t, q_, v_);
  if (stabilization_ == Stabilization::partition) partition_.start(f_, q_, v_);
  time_scale_.start();
  keep_inputs();
  y << q_, v_;
}

void MotionEquations::handle_event(double t, Vector& y, const std::vector<int>& crossed) {
  split(y);
  f_.handle_event(t, q_, v_, crossed);
  time_scale_.renew();
  keep_inputs();
  y << q_, v_;
}

std::string MotionEquations::describe_entry(int entry) const {
  const System& system = f_.system();
  if (entry >= system.first_state() && entry < nq_)
    return "state '" + system.quantities.states[entry - system.first_state()].name + "'";
  const int q = entry < nq_ ? entry : -1, v = entry < nq_ ? -1 : entry - nq_;
  std::string text = find_entry(*system.root, q, v);
  if (text.empty() && system.partition != nullptr) text = find_compiled_entry(system, q, v);
  for (const Train& train : system.axes.trains) {
    if (!train.driven) continue;
    const JointEdge& edge = train.carrier.sub->joints[train.carrier.joint];
    if (edge.q == q || edge.v == v) text += ", which '" + train.holder->path + "' drives,";
  }
  return text;
}

}  // namespace gelenk
