// A governor of Porter's kind: two balls on arms rise as the shaft turns faster, and lift a sleeve by two links.
//
// Shows  two closed loops that turn with a shaft; a steady motion that is found without a run.
// Run    ./gelenk equilibrium examples/Governor.mo --speed shaft.w=12
//        ./gelenk run examples/Governor.mo --output governor.csv
// Look   right.arm.phi, sleeve.s, how far the sleeve is below the head
//
// With arms and links of the same length l, all pivots on the axis, balls m and a sleeve M, cos α = g (m + M)/(m l ω²), where α is the
// angle between the arms and the shaft.
model Governor "Balls that lift a sleeve as a shaft turns"
  import Modelica.Mechanics.MultiBody.{Parts, Joints};
  import Modelica.Mechanics.Translational.Components;
  import SI = Modelica.Units.SI;

  model Side "An arm with a ball, and the link from there to the sleeve"
    Modelica.Mechanics.MultiBody.Interfaces.Frame_a head "On the shaft";
    Modelica.Mechanics.MultiBody.Interfaces.Frame_b sleeve "On the sleeve";
    parameter SI.Length l = 0.25;
    parameter SI.Mass m = 1.5;
    parameter SI.Angle phi = 0.5 "Guess of the angle at the head, from below";
    Joints.Revolute arm(n = {0, 0, 1}, phi(start = phi)), knee(n = {0, 0, 1}, phi(start = -2*phi)), foot(n = {0, 0, 1});
    Parts.FixedTranslation armRod(r = {0, -l, 0}), linkRod(r = {0, -l, 0});
    Parts.PointMass ball(m = m);
  equation
    connect(head, arm.frame_a);
    connect(arm.frame_b, armRod.frame_a);
    connect(armRod.frame_b, ball.frame_a);
    connect(armRod.frame_b, knee.frame_a);
    connect(knee.frame_b, linkRod.frame_a);
    connect(linkRod.frame_b, foot.frame_a);
    connect(foot.frame_b, sleeve);
  end Side;

  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, -1, 0});
  Joints.Revolute shaft(n = {0, 1, 0}, phi(fixed = true), w(start = 12, fixed = true));
  Parts.Body hub(m = 2, r_CM = {0, 0, 0}, I_11 = 0.01, I_22 = 0.05, I_33 = 0.01);
  Side right(phi = 0.6), left(phi = -0.6);
  Joints.Prismatic sleeve(n = {0, -1, 0}, useAxisFlange = true, s(start = 0.4));
  Parts.Body weight(m = 3, r_CM = {0, 0, 0}, I_11 = 0.002, I_22 = 0.002, I_33 = 0.002);
  Components.Damper oil(d = 40);
equation
  connect(world.frame_b, shaft.frame_a);
  connect(shaft.frame_b, hub.frame_a);
  connect(shaft.frame_b, right.head);
  connect(shaft.frame_b, left.head);
  connect(shaft.frame_b, sleeve.frame_a);
  connect(sleeve.frame_b, weight.frame_a);
  connect(right.sleeve, weight.frame_a);
  connect(left.sleeve, weight.frame_a);
  connect(sleeve.support, oil.flange_a);
  connect(sleeve.axis, oil.flange_b);
  annotation(experiment(StopTime = 3, Interval = 0.01));
end Governor;
