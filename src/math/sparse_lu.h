// Sparse unsymmetric linear systems whose pattern stays: ordered once, then factored for new numbers again and again (KLU of
// SuiteSparse, made for circuits). Beyond the first factorisation nothing is allocated, unless pivots have to be
// chosen anew.
#pragma once

#include <memory>
#include <span>
#include <vector>

namespace gelenk {

class SparseLu {
 public:
  // Entries by columns: rows of column c are rows[first[c]] … rows[first[c + 1] − 1], each once.
  SparseLu(std::vector<int> first, std::vector<int> rows);
  SparseLu(SparseLu&&) noexcept;
  SparseLu& operator=(SparseLu&&) noexcept;
  ~SparseLu();

  // Values in the order of the entries. False where the matrix is singular, or as good as.
  bool factor(std::span<const double> values);
  // In place, by the last factors.
  void solve(std::span<double> b);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gelenk
