#include "plot/family.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <map>
#include <numeric>

namespace gelenk {

namespace {

// A number with the digits that a legend has room for; other texts as they are.
std::string write_short(const std::string& text) {
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return text;
  char shortened[40];
  std::snprintf(shortened, sizeof shortened, "%.5g", value);
  return shortened;
}

// Parameters that have more than one value, without that on the horizontal axis.
std::vector<std::size_t> list_varying(const Table& table, std::size_t x) {
  std::vector<std::size_t> varying;
  for (std::size_t k = 0; k < table.parameter_count; ++k) {
    const bool varies = std::any_of(
        table.cases.begin(), table.cases.end(),
        [&](const Table::Case& c) { return c.parameters[k] != table.cases[0].parameters[k]; });
    if (varies && k + 1 != x) varying.push_back(k);
  }
  return varying;
}

std::string write_label(const Table& table, const Table::Case& of,
                        const std::vector<std::size_t>& varying) {
  std::string label;
  for (std::size_t k : varying)
    label +=
        (label.empty() ? "" : ", ") + table.names[k + 1] + " = " + write_short(of.parameters[k]);
  return label;
}

// Rows in the order of their x.
FamilyCurve make_curve(const Table& table, std::size_t x, std::size_t column,
                       std::vector<std::size_t> rows) {
  const std::vector<double>& along = table.columns[x];
  std::stable_sort(rows.begin(), rows.end(),
                   [&](std::size_t a, std::size_t b) { return along[a] < along[b]; });
  FamilyCurve curve;
  for (std::size_t row : rows) {
    curve.x.push_back(along[row]);
    curve.values.push_back(table.columns[column][row]);
  }
  return curve;
}

std::vector<FamilyCurve> list_through_cases(const Table& table, std::size_t x, std::size_t column) {
  const std::vector<std::size_t> varying = list_varying(table, x);
  std::map<std::vector<std::string>, std::size_t> number_of;
  std::vector<std::vector<std::size_t>> groups;
  std::vector<std::string> labels;
  for (std::size_t row = 0; row < table.cases.size(); ++row) {
    const Table::Case& c = table.cases[row];
    std::vector<std::string> key;
    for (std::size_t k : varying) key.push_back(c.parameters[k]);
    const auto [at, is_new] = number_of.try_emplace(std::move(key), groups.size());
    if (is_new) {
      groups.emplace_back();
      labels.push_back(write_label(table, c, varying));
    }
    groups[at->second].push_back(row);
  }
  std::vector<FamilyCurve> curves;
  // Draws have no two cases in common, and a result as x has no order: these are points.
  if (x > table.parameter_count || 2 * groups.size() > table.cases.size()) {
    std::vector<std::size_t> all(table.cases.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    curves.push_back(make_curve(table, x, column, std::move(all)));
    curves.back().is_scattered = table.cases.size() > 1;
    return curves;
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    curves.push_back(make_curve(table, x, column, std::move(groups[i])));
    curves.back().label = labels[i];
  }
  return curves;
}

}  // namespace

std::vector<FamilyCurve> list_family(const Table& table, std::size_t x, std::size_t column) {
  if (table.kind == Table::Kind::cases) return list_through_cases(table, x, column);
  std::vector<std::size_t> varying = list_varying(table, x);
  std::vector<FamilyCurve> curves;
  for (const Table::Case& c : table.cases) {
    FamilyCurve& curve = curves.emplace_back();
    curve.label = write_label(table, c, varying);
    const auto cut = [&](const std::vector<double>& numbers) {
      const auto begin = numbers.begin();
      return std::vector<double>(begin + static_cast<long>(c.first),
                                 begin + static_cast<long>(c.last));
    };
    curve.x = cut(table.columns[x]);
    curve.values = cut(table.columns[column]);
  }
  return curves;
}

}  // namespace gelenk
