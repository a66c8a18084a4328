// A direct current motor turns a pendulum up to an angle and holds it there. Signals, circuit and gear are classes of the library; the
// controller's voltage is limited, and its integral does not run on while it is.
//
// Shows  blocks, a circuit and a mechanism in one model, connected by signals, pins, flanges and frames.
// Run    ./gelenk run examples/PositionServo.mo --report servo.html
// Look   hinge.phi, which goes to 1 rad; controller.y, the voltage, which is at its limit at first; resistor.i, the current
model PositionServo "A motor with a limited controller turns a pendulum"
  import Modelica.Blocks;
  import Modelica.Electrical.Analog;
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  import Modelica.Mechanics.Rotational;

  // The goal, and the two loops: the angle gives a speed, the speed a voltage.
  Blocks.Sources.Step goal(height = 1, startTime = 0.1);
  Blocks.Math.Feedback error;
  Blocks.Math.Gain angle_loop(k = 6);
  Blocks.Continuous.LimPID controller(controllerType = Blocks.Types.SimpleController.PI, k = 8,
    Ti = 0.2, yMax = 12);

  // The motor.
  Analog.Sources.SignalVoltage source;
  Analog.Basic.Resistor resistor(R = 1.5);
  Analog.Basic.Inductor inductor(L = 0.01, i(start = 0, fixed = true));
  Analog.Basic.RotationalEMF armature(k = 0.05);
  Analog.Basic.Ground ground;
  Rotational.Components.Inertia rotor(J = 1e-4);
  Rotational.Components.IdealGear gear(ratio = 50);

  // What it moves.
  inner Modelica.Mechanics.MultiBody.World world(g = 9.81);
  Joints.Revolute hinge(useAxisFlange = true, phi(start = -Modelica.Constants.pi/2, fixed = true),
    w(start = 0, fixed = true));
  Parts.Body pendulum(m = 2, r_CM = {0.3, 0, 0}, I_33 = 0.05);
  Rotational.Sensors.AngleSensor angle;
  Rotational.Sensors.SpeedSensor speed;
equation
  connect(goal.y, error.u1);
  connect(angle.phi, error.u2);
  connect(error.y, angle_loop.u);
  connect(angle_loop.y, controller.u_s);
  connect(speed.w, controller.u_m);
  connect(controller.y, source.v);
  connect(source.p, resistor.p);
  connect(resistor.n, inductor.p);
  connect(inductor.n, armature.p);
  connect(armature.n, ground.p);
  connect(source.n, ground.p);
  connect(armature.flange, rotor.flange_a);
  connect(rotor.flange_b, gear.flange_a);
  connect(gear.flange_b, hinge.axis);
  connect(hinge.axis, angle.flange);
  connect(hinge.axis, speed.flange);
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, pendulum.frame_a);
  annotation(experiment(StopTime = 3));
end PositionServo;
