#include "equations/determined_parts.h"

#include <algorithm>

namespace gelenk::equations {

namespace {

// All that alternating paths reach from `start`, a line of `pattern` without a partner: lines across it by its entries, lines
// along it by the partners of these.
void reach(const Incidence& pattern, const std::vector<int>& partner_of_crossing, int start,
           std::vector<int>& lines, std::vector<int>& crossings) {
  std::vector<char> seen(pattern.row_count(), 0), crossed(pattern.column_count(), 0);
  lines.assign(1, start);
  seen[start] = 1;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    for (int c : pattern.row(lines[at])) {
      if (crossed[c]) continue;
      crossed[c] = 1;
      crossings.push_back(c);
      const int partner = partner_of_crossing[c];
      if (partner < 0 || seen[partner]) continue;
      seen[partner] = 1;
      lines.push_back(partner);
    }
  }
  std::sort(lines.begin(), lines.end());
  std::sort(crossings.begin(), crossings.end());
}

}  // namespace

Part find_overdetermined(const Incidence& pattern, const Matching& matching, int unmatched_row) {
  Part part;
  reach(pattern, matching.row_of_column, unmatched_row, part.rows, part.columns);
  return part;
}

Part find_underdetermined(const Incidence& by_column, const Matching& matching,
                          int unmatched_column) {
  Part part;
  reach(by_column, matching.column_of_row, unmatched_column, part.columns, part.rows);
  return part;
}

}  // namespace gelenk::equations
