within Modelica.Electrical.Analog;
package Semiconductors "Diodes by their curves"
  function limited_exp "Exponential function, beyond x_max gone on with as a line"
    input Real x "Argument";
    input Real x_max "From where on it is a line";
    output Real y "Value";
  algorithm
    y := if x > x_max then exp(x_max)*(1 + x - x_max) else exp(x);
  end limited_exp;

  model Diode "Diode with an exponential curve and a resistor beside it"
    extends Interfaces.OnePort;
    parameter SI.Current Ids = 1e-6 "Current in reverse";
    parameter SI.Voltage Vt = 0.04 "Voltage by which the current grows by e";
    parameter Real Maxexp(final min = Modelica.Constants.small) = 15
      "Where the curve becomes a line, in units of Vt";
    parameter SI.Resistance R = 1e8 "Resistor beside it";
    extends Interfaces.ConditionalHeatPort;
  equation
    i = Ids*(noEvent(limited_exp(v/Vt, Maxexp)) - 1) + v/R;
    LossPower = v*i;
  end Diode;
  model ZDiode "Diode that also conducts in reverse, from a voltage on"
    extends Interfaces.OnePort;
    parameter SI.Current Ids = 1e-6 "Current in reverse";
    parameter SI.Voltage Vt = 0.04 "Voltage by which the current grows by e";
    parameter Real Maxexp(final min = Modelica.Constants.small) = 30
      "Where the curve becomes a line, in units of Vt";
    parameter SI.Resistance R = 1e8 "Resistor beside it";
    parameter SI.Voltage Bv = 5.1 "Voltage at which it breaks through in reverse";
    parameter SI.Current Ibv = 0.7 "Current there";
    parameter Real Nbv = 0.74 "Steepness of the break-through";
    extends Interfaces.ConditionalHeatPort;
  equation
    i = Ids*(noEvent(limited_exp(v/Vt, Maxexp)) - 1) -
      Ibv*noEvent(limited_exp(-(v + Bv)/(Nbv*Vt), Maxexp)) + v/R;
    LossPower = v*i;
  end ZDiode;
end Semiconductors;
