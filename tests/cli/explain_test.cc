// `gelenk explain`: sentences about mechanism, equations and start.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace gelenk {
namespace {

using testing::Outcome;
using testing::run_gelenk;
using testing::Workspace;

const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";

std::string explain(const std::string& file) {
  Workspace w;
  const Outcome o = run_gelenk(w, "explain " + file);
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  return o.out;
}

void expect(const std::string& text, const std::vector<std::string>& sentences) {
  for (const std::string& sentence : sentences)
    EXPECT_NE(text.find(sentence), std::string::npos) << sentence << "\n" << text;
}

// A four-bar in the plane z = 0; `starts` is of its crank.
std::string write_four_bar(double crank, double rod, double rocker, double ground,
                           const std::string& starts) {
  const auto number = [](double x) { return std::to_string(x); };
  return "model M\n import Modelica.Mechanics.MultiBody.{Joints, Parts};\n"
         " inner Modelica.Mechanics.MultiBody.World world;\n Joints.Revolute a(" + starts +
         "), b, c, d;\n"
         " Parts.BodyCylinder crank(r = {" + number(crank) + ", 0, 0}), rod(r = {" + number(rod) +
         ", 0, 0}), rocker(r = {" + number(rocker) + ", 0, 0});\n"
         " Parts.FixedTranslation base(r = {" + number(ground) + ", 0, 0});\nequation\n"
         " connect(world.frame_b, a.frame_a);\n connect(a.frame_b, crank.frame_a);\n"
         " connect(crank.frame_b, b.frame_a);\n connect(b.frame_b, rod.frame_a);\n"
         " connect(rod.frame_b, c.frame_a);\n connect(world.frame_b, base.frame_a);\n"
         " connect(base.frame_b, d.frame_a);\n connect(d.frame_b, rocker.frame_a);\n"
         " connect(rocker.frame_b, c.frame_b);\nend M;\n";
}

std::string explain_text(const std::string& text) {
  Workspace w;
  w.write("M.mo", text);
  const Outcome o = run_gelenk(w, "explain M.mo");
  EXPECT_EQ(o.exit_code, 0) << o.err << text;
  return o.out;
}

// Two bars of a length on a base of no other: with all of them in line it may also fold.
TEST(ExplainCommand, TellsASingularStart) {
  expect(explain_text(write_four_bar(1, 2, 1, 2, "phi(start = 0, fixed = true)")),
         {"The start is a singular position: 1 of the equations is independent here, 2 a little beside it, so that "
          "the mechanism has 1 freedom here that it loses as soon as it moves."});
}

// A square with one joint whose axis is skew to the others: it closes, and nothing moves.
TEST(ExplainCommand, TellsWhatCannotMove) {
  const std::string text = explain_text(R"(model M
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  inner Modelica.Mechanics.MultiBody.World world;
  Joints.Revolute a, b, c, d(n = {0.3, 0, 1});
  Parts.BodyCylinder left(r = {0, 1, 0}), top(r = {1, 0, 0}), right(r = {0, 1, 0});
  Parts.FixedTranslation base(r = {1, 0, 0});
equation
  connect(world.frame_b, a.frame_a); connect(a.frame_b, left.frame_a);
  connect(left.frame_b, b.frame_a); connect(b.frame_b, top.frame_a);
  connect(top.frame_b, c.frame_a); connect(world.frame_b, base.frame_a);
  connect(base.frame_b, d.frame_a); connect(d.frame_b, right.frame_a);
  connect(right.frame_b, c.frame_b);
end M;
)");
  expect(text, {"0 degrees of freedom", "Cannot move, since loops hold them: ",
                "look at the directions of the joints in its loop."});
}

TEST(ExplainCommand, TellsWhichStartsAreOpen) {
  expect(explain_text(write_four_bar(1, 2, 1.5, 2, "phi(start = 1)")),
         {"The model fixes where it starts but for 1 freedom: guesses decide these.",
          "The model fixes how fast it starts but for 1 freedom, whose speeds start as guessed: "});
  const std::string fixed =
      explain_text(write_four_bar(1, 2, 1.5, 2, "phi(start = 1, fixed = true), w(fixed = true)"));
  EXPECT_EQ(fixed.find("The model fixes"), std::string::npos) << fixed;
}

TEST(ExplainCommand, TellsNumbersInOtherUnits) {
  const std::string text = explain_text(R"(model M
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  inner Modelica.Mechanics.MultiBody.World world(g = 9810);
  Joints.Revolute a(phi(start = 90, fixed = true)), b, c, d;
  Parts.Body x(m = 1, r_CM = {0.1, 0, 0}), y(m = 2, r_CM = {0.1, 0, 0}, I_11 = 800, I_22 = 800, I_33 = 800);
  Parts.Body z(m = 3, r_CM = {0.1, 0, 0}), grams(m = 7.8e6, r_CM = {0.1, 0, 0});
equation
  connect(world.frame_b, a.frame_a); connect(a.frame_b, x.frame_a);
  connect(world.frame_b, b.frame_a); connect(b.frame_b, y.frame_a);
  connect(world.frame_b, c.frame_a); connect(c.frame_b, z.frame_a);
  connect(world.frame_b, d.frame_a); connect(d.frame_b, grams.frame_a);
end M;
)");
  expect(text, {"Doubtful\n", "The mass of 'grams', 7.8e+06 kg, is 3e+06 times that of most others: is it in grams?",
                "The inertia of 'y' is that of a body of 20 m about its centre, where nothing of the mechanism is longer than 0.1 m",
                "The start angle of 'a' is 90 rad: if degrees are meant, write "
                "Modelica.Units.Conversions.from_deg(90).",
                "Gravity is 9810 m/s2: is it in mm/s2 or cm/s2 where m/s2 is meant?"});
  const std::string sound = explain(examples + "thesis/Car.mo");
  EXPECT_EQ(sound.find("Doubtful"), std::string::npos) << sound;
}

TEST(ExplainCommand, TellsWhatIsConnectedToNothing) {
  expect(explain_text(R"(model M
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.MultiBody.Parts.Body stone(m = 1), other(m = 2);
  Modelica.Mechanics.MultiBody.Joints.Revolute hinge;
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, other.frame_a);
end M;
)"),
         {"Nothing holds stone (free motion): 6 of its 6 speeds are free.", "Freedom: hinge.w."});
}

TEST(ExplainCommand, WritesJson) {
  Workspace w;
  const Outcome o = run_gelenk(w, "explain " + examples + "FourBar.mo --json -");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  const auto json = nlohmann::json::parse(o.out);
  EXPECT_EQ(json["model"], "FourBar");
  EXPECT_EQ(json["sections"][0]["title"], "Mechanism");
  const Outcome bad = run_gelenk(w, "explain " + examples + "FourBar.mo --json x.mo");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_NE(bad.err.find("would be written over a model"), std::string::npos) << bad.err;
}

TEST(ExplainCommand, TellsLoopsAndWhatIsRedundantInThem) {
  const std::string text = explain(examples + "thesis/Car.mo");
  expect(text,
         {"Mechanism\n  9 bodies, 11 joints, 2 loops, 6 degrees of freedom.\n",
          "    suspensionLeft: 3 bodies, 2 joints, 3 speeds\n      suspensionLeft.arm: 1 body, 0 joints, 0 speeds\n",
          "  Joints that close loops: revolute1, revolute4.\n",
          "  Loop: revolute1, suspensionLeft.damper.prismatic, suspensionLeft.revolute, revolute2.\n",
          "  They are 10 equations, of which 6 are independent.\n"
          "  Redundant, since the others imply it: translation along its own axis, rotation across its axis: of "
          "joint 'revolute1', joint 'revolute4'.\n",
          "  Of other joints, loops hold still: suspensionLeft.damper.prismatic.w, "
          "suspensionRight.damper.prismatic.w.\n",
          "  Freedom: revolute2.w, and with it suspensionLeft.damper.prismatic.v (-0.495 m/s per rad/s), "
          "suspensionLeft.revolute.w (-0.4167).\n"});
  EXPECT_EQ(text.find("Equations"), std::string::npos) << text;
}

TEST(ExplainCommand, TellsStatesSystemsAndWhatIsHeld) {
  Workspace w;
  w.write("M.mo", R"(model M
  import Modelica.Electrical.Analog.{Basic, Sources};
  Basic.Ground ground;
  Sources.ConstantVoltage source(V = 5);
  Basic.Resistor a(R = 1), b(R = 2), c(R = 3), d(R = 4), bridge(R = 5);
  Real x(start = 1, fixed = true), y(start = 0), u(start = 0, fixed = true), v, force;
  Boolean up;
equation
  connect(source.p, a.p);
  connect(source.p, b.p);
  connect(a.n, c.p);
  connect(b.n, d.p);
  connect(a.n, bridge.p);
  connect(b.n, bridge.n);
  connect(c.n, source.n);
  connect(d.n, source.n);
  connect(source.n, ground.p);
  der(x) = u;
  der(y) = v;
  der(u) = -force*x;
  der(v) = -force*y - 10;
  x^2 + y^2 = 1;
  up = y > 0;
end M;
)");
  const Outcome o = run_gelenk(w, "explain M.mo");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  for (const char* sentence :
       {"There is no mechanism.", "4 states: x, y, u, v.",
        "2 restrictions of states are held by projection, while derivatives of their equations are "
        "solved with the others: the model (line 22).",
        "linear equation", "1 variable changes at events only: up.", "Fixed by the model: x = 1, u = 0.",
        "Start values that may give way to loops and equations: y = "}) {
    EXPECT_NE(o.out.find(sentence), std::string::npos) << sentence << "\n" << o.out;
  }
}

TEST(ExplainCommand, TellsWhatIsFoundWithTheMechanism) {
  Workspace w;
  w.write("M.mo", R"(model Rotor
  Modelica.Mechanics.Rotational.Interfaces.Flange_a flange;
equation
  2*der(der(flange.phi)) = flange.tau;
end Rotor;
model M
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.MultiBody.Joints.Revolute hinge(useAxisFlange = true);
  Modelica.Mechanics.MultiBody.Parts.Body arm(m = 1, r_CM = {0.5, 0, 0});
  Rotor rotor;
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, arm.frame_a);
  connect(rotor.flange, hinge.axis);
end M;
)");
  const Outcome o = run_gelenk(w, "explain M.mo --model M");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_NE(o.out.find("Loads depend on accelerations of the mechanism, which are found with them: "
                       "rotor.flange.tau."),
            std::string::npos)
      << o.out;
}

TEST(ExplainCommand, FailsAsARunDoes) {
  Workspace w;
  w.write("M.mo",
          "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n"
          "  Modelica.Mechanics.MultiBody.Joints.Revolute j;\nend M;\n");
  const Outcome o = run_gelenk(w, "explain M.mo");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_NE(o.err.find("[unconnected]"), std::string::npos) << o.err;
}

}  // namespace
}  // namespace gelenk
