#include "analyses/reduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace gelenk {

namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

const std::vector<std::string> functions = {"first",    "final",       "min",         "max",
                                            "abs_max",  "range",       "mean",        "rms",
                                            "integral", "time_of_min", "time_of_max", "at"};

// Figures of a run, with their units (RunSummary).
struct RunFigure {
  const char *name, *unit;
};
constexpr std::array<RunFigure, 9> figures = {{{"events", ""},
                                               {"steps", ""},
                                               {"rejected_steps", ""},
                                               {"evaluations", ""},
                                               {"end_time", "s"},
                                               {"energy_start", "J"},
                                               {"energy_end", "J"},
                                               {"drift_position", ""},
                                               {"drift_velocity", ""}}};

const RunFigure* find_figure(const std::string& name) {
  for (const RunFigure& figure : figures) {
    if (figure.name == name) return &figure;
  }
  return nullptr;
}

[[noreturn]] void fail(const std::string& message, const std::string& hint) {
  throw UserError({"option", {}, "", message, hint});
}

// At commas outside of brackets, without blanks.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (char c : text) {
    depth += c == '(' || c == '[';
    depth -= c == ')' || c == ']';
    if (c == ',' && depth <= 0)
      parts.emplace_back();
    else if (c != ' ' && c != '\t' && c != '\n')
      parts.back() += c;
  }
  return parts;
}

ResultText parse(const std::string& text) {
  const std::size_t open = text.find('(');
  if (open == std::string::npos) {
    if (find_figure(text) != nullptr) return {"", text, std::nullopt};
    std::vector<std::string> known = functions;
    for (const RunFigure& figure : figures) known.push_back(figure.name);
    const std::string near =
        find_near_names(text, known).empty() ? "" : "; " + suggest(text, known);
    fail(fmt::format("'{}' is no result", text),
         fmt::format("write what of the signal: max({}), final({}), rms({}){}", text, text, text,
                     near));
  }
  ResultText result{text.substr(0, open), "", std::nullopt};
  if (std::find(functions.begin(), functions.end(), result.function) == functions.end())
    fail(fmt::format("there is no result '{}' of a signal", result.function),
         suggest(result.function, functions));
  if (!text.ends_with(")"))
    fail(fmt::format("'{}' does not end with its bracket", text), "write max(hinge.phi)");
  const std::vector<std::string> arguments = split(text.substr(open + 1, text.size() - open - 2));
  result.signal = arguments[0];
  const bool has_time = result.function == "at";
  if (result.signal.empty() || arguments.size() != (has_time ? 2u : 1u))
    fail(fmt::format("'{}' does not have what it takes", text),
         has_time ? "write at(hinge.phi, 2.5): a signal and a time in seconds"
                  : fmt::format("write {}(hinge.phi): one signal, or a pattern for several",
                                result.function));
  if (!has_time) return result;
  const std::string& number = arguments[1];
  double time = 0.0;
  const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), time);
  if (error != std::errc() || stop != number.data() + number.size() || !std::isfinite(time))
    fail(fmt::format("the time '{}' in '{}' is not a number", number, text),
         "write at(hinge.phi, 2.5): a signal and a time in seconds");
  result.time = time;
  return result;
}

}  // namespace

std::string ResultText::write(const std::string& of_signal) const {
  if (function.empty()) return of_signal;
  if (time) return fmt::format("{}({},{})", function, of_signal, *time);
  return fmt::format("{}({})", function, of_signal);
}

std::vector<ResultText> parse_results(const std::string& text) {
  std::vector<ResultText> results;
  for (const std::string& part : split(text)) {
    if (!part.empty()) results.push_back(parse(part));
  }
  return results;
}

std::string find_result_unit(const ResultText& result, const std::string& unit) {
  if (result.function.empty()) return find_figure(result.signal)->unit;
  if (result.function.starts_with("time_of_")) return "s";
  if (result.function == "integral") return unit.empty() || unit == "1" ? "s" : unit + ".s";
  return unit;
}

Reduction::Kind Reduction::find_kind(const std::string& function) {
  const auto at = std::find(functions.begin(), functions.end(), function) - functions.begin();
  constexpr Kind kinds[] = {
      Kind::first,           Kind::last, Kind::least, Kind::largest,  Kind::largest_size,
      Kind::range,           Kind::mean, Kind::rms,   Kind::integral, Kind::time_of_least,
      Kind::time_of_largest, Kind::at};
  GELENK_ASSERT(static_cast<std::size_t>(at) < functions.size());
  return kinds[at];
}

Reduction::Reduction(const ResultText& result)
    : kind_(find_kind(result.function)), at_(result.time.value_or(0.0)), value_at_(not_known) {}

void Reduction::add(double time, double value) {
  if (rows_++ == 0) {
    begin_ = time;
    first_ = least_ = largest_ = value;
    least_time_ = largest_time_ = time;
  } else {
    const double h = time - time_;
    sum_ += 0.5 * h * (value_ + value);
    square_sum_ += h * (value_ * value_ + value_ * value + value * value) / 3.0;
    if (time_ < at_ && at_ < time) value_at_ = value_ + (at_ - time_) / h * (value - value_);
  }
  if (time == at_) value_at_ = value;
  if (value < least_) {
    least_ = value;
    least_time_ = time;
  }
  if (value > largest_) {
    largest_ = value;
    largest_time_ = time;
  }
  time_ = time;
  value_ = value;
}

double Reduction::value() const {
  if (rows_ == 0) return not_known;
  // Of a run without length: of its one instant.
  const double length = time_ - begin_;
  switch (kind_) {
    case Kind::first: return first_;
    case Kind::last: return value_;
    case Kind::least: return least_;
    case Kind::largest: return largest_;
    case Kind::largest_size: return std::max(std::abs(least_), std::abs(largest_));
    case Kind::range: return largest_ - least_;
    case Kind::mean: return length > 0 ? sum_ / length : value_;
    case Kind::rms: return length > 0 ? std::sqrt(square_sum_ / length) : std::abs(value_);
    case Kind::integral: return sum_;
    case Kind::time_of_least: return least_time_;
    case Kind::time_of_largest: return largest_time_;
    case Kind::at: return value_at_;
  }
  return not_known;
}

}  // namespace gelenk
