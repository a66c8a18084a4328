// Two rods with a damper on the axis of each hinge.
//
// Shows  1-D elements behind the axes of joints (useAxisFlange).
// Run    ./gelenk run examples/DampedDoublePendulum.mo --signals '*' --output dampeddoublependulum.csv
// Look   gelenk.energy.total
model DampedDoublePendulum "Two rods with friction in their hinges: a damper on each joint's axis"
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  import Modelica.Mechanics.Rotational.Components.Damper;

  model Link "A rod with a damped hinge at its upper end"
    Modelica.Mechanics.MultiBody.Interfaces.Frame_a top "What the link hangs from";
    Modelica.Mechanics.MultiBody.Interfaces.Frame_b tip "What hangs from the link";
    parameter Modelica.Units.SI.Length length;
    parameter Modelica.Units.SI.Mass mass;
    parameter Modelica.Units.SI.Angle phi_start = 0 "Angle of the hinge at the start";
    parameter Modelica.Units.SI.RotationalDampingConstant d "Friction of the hinge";
    Joints.Revolute hinge(useAxisFlange = true, phi(start = phi_start, fixed = true), w(fixed = true));
    Damper damper(d = d);
    Parts.Body rod(m = mass, r_CM = {length/2, 0, 0}, I_22 = mass*length^2/12, I_33 = mass*length^2/12);
    Parts.FixedTranslation along(r = {length, 0, 0});
  equation
    connect(top, hinge.frame_a);
    connect(hinge.frame_b, rod.frame_a);
    connect(rod.frame_a, along.frame_a);
    connect(along.frame_b, tip);
    connect(hinge.support, damper.flange_a);
    connect(damper.flange_b, hinge.axis);
  end Link;

  inner Modelica.Mechanics.MultiBody.World world(g = 9.81);
  Link upper(length = 0.5, mass = 2, d = 0.1);
  Link lower(length = 0.4, mass = 1.5, d = 0.05, phi_start = Modelica.Constants.pi/4);
equation
  connect(world.frame_b, upper.top);
  connect(upper.tip, lower.top);
  annotation(experiment(StopTime = 3, Interval = 0.1));
end DampedDoublePendulum;
