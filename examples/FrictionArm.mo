// An arm of six axes with dry friction in all of them, let go in an outstretched pose: it falls, swings, and one joint
// after the other sticks until all of it stands still.
//
// Shows  joints that stick and break away at events while others move; a state of rest that does not creep.
// Run    ./gelenk run examples/FrictionArm.mo --output arm.csv
// Look   link1.joint.w to link6.joint.w: exactly 0 at the end; link1.friction.tau to link6.friction.tau: what holds
//
// Masses and lengths are those of the Manutec r3 robot (Otter and Türk, 1988) with a load of 15 kg; the friction is
// chosen so that the arm cannot hold its weight at the start and can at the end.
model FrictionArm "A robot arm with dry friction falls and comes to rest"
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces};
  import SI = Modelica.Units.SI;

  model Link "A joint with dry friction and the body it carries"
    Interfaces.Frame_a inner_end;
    Interfaces.Frame_b outer_end;
    parameter Real n[3] "Axis of the joint";
    parameter SI.Position r[3] "From the joint to the next one", r_CM[3] = {0, 0, 0};
    parameter SI.Mass m;
    parameter SI.Inertia I_11 = 0.001, I_22 = 0.001, I_33 = 0.001, I_21 = 0;
    parameter SI.Angle phi_start = 0;
    parameter SI.Torque tau_slide "Friction while the joint turns";
    parameter Real peak = 1.1 "Friction that breaks away over tau_slide";
    Joints.Revolute joint(useAxisFlange = true, n = n, phi(start = phi_start, fixed = true), w(fixed = true));
    Gelenk.Rotational.Friction friction(tau_pos = [0, tau_slide; 10, 1.5*tau_slide], peak = peak);
    Parts.BodyShape body(r = r, r_CM = r_CM, m = m, I_11 = I_11, I_22 = I_22, I_33 = I_33, I_21 = I_21);
  equation
    connect(inner_end, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
    connect(body.frame_b, outer_end);
    connect(joint.support, friction.flange_a);
    connect(joint.axis, friction.flange_b);
  end Link;

  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, -1, 0});
  Parts.FixedTranslation base(r = {0, 0.351, 0});
  Link link1(n = {0, 1, 0}, r = {0, 0.324, 0.3}, m = 1, I_11 = 1, I_22 = 1.16, I_33 = 1, phi_start = -1, tau_slide = 40);
  Link link2(
    n = {1, 0, 0}, r = {0, 0.65, 0}, r_CM = {0.172, 0.205, 0}, m = 56.5, I_11 = 2.58, I_22 = 0.64, I_33 = 2.73,
    I_21 = -0.46, phi_start = 0.8, tau_slide = 150);
  Link link3(
    n = {1, 0, 0}, r = {0, 0.414, -0.155}, r_CM = {0.064, -0.034, 0}, m = 26.4, I_11 = 0.279, I_22 = 0.245,
    I_33 = 0.413, I_21 = -0.07, phi_start = 0.7, tau_slide = 80);
  Link link4(
    n = {0, 1, 0}, r = {0, 0.186, 0}, m = 28.7, I_11 = 1.67, I_22 = 0.081, I_33 = 1.67, phi_start = 0.4,
    tau_slide = 10);
  Link link5(
    n = {1, 0, 0}, r = {0, 0.125, 0}, m = 5.2, I_11 = 1.25, I_22 = 0.81, I_33 = 1.53, phi_start = -1.2,
    tau_slide = 20);
  Link link6(n = {0, 1, 0}, r = {0, 0, 0}, r_CM = {0.05, 0.05, 0.05}, m = 0.5, phi_start = 0.3, tau_slide = 5);
  Parts.Body load(m = 15, r_CM = {0.1, 0.25, 0.1});
equation
  connect(world.frame_b, base.frame_a);
  connect(base.frame_b, link1.inner_end);
  connect(link1.outer_end, link2.inner_end);
  connect(link2.outer_end, link3.inner_end);
  connect(link3.outer_end, link4.inner_end);
  connect(link4.outer_end, link5.inner_end);
  connect(link5.outer_end, link6.inner_end);
  connect(link6.outer_end, load.frame_a);
  annotation(experiment(StopTime = 12, Interval = 0.05));
end FrictionArm;
