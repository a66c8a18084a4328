#include "symbolic/derivative.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gelenk::symbolic {
namespace {

double value_at(const Expression& e, double t) {
  Tape tape({e});
  double value;
  tape.eval(t, nullptr, &value);
  return value;
}

// Central difference with one step of Richardson's extrapolation: error about 1e-11 here.
double difference(const Expression& e, double t) {
  auto central = [&](double h) { return (value_at(e, t + h) - value_at(e, t - h)) / (2 * h); };
  return (4 * central(5e-4) - central(1e-3)) / 3;
}

Expression binary(Op op, const Expression& a, const Expression& b) {
  return Expression::make(op, {a, b});
}

// An inner function that is neither linear nor zero anywhere near the points of the tests.
Expression inner() {
  const Expression t = Expression::time();
  return binary(Op::add, 0.2, binary(Op::multiply, 0.3, binary(Op::multiply, t, t)));
}

TEST(Derivative, EveryOperationAgreesWithDifferences) {
  for (int i = static_cast<int>(Op::negate); i <= static_cast<int>(Op::logical_or); ++i) {
    const Op op = static_cast<Op>(i);
    const bool unary = op <= Op::ceil;
    const Expression other = binary(Op::subtract, 1.9, Expression::time());
    const Expression e = unary ? Expression::make(op, {inner()}) : binary(op, inner(), other);
    for (double t : {0.31, 0.83, 1.37}) {
      EXPECT_NEAR(value_at(differentiate(e), t), difference(e, t), 1e-8) << i << " at " << t;
      EXPECT_NEAR(value_at(differentiate(differentiate(e)), t), difference(differentiate(e), t),
                  1e-7)
          << i << " at " << t;
    }
  }
}

TEST(Derivative, PiecesAreDifferentiatedOneByOne) {
  const Expression t = Expression::time();
  const Expression square = binary(Op::multiply, t, t);
  const Expression e = Expression::make(
      Op::select, {binary(Op::less, t, 1.0), square, binary(Op::subtract, t, 5.0)});
  EXPECT_DOUBLE_EQ(value_at(differentiate(e), 0.5), 1.0);
  EXPECT_DOUBLE_EQ(value_at(differentiate(e), 2.0), 1.0);
  EXPECT_DOUBLE_EQ(value_at(differentiate(differentiate(e)), 0.5), 2.0);
  EXPECT_DOUBLE_EQ(value_at(differentiate(differentiate(e)), 2.0), 0.0);
}

TEST(Derivative, PowersWithNumbersHoldForNegativeBases) {
  const Expression e = binary(Op::power, binary(Op::subtract, Expression::time(), 3.0), 3.0);
  EXPECT_DOUBLE_EQ(value_at(differentiate(e), 1.0), 12.0);
  EXPECT_DOUBLE_EQ(value_at(differentiate(differentiate(e)), 1.0), -12.0);
}

TEST(Derivative, OfAConstantIsZero) {
  EXPECT_TRUE(differentiate(3.0).is_constant());
  EXPECT_EQ(differentiate(3.0).constant_value(), 0.0);
  EXPECT_EQ(differentiate(Expression::time()).constant_value(), 1.0);
}

TEST(Derivative, DeepExpressionsDoNotExhaustTheStack) {
  Expression sum = Expression::time();
  for (int i = 0; i < 2000; ++i) sum = binary(Op::add, sum, Expression::time());
  EXPECT_EQ(differentiate(sum).constant_value(), 2001.0);
}

}  // namespace
}  // namespace gelenk::symbolic
