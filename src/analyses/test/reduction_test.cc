#include "analyses/reduction.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/error.h"

namespace gelenk {
namespace {

constexpr double pi = 3.14159265358979323846;

double reduce(const std::string& result, int rows, double end,
              const std::function<double(double)>& signal) {
  Reduction reduction(parse_results(result).at(0));
  for (int i = 0; i <= rows; ++i) reduction.add(end * i / rows, signal(end * i / rows));
  return reduction.value();
}

// What is a straight line between rows is reduced exactly, whatever the rows are.
TEST(Reduction, OfAStraightLine) {
  const auto line = [](double t) { return 3 * t - 2; };  // from −2 to 4
  for (const int rows : {1, 2, 7}) {
    EXPECT_EQ(reduce("first(x)", rows, 2, line), -2);
    EXPECT_EQ(reduce("final(x)", rows, 2, line), 4);
    EXPECT_EQ(reduce("min(x)", rows, 2, line), -2);
    EXPECT_EQ(reduce("max(x)", rows, 2, line), 4);
    EXPECT_EQ(reduce("abs_max(x)", rows, 2, line), 4);
    EXPECT_EQ(reduce("range(x)", rows, 2, line), 6);
    EXPECT_EQ(reduce("time_of_min(x)", rows, 2, line), 0);
    EXPECT_EQ(reduce("time_of_max(x)", rows, 2, line), 2);
    EXPECT_NEAR(reduce("mean(x)", rows, 2, line), 1, 1e-15);
    EXPECT_NEAR(reduce("integral(x)", rows, 2, line), 2, 1e-15);
    // ∫ (3t − 2)² dt = (4³ + 2³)/9
    EXPECT_NEAR(reduce("rms(x)", rows, 2, line), std::sqrt(4.0), 1e-15);
    EXPECT_NEAR(reduce("at(x,0.3)", rows, 2, line), line(0.3), 1e-15);
    EXPECT_EQ(reduce("at(x,2)", rows, 2, line), 4);
    EXPECT_EQ(reduce("at(x,0)", rows, 2, line), -2);
  }
}

// Of a curve the error of the straight lines is left: (h²/12) of the mean second derivative.
TEST(Reduction, OfAWave) {
  const int rows = 1000;
  const double h = 2 * pi / rows;
  const auto wave = [](double t) { return 2 * std::sin(t); };
  EXPECT_NEAR(reduce("mean(x)", rows, 2 * pi, wave), 0, 1e-14);
  EXPECT_NEAR(reduce("rms(x)", rows, 2 * pi, wave), std::sqrt(2.0), h * h);
  EXPECT_NEAR(reduce("max(x)", rows, 2 * pi, wave), 2, 1e-15);
  EXPECT_NEAR(reduce("time_of_min(x)", rows, 2 * pi, wave), 1.5 * pi, 1e-12);
  EXPECT_NEAR(reduce("integral(x)", rows / 2, pi, wave), 4, h * h);
}

// Two rows at one time are before and after an event: the jump has no weight, and the later one counts at that time.
TEST(Reduction, OfAJump) {
  for (const auto& [result, value] :
       {std::pair{"mean(x)", 2.0}, std::pair{"max(x)", 3.0}, std::pair{"at(x,1)", 3.0},
        std::pair{"at(x,0.5)", 1.0}, std::pair{"time_of_max(x)", 1.0},
        std::pair{"rms(x)", std::sqrt(5.0)}}) {
    Reduction reduction(parse_results(result).at(0));
    reduction.add(0, 1);
    reduction.add(1, 1);
    reduction.add(1, 3);
    reduction.add(2, 3);
    EXPECT_DOUBLE_EQ(reduction.value(), value) << result;
  }
}

TEST(Reduction, WithoutLengthOrRows) {
  Reduction rms(parse_results("rms(x)").at(0)), at(parse_results("at(x,5)").at(0));
  EXPECT_TRUE(std::isnan(rms.value()));
  rms.add(1, -4);
  EXPECT_EQ(rms.value(), 4);
  at.add(1, 2);
  EXPECT_TRUE(std::isnan(at.value()));
}

TEST(ResultTexts, AreReadWithUnits) {
  const std::vector<ResultText> results =
      parse_results("max(a.R.T[1,2]), at( b , 2.5 ),events,, time_of_max(*.phi)");
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[0].write("a.R.T[1,2]"), "max(a.R.T[1,2])");
  EXPECT_EQ(results[0].signal, "a.R.T[1,2]");
  EXPECT_EQ(results[1].write("b"), "at(b,2.5)");
  EXPECT_EQ(results[2].write("events"), "events");
  EXPECT_EQ(find_result_unit(results[0], "m"), "m");
  EXPECT_EQ(find_result_unit(results[2], ""), "");
  EXPECT_EQ(find_result_unit(results[3], "rad"), "s");
  EXPECT_EQ(find_result_unit(parse_results("integral(x)").at(0), "N"), "N.s");
  EXPECT_EQ(find_result_unit(parse_results("energy_end").at(0), ""), "J");
}

TEST(ResultTexts, WhatIsNoneIsRefusedInWords) {
  const auto get_message = [](const std::string& text) -> std::string {
    try {
      parse_results(text);
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(get_message("hinge.phi"),
            "error: 'hinge.phi' is no result [option]\n  hint: write what of the signal: "
            "max(hinge.phi), final(hinge.phi), rms(hinge.phi)");
  EXPECT_EQ(get_message("maks(x)"),
            "error: there is no result 'maks' of a signal [option]\n  hint: did you mean 'max'?");
  EXPECT_EQ(get_message("at(x)"),
            "error: 'at(x)' does not have what it takes [option]\n  hint: write at(hinge.phi, "
            "2.5): a signal and a time in seconds");
  EXPECT_EQ(get_message("at(x,soon)"),
            "error: the time 'soon' in 'at(x,soon)' is not a number [option]\n  hint: write "
            "at(hinge.phi, 2.5): a signal and a time in seconds");
  EXPECT_EQ(get_message("max(x"),
            "error: 'max(x' does not end with its bracket [option]\n  hint: write max(hinge.phi)");
  EXPECT_EQ(get_message("max()"),
            "error: 'max()' does not have what it takes [option]\n  hint: write max(hinge.phi): "
            "one signal, or a pattern for several");
}

}  // namespace
}  // namespace gelenk
