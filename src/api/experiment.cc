#include "gelenk/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <unordered_map>

#include "analyses/state_names.h"
#include "api/model_impl.h"
#include "api/recording.h"
#include "api/results_impl.h"
#include "numerics/output_times.h"
#include "report/report_writer.h"

namespace gelenk {

namespace {

[[noreturn]] void reject(const std::string& message, const std::string& hint) {
  throw UserError({"use", {}, "", message, hint});
}

std::vector<RunSignal> convert(const std::vector<NamedEntry>& entries) {
  std::vector<RunSignal> list;
  for (const NamedEntry& entry : entries) list.push_back({entry.name, entry.unit});
  return list;
}

double check_finite(double value, const std::string& what) {
  if (!std::isfinite(value))
    reject(fmt::format("{} is {}, not a finite number", what, value), "give a number");
  return value;
}

// Numbers of the caller's: as many as there are names, and all of them finite.
void take(std::span<const double> given, const std::vector<RunSignal>& names, const char* what,
          Vector& into) {
  if (given.size() != names.size()) {
    reject(fmt::format("{} numbers were given for {} {}", given.size(), names.size(), what),
           fmt::format("give one for each of {}()", what));
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!std::isfinite(given[i])) check_finite(given[i], "'" + names[i].name + "'");
  }
  into = Eigen::Map<const Vector>(given.data(), static_cast<Eigen::Index>(given.size()));
}

Vector take(std::span<const double> given, const std::vector<RunSignal>& names, const char* what) {
  Vector numbers;
  take(given, names, what, numbers);
  return numbers;
}

void check_room(std::span<double> room, std::size_t wanted, const char* what) {
  if (room.size() == wanted) return;
  reject(fmt::format("{} has room for {} numbers, not for {}", what, room.size(), wanted),
         "give an array of that size");
}

int find_number(const std::vector<RunSignal>& list, const std::string& name, const char* what) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].name == name) return static_cast<int>(i);
    names.push_back(list[i].name);
  }
  reject(std::string("there is no ") + what + " '" + name + "'",
         names.empty() ? std::string("the model has no ") + what +
                             "s: declare one in it, as in "
                             "'input Real u;'"
                       : suggest(name, names));
}

// The instants of one controller.
struct Beat {
  double start, period;
  long count = 0;
  double next() const { return tidy(start + static_cast<double>(count) * period); }
};

}  // namespace

struct GELENK_LOCAL Experiment::Impl {
  Impl(const Model& of, const ExperimentOptions& given) : model(of), options(given) { build(); }

  // ---- what there is ----------------------------------------------------------------------------------

  void build() {
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

  Formulation& formulation() const { return machine->formulation(); }

  const Signal& find_signal(const std::string& name) {
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

  // ---- one thing at a time ----------------------------------------------------------------------------

  // While it lives, nobody else may move the experiment: a callback may read it and set inputs.
  class Busy {
   public:
    Busy(Impl& impl, const char* what) : impl_(impl) {
      if (impl.busy_with != nullptr) {
        reject(std::string("the experiment cannot ") + what + " while it " + impl.busy_with,
               "from inside a callback, read values and set inputs; everything else is for later");
      }
      impl.busy_with = what;
    }
    ~Busy() { impl_.busy_with = nullptr; }
    Busy(const Busy&) = delete;

   private:
    Impl& impl_;
  };

  // ---- the present state ------------------------------------------------------------------------------

  bool has_started() const { return q.size() == static_cast<Eigen::Index>(coordinates.size()); }

  void take_present(const Simulation& from) {
    time = from.t();
    const Vector& y = from.y();
    q = y.head(static_cast<Eigen::Index>(coordinates.size()));
    v = y.tail(static_cast<Eigen::Index>(speeds.size()));
    is_evaluated = false;
  }

  void give_inputs() {
    for (std::size_t i = 0; i < input_values.size(); ++i) {
      if (is_given[i]) machine->set_input(static_cast<int>(i), input_values[i]);
    }
    has_new_inputs = false;
  }

  // A simulation without rows, which the caller advances.
  std::unique_ptr<Simulation> make_simulation(double begin, double end,
                                              const std::optional<Assembly>& start,
                                              bool holds_modes) {
    SimulationOptions chosen = machine->choose_options({begin, end, std::nullopt});
    chosen.interval = chosen.stop_time - chosen.start_time;
    chosen.has_rows = false;
    chosen.holds_modes = holds_modes;
    return std::make_unique<Simulation>(formulation(), *table, chosen, SimulationCallbacks{},
                                        start);
  }

  void make_stepper(double start_time, const std::optional<Assembly>& start, bool holds_modes) {
    stepper.reset();
    const ExperimentSettings& annotation = machine->model().experiment;
    const double length = annotation.stop_time.value_or(1.0) - annotation.start_time.value_or(0.0);
    auto made =
        make_simulation(start_time, start_time + std::max(length, 1e-3), start, holds_modes);
    made->start();
    stepper = std::move(made);
    take_present(*stepper);
  }

  void start(std::optional<double> at) {
    const double t =
        check_finite(at.value_or(machine->model().experiment.start_time.value_or(0.0)), "the time");
    give_inputs();
    make_stepper(t, machine->find_start(t), false);
  }

  Assembly get_present() const {
    Assembly present;
    present.q = q;
    present.v = v;
    present.degrees_of_freedom = -1;
    return present;
  }

  void need_stepper() {
    if (stepper != nullptr) return;
    if (has_started())
      make_stepper(time, get_present(), true);
    else
      start(std::nullopt);
  }

  void apply_inputs() {
    if (!has_new_inputs) return;
    if (running != nullptr) return;  // the run does, when all controllers have spoken
    if (!has_started()) return give_inputs();
    need_stepper();
    stepper->change([this] { give_inputs(); });
    take_present(*stepper);
  }

  // Before an evaluation anywhere: modes, and what is known of ranks, are those of a run, whichever state is asked for first.
  void prepare_evaluation() {
    is_evaluated = false;
    if (running != nullptr) return;
    if (!has_started()) start(std::nullopt);
    if (has_new_inputs) apply_inputs();
  }

  // The simulation that has the present state.
  Simulation& current() {
    if (running != nullptr) return *running;
    need_stepper();
    return *stepper;
  }

  void evaluate() {
    if (running == nullptr) apply_inputs();
    Simulation& simulation = current();
    if (is_evaluated) return;
    if (!simulation.evaluate()) throw NumericsError(simulation.describe_failure());
    table->forget();
    is_evaluated = true;
  }

  // ---- memory -----------------------------------------------------------------------------------------

  // Which experiments a state belongs to.
  std::string describe_kind() const {
    return fmt::format("{} {} {} {} {} {}", model.name(), options.formulation, options.hierarchy,
                       options.integrator, coordinates.size(), speeds.size());
  }

  ExperimentState save() {
    apply_inputs();
    need_stepper();
    ExperimentState state{time, {q.begin(), q.end()}, {v.begin(), v.end()}, input_values, ""};
    std::string kind = describe_kind(), inner = save_memory(*stepper);
    double begin = stepper->begin(), end = stepper->end();
    Memory memory;
    memory(kind, begin, end, is_given, inner);
    state.memory = memory.bytes();
    return state;
  }

  void take(const ExperimentState& state) {
    std::string kind, inner;
    double begin = 0, end = 0;
    std::vector<char> given = is_given;
    Memory memory(state.memory);
    memory(kind);
    if (kind != describe_kind())
      reject(
          "this state was saved by another experiment: " + kind + " instead of " + describe_kind(),
          "restore it in an experiment with the same model and options");
    memory(begin, end, given, inner);
    memory.finish();
    if (!std::isfinite(begin) || !std::isfinite(end) || !(end > begin))
      throw DamagedBytes("it holds a time that cannot be");
    stepper.reset();
    auto made = make_simulation(begin, end, get_present(), true);
    made->resume(inner);
    stepper = std::move(made);
    take_present(*stepper);
    is_given = given;
    const Quantities& quantities = machine->system().quantities;
    for (std::size_t i = 0; i < input_values.size(); ++i) {
      input_values[i] =
          formulation().laws().inputs()[quantities.first_input() + static_cast<int>(i)];
    }
    give_inputs();
  }

  void restore(const ExperimentState& state) {
    const Busy busy(*this, "take another state");
    if (!has_started()) start(std::nullopt);
    const ExperimentState before = save();
    try {
      take(state);
    } catch (const DamagedBytes& damage) {
      take(before);
      reject(std::string("this state is damaged: ") + damage.what(), "save it again");
    } catch (...) {
      if (stepper == nullptr) take(before);
      throw;
    }
  }

  void advance(double to) {
    const Busy busy(*this, "advance");
    apply_inputs();
    need_stepper();
    if (to < time) {
      reject(fmt::format("the experiment is at {:.6g} s and cannot go back to {:.6g} s", time, to),
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

  // ---- whole runs -------------------------------------------------------------------------------------

  // Drawings need texts, and sizes that fit the model: the model is read once more.
  void prepare_report() {
    if (texts) return;
    modelica::ModelTexts read_texts;
    auto shown = std::make_shared<ModelTree>(
        read_shown_model([&](const Settings& more,
                             modelica::ModelTexts& into) { return model.impl_->read(more, &into); },
                         read_texts));
    stepper.reset();
    tree = std::move(shown);
    build();
    give_inputs();
    texts = std::move(read_texts);
    // Modes are those that fit the state.
    if (has_started()) make_stepper(time, get_present(), false);
  }

  SimulationOptions choose_run(const SimulateOptions& o) const {
    const ExperimentSettings& annotation = machine->model().experiment;
    RunTimes times{o.t_start, o.t_end, o.interval};
    if (o.from_present) {
      if (o.t_start && *o.t_start != time) {
        reject("a run from the present state starts at the present time",
               "leave out the start time, or from_present");
      }
      const double length =
          annotation.stop_time.value_or(1.0) - annotation.start_time.value_or(0.0);
      times.start = time;
      if (!times.end) times.end = time + std::max(length, 0.0);
    }
    SimulationOptions chosen = machine->choose_options(times);
    chosen.holds_modes = o.from_present;
    check_options(chosen);
    return chosen;
  }

  static void check_controllers(const SimulateOptions& o) {
    for (const Controller& controller : o.controllers) {
      if (!(controller.period > 0) || !std::isfinite(controller.period)) {
        reject(
            fmt::format("the period {:.6g} s of a controller is not positive", controller.period),
            "give it a number of seconds above zero");
      }
      if (!controller.act) reject("a controller has no function", "give it one");
    }
    if (!(o.real_time >= 0) || !std::isfinite(o.real_time)) {
      reject(fmt::format("real_time {:.6g} is neither zero nor positive", o.real_time),
             "1 is real time, 2 twice as fast, 0 as fast as possible");
    }
  }

  Results simulate(const SimulateOptions& o, Experiment& self) {
    const Busy busy(*this, "simulate");
    check_controllers(o);
    if (o.report) prepare_report();
    if (o.from_present) {
      need_stepper();
      apply_inputs();
    }
    const SimulationOptions chosen = choose_run(o);
    Recording recording(*machine, o.signals, o.report ? &*texts : nullptr);
    auto results = std::make_shared<Results::Impl>();
    results->set_signals(recording.columns());
    if (o.report) recording.keep_motion();
    recording.on_row = [&](double t, const std::vector<double>& values) {
      results->add(t, values);
      if (o.row) o.row(t, values);
    };
    SimulationCallbacks callbacks;
    callbacks.row = [&](double t, const std::vector<double>& values) { recording.take(t, values); };
    callbacks.progress = o.progress;
    callbacks.stop = o.stop;
    give_inputs();
    Simulation simulation(formulation(), recording.signals(), chosen, callbacks,
                          o.from_present ? std::optional<Assembly>(get_present())
                                         : machine->find_start(chosen.start_time));
    stepper.reset();
    // Whatever ends the run, the present state is where it ended.
    struct Running {
      Impl& impl;
      Simulation& simulation;
      bool has_started = false;
      ~Running() {
        impl.running = nullptr;
        impl.table->start_angles();
        if (has_started) impl.take_present(simulation);
      }
    } running_guard{*this, simulation};
    simulation.start();
    running_guard.has_started = true;
    running = &simulation;
    run_to_end(simulation, chosen, o, self);

    const SimulationResult result = simulation.result();
    results->summary = machine->summarize(chosen, result);
    recording.add_warnings(results->summary);
    if (o.report) {
      results->scene = write_final_scene(*recording.scene(), results->summary);
      results->motion = recording.motion().write_chunk();
    }
    return Results(std::move(results));
  }

  void run_to_end(Simulation& simulation, const SimulationOptions& chosen, const SimulateOptions& o,
                  Experiment& self) {
    using Clock = std::chrono::steady_clock;
    std::vector<Beat> beats;
    for (const Controller& controller : o.controllers)
      beats.push_back({chosen.start_time, controller.period});
    const Clock::time_point begin = Clock::now();
    const auto wait = [&] {  // false: stopped meanwhile
      if (o.real_time == 0) return true;
      const auto due =
          begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(
                      (simulation.t() - chosen.start_time) / o.real_time));
      while (Clock::now() < due) {
        if (o.stop != nullptr && o.stop->load()) return false;
        std::this_thread::sleep_until(std::min(due, Clock::now() + std::chrono::milliseconds(20)));
      }
      return true;
    };
    // As the run loop has it: what is closer to the present than this is the present.
    const double resolution =
        time_resolution(std::max(std::abs(chosen.start_time), std::abs(chosen.stop_time)));
    while (true) {
      double limit = std::numeric_limits<double>::infinity();
      bool is_due = false;
      for (std::size_t k = 0; k < beats.size(); ++k) {
        if (beats[k].next() - simulation.t() > resolution) continue;
        do ++beats[k].count;
        while (!(beats[k].next() - simulation.t() > resolution) && beats[k].period > resolution);
        is_due = true;
        take_present(simulation);
        o.controllers[k].act(self);
      }
      if (is_due && has_new_inputs) {
        simulation.change([this] { give_inputs(); });
        is_evaluated = false;
      }
      for (const Beat& beat : beats) limit = std::min(limit, beat.next());
      if (o.real_time > 0) limit = std::min(limit, simulation.t() + 0.02 * o.real_time);
      if (simulation.is_over()) return;
      if (!(limit - simulation.t() > resolution)) limit = std::numeric_limits<double>::infinity();
      while (simulation.advance(limit)) {
      }
      is_evaluated = false;
      if (!wait()) continue;
    }
  }

  Model model;
  ExperimentOptions options;
  // For reports: the model with drawings that fit, and its texts.
  std::shared_ptr<const ModelTree> tree;
  std::optional<modelica::ModelTexts> texts;
  std::unique_ptr<Machine> machine;
  std::vector<RunSignal> coordinates, speeds, inputs;
  std::vector<double> input_values;
  std::vector<char> is_given;  // by input: whether it was ever set
  bool has_new_inputs = false;
  std::unordered_map<std::string, Signal> known_signals;
  std::unique_ptr<SignalTable> table;  // follows angles of the stepper
  std::unique_ptr<Simulation> stepper;
  Simulation* running = nullptr;  // in simulate
  const char* busy_with = nullptr;
  double time = 0.0;
  Vector q, v;  // empty: not yet started
  bool is_evaluated = false;
  Vector at_q, at_v, rate, change;  // scratch of evaluations
};

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
  state.q = take(q, impl->coordinates, "coordinates");
  state.v = take(v, impl->speeds, "speeds");
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
    reject(fmt::format("this state does not fulfil the equations of the joints: positions are off "
                       "by {:.2g} and speeds by {:.2g}",
                       drift.position, drift.velocity),
           "give a state that the mechanism can have, or let its loops be closed (close_loops)");
  }
  impl->make_stepper(time, state, false);
}

double Experiment::time() const { return impl_->time; }
std::span<const double> Experiment::q() const {
  if (!impl_->has_started()) reject("nothing has started yet", "call start first");
  return {impl_->q.data(), static_cast<std::size_t>(impl_->q.size())};
}
std::span<const double> Experiment::v() const {
  if (!impl_->has_started()) reject("nothing has started yet", "call start first");
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

void Experiment::advance(double to_time) {
  const std::shared_ptr<Impl> impl = impl_;
  impl->advance(check_finite(to_time, "the time"));
}

Results Experiment::simulate(const SimulateOptions& options) {
  const std::shared_ptr<Impl> impl = impl_;
  return impl->simulate(options, *this);
}

// ---- the equations ----------------------------------------------------------------------------------

void Experiment::calc_derivatives(double time, std::span<const double> q, std::span<const double> v,
                                  std::span<double> qdot, std::span<double> vdot) const {
  Impl& impl = *impl_;
  if (!std::isfinite(time)) check_finite(time, "the time");
  Vector &at_q = impl.at_q, &at_v = impl.at_v;
  take(q, impl.coordinates, "coordinates", at_q);
  take(v, impl.speeds, "speeds", at_v);
  check_room(qdot, nq(), "qdot");
  check_room(vdot, nv(), "vdot");
  Formulation& f = impl.formulation();
  impl.prepare_evaluation();
  f.place_driven(time, at_q, at_v);
  Vector &rate = impl.rate, &change = impl.change;
  if (!f.eval_derivatives(time, at_q, at_v, rate, change) || !change.allFinite())
    throw NumericsError(f.failure().empty() ? "the accelerations are not finite" : f.failure());
  std::copy_n(rate.data(), rate.size(), qdot.data());
  std::copy_n(change.data(), change.size(), vdot.data());
}

namespace {

JointSpace& get_joint_space(Formulation& f) {
  JointSpace* space = f.joint_space();
  if (space == nullptr) {
    reject("these equations are along the joints of one tree, which this formulation does not have",
           "build the experiment with the formulation 'recursive'");
  }
  return *space;
}

}  // namespace

void Experiment::calc_mass_matrix(std::span<const double> q, std::span<double> M) const {
  const Vector at_q = take(q, impl_->coordinates, "coordinates");
  check_room(M, nv() * nv(), "M");
  JointSpace& space = get_joint_space(impl_->formulation());
  impl_->is_evaluated = false;
  Matrix matrix;
  space.calc_mass_matrix(at_q, matrix);
  std::copy_n(matrix.data(), matrix.size(), M.data());  // symmetric: rows are columns
}

void Experiment::calc_inverse_dynamics(double time, std::span<const double> q,
                                       std::span<const double> v, std::span<const double> vdot,
                                       std::span<double> tau) const {
  check_finite(time, "the time");
  const Vector at_q = take(q, impl_->coordinates, "coordinates"),
               at_v = take(v, impl_->speeds, "speeds"), a = take(vdot, impl_->speeds, "speeds");
  check_room(tau, nv(), "tau");
  JointSpace& space = get_joint_space(impl_->formulation());
  impl_->prepare_evaluation();
  Vector forces;
  if (!space.calc_forces(time, at_q, at_v, a, forces)) {
    reject(
        "laws of this model read accelerations or loads, so that its forces do not follow from "
        "a motion alone",
        "use calc_derivatives");
  }
  std::copy_n(forces.data(), forces.size(), tau.data());
}

void Experiment::calc_bias(double time, std::span<const double> q, std::span<const double> v,
                           std::span<double> h) const {
  const std::vector<double> still(nv(), 0.0);
  calc_inverse_dynamics(time, q, v, still, h);
}

ConstraintEquations Experiment::calc_constraints(double time, std::span<const double> q,
                                                 std::span<const double> v) const {
  check_finite(time, "the time");
  Vector at_q = take(q, impl_->coordinates, "coordinates"), at_v = take(v, impl_->speeds, "speeds");
  Formulation& f = impl_->formulation();
  if (f.system().partition != nullptr) {
    reject("the formulation 'hierarchical' has its constraints in no matrix",
           "build the experiment with the formulation 'recursive'");
  }
  impl_->is_evaluated = false;
  f.place_driven(time, at_q, at_v);
  f.eval_motion(at_q, at_v);
  Closure closure;
  f.eval_closure(closure);
  ConstraintEquations equations;
  equations.names = list_closure_names(f.system());
  equations.g.assign(closure.g.begin(), closure.g.end());
  equations.gdot.assign(closure.gdot.begin(), closure.gdot.end());
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> G = closure.G;
  equations.G.assign(G.data(), G.data() + G.size());
  return equations;
}

FrameKinematics Experiment::calc_frame(const std::string& frame, std::span<const double> q,
                                       std::span<const double> v) const {
  const Vector at_q = take(q, impl_->coordinates, "coordinates"),
               at_v = take(v, impl_->speeds, "speeds");
  JointSpace& space = get_joint_space(impl_->formulation());
  const Signal& signal = impl_->find_signal(frame + ".r_0[1]");
  impl_->is_evaluated = false;
  Matrix J;
  const FrameMotion<double> motion = space.calc_frame(at_q, at_v, *signal.sub, signal.at, J);
  FrameKinematics kinematics;
  for (int i = 0; i < 3; ++i) {
    kinematics.p[i] = motion.X.p[i];
    kinematics.w[i] = motion.V[i];
    kinematics.v[i] = motion.V[3 + i];
    for (int j = 0; j < 3; ++j) kinematics.R[3 * i + j] = motion.X.R(i, j);
  }
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> by_rows = J;
  kinematics.J.assign(by_rows.data(), by_rows.data() + by_rows.size());
  return kinematics;
}

}  // namespace gelenk
