within Modelica.Electrical.Analog;
package Semiconductors "Diodes, transistors and thyristors by their curves"
  function limited_exp "Exponential function, beyond x_max gone on with as a line"
    input Real x "Argument";
    input Real x_max "From where on it is a line";
    output Real y "Value";
  algorithm
    y := if x > x_max then exp(x_max)*(1 + x - x_max) else exp(x);
  end limited_exp;
  function banded_exp "Exponential function, gone on with as a line on both sides"
    input Real x "Argument";
    input Real x_min "Until where it is a line";
    input Real x_max "From where on it is a line";
    output Real y "Value";
  algorithm
    y := if x < x_min then exp(x_min)*(1 + x - x_min) else limited_exp(x, x_max);
  end banded_exp;
  function depletion "Growth of the capacitance of a junction with its voltage"
    input Real x "Voltage over diffusion voltage";
    input Real m "Gradation exponent";
    output Real y "Capacitance over capacitance at zero";
  algorithm
    y := if x > 0 then 1 + m*x else (1 - x)^(-m);
  end depletion;

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
  model Diode2 "Diode by its voltage in forward direction, with a resistor before and one beside it"
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T = 293.15);
    parameter SI.Voltage Vf = 0.7 "Voltage in forward direction";
    parameter SI.Current Ids = 1e-13 "Current in reverse";
    parameter SI.Resistance Rs = 16 "Resistor before it";
    parameter SI.Voltage Vt = Modelica.Constants.R*T/Modelica.Constants.F
      "Voltage by which the current grows by e, without heat port";
    parameter Real N = 1 "Factor of this voltage";
    parameter SI.Voltage Bv = 100 "Voltage at which it breaks through in reverse";
    parameter SI.Conductance Gp = 1e-6 "Conductor beside it";
    SI.Voltage vd "Voltage without the resistor";
    SI.Current id "Current of the diode alone";
  protected
    SI.Voltage vn = N*(if useHeatPort then Modelica.Constants.R*T_heatPort/Modelica.Constants.F else
      Vt) "Voltage by which the current grows by e";
    SI.Voltage v_line = Vf + vn "From where on the curve is a line";
  equation
    assert(Vf > 0 and Bv > 0 and Vt > 0, "Diode2: Vf, Bv and Vt must be positive");
    // In reverse the two exponentials meet at half the voltage of the break-through.
    id = noEvent(if vd >= v_line then Ids*(exp(v_line/vn)*(1 + (vd - v_line)/vn) - 1)
      elseif vd >= -Bv/2 then Ids*(exp(vd/vn) - 1)
      else Ids*(2*exp(-Bv/(2*vn)) - exp(-(vd + Bv)/vn) - 1));
    v = vd + Rs*id;
    i = id + Gp*v;
    LossPower = v*i;
  end Diode2;

  partial model Bipolar "Transistor of Ebers and Moll; both kinds differ by a sign"
    parameter Real Bf = 50 "Amplification in forward direction";
    parameter Real Br = 0.1 "Amplification in reverse";
    parameter SI.Current Is = 1e-16 "Current in reverse";
    parameter SI.InversePotential Vak = 0.02 "One over the Early voltage";
    parameter SI.Time Tauf = 0.12e-9 "Transit time in forward direction";
    parameter SI.Time Taur = 5e-9 "Transit time in reverse";
    parameter SI.Capacitance Ccs = 1e-12 "Capacitance from collector to substrate";
    parameter SI.Capacitance Cje = 0.4e-12 "Capacitance of the emitter at zero voltage";
    parameter SI.Capacitance Cjc = 0.5e-12 "Capacitance of the collector at zero voltage";
    parameter SI.Voltage Phie = 0.8 "Diffusion voltage of the emitter";
    parameter Real Me = 0.4 "Gradation exponent of the emitter";
    parameter SI.Voltage Phic = 0.8 "Diffusion voltage of the collector";
    parameter Real Mc = 0.333 "Gradation exponent of the collector";
    parameter SI.Conductance Gbc = 1e-15 "Conductor between base and collector";
    parameter SI.Conductance Gbe = 1e-15 "Conductor between base and emitter";
    parameter Real EMin = -100 "Below it exponential functions are lines";
    parameter Real EMax = 40 "Above it exponential functions are lines";
    parameter Boolean useTemperatureDependency = false "true: Bf, Br, Is and Vt follow temperature";
    parameter SI.Voltage Vt = 0.02585 "Voltage by which currents grow by e";
    parameter SI.Temperature Tnom = 300.15 "Temperature at which the other parameters hold";
    parameter Real XTI = 3 "Exponent of temperature in Is";
    parameter Real XTB = 0 "Exponent of temperature in Bf and Br";
    parameter SI.Voltage EG = 1.11 "Energy gap";
    parameter Real NF = 1.0 "Factor of Vt in forward direction";
    parameter Real NR = 1.0 "Factor of Vt in reverse";
    parameter SI.Voltage IC = 0 "Voltage from collector to substrate at the start";
    parameter Boolean UIC = false "true: IC holds at the start";
    parameter Boolean useSubstrate = false "true: a pin of the substrate; else it is grounded";
    extends Interfaces.ConditionalHeatPort(useHeatPort = useTemperatureDependency);
    SI.Voltage vcs "Voltage from collector to substrate";
    SI.Voltage vS "Potential of the substrate";
    SI.Current iS "Current into the substrate";
    Interfaces.Pin C "Collector";
    Interfaces.Pin B "Base";
    Interfaces.Pin E "Emitter";
    Interfaces.NegativePin S(i = iS, v = vS) if useSubstrate "Substrate";
  protected
    parameter Real sign = 1 "1: npn, -1: pnp";
    SI.Voltage vc "Voltage over the junction of the collector, counted as it conducts";
    SI.Voltage ve "Voltage over the junction of the emitter, counted as it conducts";
    SI.Current ic "Current of the junction of the collector";
    SI.Current ie "Current of the junction of the emitter";
    SI.Current jc "Charging current of the collector";
    SI.Current je "Charging current of the emitter";
    SI.Current transfer "Current from collector to emitter";
    Real ratio = T_heatPort/Tnom "Of temperatures";
    SI.Voltage vt_t "Vt at the temperature";
    SI.Current is_t "Is at the temperature";
    Real b_t "Factor of Bf and Br";
    Real ec "Exponential function at the collector";
    Real ee "Exponential function at the emitter";
  initial equation
    if UIC then
      vcs = IC;
    end if;
  equation
    assert(T_heatPort > 0, "the temperature of a transistor must be positive");
    if useTemperatureDependency then
      vt_t = Modelica.Constants.k*T_heatPort/Modelica.Constants.q;
      is_t = Is*ratio^XTI*noEvent(banded_exp((ratio - 1)*EG/vt_t, EMin, EMax));
      b_t = ratio^XTB;
    else
      vt_t = Vt;
      is_t = Is;
      b_t = 1;
    end if;
    vc = sign*(B.v - C.v);
    ve = sign*(B.v - E.v);
    ec = noEvent(banded_exp(vc/(NR*vt_t), EMin, EMax));
    ee = noEvent(banded_exp(ve/(NF*vt_t), EMin, EMax));
    ic = is_t*(ec - 1) + Gbc*vc;
    ie = is_t*(ee - 1) + Gbe*ve;
    jc = (Cjc*noEvent(depletion(vc/Phic, Mc)) + Taur*is_t/(NR*vt_t)*ec)*der(vc);
    je = (Cje*noEvent(depletion(ve/Phie, Me)) + Tauf*is_t/(NF*vt_t)*ee)*der(ve);
    transfer = (ie - ic)*(1 - Vak*vc);
    vcs = C.v - vS;
    iS = -Ccs*der(vcs);
    if not useSubstrate then
      vS = 0;
    end if;
    B.i = sign*(ie/(Bf*b_t) + ic/(Br*b_t) + je + jc);
    C.i = sign*(transfer - ic/(Br*b_t) - jc) - iS;
    C.i + B.i + E.i + iS = 0;
    LossPower = vc*ic/(Br*b_t) + ve*ie/(Bf*b_t) + transfer*sign*(C.v - E.v);
  end Bipolar;
  model NPN "Transistor of Ebers and Moll, npn"
    extends Bipolar(final sign = 1);
  end NPN;
  model PNP "Transistor of Ebers and Moll, pnp"
    extends Bipolar(final sign = -1);
  end PNP;

  partial model FieldEffect "Transistor with a channel; both kinds differ by a sign"
    Interfaces.Pin D "Drain";
    Interfaces.Pin G "Gate";
    Interfaces.Pin S "Source";
    Interfaces.Pin B "Bulk";
    parameter SI.Length W "Width";
    parameter SI.Length L "Length";
    parameter SI.Transconductance Beta "Transconductance";
    parameter SI.Voltage Vt "Threshold of the gate";
    parameter Real K2 "Influence of the bulk on the threshold";
    parameter Real K5 "Reduction of the pinch-off region";
    parameter SI.Length dW = -2.5e-6 "Change of the width";
    parameter SI.Length dL "Change of the length";
    parameter SI.Resistance RDS = 1e7 "Resistor from drain to source";
    parameter Boolean useTemperatureDependency = false "true: Beta, K2 and Vt follow temperature";
    parameter SI.Temperature Tnom = 300.15 "Temperature at which the other parameters hold";
    parameter Real kvt "Change of Vt for one kelvin";
    parameter Real kk2 "Change of K2 for one kelvin";
    extends Interfaces.ConditionalHeatPort(useHeatPort = useTemperatureDependency);
  protected
    parameter Real sign = 1 "1: n, -1: p";
    Real dT = if useTemperatureDependency then T_heatPort - Tnom else 0;
    Real beta_t = Beta*(W + dW)/(L + dL)*(if useTemperatureDependency then (T_heatPort/Tnom)^(-1.5)
      else 1);
    SI.Voltage vd = sign*D.v;
    SI.Voltage vs = sign*S.v;
    SI.Voltage u0 = noEvent(if vd < vs then vd else vs) "The end of the channel that is the source";
    SI.Voltage u = noEvent(abs(vd - vs)) "Along the channel";
    SI.Voltage ub = noEvent(min(sign*B.v - u0, 0)) "Bulk against source";
    SI.Voltage ug = K5*(sign*G.v - u0 - sign*Vt*(1 + kvt*dT) + K2*(1 + kk2*dT)*ub)
      "Gate above the threshold";
    SI.Current i "Along the channel";
  equation
    assert(L + dL > 0, "the channel of a transistor must have a length");
    assert(W + dW > 0, "the channel of a transistor must have a width");
    assert(T_heatPort > 0, "the temperature of a transistor must be positive");
    i = u/RDS + noEvent(if ug <= 0 then 0 elseif ug <= u then beta_t*ug^2/2 else
      beta_t*u*(ug - u/2));
    D.i = noEvent(if vd < vs then -sign*i else sign*i);
    S.i = -D.i;
    G.i = 0;
    B.i = 0;
    LossPower = D.i*(D.v - S.v);
  end FieldEffect;
  model NMOS "Transistor with a channel of electrons"
    extends FieldEffect(final sign = 1, W = 20e-6, L = 6e-6, Beta = 0.041e-3, Vt = 0.8, K2 = 1.144,
      K5 = 0.7311, dL = -1.5e-6, kvt = -6.96e-3, kk2 = 6e-4);
  end NMOS;
  model PMOS "Transistor with a channel of holes"
    extends FieldEffect(final sign = -1, W = 20e-6, L = 6e-6, Beta = 0.0105e-3, Vt = -1.0, K2 = 0.41,
      K5 = 0.839, dL = -2.1e-6, kvt = -2.9e-3, kk2 = 6.2e-4);
  end PMOS;

  model Thyristor "Thyristor that takes time to switch"
    parameter SI.Voltage VDRM(final min = 0) = 100 "Voltage at which it breaks through forward";
    parameter SI.Voltage VRRM(final min = 0) = 100 "Voltage at which it breaks through in reverse";
    parameter SI.Current IDRM = 0.1 "Current in reverse; not used";
    parameter SI.Voltage VTM = 1.7 "Voltage while it conducts ITM";
    parameter SI.Current IH = 6e-3 "Current below which it stops to conduct";
    parameter SI.Current ITM = 25 "Current at VTM";
    parameter SI.Voltage VGT = 0.7 "Voltage of the gate that fires it";
    parameter SI.Current IGT = 5e-3 "Current of the gate that fires it";
    parameter SI.Time TON = 1e-6 "Time to switch on";
    parameter SI.Time TOFF = 15e-6 "Time to switch off";
    parameter SI.Voltage Vt = 0.04 "Voltage by which the current grows by e";
    parameter Real Nbv = 0.74 "Factor of Vt where it breaks through";
    parameter SI.Voltage vRef = 0.65 "Where the curve of the gate bends";
    extends Interfaces.ConditionalHeatPort;
    Interfaces.PositivePin Anode "Anode";
    Interfaces.NegativePin Cathode "Cathode";
    Interfaces.PositivePin Gate "Gate";
    SI.Current iGK "Current of the gate";
    SI.Voltage vGK "Voltage from gate to cathode";
    SI.Voltage vAK "Voltage from anode to cathode";
    SI.Voltage vControl(start = 0) "How far it is switched on";
    SI.Voltage vContot "What this goes to";
    SI.Voltage vConmain "The part of that by holding and breaking through";
  protected
    parameter SI.Voltage Von = 5 "Switched on from here on";
    parameter SI.Voltage Voff = 1.5 "Switched off until here";
    parameter SI.Resistance Ron = (VTM - 0.7)/ITM "While it conducts";
    parameter SI.Resistance Roff = VDRM^2/(VTM*IH) "While it blocks";
    parameter SI.Current I0 = 0.95*IGT "Current of the gate that begins to fire";
    Real z = (vControl - (Von + Voff)/2)/(Von - Voff) "From -1/2, off, to 1/2, on";
    SI.Current fire "How far the gate fires, times 1e-4 V";
  equation
    Anode.i + Gate.i + Cathode.i = 0;
    iGK = Gate.i;
    vGK = Gate.v - Cathode.v;
    vAK = Anode.v - Cathode.v;
    vGK = if vGK < vRef then VGT/IGT*iGK else vRef^2/VGT + iGK*(VGT - vRef)/IGT;
    fire = if iGK < I0 then 0 elseif iGK < I0 + 1e-3 then iGK - I0 else 1e-3;
    vConmain = if Anode.i > IH or vAK > VDRM then Von else 0;
    vContot = vConmain + 1e4*fire*vAK;
    der(vControl) = (vContot - vControl)/(if vContot > vControl then 1.87*TON else 0.638*TOFF);
    // In between the logarithm of the resistance is a cubic curve, level at both ends.
    Anode.i = if vAK < -VRRM then -VRRM/Roff*exp(-(vAK + VRRM)/(Nbv*Vt))
      elseif vControl < Voff then vAK/Roff
      elseif vControl < Von then vAK/(sqrt(Ron*Roff)*(Ron/Roff)^(z*(1.5 - 2*z^2)))
      else vAK/Ron;
    LossPower = vAK*Anode.i + vGK*iGK;
  end Thyristor;
  model SimpleTriac "Two thyristors against each other"
    parameter SI.Voltage VDRM(final min = 0) = 100 "Voltage at which it breaks through forward";
    parameter SI.Voltage VRRM(final min = 0) = 100 "Voltage at which it breaks through in reverse";
    parameter SI.Current IDRM = 0.1 "Current in reverse; not used";
    parameter SI.Voltage VTM = 1.7 "Voltage while it conducts ITM";
    parameter SI.Current IH = 6e-3 "Current below which it stops to conduct";
    parameter SI.Current ITM = 25 "Current at VTM";
    parameter SI.Voltage VGT = 0.7 "Voltage of the gate that fires it";
    parameter SI.Current IGT = 5e-3 "Current of the gate that fires it";
    parameter SI.Time TON = 1e-6 "Time to switch on";
    parameter SI.Time TOFF = 15e-6 "Time to switch off";
    parameter SI.Voltage Vt = 0.04 "Voltage by which the current grows by e";
    parameter Real Nbv = 0.74 "Factor of Vt where it breaks through";
    extends Interfaces.ConditionalHeatPort;
    Interfaces.NegativePin n "Cathode";
    Interfaces.PositivePin p "Anode";
    Interfaces.PositivePin g "Gate";
    Thyristor thyristor[2](each VDRM = VDRM, each VRRM = VRRM, each IDRM = IDRM, each VTM = VTM,
      each IH = IH, each ITM = ITM, each VGT = VGT, each IGT = IGT, each TON = TON, each TOFF = TOFF,
      each Vt = Vt, each Nbv = Nbv) "From n to p, and from p to n";
  protected
    Ideal.IdealDiode diode[2](each Vknee = 0) "Before the gates";
  equation
    connect(thyristor[1].Anode, n);
    connect(thyristor[1].Cathode, p);
    connect(thyristor[2].Anode, p);
    connect(thyristor[2].Cathode, n);
    for k in 1:2 loop
      connect(g, diode[k].p);
      connect(diode[k].n, thyristor[k].Gate);
    end for;
    LossPower = p.i*p.v + n.i*n.v + g.i*g.v;
  end SimpleTriac;
end Semiconductors;
