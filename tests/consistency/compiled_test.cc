// A part as a compiled component moves as it does in the model's own text: other program code on
// the way (another shared library, the C interface, coordinates of its own), the same motion to the
// tolerance of the integration.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/support/command.h"
#include "tests/support/csv.h"

namespace gelenk::testing {
namespace {

// A part, a model that holds it as text, and the same model with the part from a file. `use`: what
// stands around it; the part is p.
struct Case {
  const char* name;
  const char* part;
  const char* ports;
  const char* use;
  const char* signals;  // of the host, the same in both models
};

std::string part_text(const Case& c) {
  return std::string(
             "within;\nmodel Part\n"
             "  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces, Interfaces};\n"
             "  import Modelica.Mechanics.{Rotational, Translational};\n"
             "  outer Modelica.Mechanics.MultiBody.World world;\n") +
         c.ports + c.part + "end Part;\n";
}

std::string host_text(const Case& c, const std::string& part) {
  return "model Host\n"
         "  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces, Interfaces};\n"
         "  import Modelica.Mechanics.{Rotational, Translational};\n"
         "  inner Modelica.Mechanics.MultiBody.World world(g = 9.5);\n" +
         part + c.use + "end Host;\n";
}

const Case cases[] = {
    {"a pendulum of two rods on a carriage",
     R"(
  Parts.BodyBox upper(r = {0, -0.4, 0}, width = 0.05);
  Parts.BodyBox lower(r = {0, -0.5, 0}, width = 0.04);
  Joints.Revolute knee(phi(start = 0.7, fixed = true), w(start = -0.3, fixed = true));
equation
  connect(top, upper.frame_a);
  connect(upper.frame_b, knee.frame_a);
  connect(knee.frame_b, lower.frame_a);
  connect(lower.frame_b, foot);
)",
     "  Interfaces.Frame_a top;\n  Interfaces.Frame_b foot;\n",
     R"(
  Joints.Prismatic rail(n = {1, 0, 0}, s(start = 0.2, fixed = true), v(fixed = true));
  Parts.Body carriage(m = 2, r_CM = {0, 0, 0});
  Joints.Revolute hip(phi(start = 0.4, fixed = true), w(fixed = true));
  Parts.Body weight(m = 0.5, r_CM = {0, -0.1, 0});
equation
  connect(world.frame_b, rail.frame_a);
  connect(rail.frame_b, carriage.frame_a);
  connect(carriage.frame_a, hip.frame_a);
  connect(hip.frame_b, p.top);
  connect(p.foot, weight.frame_a);
)",
     "rail.s,hip.phi,hip.w,weight.r_0[1],weight.r_0[2],weight.a_0[2],p.top.f[1],p.top.f[2],"
     "p.foot.r_0[1],p.foot.f[2],gelenk.energy.total"},
    {"hung directly on ground",
     R"(
  Parts.BodyBox rod(r = {0.5, 0, 0}, width = 0.05);
equation
  connect(a, rod.frame_a);
  connect(b, rod.frame_b);
)",
     "  Interfaces.Frame_a a;\n  Interfaces.Frame_b b;\n",
     R"(
  Joints.Revolute hinge(phi(start = 0.3, fixed = true), w(start = 1, fixed = true));
  Forces.Spring spring(c = 40, s_unstretched = 0.2);
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, p.a);
  connect(world.frame_b, spring.frame_a);
  connect(spring.frame_b, p.b);
)",
     "hinge.phi,hinge.w,hinge.a,spring.f,p.b.r_0[2],gelenk.energy.kinetic,gelenk.energy.potential"},
    {"a loop inside",
     R"(
  Parts.BodyBox crank(r = {0, 0.2, 0}, width = 0.03);
  Parts.BodyBox coupler(r = {0.6, 0, 0}, width = 0.03);
  Parts.BodyBox rocker(r = {0, 0.45, 0}, width = 0.03);
  Parts.BodyBox base(r = {0.6, 0, 0}, width = 0.05);
  Joints.Revolute j1(phi(start = -0.5, fixed = true), w(start = 2, fixed = true)), j2, j3, j4;
equation
  connect(foot, base.frame_a);
  connect(base.frame_a, j1.frame_a);
  connect(j1.frame_b, crank.frame_a);
  connect(crank.frame_b, j2.frame_a);
  connect(j2.frame_b, coupler.frame_a);
  connect(coupler.frame_b, j3.frame_a);
  connect(j3.frame_b, rocker.frame_b);
  connect(rocker.frame_a, j4.frame_b);
  connect(j4.frame_a, base.frame_b);
  connect(coupler.frame_b, tip);
)",
     "  Interfaces.Frame_a foot;\n  Interfaces.Frame_b tip;\n",
     R"(
  Joints.Prismatic rail(n = {1, 0, 0}, s(fixed = true), v(fixed = true));
  Parts.Body load(m = 0.3, r_CM = {0, 0.1, 0});
  Joints.Revolute hook(phi(start = 0.2, fixed = true), w(fixed = true));
equation
  connect(world.frame_b, rail.frame_a);
  connect(rail.frame_b, p.foot);
  connect(p.tip, hook.frame_a);
  connect(hook.frame_b, load.frame_a);
)",
     "rail.s,rail.v,hook.phi,load.r_0[1],load.r_0[2],p.tip.f[2],gelenk.energy.total"},
    {"a motor with friction, states and laws inside",
     R"(
  Parts.BodyBox housing(r = {0.2, 0, 0}, width = 0.08);
  Parts.BodyBox arm(r = {0, -0.5, 0}, width = 0.05);
  Joints.Revolute axis(useAxisFlange = true, phi(start = 0.3, fixed = true), w(fixed = true));
  Rotational.Components.BearingFriction friction(tau_pos = [0, 0.5; 1, 0.6], peak = 1.2, useSupport = true);
  Rotational.Sources.Torque2 motor(tau = 0.8*current);
  Real current(start = 0, fixed = true);
equation
  der(current) = 20*((if time < 0.4 then 4 else -3) - current) - 0.5*axis.w;
  connect(mount, housing.frame_a);
  connect(housing.frame_b, axis.frame_a);
  connect(axis.frame_b, arm.frame_a);
  connect(arm.frame_b, hand);
  connect(axis.support, motor.flange_a);
  connect(motor.flange_b, friction.flange_a);
  connect(friction.flange_b, axis.axis);
  connect(friction.support, axis.support);
)",
     "  Interfaces.Frame_a mount;\n  Interfaces.Frame_b hand;\n",
     R"(
  Joints.Revolute base(n = {0, 1, 0}, phi(fixed = true), w(start = 0.5, fixed = true));
  Parts.Body load(m = 0.4, r_CM = {0, 0, 0.05});
equation
  connect(world.frame_b, base.frame_a);
  connect(base.frame_b, p.mount);
  connect(p.hand, load.frame_a);
)",
     "base.phi,base.w,load.r_0[1],load.r_0[2],load.r_0[3],p.hand.f[2],gelenk.energy.total"},
};

Outcome must_run(const Workspace& workspace, const std::string& arguments) {
  Outcome outcome = run_gelenk(workspace, arguments);
  EXPECT_EQ(outcome.exit_code, 0) << arguments << "\n" << outcome.out << outcome.err;
  return outcome;
}

// Rows at output times; at events there are two, and how they are numbered may differ by rounding
// of the event's time.
void expect_same(const Csv& a, const Csv& b, double tolerance) {
  ASSERT_EQ(a.names, b.names);
  ASSERT_EQ(a.rows.size(), b.rows.size());
  ASSERT_GT(a.rows.size(), 10u);
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    for (std::size_t k = 0; k < a.names.size(); ++k)
      EXPECT_NEAR(a.rows[i][k], b.rows[i][k], tolerance * (1 + std::abs(a.rows[i][k])))
          << a.names[k] << " in row " << i;
  }
}

TEST(Compiled, MovesAsTheTextDoes) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Workspace workspace;
    workspace.write("Part.mo", part_text(c));
    workspace.write("Whole.mo", host_text(c, part_text(c).substr(8) + "  Part p;\n"));
    workspace.write("Host.mo",
                    host_text(c,
                              "  model Part\n    extends Gelenk.CompiledComponent(file = "
                              "\"part.gkc\");\n" +
                                  std::string(c.ports) + "  end Part;\n  Part p;\n"));
    must_run(workspace, "compile Part.mo -o part.gkc");
    const std::string options = std::string(
                                    " --t-end 1 --interval 0.05 --rtol 1e-10 --quiet "
                                    "--signals '") +
                                c.signals + "' --output ";
    must_run(workspace, "run Whole.mo" + options + "whole.csv");
    must_run(workspace, "run Host.mo --formulation hierarchical" + options + "host.csv");
    if (HasFailure()) continue;
    // Accelerations and loads have the error of the state times the stiffness of what acts.
    expect_same(Csv(workspace.path("whole.csv")), Csv(workspace.path("host.csv")), 1e-6);
  }
}

}  // namespace
}  // namespace gelenk::testing
