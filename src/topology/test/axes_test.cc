#include "topology/axes.h"

#include <gtest/gtest.h>

#include "elements/library.h"
#include "modelica/reader.h"
#include "topology/system.h"

namespace gelenk {
namespace {

struct Built {
  ModelTree model;
  System system;
  explicit Built(const std::string& body)
      : model(modelica::read_model_text(
            "test.mo",
            "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
            "  import Modelica.Mechanics.Rotational.{Components, Sources};\n"
            "  inner Modelica.Mechanics.MultiBody.World world;\n" +
                body + "end M;\n",
            element_library())),
        system(build_system(model)) {}

  const Train& train_of(const std::string& path, const std::string& connector) const {
    return system.axes.trains[shaft_of(path, connector).train];
  }
  const Shaft& shaft_of(const std::string& path, const std::string& connector) const {
    for (const PlacedFlange& f : system.axes.flanges) {
      if (f.component->path == path && f.connector == connector) return system.axes.shafts[f.shaft];
    }
    throw std::out_of_range("no such flange");
  }
};

const std::string arm =
    "  Joints.Revolute hinge(useAxisFlange = true);\n  Parts.Body body(m = 1, r_CM = {1, 0, 0});\n";
const std::string arm_equations =
    "equation\n  connect(world.frame_b, hinge.frame_a);\n  connect(hinge.frame_b, body.frame_a);\n";

// Rotor → gear → joint: one train, whose coordinate is that of the joint.
TEST(Axes, GearedRotorsActOnTheJointsCoordinate) {
  const Built b(
      arm + "  Components.Inertia rotor(J = 0.1);\n  Components.IdealGear gear(ratio = 4);\n" +
      arm_equations +
      "  connect(rotor.flange_b, gear.flange_a);\n  connect(gear.flange_b, hinge.axis);\n");
  const Train& train = b.train_of("rotor", "flange_a");
  EXPECT_EQ(&train, &b.train_of("hinge", "axis"));
  EXPECT_EQ(train.carrier.sub->joints[train.carrier.joint].name, "hinge");
  EXPECT_DOUBLE_EQ(train.inertia, 1.6);
  EXPECT_DOUBLE_EQ(b.shaft_of("rotor", "flange_a").ratio, 4.0);
  EXPECT_EQ(b.system.nv, 1);
  EXPECT_TRUE(b.system.rows.empty());
  EXPECT_LT(b.train_of("hinge", "support").carrier.joint, 0) << "ground needs no coordinate";
}

// A rotor behind a spring is a coordinate of its own.
TEST(Axes, ShaftsWithoutJointGetACoordinate) {
  const Built b(arm + "  Components.Inertia rotor(J = 0.1);\n  Components.Spring spring(c = 4);\n" +
                arm_equations +
                "  connect(rotor.flange_b, spring.flange_a);\n"
                "  connect(spring.flange_b, hinge.axis);\n");
  EXPECT_EQ(b.system.nv, 2);
  const Train& train = b.train_of("rotor", "flange_a");
  EXPECT_NE(&train, &b.train_of("hinge", "axis"));
  EXPECT_EQ(train.carrier.sub->joints[train.carrier.joint].name, "rotor");
  EXPECT_DOUBLE_EQ(train.inertia, 0.1);
  EXPECT_EQ(b.system.counts.joints, 1);
}

// Two joints on one shaft need a row; a drive makes the shared coordinate known.
TEST(Axes, FurtherJointsOnAShaftAreTiedByRows) {
  const Built b(arm +
                "  Joints.Revolute other(useAxisFlange = true);\n"
                "  Parts.Body wheel(m = 1, r_CM = {0, 0, 0});\n"
                "  Components.IdealGear gear(ratio = -2);\n"
                "  Sources.Position drive(exact = true, phi_ref = 6*time);\n" +
                arm_equations +
                "  connect(world.frame_b, other.frame_a);\n"
                "  connect(other.frame_b, wheel.frame_a);\n"
                "  connect(hinge.axis, gear.flange_a);\n  connect(gear.flange_b, other.axis);\n"
                "  connect(drive.flange, other.axis);\n");
  ASSERT_EQ(b.system.rows.size(), 1u);
  const TrainRow& row = b.system.rows[0];
  ASSERT_EQ(row.terms.size(), 2u);
  EXPECT_EQ(row.name, "other");
  EXPECT_DOUBLE_EQ(row.terms[0].coefficient, 1.0);
  EXPECT_DOUBLE_EQ(row.terms[1].coefficient, 0.5);  // other = −½ hinge
  const Train& train = b.train_of("hinge", "axis");
  EXPECT_TRUE(train.driven);
  symbolic::Tape tape({train.law});
  double x;
  tape.eval(1.0, nullptr, &x);
  EXPECT_DOUBLE_EQ(x, -12.0) << "angle of the hinge, which carries the train";
}

}  // namespace
}  // namespace gelenk
