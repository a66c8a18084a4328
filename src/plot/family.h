// Tables of sweeps as families of curves: a curve for each case, or one through the cases that differ in the horizontal
// quantity alone.
#pragma once

#include <string>
#include <vector>

#include "plot/table.h"

namespace gelenk {

struct FamilyCurve {
  std::string label;  // "b = 5", of the parameters in which curves differ
  std::vector<double> x, values;
  bool is_scattered = false;  // points that no line leads through
};

// Of one column over another; of a table of cases or curves.
std::vector<FamilyCurve> list_family(const Table& table, std::size_t x, std::size_t column);

}  // namespace gelenk
