// The motion of a scene in numbers: at every output row the pose of each mover and the value of each signal, as chunks
// of the form that doc/report-format.md states.
#pragma once

#include <string>
#include <vector>

#include "formulations/formulation.h"
#include "report/scene.h"

namespace gelenk {

// Columns of one row: x y z qx qy qz qw of each mover, then the signals.
inline std::size_t count_columns(const Scene& scene) {
  return 7 * scene.movers.size() + scene.signals.size();
}

// Takes the poses for the state that the formulation evaluated last.
class RowTaker {
 public:
  explicit RowTaker(const Scene& scene) : scene_(scene), row_(count_columns(scene)) {}

  // `values`: of the signal table of the run. A quaternion keeps the sign of the row before, so that its entries are as
  // smooth as the motion.
  const std::vector<float>& take(const Formulation& formulation, const std::vector<double>& values);

 private:
  const Scene& scene_;
  std::vector<float> row_;
};

// Rows, kept until they are written.
class MotionRecord {
 public:
  explicit MotionRecord(std::size_t columns = 0) : columns_(columns) {}

  void add(double time, const std::vector<float>& row);
  std::size_t rows() const { return time_.size(); }

  // A chunk of the rows from `from` on.
  std::string write_chunk(std::size_t from = 0) const;

 private:
  std::size_t columns_;
  std::vector<double> time_;
  std::vector<float> values_;  // row by row
};

}  // namespace gelenk
