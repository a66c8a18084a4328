within Modelica.Mechanics.MultiBody;
package Interfaces "Partial classes and connectors for models and functions of one's own"
  partial function partialGravityAcceleration "Gravity field: acceleration by position"
    input SI.Position r[3] "Position, in the world";
    output SI.Acceleration gravity[3] "Acceleration of what falls there, in the world";
  end partialGravityAcceleration;
end Interfaces;
