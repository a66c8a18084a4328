within Modelica.Electrical.Analog;
package Basic "Resistors, capacitors, inductors and what else circuits are made of"
  model Ground "Potential zero"
    Interfaces.Pin p "Pin";
  equation
    p.v = 0;
  end Ground;
  model Resistor "Resistor, whose resistance may change with temperature"
    parameter SI.Resistance R(start = 1) "Resistance at T_ref";
    parameter SI.Temperature T_ref = 300.15 "Temperature at which it is R";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Change of the resistance for one kelvin";
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T = T_ref);
    SI.Resistance R_actual "Resistance now";
  equation
    R_actual = R + R*alpha*(T_heatPort - T_ref);
    v = R_actual*i;
    LossPower = v*i;
  end Resistor;
  model Conductor "Conductor, whose conductance may change with temperature"
    parameter SI.Conductance G(start = 1) "Conductance at T_ref";
    parameter SI.Temperature T_ref = 300.15 "Temperature at which it is G";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Change of the resistance for one kelvin";
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T = T_ref);
    SI.Conductance G_actual "Conductance now";
  equation
    G_actual = G/(1 + alpha*(T_heatPort - T_ref));
    i = G_actual*v;
    LossPower = v*i;
  end Conductor;
  model Capacitor "Capacitor"
    extends Interfaces.OnePort(v(start = 0));
    parameter SI.Capacitance C(start = 1) "Capacitance";
  equation
    C*der(v) = i;
  end Capacitor;
  model Inductor "Inductor"
    extends Interfaces.OnePort(i(start = 0));
    parameter SI.Inductance L(start = 1) "Inductance";
  equation
    L*der(i) = v;
  end Inductor;
  model SaturatingInductor "Inductor whose inductance falls where its current is large"
    extends Interfaces.OnePort(i(start = 0));
    parameter SI.Current Inom(start = 1) "A current at which the inductance is known";
    parameter SI.Inductance Lnom(start = 1) "Inductance at Inom";
    parameter SI.Inductance Lzer(start = 2) "Inductance for small currents";
    parameter SI.Inductance Linf(start = 0.5) "Inductance for large currents";
    SI.Inductance Lact(start = 1) "Inductance now: flux over current";
    SI.MagneticFlux Psi "Flux";
  protected
    // Psi = Linf i + (Lzer - Linf) Ipar atan(i/Ipar); Ipar is such that Psi(Inom) = Lnom Inom.
    function find_Ipar "By bisection: Ipar/Inom atan(Inom/Ipar) = ratio"
      input Real ratio "From 0 to 1";
      input Real Inom;
      output Real Ipar;
    protected
      Real low, high, middle;
    algorithm
      low := 0;
      high := 1e6;
      for k in 1:200 loop
        middle := (low + high)/2;
        if middle*atan(1/middle) < ratio then
          low := middle;
        else
          high := middle;
        end if;
      end for;
      Ipar := middle*Inom;
    end find_Ipar;
    parameter SI.Current Ipar = find_Ipar((Lnom - Linf)/(Lzer - Linf), Inom);
  equation
    assert(Lzer > Lnom and Lnom > Linf, "SaturatingInductor: Lzer > Lnom > Linf must hold");
    Psi = Linf*i + (Lzer - Linf)*Ipar*Modelica.Math.atan(i/Ipar);
    Lact = noEvent(if abs(i) > 1e-6*Ipar then Psi/i else Lzer);
    v = der(Psi);
  end SaturatingInductor;
  model Transformer "Two inductors that share flux"
    extends Interfaces.TwoPort(i1(start = 0), i2(start = 0));
    parameter SI.Inductance L1(start = 1) "Inductance of the left one";
    parameter SI.Inductance L2(start = 1) "Inductance of the right one";
    parameter SI.Inductance M(start = 1) "What they share; less than sqrt(L1 L2)";
  equation
    v1 = L1*der(i1) + M*der(i2);
    v2 = M*der(i1) + L2*der(i2);
  end Transformer;
  model M_Transformer "Any number of inductors that share flux"
    parameter Integer N(final min = 1) = 3 "Number of inductors";
    parameter Integer dimL = div(N*(N + 1), 2) "Number of inductances";
    parameter SI.Inductance L[dimL] = {1, 0.1, 0.2, 2, 0.3, 3}
      "Inductances: row by row the diagonal and what stands right of it";
    Interfaces.PositivePin p[N] "First pins";
    Interfaces.NegativePin n[N] "Second pins";
    SI.Voltage v[N] "Voltages";
    SI.Current i[N](each start = 0, each fixed = true) "Currents";
  protected
    parameter SI.Inductance matrix[N, N] = {{L[div((2*N - min(j, k) + 2)*(min(j, k) - 1), 2) +
      abs(j - k) + 1] for k in 1:N} for j in 1:N};
  equation
    for j in 1:N loop
      v[j] = p[j].v - n[j].v;
      i[j] = p[j].i;
      p[j].i + n[j].i = 0;
    end for;
    v = matrix*der(i);
  end M_Transformer;
  model Gyrator "The voltage of one side gives the current of the other"
    extends Interfaces.TwoPort;
    parameter SI.Conductance G1(start = 1) "From the right voltage to the left current";
    parameter SI.Conductance G2(start = 1) "From the left voltage to the right current";
  equation
    i1 = G2*v2;
    i2 = -G1*v1;
  end Gyrator;
  model RotationalEMF "Ideal electric machine that turns"
    parameter Boolean useSupport = false "true: a flange for the housing, else it stands on ground";
    parameter SI.ElectricalTorqueConstant k(start = 1) "Torque for one ampere";
    SI.Voltage v "Voltage from p to n";
    SI.Current i "Current from p to n";
    SI.Angle phi "Angle of the shaft against the housing";
    SI.AngularVelocity w "Derivative of phi";
    SI.Torque tau "Torque at the flange";
    SI.Torque tauElectrical "Torque of the machine on the shaft";
    Interfaces.PositivePin p "First pin";
    Interfaces.NegativePin n "Second pin";
    Modelica.Mechanics.Rotational.Interfaces.Flange_b flange "Shaft";
    Modelica.Mechanics.Rotational.Interfaces.Support support if useSupport "Housing";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
    if useSupport then
      phi = flange.phi - support.phi;
      support.tau = -tau;
    else
      phi = flange.phi;
    end if;
    w = der(phi);
    v = k*w;
    tauElectrical = k*i;
    tau = -tauElectrical;
    flange.tau = tau;
  end RotationalEMF;
  model TranslationalEMF "Ideal electric machine that moves along a line"
    parameter Boolean useSupport = false "true: a flange for the housing, else it stands on ground";
    parameter SI.ElectricalForceConstant k(start = 1) "Force for one ampere";
    SI.Voltage v "Voltage from p to n";
    SI.Current i "Current from p to n";
    SI.Position s "Position of the flange against the housing";
    SI.Velocity vel "Derivative of s";
    SI.Force f "Force at the flange";
    SI.Force fElectrical "Force of the machine on what moves";
    Interfaces.PositivePin p "First pin";
    Interfaces.NegativePin n "Second pin";
    Modelica.Mechanics.Translational.Interfaces.Flange_b flange "What moves";
    Modelica.Mechanics.Translational.Interfaces.Support support if useSupport "Housing";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
    if useSupport then
      s = flange.s - support.s;
      support.f = -f;
    else
      s = flange.s;
    end if;
    vel = der(s);
    v = k*vel;
    fElectrical = k*i;
    f = -fElectrical;
    flange.f = f;
  end TranslationalEMF;
  model VCV "The left voltage gives the right one"
    extends Interfaces.TwoPort;
    parameter Real gain(start = 1) "Right voltage over left voltage";
  equation
    i1 = 0;
    v2 = gain*v1;
  end VCV;
  model VCC "The left voltage gives the right current"
    extends Interfaces.TwoPort;
    parameter SI.Conductance transConductance(start = 1) "Right current over left voltage";
  equation
    i1 = 0;
    i2 = transConductance*v1;
  end VCC;
  model CCV "The left current gives the right voltage"
    extends Interfaces.TwoPort;
    parameter SI.Resistance transResistance(start = 1) "Right voltage over left current";
  equation
    v1 = 0;
    v2 = transResistance*i1;
  end CCV;
  model CCC "The left current gives the right one"
    extends Interfaces.TwoPort;
    parameter Real gain(start = 1) "Right current over left current";
  equation
    v1 = 0;
    i2 = gain*i1;
  end CCC;
  model OpAmp "Amplifier whose output stays between its supplies"
    parameter Real Slope(start = 10000) "Amplification of small signals";
    Interfaces.PositivePin in_p "Input that counts positive";
    Interfaces.NegativePin in_n "Input that counts negative";
    Interfaces.PositivePin out "Output";
    Interfaces.PositivePin VMax "Upper supply";
    Interfaces.NegativePin VMin "Lower supply";
    SI.Voltage vin "Voltage between the inputs";
  protected
    Real x "Amplified, over the range of the supplies; the output goes from -1/2 to 1/2";
  equation
    in_p.i = 0;
    in_n.i = 0;
    VMax.i = 0;
    VMin.i = 0;
    vin = in_p.v - in_n.v;
    x = 2*abs(Slope)*vin/(VMax.v - VMin.v);
    // Slope 1 at 0, levels off towards the supplies.
    out.v = (VMax.v + VMin.v)/2 + (VMax.v - VMin.v)/2*x/(1 + noEvent(abs(x)));
  end OpAmp;
  // A macro model in stages, one after the other (Connelly, Choi: Macromodeling with SPICE, 1992):
  //   input       offset voltage in front of p; Rdm and Cin between the inputs, Rcm and a bias current from each to ground
  //   response    poles fp2, fp3, fp4 and the zero fz
  //   gain        Avd0 of the difference, and by CMRR less of what both inputs have in common
  //   main pole   fp1, within the supplies
  //   slew rate   v_source follows, no faster than sr_p and sr_m
  //   output      v_source behind Rout, within the limits of its current
  model OpAmpDetailed "Operational amplifier with its inputs, poles, slew rate and limits"
    parameter SI.Resistance Rdm = 2.0e6 "Resistance between the inputs";
    parameter SI.Resistance Rcm = 2.0e9 "Resistance from each input to ground";
    parameter SI.Capacitance Cin = 1.4e-12 "Capacitance between the inputs";
    parameter SI.Voltage Vos = 1.0e-3 "Offset between the inputs";
    parameter SI.Current Ib = 80.0e-9 "Mean of the currents into the inputs";
    parameter SI.Current Ios = 20.0e-9 "Difference of the currents into the inputs";
    parameter SI.Voltage vcp = 0.0 "How far below the upper supply the output stays";
    parameter SI.Voltage vcm = 0.0 "How far above the lower supply the output stays";
    parameter Real Avd0 = 106.0 "Amplification of the difference, in dB";
    parameter Real CMRR = 90.0 "That over the amplification of what the inputs have in common, in dB";
    parameter SI.Frequency fp1 = 5.0 "Main pole";
    parameter SI.Frequency fp2 = 2.0e6 "Second pole";
    parameter SI.Frequency fp3 = 20.0e6 "Third pole";
    parameter SI.Frequency fp4 = 100.0e6 "Fourth pole";
    parameter SI.Frequency fz = 5.0e6 "Zero";
    parameter SI.VoltageSlope sr_p = 0.5e6 "Fastest rise of the output";
    parameter SI.VoltageSlope sr_m = 0.5e6 "Fastest fall of the output";
    parameter SI.Resistance Rout = 75.0 "Resistance of the output";
    parameter SI.Current Imaxso = 25.0e-3 "Largest current out of the output";
    parameter SI.Current Imaxsi = 25.0e-3 "Largest current into the output";
    parameter SI.Time Ts = 0.0000012 "Time constant by which v_source follows what is slower than the slew rate";
    final parameter SI.Voltage vcp_abs = abs(vcp) "Distance to the upper supply";
    final parameter SI.Voltage vcm_abs = abs(vcm) "Distance to the lower supply";
    final parameter SI.Current I1 = Ib + Ios/2 "Bias current of p";
    final parameter SI.Current I2 = Ib - Ios/2 "Bias current of m";
    final parameter Real Avd0_val = 10^(Avd0/20) "Amplification of the difference";
    final parameter Real Avcm_val = 10^((Avd0 - CMRR)/20)/2 "Amplification of the sum of the inputs";
    final parameter SI.VoltageSlope sr_p_val = abs(sr_p) "Upper limit of the rate";
    final parameter SI.VoltageSlope sr_m_val = -abs(sr_m) "Lower limit of the rate";
    final parameter SI.Current Imaxso_val = abs(Imaxso) "Limit of the current out of the output";
    final parameter SI.Current Imaxsi_val = abs(Imaxsi) "Limit of the current into the output";
    Interfaces.PositivePin p "Input that counts positive";
    Interfaces.NegativePin m "Input that counts negative";
    Interfaces.PositivePin outp "Output";
    Interfaces.PositivePin p_supply "Upper supply";
    Interfaces.NegativePin m_supply "Lower supply";
    SI.Voltage v_pos "Upper supply";
    SI.Voltage v_neg "Lower supply";
    SI.Voltage v_vos "Offset";
    SI.Voltage v_3 "Potential of p behind the offset";
    SI.Voltage v_in "Voltage between the inputs, behind the offset";
    SI.Voltage v_4 "Potential of m";
    SI.Current i_vos "Current into p";
    SI.Current i_3 "From p to ground";
    SI.Current i_r2 "Through Rdm";
    SI.Current i_c3 "Through Cin";
    SI.Current i_4 "From m to ground";
    Real q_fr1 "Behind the pole fp2";
    Real q_fr2 "Behind the pole fp3 and the zero";
    Real q_fr3 "Behind the pole fp4";
    SI.Voltage q_sum "Amplified";
    SI.Voltage q_sum_help "Amplified, within the supplies";
    SI.Voltage q_fp1 "Behind the main pole";
    SI.Voltage v_source "Behind the limits of the rate";
    SI.Voltage x "Its derivative is the rate without limits";
    SI.Voltage v_out "Potential of the output";
    SI.Current i_out "Current into the output";
  protected
    constant Real turn = 2*Modelica.Constants.pi;
    SI.Voltage top = v_pos - vcp_abs "Highest q_fp1";
    SI.Voltage bottom = v_neg + vcm_abs "Lowest q_fp1";
    SI.VoltageSlope rate = (q_fp1 - v_source)/Ts "Rate without limits";
    SI.Current i_free = (v_out - v_source)/Rout "Current into the output without limits";
  initial equation
    v_source = q_fp1;
    x = 0;
  equation
    assert(Rout > 0, "Rout must be greater than 0");
    v_pos = p_supply.v;
    v_neg = m_supply.v;
    p_supply.i = 0;
    m_supply.i = 0;
    v_vos = Vos;
    v_3 = p.v - v_vos;
    v_4 = m.v;
    v_in = v_3 - v_4;
    i_3 = v_3/Rcm + I1;
    i_4 = v_4/Rcm + I2;
    i_r2 = v_in/Rdm;
    i_c3 = Cin*der(v_in);
    i_vos = i_3 + i_r2 + i_c3;
    p.i = i_vos;
    m.i = i_4 - i_r2 - i_c3;
    der(q_fr1) = turn*fp2*(v_in - q_fr1);
    der(q_fr2) = turn*fp3*(q_fr1 + der(q_fr1)/(turn*fz) - q_fr2);
    der(q_fr3) = turn*fp4*(q_fr2 - q_fr3);
    q_sum = Avd0_val*q_fr3 + Avcm_val*(v_3 + v_4);
    // Only where q_fp1 is at a limit is q_sum cut: on its way there it is as fast as without.
    q_sum_help = if q_sum > top and q_fp1 >= top then top elseif q_sum < bottom and q_fp1 <= bottom then bottom
      else q_sum;
    der(q_fp1) = turn*fp1*(q_sum_help - q_fp1);
    der(x) = rate;
    der(v_source) = noEvent(min(max(rate, sr_m_val), sr_p_val));
    v_out = outp.v;
    i_out = outp.i;
    i_out = if i_free > Imaxsi_val then Imaxsi_val elseif i_free < -Imaxso_val then -Imaxso_val else i_free;
  end OpAmpDetailed;
  model Potentiometer "Resistor with a contact that slides"
    parameter SI.Resistance R(start = 1) "Resistance at T_ref";
    parameter SI.Temperature T_ref = 293.15 "Temperature at which it is R";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Change of the resistance for one kelvin";
    extends Interfaces.ConditionalHeatPort(T = T_ref);
    parameter Boolean useRinput = false "true: an input says where the contact is";
    parameter Real rConstant(min = 0, max = 1) = 0.5 "Where it is without that input: 0 at pin_n";
    SI.Resistance Rp "Resistance between pin_p and the contact";
    SI.Resistance Rn "Resistance between the contact and pin_n";
    Interfaces.PositivePin pin_p "First end";
    Interfaces.PositivePin contact "Contact";
    Interfaces.NegativePin pin_n "Second end";
    Modelica.Blocks.Interfaces.RealInput r(min = 0, max = 1) if useRinput
      "Where the contact is: 0 at pin_n, 1 at pin_p";
  protected
    Modelica.Blocks.Interfaces.RealInput place;
    SI.Resistance whole = R + R*alpha*(T_heatPort - T_ref);
    constant Real least = Modelica.Constants.eps "Neither part vanishes";
  equation
    connect(r, place);
    if not useRinput then
      place = rConstant;
    end if;
    Rp = whole*max(1 - place, least);
    Rn = whole*max(place, least);
    pin_p.v - contact.v = Rp*pin_p.i;
    contact.v - pin_n.v = -Rn*pin_n.i;
    pin_p.i + contact.i + pin_n.i = 0;
    LossPower = (pin_p.v - contact.v)*pin_p.i - (contact.v - pin_n.v)*pin_n.i;
  end Potentiometer;
  model VariableResistor "Resistor whose resistance is a signal"
    parameter SI.Temperature T_ref = 300.15 "Temperature at which it is the signal";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Change of the resistance for one kelvin";
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T = T_ref);
    SI.Resistance R_actual "Resistance now";
    Modelica.Blocks.Interfaces.RealInput R(unit = "Ohm") "Resistance at T_ref";
  equation
    R_actual = R + R*alpha*(T_heatPort - T_ref);
    v = R_actual*i;
    LossPower = v*i;
  end VariableResistor;
  model VariableConductor "Conductor whose conductance is a signal"
    parameter SI.Temperature T_ref = 300.15 "Temperature at which it is the signal";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Change of the resistance for one kelvin";
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T = T_ref);
    SI.Conductance G_actual "Conductance now";
    Modelica.Blocks.Interfaces.RealInput G(unit = "S") "Conductance at T_ref";
  equation
    G_actual = G/(1 + alpha*(T_heatPort - T_ref));
    i = G_actual*v;
    LossPower = v*i;
  end VariableConductor;
  model VariableCapacitor "Capacitor whose capacitance is a signal"
    extends Interfaces.OnePort(v(start = IC));
    Modelica.Blocks.Interfaces.RealInput C(unit = "F") "Capacitance";
    parameter SI.Capacitance Cmin = Modelica.Constants.eps "Least capacitance";
    SI.ElectricCharge Q "Charge";
    parameter SI.Voltage IC = 0 "Voltage at the start";
    parameter Boolean UIC = false "true: IC holds at the start, else it is a guess";
  initial equation
    if UIC then
      v = IC;
    end if;
  equation
    Q = noEvent(max(C, Cmin))*v;
    i = der(Q);
  end VariableCapacitor;
  model VariableInductor "Inductor whose inductance is a signal"
    extends Interfaces.OnePort(i(start = IC));
    Modelica.Blocks.Interfaces.RealInput L(unit = "H") "Inductance";
    SI.MagneticFlux Psi "Flux";
    parameter SI.Inductance Lmin = Modelica.Constants.eps "Least inductance";
    parameter SI.Current IC = 0 "Current at the start";
    parameter Boolean UIC = false "true: IC holds at the start, else it is a guess";
  initial equation
    if UIC then
      i = IC;
    end if;
  equation
    Psi = noEvent(max(L, Lmin))*i;
    v = der(Psi);
  end VariableInductor;
end Basic;
