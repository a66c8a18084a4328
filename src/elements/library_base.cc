#include "elements/library_base.h"

namespace gelenk {

const char* const library_base_text = R"(
within Modelica.Mechanics;
package MultiBody "Bodies, joints and forces in space"
  import SI = Modelica.Units.SI;
  import Cv = Modelica.Units.Conversions;

  package Frames
    record Orientation "Orientation of a frame in the world"
      Real T[3, 3] "World components to local components";
      SI.AngularVelocity w[3] "Angular velocity, in the frame";
    end Orientation;

    function resolve1 "Components in the world of a vector given in the frame"
      input Orientation R;
      input Real v2[3];
      output Real v1[3];
    algorithm
      v1 := transpose(R.T)*v2;
    end resolve1;
    function resolve2 "Components in the frame of a vector given in the world"
      input Orientation R;
      input Real v1[3];
      output Real v2[3];
    algorithm
      v2 := R.T*v1;
    end resolve2;
    function resolveRelative "Components in frame 2 of a vector given in frame 1"
      input Real v1[3];
      input Orientation R1;
      input Orientation R2;
      output Real v2[3];
    algorithm
      v2 := R2.T*(transpose(R1.T)*v1);
    end resolveRelative;
    function angularVelocity1 "Angular velocity, in the world"
      input Orientation R;
      output SI.AngularVelocity w[3];
    algorithm
      w := transpose(R.T)*R.w;
    end angularVelocity1;
    function angularVelocity2 "Angular velocity, in the frame"
      input Orientation R;
      output SI.AngularVelocity w[3];
    algorithm
      w := R.w;
    end angularVelocity2;
    function relativeRotation "Orientation of frame 2 in frame 1"
      input Orientation R1;
      input Orientation R2;
      output Orientation R_rel;
    algorithm
      R_rel.T := R2.T*transpose(R1.T);
      R_rel.w := R2.w - R2.T*(transpose(R1.T)*R1.w);
    end relativeRotation;
    function absoluteRotation "Orientation of a frame that is given in frame 1"
      input Orientation R1;
      input Orientation R_rel;
      output Orientation R2;
    algorithm
      R2.T := R_rel.T*R1.T;
      R2.w := R_rel.T*R1.w + R_rel.w;
    end absoluteRotation;
    function inverseRotation "Orientation of the world in the frame"
      input Orientation R;
      output Orientation R_inv;
    algorithm
      R_inv.T := transpose(R.T);
      R_inv.w := -(transpose(R.T)*R.w);
    end inverseRotation;
    function nullRotation "Axes of the world, at rest"
      output Orientation R;
    algorithm
      R.T := identity(3);
      R.w := zeros(3);
    end nullRotation;
    function planarRotation "Rotation about an axis e of length 1"
      input Real e[3];
      input SI.Angle angle;
      input SI.AngularVelocity der_angle;
      output Orientation R;
    algorithm
      R.T := {{e[i]*e[j] for j in 1:3} for i in 1:3} + (identity(3) - {{e[i]*e[j] for j in 1:3} for i in 1:3})*cos(angle) - skew(e)*sin(angle);
      R.w := e*der_angle;
    end planarRotation;
    function planarRotationAngle "Angle about e by which a vector with components v1 before has components v2 after"
      input Real e[3];
      input Real v1[3];
      input Real v2[3];
      output SI.Angle angle;
    algorithm
      angle := atan2(-(cross(e, v1)*v2), v1*v2 - (e*v1)*(e*v2));
    end planarRotationAngle;
    function smallRotation "Angles about x, y and z of a small rotation"
      input Orientation R;
      output SI.Angle phi[3];
    algorithm
      phi := {R.T[2, 3], -R.T[1, 3], R.T[1, 2]};
    end smallRotation;
    function from_T "Orientation from a matrix and an angular velocity"
      input Real T[3, 3];
      input SI.AngularVelocity w[3];
      output Orientation R;
    algorithm
      R.T := T;
      R.w := w;
    end from_T;
    function to_T "Matrix of an orientation"
      input Orientation R;
      output Real T[3, 3];
    algorithm
      T := R.T;
    end to_T;
  end Frames;

  package Types
    type Axis = Real[3](each unit = "1") "Direction; its length does not matter";
    type RotationSequence = Integer[3] "Axes 1, 2, 3 of successive rotations";
    type Color = Integer[3] "Red, green, blue: 0 to 255";
    type SpecularCoefficient = Real "Shine: 0 to 1";
    type ShapeType = String "Kind of shape to draw";
    type ShapeExtra = Real "Extra value of some shapes";
    type GravityTypes = enumeration(NoGravity "None", UniformGravity "Everywhere the same", PointGravity "Towards the origin") "Kind of gravity field";
    type RotationTypes = enumeration(RotationAxis "Axis and angle", TwoAxesVectors "Two axes of the new frame", PlanarRotationSequence "Three successive rotations") "How a rotation is described";
    type ResolveInFrameA = enumeration(world "World", frame_a "frame_a", frame_resolve "frame_resolve") "Axes in which components are given";
    type ResolveInFrameB = enumeration(world "World", frame_b "frame_b", frame_resolve "frame_resolve") "Axes in which components are given";
    type ResolveInFrameAB = enumeration(world "World", frame_a "frame_a", frame_b "frame_b", frame_resolve "frame_resolve") "Axes in which components are given";
  end Types;

  package Interfaces
    connector Frame_a "Frame of a body: position and orientation against force and torque"
      SI.Position r_0[3] "Origin in the world";
      Frames.Orientation R "Orientation";
      flow SI.Force f[3] "Force on the component, in this frame";
      flow SI.Torque t[3] "Torque on the component, in this frame";
    end Frame_a;
    connector Frame_b "Frame of a body: position and orientation against force and torque"
      SI.Position r_0[3] "Origin in the world";
      Frames.Orientation R "Orientation";
      flow SI.Force f[3] "Force on the component, in this frame";
      flow SI.Torque t[3] "Torque on the component, in this frame";
    end Frame_b;
    connector Frame_resolve "Frame that only gives an orientation"
      SI.Position r_0[3] "Origin in the world";
      Frames.Orientation R "Orientation";
      flow SI.Force f[3] "Always zero";
      flow SI.Torque t[3] "Always zero";
    end Frame_resolve;

    partial model PartialInWorld "Knows the world"
    protected
      outer World world;
    end PartialInWorld;

    partial model PartialTwoFrames "Two frames"
      extends PartialInWorld;
      Interfaces.Frame_a frame_a;
      Interfaces.Frame_b frame_b;
    end PartialTwoFrames;

    partial model PartialOneFrame_a "One frame"
      extends PartialInWorld;
      Interfaces.Frame_a frame_a;
    end PartialOneFrame_a;

    partial model PartialOneFrame_b "One frame"
      extends PartialInWorld;
      Interfaces.Frame_b frame_b;
    end PartialOneFrame_b;

    partial model PartialForce "Load between two frames: what is given at frame_b has its reaction at frame_a"
      extends PartialTwoFrames;
      SI.Position r_rel_b[3] "From frame_a to frame_b, in frame_b";
    equation
      r_rel_b = Frames.resolve2(frame_b.R, frame_b.r_0 - frame_a.r_0);
      frame_a.f = -Frames.resolveRelative(frame_b.f, frame_b.R, frame_a.R);
      frame_a.t = -Frames.resolveRelative(frame_b.t + cross(r_rel_b, frame_b.f), frame_b.R, frame_a.R);
    end PartialForce;

    partial model PartialLocked "Locks translations of frame_b in frame_a, each by itself"
      extends PartialTwoFrames;
      parameter Boolean x_locked = true "true: no translation along x of frame_a";
      parameter Boolean y_locked = true "true: no translation along y of frame_a";
      parameter Boolean z_locked = true "true: no translation along z of frame_a";
      parameter Boolean animation = true "Drawing";
      parameter SI.Distance sphereDiameter = world.defaultJointLength/3 "Drawing";
      parameter Types.Color sphereColor = {0, 0, 255} "Drawing";
      parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
    end PartialLocked;

    partial model PartialRod "Keeps two frames at a distance"
      extends PartialTwoFrames;
      SI.Force f_rod "Force along the rod, positive where the rod is pressed";
      SI.Position rRod_0[3] "From frame_a to frame_b, in the world";
      SI.Position rRod_a[3] "From frame_a to frame_b, in frame_a";
      Real eRod_a[3] "Direction from frame_a to frame_b, in frame_a";
    end PartialRod;

    partial model PartialStartRotation "Initial orientation and angular velocity of a joint"
      parameter Boolean angles_fixed = false "true: angles_start holds at the start";
      parameter SI.Angle angles_start[3] = {0, 0, 0} "Rotation of frame_a into frame_b at the start";
      parameter Types.RotationSequence sequence_start = {1, 2, 3} "Axes of angles_start";
      parameter Boolean w_rel_a_fixed = false "true: w_rel_a_start holds at the start";
      parameter SI.AngularVelocity w_rel_a_start[3] = {0, 0, 0} "Angular velocity of frame_b in frame_a";
      parameter Boolean z_rel_a_fixed = false "true: z_rel_a_start holds at the start";
      parameter SI.AngularAcceleration z_rel_a_start[3] = {0, 0, 0} "Angular acceleration of frame_b in frame_a";
      parameter Boolean useQuaternions = true "How orientation states are chosen; here always Euler parameters";
      parameter Types.RotationSequence sequence_angleStates = {1, 2, 3} "As useQuaternions";
    end PartialStartRotation;

    partial model PartialBodyMotion "frame_a of a body, its motion and its initial values"
      extends PartialInWorld;
      Interfaces.Frame_a frame_a;
      parameter Boolean angles_fixed = false "true: angles_start holds at the start";
      parameter SI.Angle angles_start[3] = {0, 0, 0} "Rotation of the world into frame_a at the start";
      parameter Types.RotationSequence sequence_start = {1, 2, 3} "Axes of angles_start";
      parameter Boolean w_0_fixed = false "true: w_0_start holds at the start";
      parameter SI.AngularVelocity w_0_start[3] = {0, 0, 0} "Angular velocity at the start, in the world";
      parameter Boolean z_0_fixed = false "true: z_0_start holds at the start";
      parameter SI.AngularAcceleration z_0_start[3] = {0, 0, 0} "Angular acceleration at the start, in the world";
      parameter Boolean enforceStates = false "true: the body's motion is a state";
      parameter Boolean useQuaternions = true "How orientation states are chosen; here always Euler parameters";
      parameter Types.RotationSequence sequence_angleStates = {1, 2, 3} "As useQuaternions";
      SI.Position r_0[3](start = {0, 0, 0}) "Origin of frame_a in the world";
      SI.Velocity v_0[3](start = {0, 0, 0}) "Derivative of r_0";
      SI.Acceleration a_0[3](start = {0, 0, 0}) "Derivative of v_0";
    end PartialBodyMotion;

    partial model PartialMassProperties "Mass, centre of mass and inertia as numbers"
      parameter SI.Position r_CM[3](start = {0, 0, 0}) "From frame_a to the centre of mass, in frame_a";
      parameter SI.Mass m(min = 0, start = 1) "Mass";
      parameter SI.Inertia I_11(min = 0) = 0.001 "Inertia about the centre of mass, in axes of frame_a";
      parameter SI.Inertia I_22(min = 0) = 0.001 "As I_11";
      parameter SI.Inertia I_33(min = 0) = 0.001 "As I_11";
      parameter SI.Inertia I_21 = 0 "Element of the tensor: minus the product of inertia";
      parameter SI.Inertia I_31 = 0 "As I_21";
      parameter SI.Inertia I_32 = 0 "As I_21";
      final parameter SI.Inertia I[3, 3] = [I_11, I_21, I_31; I_21, I_22, I_32; I_31, I_32, I_33] "Inertia about the centre of mass";
    end PartialMassProperties;

    partial model PartialDrawing "A rigid part along a vector, and how it is drawn"
      extends PartialInWorld;
      parameter SI.Position r[3](start = {0, 0, 0}) "From frame_a to frame_b, in frame_a; of Fixed: position in the world";
      parameter Boolean animation = true "Drawing";
      parameter Types.ShapeType shapeType = "cylinder" "Drawing";
      parameter SI.Position r_shape[3] = {0, 0, 0} "Drawing";
      parameter Types.Axis lengthDirection = Modelica.Units.Conversions.to_unit1(r - r_shape) "Drawing";
      parameter Types.Axis widthDirection = {0, 1, 0} "Drawing";
      parameter SI.Length length = Modelica.Math.Vectors.length(r - r_shape) "Drawing";
      parameter SI.Distance width = length/world.defaultWidthFraction "Drawing";
      parameter SI.Distance height = width "Drawing";
      parameter Types.ShapeExtra extra = 0 "Drawing";
      parameter Types.Color color = {155, 155, 155} "Drawing";
      parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
    end PartialDrawing;

    partial model PartialLine "The line between two frames"
      extends PartialTwoFrames;
      parameter SI.Position s_small = 1e-10 "Length below which the direction is not resolved";
      parameter Boolean fixedRotationAtFrame_a = false "Needed by other tools for point masses; no effect here";
      parameter Boolean fixedRotationAtFrame_b = false "As fixedRotationAtFrame_a";
      parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
      SI.Length length "Distance of the frames";
      SI.Position s "Distance of the frames, at least s_small";
      SI.Position r_rel_0[3] "From frame_a to frame_b, in the world";
      Real e_rel_0[3] "Direction from frame_a to frame_b, in the world";
    end PartialLine;

    partial model PartialLineForce "Force along the line between two frames"
      extends PartialLine;
      parameter Boolean animation = true "Drawing";
      SI.Position r_rel_a[3] "From frame_a to frame_b, in frame_a";
      Real e_a[3] "Direction from frame_a to frame_b, in frame_a";
      SI.Force f "Force along the line, positive in tension";
    end PartialLineForce;

    partial model PartialLineFlanges "Flanges at both ends of the line between two frames"
      extends PartialLine;
      Modelica.Mechanics.Translational.Interfaces.Flange_b flange_a "At frame_a: its position is zero";
      Modelica.Mechanics.Translational.Interfaces.Flange_a flange_b "At frame_b: its position is the distance of the frames";
    end PartialLineFlanges;

    partial model PartialAbsoluteSensor "Measures one frame"
      extends PartialInWorld;
      Interfaces.Frame_a frame_a "What is measured";
    end PartialAbsoluteSensor;

    partial model PartialSensorAxes "Axes of what a sensor of one frame measures"
      parameter Types.ResolveInFrameA resolveInFrame = Types.ResolveInFrameA.frame_a "Axes of the components";
      Interfaces.Frame_resolve frame_resolve if resolveInFrame == Types.ResolveInFrameA.frame_resolve "Whose axes they are";
    end PartialSensorAxes;

    partial model PartialRelativeSensorAxes "Axes of what a sensor between two frames measures"
      parameter Types.ResolveInFrameAB resolveInFrame = Types.ResolveInFrameAB.frame_a "Axes of the components";
      Interfaces.Frame_resolve frame_resolve if resolveInFrame == Types.ResolveInFrameAB.frame_resolve "Whose axes they are";
    end PartialRelativeSensorAxes;

    partial model PartialSensorAngles "Orientation as three angles"
      parameter Types.RotationSequence sequence = {1, 2, 3} "Axes of the three successive rotations";
      parameter SI.Angle guessAngle1 = 0 "Of the two triples of angles, that with angles[1] nearer to this";
      output SI.Angle angles[3] "Angles about the axes of sequence, from -pi to pi";
    end PartialSensorAngles;

    partial model PartialSensorDrawing "How a sensor is drawn"
      extends PartialInWorld;
      parameter Boolean animation = true "Drawing";
      parameter Types.Color arrowColor = {255, 255, 0} "Drawing";
      parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
    end PartialSensorDrawing;

    partial model PartialCutSensor "Sign and axes of a measured load"
      extends PartialInWorld;
      extends PartialSensorAxes;
      parameter Boolean positiveSign = true "false: the opposite of the load is measured";
      parameter Boolean animation = true "Drawing";
      parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
    end PartialCutSensor;

    partial model PartialCoilDrawing "How a coil spring is drawn"
      extends PartialInWorld;
      parameter SI.Distance width = world.defaultForceWidth "Drawing";
      parameter SI.Distance coilWidth = width/10 "Drawing";
      parameter Integer numberOfWindings = 5 "Drawing";
      parameter Types.Color color = {0, 0, 255} "Drawing";
    end PartialCoilDrawing;

    partial model PartialDamperDrawing "How a damper is drawn"
      extends PartialInWorld;
      parameter SI.Distance length_a = world.defaultForceLength "Drawing";
      parameter SI.Diameter diameter_a = world.defaultForceWidth "Drawing";
      parameter SI.Diameter diameter_b = 0.6*diameter_a "Drawing";
      parameter Types.Color color_a = {100, 100, 100} "Drawing";
      parameter Types.Color color_b = {155, 155, 155} "Drawing";
      parameter Boolean useHeatPort = false "true: the lost power leaves through a heat port";
      parameter SI.Temperature T = 293.15 "Temperature without a heat port";
      Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a heatPort if useHeatPort "Takes the lost power";
      SI.Power lossPower "Power lost";
    equation
      if useHeatPort then
        heatPort.Q_flow = -lossPower;
      end if;
    end PartialDamperDrawing;

    function inertiaInAxes "Principal moments given in axes with x along e_x and y towards e_y"
      input Real moments[3];
      input Real e_x[3];
      input Real e_y[3];
      output Real I[3, 3];
    protected
      Real x[3];
      Real y[3];
      Real z[3];
    algorithm
      x := e_x/sqrt(e_x*e_x);
      z := cross(x, e_y/sqrt(e_y*e_y));
      if z*z < 1e-12 then
        z := if abs(x[1]) > 1e-6 then cross(x, {0, 1, 0}) else cross(x, {1, 0, 0});
      end if;
      z := z/sqrt(z*z);
      y := cross(z, x);
      I := {{moments[1]*x[i]*x[j] + moments[2]*y[i]*y[j] + moments[3]*z[i]*z[j] for j in 1:3} for i in 1:3};
    end inertiaInAxes;
  end Interfaces;
end MultiBody;
)";

}  // namespace gelenk
