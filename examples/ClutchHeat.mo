// A motor turns at constant speed and starts a load through a friction clutch. The clutch is pressed
// together within half a second; until both sides turn alike it slides, and what it loses heats its
// linings, which air cools. Then it is released, and the load runs down in its bearing.
//
// The heat port makes the program read the shafts as equations (doc/guide.md, 2.8); nothing has to be
// asked for.
//
//   ./gelenk run examples/ClutchHeat.mo
//
// Look at: motor.w and load.w, which meet at 1.74 s; clutch.lossPower; linings.T, the temperature
// in kelvin; clutch.mode: −1 while it slides, 0 while it sticks, 2 while nothing presses it.
model ClutchHeat "A friction clutch starts a load and gets hot"
  import Modelica.Mechanics.Rotational;
  import Modelica.Thermal.HeatTransfer;
  parameter Modelica.Units.SI.Torque tau_most = 80 "Sliding torque of the clutch, fully pressed";
  Rotational.Sources.Speed motor(exact = true, w_ref = 150) "Holds its speed whatever the load";
  Rotational.Components.Clutch clutch(useHeatPort = true, mu_pos = [0, 0.3], cgeo = 0.2, fn_max = tau_most/(0.3*0.2))
    "Linings between motor and load";
  Rotational.Components.Inertia load(J = 0.5, phi(fixed = true), w(fixed = true)) "A drum";
  Rotational.Components.BearingFriction bearing(tau_pos = [0, 2; 150, 5]) "Its bearing";
  Modelica.Blocks.Sources.Trapezoid press(rising = 0.5, width = 3, falling = 0.1, period = 100, startTime = 0.5)
    "How far the clutch is pressed together";
  HeatTransfer.Components.HeatCapacitor linings(C = 400, T(start = 293.15, fixed = true)) "Steel and linings";
  HeatTransfer.Components.Convection cooling "From the linings to the air";
  HeatTransfer.Sources.FixedTemperature air(T = 293.15) "Air";
equation
  cooling.Gc = 4;
  connect(motor.flange, clutch.flange_a);
  connect(clutch.flange_b, load.flange_a);
  connect(load.flange_b, bearing.flange_a);
  connect(press.y, clutch.f_normalized);
  connect(clutch.heatPort, linings.port);
  connect(linings.port, cooling.solid);
  connect(cooling.fluid, air.port);
  annotation(experiment(StopTime = 10, Interval = 0.01));
end ClutchHeat;
