// Tables of values before and after an analysis, aligned, with units.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace gelenk::cli {

// Nothing where there are no values. A value has name, unit, start and value; `describe` says more of it, or nothing.
template <typename Values, typename Describe>
void print_values(const char* title, const char* before, const char* after, const Values& values,
                  const Describe& describe) {
  if (values.empty()) return;
  constexpr std::size_t most = 60;
  std::size_t width = std::string(title).size();
  for (const auto& v : values) width = std::max(width, v.name.size() + 2);
  const int w = static_cast<int>(width);
  std::printf("  %-*s %16s %18s\n", w, title, before, after);
  for (std::size_t i = 0; i < values.size() && i < most; ++i) {
    const auto& v = values[i];
    const std::string more = describe(v);
    // What is nothing but rounding reads as zero.
    const double value = std::abs(v.value) < 1e-14 * (1 + std::abs(v.start)) ? 0.0 : v.value;
    std::printf("    %-*s %16.10g %18.12g %s%s%s\n", w - 2, v.name.c_str(), v.start, value,
                v.unit.c_str(), v.unit.empty() || more.empty() ? "" : ", ", more.c_str());
  }
  if (values.size() > most)
    std::printf("    and %zu more (all are in the --json)\n", values.size() - most);
}

template <typename Values>
void print_values(const char* title, const char* before, const char* after, const Values& values) {
  print_values(title, before, after, values, [](const auto&) { return std::string(); });
}

}  // namespace gelenk::cli
