// Whole runs of experiments: rows to arrays, controllers at their instants, real time.
#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <thread>
#include <unordered_set>

#include "api/experiment_impl.h"
#include "api/recording.h"
#include "api/results_impl.h"
#include "numerics/output_times.h"
#include "report/report_writer.h"

namespace gelenk {

namespace {

// The instants of one controller.
struct Beat {
  double start, period;
  long count = 0;
  double next() const { return tidy(start + static_cast<double>(count) * period); }
};

void check_controllers(const SimulateOptions& o) {
  for (const Controller& controller : o.controllers) {
    if (!(controller.period > 0) || !std::isfinite(controller.period)) {
      reject_use(
          fmt::format("the period {:.6g} s of a controller is not positive", controller.period),
          "give it a number of seconds above zero");
    }
    if (!controller.act) reject_use("a controller has no function", "give it one");
  }
  if (!(o.real_time >= 0) || !std::isfinite(o.real_time)) {
    reject_use(fmt::format("real_time {:.6g} is neither zero nor positive", o.real_time),
               "1 is real time, 2 twice as fast, 0 as fast as possible");
  }
}

}  // namespace

void Experiment::Impl::prepare_report() {
  if (texts) return;
  modelica::ModelTexts read_texts;
  auto shown = std::make_shared<ModelTree>(
      read_shown_model([&](const Settings& more,
                           modelica::ModelTexts& into) { return model.impl_->read(more, &into); },
                       read_texts));
  // Drawings are no part of what is remembered: the state is that of before.
  std::optional<ExperimentState> present;
  if (has_started) present = save();
  stepper.reset();
  tree = std::move(shown);
  build();
  give_inputs();
  texts = std::move(read_texts);
  if (!present) return;
  try {
    take(*present);
  } catch (const DamagedBytes&) {
    make_stepper(time, get_present(), false);  // with the modes that fit
  }
}

SimulationOptions Experiment::Impl::choose_run(const SimulateOptions& o) const {
  const ExperimentSettings& annotation = machine->model().experiment;
  RunTimes times{o.t_start, o.t_end, o.interval};
  if (o.from_present) {
    if (o.t_start && *o.t_start != time) {
      reject_use("a run from the present state starts at the present time",
                 "leave out the start time, or from_present");
    }
    const double length = annotation.stop_time.value_or(1.0) - annotation.start_time.value_or(0.0);
    times.start = time;
    if (!times.end) times.end = time + std::max(length, 0.0);
  }
  SimulationOptions chosen = machine->choose_options(times);
  chosen.holds_modes = o.from_present;
  check_options(chosen);
  check_time(chosen.start_time);
  check_time(chosen.stop_time);
  return chosen;
}

namespace {

// What functions of the caller throw in the middle of a step comes out when the step is done.
struct Thrown {
  std::exception_ptr what;
  template <typename Call>
  void call(const Call& function) {
    if (what != nullptr) return;
    try {
      function();
    } catch (...) {
      what = std::current_exception();
    }
  }
};

}  // namespace

// Who looks at angles of closing joints from outside finds them with their turns, recorded or not.
void Experiment::Impl::follow_angles_of(SignalTable& signals) const {
  std::unordered_set<std::string> names;
  for (const Signal& signal : table->selected()) {
    if (signal.lacks_turns) names.insert(signal.name);
  }
  if (!names.empty()) signals.add([&](const Signal& s) { return names.count(s.name) > 0; });
}

Results Experiment::Impl::simulate(const SimulateOptions& o, const std::shared_ptr<Impl>& self) {
  const Busy busy(*this, "simulate");
  check_controllers(o);
  if (o.from_present && !has_started) start(std::nullopt);
  const SimulationOptions chosen = choose_run(o);
  if (o.report) prepare_report();
  Recording recording(*machine, o.signals, o.report ? &*texts : nullptr);
  if (!o.controllers.empty() || o.progress || o.row) follow_angles_of(recording.signals());
  auto results = std::make_shared<Results::Impl>();
  results->set_signals(recording.columns());
  if (o.report) recording.keep_motion();
  Thrown thrown;
  std::atomic<bool> ends = false;
  recording.on_row = [&](double t, const std::vector<double>& values) {
    results->add(t, values);
    if (!o.row) return;
    time = t;
    q = running->q();
    v = running->v();
    has_started = true;
    is_behind = false;
    evaluated = Evaluated::nothing;
    thrown.call([&] { o.row(t, values); });
    is_behind = true;
  };
  SimulationCallbacks callbacks;
  callbacks.row = [&](double t, const std::vector<double>& values) { recording.take(t, values); };
  callbacks.progress = [&](double t) {
    is_behind = true;
    if (o.progress) thrown.call([&] { o.progress(t); });
    if (thrown.what != nullptr || (o.stop != nullptr && o.stop->load())) ends = true;
  };
  callbacks.stop = &ends;
  if (o.from_present) apply_inputs();

  // Whatever ends the run, the present state is where it ended.
  struct Running {
    Impl& impl;
    Simulation& simulation;
    bool has_begun = false;
    Running(Impl& of, Simulation& run, SignalTable& signals) : impl(of), simulation(run) {
      impl.running = &run;
      impl.running_table = &signals;
    }
    ~Running() {
      impl.running = nullptr;
      impl.running_table = nullptr;
      if (!has_begun) return;
      impl.table->start_angles();
      impl.take_present(simulation);
    }
  };
  std::optional<Simulation> simulation;
  std::optional<Running> guard;
  go([&] {
    give_inputs();
    simulation.emplace(formulation(), recording.signals(), chosen, callbacks,
                       o.from_present ? std::optional<Assembly>(get_present())
                                      : machine->find_start(chosen.start_time));
    guard.emplace(*this, *simulation, recording.signals());
    simulation->start();
    guard->has_begun = true;
  });
  run_to_end(*simulation, chosen, o, self, thrown.what);
  if (thrown.what != nullptr) std::rethrow_exception(thrown.what);

  const SimulationResult result = simulation->result();
  results->summary = machine->summarize(chosen, result);
  recording.add_warnings(results->summary);
  if (o.report) {
    results->scene = write_final_scene(*recording.scene(), results->summary);
    results->motion = recording.motion().write_chunk();
  }
  return Results(std::move(results));
}

void Experiment::Impl::run_to_end(Simulation& simulation, const SimulationOptions& chosen,
                                  const SimulateOptions& o, const std::shared_ptr<Impl>& self,
                                  const std::exception_ptr& thrown) {
  using Clock = std::chrono::steady_clock;
  std::vector<Beat> beats;
  for (const Controller& controller : o.controllers)
    beats.push_back({chosen.start_time, controller.period});
  const Clock::time_point begin = Clock::now();
  const auto wait = [&] {  // until it is time, or somebody stops it
    if (o.real_time == 0) return;
    const auto due =
        begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(
                    (simulation.t() - chosen.start_time) / o.real_time));
    while (Clock::now() < due) {
      if (o.stop != nullptr && o.stop->load()) return;
      std::this_thread::sleep_until(std::min(due, Clock::now() + std::chrono::milliseconds(20)));
    }
  };
  // As the run loop has it: what is closer to the present than this is the present.
  const double resolution =
      time_resolution(std::max(std::abs(chosen.start_time), std::abs(chosen.stop_time)));
  while (thrown == nullptr) {
    for (std::size_t k = 0; k < beats.size(); ++k) {
      if (beats[k].next() - simulation.t() > resolution) continue;
      do ++beats[k].count;
      while (!(beats[k].next() - simulation.t() > resolution) && beats[k].period > resolution);
      take_present(simulation);
      Experiment handle(self);  // the caller's own may be gone
      o.controllers[k].act(handle);
    }
    if (has_new_inputs) {
      simulation.change([this] { give_inputs(); });
      is_behind = true;
    }
    if (thrown != nullptr || simulation.is_over()) return;
    double limit = std::numeric_limits<double>::infinity();
    for (const Beat& beat : beats) limit = std::min(limit, beat.next());
    if (o.real_time > 0) limit = std::min(limit, simulation.t() + 0.02 * o.real_time);
    if (!(limit - simulation.t() > resolution)) limit = std::numeric_limits<double>::infinity();
    bool goes_on = true;
    while (goes_on) goes_on = simulation.advance(limit) && !has_new_inputs;
    is_behind = true;
    wait();
  }
}

}  // namespace gelenk
