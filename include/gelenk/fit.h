// Parameters from a record: the values with which a simulation comes nearest to what was measured, and how far the record determines
// them. The one call behind `gelenk fit`; doc/analyses/fit.md says how it is done.
//
//   gelenk::FitOptions options;
//   options.parameters = {{"damper.d"}};
//   gelenk::FitResult result = gelenk::fit(model, gelenk::read_fit_record("measured.csv"), options);
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gelenk/error.h"
#include "gelenk/export.h"
#include "gelenk/model.h"
#include "gelenk/options.h"

namespace gelenk {

// What was measured. A value that is not a number is missing.
struct FitRecord {
  struct Column {
    std::string name;  // of a signal, "body.s"
    std::vector<double> values;
  };
  std::vector<double> time;  // grows
  std::vector<Column> columns;
};

// A CSV file whose first column is the time. Throws InputError.
GELENK_EXPORT FitRecord read_fit_record(const std::string& path);

struct FitParameter {
  std::string path;
  std::optional<double> start = {};              // unset: as the model has it
  std::optional<double> lower = {}, upper = {};  // bounds; unset: none
};

struct FitOptions {
  std::vector<FitParameter> parameters;
  // Globs of columns that are used; empty: all that are signals of the model.
  std::string signals;
  // Columns that are called otherwise than their signals: column, signal.
  std::vector<std::pair<std::string, std::string>> matches;
  double confidence = 0.95;  // of the intervals
  int most_iterations = 50;
  int threads = 0;                // simulations at one time; 0: as many as the machine has
  std::optional<double> t_start;  // of the simulation; unset: that of the model's annotation
  // How it is simulated. Without rtol it is 1e-9, whatever the model says: derivatives are differences of simulations.
  ExperimentOptions experiment;
};

struct FitResult {
  struct Parameter {
    std::string path, unit;
    double start = 0.0, value = 0.0;
    double deviation = 0.0;        // standard; infinite where the record does not determine it
    double low = 0.0, high = 0.0;  // confidence interval
    bool is_at_bound = false;      // the interval has no meaning then
    bool is_determined = true;
  };
  struct Signal {
    std::string column, name, unit;
    std::size_t count = 0;
    double rms = 0.0;  // of what is left over
  };
  std::string model;
  std::string status;   // "done", "failed" or "interrupted"
  std::string message;  // why, when not done
  std::vector<Parameter> parameters;
  std::vector<Signal> signals;
  std::vector<double> correlation;  // of the parameters, by rows
  double confidence = 0.0;
  int iterations = 0;
  long simulations = 0;
  double wall_seconds = 0.0;

  bool succeeded() const { return status == "done"; }
};

struct FitObserver {
  // After each simulation: how many there were.
  std::function<void(long simulations)> progress;
  const std::atomic<bool>* stop = nullptr;  // set from outside: the fit ends
};

// Throws InputError where options, record or model are at fault; numerics that do not succeed are told by the result.
GELENK_EXPORT FitResult fit(const Model& model, const FitRecord& record, const FitOptions& options,
                            const FitObserver& observer = {});

// The result as JSON text (doc/analyses/fit.md).
GELENK_EXPORT std::string write_json(const FitResult& result);

}  // namespace gelenk
