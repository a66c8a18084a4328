// The robot Manutec r3 carries a load along a path: six axes, each with a controller, a motor as a circuit with its current loop, a
// rotor, a gear with friction, of which three are elastic, and six links.
//
// Shows  mechanism, circuits, friction that sticks and signals in one model; components of every kind inside components; parts that
//        are chosen by redeclaration.
// Run    ./gelenk run examples/dymola/Manutec.mo --report manutec.html
// Look   robot.r2.phi beside path.q[2], its goal; axis2.motor.resistor.i, a current; axis1.gear.friction.tau
// Data   M. Otter, S. Türk: The DFVLR Models 1 and 2 of the Manutec r3 Robot, DFVLR Mitteilung 88-13, 1988, as the robot of the
//        Modelica Standard Library has them.
package Manutec "A robot of six axes with its drives"
  import Modelica.Blocks;
  import Modelica.Electrical.Analog;
  import Modelica.Mechanics.MultiBody;
  import Modelica.Mechanics.Rotational;

  block Controller "The angle gives a speed, the speed a current: proportional outside, proportional and integral inside"
    Blocks.Interfaces.RealInput angle_goal, speed_goal "Of the joint";
    Blocks.Interfaces.RealInput angle, speed "Of the motor";
    Blocks.Interfaces.RealOutput current "Goal of the current loop";
    parameter Real kp = 5 "From angle to speed";
    parameter Real ks = 0.5 "From speed to current";
    parameter Real Ts(unit = "s") = 0.05 "Time of the integral";
    parameter Real ratio "Of the gear";
    parameter Real current_start(unit = "A") = 0 "What holds the arm at the start";
    Real error "Of the speed";
    Real sum(start = current_start*Ts/ks, fixed = true) "Integral of error";
  equation
    error = ratio*speed_goal + kp*(ratio*angle_goal - angle) - speed;
    der(sum) = error;
    current = ks*(error + sum/Ts);
  end Controller;

  model Motor "Armature, and amplifiers that see to its current"
    Blocks.Interfaces.RealInput current "Goal";
    Rotational.Interfaces.Flange_b flange;
    parameter Real k(unit = "N.m/A") "Torque over current";
    parameter Real w(unit = "rad/s") "Corner frequency of the current loop";
    parameter Real D "Its damping";
    parameter Real J(unit = "kg.m2") "Rotor";
    parameter Real current_start(unit = "A") = 0;
    parameter Real angle_start(unit = "rad") = 0;
    // What is wanted and what there is, as voltages of 1 V/A; their difference is integrated and amplified.
    Analog.Sources.SignalVoltage goal, measured;
    Analog.Basic.Resistor r1(R = 100), r2(R = 100), r3(R = 100), r4(R = 100);
    Analog.Ideal.IdealOpAmp3Pin difference;
    Analog.Basic.Resistor integrator_in(R = 10);
    Analog.Basic.Capacitor integrator_c(C = 0.004*D/w, v(start = 50*current_start, fixed = true));
    Analog.Ideal.IdealOpAmp3Pin integrator;
    Analog.Ideal.IdealOpAmp3Pin power;
    Analog.Basic.Resistor power_to_ground(R = 50), power_back(R = 200);
    // The armature.
    Analog.Basic.Resistor resistor(R = 250);
    Analog.Basic.Inductor inductor(L = 250/(2*D*w), i(start = current_start, fixed = true));
    Analog.Sensors.CurrentSensor sensor;
    Analog.Basic.RotationalEMF armature(k = k);
    Analog.Basic.Ground ground;
    Rotational.Components.Inertia rotor(J = J, phi(start = angle_start), w(start = 0));
  equation
    connect(current, goal.v);
    connect(sensor.i, measured.v);
    connect(goal.n, ground.p);
    connect(measured.n, ground.p);
    // measured - goal
    connect(goal.p, r1.p);
    connect(r1.n, difference.in_n);
    connect(difference.in_n, r2.p);
    connect(r2.n, difference.out);
    connect(measured.p, r3.p);
    connect(r3.n, difference.in_p);
    connect(difference.in_p, r4.p);
    connect(r4.n, ground.p);
    // its integral, with the sign turned
    connect(difference.out, integrator_in.p);
    connect(integrator_in.n, integrator.in_n);
    connect(integrator.in_n, integrator_c.p);
    connect(integrator_c.n, integrator.out);
    connect(integrator.in_p, ground.p);
    // five times that
    connect(integrator.out, power.in_p);
    connect(power.in_n, power_to_ground.p);
    connect(power_to_ground.n, ground.p);
    connect(power.in_n, power_back.p);
    connect(power_back.n, power.out);
    connect(power.out, resistor.p);
    connect(resistor.n, inductor.p);
    connect(inductor.n, sensor.p);
    connect(sensor.n, armature.p);
    connect(armature.n, ground.p);
    connect(armature.flange, rotor.flange_a);
    connect(rotor.flange_b, flange);
  end Motor;

  partial model Gear
    Rotational.Interfaces.Flange_a flange_a "Of the motor";
    Rotational.Interfaces.Flange_b flange_b "Of the joint";
    parameter Real ratio "Turns of the motor for one of the joint";
    parameter Real friction0(unit = "N.m") "Friction at rest";
    parameter Real friction1(unit = "N.m.s/rad") "What it grows with the speed";
    parameter Real peak = 1 "What breaks away, over friction0";
    Rotational.Components.IdealGear gear(ratio = ratio);
  end Gear;
  model ElasticGear "Friction beside the motor, then an elastic shaft"
    extends Gear;
    parameter Real c(unit = "N.m/rad"), d(unit = "N.m.s/rad");
    Rotational.Components.BearingFriction friction(peak = peak,
      tau_pos = [0, friction0; 1, friction0 + friction1]);
    Rotational.Components.SpringDamper shaft(c = c, d = d);
  equation
    connect(flange_a, friction.flange_a);
    connect(friction.flange_b, shaft.flange_a);
    connect(shaft.flange_b, gear.flange_a);
    connect(gear.flange_b, flange_b);
  end ElasticGear;
  model RigidGear "Friction beside the joint"
    extends Gear;
    Rotational.Components.BearingFriction friction(peak = peak,
      tau_pos = [0, friction0; 1, friction0 + friction1]);
  equation
    connect(flange_a, gear.flange_a);
    connect(gear.flange_b, friction.flange_a);
    connect(friction.flange_b, flange_b);
  end RigidGear;

  model Axis "Controller, motor and gear of one joint"
    Blocks.Interfaces.RealInput angle_goal, speed_goal;
    Rotational.Interfaces.Flange_b flange;
    parameter Real ratio, k, w, D, J;
    parameter Real load_start(unit = "N.m") = 0 "What the drive has to exert on the joint at the start";
    parameter Real joint_start(unit = "rad") "Angle of the joint then";
    parameter Real twist_start(unit = "rad") = 0 "How far the motor is ahead of the gear then";
    final parameter Real current_start = load_start/(ratio*k);
    replaceable RigidGear gear constrainedby Gear(ratio = ratio);
    Controller controller(ratio = ratio, current_start = current_start);
    Motor motor(k = k, w = w, D = D, J = J, current_start = current_start,
      angle_start = ratio*joint_start + twist_start);
    Rotational.Sensors.AngleSensor angle;
    Rotational.Sensors.SpeedSensor speed;
  equation
    connect(angle_goal, controller.angle_goal);
    connect(speed_goal, controller.speed_goal);
    connect(angle.phi, controller.angle);
    connect(speed.w, controller.speed);
    connect(controller.current, motor.current);
    connect(motor.flange, angle.flange);
    connect(motor.flange, speed.flange);
    connect(motor.flange, gear.flange_a);
    connect(gear.flange_b, flange);
  end Axis;

  model Robot "Six links"
    inner MultiBody.World world(g = 9.81);
    parameter Real start[6] = {-60, 20, 90, 0, -110, 0}*Modelica.Constants.pi/180 "Angles";
    parameter Real load_m = 15, load_r[3] = {0.1, 0.25, 0.1};
    MultiBody.Joints.Revolute r1(n = {0, 1, 0}, useAxisFlange = true, phi(start = start[1], fixed = true), w(fixed = true));
    MultiBody.Joints.Revolute r2(n = {1, 0, 0}, useAxisFlange = true, phi(start = start[2], fixed = true), w(fixed = true));
    MultiBody.Joints.Revolute r3(n = {1, 0, 0}, useAxisFlange = true, phi(start = start[3], fixed = true), w(fixed = true));
    MultiBody.Joints.Revolute r4(n = {0, 1, 0}, useAxisFlange = true, phi(start = start[4], fixed = true), w(fixed = true));
    MultiBody.Joints.Revolute r5(n = {1, 0, 0}, useAxisFlange = true, phi(start = start[5], fixed = true), w(fixed = true));
    MultiBody.Joints.Revolute r6(n = {0, 1, 0}, useAxisFlange = true, phi(start = start[6], fixed = true), w(fixed = true));
    MultiBody.Parts.BodyShape b0(r = {0, 0.351, 0}, m = 1, r_CM = {0, 0, 0});
    MultiBody.Parts.BodyShape b1(r = {0, 0.324, 0.3}, m = 1, r_CM = {0, 0, 0}, I_22 = 1.16);
    MultiBody.Parts.BodyShape b2(r = {0, 0.65, 0}, m = 56.5, r_CM = {0.172, 0.205, 0}, I_11 = 2.58, I_22 = 0.64, I_33 = 2.73, I_21 = -0.46);
    MultiBody.Parts.BodyShape b3(r = {0, 0.414, -0.155}, m = 26.4, r_CM = {0.064, -0.034, 0}, I_11 = 0.279, I_22 = 0.245, I_33 = 0.413, I_21 = -0.07);
    MultiBody.Parts.BodyShape b4(r = {0, 0.186, 0}, m = 28.7, r_CM = {0, 0, 0}, I_11 = 1.67, I_22 = 0.081, I_33 = 1.67);
    MultiBody.Parts.BodyShape b5(r = {0, 0.125, 0}, m = 5.2, r_CM = {0, 0, 0}, I_11 = 1.25, I_22 = 0.81, I_33 = 1.53);
    MultiBody.Parts.BodyShape b6(r = {0, 0, 0}, m = 0.5, r_CM = {0.05, 0.05, 0.05});
    MultiBody.Parts.BodyShape load(r = {0, 0, 0}, m = load_m, r_CM = load_r);
    Rotational.Interfaces.Flange_a axis[6] "Of the six drives";
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
    connect(b6.frame_b, load.frame_a);
    connect(axis[1], r1.axis);
    connect(axis[2], r2.axis);
    connect(axis[3], r3.axis);
    connect(axis[4], r4.axis);
    connect(axis[5], r5.axis);
    connect(axis[6], r6.axis);
  end Robot;

  model FullRobot "The robot on its way"
    Robot robot;
    Blocks.Sources.KinematicPTP2 path(q_begin = robot.start,
      q_end = {60, -70, -35, 45, 110, 45}*Modelica.Constants.pi/180,
      qd_max = {3, 1.5, 5, 3.1, 3.1, 4.1}, qdd_max = {15, 15, 15, 60, 60, 60});
    Axis axis1(joint_start = robot.start[1], ratio = -105, k = 1.1616, w = 4590, D = 0.6, J = 0.0013,
      redeclare ElasticGear gear(c = 43, d = 0.005, friction0 = 0.4, friction1 = 0.13/160));
    Axis axis2(joint_start = robot.start[2], ratio = 210, k = 1.1616, w = 5500, D = 0.6, J = 0.0013, load_start = -460.573447667207,
      redeclare ElasticGear gear(c = 8, d = 0.01, friction0 = 0.5, friction1 = 0.1/130), twist_start = -460.573447667207/210/8);
    Axis axis3(joint_start = robot.start[3], ratio = 60, k = 1.1616, w = 5500, D = 0.6, J = 0.0013, load_start = -256.400068296582,
      redeclare ElasticGear gear(c = 58, d = 0.04, friction0 = 0.7, friction1 = 0.2/130), twist_start = -256.400068296582/60/58);
    Axis axis4(joint_start = robot.start[4], ratio = -99, k = 0.2365, w = 6250, D = 0.55, J = 1.6e-4, load_start = 14.0580365301124,
      gear(friction0 = 21.8, friction1 = 9.8, peak = 26.7/21.8));
    Axis axis5(joint_start = robot.start[5], ratio = 79.2, k = 0.2608, w = 6250, D = 0.55, J = 1.8e-4, load_start = -14.96025,
      gear(friction0 = 30.1, friction1 = 0.03, peak = 39.6/30.1));
    Axis axis6(joint_start = robot.start[6], ratio = -99, k = 0.0842, w = 7400, D = 0.27, J = 4.3e-5,
      gear(friction0 = 10.9, friction1 = 3.92, peak = 16.8/10.9));
  equation
    connect(path.q[1], axis1.angle_goal);
    connect(path.q[2], axis2.angle_goal);
    connect(path.q[3], axis3.angle_goal);
    connect(path.q[4], axis4.angle_goal);
    connect(path.q[5], axis5.angle_goal);
    connect(path.q[6], axis6.angle_goal);
    connect(path.qd[1], axis1.speed_goal);
    connect(path.qd[2], axis2.speed_goal);
    connect(path.qd[3], axis3.speed_goal);
    connect(path.qd[4], axis4.speed_goal);
    connect(path.qd[5], axis5.speed_goal);
    connect(path.qd[6], axis6.speed_goal);
    connect(axis1.flange, robot.axis[1]);
    connect(axis2.flange, robot.axis[2]);
    connect(axis3.flange, robot.axis[3]);
    connect(axis4.flange, robot.axis[4]);
    connect(axis5.flange, robot.axis[5]);
    connect(axis6.flange, robot.axis[6]);
    annotation(experiment(StopTime = 2));
  end FullRobot;
end Manutec;
