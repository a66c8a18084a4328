// A block on a moving belt, held by a spring: it sticks until the spring pulls it off, slips back, and sticks again.
//
// Shows  dry friction with a higher force to break away than to slide, a flange driven by a law, 1-D elements alone.
// Run    ./gelenk run examples/StickSlip.mo --signals 'mass.*,friction.*' --output stickslip.csv
// Look   mass.s: a saw tooth; friction.v_rel: exactly 0 while the block sticks
//
// With w = sqrt(c/m) and a = w (fs - fc)/(c vb), the block slips for (2 pi - 2 atan(a))/w and sticks for
// 2 (fs - fc)/(c vb).
model StickSlip "A block on a belt sticks and slips in turn"
  import Modelica.Mechanics.Translational;
  import SI = Modelica.Units.SI;

  parameter SI.Mass m = 1;
  parameter Real c(unit = "N/m") = 100 "Of the spring";
  parameter SI.Velocity vb = 0.2 "Of the belt";
  parameter SI.Force fs = 10 "Breaks the block away", fc = 6 "While it slides";

  Translational.Components.Fixed wall;
  Translational.Components.Spring spring(c = c);
  Translational.Components.Mass mass(m = m, s(start = 0, fixed = true), v(start = vb, fixed = true));
  Translational.Sources.Position belt(exact = true, s_ref = vb*time);
  Gelenk.Translational.Friction friction(f_pos = [0, fc], peak = fs/fc);
equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, mass.flange_a);
  connect(belt.flange, friction.flange_a);
  connect(mass.flange_b, friction.flange_b);
  annotation(experiment(StopTime = 5, Interval = 0.01));
end StickSlip;
