#include "tests/support/nested_parts.h"

namespace gelenk::testing {

const std::vector<NestedCase> nested_cases = {
    {"a chain of rods",
     {"  Interfaces.Frame_a a;\n  Interfaces.Frame_b b;\n",
      R"(
  Parts.BodyBox upper(r = {0, -0.4, 0}, width = 0.05), lower(r = {0, -0.3, 0}, width = 0.04);
  Joints.Revolute knee(phi(start = 0.7, fixed = true), w(start = -0.3, fixed = true));
equation
  connect(a, upper.frame_a);
  connect(upper.frame_b, knee.frame_a);
  connect(knee.frame_b, lower.frame_a);
  connect(lower.frame_b, b);
)",
      "  Interfaces.Frame_a top;\n  Interfaces.Frame_b foot;\n",
      R"(
  Parts.BodyBox first(r = {0.2, 0, 0}, width = 0.05), last(r = {0, -0.2, 0}, width = 0.03);
  Joints.Revolute hip(n = {1, 0, 0}, phi(start = 0.2, fixed = true), w(fixed = true));
  Joints.Spherical ankle(w_rel_a_start = {0.3, 0, 0.1}, w_rel_a_fixed = true, angles_fixed = true);
equation
  connect(top, first.frame_a);
  connect(first.frame_b, hip.frame_a);
  connect(hip.frame_b, i.a);
  connect(i.b, ankle.frame_a);
  connect(ankle.frame_b, last.frame_a);
  connect(last.frame_b, foot);
)",
      R"(
  Joints.Prismatic rail(n = {1, 0, 0}, s(start = 0.2, fixed = true), v(fixed = true));
  Parts.Body carriage(m = 2, r_CM = {0, 0, 0});
  Joints.Revolute hook(phi(start = 0.4, fixed = true), w(fixed = true));
  Parts.Body weight(m = 0.5, r_CM = {0, -0.1, 0});
  Forces.Spring spring(c = 20, s_unstretched = 0.5);
equation
  connect(world.frame_b, rail.frame_a);
  connect(rail.frame_b, carriage.frame_a);
  connect(carriage.frame_a, hook.frame_a);
  connect(hook.frame_b, o.top);
  connect(o.foot, weight.frame_a);
  connect(world.frame_b, spring.frame_a);
  connect(spring.frame_b, o.foot);
)"},
     "rail.s,rail.a,hook.phi,hook.a,weight.r_0[1],weight.a_0[2],o.top.f[1],o.foot.f[2],"
     "gelenk.energy.total"},
    {"ports of the outer one that are those of the inner one, or ground",
     {"  Interfaces.Frame_a a;\n  Interfaces.Frame_b b;\n",
      R"(
  Parts.BodyBox rod(r = {0.3, 0, 0}, width = 0.05), tip(r = {0.2, 0, 0}, width = 0.04);
  Joints.Revolute bend(phi(start = 0.5, fixed = true), w(fixed = true));
equation
  connect(a, rod.frame_a);
  connect(rod.frame_b, bend.frame_a);
  connect(bend.frame_b, tip.frame_a);
  connect(tip.frame_b, b);
)",
      "  Interfaces.Frame_a ground, rod;\n  Interfaces.Frame_b tip;\n",
      R"(
  Parts.Fixed fixed(r = {0, 0.1, 0});
  Joints.Revolute hinge(phi(start = -0.4, fixed = true), w(start = 1, fixed = true));
equation
  connect(fixed.frame_b, ground);
  connect(fixed.frame_b, hinge.frame_a);
  connect(hinge.frame_b, i.a);
  connect(i.a, rod);
  connect(i.b, tip);
)",
      R"(
  Parts.Body load(m = 0.5, r_CM = {0, -0.1, 0});
  Joints.Revolute hook(phi(start = 0.3, fixed = true), w(fixed = true)), other(phi(start = 0.2, fixed = true), w(fixed = true));
  Parts.BodyBox beside(r = {0, -0.3, 0}, width = 0.03);
  Forces.SpringDamperParallel spring(c = 30, d = 1, s_unstretched = 0.2);
equation
  connect(o.tip, hook.frame_a);
  connect(hook.frame_b, load.frame_a);
  connect(o.ground, other.frame_a);
  connect(other.frame_b, beside.frame_a);
  connect(beside.frame_b, spring.frame_a);
  connect(o.rod, spring.frame_b);
)"},
     "hook.phi,hook.a,other.phi,other.a,load.r_0[1],load.a_0[2],o.tip.f[2],spring.f,"
     "gelenk.energy.total"},
    {"loops: one inside the inner one, one of the host through both",
     {"  Interfaces.Frame_a foot;\n  Interfaces.Frame_b tip, end_of_base;\n",
      R"(
  Parts.BodyBox crank(r = {0, 0.2, 0}, width = 0.03), coupler(r = {0.6, 0, 0}, width = 0.03),
    rocker(r = {0, 0.45, 0}, width = 0.03), base(r = {0.6, 0, 0}, width = 0.05);
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
  connect(base.frame_b, end_of_base);
)",
      "  Interfaces.Frame_a left, right;\n  Interfaces.Frame_b tip;\n",
      R"(
  Parts.BodyBox legs[2](each r = {0, 0.3, 0}, each width = 0.04);
  Joints.Revolute knees[2](each phi(start = -0.1));
equation
  connect(left, legs[1].frame_a);
  connect(right, legs[2].frame_a);
  connect(legs[1].frame_b, knees[1].frame_a);
  connect(knees[1].frame_b, i.foot);
  connect(legs[2].frame_b, knees[2].frame_a);
  connect(knees[2].frame_b, i.end_of_base);
  connect(i.tip, tip);
)",
      R"(
  Joints.Revolute near(phi(start = 0.1, fixed = true), w(fixed = true)), far(phi(start = 0.1));
  Parts.FixedTranslation base(r = {0.6, 0, 0});
  Parts.Body load(m = 0.3, r_CM = {0, 0.1, 0});
  Joints.Revolute hook(phi(start = 0.2, fixed = true), w(fixed = true));
equation
  connect(world.frame_b, near.frame_a);
  connect(near.frame_b, o.left);
  connect(world.frame_b, base.frame_a);
  connect(base.frame_b, far.frame_a);
  connect(far.frame_b, o.right);
  connect(o.tip, hook.frame_a);
  connect(hook.frame_b, load.frame_a);
)"},
     "near.phi,near.a,far.phi,hook.phi,hook.a,load.r_0[1],load.r_0[2],o.tip.f[2],"
     "gelenk.energy.total"},
    {"friction inside, a stop around it, inputs and outputs through both",
     {"  Interfaces.Frame_a mount;\n  Interfaces.Frame_b hand;\n  input Real u;\n  output Real "
      "phi, w, hot;\n",
      R"(
  Parts.BodyBox housing(r = {0.2, 0, 0}, width = 0.08), arm(r = {0, -0.5, 0}, width = 0.05);
  Joints.Revolute axis(useAxisFlange = true, phi(start = 0.3, fixed = true), w(fixed = true));
  Rotational.Components.BearingFriction friction(tau_pos = [0, 0.5; 1, 0.6], peak = 1.2, useSupport = true);
  Rotational.Sources.Torque2 motor(tau = 2*current);
  Real current(start = 0.1, fixed = true);
  Boolean warm(start = false);
equation
  phi = axis.phi;
  w = axis.w;
  hot = if warm then 1 else 0;
  der(current) = 30*(u - current);
  when axis.phi > 0.5 then
    warm = true;
  end when;
  connect(mount, housing.frame_a);
  connect(housing.frame_b, axis.frame_a);
  connect(axis.frame_b, arm.frame_a);
  connect(arm.frame_b, hand);
  connect(axis.support, motor.flange_a);
  connect(motor.flange_b, friction.flange_a);
  connect(friction.flange_b, axis.axis);
  connect(friction.support, axis.support);
)",
      "  Interfaces.Frame_a mount;\n  Interfaces.Frame_b hand;\n  input Real wish;\n  output Real "
      "error, phi;\n",
      R"(
  Parts.BodyBox wrist(r = {0.1, 0, 0}, width = 0.06), finger(r = {0.2, -0.2, 0}, width = 0.04);
  Joints.Revolute joint(useAxisFlange = true, phi(start = 0.2, fixed = true), w(fixed = true));
  Gelenk.Rotational.Stop stop(phi_min = -0.3, phi_max = 0.3, e = 0.3);
  Real sum(start = 0, fixed = true);
equation
  der(sum) = wish - i.phi;
  error = sum;
  phi = i.phi + joint.phi;
  connect(mount, i.mount);
  connect(i.hand, wrist.frame_a);
  connect(wrist.frame_b, joint.frame_a);
  connect(joint.frame_b, finger.frame_a);
  connect(finger.frame_b, hand);
  connect(joint.support, stop.flange_a);
  connect(stop.flange_b, joint.axis);
)",
      R"(
  Joints.Revolute base(n = {0, 1, 0}, phi(fixed = true), w(start = 0.5, fixed = true));
  Parts.BodyBox table(r = {0.1, 0, 0}, width = 0.1);
  Parts.Body weight(m = 0.4, r_CM = {0, 0, 0.05});
equation
  connect(world.frame_b, base.frame_a);
  connect(base.frame_b, table.frame_a);
  connect(table.frame_b, o.mount);
  connect(o.hand, weight.frame_a);
)",
      "(u = 15*(wish - i.phi) + 4*sum - i.w + 0.1*i.hot)", "(wish = 0.8*sin(4*time) - 0.1*o.phi)"},
     "base.phi,base.w,base.a,weight.r_0[1],weight.r_0[2],weight.r_0[3],o.hand.f[2],o.error,o.phi,"
     "gelenk.energy.total"},
    {"stops inside that are hit, while friction holds around them and outside",
     {"  Interfaces.Frame_a foot;\n  Interfaces.Frame_b tip;\n",
      R"(
  Parts.BodyBox base(r = {0.3, 0, 0}, width = 0.06), left(r = {0, -0.4, 0}, width = 0.04), right(r = {0, -0.3, 0}, width = 0.05);
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
  Parts.BodyBox plate(r = {0.1, 0, 0}, width = 0.1), table(r = {0.1, 0, 0}, width = 0.1);
  Joints.Prismatic slide(n = {1, 0, 0}, useAxisFlange = true, s(start = 0.1, fixed = true), v(fixed = true));
  Gelenk.Translational.Friction rub(f_pos = [0, 3]);
equation
  connect(foot, plate.frame_a);
  connect(plate.frame_b, slide.frame_a);
  connect(slide.frame_b, table.frame_a);
  connect(table.frame_b, i.foot);
  connect(i.tip, tip);
  connect(slide.support, rub.flange_a);
  connect(rub.flange_b, slide.axis);
)",
      R"(
  Joints.Prismatic rail(n = {1, 0, 0}, useAxisFlange = true, s(start = 0, fixed = true), v(fixed = true));
  Parts.Body carriage(m = 1, r_CM = {0, 0, 0});
  Gelenk.Translational.Friction rub(f_pos = [0, 8]);
  Parts.Body load(m = 0.2, r_CM = {0, 0.1, 0});
  Joints.Revolute hook(phi(start = 0.6, fixed = true), w(fixed = true));
equation
  connect(world.frame_b, rail.frame_a);
  connect(rail.frame_b, carriage.frame_a);
  connect(carriage.frame_a, o.foot);
  connect(rail.support, rub.flange_a);
  connect(rub.flange_b, rail.axis);
  connect(o.tip, hook.frame_a);
  connect(hook.frame_b, load.frame_a);
)"},
     "rail.s,rail.v,hook.phi,hook.w,o.tip.r_0[1],gelenk.energy.total"},
};

}  // namespace gelenk::testing
