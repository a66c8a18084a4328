#include "symbolic/held_tape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gelenk::symbolic {
namespace {

const Expression t = Expression::time();

Expression make(Op op, const Expression& a, const Expression& b) {
  return Expression::make(op, {a, b});
}

TEST(HeldTape, HoldsItsModes) {
  // if time < 0.5 then 1 else mod(time, 0.3)
  const Expression law =
      Expression::make(Op::select, {make(Op::less, t, 0.5), 1.0, make(Op::mod, t, 0.3)});
  HeldTape tape({7.0, law, Expression::make(Op::abs, {t})});
  ASSERT_EQ(tape.indicator_count(), 4);
  tape.update_modes(0.4, nullptr);
  double values[3];
  tape.eval_held(0.6, nullptr, values);
  EXPECT_EQ(values[1], 1.0);  // as if still before 0.5
  tape.eval(0.55, nullptr, values);
  EXPECT_DOUBLE_EQ(values[1], 0.25);
  EXPECT_DOUBLE_EQ(tape.measure_misfit(0.6, nullptr), 0.1);
  tape.update_modes(0.5, nullptr);
  EXPECT_EQ(tape.measure_misfit(0.55, nullptr), 0.0);
  tape.eval_held(0.7, nullptr, values);
  EXPECT_DOUBLE_EQ(values[1], 0.4);  // 0.7 − 0.3, beyond the next jump
}

TEST(HeldTape, ModesMayChangeOneByOne) {
  const Expression x = Expression::input(0);
  HeldTape tape({make(Op::less, x, 1.0), make(Op::less, x, 2.0)});
  double value = 3.0;
  tape.update_modes(0.0, &value);
  value = 0.0;
  EXPECT_TRUE(tape.update_first_mode(0.0, &value));
  EXPECT_NE(tape.modes()[0], tape.modes()[1]);
  EXPECT_TRUE(tape.update_first_mode(0.0, &value));
  EXPECT_FALSE(tape.update_first_mode(0.0, &value));
}

// What time decides has no indicators, and changes at the very number at which it does when asked there.
TEST(HeldTape, KnowsAheadWhatTimeDecides) {
  const Expression n = Expression::input(0), x = Expression::input(1);
  const Expression laws[] = {
      make(Op::less, 0.7, t),
      make(Op::less_equal, 0.7, t),
      make(Op::less_equal, make(Op::add, 0.1, make(Op::multiply, n, 0.1)), t),
      make(Op::less, make(Op::mod, t, 0.3), 0.1),
      Expression::make(Op::floor, {make(Op::divide, t, 0.37)}),
      Expression::make(Op::ceil, {make(Op::subtract, 1.0, make(Op::multiply, 3.0, t))}),
      Expression::make(Op::sign, {make(Op::subtract, t, 0.77)}),
      make(Op::max, t, make(Op::subtract, 1.3, t)),
      Expression::make(Op::select, {make(Op::less, x, 0.0), make(Op::less, t, 0.9), 0.0})};
  const double inputs[] = {6.0, 5.0};
  for (const Expression& law : laws) {
    HeldTape tape({law});
    tape.foretell({1, 0});
    const double begin = 0.6;
    tape.update_modes(begin, inputs);
    for (double at = begin; at < 3.0;) {
      at = tape.find_next_time(at, inputs);
      if (!(at < 3.0)) break;
      EXPECT_FALSE(tape.update_modes(std::nextafter(at, 0.0), inputs)) << at;
      EXPECT_TRUE(tape.update_modes(at, inputs)) << at;
    }
  }
  HeldTape sampled({laws[2]});
  sampled.foretell({1, 0});
  EXPECT_EQ(sampled.indicator_count(), 0);
  sampled.update_modes(0.65, inputs);
  EXPECT_NEAR(sampled.find_next_time(0.65, inputs), 0.7, 1e-15);
  HeldTape of_state({make(Op::less, x, t), make(Op::less, make(Op::multiply, t, t), 0.5)});
  of_state.foretell({1, 0});
  EXPECT_EQ(of_state.indicator_count(), 2);
  EXPECT_EQ(of_state.find_next_time(0.0, inputs), std::numeric_limits<double>::infinity());
}

// `time > 1` and `time >= 1` are one instant.
TEST(HeldTape, InstantsThatDifferByRoundingAreOne) {
  HeldTape tape({make(Op::less, 1.0, t), make(Op::less_equal, 1.0, t)});
  tape.foretell({});
  tape.update_modes(0.0, nullptr);
  const double at = tape.find_next_time(0.0, nullptr);
  EXPECT_GT(at, 1.0);
  EXPECT_LT(at, 1.0 + 1e-14);
  tape.update_modes(at, nullptr);
  EXPECT_EQ(tape.find_next_time(at, nullptr), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace gelenk::symbolic
