model TwoLinks "All numbers are sums of powers of two, which no machine rounds"
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  inner Modelica.Mechanics.MultiBody.World world(g = 8);
  Joints.Revolute upper, lower;
  Parts.FixedTranslation arm(r = {0.5, 0, 0});
  Parts.Body one(m = 2, r_CM = {0.25, 0, 0}, I_11 = 0.125, I_22 = 0.125, I_33 = 0.125);
  Parts.Body two(m = 1, r_CM = {0.5, 0.25, 0}, I_11 = 0.125, I_22 = 0.125, I_33 = 0.25);
equation
  connect(world.frame_b, upper.frame_a);
  connect(upper.frame_b, one.frame_a);
  connect(upper.frame_b, arm.frame_a);
  connect(arm.frame_b, lower.frame_a);
  connect(lower.frame_b, two.frame_a);
end TwoLinks;
