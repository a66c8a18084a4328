#include "analyses/parameter_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"

namespace gelenk {
namespace {

using Texts = std::vector<std::string>;

// All values of one parameter.
Texts list_all(const std::string& values) {
  const ParameterCases cases({.parameters = {{"a", values}}});
  Texts texts;
  for (std::uint64_t i = 0; i < cases.count(); ++i) texts.push_back(cases.list_values(i)[0]);
  return texts;
}

std::vector<double> draw(const std::string& values, std::uint64_t count, bool latin,
                         std::uint64_t seed = 1) {
  const ParameterCases cases(
      {.parameters = {{"a", values}}, .draws = count, .seed = seed, .latin = latin});
  std::vector<double> numbers;
  for (std::uint64_t i = 0; i < count; ++i) numbers.push_back(std::stod(cases.list_values(i)[0]));
  return numbers;
}

std::string get_message(const CaseOptions& options) {
  try {
    const ParameterCases cases(options);
  } catch (const UserError& error) {
    return error.diagnostics().at(0).message;
  }
  return "";
}

std::string get_message(const std::string& values) {
  return get_message(CaseOptions{.parameters = {{"a", values}}});
}

TEST(ParameterCases, RangesHaveRoundNumbersAndBothEnds) {
  EXPECT_EQ(list_all("lin(0,1,11)"),
            (Texts{"0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"}));
  EXPECT_EQ(list_all(" lin( -1 , 1, 3 ) "), (Texts{"-1", "0", "1"}));
  EXPECT_EQ(list_all("lin(0.1,0.7,2)"), (Texts{"0.1", "0.7"}));
  const Texts decades = list_all("log(0.01,100,5)");
  ASSERT_EQ(decades.size(), 5u);
  for (int i = 0; i < 5; ++i)
    EXPECT_NEAR(std::stod(decades[i]), std::pow(10.0, i - 2), 1e-12 * std::pow(10.0, i - 2));
  EXPECT_EQ(decades[0], "0.01");
  EXPECT_EQ(decades[4], "100");
}

TEST(ParameterCases, ListsAreSplitOutsideOfBracketsAndQuotes) {
  EXPECT_EQ(list_all("1, 2.50,3e2"), (Texts{"1", "2.50", "3e2"}));
  EXPECT_EQ(list_all("{0,0,1}, {0,1,0}"), (Texts{"{0,0,1}", "{0,1,0}"}));
  EXPECT_EQ(list_all("\"a,b\", \"c\\\",d\""), (Texts{"\"a,b\"", "\"c\\\",d\""}));
  EXPECT_EQ(list_all("true,false"), (Texts{"true", "false"}));
  // Functions of Modelica are values like others.
  EXPECT_EQ(list_all("max(1,2)"), Texts{"max(1,2)"});
  EXPECT_EQ(list_all("log(100)"), Texts{"log(100)"});
}

TEST(ParameterCases, TheLastParameterOfAGridChangesFirst) {
  const ParameterCases cases({.parameters = {{"a", "1,2"}, {"b", "lin(0,1,3)"}, {"c", "7"}}});
  ASSERT_EQ(cases.count(), 6u);
  EXPECT_EQ(cases.names(), (Texts{"a", "b", "c"}));
  EXPECT_EQ(cases.list_values(0), (Texts{"1", "0", "7"}));
  EXPECT_EQ(cases.list_values(1), (Texts{"1", "0.5", "7"}));
  EXPECT_EQ(cases.list_values(3), (Texts{"2", "0", "7"}));
  EXPECT_EQ(cases.list_values(5), (Texts{"2", "1", "7"}));
  EXPECT_EQ(cases.describe(), "a (2) × b (3)");
}

TEST(ParameterCases, TogetherTheyGoStepByStep) {
  const ParameterCases cases(
      {.parameters = {{"a", "1,2,3"}, {"b", "lin(0,1,3)"}, {"c", "7"}}, .together = true});
  ASSERT_EQ(cases.count(), 3u);
  EXPECT_EQ(cases.list_values(1), (Texts{"2", "0.5", "7"}));
  EXPECT_EQ(get_message({.parameters = {{"a", "1,2,3"}, {"b", "1,2"}}, .together = true}),
            "'a=1,2,3' has 3 values, and 'b=1,2' has 2");
}

TEST(ParameterCases, RowsOfAFileAreOneAxis) {
  CaseOptions options{.parameters = {{"c", "5,6"}},
                      .row_names = {"a", "b"},
                      .rows = {{"1", "x"}, {"2", "y"}, {"3", "z"}}};
  const ParameterCases grid(options);
  ASSERT_EQ(grid.count(), 6u);
  EXPECT_EQ(grid.names(), (Texts{"a", "b", "c"}));
  EXPECT_EQ(grid.list_values(3), (Texts{"2", "y", "6"}));
  options.parameters = {{"c", "5,6,7"}};
  options.together = true;
  const ParameterCases together(options);
  ASSERT_EQ(together.count(), 3u);
  EXPECT_EQ(together.list_values(2), (Texts{"3", "z", "7"}));
}

TEST(ParameterCases, ALargeGridIsCountedAndNotListed) {
  const ParameterCases cases({.parameters = {{"a", "lin(0,1,1000000)"}, {"b", "lin(0,1,1001)"}}});
  EXPECT_EQ(cases.count(), 1'001'000'000u);
  EXPECT_EQ(cases.list_values(cases.count() - 1), (Texts{"1", "1"}));
  const ParameterCases endless({.parameters = {{"a", "lin(0,1,1e15)"}, {"b", "lin(0,1,1e15)"}}});
  EXPECT_EQ(endless.count(), std::numeric_limits<std::uint64_t>::max());
}

// Φ(x) is known to all digits at these places (Abramowitz and Stegun 1964, table 26.1).
TEST(ParameterCases, NormalQuantiles) {
  EXPECT_NEAR(calc_normal_quantile(0.5), 0.0, 1e-15);
  EXPECT_NEAR(calc_normal_quantile(0.841344746068543), 1.0, 1e-14);
  EXPECT_NEAR(calc_normal_quantile(0.022750131948179), -2.0, 1e-13);
  for (const double x : {-8.0, -3.5, -0.1, 0.7, 3.0})
    EXPECT_NEAR(calc_normal_quantile(0.5 * std::erfc(-x / std::sqrt(2.0))), x, 1e-10);
}

// With n draws a mean is off by less than 4 σ/√n; the seed is fixed.
TEST(ParameterCases, DrawsHaveTheDistributionThatTheyAreFrom) {
  const int n = 20000;
  const std::vector<double> flat = draw("uniform(2,4)", n, false);
  double sum = 0.0, squares = 0.0;
  for (double x : flat) {
    EXPECT_TRUE(x > 2 && x < 4);
    sum += x;
    squares += (x - 3) * (x - 3);
  }
  EXPECT_NEAR(sum / n, 3.0, 4 * std::sqrt(1.0 / 3 / n));
  EXPECT_NEAR(squares / n, 1.0 / 3, 4 * std::sqrt((1.0 / 5 - 1.0 / 9) / n));
  const std::vector<double> bell = draw("normal(5,0.1)", n, false);
  sum = squares = 0.0;
  for (double x : bell) {
    sum += x;
    squares += (x - 5) * (x - 5);
  }
  EXPECT_NEAR(sum / n, 5.0, 4 * 0.1 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 0.01, 4 * 0.01 * std::sqrt(2.0 / n));
}

TEST(ParameterCases, DrawsFollowFromTheSeedAlone) {
  EXPECT_EQ(draw("uniform(0,1)", 50, false, 7), draw("uniform(0,1)", 50, false, 7));
  EXPECT_NE(draw("uniform(0,1)", 50, false, 7), draw("uniform(0,1)", 50, false, 8));
  // More draws begin with the same.
  std::vector<double> more = draw("uniform(0,1)", 80, false, 7);
  more.resize(50);
  EXPECT_EQ(more, draw("uniform(0,1)", 50, false, 7));
  const std::vector<double> list = draw("1,2,5", 3000, false);
  for (double value : {1.0, 2.0, 5.0})
    EXPECT_NEAR(std::count(list.begin(), list.end(), value), 1000, 4 * std::sqrt(3000 * 2.0 / 9));
}

// Each of n parts of the probability has one draw, for every parameter, in an order of its own.
TEST(ParameterCases, ALatinHypercubeIsStratified) {
  for (const std::uint64_t n : {1u, 2u, 3u, 4u, 7u, 64u, 1000u}) {
    const ParameterCases cases(
        {.parameters = {{"a", "uniform(0,1)"}, {"b", "normal(0,1)"}}, .draws = n, .latin = true});
    std::set<long> a_parts, b_parts, pairs;
    double product = 0.0;
    for (std::uint64_t i = 0; i < n; ++i) {
      const Texts values = cases.list_values(i);
      const double u = std::stod(values[0]);
      const double w = 0.5 * std::erfc(-std::stod(values[1]) / std::sqrt(2.0));
      a_parts.insert(static_cast<long>(u * static_cast<double>(n)));
      b_parts.insert(static_cast<long>(w * static_cast<double>(n)));
      product += (u - 0.5) * (w - 0.5);
    }
    EXPECT_EQ(a_parts.size(), n);
    EXPECT_EQ(*a_parts.rbegin(), static_cast<long>(n) - 1);
    EXPECT_EQ(b_parts.size(), n);
    // The orders do not go together: their correlation is that of chance.
    if (n >= 64) {
      EXPECT_LT(std::abs(product / static_cast<double>(n)) * 12, 4 / std::sqrt(n));
    }
  }
  // What is drawn from a list comes evenly.
  const std::vector<double> list = draw("1,2,5,9", 100, true);
  for (double value : {1.0, 2.0, 5.0, 9.0})
    EXPECT_EQ(std::count(list.begin(), list.end(), value), 25);
}

TEST(ParameterCases, WhatMakesNoSenseIsRefusedInWords) {
  EXPECT_EQ(get_message(""), "'a=' has no value behind its '='");
  EXPECT_EQ(get_message("1,,2"), "'a=1,,2' has no value between two commas");
  EXPECT_EQ(get_message("lin(0,1)"), "'a=lin(0,1)' has 2 numbers instead of three");
  EXPECT_EQ(get_message("log(1,100)"), "'a=log(1,100)' has 2 numbers instead of three");
  EXPECT_EQ(get_message("lin(0,x,5)"),
            "'x' in 'a=lin(0,x,5)' is not a number that a range can have");
  EXPECT_EQ(get_message("lin(0,inf,5)"),
            "'inf' in 'a=lin(0,inf,5)' is not a number that a range can have");
  EXPECT_EQ(get_message("lin(0,1,1)"), "'a=lin(0,1,1)' cannot have 1 values");
  EXPECT_EQ(get_message("lin(0,1,2.5)"), "'a=lin(0,1,2.5)' cannot have 2.5 values");
  EXPECT_EQ(get_message("lin(0,1,-3)"), "'a=lin(0,1,-3)' cannot have -3 values");
  EXPECT_EQ(get_message("log(0,1,5)"),
            "'a=log(0,1,5)' goes from 0 to 1, between which there are no equal ratios");
  EXPECT_EQ(get_message("uniform(0,1)"),
            "'a=uniform(0,1)' is a range to draw from, and no number of draws is given");
  EXPECT_EQ(get_message({.parameters = {{"a", "uniform(1,1)"}}, .draws = 5}),
            "'a=uniform(1,1)' ends where it begins, or before");
  EXPECT_EQ(get_message({.parameters = {{"a", "normal(1,0)"}}, .draws = 5}),
            "'a=normal(1,0)' has a standard deviation that is not positive");
  EXPECT_EQ(get_message({.parameters = {{"a", "1,2"}}, .draws = 0}),
            "a sweep of no draws has no results");
  EXPECT_EQ(get_message({.parameters = {{"a", "1"}, {"a", "2"}}}),
            "the parameter 'a' is given more than once");
}

}  // namespace
}  // namespace gelenk
