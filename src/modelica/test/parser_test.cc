// The grammar production by production, syntax errors as sentences, and hostile input. Expressions
// are compared in prefix form: a + b*c is (+ a (* b c)).
#include "modelica/parser.h"

#include <string>
#include <vector>

#include "base/error.h"
#include "gtest/gtest.h"

namespace gelenk::modelica {
namespace {

std::shared_ptr<const SourceFile> make_file(std::string text) {
  auto file = std::make_shared<SourceFile>();
  file->name = "test.mo";
  file->text = std::move(text);
  return file;
}

StoredDefinition parse_text(std::string text) { return parse(make_file(std::move(text))); }

ClassPtr parse_class(std::string text) {
  StoredDefinition stored = parse_text(std::move(text));
  EXPECT_EQ(stored.classes.size(), 1u);
  return stored.classes.at(0);
}

// ---- prefix form -------------------------------------------------------------------------------

std::string show(const ExprPtr& e);

std::string show_all(const std::vector<ExprPtr>& list, const char* separator = " ") {
  std::string text;
  for (std::size_t i = 0; i < list.size(); ++i) text += (i > 0 ? separator : "") + show(list[i]);
  return text;
}

std::string show_number(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.15g", x);
  return buffer;
}

std::string show_iterators(const std::vector<Iterator>& iterators) {
  std::string text;
  for (const Iterator& i : iterators) {
    text += " for " + i.name + (i.range ? " in " + show(i.range) : "");
  }
  return text;
}

std::string show_ref(const Expr& e) {
  std::string text;
  for (std::size_t i = 0; i < e.ref.size(); ++i) {
    text += (i > 0 || e.global ? "." : "") + e.ref[i].name;
    if (!e.ref[i].subscripts.empty()) text += "[" + show_all(e.ref[i].subscripts, ",") + "]";
  }
  return text;
}

std::string show_call(const Expr& e) {
  std::string text = show_ref(e) + "(" + show_all(e.operands, ", ");
  for (std::size_t i = 0; i < e.named.size(); ++i) {
    text +=
        (i > 0 || !e.operands.empty() ? ", " : "") + e.named[i].name + "=" + show(e.named[i].value);
  }
  return text + show_iterators(e.iterators) + ")";
}

std::string show(const ExprPtr& e) {
  if (!e) return "_";
  switch (e->kind) {
    case ExprKind::real: return show_number(e->number) + "r";
    case ExprKind::integer: return show_number(e->number);
    case ExprKind::string: return "\"" + e->text + "\"";
    case ExprKind::boolean: return e->number == 1.0 ? "true" : "false";
    case ExprKind::end: return "end";
    case ExprKind::colon: return ":";
    case ExprKind::reference: return show_ref(*e);
    case ExprKind::call: return show_call(*e);
    case ExprKind::partial_call: return "function " + show_call(*e);
    case ExprKind::array:
      return "{" + show_all(e->operands, ", ") + show_iterators(e->iterators) + "}";
    case ExprKind::matrix: {
      std::string text;
      for (const auto& row : e->rows) text += (text.empty() ? "[" : "; ") + show_all(row, ", ");
      return text + "]";
    }
    case ExprKind::tuple: return "(tuple " + show_all(e->operands) + ")";
    case ExprKind::range: return "(: " + show_all(e->operands) + ")";
    case ExprKind::unary:
    case ExprKind::binary: return "(" + e->text + " " + show_all(e->operands) + ")";
    case ExprKind::if_then_else: return "(if " + show_all(e->operands) + ")";
    case ExprKind::indexed: return "(index " + show_all(e->operands) + ")";
  }
  return "?";
}

std::string show(const ModificationPtr& modification) {
  if (!modification) return "";
  std::string text = "(";
  for (const Argument& argument : modification->arguments) {
    if (text.size() > 1) text += ", ";
    if (argument.redeclare) text += "redeclare ";
    if (argument.each) text += "each ";
    if (argument.final_) text += "final ";
    if (argument.replaceable) text += "replaceable ";
    switch (argument.kind) {
      case Argument::Kind::modification:
        text += argument.name.to_string() + show(argument.modification);
        break;
      case Argument::Kind::redeclare_component: {
        const ComponentDecl& declaration = argument.component->declarations.at(0);
        text += argument.component->type.to_string() + " " + declaration.name +
                show(declaration.modification);
        break;
      }
      case Argument::Kind::redeclare_class:
        text += std::string(to_string(argument.class_->restriction)) + " " + argument.class_->name +
                "=" + argument.class_->base.to_string() + show(argument.class_->base_modification);
        break;
    }
    if (!argument.comment.empty()) text += " \"" + argument.comment + "\"";
  }
  text += ")";
  if (modification->is_break) text += "=break";
  if (modification->value) text += "=" + show(modification->value);
  return text;
}

std::string parse_and_show(std::string text) {
  return show(parse_expression(make_file(std::move(text))));
}

// The only component of `model A …; end A;`.
std::shared_ptr<const ComponentClause> parse_component(const std::string& text) {
  const ClassPtr definition = parse_class("model A\n" + text + ";\nend A;");
  EXPECT_EQ(definition->elements.size(), 1u);
  return definition->elements.at(0).component;
}

std::string parse_modification(const std::string& text) {
  return show(parse_component("B b" + text)->declarations.at(0).modification);
}

std::string find_error(std::string text) {
  try {
    parse_text(std::move(text));
  } catch (const UserError& error) {
    EXPECT_EQ(error.diagnostics().at(0).code, "syntax");
    return std::string(error.what()).substr(std::string("test.mo:").size());
  }
  return "no error";
}

std::string find_expression_error(std::string text) {
  try {
    parse_expression(make_file(std::move(text)));
  } catch (const UserError& error) {
    return std::string(error.what()).substr(std::string("test.mo:").size());
  }
  return "no error";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string repeat(const std::string& text, int count) {
  std::string all;
  all.reserve(text.size() * static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

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

// ---- stored definitions and classes ------------------------------------------------------------

TEST(ParseStoredDefinition, within_and_several_classes) {
  EXPECT_FALSE(parse_text("").within);
  EXPECT_TRUE(parse_text("within;").within->parts.empty());
  const StoredDefinition stored =
      parse_text("within A.B; final model C end C; package D \"d\" end D;");
  EXPECT_EQ(stored.within->to_string(), "A.B");
  ASSERT_EQ(stored.classes.size(), 2u);
  EXPECT_TRUE(stored.classes[0]->final_);
  EXPECT_FALSE(stored.classes[1]->final_);
  EXPECT_EQ(stored.classes[1]->comment, "d");
  EXPECT_EQ(stored.classes[1]->restriction, Restriction::package);
}

TEST(ParseClass, every_restriction) {
  const char* kinds[] = {"class",
                         "model",
                         "record",
                         "operator record",
                         "block",
                         "connector",
                         "expandable connector",
                         "type",
                         "package",
                         "function",
                         "operator function",
                         "operator"};
  for (const char* kind : kinds) {
    const ClassPtr definition = parse_class(std::string(kind) + " A end A;");
    EXPECT_STREQ(to_string(definition->restriction), kind);
    EXPECT_FALSE(definition->partial || definition->encapsulated || definition->pure);
  }
}

TEST(ParseClass, prefixes) {
  const ClassPtr model = parse_class("encapsulated partial model A end A;");
  EXPECT_TRUE(model->encapsulated && model->partial);
  EXPECT_TRUE(parse_class("pure function f end f;")->pure);
  const ClassPtr impure = parse_class("partial impure operator function f end f;");
  EXPECT_TRUE(impure->impure && impure->partial && !impure->pure);
  EXPECT_EQ(impure->restriction, Restriction::operator_function);
}

TEST(ParseClass, short_form) {
  const ClassPtr definition =
      parse_class("connector A = input .B.C[3, :](each unit = \"m\") \"text\" annotation(x = 1);");
  EXPECT_EQ(definition->form, ClassDef::Form::short_);
  EXPECT_EQ(definition->base.to_string(), ".B.C");
  EXPECT_TRUE(definition->base_prefix.input);
  EXPECT_EQ(show_all(definition->base_subscripts), "3 :");
  EXPECT_EQ(show(definition->base_modification), "(each unit()=\"m\")");
  EXPECT_EQ(definition->comment, "text");
  EXPECT_EQ(show(definition->annotation), "(x()=1)");
}

TEST(ParseClass, enumeration) {
  const ClassPtr definition =
      parse_class("type E = enumeration(a \"first\", b annotation(x = 1), 'c d') \"text\";");
  EXPECT_EQ(definition->form, ClassDef::Form::enumeration);
  ASSERT_EQ(definition->literals.size(), 3u);
  EXPECT_EQ(definition->literals[0].comment, "first");
  EXPECT_EQ(definition->literals[2].name, "'c d'");
  EXPECT_EQ(definition->comment, "text");
  EXPECT_TRUE(parse_class("type E = enumeration(:);")->all_literals);
  EXPECT_TRUE(parse_class("type E = enumeration();")->literals.empty());
}

TEST(ParseClass, derivative) {
  const ClassPtr definition = parse_class("function f = der(A.g, x, y) \"text\";");
  EXPECT_EQ(definition->form, ClassDef::Form::derivative);
  EXPECT_EQ(definition->base.to_string(), "A.g");
  EXPECT_EQ(definition->derivative_of, (std::vector<std::string>{"x", "y"}));
}

TEST(ParseClass, class_extends) {
  const ClassPtr outer = parse_class(
      "package P extends Q; redeclare replaceable model extends M(a = 1) \"m\" Real x; end M; end "
      "P;");
  const auto& nested = outer->elements.at(1).class_;
  EXPECT_TRUE(nested->prefix.redeclare && nested->prefix.replaceable);
  EXPECT_TRUE(nested->definition->class_extends);
  EXPECT_EQ(nested->definition->name, "M");
  EXPECT_EQ(show(nested->definition->extends_modification), "(a()=1)");
  EXPECT_EQ(nested->definition->comment, "m");
  EXPECT_EQ(nested->definition->elements.size(), 1u);
}

TEST(ParseClass, sections) {
  const ClassPtr definition = parse_class(R"(
model A "one " + "two"
  Real a;
protected
  Real b;
  extends B;
  model M end M;
public
  Real c;
initial equation
  a = 0;
equation
  a = b;
algorithm
  c := a;
initial algorithm
  c := 0;
algorithm
equation
  b = c;
protected
  Real d;
  annotation(experiment(StopTime = 1));
end A;)");
  EXPECT_EQ(definition->comment, "one two");
  ASSERT_EQ(definition->elements.size(), 6u);
  EXPECT_FALSE(definition->elements[0].component->prefix.is_protected);
  EXPECT_TRUE(definition->elements[1].component->prefix.is_protected);
  EXPECT_TRUE(definition->elements[2].extends->is_protected);
  EXPECT_TRUE(definition->elements[3].class_->prefix.is_protected);
  EXPECT_FALSE(definition->elements[4].component->prefix.is_protected);
  EXPECT_TRUE(definition->elements[5].component->prefix.is_protected);
  EXPECT_EQ(definition->equations.size(), 2u);
  EXPECT_EQ(definition->initial_equations.size(), 1u);
  EXPECT_EQ(definition->algorithms.size(), 2u);
  EXPECT_EQ(definition->initial_algorithms.size(), 1u);
  EXPECT_EQ(show(definition->annotation), "(experiment(StopTime()=1))");
}

TEST(ParseClass, external_functions) {
  for (const char* clause :
       {"external;", "external \"C\";", "external \"C\" f(a, 2);", "external y = f();",
        "external \"FORTRAN 77\" y.z[1] = f(x, size(x, 1)) annotation(Library = \"l\");",
        "external \"C\" annotation(Library = \"l\"); annotation(Inline = true);"}) {
    const ClassPtr definition = parse_class("function f " + std::string(clause) + " end f;");
    EXPECT_TRUE(definition->external) << clause;
  }
  EXPECT_EQ(show(parse_class("function f external; annotation(a = 1); end f;")->annotation),
            "(a()=1)");
}

TEST(ParseClass, operator_with_quoted_name) {
  const ClassPtr definition = parse_class(
      "operator record C operator '+' function add input C a; end add; end '+'; end C;");
  const auto& plus = definition->elements.at(0).class_->definition;
  EXPECT_EQ(plus->restriction, Restriction::operator_);
  EXPECT_EQ(plus->name, "'+'");
}

// ---- elements ----------------------------------------------------------------------------------

TEST(ParseElement, component) {
  const auto clause = parse_component(
      "parameter A.B[2] x[3, :](start = 1, fixed = true) = y if c > 0 \"text\" annotation(e = f), "
      "z");
  EXPECT_EQ(clause->type.to_string(), "A.B");
  EXPECT_EQ(show_all(clause->subscripts), "2");
  EXPECT_TRUE(clause->type_prefix.parameter);
  ASSERT_EQ(clause->declarations.size(), 2u);
  const ComponentDecl& x = clause->declarations[0];
  EXPECT_EQ(x.name, "x");
  EXPECT_EQ(show_all(x.subscripts), "3 :");
  EXPECT_EQ(show(x.modification), "(start()=1, fixed()=true)=y");
  EXPECT_EQ(show(x.condition), "(> c 0)");
  EXPECT_EQ(x.comment, "text");
  EXPECT_EQ(show(x.annotation), "(e()=f)");
  EXPECT_EQ(x.where.line, 2u);
  EXPECT_EQ(x.where.column, 18u);
  EXPECT_EQ(clause->declarations[1].modification, nullptr);
}

TEST(ParseElement, prefixes) {
  const auto all =
      parse_component("redeclare final inner outer replaceable flow discrete input A a");
  EXPECT_TRUE(all->prefix.redeclare && all->prefix.final_ && all->prefix.inner &&
              all->prefix.outer && all->prefix.replaceable);
  EXPECT_TRUE(all->type_prefix.flow && all->type_prefix.discrete && all->type_prefix.input);
  const auto others = parse_component("stream constant output A a");
  EXPECT_TRUE(others->type_prefix.stream && others->type_prefix.constant &&
              others->type_prefix.output);
  EXPECT_FALSE(others->prefix.redeclare || others->type_prefix.flow);
}

TEST(ParseElement, constraining_clause) {
  const auto clause = parse_component(
      "replaceable A a(x = 1) constrainedby .B.C(y = 2) \"text\" annotation(z = 3)");
  ASSERT_TRUE(clause->constrained_by);
  EXPECT_EQ(clause->constrained_by->type.to_string(), ".B.C");
  EXPECT_EQ(show(clause->constrained_by->modification), "(y()=2)");
  EXPECT_EQ(clause->declarations[0].comment, "text");
  EXPECT_EQ(show(clause->declarations[0].annotation), "(z()=3)");
  const ClassPtr outer = parse_class(
      "model A final replaceable package M = B \"own\" constrainedby C \"other\"; end A;");
  const auto& nested = outer->elements.at(0).class_;
  EXPECT_EQ(nested->constrained_by->type.to_string(), "C");
  EXPECT_EQ(nested->definition->comment, "own");
  EXPECT_TRUE(nested->definition->final_);
}

TEST(ParseElement, imports) {
  const ClassPtr definition = parse_class(
      "model A import B; import C.D.E \"text\"; import F = G.H; import I.*; import J.K . *; "
      "import L.{M, N} annotation(x = 1); end A;");
  const auto import = [&](std::size_t i) { return *definition->elements.at(i).import; };
  EXPECT_EQ(import(0).name.to_string(), "B");
  EXPECT_EQ(import(1).name.to_string(), "C.D.E");
  EXPECT_EQ(import(2).alias, "F");
  EXPECT_EQ(import(2).name.to_string(), "G.H");
  EXPECT_TRUE(import(3).all);
  EXPECT_EQ(import(3).name.to_string(), "I");
  EXPECT_TRUE(import(4).all);
  EXPECT_EQ(import(4).name.to_string(), "J.K");
  EXPECT_EQ(import(5).selected, (std::vector<std::string>{"M", "N"}));
  EXPECT_EQ(import(5).name.to_string(), "L");
  EXPECT_FALSE(import(5).all);
}

TEST(ParseElement, extends) {
  const ClassPtr definition = parse_class(
      "model A extends .B.C(a = 1, break b, break connect(c.d, e[2]), redeclare D d) "
      "annotation(x = 1); end A;");
  const auto& extends = definition->elements.at(0).extends;
  EXPECT_EQ(extends->type.to_string(), ".B.C");
  EXPECT_EQ(show(extends->modification), "(a()=1, redeclare D d)");
  EXPECT_EQ(extends->broken, std::vector<std::string>{"b"});
  ASSERT_EQ(extends->broken_connections.size(), 1u);
  EXPECT_EQ(show(extends->broken_connections[0].first), "c.d");
  EXPECT_EQ(show(extends->broken_connections[0].second), "e[2]");
  EXPECT_EQ(show(extends->annotation), "(x()=1)");
}

TEST(ParseModification, values_and_nesting) {
  EXPECT_EQ(parse_modification(""), "");
  EXPECT_EQ(parse_modification("()"), "()");
  EXPECT_EQ(parse_modification(" = 2*c"), "()=(* 2 c)");
  EXPECT_EQ(parse_modification("(a.b.c(d = 1) = 2 \"x\" + \"y\", e \"z\")"),
            "(a.b.c(d()=1)=2 \"xy\", e \"z\")");
  EXPECT_EQ(parse_modification("(each final a = 1, final b = break) = break"),
            "(each final a()=1, final b()=break)=break");
}

TEST(ParseModification, redeclarations) {
  EXPECT_EQ(parse_modification("(redeclare A.B c(d = 1) \"text\")"),
            "(redeclare A.B c(d()=1) \"text\")");
  EXPECT_EQ(parse_modification("(redeclare each final parameter A b = 1)"),
            "(redeclare each final A b()=1)");
  EXPECT_EQ(parse_modification("(redeclare package M = N.O(a = 1))"),
            "(redeclare package M=N.O(a()=1))");
  EXPECT_EQ(parse_modification("(redeclare partial operator record M = N \"text\")"),
            "(redeclare operator record M=N \"text\")");
  const auto clause = parse_component(
      "B b(replaceable A a constrainedby C, redeclare replaceable model M = N "
      "constrainedby O(x = 1), redeclare type E = enumeration(f, g))");
  const auto& arguments = clause->declarations[0].modification->arguments;
  EXPECT_EQ(arguments.at(0).kind, Argument::Kind::redeclare_component);
  EXPECT_TRUE(arguments[0].replaceable && !arguments[0].redeclare);
  EXPECT_EQ(arguments[0].component->constrained_by->type.to_string(), "C");
  EXPECT_EQ(arguments[0].name.to_string(), "a");
  EXPECT_EQ(arguments.at(1).kind, Argument::Kind::redeclare_class);
  EXPECT_EQ(arguments[1].constrained_by->type.to_string(), "O");
  EXPECT_EQ(arguments[1].name.to_string(), "M");
  EXPECT_EQ(arguments.at(2).class_->literals.size(), 2u);
}

TEST(ParseModification, annotations) {
  EXPECT_EQ(
      show(parse_component("B b annotation(Icon(graphics = {Line(points = {{-1, 2}, {3, 4}}, "
                           "color = {0, 0, 1}), Text(textString = \"%name\")}), "
                           "choices(choice = 1 \"one\", choice(redeclare model M = N \"n\")))")
               ->declarations[0]
               .annotation),
      "(Icon(graphics()={Line(points={{(- 1), 2}, {3, 4}}, color={0, 0, 1}), "
      "Text(textString=\"%name\")}), choices(choice()=1 \"one\", choice(redeclare model M=N "
      "\"n\")))");
}

// ---- equations and statements ------------------------------------------------------------------

TEST(ParseEquation, simple_forms) {
  const ClassPtr definition = parse_class(R"(
model A
equation
  der(x) + y = if a then 1 else 2 "text" annotation(e = 1);
  (a, , b) = f(x);
  connect(c.d[1], .e);
  connect(c, d) annotation(Line(points = {{0, 0}, {1, 1}}));
  assert(x > 0, "x is " + String(x));
  Connections.root(frame.R);
  not a = b;
  {1, 2} = x;
  initial() = b;
  pure(f(x)) = 1;
  1:3 = x;
end A;)");
  const auto& equations = definition->equations;
  ASSERT_EQ(equations.size(), 11u);
  EXPECT_EQ(equations[0].kind, Equation::Kind::equality);
  EXPECT_EQ(show(equations[0].left), "(+ der(x) y)");
  EXPECT_EQ(show(equations[0].right), "(if a 1 2)");
  EXPECT_EQ(equations[0].comment, "text");
  EXPECT_EQ(show(equations[0].annotation), "(e()=1)");
  EXPECT_EQ(equations[0].where.line, 4u);
  EXPECT_EQ(show(equations[1].left), "(tuple a _ b)");
  EXPECT_EQ(equations[2].kind, Equation::Kind::connect);
  EXPECT_EQ(show(equations[2].left), "c.d[1]");
  EXPECT_EQ(show(equations[2].right), ".e");
  EXPECT_NE(equations[3].annotation, nullptr);
  EXPECT_EQ(equations[4].kind, Equation::Kind::call);
  EXPECT_EQ(show(equations[4].left), "assert((> x 0), (+ \"x is \" String(x)))");
  EXPECT_EQ(show(equations[5].left), "Connections.root(frame.R)");
  EXPECT_EQ(show(equations[6].left), "(not a)");
  EXPECT_EQ(show(equations[7].left), "{1, 2}");
  EXPECT_EQ(show(equations[8].left), "initial()");
}

TEST(ParseEquation, block_forms) {
  const ClassPtr definition = parse_class(R"(
model A
equation
  if a then
    x = 1;
    y = 2;
  elseif b then
  else
    x = 3;
  end if "text";
  for i in 1:3, j loop
    connect(c[i], d[j]);
  end for;
  when {a, b} then
    reinit(x, 0);
  elsewhen c then
    y = pre(y);
  end when;
end A;)");
  ASSERT_EQ(definition->equations.size(), 3u);
  const Equation& if_ = definition->equations[0];
  EXPECT_EQ(if_.kind, Equation::Kind::if_);
  ASSERT_EQ(if_.branches.size(), 3u);
  EXPECT_EQ(if_.branches[0].equations.size(), 2u);
  EXPECT_EQ(show(if_.branches[1].condition), "b");
  EXPECT_TRUE(if_.branches[1].equations.empty());
  EXPECT_EQ(if_.branches[2].condition, nullptr);
  EXPECT_EQ(if_.comment, "text");
  const Equation& for_ = definition->equations[1];
  EXPECT_EQ(for_.kind, Equation::Kind::for_);
  EXPECT_EQ(show_iterators(for_.iterators), " for i in (: 1 3) for j");
  ASSERT_EQ(for_.branches.size(), 1u);
  EXPECT_EQ(for_.branches[0].equations.at(0).kind, Equation::Kind::connect);
  const Equation& when = definition->equations[2];
  EXPECT_EQ(when.kind, Equation::Kind::when);
  ASSERT_EQ(when.branches.size(), 2u);
  EXPECT_EQ(show(when.branches[0].condition), "{a, b}");
}

TEST(ParseStatement, every_form) {
  const ClassPtr definition = parse_class(R"(
function f
algorithm
  a.b[1] := c + 1 "text" annotation(e = 1);
  (a, , b) := g(x);
  print("a");
  if a then return; elseif b then x := 1; else break; end if;
  for i loop x := i; end for;
  while x > 0 loop x := x - 1; end while;
  when a then x := 1; elsewhen b then x := 2; end when;
  .h(x);
end f;)");
  ASSERT_EQ(definition->algorithms.size(), 1u);
  const auto& statements = definition->algorithms[0];
  ASSERT_EQ(statements.size(), 8u);
  EXPECT_EQ(statements[0].kind, Statement::Kind::assign);
  EXPECT_EQ(show(statements[0].left), "a.b[1]");
  EXPECT_EQ(show(statements[0].right), "(+ c 1)");
  EXPECT_EQ(show(statements[1].left), "(tuple a _ b)");
  EXPECT_EQ(show(statements[1].right), "g(x)");
  EXPECT_EQ(statements[2].kind, Statement::Kind::call);
  EXPECT_EQ(show(statements[2].right), "print(\"a\")");
  EXPECT_EQ(statements[3].kind, Statement::Kind::if_);
  EXPECT_EQ(statements[3].branches.at(0).statements.at(0).kind, Statement::Kind::return_);
  EXPECT_EQ(statements[3].branches.at(2).statements.at(0).kind, Statement::Kind::break_);
  EXPECT_EQ(statements[4].kind, Statement::Kind::for_);
  EXPECT_EQ(statements[5].kind, Statement::Kind::while_);
  EXPECT_EQ(show(statements[5].branches.at(0).condition), "(> x 0)");
  EXPECT_EQ(statements[6].kind, Statement::Kind::when);
  EXPECT_EQ(show(statements[7].right), ".h(x)");
}

// ---- errors ------------------------------------------------------------------------------------

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
