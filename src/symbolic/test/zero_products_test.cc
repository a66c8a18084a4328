#include "symbolic/zero_products.h"

#include <gtest/gtest.h>

#include "symbolic/substitute.h"

namespace gelenk::symbolic {
namespace {

const Expression x = Expression::variable("x"), y = Expression::variable("y");

Expression times(const Expression& a, const Expression& b) {
  return Expression::make(Op::multiply, {a, b});
}

TEST(ZeroProducts, AreZero) {
  const Expression product = times(0.0, Expression::make(Op::exp, {x}));
  EXPECT_TRUE(drop_zero_products(product).is_constant());
  EXPECT_EQ(drop_zero_products(product).constant_value(), 0);
  EXPECT_TRUE(drop_zero_products(Expression::make(Op::divide, {product, y})).is_constant());
  // What is divided by zero is no product with it.
  EXPECT_FALSE(drop_zero_products(Expression::make(Op::divide, {x, 0.0})).is_constant());
}

TEST(ZeroProducts, LeaveOtherTerms) {
  const Expression zero = times(x, times(0.0, y));
  EXPECT_EQ(drop_zero_products(Expression::make(Op::add, {y, zero})).id(), y.id());
  EXPECT_EQ(drop_zero_products(Expression::make(Op::add, {zero, y})).id(), y.id());
  EXPECT_EQ(drop_zero_products(Expression::make(Op::subtract, {y, zero})).id(), y.id());
  const Expression negated = drop_zero_products(Expression::make(Op::subtract, {zero, y}));
  ASSERT_EQ(negated.op(), Op::negate);
  EXPECT_EQ(negated.operands()[0].id(), y.id());
}

TEST(ZeroProducts, WhatHasNoneStaysWhatItIs) {
  const Expression sum =
      Expression::make(Op::add, {times(2.0, x), Expression::make(Op::sin, {times(x, y)})});
  EXPECT_EQ(drop_zero_products(sum).id(), sum.id());
  const Expression beside = Expression::make(Op::sin, {Expression::make(Op::add, {x, times(0.0, y)})});
  EXPECT_EQ(list_variables(drop_zero_products(beside)), (std::vector<std::string>{"x"}));
}

}  // namespace
}  // namespace gelenk::symbolic
