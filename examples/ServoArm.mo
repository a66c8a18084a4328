// An arm on a drive that follows a wish: the drive has an input, the voltage, and outputs that the controller around it reads.
//
// Shows  inputs and outputs of a component; the same drive as a black box, which couples by them as exactly as its text does.
// Run    ./gelenk run examples/ServoArm.mo --output servo.csv
// Look   wish and drive.phi, drive.voltage, drive.current; from 1.5 s on the arm carries a load
//
// The drive as a file without its source, made by `compile` and used by ServoArmWithBlackBox below:
//        ./gelenk compile examples/ServoArm.mo --model ServoArm.Drive -o examples/drive.gkc
//        ./gelenk run examples/ServoArm.mo --model ServoArmWithBlackBox --output servo.csv
//
// A black box in a black box: a drive with its controller, in which drive.gkc is carried along,
//        ./gelenk compile examples/ServoArm.mo --model ServoDrive -o examples/servo.gkc
//        ./gelenk run examples/ServoArm.mo --model ServoArmInOneBox --output servo.csv
//
// Lengths in m, masses in kg, voltages in V.
model ServoArmWithBlackBox "The drive is the file drive.gkc beside this one"
  model BlackBox "The drive's maker tells no more"
    extends ServoArm.Border;
    extends Gelenk.CompiledComponent(file = "drive.gkc");
  end BlackBox;
  extends ServoArm(redeclare BlackBox drive);
  annotation(experiment(StopTime = 3, Interval = 0.01));
end ServoArmWithBlackBox;

partial model ServoBorder "What others see of a drive with its controller"
  Modelica.Mechanics.MultiBody.Interfaces.Frame_a housing;
  Modelica.Mechanics.MultiBody.Interfaces.Frame_b shaft "Turns about z";
  input Modelica.Units.SI.Angle wish "Where the shaft should be";
  output Modelica.Units.SI.Angle phi "Of the shaft";
end ServoBorder;

model ServoDrive "The black box with its controller"
  extends ServoBorder;
  ServoArmWithBlackBox.BlackBox drive(voltage = 60*(wish - drive.phi) + 80*sum - 4*drive.w);
  Real sum(start = 0, fixed = true) "What it missed so far";
equation
  der(sum) = wish - drive.phi;
  phi = drive.phi;
  connect(housing, drive.housing);
  connect(drive.shaft, shaft);
end ServoDrive;

model ServoArmInOneBox "Drive and controller are the file servo.gkc beside this one"
  model Servo
    extends ServoBorder;
    extends Gelenk.CompiledComponent(file = "servo.gkc");
  end Servo;
  inner Modelica.Mechanics.MultiBody.World world;
  Servo servo(wish = 0.8*sin(2*time));
  Modelica.Mechanics.MultiBody.Parts.BodyBox arm(r = {0.5, 0, 0}, width = 0.04);
  Gelenk.Forces.WorldForce load(force = {0, if time < 1.5 then 0 else -20, 0});
equation
  connect(world.frame_b, servo.housing);
  connect(servo.shaft, arm.frame_a);
  connect(load.frame_b, arm.frame_b);
  annotation(experiment(StopTime = 3, Interval = 0.01));
end ServoArmInOneBox;

model ServoArm "A controller holds an arm at an angle that changes"
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces};
  import Modelica.Mechanics.Rotational;
  import SI = Modelica.Units.SI;

  partial model Border "What others see of the drive"
    Interfaces.Frame_a housing;
    Interfaces.Frame_b shaft "Turns about z";
    input SI.Voltage voltage;
    output SI.Angle phi "Of the shaft";
    output SI.AngularVelocity w "Of the shaft";
  end Border;

  model Drive "A motor with a winding, a gear and a bearing"
    extends Border;
    parameter SI.Resistance R = 0.8 "Of the winding";
    parameter SI.Inductance L = 0.004 "Of the winding";
    parameter SI.ElectricalTorqueConstant k = 0.9 "At the shaft, behind the gear";
    parameter SI.RotationalDampingConstant d = 0.4 "Of gear and bearing";
    SI.Current current(start = 0, fixed = true);
    Parts.Body case(m = 2, r_CM = {0, 0, 0}, I_11 = 0.01, I_22 = 0.01, I_33 = 0.01);
    Parts.Body rotor(m = 0.5, r_CM = {0, 0, 0}, I_11 = 0.012, I_22 = 0.012, I_33 = 0.02);
    Joints.Revolute axis(useAxisFlange = true, n = {0, 0, 1}, phi(start = -1.2, fixed = true), w(fixed = true));
    Rotational.Sources.Torque2 torque(tau = k*current - d*axis.w);
  equation
    phi = axis.phi;
    w = axis.w;
    der(current) = (voltage - R*current - k*axis.w)/L;
    connect(housing, case.frame_a);
    connect(case.frame_a, axis.frame_a);
    connect(axis.frame_b, rotor.frame_a);
    connect(rotor.frame_a, shaft);
    connect(axis.support, torque.flange_a);
    connect(torque.flange_b, axis.axis);
  end Drive;

  inner Modelica.Mechanics.MultiBody.World world;
  replaceable Drive drive constrainedby Border(voltage = 60*(wish - drive.phi) + 80*sum - 4*drive.w);
  SI.Angle wish = 0.8*sin(2*time) "Where the arm should be";
  Real sum(start = 0, fixed = true) "What it missed so far";
  Parts.BodyBox arm(r = {0.5, 0, 0}, width = 0.04);
  Gelenk.Forces.WorldForce load(force = {0, if time < 1.5 then 0 else -20, 0});
equation
  der(sum) = wish - drive.phi;
  connect(world.frame_b, drive.housing);
  connect(drive.shaft, arm.frame_a);
  connect(load.frame_b, arm.frame_b);
  annotation(experiment(StopTime = 3, Interval = 0.01));
end ServoArm;
