within Modelica.Electrical.Analog;
package Types "Choices in the parameters of circuits"
  type ImpulseApproximation = enumeration(
    DoubleExp "Difference of two exponential functions",
    Heidler "Heidler's function, whose rise begins level") "Kind of an impulse";
end Types;
