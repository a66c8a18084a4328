// A disc on an elastic shaft (Laval, Jeffcott): it moves sideways and tilts, and its spin splits the tilting into two whirls.
//
// Shows  modes over a parameter, the picture of Campbell.
// Run    ./gelenk modal examples/Rotor.mo --over 'speed=lin(0,20,81)' --locus rotor.svg
// Look   the frequencies: sideways 2.387 Hz at any speed; tilting √(k/I_t + (I_p Ω/2 I_t)²) ± I_p Ω/2 I_t, both 1.233 Hz at rest. The
//        faster whirl meets the speed of the shaft at Ω = √(k/(I_t − I_p)) = 10 rad/s, 1.592 Hz: a critical speed
model Rotor "A disc that spins on springs"
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Types};
  import Modelica.Mechanics.{Rotational, Translational};
  import SI = Modelica.Units.SI;

  parameter SI.AngularVelocity speed = 10 "Of the shaft";
  parameter SI.TranslationalSpringConstant c = 900 "Of the shaft, sideways";
  parameter SI.RotationalSpringConstant k = 30 "Of the shaft, against tilting";

  inner Modelica.Mechanics.MultiBody.World world(gravityType = Types.GravityTypes.NoGravity);
  Joints.Prismatic x(n = {1, 0, 0}, useAxisFlange = true), y(n = {0, 1, 0}, useAxisFlange = true);
  Joints.Revolute tilt_x(n = {1, 0, 0}, useAxisFlange = true), tilt_y(n = {0, 1, 0}, useAxisFlange = true);
  Joints.Revolute shaft(n = {0, 0, 1}, phi(fixed = true), w(start = speed, fixed = true));
  Translational.Components.Spring bending_x(c = c), bending_y(c = c);
  Rotational.Components.Spring tilting_x(c = k), tilting_y(c = k);
  Parts.Body disc(m = 4, r_CM = {0, 0, 0}, I_11 = 0.5, I_22 = 0.5, I_33 = 0.2);
equation
  connect(world.frame_b, x.frame_a);
  connect(x.frame_b, y.frame_a);
  connect(y.frame_b, tilt_x.frame_a);
  connect(tilt_x.frame_b, tilt_y.frame_a);
  connect(tilt_y.frame_b, shaft.frame_a);
  connect(shaft.frame_b, disc.frame_a);
  connect(x.support, bending_x.flange_a);
  connect(bending_x.flange_b, x.axis);
  connect(y.support, bending_y.flange_a);
  connect(bending_y.flange_b, y.axis);
  connect(tilt_x.support, tilting_x.flange_a);
  connect(tilting_x.flange_b, tilt_x.axis);
  connect(tilt_y.support, tilting_y.flange_a);
  connect(tilting_y.flange_b, tilt_y.axis);
  annotation(experiment(StopTime = 2));
end Rotor;
