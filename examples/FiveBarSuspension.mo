// A wheel on five rods: the suspension of appendix A of the Robotran text, under a quarter of a car that settles.
//
// Shows  four loops in space, a component with ports for each rod, a spring and damper between a rod and the chassis.
// Run    ./gelenk run examples/FiveBarSuspension.mo --output suspension.csv
// Look   bounce.s, carrier.r_0[3], strut.f, tyre.f
//
// The text gives no numbers; those here are ours. Points are in axes of the world: x ahead, y to the left, z up.
model FiveBarSuspension "A wheel on five rods, let down on its tyre"
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces, Interfaces};
  import SI = Modelica.Units.SI;

  model Rod "From the chassis, with a universal joint, to the wheel carrier, with a spherical one"
    Interfaces.Frame_a chassis "Origin of the points";
    Interfaces.Frame_b carrier "Centre of the wheel";
    Interfaces.Frame_b middle "Of the rod";
    parameter SI.Position inboard[3], outboard[3], wheel[3];
    parameter SI.Mass m = 2;
    final parameter SI.Position r[3] = outboard - inboard;
    final parameter SI.Inertia I = m*(r*r)/12 + 1e-3 "Of a thin rod, with a little for its thickness";
    Parts.FixedTranslation toInboard(r = inboard), toOutboard(r = outboard - wheel), half(r = r/2);
    Joints.Universal universal(n_a = {1, 0, 0}, n_b = {0, 0, 1});
    Parts.BodyShape body(
      r = r, r_CM = r/2, m = m, I_11 = I - m/12*r[1]^2, I_22 = I - m/12*r[2]^2, I_33 = I - m/12*r[3]^2,
      I_21 = -m/12*r[2]*r[1], I_31 = -m/12*r[3]*r[1], I_32 = -m/12*r[3]*r[2]);
    Joints.Spherical ball;
  equation
    connect(chassis, toInboard.frame_a);
    connect(toInboard.frame_b, universal.frame_a);
    connect(universal.frame_b, body.frame_a);
    connect(body.frame_a, half.frame_a);
    connect(half.frame_b, middle);
    connect(body.frame_b, ball.frame_a);
    connect(ball.frame_b, toOutboard.frame_b);
    connect(toOutboard.frame_a, carrier);
  end Rod;

  parameter SI.Position wheel[3] = {0, 0.75, 0.3} "Centre of the wheel at the start";
  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, 0, -1});
  Joints.Prismatic bounce(n = {0, 0, 1}, s(fixed = true), v(fixed = true));
  Parts.Body chassis(m = 350, r_CM = {0, 0, 0.5});
  Rod lowerFront(inboard = {0.15, 0.35, 0.2}, outboard = {0.03, 0.68, 0.18}, wheel = wheel);
  Rod lowerRear(inboard = {-0.2, 0.35, 0.2}, outboard = {-0.03, 0.68, 0.18}, wheel = wheel);
  Rod upperFront(inboard = {0.12, 0.4, 0.45}, outboard = {0.02, 0.66, 0.43}, wheel = wheel);
  Rod upperRear(inboard = {-0.18, 0.4, 0.46}, outboard = {-0.03, 0.66, 0.44}, wheel = wheel);
  Rod toe(inboard = {-0.12, 0.38, 0.28}, outboard = {-0.13, 0.69, 0.27}, wheel = wheel);
  Parts.Body carrier(m = 40, r_CM = {0, 0, 0}, I_11 = 0.6, I_22 = 1, I_33 = 0.6, r_0(start = wheel));
  Parts.FixedTranslation strutTop(r = {0.09, 0.45, 0.7});
  Forces.SpringDamperParallel strut(c = 9e4, d = 5e3, s_unstretched = 0.6);
  Parts.Fixed road(r = {0, 0.75, 0});
  Forces.SpringDamperParallel tyre(c = 2e5, d = 200, s_unstretched = 0.3);
equation
  connect(world.frame_b, bounce.frame_a);
  connect(bounce.frame_b, chassis.frame_a);
  connect(chassis.frame_a, lowerFront.chassis);
  connect(chassis.frame_a, lowerRear.chassis);
  connect(chassis.frame_a, upperFront.chassis);
  connect(chassis.frame_a, upperRear.chassis);
  connect(chassis.frame_a, toe.chassis);
  connect(carrier.frame_a, lowerFront.carrier);
  connect(carrier.frame_a, lowerRear.carrier);
  connect(carrier.frame_a, upperFront.carrier);
  connect(carrier.frame_a, upperRear.carrier);
  connect(carrier.frame_a, toe.carrier);
  connect(chassis.frame_a, strutTop.frame_a);
  connect(strutTop.frame_b, strut.frame_a);
  connect(lowerFront.middle, strut.frame_b);
  connect(road.frame_b, tyre.frame_a);
  connect(tyre.frame_b, carrier.frame_a);
  annotation(experiment(StopTime = 4, Interval = 0.02));
end FiveBarSuspension;
