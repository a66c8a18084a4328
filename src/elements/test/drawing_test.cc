#include "elements/drawing.h"

#include <gtest/gtest.h>

#include "elements/library.h"
#include "modelica/reader.h"

namespace gelenk {
namespace {

ModelTree read(const std::string& body) {
  return modelica::read_model_text(
      "test.mo",
      "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces};\n" + body +
          "end M;\n",
      element_library());
}

// Shapes of the component x.
std::vector<Shape> draw_x(
    const std::string& declaration,
    const std::string& world = "inner Modelica.Mechanics.MultiBody.World world;") {
  const ModelTree model = read("  " + world + "\n  " + declaration + "\n");
  return draw(*model.root->find_part("x"));
}

void expect_near(const Vec3<double>& a, const Vec3<double>& b) {
  EXPECT_NEAR((a - b).norm(), 0, 1e-12);
}

TEST(Drawing, ABodyIsABallAtItsMassCentreAndARodToIt) {
  const auto shapes = draw_x("Parts.Body x(m = 1, r_CM = {0, 0.4, 0}, sphereDiameter = 0.2);");
  ASSERT_EQ(shapes.size(), 2u);
  EXPECT_EQ(shapes[0].kind, Shape::Kind::sphere);
  expect_near(shapes[0].position + 0.1 * shapes[0].direction, {0, 0.4, 0});
  EXPECT_EQ(shapes[0].length, 0.2);
  EXPECT_FALSE(shapes[0].is_color_stated);
  EXPECT_EQ(shapes[1].kind, Shape::Kind::cylinder);
  expect_near(shapes[1].direction.normalized() * shapes[1].length, {0, 0.4, 0});
  EXPECT_NEAR(shapes[1].width, 0.2 / 3, 1e-15);
  // Without a lever there is nothing for a rod.
  EXPECT_EQ(draw_x("Parts.Body x(m = 1, r_CM = {0, 0, 0});").size(), 1u);
}

TEST(Drawing, BoxesAndCylindersHaveTheirOwnMeasures) {
  const auto box = draw_x(
      "Parts.BodyBox x(r = {0, 2, 0}, width = 0.3, height = 0.1, widthDirection = {0, 0, 1}, "
      "color = {1, 2, 3});");
  ASSERT_EQ(box.size(), 1u);
  EXPECT_EQ(box[0].kind, Shape::Kind::box);
  EXPECT_EQ(box[0].frame, "frame_a");
  EXPECT_EQ(box[0].length, 2);
  EXPECT_EQ(box[0].width, 0.3);
  EXPECT_EQ(box[0].height, 0.1);
  expect_near(box[0].direction.normalized(), {0, 1, 0});
  expect_near(box[0].width_direction, {0, 0, 1});
  EXPECT_EQ(box[0].color, (Color{1, 2, 3}));
  EXPECT_TRUE(box[0].is_color_stated);
  const auto pipe =
      draw_x("Parts.BodyCylinder x(r = {1, 0, 0}, diameter = 0.4, innerDiameter = 0.1);");
  ASSERT_EQ(pipe.size(), 1u);
  EXPECT_EQ(pipe[0].kind, Shape::Kind::pipe);
  EXPECT_EQ(pipe[0].extra, 0.25);
}

TEST(Drawing, StatedShapesAreTaken) {
  const auto shapes = draw_x(
      "Parts.FixedTranslation x(r = {1, 0, 0}, shapeType = \"gearwheel\", r_shape = {0, 0, 1}, "
      "lengthDirection = {0, 0, 2}, length = 0.2, width = 0.5, extra = 12, color = {9, 8, 7});");
  ASSERT_EQ(shapes.size(), 1u);
  EXPECT_EQ(shapes[0].kind, Shape::Kind::gearwheel);
  expect_near(shapes[0].position, {0, 0, 1});
  expect_near(shapes[0].direction.normalized(), {0, 0, 1});
  EXPECT_EQ(shapes[0].length, 0.2);
  EXPECT_EQ(shapes[0].width, 0.5);
  EXPECT_EQ(shapes[0].height, 0.5);
  EXPECT_EQ(shapes[0].extra, 12);
  // Without any: a rod along r, thinner by the world's fraction.
  const auto rod = draw_x("Parts.FixedTranslation x(r = {0, 3, 4});");
  ASSERT_EQ(rod.size(), 1u);
  EXPECT_EQ(rod[0].kind, Shape::Kind::cylinder);
  EXPECT_EQ(rod[0].length, 5);
  EXPECT_EQ(rod[0].width, 0.25);
  expect_near(rod[0].direction.normalized(), {0, 0.6, 0.8});
}

TEST(Drawing, JointsShowTheirFreedom) {
  const auto hinge = draw_x("Joints.Revolute x(n = {0, 2, 0}, cylinderLength = 0.4);");
  ASSERT_EQ(hinge.size(), 1u);
  EXPECT_EQ(hinge[0].kind, Shape::Kind::cylinder);
  EXPECT_EQ(hinge[0].role, Shape::Role::joint);
  expect_near(hinge[0].direction.normalized() * hinge[0].length, {0, 0.4, 0});
  expect_near(hinge[0].position, {0, -0.2, 0});
  const auto slider = draw_x("Joints.Prismatic x(n = {1, 0, 0}, boxWidth = 0.02);");
  ASSERT_EQ(slider.size(), 2u);
  EXPECT_EQ(slider[0].kind, Shape::Kind::line);
  EXPECT_EQ(slider[0].frame, "frame_a");
  EXPECT_EQ(slider[0].to, "frame_b");
  EXPECT_EQ(slider[0].width, 0.02);
  EXPECT_EQ(slider[1].kind, Shape::Kind::box);
  const auto cross = draw_x("Joints.Universal x(n_a = {1, 0, 0}, n_b = {0, 0, 1});");
  ASSERT_EQ(cross.size(), 2u);
  EXPECT_EQ(cross[0].frame, "frame_a");
  EXPECT_EQ(cross[1].frame, "frame_b");
  expect_near(cross[1].direction.normalized(), {0, 0, 1});
  const auto ball = draw_x("Joints.Spherical x(sphereDiameter = 0.3);");
  ASSERT_EQ(ball.size(), 1u);
  EXPECT_EQ(ball[0].kind, Shape::Kind::sphere);
  EXPECT_EQ(ball[0].width, 0.3);
  EXPECT_TRUE(draw_x("Joints.FreeMotion x;").empty());
}

// The library's own sizes give way: a rail thinner than the coil about it, whatever stands in its declaration.
TEST(Drawing, ASpringAboutARailIsSeen) {
  const auto slider = draw_x("Joints.Prismatic x(n = {1, 0, 0});");
  const auto spring = draw_x("Forces.Spring x(c = 1);");
  ASSERT_EQ(slider.size(), 2u);
  ASSERT_EQ(spring.size(), 1u);
  for (const Shape& s : slider) EXPECT_LT(std::max(s.width, s.height), 0.5 * spring[0].width);
  EXPECT_FALSE(slider[0].is_color_stated);
  EXPECT_EQ(draw_x("Forces.Spring x(c = 1, width = 0.01);")[0].width, 0.01);
  EXPECT_EQ(draw_x("Joints.Prismatic x(n = {1, 0, 0}, boxColor = {255, 0, 0});")[0].color,
            (Color{255, 0, 0}));
}

TEST(Drawing, SensorsStandWhereTheyMeasure) {
  const auto absolute = draw_x("Modelica.Mechanics.MultiBody.Sensors.AbsolutePosition x;");
  ASSERT_EQ(absolute.size(), 1u);
  EXPECT_EQ(absolute[0].role, Shape::Role::sensor);
  EXPECT_EQ(absolute[0].frame, "frame_a");
  const auto distance = draw_x("Modelica.Mechanics.MultiBody.Sensors.Distance x;");
  ASSERT_EQ(distance.size(), 2u);
  EXPECT_EQ(distance[0].kind, Shape::Kind::line);
  EXPECT_EQ(distance[0].to, "frame_b");
  const auto cut = draw_x("Modelica.Mechanics.MultiBody.Sensors.CutForce x;");
  ASSERT_FALSE(cut.empty());
  for (const Shape& s : cut) EXPECT_EQ(s.role, Shape::Role::sensor);
}

TEST(Drawing, AWheelIsAsWideAsItsPartSays) {
  const ModelTree model = read(
      "  inner Modelica.Mechanics.MultiBody.World world(n = {0, 0, -1});\n"
      "  Parts.RollingWheel x(radius = 0.3, m = 1, I_axis = 0.1, I_long = 0.1, width = 0.12, "
      "hollowFraction = 0.5, color = {1, 2, 3});\n"
      "  Joints.RollingWheel y(radius = 0.3);\n");
  const auto wheel = draw(*model.root->find_part("x.rollingWheel"));
  ASSERT_GT(wheel.size(), 1u) << "spokes show how it turns";
  EXPECT_EQ(wheel[0].kind, Shape::Kind::pipe);
  EXPECT_EQ(wheel[0].length, 0.12);
  EXPECT_EQ(wheel[0].width, 0.6);
  EXPECT_EQ(wheel[0].extra, 0.5);
  EXPECT_EQ(wheel[0].color, (Color{1, 2, 3}));
  expect_near(wheel[0].direction.normalized(), {0, 1, 0});
  EXPECT_EQ(draw(*model.root->find_part("y"))[0].width, 0.6);
}

TEST(Drawing, ForcesReachFromFrameToFrame) {
  const auto both = draw_x("Forces.SpringDamperParallel x(c = 1, d = 1, numberOfWindings = 7);");
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].kind, Shape::Kind::coil);
  EXPECT_EQ(both[0].windings, 7);
  EXPECT_EQ(both[0].frame, "frame_a");
  EXPECT_EQ(both[0].to, "frame_b");
  EXPECT_EQ(both[1].kind, Shape::Kind::damper);
}

TEST(Drawing, AnimationFalseHides) {
  EXPECT_TRUE(draw_x("Parts.Body x(m = 1, r_CM = {1, 0, 0}, animation = false);").empty());
  EXPECT_TRUE(draw_x("Parts.Body x(m = 1, r_CM = {1, 0, 0});",
                     "inner Modelica.Mechanics.MultiBody.World world(enableAnimation = false);")
                  .empty());
  const ModelTree model = read(
      "  inner Modelica.Mechanics.MultiBody.World world;\n"
      "  Parts.RollingWheel x(radius = 0.3, m = 1, I_axis = 0.1, I_long = 0.1, animation = "
      "false);\n");
  for (const auto& part : model.root->find_part("x")->parts) EXPECT_TRUE(draw(*part).empty());
}

TEST(Drawing, TheWorldShowsAxesAndGravity) {
  const ModelTree model = read(
      "  inner Modelica.Mechanics.MultiBody.World world(n = {0, 0, -1}, animateGround = true);\n");
  const auto shapes = draw(*model.root->find_part("world"));
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_EQ(shapes[0].kind, Shape::Kind::frame);
  EXPECT_EQ(shapes[1].kind, Shape::Kind::arrow);
  expect_near(shapes[1].direction, {0, 0, -1});
  // Green is the y axis.
  EXPECT_GT(shapes[1].color[0], shapes[1].color[1]);
  EXPECT_EQ(shapes[2].kind, Shape::Kind::ground);
  expect_near(shapes[2].direction, {0, 0, 1});
}

// A model may say anything; a picture has to survive it.
TEST(Drawing, WhatCannotBeDrawnIsLeftOut) {
  EXPECT_TRUE(draw_x("Joints.Revolute x(cylinderLength = 0);").empty());
  EXPECT_TRUE(draw_x("Joints.Revolute x(cylinderDiameter = 0);").empty());
  const auto body = draw_x("Parts.BodyBox x(r = {1, 0, 0}, color = {-5, 300, 7});");
  ASSERT_EQ(body.size(), 1u);
  EXPECT_FALSE(body[0].is_color_stated);
  const auto coil = draw_x("Forces.Spring x(c = 1, numberOfWindings = 2000000000);");
  ASSERT_EQ(coil.size(), 1u);
  EXPECT_EQ(coil[0].windings, 1000);
}

// Every class of the library can be drawn with what it is by default.
TEST(Drawing, AllJointsAndForcesAreDrawnWithoutParameters) {
  for (const char* x :
       {"Joints.Cylindrical x;", "Joints.Planar x;", "Joints.Constraints.Spherical x;",
        "Joints.Constraints.Revolute x(n = {0, 0, 1});",
        "Joints.SphericalSpherical x(rodLength = 1);", "Gelenk.Joints.Screw x(pitch = 1);",
        "Forces.Damper x(d = 1);", "Forces.Spring x(c = 1);",
        "Joints.RollingWheel x(radius = 0.3);"}) {
    EXPECT_FALSE(draw_x(x).empty()) << x;
  }
}

}  // namespace
}  // namespace gelenk
