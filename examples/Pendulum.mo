model Pendulum "A rod swings about a horizontal axis"
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.MultiBody.Joints.Revolute hinge(n = {0, 0, 1}, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Modelica.Mechanics.MultiBody.Parts.BodyBox rod(r = {0.5, 0, 0}, width = 0.06);
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, rod.frame_a);
  annotation(experiment(StopTime = 5));
end Pendulum;
