#include "formulations/delay_line.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gelenk {
namespace {

// Values of sin at uneven steps, until 3.
DelayLine make_sine() {
  DelayLine line;
  line.start(0.0, 0.0, 10.0, true);
  double t = 0.0;
  for (int i = 0; t < 3.0; ++i) {
    t += i % 3 == 0 ? 0.01 : 0.02;
    line.record(t, std::sin(t), DelayLine::no_break);
  }
  return line;
}

TEST(DelayLine, IsTheFirstValueBeforeTheStart) {
  DelayLine line = make_sine();
  EXPECT_EQ(line.calc(-1.0), 0.0);
  // Until the start is passed, also a little behind it.
  EXPECT_EQ(line.calc(0.5), 0.0);
  EXPECT_EQ(line.next_break(), 0.0);
}

TEST(DelayLine, FollowsWhatWasRecorded) {
  DelayLine line = make_sine();
  EXPECT_EQ(line.pass(0.0), 1);
  EXPECT_EQ(line.next_break(), INFINITY);
  for (double s = 0.0; s < 3.0; s += 0.0137) EXPECT_NEAR(line.calc(s), std::sin(s), 1e-8) << s;
}

// 1 before 1, 2 behind it.
TEST(DelayLine, ShowsAJumpWhenItIsPassed) {
  DelayLine line;
  line.start(0.0, 1.0, 10.0, true);
  for (const double t : {0.5, 1.0}) line.record(t, 1.0, DelayLine::no_break);
  line.record(1.0, 1.0, DelayLine::no_break);
  line.record(1.0, 2.0, 1);
  line.record(1.5, 2.0, DelayLine::no_break);
  line.pass(0.0);
  EXPECT_EQ(line.next_break(), 1.0);
  EXPECT_EQ(line.calc(1.0), 1.0);
  EXPECT_EQ(line.calc(1.01), 1.0);
  EXPECT_EQ(line.pass(1.0), 0);  // of the value
  EXPECT_EQ(line.calc(1.0), 2.0);
  EXPECT_EQ(line.calc(0.99), 2.0);
  EXPECT_EQ(line.pass(1.2), DelayLine::no_break);
}

TEST(DelayLine, ForgetsAStepInWhichAnEventWasFound) {
  DelayLine line;
  line.start(0.0, 0.0, 10.0, true);
  for (const double t : {0.1, 0.2, 0.3, 0.4}) line.record(t, t, DelayLine::no_break);
  line.record(0.35, 0.35, DelayLine::no_break);
  line.record(0.35, 0.0, 1);
  line.pass(0.0);
  EXPECT_EQ(line.next_break(), 0.35);
  EXPECT_NEAR(line.calc(0.34), 0.34, 1e-15);
}

TEST(DelayLine, WithoutStretchesIsWhatItWas) {
  DelayLine line;
  line.start(0.0, 1.0, 10.0, false);
  for (const double t : {0.5, 1.0}) line.record(t, 1.0, DelayLine::no_break);
  line.record(1.0, 2.0, 1);
  for (const double t : {1.5, 2.0}) line.record(t, 2.0, DelayLine::no_break);
  EXPECT_EQ(line.calc(-5.0), 1.0);
  EXPECT_EQ(line.calc(0.99), 1.0);
  EXPECT_EQ(line.calc(1.01), 2.0);
}

TEST(DelayLine, KeepsNoMoreThanItMayBeAskedFor) {
  for (const bool has_stretches : {false, true}) {
    DelayLine line;
    line.start(0.0, 0.0, 1.0, has_stretches);
    for (int i = 1; i < 100'000; ++i) {
      line.record(0.01 * i, std::sin(0.01 * i), DelayLine::no_break);
      line.pass(0.01 * i - 1.0);
    }
    EXPECT_NEAR(line.calc(999.0), std::sin(999.0), 1e-8);
    EXPECT_LT(save_memory(line).size(), 100'000u);
  }
}

TEST(DelayLine, GoesOnFromMemory) {
  DelayLine line = make_sine(), other;
  line.pass(1.0);
  restore_memory(other, save_memory(line));
  EXPECT_EQ(other.calc(1.2345), line.calc(1.2345));
  EXPECT_EQ(other.calc_longest_step(1.0), line.calc_longest_step(1.0));
}

TEST(DelayLine, ShortensStepsWhereItsCurveWouldBeOff) {
  DelayLine line;
  line.start(0.0, 0.0, 10.0, true);
  for (int i = 1; i < 20; ++i) line.record(0.2 * i, std::sin(10 * 0.2 * i), DelayLine::no_break);
  EXPECT_LT(line.calc_longest_step(1.0), 0.2);
}

}  // namespace
}  // namespace gelenk
