#include "equations/matching.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace gelenk::equations {

namespace {

class HopcroftKarp {
 public:
  explicit HopcroftKarp(const Incidence& pattern)
      : pattern_(pattern), depth_(pattern.row_count()), next_(pattern.row_count()) {
    matching_.column_of_row.assign(pattern.row_count(), -1);
    matching_.row_of_column.assign(pattern.column_count(), -1);
  }

  Matching run() {
    match_greedily();
    while (layer_rows()) {
      std::fill(next_.begin(), next_.end(), 0);
      for (int r = 0; r < pattern_.row_count(); ++r) {
        if (matching_.column_of_row[r] < 0) augment(r);
      }
    }
    return std::move(matching_);
  }

 private:
  static constexpr int unreached = std::numeric_limits<int>::max();

  void match_greedily() {
    for (int r = 0; r < pattern_.row_count(); ++r) {
      for (int c : pattern_.row(r)) {
        if (matching_.row_of_column[c] >= 0) continue;
        pair(r, c);
        ++matching_.size;
        break;
      }
    }
  }
  void pair(int row, int column) {
    matching_.column_of_row[row] = column;
    matching_.row_of_column[column] = row;
  }

  // Breadth first from all free rows; whether a free column can be reached.
  bool layer_rows() {
    queue_.clear();
    for (int r = 0; r < pattern_.row_count(); ++r) {
      depth_[r] = matching_.column_of_row[r] < 0 ? 0 : unreached;
      if (depth_[r] == 0) queue_.push_back(r);
    }
    int found = unreached;
    for (std::size_t at = 0; at < queue_.size(); ++at) {
      const int r = queue_[at];
      if (depth_[r] >= found) break;
      for (int c : pattern_.row(r)) {
        const int other = matching_.row_of_column[c];
        if (other < 0) {
          found = depth_[r] + 1;
        } else if (depth_[other] == unreached) {
          depth_[other] = depth_[r] + 1;
          queue_.push_back(other);
        }
      }
    }
    return found != unreached;
  }

  // Depth first along the layers, with a stack of its own: paths may be as long as the system.
  void augment(int free_row) {
    path_.assign(1, free_row);
    while (!path_.empty()) {
      const int r = path_.back();
      const auto columns = pattern_.row(r);
      if (next_[r] == static_cast<int>(columns.size())) {
        depth_[r] = unreached;
        path_.pop_back();
        continue;
      }
      const int c = columns[next_[r]++];
      const int other = matching_.row_of_column[c];
      if (other >= 0) {
        if (depth_[other] != unreached && depth_[other] == depth_[r] + 1) path_.push_back(other);
        continue;
      }
      // Each row of the path takes the column by which it was left.
      for (int row : path_) pair(row, pattern_.row(row)[next_[row] - 1]);
      for (int row : path_) depth_[row] = unreached;
      ++matching_.size;
      return;
    }
  }

  const Incidence& pattern_;
  Matching matching_;
  std::vector<int> depth_, next_;  // by row: its layer, and the column to be tried next
  std::vector<int> queue_, path_;
};

}  // namespace

Matching match(const Incidence& pattern) { return HopcroftKarp(pattern).run(); }

}  // namespace gelenk::equations
