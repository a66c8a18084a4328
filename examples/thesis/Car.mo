// A car with two suspensions: chapter 7 of the Thesis, built as the Thesis builds it.
//
// Shows  models inside models (a Damper in a Suspension in a Car), each solved as a black box of its own;
//        grounds on two levels; two closed loops with redundant joint equations, kept closed to rounding.
// Run    ./gelenk run examples/thesis/Car.mo --output car.csv
// Look   carBody.body.r_0[3], wheelLeft.ring.r_0[3], gelenk.drift.position
//
// The car drops onto its springs and settles: Car.expected.csv beside this file. Lengths in m, masses in
// kg. Corrections to the printed data are listed in doc/seeds.md.
model Car "Car body on two suspensions, guided by a vertical cylindrical joint"
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces, Interfaces};
  import SI = Modelica.Units.SI;
  import Modelica.Constants.pi;

  model Beam "A rigid body that others attach to (Thesis 7.2)"
    Interfaces.Frame_a beam "Centre of mass";
    parameter SI.Mass m;
    parameter SI.Inertia J[3] "Principal moments of inertia";
    Parts.Body body(m = m, r_CM = {0, 0, 0}, I_11 = J[1], I_22 = J[2], I_33 = J[3]);
  equation
    connect(body.frame_a, beam);
  end Beam;

  model Wheel "A wheel that stands on the road by a spring (Thesis 7.1)"
    Interfaces.Frame_a wheel "Centre of the wheel";
    parameter SI.Position r_road[3] "Point of the road below the wheel";
    parameter SI.Mass m = 15;
    parameter SI.Length h = 0.3 "Width of the wheel";
    parameter SI.Length r = 0.3 "Outer radius";
    parameter SI.Length r_inner = r - 0.01 "Inner radius";
    Parts.Body ring(
      m = m, r_CM = {0, 0, 0},
      I_11 = m/2*(r^2 + r_inner^2),
      I_22 = m/12*(3*(r^2 + r_inner^2) + h^2),
      I_33 = m/12*(3*(r^2 + r_inner^2) + h^2));
    Parts.Fixed ground(r = r_road);
    Forces.SpringDamperParallel spring(c = 4e5, s_unstretched = 0.35, d = 100);
  equation
    connect(ring.frame_a, wheel);
    connect(ground.frame_b, spring.frame_a);
    connect(spring.frame_b, ring.frame_a);
  end Wheel;

  model Damper "A piston in a cylinder, with a spring between them (Thesis 7.3)"
    Interfaces.Frame_a piston "Centre of mass of the piston";
    Interfaces.Frame_b cylinder "Centre of mass of the cylinder";
    parameter SI.Length h = 0.6 "Height of both";
    parameter SI.Mass m_piston = 13.23, m_cylinder = 3.4;
    parameter SI.Length r_piston = 0.01, r_outer = 0.03, r_inner = 0.026;
    parameter SI.Position s_start = 0 "How far the damper is drawn out at the start";
    Parts.Body pistonBody(
      m = m_piston, r_CM = {0, 0, 0},
      I_11 = m_piston/12*(3*r_piston^2 + h^2), I_22 = m_piston/12*(3*r_piston^2 + h^2), I_33 = m_piston/2*r_piston^2);
    Parts.Body cylinderBody(
      m = m_cylinder, r_CM = {0, 0, 0},
      I_11 = m_cylinder/12*(3*(r_outer^2 + r_inner^2) + h^2),
      I_22 = m_cylinder/12*(3*(r_outer^2 + r_inner^2) + h^2),
      I_33 = m_cylinder/2*(r_outer^2 + r_inner^2));
    Parts.FixedTranslation pistonEnd(r = {0, 0, -h/2}), cylinderEnd(r = {0, 0, -h/2});
    Joints.Cylindrical prismatic(n = {0, 0, 1}, s(start = s_start));
    Forces.SpringDamperParallel spring(c = 5e4, s_unstretched = 0.35, d = 1e4);
  equation
    connect(pistonBody.frame_a, piston);
    connect(cylinderBody.frame_a, cylinder);
    connect(pistonBody.frame_a, pistonEnd.frame_a);
    connect(cylinderBody.frame_a, cylinderEnd.frame_a);
    connect(pistonEnd.frame_b, prismatic.frame_a);
    connect(prismatic.frame_b, cylinderEnd.frame_b);
    connect(pistonEnd.frame_b, spring.frame_a);
    connect(spring.frame_b, cylinderEnd.frame_b);
  end Damper;

  model Suspension "A beam with a damper standing on it (Thesis 7.4)"
    Interfaces.Frame_a beam "Centre of mass of the beam";
    Interfaces.Frame_b cylinder "Centre of mass of the damper's cylinder";
    parameter Real side "-1: left, 1: right";
    Beam arm(m = 7.02, J = {0.06, 0.5855265, 0.5855265});
    Damper damper(s_start = 0.6*sqrt(2) - 0.6);
    Parts.FixedTranslation onBeam(r = {0.2*side, 0, 0}), onPiston(r = {0, 0, -0.3});
    Joints.Revolute revolute(n = {0, 1, 0}, phi(start = -side*pi/4));
  equation
    connect(arm.beam, beam);
    connect(damper.cylinder, cylinder);
    connect(arm.beam, onBeam.frame_a);
    connect(damper.piston, onPiston.frame_a);
    connect(onBeam.frame_b, revolute.frame_a);
    connect(revolute.frame_b, onPiston.frame_b);
  end Suspension;

  inner Modelica.Mechanics.MultiBody.World world(g = 9.8, n = {0, 0, -1});
  Beam carBody(m = 585, J = {12.675, 450.9375, 439.2375});
  Suspension suspensionLeft(side = -1), suspensionRight(side = 1);
  Wheel wheelLeft(r_road = {-1, 0, 0}), wheelRight(r_road = {1, 0, 0});

  Joints.Cylindrical prismatic(n = {0, 0, 1}, s(fixed = true), phi(fixed = true), v(fixed = true), w(fixed = true))
    "Keeps the car over its place; it may rise, sink and turn";
  Parts.FixedTranslation onCar(r = {0, 0, -0.95});

  Joints.Revolute revolute1(n = {0, 1, 0}) "Car body to left cylinder: closes a loop";
  Joints.Revolute revolute2(n = {0, 1, 0}, phi(fixed = true), w(fixed = true)) "Car body to left beam";
  Joints.Revolute revolute3(n = {1, 0, 0}, phi(fixed = true), w(fixed = true)) "Left beam to left wheel";
  Joints.Revolute revolute4(n = {0, 1, 0}) "Car body to right cylinder: closes a loop";
  Joints.Revolute revolute5(n = {0, 1, 0}, phi(fixed = true), w(fixed = true)) "Car body to right beam";
  Joints.Revolute revolute6(n = {1, 0, 0}, phi(fixed = true), w(fixed = true)) "Right beam to right wheel";
  Parts.FixedTranslation car1(r = {-0.1, 0, 0}), cylinder1(r = {0, 0, 0.3});
  Parts.FixedTranslation car25(r = {0, 0, -0.6}), beam2(r = {0.5, 0, 0}), beam5(r = {-0.5, 0, 0});
  Parts.FixedTranslation beam3(r = {-0.5, 0, 0}), beam6(r = {0.5, 0, 0});
  Parts.FixedTranslation car4(r = {0.1, 0, 0}), cylinder4(r = {0, 0, 0.3});
equation
  connect(world.frame_b, prismatic.frame_a);
  connect(prismatic.frame_b, onCar.frame_b);
  connect(onCar.frame_a, carBody.beam);

  connect(carBody.beam, car1.frame_a);
  connect(car1.frame_b, revolute1.frame_a);
  connect(revolute1.frame_b, cylinder1.frame_b);
  connect(cylinder1.frame_a, suspensionLeft.cylinder);

  connect(carBody.beam, car25.frame_a);
  connect(car25.frame_b, revolute2.frame_a);
  connect(revolute2.frame_b, beam2.frame_b);
  connect(beam2.frame_a, suspensionLeft.beam);

  connect(suspensionLeft.beam, beam3.frame_a);
  connect(beam3.frame_b, revolute3.frame_a);
  connect(revolute3.frame_b, wheelLeft.wheel);

  connect(carBody.beam, car4.frame_a);
  connect(car4.frame_b, revolute4.frame_a);
  connect(revolute4.frame_b, cylinder4.frame_b);
  connect(cylinder4.frame_a, suspensionRight.cylinder);

  connect(car25.frame_b, revolute5.frame_a);
  connect(revolute5.frame_b, beam5.frame_b);
  connect(beam5.frame_a, suspensionRight.beam);

  connect(suspensionRight.beam, beam6.frame_a);
  connect(beam6.frame_b, revolute6.frame_a);
  connect(revolute6.frame_b, wheelRight.wheel);
  annotation(experiment(StopTime = 1.5, Interval = 0.01));
end Car;
