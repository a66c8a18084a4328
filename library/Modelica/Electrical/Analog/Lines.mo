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
  model M_OLine "Several lines with losses side by side, which act on one another, in segments"
    parameter SI.Length length(final min = Modelica.Constants.small) = 0.1 "Length";
    parameter Integer N(final min = 2) = 5 "Number of segments";
    parameter Integer lines(final min = 2) = 4 "Number of lines";
  protected
    parameter Integer dim_vector_lgc = div(lines*(lines + 1), 2) "Number of pairs of lines, each with itself too";
  public
    parameter Real r[lines](each final min = Modelica.Constants.small, each unit = "Ohm/m") =
      {4.76e5, 1.72e5, 1.72e5, 1.72e5} "Resistance of one meter";
    parameter Real l[dim_vector_lgc](each final min = Modelica.Constants.small, each unit = "H/m") =
      {5.98e-7, 4.44e-7, 4.39e-7, 3.99e-7, 5.81e-7, 4.09e-7, 4.23e-7, 5.96e-7, 4.71e-7, 6.06e-7}
      "Inductances of one meter: row by row the diagonal and what stands right of it";
    parameter Real g[dim_vector_lgc](each final min = Modelica.Constants.small, each unit = "S/m") =
      {8.05e-6, 3.42e-5, 2.91e-5, 1.76e-6, 9.16e-6, 7.12e-6, 2.43e-5, 5.93e-6, 4.19e-5, 6.64e-6}
      "Conductances of one meter, as l: to the reference, and between lines";
    parameter Real c[dim_vector_lgc](each final min = Modelica.Constants.small, each unit = "F/m") =
      {2.38e-11, 1.01e-10, 8.56e-11, 5.09e-12, 2.71e-11, 2.09e-11, 7.16e-11, 1.83e-11, 1.23e-10, 2.07e-11}
      "Capacitances of one meter, as l: to the reference, and between lines";
    parameter Boolean useInternalGround = true "true: the reference has potential zero; false: it is a pin";
    parameter SI.LinearTemperatureCoefficient alpha_R = 0 "Change of resistances for one kelvin";
    parameter SI.LinearTemperatureCoefficient alpha_G = 0
      "Change of one over conductances for one kelvin";
    parameter Boolean useHeatPort = false "true: a heat port, which has the temperature";
    parameter SI.Temperature T = 293.15 "Temperature without heat port";
    parameter SI.Temperature T_ref = 300.15 "Temperature at which r and g hold";
    Interfaces.PositivePin p[lines] "One end";
    Interfaces.NegativePin n[lines] "Other end";
    Interfaces.NegativePin refPin if not useInternalGround "Reference";
    Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a heatPort if useHeatPort
      "Where the lost power goes";
  protected
    model Lengthwise "Resistors and coupled inductors of a piece of all lines"
      parameter Integer lines "Number of lines";
      parameter SI.Resistance R[lines] "Resistances";
      parameter SI.Inductance L[div(lines*(lines + 1), 2)] "Inductances";
      parameter SI.LinearTemperatureCoefficient alpha "Change of resistances for one kelvin";
      parameter Boolean useHeatPort "true: a heat port";
      parameter SI.Temperature T "Temperature without heat port";
      parameter SI.Temperature T_ref "Temperature at which R holds";
      Interfaces.PositivePin p[lines] "One end";
      Interfaces.NegativePin n[lines] "Other end";
      Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a heatPort if useHeatPort "Where the lost power goes";
      Basic.Resistor resistor[lines](R = R, each T_ref = T_ref, each alpha = alpha, each useHeatPort = useHeatPort,
        each T = T) "One for each line";
      Basic.M_Transformer inductance(N = lines, L = L) "Of all lines";
    equation
      connect(p, resistor.p);
      connect(resistor.n, inductance.p);
      connect(inductance.n, n);
      if useHeatPort then
        for k in 1:lines loop
          connect(heatPort, resistor[k].heatPort);
        end for;
      end if;
    end Lengthwise;
    model Crosswise "Conductors and capacitors between lines, and from each to the reference"
      parameter Integer lines "Number of lines";
      parameter SI.Conductance G[div(lines*(lines + 1), 2)] "Conductances";
      parameter SI.Capacitance C[div(lines*(lines + 1), 2)] "Capacitances";
      parameter SI.LinearTemperatureCoefficient alpha "Change of one over conductances for one kelvin";
      parameter Boolean useHeatPort "true: a heat port";
      parameter SI.Temperature T "Temperature without heat port";
      parameter SI.Temperature T_ref "Temperature at which G holds";
      Interfaces.PositivePin p[lines] "Lines";
      Interfaces.NegativePin refPin "Reference";
      Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a heatPort if useHeatPort "Where the lost power goes";
      Basic.Conductor conductor[size(G, 1)](G = G, each T_ref = T_ref, each alpha = alpha,
        each useHeatPort = useHeatPort, each T = T) "One for each pair";
      Basic.Capacitor capacitor[size(C, 1)](C = C) "One for each pair";
    equation
      // Of line j the (k - j + 1)-th entry is what it has with line k, and with the reference where k = j.
      for j in 1:lines loop
        for k in j:lines loop
          connect(p[j], conductor[div((2*lines - j + 2)*(j - 1), 2) + k - j + 1].p);
          connect(p[j], capacitor[div((2*lines - j + 2)*(j - 1), 2) + k - j + 1].p);
          if k == j then
            connect(conductor[div((2*lines - j + 2)*(j - 1), 2) + 1].n, refPin);
            connect(capacitor[div((2*lines - j + 2)*(j - 1), 2) + 1].n, refPin);
          else
            connect(conductor[div((2*lines - j + 2)*(j - 1), 2) + k - j + 1].n, p[k]);
            connect(capacitor[div((2*lines - j + 2)*(j - 1), 2) + k - j + 1].n, p[k]);
          end if;
        end for;
      end for;
      if useHeatPort then
        for k in 1:size(G, 1) loop
          connect(heatPort, conductor[k].heatPort);
        end for;
      end if;
    end Crosswise;
    // Half a segment at both ends.
    parameter SI.Length part[N + 1] = {if k == 1 or k == N + 1 then length/(2*N) else length/N
      for k in 1:N + 1};
    Lengthwise along[N + 1](each lines = lines, R = {part[k]*r for k in 1:N + 1}, L = {part[k]*l for k in 1:N + 1},
      each alpha = alpha_R, each useHeatPort = useHeatPort, each T = T, each T_ref = T_ref) "Along the lines";
    Crosswise across[N](each lines = lines, each G = g*length/N, each C = c*length/N, each alpha = alpha_G,
      each useHeatPort = useHeatPort, each T = T, each T_ref = T_ref) "Between the lines";
    Basic.Ground ground if useInternalGround "Reference";
  equation
    connect(p, along[1].p);
    for k in 1:N loop
      connect(along[k].n, across[k].p);
      connect(along[k].n, along[k + 1].p);
      connect(across[k].refPin, refPin);
      connect(across[k].refPin, ground.p);
    end for;
    connect(along[N + 1].n, n);
    if useHeatPort then
      for k in 1:N + 1 loop
        connect(heatPort, along[k].heatPort);
      end for;
      for k in 1:N loop
        connect(heatPort, across[k].heatPort);
      end for;
    end if;
  end M_OLine;
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
