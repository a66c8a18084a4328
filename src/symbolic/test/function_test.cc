#include "symbolic/function.h"

#include <gtest/gtest.h>

#include <cmath>

#include "symbolic/derivative.h"
#include "symbolic/held_tape.h"
#include "symbolic/substitute.h"
#include "symbolic/time_scale.h"

namespace gelenk::symbolic {
namespace {

// f = sin(a + order π/2) + weights·(b, c, …): its derivative by the first operand is the same with the next order, those by the others
// are constants.
class Wave : public Function {
 public:
  explicit Wave(std::vector<double> weights, int order = 0)
      : Function(static_cast<int>(weights.size()) + 1, &eval, this),
        weights_(std::move(weights)),
        order_(order) {}
  Expression differentiate(int operand, const std::vector<Expression>& operands) const override {
    if (operand > 0) return order_ == 0 ? weights_[operand - 1] : 0.0;
    return Expression::call(std::make_shared<const Wave>(weights_, order_ + 1), operands);
  }
  Bounds bound(const Interval& a, std::span<const double>) const override {
    return {sine(a), cosine(a), -sine(a)};
  }
  std::string kind() const override { return "wave"; }
  std::vector<double> list_numbers() const override { return weights_; }

 private:
  static double eval(const void* data, const double* operands) {
    const auto* self = static_cast<const Wave*>(data);
    double sum = std::sin(operands[0] + self->order_ * std::acos(0.0));
    for (std::size_t i = 0; self->order_ == 0 && i < self->weights_.size(); ++i)
      sum += self->weights_[i] * operands[i + 1];
    return sum;
  }
  std::vector<double> weights_;
  int order_;
};

Expression multiply(const Expression& a, const Expression& b) {
  return Expression::make(Op::multiply, {a, b});
}

// Five operands, more than any other operation has.
Expression make_call() {
  return Expression::call(std::make_shared<const Wave>(std::vector<double>{2, 3, 5, 7}),
                          {multiply(2.0, Expression::time()), Expression::input(0), 10.0,
                           Expression::input(1), multiply(Expression::input(0), 0.5)});
}

double expected(double t, double a, double b) {
  return std::sin(2 * t) + 2 * a + 30 + 5 * b + 3.5 * a;
}

TEST(Function, IsFoldedWhenAllOperandsAreNumbers) {
  const Expression e =
      Expression::call(std::make_shared<const Wave>(std::vector<double>{2}), {0.5, 3.0});
  ASSERT_TRUE(e.is_constant());
  EXPECT_DOUBLE_EQ(e.constant_value(), std::sin(0.5) + 6);
}

TEST(Function, IsCalledByTapesOfBothKinds) {
  const double inputs[] = {0.7, -1.1};
  for (double t : {0.0, 0.4, 2.0}) {
    double value = 0.0, held = 0.0;
    Tape({multiply(make_call(), 2.0)}).eval(t, inputs, &value);
    HeldTape tape({multiply(make_call(), 2.0)});
    tape.eval_held(t, inputs, &held);
    EXPECT_DOUBLE_EQ(value, 2 * expected(t, 0.7, -1.1));
    EXPECT_DOUBLE_EQ(held, value);
  }
}

TEST(Function, IsDifferentiatedByTheChainRule) {
  const double inputs[] = {0.7, -1.1};
  const Expression by_time = differentiate(differentiate(make_call())),
                   by_a = differentiate_by_input(make_call(), 0),
                   by_b = differentiate_by_input(make_call(), 1);
  double values[3];
  Tape({by_time, by_a, by_b}).eval(0.3, inputs, values);
  EXPECT_NEAR(values[0], -4 * std::sin(0.6), 1e-14);
  EXPECT_DOUBLE_EQ(values[1], 2 + 3.5);
  EXPECT_DOUBLE_EQ(values[2], 5.0);
}

TEST(Function, StaysWhenOperandsAreReplaced) {
  const Expression e = Expression::call(std::make_shared<const Wave>(std::vector<double>{2}),
                                        {Expression::variable("x"), Expression::variable("y")});
  EXPECT_EQ(list_variables(e), (std::vector<std::string>{"x", "y"}));
  const Expression half = substitute(e, [](const std::string& name) {
    return name == "x" ? Expression(0.5) : Expression::time();
  });
  ASSERT_EQ(half.op(), Op::call);
  EXPECT_TRUE(depends_on_time(half));
  EXPECT_FALSE(has_switches(half));
  const Expression whole = substitute(e, [](const std::string&) { return Expression(0.5); });
  EXPECT_DOUBLE_EQ(whole.constant_value(), std::sin(0.5) + 1);
}

// A relation of what a function gives is found by its indicator, not foretold; of one that nothing changes it is constant.
TEST(Function, DecidesSwitchesByIndicators) {
  HeldTape tape({Expression::make(Op::less, {make_call(), 0.0}),
                 Expression::make(Op::less, {multiply(Expression::input(0), 1.0), 0.0})});
  tape.foretell({1, 1});
  EXPECT_EQ(tape.indicator_count(), 1);
}

// Steps of a sine are 2/ω (time_scale.h), whoever calculates it.
TEST(Function, BoundsStepsByWhatItDoesOverTime) {
  TimeScale own({Expression::make(Op::sin, {multiply(20.0, Expression::time())})}),
      called({Expression::call(std::make_shared<const Wave>(std::vector<double>{}),
                               {multiply(20.0, Expression::time())})});
  own.start();
  called.start();
  const double step = own.calc_step(0.0, nullptr, 10.0, 10.0);
  EXPECT_LT(step, 0.2);
  EXPECT_DOUBLE_EQ(called.calc_step(0.0, nullptr, 10.0, 10.0), step);
}

}  // namespace
}  // namespace gelenk::symbolic
