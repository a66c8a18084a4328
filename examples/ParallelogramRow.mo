// A row of parallelogram four-bars that swings through its singular positions.
//
// Shows  arrays of components, many loops with redundant closures, positions where the loops lose rank: when all
//        cranks lie in line with the bars, each cell could leave the parallelogram for the crossed linkage.
// Run    ./gelenk run examples/ParallelogramRow.mo --output row.csv
// Look   crankJoint[1].phi to crankJoint[4].phi: all the same; gelenk.energy.total: constant
//
// The bars only translate, so the row is one pendulum, phi'' = -k cos(phi)/I, with
//   I = (n + 1) (0.02 + (l/2)^2) + 2 n l^2,   k = 9.81 ((n + 1) l/2 + 2 n l).
model ParallelogramRow "Parallelogram four-bars side by side, swinging through singular positions"
  import Modelica.Mechanics.MultiBody.{Parts, Joints};
  import SI = Modelica.Units.SI;

  parameter Integer n = 3 "Cells";
  parameter SI.Length l = 0.5 "Of a crank", d = 0.8 "Of a bar";
  parameter SI.Angle phi0 = 0.7 "Of the cranks at the start";
  parameter SI.AngularVelocity w0 = 7 "Of the cranks at the start";

  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, -1, 0});
  Parts.FixedTranslation base[n+1](r = {{(i-1)*d, 0, 0} for i in 1:n+1});
  Joints.Revolute crankJoint[n+1](
    phi(start = {phi0 for i in 1:n+1}, fixed = {i == 1 for i in 1:n+1}),
    w(start = {w0 for i in 1:n+1}, fixed = {i == 1 for i in 1:n+1}));
  Parts.BodyShape crank[n+1](
    each r = {l, 0, 0}, each r_CM = {l/2, 0, 0}, each m = 1,
    each I_11 = 0.001, each I_22 = 0.02, each I_33 = 0.02);
  Joints.Revolute left[n](phi(start = {-phi0 for i in 1:n}), w(start = {-w0 for i in 1:n}));
  Joints.Revolute right[n];
  Parts.BodyShape bar[n](
    each r = {d, 0, 0}, each r_CM = {d/2, 0, 0}, each m = 2,
    each I_11 = 0.001, each I_22 = 0.1, each I_33 = 0.1);
equation
  for i in 1:n+1 loop
    connect(world.frame_b, base[i].frame_a);
    connect(base[i].frame_b, crankJoint[i].frame_a);
    connect(crankJoint[i].frame_b, crank[i].frame_a);
  end for;
  for i in 1:n loop
    connect(crank[i].frame_b, left[i].frame_a);
    connect(left[i].frame_b, bar[i].frame_a);
    connect(bar[i].frame_b, right[i].frame_a);
    connect(right[i].frame_b, crank[i+1].frame_b);
  end for;
  annotation(experiment(StopTime = 10, Interval = 0.01));
end ParallelogramRow;
