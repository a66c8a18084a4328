// A crane hauls a load in by a rope while its trolley starts to drive: the load swings, faster as the rope gets shorter.
//
// Shows  1-D elements along the line between two frames: the rope's length is the position of a flange; a drive by speed
//        through a filter; a drive by acceleration
// Run    ./gelenk run examples/CraneRope.mo --signals 'rope.length,load.r_0*,winch.flange.f,trolley.f' --output crane.csv
// Look   winch.flange.f: the pull of the rope, which is the load's weight but for its swing
model CraneRope "A load on a rope that is hauled in"
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces};
  import Modelica.Mechanics.Translational;
  import SI = Modelica.Units.SI;

  parameter SI.Length length = 8 "Of the rope at the start";
  parameter SI.Velocity speed = 0.5 "Of the winch";

  inner Modelica.Mechanics.MultiBody.World world;
  Joints.Prismatic trolley(n = {1, 0, 0}, useAxisFlange = true);
  Parts.Body frame(m = 200, r_CM = {0, 0, 0});
  Translational.Sources.Accelerate motor(a_ref = if time < 2 then 0.6 else 0);
  Forces.LineForceWithMass rope(m = 10);
  Translational.Sources.Speed winch(f_crit = 2, v_ref = if time < 1 then 0 elseif time < 9 then -speed else 0, s(start = length));
  Parts.PointMass load(m = 500, r_0(start = {0, -length, 0}, fixed = {true, false, true}), v_0(each fixed = true));
equation
  connect(world.frame_b, trolley.frame_a);
  connect(trolley.frame_b, frame.frame_a);
  connect(motor.flange, trolley.axis);
  connect(frame.frame_a, rope.frame_a);
  connect(rope.frame_b, load.frame_a);
  connect(winch.flange, rope.flange_b);
  annotation(experiment(StopTime = 12, Interval = 0.02));
end CraneRope;
