// A motor moves an arm through a gear unit that its maker ships as a file: two shafts are all that others see of it.
//
// Shows  flanges as ports of a component; the same unit as a black box, coupled as exactly as its text; friction inside that sticks.
// Run    ./gelenk run examples/GearUnit.mo --output gear.csv
// Look   axis.phi and rotor.w; unit.drive.tau and unit.load.tau, what the shafts carry; from 1.26 s on the arm rests on
//        the friction of the seal alone
//
// The unit as a file without its source, made by `compile` and used by GearUnitFromFile below:
//        ./gelenk compile examples/GearUnit.mo --model GearUnit.Unit -o examples/unit.gkc
//        ./gelenk run examples/GearUnit.mo --model GearUnitFromFile --output gear.csv
//
// Lengths in m, masses in kg, torques in N.m.
model GearUnitFromFile "The unit is the file unit.gkc beside this one"
  model BlackBox "The unit's maker tells no more"
    extends GearUnit.Border;
    extends Gelenk.CompiledComponent(file = "unit.gkc");
  end BlackBox;
  extends GearUnit(redeclare BlackBox unit);
  annotation(experiment(StopTime = 2, Interval = 0.005));
end GearUnitFromFile;

model GearUnit "An arm on a motor and a gear"
  import Modelica.Mechanics.MultiBody.{Parts, Joints};
  import Modelica.Mechanics.Rotational;
  import SI = Modelica.Units.SI;

  partial model Border "What others see of the unit"
    Rotational.Interfaces.Flange_a drive "Fast side";
    Rotational.Interfaces.Flange_b load "Slow side";
  end Border;

  model Unit "Teeth, a seal that rubs, and a flexible ring"
    extends Border;
    parameter Real ratio = 50 "Turns of the fast side per turn of the slow one";
    parameter SI.Inertia J_fast = 2e-5, J_slow = 0.004;
    parameter SI.RotationalSpringConstant c = 9000 "Of the ring";
    parameter SI.RotationalDampingConstant d = 6 "Of the ring";
    Rotational.Components.Inertia wave(J = J_fast);
    Rotational.Components.BearingFriction seal(tau_pos = [0, 0.02; 100, 0.05; 400, 0.09], peak = 3.5);
    Rotational.Components.IdealGear teeth(ratio = ratio);
    Rotational.Components.SpringDamper ring(c = c, d = d);
    Rotational.Components.Inertia cup(J = J_slow);
  equation
    connect(drive, wave.flange_a);
    connect(wave.flange_b, seal.flange_a);
    connect(seal.flange_b, teeth.flange_a);
    connect(teeth.flange_b, ring.flange_a);
    connect(ring.flange_b, cup.flange_a);
    connect(cup.flange_b, load);
  end Unit;

  inner Modelica.Mechanics.MultiBody.World world;
  replaceable Unit unit constrainedby Border;
  Rotational.Components.Inertia rotor(J = 8e-5);
  Rotational.Sources.Torque2 motor(tau = if time < 0.25 then 0.1 else if time < 1.2 then 0.05 else 0);
  Rotational.Components.Fixed housing;
  Joints.Revolute axis(useAxisFlange = true, n = {0, 0, 1}, phi(fixed = true), w(fixed = true));
  Parts.BodyBox arm(r = {0, -0.35, 0}, width = 0.05, density = 900);
equation
  connect(housing.flange, motor.flange_a);
  connect(motor.flange_b, rotor.flange_a);
  connect(rotor.flange_b, unit.drive);
  connect(unit.load, axis.axis);
  connect(world.frame_b, axis.frame_a);
  connect(axis.frame_b, arm.frame_a);
  annotation(experiment(StopTime = 2, Interval = 0.005));
end GearUnit;
