// Patterns for tests.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "equations/incidence.h"

namespace gelenk::equations {

inline Incidence make_pattern(int columns, const std::vector<std::vector<int>>& rows) {
  Incidence pattern(columns);
  for (const auto& row : rows) pattern.add_row(row);
  return pattern;
}

inline Incidence make_random(std::mt19937& random, int rows, int columns, double share) {
  Incidence pattern(columns);
  std::bernoulli_distribution has(share);
  for (int r = 0; r < rows; ++r) {
    std::vector<int> row;
    for (int c = 0; c < columns; ++c) {
      if (has(random)) row.push_back(c);
    }
    std::shuffle(row.begin(), row.end(), random);
    pattern.add_row(row);
  }
  return pattern;
}

}  // namespace gelenk::equations
