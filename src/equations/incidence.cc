#include "equations/incidence.h"

namespace gelenk::equations {

Incidence Incidence::transpose() const {
  Incidence turned(row_count());
  turned.first_.assign(static_cast<std::size_t>(columns_) + 1, 0);
  for (int column : entries_) ++turned.first_[static_cast<std::size_t>(column) + 1];
  for (int c = 0; c < columns_; ++c) turned.first_[c + 1] += turned.first_[c];
  std::vector<int> next(turned.first_.begin(), turned.first_.end() - 1);
  turned.entries_.resize(entries_.size());
  for (int r = 0; r < row_count(); ++r) {
    for (int column : row(r)) turned.entries_[next[column]++] = r;
  }
  return turned;
}

}  // namespace gelenk::equations
