// Passes over a whole graph leave values as they are, and never cost operations.
#include "codegen/simplify.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace gelenk::codegen {
namespace {

TEST(Simplify, TakesOutCommonFactors) {
  Graph g;
  const Value a = g.input(0), b = g.input(1), c = g.input(2), d = g.input(3);
  // a b + a c − a d: 3 products become one
  std::vector<Value> out = {g.add(g.add(g.multiply(a, b), g.multiply(a, c)), -g.multiply(a, d))};
  const Graph simple = simplify(g, out);
  const OperationCounts counts = count_operations(simple, out);
  EXPECT_EQ(counts.multiplications, 1);
  EXPECT_EQ(counts.additions, 2);
  EXPECT_DOUBLE_EQ(evaluate(simple, out, {2, 3, 5, 7})[0], 2.0);
}

TEST(Simplify, TakesOutCommonConstants) {
  Graph g;
  const Value half = g.constant(0.3), a = g.input(0), b = g.input(1);
  std::vector<Value> out = {g.add(g.multiply(half, a), -g.multiply(half, b))};
  const Graph simple = simplify(g, out);
  EXPECT_EQ(count_operations(simple, out).multiplications, 1);
  EXPECT_DOUBLE_EQ(evaluate(simple, out, {3, 1})[0], 0.6);
}

TEST(Simplify, CancelsAcrossASum) {
  Graph g;
  const Value a = g.input(0), b = g.input(1), c = g.input(2), ab = g.multiply(a, b);
  // (c − a b) + (b + a b)
  std::vector<Value> out = {g.add(g.add(c, -ab), g.add(b, ab))};
  const Graph simple = simplify(g, out);
  EXPECT_EQ(count_operations(simple, out).total(), 1);
  EXPECT_DOUBLE_EQ(evaluate(simple, out, {2, 3, 5})[0], 8.0);
}

TEST(Simplify, DividesByWhatIsUsedOnce) {
  Graph g;
  const Value a = g.input(0), b = g.input(1), inverse = g.divide(g.constant(1), b);
  std::vector<Value> out = {g.multiply(g.multiply(a, a), -inverse)};
  const Graph simple = simplify(g, out);
  EXPECT_EQ(count_operations(simple, out).multiplications, 2);
  EXPECT_DOUBLE_EQ(evaluate(simple, out, {3, 4})[0], -2.25);
  std::vector<Value> both = {g.multiply(a, inverse), inverse};
  EXPECT_EQ(count_operations(simplify(g, both), both).multiplications, 2);
}

TEST(Simplify, KeepsWhatOthersUseToo) {
  Graph g;
  const Value a = g.input(0), b = g.input(1), c = g.input(2), ab = g.multiply(a, b);
  std::vector<Value> out = {g.add(ab, g.multiply(a, c)), ab};
  const Graph simple = simplify(g, out);
  EXPECT_EQ(count_operations(simple, out).total(), 3);
}

TEST(Simplify, KeepsNamesAndForgetsWhatNobodyNeeds) {
  Graph g;
  const Value a = g.input(0), s = g.make(Op::sin, a);
  g.name(s, "s_hinge");
  g.make(Op::exp, a);
  std::vector<Value> out = {-s};
  const Graph simple = simplify(g, out);
  EXPECT_EQ(simple.name_of(out[0].node()), "s_hinge");
  EXPECT_TRUE(out[0].negative());
  EXPECT_EQ(simple.size(), 3);  // zero, which every graph has, the input and its sine
}

// Random expressions of few inputs, so that much can be gathered.
TEST(Simplify, LeavesValuesOfRandomExpressions) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    Graph g;
    std::vector<Value> values;
    for (int i = 0; i < 5; ++i) values.push_back(g.input(i));
    values.push_back(g.constant(0.75));
    const auto any = [&] {
      const Value v = values[random() % values.size()];
      return random() % 2 == 0 ? v : -v;
    };
    for (int i = 0; i < 120; ++i) {
      const unsigned kind = random() % 10;
      values.push_back(kind < 5   ? g.add(any(), any())
                       : kind < 9 ? g.multiply(any(), g.input(static_cast<int>(random() % 5)))
                                  : g.make(Op::sin, any()));
    }
    std::vector<Value> out(values.end() - 10, values.end());
    const std::vector<double> inputs = {0.3, -0.7, 0.9, 0.4, -0.5};
    const std::vector<double> before = evaluate(g, out, inputs);
    const int cost = count_operations(g, out).total();
    const Graph simple = simplify(g, out);
    const std::vector<double> after = evaluate(simple, out, inputs);
    EXPECT_LE(count_operations(simple, out).total(), cost) << seed;
    for (std::size_t i = 0; i < before.size(); ++i)
      EXPECT_NEAR(after[i], before[i], 1e-12 * (1 + std::abs(before[i]))) << seed;
  }
}

TEST(Simplify, GivesTheSameGraphEachTime) {
  const auto make = [] {
    Graph g;
    Value v = g.input(0);
    for (int i = 0; i < 200; ++i)
      v = g.add(g.multiply(v, g.input(i % 7)), g.multiply(g.input(i % 3), g.input(i % 5)));
    std::vector<Value> out = {v};
    Graph simple = simplify(g, out);
    return std::pair(std::move(simple), out);
  };
  const auto [first, out] = make();
  const auto [second, same] = make();
  ASSERT_EQ(first.size(), second.size());
  EXPECT_EQ(out, same);
  for (int i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first.node(i).op, second.node(i).op);
    EXPECT_EQ(first.node(i).a, second.node(i).a);
    EXPECT_EQ(first.node(i).b, second.node(i).b);
  }
}

}  // namespace
}  // namespace gelenk::codegen
