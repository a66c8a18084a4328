// What is left of a signal over time as one number, as in "max(hinge.phi)": taken row by row as they come, so that no
// curve is kept. Between rows a signal is a straight line.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gelenk {

// A result as it is asked for.
struct ResultText {
  std::string function;        // "max"; empty: a figure of the run, such as "events"
  std::string signal;          // name or glob; or the name of the figure
  std::optional<double> time;  // of at(signal, time)
  std::string write(const std::string& of_signal) const;  // "at(hinge.phi,2.5)"
};

// Results as "max(hinge.phi), events", separated by commas. Throws UserError for what is none.
std::vector<ResultText> parse_results(const std::string& text);

// Unit of a result, of a signal that has one.
std::string find_result_unit(const ResultText& result, const std::string& unit);

class Reduction {
 public:
  explicit Reduction(const ResultText& result);
  // Times do not go back. Two rows at one time are those before and after an event.
  void add(double time, double value);
  // NaN before the first row; of a time, before it is reached.
  double value() const;

 private:
  enum class Kind {
    first,
    last,
    least,
    largest,
    largest_size,
    range,
    mean,
    rms,
    integral,
    time_of_least,
    time_of_largest,
    at
  };
  static Kind find_kind(const std::string& function);

  Kind kind_;
  double at_;
  long rows_ = 0;
  double begin_ = 0.0, time_ = 0.0, value_ = 0.0;  // of the first row, of the last
  double first_ = 0.0, least_ = 0.0, largest_ = 0.0, least_time_ = 0.0, largest_time_ = 0.0;
  double sum_ = 0.0, square_sum_ = 0.0, value_at_;
};

}  // namespace gelenk
