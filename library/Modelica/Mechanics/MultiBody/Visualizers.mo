within Modelica.Mechanics.MultiBody;
package Visualizers "What is only drawn"
  // Shapes are those of a rigid element without mass. They are drawn with the sizes, directions and colours that they
  // have, which may not change during the run: where animation is false, they may.
  model FixedShape "A shape on a frame; with animation what it is made of must not change"
    extends Interfaces.PartialVisualizer;
    parameter Boolean animation = true "true: it is drawn";
    parameter Types.ShapeType shapeType = "box" "Kind of shape";
    input SI.Position r_shape[3] = {0, 0, 0} "Where the shape begins, in frame_a";
    input Types.Axis lengthDirection = {1, 0, 0} "Direction of the length, in frame_a";
    input Types.Axis widthDirection = {0, 1, 0} "Direction of the width, in frame_a";
    input SI.Distance length(start = 1) "Length";
    input SI.Distance width(start = 0.1) "Width";
    input SI.Distance height(start = 0.1) "Height";
    input Types.Color color = {0, 128, 255} "Colour";
    input Types.ShapeExtra extra = 0.0 "Extra value of some shapes";
    input Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Shine";
  protected
    Parts.FixedTranslation shape(r = zeros(3), shapeType = shapeType, r_shape = r_shape,
      lengthDirection = lengthDirection, widthDirection = widthDirection, length = length, width = width,
      height = height, color = color, extra = extra) if world.enableAnimation and animation "What is drawn";
  equation
    connect(frame_a, shape.frame_a);
  end FixedShape;

  model FixedShape2 "A shape between two frames, which it holds at a distance; what it is made of must not change"
    extends Interfaces.PartialTwoFrames;
    parameter Boolean animation = true "true: it is drawn";
    parameter Types.ShapeType shapeType = "box" "Kind of shape";
    input SI.Position r[3] = {1, 0, 0} "From frame_a to frame_b, in frame_a";
    input SI.Position r_shape[3] = {0, 0, 0} "Where the shape begins, in frame_a";
    input Types.Axis lengthDirection = Modelica.Units.Conversions.to_unit1(r - r_shape)
      "Direction of the length, in frame_a";
    input Types.Axis widthDirection = {0, 1, 0} "Direction of the width, in frame_a";
    input SI.Length length = Modelica.Math.Vectors.length(r - r_shape) "Length";
    input SI.Distance width = 0.1 "Width";
    input SI.Distance height = width "Height";
    input Types.ShapeExtra extra = 0.0 "Extra value of some shapes";
    input Types.Color color = {0, 128, 255} "Colour";
    input Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Shine";
  protected
    Parts.FixedTranslation shape(r = r, animation = animation, shapeType = shapeType, r_shape = r_shape,
      lengthDirection = lengthDirection, widthDirection = widthDirection, length = length, width = width,
      height = height, color = color, extra = extra) "What is drawn, and holds the frames";
  equation
    connect(frame_a, shape.frame_a);
    connect(shape.frame_b, frame_b);
  end FixedShape2;

  model FixedFrame "Three arrows along the axes of a frame; with animation they must not change"
    extends Interfaces.PartialVisualizer;
    parameter Boolean animation = true "true: it is drawn";
    parameter Boolean showLabels = true "Letters at the arrows; they are not drawn";
    input SI.Distance length = 0.5 "Length of an arrow";
    input SI.Distance diameter = length/world.defaultFrameDiameterFraction "Diameter of an arrow";
    input Types.Color color_x = Types.Defaults.FrameColor "Colour of the first arrow";
    input Types.Color color_y = color_x "Colour of the second arrow";
    input Types.Color color_z = color_x "Colour of the third arrow";
    input Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Shine";
  protected
    FixedShape x(shapeType = "arrow", length = length, width = diameter, height = diameter, color = color_x,
      animation = animation) "First arrow";
    FixedShape y(shapeType = "arrow", lengthDirection = {0, 1, 0}, widthDirection = {0, 0, 1}, length = length,
      width = diameter, height = diameter, color = color_y, animation = animation) "Second arrow";
    FixedShape z(shapeType = "arrow", lengthDirection = {0, 0, 1}, widthDirection = {1, 0, 0}, length = length,
      width = diameter, height = diameter, color = color_z, animation = animation) "Third arrow";
  equation
    connect(frame_a, x.frame_a);
    connect(frame_a, y.frame_a);
    connect(frame_a, z.frame_a);
  end FixedFrame;

  model FixedArrow "An arrow on a frame; with animation it must not change"
    extends Interfaces.PartialVisualizer;
    parameter Boolean animation = true "true: it is drawn";
    input SI.Position r_tail[3] = {0, 0, 0} "Where the arrow begins, in frame_a";
    input Types.Axis n = {1, 0, 0} "Direction, in frame_a";
    input SI.Length length = 0.1 "Length, times that of n";
    input Types.Color color = {0, 0, 255} "Colour";
    input Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Shine";
    parameter Types.VectorQuantity quantity = Types.VectorQuantity.RelativePosition "What it stands for";
    input Boolean headAtOrigin = false "true: it ends at r_tail instead";
  protected
    // Forces and torques are as long as the world says.
    parameter Real scale = if quantity == Types.VectorQuantity.Force then 1/world.defaultN_to_m
      elseif quantity == Types.VectorQuantity.Torque then 1/world.defaultNm_to_m else 1;
    FixedShape arrow(shapeType = "arrow", r_shape = r_tail - (if headAtOrigin then scale*length*n else zeros(3)),
      lengthDirection = n, widthDirection = if abs(n[1]) > abs(n[2]) then {0, 1, 0} else {1, 0, 0},
      length = scale*length*Modelica.Math.Vectors.length(n), width = world.defaultArrowDiameter,
      height = world.defaultArrowDiameter, color = color) if animation "What is drawn";
  equation
    connect(frame_a, arrow.frame_a);
  end FixedArrow;

  model SignalArrow "An arrow by three signals; it is not drawn"
    extends Interfaces.PartialVisualizer;
    parameter Boolean animation = true "No effect here";
    input SI.Position r_tail[3] = {0, 0, 0} "Where the arrow begins, in frame_a";
    input Types.Color color = {0, 0, 255} "Colour";
    input Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Shine";
    parameter Types.VectorQuantity quantity = Types.VectorQuantity.RelativePosition "What it stands for";
    input Boolean headAtOrigin = false "true: it ends at r_tail instead";
    Modelica.Blocks.Interfaces.RealInput r_head[3] "From the tail to the head, in frame_a";
  equation
    frame_a.f = zeros(3);
    frame_a.t = zeros(3);
  end SignalArrow;

  model Torus "A ring about y of the frame; it is drawn with a rectangular section, and with animation must not change"
    extends Interfaces.PartialVisualizer;
    parameter Boolean animation = true "true: it is drawn";
    parameter SI.Radius R = 0.5 "From its centre to the centre of its section";
    parameter SI.Radius r = 0.1 "Radius of its section";
    parameter SI.Angle opening = 0 "Angle by which the section is open inside; no effect here";
    parameter SI.Angle startAngle = -3.1415926535898 "Where a part of a ring begins; no effect here";
    parameter SI.Angle stopAngle = 3.1415926535898 "Where a part of a ring ends; no effect here";
    parameter Boolean wireframe = false "Only lines; no effect here";
    input Types.RealColor color = {0, 128, 255} "Colour";
    input Types.SpecularCoefficient specularCoefficient = 0.7 "Shine";
    input Real transparency = 0 "0 to 1; no effect here";
    parameter Integer n_R = 40 "Points along the ring; no effect here";
    parameter Integer n_r = 20 "Points about the section; no effect here";
  protected
    FixedShape ring(shapeType = "pipe", r_shape = {0, -r, 0}, lengthDirection = {0, 1, 0}, widthDirection = {0, 0, 1},
      length = 2*r, width = 2*(R + r), height = 2*(R + r), extra = max(R - r, 0)/(R + r),
      color = {integer(color[i] + 0.5) for i in 1:3}) if animation "What is drawn";
  equation
    connect(frame_a, ring.frame_a);
  end Torus;

  model VoluminousWheel "A wheel about y of the frame; its tyre is drawn with a rectangular section"
    extends Interfaces.PartialVisualizer;
    parameter Boolean animation = true "true: it is drawn";
    parameter SI.Radius rTire = 0.25 "Radius of the tyre";
    parameter SI.Radius rRim = 0.14 "Radius of the rim";
    parameter SI.Radius width = 0.25 "Width of the tyre";
    parameter SI.Radius rCurvature = 0.30 "Radius of the tyre's section; no effect here";
    parameter Types.RealColor color = {64, 64, 64} "Colour of the tyre";
    parameter Types.SpecularCoefficient specularCoefficient = 0.5 "Shine";
    parameter Integer n_rTire = 40 "Points along the tyre; no effect here";
    parameter Integer n_rCurvature = 20 "Points about the section; no effect here";
  protected
    FixedShape tyre(shapeType = "pipe", r_shape = {0, -width/2, 0}, lengthDirection = {0, 1, 0},
      widthDirection = {0, 0, 1}, length = width, width = 2*rTire, height = 2*rTire,
      extra = min(max(rRim/rTire, 0), 1), color = {integer(color[i] + 0.5) for i in 1:3}) if animation "What is drawn";
  equation
    connect(frame_a, tyre.frame_a);
  end VoluminousWheel;

  model PipeWithScalarField "A pipe along x of the frame, whose colour tells a field along it; it has one colour here"
    extends Interfaces.PartialVisualizer;
    parameter Boolean animation = true "true: it is drawn";
    parameter SI.Radius rOuter "Outer radius";
    parameter SI.Length length "Length";
    parameter Real xsi[:](each min = 0, each max = 1) = linspace(0, 1, 12) "Where T is given, over the length";
    input Real T[size(xsi, 1)] "Values; no effect here";
    parameter Real T_min "Value of the first colour; no effect here";
    parameter Real T_max "Value of the last colour; no effect here";
    replaceable function colorMap = Colors.ColorMaps.jet constrainedby Interfaces.partialColorMap
      "Colours; no effect here";
    parameter Integer n_colors = 64 "Number of colours; no effect here";
    parameter Types.SpecularCoefficient specularCoefficient = 0.7 "Shine";
    parameter Real transparency = 0 "0 to 1; no effect here";
    parameter Integer n_rOuter = 30 "Points around; no effect here";
    parameter Integer n_length = 20 "Points along; no effect here";
  protected
    FixedShape pipe(shapeType = "cylinder", length = length, width = 2*rOuter, height = 2*rOuter) if animation
      "What is drawn";
  equation
    connect(frame_a, pipe.frame_a);
  end PipeWithScalarField;

  model Rectangle "A rectangle in the frame, about its origin; it is drawn as a thin plate"
    extends Interfaces.PartialVisualizer;
    parameter Boolean animation = true "true: it is drawn";
    parameter Types.Axis direction_u = {1, 0, 0} "Direction of one side, in frame_a";
    parameter Types.Axis direction_v = {0, 1, 0} "Direction of the other side, in frame_a";
    parameter SI.Distance length_u = 3 "Length of one side";
    parameter SI.Distance length_v = 1 "Length of the other side";
    parameter Integer nu(min = 2) = 3 "Points along one side; no effect here";
    parameter Integer nv(min = 2) = 2 "Points along the other side; no effect here";
    parameter Boolean wireframe = false "Only lines; no effect here";
    input Types.RealColor color = {0, 128, 255} "Colour";
    input Types.SpecularCoefficient specularCoefficient = 0.7 "Shine";
    input Real transparency = 0 "0 to 1; no effect here";
  protected
    FixedShape plate(shapeType = "box", r_shape = -length_u/2*Modelica.Math.Vectors.normalize(direction_u),
      lengthDirection = direction_u, widthDirection = direction_v, length = length_u, width = length_v,
      height = length_u/1000, color = {integer(color[i] + 0.5) for i in 1:3}) if animation "What is drawn";
  equation
    connect(frame_a, plate.frame_a);
  end Rectangle;

  package Colors "Colours for numbers"
    package ColorMaps "Tables of colours, from that of the smallest number to that of the largest"
      // Each colour between two that are given is on the line between them.
      function mix "Colours on lines between given ones"
        input Real given[:, 3] "Colours at equal distances, 0 to 1";
        input Integer n "Number of colours";
        output Real colors[n, 3] "0 to 255";
      protected
        Real at "Place among the given colours, from 0";
        Integer k "Colour before that place";
      algorithm
        for i in 1:n loop
          at := if n > 1 then (size(given, 1) - 1)*(i - 1)/(n - 1) else 0;
          k := min(integer(at), size(given, 1) - 2);
          colors[i, :] := 255*((k + 1 - at)*given[k + 1, :] + (at - k)*given[k + 2, :]);
        end for;
      end mix;
      function gray "From black to white"
        extends Interfaces.partialColorMap;
      algorithm
        colorMap := mix([0, 0, 0; 1, 1, 1], n_colors);
      end gray;
      function spring "From magenta to yellow"
        extends Interfaces.partialColorMap;
      algorithm
        colorMap := mix([1, 0, 1; 1, 1, 0], n_colors);
      end spring;
      function summer "From green to yellow"
        extends Interfaces.partialColorMap;
      algorithm
        colorMap := mix([0, 0.5, 0.4; 1, 1, 0.4], n_colors);
      end summer;
      function autumn "From red to yellow"
        extends Interfaces.partialColorMap;
      algorithm
        colorMap := mix([1, 0, 0; 1, 1, 0], n_colors);
      end autumn;
      function winter "From blue to green"
        extends Interfaces.partialColorMap;
      algorithm
        colorMap := mix([0, 0, 1; 0, 1, 0.5], n_colors);
      end winter;
      // The (i - 1)-th third, or quarter, of a ramp that rises by one over the number of colours in it.
      function hot "From black by red and yellow to white"
        extends Interfaces.partialColorMap;
      protected
        Real part = ceil(n_colors/3) "Colours in a third";
      algorithm
        for i in 1:n_colors loop
          for k in 1:3 loop
            colorMap[i, k] := 255*min(max(i/part - (k - 1), 0), 1);
          end for;
        end for;
      end hot;
      function jet "From blue by cyan and yellow to red"
        extends Interfaces.partialColorMap;
      protected
        Real part = ceil(n_colors/4) "Colours in a quarter";
        Real at "Place, in quarters: red is brightest at 3, green at 2, blue at 1";
      algorithm
        for i in 1:n_colors loop
          at := (i + part - ceil(part/2))/part;
          for k in 1:3 loop
            colorMap[i, k] := 255*min(max(1.5 - abs(at - (4.5 - k)), 0), 1);
          end for;
        end for;
      end jet;
    end ColorMaps;
    function scalarToColor "Colour of a number"
      input Real T "Number";
      input Real T_min "It and all below have the first colour";
      input Real T_max "It and all above have the last colour";
      input Real colorMap[:, 3] "Colours";
      output Real color[3] "Colour";
    algorithm
      color := colorMap[1 + integer((size(colorMap, 1) - 1)*(min(max(T, T_min), T_max) - T_min)/(T_max - T_min)), :];
    end scalarToColor;
  end Colors;

  package Advanced "What is drawn anywhere; accepted, and not drawn"
    model Shape "A shape at a place of its own; it is not drawn"
      parameter Types.ShapeType shapeType = "box" "Kind of shape";
      input Frames.Orientation R = Frames.nullRotation() "Its axes";
      input SI.Position r[3] = {0, 0, 0} "Its origin in the world";
      input SI.Position r_shape[3] = {0, 0, 0} "Where the shape begins, in its axes";
      input Real lengthDirection[3](each final unit = "1") = {1, 0, 0} "Direction of the length";
      input Real widthDirection[3](each final unit = "1") = {0, 1, 0} "Direction of the width";
      input SI.Length length = 0 "Length";
      input SI.Length width = 0 "Width";
      input SI.Length height = 0 "Height";
      input Types.ShapeExtra extra = 0.0 "Extra value of some shapes";
      input Real color[3] = {255, 0, 0} "Colour";
      input Types.SpecularCoefficient specularCoefficient = 0.7 "Shine";
    end Shape;
    model Vector "An arrow for a quantity; it is not drawn"
      input Frames.Orientation R = Frames.nullRotation() "Its axes";
      input SI.Position r[3] = {0, 0, 0} "Its origin in the world";
      input Real coordinates[3] = {0, 0, 0} "The quantity, in its axes";
      input Types.RealColor color = Types.Defaults.ArrowColor "Colour";
      input Types.SpecularCoefficient specularCoefficient = 0.7 "Shine";
      parameter Types.VectorQuantity quantity = Types.VectorQuantity.RelativePosition "What it stands for";
      input Boolean headAtOrigin = false "true: the head is at the origin";
      input Boolean twoHeadedArrow = false "true: two heads";
    end Vector;
    model Arrow "An arrow; it is not drawn"
      input Frames.Orientation R = Frames.nullRotation() "Its axes";
      input SI.Position r[3] = {0, 0, 0} "Its origin in the world";
      input SI.Position r_tail[3] = {0, 0, 0} "Where the arrow begins, in its axes";
      input Real r_head[3] = {0, 0, 0} "From the tail to the head, in its axes";
      input Types.Color color = Types.Defaults.ArrowColor "Colour";
      input Types.SpecularCoefficient specularCoefficient = 0.7 "Shine";
      parameter Types.VectorQuantity quantity = Types.VectorQuantity.RelativePosition "What it stands for";
      input Boolean headAtOrigin = false "true: it ends at r_tail instead";
    end Arrow;
    model DoubleArrow "An arrow with two heads; it is not drawn"
      extends Arrow(quantity = Types.VectorQuantity.Torque, headAtOrigin = true);
    end DoubleArrow;
    model Surface "A surface by a function; it is not drawn"
      input Frames.Orientation R = Frames.nullRotation() "Its axes";
      input SI.Position r_0[3] = {0, 0, 0} "Its origin in the world";
      parameter Integer nu = 2 "Points in one direction";
      parameter Integer nv = 2 "Points in the other direction";
      replaceable function surfaceCharacteristic = Interfaces.partialSurfaceCharacteristic "Points of the surface";
      parameter Boolean wireframe = false "Only lines";
      parameter Boolean multiColoredSurface = true "true: each point has a colour";
      input Real color[3] = {255, 0, 0} "Colour";
      input Types.SpecularCoefficient specularCoefficient = 0.7 "Shine";
      input Real transparency = 0 "0 to 1";
    end Surface;
  end Advanced;

  package Internal "Lines that letters are made of; accepted, and not drawn"
    model Lines "Lines anywhere; they are not drawn"
      input Frames.Orientation R = Frames.nullRotation() "Axes of the object";
      input SI.Position r[3] = {0, 0, 0} "Origin of the object in the world";
      input SI.Position r_lines[3] = {0, 0, 0} "Origin of the plane of the lines, in the object's axes";
      input Real n_x[3](each final unit = "1") = {1, 0, 0} "First direction of that plane";
      input Real n_y[3](each final unit = "1") = {0, 1, 0} "Second direction of that plane";
      input SI.Position lines[:, 2, 2] = zeros(0, 2, 2) "Of each line its two ends in the plane";
      input SI.Length diameter(min = 0) = 0.05 "Thickness of a line";
      input Types.Color color = {0, 128, 255} "Colour";
      input Types.SpecularCoefficient specularCoefficient = 0.7 "Shine";
    end Lines;
    model FixedLines "Lines on a frame; they are not drawn"
      extends Interfaces.PartialVisualizer;
      parameter Boolean animation = true "No effect here";
      input Real scale(min = 0) = 1 "Factor on the lines";
      input SI.Position r_lines[3] = {0, 0, 0} "Origin of the plane of the lines, in frame_a";
      input Real n_x[3](each final unit = "1") = {1, 0, 0} "First direction of that plane";
      input Real n_y[3](each final unit = "1") = {0, 1, 0} "Second direction of that plane";
      input SI.Position lines[:, 2, 2] = {[0, 0; 1, 1], [0, 1; 1, 0]} "Of each line its two ends in the plane";
      input SI.Length diameter(min = 0) = 0.05 "Thickness of a line";
      input Types.Color color = {0, 128, 255} "Colour";
      input Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Shine";
    equation
      frame_a.f = zeros(3);
      frame_a.t = zeros(3);
    end FixedLines;
  end Internal;
end Visualizers;
