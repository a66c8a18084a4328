// Classes, elements, equations and statements of the grammar, production by production.
#include "modelica/test/parser_support.h"

namespace gelenk::modelica {
namespace {

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

}  // namespace
}  // namespace gelenk::modelica
