// `gelenk equilibrium`: what it prints, what it saves, and what it refuses.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace gelenk {
namespace {

using testing::Outcome;
using testing::run_gelenk;
using testing::Workspace;

const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";
const std::string arm = R"(model Arm
  import Modelica.Mechanics.MultiBody.{Parts, Joints};
  inner Modelica.Mechanics.MultiBody.World world(n = {0, -1, 0});
  Joints.Revolute hinge(useAxisFlange = true, phi(start = -0.4));
  Parts.Body body(m = 2, r_CM = {0.7, 0, 0}, I_33 = 0.1);
  parameter Real c = 30;
  Modelica.Mechanics.Rotational.Components.SpringDamper spring(c = c, d = 1, phi_rel0 = 0.5);
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, body.frame_a);
  connect(spring.flange_a, hinge.support);
  connect(spring.flange_b, hinge.axis);
end Arm;
)";

TEST(EquilibriumCommand, PrintsATableAndSavesAStateThatStays) {
  Workspace w;
  w.write("Arm.mo", arm);
  const Outcome o =
      run_gelenk(w, "equilibrium Arm.mo --save-state rest.json --json rest-answer.json");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  EXPECT_EQ(o.out.rfind("Arm\n  at rest, stable; ", 0), 0u) << o.out;
  for (const char* text : {"coordinates", "hinge.phi", "-0.4", " rad\n", "potential energy",
                           "gelenk run Arm.mo --start-state rest.json"})
    EXPECT_NE(o.out.find(text), std::string::npos) << text << "\n" << o.out;
  const auto json = nlohmann::json::parse(w.read("rest-answer.json"));
  const double phi = json["equilibria"][0]["coordinates"][0]["value"];
  const Outcome run = run_gelenk(
      w,
      "run Arm.mo --start-state rest.json --t-end 5 --signals hinge.phi --interval 5 --output -");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::size_t comma = run.out.rfind(',');
  EXPECT_NEAR(std::stod(run.out.substr(comma + 1)), phi, 1e-9);
}

TEST(EquilibriumCommand, FindsWhatIsFreeAndSaysHowToGoOn) {
  Workspace w;
  w.write("Arm.mo", arm);
  const Outcome o =
      run_gelenk(w, "equilibrium Arm.mo --hold hinge.phi=0 --free c --save-state level.json");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  EXPECT_NE(o.out.find("found for what is free"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("27.4"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("gelenk run Arm.mo --set 'c=27.4"), std::string::npos) << o.out;
}

TEST(EquilibriumCommand, ListsSeveral) {
  Workspace w;
  w.write("Arm.mo", arm);
  const Outcome o =
      run_gelenk(w, "equilibrium Arm.mo --set c=0 --nearest --starts 20 --json - 2>/dev/null");
  ASSERT_EQ(o.exit_code, 0);
  const auto json = nlohmann::json::parse(o.out);
  ASSERT_EQ(json["equilibria"].size(), 2u);
  EXPECT_EQ(json["equilibria"][0]["stability"], "stable");
  EXPECT_EQ(json["equilibria"][1]["stability"], "unstable");
}

// cos α = g (m + M)/(m l ω²)
TEST(EquilibriumCommand, GovernorOfTheExamples) {
  Workspace w;
  const Outcome o =
      run_gelenk(w, "equilibrium " + examples + "Governor.mo --speed shaft.w=12 --json -");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  const auto json = nlohmann::json::parse(o.out);
  const auto& found = json["equilibria"][0];
  double angle = 0.0;
  for (const auto& value : found["coordinates"]) {
    if (value["name"] == "right.arm.phi") angle = value["value"];
  }
  EXPECT_NEAR(std::cos(angle), 9.81 * 4.5 / (1.5 * 0.25 * 144), 1e-10);
  EXPECT_NEAR(found["loads"][0]["value"], 0.0, 1e-8);
}

TEST(EquilibriumCommand, FailureIsAnExitCodeOfItsOwn) {
  Workspace w;
  w.write("Fall.mo", R"(model Fall
  inner Modelica.Mechanics.MultiBody.World world(n = {0, -1, 0});
  Modelica.Mechanics.MultiBody.Parts.Body body(m = 3, I_11 = 1, I_22 = 1, I_33 = 1);
end Fall;
)");
  const Outcome o = run_gelenk(w, "equilibrium Fall.mo --save-state rest.json");
  EXPECT_EQ(o.exit_code, 1);
  EXPECT_NE(o.err.find("nothing balances what acts"), std::string::npos) << o.err;
  EXPECT_NE(o.err.find("-29.42 N is left along 'body along y'"), std::string::npos) << o.err;
  EXPECT_FALSE(w.exists("rest.json"));
}

TEST(EquilibriumCommand, RefusesWhatMakesNoSense) {
  Workspace w;
  w.write("Arm.mo", arm);
  for (const auto& [arguments, sentence] :
       {std::pair{"--hold hinge.phi", "--hold hinge.phi has no '='"},
        {"--hold hinge.phi=up", "'up' of --hold hinge.phi=up is no number"},
        {"--hold hinge.phi=nan", "is no number"},
        {"--speed spin.w=1", "there is no signal 'spin.w'"},
        {"--free nothing --hold hinge.phi=0", "there is no parameter, input or speed 'nothing'"},
        {"--free c", "1 numbers are free, and 0 positions are held"},
        {"--starts many", "--starts"},
        {"--json Arm.mo", "--json"}}) {
    const Outcome o = run_gelenk(w, std::string("equilibrium Arm.mo ") + arguments);
    EXPECT_EQ(o.exit_code, 2) << arguments << "\n" << o.out;
    EXPECT_NE(o.err.find(sentence), std::string::npos) << arguments << "\n" << o.err;
  }
}

}  // namespace
}  // namespace gelenk
