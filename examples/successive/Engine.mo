// A four-cylinder engine is cranked by its starter and fires: the motorcycle engine of "Successive" with
// the data that its text leaves open chosen as stated below.
//
// Shows  laws as expressions of the model's own signals (gas pressure, friction, starter), discrete variables
//        that change at events (when), a component with an input, 57 joint equations of which 4 are redundant.
// Run    ./gelenk run examples/successive/Engine.mo --output engine.csv
// Look   crank.w, cylinder[1].p, starter
//
// Engine.expected.csv beside this file has the crank's motion from a reduction to one degree of freedom.
package Engine "Cranking a four-stroke engine"
  import SI = Modelica.Units.SI;
  import pi = Modelica.Constants.pi;

  constant SI.Length bore = 0.074, stroke = 0.058, rod = 0.105;
  constant SI.Area area = pi/4*bore^2;
  constant SI.Length throw = stroke/2;
  constant Real compression = 11.8 "Largest over smallest volume";
  constant SI.Volume smallest = area*stroke/(compression - 1), largest = smallest + area*stroke;
  constant SI.Pressure ambient = 101325;

  model Cylinder "Rod and piston, driven by the gas above it"
    import Modelica.Mechanics.MultiBody.{Parts, Joints};

    parameter Integer fires "Half turn of the crank in which it expands first";
    parameter Real side = 1 "1: crank pin on top at the start, -1: below";
    input SI.Angle phi "Of the crank";

    Modelica.Mechanics.MultiBody.Interfaces.Frame_a crank "At the crank pin";
    Modelica.Mechanics.MultiBody.Interfaces.Frame_a seat "On the crank axis, below the cylinder";
    Joints.Revolute bigEnd(n = {1, 0, 0}, phi(start = 0));
    Parts.BodyShape rodBody(
      r = {0, 0, rod}, r_CM = {0, 0, rod/3}, m = 0.35, I_11 = 6.5e-4, I_22 = 6e-4, I_33 = 1e-4);
    Joints.Cylindrical smallEnd(n = {1, 0, 0});
    Parts.Body piston(r_CM = {0, 0, 0}, m = 0.25, I_11 = 2e-4, I_22 = 2e-4, I_33 = 2.2e-4);
    Joints.Cylindrical liner(n = {0, 0, 1}, s(start = rod + side*throw));
    Gelenk.Forces.WorldForce gas(force = {0, 0, -(p - ambient)*area});

    Integer part = integer(mod(floor(phi/pi) - fires, 4)) "0: expansion, 1: exhaust, 2: intake, 3: compression";
    SI.Volume volume = smallest + area*(throw + rod - liner.s);
    SI.Pressure p = if part == 0 then 50*ambient*(smallest/volume)^1.4
      elseif part == 3 then ambient*(largest/volume)^1.4 else ambient;
  equation
    connect(crank, bigEnd.frame_a);
    connect(bigEnd.frame_b, rodBody.frame_a);
    connect(rodBody.frame_b, smallEnd.frame_a);
    connect(smallEnd.frame_b, piston.frame_a);
    connect(seat, liner.frame_a);
    connect(liner.frame_b, piston.frame_a);
    connect(gas.frame_b, piston.frame_a);
  end Cylinder;

  model Cranking "Starter until it runs by itself"
    import Modelica.Mechanics.MultiBody.{Parts, Joints};

    parameter SI.Position x[4] = {-0.1275, -0.0425, 0.0425, 0.1275} "Of the cylinders along the crank";
    parameter Real side[4] = {1, -1, -1, 1};
    parameter Integer fires[4] = {0, 1, 3, 2};

    inner Modelica.Mechanics.MultiBody.World world(gravityType = Modelica.Mechanics.MultiBody.Types.GravityTypes.NoGravity);
    Joints.Revolute crank(n = {1, 0, 0}, phi(start = 0, fixed = true), w(start = 0, fixed = true));
    Parts.Body shaft(r_CM = {0, 0, 0}, m = 10, I_11 = 0.2, I_22 = 0.3, I_33 = 0.3);
    Parts.FixedTranslation pin[4](r = {{x[i], 0, side[i]*throw} for i in 1:4});
    Parts.FixedTranslation seat[4](r = {{x[i], 0, 0} for i in 1:4});
    Cylinder cylinder[4](fires = fires, side = side, each phi = crank.phi);
    Gelenk.Forces.WorldTorque torque(torque = {starter - friction, 0, 0});

    Boolean fast(start = false) "The crank has reached 41.89 rad/s";
    Boolean off(start = false) "Five turns are done";
    SI.Torque starter = if off then 0 elseif fast then 11 else 22;
    Real rpm = crank.w*30/pi/1000 "Thousands of turns a minute";
    SI.Torque friction = 4*area*stroke/(4*pi)*1e5*(0.97 + 0.15*rpm + 0.05*rpm^2);
  equation
    when crank.w > 41.89 then
      fast = true;
    end when;
    when crank.phi > 10*pi then
      off = true;
    end when;
    connect(world.frame_b, crank.frame_a);
    connect(crank.frame_b, shaft.frame_a);
    connect(torque.frame_b, shaft.frame_a);
    for i in 1:4 loop
      connect(shaft.frame_a, pin[i].frame_a);
      connect(world.frame_b, seat[i].frame_a);
      connect(pin[i].frame_b, cylinder[i].crank);
      connect(seat[i].frame_b, cylinder[i].seat);
    end for;
    annotation(experiment(StopTime = 2, Interval = 0.1));
  end Cranking;
end Engine;
