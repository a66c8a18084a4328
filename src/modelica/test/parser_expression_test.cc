// Expressions of the grammar, production by production.
#include "modelica/test/parser_support.h"

namespace gelenk::modelica {
namespace {

// ---- expressions -------------------------------------------------------------------------------

TEST(ParseExpression, literals) {
  EXPECT_EQ(parse_and_show("42"), "42");
  EXPECT_EQ(parse_and_show("1."), "1r");
  EXPECT_EQ(parse_and_show("1.e3"), "1000r");
  EXPECT_EQ(parse_and_show("1e-006"), "1e-06r");
  EXPECT_EQ(parse_and_show(".25"), "0.25r");
  EXPECT_EQ(parse_and_show("2.5E+1"), "25r");
  EXPECT_EQ(parse_and_show("9007199254740992"), "9.00719925474099e+15");
  EXPECT_EQ(parse_and_show("9007199254740994"), "9.00719925474099e+15r");
  EXPECT_EQ(parse_and_show("1e-999"), "0r");
  EXPECT_EQ(parse_and_show("0e999"), "0r");
  EXPECT_EQ(parse_and_show("true"), "true");
  EXPECT_EQ(parse_and_show("false"), "false");
  EXPECT_EQ(parse_and_show(R"("a\tb")"), "\"a\tb\"");
}

TEST(ParseExpression, precedence) {
  EXPECT_EQ(parse_and_show("a + b*c^d"), "(+ a (* b (^ c d)))");
  EXPECT_EQ(parse_and_show("a - b - c"), "(- (- a b) c)");
  EXPECT_EQ(parse_and_show("a/b*c"), "(* (/ a b) c)");
  EXPECT_EQ(parse_and_show("(a + b)*c"), "(* (+ a b) c)");
  EXPECT_EQ(parse_and_show("a - (b - c)"), "(- a (- b c))");
  EXPECT_EQ(parse_and_show("a or b and not c"), "(or a (and b (not c)))");
  EXPECT_EQ(parse_and_show("not a == b"), "(not (== a b))");
  EXPECT_EQ(parse_and_show("a + 1 < b and c >= d"), "(and (< (+ a 1) b) (>= c d))");
  EXPECT_EQ(parse_and_show("a <> b or a <= b or a > b"), "(or (or (<> a b) (<= a b)) (> a b))");
  EXPECT_EQ(parse_and_show("a .+ b .* c ./ d .^ e .- f"), "(.- (.+ a (./ (.* b c) (.^ d e))) f)");
}

TEST(ParseExpression, sign_binds_the_first_term) {
  EXPECT_EQ(parse_and_show("-a*b"), "(- (* a b))");
  EXPECT_EQ(parse_and_show("-a^2"), "(- (^ a 2))");
  EXPECT_EQ(parse_and_show("-a + b"), "(+ (- a) b)");
  EXPECT_EQ(parse_and_show("+a - b"), "(- (+ a) b)");
  EXPECT_EQ(parse_and_show(".-a"), "(.- a)");
  EXPECT_EQ(parse_and_show("a < -b"), "(< a (- b))");
  EXPECT_EQ(parse_and_show("a*(-b)"), "(* a (- b))");
}

TEST(ParseExpression, ranges) {
  EXPECT_EQ(parse_and_show("1:n"), "(: 1 n)");
  EXPECT_EQ(parse_and_show("n:-1:1+m"), "(: n (- 1) (+ 1 m))");
}

TEST(ParseExpression, references) {
  EXPECT_EQ(parse_and_show("a.b[1, :].c[end - 1]"), "a.b[1,:].c[(- end 1)]");
  EXPECT_EQ(parse_and_show(".Modelica.Constants.pi"), ".Modelica.Constants.pi");
  EXPECT_EQ(parse_and_show("a[b[end]:end]"), "a[(: b[end] end)]");
  EXPECT_EQ(parse_and_show("'a b'.'+'"), "'a b'.'+'");
  EXPECT_EQ(parse_and_show("a[{1, end}]"), "a[{1, end}]");
}

TEST(ParseExpression, calls) {
  EXPECT_EQ(parse_and_show("f()"), "f()");
  EXPECT_EQ(parse_and_show("A.f(x, 2*y, a = 3, b = g(4))"), "A.f(x, (* 2 y), a=3, b=g(4))");
  EXPECT_EQ(parse_and_show("f(a = 1)"), "f(a=1)");
  EXPECT_EQ(parse_and_show("der(x)"), "der(x)");
  EXPECT_EQ(parse_and_show("initial() or pure(f(x)) > 0"), "(or initial() (> pure(f(x)) 0))");
  EXPECT_EQ(parse_and_show("sum(a[i] for i in 1:n)"), "sum(a[i] for i in (: 1 n))");
  EXPECT_EQ(parse_and_show("max(a[i, j] for i, j in 1:3)"), "max(a[i,j] for i for j in (: 1 3))");
  EXPECT_EQ(
      parse_and_show("quad(function A.f(a = 1, b = function g()), 0, h = function .k(x = 2))"),
      "quad(function A.f(a=1, b=function g()), 0, h=function .k(x=2))");
}

TEST(ParseExpression, arrays) {
  EXPECT_EQ(parse_and_show("{1, {2, 3}}"), "{1, {2, 3}}");
  EXPECT_EQ(parse_and_show("[1, 2; 3, 4]"), "[1, 2; 3, 4]");
  EXPECT_EQ(parse_and_show("{i*j for i in 1:3, j in {1, 2}}"),
            "{(* i j) for i in (: 1 3) for j in {1, 2}}");
  EXPECT_EQ(parse_and_show("{1:3}"), "{(: 1 3)}");
}

TEST(ParseExpression, parentheses_and_tuples) {
  EXPECT_EQ(parse_and_show("((a))"), "a");
  EXPECT_EQ(parse_and_show("(a, , b)"), "(tuple a _ b)");
  EXPECT_EQ(parse_and_show("(, a,)"), "(tuple _ a _)");
  EXPECT_EQ(parse_and_show("()"), "(tuple )");
  EXPECT_EQ(parse_and_show("(f(x))[2, :]"), "(index f(x) 2 :)");
}

TEST(ParseExpression, conditions) {
  EXPECT_EQ(parse_and_show("if a then b else c"), "(if a b c)");
  EXPECT_EQ(parse_and_show("if a then b elseif c then d else e + 1"), "(if a b c d (+ e 1))");
  EXPECT_EQ(parse_and_show("if a then b else if c then d else e"), "(if a b c d e)");
  EXPECT_EQ(parse_and_show("1 + (if a then if b then c else d else e)"),
            "(+ 1 (if a (if b c d) e))");
}

TEST(ParseExpression, points_at_operators_and_first_tokens) {
  const ExprPtr sum = parse_expression(make_file("a +\n  f(b)"));
  EXPECT_EQ(sum->where.line, 1u);
  EXPECT_EQ(sum->where.column, 3u);
  EXPECT_EQ(sum->where.file->name, "test.mo");
  EXPECT_EQ(sum->operands[1]->where.line, 2u);
  EXPECT_EQ(sum->operands[1]->where.column, 3u);
}

TEST(ParseExpression, keeps_the_height) {
  EXPECT_EQ(parse_expression(make_file("a"))->depth, 1);
  EXPECT_EQ(parse_expression(make_file("a + b*c"))->depth, 3);
  EXPECT_EQ(parse_expression(make_file("a[b[c]]"))->depth, 3);
  EXPECT_EQ(parse_expression(make_file("f(x, y = g(z))"))->depth, 3);
  EXPECT_EQ(parse_expression(make_file("[a, -b]"))->depth, 3);
  EXPECT_EQ(parse_expression(make_file("{i for i in 1:-3}"))->depth, 4);
}

TEST(ParseExpression, errors) {
  EXPECT_EQ(find_expression_error(""),
            "1:1: error: expected an expression, found the end of the file [syntax]");
  EXPECT_EQ(find_expression_error("1 2"),
            "1:3: error: expected the end after the expression, found '2' [syntax]");
  EXPECT_EQ(find_expression_error("a = b"),
            "1:3: error: expected the end after the expression, found '=' [syntax]\n"
            "  hint: a comparison is written '=='");
  EXPECT_EQ(find_expression_error("a*-b"),
            "1:3: error: expected an expression, found '-' [syntax]\n"
            "  hint: put a signed operand in parentheses: a*(-b)");
  EXPECT_EQ(find_expression_error("a**b"),
            "1:3: error: expected an expression, found '*' [syntax]\n"
            "  hint: a power is written '^'");
  EXPECT_EQ(find_expression_error("a^b^c"),
            "1:4: error: a power cannot be raised again, found '^' after a power [syntax]\n"
            "  hint: use parentheses: (a^b)^c or a^(b^c)");
  EXPECT_EQ(find_expression_error("a < b < c"),
            "1:7: error: a comparison cannot be compared again, found '<' after a comparison "
            "[syntax]\n  hint: write a < b and b < c, or use parentheses");
  EXPECT_EQ(find_expression_error("a[1][2]"),
            "1:5: error: expected one list of subscripts, found another '[' [syntax]\n"
            "  hint: several subscripts are separated by commas: a[1, 2]");
  EXPECT_EQ(find_expression_error("f(x)[1]"),
            "1:5: error: the result of a call cannot be followed by '[' [syntax]\n"
            "  hint: put the call in parentheses: (f(x))[1]");
  EXPECT_EQ(
      find_expression_error("f(a = 1, 2)"),
      "1:10: error: expected a named argument (name = value) after a named argument, found '2' "
      "[syntax]");
  EXPECT_EQ(find_expression_error("{1 2}"),
            "1:4: error: expected ',' or '}' in the array, found '2' [syntax]");
  EXPECT_EQ(find_expression_error("{}"),
            "1:2: error: expected an expression, found '}' [syntax]\n"
            "  hint: an empty array is written zeros(0) or fill(value, 0)");
  EXPECT_EQ(
      find_expression_error("(a + b"),
      "1:7: error: expected ')' to close the parenthesis, found the end of the file [syntax]");
  EXPECT_EQ(
      find_expression_error("if a then b"),
      "1:12: error: expected 'else' in the if-expression, found the end of the file [syntax]\n"
      "  hint: an expression needs a value for every case: if c then a else b");
  EXPECT_EQ(find_expression_error("if a = b then c else d"),
            "1:6: error: expected 'then' after the condition of 'if', found '=' [syntax]\n"
            "  hint: a comparison is written '=='");
  EXPECT_EQ(find_expression_error("1 + if a then b else c"),
            "1:5: error: expected an expression, found 'if' [syntax]\n"
            "  hint: put an if-expression that is part of another one in parentheses");
  EXPECT_EQ(find_expression_error("a =< b"),
            "1:3: error: expected the end after the expression, found '=' [syntax]\n"
            "  hint: a comparison is written '=='");
  EXPECT_EQ(find_expression_error("1e999"), "1:1: error: the number 1e999 is too large [syntax]");
  EXPECT_EQ(
      find_expression_error("a.model"),
      "1:3: error: expected a name after '.', found 'model', which is a reserved word [syntax]\n"
      "  hint: choose another name");
  EXPECT_EQ(find_expression_error("der x"),
            "1:5: error: expected '(' after the operator 'der', found 'x' [syntax]");
  EXPECT_EQ(find_expression_error("end"),
            "1:1: error: expected an expression, found 'end' [syntax]\n"
            "  hint: 'end' is a value only within subscripts: x[end]");
}

}  // namespace
}  // namespace gelenk::modelica
