#include "equations/blocks.h"

#include <algorithm>
#include <utility>

namespace gelenk::equations {

namespace {

// With a stack of its own: a chain of dependencies may be as long as the system.
class Tarjan {
 public:
  Tarjan(const Incidence& pattern, const Matching& matching)
      : pattern_(pattern),
        matching_(matching),
        number_(pattern.row_count(), 0),
        low_(pattern.row_count(), 0),
        next_(pattern.row_count(), 0),
        is_open_(pattern.row_count(), 0) {}

  std::vector<std::vector<int>> run() {
    for (int r = 0; r < pattern_.row_count(); ++r) {
      if (number_[r] == 0) visit(r);
    }
    return std::move(blocks_);
  }

 private:
  void enter(int row) {
    number_[row] = low_[row] = ++count_;
    is_open_[row] = 1;
    open_.push_back(row);
    path_.push_back(row);
  }

  void visit(int root) {
    enter(root);
    while (!path_.empty()) {
      const int row = path_.back();
      const auto columns = pattern_.row(row);
      if (next_[row] < static_cast<int>(columns.size())) {
        const int needed = matching_.row_of_column[columns[next_[row]++]];
        if (needed < 0 || needed == row) continue;
        if (number_[needed] == 0)
          enter(needed);
        else if (is_open_[needed])
          low_[row] = std::min(low_[row], number_[needed]);
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[row]);
      if (low_[row] == number_[row]) close(row);
    }
  }

  void close(int root) {
    std::vector<int> block;
    do {
      block.push_back(open_.back());
      is_open_[open_.back()] = 0;
      open_.pop_back();
    } while (block.back() != root);
    std::sort(block.begin(), block.end());
    blocks_.push_back(std::move(block));
  }

  const Incidence& pattern_;
  const Matching& matching_;
  std::vector<int> number_, low_, next_;  // by row; number 0: not met yet
  std::vector<char> is_open_;
  std::vector<int> open_, path_;
  int count_ = 0;
  std::vector<std::vector<int>> blocks_;
};

}  // namespace

std::vector<std::vector<int>> sort_blocks(const Incidence& pattern, const Matching& matching) {
  return Tarjan(pattern, matching).run();
}

}  // namespace gelenk::equations
