// An arm and its controller know each other by a bus only: the arm puts its angle and speed there and takes the torque, the controller
// does the opposite. The angle and the torque are declared in the bus; the speed and whether the goal is reached are there because
// somebody connects to them.
//
// Shows  an expandable connector with members that are declared and others that are not; a mechanism behind it
// Run    ./gelenk run examples/Bus.mo --report bus.html
// Look   arm.hinge.phi, which goes to 1 rad; controller.drive.y, the torque; lamp.y, 1 from when the arm is there
expandable connector ArmBus "What arm and controller know of each other"
  Modelica.Units.SI.Angle angle "Angle of the arm";
  Modelica.Units.SI.Torque torque "Torque of its drive";
end ArmBus;

model Arm "An arm on a hinge, with a drive and sensors on a bus"
  import Modelica.Mechanics.MultiBody.{Interfaces, Joints, Parts};
  import Modelica.Mechanics.Rotational;
  Interfaces.Frame_a frame_a;
  ArmBus bus;
  Joints.Revolute hinge(n = {0, 0, 1}, useAxisFlange = true, phi(start = 0, fixed = true),
    w(start = 0, fixed = true));
  Parts.BodyBox beam(r = {0.8, 0, 0}, width = 0.05);
  Rotational.Sources.Torque drive;
  Rotational.Sensors.AngleSensor angle;
  Rotational.Sensors.SpeedSensor speed;
equation
  connect(frame_a, hinge.frame_a);
  connect(hinge.frame_b, beam.frame_a);
  connect(drive.flange, hinge.axis);
  connect(angle.flange, hinge.axis);
  connect(speed.flange, hinge.axis);
  connect(angle.phi, bus.angle);
  connect(speed.w, bus.speed);
  connect(bus.torque, drive.tau);
end Arm;

model Controller "Brings the arm to its goal"
  import Modelica.Blocks;
  ArmBus bus;
  Blocks.Sources.Step goal(height = 1, startTime = 0.2);
  Blocks.Math.Feedback error;
  Blocks.Continuous.PI angle_loop(k = 400, T = 0.5, initType = Blocks.Types.Init.InitialState);
  Blocks.Math.Gain damping(k = 120);
  Blocks.Math.Feedback drive;
  Blocks.Math.Abs distance;
  Blocks.Logical.LessThreshold reached(threshold = 0.01);
equation
  connect(goal.y, error.u1);
  connect(bus.angle, error.u2);
  connect(error.y, angle_loop.u);
  connect(angle_loop.y, drive.u1);
  connect(bus.speed, damping.u);
  connect(damping.y, drive.u2);
  connect(drive.y, bus.torque);
  connect(error.y, distance.u);
  connect(distance.y, reached.u);
  connect(reached.y, bus.reached);
end Controller;

model Bus "An arm and a controller on a bus"
  inner Modelica.Mechanics.MultiBody.World world;
  Arm arm;
  Controller controller;
  ArmBus bus;
  Modelica.Blocks.Math.BooleanToReal lamp "Reads a member of the bus that nobody has declared";
equation
  connect(world.frame_b, arm.frame_a);
  connect(arm.bus, bus);
  connect(controller.bus, bus);
  connect(bus.reached, lamp.u);
  annotation(experiment(StopTime = 4));
end Bus;
