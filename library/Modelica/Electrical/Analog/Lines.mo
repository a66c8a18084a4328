within Modelica.Electrical.Analog;
package Lines "Transmission lines"
  model OLine "Line with losses, in segments"
    parameter Real r(final min = Modelica.Constants.small, unit = "Ohm/m", start = 1)
      "Resistance of one meter";
    parameter Real l(final min = Modelica.Constants.small, unit = "H/m", start = 1)
      "Inductance of one meter";
    parameter Real g(final min = Modelica.Constants.small, unit = "S/m", start = 1)
      "Conductance of one meter";
    parameter Real c(final min = Modelica.Constants.small, unit = "F/m", start = 1)
      "Capacitance of one meter";
    parameter SI.Length length(final min = Modelica.Constants.small, start = 1) "Length";
    parameter Integer N(final min = 1) = 1 "Number of segments";
    parameter SI.LinearTemperatureCoefficient alpha_R = 0 "Change of resistances for one kelvin";
    parameter SI.LinearTemperatureCoefficient alpha_G = 0
      "Change of one over conductances for one kelvin";
    parameter Boolean useHeatPort = false "true: a heat port, which has the temperature";
    parameter SI.Temperature T = 293.15 "Temperature without heat port";
    parameter SI.Temperature T_ref = 300.15 "Temperature at which r and g hold";
    Interfaces.Pin p1 "One end";
    Interfaces.Pin p2 "Other end";
    Interfaces.Pin p3 "What both are measured against";
    Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a heatPort if useHeatPort
      "Where the lost power goes";
    SI.Voltage v13 = p1.v - p3.v "Voltage at one end";
    SI.Voltage v23 = p2.v - p3.v "Voltage at the other end";
    SI.Current i1 = p1.i "Current into one end";
    SI.Current i2 = p2.i "Current into the other end";
    output SI.Voltage v[N] = across.v "Voltages along the line";
    output SI.Current i[N + 1] = along.i "Currents along the line";
  protected
    // Half a segment at both ends.
    parameter SI.Length part[N + 1] = {if k == 1 or k == N + 1 then length/(2*N) else length/N
      for k in 1:N + 1};
    Basic.Resistor along[N + 1](R = r*part, each T_ref = T_ref, each alpha = alpha_R,
      each useHeatPort = useHeatPort, each T = T);
    Basic.Inductor coil[N + 1](L = l*part);
    Basic.Conductor across[N](each G = g*length/N, each T_ref = T_ref, each alpha = alpha_G,
      each useHeatPort = useHeatPort, each T = T);
    Basic.Capacitor store[N](each C = c*length/N);
  equation
    connect(p1, along[1].p);
    for k in 1:N loop
      connect(along[k].n, coil[k].p);
      connect(coil[k].n, along[k + 1].p);
      connect(coil[k].n, across[k].p);
      connect(coil[k].n, store[k].p);
      connect(across[k].n, p3);
      connect(store[k].n, p3);
    end for;
    connect(along[N + 1].n, coil[N + 1].p);
    connect(coil[N + 1].n, p2);
    if useHeatPort then
      for k in 1:N + 1 loop
        connect(heatPort, along[k].heatPort);
      end for;
      for k in 1:N loop
        connect(heatPort, across[k].heatPort);
      end for;
    end if;
  end OLine;
  model ULine "Line of resistors and capacitors, in segments"
    parameter Real r(final min = Modelica.Constants.small, unit = "Ohm/m", start = 1)
      "Resistance of one meter";
    parameter Real c(final min = Modelica.Constants.small, unit = "F/m", start = 1)
      "Capacitance of one meter";
    parameter SI.Length length(final min = Modelica.Constants.small, start = 1) "Length";
    parameter Integer N(final min = 1) = 1 "Number of segments";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Change of resistances for one kelvin";
    parameter Boolean useHeatPort = false "true: a heat port, which has the temperature";
    parameter SI.Temperature T = 293.15 "Temperature without heat port";
    parameter SI.Temperature T_ref = 300.15 "Temperature at which r holds";
    Interfaces.Pin p1 "One end";
    Interfaces.Pin p2 "Other end";
    Interfaces.Pin p3 "What both are measured against";
    Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a heatPort if useHeatPort
      "Where the lost power goes";
    SI.Voltage v13 = p1.v - p3.v "Voltage at one end";
    SI.Voltage v23 = p2.v - p3.v "Voltage at the other end";
    SI.Current i1 = p1.i "Current into one end";
    SI.Current i2 = p2.i "Current into the other end";
    output SI.Voltage v[N] = store.v "Voltages along the line";
    output SI.Current i[N + 1] = along.i "Currents along the line";
  protected
    // Half a segment at both ends.
    parameter SI.Length part[N + 1] = {if k == 1 or k == N + 1 then length/(2*N) else length/N
      for k in 1:N + 1};
    Basic.Resistor along[N + 1](R = r*part, each T_ref = T_ref, each alpha = alpha,
      each useHeatPort = useHeatPort, each T = T);
    Basic.Capacitor store[N](each C = c*length/N);
  equation
    connect(p1, along[1].p);
    for k in 1:N loop
      connect(along[k].n, along[k + 1].p);
      connect(along[k].n, store[k].p);
      connect(store[k].n, p3);
    end for;
    connect(along[N + 1].n, p2);
    if useHeatPort then
      for k in 1:N + 1 loop
        connect(heatPort, along[k].heatPort);
      end for;
    end if;
  end ULine;
end Lines;
