// A direct current motor holds an arm. The motor is a circuit of parts with pins, its rotor part of the mechanism; a controller that
// looks at the arm every 2 ms sets the voltage.
//
// Shows  connectors of one's own with potentials and flows, equations that are solved, equations on a flange of the library,
//        signals, samples.
// Run    ./gelenk run examples/DcMotor.mo --report motor.html
// Look   hinge.phi, which goes to 1 rad; motor.resistor.i, the current; controller.y, the voltage, which changes in steps
package DcMotor "A motor written as a circuit moves an arm"
  connector Pin "A wire"
    Real v(unit = "V") "Voltage against ground";
    flow Real i(unit = "A") "Current into the component";
  end Pin;
  connector RealInput = input Real;
  connector RealOutput = output Real;

  partial model TwoPins "What passes a current"
    Pin p, n;
    Real v(unit = "V") "From p to n", i(unit = "A") "From p to n";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPins;
  model Resistor
    extends TwoPins;
    parameter Real R(unit = "Ohm");
  equation
    v = R*i;
  end Resistor;
  model Inductor
    extends TwoPins;
    parameter Real L(unit = "H");
  equation
    L*der(i) = v;
  end Inductor;
  model Source "A voltage by a signal"
    extends TwoPins;
    RealInput u;
  equation
    v = u;
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Armature "Turns current into torque, and speed into voltage"
    extends TwoPins;
    Modelica.Mechanics.Rotational.Interfaces.Flange_b flange;
    parameter Real k(unit = "N.m/A");
  equation
    v = k*der(flange.phi);
    flange.tau = -k*i;
  end Armature;

  model Motor "Resistance, inductance and armature in a row"
    Pin p, n;
    Modelica.Mechanics.Rotational.Interfaces.Flange_b flange;
    Resistor resistor(R = 0.8);
    Inductor inductor(L = 2e-3, i(start = 0, fixed = true));
    Armature armature(k = 0.06);
    Modelica.Mechanics.Rotational.Components.Inertia rotor(J = 4e-5);
  equation
    connect(p, resistor.p);
    connect(resistor.n, inductor.p);
    connect(inductor.n, armature.p);
    connect(armature.n, n);
    connect(armature.flange, rotor.flange_a);
    connect(rotor.flange_b, flange);
  end Motor;

  block Controller "Proportional, integral and rate, at fixed instants"
    RealInput angle, speed;
    RealOutput y(start = 0);
    parameter Real goal = 1, k = 40, T = 0.4, d = 3, interval = 2e-3;
    Real sum(start = 0);
  equation
    when sample(0, interval) then
      sum = pre(sum) + interval/T*(goal - angle);
      y = max(-24, min(24, k*(goal - angle + sum) - d*speed));
    end when;
  end Controller;

  model Arm
    inner Modelica.Mechanics.MultiBody.World world;
    Modelica.Mechanics.MultiBody.Joints.Revolute hinge(useAxisFlange = true, phi(start = -1.2, fixed = true), w(fixed = true));
    Modelica.Mechanics.MultiBody.Parts.BodyBox beam(r = {0.4, 0, 0}, width = 0.03);
    Modelica.Mechanics.Rotational.Components.IdealGear gear(ratio = 50);
    Motor motor;
    Source supply;
    Ground ground;
    Controller controller;
  equation
    controller.angle = hinge.phi;
    controller.speed = hinge.w;
    connect(controller.y, supply.u);
    connect(supply.p, motor.p);
    connect(supply.n, motor.n);
    connect(supply.n, ground.p);
    connect(motor.flange, gear.flange_a);
    connect(gear.flange_b, hinge.axis);
    connect(world.frame_b, hinge.frame_a);
    connect(hinge.frame_b, beam.frame_a);
    annotation(experiment(StopTime = 3, Interval = 0.01));
  end Arm;
end DcMotor;
