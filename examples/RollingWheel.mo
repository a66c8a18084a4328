// A wheel rolls on the plane z = 0, leans over and turns.
//
// Shows  a nonholonomic constraint, held at the level of speeds.
// Run    ./gelenk run examples/RollingWheel.mo --signals '*' --output rollingwheel.csv
// Look   wheel.x, wheel.y, gelenk.drift.velocity
model RollingWheel "A wheel rolls on the plane z = 0, leans over and turns"
  inner Modelica.Mechanics.MultiBody.World world(n = {0, 0, -1});
  Modelica.Mechanics.MultiBody.Parts.RollingWheel wheel(radius = 0.25, m = 1.5, I_axis = 0.05, I_long = 0.03, x(start = -0.5), y(start = 0.1), angles(start = {0.4, 0, 0.2}), der_angles(start = {0.5, 6, -0.3}));
  annotation(experiment(StopTime = 4));
end RollingWheel;
