#include "numerics/sparse_jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gelenk {

namespace {

// Entries below this size are moved as if they had it.
constexpr double small = 0.1;

}  // namespace

bool SparseJacobian::find_pattern(const Function& f, double t, const Vector& y, int most_colors) {
  const int n = static_cast<int>(y.size());
  // A little beside y, where nothing is zero by symmetry.
  Vector near = y, f_near;
  for (int j = 0; j < n; ++j)
    near[j] += 1e-5 * std::max(std::abs(y[j]), small) * std::sin(1.0 + 2.4 * j);
  if (!f(t, near, f_near)) {
    near = y;
    if (!f(t, near, f_near)) return false;
  }
  std::vector<std::vector<int>> found(n);
  std::vector<int> count(n, 0);  // entries per row; all of them need different colours
  for (int j = 0; j < n; ++j) {
    moved_ = near;
    moved_[j] += 1e-5 * std::max(std::abs(near[j]), small);
    if (!f(t, moved_, f_moved_)) return false;
    std::vector<int>& rows = found[j];
    if (size() == n) rows.assign(rows_.begin() + starts_[j], rows_.begin() + starts_[j + 1]);
    rows.push_back(j);
    for (int i = 0; i < n; ++i) {
      if (f_moved_[i] != f_near[i]) rows.push_back(i);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    for (int i : rows) {
      if (++count[i] > most_colors) return false;
    }
  }
  starts_.assign(1, 0);
  rows_.clear();
  for (const std::vector<int>& rows : found) {
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    starts_.push_back(static_cast<int>(rows_.size()));
  }
  values_.assign(rows_.size(), 0.0);
  choose_colors();
  return colors() <= most_colors;
}

// Greedy, in the order of the columns.
void SparseJacobian::choose_colors() {
  const int n = size();
  std::vector<std::vector<int>> columns(n);  // by row
  for (int j = 0; j < n; ++j) {
    for (int k = starts_[j]; k < starts_[j + 1]; ++k) columns[rows_[k]].push_back(j);
  }
  std::vector<int> color(n, -1), taken_by(n, -1);
  columns_of_.clear();
  for (int j = 0; j < n; ++j) {
    for (int k = starts_[j]; k < starts_[j + 1]; ++k) {
      for (int other : columns[rows_[k]]) {
        if (color[other] >= 0) taken_by[color[other]] = j;
      }
    }
    int free = 0;
    while (taken_by[free] == j) ++free;
    color[j] = free;
    if (free == colors()) columns_of_.emplace_back();
    columns_of_[free].push_back(j);
  }
}

bool SparseJacobian::eval(const Function& f, double t, const Vector& y, const Vector& fy) {
  const double fraction = std::sqrt(std::numeric_limits<double>::epsilon());
  steps_.resize(y.size());
  for (const std::vector<int>& columns : columns_of_) {
    moved_ = y;
    for (int j : columns) {
      moved_[j] += fraction * std::max(std::abs(y[j]), small);
      steps_[j] = moved_[j] - y[j];  // as rounded
    }
    if (!f(t, moved_, f_moved_)) return false;
    for (int j : columns) {
      for (int k = starts_[j]; k < starts_[j + 1]; ++k)
        values_[k] = (f_moved_[rows_[k]] - fy[rows_[k]]) / steps_[j];
    }
  }
  return true;
}

}  // namespace gelenk
