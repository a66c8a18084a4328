// Two rods, one hanging from the other, each a component with ports.
//
// Shows  a model made of models; connectors of one's own.
// Run    ./gelenk run examples/DoublePendulum.mo --signals '*' --output doublependulum.csv
// Look   upper.hinge.phi, lower.hinge.phi, gelenk.energy.total
model DoublePendulum "Two rods, one hanging from the other"
  import Modelica.Mechanics.MultiBody.{Joints, Parts};

  model Link "A rod with a hinge at its upper end"
    Modelica.Mechanics.MultiBody.Interfaces.Frame_a top "What the link hangs from";
    Modelica.Mechanics.MultiBody.Interfaces.Frame_b tip "What hangs from the link";
    parameter Modelica.Units.SI.Length length = 0.5;
    parameter Modelica.Units.SI.Angle phi_start = 0 "Angle of the hinge at the start";
    Joints.Revolute hinge(phi(start = phi_start, fixed = true), w(fixed = true));
    Parts.BodyBox rod(r = {length, 0, 0}, width = 0.06);
  equation
    connect(top, hinge.frame_a);
    connect(hinge.frame_b, rod.frame_a);
    connect(rod.frame_b, tip);
  end Link;

  inner Modelica.Mechanics.MultiBody.World world;
  Link upper, lower(length = 0.4, phi_start = Modelica.Constants.pi/4);
equation
  connect(world.frame_b, upper.top);
  connect(upper.tip, lower.top);
  annotation(experiment(StopTime = 3));
end DoublePendulum;
