// Syntax errors as sentences, and hostile input.
#include "modelica/test/parser_support.h"

namespace gelenk::modelica {
namespace {

TEST(ParseError, missing_semicolon_is_reported_at_the_end_of_the_line) {
  EXPECT_EQ(find_error("model A\n  Real a\n  Real b;\nend A;"),
            "2:9: error: expected ';' after the declaration of 'a', found 'Real' [syntax]");
  EXPECT_EQ(find_error("model A\n  Real a b;\nend A;"),
            "2:10: error: expected ';' after the declaration of 'a', found 'b' [syntax]");
  EXPECT_EQ(find_error("model A\nequation\n  a = b // comment\n  c = d;\nend A;"),
            "3:8: error: expected ';' after the equation, found 'c' [syntax]");
  EXPECT_EQ(
      find_error("model A\nend A"),
      "2:6: error: expected ';' after the definition of 'A', found the end of the file [syntax]");
}

TEST(ParseError, ends) {
  EXPECT_EQ(
      find_error("model A\n\nend B;"),
      "3:5: error: expected 'end A' for the model that begins in line 1, found 'end B' [syntax]");
  EXPECT_EQ(
      find_error("package P\n  model A\n    Real x;\nend P;"),
      "4:5: error: expected 'end A' for the model that begins in line 2, found 'end P' [syntax]");
  EXPECT_EQ(find_error("model A\nend;"),
            "2:4: error: expected 'A' after 'end', found ';' [syntax]\n"
            "  hint: a class repeats its name at the end: end A;");
  EXPECT_EQ(
      find_error("model A\n  Real x;\n"),
      "2:10: error: expected 'end A' for the model that begins in line 1, found the end of the "
      "file [syntax]");
  EXPECT_EQ(find_error("model A\nequation\n  if a then\n    b = c;\nend A;"),
            "5:5: error: expected 'end if' for the 'if' in line 3, found 'end A' [syntax]");
  EXPECT_EQ(find_error("model A\nequation\n  for i loop\n    b = c;\n  end if;\nend A;"),
            "5:7: error: expected 'end for' for the 'for' in line 3, found 'end if' [syntax]");
  EXPECT_EQ(find_error("model A\nequation\n  if a then\n  else if b then\n  end if;\nend A;"),
            "6:5: error: expected 'end if' for the 'if' in line 3, found 'end A' [syntax]\n"
            "  hint: 'else if' opens another 'if' with its own 'end if'; did you mean 'elseif'?");
}

TEST(ParseError, reserved_words_as_names) {
  EXPECT_EQ(
      find_error("model A\n  Real end;\nend A;"),
      "2:8: error: expected a name after the type 'Real', found 'end', which is a reserved word "
      "[syntax]\n  hint: choose another name");
  EXPECT_EQ(find_error("model model end model;"),
            "1:7: error: expected a name after 'model', found 'model', which is a reserved word "
            "[syntax]\n  hint: choose another name");
}

TEST(ParseError, equal_signs) {
  EXPECT_EQ(find_error("model A\nequation\n  a := b;\nend A;"),
            "3:5: error: expected '=' in the equation, found ':=' [syntax]\n"
            "  hint: ':=' assigns in an algorithm section; an equation uses '='");
  EXPECT_EQ(find_error("model A\nequation\n  a == b;\nend A;"),
            "3:9: error: expected '=' in the equation, found ';' [syntax]\n"
            "  hint: an equation is written with a single '='");
  EXPECT_EQ(find_error("model A\nalgorithm\n  a = b;\nend A;"),
            "3:5: error: expected ':=' in the statement, found '=' [syntax]\n"
            "  hint: an algorithm assigns with ':='; equations stand below 'equation'");
  EXPECT_EQ(find_error("model A\n  Real a := 1;\nend A;"),
            "2:10: error: expected ';' after the declaration of 'a', found ':=' [syntax]\n"
            "  hint: ':=' assigns in an algorithm section; equations and modifications use '='");
  EXPECT_EQ(find_error("model A\nequation\n  if a = b then\n  end if;\nend A;"),
            "3:8: error: expected 'then' after the condition of 'if', found '=' [syntax]\n"
            "  hint: a comparison is written '=='");
  EXPECT_EQ(find_error("model A\n  Real a \"text\" = 1;\nend A;"),
            "2:17: error: expected ';' after the declaration of 'a', found '=' [syntax]\n"
            "  hint: a value stands before the description string");
}

TEST(ParseError, misplaced_sections) {
  EXPECT_EQ(
      find_error("model A\n  x = 1;\nend A;"),
      "2:5: error: expected a name after the type 'x', found '=' [syntax]\n"
      "  hint: equations stand below the word 'equation', statements below 'algorithm'; is it "
      "missing?");
  EXPECT_EQ(
      find_error("model A\n  connect(a, b);\nend A;"),
      "2:3: error: expected a declaration, a class or a section, found 'connect' [syntax]\n"
      "  hint: equations stand below the word 'equation', statements below 'algorithm'; is it "
      "missing?");
  EXPECT_EQ(
      find_error("model A\nequation\n  Real x;\nend A;"),
      "3:8: error: expected '=' in the equation, found 'x' [syntax]\n"
      "  hint: declarations stand above 'equation', or below another 'public' or 'protected'");
  EXPECT_EQ(
      find_error("model A\nequation\n  parameter Real x;\nend A;"),
      "3:3: error: expected an equation, found 'parameter' [syntax]\n"
      "  hint: declarations and classes stand above the section, or below another 'public' or "
      "'protected'");
  EXPECT_EQ(
      find_error("model A\n  annotation(x = 1);\n  Real x;\nend A;"),
      "3:3: error: expected 'end A' after the annotation of the class, found 'Real' [syntax]\n"
      "  hint: the annotation of a class is its last line");
  EXPECT_EQ(
      find_error("model A\n  initial public Real x;\nend A;"),
      "2:3: error: expected a declaration, a class or a section, found 'initial' [syntax]\n"
      "  hint: equations stand below the word 'equation', statements below 'algorithm'; is it "
      "missing?");
}

TEST(ParseError, missing_then_and_loop) {
  EXPECT_EQ(find_error("model A\nequation\n  if a\n    b = c;\n  end if;\nend A;"),
            "3:7: error: expected 'then' after the condition of 'if', found 'b' [syntax]");
  EXPECT_EQ(find_error("model A\nequation\n  for i in 1:3\n    b = c;\n  end for;\nend A;"),
            "3:15: error: expected 'loop' after the range of 'for', found 'b' [syntax]");
}

TEST(ParseError, prefixes) {
  EXPECT_TRUE(contains(find_error("model A\n  parameter final Real x;\nend A;"),
                       "2:13: error: 'final' must stand before 'parameter' [syntax]\n"
                       "  hint: prefixes stand in this order: redeclare, final, inner"));
  EXPECT_TRUE(contains(find_error("model A\n  inner final Real x;\nend A;"),
                       "2:9: error: 'final' must stand before 'inner'"));
  EXPECT_EQ(find_error("model A\n  parameter constant Real x;\nend A;"),
            "2:13: error: 'constant' cannot stand together with 'parameter' [syntax]");
  EXPECT_EQ(find_error("model A\n  final final Real x;\nend A;"),
            "2:9: error: 'final' stands here twice [syntax]");
  EXPECT_EQ(find_error("model A\n  parameter = 3;\nend A;"),
            "2:13: error: expected a type after 'parameter', found '=' [syntax]");
  EXPECT_EQ(find_error("model A\n  parameter x = 3;\nend A;"),
            "2:15: error: expected a name after the type 'x', found '=' [syntax]\n"
            "  hint: a declaration gives the type, then the name: parameter Real x = 1");
  EXPECT_EQ(
      find_error("partial A end A;"),
      "1:9: error: expected the kind of class ('model', 'block', …) after 'partial', found 'A' "
      "[syntax]");
  EXPECT_EQ(
      find_error("model A\n  Real x constrainedby B;\nend A;"),
      "2:10: error: expected ';' after the declaration of 'x', found 'constrainedby' [syntax]\n"
      "  hint: 'constrainedby' needs 'replaceable' before the declaration");
}

TEST(ParseError, modifications) {
  EXPECT_EQ(find_error("model A\n  B b(c[1] = 2);\nend A;"),
            "2:8: error: expected ',' or ')' in the modification, found '[' [syntax]\n"
            "  hint: a modification changes the whole array: x = {…}, or each x = …");
  EXPECT_EQ(find_error("model A\n  B b(Real x);\nend A;"),
            "2:12: error: expected ',' or ')' in the modification, found 'x' [syntax]\n"
            "  hint: to replace an element write redeclare Type name");
  EXPECT_EQ(find_error("model A\n  B b(model M = N);\nend A;"),
            "2:7: error: expected the name of what is modified, found 'model' [syntax]\n"
            "  hint: to replace an element begin with 'redeclare'");
  EXPECT_EQ(find_error("model A\n  B b(redeclare model M end M);\nend A;"),
            "2:25: error: expected '=' after the redeclared class 'M', found 'end' [syntax]\n"
            "  hint: within a modification only the short form can stand: redeclare model A = B");
  EXPECT_EQ(
      find_error("model A\n  B b(break c);\nend A;"),
      "2:7: error: expected a name in the modification, found 'break', which is a reserved word "
      "[syntax]\n  hint: choose another name");
  EXPECT_EQ(find_error("model A\n  B b(final each c = 1);\nend A;"),
            "2:13: error: expected the name of what is modified, found 'each' [syntax]\n"
            "  hint: the prefixes of a modification stand in this order: redeclare, each, final, "
            "replaceable");
}

TEST(ParseError, open_string_swallows_lines) {
  EXPECT_EQ(
      find_error("model A\n  Real a \"text;\n  Real b \"more\";\nend A;"),
      "3:11: error: expected ';' after the declaration of 'a', found 'more' [syntax]\n"
      "  hint: the string that begins in line 2 ends in line 3; is its closing '\"' missing?");
}

TEST(ParseError, top_level) {
  EXPECT_EQ(
      find_error("hello"),
      "1:1: error: expected a class definition ('model', 'package', …), found 'hello' [syntax]");
  EXPECT_EQ(find_error("model A end A;;"),
            "1:15: error: expected a class definition ('model', 'package', …), found ';' [syntax]\n"
            "  hint: remove the extra ';'");
  EXPECT_EQ(find_error("model A Real x;; end A;"),
            "1:16: error: expected a declaration, a class or a section, found ';' [syntax]\n"
            "  hint: remove the extra ';'");
  EXPECT_EQ(find_error("model A equation x = 1;; end A;"),
            "1:24: error: expected an equation, found ';' [syntax]\n  hint: remove the extra ';'");
  EXPECT_EQ(find_error("model A Real " + std::string(1000, 'x') + " y; end A;"),
            "1:1015: error: expected ';' after the declaration of '" + std::string(40, 'x') +
                "…', found 'y' [syntax]");
}

TEST(ParseError, misspelled_first_words) {
  EXPECT_EQ(find_error("model A\n  paramter Real x = 1;\nend A;"),
            "2:17: error: expected ';' after the declaration of 'Real', found 'x' [syntax]\n"
            "  hint: did you mean 'parameter'?");
  EXPECT_EQ(find_error("modle A end A;"),
            "1:1: error: expected a class definition ('model', 'package', …), found 'modle' "
            "[syntax]\n  hint: did you mean 'model'?");
}

TEST(ParseError, statements) {
  EXPECT_EQ(find_error("function f\nalgorithm\n  (a, b) := c;\nend f;"),
            "3:13: error: expected a function call after '(…) :=' [syntax]\n"
            "  hint: several outputs come from one function: (a, b) := f(x)");
  EXPECT_EQ(find_error("function f\nalgorithm\n  connect(a, b);\nend f;"),
            "3:3: error: expected a statement, found 'connect' [syntax]\n"
            "  hint: 'connect' stands only in equation sections");
  EXPECT_EQ(find_error("function f\nalgorithm\n  Real x;\nend f;"),
            "3:8: error: expected ':=' in the statement, found 'x' [syntax]\n"
            "  hint: declarations stand above 'algorithm'");
}

// ---- hostile input -----------------------------------------------------------------------------

TEST(ParseHostile, nesting_is_bounded) {
  constexpr int count = 100'000;
  const std::string head = "model A Real x = ";
  for (const std::string& text :
       {head + repeat("(", count), head + repeat("{", count), head + repeat("[", count),
        head + repeat("f(", count), head + repeat("a[", count), head + repeat("if a then ", count),
        head + "f(" + repeat("function f(a = ", count), repeat("model A ", count),
        repeat("model extends A ", count), "model A B b(" + repeat("c(", count),
        "model A B b(" + repeat("redeclare model M = N(", count),
        "model A annotation(" + repeat("a(", count),
        "model A equation " + repeat("if a then ", count),
        "model A equation " + repeat("for i loop ", count),
        "model A algorithm " + repeat("while a loop ", count)}) {
    EXPECT_TRUE(contains(find_error(text), "nested more than 250 levels deep"))
        << text.substr(0, 40);
  }
}

TEST(ParseHostile, height_of_expressions_is_bounded) {
  for (const char* link : {"a + ", "a*", "a or ", "a and ", "-a .- "}) {
    const std::string message =
        find_expression_error("b + " + repeat(link + (*link == '-'), 100'000));
    EXPECT_TRUE(contains(message, "more than 2000 operations")) << message;
  }
  EXPECT_EQ(find_expression_error(repeat("a + ", 1999) + "a"), "no error");
  EXPECT_TRUE(contains(find_expression_error(repeat("a + ", 2000) + "a"), "2000 operations"));
  // Long sums at the head of long sums add up.
  EXPECT_TRUE(
      contains(find_expression_error(repeat("(", 30) + "a" + repeat(repeat(" + a", 100) + ")", 30)),
               "2000 operations"));
}

TEST(ParseHostile, reasonable_nesting_is_accepted) {
  EXPECT_EQ(find_expression_error(repeat("(", 200) + "a" + repeat(")", 200)), "no error");
  EXPECT_EQ(find_expression_error(repeat("if a then b else ", 5000) + "c"), "no error");
  EXPECT_EQ(find_expression_error("{" + repeat("1, ", 20'000) + "1}"), "no error");
}

TEST(ParseHostile, truncated_text_never_crashes) {
  const std::string text = R"(within A.B;
partial model C "text" extends D(redeclare replaceable model M = N constrainedby O, break p);
  import E.{F, G};
  parameter Real 'x y'[3](each start = 1e-3) = {1, 2.5, -3} if a[end] annotation(f(g = "h\n"));
protected type T = enumeration(u "v", w); /* x */
equation
  if a then (b, c) = f(function g(h = 1), {i for i in 1:3}); else connect(d, e); end if; // y
algorithm
  when a then x := [1, 2; 3, 4]; elsewhen b then while c loop break; end while; end when;
  annotation(experiment(StopTime = 1));
end C;)";
  EXPECT_EQ(find_error(text), "no error");
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool is_whole = i <= 12;  // up to the line "within A.B;"
    const std::string message = find_error(text.substr(0, i));
    EXPECT_TRUE(is_whole || contains(message, "[syntax]")) << i;
    find_error(text.substr(i));
    find_error(text.substr(0, i) + text.substr(i + 1));
  }
}

}  // namespace
}  // namespace gelenk::modelica
