// The file of rows of a run, made with the first of them: a run that fails before leaves what was there.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gelenk/run.h"
#include "io/row_writer.h"

namespace gelenk {

class OutputFile {
 public:
  // What it is given must outlive it.
  OutputFile(const RunOptions& options, const std::vector<RunSignal>& signals)
      : options_(options), signals_(signals) {}

  // In the place of a new file: the one that has these rows, without any that follow. Throws UserError where it is not there.
  void go_on(const KeptRows& kept) { open(kept); }
  void write(double time, const std::vector<double>& values) {
    open();
    if (writer_) writer_->write(time, values);
  }
  // All rows so far are on the disk.
  KeptRows sync() {
    open();
    return writer_ ? writer_->sync() : KeptRows{};
  }
  // Also without rows: what an earlier run has left is not this one's result.
  void close() {
    open();
    if (writer_) writer_->close();
  }

 private:
  void open(const KeptRows& kept = {}) {
    if (writer_ || options_.output.empty()) return;
    std::vector<Column> columns;
    for (const RunSignal& signal : signals_) columns.push_back({signal.name, signal.unit});
    writer_ = make_row_writer(options_.output, columns, options_.units, kept);
  }

  const RunOptions& options_;
  const std::vector<RunSignal>& signals_;
  std::unique_ptr<RowWriter> writer_;
};

}  // namespace gelenk
