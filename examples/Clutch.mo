// A motor runs a machine up to speed through a clutch and a gear: it slips, then sticks, and the two turn as one.
//
// Shows  dry friction between two shafts that both move, pressed together by a law; a gear
// Run    ./gelenk run examples/Clutch.mo --signals 'engine.w,machine.w,clutch.*' --output clutch.csv
// Look   clutch.w_rel: zero but for rounding once it sticks; clutch.tau: what it passes on
//
// With the torque T of the lining, the slip w falls by T/J1 + T/J2 - M/J1 a second, where J2 is that of the machine
// behind the gear, J r^2, and M the motor's torque.
model Clutch "Two shafts brought to one speed"
  import Modelica.Mechanics.Rotational;

  parameter Real ratio = 0.5 "Of the gear: clutch over machine";

  Rotational.Sources.ConstantTorque motor(tau_constant = 40);
  Rotational.Components.Inertia engine(J = 0.8, phi(fixed = true), w(start = 100, fixed = true));
  Rotational.Components.Clutch clutch(mu_pos = [0, 0.3; 200, 0.25], cgeo = 0.2, fn_max = 2500,
    f_normalized = if time < 0.5 then 0 elseif time < 1 then 2*(time - 0.5) else 1);
  Rotational.Components.IdealGear gear(ratio = ratio);
  Rotational.Components.Inertia machine(J = 6, phi(fixed = true), w(fixed = true));
  Rotational.Components.Damper load(d = 0.3);
  Rotational.Components.Fixed housing;
equation
  connect(motor.flange, engine.flange_a);
  connect(engine.flange_b, clutch.flange_a);
  connect(clutch.flange_b, gear.flange_a);
  connect(gear.flange_b, machine.flange_a);
  connect(machine.flange_b, load.flange_b);
  connect(load.flange_a, housing.flange);
  annotation(experiment(StopTime = 4, Interval = 0.01));
end Clutch;
