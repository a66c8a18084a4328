// A slider crank in space: the crank turns about x, the slider moves along x, and neither lies in one plane.
//
// Shows  a loop of four kinds of joints (revolute, spherical, universal, prismatic) without redundant conditions.
// Run    ./gelenk run examples/SpatialSliderCrank.mo --output spatial.csv
// Look   crankJoint.phi, slide.s, gelenk.energy.total
//
// Haug's problem (Computer Aided Kinematics and Dynamics of Mechanical Systems, 1989, section 12.2), also in the
// IFToMM library of benchmarks. SpatialSliderCrank.expected.csv beside this file has its motion from a computation
// with 30 digits. Versions of the problem put the crank's centre of mass at its bearing or halfway along it.
model SpatialSliderCrank "Crank, rod and slider in space under gravity"
  import Modelica.Mechanics.MultiBody.{Parts, Joints};
  import SI = Modelica.Units.SI;

  parameter Real centre = 0 "Centre of mass of the crank, as a fraction of its length: 0 or 0.5";
  parameter SI.Length crankLength = 0.08;
  parameter SI.Position bearing[3] = {0, 0.1, 0.12} "Of the crank";
  parameter SI.Position rodVector[3] = {-0.2, 0.1, 0.2} "From the slider to the crank's end, at the start";
  parameter SI.Inertia along = 4e-4, across = 4e-3 "Of the rod";
  final parameter Real e[3] = rodVector/sqrt(rodVector*rodVector);

  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, 0, -1});
  Parts.FixedTranslation base(r = bearing);
  Joints.Revolute crankJoint(n = {1, 0, 0}, phi(fixed = true), w(start = 6, fixed = true));
  Parts.BodyShape crank(
    r = {0, 0, crankLength}, r_CM = {0, 0, centre*crankLength}, m = 0.12, I_11 = 1e-4, I_22 = 1e-4, I_33 = 1e-5);
  Joints.Spherical ball;
  Parts.BodyShape rod(
    r = rodVector, r_CM = rodVector/2, m = 0.5,
    I_11 = across + (along - across)*e[1]^2, I_22 = across + (along - across)*e[2]^2,
    I_33 = across + (along - across)*e[3]^2, I_21 = (along - across)*e[2]*e[1],
    I_31 = (along - across)*e[3]*e[1], I_32 = (along - across)*e[3]*e[2]);
  Joints.Universal cross(n_a = {1, 0, 0}, n_b = {0, -rodVector[3], rodVector[2]});
  Parts.Body slider(m = 2, r_CM = {0, 0, 0}, I_11 = 1e-4, I_22 = 1e-4, I_33 = 1e-4);
  Joints.Prismatic slide(n = {1, 0, 0}, s(start = 0.2));
equation
  connect(world.frame_b, base.frame_a);
  connect(base.frame_b, crankJoint.frame_a);
  connect(crankJoint.frame_b, crank.frame_a);
  connect(crank.frame_b, ball.frame_a);
  connect(ball.frame_b, rod.frame_b);
  connect(rod.frame_a, cross.frame_b);
  connect(cross.frame_a, slider.frame_a);
  connect(world.frame_b, slide.frame_a);
  connect(slide.frame_b, slider.frame_a);
  annotation(experiment(StopTime = 5, Interval = 0.05));
end SpatialSliderCrank;
