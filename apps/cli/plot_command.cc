#include "plot_command.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "gelenk/plot.h"

namespace gelenk::cli {

void add_plot_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<PlotOptions>();
  PlotOptions& o = *options;
  CLI::App* plot = app.add_subcommand("plot", "Draw the results of runs and sweeps as SVG or PNG");
  plot->add_option("csv-file", o.files, "CSV files of runs and sweeps, to be compared where there are several")
      ->required();
  plot->add_option("--signals", o.signals,
                   "Signals to draw: names with * and ?, separated by commas; may be repeated, a "
                   "pane for each; default: all, a pane for each unit")
      ->allow_extra_args(false);
  plot->add_option("-o,--output", o.output,
                   "File to write: .svg or .png (- for SVG to standard output)")
      ->required();
  plot->add_option("--title", o.title, "Title above the figure");
  plot->add_option("--x", o.x,
                   "Signal along the horizontal axis; default: the time, or of the table of a sweep "
                   "its first parameter");
  plot->add_flag("--log-x", o.log_x, "Equal ratios along the horizontal axis, as for log(1,100,5)");
  plot->add_option("--from", o.from, "First time shown, in s; with --x, smallest value of it");
  plot->add_option("--to", o.to, "Last time shown, in s; with --x, largest value of it");
  plot->add_option("--width", o.width, "Width in points of 1/72 inch")->capture_default_str();
  plot->add_option("--height", o.height, "Height in points; default: as many panes need");
  plot->add_option("--scale", o.scale, "PNG: pixels to the point")->capture_default_str();
  plot->callback([options, &exit_code] {
    gelenk::plot(*options);
    exit_code = 0;
  });
}

}  // namespace gelenk::cli
