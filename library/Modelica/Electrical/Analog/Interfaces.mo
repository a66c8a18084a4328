within Modelica.Electrical.Analog;
package Interfaces "Pins, and elements that have them and nothing else"
  connector Pin "Pin: potential against current"
    SI.ElectricPotential v "Potential";
    flow SI.Current i "Current into the element";
  end Pin;
  connector PositivePin "Pin, drawn filled"
    SI.ElectricPotential v "Potential";
    flow SI.Current i "Current into the element";
  end PositivePin;
  connector NegativePin "Pin, drawn empty"
    SI.ElectricPotential v "Potential";
    flow SI.Current i "Current into the element";
  end NegativePin;
  partial model TwoPin "Two pins and the voltage between them"
    SI.Voltage v "Voltage from p to n";
    PositivePin p "First pin";
    NegativePin n "Second pin";
  equation
    v = p.v - n.v;
  end TwoPin;
  partial model OnePort "Two pins; the current into one comes out of the other"
    extends TwoPin;
    SI.Current i "Current from p to n";
  equation
    i = p.i;
    p.i + n.i = 0;
  end OnePort;
  partial model FourPin "Two pairs of pins"
    SI.Voltage v1 "Voltage of the left pair";
    SI.Voltage v2 "Voltage of the right pair";
    SI.Current i1 "Current into p1";
    SI.Current i2 "Current into p2";
    PositivePin p1 "First pin of the left pair";
    NegativePin n1 "Second pin of the left pair";
    PositivePin p2 "First pin of the right pair";
    NegativePin n2 "Second pin of the right pair";
  equation
    v1 = p1.v - n1.v;
    v2 = p2.v - n2.v;
    i1 = p1.i;
    i2 = p2.i;
  end FourPin;
  partial model TwoPort "Two pairs of pins; the current into one pin comes out of its neighbour"
    extends FourPin;
  equation
    p1.i + n1.i = 0;
    p2.i + n2.i = 0;
  end TwoPort;
  partial model ConditionalHeatPort "Has a temperature, and a heat port that may be missing"
    parameter Boolean useHeatPort = false "true: a heat port, which has the temperature";
    parameter SI.Temperature T = 293.15 "Temperature without heat port";
    Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a heatPort(T = T_heatPort,
      Q_flow = -LossPower) if useHeatPort "Where the lost power goes";
    SI.Power LossPower "Power that becomes heat";
    SI.Temperature T_heatPort "Temperature";
  equation
    if not useHeatPort then
      T_heatPort = T;
    end if;
  end ConditionalHeatPort;
  partial model AbsoluteSensor "Measures at one pin"
    Pin p "What is measured";
    Modelica.Blocks.Interfaces.RealOutput y "What it measures";
  end AbsoluteSensor;
  partial model RelativeSensor "Measures between two pins"
    PositivePin p "First pin";
    NegativePin n "Second pin";
    Modelica.Blocks.Interfaces.RealOutput y "What it measures";
  end RelativeSensor;
  partial model VoltageSource "A voltage that a block of Blocks.Sources gives"
    extends OnePort;
    parameter SI.Voltage offset = 0 "Added to the voltage; its value before startTime";
    parameter SI.Time startTime = 0 "When the signal begins";
    replaceable Modelica.Blocks.Interfaces.SignalSource signalSource(final offset = offset,
      final startTime = startTime) "Gives the voltage";
  equation
    v = signalSource.y;
  end VoltageSource;
  partial model CurrentSource "A current that a block of Blocks.Sources gives"
    extends OnePort;
    parameter SI.Current offset = 0 "Added to the current; its value before startTime";
    parameter SI.Time startTime = 0 "When the signal begins";
    replaceable Modelica.Blocks.Interfaces.SignalSource signalSource(final offset = offset,
      final startTime = startTime) "Gives the current";
  equation
    i = signalSource.y;
  end CurrentSource;
  partial model IdealSemiconductor "Lets a current pass in one direction"
    extends OnePort;
    parameter SI.Resistance Ron(final min = 0) = 1e-5 "Resistance while it conducts";
    parameter SI.Conductance Goff(final min = 0) = 1e-5 "Conductance while it blocks";
    parameter SI.Voltage Vknee(final min = 0) = 0 "Voltage from which on it conducts";
    extends ConditionalHeatPort;
    Boolean off(start = true) "Whether it blocks";
  protected
    Real s(start = 0) "Where it is on its curve: below 0 by the voltage, above by the current";
  equation
    // Both branches of the curve begin at s = 0, which is the point (Vknee, Goff Vknee).
    v = Vknee + s*(if off then 1 else Ron);
    i = Goff*Vknee + s*(if off then Goff else 1);
    LossPower = v*i;
  end IdealSemiconductor;
  partial model IdealSwitch "Open or closed"
    extends OnePort;
    parameter SI.Resistance Ron(final min = 0) = 1e-5 "Resistance while it is closed";
    parameter SI.Conductance Goff(final min = 0) = 1e-5 "Conductance while it is open";
    extends ConditionalHeatPort(final T = 293.15);
  protected
    Boolean off "Whether it is open";
    Real s "Its current while it is closed, its voltage while it is open";
  equation
    v = s*(if off then 1 else Ron);
    i = s*(if off then Goff else 1);
    LossPower = v*i;
  end IdealSwitch;
  partial model IdealSwitchWithArc "Open or closed; when it opens an arc burns for a while"
    extends OnePort;
    parameter SI.Resistance Ron = 1e-5 "Resistance while it is closed";
    parameter SI.Conductance Goff = 1e-5 "Conductance while it is open, without arc";
    parameter SI.Voltage V0(start = 30) "Voltage of an arc when it begins";
    parameter SI.VoltageSlope dVdt(start = 10e3) "How fast this voltage rises";
    parameter SI.Voltage Vmax(start = 60) "Largest voltage of an arc";
    extends ConditionalHeatPort(final T = 293.15);
    Boolean off(start = true) "Whether it is open, or would be without arc";
  protected
    Boolean quenched(start = true, fixed = true) "Whether it is open and no arc burns";
    discrete SI.Time opened(start = -Modelica.Constants.inf, fixed = true) "When it opened last";
  equation
    when edge(off) then
      opened = time;
    end when;
    // An arc ends where the open switch would carry its current.
    quenched = off and (pre(quenched) or abs(i) <= Goff*abs(v));
    if not off then
      v = Ron*i;
    elseif quenched then
      i = Goff*v;
    else
      v = sign(i)*min(V0 + dVdt*(time - opened), Vmax);
    end if;
    LossPower = v*i;
  end IdealSwitchWithArc;
end Interfaces;
