// Simulate a model: the one call behind `gelenk run`.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gelenk/error.h"
#include "gelenk/export.h"
#include "gelenk/options.h"

namespace gelenk {

// A state to be saved as a file (doc/state-format.md). Unset time: that at the end of the run, however it ends.
struct SavedState {
  std::string file;
  std::optional<double> time;
};

struct RunOptions : ExperimentOptions {
  std::string file;   // .mo file, or folder with package.mo
  std::string model;  // name of the model; empty: the file's own choice
  std::vector<std::pair<std::string, std::string>> settings;  // parameter path, value
  std::vector<std::string> libraries;  // places of packages that the model names, as Model::from_file takes them
  // The same, of somebody who may try the model but is not its user, as a page in a browser: they change no file that is
  // opened, and nothing of compiled components.
  std::vector<std::pair<std::string, std::string>> guest_settings;
  // Unset: from the model's experiment annotation, else from 0 s on, for 1 s and 500 output instants.
  std::optional<double> t_start, t_end, interval;
  std::string signals;  // globs; empty: the usual ones
  std::string
      output;  // CSV file, or MAT-file by its name; "-": CSV to standard output; empty: none
  bool units = false;   // in the CSV file, as "hinge.phi [rad]"
  std::string summary;  // JSON file, "-" for standard output; empty: none
  std::string report;   // HTML file with animation and plots, "-" for standard output; empty: none
  std::string page;     // HTML page that the report fills; empty: the built-in one
  // A state that was saved, where the run starts instead of at the model's start values: exactly where it was saved by a run
  // with the same model and options, else by names. Empty: none.
  std::string start_state;
  std::vector<SavedState> save_states;
  // Seconds of the clock between two checkpoints, in the file OUTPUT.checkpoint, or MODEL.checkpoint without an output; it goes
  // when the run is done. Unset: none.
  std::optional<double> checkpoint;
  // Goes on from the checkpoint of a run that had the same options and was interrupted, where there is one: results are
  // those of a run that was not.
  bool resume = false;
};

struct RunSignal {
  std::string name, unit;  // unit: SI, may be empty
};

struct RunObserver {
  std::function<void(double time, double t_start, double t_end)> progress;  // after every step
  const std::atomic<bool>* stop = nullptr;  // set from outside: the run ends after the current step
  // The signals that RunOptions::signals chooses, before the first row; and their values, row by row as they come.
  std::function<void(const std::vector<RunSignal>& signals)> signals;
  std::function<void(double time, const std::vector<double>& values)> row;
  // What a page shows (doc/report-format.md): the scene as JSON, before the first row; its columns, poses and then signals,
  // row by row, where there is a scene; and the scene once more when all is done, with the summary.
  std::function<void(const std::string& json, std::size_t columns)> scene;
  std::function<void(double time, const std::vector<float>& values)> scene_row;
  std::function<void(const std::string& json)> final_scene;
};

struct RunSummary {
  std::string model, formulation, stabilization;
  std::string integrator;  // and what it chose, as in "auto (dopri5, cvode from t = 0.013 s)"
  std::string status;      // "done", "failed" or "interrupted"
  std::string message;     // why, when not done
  std::string start;       // "from 'half.json' at 5 s, exactly"; empty: at the model's start values
  double start_time = 0, end_time = 0;
  double step = 0;            // largest one taken
  double rtol = 0, atol = 0;  // 0 with a fixed step
  long steps = 0, evaluations = 0, rejected_steps = 0, events = 0, rows = 0;
  double wall_seconds = 0, cpu_seconds = 0, seconds_per_evaluation = 0;
  int bodies = 0, joints = 0, loops = 0;
  int degrees_of_freedom = 0;  // −1: not known, with compiled components
  int constraint_rows = 0, redundant_rows = 0, components = 0, depth = 0;
  double drift_position = 0, drift_velocity = 0;  // largest over the output rows
  double energy_start = 0, energy_end = 0;
  std::vector<std::string> warnings;
  // Start guesses that assembly changed, and fixed speeds that an impact at the start did.
  std::vector<std::string> moved;

  bool succeeded() const { return status == "done"; }
};

// Reads and builds as run does, and stops before the first instant: nothing moves, nothing is written. Of the summary, what
// is known by then is filled in. Throws InputError as run does.
GELENK_EXPORT RunSummary check(const RunOptions& options);

// Throws InputError when model or options are at fault; nothing is then written. Failure of the
// numerics is told by the summary, and the rows computed so far are in the output file.
GELENK_EXPORT RunSummary run(const RunOptions& options, const RunObserver& observer = {});

}  // namespace gelenk
