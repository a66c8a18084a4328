// The states of one run as files: the one that it starts from, those that it saves, and its checkpoints, from which it is taken
// up. A run without any of them is advanced to its end and costs nothing more.
//
// Nothing of this changes a step. A state at an instant inside a step has the memory of the step's beginning: who goes on from it
// takes the same step, and shows what follows the instant.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/named_state.h"
#include "api/output_file.h"
#include "api/recording.h"
#include "gelenk/run.h"

namespace gelenk {

class RunStates {
 public:
  // Reads the state that the run starts from, where there is one, and decides how. Throws UserError for options and files at
  // fault, before anything is written. What it is given must outlive it.
  RunStates(const RunOptions& options, Machine& machine, Recording& recording);

  const SimulationOptions& chosen() const { return chosen_; }
  // Initial values; none where memory has them.
  std::optional<Assembly> find_start();
  // Files that the run writes, with the options that name them.
  std::vector<std::pair<std::string, std::string>> list_files() const;

  // From the start to the end, however it ends.
  void run(Simulation& simulation, OutputFile& output);
  // What is to be told of the start and of checkpoints.
  void tell(RunSummary& summary) const;

 private:
  enum class Start { model, names, exact, resumed };
  // What holds at an instant beside (t, y), and the memory to go on from there.
  struct Moment {
    StateFile held;
    std::string memory;
  };

  void check() const;
  void choose_start();
  void choose_resumed(const std::string& digest);
  void choose_from_file(const std::string& digest);
  void check_times() const;
  StateFile::Texts list_exact_options() const;
  StateFile::Texts list_options() const;

  void start(Simulation& simulation, OutputFile& output);
  void restore(Simulation& simulation);
  bool is_save_near(const Simulation& simulation) const;
  Moment take_moment(Simulation& simulation);
  StateFile make_file(Moment moment, double time, const Vector& y, const Simulation& simulation);
  void save_passed(Simulation& simulation);
  void save_end(Simulation& simulation);
  bool is_checkpoint_due();
  void write_checkpoint(Simulation& simulation, OutputFile& output);
  void finish_checkpoints(Simulation& simulation, OutputFile& output);

  const RunOptions& options_;
  Machine& machine_;
  Recording& recording_;
  SimulationOptions chosen_;
  const std::string checkpoint_path_;
  Start start_ = Start::model;
  bool begins_anew_ = false;              // the integrator did, at an exact start
  StateFile file_;                        // that it starts from
  std::string path_;                      // of it
  std::vector<std::string> differences_;  // why it is taken by names
  std::vector<std::string> missing_, unknown_;
  std::optional<NamedState> naming_;
  std::string digest_;            // of the model; empty: nobody needs it
  std::vector<double> saves_;     // instants at which states are saved, the next one last
  Moment before_;                 // the beginning of a step that may pass the next of them
  double next_checkpoint_ = 0.0;  // on the clock, s
  std::string checkpoint_fault_;  // why the last one could not be written; empty: it was
};

}  // namespace gelenk
