// Rules by which expressions are simplified when they are made, each by what it says; and costs.
#include "codegen/graph.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gelenk::codegen {
namespace {

struct GraphTest : ::testing::Test {
  Graph g;
  Value x = g.input(0), y = g.input(1), z = g.input(2);
  Value number(double n) { return g.constant(n); }
  int count(Value v) { return count_operations(g, {v}).total(); }
  double at(Value v) { return evaluate(g, {v}, {2.0, 3.0, 5.0})[0]; }
};

TEST_F(GraphTest, EqualThingsAreOneNode) {
  EXPECT_EQ(g.add(x, y), g.add(y, x));
  EXPECT_EQ(g.multiply(x, y), g.multiply(y, x));
  EXPECT_EQ(g.add(x, -y), -g.add(y, -x));
  EXPECT_EQ(g.multiply(-x, y), -g.multiply(y, x));
  EXPECT_EQ(g.add(-x, -y), -g.add(x, y));
  EXPECT_EQ(number(-2.5), -number(2.5));
  EXPECT_NE(g.divide(x, y), g.divide(y, x));
}

TEST_F(GraphTest, ConstantsAreFolded) {
  EXPECT_EQ(g.add(number(2), number(-5)), number(-3));
  EXPECT_EQ(g.multiply(number(2), number(-5)), number(-10));
  EXPECT_EQ(g.make(Op::sqrt, number(9)), number(3));
  EXPECT_EQ(g.multiply(number(2), g.multiply(number(3), x)), g.multiply(number(6), x));
  EXPECT_EQ(g.add(g.add(x, number(2)), number(3)), g.add(x, number(5)));
  EXPECT_EQ(g.divide(x, number(4)), g.multiply(number(0.25), x));
}

TEST_F(GraphTest, ZerosAndOnesVanish) {
  EXPECT_EQ(g.add(x, number(0)), x);
  EXPECT_EQ(g.multiply(x, number(0)), number(0));
  EXPECT_EQ(g.multiply(x, number(1)), x);
  EXPECT_EQ(g.multiply(x, number(-1)), -x);
  EXPECT_EQ(g.divide(number(0), x), number(0));
  EXPECT_EQ(g.divide(x, -x), number(-1));
}

TEST_F(GraphTest, TermsAreGatheredAndCancel) {
  EXPECT_EQ(g.add(x, -x), number(0));
  EXPECT_EQ(g.add(x, x), g.multiply(number(2), x));
  EXPECT_EQ(g.add(g.multiply(number(3), x), -x), g.multiply(number(2), x));
  EXPECT_EQ(g.add(g.add(x, y), -y), x);
  EXPECT_EQ(g.add(-y, g.add(x, y)), x);
  EXPECT_EQ(g.add(g.add(x, -y), -x), -y);
}

TEST_F(GraphTest, FunctionsKnowTheirSymmetry) {
  EXPECT_EQ(g.make(Op::sin, -x), -g.make(Op::sin, x));
  EXPECT_EQ(g.make(Op::cos, -x), g.make(Op::cos, x));
  EXPECT_EQ(g.make(Op::abs, -x), g.make(Op::abs, x));
  EXPECT_NE(g.make(Op::exp, -x), g.make(Op::exp, x));
  EXPECT_EQ(g.make(Op::select, number(1), x, y), x);
  EXPECT_EQ(g.make(Op::select, number(0), x, y), y);
}

TEST_F(GraphTest, SignsCostNothing) {
  const Value difference = g.add(g.multiply(x, y), -z);  // 6 − 5
  EXPECT_EQ(at(difference), 1.0);
  EXPECT_EQ(at(-difference), -1.0);
  EXPECT_EQ(count(-difference), 2);
  EXPECT_EQ(at(g.make(Op::exp, -g.add(x, -y))), std::exp(1.0));
}

TEST_F(GraphTest, CountsWhatOutputsNeedAndEachOnce) {
  const Value s = g.make(Op::sin, x), product = g.multiply(s, y);
  g.multiply(product, product);  // nobody needs it
  const std::vector<Value> outputs = {g.add(product, z), g.divide(product, z), product};
  const OperationCounts counts = count_operations(g, outputs);
  EXPECT_EQ(counts.multiplications, 2);
  EXPECT_EQ(counts.divisions, 1);
  EXPECT_EQ(counts.additions, 1);
  EXPECT_EQ(counts.sines, 1);
  EXPECT_EQ(counts.others, 0);
}

TEST_F(GraphTest, OperandsComeBeforeWhatUsesThem) {
  Value v = x;
  for (int i = 0; i < 100000; ++i) v = g.add(g.multiply(v, y), g.input(i % 50));
  for (int i = 0; i < g.size(); ++i) {
    const Node& n = g.node(i);
    if (n.operand_count() == 0) continue;
    ASSERT_LT(n.a.node(), i);
    ASSERT_LT(n.b.node(), i);
  }
  EXPECT_EQ(count(v), 200000);
}

}  // namespace
}  // namespace gelenk::codegen
