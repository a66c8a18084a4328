// The pipeline of `gelenk fit`: record and model → residuals of a simulation at the times of the record → least squares
// (numerics/least_squares.h) → intervals. Derivatives are central differences of simulations, which are run side by side.
#include "gelenk/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <set>
#include <thread>

#include "analyses/globs.h"
#include "api/exact_state.h"
#include "base/error.h"
#include "gelenk/experiment.h"
#include "io/fit_writer.h"
#include "numerics/least_squares.h"
#include "plot/table.h"

namespace gelenk {

namespace {

// Of a variable's size, for central differences: with it their own error and that of simulations to 1e-9 are both below 1e-5.
constexpr double difference = 1e-4;

[[noreturn]] void fail(const std::string& message, const std::string& hint) {
  throw UserError({"fit", {}, "", message, hint});
}

std::optional<double> read_number(const std::string& text) {
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

double calc_spread(const std::vector<double>& values) {
  double sum = 0.0, squares = 0.0, count = 0.0;
  for (double value : values) {
    if (!std::isfinite(value)) continue;
    count += 1.0;
    const double off = value - sum;
    sum += off / count;
    squares += off * (value - sum);
  }
  const double spread = count > 1 ? std::sqrt(squares / (count - 1)) : 0.0;
  return spread > 0 ? spread : 1.0;
}

class FitRun {
 public:
  FitRun(const Model& model, const FitRecord& record, const FitOptions& options,
         const FitObserver& observer)
      : model_(model), record_(record), options_(options), observer_(observer) {
    experiment_ = options.experiment;
    if (!experiment_.rtol) experiment_.rtol = 1e-9;
    result_.model = model.name();
    result_.confidence = options.confidence;
    check();
    choose_parameters();
    choose_signals();
    const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    threads_ = options.threads > 0 ? options.threads : cores;
  }

  FitResult run() {
    const auto begin = std::chrono::steady_clock::now();
    LeastSquaresProblem problem;
    problem.residuals = [&](const Vector& p) { return calc_residuals({p}).at(0); };
    problem.jacobian = [&](const Vector& p) { return calc_jacobian(p); };
    problem.lower = lower_;
    problem.upper = upper_;
    check_start();
    LeastSquaresResult found = find(problem, start_);
    // Signals are weighed by what is left over of each, once that is known.
    for (int round = 0; round < 2 && columns_.size() > 1 && found.has_converged; ++round) {
      weigh(found);
      found = find(problem, found.p);
    }
    tell(found);
    result_.wall_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return std::move(result_);
  }

 private:
  struct Used {
    const FitRecord::Column* column;
    double weight;
    std::vector<std::size_t> rows;  // that have a value
  };

  // ---- before anything is run -------------------------------------------------------------------------

  void check() const {
    if (!(options_.confidence > 0 && options_.confidence < 1))
      fail(fmt::format("an interval cannot have a confidence of {:.6g}", options_.confidence),
           "give a number between 0 and 1, such as 0.95");
    if (options_.most_iterations < 1) fail("a fit needs at least one iteration", "allow 50");
    if (options_.threads < 0 || options_.threads > 1024)
      fail(fmt::format("a fit cannot have {} threads", options_.threads),
           "give a number from 1 to 1024; 0: as many as the machine has");
    if (options_.parameters.empty())
      fail("no parameter is to be found", "name one: --parameter damper.d");
    if (record_.time.empty()) fail("the record has no rows", "give one with times and values");
    for (std::size_t i = 0; i < record_.time.size(); ++i) {
      if (!std::isfinite(record_.time[i]))
        fail(fmt::format("the time in row {} of the record is not a number", i + 1),
             "give every row a time");
      if (i > 0 && record_.time[i] < record_.time[i - 1])
        fail(fmt::format("the times of the record go back, from {:.6g} to {:.6g} s",
                         record_.time[i - 1], record_.time[i]),
             "sort its rows by time");
    }
    for (const FitRecord::Column& column : record_.columns) {
      if (column.values.size() != record_.time.size())
        fail(fmt::format("'{}' has {} values for {} times", column.name, column.values.size(),
                         record_.time.size()),
             "give each row a value; one that is missing is not a number (nan)");
    }
  }

  void choose_parameters() {
    const auto count = static_cast<Eigen::Index>(options_.parameters.size());
    start_ = lower_ = upper_ = Vector::Zero(count);
    std::set<std::string> known;
    for (Eigen::Index i = 0; i < count; ++i) {
      const FitParameter& given = options_.parameters[static_cast<std::size_t>(i)];
      if (!known.insert(given.path).second)
        fail(fmt::format("the parameter '{}' is given more than once", given.path),
             "leave one of them");
      const ModelParameter parameter = model_.parameter(given.path);
      const std::optional<double> own = read_number(parameter.value);
      if (!given.start && !own)
        fail(fmt::format("the value {} of '{}' is not a number", parameter.value, given.path),
             "only parameters with one number can be fitted");
      start_[i] = given.start.value_or(own.value_or(0.0));
      constexpr double endless = std::numeric_limits<double>::infinity();
      lower_[i] = given.lower.value_or(-endless);
      upper_[i] = given.upper.value_or(endless);
      if (!(lower_[i] < upper_[i]) || !(start_[i] >= lower_[i] && start_[i] <= upper_[i]))
        fail(fmt::format("'{}' starts at {:.6g}, which is not between its bounds {:.6g} and {:.6g}",
                         given.path, start_[i], lower_[i], upper_[i]),
             "give a start and bounds that go together: path=start,lower,upper");
      FitResult::Parameter& told = result_.parameters.emplace_back();
      told.path = given.path;
      told.unit = parameter.unit;
      told.start = start_[i];
    }
  }

  std::string find_signal(const std::string& column) const {
    for (const auto& [name, signal] : options_.matches) {
      if (name == column) return signal;
    }
    return column;
  }

  void choose_signals() {
    const Experiment experiment = make_experiment(start_);
    std::vector<RunSignal> all = experiment.signals();
    std::vector<std::string> names;
    for (const RunSignal& signal : all) names.push_back(signal.name);
    const auto find_unit = [&](const std::string& name) -> std::optional<std::string> {
      const auto at = std::find(names.begin(), names.end(), name);
      if (at == names.end()) return std::nullopt;
      return all[static_cast<std::size_t>(at - names.begin())].unit;
    };
    for (const auto& [column, signal] : options_.matches) {
      if (std::none_of(record_.columns.begin(), record_.columns.end(),
                       [&](const FitRecord::Column& c) { return c.name == column; }))
        fail("the record has no column '" + column + "'", suggest(column, list_columns()));
    }
    const std::vector<std::string> globs = split_globs(options_.signals);
    for (const std::string& glob : globs) {
      if (std::none_of(record_.columns.begin(), record_.columns.end(),
                       [&](const FitRecord::Column& c) { return matches_glob(glob, c.name); }))
        fail("no column of the record matches '" + glob + "'", suggest(glob, list_columns()));
    }
    std::size_t count = 0;
    for (const FitRecord::Column& column : record_.columns) {
      const bool is_named = std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
        return matches_glob(glob, column.name);
      });
      if (!globs.empty() && !is_named) continue;
      const std::string name = find_signal(column.name);
      const std::optional<std::string> unit = find_unit(name);
      if (!unit) {
        if (is_named || name != column.name)
          fail("the model has no signal '" + name + "'", suggest(name, names));
        continue;
      }
      Used used{&column, 1.0 / calc_spread(column.values), {}};
      for (std::size_t row = 0; row < column.values.size(); ++row) {
        if (std::isfinite(column.values[row])) used.rows.push_back(row);
      }
      if (used.rows.empty()) continue;
      count += used.rows.size();
      columns_.push_back(std::move(used));
      result_.signals.push_back({column.name, name, *unit, columns_.back().rows.size(), 0.0});
    }
    if (columns_.empty())
      fail("none of the record's columns is a signal of the model",
           "say which is which: --match 'height=body.s'");
    if (count <= options_.parameters.size())
      fail(fmt::format("{} values do not tell {} parameters, with what is left over", count,
                       options_.parameters.size()),
           "give a longer record");
    residual_count_ = static_cast<Eigen::Index>(count);
    begin_ = options_.t_start ? *options_.t_start : model_.annotation().start_time.value_or(0.0);
    if (record_.time.front() < begin_)
      fail(fmt::format(
               "the record begins at {:.6g} s, before the simulation, which begins at {:.6g} s",
               record_.time.front(), begin_),
           "give --start-time, or count the times of the record from later on");
  }

  std::vector<std::string> list_columns() const {
    std::vector<std::string> names;
    for (const FitRecord::Column& column : record_.columns) names.push_back(column.name);
    return names;
  }

  // What is wrong with the model at the start is the user's to know.
  void check_start() {
    try {
      simulate(start_);
    } catch (const NumericsError& error) {
      fail(std::string("the simulation with the start values fails: ") + error.what(),
           "give other start values: --parameter path=value");
    }
  }

  // ---- simulations ------------------------------------------------------------------------------------

  Experiment make_experiment(const Vector& p) const {
    Model::Settings settings;
    for (Eigen::Index i = 0; i < p.size(); ++i)
      settings.emplace_back(options_.parameters[static_cast<std::size_t>(i)].path,
                            write_number(p[i]));
    Model model = model_;
    model.set(settings);
    return Experiment(model, experiment_);
  }

  bool is_stopped() const { return observer_.stop != nullptr && observer_.stop->load(); }

  // Signals less what was measured, column by column. Throws what the experiment throws.
  std::optional<Vector> simulate(const Vector& p) const {
    Experiment experiment = make_experiment(p);
    std::vector<SignalHandle> handles;
    for (const FitResult::Signal& signal : result_.signals)
      handles.push_back(experiment.signal(signal.name));
    Vector r(residual_count_);
    std::vector<Eigen::Index> at(columns_.size(), 0);
    std::vector<std::size_t> next(columns_.size(), 0);
    for (std::size_t j = 1; j < columns_.size(); ++j)
      at[j] = at[j - 1] + static_cast<Eigen::Index>(columns_[j - 1].rows.size());
    experiment.start(begin_);
    for (std::size_t row = 0; row < record_.time.size(); ++row) {
      if (is_stopped()) return std::nullopt;
      if (record_.time[row] > experiment.time()) experiment.advance(record_.time[row]);
      for (std::size_t j = 0; j < columns_.size(); ++j) {
        const Used& used = columns_[j];
        if (next[j] >= used.rows.size() || used.rows[next[j]] != row) continue;
        r[at[j] + static_cast<Eigen::Index>(next[j]++)] =
            experiment.value(handles[j]) - used.column->values[row];
      }
    }
    return r.allFinite() ? std::optional<Vector>(r) : std::nullopt;
  }

  // Of many values, side by side; weighed. Nothing where a simulation does not succeed.
  std::vector<std::optional<Vector>> calc_residuals(const std::vector<Vector>& points) {
    std::vector<std::optional<Vector>> residuals(points.size());
    std::atomic<std::size_t> next = 0;
    std::vector<std::exception_ptr> mistakes(points.size());
    const auto work = [&] {
      for (std::size_t i = next++; i < points.size(); i = next++) {
        try {
          residuals[i] = simulate(points[i]);
        } catch (const NumericsError&) {
        } catch (const InputError&) {
        } catch (...) {
          mistakes[i] = std::current_exception();
        }
      }
    };
    {
      std::vector<std::jthread> threads;
      const std::size_t count =
          std::min<std::size_t>(static_cast<std::size_t>(threads_), points.size());
      for (std::size_t k = 1; k < count; ++k) threads.emplace_back(work);
      work();
    }
    for (const std::exception_ptr& mistake : mistakes) {
      if (mistake) std::rethrow_exception(mistake);
    }
    for (std::optional<Vector>& r : residuals) {
      if (r) weigh(*r);
    }
    result_.simulations += static_cast<long>(points.size());
    if (observer_.progress) observer_.progress(result_.simulations);
    return residuals;
  }

  void weigh(Vector& r) const {
    Eigen::Index at = 0;
    for (const Used& used : columns_) {
      const auto count = static_cast<Eigen::Index>(used.rows.size());
      r.segment(at, count) *= used.weight;
      at += count;
    }
  }

  // Central differences; at a bound or beside values without a model, one-sided ones.
  std::optional<Eigen::MatrixXd> calc_jacobian(const Vector& p) {
    std::vector<Vector> points = {p};
    for (Eigen::Index i = 0; i < p.size(); ++i) {
      const double size = std::max(std::abs(p[i]), std::abs(start_[i]));
      const double h = difference * (size > 0 ? size : 1.0);
      for (const double sign : {1.0, -1.0}) {
        Vector& beside = points.emplace_back(p);
        beside[i] = std::clamp(p[i] + sign * h, lower_[i], upper_[i]);
      }
    }
    const std::vector<std::optional<Vector>> r = calc_residuals(points);
    if (!r[0]) return std::nullopt;
    Eigen::MatrixXd J(r[0]->size(), p.size());
    for (Eigen::Index i = 0; i < p.size(); ++i) {
      const auto above = static_cast<std::size_t>(2 * i + 1), below = above + 1;
      const std::size_t to = r[above] ? above : 0, from = r[below] ? below : 0;
      const double h = points[to][i] - points[from][i];
      if (!(h > 0)) return std::nullopt;
      J.col(i) = (*r[to] - *r[from]) / h;
    }
    return J;
  }

  LeastSquaresResult find(const LeastSquaresProblem& problem, const Vector& from) {
    LeastSquaresOptions options;
    options.most_iterations = options_.most_iterations;
    // Sums are as exact as simulations are.
    options.sum_tolerance = 1e-8;
    options.step_tolerance = 1e-7;
    LeastSquaresResult found = find_least_squares(problem, from, options);
    result_.iterations += found.iterations;
    return found;
  }

  // ---- what came of it --------------------------------------------------------------------------------

  std::vector<double> calc_left_over(const Vector& r) const {
    std::vector<double> left;
    Eigen::Index at = 0;
    for (const Used& used : columns_) {
      const auto count = static_cast<Eigen::Index>(used.rows.size());
      left.push_back(r.segment(at, count).norm() / std::sqrt(static_cast<double>(count)) /
                     used.weight);
      at += count;
    }
    return left;
  }

  void weigh(const LeastSquaresResult& found) {
    const std::vector<double> left = calc_left_over(found.r);
    // What is met to the digits of a simulation must not outweigh all else.
    for (std::size_t j = 0; j < columns_.size(); ++j)
      columns_[j].weight = 1.0 / std::max(left[j], 1e-6 * calc_spread(columns_[j].column->values));
  }

  void tell(const LeastSquaresResult& found) {
    result_.status = is_stopped() ? "interrupted" : found.has_converged ? "done" : "failed";
    result_.message = is_stopped() ? "it was stopped" : found.message;
    const std::vector<double> left =
        found.r.size() > 0 ? calc_left_over(found.r) : std::vector<double>(columns_.size(), NAN);
    for (std::size_t j = 0; j < columns_.size(); ++j) result_.signals[j].rms = left[j];
    const auto n = static_cast<std::size_t>(found.p.size());
    for (std::size_t i = 0; i < n; ++i)
      result_.parameters[i].value = found.p[static_cast<Eigen::Index>(i)];
    if (found.J.rows() != residual_count_) return;
    const Uncertainty u = calc_uncertainty(found.J, found.r);
    const double reach =
        calc_student_quantile(0.5 + 0.5 * options_.confidence,
                              static_cast<double>(residual_count_) - static_cast<double>(n));
    for (std::size_t i = 0; i < n; ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      FitResult::Parameter& parameter = result_.parameters[i];
      parameter.is_determined = std::isfinite(u.deviations[at]);
      parameter.is_at_bound = parameter.value <= lower_[at] || parameter.value >= upper_[at];
      parameter.deviation = u.deviations[at];
      parameter.low = parameter.value - reach * u.deviations[at];
      parameter.high = parameter.value + reach * u.deviations[at];
    }
    for (std::size_t i = 0; i < n * n; ++i)
      result_.correlation.push_back(
          u.correlation(static_cast<Eigen::Index>(i / n), static_cast<Eigen::Index>(i % n)));
  }

  const Model& model_;
  const FitRecord& record_;
  const FitOptions& options_;
  const FitObserver& observer_;
  ExperimentOptions experiment_;
  FitResult result_;
  Vector start_, lower_, upper_;
  std::vector<Used> columns_;
  Eigen::Index residual_count_ = 0;
  double begin_ = 0.0;
  int threads_ = 1;
};

}  // namespace

FitRecord read_fit_record(const std::string& path) {
  const Table table = read_table(path);
  FitRecord record;
  record.time = table.columns[0];
  for (std::size_t i = 1; i < table.names.size(); ++i)
    record.columns.push_back({table.names[i], table.columns[i]});
  return record;
}

FitResult fit(const Model& model, const FitRecord& record, const FitOptions& options,
              const FitObserver& observer) {
  return FitRun(model, record, options, observer).run();
}

std::string write_json(const FitResult& result) { return fit_text(result); }

}  // namespace gelenk
