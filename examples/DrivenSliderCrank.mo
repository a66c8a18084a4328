// A slider crank whose crank turns as a law of time says.
//
// Shows  a driven joint; the torque that the motion takes is an output.
// Run    ./gelenk run examples/DrivenSliderCrank.mo --signals '*' --output drivenslidercrank.csv
// Look   crank_joint.tau
model DrivenSliderCrank "Slider crank whose crank turns as a law says; the torque that this takes is an output"
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  import Modelica.Mechanics.Rotational.Sources.Position;

  parameter Modelica.Units.SI.AngularVelocity speed = 10 "Of the crank, on average";
  parameter Modelica.Units.SI.Length crank_length = 0.3, rod_length = 0.9;

  inner Modelica.Mechanics.MultiBody.World world(g = 9.81);
  Joints.Revolute crank_joint(useAxisFlange = true);
  Position drive(exact = true, useSupport = true, phi_ref = 0.5 + speed*time + 0.2*sin(speed*time));
  Parts.Body crank(m = 2, r_CM = {crank_length/2, 0, 0}, I_22 = 0.02, I_33 = 0.02);
  Parts.FixedTranslation crank_arm(r = {crank_length, 0, 0});
  Joints.Revolute crank_pin(phi(start = -0.7));
  Parts.Body rod(m = 1, r_CM = {rod_length/2, 0, 0}, I_22 = 0.07, I_33 = 0.07);
  Parts.FixedTranslation rod_arm(r = {rod_length, 0, 0});
  Joints.Revolute piston_pin;
  Parts.Body piston(m = 1.5, r_CM = {0, 0, 0});
  Joints.Prismatic cylinder(n = {1, 0, 0}, s(start = 1.1));
equation
  connect(drive.flange, crank_joint.axis);
  connect(drive.support, crank_joint.support);
  connect(world.frame_b, crank_joint.frame_a);
  connect(crank_joint.frame_b, crank.frame_a);
  connect(crank.frame_a, crank_arm.frame_a);
  connect(crank_arm.frame_b, crank_pin.frame_a);
  connect(crank_pin.frame_b, rod.frame_a);
  connect(rod.frame_a, rod_arm.frame_a);
  connect(rod_arm.frame_b, piston_pin.frame_a);
  connect(piston_pin.frame_b, piston.frame_a);
  connect(world.frame_b, cylinder.frame_a);
  connect(cylinder.frame_b, piston.frame_a);
  annotation(experiment(StopTime = 1, Interval = 0.05));
end DrivenSliderCrank;
