// One case of a sweep: the model with its settings is read, built and simulated, and rows become results as they come.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "analyses/reduction.h"
#include "api/machine.h"
#include "api/model_impl.h"
#include "io/row_writer.h"

namespace gelenk {

// What all cases share.
struct CasePlan {
  const Model::Impl* model = nullptr;
  ExperimentOptions options;
  RunTimes times;
  std::vector<ResultText> results;  // of single signals
  std::vector<std::string> signals;  // names of those that are reduced or kept, each once
  std::vector<std::size_t> signal_of;  // by result: its place among them
  std::vector<std::size_t> kept;       // places of those whose curves are kept
};

// Names are taken from a model that was built: patterns become signals, and units are found. Throws UserError.
struct PlanColumns {
  std::vector<Column> results, curves;
};
PlanColumns choose_signals(const Machine& machine, const std::vector<ResultText>& results,
                           const std::string& keep, CasePlan& plan);

// The options of a case, which has one thread.
ExperimentOptions choose_case_options(const ExperimentOptions& options, const ModelTree& model);

struct CaseOutcome {
  std::string status;  // "done", "failed", "refused"; empty: it was interrupted
  std::string message;
  std::vector<double> results;
  std::vector<std::string> curves;  // rows as written
};

// `head`: of the rows of curves. What goes wrong is told by the outcome.
CaseOutcome run_case(const CasePlan& plan, const Settings& settings, const std::string& head,
                     const std::atomic<bool>& stop);

}  // namespace gelenk
