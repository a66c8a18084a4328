// Which unknowns occur in which equations: a sparse pattern by rows. Rows are equations, columns are
// unknowns.
#pragma once

#include <span>
#include <vector>

namespace gelenk::equations {

class Incidence {
 public:
  Incidence() = default;
  explicit Incidence(int columns) : columns_(columns) {}

  int row_count() const { return static_cast<int>(first_.size()) - 1; }
  int column_count() const { return columns_; }
  std::span<const int> row(int r) const {
    return {entries_.data() + first_[r], static_cast<std::size_t>(first_[r + 1] - first_[r])};
  }
  // Columns of the next row, each once, all below column_count().
  void add_row(std::span<const int> columns) {
    entries_.insert(entries_.end(), columns.begin(), columns.end());
    first_.push_back(static_cast<int>(entries_.size()));
  }
  // Rows become columns.
  Incidence transpose() const;

 private:
  int columns_ = 0;
  std::vector<int> first_ = {0};  // of each row, and one behind the last
  std::vector<int> entries_;
};

}  // namespace gelenk::equations
