#include "math/tables/table_functions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "symbolic/derivative.h"

namespace gelenk {
namespace {

using symbolic::Expression;
using symbolic::FunctionPtr;
using symbolic::Op;
using symbolic::Tape;

double value_at(const Expression& e, double t) {
  double value;
  Tape({e}).eval(t, nullptr, &value);
  return value;
}

std::shared_ptr<const Curve> make_curve() {
  return std::make_shared<const Curve>(std::vector<double>{0, 1, 2, 4},
                                       std::vector<double>{1, 0, 3, 2}, Smoothness::akima,
                                       Extrapolation::last_two_points);
}

Expression inner() {  // 1 + t²/2
  const Expression t = Expression::time();
  return Expression::make(
      Op::add,
      {1.0, Expression::make(Op::multiply, {0.5, Expression::make(Op::multiply, {t, t})})});
}

void expect_derivatives(const Expression& e) {
  constexpr double h = 1e-4;
  Expression derivative = e;
  for (int order = 0; order < 2; ++order) {
    const Expression next = symbolic::differentiate(derivative);
    for (double t : {0.3, 0.9, 1.7, 2.2}) {
      const double difference =
          (value_at(derivative, t + h) - value_at(derivative, t - h)) / (2 * h);
      EXPECT_NEAR(value_at(next, t), difference, 1e-5) << t;
    }
    derivative = next;
  }
}

TEST(TableFunctions, DerivativesOfLookupsAreLookups) {
  expect_derivatives(Expression::call(make_lookup(make_curve()), {inner()}));
  const auto surface = std::make_shared<const Surface>(
      std::vector<double>{0, 1, 3, 4}, std::vector<double>{0, 2, 3, 6},
      std::vector<double>{1, 2, 0, 3, 5, 1, 1, 2, 3, 3, 1, 0, 2, 4, 2, 2}, Smoothness::akima,
      Extrapolation::last_two_points);
  expect_derivatives(
      Expression::call(make_lookup(surface), {inner(), Expression::make(Op::sin, {inner()})}));
  const auto time_curve =
      std::make_shared<const TimeCurve>(*make_curve(), -1.0, 0.5, TimeEvents::never);
  expect_derivatives(Expression::call(make_lookup(time_curve), {inner(), 1e300}));
}

TEST(TableFunctions, HaveNoDerivativeBeyondTheirDegree) {
  const auto line =
      std::make_shared<const Curve>(std::vector<double>{0, 1}, std::vector<double>{1, 3},
                                    Smoothness::linear, Extrapolation::hold);
  const Expression e = Expression::call(make_lookup(line), {Expression::time()});
  EXPECT_FALSE(symbolic::differentiate(e).is_constant());
  EXPECT_TRUE(symbolic::differentiate(symbolic::differentiate(e)).is_constant());
}

TEST(TableFunctions, ComeBackFromTheirNumbers) {
  const auto curve = make_curve();
  const auto time_curve = std::make_shared<const TimeCurve>(*curve, 0.5, 0.25, TimeEvents::always);
  const auto surface = std::make_shared<const Surface>(
      std::vector<double>{0, 1}, std::vector<double>{0, 2}, std::vector<double>{1, 2, 0, 3},
      Smoothness::linear, Extrapolation::hold);
  const FunctionPtr functions[] = {make_lookup(curve),
                                   make_lookup(curve, 2),
                                   make_lookup(time_curve, 1),
                                   make_next_event(time_curve),
                                   make_lookup(surface, 0, 1),
                                   make_draw(RandomGenerator::xorshift128plus, -1),
                                   make_draw(RandomGenerator::xorshift64star, 1)};
  for (const FunctionPtr& function : functions) {
    const std::vector<double> numbers = function->list_numbers();
    const FunctionPtr again = restore_function(function->kind(), numbers);
    ASSERT_NE(again, nullptr) << function->kind();
    EXPECT_EQ(again->list_numbers(), numbers);
    const double operands[] = {0.7, 3.3, 5.0, 11.0};
    EXPECT_EQ((*again)(operands), (*function)(operands));
    // Nothing that is cut off or goes on is taken for one.
    for (std::size_t n = 0; n < numbers.size(); ++n)
      EXPECT_EQ(restore_function(function->kind(), {numbers.begin(), numbers.begin() + n}),
                nullptr);
    std::vector<double> more = numbers;
    more.push_back(0.0);
    EXPECT_EQ(restore_function(function->kind(), more), nullptr);
    for (std::size_t n = 0; n < numbers.size(); ++n) {
      std::vector<double> damaged = numbers;
      damaged[n] = NAN;
      EXPECT_EQ(restore_function(function->kind(), damaged), nullptr);
    }
  }
  EXPECT_EQ(restore_function("other", {1.0}), nullptr);
}

}  // namespace
}  // namespace gelenk
