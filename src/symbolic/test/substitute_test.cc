#include "symbolic/substitute.h"

#include <gtest/gtest.h>

namespace gelenk::symbolic {
namespace {

// Two expressions with a part in common have it in common afterwards, too.
TEST(Substitute, KeepsWhatExpressionsShare) {
  const Expression x = Expression::variable("x"), y = Expression::variable("y");
  const Expression common = Expression::make(Op::multiply, {x, y});
  Expression a = Expression::make(Op::sin, {common}), b = Expression::make(Op::add, {common, x});
  Expression c(3.0);
  substitute_all({&a, &b, &c}, [&](const std::string& name) {
    return name == "x" ? Expression(2.0) : Expression::variable("z");
  });
  EXPECT_EQ(a.operands()[0].id(), b.operands()[0].id());
  EXPECT_EQ(list_variables(a), (std::vector<std::string>{"z"}));
  EXPECT_EQ(b.operands()[1].constant_value(), 2);
  EXPECT_EQ(c.constant_value(), 3);
}

}  // namespace
}  // namespace gelenk::symbolic
