// A part as a compiled component moves as it does in the model's own text: other program code on
// the way (another shared library, the C interface, coordinates of its own), the same motion to the
// tolerance of the integration.
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <sstream>
#include <string>

#include "gelenk/experiment.h"
#include "tests/support/component_runs.h"

namespace gelenk::testing {
namespace {

// A part, a model that holds it as text, and the same model with the part from a file. `use`: what
// stands around it; the part is p.
struct Case {
  const char* name;
  const char* part;
  const char* ports;
  const char* use;
  const char* signals;     // of the host, the same in both models
  const char* given = "";  // to the part, in brackets
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
    {"a loop inside that passes its singular positions",
     R"(
  Parts.BodyBox crank(r = {0, 0.25, 0}, width = 0.03);
  Parts.BodyBox coupler(r = {0.6, 0, 0}, width = 0.03);
  Parts.BodyBox rocker(r = {0, 0.25, 0}, width = 0.03);
  Parts.BodyBox base(r = {0.6, 0, 0}, width = 0.05);
  Joints.Revolute j1(phi(start = -0.5, fixed = true), w(start = 9, fixed = true)), j2(phi(start = 0.5), w(start = -9)),
    j3, j4(phi(start = -0.5), w(start = 9));
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
     "rail.s,rail.v,hook.phi,load.r_0[1],load.r_0[2],gelenk.energy.total"},
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
    {"a stop inside, hit several times",
     R"(
  Parts.BodyBox housing(r = {0.2, 0, 0}, width = 0.08);
  Parts.BodyBox arm(r = {0, -0.5, 0}, width = 0.05);
  Joints.Revolute axis(useAxisFlange = true, phi(start = 0.6, fixed = true), w(fixed = true));
  Gelenk.Rotational.Stop stop(phi_min = -0.1, phi_max = 2, e = 0.6);
equation
  connect(mount, housing.frame_a);
  connect(housing.frame_b, axis.frame_a);
  connect(axis.frame_b, arm.frame_a);
  connect(arm.frame_b, hand);
  connect(axis.support, stop.flange_a);
  connect(stop.flange_b, axis.axis);
)",
     "  Interfaces.Frame_a mount;\n  Interfaces.Frame_b hand;\n",
     R"(
  Joints.Prismatic rail(n = {1, 0, 0}, s(fixed = true), v(fixed = true));
  Parts.Body load(m = 0.4, r_CM = {0, 0, 0.05});
equation
  connect(world.frame_b, rail.frame_a);
  connect(rail.frame_b, p.mount);
  connect(p.hand, load.frame_a);
)",
     "rail.s,rail.v,load.r_0[1],load.r_0[2],p.hand.f[2],gelenk.energy.total"},
    {"a driven joint inside",
     R"(
  Parts.BodyBox housing(r = {0.2, 0, 0}, width = 0.08);
  Parts.BodyBox arm(r = {0, -0.5, 0}, width = 0.05);
  Joints.Revolute axis(useAxisFlange = true);
  Rotational.Sources.Position drive(exact = true, useSupport = true, phi_ref = 0.3 + sin(3*time)^2);
equation
  connect(mount, housing.frame_a);
  connect(housing.frame_b, axis.frame_a);
  connect(axis.frame_b, arm.frame_a);
  connect(arm.frame_b, hand);
  connect(drive.support, axis.support);
  connect(drive.flange, axis.axis);
)",
     "  Interfaces.Frame_a mount;\n  Interfaces.Frame_b hand;\n",
     R"(
  Joints.Prismatic rail(n = {1, 0, 0}, s(fixed = true), v(fixed = true));
  Parts.Body load(m = 0.4, r_CM = {0, 0, 0.05});
equation
  connect(world.frame_b, rail.frame_a);
  connect(rail.frame_b, p.mount);
  connect(p.hand, load.frame_a);
)",
     "rail.s,rail.v,load.r_0[1],load.r_0[2],p.hand.f[2],gelenk.energy.total"},
    {"standing on ground inside, and hitting the host's stop",
     R"(
  Parts.BodyBox arm(r = {0.5, 0, 0}, width = 0.05);
  Joints.Revolute axis(phi(start = -0.4, fixed = true), w(fixed = true));
equation
  connect(world.frame_b, axis.frame_a);
  connect(axis.frame_b, arm.frame_a);
  connect(arm.frame_b, hand);
)",
     "  Interfaces.Frame_b hand;\n",
     R"(
  Parts.BodyBox wrist(r = {0.1, 0, 0}, width = 0.06);
  Joints.Revolute joint(useAxisFlange = true, phi(start = 0.2, fixed = true), w(fixed = true));
  Parts.BodyBox finger(r = {0.3, 0, 0}, width = 0.04);
  Gelenk.Rotational.Stop stop(phi_min = -0.3, phi_max = 0.3, e = 0.3);
equation
  connect(p.hand, wrist.frame_a);
  connect(wrist.frame_b, joint.frame_a);
  connect(joint.frame_b, finger.frame_a);
  connect(joint.support, stop.flange_a);
  connect(stop.flange_b, joint.axis);
)",
     "joint.phi,joint.w,finger.frame_b.r_0[1],finger.frame_b.r_0[2],p.hand.f[2],"
     "gelenk.energy.total"},
    {"held fast on ground by a loop inside, beside a loop of the host that cannot move either",
     R"(
  Parts.Fixed left, right(r = {1, 0.2, 0.1});
  Joints.Revolute a, b(n = {0, 1, 1});
  Parts.BodyShape beam(r = {1, 0.2, 0.1}, r_CM = {0.5, 0, 0}, m = 1);
equation
  connect(left.frame_b, a.frame_a);
  connect(a.frame_b, beam.frame_a);
  connect(beam.frame_b, b.frame_a);
  connect(b.frame_b, right.frame_b);
  connect(beam.frame_b, end_of_beam);
)",
     "  Interfaces.Frame_b end_of_beam;\n",
     R"(
  Joints.Revolute h, g(n = {1, 0, 1});
  Parts.BodyShape beside(r = {1, 0, 0}, r_CM = {0.5, 0, 0}, m = 1);
  Parts.FixedTranslation base(r = {2, 0.2, 0.1});
  Joints.Revolute swing(phi(start = 0.3, fixed = true), w(start = 0.5, fixed = true));
  Parts.BodyBox rod(r = {0.5, 0, 0}, width = 0.05);
equation
  connect(p.end_of_beam, h.frame_a);
  connect(h.frame_b, beside.frame_a);
  connect(beside.frame_b, g.frame_a);
  connect(g.frame_b, base.frame_b);
  connect(base.frame_a, world.frame_b);
  connect(beside.frame_b, swing.frame_a);
  connect(swing.frame_b, rod.frame_a);
)",
     "swing.phi,swing.w,beside.r_0[1],beside.r_0[2],rod.frame_b.r_0[1],gelenk.energy.total"},
    {"inputs by laws that read its outputs",
     R"(
  Parts.BodyBox housing(r = {0.2, 0, 0}, width = 0.08);
  Parts.BodyBox arm(r = {0, -0.5, 0}, width = 0.05);
  Joints.Revolute axis(useAxisFlange = true, phi(start = 0.3, fixed = true), w(fixed = true));
  Rotational.Sources.Torque2 motor(tau = 2*current + help);
  Real current(start = 0.1, fixed = true);
  Boolean warm(start = false);
equation
  phi = axis.phi;
  w = axis.w;
  load = current;
  hot = if warm then 1 else 0;
  both = axis.phi + help;
  der(current) = 30*(u - current);
  when axis.phi > 0.5 then
    warm = true;
  end when;
  connect(mount, housing.frame_a);
  connect(housing.frame_b, axis.frame_a);
  connect(axis.frame_b, arm.frame_a);
  connect(arm.frame_b, hand);
  connect(axis.support, motor.flange_a);
  connect(motor.flange_b, axis.axis);
)",
     "  Interfaces.Frame_a mount;\n  Interfaces.Frame_b hand;\n"
     "  input Real u, help;\n  output Real phi, w, load, hot, both;\n",
     R"(
  Real wish = 0.8*sin(4*time), sum(start = 0, fixed = true);
  Joints.Revolute base(n = {0, 1, 0}, phi(fixed = true), w(start = 0.5, fixed = true));
  Parts.Body weight(m = 0.4, r_CM = {0, 0, 0.05});
equation
  der(sum) = wish - p.phi;
  connect(world.frame_b, base.frame_a);
  connect(base.frame_b, p.mount);
  connect(p.hand, weight.frame_a);
)",
     "base.phi,base.w,weight.r_0[1],weight.r_0[2],weight.r_0[3],p.hand.f[2],p.phi,p.w,p.load,p.hot,"
     "p.both,sum,gelenk.energy.total",
     "(u = 15*(wish - p.phi) + 4*sum - p.w - 0.1*p.load, help = (if time > 0.35 then 0.4 else 0) - "
     "0.2*base.w + 0.1*p.hot)"},
    {"friction inside, in a hinge that a drive of the host turns to and fro",
     R"(
  Parts.BodyBox upper(r = {0.6, 0, 0}, width = 0.05), lower(r = {0.5, 0, 0}, width = 0.04);
  Joints.Revolute hinge(useAxisFlange = true, phi(start = 0.7, fixed = true));
  Gelenk.Rotational.Friction friction(tau_pos = [0, 0.6; 1, 0.8]);
equation
  connect(a, upper.frame_a);
  connect(upper.frame_b, hinge.frame_a);
  connect(hinge.frame_b, lower.frame_a);
  connect(lower.frame_b, b);
  connect(friction.flange_a, hinge.support);
  connect(friction.flange_b, hinge.axis);
)",
     "  Interfaces.Frame_a a;\n  Interfaces.Frame_b b;\n",
     R"(
  Parts.Fixed base(r = {0.6, 0, 0});
  Joints.Revolute turn(useAxisFlange = true);
  Parts.BodyBox arm(r = {0.5, 0, 0}, width = 0.03);
  Rotational.Sources.Position drive(exact = true, phi_ref = 0.7 + 0.3*sin(6*time));
equation
  connect(world.frame_b, p.a);
  connect(base.frame_b, turn.frame_a);
  connect(drive.flange, turn.axis);
  connect(turn.frame_b, arm.frame_a);
  connect(arm.frame_b, p.b);
)",
     "turn.phi,turn.w,turn.tau,p.b.r_0[2],gelenk.energy.total"},
    {"a rod so thin that it has next to no inertia about itself",
     R"(
  Joints.Revolute turn(phi(start = 0.2, fixed = true), w(start = 3, fixed = true));
  Parts.BodyBox crank(r = {0, 0.1, 0}, width = 0.03), base(r = {0, 0, 0.1}, width = 0.04);
  Joints.Spherical near, far;
  Parts.Body rod(m = 0.8, r_CM = {0.26, 0, 0}, I_11 = 2e-8, I_22 = 0.018, I_33 = 0.018);
  Parts.FixedTranslation along(r = {0.52, 0, 0});
  Joints.Prismatic slide(n = {1, 0, 0}, s(start = 0.5));
  Parts.Body slider(m = 2, r_CM = {0, 0, 0});
equation
  connect(foot, turn.frame_a);
  connect(turn.frame_b, crank.frame_a);
  connect(crank.frame_b, near.frame_a);
  connect(near.frame_b, rod.frame_a);
  connect(rod.frame_a, along.frame_a);
  connect(along.frame_b, far.frame_a);
  connect(far.frame_b, slider.frame_a);
  connect(slider.frame_a, slide.frame_b);
  connect(slide.frame_a, base.frame_b);
  connect(base.frame_a, foot);
  connect(slider.frame_a, tip);
)",
     "  Interfaces.Frame_a foot;\n  Interfaces.Frame_b tip;\n",
     R"(
  Joints.Prismatic rail(n = {1, 0, 0}, s(fixed = true), v(fixed = true));
  Parts.Body load(m = 0.3, r_CM = {0, 0.1, 0}, I_11 = 1e-9, I_22 = 1e-9, I_33 = 1e-9);
  Joints.Revolute hook(phi(start = 0.2, fixed = true), w(fixed = true));
equation
  connect(world.frame_b, rail.frame_a);
  connect(rail.frame_b, p.foot);
  connect(p.tip, hook.frame_a);
  connect(hook.frame_b, load.frame_a);
)",
     "rail.s,rail.v,rail.a,hook.phi,load.r_0[1],load.r_0[2],p.tip.r_0[1],gelenk.energy.total"},
    {"two arms that hit each other inside, while friction holds outside",
     R"(
  Parts.BodyBox base(r = {0.3, 0, 0}, width = 0.06);
  Parts.BodyBox left(r = {0, -0.4, 0}, width = 0.04), right(r = {0, -0.3, 0}, width = 0.05);
  Joints.Revolute j1(useAxisFlange = true, phi(start = -0.4, fixed = true), w(start = 3, fixed = true));
  Joints.Revolute j2(useAxisFlange = true, phi(start = 0.3, fixed = true), w(start = -1, fixed = true));
  Gelenk.Rotational.Stop meet(phi_min = 0, e = 0.7);
equation
  connect(foot, base.frame_a);
  connect(base.frame_a, j1.frame_a);
  connect(j1.frame_b, left.frame_a);
  connect(base.frame_b, j2.frame_a);
  connect(j2.frame_b, right.frame_a);
  connect(j1.axis, meet.flange_a);
  connect(meet.flange_b, j2.axis);
  connect(base.frame_b, tip);
)",
     "  Interfaces.Frame_a foot;\n  Interfaces.Frame_b tip;\n",
     R"(
  Joints.Prismatic rail(n = {1, 0, 0}, useAxisFlange = true, s(start = 0, fixed = true), v(fixed = true));
  Parts.Body carriage(m = 1, r_CM = {0, 0, 0});
  Gelenk.Translational.Friction rub(f_pos = [0, 30]);
equation
  connect(world.frame_b, rail.frame_a);
  connect(rail.frame_b, carriage.frame_a);
  connect(carriage.frame_a, p.foot);
  connect(rail.support, rub.flange_a);
  connect(rub.flange_b, rail.axis);
)",
     "rail.s,rail.v,p.tip.r_0[1],gelenk.energy.total"},
};

// Its start is given by the test: the loop closes in one position only.
const Case loop = {"a loop through the part",
                   R"(
  Parts.BodyBox crank(r = {0, 0.2, 0}, width = 0.03);
  Parts.BodyBox coupler(r = {0.6, 0, 0}, width = 0.03);
  Joints.Revolute joint(phi(start = 0.1));
equation
  connect(a, crank.frame_a);
  connect(crank.frame_b, joint.frame_a);
  connect(joint.frame_b, coupler.frame_a);
  connect(coupler.frame_b, b);
)",
                   "  Interfaces.Frame_a a;\n  Interfaces.Frame_b b;\n",
                   R"(
  Joints.Revolute j1(phi(start = -0.5, fixed = true), w(start = 2, fixed = true)), j3, j4;
  Parts.FixedTranslation base(r = {0.6, 0, 0});
  Parts.BodyBox rocker(r = {0, 0.45, 0}, width = 0.03);
equation
  connect(world.frame_b, j1.frame_a);
  connect(j1.frame_b, p.a);
  connect(p.b, j3.frame_a);
  connect(j3.frame_b, rocker.frame_b);
  connect(rocker.frame_a, j4.frame_b);
  connect(j4.frame_a, base.frame_b);
  connect(base.frame_a, world.frame_b);
)",
                   "j1.phi,j1.w,j3.w,j4.phi,rocker.frame_b.r_0[1],gelenk.energy.total"};

class CompiledSuite : public ::testing::TestWithParam<int> {};

void write_models(const Workspace& workspace, const Case& c) {
  workspace.write("Part.mo", part_text(c));
  const std::string declaration = std::string("  Part p") + c.given + ";\n";
  workspace.write("Whole.mo", host_text(c, part_text(c).substr(8) + declaration));
  workspace.write("Host.mo", host_text(c,
                                       "  model Part\n    extends Gelenk.CompiledComponent(file = "
                                       "\"part.gkc\");\n" +
                                           std::string(c.ports) + "  end Part;\n" + declaration));
}

void compare(const Workspace& workspace, const Case& c) {
  const std::string options =
      std::string(" --t-end 1 --interval 0.05 --rtol 1e-10 --quiet --signals '") + c.signals +
      "' --output ";
  must_run(workspace, "run Whole.mo" + options + "whole.csv");
  for (const char* hierarchy : {"model", "auto", "flat"}) {
    SCOPED_TRACE(hierarchy);
    must_run(workspace, std::string("run Host.mo --formulation hierarchical --hierarchy ") +
                            hierarchy + options + "host.csv");
    if (::testing::Test::HasFailure()) return;
    // Accelerations and loads have the error of the state times the stiffness of what acts.
    expect_same(Csv(workspace.path("whole.csv")), Csv(workspace.path("host.csv")), 1e-6);
  }
}

// As a part of the model's hierarchy, too, its text has coordinates of its own. On the same steps nothing but rounding
// is left between the two: accelerations and loads are the same numbers. (What projection leaves open, 1e-14, adds up
// over hundreds of steps.)
TEST_P(CompiledSuite, IsSolvedAsTheTextIsToRounding) {
  const Case& c = cases[GetParam()];
  SCOPED_TRACE(c.name);
  const Workspace workspace;
  write_models(workspace, c);
  must_run(workspace, "compile Part.mo -o part.gkc");
  for (const char* file : {"Whole", "Host"}) {
    must_run(workspace, std::string("run ") + file +
                            ".mo --formulation hierarchical --integrator rk4 --step 0.001 --t-end "
                            "0.05 --interval 0.0005 "
                            "--quiet --signals '" +
                            c.signals + "' --output " + file + ".csv");
  }
  if (HasFailure()) return;
  expect_same(Csv(workspace.path("Whole.csv")), Csv(workspace.path("Host.csv")), 1e-12);
}

TEST_P(CompiledSuite, MovesAsTheTextDoes) {
  const Case& c = cases[GetParam()];
  SCOPED_TRACE(c.name);
  const Workspace workspace;
  write_models(workspace, c);
  must_run(workspace, "compile Part.mo -o part.gkc");
  compare(workspace, c);
}

INSTANTIATE_TEST_SUITE_P(Cases, CompiledSuite,
                         ::testing::Range(0, static_cast<int>(std::size(cases))));

// Masses inside are nobody's business, and so is all that needs them; the rest can be evaluated anywhere.
TEST(Compiled, EquationsThatNeedMassesNameTheComponent) {
  const Workspace workspace;
  write_models(workspace, cases[0]);
  must_run(workspace, "compile Part.mo -o part.gkc");
  if (::testing::Test::HasFailure()) return;
  Experiment whole(Model::from_file(workspace.path("Whole.mo"))),
      host(Model::from_file(workspace.path("Host.mo")));
  whole.start();
  host.start();
  const std::vector<double> q(host.q().begin(), host.q().end()),
      v(host.v().begin(), host.v().end());
  std::vector<double> M(host.nv() * host.nv()), h(host.nv());
  const auto tell = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  for (const std::string& message :
       {tell([&] { host.calc_mass_matrix(q, M); }), tell([&] { host.calc_bias(0.0, q, v, h); }),
        tell([&] { host.calc_constraints(0.0, q, v); }),
        tell([&] { host.calc_frame("weight.frame_a", q, v); })}) {
    EXPECT_NE(message.find("the compiled component 'p'"), std::string::npos) << message;
    EXPECT_NE(message.find("calc_derivatives"), std::string::npos) << message;
  }
  EXPECT_NEAR(host.calc_energy(0.0, q, v).total(), whole.value("gelenk.energy.total"), 1e-10);
  EXPECT_LT(host.calc_drift(0.0, q, v).position, 1e-10);
  const SignalHandle load[] = {host.signal("p.top.f[2]")};
  double f = 0;
  host.calc_signals(0.0, q, v, load, {&f, 1});
  EXPECT_NEAR(f, whole.value("p.top.f[2]"), 1e-9 * (1 + std::abs(f)));
}

// Of the five equations that close the host's loop one is independent, since neither side of it can move.
TEST(Compiled, RedundantRowsOfTheModelAreCounted) {
  const Case& c = cases[8];
  const Workspace workspace;
  write_models(workspace, c);
  must_run(workspace, "compile Part.mo -o part.gkc");
  EXPECT_NE(must_run(workspace, "run Host.mo --t-end 0.1")
                .out.find("  constraints 15 rows, 4 of them redundant\n"),
            std::string::npos);
}

// Held by feedback, loops inside a component open by as much as those of its text.
TEST(Compiled, LoopsInsideAreHeldByFeedback) {
  const Case& c = cases[2];
  const Workspace workspace;
  write_models(workspace, c);
  must_run(workspace, "compile Part.mo -o part.gkc");
  double drift[2];
  for (const char* stabilization : {"baumgarte", "none"}) {
    for (const char* file : {"Whole", "Host"}) {
      must_run(workspace, std::string("run ") + file + ".mo --formulation hierarchical " +
                              "--stabilization " + stabilization +
                              " --integrator rk4 --step 0.001 --t-end 1 --interval 0.05 --quiet "
                              "--signals '" +
                              c.signals + ",gelenk.drift.*' --output " + file + ".csv");
    }
    if (::testing::Test::HasFailure()) return;
    const Csv host(workspace.path("Host.csv"));
    // Other coordinates open otherwise, by as much as they are open at all.
    expect_same(Csv(workspace.path("Whole.csv")), host, 1e-6);
    drift[*stabilization == 'n'] = host.rows.back()[host.names.size() - 2];
  }
  EXPECT_LT(drift[0], 0.5 * drift[1]);
}

TEST(Compiled, ALoopThroughThePartClosesWhereTheComponentStarts) {
  const Workspace workspace;
  write_models(workspace, loop);
  must_run(workspace,
           "run Whole.mo --t-end 0.1 --signals p.joint.phi,p.joint.w --quiet --output start.csv");
  std::istringstream rows(workspace.read("start.csv"));
  std::string row;
  std::getline(rows, row);
  std::getline(rows, row);
  const std::size_t first = row.find(','), second = row.find(',', first + 1);
  must_run(workspace, "compile Part.mo -o part.gkc --set joint.phi.start=" +
                          row.substr(first + 1, second - first - 1) +
                          " --set joint.w.start=" + row.substr(second + 1));
  compare(workspace, loop);
}

// Fixed values are never moved in silence.
TEST(Compiled, FixedStartValuesThatALoopThroughThePartContradictsAreTold) {
  const Workspace workspace;
  write_models(workspace, loop);
  must_run(workspace, "compile Part.mo -o part.gkc");
  const Outcome run = run_gelenk(workspace, "run Host.mo --formulation hierarchical");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("error: a start value of this joint is fixed, but a loop through the "
                         "compiled component 'p' closes only elsewhere [assembly]\n"),
            std::string::npos)
      << run.out << run.err;
  EXPECT_NE(run.err.find("  in component j1\n"
                         "  hint: leave it free (fixed = false), or compile the component with "
                         "start values that close the loop"),
            std::string::npos)
      << run.out << run.err;
}

// At rest until a law of time inside the part pushes it, for a few milliseconds: a host whose steps grow while nothing moves would
// step over that.
TEST(Compiled, APushByTimeInsideIsNotSteppedOver) {
  const Case c = {"a push",
                  R"(
  Parts.Body body(m = 2, r_CM = {0, 0, 0});
  Gelenk.Forces.WorldForce push(force = {30*exp(-((time - 0.737)/0.003)^2), 0, 0});
equation
  connect(a, body.frame_a);
  connect(push.frame_b, a);
)",
                  "  Interfaces.Frame_a a;\n",
                  R"(
  Joints.Prismatic slide(n = {1, 0, 0}, s(fixed = true), v(fixed = true));
equation
  connect(world.frame_b, slide.frame_a);
  connect(slide.frame_b, p.a);
)",
                  "slide.s,slide.v"};
  const Workspace workspace;
  write_models(workspace, c);
  must_run(workspace, "compile Part.mo -o part.gkc");
  for (const char* integrator : {"auto", "dopri5", "cvode"}) {
    SCOPED_TRACE(integrator);
    must_run(workspace, std::string("run Host.mo --t-end 1 --interval 0.5 --quiet --integrator ") +
                            integrator + " --signals slide.v --output host.csv");
    if (::testing::Test::HasFailure()) return;
    // m v = F ∫ exp(−(t/T)²) dt
    EXPECT_NEAR(Csv(workspace.path("host.csv")).rows.back()[1],
                30 * 0.003 * std::sqrt(std::acos(-1.0)) / 2, 1e-7);
  }
}

TEST(Compiled, AVariableBeyondItsLimitsAtTheStartIsTold) {
  const Case c = {"a tank",
                  R"(
  Parts.Body body(m = 2, r_CM = {0, 0, 0});
  Real level(start = 3, fixed = true, max = 2.5);
equation
  der(level) = -1;
  connect(a, body.frame_a);
)",
                  "  Interfaces.Frame_a a;\n",
                  R"(
  Joints.Prismatic slide(n = {1, 0, 0}, s(fixed = true), v(fixed = true));
equation
  connect(world.frame_b, slide.frame_a);
  connect(slide.frame_b, p.a);
)",
                  "slide.s"};
  const Workspace workspace;
  write_models(workspace, c);
  must_run(workspace, "compile Part.mo -o part.gkc");
  const Outcome outcome = run_gelenk(workspace, "run Host.mo --t-end 1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.out.find("' is above its max = 2.5 at the start, at time 0 s\n"),
            std::string::npos)
      << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find("'p'"), std::string::npos) << outcome.out;
  must_run(workspace, "compile Part.mo -o part.gkc --set level.start=2");
  must_run(workspace, "run Host.mo --t-end 1 --quiet");
}

}  // namespace
}  // namespace gelenk::testing
