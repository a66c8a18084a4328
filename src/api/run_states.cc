#include "api/run_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>

#include "api/exact_state.h"
#include "io/output_path.h"

namespace gelenk {

namespace {

constexpr const char* save_option = "--save-state";
constexpr const char* checkpoint_option = "--checkpoint";

[[noreturn]] void reject(const std::string& message, const std::string& hint) {
  throw UserError({"option", {}, "", message, hint});
}

// A clock that is right to some milliseconds and costs a few nanoseconds: it is asked after every step.
double look_at_clock() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Beside the results, else named after the model in the folder that the program runs in.
std::string name_checkpoint(const RunOptions& options, const Machine& machine) {
  if (!options.checkpoint && !options.resume) return "";
  const bool has_output = !options.output.empty() && options.output != "-";
  return (has_output ? options.output : machine.model().root->class_name) + ".checkpoint";
}

// "a, b and 3 more"
std::string list_some(const std::vector<std::string>& names) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i)
    text += (i > 0 ? ", '" : "'") + names[i] + "'";
  return names.size() > most ? text + fmt::format(" and {} more", names.size() - most) : text;
}

}  // namespace

// ---- before the run -------------------------------------------------------------------------------

RunStates::RunStates(const RunOptions& options, Machine& machine, Recording& recording)
    : options_(options),
      machine_(machine),
      recording_(recording),
      chosen_(machine.choose_options({options.t_start, options.t_end, options.interval})),
      checkpoint_path_(name_checkpoint(options, machine)) {
  check();
  const bool is_used =
      !options.save_states.empty() || !options.start_state.empty() || !checkpoint_path_.empty();
  if (!is_used) return;
  digest_ = calc_model_digest(machine);
  choose_start();
  naming_.emplace(machine);
  check_times();
}

void RunStates::check() const {
  for (const auto& [option, path] : list_files()) {
    if (path.empty()) reject("a state is to be saved, but not where", "write --save-state FILE");
    check_state_path(path, option);
    if (option == save_option) check_ending(save_option, path, {".json"}, "JSON");
  }
  if (options_.checkpoint && !(*options_.checkpoint >= 0 && std::isfinite(*options_.checkpoint))) {
    reject(fmt::format("a checkpoint every {:.6g} s is none", *options_.checkpoint),
           "give --checkpoint the seconds between two of them");
  }
  if (checkpoint_path_.empty()) return;
  std::error_code ignored;
  const bool is_file =
      options_.output != "-" && (!std::filesystem::exists(options_.output, ignored) ||
                                 std::filesystem::is_regular_file(options_.output, ignored));
  if (!options_.output.empty() && !is_file) {
    reject("results that do not go to a file cannot be taken up from a checkpoint",
           "give --output a file, or leave --checkpoint and --resume out");
  }
  if (!options_.report.empty()) {
    reject("a report is made of all rows of one run, and cannot be taken up from a checkpoint",
           "leave --report out, or --checkpoint and --resume");
  }
}

std::vector<std::pair<std::string, std::string>> RunStates::list_files() const {
  std::vector<std::pair<std::string, std::string>> files;
  for (const SavedState& saved : options_.save_states) files.emplace_back(save_option, saved.file);
  if (!checkpoint_path_.empty()) files.emplace_back(checkpoint_option, checkpoint_path_);
  return files;
}

void RunStates::choose_start() {
  std::error_code ignored;
  if (options_.resume && std::filesystem::exists(checkpoint_path_, ignored)) {
    path_ = checkpoint_path_;
    file_ = read_state_file(path_);
    choose_resumed(digest_);
  } else if (!options_.start_state.empty()) {
    path_ = options_.start_state;
    file_ = read_state_file(path_);
    choose_from_file(digest_);
  }
}

StateFile::Texts RunStates::list_exact_options() const {
  return gelenk::list_exact_options(machine_, chosen_, recording_.signals(), "simulation");
}

// Of a checkpoint: also what the results depend on.
StateFile::Texts RunStates::list_options() const {
  StateFile::Texts texts = list_exact_options();
  if (checkpoint_path_.empty()) return texts;
  texts.emplace_back("start state", options_.start_state);
  texts.emplace_back("start time", options_.t_start ? write_number(*options_.t_start) : "");
  texts.emplace_back("interval", options_.interval ? write_number(*options_.interval) : "");
  texts.emplace_back("end time", options_.t_end ? write_number(*options_.t_end) : "");
  texts.emplace_back("output", options_.output + (options_.units ? " with units" : ""));
  return texts;
}

void RunStates::choose_resumed(const std::string& digest) {
  const std::vector<std::string> differences = list_differences(file_, digest, list_options());
  if (!differences.empty()) {
    throw UserError({"state",
                     {},
                     "",
                     fmt::format("the checkpoint '{}' belongs to another run: this one has {}",
                                 path_, fmt::join(differences, ", ")),
                     "repeat the command of that run, with --resume; to start from its state with "
                     "other options use --start-state"});
  }
  start_ = Start::resumed;
  chosen_.start_time = file_.begin;
  chosen_.interval = file_.interval;
}

void RunStates::choose_from_file(const std::string& digest) {
  const double time = options_.t_start.value_or(file_.time);
  chosen_ = machine_.choose_options({time, options_.t_end, options_.interval});
  if (!(chosen_.stop_time > time)) {
    reject(fmt::format("the state in '{}' is at {:.6g} s, and the run ends at {:.6g} s", path_,
                       time, chosen_.stop_time),
           "give --t-end a later time");
  }
  differences_ = list_differences(file_, digest, list_exact_options());
  if (time != file_.time) differences_.push_back("another start time");
  if (chosen_.interval > 0 && chosen_.interval != file_.interval)
    differences_.push_back("another interval");
  start_ = differences_.empty() ? Start::exact : Start::names;
  if (start_ != Start::exact) return;
  chosen_.start_time = file_.begin;
  chosen_.interval = file_.interval;
}

void RunStates::check_times() const {
  const double begin = start_ == Start::exact ? file_.time : chosen_.start_time;
  for (const SavedState& saved : options_.save_states) {
    if (!saved.time || (*saved.time >= begin && *saved.time <= chosen_.stop_time)) continue;
    reject(
        fmt::format("'{}' is to be saved at {:.6g} s, but the run goes from {:.6g} s to {:.6g} s",
                    saved.file, *saved.time, begin, chosen_.stop_time),
        "give --save-state FILE@T a time of the run");
  }
}

std::optional<Assembly> RunStates::find_start() {
  if (start_ == Start::model) return machine_.find_start(chosen_.start_time);
  if (start_ != Start::names) return std::nullopt;
  NamedState::Start start = naming_->find_start(file_, chosen_.start_time, path_);
  machine_.set_discrete_starts(start.discretes);
  missing_ = std::move(start.missing);
  unknown_ = std::move(start.unknown);
  return start.assembly;
}

// ---- the run --------------------------------------------------------------------------------------

void RunStates::run(Simulation& simulation, OutputFile& output) {
  start(simulation, output);
  bool goes_on = !simulation.is_over();
  save_passed(simulation);
  while (goes_on) {
    if (is_save_near(simulation)) before_ = take_moment(simulation);
    goes_on = simulation.advance();
    if (!saves_.empty()) save_passed(simulation);
    if (goes_on && is_checkpoint_due()) write_checkpoint(simulation, output);
  }
  save_end(simulation);
  finish_checkpoints(simulation, output);
}

void RunStates::start(Simulation& simulation, OutputFile& output) {
  if (start_ == Start::exact || start_ == Start::resumed)
    restore(simulation);
  else
    simulation.start();
  if (start_ == Start::exact) simulation.begin_at(file_.time);
  if (start_ == Start::resumed) {
    output.go_on({file_.bytes, file_.tail});
  } else if (!checkpoint_path_.empty()) {
    // What an earlier run has left has nothing to do with the results of this one.
    std::error_code ignored;
    std::filesystem::remove(checkpoint_path_, ignored);
  }
  for (const SavedState& saved : options_.save_states) {
    const bool is_past = start_ == Start::resumed && saved.time &&
                         *saved.time <= simulation.t() + simulation.resolution();
    if (saved.time && !is_past) saves_.push_back(*saved.time);
  }
  std::sort(saves_.begin(), saves_.end(), std::greater<>());
  saves_.erase(std::unique(saves_.begin(), saves_.end()), saves_.end());
  for (double time : saves_) simulation.mark(time);
  if (options_.checkpoint) next_checkpoint_ = look_at_clock() + *options_.checkpoint;
}

void RunStates::restore(Simulation& simulation) {
  try {
    std::string inner, of_rows;
    Memory memory(file_.memory);
    memory(inner, of_rows);
    memory.finish();
    simulation.resume(inner);
    begins_anew_ = simulation.begins_anew();
    if (start_ == Start::resumed) restore_memory(recording_, of_rows);
  } catch (const DamagedBytes& damage) {
    throw UserError(
        {"state",
         {},
         "",
         fmt::format("the memory in '{}' is not one of this run: {}", path_, damage.what()),
         "use the program that has written it"});
  }
}

RunStates::Moment RunStates::take_moment(Simulation& simulation) {
  Moment moment;
  naming_->write_held(moment.held);
  std::string inner = save_memory(simulation), of_rows = save_memory(recording_);
  Memory memory;
  memory(inner, of_rows);
  moment.memory = memory.bytes();
  return moment;
}

// Whether the next step may pass an instant at which the state is to be saved.
bool RunStates::is_save_near(const Simulation& simulation) const {
  return !saves_.empty() && saves_.back() - simulation.t() <= 1.001 * simulation.largest_step();
}

StateFile RunStates::make_file(Moment moment, double time, const Vector& y,
                               const Simulation& simulation) {
  StateFile file = std::move(moment.held);
  naming_->write(time, y, file);
  file.options = list_options();
  file.digest = digest_;
  file.memory = std::move(moment.memory);
  file.begin = chosen_.start_time;
  file.interval = simulation.interval();
  return file;
}

void RunStates::save_passed(Simulation& simulation) {
  for (const Simulation::Marked& marked : simulation.take_marked()) {
    const bool is_inside = marked.t < simulation.t() - simulation.resolution();
    const StateFile file =
        make_file(is_inside ? before_ : take_moment(simulation), marked.t, marked.y, simulation);
    for (const SavedState& saved : options_.save_states) {
      if (saved.time && *saved.time == marked.t) write_state_file(file, saved.file, save_option);
    }
    saves_.pop_back();
  }
}

void RunStates::save_end(Simulation& simulation) {
  for (const SavedState& saved : options_.save_states) {
    if (saved.time) continue;
    Moment moment = take_moment(simulation);
    if (!simulation.can_go_on()) moment.memory.clear();
    write_state_file(
        make_file(std::move(moment), simulation.accepted_t(), simulation.accepted_y(), simulation),
        saved.file, save_option);
  }
}

bool RunStates::is_checkpoint_due() {
  return options_.checkpoint && look_at_clock() >= next_checkpoint_;
}

// One that finds no room is no reason to end the run: the one before is whole. Before the first row there is nothing to take up.
void RunStates::write_checkpoint(Simulation& simulation, OutputFile& output) {
  if (simulation.result().rows == 0) return;
  const KeptRows kept = output.sync();
  StateFile file = make_file(take_moment(simulation), simulation.t(), simulation.y(), simulation);
  file.rows = static_cast<std::uint64_t>(simulation.result().rows);
  file.bytes = kept.bytes;
  file.tail = kept.tail;
  try {
    write_state_file(file, checkpoint_path_, checkpoint_option);
    checkpoint_fault_.clear();
  } catch (const UserError& error) {
    checkpoint_fault_ = error.diagnostics().at(0).message;
  }
  next_checkpoint_ = look_at_clock() + *options_.checkpoint;
}

void RunStates::finish_checkpoints(Simulation& simulation, OutputFile& output) {
  if (checkpoint_path_.empty()) return;
  const RunStatus status = simulation.result().status;
  if (status == RunStatus::interrupted && options_.checkpoint) write_checkpoint(simulation, output);
  if (status != RunStatus::done) return;
  std::error_code ignored;
  std::filesystem::remove(checkpoint_path_, ignored);
}

// ---- after it -------------------------------------------------------------------------------------

void RunStates::tell(RunSummary& summary) const {
  const auto warn = [&](const std::string& message, const std::string& hint) {
    summary.warnings.push_back(format({"state", {}, "", message, hint}, "warning"));
  };
  const std::string from = fmt::format("from '{}' at {:.6g} s, ", path_, file_.time);
  switch (start_) {
    case Start::model:
      if (options_.resume)
        warn("there is no checkpoint '" + checkpoint_path_ + "': the run started at the beginning",
             "if there should be one, repeat the command of the run that has written it, in the "
             "same folder and with the same --output");
      break;
    case Start::names:
      summary.start =
          from + "by names: this run has " + fmt::format("{}", fmt::join(differences_, ", "));
      break;
    case Start::exact:
      summary.start =
          from + (begins_anew_ ? "exactly, but for the integrator, which begins anew" : "exactly");
      summary.start_time = file_.time;
      break;
    case Start::resumed:
      summary.start =
          from + (begins_anew_ ? "taken up, with an integrator that begins anew" : "taken up");
      break;
  }
  if (!missing_.empty())
    warn("the state in '" + path_ + "' does not have " + list_some(missing_) +
             ": start values of the model were taken",
         "where they matter, write them into the file, or set start values");
  if (!unknown_.empty())
    warn("the state in '" + path_ +
             "' has values that this model does not have: " + list_some(unknown_),
         "if components were renamed, rename them in the file, too");
  for (const SavedState& saved : options_.save_states) {
    if (saved.time && std::find(saves_.begin(), saves_.end(), *saved.time) != saves_.end())
      warn(fmt::format("'{}' was not written: the run did not come to {:.6g} s", saved.file,
                       *saved.time),
           "save it earlier, or see to it that the run goes on until then");
  }
  if (!checkpoint_fault_.empty())
    warn("no checkpoint: " + checkpoint_fault_,
         "see to it that there is room, and that the file may be written");
}

}  // namespace gelenk
