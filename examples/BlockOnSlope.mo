// A block on a slope that is less steep than friction can hold: it stays where it is.
//
// Shows  dry friction that sticks; not a creep of one digit in a thousand seconds.
// Run    ./gelenk run examples/BlockOnSlope.mo --output slope.csv
// Look   slide.s: the same in all rows; friction.f: the weight along the slope, m g sin(angle)
//
// With --set mu=0.2, less than tan(angle), it slides, with g (sin(angle) - mu cos(angle)).
model BlockOnSlope "A block sticks on a slope"
  import Modelica.Mechanics.MultiBody.{Parts, Joints};

  parameter Modelica.Units.SI.Mass m = 2;
  parameter Modelica.Units.SI.Angle angle = 0.3 "Of the slope";
  parameter Real mu = 0.4 "Coefficient of friction";

  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, -1, 0});
  Joints.Prismatic slide(
    n = {cos(angle), -sin(angle), 0}, useAxisFlange = true, s(start = 0.123456789, fixed = true), v(fixed = true));
  Parts.Body load(m = m, r_CM = {0, 0, 0});
  Gelenk.Translational.Friction friction(f_pos = [0, mu*m*9.81*cos(angle)]);
equation
  connect(world.frame_b, slide.frame_a);
  connect(slide.frame_b, load.frame_a);
  connect(slide.support, friction.flange_a);
  connect(slide.axis, friction.flange_b);
  annotation(experiment(StopTime = 1000, Interval = 100));
end BlockOnSlope;
