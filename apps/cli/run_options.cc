#include "run_options.h"

#include "settings.h"

namespace gelenk::cli {

void add_model_options(CLI::App& command, RunArguments& given) {
  RunOptions& options = given.options;
  command.add_option("model-file", options.file, "Modelica file, or folder with package.mo")
      ->required();
  command.add_option("--model", options.model, "Name of the model, when the file has several");
  command.add_option("--set", given.settings, "Set a parameter: path=value; may be repeated")
      ->allow_extra_args(false);
  add_library_option(command, options.libraries);
  command
      .add_option("--trust", options.trusted,
                  "Folder from which compiled components may be loaded, beside that of the model; "
                  "may be repeated")
      ->allow_extra_args(false);
  command
      .add_option("--port", given.ports,
                  "What happens at a connector of the model itself, a part that runs alone: "
                  "name=fixed, name=free or name={fx,fy,fz,tx,ty,tz}; may be repeated")
      ->allow_extra_args(false);
  command.add_option("--start-time", options.t_start,
                     "Start time in s; default: the model's experiment annotation, else 0");
  command
      .add_option("--formulation", options.formulation,
                  "auto, recursive, hierarchical or mixed; auto: recursive, but hierarchical where "
                  "the model has compiled components or an option below needs it")
      ->capture_default_str();
  command.add_option("--hierarchy", options.hierarchy,
                     "Where --formulation hierarchical cuts the model into components: model "
                     "(default), auto or flat");
  command
      .add_option("--threads", options.threads,
                  "Threads of --formulation hierarchical; 0: as many as the machine has")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  command
      .add_option("--metric", options.metric,
                  "In which --formulation hierarchical corrects positions least: mass or euclidean")
      ->capture_default_str();
}

void add_run_options(CLI::App& command, RunArguments& given) {
  RunOptions& options = given.options;
  add_model_options(command, given);
  command.add_option("--t-end", options.t_end,
                     "End time in s; default: the model's experiment annotation, else 1");
  command.add_option("--interval", options.interval,
                     "Time between output rows in s; default: 500 rows");
  command
      .add_option("--integrator", options.integrator,
                  "auto, dopri5, dop853, rk2, rk4, abm4, cvode, cvode_adams, erk4, erk5, erk6, "
                  "erk8 or ida")
      ->capture_default_str();
  command.add_option("--rtol", options.rtol,
                     "Relative tolerance of adaptive integrators; default: the model's experiment "
                     "annotation, else 1e-9");
  command.add_option("--atol", options.atol, "Absolute tolerance; default: rtol/100");
  command.add_option("--step", options.step,
                     "Step in s of rk2, rk4 and abm4, default 0.001; largest step of the others");
  command
      .add_option("--stabilization", options.stabilization,
                  "projection, partition, baumgarte or none")
      ->capture_default_str();
  command.add_option(
      "--independent", options.independent,
      "Coordinates that stay independent with --stabilization partition, separated by "
      "commas");
  command.add_option("--signals", options.signals,
                     "Signals to write: names with * and ?, separated by commas");
}

bool take_run_options(const RunArguments& arguments, RunOptions& options) {
  options = arguments.options;
  return parse_settings(arguments.settings, options.settings) &&
         split_pairs(arguments.ports, "--port", "name=fixed, =free or ={fx,fy,fz,tx,ty,tz}",
                     options.ports);
}

}  // namespace gelenk::cli
