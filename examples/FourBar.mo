// A planar four-bar of revolute joints in space: three of the six closure conditions of its loop say nothing new.
//
// Shows  a closed loop with redundant conditions, a start that the loop completes (only the crank's is fixed).
// Run    ./gelenk run examples/FourBar.mo --output fourbar.csv
// Look   crankJoint.phi, rockerJoint.phi (from the ground link), gelenk.energy.total
//
// FourBar.expected.csv beside this file has the motion from an independent derivation.
model FourBar "Crank, coupler and rocker, released in the plane"
  import Modelica.Mechanics.MultiBody.{Parts, Joints};
  import SI = Modelica.Units.SI;

  parameter SI.Length ground = 1, crankLength = 0.3, couplerLength = 0.9, rockerLength = 0.7;

  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, -1, 0});
  Parts.FixedTranslation base(r = {ground, 0, 0});
  Joints.Revolute crankJoint(phi(start = 1, fixed = true), w(start = 5, fixed = true));
  Parts.BodyShape crank(
    r = {crankLength, 0, 0}, r_CM = {crankLength/2, 0, 0}, m = 1, I_11 = 1e-3, I_22 = 0.01, I_33 = 0.01);
  Joints.Revolute crankPin(phi(start = -0.6));
  Parts.BodyShape coupler(
    r = {couplerLength, 0, 0}, r_CM = {couplerLength/2, 0.05, 0}, m = 2, I_11 = 1e-3, I_22 = 0.14, I_33 = 0.14);
  Joints.Revolute rockerPin;
  Parts.BodyShape rocker(
    r = {rockerLength, 0, 0}, r_CM = {rockerLength/2, 0, 0}, m = 1.5, I_11 = 1e-3, I_22 = 0.06, I_33 = 0.06);
  Joints.Revolute rockerJoint(phi(start = 1.7));
equation
  connect(world.frame_b, crankJoint.frame_a);
  connect(crankJoint.frame_b, crank.frame_a);
  connect(crank.frame_b, crankPin.frame_a);
  connect(crankPin.frame_b, coupler.frame_a);
  connect(coupler.frame_b, rockerPin.frame_a);
  connect(rockerPin.frame_b, rocker.frame_b);
  connect(world.frame_b, base.frame_a);
  connect(base.frame_b, rockerJoint.frame_a);
  connect(rockerJoint.frame_b, rocker.frame_a);
  annotation(experiment(StopTime = 2, Interval = 0.02));
end FourBar;
