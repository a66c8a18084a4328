within Modelica.Electrical.Analog;
package Ideal "Switches, diodes, amplifiers without what makes them real"
  model IdealDiode "Conducts in one direction"
    extends Interfaces.IdealSemiconductor;
  equation
    off = s < 0;
  end IdealDiode;
  model IdealThyristor "Conducts in one direction from when it is fired until its current ends"
    extends Interfaces.IdealSemiconductor;
    Modelica.Blocks.Interfaces.BooleanInput fire "Fires it";
  equation
    off = s < 0 or (pre(off) and not fire);
  end IdealThyristor;
  model IdealGTOThyristor "Conducts in one direction while it is fired"
    extends Interfaces.IdealSemiconductor;
    Modelica.Blocks.Interfaces.BooleanInput fire "Lets it conduct";
  equation
    off = s < 0 or not fire;
  end IdealGTOThyristor;
  model IdealClosingSwitch "Closed while its signal is true"
    extends Interfaces.IdealSwitch;
    Modelica.Blocks.Interfaces.BooleanInput control "true: closed";
  equation
    off = not control;
  end IdealClosingSwitch;
  model IdealOpeningSwitch "Open while its signal is true"
    extends Interfaces.IdealSwitch;
    Modelica.Blocks.Interfaces.BooleanInput control "true: open";
  equation
    off = control;
  end IdealOpeningSwitch;
  model ControlledIdealClosingSwitch "Closed while the potential of a pin is high"
    parameter SI.Voltage level = 0.5 "Above it the switch is closed";
    extends Interfaces.IdealSwitch;
    Interfaces.Pin control "Pin whose potential counts";
  equation
    control.i = 0;
    off = control.v <= level;
  end ControlledIdealClosingSwitch;
  model ControlledIdealOpeningSwitch "Open while the potential of a pin is high"
    parameter SI.Voltage level = 0.5 "Above it the switch is open";
    extends Interfaces.IdealSwitch;
    Interfaces.Pin control "Pin whose potential counts";
  equation
    control.i = 0;
    off = control.v > level;
  end ControlledIdealOpeningSwitch;
  model IdealTwoWaySwitch "Connects p with n1 or with n2"
    parameter SI.Resistance Ron(final min = 0) = 1e-5 "Resistance of the closed way";
    parameter SI.Conductance Goff(final min = 0) = 1e-5 "Conductance of the open way";
    extends Interfaces.ConditionalHeatPort(final T = 293.15);
    Interfaces.PositivePin p "Common pin";
    Interfaces.NegativePin n2 "Connected while the signal is true";
    Interfaces.NegativePin n1 "Connected while the signal is false";
    Modelica.Blocks.Interfaces.BooleanInput control "true: p with n2, false: p with n1";
  protected
    IdealOpeningSwitch way1(Ron = Ron, Goff = Goff);
    IdealClosingSwitch way2(Ron = Ron, Goff = Goff);
  equation
    connect(p, way1.p);
    connect(p, way2.p);
    connect(way1.n, n1);
    connect(way2.n, n2);
    connect(control, way1.control);
    connect(control, way2.control);
    LossPower = way1.LossPower + way2.LossPower;
  end IdealTwoWaySwitch;
  model IdealIntermediateSwitch "Connects two pairs of pins straight or crosswise"
    parameter SI.Resistance Ron(final min = 0) = 1e-5 "Resistance of a closed way";
    parameter SI.Conductance Goff(final min = 0) = 1e-5 "Conductance of an open way";
    extends Interfaces.ConditionalHeatPort(final T = 293.15);
    Interfaces.PositivePin p1 "First pin of the left pair";
    Interfaces.PositivePin p2 "Second pin of the left pair";
    Interfaces.NegativePin n1 "First pin of the right pair";
    Interfaces.NegativePin n2 "Second pin of the right pair";
    Modelica.Blocks.Interfaces.BooleanInput control "true: crosswise";
  protected
    IdealOpeningSwitch straight[2](each Ron = Ron, each Goff = Goff);
    IdealClosingSwitch cross[2](each Ron = Ron, each Goff = Goff);
  equation
    connect(p1, straight[1].p);
    connect(p2, straight[2].p);
    connect(straight[1].n, n1);
    connect(straight[2].n, n2);
    connect(p1, cross[1].p);
    connect(p2, cross[2].p);
    connect(cross[1].n, n2);
    connect(cross[2].n, n1);
    for k in 1:2 loop
      connect(control, straight[k].control);
      connect(control, cross[k].control);
    end for;
    LossPower = sum(straight[k].LossPower + cross[k].LossPower for k in 1:2);
  end IdealIntermediateSwitch;
  model ControlledIdealTwoWaySwitch "Connects p with n1 or with n2, by the potential of a pin"
    parameter SI.Voltage level = 0.5 "Above it p is connected with n2";
    parameter SI.Resistance Ron(final min = 0) = 1e-5 "Resistance of the closed way";
    parameter SI.Conductance Goff(final min = 0) = 1e-5 "Conductance of the open way";
    extends Interfaces.ConditionalHeatPort(final T = 293.15);
    Interfaces.PositivePin p "Common pin";
    Interfaces.NegativePin n2 "Connected while the potential is high";
    Interfaces.NegativePin n1 "Connected while the potential is low";
    Interfaces.Pin control "Pin whose potential counts";
  protected
    ControlledIdealOpeningSwitch way1(level = level, Ron = Ron, Goff = Goff);
    ControlledIdealClosingSwitch way2(level = level, Ron = Ron, Goff = Goff);
  equation
    connect(p, way1.p);
    connect(p, way2.p);
    connect(way1.n, n1);
    connect(way2.n, n2);
    connect(control, way1.control);
    connect(control, way2.control);
    LossPower = way1.LossPower + way2.LossPower;
  end ControlledIdealTwoWaySwitch;
  model ControlledIdealIntermediateSwitch
    "Connects two pairs of pins straight or crosswise, by the potential of a pin"
    parameter SI.Voltage level = 0.5 "Above it they are connected crosswise";
    parameter SI.Resistance Ron(final min = 0) = 1e-5 "Resistance of a closed way";
    parameter SI.Conductance Goff(final min = 0) = 1e-5 "Conductance of an open way";
    extends Interfaces.ConditionalHeatPort(final T = 293.15);
    Interfaces.PositivePin p1 "First pin of the left pair";
    Interfaces.PositivePin p2 "Second pin of the left pair";
    Interfaces.NegativePin n1 "First pin of the right pair";
    Interfaces.NegativePin n2 "Second pin of the right pair";
    Interfaces.Pin control "Pin whose potential counts";
  protected
    ControlledIdealOpeningSwitch straight[2](each level = level, each Ron = Ron, each Goff = Goff);
    ControlledIdealClosingSwitch cross[2](each level = level, each Ron = Ron, each Goff = Goff);
  equation
    connect(p1, straight[1].p);
    connect(p2, straight[2].p);
    connect(straight[1].n, n1);
    connect(straight[2].n, n2);
    connect(p1, cross[1].p);
    connect(p2, cross[2].p);
    connect(cross[1].n, n2);
    connect(cross[2].n, n1);
    for k in 1:2 loop
      connect(control, straight[k].control);
      connect(control, cross[k].control);
    end for;
    LossPower = sum(straight[k].LossPower + cross[k].LossPower for k in 1:2);
  end ControlledIdealIntermediateSwitch;
  model OpenerWithArc "Open while its signal is true; an arc burns when it opens"
    extends Interfaces.IdealSwitchWithArc;
    Modelica.Blocks.Interfaces.BooleanInput control "true: open";
  equation
    off = control;
  end OpenerWithArc;
  model CloserWithArc "Closed while its signal is true; an arc burns when it opens"
    extends Interfaces.IdealSwitchWithArc;
    Modelica.Blocks.Interfaces.BooleanInput control "true: closed";
  equation
    off = not control;
  end CloserWithArc;
  model ControlledOpenerWithArc
    "Open while the potential of a pin is high; an arc burns when it opens"
    parameter SI.Voltage level = 0.5 "Above it the switch is open";
    extends Interfaces.IdealSwitchWithArc;
    Interfaces.Pin control "Pin whose potential counts";
  equation
    control.i = 0;
    off = control.v > level;
  end ControlledOpenerWithArc;
  model ControlledCloserWithArc
    "Closed while the potential of a pin is high; an arc burns when it opens"
    parameter SI.Voltage level = 0.5 "From it on the switch is closed";
    extends Interfaces.IdealSwitchWithArc;
    Interfaces.Pin control "Pin whose potential counts";
  equation
    control.i = 0;
    off = control.v < level;
  end ControlledCloserWithArc;
  model IdealTriac "Two thyristors against each other, with a damping circuit beside them"
    parameter SI.Resistance Ron(final min = 0) = 1e-5 "Resistance while it conducts";
    parameter SI.Conductance Goff(final min = 0) = 1e-5 "Conductance while it blocks";
    parameter SI.Voltage Vknee(final min = 0, start = 0) = 0.8 "Voltage from which on it conducts";
    parameter SI.Resistance Rdis = 100 "Resistor of the damping circuit";
    parameter SI.Capacitance Cdis = 0.005 "Capacitor of the damping circuit";
    Modelica.Blocks.Interfaces.BooleanInput fire1 "Fires it";
    Interfaces.NegativePin n "Cathode";
    Interfaces.PositivePin p "Anode";
    IdealThyristor idealThyristor(Ron = Ron, Goff = Goff, Vknee = Vknee) "From n to p";
    IdealThyristor idealThyristor1(Ron = Ron, Goff = Goff, Vknee = Vknee) "From p to n";
    Basic.Resistor resistor(R = Rdis) "Of the damping circuit";
    Basic.Capacitor capacitor(C = Cdis) "Of the damping circuit";
  equation
    connect(fire1, idealThyristor.fire);
    connect(fire1, idealThyristor1.fire);
    connect(n, idealThyristor.p);
    connect(idealThyristor.n, p);
    connect(p, idealThyristor1.p);
    connect(idealThyristor1.n, n);
    connect(n, resistor.p);
    connect(resistor.n, capacitor.p);
    connect(capacitor.n, p);
  end IdealTriac;
  model Idle "Nothing between two pins"
    extends Interfaces.OnePort;
  equation
    i = 0;
  end Idle;
  model Short "A wire between two pins"
    extends Interfaces.OnePort;
  equation
    v = 0;
  end Short;
  model IdealTransformer "Transformer without losses and stray flux"
    extends Interfaces.TwoPort;
    parameter Real n(start = 1) "Left voltage over right voltage";
    parameter Boolean considerMagnetization = false "true: the left side has an inductance";
    parameter SI.Inductance Lm1(start = 1) "That inductance";
    SI.Current im1(start = 0) "Current that magnetizes";
    SI.MagneticFlux psim1 "Flux of the left side";
  equation
    v1 = n*v2;
    im1 = i1 + i2/n;
    if considerMagnetization then
      psim1 = Lm1*im1;
      v1 = der(psim1);
    else
      psim1 = 0;
      im1 = 0;
    end if;
  end IdealTransformer;
  model IdealOpAmp "Amplifier without limits: both inputs have the same potential"
    SI.Voltage v1 "Voltage between the inputs";
    SI.Voltage v2 "Voltage between the outputs";
    SI.Current i1 "Current into the inputs";
    SI.Current i2 "Current into p2";
    Interfaces.PositivePin p1 "Input that counts positive";
    Interfaces.NegativePin n1 "Input that counts negative";
    Interfaces.PositivePin p2 "Output";
    Interfaces.NegativePin n2 "Its other pin";
  equation
    v1 = p1.v - n1.v;
    v2 = p2.v - n2.v;
    i1 = p1.i;
    i2 = p2.i;
    p1.i + n1.i = 0;
    p2.i + n2.i = 0;
    v1 = 0;
    i1 = 0;
  end IdealOpAmp;
  model IdealOpAmp3Pin "Amplifier without limits: both inputs have the same potential"
    Interfaces.PositivePin in_p "Input that counts positive";
    Interfaces.NegativePin in_n "Input that counts negative";
    Interfaces.PositivePin out "Output";
  equation
    in_p.v = in_n.v;
    in_p.i = 0;
    in_n.i = 0;
  end IdealOpAmp3Pin;
  model IdealOpAmpLimited "Amplifier whose inputs have the same potential between its limits"
    Interfaces.PositivePin in_p "Input that counts positive";
    Interfaces.NegativePin in_n "Input that counts negative";
    Interfaces.PositivePin out "Output";
    Interfaces.PositivePin VMax "Upper supply";
    Interfaces.NegativePin VMin "Lower supply";
    SI.Voltage vin "Voltage between the inputs";
  protected
    Real s(start = 0) "The output from -1 to 1; beyond that the voltage between the inputs";
  equation
    in_p.i = 0;
    in_n.i = 0;
    VMax.i = 0;
    VMin.i = 0;
    vin = in_p.v - in_n.v;
    vin = if s < -1 then s + 1 elseif s > 1 then s - 1 else 0;
    out.v = if s < -1 then VMin.v elseif s > 1 then VMax.v else
      (VMax.v + VMin.v)/2 + s*(VMax.v - VMin.v)/2;
  end IdealOpAmpLimited;
  model IdealizedOpAmpLimited "Amplifier with a finite amplification and limits"
    parameter Real V0 = 15000.0 "Amplification";
    parameter Boolean useSupply = false "true: pins for the supplies";
    parameter SI.Voltage Vps = +15 "Upper supply without pins";
    parameter SI.Voltage Vns = -15 "Lower supply without pins";
    parameter Boolean strict = true "true: no events at the limits";
    parameter Modelica.Blocks.Types.LimiterHomotopy homotopyType =
      Modelica.Blocks.Types.LimiterHomotopy.NoHomotopy "For other tools; no effect here";
    SI.Voltage vps "Upper limit";
    SI.Voltage vns "Lower limit";
    SI.Voltage v_in "Voltage between the inputs";
    SI.Voltage v_out "Potential of the output";
    SI.Power p_in "Power into the inputs";
    SI.Power p_out "Power out of the output";
    SI.Power p_s "Power out of the supplies";
    SI.Current i_s "Current of the supplies";
    Interfaces.PositivePin in_p "Input that counts positive";
    Interfaces.NegativePin in_n "Input that counts negative";
    Interfaces.PositivePin out "Output";
    Interfaces.PositivePin s_p(i = +i_s, v = vps) if useSupply "Upper supply";
    Interfaces.NegativePin s_n(i = -i_s, v = vns) if useSupply "Lower supply";
  protected
    SI.Voltage v_free = V0*v_in "Without limits";
  equation
    if not useSupply then
      vps = Vps;
      vns = Vns;
    end if;
    in_p.i = 0;
    in_n.i = 0;
    v_in = in_p.v - in_n.v;
    v_out = out.v;
    if strict then
      v_out = noEvent(if v_free > vps then vps elseif v_free < vns then vns else v_free);
    else
      v_out = if v_free > vps then vps elseif v_free < vns then vns else v_free;
    end if;
    p_in = in_p.v*in_p.i + in_n.v*in_n.i;
    p_out = -out.v*out.i;
    // What the output gives comes from the supplies.
    p_s = p_out - p_in;
    p_s = i_s*(vps - vns);
  end IdealizedOpAmpLimited;
end Ideal;
