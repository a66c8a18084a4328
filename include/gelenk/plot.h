// Result files as figures: the one call behind `gelenk plot`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gelenk/error.h"
#include "gelenk/export.h"

namespace gelenk {

struct PlotOptions {
  std::vector<std::string>
      files;      // CSV, as runs and sweeps write it; the same signals of all of them in one pane
  // Column along the horizontal axis; empty: the time, or of the table of a sweep its first parameter with several
  // values, with a curve for each value of the others.
  std::string x;
  bool log_x = false;  // equal ratios are equally far
  // Globs, separated by commas. Several: a pane for each. One or none: a pane for each unit.
  std::vector<std::string> signals;
  std::string output;  // ends in .svg or .png; "-": SVG to standard output
  std::string title;
  std::optional<double> from, to;  // part of the time, or of x; unset: all
  double width = 480, height = 0;  // points of 1/72 inch; height 0: as many panes need
  double scale = 3;                // PNG: pixels to the point
};

// Throws InputError when file or options are at fault; nothing is then written.
GELENK_EXPORT void plot(const PlotOptions& options);

}  // namespace gelenk
