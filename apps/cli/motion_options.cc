#include "motion_options.h"

#include <algorithm>

#include "gelenk/answer.h"
#include "settings.h"

namespace gelenk::cli {

void add_motion_options(CLI::App& command, MotionArguments& given) {
  command
      .add_option("--motion", given.laws,
                  "How a position moves: name=expression of time, as in "
                  "'hinge.phi=0.5*sin(2*pi*time)'; may be repeated")
      ->allow_extra_args(false);
  command.add_option("--trajectory", given.motion.file,
                     "CSV file of motions: time, and columns named after positions, also of their "
                     "speeds and accelerations");
  command.add_option(
      "--t-end", given.motion.t_end,
      "End time in s of --motion; default: the model's experiment annotation, else 1");
  command.add_option("--interval", given.motion.interval,
                     "Time between instants in s of --motion; default: 500 intervals");
  command.add_option("--output", given.output,
                     "The numbers as CSV file, or as MAT-file by its name");
  command.add_flag("--units", given.units, "Units in the names of columns of the CSV file");
}

bool take_motion_options(const MotionArguments& given, const AnalysisArguments& of_model,
                         Motion& motion) {
  motion = given.motion;
  check_columns(given.output, of_model.json, of_model.options.file);
  return split_pairs(given.laws, "--motion", "name=expression of time", motion.laws);
}

std::string list_names(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
    text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
  return text;
}

}  // namespace gelenk::cli
