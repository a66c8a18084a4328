#include <gtest/gtest.h>

#include "elements/library.h"
#include "elements/registry.h"
#include "modelica/reader.h"

namespace gelenk {
namespace {

// The rigid element of the only part `p` in a model.
RigidElement read_part(const std::string& declaration) {
  const ModelTree model =
      modelica::read_model_text("test.mo",
                                "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                                "Modelica.Mechanics.MultiBody.Parts." +
                                    declaration + ";\nend M;\n",
                                element_library());
  return std::get<RigidElement>(make_element(*model.root->find_part("p")));
}

// What must be given: parameters without default and without start value.
std::string required(const std::string& declaration) {
  if (declaration.find("model SpringDamperSeries") != std::string::npos) return " p(c = 1, d = 1)";
  if (declaration.find(" c(min") != std::string::npos) return " p(c = 1)";
  if (declaration.find("model PointMass") != std::string::npos) return " p(m = 1)";
  if (declaration.find("model RollingEllipsoid") != std::string::npos) return " p(a = {1, 1, 1})";
  if (declaration.find("model Rod ") != std::string::npos) return " p(L = 1)";
  for (const std::string parameter : {"tau_constant", "f_constant", "w_fixed", "v_fixed"}) {
    if (declaration.find(" " + parameter) != std::string::npos) return " p(" + parameter + " = 1)";
  }
  for (const char* name : {"pitch", "radius", "distance"}) {
    for (const char* type : {"Length ", "Radius "}) {
      const std::string start = std::string(type) + name;
      for (const char* end : {" \"", "(min"}) {
        if (declaration.find(start + end) != std::string::npos)
          return std::string(" p(") + name + " = 1)";
      }
    }
  }
  return " p";
}

TEST(Parts, EveryDeclaredClassCanBeRead) {
  for (const ElementText& element : element_texts()) {
    if (element.class_name == "Modelica.Mechanics.MultiBody.World") continue;
    if (element.class_name == CompiledElement::class_name) continue;  // is nothing without a file
    const std::string text = "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  " +
                             element.class_name + required(element.declaration) + ";\nend M;\n";
    EXPECT_NO_THROW({
      const ModelTree model = modelica::read_model_text("test.mo", text, element_library());
      make_element(*model.root->find_part("p"));
    }) << text;
  }
}

TEST(Parts, BoxFromItsGeometry) {
  const RigidElement e = read_part(
      "BodyBox p(r = {0, 0.5, 0}, width = 0.06, height = 0.04, innerWidth = 0.02, innerHeight = "
      "0.01, widthDirection = {1, 0, 0}, density = 1000)");
  const double mo = 1000 * 0.5 * 0.06 * 0.04, mi = 1000 * 0.5 * 0.02 * 0.01;
  EXPECT_NEAR(e.inertia->mass, mo - mi, 1e-15);
  EXPECT_LT((e.inertia->com - Vec3<double>(0, 0.25, 0)).norm(), 1e-15);
  // Length along y, width along x, height along z.
  const double about_length =
      (mo * (0.06 * 0.06 + 0.04 * 0.04) - mi * (0.02 * 0.02 + 0.01 * 0.01)) / 12;
  const double about_width = (mo * (0.25 + 0.04 * 0.04) - mi * (0.25 + 0.01 * 0.01)) / 12;
  EXPECT_NEAR(e.inertia->J_com(1, 1), about_length, 1e-15);
  EXPECT_NEAR(e.inertia->J_com(0, 0), about_width, 1e-15);
  EXPECT_LT((e.frames[1].X_EF.p - Vec3<double>(0, 0.5, 0)).norm(), 1e-15);
}

TEST(Parts, BoxDefaultsComeFromTheWorld) {
  const RigidElement e = read_part("BodyBox p(r = {1, 0, 0})");
  EXPECT_NEAR(e.inertia->mass, 7700 * 1 * 0.05 * 0.05, 1e-12);
}

TEST(Parts, CylinderFromItsGeometry) {
  const RigidElement e = read_part(
      "BodyCylinder p(r = {0, 0, 2}, diameter = 0.2, innerDiameter = 0.1, density = 1000)");
  const double pi = std::acos(-1.0), mo = 1000 * pi * 2 * 0.01, mi = 1000 * pi * 2 * 0.0025;
  EXPECT_NEAR(e.inertia->mass, mo - mi, 1e-12);
  EXPECT_NEAR(e.inertia->J_com(2, 2), (mo * 0.01 - mi * 0.0025) / 2, 1e-12);
  EXPECT_NEAR(e.inertia->J_com(0, 0), (mo * (4 + 0.03) - mi * (4 + 0.0075)) / 12, 1e-12);
}

TEST(Parts, RotationsInDegrees) {
  const Mat3<double> R =
      read_part("FixedRotation p(n = {1, 0, 0}, angle = 90, r = {1, 2, 3})").frames[1].X_EF.R;
  Mat3<double> expected;
  expected << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  EXPECT_LT((R - expected).norm(), 1e-15);
  const Mat3<double> S = read_part(
                             "FixedRotation p(rotationType = "
                             "Modelica.Mechanics.MultiBody.Types.RotationTypes."
                             "PlanarRotationSequence, sequence = {3, 1, 2}, angles = {30, 0, 0})")
                             .frames[1]
                             .X_EF.R;
  EXPECT_LT((S - rotation_about<double>(Vec3<double>::UnitZ(), std::acos(-1.0) / 6)).norm(), 1e-15);
}

TEST(Parts, InertiaTensorSigns) {
  const RigidElement e = read_part(
      "Body p(m = 1, r_CM = {0, 0, 0}, I_11 = 1, I_22 = 1, I_33 = 1, I_21 = -0.2, I_31 = 0.1)");
  EXPECT_EQ(e.inertia->J_com(0, 1), -0.2);
  EXPECT_EQ(e.inertia->J_com(1, 0), -0.2);
  EXPECT_EQ(e.inertia->J_com(2, 0), 0.1);
}

TEST(Gravity, PointFieldIsTheGradientOfItsPotential) {
  Gravity gravity;
  gravity.kind = Gravity::Kind::point;
  gravity.mu = 3;
  const Vec3<double> p(1, -2, 0.5);
  for (int i = 0; i < 3; ++i) {
    const Vec3<double> h = 1e-5 * Vec3<double>::Unit(i);
    const double slope = (gravity.potential_of(2, p + h) - gravity.potential_of(2, p - h)) / 2e-5;
    EXPECT_NEAR(-slope, 2 * gravity.at(p)[i], 1e-9);
  }
}

}  // namespace
}  // namespace gelenk
