// A three-cylinder steam machine: the CAD assembly of section 6 of "CAD", with its 13 bodies, 19 joints and three levels.
// The text gives no dimensions; those here are ours.
//
// Shows  a CAD assembly with mates, whose parts are held more often than they need: 86 joint equations, of which 9 are redundant;
//        models inside models (a Slide in a Cylinder in a SteamMachine); steam by a law of the crank's angle, with admission and
//        expansion; stiff connections between black boxes.
// Run    ./gelenk run examples/cad/SteamMachine.mo --output steam.csv
// Look   cylinder[1].slide.pistonBody.v_0[3], bearing.w, cylinder[1].steam.force[3], gelenk.drift.position
//
// SteamMachine.expected.csv beside this file has the motion from a reduction to the angle of the shaft. The shaft lies along x, the
// pistons move along z. Lengths in m, masses in kg.
model SteamMachine "Shaft with three cranks, driven by three double-acting cylinders"
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces};
  import SI = Modelica.Units.SI;
  import Modelica.Constants.pi;

  model Slide "Piston with its rod, and the crosshead below it"
    Interfaces.Frame_a piston "Centre of mass of the piston";
    Interfaces.Frame_b crosshead "Centre of mass of the crosshead";
    parameter SI.Length length = 0.4 "Of the piston's rod";
    Parts.Body pistonBody(m = 5, r_CM = {0, 0, 0}, I_11 = 0.08, I_22 = 0.08, I_33 = 0.01);
    Parts.Body crossheadBody(m = 4, r_CM = {0, 0, 0}, I_11 = 0.01, I_22 = 0.015, I_33 = 0.01);
    Parts.FixedTranslation rod(r = {0, 0, -length});
    Joints.Revolute cotter(n = {1, 0, 0}) "Fastens the rod; the guides keep it from turning";
  equation
    connect(pistonBody.frame_a, piston);
    connect(crossheadBody.frame_a, crosshead);
    connect(pistonBody.frame_a, rod.frame_a);
    connect(rod.frame_b, cotter.frame_a);
    connect(cotter.frame_b, crossheadBody.frame_a);
  end Slide;

  model Cylinder "Housing with guides, slide and connecting rod"
    Interfaces.Frame_a housing "Foot of the housing, below it the axis of the shaft";
    Interfaces.Frame_b bigEnd "Of the connecting rod, for the crank's pin";
    parameter SI.Angle angle "From the top dead centre to the crank, at phi = 0";
    parameter SI.Length throw = 0.1, rod = 0.4;
    parameter SI.Area area = 0.01 "Of the piston";
    parameter SI.Pressure pressure = 4e4 "Of the steam, above that of the exhaust";
    parameter Real cutOff = 0.6 "Part of the stroke after which no more steam is let in";
    input SI.Angle phi "Of the shaft";

    final parameter SI.Angle slant = asin(-throw*sin(angle)/rod) "Of the rod at phi = 0, about x";
    final parameter SI.Position top = throw + rod + slide.length "Of the piston, above the axis";
    Parts.Body housingBody(m = 40, r_CM = {0, 0, 0.5}, I_11 = 3, I_22 = 3, I_33 = 1);
    Slide slide;
    Parts.Body rodBody(m = 6, r_CM = {0, 0, 0.15}, I_11 = 0.09, I_22 = 0.09, I_33 = 0.004);
    Parts.FixedTranslation rodEnd(r = {0, 0, rod});
    Gelenk.Joints.AxisToAxis liner(n_a = {0, 0, 1}, s(start = throw*cos(angle) + rod*cos(slant) + slide.length)) "Piston in the housing";
    Gelenk.Joints.PlaneToPlane guide(n_a = {0, 1, 0}) "Crosshead between its bars";
    Joints.Revolute smallEnd(n = {1, 0, 0}, phi(start = slant)) "Rod on the crosshead";
    // The valve gear follows the shaft: steam is let in above the piston as it goes down, below it as it comes up.
    Boolean down = sin(phi + angle) > 0;
    Real stroke = (top - liner.s)/(2*throw) "Part of the way down";
    Real done = if down then stroke else 1 - stroke "Part of the present stroke";
    Gelenk.Forces.Force steam(
      force = {0, 0, (if down then -1 else 1)*area*pressure*(if done < cutOff then 1 else cutOff/done)}) "On the piston, against the housing";
  equation
    connect(housingBody.frame_a, housing);
    connect(rodBody.frame_a, bigEnd);
    connect(housingBody.frame_a, liner.frame_a);
    connect(liner.frame_b, slide.piston);
    connect(housingBody.frame_a, guide.frame_a);
    connect(guide.frame_b, slide.crosshead);
    connect(rodBody.frame_a, rodEnd.frame_a);
    connect(slide.crosshead, smallEnd.frame_a);
    connect(smallEnd.frame_b, rodEnd.frame_b);
    connect(housingBody.frame_a, steam.frame_a);
    connect(steam.frame_b, slide.piston);
  end Cylinder;

  parameter SI.Position x[3] = {-0.4, 0, 0.4} "Of the cylinders along the shaft";
  parameter SI.Angle angle[3] = {0.3 + (i - 1)*2*pi/3 for i in 1:3} "Of the cranks";
  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, 0, -1});
  Joints.Revolute bearing(n = {1, 0, 0}, phi(fixed = true), w(start = 1.96, fixed = true));
  Parts.Body shaft(m = 60, r_CM = {0, 0, 0}, I_11 = 4, I_22 = 5, I_33 = 5);
  Parts.FixedTranslation pin[3](r = {{x[i], -0.1*sin(angle[i]), 0.1*cos(angle[i])} for i in 1:3});
  Parts.FixedTranslation foot[3](r = {{x[i], 0, 0} for i in 1:3});
  Cylinder cylinder[3](angle = angle, each phi = bearing.phi);
  Gelenk.Joints.AxisToAxis crankPin[3](each n_a = {1, 0, 0}) "Rod on the crank";
  Gelenk.Forces.WorldTorque load(torque = {-20*bearing.w, 0, 0}) "What the machine drives";
equation
  connect(world.frame_b, bearing.frame_a);
  connect(bearing.frame_b, shaft.frame_a);
  connect(load.frame_b, shaft.frame_a);
  for i in 1:3 loop
    connect(shaft.frame_a, pin[i].frame_a);
    connect(pin[i].frame_b, crankPin[i].frame_a);
    connect(crankPin[i].frame_b, cylinder[i].bigEnd);
    connect(world.frame_b, foot[i].frame_a);
    connect(foot[i].frame_b, cylinder[i].housing);
  end for;
  annotation(experiment(StopTime = 1, Interval = 0.01));
end SteamMachine;
