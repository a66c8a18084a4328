// Options of commands that lead a mechanism: where a motion comes from, and where columns of numbers go.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analysis_options.h"
#include "gelenk/motion.h"

namespace gelenk::cli {

struct MotionArguments {
  Motion motion;
  std::vector<std::string> laws;  // as given: name=expression
  std::string output;             // of the columns; empty: none
  bool units = false;
};

// --motion, --trajectory, --t-end, --interval, --output, --units.
void add_motion_options(CLI::App& command, MotionArguments& arguments);
// With the laws read. False where one is none, which is said on stderr; throws InputError where --output cannot be written.
bool take_motion_options(const MotionArguments& arguments, const AnalysisArguments& of_model,
                         Motion& motion);

// A list of names as a sentence has it: "a, b and 3 more".
std::string list_names(const std::vector<std::string>& names, std::size_t most = 6);

}  // namespace gelenk::cli
