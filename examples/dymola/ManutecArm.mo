// The six links of the robot Manutec r3 without load, drives and controllers: its mechanics alone, as the Dymola paper counts its operations.
//
// Shows  equations of motion as source text for other programs.
// Run    ./gelenk generate examples/dymola/ManutecArm.mo --target c --functions fd,id,mass -o manutec
// Look   manutec/ManutecArm.h: signatures, and what the functions cost
// Data   M. Otter, S. Türk: The DFVLR Models 1 and 2 of the Manutec r3 Robot, DFVLR Mitteilung 88-13, 1988, as the robot of the
//        Modelica Standard Library has them.
model ManutecArm "Six links of a robot"
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  inner Modelica.Mechanics.MultiBody.World world(g = 9.81);
  Joints.Revolute r1(n = {0, 1, 0}, phi(start = -1.0, fixed = true), w(fixed = true));
  Joints.Revolute r2(n = {1, 0, 0}, phi(start = 0.3, fixed = true), w(fixed = true));
  Joints.Revolute r3(n = {1, 0, 0}, phi(start = 1.5, fixed = true), w(fixed = true));
  Joints.Revolute r4(n = {0, 1, 0}, phi(fixed = true), w(fixed = true));
  Joints.Revolute r5(n = {1, 0, 0}, phi(start = -2.0, fixed = true), w(fixed = true));
  Joints.Revolute r6(n = {0, 1, 0}, phi(fixed = true), w(fixed = true));
  Parts.BodyShape b0(r = {0, 0.351, 0}, m = 1, r_CM = {0, 0, 0});
  Parts.BodyShape b1(r = {0, 0.324, 0.3}, m = 1, r_CM = {0, 0, 0}, I_22 = 1.16);
  Parts.BodyShape b2(r = {0, 0.65, 0}, m = 56.5, r_CM = {0.172, 0.205, 0},
    I_11 = 2.58, I_22 = 0.64, I_33 = 2.73, I_21 = -0.46);
  Parts.BodyShape b3(r = {0, 0.414, -0.155}, m = 26.4, r_CM = {0.064, -0.034, 0},
    I_11 = 0.279, I_22 = 0.245, I_33 = 0.413, I_21 = -0.07);
  Parts.BodyShape b4(r = {0, 0.186, 0}, m = 28.7, r_CM = {0, 0, 0}, I_11 = 1.67, I_22 = 0.081, I_33 = 1.67);
  Parts.BodyShape b5(r = {0, 0.125, 0}, m = 5.2, r_CM = {0, 0, 0}, I_11 = 1.25, I_22 = 0.81, I_33 = 1.53);
  Parts.BodyShape b6(r = {0, 0, 0}, m = 0.5, r_CM = {0.05, 0.05, 0.05});
equation
  connect(world.frame_b, b0.frame_a);
  connect(b0.frame_b, r1.frame_a);
  connect(r1.frame_b, b1.frame_a);
  connect(b1.frame_b, r2.frame_a);
  connect(r2.frame_b, b2.frame_a);
  connect(b2.frame_b, r3.frame_a);
  connect(r3.frame_b, b3.frame_a);
  connect(b3.frame_b, r4.frame_a);
  connect(r4.frame_b, b4.frame_a);
  connect(b4.frame_b, r5.frame_a);
  connect(r5.frame_b, b5.frame_a);
  connect(b5.frame_b, r6.frame_a);
  connect(r6.frame_b, b6.frame_a);
  annotation(experiment(StopTime = 0.5));
end ManutecArm;
