// The cases of a sweep: which values its parameters have, case by case. Nothing is listed: the values of a case follow
// from its number alone, so that a thousand million cases take no more memory than ten, and any thread may ask for any
// of them.
//
// Values of a parameter are a text, one of
//   1, 2, 5            a list; entries are expressions of Modelica, "true, false", "{0, 0, 1}, {0, 1, 0}"
//   lin(0, 1, 64)      numbers at equal distances, both ends included
//   log(1, 100, 5)     numbers at equal ratios
//   uniform(0, 1)      draws between two numbers, each as likely
//   normal(5, 0.1)     draws with a mean and a standard deviation
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gelenk {

struct CaseOptions {
  std::vector<std::pair<std::string, std::string>> parameters = {};  // path, values
  // Rows of values with the parameters' paths above them; in a grid a row is like one value of a list. Empty: none.
  std::vector<std::string> row_names = {};
  std::vector<std::vector<std::string>> rows = {};
  bool together = false;  // first values, second values … instead of all combinations
  std::optional<std::uint64_t> draws = {};  // so many cases at random
  std::uint64_t seed = 1;
  // Of each parameter one draw in each of as many equal parts of the probability as there are draws.
  bool latin = false;
};

class ParameterValues;

class ParameterCases {
 public:
  // Throws UserError for options that make no sense.
  explicit ParameterCases(CaseOptions options);
  ~ParameterCases();
  ParameterCases(const ParameterCases&) = delete;

  const std::vector<std::string>& names() const { return names_; }  // paths of the parameters
  // How the cases come about, for people: "a (64) × b (5)".
  std::string describe() const;
  // Saturates where there are more than a number can tell.
  std::uint64_t count() const { return count_; }
  // Of a case, one text for each name.
  std::vector<std::string> list_values(std::uint64_t number) const;

 private:
  std::uint64_t axis_count() const;
  std::uint64_t size_of_axis(std::size_t axis) const;
  void check_draws() const;
  void count_grid();
  void count_together();

  CaseOptions options_;
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<ParameterValues>> values_;  // by parameter
  std::uint64_t count_ = 1;
};

// Of the standard normal distribution: the number below which it lies with that probability, in (0, 1).
double calc_normal_quantile(double probability);

}  // namespace gelenk
