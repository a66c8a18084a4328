// The rows of one run on their way to whoever wants them: files, arrays, a page. It chooses the signals, watches the
// drives, and takes the poses of an animation where one is shown.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analyses/signals.h"
#include "api/drive_watch.h"
#include "api/machine.h"
#include "modelica/reader.h"
#include "report/motion_record.h"

namespace gelenk {

class Recording {
 public:
  // `globs`: as SignalTable. With `texts` the run is shown: its scene is made, with signals of its own beside those chosen.
  Recording(Machine& machine, const std::string& globs, const modelica::ModelTexts* texts);
  Recording(const Recording&) = delete;

  // Signals that were asked for.
  const std::vector<RunSignal>& columns() const { return columns_; }
  SignalTable& signals() { return signals_; }

  // Called row by row, with the values of the columns; and with those of the scene (doc/report-format.md).
  std::function<void(double time, const std::vector<double>& values)> on_row;
  std::function<void(double time, const std::vector<float>& values)> on_scene_row;
  // Whether anybody needs rows.
  bool takes_rows() const { return on_row || scene_ != nullptr || !drives_.empty(); }
  // Of the state that the formulation evaluated last: all signals of the table.
  void take(double time, const std::vector<double>& values);

  // Null: nothing is shown.
  const Scene* scene() const { return scene_.get(); }
  // Rows of the scene are kept for a report.
  void keep_motion() { keeps_motion_ = true; }
  const MotionRecord& motion() const { return motion_; }

  // What it remembers of the rows so far, but for those of a scene.
  void list_memory(Memory& memory) { memory(drives_); }

  // What the run has shown to be wondered at, as texts; after its end.
  void add_warnings(RunSummary& summary) const;

 private:
  Machine& machine_;
  SignalTable signals_;
  std::vector<RunSignal> columns_;
  std::vector<double> own_;
  std::unique_ptr<Scene> scene_;
  std::unique_ptr<RowTaker> taker_;
  DriveWatch drives_;
  bool keeps_motion_ = false;
  MotionRecord motion_;
};

}  // namespace gelenk
