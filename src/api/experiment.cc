#include "gelenk/experiment.h"

#include <fmt/format.h>

#include <algorithm>

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
  known_signals.clear();
  is_evaluated = false;
}

const Signal& Experiment::Impl::find_signal(const std::string& name) {
  const auto known = known_signals.find(name);
  if (known != known_signals.end()) return known->second;
  const Signal* found = nullptr;
  std::vector<std::string> names;
  visit_signals(machine->system(), [&](const Signal& signal) {
    if (signal.name == name && found == nullptr)
      found = &known_signals.emplace(name, signal).first->second;
    if (found == nullptr) names.push_back(signal.name);
  });
  if (found != nullptr) return *found;
  const std::string near =
      find_near_names(name, names).empty() ? "signals() lists all of them" : suggest(name, names);
  throw UserError({"unknown-signal", {}, "", "there is no signal '" + name + "'", near});
}

// ---- the present state ------------------------------------------------------------------------------

void Experiment::Impl::take_present(const Simulation& from) {
  time = from.t();
  const Vector& y = from.y();
  q = y.head(static_cast<Eigen::Index>(coordinates.size()));
  v = y.tail(static_cast<Eigen::Index>(speeds.size()));
  is_evaluated = false;
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
  auto made = make_simulation(start_time, start_time + std::max(length, 1e-3), start, holds_modes);
  made->start();
  stepper = std::move(made);
  take_present(*stepper);
}

void Experiment::Impl::start(std::optional<double> at) {
  const double t =
      check_finite(at.value_or(machine->model().experiment.start_time.value_or(0.0)), "the time");
  give_inputs();
  make_stepper(t, machine->find_start(t), false);
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
  if (has_started())
    make_stepper(time, get_present(), true);
  else
    start(std::nullopt);
}

void Experiment::Impl::apply_inputs() {
  if (!has_new_inputs) return;
  if (running != nullptr) return;  // the run does, when all controllers have spoken
  if (!has_started()) return give_inputs();
  need_stepper();
  stepper->change([this] { give_inputs(); });
  take_present(*stepper);
}

void Experiment::Impl::prepare_evaluation() {
  is_evaluated = false;
  if (running != nullptr) return;
  if (!has_started()) start(std::nullopt);
  if (has_new_inputs) apply_inputs();
}

Simulation& Experiment::Impl::current() {
  if (running != nullptr) return *running;
  need_stepper();
  return *stepper;
}

void Experiment::Impl::evaluate() {
  if (running == nullptr) apply_inputs();
  Simulation& simulation = current();
  if (is_evaluated) return;
  if (!simulation.evaluate()) throw NumericsError(simulation.describe_failure());
  table->forget();
  is_evaluated = true;
}

void Experiment::Impl::advance(double to) {
  const Busy busy(*this, "advance");
  apply_inputs();
  need_stepper();
  if (to < time) {
    reject_use(
        fmt::format("the experiment is at {:.6g} s and cannot go back to {:.6g} s", time, to),
        "use start or set_state to go elsewhere");
  }
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

// ---- as callers see it ------------------------------------------------------------------------------

Experiment::Experiment(const Model& model, const ExperimentOptions& options)
    : impl_(std::make_shared<Impl>(model, options)) {}
Experiment::Experiment(Experiment&&) noexcept = default;
Experiment& Experiment::operator=(Experiment&&) noexcept = default;
Experiment::~Experiment() = default;

const Model& Experiment::model() const { return impl_->model; }
const std::vector<RunSignal>& Experiment::coordinates() const { return impl_->coordinates; }
const std::vector<RunSignal>& Experiment::speeds() const { return impl_->speeds; }
const std::vector<RunSignal>& Experiment::inputs() const { return impl_->inputs; }

std::vector<RunSignal> Experiment::signals() const {
  std::vector<RunSignal> list;
  visit_signals(impl_->machine->system(), [&](const Signal& signal) {
    list.push_back({signal.name, signal.unit});
  });
  return list;
}

void Experiment::start(std::optional<double> time) {
  const std::shared_ptr<Impl> impl = impl_;
  const Impl::Busy busy(*impl, "start");
  impl->start(time);
}

void Experiment::set_state(double time, std::span<const double> q, std::span<const double> v,
                           bool close_loops) {
  const std::shared_ptr<Impl> impl = impl_;
  const Impl::Busy busy(*impl, "take another state");
  check_finite(time, "the time");
  Assembly state;
  state.q = take_numbers(q, impl->coordinates, "coordinates");
  state.v = take_numbers(v, impl->speeds, "speeds");
  state.degrees_of_freedom = -1;
  Formulation& f = impl->formulation();
  impl->give_inputs();
  f.place_driven(time, state.q, state.v);
  impl->is_evaluated = false;
  if (close_loops) {
    normalize_quaternions(*f.system().root, state.q);
    Vector qdot, vdot;
    f.eval_derivatives(time, state.q, state.v, qdot, vdot);
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
  impl->make_stepper(time, state, false);
}

double Experiment::time() const { return impl_->time; }
std::span<const double> Experiment::q() const {
  if (!impl_->has_started()) reject_use("nothing has started yet", "call start first");
  return {impl_->q.data(), static_cast<std::size_t>(impl_->q.size())};
}
std::span<const double> Experiment::v() const {
  if (!impl_->has_started()) reject_use("nothing has started yet", "call start first");
  return {impl_->v.data(), static_cast<std::size_t>(impl_->v.size())};
}

double Experiment::value(const std::string& name) const {
  const std::shared_ptr<Impl> impl = impl_;
  const Signal& signal = impl->find_signal(name);
  impl->evaluate();
  Simulation& simulation = impl->current();
  return impl->table->calc_value(signal, impl->formulation(), impl->time, simulation.q(),
                                 simulation.v(), simulation.vdot());
}

double Experiment::input(const std::string& name) const {
  return impl_->input_values[find_number(impl_->inputs, name, "input")];
}

void Experiment::set_input(const std::string& name, double value) {
  const int input = find_number(impl_->inputs, name, "input");
  check_finite(value, "input '" + name + "'");
  if (impl_->is_given[input] && impl_->input_values[input] == value) return;
  impl_->input_values[input] = value;
  impl_->is_given[input] = 1;
  impl_->has_new_inputs = true;
}

ExperimentState Experiment::save() const {
  const std::shared_ptr<Impl> impl = impl_;
  const Impl::Busy busy(*impl, "save its state");
  return impl->save();
}

void Experiment::restore(const ExperimentState& state) {
  const std::shared_ptr<Impl> impl = impl_;
  impl->restore(state);
}

void Experiment::write_state(const std::string& path) const {
  const std::shared_ptr<Impl> impl = impl_;
  const Impl::Busy busy(*impl, "save its state");
  impl->write_state(path);
}

StateFit Experiment::read_state(const std::string& path) {
  const std::shared_ptr<Impl> impl = impl_;
  return impl->read_state(path);
}

void Experiment::advance(double to_time) {
  const std::shared_ptr<Impl> impl = impl_;
  impl->advance(check_finite(to_time, "the time"));
}

Results Experiment::simulate(const SimulateOptions& options) {
  const std::shared_ptr<Impl> impl = impl_;
  return impl->simulate(options, *this);
}

}  // namespace gelenk
