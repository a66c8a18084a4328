// The pipeline of `gelenk plot`: files of runs and sweeps → tables → panes → sheet → SVG or PNG. Where a result file
// has no units, those of the library's variables are known by their names.
#include "gelenk/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <filesystem>
#include <map>
#include <set>

#include "analyses/globs.h"
#include "analyses/reduction.h"
#include "base/error.h"
#include "gelenk/library.h"
#include "io/output_path.h"
#include "plot/family.h"
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

// One file and how its curves are called.
struct Source {
  Table table;
  std::string name;   // empty where there is one file only
  std::size_t x = 0;  // column along the horizontal axis
};

class Chooser {
 public:
  explicit Chooser(const std::vector<Source>& sources) : sources_(sources), units_(list_units()) {}

  // Of a column: as the file says, else by its name.
  std::string unit_of(const Table& table, std::size_t column) const {
    if (!table.units[column].empty()) return table.units[column];
    const std::string& name = table.names[column];
    if (name == "time") return "s";
    const std::size_t open = name.find('(');
    if (table.kind != Table::Kind::cases || column < table.first_signal() ||
        open == std::string::npos)
      return find_unit(units_, name);
    // A result of a sweep, max(hinge.phi), has that of its signal, unless it is a time or an integral.
    const std::vector<ResultText> results = parse_results(name);
    return find_result_unit(results.at(0), find_unit(units_, results.at(0).signal));
  }

  std::vector<Pane> choose(const PlotOptions& options) {
    if (options.signals.size() > 1) {
      for (const std::string& globs : options.signals) add(globs, false);
    } else {
      add(options.signals.empty() ? "*" : options.signals[0], true);
    }
    std::erase_if(panes_, [](const Pane& pane) { return pane.curves.empty(); });
    if (panes_.empty()) throw option_error("--signals names nothing", "name columns of the file");
    return std::move(panes_);
  }

 private:
  // A pane for the signals, or one for each unit among them. Files that lack a signal which another one has leave it out.
  void add(const std::string& globs, bool splits_units) {
    const std::size_t first = panes_.size();
    if (!splits_units) panes_.emplace_back();
    std::map<std::string, std::size_t> pane_of;  // by unit
    for (const std::string& glob : split_globs(globs)) {
      bool is_known = false;
      for (const Source& source : sources_) {
        for (std::size_t column = source.table.first_signal();
             column < source.table.names.size(); ++column) {
          if (!matches_glob(glob, source.table.names[column])) continue;
          is_known = true;
          if (column == source.x) continue;
          const std::string unit = unit_of(source.table, column);
          std::size_t pane = first;
          if (splits_units) {
            const auto [at, is_new] = pane_of.try_emplace(unit, panes_.size());
            if (is_new) panes_.emplace_back();
            pane = at->second;
          }
          add(panes_[pane], source, column, unit);
        }
      }
      if (!is_known) find_columns(sources_[0].table, glob);  // says which there are
    }
  }

  // The label of a pane is the unit that its curves share; of a family, with the name of its signal before it.
  void add(Pane& pane, const Source& source, std::size_t column, const std::string& unit) {
    const std::string& name = source.table.names[column];
    const std::string full = source.name.empty() ? name : name + " (" + source.name + ")";
    for (const Curve& curve : pane.curves) {
      if (curve.name == full) return;
    }
    const std::string label = unit.empty() ? "" : "in " + write_unit(unit);
    pane.label = pane.curves.empty() || pane.label == label ? label : "";
    if (source.table.kind == Table::Kind::rows) {
      pane.curves.push_back({full, &source.table.columns[source.x], &source.table.columns[column]});
      return;
    }
    pane.is_family = true;
    for (FamilyCurve& of : list_family(source.table, source.x, column)) {
      const FamilyCurve& curve = families_.emplace_back(std::move(of));
      pane.curves.push_back({full + (curve.label.empty() ? "" : ", " + curve.label), &curve.x,
                             &curve.values, curve.is_scattered});
    }
  }

  const std::vector<Source>& sources_;
  std::map<std::string, std::string> units_;
  std::deque<FamilyCurve> families_;  // which curves point to
  std::vector<Pane> panes_;
};

// Files are called by their names, with folders where that takes to tell them apart.
std::vector<Source> read_sources(const PlotOptions& options) {
  std::vector<Source> sources;
  for (const std::string& file : options.files) {
    Source& source = sources.emplace_back(Source{read_table(file), file});
    source.x = source.table.find_x();
    if (!options.x.empty()) {
      const std::vector<std::string>& names = source.table.names;
      const auto at = std::find(names.begin(), names.end(), options.x);
      if (at == names.end()) find_columns(source.table, options.x);
      source.x = static_cast<std::size_t>(at - names.begin());
    }
  }
  if (sources.size() == 1) sources[0].name = "";
  std::set<std::string> stems;
  for (const std::string& file : options.files) stems.insert(std::filesystem::path(file).stem());
  if (sources.size() > 1 && stems.size() == sources.size()) {
    for (Source& source : sources) source.name = std::filesystem::path(source.name).stem().string();
  }
  return sources;
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
  const std::vector<Source> sources = read_sources(options);
  double first = INFINITY, last = -INFINITY;
  for (const Source& source : sources) {
    for (double x : source.table.columns[source.x]) {
      if (!std::isfinite(x)) continue;
      first = std::min(first, x);
      last = std::max(last, x);
    }
  }
  Chooser chooser(sources);
  const std::string unit = chooser.unit_of(sources[0].table, sources[0].x);
  Figure figure;
  figure.title = options.title;
  figure.x_label =
      sources[0].table.names[sources[0].x] + (unit.empty() ? "" : " in " + write_unit(unit));
  figure.from = options.from.value_or(first);
  figure.to = options.to.value_or(last);
  if (!(figure.from <= figure.to)) {
    throw option_error(
        fmt::format("nothing lies from {:.6g} to {:.6g} {}", figure.from, figure.to, unit),
        fmt::format("the file has {} from {:.6g} to {:.6g} {}",
                    options.x.empty() ? "times" : "values", first, last, unit));
  }
  if (options.log_x && !(figure.from > 0)) {
    throw option_error(fmt::format("an axis of ratios cannot begin at {:.6g}", figure.from),
                       "give --from a number above zero, or leave out --log-x");
  }
  figure.has_ratios = options.log_x;
  figure.panes = chooser.choose(options);
  figure.width = options.width;
  figure.height = options.height;
  const Sheet sheet = lay_out(figure);
  write_file(options.output,
             options.output.ends_with(".png") ? write_png(sheet, options.scale) : write_svg(sheet),
             "--output");
}

}  // namespace gelenk
