// Newton's cradle: five pendulums side by side; the swing of the first goes through the others to the last.
//
// Shows  impacts between bodies that both move: a Stop stands between the axes of each two neighbours.
// Run    ./gelenk run examples/Cradle.mo --report cradle.html
// Look   hinge[1].phi and hinge[5].phi; those in between stay at zero
model Cradle "Newton's cradle"
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  parameter Integer n = 5 "Number of balls";
  inner Modelica.Mechanics.MultiBody.World world;
  Joints.Revolute hinge[n](
    each useAxisFlange = true,
    phi(start = cat(1, {-0.6}, zeros(n - 1)), each fixed = true),
    w(each start = 0, each fixed = true));
  Parts.FixedTranslation beam[n](r = {{0.06*(i - 1), 0, 0} for i in 1:n});
  Parts.Body ball[n](each m = 0.1, each r_CM = {0, -0.4, 0}, each sphereDiameter = 0.06);
  Gelenk.Rotational.Stop touch[n - 1](each phi_min = 0, each e = 1) "Between each ball and the next";
equation
  for i in 1:n loop
    connect(world.frame_b, beam[i].frame_a);
    connect(beam[i].frame_b, hinge[i].frame_a);
    connect(hinge[i].frame_b, ball[i].frame_a);
  end for;
  for i in 1:n - 1 loop
    connect(hinge[i].axis, touch[i].flange_a);
    connect(touch[i].flange_b, hinge[i + 1].axis);
  end for;
  annotation(experiment(StopTime = 6, Interval = 0.02));
end Cradle;
