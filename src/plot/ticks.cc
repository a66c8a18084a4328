#include "plot/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gelenk {

namespace {

// The smallest of 1, 2, 5 · 10^k that is not below x.
double find_step(double x) {
  const double power = std::pow(10.0, std::floor(std::log10(x)));
  for (double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= x * (1 - 1e-9)) return factor * power;
  }
  return 10.0 * power;
}

// With `powers`, as 1.5e+07; else with the decimals that the step needs.
std::string format_tick(double value, double step, bool powers) {
  if (powers && value == 0.0) return "0";
  const double exponent = std::floor(std::log10(step) + 1e-9);
  if (powers) {
    const double digits = std::floor(std::log10(std::abs(value)) + 1e-9) - exponent;
    return fmt::format("{:.{}e}", value, static_cast<int>(std::clamp(digits, 0.0, 15.0)));
  }
  return fmt::format("{:.{}f}", value, static_cast<int>(std::max(-exponent, 0.0)));
}

}  // namespace

Ticks choose_ticks(double low, double high, int most, bool whole) {
  // The difference of the largest numbers has to be one, too.
  low = std::clamp(low, -1e300, 1e300);
  high = std::clamp(high, -1e300, 1e300);
  // A constant, or nearly: what differs by rounding alone is not spread over the pane.
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low <= 1e-12 * size || !(high > low)) {
    const double widen = size > 0 ? 0.1 * size : 1.0;
    low -= widen;
    high += widen;
  }
  // Ends and marks count as met when they are by a billionth of a step.
  auto round_down = [](double x) { return std::floor(x + 1e-9); };
  auto round_up = [](double x) { return std::ceil(x - 1e-9); };
  Ticks ticks;
  double first = 0, last = 0;
  for (double least = (high - low) / std::max(1, most - 1);; least = 1.1 * ticks.step) {
    ticks.step = find_step(least);
    first = whole ? round_down(low / ticks.step) : round_up(low / ticks.step);
    last = whole ? round_up(high / ticks.step) : round_down(high / ticks.step);
    if (last - first + 1 <= std::max(2, most)) break;
  }
  ticks.low = whole ? first * ticks.step : low;
  ticks.high = whole ? last * ticks.step : high;
  const bool powers = std::max(std::abs(low), std::abs(high)) >= 1e6 || ticks.step < 1e-5;
  for (double k = first; k <= last; k += 1.0) {
    const double value = k == 0.0 ? 0.0 : k * ticks.step;
    ticks.at.push_back(value);
    ticks.labels.push_back(format_tick(value, ticks.step, powers));
  }
  return ticks;
}

Ticks choose_log_ticks(double low, double high, int most) {
  if (!(high > low * (1 + 1e-12))) {
    low *= 0.5;
    high *= 2.0;
  }
  Ticks ticks{low, high, 0.0, {}, {}};
  const double first = std::floor(std::log10(low)), last = std::ceil(std::log10(high));
  const auto list = [&](const std::vector<double>& factors, double stride) {
    ticks.at.clear();
    for (double k = first; k <= last; k += stride) {
      for (double factor : factors) {
        const double value = factor * std::pow(10.0, k);
        if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) ticks.at.push_back(value);
      }
    }
    return static_cast<int>(ticks.at.size());
  };
  // The finest that there is room for.
  if (list({1.0, 2.0, 5.0}, 1.0) > most) {
    for (double stride = 1.0; list({1.0}, stride) > most; stride += 1.0) {
    }
  }
  for (double value : ticks.at) ticks.labels.push_back(fmt::format("{:.6g}", value));
  return ticks;
}

}  // namespace gelenk
