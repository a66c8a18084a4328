#include "analyses/independent_coordinates.h"

#include <gtest/gtest.h>

#include "analyses/assembly.h"
#include "analyses/coordinate_partition.h"
#include "elements/library.h"
#include "formulations/recursive/recursive.h"
#include "modelica/reader.h"

namespace gelenk {
namespace {

struct TestModel {
  ModelTree model;
  System system;
  std::unique_ptr<Formulation> formulation;
  explicit TestModel(const std::string& text)
      : model(modelica::read_model_text("test.mo", text, element_library())),
        system(build_system(model)),
        formulation(make_recursive_formulation(system)) {}
};

// Slider cranks side by side, each with one degree of freedom. The cylinders close the loops.
std::string slider_cranks(const std::string& members) {
  return "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
         "  model Crank\n    Modelica.Mechanics.MultiBody.Interfaces.Frame_a base;\n"
         "    parameter Real start = 0.5;\n"
         "    Joints.Revolute joint(phi(start = start, fixed = true));\n"
         "    Parts.BodyShape crank(r = {0.3, 0, 0}, m = 2);\n"
         "    Joints.Revolute pin(phi(start = -1.4*start));\n"
         "    Parts.BodyShape rod(r = {0.9, 0, 0}, m = 1);\n"
         "    Joints.Revolute top;\n    Parts.Body piston(m = 1.5, r_CM = {0, 0, 0});\n"
         "    Joints.Prismatic cylinder(n = {1, 0, 0}, s(start = 1.1));\n  equation\n"
         "    connect(base, joint.frame_a);\n    connect(joint.frame_b, crank.frame_a);\n"
         "    connect(crank.frame_b, pin.frame_a);\n    connect(pin.frame_b, rod.frame_a);\n"
         "    connect(rod.frame_b, top.frame_a);\n    connect(top.frame_b, piston.frame_a);\n"
         "    connect(base, cylinder.frame_a);\n    connect(cylinder.frame_b, piston.frame_a);\n"
         "  end Crank;\n  inner Modelica.Mechanics.MultiBody.World world;\n" +
         members + "end M;\n";
}

const std::string two = slider_cranks(
    "  Crank a, b(start = 1);\nequation\n  connect(world.frame_b, a.base);\n"
    "  connect(world.frame_b, b.base);\n");
const std::string dead =
    slider_cranks("  Crank a(start = 0);\nequation\n  connect(world.frame_b, a.base);\n");

std::vector<int> find(TestModel& test, const std::string& names) {
  const Assembly assembly = assemble(*test.formulation);
  return find_independent(*test.formulation, assembly.q, assembly.v, names);
}

// The whole message.
std::string complain(const std::string& text, const std::string& names) {
  TestModel test(text);
  try {
    find(test, names);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

// Index in v of a tree joint; −1: none of this name.
int find_joint(const Subsystem& sub, const std::string& path) {
  for (const JointEdge& edge : sub.joints) {
    if (edge.in_tree && edge.name == path) return edge.v;
  }
  for (const auto& part : sub.parts) {
    const int found = find_joint(*part, path);
    if (found >= 0) return found;
  }
  return -1;
}

TEST(IndependentCoordinates, AreFoundByNameInAnyOrder) {
  TestModel test(two);
  const int a = find_joint(*test.system.root, "a.joint");
  const int b = find_joint(*test.system.root, "b.joint");
  ASSERT_GE(a, 0);
  ASSERT_GE(b, 0);
  EXPECT_EQ(find(test, " b.joint.phi,a.joint.phi "), (std::vector<int>{b, a}));
}

TEST(IndependentCoordinates, StayIndependentInTheCorrection) {
  for (const char* name : {"joint", "pin"}) {
    TestModel test(two);
    const std::vector<int> chosen =
        find(test, std::string("a.") + name + ".phi,b." + name + ".phi");
    const Assembly assembly = assemble(*test.formulation);
    CoordinatePartition partition;
    partition.prefer(chosen);
    Vector q = assembly.q, v = assembly.v;
    q.array() += 1e-3;
    const Vector moved = q;
    ASSERT_TRUE(partition.correct(*test.formulation, q, v));
    for (int j : chosen) {
      EXPECT_FALSE(partition.is_dependent()[j]) << name;
      EXPECT_EQ(q[j], moved[j]) << name;
    }
    EXPECT_GT((q - moved).norm(), 1e-4);
  }
}

// Two hinges on one axis: all rows of the loop are redundant, and nothing depends on anything.
TEST(IndependentCoordinates, NothingDependsOnRedundantRows) {
  TestModel test(
      "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n"
      "  Modelica.Mechanics.MultiBody.Joints.Revolute a(phi(start = 0.3)), c;\n"
      "  Modelica.Mechanics.MultiBody.Parts.Body b(m = 1, r_CM = {1, 0, 0});\n"
      "equation\n  connect(world.frame_b, a.frame_a);\n  connect(world.frame_b, c.frame_a);\n"
      "  connect(a.frame_b, b.frame_a);\n  connect(c.frame_b, b.frame_a);\nend M;\n");
  const Assembly assembly = assemble(*test.formulation);
  CoordinatePartition partition;
  Vector q = assembly.q, v = assembly.v;
  v.setConstant(0.7);
  ASSERT_TRUE(partition.correct(*test.formulation, q, v));
  EXPECT_EQ(q, assembly.q);
  EXPECT_EQ(v[0], 0.7);
  EXPECT_EQ(partition.is_dependent(), std::vector<bool>(1, false));
}

TEST(IndependentCoordinates, UnknownNames) {
  EXPECT_EQ(complain(two, "a.joint.phi,b.jont.phi"),
            "error: there is no coordinate 'b.jont.phi' [option]\n"
            "  hint: did you mean 'b.joint.phi', 'a.joint.phi' or 'b.pin.phi'?");
}

TEST(IndependentCoordinates, TwiceTheSame) {
  EXPECT_EQ(complain(two, "a.joint.phi,a.joint.phi"),
            "error: the coordinate 'a.joint.phi' is named twice [option]\n"
            "  hint: name each coordinate once");
}

TEST(IndependentCoordinates, WrongNumber) {
  EXPECT_EQ(complain(two, "a.joint.phi"),
            "error: 1 coordinate is named as independent, but the mechanism has 2 degrees of "
            "freedom at the start [option]\n"
            "  hint: for example 'a.joint.phi,b.pin.phi'");
}

TEST(IndependentCoordinates, DependentChoice) {
  EXPECT_EQ(complain(two, "a.joint.phi,a.pin.phi"),
            "error: the coordinate 'a.pin.phi' cannot be independent: it follows from "
            "'a.joint.phi' [option]\n"
            "  hint: for example 'a.joint.phi,b.pin.phi'");
}

TEST(IndependentCoordinates, HeldByTheLoop) {
  EXPECT_EQ(
      complain(dead, "a.cylinder.s"),
      "error: the coordinate 'a.cylinder.s' cannot be independent: the loops hold it where it is "
      "at the start [option]\n  hint: for example 'a.pin.phi'");
}

TEST(IndependentCoordinates, WithoutLoops) {
  EXPECT_EQ(complain("model M\n  inner Modelica.Mechanics.MultiBody.World world;\n"
                     "  Modelica.Mechanics.MultiBody.Joints.Revolute r;\n"
                     "  Modelica.Mechanics.MultiBody.Parts.Body b(m = 1, r_CM = {1, 0, 0});\n"
                     "equation\n  connect(world.frame_b, r.frame_a);\n"
                     "  connect(r.frame_b, b.frame_a);\nend M;\n",
                     "r.phi"),
            "error: the mechanism has no loops: all its coordinates are independent [option]\n"
            "  hint: leave the independent coordinates out");
}

}  // namespace
}  // namespace gelenk
