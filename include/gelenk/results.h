// What a simulation leaves: signals over time as arrays with names and units, and how the run went. A Results is a value
// that shares its numbers with its copies; they never change.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gelenk/error.h"
#include "gelenk/export.h"
#include "gelenk/run.h"

namespace gelenk {

class GELENK_EXPORT Results {
 public:
  // A move is a copy: what is left behind stays usable.
  Results(const Results&) = default;
  Results& operator=(const Results&) = default;

  // Signals in the order in which they were asked for; `time` is not one of them.
  const std::vector<RunSignal>& signals() const;
  std::size_t rows() const;
  // At an event there are two rows with the same time: before it and after it.
  std::span<const double> time() const;
  // All values of a signal, one per row; they live as long as any copy of the results. Throws InputError for a name that was not recorded.
  std::span<const double> operator[](const std::string& name) const;
  bool has(const std::string& name) const;
  // The value at a time, on the straight line between the rows around it; at an event the one after it.
  double at(double time, const std::string& name) const;

  // How the run went: its status, counts, energy, drift, warnings.
  const RunSummary& summary() const;
  bool succeeded() const { return summary().succeeded(); }

  // A CSV file, or a MAT-file by its ending, as `gelenk run --output` writes it.
  void write(const std::string& path, bool with_units = false) const;
  // One HTML file with animation and plots, where SimulateOptions::report asked for it; as text and into a file. Throws
  // InputError where it did not.
  std::string report() const;
  void write_report(const std::string& path) const;

  struct Impl;  // the library's own
  explicit Results(std::shared_ptr<const Impl> impl);

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace gelenk
