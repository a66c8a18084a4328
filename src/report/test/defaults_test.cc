#include "report/defaults.h"

#include <gtest/gtest.h>

#include "analyses/signals.h"
#include "elements/library.h"
#include "modelica/reader.h"

namespace gelenk {
namespace {

std::string make_text(const std::string& world, const std::string& r) {
  return "model Arm\n  inner Modelica.Mechanics.MultiBody.World world" + world +
         ";\n"
         "  Modelica.Mechanics.MultiBody.Joints.Revolute hinge;\n"
         "  Modelica.Mechanics.MultiBody.Parts.BodyBox rod(r = " +
         r +
         ");\n"
         "  Modelica.Mechanics.MultiBody.Forces.Spring spring(c = 10);\n"
         "equation\n  connect(world.frame_b, hinge.frame_a);\n  connect(hinge.frame_b, "
         "rod.frame_a);\n"
         "  connect(world.frame_b, spring.frame_a);\n  connect(spring.frame_b, rod.frame_b);\nend "
         "Arm;\n";
}

ModelTree read(const std::string& world, const std::string& r) {
  return modelica::read_model_text("test.mo", make_text(world, r), element_library());
}

TEST(ReportDefaults, DrawingsAreAsLargeAsTheModelsLengths) {
  const auto chosen = choose_nominal_length(read("", "{0.03, 0.04, 0}"));
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->first, "world.nominalLength");
  EXPECT_EQ(chosen->second, "0.05");
}

TEST(ReportDefaults, WhatTheModelStatesOrFitsStays) {
  EXPECT_FALSE(choose_nominal_length(read("(nominalLength = 1)", "{0.03, 0.04, 0}")));
  EXPECT_FALSE(choose_nominal_length(read("", "{1, 0, 0}")));
}

TEST(ReportDefaults, LoadsOfJointsAndForcesFollowTheUsualSignals) {
  const ModelTree model = read("", "{1, 0, 0}");
  const System system = build_system(model);
  SignalTable signals(system, "hinge.phi");
  signals.add(choose_shown(system));
  std::vector<std::string> expected = {"hinge.phi"};
  for (const char* connector : {"hinge.frame_b", "spring.frame_b"}) {
    for (const char* load : {"f", "t"}) {
      for (const char* entry : {"[1]", "[2]", "[3]"})
        expected.push_back(std::string(connector) + "." + load + entry);
    }
  }
  EXPECT_EQ(signals.selected_names(), expected);
}

TEST(ReportDefaults, WhatDrivesExertIsShown) {
  const ModelTree model = modelica::read_model_text("test.mo", R"(
model Driven
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.Rotational.Sources.Position drive(exact = true, phi_ref = time);
  Joints.Revolute hinge(useAxisFlange = true);
  Parts.Body body(m = 1, r_CM = {0.5, 0, 0});
equation
  connect(drive.flange, hinge.axis);
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, body.frame_a);
end Driven;
)",
                                                    element_library());
  const System system = build_system(model);
  SignalTable signals(system, "hinge.phi");
  signals.add(choose_shown(system));
  const std::vector<std::string> names = signals.selected_names();
  for (const char* name : {"hinge.tau", "drive.flange.tau"})
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
}

}  // namespace
}  // namespace gelenk
