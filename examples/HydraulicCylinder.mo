// A cylinder raises a boom, holds it and lets it down. The pump gives a constant flow, which goes through the relief valve when the
// directional valve is closed. Oil is compressible, flow through edges of the valve goes with the square root of the pressure.
//
// Shows  a connector of the user's own with pressure and flow; equations on the flanges of a line between two frames
// Run    ./gelenk run examples/HydraulicCylinder.mo --report boom.html
// Look   hinge.phi; cylinder.a.p and cylinder.b.p, the pressures in the chambers, which swing when the valve moves; pump.relieved
connector Port "Oil: pressure above that of the air, and flow"
  Modelica.Units.SI.Pressure p "Pressure";
  flow Modelica.Units.SI.VolumeFlowRate q "Flow into the component";
end Port;

function edge_flow "Flow through a sharp edge; for small differences it is laminar"
  input Modelica.Units.SI.PressureDifference dp;
  input Real k "Flow over the root of dp";
  output Modelica.Units.SI.VolumeFlowRate q;
protected
  constant Modelica.Units.SI.PressureDifference small = 1e4;
algorithm
  q := k*dp/(dp^2 + small^2)^0.25;
end edge_flow;

model Pump "A constant flow, with a relief valve and the oil in the pipe"
  import SI = Modelica.Units.SI;
  parameter SI.VolumeFlowRate q = 4e-4 "Flow";
  parameter SI.Pressure opens = 9e6 "Pressure at which the relief valve begins to open";
  parameter Real k = 5e-10 "Flow of the relief valve for one pascal more";
  parameter SI.Volume volume = 1e-3 "Of the pipe";
  parameter SI.BulkModulus beta = 1.2e9 "Of the oil";
  Port port(p(start = 9e6, fixed = true));
  SI.VolumeFlowRate relieved = k*max(0, port.p - opens) "Through the relief valve";
equation
  volume/beta*der(port.p) = q - relieved + port.q;
end Pump;

model DirectionalValve "Connects pump and tank with a and b, straight or crosswise"
  parameter Real k = 2.5e-7 "Flow over the root of the pressure difference, wide open";
  input Real opening "1: pump to a, b to tank; -1: crosswise; 0: closed";
  Port pump;
  Port a;
  Port b;
protected
  Real straight = k*max(0, opening);
  Real cross = k*max(0, -opening);
  constant Modelica.Units.SI.Pressure tank = 0;
equation
  a.q = edge_flow(a.p - pump.p, straight) + edge_flow(a.p - tank, cross);
  b.q = edge_flow(b.p - pump.p, cross) + edge_flow(b.p - tank, straight);
  pump.q = edge_flow(pump.p - a.p, straight) + edge_flow(pump.p - b.p, cross);
end DirectionalValve;

model Cylinder "Two chambers and a piston"
  import SI = Modelica.Units.SI;
  import Modelica.Mechanics.Translational.Interfaces;
  parameter SI.Area area_a = 2e-3 "Of the piston";
  parameter SI.Area area_b = 1.3e-3 "Of the piston, less the rod";
  parameter SI.Length closed = 0.9 "Length when it is in";
  parameter SI.Length stroke = 1.0 "Way of the piston";
  parameter SI.Volume rest = 2e-4 "Of oil in each chamber that is never pressed out";
  parameter SI.BulkModulus beta = 1.2e9 "Of the oil";
  parameter SI.TranslationalDampingConstant d = 4000 "Friction";
  Interfaces.Flange_a flange_a "Housing";
  Interfaces.Flange_b flange_b "Rod";
  Port a(p(start = 3.5e6, fixed = true));
  Port b(p(start = 1.5e6, fixed = true));
  SI.Position x = flange_b.s - flange_a.s - closed "How far the piston is out";
  SI.Velocity v = der(flange_b.s) - der(flange_a.s) "Speed of the piston";
  SI.Force f = area_a*a.p - area_b*b.p - d*v "Pushes the flanges apart";
equation
  (rest + area_a*x)/beta*der(a.p) = a.q - area_a*v;
  (rest + area_b*(stroke - x))/beta*der(b.p) = b.q + area_b*v;
  flange_a.f = f;
  flange_b.f = -f;
end Cylinder;

model HydraulicCylinder "A boom that oil raises"
  import Modelica.Mechanics.MultiBody.{Forces, Joints, Parts};
  inner Modelica.Mechanics.MultiBody.World world;
  Joints.Revolute hinge(n = {0, 0, 1}, phi(start = 0.1, fixed = true), w(start = 0, fixed = true));
  Parts.FixedTranslation foot(r = {0.6, -1, 0});
  Parts.FixedTranslation lug(r = {1, 0, 0});
  Parts.Body boom(m = 300, r_CM = {1.5, 0, 0}, I_22 = 225, I_33 = 225);
  Forces.LineForceWithMass line;
  Cylinder cylinder;
  Pump pump;
  DirectionalValve valve(opening = lever.y);
  Modelica.Blocks.Sources.TimeTable lever(
    table = [0, 0; 0.5, 0; 0.8, 1; 2.2, 1; 2.8, 0; 3.5, 0; 3.8, -0.6; 4.8, -0.6; 5.4, 0; 6, 0]);
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, boom.frame_a);
  connect(world.frame_b, foot.frame_a);
  connect(hinge.frame_b, lug.frame_a);
  connect(foot.frame_b, line.frame_a);
  connect(lug.frame_b, line.frame_b);
  connect(line.flange_a, cylinder.flange_a);
  connect(line.flange_b, cylinder.flange_b);
  connect(pump.port, valve.pump);
  connect(valve.a, cylinder.a);
  connect(valve.b, cylinder.b);
  annotation(experiment(StopTime = 6));
end HydraulicCylinder;
