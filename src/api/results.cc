#include "gelenk/results.h"

#include <algorithm>
#include <cmath>

#include "api/results_impl.h"
#include "base/error.h"
#include "io/output_path.h"
#include "io/row_writer.h"
#include "report/page.h"

namespace gelenk {

void Results::Impl::set_signals(const std::vector<RunSignal>& chosen) {
  signals = chosen;
  columns.resize(signals.size());
  for (std::size_t i = 0; i < signals.size(); ++i) number[signals[i].name] = i;
}

void Results::Impl::add(double t, const std::vector<double>& values) {
  time.push_back(t);
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i].push_back(values[i]);
}

Results::Results(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

const std::vector<RunSignal>& Results::signals() const { return impl_->signals; }
std::size_t Results::rows() const { return impl_->time.size(); }
std::span<const double> Results::time() const { return impl_->time; }
bool Results::has(const std::string& name) const {
  return name == "time" || impl_->number.count(name) > 0;
}

std::span<const double> Results::operator[](const std::string& name) const {
  if (name == "time") return impl_->time;
  const auto found = impl_->number.find(name);
  if (found != impl_->number.end()) return impl_->columns[found->second];
  std::vector<std::string> names;
  for (const RunSignal& signal : impl_->signals) names.push_back(signal.name);
  const std::string near = find_near_names(name, names).empty() ? "" : suggest(name, names) + "; ";
  throw UserError({"unknown-signal",
                   {},
                   "",
                   "the results have no signal '" + name + "'",
                   near + "signals that were not asked for were not recorded: name it in the "
                          "signals of the simulation"});
}

double Results::at(double t, const std::string& name) const {
  const std::span<const double> values = (*this)[name];
  const std::vector<double>& time = impl_->time;
  if (time.empty() || !(t >= time.front() && t <= time.back())) {
    throw UserError({"value",
                     {},
                     "",
                     "the results have no values at time " + std::to_string(t) + " s",
                     time.empty() ? "the run has no rows"
                                  : "they go from " + std::to_string(time.front()) + " to " +
                                        std::to_string(time.back()) + " s"});
  }
  const auto after = std::upper_bound(time.begin(), time.end(), t);
  const auto before = static_cast<std::size_t>(after - time.begin()) - 1;
  if (after == time.end() || time[before] == t) return values[before];
  const double share = (t - time[before]) / (time[before + 1] - time[before]);
  return values[before] + share * (values[before + 1] - values[before]);
}

const RunSummary& Results::summary() const { return impl_->summary; }

void Results::write(const std::string& path, bool with_units) const {
  check_ending("--output", path, row_endings, "CSV and MAT-files");
  std::vector<Column> columns;
  for (const RunSignal& signal : impl_->signals) columns.push_back({signal.name, signal.unit});
  const std::unique_ptr<RowWriter> writer = make_row_writer(path, columns, with_units);
  std::vector<double> row(columns.size());
  for (std::size_t k = 0; k < rows(); ++k) {
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = impl_->columns[i][k];
    writer->write(impl_->time[k], row);
  }
  writer->close();
}

std::string Results::report() const {
  if (impl_->scene.empty()) {
    throw UserError(
        {"option",
         {},
         "",
         "these results have no report",
         "ask for one when simulating: SimulateOptions::report, in Python report=True"});
  }
  return fill_page(load_page(""), impl_->scene, impl_->motion);
}

void Results::write_report(const std::string& path) const {
  check_ending("--report", path, {".html", ".htm"}, "HTML");
  write_file(path, report(), "--report");
}

}  // namespace gelenk
