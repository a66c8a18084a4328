within Modelica.Electrical.Analog;
package Sources "Voltages and currents"
  model SignalVoltage "A voltage that is a signal"
    Interfaces.PositivePin p "First pin";
    Interfaces.NegativePin n "Second pin";
    Modelica.Blocks.Interfaces.RealInput v(unit = "V") "Voltage from p to n";
    SI.Current i "Current from p to n";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end SignalVoltage;
  model SignalCurrent "A current that is a signal"
    Interfaces.PositivePin p "First pin";
    Interfaces.NegativePin n "Second pin";
    SI.Voltage v "Voltage from p to n";
    Modelica.Blocks.Interfaces.RealInput i(unit = "A") "Current from p to n";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end SignalCurrent;
  model ConstantVoltage "A voltage that stays"
    parameter SI.Voltage V(start = 1) "Voltage from p to n";
    extends Interfaces.OnePort;
  equation
    v = V;
  end ConstantVoltage;
  model ConstantCurrent "A current that stays"
    parameter SI.Current I(start = 1) "Current from p to n";
    extends Interfaces.OnePort;
  equation
    i = I;
  end ConstantCurrent;
  model SupplyVoltage "Two voltages, above and below ground"
    parameter SI.Voltage Vps = +15 "Upper voltage";
    parameter SI.Voltage Vns = -15 "Lower voltage";
    Interfaces.PositivePin pin_p "Upper pin";
    Interfaces.NegativePin pin_n "Lower pin";
    Interfaces.NegativePin ground "Between them";
  equation
    pin_p.v - ground.v = Vps;
    pin_n.v - ground.v = Vns;
    pin_p.i + pin_n.i + ground.i = 0;
  end SupplyVoltage;
  model StepVoltage "A step: voltage"
    parameter SI.Voltage V(start = 1) "Height of the step";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Step signalSource(
      final height = V));
  end StepVoltage;
  model RampVoltage "Rises from one value to another: voltage"
    parameter SI.Voltage V(start = 1) "By how much it rises";
    parameter SI.Time duration(min = Modelica.Constants.small, start = 2) "How long it rises";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Ramp signalSource(
      final height = V, final duration = duration));
  end RampVoltage;
  model SineVoltage "A sine: voltage"
    parameter SI.Voltage V(start = 1) "Amplitude";
    parameter SI.Angle phase = 0 "Phase at startTime";
    parameter SI.Frequency f(start = 1) "Frequency";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Sine signalSource(
      final amplitude = V, final phase = phase, final f = f));
  end SineVoltage;
  model CosineVoltage "A cosine: voltage"
    parameter SI.Voltage V(start = 1) "Amplitude";
    parameter SI.Angle phase = 0 "Phase at startTime";
    parameter SI.Frequency f(start = 1) "Frequency";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Cosine signalSource(
      final amplitude = V, final phase = phase, final f = f));
  end CosineVoltage;
  model ExpSineVoltage "A sine that dies away: voltage"
    parameter SI.Voltage V(start = 1) "Amplitude";
    parameter SI.Frequency f(start = 2) "Frequency";
    parameter SI.Angle phase = 0 "Phase at startTime";
    parameter SI.DampingCoefficient damping(start = 1) "Rate at which the amplitude falls";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.ExpSine signalSource(
      final amplitude = V, final f = f, final phase = phase, final damping = damping));
  end ExpSineVoltage;
  model ExponentialsVoltage "Rises and falls by exponentials: voltage"
    parameter SI.Voltage vMax(start = 1) "What it rises to if it rises long enough";
    parameter SI.Time riseTime(min = 0, start = 0.5) "How long it rises";
    parameter SI.Time riseTimeConst(min = Modelica.Constants.small, start = 0.1)
      "Time constant while it rises";
    parameter SI.Time fallTimeConst(min = Modelica.Constants.small, start = 0.1)
      "Time constant while it falls";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Exponentials signalSource(
      final outMax = vMax, final riseTime = riseTime, final riseTimeConst = riseTimeConst,
      final fallTimeConst = fallTimeConst));
  end ExponentialsVoltage;
  model PulseVoltage "Rectangles that follow one another: voltage"
    parameter SI.Voltage V(start = 1) "Amplitude";
    parameter Real width(final min = Modelica.Constants.small, final max = 100, start = 50)
      "Width of a pulse in percent of the period";
    parameter SI.Time period(final min = Modelica.Constants.small, start = 1)
      "Time from one to the next";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Pulse signalSource(
      final amplitude = V, final width = width, final period = period));
  end PulseVoltage;
  model SawToothVoltage "Rises and falls back, again and again: voltage"
    parameter SI.Voltage V(start = 1) "Amplitude";
    parameter SI.Time period(start = 1) "Time from one tooth to the next";
    parameter Integer nperiod(start = -1) "Number of teeth; less than 0: without end";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.SawTooth signalSource(
      final amplitude = V, final period = period, final nperiod = nperiod));
  end SawToothVoltage;
  model TrapezoidVoltage "Trapezia that follow one another: voltage"
    parameter SI.Voltage V(start = 1) "Amplitude";
    parameter SI.Time rising(final min = 0, start = 0) "How long it rises";
    parameter SI.Time width(final min = 0, start = 0.5) "How long it stays";
    parameter SI.Time falling(final min = 0, start = 0) "How long it falls";
    parameter SI.Time period(final min = Modelica.Constants.small, start = 1)
      "Time from one to the next";
    parameter Integer nperiod(start = -1) "Number of trapezia; less than 0: without end";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Trapezoid signalSource(
      final amplitude = V, final rising = rising, final width = width, final falling = falling,
      final period = period, final nperiod = nperiod));
  end TrapezoidVoltage;
  model TableVoltage "Straight lines between points: voltage"
    parameter Real table[:, :] = [0, 0; 1, 1; 2, 4] "Rows of time and voltage";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.TimeTable signalSource(
      final table = table));
  end TableVoltage;
  model SineVoltageVariableFrequencyAndAmplitude
    "A sine whose frequency and amplitude are signals: voltage"
    extends Interfaces.OnePort;
    parameter Boolean useConstantAmplitude = false "true: constantAmplitude holds, else an input";
    parameter SI.Voltage constantAmplitude = 1 "Amplitude";
    parameter Boolean useConstantFrequency = false "true: constantFrequency holds, else an input";
    parameter SI.Frequency constantFrequency = 1 "Frequency";
    parameter SI.Voltage offset = 0 "Added to the voltage";
    Modelica.Blocks.Interfaces.RealInput V(unit = "V") if not useConstantAmplitude "Amplitude";
    Modelica.Blocks.Interfaces.RealInput f(unit = "Hz") if not useConstantFrequency "Frequency";
  protected
    Modelica.Blocks.Sources.SineVariableFrequencyAndAmplitude signal(
      useConstantAmplitude = useConstantAmplitude, constantAmplitude = constantAmplitude,
      useConstantFrequency = useConstantFrequency, constantFrequency = constantFrequency,
      offset = offset);
  equation
    connect(V, signal.amplitude);
    connect(f, signal.f);
    v = signal.y;
  end SineVoltageVariableFrequencyAndAmplitude;
  model CosineVoltageVariableFrequencyAndAmplitude
    "A cosine whose frequency and amplitude are signals: voltage"
    extends Interfaces.OnePort;
    parameter Boolean useConstantAmplitude = false "true: constantAmplitude holds, else an input";
    parameter SI.Voltage constantAmplitude = 1 "Amplitude";
    parameter Boolean useConstantFrequency = false "true: constantFrequency holds, else an input";
    parameter SI.Frequency constantFrequency = 1 "Frequency";
    parameter SI.Voltage offset = 0 "Added to the voltage";
    Modelica.Blocks.Interfaces.RealInput V(unit = "V") if not useConstantAmplitude "Amplitude";
    Modelica.Blocks.Interfaces.RealInput f(unit = "Hz") if not useConstantFrequency "Frequency";
  protected
    Modelica.Blocks.Sources.CosineVariableFrequencyAndAmplitude signal(
      useConstantAmplitude = useConstantAmplitude, constantAmplitude = constantAmplitude,
      useConstantFrequency = useConstantFrequency, constantFrequency = constantFrequency,
      offset = offset);
  equation
    connect(V, signal.amplitude);
    connect(f, signal.f);
    v = signal.y;
  end CosineVoltageVariableFrequencyAndAmplitude;
  model StepCurrent "A step: current"
    parameter SI.Current I(start = 1) "Height of the step";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Step signalSource(
      final height = I));
  end StepCurrent;
  model RampCurrent "Rises from one value to another: current"
    parameter SI.Current I(start = 1) "By how much it rises";
    parameter SI.Time duration(min = Modelica.Constants.small, start = 2) "How long it rises";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Ramp signalSource(
      final height = I, final duration = duration));
  end RampCurrent;
  model SineCurrent "A sine: current"
    parameter SI.Current I(start = 1) "Amplitude";
    parameter SI.Angle phase = 0 "Phase at startTime";
    parameter SI.Frequency f(start = 1) "Frequency";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Sine signalSource(
      final amplitude = I, final phase = phase, final f = f));
  end SineCurrent;
  model CosineCurrent "A cosine: current"
    parameter SI.Current I(start = 1) "Amplitude";
    parameter SI.Angle phase = 0 "Phase at startTime";
    parameter SI.Frequency f(start = 1) "Frequency";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Cosine signalSource(
      final amplitude = I, final phase = phase, final f = f));
  end CosineCurrent;
  model ExpSineCurrent "A sine that dies away: current"
    parameter SI.Current I(start = 1) "Amplitude";
    parameter SI.Frequency f(start = 2) "Frequency";
    parameter SI.Angle phase = 0 "Phase at startTime";
    parameter SI.DampingCoefficient damping(start = 1) "Rate at which the amplitude falls";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.ExpSine signalSource(
      final amplitude = I, final f = f, final phase = phase, final damping = damping));
  end ExpSineCurrent;
  model ExponentialsCurrent "Rises and falls by exponentials: current"
    parameter SI.Current iMax(start = 1) "What it rises to if it rises long enough";
    parameter SI.Time riseTime(min = 0, start = 0.5) "How long it rises";
    parameter SI.Time riseTimeConst(min = Modelica.Constants.small, start = 0.1)
      "Time constant while it rises";
    parameter SI.Time fallTimeConst(min = Modelica.Constants.small, start = 0.1)
      "Time constant while it falls";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Exponentials signalSource(
      final outMax = iMax, final riseTime = riseTime, final riseTimeConst = riseTimeConst,
      final fallTimeConst = fallTimeConst));
  end ExponentialsCurrent;
  model PulseCurrent "Rectangles that follow one another: current"
    parameter SI.Current I(start = 1) "Amplitude";
    parameter Real width(final min = Modelica.Constants.small, final max = 100, start = 50)
      "Width of a pulse in percent of the period";
    parameter SI.Time period(final min = Modelica.Constants.small, start = 1)
      "Time from one to the next";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Pulse signalSource(
      final amplitude = I, final width = width, final period = period));
  end PulseCurrent;
  model SawToothCurrent "Rises and falls back, again and again: current"
    parameter SI.Current I(start = 1) "Amplitude";
    parameter SI.Time period(start = 1) "Time from one tooth to the next";
    parameter Integer nperiod(start = -1) "Number of teeth; less than 0: without end";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.SawTooth signalSource(
      final amplitude = I, final period = period, final nperiod = nperiod));
  end SawToothCurrent;
  model TrapezoidCurrent "Trapezia that follow one another: current"
    parameter SI.Current I(start = 1) "Amplitude";
    parameter SI.Time rising(final min = 0, start = 0) "How long it rises";
    parameter SI.Time width(final min = 0, start = 0.5) "How long it stays";
    parameter SI.Time falling(final min = 0, start = 0) "How long it falls";
    parameter SI.Time period(final min = Modelica.Constants.small, start = 1)
      "Time from one to the next";
    parameter Integer nperiod(start = -1) "Number of trapezia; less than 0: without end";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Trapezoid signalSource(
      final amplitude = I, final rising = rising, final width = width, final falling = falling,
      final period = period, final nperiod = nperiod));
  end TrapezoidCurrent;
  model TableCurrent "Straight lines between points: current"
    parameter Real table[:, :] = [0, 0; 1, 1; 2, 4] "Rows of time and current";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.TimeTable signalSource(
      final table = table));
  end TableCurrent;
  model SineCurrentVariableFrequencyAndAmplitude
    "A sine whose frequency and amplitude are signals: current"
    extends Interfaces.OnePort;
    parameter Boolean useConstantAmplitude = false "true: constantAmplitude holds, else an input";
    parameter SI.Current constantAmplitude = 1 "Amplitude";
    parameter Boolean useConstantFrequency = false "true: constantFrequency holds, else an input";
    parameter SI.Frequency constantFrequency = 1 "Frequency";
    parameter SI.Current offset = 0 "Added to the current";
    Modelica.Blocks.Interfaces.RealInput I(unit = "A") if not useConstantAmplitude "Amplitude";
    Modelica.Blocks.Interfaces.RealInput f(unit = "Hz") if not useConstantFrequency "Frequency";
  protected
    Modelica.Blocks.Sources.SineVariableFrequencyAndAmplitude signal(
      useConstantAmplitude = useConstantAmplitude, constantAmplitude = constantAmplitude,
      useConstantFrequency = useConstantFrequency, constantFrequency = constantFrequency,
      offset = offset);
  equation
    connect(I, signal.amplitude);
    connect(f, signal.f);
    i = signal.y;
  end SineCurrentVariableFrequencyAndAmplitude;
  model CosineCurrentVariableFrequencyAndAmplitude
    "A cosine whose frequency and amplitude are signals: current"
    extends Interfaces.OnePort;
    parameter Boolean useConstantAmplitude = false "true: constantAmplitude holds, else an input";
    parameter SI.Current constantAmplitude = 1 "Amplitude";
    parameter Boolean useConstantFrequency = false "true: constantFrequency holds, else an input";
    parameter SI.Frequency constantFrequency = 1 "Frequency";
    parameter SI.Current offset = 0 "Added to the current";
    Modelica.Blocks.Interfaces.RealInput I(unit = "A") if not useConstantAmplitude "Amplitude";
    Modelica.Blocks.Interfaces.RealInput f(unit = "Hz") if not useConstantFrequency "Frequency";
  protected
    Modelica.Blocks.Sources.CosineVariableFrequencyAndAmplitude signal(
      useConstantAmplitude = useConstantAmplitude, constantAmplitude = constantAmplitude,
      useConstantFrequency = useConstantFrequency, constantFrequency = constantFrequency,
      offset = offset);
  equation
    connect(I, signal.amplitude);
    connect(f, signal.f);
    i = signal.y;
  end CosineCurrentVariableFrequencyAndAmplitude;
end Sources;
