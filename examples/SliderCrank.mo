// A slider crank of three revolute joints and a prismatic one, released with a turning crank.
//
// Shows  a closed loop with redundant conditions, a start that the loop completes (only the crank's is fixed).
// Run    ./gelenk run examples/SliderCrank.mo --output slidercrank.csv
// Look   crankJoint.phi, cylinder.s, gelenk.energy.total
//
// SliderCrank.expected.csv beside this file has the motion from an independent derivation.
model SliderCrank "Crank, rod and piston under gravity"
  import Modelica.Mechanics.MultiBody.{Parts, Joints};
  import SI = Modelica.Units.SI;

  parameter SI.Length crankLength = 0.3, rodLength = 0.9;

  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, -1, 0});
  Joints.Revolute crankJoint(phi(start = 0.5, fixed = true), w(start = 8, fixed = true));
  Parts.BodyShape crank(
    r = {crankLength, 0, 0}, r_CM = {crankLength/2, 0, 0}, m = 2, I_11 = 1e-3, I_22 = 0.02, I_33 = 0.02);
  Joints.Revolute crankPin(phi(start = -0.7));
  Parts.BodyShape rod(
    r = {rodLength, 0, 0}, r_CM = {rodLength/2, 0, 0}, m = 1, I_11 = 1e-3, I_22 = 0.07, I_33 = 0.07);
  Joints.Revolute pistonPin;
  Parts.Body piston(m = 1.5, r_CM = {0, 0, 0});
  Joints.Prismatic cylinder(n = {1, 0, 0}, s(start = 1.1));
equation
  connect(world.frame_b, crankJoint.frame_a);
  connect(crankJoint.frame_b, crank.frame_a);
  connect(crank.frame_b, crankPin.frame_a);
  connect(crankPin.frame_b, rod.frame_a);
  connect(rod.frame_b, pistonPin.frame_a);
  connect(pistonPin.frame_b, piston.frame_a);
  connect(world.frame_b, cylinder.frame_a);
  connect(cylinder.frame_b, piston.frame_a);
  annotation(experiment(StopTime = 2, Interval = 0.02));
end SliderCrank;
