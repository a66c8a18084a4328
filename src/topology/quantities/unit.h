// What a unit such as "N.m/rad" measures: powers of the base units of the SI, and how many of them
// it is. Offsets (degrees Celsius) are not known.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace gelenk {

struct Unit {
  std::array<double, 7> powers{};  // of m, kg, s, A, K, mol, cd
  double size = 1.0;               // in base units

  Unit pow(double exponent) const;
  friend Unit operator*(const Unit& a, const Unit& b);
  friend Unit operator/(const Unit& a, const Unit& b) { return a * b.pow(-1.0); }
  // Of the same kind and, but for rounding, the same size.
  bool is_same(const Unit& other) const;
};

// A text of the form of Modelica, chapter 19: "kg.m2/s3", "J/(kg.K)", "1/s", "mm". Empty: not one
// of those.
std::optional<Unit> parse_unit(std::string_view text);

// In base units: "kg.m2/s2"; "1" without any.
std::string describe(const Unit& unit);

}  // namespace gelenk
