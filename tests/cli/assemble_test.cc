// `gelenk assemble`: tables, states and pictures of what closes, sentences about what does not.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace gelenk {
namespace {

using testing::Outcome;
using testing::run_gelenk;
using testing::Workspace;

const std::string four_bar = std::string(GELENK_SOURCE_DIR) + "/examples/FourBar.mo";

TEST(AssembleCommand, TellsWhatMoved) {
  Workspace w;
  const Outcome o = run_gelenk(w, "assemble " + four_bar);
  ASSERT_EQ(o.exit_code, 0) << o.err;
  for (const char* text : {"FourBar: assembled at 0 s\n",
                           "loops        1, with 5 equations, of which 2 are independent\n",
                           "freedom      1\n", "crankJoint.phi", "rad, fixed\n", "rad, moved\n"})
    EXPECT_NE(o.out.find(text), std::string::npos) << text << "\n" << o.out;
}

TEST(AssembleCommand, SavesAndDrawsABranch) {
  Workspace w;
  const Outcome o =
      run_gelenk(w, "assemble " + four_bar +
                        " --branches 60 --branch 1 --save-state other.json --report other.html");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  EXPECT_NE(o.out.find("1 other assembly with the same 'crankJoint.phi'"), std::string::npos)
      << o.out;
  EXPECT_NE(w.read("other.html").find("<html"), std::string::npos);
  const Outcome run = run_gelenk(
      w, "run " + four_bar + " --start-state other.json --t-end 0.1 --summary - --quiet");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_LT(nlohmann::json::parse(run.out)["largest_drift"]["position"], 1e-11);
}

TEST(AssembleCommand, TellsWhatWouldClose) {
  Workspace w;
  const Outcome o =
      run_gelenk(w, "assemble " + four_bar +
                        " --set couplerLength=0.3 --set rockerLength=0.45 --json open.json");
  EXPECT_EQ(o.exit_code, 2);
  for (const char* text :
       {"does not close: it stays open by", "[assembly]",
        "it closes when the fixed start of 'crankJoint' is a guess (fixed = false)",
        "it closes with couplerLength = "})
    EXPECT_NE(o.err.find(text), std::string::npos) << text << "\n" << o.err;
  const auto json = nlohmann::json::parse(w.read("open.json"));
  EXPECT_EQ(json["status"], "open");
  EXPECT_EQ(json["releases"][0][0], "crankJoint");
}

TEST(AssembleCommand, RefusesWhatMakesNoSense) {
  Workspace w;
  for (const auto& [arguments, sentence] :
       {std::pair{"--branch 5 --save-state a.json", "there is no branch 5: 1 were found"},
        {"--branches some", "--branches"},
        {"--json answer.mo", "--json"}}) {
    const Outcome o = run_gelenk(w, "assemble " + four_bar + " " + arguments);
    EXPECT_EQ(o.exit_code, 2) << arguments;
    EXPECT_NE(o.err.find(sentence), std::string::npos) << arguments << "\n" << o.err;
  }
}

}  // namespace
}  // namespace gelenk
