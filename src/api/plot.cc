// The pipeline of `gelenk plot`: result file → table → panes → sheet → SVG or PNG. Result files have no units; those of the
// library's variables are known by their names.
#include "gelenk/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analyses/globs.h"
#include "base/error.h"
#include "gelenk/library.h"
#include "io/output_path.h"
#include "plot/figure.h"
#include "plot/table.h"

namespace gelenk {

namespace {

UserError option_error(const std::string& message, const std::string& hint) {
  return UserError({"option", {}, "", message, hint});
}

// Units of variables by their last name, where all classes of the library agree on it.
std::map<std::string, std::string> list_units() {
  std::map<std::string, std::string> units = {{"kinetic", "J"}, {"potential", "J"}, {"total", "J"}};
  for (const LibraryClass& c : list_library()) {
    for (const LibraryVariable& v : c.variables) {
      const auto [at, is_new] = units.try_emplace(v.name, v.unit);
      if (!is_new && at->second != v.unit) at->second = "";
    }
  }
  return units;
}

std::string find_unit(const std::map<std::string, std::string>& units, const std::string& signal) {
  std::string name = signal.substr(0, signal.find('[', signal.rfind('.') + 1));
  const std::size_t dot = name.rfind('.');
  if (dot != std::string::npos) name = name.substr(dot + 1);
  const auto found = units.find(name);
  return found == units.end() ? "" : found->second;
}

std::string write_unit(const std::string& unit) {
  std::string text;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (unit[i] == '.')
      text += "·";
    else if (unit[i] == '2' && i > 0)
      text += "²";
    else if (unit[i] == '3' && i > 0)
      text += "³";
    else
      text += unit[i];
  }
  return text;
}

// The label of a pane: the unit that its curves share.
std::string label_of(const Pane& pane, const std::map<std::string, std::string>& units) {
  std::string unit = find_unit(units, pane.curves[0].name);
  for (const Curve& curve : pane.curves) {
    if (find_unit(units, curve.name) != unit) unit = "";
  }
  return unit.empty() ? "" : "in " + write_unit(unit);
}

std::vector<std::size_t> choose_columns(const Table& table, const std::string& globs) {
  std::vector<std::size_t> chosen;
  for (const std::string& glob : split_globs(globs)) {
    for (std::size_t column : find_columns(table, glob)) {
      if (std::find(chosen.begin(), chosen.end(), column) == chosen.end()) chosen.push_back(column);
    }
  }
  return chosen;
}

std::vector<Pane> choose_panes(const Table& table, const PlotOptions& options) {
  const std::map<std::string, std::string> units = list_units();
  std::vector<Pane> panes;
  auto add = [&](Pane& pane, std::size_t column) {
    pane.curves.push_back({table.names[column], &table.columns[column]});
  };
  if (options.signals.size() > 1) {
    for (const std::string& globs : options.signals) {
      Pane pane;
      for (std::size_t column : choose_columns(table, globs)) add(pane, column);
      if (!pane.curves.empty()) panes.push_back(std::move(pane));
    }
  } else {
    std::map<std::string, std::size_t> pane_of;  // by unit
    for (std::size_t column :
         choose_columns(table, options.signals.empty() ? "*" : options.signals[0])) {
      const auto [at, is_new] =
          pane_of.try_emplace(find_unit(units, table.names[column]), panes.size());
      if (is_new) panes.emplace_back();
      add(panes[at->second], column);
    }
  }
  if (panes.empty()) throw option_error("--signals names nothing", "name columns of the file");
  for (Pane& pane : panes) pane.label = label_of(pane, units);
  return panes;
}

void check(const PlotOptions& o) {
  auto is_size = [](double x) { return std::isfinite(x) && x >= 0 && x <= 10000; };
  if (!is_size(o.width) || o.width < 150 || !is_size(o.height)) {
    throw option_error("--width has to be from 150 to 10000 points, --height at most 10000",
                       "a point is 1/72 inch; a column of a paper is about 240 wide");
  }
  if (!(o.scale >= 0.1 && o.scale <= 20))
    throw option_error("--scale has to be from 0.1 to 20", "it is 3 unless given");
  if (o.output != "-" && !o.output.ends_with(".svg") && !o.output.ends_with(".png")) {
    throw option_error("the kind of '" + o.output + "' is not known",
                       "let the name of the --output file end in .svg or .png");
  }
}

}  // namespace

void plot(const PlotOptions& options) {
  check(options);
  check_writable(options.output);
  const Table table = read_table(options.file);
  const std::vector<double>& time = table.columns[0];
  Figure figure;
  figure.title = options.title;
  figure.time_label = table.names[0] == "time" ? "time in s" : table.names[0];
  figure.time = &time;
  figure.from = options.from.value_or(*std::min_element(time.begin(), time.end()));
  figure.to = options.to.value_or(*std::max_element(time.begin(), time.end()));
  if (!(figure.from <= figure.to)) {
    throw option_error(
        fmt::format("nothing lies from {:.6g} s to {:.6g} s", figure.from, figure.to),
        fmt::format("the file has times from {:.6g} s to {:.6g} s", time.front(), time.back()));
  }
  figure.panes = choose_panes(table, options);
  figure.width = options.width;
  figure.height = options.height;
  const Sheet sheet = lay_out(figure);
  write_file(options.output,
             options.output.ends_with(".png") ? write_png(sheet, options.scale) : write_svg(sheet),
             "--output");
}

}  // namespace gelenk
