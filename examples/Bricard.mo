// Bricard's mechanism: six revolute joints in one loop, with axes along x, y and z in turn.
//
// Shows  an overconstrained loop in space: its six closure conditions leave no freedom by count, and yet it moves.
// Run    ./gelenk run examples/Bricard.mo --output bricard.csv
// Look   rod[3].r_0[1] to [3]: the point P3, where rods 2 and 3 meet; gelenk.energy.total: constant
//
// Problem A04 of the IFToMM library of benchmarks. Bricard.expected.csv beside this file has its motion from a
// computation with 30 digits. The rods have a square section of width b; b = 0 makes them thin.
model Bricard "Six revolute joints in an overconstrained loop, released from rest"
  import Modelica.Mechanics.MultiBody.{Parts, Joints};
  import SI = Modelica.Units.SI;

  parameter SI.Mass m = 1 "Of a rod";
  parameter SI.Length l = 1 "Of a rod", b = 0.1 "Width of a rod";
  final parameter SI.Inertia along = m*b^2/6, across = m*(l^2 + b^2)/12;
  final parameter Real axis[6, 3] = [0, 1, 0; 0, 0, 1; 1, 0, 0; 0, 1, 0; 0, 0, 1; 1, 0, 0] "Of the joints";
  final parameter Real direction[5, 3] = [1, 0, 0; 0, -1, 0; 0, 0, 1; -1, 0, 0; 0, 1, 0] "Of the rods at the start";

  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, -1, 0});
  Joints.Revolute joint[6](
    n = axis, phi(fixed = {i == 1 for i in 1:6}), w(fixed = {i == 1 for i in 1:6}));
  Parts.BodyShape rod[5](
    r = l*direction, r_CM = l/2*direction, each m = m,
    I_11 = {if abs(direction[i, 1]) > 0 then along else across for i in 1:5},
    I_22 = {if abs(direction[i, 2]) > 0 then along else across for i in 1:5},
    I_33 = {if abs(direction[i, 3]) > 0 then along else across for i in 1:5});
  Parts.FixedTranslation ground(r = {0, 0, l});
equation
  connect(world.frame_b, joint[1].frame_a);
  for i in 1:5 loop
    connect(joint[i].frame_b, rod[i].frame_a);
    connect(rod[i].frame_b, joint[i+1].frame_a);
  end for;
  connect(world.frame_b, ground.frame_a);
  connect(ground.frame_b, joint[6].frame_b);
  annotation(experiment(StopTime = 10, Interval = 0.05));
end Bricard;
