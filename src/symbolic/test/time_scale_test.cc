#include "symbolic/time_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace gelenk::symbolic {
namespace {

const Expression t = Expression::time();
const double infinity = std::numeric_limits<double>::infinity();

Expression op(Op o, Expression a, Expression b = 0.0) {
  const bool unary = o >= Op::negate && o <= Op::ceil;
  return Expression::make(o, unary ? std::vector<Expression>{a} : std::vector<Expression>{a, b});
}
Expression times(Expression a, Expression b) { return op(Op::multiply, a, b); }
Expression plus(Expression a, Expression b) { return op(Op::add, a, b); }

// A law as a run meets it.
struct Law {
  Tape tape;
  TimeScale scale;
  double inputs[1];

  explicit Law(const Expression& law) : tape({law}), scale({law}), inputs{0.0} {
    tape.update_modes(0.0, inputs);
  }
  double step(double time, double longest, double end) {
    return scale.calc_step(time, inputs, longest, end);
  }
  double value(double time) {
    double x;
    tape.eval_held(time, inputs, &x);
    return x;
  }
  // The ends of the longest steps from 0 to `end`.
  std::vector<double> march(double longest, double end) {
    std::vector<double> times = {0.0};
    while (times.back() < end) {
      const double h = step(times.back(), longest, end);
      EXPECT_GT(h, 0);
      EXPECT_LE(h, longest);
      times.push_back(times.back() + h);
      if (times.size() > 100000) break;
    }
    return times;
  }
};

TEST(TimeScale, ThreeStepsForEachPeriodOfASine) {
  for (double omega : {0.3, 10.0, 1000.0, 1e5}) {
    for (Op function : {Op::sin, Op::cos}) {
      Law law(op(function, plus(times(omega, t), 0.3)));
      for (double time : {0.0, 0.1, 0.77})
        EXPECT_NEAR(law.step(time, 10.0, 1000.0), std::min(2 / omega, 10.0), 1e-9 / omega);
    }
  }
}

TEST(TimeScale, StraightLinesAndJumpsBoundNothing) {
  EXPECT_EQ(Law(plus(times(3.0, t), 1.0)).step(0, 5, 100), 5);
  EXPECT_EQ(Law(op(Op::mod, t, 0.2)).step(0, 5, 100), 5);
  EXPECT_EQ(Law(op(Op::less, op(Op::floor, times(7.0, t)), 4.0)).step(0, 5, 100), 5);
  EXPECT_EQ(Law(op(Op::sin, Expression::input(0))).step(0, 5, 100), 5);
}

// Wherever the pulse is, and however short: steps are long before and after, and short in it.
TEST(TimeScale, AShortPulseIsNotSteppedOver) {
  for (double width : {0.1, 1e-3, 1e-5}) {
    for (double at : {0.2, 0.5123, 0.9}) {
      const Expression x = op(Op::divide, op(Op::subtract, t, at), width);
      for (const Expression& pulse : {op(Op::exp, op(Op::negate, times(x, x))),
                                      op(Op::exp, op(Op::negate, op(Op::power, x, 2.0))),
                                      op(Op::divide, 1.0, plus(1.0, op(Op::power, x, 4.0))),
                                      op(Op::subtract, 1.0, op(Op::power, op(Op::tanh, x), 2.0))}) {
        Law law(pulse);
        const std::vector<double> times = law.march(0.5, 1);
        EXPECT_LT(times.size(), 200u) << width << ' ' << at;
        for (std::size_t i = 1; i < times.size(); ++i) {
          const bool passes = times[i] > at - width && times[i - 1] < at + width;
          if (passes) {
            EXPECT_LT(times[i] - times[i - 1], 3 * width) << width << ' ' << at;
          }
        }
      }
    }
  }
}

// In no step a law is off its chord by more than a quarter of all that it does.
TEST(TimeScale, EveryFunctionIsFollowed) {
  const Expression x = plus(times(7.0, t), 0.2), small = op(Op::subtract, times(0.9, t), 0.4);
  const struct {
    const char* name;
    Expression law;
  } laws[] = {{"sin", op(Op::sin, x)},
              {"cos", op(Op::cos, times(t, x))},
              {"tan", op(Op::tan, small)},
              {"asin", op(Op::asin, times(1.9, small))},
              {"acos", op(Op::acos, times(1.9, small))},
              {"atan", op(Op::atan, times(40.0, small))},
              {"sinh", op(Op::sinh, times(9.0, small))},
              {"cosh", op(Op::cosh, times(9.0, small))},
              {"tanh", op(Op::tanh, times(30.0, small))},
              {"exp", op(Op::exp, times(-9.0, t))},
              {"log", op(Op::log, plus(0.01, t))},
              {"log10", op(Op::log10, plus(0.01, t))},
              {"sqrt", op(Op::sqrt, plus(0.01, t))},
              {"product", times(op(Op::sin, x), op(Op::cos, times(3.0, x)))},
              {"quotient", op(Op::divide, t, plus(0.1, times(t, t)))},
              {"square", op(Op::power, small, 2.0)},
              {"cube", op(Op::power, times(5.0, small), 3.0)},
              {"root", op(Op::power, plus(0.02, t), 0.3)},
              {"minus", op(Op::power, plus(0.1, t), -2.0)},
              {"power", op(Op::power, plus(0.5, t), times(8.0, t))},
              {"atan2", op(Op::atan2, op(Op::sin, x), plus(1.5, op(Op::cos, x)))},
              {"abs", op(Op::abs, op(Op::sin, plus(0.1, times(2.0, t))))},
              {"min", op(Op::min, op(Op::sin, x), 3.0)},
              {"max", op(Op::max, -3.0, op(Op::sin, x))},
              {"mod", op(Op::mod, times(0.3, op(Op::sin, x)), 8.0)}};
  for (const auto& [name, expression] : laws) {
    Law law(expression);
    const int dense = 20000;
    double low = infinity, high = -infinity;
    for (int k = 0; k <= dense; ++k) {
      low = std::min(low, law.value(1.0 * k / dense));
      high = std::max(high, law.value(1.0 * k / dense));
    }
    const std::vector<double> times = law.march(1.0, 1.0);
    EXPECT_LT(times.size(), 60u) << name;
    // The sum of bounds of a product or quotient is wider than what it does.
    const bool is_loose =
        std::string("product quotient power atan2 cos").find(name) != std::string::npos;
    const double most = (is_loose ? 0.5 : 0.25) * (high - low) + 1e-9;
    for (std::size_t i = 1; i < times.size(); ++i) {
      const double a = times[i - 1], b = std::min(times[i], 1.0);
      for (int k = 1; k < 40; ++k) {
        const double s = k / 40.0, chord = (1 - s) * law.value(a) + s * law.value(b);
        EXPECT_LE(std::abs(law.value(a + s * (b - a)) - chord), most) << name << ' ' << a;
      }
    }
  }
}

// Of a selection only the side that is taken counts; what a discrete variable shifts is followed from there.
TEST(TimeScale, BranchesAndDiscreteVariables) {
  const Expression fast = op(Op::sin, times(1000.0, op(Op::subtract, t, Expression::input(0))));
  Law law(Expression::make(Op::select, {op(Op::less, t, 0.5), 3.0, fast}));
  EXPECT_EQ(law.step(0, 1, 10), 1);
  law.inputs[0] = 0.55;
  law.scale.renew();
  EXPECT_NEAR(law.step(0.6, 1, 10), 2e-3, 1e-9);
  // A ripple on something large counts for itself.
  EXPECT_NEAR(Law(plus(times(1e9, t), fast)).step(0, 1, 10), 2e-3, 1e-9);
}

// A branch may end: the bound shrinks towards its end and does not come to nothing.
TEST(TimeScale, WhereALawEnds) {
  Law root(op(Op::sqrt, op(Op::subtract, 0.36, t)));
  EXPECT_LT(root.march(0.1, 0.3599).size(), 100u);
  Law pole(op(Op::tan, times(1000.0, t)));
  const std::vector<double> times = pole.march(0.02, 0.1);
  EXPECT_LT(times.size(), 2000u);
  for (std::size_t i = 1; i < times.size(); ++i) EXPECT_LT(times[i] - times[i - 1], 4e-3);
}

// Over a nanosecond a cosine changes by nothing, however it bends.
TEST(TimeScale, VeryShortRunsAreOneStep) {
  for (const Op o : {Op::sin, Op::cos}) {
    Law law(op(o, times(6.0, t)));
    EXPECT_EQ(law.step(0.0, 1e-9, 1e-9), 1e-9);
  }
  Law beginning(op(Op::subtract, 1.0, op(Op::cos, times(6.0, t))));
  EXPECT_EQ(beginning.step(0.0, 1e-9, 1e-9), 1e-9);
}

}  // namespace
}  // namespace gelenk::symbolic
