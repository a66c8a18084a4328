// A walking machine on a stand: six legs after Theo Jansen's linkage on one crankshaft, which turns at a constant speed.
//
// Shows  many closed loops with redundant equations (37 bodies, 55 joints, 18 loops, 54 of 275 rows redundant); components in arrays; shapes and
//        colours; what the drive has to exert.
// Run    ./gelenk run examples/Walker.mo --report walker.html
// Look   drive.flange.tau, right[1].hipUpper.phi; on the page: click a foot and press T to trace it
//
// The twelve lengths are Jansen's, in decimetres instead of his units. The start values are guesses, good to a degree.
model Walker "Six legs on one crankshaft"
  import Modelica.Mechanics.MultiBody.{Interfaces, Joints, Parts};
  import Modelica.Units.SI;

  model Bar "A flat bar between two joints, drawn in a layer of its own"
    parameter SI.Length l "From joint to joint";
    parameter SI.Position layer = 0 "Where it is drawn";
    extends Parts.BodyShape(r = {l, 0, 0}, r_CM = {l/2, 0, 0}, m = 2*l, I_11 = 1e-4, I_22 = m*l^2/12, I_33 = m*l^2/12,
      shapeType = "beam", r_shape = {0, 0, layer}, lengthDirection = {1, 0, 0}, length = l, width = 0.05, height = 0.02,
      animateSphere = false);
  end Bar;

  model Edge "Further edges of a triangle"
    extends Parts.FixedTranslation(shapeType = "beam", width = 0.05, height = 0.02);
  end Edge;

  model Pin "A joint, as it is drawn"
    extends Joints.Revolute(cylinderLength = 0.09, cylinderDiameter = 0.035);
  end Pin;

  model Leg "One leg; its letters are Jansen's"
    parameter SI.Angle crank "Direction of the pin's frame at the start";
    parameter SI.Angle guess[6] "Directions of the bars j, k, b, c, f, g at the start";
    Interfaces.Frame_a chassis "On the axis of the crankshaft";
    Interfaces.Frame_a pin "On the crank";
    Interfaces.Frame_b foot;
    Parts.FixedTranslation toHip(r = {-0.38, -0.078, 0}, animation = false);
    Pin pinUpper(phi(start = guess[1] - crank)), pinLower(phi(start = guess[2] - crank));
    Pin hipUpper(phi(start = guess[3])), hipLower(phi(start = guess[4]));
    Pin shoulder(phi(start = guess[5] - guess[3])), knee(phi(start = guess[6] - guess[4]));
    Pin top(phi(start = guess[3] - guess[1])), middle(phi(start = guess[4] - guess[2])), ankle(phi(start = guess[6] - guess[5]));
    Bar j(l = 0.5, layer = 0.022, color = {219, 176, 72}), k(l = 0.619, layer = -0.022, color = {219, 176, 72});
    Bar b(l = 0.415, color = {78, 121, 167}), c(l = 0.393, layer = 0.022, color = {86, 156, 132});
    Bar f(l = 0.394, layer = 0.022, color = {142, 112, 172}), g(l = 0.367, color = {190, 92, 84});
    Edge d(r = {0.0261, 0.4001, 0}, color = {78, 121, 167}), e(r = {-0.3889, 0.4001, 0}, color = {78, 121, 167}) "Upper triangle, from both ends of b";
    Edge i(r = {-0.0775, 0.4838, 0}, color = {190, 92, 84}), h(r = {-0.4445, 0.4838, 0}, color = {190, 92, 84}) "Foot, from both ends of g";
  equation
    connect(chassis, toHip.frame_a);
    connect(toHip.frame_b, hipUpper.frame_a);
    connect(hipUpper.frame_b, b.frame_a);
    connect(b.frame_a, d.frame_a);
    connect(b.frame_b, e.frame_a);
    connect(toHip.frame_b, hipLower.frame_a);
    connect(hipLower.frame_b, c.frame_a);
    connect(pin, pinUpper.frame_a);
    connect(pinUpper.frame_b, j.frame_a);
    connect(j.frame_b, top.frame_a);
    connect(top.frame_b, b.frame_b);
    connect(pin, pinLower.frame_a);
    connect(pinLower.frame_b, k.frame_a);
    connect(k.frame_b, middle.frame_a);
    connect(middle.frame_b, c.frame_b);
    connect(c.frame_b, knee.frame_a);
    connect(knee.frame_b, g.frame_a);
    connect(g.frame_a, i.frame_a);
    connect(g.frame_b, h.frame_a);
    connect(d.frame_b, shoulder.frame_a);
    connect(shoulder.frame_b, f.frame_a);
    connect(f.frame_b, ankle.frame_a);
    connect(ankle.frame_b, g.frame_b);
    connect(i.frame_b, foot);
  end Leg;

  constant SI.Angle phase[3] = {0, 2.0944, 4.1888} "Of the cranks";
  inner Modelica.Mechanics.MultiBody.World world(animateWorld = false, animateGravity = false, nominalLength = 1);
  parameter SI.AngularVelocity speed = 3 "Of the crankshaft";
  Modelica.Mechanics.Rotational.Sources.ConstantSpeed drive(w_fixed = speed, phi(fixed = true));
  Joints.Revolute bearing(useAxisFlange = true, cylinderLength = 0.06, cylinderDiameter = 0.1);
  Parts.BodyCylinder shaft(r = {0, 0, 0.5}, diameter = 0.05, color = {90, 96, 104});
  Parts.FixedTranslation onShaft[3](r = {{0, 0, 0}, {0, 0, 0.25}, {0, 0, 0.5}}, each animation = false);
  Parts.FixedRotation crank[3](each n = {0, 0, 1}, angle = {0, 120, 240}, each animation = false);
  Parts.FixedTranslation arm[3](each r = {0.15, 0, 0}, each shapeType = "beam", each width = 0.06, each height = 0.03, each color = {90, 96, 104});
  Parts.FixedTranslation onStand[3](r = {{0, 0, 0}, {0, 0, 0.25}, {0, 0, 0.5}}, each animation = false);
  Parts.FixedRotation across[3](each n = {0, 1, 0}, each angle = 180, each animation = false) "Legs on the other side are the same, turned round";
  Parts.FixedRotation acrossPin[3](each n = {0, 1, 0}, each angle = 180, each animation = false);
  Leg right[3](crank = phase, guess = {
    {2.47, -2.32, 1.23, -1.29, -1.16, 2.65},
    {2.79, -1.90, 1.98, -1.30, -1.21, -2.80},
    {2.00, -2.75, 1.33, -2.32, -2.22, 2.88}});
  Leg left[3](crank = -phase, guess = {
    {2.50, -2.52, 1.99, -2.34, -2.14, -2.60},
    {2.71, -2.03, 1.57, -1.09, -0.98, 3.02},
    {2.14, -2.57, 1.10, -1.74, -1.64, 2.57}});
  Parts.FixedTranslation stand[3](each r = {0.76, 0, 0}, each r_shape = {0, 0, 0}, each shapeType = "box", each width = 0.05, each height = 0.05, each color = {150, 156, 166});
  Parts.FixedTranslation toStand[3](each r = {-0.38, -0.078, 0}, each animation = false);
equation
  connect(drive.flange, bearing.axis);
  connect(world.frame_b, bearing.frame_a);
  connect(bearing.frame_b, shaft.frame_a);
  for i in 1:3 loop
    connect(shaft.frame_a, onShaft[i].frame_a);
    connect(onShaft[i].frame_b, crank[i].frame_a);
    connect(crank[i].frame_b, arm[i].frame_a);
    connect(world.frame_b, onStand[i].frame_a);
    connect(onStand[i].frame_b, toStand[i].frame_a);
    connect(toStand[i].frame_b, stand[i].frame_a);
    connect(onStand[i].frame_b, right[i].chassis);
    connect(arm[i].frame_b, right[i].pin);
    connect(onStand[i].frame_b, across[i].frame_a);
    connect(across[i].frame_b, left[i].chassis);
    connect(arm[i].frame_b, acrossPin[i].frame_a);
    connect(acrossPin[i].frame_b, left[i].pin);
  end for;
  annotation(experiment(StopTime = 4.2, Interval = 0.01));
end Walker;
