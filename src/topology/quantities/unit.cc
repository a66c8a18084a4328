#include "topology/quantities/unit.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <numbers>
#include <utility>

namespace gelenk {

namespace {

constexpr const char* base_names[] = {"m", "kg", "s", "A", "K", "mol", "cd"};

struct Symbol {
  std::string_view name;
  Unit unit;
};

// m, kg, s, A, K, mol, cd
const Symbol symbols[] = {
    {"1", {{0, 0, 0, 0, 0, 0, 0}, 1}},
    {"m", {{1, 0, 0, 0, 0, 0, 0}, 1}},
    {"g", {{0, 1, 0, 0, 0, 0, 0}, 1e-3}},
    {"s", {{0, 0, 1, 0, 0, 0, 0}, 1}},
    {"A", {{0, 0, 0, 1, 0, 0, 0}, 1}},
    {"K", {{0, 0, 0, 0, 1, 0, 0}, 1}},
    {"mol", {{0, 0, 0, 0, 0, 1, 0}, 1}},
    {"cd", {{0, 0, 0, 0, 0, 0, 1}, 1}},
    {"rad", {{0, 0, 0, 0, 0, 0, 0}, 1}},
    {"sr", {{0, 0, 0, 0, 0, 0, 0}, 1}},
    {"deg", {{0, 0, 0, 0, 0, 0, 0}, std::numbers::pi / 180}},
    {"rev", {{0, 0, 0, 0, 0, 0, 0}, 2 * std::numbers::pi}},
    {"Hz", {{0, 0, -1, 0, 0, 0, 0}, 1}},
    {"N", {{1, 1, -2, 0, 0, 0, 0}, 1}},
    {"Pa", {{-1, 1, -2, 0, 0, 0, 0}, 1}},
    {"bar", {{-1, 1, -2, 0, 0, 0, 0}, 1e5}},
    {"J", {{2, 1, -2, 0, 0, 0, 0}, 1}},
    {"W", {{2, 1, -3, 0, 0, 0, 0}, 1}},
    {"C", {{0, 0, 1, 1, 0, 0, 0}, 1}},
    {"V", {{2, 1, -3, -1, 0, 0, 0}, 1}},
    {"F", {{-2, -1, 4, 2, 0, 0, 0}, 1}},
    {"Ohm", {{2, 1, -3, -2, 0, 0, 0}, 1}},
    {"S", {{-2, -1, 3, 2, 0, 0, 0}, 1}},
    {"Wb", {{2, 1, -2, -1, 0, 0, 0}, 1}},
    {"T", {{0, 1, -2, -1, 0, 0, 0}, 1}},
    {"H", {{2, 1, -2, -2, 0, 0, 0}, 1}},
    {"min", {{0, 0, 1, 0, 0, 0, 0}, 60}},
    {"h", {{0, 0, 1, 0, 0, 0, 0}, 3600}},
    {"d", {{0, 0, 1, 0, 0, 0, 0}, 86400}},
    {"l", {{3, 0, 0, 0, 0, 0, 0}, 1e-3}},
    {"t", {{0, 1, 0, 0, 0, 0, 0}, 1e3}},
};

const std::pair<std::string_view, double> prefixes[] = {
    {"da", 1e1}, {"T", 1e12}, {"G", 1e9},  {"M", 1e6},  {"k", 1e3},  {"h", 1e2},
    {"d", 1e-1}, {"c", 1e-2}, {"m", 1e-3}, {"u", 1e-6}, {"n", 1e-9}, {"p", 1e-12}};

std::optional<Unit> find_symbol(std::string_view name) {
  for (const Symbol& symbol : symbols) {
    if (symbol.name == name) return symbol.unit;
  }
  for (const auto& [prefix, factor] : prefixes) {
    if (!name.starts_with(prefix)) continue;
    for (const Symbol& symbol : symbols) {
      if (symbol.name != name.substr(prefix.size()) || symbol.name == "1") continue;
      Unit unit = symbol.unit;
      unit.size *= factor;
      return unit;
    }
  }
  return std::nullopt;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  // numerator [ "/" ( factor | "(" factors ")" ) ]
  std::optional<Unit> run() {
    std::optional<Unit> unit = factors();
    if (unit && take('/')) {
      const bool in_brackets = take('(');
      const std::optional<Unit> below = in_brackets ? factors() : factor();
      if (!below || (in_brackets && !take(')'))) return std::nullopt;
      unit = *unit / *below;
    }
    return rest_.empty() ? unit : std::nullopt;
  }

 private:
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::optional<Unit> factors() {
    std::optional<Unit> unit = factor();
    while (unit && take('.')) {
      const std::optional<Unit> next = factor();
      if (!next) return std::nullopt;
      unit = *unit * *next;
    }
    return unit;
  }
  // A symbol and a power.
  std::optional<Unit> factor() {
    std::size_t n = 0;
    while (n < rest_.size() && std::isalpha(static_cast<unsigned char>(rest_[n]))) ++n;
    if (n == 0 && rest_.starts_with("1")) n = 1;
    const std::optional<Unit> unit = find_symbol(rest_.substr(0, n));
    rest_.remove_prefix(n);
    const bool is_negative = take('-');
    if (!is_negative) take('+');
    int power = 0, digits = 0;
    for (; digits < 2 && !rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_[0]));
         ++digits, rest_.remove_prefix(1))
      power = 10 * power + (rest_[0] - '0');
    if (!unit || (is_negative && digits == 0)) return std::nullopt;
    return digits == 0 ? unit : unit->pow(is_negative ? -power : power);
  }

  std::string_view rest_;
};

}  // namespace

Unit Unit::pow(double exponent) const {
  Unit unit = *this;
  for (double& power : unit.powers) power *= exponent;
  unit.size = std::pow(size, exponent);
  return unit;
}

Unit operator*(const Unit& a, const Unit& b) {
  Unit unit = a;
  for (std::size_t i = 0; i < unit.powers.size(); ++i) unit.powers[i] += b.powers[i];
  unit.size *= b.size;
  return unit;
}

bool Unit::is_same(const Unit& other) const {
  for (std::size_t i = 0; i < powers.size(); ++i) {
    if (std::abs(powers[i] - other.powers[i]) > 1e-9) return false;
  }
  return std::abs(size - other.size) <= 1e-9 * std::abs(size);
}

std::optional<Unit> parse_unit(std::string_view text) { return Parser(text).run(); }

std::string describe(const Unit& unit) {
  std::string above, below;
  for (std::size_t i = 0; i < unit.powers.size(); ++i) {
    const double power = unit.powers[i];
    if (power == 0.0) continue;
    std::string& text = power > 0 ? above : below;
    text += (text.empty() ? "" : ".") + std::string(base_names[i]);
    if (std::abs(power) != 1.0) text += fmt::format("{:g}", std::abs(power));
  }
  if (above.empty()) above = "1";
  std::string text = unit.size == 1.0 ? above : fmt::format("{:g} {}", unit.size, above);
  if (below.empty()) return text;
  return text + "/" + (below.find('.') == std::string::npos ? below : "(" + below + ")");
}

}  // namespace gelenk
