// Classes of things that belong together: joined one after another, found by one of them.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

namespace gelenk {

class Classes {
 public:
  explicit Classes(int n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  int add() {
    parent_.push_back(static_cast<int>(parent_.size()));
    return parent_.back();
  }
  int find(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(int i, int j) {
    i = find(i);
    j = find(j);
    if (i != j) parent_[std::max(i, j)] = std::min(i, j);
  }

 private:
  std::vector<int> parent_;
};

}  // namespace gelenk
