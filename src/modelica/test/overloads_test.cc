// Functions as values, operators of records, and what the language knows of connectors and names.
#include <gtest/gtest.h>

#include "modelica/test/law_support.h"

namespace gelenk::modelica {
namespace {

const std::string complex_class = R"(
operator record C
  Real re, im;
  encapsulated operator 'constructor'
    function make import C; input Real re; input Real im = 0; output C c(re = re, im = im);
    algorithm
    end make;
  end 'constructor';
  encapsulated operator function '+' import C; input C a; input C b; output C c;
  algorithm c := C(a.re + b.re, a.im + b.im); end '+';
  encapsulated operator '-'
    function negate import C; input C a; output C c; algorithm c := C(-a.re, -a.im); end negate;
    function subtract import C; input C a; input C b; output C c;
    algorithm c := C(a.re - b.re, a.im - b.im); end subtract;
  end '-';
  encapsulated operator '*'
    function multiply import C; input C a; input C b; output C c;
    algorithm c := C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re); end multiply;
  end '*';
  encapsulated operator function '0' import C; output C c; algorithm c := C(0); end '0';
  encapsulated operator function 'String' import C; input C a; output String s;
  algorithm s := String(a.re) + " + j " + String(a.im); end 'String';
end C;
)";

std::vector<double> get_numbers(const ModelTree& model, const std::string& name) {
  const Parameter* parameter = model.root->find_parameter(name);
  return parameter == nullptr ? std::vector<double>() : parameter->value.numbers;
}

TEST(Overloads, OperatorsOfRecords) {
  const ModelTree model = read_text(complex_class + R"(
    model M
      parameter C a = C(1, 2), b = C(3);
      parameter C total = a + b, product = a*a, negative = -a, mixed = 2*a - 1;
      parameter C all = sum({a, b, a}), none = sum(fill(a, 0)), twice[2] = 2*{a, b};
      parameter String text = String(a);
    end M;)",
                                    {"M", {}});
  const auto get = [&](const std::string& name) {
    return std::pair(get_numbers(model, name + ".re").at(0),
                     get_numbers(model, name + ".im").at(0));
  };
  EXPECT_EQ(get("b"), std::pair(3.0, 0.0));
  EXPECT_EQ(get("total"), std::pair(4.0, 2.0));
  EXPECT_EQ(get("product"), std::pair(-3.0, 4.0));
  EXPECT_EQ(get("negative"), std::pair(-1.0, -2.0));
  EXPECT_EQ(get("mixed"), std::pair(1.0, 4.0));
  EXPECT_EQ(get("twice[2]"), std::pair(6.0, 0.0));
  EXPECT_EQ(model.root->find_parameter("text")->value.strings.at(0), "1 + j 2");
}

const std::string functions = R"(
  partial function Curve input Real x; output Real y; end Curve;
  function square extends Curve; algorithm y := x*x; end square;
  function power extends Curve; input Integer n = 3; algorithm y := x^n; end power;
  function add input Curve f; input Real a[:]; output Real s = 0;
  algorithm for i in 1:size(a, 1) loop s := s + f(a[i]); end for; end add;
  function pass input Curve f; input Real x; output Real y; algorithm y := add(f, {x, x}); end pass;
)";

TEST(FunctionValues, AsArguments) {
  const ModelTree model = read_text("model M" + functions + R"(
    parameter Real a = add(square, {1, 2, 3});
    parameter Real b = add(function power(n = 2), {1, 2, 3});
    parameter Real c = add(power, {2});
    parameter Real d = add(abs, {-1, -2});
    parameter Real e = pass(function power(n = 1), 4);
    Real x = add(square, {time, 2});
    end M;)");
  EXPECT_EQ(get_numbers(model, "a"), std::vector<double>{14});
  EXPECT_EQ(get_numbers(model, "b"), std::vector<double>{14});
  EXPECT_EQ(get_numbers(model, "c"), std::vector<double>{8});
  EXPECT_EQ(get_numbers(model, "d"), std::vector<double>{3});
  EXPECT_EQ(get_numbers(model, "e"), std::vector<double>{8});
}

TEST(FunctionValues, WhatIsWrong) {
  const auto error = [](const std::string& body) {
    return first_error("model M" + functions + body + " end M;");
  };
  EXPECT_EQ(error("parameter Real a = square + 1;"),
            "type: '+' needs numbers, found function M.square");
  EXPECT_EQ(error("parameter Real a = add(3, {1});"), "type: f of add is Curve, found Integer");
  EXPECT_EQ(error("parameter Real a = add(function square(n = 2), {1});"),
            "unknown-parameter: square has no input 'n'");
}

TEST(LanguageFunctions, SemiLinearCardinalityInstanceName) {
  const ModelTree model = read_text(R"(model M
      connector Pin Real v; flow Real i; end Pin;
      model R Pin p, n; parameter Integer count = cardinality(p); parameter String name = getInstanceName();
      equation p.v - n.v = p.i; p.i + n.i = 0; end R;
      R r[2], s; parameter Boolean more = true;
      parameter Real a = semiLinear(2, 3, 4), b = semiLinear(-2, 3, 4);
    equation
      for i in 1:2 loop connect(r[i].p, s.n); end for;
      if more then connect(r[1].p, s.p); end if;
      connect(r[1].n, r[2].n);
    end M;)");
  EXPECT_EQ(get_numbers(model, "a"), std::vector<double>{6});
  EXPECT_EQ(get_numbers(model, "b"), std::vector<double>{-8});
  const auto find = [&](const char* part, const char* name) {
    return model.root->find_part(part)->find_parameter(name)->value;
  };
  EXPECT_EQ(find("r[1]", "count").numbers.at(0), 2);
  EXPECT_EQ(find("r[2]", "count").numbers.at(0), 1);
  EXPECT_EQ(find("s", "name").strings.at(0), "M.s");
}

TEST(LanguageFunctions, WhatIsRefused) {
  const auto hint = [](const std::string& body) {
    return first_hint("model M " + body + " end M;");
  };
  EXPECT_EQ(hint("Real x = spatialDistribution(time, 1, 0, true);"),
            "transport in space is not supported; delay(x, T) is");
  EXPECT_EQ(hint("Real x = previous(x);"),
            "clocks are not supported: write when sample(start, interval) then …");
  EXPECT_EQ(hint("Real x = inStream(x);"), "stream connectors are not supported");
  // A user's own function may have such a name.
  EXPECT_EQ(first_error("model M function hold input Real x; output Real y; algorithm y := x; end "
                        "hold; parameter Real a = hold(1); end M;"),
            "");
}

TEST(OuterClasses, MeanTheInnerOnes) {
  const ModelTree model = read_text(R"(
    model M
      partial function Curve input Real x; output Real y; end Curve;
      partial model Base Real v; end Base;
      model Sub outer function f = Curve; outer model Part = Base; Part part; Real y = f(time); end Sub;
      inner function f extends Curve; algorithm y := 2*x; end f;
      inner model Part extends Base; equation v = time; end Part;
      Sub sub;
    end M;)");
  EXPECT_EQ(model.root->find_part("sub.part")->class_name, "M.Part");
  EXPECT_EQ(
      first_error("model M partial model Base end Base; model Sub outer model Part = Base; Part "
                  "part; end Sub; Sub sub; end M;"),
      "unknown-name: no component around declares inner class 'Part'");
}

}  // namespace
}  // namespace gelenk::modelica
