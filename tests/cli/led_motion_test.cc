// `gelenk partition`, `gelenk inverse` and `gelenk kinematics`: what they print, what they write, and what they say of arguments that make no sense.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/answer_page.h"
#include "tests/support/command.h"

namespace gelenk {
namespace {

using testing::expect_documented;
using testing::Outcome;
using testing::run_gelenk;
using testing::Workspace;

const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(PartitionCommand, TellsCoordinatesConditionAndReducedEquations) {
  Workspace w;
  const Outcome o =
      run_gelenk(w, "partition " + examples +
                        "SliderCrank.mo --independent crankJoint.phi --reduced --json p.json");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  EXPECT_EQ(o.out.find("SliderCrank at 0 s\n\n1 degree of freedom. Loops are "), 0u) << o.out;
  for (const char* part :
       {"\nIndependent coordinates\n", "\nDependent coordinates\n", "say nothing new, at joint '",
        "Condition of the dependent block: ", "Reduced equations M_r a + F_r = 0"})
    EXPECT_TRUE(has(o.out, part)) << part << "\n" << o.out;
  const auto json = nlohmann::json::parse(w.read("p.json"));
  EXPECT_EQ(json["independent"], nlohmann::json({"crankJoint.phi"}));
  EXPECT_EQ(json["dependent"].size(), json["rank"]);
  EXPECT_EQ(json["B"].size(), json["dependent"].size());
  EXPECT_EQ(json["M_r"].size(), 1u);
  expect_documented(json, "partition.md");
  EXPECT_EQ(json["F_r"].size(), 1u);
  const Outcome alone = run_gelenk(w, "partition " + examples + "SliderCrank.mo --json -");
  EXPECT_EQ(alone.exit_code, 0);
  EXPECT_FALSE(nlohmann::json::parse(alone.out).contains("M_r"));
}

TEST(PartitionCommand, BadChoicesAreSentences) {
  Workspace w;
  const Outcome o =
      run_gelenk(w, "partition " + examples + "FourBar.mo --independent crankJoint.fi");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_EQ(o.err.find("error: there is no coordinate 'crankJoint.fi' [option]"), 0u) << o.err;
  EXPECT_EQ(o.out, "");
}

TEST(InverseCommand, PrintsPeaksAndWritesColumns) {
  Workspace w;
  const Outcome o = run_gelenk(
      w,
      "inverse " + examples +
          "SliderCrank.mo --motion 'crankJoint.phi=2*pi*time' --t-end 1 --interval 0.1 --signals "
          "'cylinder.s, pistonPin.frame_a.f*' --output f.csv --units --json f.json");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  EXPECT_EQ(o.out.find("SliderCrank\n\n11 instants from 0 s to 1 s, led by crankJoint.phi.\n"
                       "1 degree of freedom.\n"),
            0u)
      << o.out;
  EXPECT_TRUE(has(o.out, "peak power")) << o.out;
  EXPECT_TRUE(has(o.out, "Under these efforts accelerations are those of the motion, to "))
      << o.out;
  const std::string csv = w.read("f.csv");
  EXPECT_EQ(
      csv.find("time [s],force(crankJoint.phi) [N.m],cylinder.s [m],pistonPin.frame_a.f[1] [N]"),
      0u)
      << csv.substr(0, 120);
  const auto json = nlohmann::json::parse(w.read("f.json"));
  EXPECT_EQ(json["status"], "done");
  EXPECT_EQ(json["time"].size(), 11u);
  EXPECT_EQ(json["columns"][0]["values"].size(), 11u);
  EXPECT_EQ(json["efforts"][0]["along"], "crankJoint.phi");
  expect_documented(json, "inverse.md");
}

TEST(InverseCommand, TakesResultsOfARunAsTrajectory) {
  Workspace w;
  EXPECT_EQ(
      run_gelenk(w, "run " + examples + "FourBar.mo --t-end 0.2 --interval 0.01 --output run.csv")
          .exit_code,
      0);
  const Outcome o = run_gelenk(w, "inverse " + examples + "FourBar.mo --trajectory run.csv");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_TRUE(has(o.out, "Given, and following from the other columns: ")) << o.out;
}

TEST(InverseCommand, UnderactuationAndUnreachableMotionsHaveTheirExitCodes) {
  Workspace w;
  const Outcome refused =
      run_gelenk(w, "inverse " + examples +
                        "DoublePendulum.mo --motion 'upper.hinge.phi=0' --motion "
                        "'lower.hinge.phi=0' --actuators upper.hinge.phi");
  EXPECT_EQ(refused.exit_code, 2) << refused.out;
  const Outcome unreachable =
      run_gelenk(w, "inverse " + examples +
                        "SliderCrank.mo --motion 'cylinder.s=1.11+time' --t-end 1 --interval 0.05");
  EXPECT_EQ(unreachable.exit_code, 1);
  EXPECT_EQ(
      unreachable.err,
      "error: the loops do not let the motion go on: it cannot be reached at 0.1 s [numerics]\n");
}

TEST(InverseCommand, BadArgumentsAreSentences) {
  Workspace w;
  const std::string model = "inverse " + examples + "SliderCrank.mo ";
  const auto err = [&](const std::string& arguments) {
    const Outcome o = run_gelenk(w, model + arguments);
    EXPECT_EQ(o.exit_code, 2) << arguments;
    EXPECT_EQ(o.out, "");
    return o.err;
  };
  EXPECT_EQ(err("--motion crankJoint.phi"),
            "error: --motion crankJoint.phi has no '=' [option]\n  hint: write --motion "
            "name=expression of "
            "time\n");
  EXPECT_EQ(err("--trajectory nowhere.csv").find("error: 'nowhere.csv' cannot be read [csv]\n"),
            0u);
  w.write("t.csv", "time,crankJoint.phi\n0,0\n1,1\n");
  EXPECT_EQ(err("--trajectory t.csv --motion crankJoint.phi=1"),
            "error: the motion is given twice: as samples and by laws [option]\n  hint: give a "
            "trajectory, or "
            "laws\n");
  EXPECT_EQ(
      err("--trajectory t.csv --t-end 2"),
      "error: the instants are those of the trajectory's rows [option]\n  hint: leave --t-end and "
      "--interval out, or give the motion by --motion\n");
  EXPECT_TRUE(has(err("--motion crankJoint.phi=1 --output f.png"), "["));
  EXPECT_TRUE(has(err("--motion crankJoint.phi=1 --output a.json --json a.json"), "[option]"));
}

TEST(KinematicsCommand, TellsRangesEndsAndSingularPositions) {
  Workspace w;
  const Outcome o = run_gelenk(w, "kinematics " + examples +
                                      "SliderCrank.mo --grid 'cylinder.s=lin(0.5, 1.3, 17)' "
                                      "--signals crankJoint.phi --output k.csv "
                                      "--json k.json");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  for (const char* part :
       {"17 points, led by cylinder.s.\n", "4 of 17 points could not be reached.\n",
        "The loops let it go no further than cylinder.s = 0.6 m: singular, ",
        "The loops let it go no further than cylinder.s = 1.2 m: singular, "})
    EXPECT_TRUE(has(o.out, part)) << part << "\n" << o.out;
  const auto json = nlohmann::json::parse(w.read("k.json"));
  EXPECT_EQ(json["ends"].size(), 2u);
  expect_documented(json, "kinematics.md");
  EXPECT_EQ(json["reached"].size(), 17u);
  EXPECT_TRUE(json["columns"][1]["values"][0].is_null());
  EXPECT_EQ(w.read("k.csv").find("time,cylinder.s,crankJoint.phi\n"), 0u);
}

TEST(KinematicsCommand, NothingReachedIsAFailure) {
  Workspace w;
  const Outcome o =
      run_gelenk(w, "kinematics " + examples + "SliderCrank.mo --grid 'cylinder.s=lin(2, 3, 2)'");
  EXPECT_EQ(o.exit_code, 1);
  EXPECT_EQ(o.err, "error: no point could be reached from where the mechanism starts [numerics]\n");
  const Outcome wrong =
      run_gelenk(w, "kinematics " + examples + "SliderCrank.mo --grid cylinder.s");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(
      wrong.err,
      "error: --grid cylinder.s has no '=' [option]\n  hint: write --grid name=lin(first, last, "
      "count)\n");
}

// A state that was saved is where it begins.
TEST(KinematicsCommand, StartsFromASavedState) {
  Workspace w;
  EXPECT_EQ(
      run_gelenk(w, "run " + examples + "FourBar.mo --t-end 0.5 --save-state s.json").exit_code, 0);
  const Outcome o = run_gelenk(w, "partition " + examples + "FourBar.mo --start-state s.json");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_EQ(o.out.find("FourBar at 0.5 s\n"), 0u) << o.out;
}

}  // namespace
}  // namespace gelenk
