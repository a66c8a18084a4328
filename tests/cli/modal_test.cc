// `gelenk modal`: its report, its files, and what it says of bad arguments.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/command.h"
#include "tests/support/csv.h"

namespace gelenk {
namespace {

using testing::Outcome;
using testing::run_gelenk;
using testing::Workspace;

const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";

const char* const cart = R"(
model Cart "A cart on a spring"
  import Modelica.Mechanics.Translational;
  parameter Real c = 40;
  input Real u;
  Translational.Components.Fixed wall;
  Translational.Components.SpringDamper first(c = c, d = 0.8);
  Translational.Components.Mass a(m = 10, s(start = 0, fixed = true), v(fixed = true));
  Translational.Sources.Force force(f = u);
equation
  connect(wall.flange, first.flange_a);
  connect(first.flange_b, a.flange_a);
  connect(force.flange, a.flange_b);
end Cart;
)";

TEST(ModalCommand, TellsModesInATable) {
  Workspace w;
  w.write("Cart.mo", cart);
  const Outcome o = run_gelenk(w, "modal Cart.mo");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  EXPECT_EQ(o.out,
            "Cart at 0 s: 2 states, 0 inputs, 0 outputs.\n"
            "The state is an equilibrium.\n"
            "\n"
            "    eigenvalue in 1/s                           Hz     damping\n"
            "  1 -0.04 ± 1.99959996 i                   0.31831        0.02\n"
            "      damped oscillation: a.s 1\n"
            "      takes part: a 100 %\n"
            "\n"
            "No mode is unstable.\n");
}

TEST(ModalCommand, WritesMatricesResponsesAndModes) {
  Workspace w;
  w.write("Cart.mo", cart);
  const Outcome o = run_gelenk(w,
                               "modal Cart.mo --inputs u --outputs a.s --json all.json --matrices "
                               "m.csv --bode bode.csv");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  const nlohmann::json json = nlohmann::json::parse(w.read("all.json"));
  EXPECT_EQ(json["states"][0]["name"], "a.s");
  EXPECT_NEAR(json["A"][1][0].get<double>(), -4.0, 1e-11);
  EXPECT_NEAR(json["B"][1][0].get<double>(), 0.1, 1e-12);
  EXPECT_EQ(json["modes"].size(), 1u);
  EXPECT_EQ(json["modes"][0]["kind"], "oscillation");
  EXPECT_EQ(json["modes"][0]["participation"][0]["name"], "a");
  EXPECT_EQ(w.read("m.csv").substr(0, 10), "A,a.s,a.v\n");
  const testing::Csv bode((w.folder() / "bode.csv").string());
  ASSERT_EQ(bode.names.size(), 3u);
  EXPECT_NEAR(bode.rows.front()[1], 20 * std::log10(1 / 40.0), 0.1);

  EXPECT_EQ(run_gelenk(w, "modal Cart.mo --inputs u --outputs a.s --matrices m.mat --bode b.svg")
                .exit_code,
            0);
  // The first matrix of a MAT-file of level 4: 2 × 2 numbers named A.
  const std::string mat = w.read("m.mat");
  ASSERT_GT(mat.size(), 22u + 32u);
  EXPECT_EQ(mat.substr(20, 2), std::string("A\0", 2));
  EXPECT_NE(w.read("b.svg").find("<svg"), std::string::npos);
}

TEST(ModalCommand, FollowsModesOverAParameter) {
  Workspace w;
  w.write("Cart.mo", cart);
  const Outcome o =
      run_gelenk(w, "modal Cart.mo --over 'c=lin(10,90,3)' --json l.json --locus l.csv");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  const nlohmann::json json = nlohmann::json::parse(w.read("l.json"));
  EXPECT_EQ(json["values"], nlohmann::json({10.0, 50.0, 90.0}));
  ASSERT_EQ(json["branches"].size(), 1u);
  EXPECT_NEAR(json["branches"][0][2]["im"].get<double>(), std::sqrt(9 - 0.04 * 0.04), 1e-10);
  EXPECT_EQ(testing::Csv((w.folder() / "l.csv").string()).rows.size(), 3u);
}

TEST(ModalCommand, LooksAtAnInstantOfARun) {
  Workspace w;
  const Outcome o = run_gelenk(w, "modal " + examples + "Pendulum.mo --at 0.5");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_NE(o.out.find(" at 0.5 s: "), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("The state is no equilibrium: "), std::string::npos) << o.out;
}

TEST(ModalCommand, SaysWhatIsWrongWithArguments) {
  Workspace w;
  w.write("Cart.mo", cart);
  const auto fail = [&](const std::string& arguments) {
    const Outcome o = run_gelenk(w, "modal Cart.mo " + arguments);
    EXPECT_EQ(o.exit_code, 2) << arguments << o.out;
    return o.err;
  };
  EXPECT_EQ(fail("--inputs v"),
            "error: no input matches 'v' [unknown-input]\n  hint: did you mean 'u'?\n");
  EXPECT_NE(fail("--outputs nothing").find("no signal matches 'nothing'"), std::string::npos);
  EXPECT_EQ(fail("--over c=1:2"),
            "error: --over cannot be 'c=1:2' [option]\n"
            "  hint: write --over param=lin(first,last,count), or log(…) for equal ratios\n");
  EXPECT_NE(fail("--over 'c=log(0,1,5)'").find("for log positive ones"), std::string::npos);
  EXPECT_NE(fail("--locus l.svg").find("it shows what --over finds"), std::string::npos);
  EXPECT_NE(fail("--bode b.svg").find("a response needs --inputs and --outputs"),
            std::string::npos);
  EXPECT_NE(fail("--inputs u --outputs a.s --bode b.txt").find("the kind of 'b.txt' is not known"),
            std::string::npos);
  EXPECT_NE(fail("--at -1").find("cannot go back"), std::string::npos);
}

}  // namespace
}  // namespace gelenk
