// Whole runs of experiments: rows to arrays, controllers at their instants, real time.
#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>

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
  stepper.reset();
  tree = std::move(shown);
  build();
  give_inputs();
  texts = std::move(read_texts);
  // Modes are those that fit the state.
  if (has_started()) make_stepper(time, get_present(), false);
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
  return chosen;
}

Results Experiment::Impl::simulate(const SimulateOptions& o, Experiment& self) {
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

void Experiment::Impl::run_to_end(Simulation& simulation, const SimulationOptions& chosen,
                                  const SimulateOptions& o, Experiment& self) {
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

}  // namespace gelenk
