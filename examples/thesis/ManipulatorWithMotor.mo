// The Thesis's manipulator with a manufacturer's motor at its third joint: one part that shows two ports and keeps the rest to itself.
//
// Shows  a component that can be exchanged for another one of the same ports (`housing`, `shaft`), such as a compiled one without its
//        source; dry friction that sticks and breaks away inside of a component.
// Run    ./gelenk run examples/thesis/ManipulatorWithMotor.mo --output motor.csv
// Look   motor.revolute.phi, motor.revolute.w: exactly 0 while the motor sticks; motor.friction.tau; hand.body.r_0[3]
//
// The same motor as a black box, a file without its source, made by `compile` and used by ManipulatorWithBlackBox below:
//        ./gelenk compile examples/thesis/ManipulatorWithMotor.mo --model ManipulatorWithMotor.Motor --export 'revolute.phi' \
//            -o examples/thesis/motor.gkc
//        ./gelenk run examples/thesis/ManipulatorWithMotor.mo --model ManipulatorWithBlackBox
//        ./gelenk run examples/thesis/ManipulatorWithMotor.mo --model ManipulatorWithBlackBox.BlackBox --port housing=fixed
//
// With --set motor.dry=false --set motor.d=0 the motor is the Thesis's, and the motion that of Manipulator.mo; without dry friction
// it also runs with --formulation mixed. Lengths in m, masses in kg.
model ManipulatorWithBlackBox "The motor is the file motor.gkc beside this one"
  model BlackBox "The motor's maker tells no more"
    extends ManipulatorWithMotor.Ports;
    extends Gelenk.CompiledComponent(file = "motor.gkc");
  end BlackBox;
  extends ManipulatorWithMotor(redeclare BlackBox motor);
  annotation(experiment(StopTime = 5, Interval = 0.02));
end ManipulatorWithBlackBox;

model ManipulatorWithMotor "Two links of the Thesis, a motor from elsewhere, and a beam on it"
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces};
  import SI = Modelica.Units.SI;
  import Modelica.Constants.pi;

  partial model Ports "What others see of the motor"
    Interfaces.Frame_a housing "Centre of mass of the stator; y is the axis";
    Interfaces.Frame_b shaft "Centre of mass of the rotor; y is the axis";
  end Ports;

  model Motor "Stator and rotor; torque by a law of time, a bearing with damping and a brake that drags"
    extends Ports;
    parameter SI.Torque C = -12 "Amplitude of the torque";
    parameter SI.Frequency k = 2 "Its frequency";
    parameter SI.RotationalDampingConstant d = 0.05 "Of the bearing";
    parameter Boolean dry = true "true: the brake drags";
    parameter SI.Torque tau_slide = 16 "Dry friction while the rotor turns";
    parameter Real peak = 1.3 "Friction that breaks away over tau_slide";
    Parts.Body stator(m = 2, r_CM = {0, 0, 0}, I_11 = 0.016028, I_22 = 0.002056, I_33 = 0.016028);
    Parts.Body rotor(m = 7.7, r_CM = {0, 0, 0}, I_11 = 7.7*0.1252/12, I_22 = 0.003465, I_33 = 7.7*0.1252/12);
    Parts.FixedTranslation statorEnd(r = {0, -0.15, 0}), rotorEnd(r = {0, -0.175, 0});
    Joints.Revolute revolute(n = {0, 1, 0}, useAxisFlange = dry, phi(fixed = true), w(fixed = true));
    Gelenk.Rotational.Friction friction(tau_pos = [0, tau_slide], peak = peak) if dry;
    Gelenk.Forces.Torque drive(torque = {0, C*cos(2*pi*k*time) - d*revolute.w, 0});
  equation
    connect(stator.frame_a, housing);
    connect(rotor.frame_a, shaft);
    connect(stator.frame_a, statorEnd.frame_a);
    connect(rotor.frame_a, rotorEnd.frame_a);
    connect(statorEnd.frame_b, revolute.frame_a);
    connect(revolute.frame_b, rotorEnd.frame_b);
    connect(stator.frame_a, drive.frame_a);
    connect(rotor.frame_a, drive.frame_b);
    connect(revolute.support, friction.flange_a);
    connect(revolute.axis, friction.flange_b);
  end Motor;

  model Beam "A rigid body that others attach to"
    Interfaces.Frame_a beam "Centre of mass";
    Parts.Body body(m = 0.71, r_CM = {0, 0, 0}, I_11 = 0.06, I_22 = 0.06, I_33 = 0.0002);
  equation
    connect(body.frame_a, beam);
  end Beam;

  model Link "A motor of the robot's maker with a beam fastened to its rotor (Thesis 8.1, 8.2)"
    Interfaces.Frame_a housing "Centre of mass of the motor's housing";
    Interfaces.Frame_b beam "Centre of mass of the beam";
    parameter SI.Torque C "Amplitude of the torque";
    parameter SI.Angle phi_start = 0;
    Parts.Body stator(m = 2, r_CM = {0, 0, 0}, I_11 = 0.016028, I_22 = 0.002056, I_33 = 0.016028);
    Parts.Body rotor(m = 7.7, r_CM = {0, 0, 0}, I_11 = 7.7*0.1252/12, I_22 = 0.003465, I_33 = 7.7*0.1252/12);
    Beam arm;
    Parts.FixedTranslation statorEnd(r = {0, -0.15, 0}), rotorEnd(r = {0, -0.175, 0});
    Parts.FixedTranslation onRotor(r = {0, 0.175, 0}), onBeam(r = {0, -0.02, -0.483});
    Joints.Revolute revolute(n = {0, 1, 0}, phi(start = phi_start, fixed = true), w(fixed = true));
    Gelenk.Forces.Torque drive(torque = {0, C*cos(4*pi*time), 0});
  equation
    connect(stator.frame_a, housing);
    connect(arm.beam, beam);
    connect(stator.frame_a, statorEnd.frame_a);
    connect(rotor.frame_a, rotorEnd.frame_a);
    connect(statorEnd.frame_b, revolute.frame_a);
    connect(revolute.frame_b, rotorEnd.frame_b);
    connect(stator.frame_a, drive.frame_a);
    connect(rotor.frame_a, drive.frame_b);
    connect(rotor.frame_a, onRotor.frame_a);
    connect(onRotor.frame_b, onBeam.frame_b);
    connect(onBeam.frame_a, arm.beam);
  end Link;

  inner Modelica.Mechanics.MultiBody.World world(g = 9.8, n = {0, 0, -1});
  Link link1(C = -600), link2(C = 300, phi_start = 2.5);
  replaceable Motor motor constrainedby Ports "The part from elsewhere";
  Beam hand "On its shaft";
  Parts.FixedRotation stiff0(n = {1, 0, 0}, angle = 90) "The first motor stands upright";
  Parts.FixedRotation stiff1(r = {0, 0, 0.5}, n = {-1, -1, -1}, angle = 120);
  Parts.FixedTranslation stiff2(r = {0, 0.02, 0.483}), onShaft(r = {0, 0.175, 0}), onHand(r = {0, -0.02, -0.483});
  Parts.FixedTranslation onHousing[3](each r = {0, -0.15, 0});
equation
  connect(world.frame_b, stiff0.frame_a);
  connect(stiff0.frame_b, onHousing[1].frame_b);
  connect(onHousing[1].frame_a, link1.housing);
  connect(link1.beam, stiff1.frame_a);
  connect(stiff1.frame_b, onHousing[2].frame_b);
  connect(onHousing[2].frame_a, link2.housing);
  connect(link2.beam, stiff2.frame_a);
  connect(stiff2.frame_b, onHousing[3].frame_b);
  connect(onHousing[3].frame_a, motor.housing);
  connect(motor.shaft, onShaft.frame_a);
  connect(onShaft.frame_b, onHand.frame_b);
  connect(onHand.frame_a, hand.beam);
  annotation(experiment(StopTime = 5, Interval = 0.02));
end ManipulatorWithMotor;
