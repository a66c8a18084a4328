// Expressions come back as they were written, where they were written tidily.
#include "api/expression_text.h"

#include <gtest/gtest.h>

#include "modelica/syntax/parser.h"

namespace gelenk {
namespace {

std::string rewrite(const std::string& text) {
  return write_expression(
      *modelica::parse_expression(std::make_shared<SourceFile>(SourceFile{"test", text, false})));
}

TEST(ExpressionText, TidyTextsStayAsTheyAre) {
  for (const char* text : {
           "1",
           "0.5",
           "1e-10",
           "3.986004418e14",
           "7700",
           "true",
           "\"a \\\"b\\\" \\\\ c\"",
           "time",
           ".A.b[2, :].c",
           "a + b - c",
           "a - (b - c)",
           "a/(b*c)",
           "a*b/c",
           "-a + b",
           "a + (-b)",
           "-a*b",
           "(-a)*b",
           "(a + b)*c",
           "a^2",
           "(a^b)^c",
           "a.*b",
           "a < b",
           "(a < b) == c",
           "not a",
           "not (a and b)",
           "a and b or c",
           "a and (b or c)",
           "{1, 2, 3}",
           "{i^2 for i in 1:n}",
           "[1, 2; 3, 4]",
           "1:2:n",
           "a + 1:n",
           "f(1, x = 2)",
           "sum(i for i in 1:3)",
           "if a then b elseif c then d else e",
           "(if a then b else c) + 1",
           "A.B.c({1}*x, r)",
           "a[end - 1]",
       }) {
    const std::string written = rewrite(text);
    EXPECT_EQ(written, text);
    EXPECT_EQ(rewrite(written), written) << "what is written can be read again";
  }
}

TEST(ExpressionText, NeedlessParenthesesGo) {
  EXPECT_EQ(rewrite("((a)*(b))+(c)"), "a*b + c");
  EXPECT_EQ(rewrite("1.50e+00"), "1.5");
  EXPECT_EQ(rewrite("1E9"), "1e9");
  EXPECT_EQ(rewrite("0.00001"), "1e-5");
}

}  // namespace
}  // namespace gelenk
