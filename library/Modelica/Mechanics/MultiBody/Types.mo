within Modelica.Mechanics.MultiBody;
package Types "Types and defaults of drawings"
  type AxisLabel = String "Letter on an axis";
  type RealColor = Real[3](each min = 0, each max = 255) "Red, green, blue: 0 to 255, also between whole numbers";
  type VectorQuantity = enumeration(
      Force "Force",
      Torque "Torque",
      Velocity "Velocity",
      Acceleration "Acceleration",
      AngularVelocity "Angular velocity",
      AngularAcceleration "Angular acceleration",
      RelativePosition "Position of one point seen from another") "What an arrow stands for";
  package Defaults "Colours and proportions of drawings"
    constant Types.Color BodyColor = {0, 128, 255} "Bodies";
    constant Types.Color RodColor = {155, 155, 155} "Rods without mass";
    constant Types.Color JointColor = {255, 0, 0} "Joints";
    constant Types.Color ForceColor = {0, 128, 0} "Forces";
    constant Types.Color TorqueColor = {0, 128, 0} "Torques";
    constant Types.Color SpringColor = {0, 0, 255} "Springs";
    constant Types.Color SensorColor = {255, 255, 0} "Sensors";
    constant Types.Color FrameColor = {0, 0, 0} "Axes of frames";
    constant Types.Color ArrowColor = {0, 0, 255} "Arrows";
    constant Real FrameHeadLengthFraction = 5.0 "Head of an axis: its length by the diameter of the shaft";
    constant Real FrameHeadWidthFraction = 3.0 "Head of an axis: its width by the diameter of the shaft";
    constant Real FrameLabelHeightFraction = 3.0 "Letter on an axis: its height by the diameter of the shaft";
    constant Real ArrowHeadLengthFraction = 4.0 "Head of an arrow: its length by the diameter of the shaft";
    constant Real ArrowHeadWidthFraction = 3.0 "Head of an arrow: its width by the diameter of the shaft";
    constant Real BodyCylinderDiameterFraction = 3 "Diameter of a body's sphere by that of its cylinder";
    constant Real JointRodDiameterFraction = 2 "Diameter of a joint's sphere by that of its rod";
    constant Real N_to_m(unit = "N/m") = 1000 "Force that an arrow of 1 m stands for";
    constant Real Nm_to_m(unit = "N.m/m") = 1000 "Torque that an arrow of 1 m stands for";
  end Defaults;
end Types;
