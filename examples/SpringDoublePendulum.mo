// The double pendulum with a spring at its tip: the example in section 3 of Otter, Elmqvist and Cellier's paper on
// the class library for multibody systems in Dymola, with its numbers; gravity points along +z.
//
// Shows  what became of that text: the same parts with the same connections, and a line force between frames.
// Run    ./gelenk run examples/SpringDoublePendulum.mo --output spring.csv
// Look   r1.phi, r2.phi, s.f; gelenk.energy.total: constant
//
// The paper has no start values; those here are ours. SpringDoublePendulum.expected.csv beside this file has the
// motion from Lagrange's equations.
model SpringDoublePendulum "Double pendulum whose tip hangs on a spring"
  import Modelica.Mechanics.MultiBody.{World, Joints, Parts, Forces};
  inner World world(g = 9.81, n = {0, 0, 1});
  Joints.Revolute r1(n = {0, 1, 0}, phi(start = 1, fixed = true), w(fixed = true));
  Joints.Revolute r2(n = {0, 1, 0}, phi(start = 0.5, fixed = true), w(fixed = true));
  Parts.FixedTranslation b1(r = {0, 0, 0.5}), b2(r = {0, 0, 0.4}), b3(r = {0, 0, 1.3});
  Parts.Body m1(m = 1, r_CM = {0, 0, 0.25}, I_11 = 0, I_22 = 0, I_33 = 0);
  Parts.Body m2(m = 1, r_CM = {0, 0, 0.2}, I_11 = 0, I_22 = 0, I_33 = 0);
  Forces.Spring s(c = 1, s_unstretched = 0.5);
equation
  connect(world.frame_b, r1.frame_a);
  connect(r1.frame_b, b1.frame_a);
  connect(b1.frame_b, r2.frame_a);
  connect(r2.frame_b, b2.frame_a);
  connect(world.frame_b, b3.frame_a);
  connect(r1.frame_b, m1.frame_a);
  connect(r2.frame_b, m2.frame_a);
  connect(b3.frame_b, s.frame_a);
  connect(b2.frame_b, s.frame_b);
  annotation(experiment(StopTime = 3, Interval = 0.05));
end SpringDoublePendulum;
