#include "symbolic/switches.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gelenk::symbolic {
namespace {

std::vector<Op> switching_operations() {
  std::vector<Op> ops;
  for (int i = static_cast<int>(Op::constant); i <= static_cast<int>(Op::select); ++i) {
    if (count_indicators(static_cast<Op>(i)) > 0) ops.push_back(static_cast<Op>(i));
  }
  return ops;
}

TEST(Switches, AFittingModeGivesTheValue) {
  ASSERT_EQ(switching_operations().size(), 10u);
  for (Op op : switching_operations()) {
    for (double a : {-2.5, -1.0, -0.3, 0.0, 0.7, 1.0, 2.9}) {
      for (double b : {-1.0, 0.7, 1.0})
        EXPECT_EQ(apply_held(op, find_mode(op, a, b), a, b), apply(op, a, b))
            << static_cast<int>(op) << " " << a << " " << b;
    }
  }
}

// The mode changes exactly where an indicator has another sign, at equality too.
TEST(Switches, SignsTellTheMode) {
  const double values[] = {-2.5, -2, -1, -0.3, 0, 0.3, 1, 1.7, 2, 2.9};
  for (Op op : switching_operations()) {
    const int n = count_indicators(op);
    for (double before : values) {
      const double b = 1.0, mode = find_mode(op, before, b);
      double z0[most_indicators], z1[most_indicators];
      calc_indicators(op, mode, before, b, z0);
      for (double after : values) {
        calc_indicators(op, mode, after, b, z1);
        bool changed = false;
        for (int i = 0; i < n; ++i) {
          EXPECT_NE(z1[i], 0);
          changed |= std::signbit(z0[i]) != std::signbit(z1[i]);
        }
        EXPECT_EQ(changed, find_mode(op, after, b) != mode)
            << static_cast<int>(op) << " from " << before << " to " << after;
      }
    }
  }
}

TEST(Switches, TapeHoldsItsModes) {
  // if time < 0.5 then 1 else mod(time, 0.3)
  const Expression t = Expression::time();
  const Expression law = Expression::make(
      Op::select, {Expression::make(Op::less, {t, 0.5}), 1.0, Expression::make(Op::mod, {t, 0.3})});
  Tape tape({7.0, law, Expression::make(Op::abs, {t})});
  ASSERT_EQ(tape.indicator_count(), 4);
  tape.update_modes(0.4, nullptr);
  double values[3];
  tape.eval_held(0.6, nullptr, values);
  EXPECT_EQ(values[1], 1.0);  // as if still before 0.5
  tape.eval(0.55, nullptr, values);
  EXPECT_DOUBLE_EQ(values[1], 0.25);
  tape.update_modes(0.5, nullptr);
  tape.eval_held(0.7, nullptr, values);
  EXPECT_DOUBLE_EQ(values[1], 0.4);  // 0.7 − 0.3, beyond the next jump
  int of_law = 0;
  for (int i = 0; i < 4; ++i) of_law += tape.indicator_owner(i) == 1;
  EXPECT_EQ(of_law, 3);
}

}  // namespace
}  // namespace gelenk::symbolic
