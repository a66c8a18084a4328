#include "symbolic/expression.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gelenk::symbolic {
namespace {

Expression op(Op o, Expression a, Expression b = 0.0) {
  const bool unary = o >= Op::negate && o <= Op::ceil;
  return Expression::make(o, unary ? std::vector<Expression>{a} : std::vector<Expression>{a, b});
}

TEST(Expression, FoldsConstants) {
  EXPECT_EQ(op(Op::add, 2.0, 3.0).constant_value(), 5.0);
  EXPECT_TRUE(op(Op::sin, 1.0).is_constant());
  EXPECT_FALSE(op(Op::sin, Expression::time()).is_constant());
}

TEST(Expression, SelectFoldsOnConstantCondition) {
  const Expression e = Expression::make(Op::select, {1.0, Expression::time(), 7.0});
  EXPECT_EQ(e.op(), Op::time);
}

TEST(Tape, EvaluatesSharedPartsAndConstants) {
  // C cos(2 π k t), its negative, and a constant.
  const Expression angle = op(Op::multiply, 4 * std::acos(-1.0), Expression::time());
  const Expression law = op(Op::multiply, -600.0, op(Op::cos, angle));
  Tape tape({law, op(Op::negate, law), 7.5});
  ASSERT_EQ(tape.size(), 3);
  for (double t : {0.0, 0.1, 0.37}) {
    double values[3];
    tape.eval(t, nullptr, values);
    EXPECT_DOUBLE_EQ(values[0], -600 * std::cos(4 * std::acos(-1.0) * t));
    EXPECT_EQ(values[1], -values[0]);
    EXPECT_EQ(values[2], 7.5);
  }
}

TEST(Tape, EveryOperationAgreesWithApply) {
  for (int i = static_cast<int>(Op::negate); i <= static_cast<int>(Op::logical_or); ++i) {
    const Op o = static_cast<Op>(i);
    Tape tape({op(o, Expression::time(), 0.3)});
    double value;
    tape.eval(0.7, nullptr, &value);
    EXPECT_EQ(value, apply(o, 0.7, 0.3)) << i;
  }
}

TEST(Tape, ModAndRemFollowTheLanguage) {
  EXPECT_DOUBLE_EQ(apply(Op::mod, -1.4, 1.0), 0.6);
  EXPECT_DOUBLE_EQ(apply(Op::rem, -1.4, 1.0), -0.4);
}

TEST(Tape, DeepExpressionsDoNotExhaustTheStack) {
  Expression sum = Expression::time();
  for (int i = 0; i < 2000; ++i) sum = op(Op::add, sum, Expression::time());
  Tape tape({sum});
  double value;
  tape.eval(1.0, nullptr, &value);
  EXPECT_EQ(value, 2001.0);
}

}  // namespace
}  // namespace gelenk::symbolic
