// Modes that change with a parameter, followed from value to value: the two that are nearest to each other belong together, then the
// next two, and so on; where a mode is expected to be is extrapolated from its last two places, so that branches may cross.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "gelenk/modal.h"

namespace gelenk {

namespace {

using Complex = std::complex<double>;

bool is_known(const Complex& z) { return !std::isnan(z.real()); }

Complex expect(const std::vector<Complex>& branch) {
  const Complex last = branch.back();
  if (branch.size() < 2 || !is_known(branch[branch.size() - 2])) return last;
  return 2.0 * last - branch[branch.size() - 2];
}

}  // namespace

RootLocus follow_modes(const std::string& parameter, std::vector<double> values,
                       const std::vector<std::vector<Mode>>& modes) {
  const Complex none(std::numeric_limits<double>::quiet_NaN(),
                     std::numeric_limits<double>::quiet_NaN());
  RootLocus locus;
  locus.parameter = parameter;
  locus.values = std::move(values);
  for (std::size_t step = 0; step < modes.size(); ++step) {
    std::vector<Complex> found;
    for (const Mode& mode : modes[step]) {
      if (mode.kind == Mode::Kind::rigid) continue;
      found.push_back(mode.eigenvalue);
      if (mode.is_undamped) found.back().real(0.0);
    }
    std::vector<std::tuple<double, std::size_t, std::size_t>> pairs;  // distance, branch, found
    for (std::size_t b = 0; b < locus.branches.size(); ++b) {
      if (!is_known(locus.branches[b].back())) continue;
      const Complex at = expect(locus.branches[b]);
      for (std::size_t k = 0; k < found.size(); ++k)
        pairs.emplace_back(std::abs(found[k] - at), b, k);
    }
    std::sort(pairs.begin(), pairs.end());
    std::vector<std::size_t> branch_of(found.size(), locus.branches.size());
    std::vector<char> is_taken(locus.branches.size(), 0);
    for (const auto& [distance, b, k] : pairs) {
      if (is_taken[b] || branch_of[k] < locus.branches.size()) continue;
      is_taken[b] = 1;
      branch_of[k] = b;
    }
    const std::size_t before = locus.branches.size();
    for (auto& branch : locus.branches) branch.push_back(none);
    for (std::size_t k = 0; k < found.size(); ++k) {
      if (branch_of[k] == before)
        locus.branches.emplace_back(step + 1, none).back() = found[k];
      else
        locus.branches[branch_of[k]].back() = found[k];
    }
  }
  return locus;
}

}  // namespace gelenk
