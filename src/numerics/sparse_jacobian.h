// The Jacobian ∂f/∂y of a large system by differences, where most entries are zero: bodies of their own that are coupled
// by springs and dampers, one-dimensional drive trains, many mechanisms side by side. For the implicit methods
// on SUNDIALS (sundials.h).
//
// The pattern is found by moving the entries of y one at a time, once. Columns that share no row get the same
// colour and are then moved together (Curtis, Powell, Reid 1974): a chain of masses costs six evaluations, however
// long it is. An entry that happens to be zero where the pattern was looked for and not later makes Newton's
// method slower, not wrong.
#pragma once

#include <functional>
#include <vector>

#include "math/vector.h"

namespace gelenk {

class SparseJacobian {
 public:
  using Function = std::function<bool(double t, const Vector& y, Vector& ydot)>;

  // Looks for the pattern near y, and adds it to what is known: one evaluation per entry, and one. False when f
  // cannot be evaluated, or when it takes more than `most_colors`: the Jacobian is then not to be used.
  bool find_pattern(const Function& f, double t, const Vector& y, int most_colors);
  // Computes the values, given f at y. One evaluation per colour. False when f cannot be evaluated.
  bool eval(const Function& f, double t, const Vector& y, const Vector& fy);

  int size() const { return static_cast<int>(starts_.size()) - 1; }
  int colors() const { return static_cast<int>(columns_of_.size()); }
  // By columns, with the diagonal: column j has the entries starts()[j] up to starts()[j + 1].
  const std::vector<int>& starts() const { return starts_; }
  const std::vector<int>& rows() const { return rows_; }
  const std::vector<double>& values() const { return values_; }

 private:
  void choose_colors();

  std::vector<int> starts_ = {0}, rows_;
  std::vector<double> values_;
  std::vector<std::vector<int>> columns_of_;  // by colour
  Vector moved_, f_moved_, steps_;
};

}  // namespace gelenk
