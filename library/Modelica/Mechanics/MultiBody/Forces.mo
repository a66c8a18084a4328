within Modelica.Mechanics.MultiBody;
package Forces "Forces and torques by signals"
  package Internal "What the world stands on"
    function standardGravityAcceleration "The three kinds of fields of the world"
      extends Interfaces.partialGravityAcceleration;
      input Types.GravityTypes gravityType "Kind of gravity field";
      input SI.Acceleration g[3] "Uniform field, in the world";
      input Real mu(unit = "m3/s2") "Field constant of the point field about the origin";
    algorithm
      if gravityType == Types.GravityTypes.UniformGravity then
        gravity := g;
      elseif gravityType == Types.GravityTypes.PointGravity then
        gravity := -mu/(r*r)^1.5*r;
      else
        gravity := zeros(3);
      end if;
    end standardGravityAcceleration;
  end Internal;

  model WorldForce "A force on frame_b by three signals; nothing takes the reaction"
    extends Interfaces.PartialOneFrame_b;
    Interfaces.Frame_resolve frame_resolve if resolveInFrame == Types.ResolveInFrameB.frame_resolve
      "Its axes are those of the signals, where resolveInFrame says so";
    Modelica.Blocks.Interfaces.RealInput force[3](each final quantity = "Force", each final unit = "N")
      "Force on the body, in axes by resolveInFrame";
    parameter Types.ResolveInFrameB resolveInFrame = Types.ResolveInFrameB.world "Axes of the signals";
    parameter Boolean animation = true "Drawing";
    input Types.Color color = Types.Defaults.ForceColor "Drawing";
    input Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  equation
    if resolveInFrame == Types.ResolveInFrameB.frame_b then
      frame_b.f = -force;
    elseif resolveInFrame == Types.ResolveInFrameB.world then
      frame_b.f = -Frames.resolve2(frame_b.R, force);
    else
      frame_b.f = -Frames.resolveRelative(force, frame_resolve.R, frame_b.R);
      frame_resolve.f = zeros(3);
      frame_resolve.t = zeros(3);
    end if;
    frame_b.t = zeros(3);
  end WorldForce;

  model WorldTorque "A torque on frame_b by three signals; nothing takes the reaction"
    extends Interfaces.PartialOneFrame_b;
    Interfaces.Frame_resolve frame_resolve if resolveInFrame == Types.ResolveInFrameB.frame_resolve
      "Its axes are those of the signals, where resolveInFrame says so";
    Modelica.Blocks.Interfaces.RealInput torque[3](each final quantity = "Torque", each final unit = "N.m")
      "Torque on the body, in axes by resolveInFrame";
    parameter Types.ResolveInFrameB resolveInFrame = Types.ResolveInFrameB.world "Axes of the signals";
    parameter Boolean animation = true "Drawing";
    input Types.Color color = Types.Defaults.TorqueColor "Drawing";
    input Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  equation
    if resolveInFrame == Types.ResolveInFrameB.frame_b then
      frame_b.t = -torque;
    elseif resolveInFrame == Types.ResolveInFrameB.world then
      frame_b.t = -Frames.resolve2(frame_b.R, torque);
    else
      frame_b.t = -Frames.resolveRelative(torque, frame_resolve.R, frame_b.R);
      frame_resolve.f = zeros(3);
      frame_resolve.t = zeros(3);
    end if;
    frame_b.f = zeros(3);
  end WorldTorque;

  model WorldForceAndTorque "A force and a torque on frame_b by signals; nothing takes the reaction"
    extends Interfaces.PartialOneFrame_b;
    Interfaces.Frame_resolve frame_resolve if resolveInFrame == Types.ResolveInFrameB.frame_resolve
      "Its axes are those of the signals, where resolveInFrame says so";
    Modelica.Blocks.Interfaces.RealInput force[3](each final quantity = "Force", each final unit = "N")
      "Force on the body, in axes by resolveInFrame";
    Modelica.Blocks.Interfaces.RealInput torque[3](each final quantity = "Torque", each final unit = "N.m")
      "Torque on the body, in the same axes";
    parameter Types.ResolveInFrameB resolveInFrame = Types.ResolveInFrameB.world "Axes of the signals";
    parameter Boolean animation = true "Drawing";
    input Types.Color forceColor = Types.Defaults.ForceColor "Drawing";
    input Types.Color torqueColor = Types.Defaults.TorqueColor "Drawing";
    input Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  equation
    if resolveInFrame == Types.ResolveInFrameB.frame_b then
      frame_b.f = -force;
      frame_b.t = -torque;
    elseif resolveInFrame == Types.ResolveInFrameB.world then
      frame_b.f = -Frames.resolve2(frame_b.R, force);
      frame_b.t = -Frames.resolve2(frame_b.R, torque);
    else
      frame_b.f = -Frames.resolveRelative(force, frame_resolve.R, frame_b.R);
      frame_b.t = -Frames.resolveRelative(torque, frame_resolve.R, frame_b.R);
      frame_resolve.f = zeros(3);
      frame_resolve.t = zeros(3);
    end if;
  end WorldForceAndTorque;

  model Force "A force on frame_b by three signals, with its reaction on frame_a"
    extends Interfaces.PartialForce;
    Interfaces.Frame_resolve frame_resolve if resolveInFrame == Types.ResolveInFrameAB.frame_resolve
      "Its axes are those of the signals, where resolveInFrame says so";
    Modelica.Blocks.Interfaces.RealInput force[3](each final quantity = "Force", each final unit = "N")
      "Force on what frame_b is on, in axes by resolveInFrame";
    parameter Types.ResolveInFrameAB resolveInFrame = Types.ResolveInFrameAB.frame_b "Axes of the signals";
    parameter Boolean animation = true "Drawing";
    input SI.Diameter connectionLineDiameter = world.defaultArrowDiameter "Drawing";
    input Types.Color forceColor = Types.Defaults.ForceColor "Drawing";
    input Types.Color connectionLineColor = Types.Defaults.SensorColor "Drawing";
    input Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  equation
    if resolveInFrame == Types.ResolveInFrameAB.frame_b then
      frame_b.f = -force;
    elseif resolveInFrame == Types.ResolveInFrameAB.frame_a then
      frame_b.f = -Frames.resolveRelative(force, frame_a.R, frame_b.R);
    elseif resolveInFrame == Types.ResolveInFrameAB.world then
      frame_b.f = -Frames.resolve2(frame_b.R, force);
    else
      frame_b.f = -Frames.resolveRelative(force, frame_resolve.R, frame_b.R);
      frame_resolve.f = zeros(3);
      frame_resolve.t = zeros(3);
    end if;
    frame_b.t = zeros(3);
  end Force;

  model Torque "A torque on frame_b by three signals, with its reaction on frame_a"
    extends Interfaces.PartialTwoFrames;
    Interfaces.Frame_resolve frame_resolve if resolveInFrame == Types.ResolveInFrameAB.frame_resolve
      "Its axes are those of the signals, where resolveInFrame says so";
    Modelica.Blocks.Interfaces.RealInput torque[3](each final quantity = "Torque", each final unit = "N.m")
      "Torque on what frame_b is on, in axes by resolveInFrame";
    parameter Types.ResolveInFrameAB resolveInFrame = Types.ResolveInFrameAB.frame_b "Axes of the signals";
    parameter Boolean animation = true "Drawing";
    input SI.Diameter connectionLineDiameter = world.defaultArrowDiameter "Drawing";
    input Types.Color torqueColor = Types.Defaults.TorqueColor "Drawing";
    input Types.Color connectionLineColor = Types.Defaults.SensorColor "Drawing";
    input Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  equation
    if resolveInFrame == Types.ResolveInFrameAB.frame_b then
      frame_b.t = -torque;
    elseif resolveInFrame == Types.ResolveInFrameAB.frame_a then
      frame_b.t = -Frames.resolveRelative(torque, frame_a.R, frame_b.R);
    elseif resolveInFrame == Types.ResolveInFrameAB.world then
      frame_b.t = -Frames.resolve2(frame_b.R, torque);
    else
      frame_b.t = -Frames.resolveRelative(torque, frame_resolve.R, frame_b.R);
      frame_resolve.f = zeros(3);
      frame_resolve.t = zeros(3);
    end if;
    frame_a.t = -Frames.resolveRelative(frame_b.t, frame_b.R, frame_a.R);
    frame_a.f = zeros(3);
    frame_b.f = zeros(3);
  end Torque;

  model ForceAndTorque "A force and a torque on frame_b by signals, with their reaction on frame_a"
    extends Interfaces.PartialForce;
    Interfaces.Frame_resolve frame_resolve if resolveInFrame == Types.ResolveInFrameAB.frame_resolve
      "Its axes are those of the signals, where resolveInFrame says so";
    Modelica.Blocks.Interfaces.RealInput force[3](each final quantity = "Force", each final unit = "N")
      "Force on what frame_b is on, in axes by resolveInFrame";
    Modelica.Blocks.Interfaces.RealInput torque[3](each final quantity = "Torque", each final unit = "N.m")
      "Torque on what frame_b is on, in the same axes";
    parameter Types.ResolveInFrameAB resolveInFrame = Types.ResolveInFrameAB.frame_b "Axes of the signals";
    parameter Boolean animation = true "Drawing";
    input SI.Diameter connectionLineDiameter = world.defaultArrowDiameter "Drawing";
    input Types.Color forceColor = Types.Defaults.ForceColor "Drawing";
    input Types.Color torqueColor = Types.Defaults.TorqueColor "Drawing";
    input Types.Color connectionLineColor = Types.Defaults.SensorColor "Drawing";
    input Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  equation
    if resolveInFrame == Types.ResolveInFrameAB.frame_b then
      frame_b.f = -force;
      frame_b.t = -torque;
    elseif resolveInFrame == Types.ResolveInFrameAB.frame_a then
      frame_b.f = -Frames.resolveRelative(force, frame_a.R, frame_b.R);
      frame_b.t = -Frames.resolveRelative(torque, frame_a.R, frame_b.R);
    elseif resolveInFrame == Types.ResolveInFrameAB.world then
      frame_b.f = -Frames.resolve2(frame_b.R, force);
      frame_b.t = -Frames.resolve2(frame_b.R, torque);
    else
      frame_b.f = -Frames.resolveRelative(force, frame_resolve.R, frame_b.R);
      frame_b.t = -Frames.resolveRelative(torque, frame_resolve.R, frame_b.R);
      frame_resolve.f = zeros(3);
      frame_resolve.t = zeros(3);
    end if;
  end ForceAndTorque;
end Forces;
