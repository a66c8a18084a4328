// A model simulated for many values of its parameters: a table with a row of results for each case. The one call behind
// `gelenk sweep`; doc/analyses/sweep.md says what may be asked for.
//
//   gelenk::SweepOptions options;
//   options.parameters = {{"damper.d", "log(100, 10000, 64)"}};
//   options.results = "max(body.s)";
//   gelenk::SweepTable table = gelenk::sweep(model, options);
//
// Cases are run side by side. The table is the same to the last bit for any number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gelenk/error.h"
#include "gelenk/export.h"
#include "gelenk/model.h"
#include "gelenk/options.h"
#include "gelenk/run.h"

namespace gelenk {

struct SweepOptions {
  // Paths of parameters, and their values: "1, 2, 5", "lin(0, 1, 64)", "log(1, 100, 5)"; to draw from: "uniform(0, 1)",
  // "normal(5, 0.1)". All combinations are run, the last parameter changing first.
  std::vector<std::pair<std::string, std::string>> parameters;
  // CSV file with a row of values for each case below the paths of parameters; empty: none.
  std::string cases;
  // The first value of all, the second of all, … instead of all combinations.
  bool together = false;
  std::optional<std::uint64_t> draws;  // so many cases at random, from ranges or lists
  std::uint64_t seed = 1;
  std::string sampling = "random";       // or "latin": a Latin hypercube
  std::uint64_t most_cases = 1'000'000;  // more are refused before anything is run
  // "max(hinge.phi), rms(*.body.a), at(hinge.phi, 2.5), events": separated by commas, with globs.
  std::string results;
  // Globs of signals whose whole curves are written, to the file of `output` with .curves before its ending.
  std::string keep;
  int threads = 0;  // cases at one time; 0: as many as the machine has
  std::optional<double> t_start, t_end, interval;  // as RunOptions has them
  // How a case is computed; `threads` is not used.
  ExperimentOptions experiment;
  std::string output;  // CSV file, written as cases are done; "-": standard output; empty: none
  bool units = false;  // in its names, as "max(hinge.phi) [rad]"
  // Goes on where a sweep with the same options was interrupted or killed, by its output file and the record beside it.
  bool resume = false;
  // Else the columns of SweepTable stay empty, for sweeps that are larger than memory.
  bool keeps_table = true;
};

// A column of the table; one value for each case.
struct SweepColumn {
  std::string name, unit;  // unit: may be empty
  // NaN: of a result, the case did not succeed; of a parameter, it is not a number.
  std::vector<double> values;
  std::vector<std::string> texts;  // of a parameter with values that are no numbers; else empty
};

// A case that did not succeed.
struct SweepFailure {
  std::uint64_t number = 0;
  // "failed": the numerics did not succeed; "refused": there is no such model, or it has no start.
  std::string status;
  std::string message;
};

// Of one result, over the cases that succeeded.
struct SweepStatistics {
  std::uint64_t count = 0;
  double smallest = 0.0, largest = 0.0, mean = 0.0, deviation = 0.0;
  std::uint64_t smallest_case = 0, largest_case = 0;  // numbers count from 0
  // Values of the parameters there.
  std::vector<std::string> smallest_parameters, largest_parameters;
};

struct SweepTable {
  std::string model;           // full name of its class
  std::string description;     // how the cases come about: "a (64) × b (5)"
  std::string status;          // "done" or "interrupted"
  std::uint64_t cases = 0;     // asked for
  std::uint64_t done = 0;      // of these, with those that did not succeed
  std::uint64_t taken_up = 0;  // of these, found in the output file of the sweep that was resumed
  std::uint64_t failed = 0, refused = 0;
  std::vector<SweepColumn> parameters, results;
  std::vector<SweepFailure> failures;       // the first thousand
  std::vector<SweepStatistics> statistics;  // by result
  std::vector<std::string> warnings;        // of the first case that could be built
  std::string curves;                       // file of the curves, where some are kept
  double wall_seconds = 0.0;
  int threads = 1;

  bool succeeded() const { return status == "done" && failed == 0 && refused == 0; }
};

struct SweepObserver {
  // Before the first case: how many there are, and how many of them are done already.
  std::function<void(const SweepTable& table)> start;
  // When cases are done, and some times a second; called by the thread that called sweep.
  std::function<void(const SweepTable& table)> progress;
  // Set from outside: what is done is kept, and the sweep ends.
  const std::atomic<bool>* stop = nullptr;
};

// The model of `file`, `model` and `libraries`, which may lack what the sweep gives: with the values of the first, last
// or middle case, one of which it has to have. Throws InputError.
GELENK_EXPORT Model read_swept_model(const RunOptions& run, const SweepOptions& options);

// Throws InputError where options are at fault, or where not one of the first, middle and last case can be built:
// nothing is then written. Cases that do not succeed are told by the table.
GELENK_EXPORT SweepTable sweep(const Model& model, const SweepOptions& options,
                               const SweepObserver& observer = {});

// The table as JSON text (doc/analyses/sweep.md).
GELENK_EXPORT std::string write_json(const SweepTable& table);

}  // namespace gelenk
