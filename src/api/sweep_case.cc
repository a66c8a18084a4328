#include "api/sweep_case.h"

#include <algorithm>
#include <limits>
#include <new>

#include "analyses/globs.h"
#include "analyses/signals.h"
#include "elements/component_path.h"
#include "io/sweep_files.h"

namespace gelenk {

namespace {

// In one line, for a table.
std::string write_line(const UserError& error) {
  const Diagnostic& d = error.diagnostics().at(0);
  std::string text = d.message;
  if (!d.component.empty()) text += ", in component " + d.component;
  text += " [" + d.code + "]";
  const std::size_t more = error.diagnostics().size() - 1;
  if (more > 0) text += ", and " + std::to_string(more) + " more";
  return text;
}

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text;
}

double get_figure(const SimulationResult& r, const std::string& name) {
  if (name == "events") return static_cast<double>(r.events);
  if (name == "steps") return static_cast<double>(r.steps);
  if (name == "rejected_steps") return static_cast<double>(r.rejected_steps);
  if (name == "evaluations") return static_cast<double>(r.evaluations);
  if (name == "end_time") return r.end_time;
  if (name == "energy_start") return r.energy_start.kinetic + r.energy_start.potential;
  if (name == "energy_end") return r.energy_end.kinetic + r.energy_end.potential;
  if (name == "drift_position") return r.largest_drift.position;
  GELENK_ASSERT(name == "drift_velocity");
  return r.largest_drift.velocity;
}

void simulate_case(const CasePlan& plan, const Settings& settings, const std::string& head,
                   const std::atomic<bool>& stop, CaseOutcome& outcome) {
  auto tree = std::make_shared<const ModelTree>(plan.model->read(settings));
  Machine machine(tree, plan.model->home(), choose_case_options(plan.options, *tree));
  const SimulationOptions chosen = machine.choose_options(plan.times);
  check_options(chosen);
  SignalTable table(machine.system(), join(plan.signals));
  // A name is one signal, wherever the table has put it.
  std::vector<std::size_t> place(plan.signals.size(), 0);
  const std::vector<std::string> names = table.selected_names();
  for (std::size_t i = 0; i < place.size(); ++i) {
    place[i] = static_cast<std::size_t>(std::find(names.begin(), names.end(), plan.signals[i]) -
                                        names.begin());
    GELENK_ASSERT(place[i] < names.size());
  }
  std::vector<Reduction> reductions;
  std::vector<std::size_t> of;  // by reduction, its signal
  for (std::size_t i = 0; i < plan.results.size(); ++i) {
    if (plan.results[i].function.empty()) continue;
    reductions.emplace_back(plan.results[i]);
    of.push_back(place[plan.signal_of[i]]);
  }
  std::vector<double> kept(plan.kept.size());
  SimulationCallbacks callbacks;
  callbacks.row = [&](double time, const std::vector<double>& values) {
    for (std::size_t i = 0; i < of.size(); ++i) reductions[i].add(time, values[of[i]]);
    if (kept.empty()) return;
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = values[place[plan.kept[i]]];
    outcome.curves.push_back(write_curve_row(head, time, kept.data(), kept.size()));
  };
  callbacks.stop = &stop;
  const SimulationResult result = simulate(machine.formulation(), table, chosen, callbacks,
                                           machine.find_start(chosen.start_time));
  outcome.message = result.message;
  if (result.status == RunStatus::interrupted) {
    outcome.status.clear();
  } else if (result.status == RunStatus::failed) {
    outcome.status = "failed";
  } else {
    outcome.status = "done";
    std::size_t next = 0;
    for (std::size_t i = 0; i < plan.results.size(); ++i) {
      const ResultText& text = plan.results[i];
      outcome.results[i] =
          text.function.empty() ? get_figure(result, text.signal) : reductions[next++].value();
    }
  }
}

}  // namespace

PlanColumns choose_signals(const Machine& machine, const std::vector<ResultText>& results,
                           const std::string& keep, CasePlan& plan) {
  PlanColumns columns;
  const auto find_place = [&](const std::string& name) {
    const auto found = std::find(plan.signals.begin(), plan.signals.end(), name);
    const auto place = static_cast<std::size_t>(found - plan.signals.begin());
    if (place == plan.signals.size()) plan.signals.push_back(name);
    return place;
  };
  const auto add_result = [&](const ResultText& text, const std::string& name,
                              const std::string& unit, std::size_t place) {
    const ResultText single{text.function, name, text.time};
    const std::string written = single.write(name);
    for (const Column& known : columns.results) {
      if (known.name == written) return;
    }
    columns.results.push_back({written, find_result_unit(single, unit)});
    plan.results.push_back(single);
    plan.signal_of.push_back(place);
  };
  for (const ResultText& text : results) {
    if (text.function.empty()) {
      add_result(text, text.signal, "", 0);
      continue;
    }
    const SignalTable found(machine.system(), text.signal);
    for (const Signal& signal : found.selected())
      add_result(text, signal.name, signal.unit, find_place(signal.name));
  }
  if (!keep.empty()) {
    const SignalTable found(machine.system(), keep);
    for (const Signal& signal : found.selected()) {
      columns.curves.push_back({signal.name, signal.unit});
      plan.kept.push_back(find_place(signal.name));
    }
  }
  // Figures of the run need no signal; what costs nothing stands in for it, since no name at all means the usual ones.
  if (plan.signals.empty()) plan.signals.push_back("gelenk.energy.total");
  return columns;
}

// Threads are for cases; to name one would choose a formulation.
ExperimentOptions choose_case_options(const ExperimentOptions& options, const ModelTree& model) {
  ExperimentOptions chosen = options;
  const bool is_hierarchical =
      options.formulation == "hierarchical" ||
      (options.formulation == "auto" &&
       (!options.hierarchy.empty() || options.metric != "mass" || find_compiled(*model.root)));
  chosen.threads = is_hierarchical ? 1 : 0;
  return chosen;
}

CaseOutcome run_case(const CasePlan& plan, const Settings& settings, const std::string& head,
                     const std::atomic<bool>& stop) {
  CaseOutcome outcome;
  outcome.results.assign(plan.results.size(), std::numeric_limits<double>::quiet_NaN());
  try {
    simulate_case(plan, settings, head, stop, outcome);
  } catch (const UserError& error) {
    outcome.status = "refused";
    outcome.message = write_line(error);
  } catch (const std::bad_alloc&) {
    outcome.curves = {};
    outcome.status = "failed";
    outcome.message = "it needs more memory than there is";
  }
  std::replace_if(
      outcome.message.begin(), outcome.message.end(), [](char c) { return c == '\n' || c == '\r'; },
      ' ');
  return outcome;
}

}  // namespace gelenk
