#include <gtest/gtest.h>

#include "modelica/test/small_library.h"

namespace gelenk::modelica {
namespace {

const std::string header =
    "model M\n  import Modelica.Mechanics.MultiBody.*;\n  inner World world;\n";

std::string error(const std::string& body) { return first_error(header + body + "\nend M;"); }
std::string hint(const std::string& body) { return first_hint(header + body + "\nend M;"); }

TEST(ReaderErrors, Names) {
  EXPECT_EQ(error("Joints.Revolut j;"),
            "unknown-class: there is no class 'Revolut' in Modelica.Mechanics.MultiBody.Joints");
  EXPECT_EQ(hint("Joints.Revolut j;"), "did you mean 'Revolute'?");
  EXPECT_EQ(error("Revolute j;"), "unknown-class: there is no class 'Revolute' here");
  EXPECT_EQ(hint("Revolute j;"), "did you mean 'Modelica.Mechanics.MultiBody.Joints.Revolute'?");
  EXPECT_EQ(error("parameter Real a = lenght; parameter Real length = 1;"),
            "unknown-name: there is no 'lenght' here");
  EXPECT_EQ(hint("parameter Real a = lenght; parameter Real length = 1;"),
            "did you mean 'length'?");
  EXPECT_EQ(error("parameter Real a = world.gg;"),
            "unknown-name: 'world' of class Modelica.Mechanics.MultiBody.World has no 'gg'");
  EXPECT_EQ(error("import Modelica.Nowhere.X;"),
            "unknown-class: there is no class 'Modelica.Nowhere.X' here");
  EXPECT_EQ(error("extends Nothing;"), "unknown-class: there is no class 'Nothing' here");
}

// What stands where others have signal connectors.
TEST(ReaderErrors, VariablesAreNoConnectors) {
  const std::string parts =
      "model Drive input Real s_ref; Real v = 1; end Drive; Drive drive; Joints.Prismatic j;\n";
  EXPECT_EQ(error(parts + "equation connect(drive.s_ref, j.frame_a);"),
            "connect: connect joins 'drive.s_ref' of class Real with 'j.frame_a' of class "
            "Modelica.Mechanics.MultiBody.Interfaces.Frame_a");
  EXPECT_EQ(error(parts + "equation connect(drive.v, j.frame_a);"),
            "connect: 'v' is a variable, not a connector");
  EXPECT_EQ(hint(parts + "equation connect(drive.v, j.frame_a);"),
            "read it in an expression, as drive.v");
  EXPECT_EQ(hint("Modelica.Mechanics.Rotational.Components.Wankel g;").substr(0, 51),
            "this class of one-dimensional mechanics is not supp");
}

TEST(ReaderErrors, Modifiers) {
  EXPECT_EQ(error("Joints.Revolute j(axis2 = {0, 0, 1});"),
            "unknown-parameter: Revolute has no parameter 'axis2'");
  EXPECT_EQ(hint("Joints.Revolute j(axis2 = {0, 0, 1});"), "did you mean 'axis'?");
  EXPECT_EQ(hint("Parts.Body b(mass = 1, r_CM = {0, 0, 0});"), "did you mean 'm'?")
      << "by its type, SI.Mass";
  EXPECT_EQ(error("Joints.Revolute j(n = {0, 1});"),
            "size: parameter n of Revolute is Real[3], found Integer[2]");
  EXPECT_EQ(error("Joints.Revolute j(phi(strat = 1));"),
            "unknown-parameter: 'phi' is Real and has no attribute 'strat'");
  EXPECT_EQ(error("Joints.Revolute j(n(start = 1) = {0, 0, 1}) = 3;"),
            "type: 'j' is a component of class Modelica.Mechanics.MultiBody.Joints.Revolute and "
            "cannot be set to a value");
  EXPECT_EQ(error("Parts.Body b(m = 1, m = 2, r_CM = {0, 0, 0});"),
            "duplicate: 'm' is modified twice in one list");
  EXPECT_EQ(error("Parts.Body b(m = -1, r_CM = {0, 0, 0});"),
            "range: parameter m = -1 is below its minimum 0");
  EXPECT_EQ(
      error("Joints.Revolute j[2](d = 3);"),
      "size: this modifier of d must have one entry per element of the array [2], found Integer");
  EXPECT_EQ(hint("Joints.Revolute j[2](d = 3);"),
            "write 'each' before the name to give every element the same value");
  EXPECT_EQ(error("Joints.Revolute j[2](d = {1, 2, 3});").substr(0, 5), "size:");
  EXPECT_EQ(error("extends Base(y = 1); model Base parameter Real x = 1; end Base;"),
            "unknown-parameter: Base has no element 'y'");
}

TEST(ReaderErrors, SeveralFindingsAtOnce) {
  const auto errors = find_errors(header +
                                  "  Joints.Revolute j(a1 = 1, b1 = 2, n = {1});\n  Parts.Body b(m "
                                  "= -1, zz = 3, r_CM = {0, 0, 0});\n"
                                  "equation\n  connect(j.frame_x, b.frame_a);\nend M;");
  EXPECT_EQ(errors.size(), 6u);
  EXPECT_EQ(errors[0].where.line, 4u);
  EXPECT_EQ(errors[0].where.file->name, "test.mo");
  EXPECT_EQ(errors[2].component, "j");
}

TEST(ReaderErrors, NoMoreThanTwenty) {
  std::string body;
  for (int i = 0; i < 50; ++i)
    body += "parameter Real p" + std::to_string(i) + " = q" + std::to_string(i) + ";\n";
  EXPECT_EQ(find_errors(header + body + "end M;").size(), 20u);
}

TEST(ReaderErrors, FinalPointsAtBothPlaces) {
  const std::string text =
      "package P\n  model A\n    final parameter Real x = 1;\n  end A;\n"
      "  model B\n    A a(x = 2);\n  end B;\nend P;";
  const auto errors = find_errors(text);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].code, "final");
  EXPECT_EQ(errors[0].where.line, 6u);
  EXPECT_EQ(errors[0].hint, "it was made final at test.mo:3:26");
  EXPECT_EQ(error("Parts.BodyBox b(r = {1, 0, 0}, m = 3);").substr(0, 6), "final:");
  EXPECT_EQ(error("Parts.BodyBox b(r = {1, 0, 0}, body(m = 3));").substr(0, 6), "final:");
  EXPECT_EQ(error("parameter Modelica.Units.SI.Mass m(unit = \"g\") = 1;"),
            "final: attribute 'unit' of Mass is final");
}

TEST(ReaderErrors, PartialAndRedeclare) {
  EXPECT_EQ(error("Interfaces.PartialTwoFrames p;"),
            "type: class 'Modelica.Mechanics.MultiBody.Interfaces.PartialTwoFrames' is partial: it "
            "cannot be instantiated");
  const std::string holder =
      "model H Joints.Revolute fixedOne; replaceable Joints.Revolute j; end H; ";
  EXPECT_EQ(error(holder + "H h(redeclare Joints.Prismatic fixedOne);"),
            "type: 'fixedOne' cannot be redeclared: it is not replaceable");
  EXPECT_EQ(error(holder + "H h(redeclare Parts.Body j);").substr(0, 79),
            "type: Modelica.Mechanics.MultiBody.Parts.Body cannot stand for 'j': it has no '");
  EXPECT_EQ(error("World w2(redeclare model X = Parts.Body);").substr(0, 18), "unknown-parameter:");
}

TEST(ReaderErrors, OuterWithoutInner) {
  EXPECT_EQ(error("model S parameter Real k = 1; end S; model U outer S s; end U; U u;"),
            "unknown-name: no component around declares inner 's'");
  EXPECT_EQ(first_hint("model M Modelica.Mechanics.MultiBody.World world; "
                       "Modelica.Mechanics.MultiBody.Joints.Revolute j; end M;"),
            "write 'inner' before the declaration of 'world'");
}

TEST(ReaderErrors, Cycles) {
  EXPECT_EQ(error("A a; model A A a; end A;").substr(0, 6), "cycle:");
  EXPECT_EQ(error("A a; model A A a; A b; B c; end A; model B A a; A b; end B;").substr(0, 6),
            "cycle:");
  EXPECT_EQ(error("extends A; model A extends B; end A; model B extends A; end B;").substr(0, 6),
            "cycle:");
  EXPECT_EQ(error("A a; model A = B; model B = A;").substr(0, 6), "cycle:");
  EXPECT_EQ(error("type A = B; type B = A; parameter A a = 1;").substr(0, 6), "cycle:");
  EXPECT_EQ(first_error("model M extends M; end M;").substr(0, 6), "cycle:");
  EXPECT_EQ(
      error("parameter Boolean on = not j.useAxisFlange; Joints.Revolute j(useAxisFlange = on);")
          .substr(0, 6),
      "cycle:");
}

TEST(ReaderErrors, Unsupported) {
  EXPECT_EQ(error("parameter Real a = 1; equation a = 2;"),
            "equation: nothing in this equation changes");
  EXPECT_EQ(error("equation der(world.g) = 2;"), "equation: nothing in this equation changes");
  EXPECT_EQ(error("equation when time > 1 then reinit(x, 1); end when;"),
            "unknown-name: there is no 'x' here");
  EXPECT_EQ(error("Real x; equation when time > 1 then x + 1 = 2; end when;"),
            "unsupported: this equation in a when");
  EXPECT_EQ(error("equation when time > 1 then world.g = 2; end when;"),
            "type: only variables can be set in a when");
  EXPECT_EQ(error("Real x; equation when 1 then x = 1; end when;"),
            "type: the condition of a when must be a Boolean, found Integer");
  EXPECT_EQ(error("Real x; equation x = true;"), "type: the variable is Real, its value Boolean");
  EXPECT_EQ(error("Real x[2]; equation x = {1, 2, 3};"),
            "type: the variable is Real[2], its value Integer[3]");
  EXPECT_EQ(error("Real x; initial equation when x > 1 then x = 1; end when;"),
            "type: a when among initial equations");
  EXPECT_EQ(
      error("J j; model J extends Joints.Revolute; Real a; algorithm a := 1; end J;").substr(0, 13),
      "unsupported: ");
  EXPECT_EQ(
      error("parameter Integer c(fixed = false, start = 1); parameter Real d = c;").substr(0, 50),
      "unsupported: parameter 'c' with fixed = false, to ");
  EXPECT_EQ(hint("Real x; equation when time > 1 then x + 1 = 2; end when;"),
            "a when gives variables of this model values: x = …; or states: reinit(x, …);");
  const auto errors = find_errors(
      header + "J j; model J extends Joints.Revolute;\n Parts.Body b;\n end J;\nend M;");
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors[0].message,
            "J extends Modelica.Mechanics.MultiBody.Joints.Revolute and adds 'b'");
  EXPECT_EQ(errors[0].where.line, 5u);
}

TEST(ReaderErrors, Connections) {
  const std::string parts =
      "Joints.Revolute j(useAxisFlange = true); Parts.Body b(m = 1, r_CM = {0, 0, 0}); "
      "Joints.Revolute a[3]; parameter Real p = 1; equation ";
  EXPECT_EQ(error(parts + "connect(j.frame_c, b.frame_a);"),
            "connect: 'j' of class Modelica.Mechanics.MultiBody.Joints.Revolute has no 'frame_c' "
            "to connect");
  EXPECT_EQ(hint(parts + "connect(j.frame_c, b.frame_a);"), "did you mean 'frame_a' or 'frame_b'?");
  EXPECT_EQ(error(parts + "connect(jj.frame_a, b.frame_a);"),
            "connect: this model has no 'jj' to connect");
  EXPECT_EQ(error(parts + "connect(j, b.frame_a);"),
            "connect: 'j' is a component, not a connector");
  EXPECT_EQ(error(parts + "connect(p, b.frame_a);"),
            "connect: 'p' is a parameter, not a connector");
  EXPECT_EQ(error(parts + "connect(j.axis, b.frame_a);").substr(0, 29),
            "connect: connect joins 'j.axi");
  EXPECT_EQ(error(parts + "connect(a.frame_a, b.frame_a);"),
            "size: connect joins 'a.frame_a' of size [3] with 'b.frame_a': the sizes differ");
  EXPECT_EQ(error(parts + "connect(a[4].frame_a, b.frame_a);"),
            "range: subscript 4 of 'a' is outside 1…3");
}

TEST(ReaderErrors, MissingValues) {
  EXPECT_EQ(error("parameter Real a; parameter Real b = 2*a;"),
            "value: parameter 'a' of M has no value");
  EXPECT_EQ(error("parameter Real a; Joints.Revolute j(d = a);").substr(0, 6), "value:");
  EXPECT_EQ(error("parameter Real a = j.phi; Joints.Revolute j;"),
            "type: parameter 'a' cannot depend on time");
}

TEST(ReaderErrors, Duplicates) {
  EXPECT_EQ(error("parameter Real a = 1; parameter Real a = 2;"),
            "duplicate: 'a' is declared twice in M");
  EXPECT_EQ(error("model A end A; model A end A;"), "duplicate: class 'M.A' is declared twice");
  EXPECT_EQ(first_error("model Real end Real;"), "duplicate: 'Real' is a predefined type");
  EXPECT_EQ(
      error("extends A; parameter Real x = 1; model A parameter Real x = 2; end A;").substr(0, 10),
      "duplicate:");
}

TEST(ReaderErrors, HugeModelsAreRefused) {
  EXPECT_EQ(error("Joints.Revolute j[9000000];").substr(0, 6), "range:");
  EXPECT_EQ(error("Joints.Revolute j[100000, 100000];").substr(0, 5), "size:");
  EXPECT_EQ(error("Interfaces.Frame_a j[9000000], k[9000000];").substr(0, 6), "range:");
}

TEST(ReaderErrors, ChoiceOfModel) {
  EXPECT_EQ(first_error(""), "no-model: the file is empty");
  EXPECT_EQ(first_error("package P end P;"),
            "no-model: the file declares no model that could be simulated");
  EXPECT_EQ(first_error("model A end A;", {.model_name = "Ab", .settings = {}}),
            "no-model: there is no model 'Ab'");
  EXPECT_EQ(first_hint("model A end A;", {.model_name = "Ab", .settings = {}}),
            "did you mean 'A'?");
  EXPECT_EQ(first_error("partial model A end A;", {.model_name = "A", .settings = {}}),
            "type: model 'A' is partial: it cannot be simulated");
  EXPECT_EQ(first_error("package P partial model A end A; model B extends A; end B; end P;",
                        {.model_name = "A", .settings = {}}),
            "type: model 'P.A' is partial: it cannot be simulated");
  EXPECT_EQ(read_text("model A end A; model B end B; partial model C end C;").root->class_name,
            "B");
  EXPECT_EQ(
      read_text(
          "package P model A annotation(experiment(StopTime=1)); end A; model B end B; end P;")
          .root->class_name,
      "P.A");
  EXPECT_EQ(read_text("package P package Q model X end X; end Q; model B end B; end P;",
                      {.model_name = "X", .settings = {}})
                .root->class_name,
            "P.Q.X");
  EXPECT_EQ(first_error("package P package Q model X end X; end Q; model X end X; end P;",
                        {.model_name = "X", .settings = {}}),
            "no-model: several models are named 'X'");
}

}  // namespace
}  // namespace gelenk::modelica
