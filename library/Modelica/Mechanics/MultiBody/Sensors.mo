within Modelica.Mechanics.MultiBody;
package Sensors "Vectors in other axes"
  model TransformAbsoluteVector "Components of a vector in other axes: of the world, of frame_a or of frame_resolve"
    extends Interfaces.PartialOneFrame_a;
    Interfaces.Frame_resolve frame_resolve if frame_r_in == Types.ResolveInFrameA.frame_resolve or
      frame_r_out == Types.ResolveInFrameA.frame_resolve "Its axes count where a parameter says so";
    Modelica.Blocks.Interfaces.RealInput r_in[3] "Components in axes by frame_r_in";
    Modelica.Blocks.Interfaces.RealOutput r_out[3] "Components in axes by frame_r_out";
    parameter Types.ResolveInFrameA frame_r_in = Types.ResolveInFrameA.frame_a "Axes of r_in";
    parameter Types.ResolveInFrameA frame_r_out = frame_r_in "Axes of r_out";
  protected
    Real r_0[3] "Components in the world";
  equation
    if frame_r_in == Types.ResolveInFrameA.world then
      r_0 = r_in;
    elseif frame_r_in == Types.ResolveInFrameA.frame_a then
      r_0 = Frames.resolve1(frame_a.R, r_in);
    else
      r_0 = Frames.resolve1(frame_resolve.R, r_in);
    end if;
    if frame_r_out == Types.ResolveInFrameA.world then
      r_out = r_0;
    elseif frame_r_out == Types.ResolveInFrameA.frame_a then
      r_out = Frames.resolve2(frame_a.R, r_0);
    else
      r_out = Frames.resolve2(frame_resolve.R, r_0);
    end if;
    frame_a.f = zeros(3);
    frame_a.t = zeros(3);
    if frame_r_in == Types.ResolveInFrameA.frame_resolve or frame_r_out == Types.ResolveInFrameA.frame_resolve then
      frame_resolve.f = zeros(3);
      frame_resolve.t = zeros(3);
    end if;
  end TransformAbsoluteVector;

  model TransformRelativeVector "Components of a vector in other axes: of the world or of one of three frames"
    extends Interfaces.PartialTwoFrames;
    Interfaces.Frame_resolve frame_resolve if frame_r_in == Types.ResolveInFrameAB.frame_resolve or
      frame_r_out == Types.ResolveInFrameAB.frame_resolve "Its axes count where a parameter says so";
    Modelica.Blocks.Interfaces.RealInput r_in[3] "Components in axes by frame_r_in";
    Modelica.Blocks.Interfaces.RealOutput r_out[3] "Components in axes by frame_r_out";
    parameter Types.ResolveInFrameAB frame_r_in = Types.ResolveInFrameAB.frame_a "Axes of r_in";
    parameter Types.ResolveInFrameAB frame_r_out = frame_r_in "Axes of r_out";
  protected
    Real r_0[3] "Components in the world";
  equation
    if frame_r_in == Types.ResolveInFrameAB.world then
      r_0 = r_in;
    elseif frame_r_in == Types.ResolveInFrameAB.frame_a then
      r_0 = Frames.resolve1(frame_a.R, r_in);
    elseif frame_r_in == Types.ResolveInFrameAB.frame_b then
      r_0 = Frames.resolve1(frame_b.R, r_in);
    else
      r_0 = Frames.resolve1(frame_resolve.R, r_in);
    end if;
    if frame_r_out == Types.ResolveInFrameAB.world then
      r_out = r_0;
    elseif frame_r_out == Types.ResolveInFrameAB.frame_a then
      r_out = Frames.resolve2(frame_a.R, r_0);
    elseif frame_r_out == Types.ResolveInFrameAB.frame_b then
      r_out = Frames.resolve2(frame_b.R, r_0);
    else
      r_out = Frames.resolve2(frame_resolve.R, r_0);
    end if;
    frame_a.f = zeros(3);
    frame_a.t = zeros(3);
    frame_b.f = zeros(3);
    frame_b.t = zeros(3);
    if frame_r_in == Types.ResolveInFrameAB.frame_resolve or frame_r_out == Types.ResolveInFrameAB.frame_resolve then
      frame_resolve.f = zeros(3);
      frame_resolve.t = zeros(3);
    end if;
  end TransformRelativeVector;
end Sensors;
