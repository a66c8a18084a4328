// The benchmark bicycle of Meijaard, Papadopoulos, Ruina and Schwab (2007): a rear frame with a rider, a fork, and two wheels that roll.
//
// Shows  modes of a steady motion with nonholonomic constraints: 7 positions and 3 speeds are free.
// Run    ./gelenk modal examples/Bicycle.mo
//        ./gelenk modal examples/Bicycle.mo --over 'v=lin(1,10,91)' --locus bicycle.svg
// Look   the eigenvalues of that paper at 5 m/s: -14.07838969, -0.32286643, -0.77534188 ± 4.46486771 i; over the speed, weave, which
//        is stable from 4.292 m/s on, and capsize, which is so below 6.024 m/s
//
// Axes are x forward, y to the left, z up; in the paper y is to the right and z down.
model Bicycle "The benchmark bicycle, rolling straight ahead"
  import Modelica.Mechanics.MultiBody.{Parts, Joints};
  import SI = Modelica.Units.SI;

  parameter SI.Velocity v = 5 "Forward speed";
  parameter SI.Length w = 1.02 "Wheel base";
  parameter SI.Length c = 0.08 "Trail";
  parameter SI.Angle tilt = Modelica.Constants.pi/10 "Of the steer axis, backwards from the vertical";
  parameter SI.Radius rR = 0.3 "Of the rear wheel", rF = 0.35 "Of the front wheel";

  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, 0, -1});
  Parts.Body frame(
    m = 85, r_CM = {0.3, 0, 0.9 - rR}, I_11 = 9.2, I_22 = 11, I_33 = 2.8, I_31 = -2.4,
    r_0(start = {0, 0, rR}, each fixed = true), v_0(start = {v, 0, 0}, each fixed = true),
    angles_fixed = true, w_0_fixed = true) "With the rider; its frame_a is the centre of the rear wheel";
  Joints.Revolute rearAxle(n = {0, 1, 0}, phi(fixed = true), w(start = v/rR));
  Parts.Body rearWheel(m = 2, r_CM = {0, 0, 0}, I_11 = 0.0603, I_22 = 0.12, I_33 = 0.0603);
  Joints.RollingWheel rear(radius = rR);
  Parts.FixedTranslation toSteering(r = {w + c, 0, -rR}) "To where the steer axis meets the road";
  Joints.Revolute steering(n = {-sin(tilt), 0, cos(tilt)}, phi(fixed = true), w(fixed = true));
  Parts.Body fork(
    m = 4, r_CM = {0.9 - w - c, 0, 0.7}, I_11 = 0.05892, I_22 = 0.06, I_33 = 0.00708, I_31 = 0.00756) "With the handlebar";
  Parts.FixedTranslation toFrontWheel(r = {-c, 0, rF});
  Joints.Revolute frontAxle(n = {0, 1, 0}, phi(fixed = true), w(start = v/rF));
  Parts.Body frontWheel(m = 3, r_CM = {0, 0, 0}, I_11 = 0.1405, I_22 = 0.28, I_33 = 0.1405);
  Joints.RollingWheel front(radius = rF);
equation
  connect(frame.frame_a, rearAxle.frame_a);
  connect(rearAxle.frame_b, rearWheel.frame_a);
  connect(rearWheel.frame_a, rear.frame_a);
  connect(frame.frame_a, toSteering.frame_a);
  connect(toSteering.frame_b, steering.frame_a);
  connect(steering.frame_b, fork.frame_a);
  connect(fork.frame_a, toFrontWheel.frame_a);
  connect(toFrontWheel.frame_b, frontAxle.frame_a);
  connect(frontAxle.frame_b, frontWheel.frame_a);
  connect(frontWheel.frame_a, front.frame_a);
  annotation(experiment(StopTime = 5));
end Bicycle;
