// A block lies on a table that is tilted slowly. It sticks until the slope exceeds the coefficient of friction, then slides.
//
// Shows  a law that reads a load: friction by the normal force, with real sticking.
// Run    ./gelenk run examples/TiltingTable.mo --report table.html
// Look   rail.v, which is exactly zero until 3.804 s, where the slope is mu but for the pull outwards; rub.f; normal
model TiltingTable "A block on a table that is tilted sticks, and slides"
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  import Modelica.Mechanics.{Rotational, Translational};
  parameter Real mu = 0.4 "Coefficient of friction";
  inner Modelica.Mechanics.MultiBody.World world;
  Joints.Revolute tilt(n = {0, 0, 1}, useAxisFlange = true);
  Rotational.Sources.Position drive(exact = true, phi_ref = -0.1*time);
  Parts.BodyBox table(r = {1.5, 0, 0}, r_shape = {0, -0.02, 0}, width = 0.6, height = 0.02);
  Joints.Prismatic rail(n = {1, 0, 0}, useAxisFlange = true, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Parts.BodyBox slider(r = {0.15, 0, 0}, r_shape = {0, 0.05, 0}, width = 0.1);
  Real normal = abs(rail.frame_b.f[2]) "Force between block and table, perpendicular to it";
  Translational.Components.Brake rub(mu_pos = [0, mu], fn_max = 1, f_normalized = normal);
equation
  connect(world.frame_b, tilt.frame_a);
  connect(drive.flange, tilt.axis);
  connect(tilt.frame_b, table.frame_a);
  connect(tilt.frame_b, rail.frame_a);
  connect(rail.frame_b, slider.frame_a);
  connect(rub.flange_a, rail.axis);
  annotation(experiment(StopTime = 5.5, Interval = 0.02));
end TiltingTable;
