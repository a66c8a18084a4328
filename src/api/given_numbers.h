// Numbers and names as callers of the library give them: taken where they make sense, else refused in words.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "gelenk/run.h"
#include "math/vector.h"

namespace gelenk {

[[noreturn]] inline void reject_use(const std::string& message, const std::string& hint) {
  throw UserError({"use", {}, "", message, hint});
}

inline double check_finite(double value, const std::string& what) {
  if (!std::isfinite(value))
    reject_use(fmt::format("{} is {}, not a finite number", what, value), "give a number");
  return value;
}

// Of a state or a run: something has to come after it.
inline double check_time(double time) {
  check_finite(time, "the time");
  if (std::abs(time) > 1e300)
    reject_use(fmt::format("the time {:.6g} s is too large", time), "count from a later instant");
  return time;
}

[[noreturn]] inline void reject_handle() {
  reject_use("this signal was looked up in another experiment, or in none",
             "look it up by its name: Experiment::signal");
}

// As many as there are names, and all of them finite.
inline void take_numbers(std::span<const double> given, const std::vector<RunSignal>& names,
                         const char* what, Vector& into) {
  if (given.size() != names.size()) {
    reject_use(fmt::format("{} numbers were given for {} {}", given.size(), names.size(), what),
               fmt::format("give one for each of {}()", what));
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!std::isfinite(given[i])) check_finite(given[i], "'" + names[i].name + "'");
  }
  into = Eigen::Map<const Vector>(given.data(), static_cast<Eigen::Index>(given.size()));
}

inline Vector take_numbers(std::span<const double> given, const std::vector<RunSignal>& names,
                           const char* what) {
  Vector numbers;
  take_numbers(given, names, what, numbers);
  return numbers;
}

}  // namespace gelenk
