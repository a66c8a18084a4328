#include <gtest/gtest.h>

#include <cmath>

#include "modelica/test/small_library.h"

namespace gelenk::modelica {
namespace {

using Numbers = std::vector<double>;

// The value of parameter p in a model with these declarations.
Value eval(const std::string& declarations) {
  const ModelTree model = read_text("model M\n" + declarations + "\nend M;");
  return model.root->value("p");
}

double number(const std::string& expression) {
  return eval("parameter Real p = " + expression + ";").numbers.at(0);
}

int integer(const std::string& expression) {
  return static_cast<int>(eval("parameter Integer p = " + expression + ";").numbers.at(0));
}

bool boolean(const std::string& expression) {
  return eval("parameter Boolean p = " + expression + ";").numbers.at(0) != 0.0;
}

std::string text(const std::string& expression) {
  return eval("parameter String p = " + expression + ";").strings.at(0);
}

Numbers numbers(const std::string& type, const std::string& expression) {
  return eval("parameter " + type + " p = " + expression + ";").numbers;
}

std::string error(const std::string& declarations) {
  return first_error("model M\n" + declarations + "\nend M;");
}

TEST(Evaluate, Arithmetic) {
  EXPECT_DOUBLE_EQ(number("1 + 2*3 - 4/8"), 6.5);
  EXPECT_DOUBLE_EQ(number("-2^2"), -4.0);
  EXPECT_DOUBLE_EQ(number("2^(-1)"), 0.5);
  EXPECT_EQ(integer("7 - 2*3"), 1);
  EXPECT_DOUBLE_EQ(number("1e-3"), 1e-3);
}

TEST(Evaluate, LogicAndRelations) {
  EXPECT_TRUE(boolean("1 < 2 and not 3 <= 2"));
  EXPECT_TRUE(boolean("\"a\" < \"b\" or false"));
  EXPECT_TRUE(boolean("1 <> 2"));
  EXPECT_FALSE(boolean("1 == 2"));
  EXPECT_TRUE(boolean("true or 1/0 > 1")) << "the right side is not needed";
  EXPECT_DOUBLE_EQ(number("if 1 > 2 then 1 elseif 2 > 1 then 5 else 3"), 5.0);
}

TEST(Evaluate, Strings) {
  EXPECT_EQ(text("\"a\" + \"b\""), "ab");
  EXPECT_EQ(text("String(3) + \"/\" + String(0.5)"), "3/0.5");
  EXPECT_EQ(text("String(true)"), "true");
  EXPECT_EQ(text("String(StateSelect.always)"), "always");
  EXPECT_EQ(text("String(3.14159, format = \"6.2f\")"), "  3.14");
  EXPECT_EQ(text("String(2, minimumLength = 3, leftJustified = false)"), "  2");
}

TEST(Evaluate, Arrays) {
  EXPECT_EQ(numbers("Real[3]", "{1, 2, 3}"), (Numbers{1, 2, 3}));
  EXPECT_EQ(numbers("Real[2,2]", "[1, 2; 3, 4]"), (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(numbers("Real[2,3]", "[{1, 2}, [3, 4; 5, 6]]"), (Numbers{1, 3, 4, 2, 5, 6}));
  EXPECT_EQ(numbers("Integer[:]", "2:4"), (Numbers{2, 3, 4}));
  EXPECT_EQ(numbers("Integer[:]", "7:-3:1"), (Numbers{7, 4, 1}));
  EXPECT_EQ(numbers("Real[:]", "0:0.1:0.3").size(), 4u);
  EXPECT_EQ(numbers("Integer[:]", "3:2").size(), 0u);
  EXPECT_EQ(numbers("Integer[:]", "{i^2 for i in 1:0}").size(), 0u);
  EXPECT_EQ(numbers("Real[:]", "{i*i for i in 1:3}"), (Numbers{1, 4, 9}));
  EXPECT_EQ(numbers("Real[2,3]", "{10*i + j for j in 1:3, i in 1:2}"),
            (Numbers{11, 12, 13, 21, 22, 23}));
}

TEST(Evaluate, ElementAccess) {
  const std::string a = "parameter Real a[2,3] = [1, 2, 3; 4, 5, 6]; ";
  EXPECT_EQ(eval(a + "parameter Real p = a[2,3];").numbers, (Numbers{6}));
  EXPECT_EQ(eval(a + "parameter Real p[3] = a[2,:];").numbers, (Numbers{4, 5, 6}));
  EXPECT_EQ(eval(a + "parameter Real p[3] = a[end];").numbers, (Numbers{4, 5, 6}));
  EXPECT_EQ(eval(a + "parameter Real p[2] = a[:,end-1];").numbers, (Numbers{2, 5}));
  EXPECT_EQ(eval(a + "parameter Real p[:] = a[1,{3,1}];").numbers, (Numbers{3, 1}));
  EXPECT_EQ(eval(a + "parameter Real p = ({5, 6})[2];").numbers, (Numbers{6}));
}

TEST(Evaluate, Products) {
  EXPECT_DOUBLE_EQ(number("{1, 2, 3}*{4, 5, 6}"), 32.0);
  EXPECT_EQ(numbers("Real[2]", "[1, 2; 3, 4]*{1, 1}"), (Numbers{3, 7}));
  EXPECT_EQ(numbers("Real[2]", "{1, 1}*[1, 2; 3, 4]"), (Numbers{4, 6}));
  EXPECT_EQ(numbers("Real[2,2]", "[1, 2; 3, 4]*[0, 1; 1, 0]"), (Numbers{2, 1, 4, 3}));
  EXPECT_EQ(numbers("Real[2,2]", "[1, 1; 0, 1]^3"), (Numbers{1, 3, 0, 1}));
  EXPECT_EQ(numbers("Real[2]", "{1, 2} .* {3, 4}"), (Numbers{3, 8}));
  EXPECT_EQ(numbers("Real[2]", "{1, 2} .+ 1"), (Numbers{2, 3}));
  EXPECT_EQ(numbers("Real[2]", "2*{1, 2}/4"), (Numbers{0.5, 1}));
}

TEST(Evaluate, Functions) {
  EXPECT_DOUBLE_EQ(number("sin(0.5) + cos(0.5)"), std::sin(0.5) + std::cos(0.5));
  EXPECT_DOUBLE_EQ(number("atan2(1, -1)"), std::atan2(1.0, -1.0));
  EXPECT_EQ(integer("integer(-2.5)"), -3);
  EXPECT_EQ(integer("mod(-7, 3)"), 2);
  EXPECT_EQ(integer("rem(-7, 3)"), -1);
  EXPECT_EQ(integer("div(-7, 3)"), -2);
  EXPECT_EQ(integer("abs(-3)"), 3);
  EXPECT_EQ(integer("size({1, 2, 3}, 1)"), 3);
  EXPECT_EQ(integer("ndims([1, 2])"), 2);
  EXPECT_EQ(integer("sum(i for i in 1:4)"), 10);
  EXPECT_EQ(integer("max({3, 9, 4}) - min(2, 1)"), 8);
  EXPECT_DOUBLE_EQ(number("product({2, 3, 4})"), 24.0);
  EXPECT_DOUBLE_EQ(number("max(i*(4 - i) for i in 0:4)"), 4.0);
  EXPECT_EQ(numbers("Real[3]", "cross({1, 0, 0}, {0, 1, 0})"), (Numbers{0, 0, 1}));
  EXPECT_EQ(numbers("Real[3,3]", "skew({1, 2, 3})"), (Numbers{0, -3, 2, 3, 0, -1, -2, 1, 0}));
  EXPECT_EQ(numbers("Real[2,2]", "diagonal({1, 2})"), (Numbers{1, 0, 0, 2}));
  EXPECT_EQ(numbers("Real[2,2]", "identity(2)"), (Numbers{1, 0, 0, 1}));
  EXPECT_EQ(numbers("Real[2,1]", "transpose([1, 2])"), (Numbers{1, 2}));
  EXPECT_EQ(numbers("Real[4]", "cat(1, {1, 2}, {3}, fill(4, 1))"), (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(numbers("Real[3]", "linspace(0, 1, 3)"), (Numbers{0, 0.5, 1}));
  EXPECT_EQ(numbers("Real[2,2]", "outerProduct({1, 2}, {3, 4})"), (Numbers{3, 4, 6, 8}));
  EXPECT_EQ(numbers("Real[2]", "sqrt({4, 9})"), (Numbers{2, 3}));
  EXPECT_DOUBLE_EQ(number("homotopy(actual = 2, simplified = 1) + noEvent(3) + smooth(0, 4)"), 9.0);
}

TEST(Evaluate, LibraryFunctionsAndConstants) {
  EXPECT_DOUBLE_EQ(number("Modelica.Constants.pi"), M_PI);
  EXPECT_DOUBLE_EQ(number("Modelica.Math.sin(Modelica.Constants.pi/2)"), 1.0);
  EXPECT_DOUBLE_EQ(number("Modelica.Math.Vectors.length({3, 4})"), 5.0);
  EXPECT_DOUBLE_EQ(number("Modelica.Math.Vectors.norm({3, 4}, 1)"), 7.0);
  EXPECT_DOUBLE_EQ(number("Modelica.Units.Conversions.from_deg(180)"), M_PI);
  EXPECT_EQ(numbers("Real[2]", "Modelica.Math.Vectors.normalize({0, 2})"), (Numbers{0, 1}));
  const Numbers angles = numbers("Real[2]", "Modelica.Units.Conversions.from_deg({0, 180})");
  EXPECT_DOUBLE_EQ(angles.at(1), M_PI) << "a function of scalars is applied to every entry";
  EXPECT_NEAR(number("Modelica.Constants.sigma"), 5.670374419e-8, 1e-16);
  EXPECT_NEAR(number("Modelica.Constants.R"), 8.31446261815324, 1e-13);
}

TEST(Evaluate, AllLibraryTypesHaveTheirUnits) {
  const ModelTree model = read_text(
      "model M\n parameter Modelica.Units.SI.Mass m = 1;\n"
      " parameter Modelica.SIunits.Length l = 2;\n"
      " parameter Modelica.Units.NonSI.Angle_deg a = 3;\nend M;");
  EXPECT_EQ(model.root->real("l"), 2.0);
  EXPECT_EQ(eval("type Axis = Modelica.Icons.TypeReal[3](each final unit = \"1\"); "
                 "parameter Axis p = {1, 0, 0};")
                .numbers,
            (Numbers{1, 0, 0}));
}

TEST(Evaluate, Enumerations) {
  const std::string axis = "type Axis = enumeration(x, y, z); ";
  const Value p = eval(axis + "parameter Axis p = Axis.y;");
  EXPECT_EQ(p.type, BasicType::enumeration);
  EXPECT_EQ(p.numbers, (Numbers{2}));
  EXPECT_EQ(p.strings, (std::vector<std::string>{"y"}));
  EXPECT_EQ(eval(axis + "parameter Boolean p = Axis.y > Axis.x;").numbers, (Numbers{1}));
  EXPECT_EQ(eval(axis + "parameter Integer p = Integer(Axis.z);").numbers, (Numbers{3}));
  EXPECT_EQ(eval(axis + "parameter Integer p[:] = {Integer(a) for a in Axis};").numbers,
            (Numbers{1, 2, 3}));
  EXPECT_EQ(error(axis + "parameter Axis p = Axis.w;"),
            "unknown-name: enumeration M.Axis has no literal 'w'");
  EXPECT_EQ(error(axis + "parameter Axis p = 1;"), "type: parameter p of M is Axis, found Integer");
}

TEST(Evaluate, Records) {
  const std::string point =
      "record Point Real x = 1; Real y = 2; end Point; "
      "record Line Point a; Point b; end Line; ";
  EXPECT_EQ(
      eval(point + "parameter Point q = Point(3, y = 4); parameter Real p = q.x*10 + q.y;").numbers,
      (Numbers{34}));
  EXPECT_EQ(eval(point + "parameter Point q(x = 5); parameter Real p = q.x + q.y;").numbers,
            (Numbers{7}));
  EXPECT_EQ(
      eval(point + "parameter Point q[2] = {Point(1, 2), Point(3, 4)}; parameter Real p[:] = q.y;")
          .numbers,
      (Numbers{2, 4}));
  EXPECT_EQ(eval(point + "parameter Point q[2](x = {7, 8}); parameter Real p = q[2].x;").numbers,
            (Numbers{8}));
  EXPECT_EQ(eval(point +
                 "parameter Line l = Line(Point(1, 2), b = Point(3, 4)); parameter Real p = l.b.y;")
                .numbers,
            (Numbers{4}));
  EXPECT_EQ(
      eval(point + "parameter Line l(b(y = 9)); parameter Point b = l.b; parameter Real p = b.y;")
          .numbers,
      (Numbers{9}));
  const ModelTree model =
      read_text("model M " + point + "parameter Line l; parameter Point q[2]; end M;");
  EXPECT_EQ(model.root->real("l.a.y"), 2.0);
  EXPECT_EQ(model.root->real("q[2].x"), 1.0);
}

TEST(Evaluate, UserFunctions) {
  const std::string functions =
      "function factorial input Integer n; output Integer f; algorithm "
      "  f := if n <= 1 then 1 else n*factorial(n - 1); end factorial; "
      "function series input Real x[:]; input Real scale = 2; output Real s; output Integer n; "
      "  protected Real t; algorithm s := 0; n := size(x, 1); "
      "  for i in 1:n loop if x[i] < 0 then break; end if; t := scale*x[i]; s := s + t; end for; "
      "end series; "
      "function newton input Real a; output Real r = a; protected Integer k = 0; algorithm "
      "  while abs(r*r - a) > 1e-12*a and k < 100 loop r := (r + a/r)/2; k := k + 1; end while; "
      "end newton; "
      "function fillUp input Integer n; output Real v[n]; algorithm "
      "  for i in 1:n loop v[i] := i; end for; v[2:n] := v[2:n]*10; end fillUp; "
      "function both output Real r; protected Integer m; algorithm (r, m) := series({1, 2, 3}); r "
      ":= r + m; end both; ";
  EXPECT_EQ(eval(functions + "parameter Integer p = factorial(5);").numbers, (Numbers{120}));
  EXPECT_EQ(eval(functions + "parameter Real p = series({1, 2, -1, 9});").numbers, (Numbers{6}));
  EXPECT_EQ(eval(functions + "parameter Real p = series(x = {1}, scale = 5);").numbers,
            (Numbers{5}));
  EXPECT_NEAR(eval(functions + "parameter Real p = newton(2);").numbers[0], std::sqrt(2.0), 1e-9);
  EXPECT_EQ(eval(functions + "parameter Real p[3] = fillUp(3);").numbers, (Numbers{1, 20, 30}));
  EXPECT_EQ(eval(functions + "parameter Real p = both();").numbers, (Numbers{15}));
  EXPECT_EQ(eval(functions + "function h = series(scale = 7); parameter Real p = h({1});").numbers,
            (Numbers{7}));
}

TEST(Evaluate, Laws) {
  const ModelTree model = read_text(
      "model M\n import Modelica.Mechanics.MultiBody.*;\n inner World world;\n parameter Real a = "
      "3;\n"
      " Forces.Torque t(torque = {a*sin(2*time), if time < 1 then 0 else time - 1, 0*1});\n"
      " Forces.Torque u(torque = {1, 2, 3});\nend M;");
  const Value& torque = model.root->find_part("t")->value("torque");
  ASSERT_EQ(torque.laws.size(), 3u);
  symbolic::Tape tape(torque.laws);
  double values[3];
  tape.eval(0.5, nullptr, values);
  EXPECT_DOUBLE_EQ(values[0], 3.0 * std::sin(1.0));
  EXPECT_DOUBLE_EQ(values[1], 0.0);
  tape.eval(3.0, nullptr, values);
  EXPECT_DOUBLE_EQ(values[1], 2.0);
  EXPECT_FALSE(model.root->find_part("u")->value("torque").is_law());
}

TEST(Evaluate, ErrorsOfValues) {
  EXPECT_EQ(error("parameter Real p = 1/0;"), "value: division by zero");
  EXPECT_EQ(error("parameter Real p = log(0);"), "value: this expression has no finite value");
  EXPECT_EQ(error("parameter Real p = {1, 2}*{1, 2, 3};"),
            "size: cannot multiply Integer[2] by Integer[3]");
  EXPECT_EQ(error("parameter Real a[2] = {1, 2}; parameter Real p = a[3];"),
            "range: subscript 3 of 'a' is outside 1…2");
  EXPECT_EQ(error("parameter Real p = time;"), "type: parameter 'p' cannot depend on time");
  EXPECT_EQ(error("parameter Integer p = 1.5;"), "type: parameter p of M is Integer, found Real");
  EXPECT_EQ(error("parameter Real p = true;"), "type: parameter p of M is Real, found Boolean");
  EXPECT_EQ(error("parameter Real p[3] = {1, 2};"),
            "size: parameter p of M is Real[3], found Integer[2]");
  EXPECT_EQ(error("parameter Real p = 1 + {1, 2};").substr(0, 40),
            "size: '+' needs operands of one size, fo");
  EXPECT_EQ(error("parameter Real p = der(true);"),
            "type: only a Real expression has a derivative, found Boolean");
  EXPECT_EQ(error("parameter Real p = pre(2);"),
            "type: pre takes a variable that changes at events");
  EXPECT_EQ(error("parameter Real p = sine(2);"), "unknown-name: there is no function 'sine' here");
  EXPECT_EQ(error("parameter Real p = sin(1, 2);"), "type: sin takes 1 arguments, found 2");
}

TEST(Evaluate, CyclesAreNamed) {
  EXPECT_EQ(error("parameter Real a = b; parameter Real b = c + 1; parameter Real c = a;"),
            "cycle: 'a' is defined by itself: a → b → c → a");
  EXPECT_EQ(error("parameter Real a[:] = {size(a, 1)};").substr(0, 6), "cycle:");
}

TEST(Evaluate, LimitsHold) {
  EXPECT_EQ(error("parameter Real p[:] = zeros(50000000);").substr(0, 5), "size:");
  EXPECT_EQ(error("parameter Real p[:] = 1:1e9;").substr(0, 5), "size:");
  EXPECT_EQ(error("function f input Real x; output Real y; algorithm y := f(x); end f; parameter "
                  "Real p = f(1);")
                .substr(0, 6),
            "cycle:");
  EXPECT_EQ(
      error("function f output Real y = 0; algorithm while true loop y := y + 1; end while; end f; "
            "parameter Real p = f();")
          .substr(0, 6),
      "range:");
  EXPECT_EQ(error("function f output String s = \"xxxxxxxxxx\"; algorithm for i in 1:40 loop s := "
                  "s + s; end for; "
                  "end f; parameter String p = f();")
                .substr(0, 5),
            "size:");
  std::string chain = "parameter Real p0 = 1;\n";
  for (int i = 1; i < 5000; ++i) {
    chain = "parameter Real p" + std::to_string(i) + " = p" + std::to_string(i - 1) + ";\n" + chain;
  }
  EXPECT_EQ(error(chain).substr(0, 6), "range:");
}

}  // namespace
}  // namespace gelenk::modelica
