// The pipeline of `gelenk sweep`: options → cases → one case after the other on each thread → rows in the order of the
// cases → files, table, statistics. Threads take cases as they come free; what is done is handed on in the order of the
// cases by the thread that called, so that no result depends on how many threads there are.
#include "gelenk/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>

#include "analyses/parameter_cases.h"
#include "api/exact_state.h"
#include "api/sweep_case.h"
#include "gelenk/version.h"
#include "io/case_file.h"
#include "io/digest_text.h"
#include "io/output_path.h"
#include "io/sweep_files.h"
#include "io/sweep_writer.h"

namespace gelenk {

namespace {

// What may be done ahead of a case that takes long, in cases and in bytes of curves.
constexpr std::uint64_t most_ahead = 10'000;
constexpr std::size_t most_ahead_bytes = 64'000'000;
constexpr std::size_t most_failures = 1'000;

[[noreturn]] void fail(const std::string& message, const std::string& hint) {
  throw UserError({"option", {}, "", message, hint});
}

CaseOptions make_case_options(const SweepOptions& o) {
  CaseOptions options;
  options.parameters = o.parameters;
  options.together = o.together;
  options.draws = o.draws;
  options.seed = o.seed;
  if (o.sampling != "random" && o.sampling != "latin")
    fail("there is no sampling '" + o.sampling + "'", suggest(o.sampling, {"random", "latin"}));
  options.latin = o.sampling == "latin";
  if (options.latin && !o.draws)
    fail("a Latin hypercube needs a number of draws", "add --random 1000");
  if (!o.cases.empty()) {
    CaseFile file = read_case_file(o.cases);
    options.row_names = std::move(file.names);
    options.rows = std::move(file.rows);
  }
  if (options.parameters.empty() && options.row_names.empty())
    fail("no parameter has more than one value",
         "give --set path=lin(0,1,64), --set path=1,2,5 or --cases FILE.csv");
  return options;
}

Settings make_settings(const ParameterCases& cases, const std::vector<std::string>& values) {
  Settings settings;
  for (std::size_t i = 0; i < values.size(); ++i)
    settings.emplace_back(cases.names()[i], values[i]);
  return settings;
}

// With the first, last or middle case: whichever does. What is wrong with the first is thrown where none does.
void try_cases(const ParameterCases& cases, const std::function<void(const Settings&)>& act) {
  std::exception_ptr first;
  for (const std::uint64_t number : {std::uint64_t{0}, cases.count() - 1, cases.count() / 2}) {
    try {
      act(make_settings(cases, cases.list_values(number)));
      return;
    } catch (const UserError&) {
      if (!first) first = std::current_exception();
    }
  }
  std::rethrow_exception(first);
}

double read_value(const std::string& text) {
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? value : std::numeric_limits<double>::quiet_NaN();
}

// 1,000,000
std::string write_count(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

// Mean and deviation by the recurrence of Welford 1962, in the order of the cases.
class Statistics {
 public:
  void add(SweepStatistics& s, double value, const SweepRow& row) {
    if (std::isnan(value)) return;
    if (s.count == 0 || value < s.smallest) {
      s.smallest = value;
      s.smallest_case = row.number;
      s.smallest_parameters = row.parameters;
    }
    if (s.count == 0 || value > s.largest) {
      s.largest = value;
      s.largest_case = row.number;
      s.largest_parameters = row.parameters;
    }
    ++s.count;
    const double off = value - s.mean;
    s.mean += off / static_cast<double>(s.count);
    squares_ += off * (value - s.mean);
    s.deviation = s.count > 1 ? std::sqrt(squares_ / static_cast<double>(s.count - 1)) : 0.0;
  }

 private:
  double squares_ = 0.0;
};

}  // namespace

// One sweep, from its options to its table.
class SweepRun {
 public:
  SweepRun(const Model& model, const SweepOptions& options, const SweepObserver& observer)
      : options_(options), observer_(observer), cases_(make_case_options(options)) {
    check();
    model_ = model.impl_->parse();
    plan_.model = model_.get();
    plan_.options = options.experiment;
    plan_.times = {options.t_start, options.t_end, options.interval};
    table_.cases = cases_.count();
    table_.description = cases_.describe();
    const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    table_.threads = static_cast<int>(
        std::min<std::uint64_t>(options.threads > 0 ? options.threads : cores, table_.cases));
    probe();
  }

  SweepTable run() {
    const auto begin = std::chrono::steady_clock::now();
    open_files();
    table_.taken_up = table_.done;
    if (observer_.start) observer_.start(table_);
    run_cases();
    if (files_) files_->close();
    table_.status = table_.done == table_.cases ? "done" : "interrupted";
    table_.wall_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return std::move(table_);
  }

 private:
  // ---- before anything is run -------------------------------------------------------------------------

  void check() const {
    if (options_.threads < 0 || options_.threads > 1024)
      fail(fmt::format("a sweep cannot have {} threads", options_.threads),
           "give a number from 1 to 1024; 0: as many as the machine has");
    if (cases_.count() > options_.most_cases) {
      fail(fmt::format("the sweep would have {}, {}, and {} are the most",
                       cases_.count() == std::numeric_limits<std::uint64_t>::max()
                           ? "more cases than can be counted"
                           : write_count(cases_.count()) + " cases",
                       cases_.describe(), write_count(options_.most_cases)),
           "take fewer values, or draw some of the cases with --random 1000; --max-cases allows "
           "more, which take no more memory, but their time");
    }
    if (!options_.output.empty())
      check_ending("--output", options_.output, {".csv", ".txt"}, "CSV");
    if (!options_.keep.empty() && (options_.output.empty() || options_.output == "-"))
      fail("there is no file for the curves of --keep",
           "give an --output file: the curves are written beside it");
    if (options_.resume && options_.output.empty())
      fail("there is no sweep to resume", "give the --output file of that sweep");
  }

  // The first case that can be built tells which signals there are.
  void probe() {
    const std::vector<ResultText> results = parse_results(options_.results);
    if (results.empty() && options_.keep.empty())
      fail("the sweep has no results",
           "give --results 'max(hinge.phi), rms(body.a), final(x)', or --keep for whole curves");
    try_cases(cases_, [&](const Settings& settings) { build_probe(settings, results); });
  }

  void build_probe(const Settings& settings, const std::vector<ResultText>& results) {
    modelica::ModelTexts texts;
    auto tree = std::make_shared<const ModelTree>(plan_.model->read(settings, &texts));
    const Machine machine(tree, plan_.model->home(), choose_case_options(plan_.options, *tree));
    const SimulationOptions chosen = machine.choose_options(plan_.times);
    check_options(chosen);
    for (const ResultText& result : results) {
      if (result.time && !(*result.time >= chosen.start_time && *result.time <= chosen.stop_time))
        fail(fmt::format("the time {:.6g} s of '{}' is not in the run, which goes from {:.6g} to "
                         "{:.6g} s",
                         *result.time, result.write(result.signal), chosen.start_time,
                         chosen.stop_time),
             "choose an earlier time, or a later --t-end");
    }
    CasePlan plan = plan_;
    const PlanColumns columns = choose_signals(machine, results, options_.keep, plan);
    plan_ = std::move(plan);
    table_.model = tree->root->class_name;
    for (const auto* list : {&tree->warnings, &machine.system().warnings}) {
      for (const Diagnostic& warning : *list) table_.warnings.push_back(format(warning, "warning"));
    }
    for (const std::string& name : cases_.names()) {
      const auto found =
          std::find_if(texts.settings.begin(), texts.settings.end(),
                       [&](const modelica::ModelTexts::Setting& s) { return s.path == name; });
      table_.parameters.push_back({name, found == texts.settings.end() ? "" : found->unit, {}, {}});
    }
    for (const Column& column : columns.results)
      table_.results.push_back({column.name, column.unit, {}, {}});
    curve_columns_ = columns.curves;
    table_.statistics.resize(columns.results.size());
    running_.resize(columns.results.size());
    if (!options_.output.empty()) digest_ = calc_model_digest(machine);
  }

  // ---- files ------------------------------------------------------------------------------------------

  // What tells one sweep from another.
  SweepFiles::Record make_record() const {
    const ExperimentOptions& e = options_.experiment;
    const auto number = [](const std::optional<double>& value) {
      return value ? write_number(*value) : std::string();
    };
    SweepFiles::Record record = {{"model", table_.model}, {"cases", std::to_string(table_.cases)}};
    for (const auto& [path, values] : options_.parameters)
      record.emplace_back("parameter " + path, values);
    std::string rows, ports, results;
    for (const std::string& name : cases_.names()) rows += name + "\n";
    for (const auto& [port, condition] : e.ports) ports += port + "=" + condition + " ";
    for (const SweepColumn& column : table_.results)
      results += (results.empty() ? "" : ", ") + column.name;
    record.insert(record.end(), {{"file of cases", options_.cases},
                                 {"combination", options_.draws      ? options_.sampling
                                                 : options_.together ? "together"
                                                                     : "grid"},
                                 {"seed", options_.draws ? std::to_string(options_.seed) : ""},
                                 {"results", results},
                                 {"keep", options_.keep},
                                 {"start time", number(options_.t_start)},
                                 {"end time", number(options_.t_end)},
                                 {"interval", number(options_.interval)},
                                 {"formulation", e.formulation},
                                 {"hierarchy", e.hierarchy},
                                 {"metric", e.metric},
                                 {"integrator", e.integrator},
                                 {"rtol", number(e.rtol)},
                                 {"atol", number(e.atol)},
                                 {"step", number(e.step)},
                                 {"stabilization", e.stabilization},
                                 {"independent", e.independent},
                                 {"ports", ports},
                                 {"version", version()},
                                 {"digest", digest_}});
    return record;
  }

  void open_files() {
    if (options_.output.empty()) return;
    const std::string& file = plan_.model->file;
    std::vector<std::pair<std::string, std::string>> paths = {{"--cases", options_.cases},
                                                              {"--output", options_.output}};
    if (!options_.keep.empty()) {
      table_.curves = name_curve_file(options_.output);
      paths.emplace_back("--keep", table_.curves);
    }
    check_distinct(paths, file);
    SweepLayout layout;
    for (const SweepColumn& column : table_.parameters)
      layout.parameters.push_back({column.name, column.unit});
    for (const SweepColumn& column : table_.results)
      layout.results.push_back({column.name, column.unit});
    layout.curves = curve_columns_;
    layout.names_have_units = options_.units;
    files_ = std::make_unique<SweepFiles>(options_.output, layout);
    if (!options_.resume) {
      files_->begin(make_record());
      return;
    }
    files_->take_up(
        make_record(),
        [&](std::uint64_t number) {
          return number < table_.cases ? cases_.list_values(number) : std::vector<std::string>();
        },
        [&](const SweepRow& row) { take(row); });
  }

  // ---- cases ------------------------------------------------------------------------------------------

  // Into the table, in the order of the cases.
  void take(const SweepRow& row) {
    ++table_.done;
    if (row.status != "done") {
      ++(row.status == "refused" ? table_.refused : table_.failed);
      if (table_.failures.size() < most_failures)
        table_.failures.push_back({row.number, row.status, row.message});
    }
    for (std::size_t i = 0; i < row.results.size(); ++i)
      running_[i].add(table_.statistics[i], row.results[i], row);
    if (!options_.keeps_table) return;
    for (std::size_t i = 0; i < row.results.size(); ++i)
      table_.results[i].values.push_back(row.results[i]);
    for (std::size_t k = 0; k < row.parameters.size(); ++k) take_parameter(row, k);
  }

  // Values that are no numbers are kept as texts, and then those before and after them, too.
  void take_parameter(const SweepRow& row, std::size_t k) {
    SweepColumn& column = table_.parameters[k];
    const double value = read_value(row.parameters[k]);
    if (std::isnan(value) && column.texts.empty()) {
      for (std::uint64_t number = 0; number < row.number; ++number)
        column.texts.push_back(cases_.list_values(number)[k]);
    }
    column.values.push_back(value);
    if (std::isnan(value) || !column.texts.empty()) column.texts.push_back(row.parameters[k]);
  }

  bool is_stopped() const { return observer_.stop != nullptr && observer_.stop->load(); }

  // A thread takes the next case that nobody has, until there is none.
  void work() {
    while (true) {
      std::uint64_t number = 0;
      {
        std::unique_lock lock(mutex_);
        // The case that all wait for is never held up.
        may_go_on_.wait(lock, [&] {
          return ends_ || next_ >= table_.cases ||
                 (next_ - first_open_ < most_ahead && ahead_bytes_ < most_ahead_bytes);
        });
        if (ends_ || next_ >= table_.cases) return;
        number = next_++;
      }
      SweepRow row;
      std::exception_ptr mistake;
      try {
        row.number = number;
        row.parameters = cases_.list_values(number);
        CaseOutcome outcome = run_case(plan_, make_settings(cases_, row.parameters),
                                       write_curve_head(number, row.parameters), ends_);
        row.status = std::move(outcome.status);
        row.message = std::move(outcome.message);
        row.results = std::move(outcome.results);
        row.curves = std::move(outcome.curves);
      } catch (...) {
        mistake = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      if (mistake) {
        if (!mistake_) mistake_ = mistake;
        ends_ = true;
      } else if (!row.status.empty()) {
        for (const std::string& curve : row.curves) ahead_bytes_ += curve.size();
        finished_.emplace(number, std::move(row));
      }
      is_news_.notify_one();
      if (ends_) may_go_on_.notify_all();
    }
  }

  void end_work() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    may_go_on_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  // Those that are done and have none before them that is not.
  std::vector<SweepRow> collect() {
    std::vector<SweepRow> rows;
    for (auto at = finished_.find(first_open_); at != finished_.end();
         at = finished_.find(first_open_)) {
      for (const std::string& curve : at->second.curves) ahead_bytes_ -= curve.size();
      rows.push_back(std::move(at->second));
      finished_.erase(at);
      ++first_open_;
    }
    return rows;
  }

  void hand_on(const std::vector<SweepRow>& rows) {
    for (const SweepRow& row : rows) {
      if (files_) files_->add(row);
      take(row);
    }
    if (files_) files_->write_when_due();
  }

  void run_cases() {
    next_ = first_open_ = table_.done;
    struct Guard {
      SweepRun& run;
      ~Guard() { run.end_work(); }
    } guard{*this};
    for (int i = 0; i < table_.threads && table_.done < table_.cases; ++i) {
      try {
        threads_.emplace_back([this] { work(); });
      } catch (const std::system_error&) {
        if (threads_.empty()) throw;
        break;  // fewer will do
      }
    }
    while (table_.done < table_.cases && !is_stopped()) {
      std::vector<SweepRow> rows;
      {
        std::unique_lock lock(mutex_);
        is_news_.wait_for(lock, std::chrono::milliseconds(100),
                          [&] { return ends_ || finished_.contains(first_open_); });
        if (mistake_) std::rethrow_exception(mistake_);
        rows = collect();
      }
      may_go_on_.notify_all();
      hand_on(rows);
      if (observer_.progress) observer_.progress(table_);
    }
    end_work();
    hand_on(collect());
  }

  const SweepOptions& options_;
  const SweepObserver& observer_;
  const ParameterCases cases_;
  std::shared_ptr<const Model::Impl> model_;
  CasePlan plan_;
  std::vector<Column> curve_columns_;
  std::string digest_;
  SweepTable table_;
  std::vector<Statistics> running_;  // by result
  std::unique_ptr<SweepFiles> files_;

  std::mutex mutex_;  // of what follows
  std::condition_variable may_go_on_, is_news_;
  std::uint64_t next_ = 0;        // case that nobody has
  std::uint64_t first_open_ = 0;  // first case that was not handed on
  std::map<std::uint64_t, SweepRow> finished_;
  std::size_t ahead_bytes_ = 0;  // of curves in it
  std::exception_ptr mistake_;
  std::atomic<bool> ends_ = false;
  std::vector<std::thread> threads_;
};

Model read_swept_model(const RunOptions& run, const SweepOptions& options) {
  const ParameterCases cases(make_case_options(options));
  std::optional<Model> model;
  try_cases(cases, [&](const Settings& settings) {
    model = Model::from_file(run.file, run.model, settings, run.libraries);
  });
  return *model;
}

SweepTable sweep(const Model& model, const SweepOptions& options, const SweepObserver& observer) {
  return SweepRun(model, options, observer).run();
}

std::string write_json(const SweepTable& table) { return sweep_text(table); }

}  // namespace gelenk
