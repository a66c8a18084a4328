// A ball falls on the ground and bounces until it lies still.
//
// Shows  a stop with impacts on the axis of a joint, infinitely many impacts in a finite time and their end.
// Run    ./gelenk run examples/BouncingBall.mo --output ball.csv
// Look   slide.s, slide.v: each impact has two rows, before and after it
//
// Dropped from height h the ball hits the ground first at t = sqrt(2 h/g), then after 2 e^k t each, k = 1, 2, ….
model BouncingBall "A ball bounces and comes to rest"
  import Modelica.Mechanics.MultiBody.{Parts, Joints};

  parameter Modelica.Units.SI.Height h = 1 "From where it falls";
  parameter Real e = 0.8 "Speed after an impact over speed before";

  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, -1, 0});
  Joints.Prismatic slide(n = {0, 1, 0}, useAxisFlange = true, s(start = h, fixed = true), v(fixed = true));
  Parts.Body ball(m = 2, r_CM = {0, 0, 0});
  Gelenk.Translational.Stop ground(s_min = 0, e = e);
equation
  connect(world.frame_b, slide.frame_a);
  connect(slide.frame_b, ball.frame_a);
  connect(slide.support, ground.flange_a);
  connect(slide.axis, ground.flange_b);
  annotation(experiment(StopTime = 10, Interval = 0.1));
end BouncingBall;
