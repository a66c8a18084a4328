within Modelica.Mechanics.MultiBody;
package Interfaces "Partial classes and connectors for models and functions of one's own"
  partial function partialGravityAcceleration "Gravity field: acceleration by position"
    input SI.Position r[3] "Position, in the world";
    output SI.Acceleration gravity[3] "Acceleration of what falls there, in the world";
  end partialGravityAcceleration;
  partial function partialColorMap "Table of colours"
    input Integer n_colors = 64 "Number of colours";
    output Real colorMap[n_colors, 3] "Red, green, blue: 0 to 255";
  end partialColorMap;
  partial function partialSurfaceCharacteristic "Surface: points by two numbers"
    input Integer nu "Points in one direction";
    input Integer nv "Points in the other direction";
    input Boolean multiColoredSurface = false "true: each point has a colour";
    output SI.Position X[nu, nv] "x of the points";
    output SI.Position Y[nu, nv] "y of the points";
    output SI.Position Z[nu, nv] "z of the points";
    output Real C[if multiColoredSurface then nu else 0, if multiColoredSurface then nv else 0, 3]
      "Colours of the points";
  end partialSurfaceCharacteristic;
  partial model PartialVisualizer "What is drawn at a frame"
    extends PartialOneFrame_a;
  end PartialVisualizer;
  partial model PartialElementaryJoint "Two frames"
    extends PartialTwoFrames;
  end PartialElementaryJoint;
  partial model PartialTwoFramesDoubleSize "Two frames"
    extends PartialTwoFrames;
  end PartialTwoFramesDoubleSize;
  partial model LineForceBase "The line between two frames; what acts along it is not said yet"
    extends PartialTwoFrames;
    parameter SI.Distance s_small = 1e-10 "Least distance: a shorter one is an error";
    parameter Boolean fixedRotationAtFrame_a = false "Orientation of frame_a, where it is free; must be false here";
    parameter Boolean fixedRotationAtFrame_b = false "Orientation of frame_b, where it is free; must be false here";
    SI.Distance length "Distance of the frames";
    SI.Position s "The same, at least s_small";
    SI.Position r_rel_0[3] "From frame_a to frame_b, in the world";
    Real e_rel_0[3](each final unit = "1") "Direction from frame_a to frame_b, in the world";
  equation
    assert(not fixedRotationAtFrame_a and not fixedRotationAtFrame_b,
      "lines cannot be joined directly: put a body between them");
    assert(noEvent(length > s_small), "the ends of a line between two frames have met");
    r_rel_0 = frame_b.r_0 - frame_a.r_0;
    length = sqrt(r_rel_0*r_rel_0);
    s = noEvent(max(length, s_small));
    e_rel_0 = r_rel_0/s;
    frame_a.t = zeros(3);
    frame_b.t = zeros(3);
  end LineForceBase;
  model ZeroPosition "Axes of the world for a frame_resolve"
    Frame_resolve frame_resolve "At the origin of the world, and parallel to it";
  protected
    Parts.Fixed fixed(animation = false) "Holds the frame";
  equation
    connect(fixed.frame_b, frame_resolve);
  end ZeroPosition;
  connector FlangeWithBearing "Shaft, and the frame of its bearing"
    parameter Boolean includeBearingConnector = false "true: there is a frame; it cannot be connected yet";
    Modelica.Mechanics.Rotational.Interfaces.Flange_a flange "Shaft";
    Frame_a bearingFrame if includeBearingConnector "Where the bearing stands";
  end FlangeWithBearing;
  model FlangeWithBearingAdaptor "Shaft and bearing of a FlangeWithBearing apart"
    parameter Boolean includeBearingConnector = false "true: there is a frame; it cannot be connected yet";
    FlangeWithBearing flangeAndFrame(includeBearingConnector = includeBearingConnector) "Both";
    Modelica.Mechanics.Rotational.Interfaces.Flange_b flange "Shaft";
    Frame_a frame if includeBearingConnector "Where the bearing stands";
  equation
    connect(flange, flangeAndFrame.flange);
    connect(frame, flangeAndFrame.bearingFrame);
  end FlangeWithBearingAdaptor;
end Interfaces;
