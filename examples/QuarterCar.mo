// Two quarters of a car drive over the same bump. Between body and wheel one has a damper, the other an actuator with a sampled
// controller: it pulls at the body as a damper between body and sky would (Karnopp, Crosby and Harwood 1974), as far as it can.
//
// Shows  1-D masses and springs; a sampled controller with a limit; a component in two variants
// Run    ./gelenk run examples/QuarterCar.mo --signals '*.body.s,*.tyre.f,active.force' --output car.csv
// Look   passive.body.s and active.body.s, how far the bodies rise; active.force, which is at its limit on the bump
partial model Quarter "Body, wheel and tyre; positions count from where the car stands"
  import Modelica.Mechanics.Translational.{Components, Sources};
  import SI = Modelica.Units.SI;
  parameter SI.Velocity speed = 8 "Of the car";
  parameter SI.Length height = 0.06 "Of the bump";
  parameter SI.Length width = 1.2 "Of the bump";
  Components.Mass body(m = 300, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Components.Mass wheel(m = 40, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Components.Spring spring(c = 18e3);
  Components.SpringDamper tyre(c = 180e3, d = 60);
  Sources.Position road(exact = true, s_ref = lift);
protected
  Real begin = 0.5 "When the bump is reached";
  Real way = max(0, min(1, speed*(time - begin)/width)) "Of the bump: from 0 to 1";
  SI.Length lift = 16*height*(way*(1 - way))^2;
equation
  connect(road.flange, tyre.flange_a);
  connect(tyre.flange_b, wheel.flange_a);
  connect(wheel.flange_b, spring.flange_a);
  connect(spring.flange_b, body.flange_a);
end Quarter;

model PassiveQuarter "With a damper"
  import Modelica.Mechanics.Translational.Components;
  extends Quarter;
  Components.Damper damper(d = 1200);
equation
  connect(wheel.flange_b, damper.flange_a);
  connect(damper.flange_b, body.flange_a);
end PassiveQuarter;

model ActiveQuarter "With an actuator"
  import Modelica.Mechanics.Translational.Sources;
  import SI = Modelica.Units.SI;
  extends Quarter;
  parameter SI.Time period = 0.004 "Of the controller";
  parameter SI.TranslationalDampingConstant sky = 3000 "Damper to the sky";
  parameter SI.TranslationalDampingConstant hop = 800 "Damper of the wheel";
  parameter SI.Force limit = 900 "Of the actuator";
  Sources.Force2 actuator(f = force);
  SI.Force force(start = 0, fixed = true) "What pushes the body up and the wheel down";
  SI.Force wanted = -sky*body.v - hop*(body.v - wheel.v);
equation
  when sample(0, period) then
    force = max(-limit, min(limit, wanted));
  end when;
  connect(wheel.flange_b, actuator.flange_a);
  connect(actuator.flange_b, body.flange_a);
end ActiveQuarter;

model QuarterCar "The same car twice, passive and active"
  PassiveQuarter passive;
  ActiveQuarter active;
  annotation(experiment(StopTime = 3));
end QuarterCar;
