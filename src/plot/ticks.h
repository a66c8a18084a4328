// Where an axis has its marks: at 1, 2 or 5 times a power of ten.
#pragma once

#include <string>
#include <vector>

namespace gelenk {

struct Ticks {
  double low, high;  // what the axis covers
  double step;
  std::vector<double> at;
  std::vector<std::string> labels;  // with as many decimals as the step needs
};

// For values from `low` to `high`, not more than `most` marks (at least 2). With `whole`, the axis begins and ends at a mark.
// A range of zero width is widened.
Ticks choose_ticks(double low, double high, int most, bool whole);

// For positive values on an axis of equal ratios: powers of ten, with 2 and 5 times these where there are few.
Ticks choose_log_ticks(double low, double high, int most);

}  // namespace gelenk
