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
  // Without losses a wave runs along a line unchanged: at each end v + Z0 i goes in, and comes out of the other end
  // after the delay, as v - Z0 i of that end.
  partial model Waves "Line without losses: what goes in at one end comes out at the other, later"
    extends Interfaces.TwoPort;
    SI.Voltage es(start = 0) "Wave that arrives at p1";
    SI.Voltage er(start = 0) "Wave that arrives at p2";
  protected
    parameter SI.Resistance Z "Characteristic impedance";
    parameter SI.Time late "How long a wave takes";
  equation
    assert(Z > 0, "Z0 must be greater than 0");
    v1 - es = Z*i1;
    v2 - er = Z*i2;
    es = delay(v2 + Z*i2, late);
    er = delay(v1 + Z*i1, late);
  end Waves;
  model TLine1 "Line without losses, by its delay; TLine does the same"
    parameter SI.Resistance Z0(start = 1) "Characteristic impedance";
    parameter SI.Time TD(start = 1) "How long a wave takes";
    extends Waves(final Z = Z0, final late = TD);
  equation
    assert(TD > 0, "TD must be greater than 0");
  end TLine1;
  model TLine2 "Line without losses, by its length in waves; TLine does the same"
    parameter SI.Resistance Z0(start = 1) "Characteristic impedance";
    parameter SI.Frequency F(start = 1) "Frequency that NL belongs to";
    parameter Real NL(start = 1) "Length over the length of a wave of that frequency";
    extends Waves(final Z = Z0, final late = NL/F);
  equation
    assert(F > 0 and NL > 0, "F and NL must be greater than 0");
  end TLine2;
  model TLine3 "Line without losses, a quarter of a wave long; TLine does the same"
    parameter SI.Resistance Z0(start = 1) "Characteristic impedance";
    parameter SI.Frequency F(start = 1) "Frequency of which the line has a quarter of a wave";
    extends Waves(final Z = Z0, final late = 1/(4*F));
  equation
    assert(F > 0, "F must be greater than 0");
  end TLine3;
  model TLine "Line without losses, by its delay or by its length in waves"
    parameter SI.Resistance Z0(start = 1) "Characteristic impedance";
    parameter SI.Time TD = 0 "How long a wave takes; counts where F is 0";
    parameter SI.Frequency F = 0 "Frequency that NL belongs to; 0: the delay is TD";
    parameter Real NL = 1/4 "Length over the length of a wave of frequency F";
    extends Waves(final Z = Z0, final late = if F > 0 then NL/F else TD);
  equation
    assert(F > 0 or TD > 0, "F or TD must be greater than 0");
  end TLine;
end Lines;
