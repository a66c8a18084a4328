// A passenger gets into a car on four wheels: the CAD assembly of section 7 of "CAD", with its 17 bodies, 20 joints and three
// levels, of which the highest has 12 joints between 13 bodies. The text gives no dimensions; those of the suspensions are near
// to the Thesis's, the others are ours.
//
// Shows  a body that no joint holds to ground; four equal components with a component inside; four loops with redundant joint
//        equations; forces by laws of the motion (tyres) and of time (the passenger), which bend at events.
// Run    ./gelenk run examples/cad/PassengerCar.mo --output passenger.csv
// Look   body.r_0[3], wheel[1].ring.r_0[3], passenger.force[3], gelenk.drift.position
//
// x to the right, y ahead, z up. Lengths in m, masses in kg.
model PassengerCar "Car body on four suspensions, settling, and the step of a passenger"
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces, Interfaces};
  import SI = Modelica.Units.SI;
  import Modelica.Constants.pi;

  model Wheel "A wheel on its tyre, which holds it over one point of the road"
    Interfaces.Frame_a hub "Centre of the wheel";
    parameter SI.Position r_road[3] "Point of the road below the wheel";
    parameter SI.Length radius = 0.35 "Of the tyre without load";
    parameter SI.TranslationalSpringConstant c = 2e5 "Upwards", c_side = 8e4 "Along the road";
    parameter SI.TranslationalDampingConstant d = 400 "Upwards", d_side = 2000 "Along the road";
    Parts.Body ring(m = 15, r_CM = {0, 0, 0}, I_11 = 1.3, I_22 = 0.7, I_33 = 0.7, r_0(start = r_road + {0, 0, radius}));
    Gelenk.Forces.WorldForce tyre(force = {
      c_side*(r_road[1] - ring.r_0[1]) - d_side*ring.v_0[1],
      c_side*(r_road[2] - ring.r_0[2]) - d_side*ring.v_0[2],
      c*(r_road[3] + radius - ring.r_0[3]) - d*ring.v_0[3]});
  equation
    connect(ring.frame_a, hub);
    connect(tyre.frame_b, ring.frame_a);
  end Wheel;

  model Damper "A piston in a cylinder, with a spring between them"
    Interfaces.Frame_a piston "Lower end of the piston";
    Interfaces.Frame_b cylinder "Upper end of the cylinder";
    parameter SI.Length h = 0.6 "Height of both";
    parameter SI.Position s_start = 0 "How far the damper is drawn out at the start";
    Parts.Body pistonBody(m = 5, r_CM = {0, 0, h/2}, I_11 = 0.15, I_22 = 0.15, I_33 = 0.001);
    Parts.Body cylinderBody(m = 3.4, r_CM = {0, 0, -h/2}, I_11 = 0.1, I_22 = 0.1, I_33 = 0.003);
    Parts.FixedTranslation cylinderEnd(r = {0, 0, -h});
    Joints.Cylindrical slide(n = {0, 0, 1}, s(start = s_start));
    Forces.SpringDamperParallel spring(c = 5e4, s_unstretched = 0.35, d = 4e3);
  equation
    connect(pistonBody.frame_a, piston);
    connect(cylinderBody.frame_a, cylinder);
    connect(cylinderBody.frame_a, cylinderEnd.frame_a);
    connect(pistonBody.frame_a, slide.frame_a);
    connect(slide.frame_b, cylinderEnd.frame_b);
    connect(pistonBody.frame_a, spring.frame_a);
    connect(spring.frame_b, cylinderEnd.frame_b);
  end Damper;

  model Suspension "An arm with a damper standing on it"
    Interfaces.Frame_a arm "Inner end of the arm";
    Interfaces.Frame_b cylinder "Upper end of the damper";
    parameter Real side "-1: left, 1: right";
    Parts.Body armBody(m = 7, r_CM = {0.5*side, 0, 0}, I_11 = 0.06, I_22 = 0.59, I_33 = 0.59);
    Parts.FixedTranslation onArm(r = {0.7*side, 0, 0});
    Damper damper(s_start = 0.6*sqrt(2) - 0.6);
    Joints.Revolute foot(n = {0, 1, 0}, phi(start = -side*pi/4));
  equation
    connect(armBody.frame_a, arm);
    connect(damper.cylinder, cylinder);
    connect(armBody.frame_a, onArm.frame_a);
    connect(onArm.frame_b, foot.frame_a);
    connect(foot.frame_b, damper.piston);
  end Suspension;

  parameter Real side[4] = {-1, 1, -1, 1} "Front left, front right, rear left, rear right";
  parameter SI.Position y[4] = {1.2, 1.2, -1.3, -1.3} "Of the wheels";
  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, 0, -1});
  Parts.Body body(
    m = 1100, r_CM = {0, 0, 0}, I_11 = 1400, I_22 = 350, I_33 = 1500,
    r_0(start = {0, 0, 0.95}, each fixed = true), v_0(each fixed = true), angles_fixed = true, w_0_fixed = true);
  Suspension suspension[4](side = side);
  Wheel wheel[4](r_road = {{side[i], y[i], 0} for i in 1:4});
  Parts.FixedTranslation low[4](r = {{0, y[i], -0.6} for i in 1:4}), high[4](r = {{0.1*side[i], y[i], 0} for i in 1:4});
  Parts.FixedTranslation armEnd[4](r = {{side[i], 0, 0} for i in 1:4});
  Joints.Revolute armHinge[4](each n = {0, 1, 0}, each phi(fixed = true), each w(fixed = true)) "Body to arm";
  Joints.Revolute hub[4](each n = {1, 0, 0}, each phi(fixed = true), each w(fixed = true)) "Arm to wheel";
  Joints.Revolute damperEye[4](each n = {0, 1, 0}) "Body to damper: closes the loop";
  Parts.FixedTranslation seat(r = {-0.4, 0.2, 0});
  Gelenk.Forces.WorldForce passenger(force = {0, 0, if time < 2.5 then 0 elseif time < 2.6 then -1000*(time - 2.5)/0.1 else -1000})
    "Equation (86)";
equation
  connect(body.frame_a, seat.frame_a);
  connect(seat.frame_b, passenger.frame_b);
  for i in 1:4 loop
    connect(body.frame_a, low[i].frame_a);
    connect(low[i].frame_b, armHinge[i].frame_a);
    connect(armHinge[i].frame_b, suspension[i].arm);
    connect(suspension[i].arm, armEnd[i].frame_a);
    connect(armEnd[i].frame_b, hub[i].frame_a);
    connect(hub[i].frame_b, wheel[i].hub);
    connect(body.frame_a, high[i].frame_a);
    connect(high[i].frame_b, damperEye[i].frame_a);
    connect(damperEye[i].frame_b, suspension[i].cylinder);
  end for;
  annotation(experiment(StopTime = 5, Interval = 0.02));
end PassengerCar;
