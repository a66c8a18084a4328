#include "analyses/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

#include "analyses/independent_coordinates.h"
#include "model/marked_name.h"
#include "numerics/integrate.h"
#include "topology/leaves/partition.h"

namespace gelenk {

namespace {

// An angle is as exact after a hundred turns as in the first.
void limit_angles(const Subsystem& sub, Vector& limit) {
  for (const JointEdge& edge : sub.joints) {
    for (int i = 0; edge.in_tree && i < edge.nq(); ++i) {
      if (is_angle(edge.joint, i)) limit[edge.q + i] = 1.0;
    }
  }
  for (const auto& part : sub.parts) limit_angles(*part, limit);
}

// Fixed start speeds that do not outlast the start: a lock that is closed there, or a stop at its end, takes them by an impulse.
void list_struck(const Subsystem& sub, const Vector& before, const Vector& after,
                 std::vector<MovedStart>& moved) {
  for (const JointEdge& edge : sub.joints) {
    if (!edge.in_tree || edge.v < 0) continue;  // what stands for a compiled component has none
    for (int i = 0; i < edge.nv(); ++i) {
      const double from = before[edge.v + i], to = after[edge.v + i];
      if (!edge.start.v_fixed[i] || std::abs(to - from) <= 1e-9 * (1 + std::abs(from))) continue;
      const JointNames names = std::visit([](const auto& j) { return j.names(); }, edge.joint);
      const bool has_name =
          i < static_cast<int>(names.v.size()) && !names.v[static_cast<std::size_t>(i)].empty();
      moved.push_back({edge.name + (has_name ? "." + names.v[static_cast<std::size_t>(i)] : "") +
                           ", by an impact at the start",
                       from, to});
    }
  }
  for (const auto& part : sub.parts) list_struck(*part, before, after, moved);
}

std::string number(double x) { return fmt::format("{:.6g}", x); }

}  // namespace

void check_options(const SimulationOptions& o) {
  auto reject = [](const std::string& message, const std::string& hint) {
    throw UserError({"option", {}, "", message, hint});
  };
  auto check_finite = [&](double value, const char* what) {
    if (!std::isfinite(value))
      reject(fmt::format("the {} {:g} is not a finite number", what, value),
             fmt::format("give a number for the {}", what));
  };
  check_finite(o.start_time, "start time");
  check_finite(o.stop_time, "end time");
  check_finite(o.step, "step");
  check_finite(o.interval, "interval");
  check_finite(o.rtol, "relative tolerance");
  check_finite(o.atol, "absolute tolerance");
  if (!(o.stop_time >= o.start_time)) {
    reject("the end time " + number(o.stop_time) + " s lies before the start time " +
               number(o.start_time) + " s",
           "choose a later end time");
  }
  if (!(o.step >= 0))
    reject("the step " + number(o.step) + " s is not positive",
           "choose a positive number of seconds");
  if (!(o.interval >= 0))
    reject("the interval " + number(o.interval) + " s is not positive",
           "choose a positive number of seconds");
  if (o.step > 0 && (o.stop_time - o.start_time) / o.step > 1e12) {
    reject("the run would take more than 1e12 steps",
           "choose a longer step or an earlier end time");
  }
  if (o.interval > 0 && (o.stop_time - o.start_time) / o.interval > 1e9) {
    reject("the run would write more than 1e9 rows", "choose a longer interval");
  }
  if (!(o.rtol > 0 && o.rtol <= 0.1)) {
    reject("the relative tolerance " + number(o.rtol) + " is not between 0 and 0.1",
           "choose a number like 1e-8, for the run or as Tolerance of the model's experiment "
           "annotation");
  }
  if (o.rtol < 1e-14) {
    reject("the relative tolerance " + number(o.rtol) + " is below what numbers resolve",
           "choose a number like 1e-10, for the run or as Tolerance of the model's experiment "
           "annotation");
  }
  if (!(o.atol >= 0)) {
    reject("the absolute tolerance " + number(o.atol) + " is not positive",
           "choose a positive number like 1e-9");
  }
  if (!o.independent.empty() && o.stabilization != Stabilization::partition) {
    reject("independent coordinates are a matter of stabilization 'partition'",
           "choose the stabilization 'partition', or leave the independent coordinates out");
  }
  if (make_integrator(o.integrator) == nullptr) {
    reject("there is no integrator '" + o.integrator + "'",
           suggest(o.integrator, integrator_names()));
  }
}

namespace {

// What not every formulation has.
void check_stabilization(Formulation& formulation, const SimulationOptions& options) {
  if (options.stabilization == Stabilization::partition &&
      formulation.system().partition != nullptr) {
    const std::vector<Leaf>& leaves = formulation.system().partition->leaves;
    const bool has_compiled = std::any_of(
        leaves.begin(), leaves.end(), [](const Leaf& leaf) { return leaf.compiled != nullptr; });
    throw UserError({"option",
                     {},
                     "",
                     has_compiled
                         ? "a model with compiled components has no stabilization 'partition'"
                         : "the formulation 'hierarchical' has no stabilization 'partition'",
                     has_compiled ? "choose the stabilization 'projection'"
                                  : "choose the formulation 'recursive', or the stabilization "
                                    "'projection'"});
  }
  const bool has_feedback = formulation.set_feedback(
      options.stabilization == Stabilization::baumgarte ? baumgarte_rate : 0.0);
  if (options.stabilization == Stabilization::baumgarte && !has_feedback) {
    throw UserError({"option",
                     {},
                     "",
                     "this formulation has no stabilization 'baumgarte'",
                     "choose the formulation 'recursive', or another stabilization"});
  }
}

const SimulationOptions& checked(Formulation& formulation, const SimulationOptions& options) {
  check_options(options);
  check_stabilization(formulation, options);
  return options;
}

}  // namespace

Simulation::Simulation(Formulation& formulation, SignalTable& signals,
                       const SimulationOptions& options, const SimulationCallbacks& callbacks,
                       const std::optional<Assembly>& start)
    : f_(formulation),
      start_(start),
      signals_(signals),
      options_(checked(formulation, options)),
      callbacks_(callbacks),
      equations_(formulation, options.stabilization),
      integrator_(make_integrator(options.integrator)) {}

void Simulation::start() {
  wall_start_ = std::chrono::steady_clock::now();
  cpu_start_ = std::clock();
  result_ = {};
  rows_after_ = -std::numeric_limits<double>::infinity();
  counts_before_ = {};
  events_before_ = events_without_rows_before_ = 0;
  Vector y = find_start();
  signals_.start_angles();
  make_integration();
  const Vector v = y.tail(f_.system().nv);
  integration_->start(std::move(y), options_.holds_modes);
  list_struck(*f_.system().root, v, Vector(this->y().tail(f_.system().nv)), result_.moved);
}

void Simulation::make_integration() {
  const OutputTimes times = choose_times();
  IntegrationObserver& observer = *this;
  integration_ =
      std::make_unique<Integration>(equations_, *integrator_, choose_steps(times), times, observer);
}

void Simulation::resume(std::string_view bytes) {
  wall_start_ = std::chrono::steady_clock::now();
  cpu_start_ = std::clock();
  result_ = {};
  make_integration();
  const System& system = f_.system();
  integration_->prepare(system.nq + system.nv);
  Memory memory(bytes);
  list_memory(memory);
  memory.finish();
  if (options_.independent.empty()) return;
  equations_.prefer_independent(find_independent(
      f_, Vector(y().head(system.nq)), Vector(y().tail(system.nv)), options_.independent));
}

void Simulation::begin_at(double t) {
  rows_after_ = t + resolution();
  counts_before_ = integrator_->counts();
  events_before_ = integration_->result().events;
  events_without_rows_before_ = integration_->result().events_without_rows;
  result_.rows = 0;
  result_.largest_drift = {};
  result_.moved.clear();
  integration_->add_mark(t);
}

bool Simulation::can_go_on() const {
  const IntegrationResult::Status status = integration_->result().status;
  return status == IntegrationResult::Status::done || status == IntegrationResult::Status::stopped;
}

void Simulation::list_memory(Memory& memory) {
  const Quantities& quantities = f_.system().quantities;
  for (std::size_t i = 0; i < quantities.inputs.size(); ++i) {
    double value = f_.laws().inputs()[quantities.first_input() + static_cast<int>(i)];
    memory(value);
    if (!memory.is_saving()) f_.set_input(static_cast<int>(i), value);
  }
  memory(equations_, *integration_, signals_);
  SimulationResult& r = result_;
  memory(r.rows, r.largest_drift.position, r.largest_drift.velocity);
  for (Energy* energy : {&r.energy_start, &r.energy_end})
    memory(energy->kinetic, energy->potential);
  memory(r.degrees_of_freedom, r.loops, r.closure_rows, r.redundant_rows);
  memory.any_size(r.moved);
  memory(rows_after_, counts_before_, events_before_, events_without_rows_before_);
}

void Simulation::set_end(double end) {
  options_.stop_time = end;
  integration_->set_end(end);
}

bool Simulation::evaluate() {
  row_failure_.clear();
  return equations_.eval(t(), y(), ydot_);
}

const SimulationResult& Simulation::result() {
  tell(integration_->result());
  result_.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_start_).count();
  result_.cpu_seconds = static_cast<double>(std::clock() - cpu_start_) / CLOCKS_PER_SEC;
  return result_;
}

Vector Simulation::find_start() {
  const Assembly assembly = start_ ? *start_ : assemble(f_, options_.start_time);
  result_.degrees_of_freedom = assembly.degrees_of_freedom;
  result_.loops = start_ ? assembly.loops : f_.system().counts.closing_joints;
  result_.closure_rows = assembly.closure_rows;
  result_.redundant_rows = assembly.closure_rows - assembly.rank;
  result_.moved = assembly.moved;
  if (!options_.independent.empty()) {
    equations_.prefer_independent(
        find_independent(f_, assembly.q, assembly.v, options_.independent));
  }
  Vector y(assembly.q.size() + assembly.v.size());
  y << assembly.q, assembly.v;
  return y;
}

OutputTimes Simulation::choose_times() const {
  const double length = options_.stop_time - options_.start_time;
  const double interval =
      options_.interval > 0 ? std::min(options_.interval, length) : length / 500;
  return {options_.start_time, options_.stop_time, interval};
}

// The largest step of an adaptive method keeps it from stepping over a short pulse in a machine at rest.
// One step in ten rows costs less than the rows.
IntegratorOptions Simulation::choose_steps(const OutputTimes& times) {
  IntegratorOptions o;
  o.rtol = options_.rtol;
  o.atol = options_.atol > 0 ? options_.atol : 0.01 * options_.rtol;
  o.size_limit = Vector::Constant(f_.system().nq + f_.system().nv, INFINITY);
  limit_angles(*f_.system().root, o.size_limit);
  if (!integrator_->has_fixed_step()) {
    result_.rtol = o.rtol;
    result_.atol = o.atol;
  }
  if (options_.step > 0)
    o.largest_step = options_.step;
  else if (integrator_->has_fixed_step())
    o.largest_step = 1e-3;
  else
    o.largest_step = std::min(10 * times.interval(), (times.end() - times.start()) / 50);
  return o;
}

bool Simulation::row(double t, const Vector& y) {
  return !options_.has_rows || t <= rows_after_ || write_row(t, y);
}

// Either the first row of a run that begins inside a step, or a state that somebody asked for.
bool Simulation::mark(double t, const Vector& y) {
  if (t <= rows_after_ && result_.rows == 0) return write_row(t, y);
  marked_.push_back({t, y});
  return true;
}

bool Simulation::write_row(double t, const Vector& y) {
  if (!equations_.eval(t, y, ydot_)) return false;
  const Drift drift = f_.calc_drift();
  result_.largest_drift.position = std::max(result_.largest_drift.position, drift.position);
  result_.largest_drift.velocity = std::max(result_.largest_drift.velocity, drift.velocity);
  result_.energy_end = f_.calc_energy();
  if (result_.rows == 0) result_.energy_start = result_.energy_end;
  if (callbacks_.row && !calc_signals(t)) return false;
  if (result_.rows == 0 && !check_limits(t)) return false;
  if (callbacks_.row) callbacks_.row(t, values_);
  ++result_.rows;
  return true;
}

// Values of the signals, where somebody asks for them.
bool Simulation::calc_signals(double t) {
  signals_.calc_values(f_, t, equations_.q(), equations_.v(), equations_.vdot(), values_);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (std::isfinite(values_[i])) continue;
    // Energies overflow long before the state does, which then says more.
    if (signals_.selected_names()[i].starts_with("gelenk.")) continue;
    row_failure_ =
        fmt::format("signal '{}' became {} at time {:.6g} s", signals_.selected_names()[i],
                    std::isnan(values_[i]) ? "not a number" : "infinite", t);
    return false;
  }
  return true;
}

// That a variable leaves its limits, or that an assertion does not hold any more, is an event; at
// the start it may be so already.
bool Simulation::check_limits(double t) {
  std::vector<const Quantities::Branch*> limits;
  std::string names;
  for (const auto& branches : f_.system().quantities.whens) {
    const Quantities::Branch& branch = branches[0];
    if (branch.changes.size() != 1 || branch.changes[0].discrete >= 0 ||
        branch.changes[0].state >= 0 || !branch.changes[0].assertion.empty() ||
        branch.condition.is_constant())
      continue;
    limits.push_back(&branch);
    names += (names.empty() ? "" : ",") + branch.path;
  }
  if (const std::string broken = f_.laws().find_broken_assertion(); !broken.empty()) {
    row_failure_ = broken + fmt::format(", at time {:.6g} s", t);
    return false;
  }
  if (limits.empty()) return true;
  SignalTable table(f_.system(), names);
  std::vector<double> values;
  table.calc_values(f_, t, equations_.q(), equations_.v(), equations_.vdot(), values);
  const std::vector<std::string> known = table.selected_names();
  for (const Quantities::Branch* limit : limits) {
    const auto at = std::find(known.begin(), known.end(), limit->path);
    const double value = values[static_cast<std::size_t>(at - known.begin())];
    const auto& sides = limit->condition.operands();
    const bool is_min = sides[1].is_constant();
    if (is_min ? !(value < sides[1].constant_value()) : !(sides[0].constant_value() < value))
      continue;
    row_failure_ = fmt::format("variable '{}' is {:.6g} at the start, {} = {:.6g},", limit->path,
                               value, is_min ? "below its min" : "above its max",
                               limit->changes[0].value.constant_value()) +
                   fmt::format(" at time {:.6g} s", t);
    return false;
  }
  return true;
}

bool Simulation::progress(double t, const Vector& y) {
  if (signals_.follows_angles()) {
    q_ = y.head(f_.system().nq);
    v_ = y.tail(f_.system().nv);
    f_.eval_motion(q_, v_);
    signals_.follow(f_, t, q_, v_);
  }
  if (callbacks_.progress) callbacks_.progress(t);
  return !(callbacks_.stop && callbacks_.stop->load());
}

void Simulation::tell(const IntegrationResult& reached) {
  const IntegratorCounts counts = integrator_->counts();
  result_.end_time = reached.t;
  result_.step = reached.largest_step;
  result_.events = reached.events - events_before_;
  result_.events_without_rows = reached.events_without_rows - events_without_rows_before_;
  result_.steps = counts.steps - counts_before_.steps;
  result_.rejected_steps = counts.rejected - counts_before_.rejected;
  result_.evaluations = counts.evaluations - counts_before_.evaluations;
  result_.integrator = integrator_->description();
  // Stand-ins of compiled components do not tell what depends on what they allow.
  if (result_.degrees_of_freedom < 0) result_.redundant_rows = f_.count_redundant();
  switch (reached.status) {
    case IntegrationResult::Status::done: return;
    case IntegrationResult::Status::stopped:
      result_.status = RunStatus::interrupted;
      result_.message = fmt::format("stopped on request at time {:.6g} s", reached.t);
      return;
    case IntegrationResult::Status::integrator_failed:
      result_.message = describe_integrator_failure();
      break;
    case IntegrationResult::Status::state_failed:
      if (const MarkedName marked = split_mark(f_.failure());
          marked.mark == NameMark::termination) {
        result_.message =
            fmt::format("the model ended the run at time {:.6g} s: {}", reached.t, marked.name);
        return;
      }
      result_.message = row_failure_.empty() ? equations_.describe_failure() : row_failure_;
      break;
    case IntegrationResult::Status::event_storm:
      if (reached.storm_interval > 0) {
        result_.message = fmt::format(
            "the events of '{}' come every {:.3g} s at time {:.6g} s, as the last {} of them "
            "did: "
            "too many to follow for {:.6g} s (let the condition of its when or law be true less "
            "often, by a hysteresis or a longer way from one event to the next, or let the run "
            "end earlier)",
            f_.event_name(reached.storming_event), reached.storm_interval, reached.t,
            slow_storm_count, options_.stop_time - options_.start_time);
        break;
      }
      result_.message = fmt::format(
          "the events of '{}' follow one another without end at time {:.6g} s ({})",
          f_.event_name(reached.storming_event), reached.t,
          f_.is_stop(reached.storming_event)
              ? "impacts that come ever faster, for a run of this length: let the stop bring to "
                "rest what is slow, by a larger v_rest or w_rest or a smaller e, or let the run "
                "end earlier"
              : "a law that jumps back as soon as it has acted: for dry friction use an element "
                "that sticks, else smooth the law or give it a hysteresis by a when");
      break;
  }
  result_.status = RunStatus::failed;
}

std::string Simulation::describe_integrator_failure() const {
  std::string what;
  switch (integrator_->failure()) {
    case IntegratorFailure::none:
    case IntegratorFailure::evaluation: return equations_.describe_failure();
    case IntegratorFailure::step_underflow:
      what = "the tolerance needs steps shorter than the time resolves";
      break;
    case IntegratorFailure::too_many_rejections:
      what = "no step is short enough for the tolerance";
      break;
    case IntegratorFailure::no_convergence:
      what = "the equations of an implicit step could not be solved";
      break;
  }
  what += fmt::format(" at time {:.6g} s", integrator_->t());
  if (integrator_->worst_entry() >= 0)
    what += "; the " + equations_.describe_entry(integrator_->worst_entry()) + " changes fastest";
  if (const std::string cause = f_.failure(); !cause.empty()) what += "; " + cause;
  return what;
}

SimulationResult simulate(Formulation& formulation, SignalTable& signals,
                          const SimulationOptions& options, const SimulationCallbacks& callbacks,
                          const std::optional<Assembly>& start) {
  Simulation simulation(formulation, signals, options, callbacks, start);
  simulation.start();
  while (simulation.advance()) {
  }
  return simulation.result();
}

}  // namespace gelenk
