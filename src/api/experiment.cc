#include "gelenk/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "analyses/state_names.h"
#include "api/experiment_impl.h"

namespace gelenk {

namespace {

std::vector<RunSignal> convert(const std::vector<NamedEntry>& entries) {
  std::vector<RunSignal> list;
  for (const NamedEntry& entry : entries) list.push_back({entry.name, entry.unit});
  return list;
}

int find_number(const std::vector<RunSignal>& list, const std::string& name, const char* what) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].name == name) return static_cast<int>(i);
    names.push_back(list[i].name);
  }
  reject_use(std::string("there is no ") + what + " '" + name + "'",
             names.empty() ? std::string("the model has no ") + what +
                                 "s: declare one in it, as in "
                                 "'input Real u;'"
                           : suggest(name, names));
}

}  // namespace

// ---- what there is ----------------------------------------------------------------------------------

Experiment::Impl::Impl(const Model& of, const ExperimentOptions& given)
    : number([] {
        static std::atomic<unsigned long> count = 0;
        return ++count;
      }()),
      model(of),
      options(given) {
  build();
}

void Experiment::Impl::build() {
  machine =
      std::make_unique<Machine>(tree ? tree : model.impl_->tree, model.impl_->home(), options);
  const StateNames names = list_state_names(machine->system());
  coordinates = convert(names.q);
  speeds = convert(names.v);
  if (input_values.empty()) {
    for (const Quantities::Input& input : machine->system().quantities.inputs) {
      inputs.push_back({input.name, input.unit});
      input_values.push_back(input.start);
      is_given.push_back(0);
    }
  }
  table = std::make_unique<SignalTable>(machine->system());
  values_anywhere = std::make_unique<SignalValues>(machine->system());
  equations = std::make_unique<MotionEquations>(formulation(), Stabilization::none);
  evaluated = Evaluated::nothing;
  if (known_signals.empty()) return;
  std::vector<char> is_found(known_signals.size(), 0);  // the first of a name counts
  visit_signals(machine->system(), [&](const Signal& signal) {
    const auto known = signal_numbers.find(signal.name);
    if (known == signal_numbers.end() || is_found[known->second]) return;
    known_signals[known->second] = signal;
    is_found[known->second] = 1;
  });
}

void Experiment::Impl::take_model(const Model& changed) {
  stepper.reset();
  tree.reset();
  texts.reset();
  model = changed;
  has_started = false;
  build();
}

int Experiment::Impl::find_signal(const std::string& name) {
  const auto known = signal_numbers.find(name);
  if (known != signal_numbers.end()) return known->second;
  std::optional<Signal> found;
  std::vector<std::string> names;
  visit_signals(machine->system(), [&](const Signal& signal) {
    if (found) return;
    if (signal.name == name)
      found = signal;
    else
      names.push_back(signal.name);
  });
  if (found) {
    known_signals.push_back(*found);
    return signal_numbers[name] = static_cast<int>(known_signals.size()) - 1;
  }
  const std::string near =
      find_near_names(name, names).empty() ? "signals() lists all of them" : suggest(name, names);
  throw UserError({"unknown-signal", {}, "", "there is no signal '" + name + "'", near});
}

// ---- the present state ------------------------------------------------------------------------------

void Experiment::Impl::take_present(const Simulation& from) {
  const bool is_good = from.can_go_on();
  const Vector& all = is_good ? from.y() : from.accepted_y();
  time = is_good ? from.t() : from.accepted_t();
  q = all.head(static_cast<Eigen::Index>(coordinates.size()));
  v = all.tail(static_cast<Eigen::Index>(speeds.size()));
  has_started = true;
  is_behind = false;
  evaluated = Evaluated::nothing;
}

void Experiment::Impl::follow_run() {
  if (running != nullptr && is_behind) take_present(*running);
}

void Experiment::Impl::give_inputs() {
  for (std::size_t i = 0; i < input_values.size(); ++i) {
    if (is_given[i]) machine->set_input(static_cast<int>(i), input_values[i]);
  }
  has_new_inputs = false;
}

std::unique_ptr<Simulation> Experiment::Impl::make_simulation(double begin, double end,
                                                              const std::optional<Assembly>& start,
                                                              bool holds_modes) {
  SimulationOptions chosen = machine->choose_options({begin, end, std::nullopt});
  chosen.interval = chosen.stop_time - chosen.start_time;
  chosen.has_rows = false;
  chosen.holds_modes = holds_modes;
  return std::make_unique<Simulation>(formulation(), *table, chosen, SimulationCallbacks{}, start);
}

void Experiment::Impl::make_stepper(double start_time, const std::optional<Assembly>& start,
                                    bool holds_modes) {
  stepper.reset();
  const ExperimentSettings& annotation = machine->model().experiment;
  const double length = annotation.stop_time.value_or(1.0) - annotation.start_time.value_or(0.0);
  // Far from zero, what is short is not resolved.
  const double end = start_time + std::max({length, 1e-3, 1e-12 * std::abs(start_time)});
  auto made = make_simulation(start_time, end, start, holds_modes);
  made->start();
  stepper = std::move(made);
  take_present(*stepper);
}

Experiment::Impl::Kept Experiment::Impl::take_out() {
  Kept kept{has_started, time, q, v, nullptr, "", "", {}, input_values, is_given, has_new_inputs};
  if (has_started) {
    kept.angles = save_memory(*table);
    try {
      kept.memory = save_memory(formulation());
    } catch (const std::runtime_error&) {
      // A compiled component that cannot be saved is no reason not to go on.
    }
  }
  const Quantities& quantities = machine->system().quantities;
  for (std::size_t i = 0; i < input_values.size(); ++i) {
    kept.given.push_back(
        formulation().laws().inputs()[quantities.first_input() + static_cast<int>(i)]);
  }
  kept.stepper = std::move(stepper);
  return kept;
}

void Experiment::Impl::put_back(Kept kept) {
  has_started = kept.has_started;
  time = kept.time;
  q = std::move(kept.q);
  v = std::move(kept.v);
  stepper = std::move(kept.stepper);
  if (has_started) restore_memory(*table, kept.angles);
  if (!kept.memory.empty()) restore_memory(formulation(), kept.memory);
  for (std::size_t i = 0; i < kept.given.size(); ++i)
    formulation().set_input(static_cast<int>(i), kept.given[i]);
  input_values = std::move(kept.input_values);
  is_given = std::move(kept.is_given);
  has_new_inputs = kept.has_new_inputs;
  evaluated = Evaluated::nothing;
}

void Experiment::Impl::start(std::optional<double> at) {
  const double t = check_time(at.value_or(get_start_time()));
  go([&] {
    give_inputs();
    make_stepper(t, machine->find_start(t), false);
  });
}

void Experiment::Impl::set_state(double at, Assembly state, bool close_loops) {
  Formulation& f = formulation();
  give_inputs();
  f.place_driven(at, state.q, state.v);
  if (close_loops) {
    normalize_quaternions(*f.system().root, state.q);
    Vector qdot, vdot;
    f.eval_derivatives(at, state.q, state.v, qdot, vdot);
    if (!f.project(state.q, state.v))
      throw NumericsError("the loops cannot be closed from this state: " + f.failure());
  }
  f.eval_motion(state.q, state.v);
  const Drift drift = f.calc_drift();
  constexpr double most_open = 1e-8;
  if (!(drift.position < most_open && drift.velocity < most_open)) {
    reject_use(
        fmt::format("this state does not fulfil the equations of the joints: positions are off "
                    "by {:.2g} and speeds by {:.2g}",
                    drift.position, drift.velocity),
        "give a state that the mechanism can have, or let its loops be closed (close_loops)");
  }
  make_stepper(at, state, false);
}

Assembly Experiment::Impl::get_present() const {
  Assembly present;
  present.q = q;
  present.v = v;
  present.degrees_of_freedom = -1;
  return present;
}

void Experiment::Impl::need_stepper() {
  if (stepper != nullptr) return;
  if (has_started)
    make_stepper(time, get_present(), true);
  else
    start(std::nullopt);
}

void Experiment::Impl::apply_inputs() {
  if (!has_new_inputs) return;
  if (running != nullptr) return;  // the run does, between two steps
  if (!has_started) return give_inputs();
  need_stepper();
  stepper->change([this] { give_inputs(); });
  take_present(*stepper);
}

void Experiment::Impl::advance(double to) {
  const Busy busy(*this, "advance");
  const double now = has_started ? time : get_start_time();
  if (to < now) {
    reject_use(fmt::format("the experiment is at {:.6g} s and cannot go back to {:.6g} s", now, to),
               "use start or set_state to go elsewhere");
  }
  apply_inputs();
  need_stepper();
  if (stepper->is_over()) make_stepper(time, get_present(), true);
  const double end = stepper->end(), length = end - stepper->begin();
  if (to > end) stepper->set_end(std::max(to, end + length));
  while (stepper->advance(to)) {
  }
  take_present(*stepper);
  const SimulationResult& result = stepper->result();
  if (result.status != RunStatus::done) {
    const std::string message = result.message;
    stepper.reset();
    throw NumericsError(message);
  }
}

// ---- evaluations ------------------------------------------------------------------------------------

void Experiment::Impl::prepare_evaluation() {
  evaluated = Evaluated::nothing;
  if (running != nullptr) return;
  if (!has_started) start(std::nullopt);
  apply_inputs();
}

void Experiment::Impl::take_state(double t, std::span<const double> of_q,
                                  std::span<const double> of_v) {
  evaluated = Evaluated::nothing;  // whose at_q and at_v these were
  check_finite(t, "the time");
  take_numbers(of_q, coordinates, "coordinates", at_q);
  take_numbers(of_v, speeds, "speeds", at_v);
}

void Experiment::Impl::eval_motion(double t, const Vector& of_q, const Vector& of_v) {
  at_q = of_q;
  at_v = of_v;
  formulation().place_driven(t, at_q, at_v);
  formulation().eval_motion(at_q, at_v);
}

void Experiment::Impl::eval(double t, const Vector& of_q, const Vector& of_v) {
  y.resize(of_q.size() + of_v.size());
  y << of_q, of_v;
  if (!equations->eval(t, y, ydot)) throw NumericsError(equations->describe_failure());
}

void Experiment::Impl::evaluate_motion() {
  if (running == nullptr && (!has_started || has_new_inputs)) prepare_evaluation();
  follow_run();
  if (evaluated != Evaluated::nothing) return;
  eval_motion(time, q, v);
  evaluated = Evaluated::motion;
}

void Experiment::Impl::evaluate() {
  if (running == nullptr && (!has_started || has_new_inputs)) prepare_evaluation();
  follow_run();
  if (evaluated == Evaluated::all) return;
  evaluated = Evaluated::nothing;
  eval(time, q, v);
  table->forget();
  if (running_table != nullptr) running_table->forget();
  evaluated = Evaluated::all;
}

double Experiment::Impl::calc_value(const Signal& signal) {
  if (signal.of_motion)
    evaluate_motion();
  else
    evaluate();
  const bool is_all = evaluated == Evaluated::all;
  SignalTable& shown = running_table != nullptr ? *running_table : *table;
  return shown.calc_value(signal, formulation(), time, is_all ? equations->q() : at_q,
                          is_all ? equations->v() : at_v, equations->vdot());
}

// ---- as callers see it ------------------------------------------------------------------------------

Experiment::Experiment(const Model& model, const ExperimentOptions& options)
    : impl_(std::make_shared<Impl>(model, options)) {}
Experiment::Experiment(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
Experiment::Experiment(Experiment&&) noexcept = default;
Experiment& Experiment::operator=(Experiment&&) noexcept = default;
Experiment::~Experiment() = default;

Experiment::Impl& Experiment::get() const {
  if (impl_ == nullptr)
    reject_use("this experiment was moved from", "use the one that it was moved to");
  return *impl_;
}

const Model& Experiment::model() const { return get().model; }
const std::vector<RunSignal>& Experiment::coordinates() const { return get().coordinates; }
const std::vector<RunSignal>& Experiment::speeds() const { return get().speeds; }
const std::vector<RunSignal>& Experiment::inputs() const { return get().inputs; }

std::vector<RunSignal> Experiment::signals() const {
  std::vector<RunSignal> list;
  visit_signals(get().machine->system(), [&](const Signal& signal) {
    list.push_back({signal.name, signal.unit});
  });
  return list;
}

void Experiment::start(std::optional<double> time) {
  Impl& impl = get();
  const Impl::Busy busy(impl, "start");
  impl.start(time);
}

void Experiment::set_state(double time, std::span<const double> q, std::span<const double> v,
                           bool close_loops) {
  Impl& impl = get();
  const Impl::Busy busy(impl, "take another state");
  check_time(time);
  Assembly state;
  state.q = take_numbers(q, impl.coordinates, "coordinates");
  state.v = take_numbers(v, impl.speeds, "speeds");
  state.degrees_of_freedom = -1;
  impl.go([&] { impl.set_state(time, std::move(state), close_loops); });
}

double Experiment::time() const {
  Impl& impl = get();
  impl.follow_run();
  return impl.time;
}

namespace {

std::span<const double> show(const Vector& numbers, bool has_started) {
  if (!has_started) reject_use("nothing has started yet", "call start first");
  return {numbers.data(), static_cast<std::size_t>(numbers.size())};
}

}  // namespace

std::span<const double> Experiment::q() const {
  Impl& impl = get();
  impl.follow_run();
  return show(impl.q, impl.has_started);
}
std::span<const double> Experiment::v() const {
  Impl& impl = get();
  impl.follow_run();
  return show(impl.v, impl.has_started);
}

SignalHandle Experiment::signal(const std::string& name) const {
  Impl& impl = get();
  return {impl.number, impl.find_signal(name)};
}

double Experiment::value(const std::string& name) const {
  Impl& impl = get();
  return impl.calc_value(impl.get_signal(name));
}

double Experiment::value(SignalHandle signal) const {
  Impl& impl = get();
  if (signal.experiment_ != impl.number) reject_handle();
  return impl.calc_value(impl.known_signals[signal.number_]);
}

double Experiment::input(const std::string& name) const {
  Impl& impl = get();
  return impl.input_values[find_number(impl.inputs, name, "input")];
}

void Experiment::set_input(const std::string& name, double value) {
  Impl& impl = get();
  const int input = find_number(impl.inputs, name, "input");
  check_finite(value, "input '" + name + "'");
  if (impl.is_given[input] && impl.input_values[input] == value) return;
  impl.input_values[input] = value;
  impl.is_given[input] = 1;
  impl.has_new_inputs = true;
}

ExperimentState Experiment::save() const {
  Impl& impl = get();
  const Impl::Busy busy(impl, "save its state");
  return impl.save();
}

void Experiment::restore(const ExperimentState& state) { get().restore(state); }

void Experiment::write_state(const std::string& path) const {
  Impl& impl = get();
  const Impl::Busy busy(impl, "save its state");
  impl.write_state(path);
}

StateFit Experiment::read_state(const std::string& path) { return get().read_state(path); }

void Experiment::advance(double to_time) { get().advance(check_time(to_time)); }

Results Experiment::simulate(const SimulateOptions& options) {
  get();
  const std::shared_ptr<Impl> impl = impl_;  // a callback may let go of this object
  return impl->simulate(options, impl);
}

}  // namespace gelenk
