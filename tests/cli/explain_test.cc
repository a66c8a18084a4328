// `gelenk explain`: sentences about mechanism, equations and start.
#include <gtest/gtest.h>

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

TEST(ExplainCommand, TellsLoopsAndWhatIsRedundantInThem) {
  const std::string text = explain(examples + "thesis/Car.mo");
  EXPECT_NE(text.find("Mechanism\n"
                      "  9 bodies, 11 joints, 2 loops, 6 degrees of freedom.\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  Joints that close loops: revolute1, revolute4.\n"
                      "  They are 10 equations, of which 6 are independent.\n"
                      "  Redundant, since the others imply them: 2 of joint 'revolute1', 2 of joint "
                      "'revolute4'. Motion does not depend on that; single loads of these joints do.\n"),
            std::string::npos)
      << text;
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
