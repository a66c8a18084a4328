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
  model DCPowerSupply "Supply that keeps to a voltage, a power and a current, whichever comes first"
    parameter SI.Voltage V0(final min = Modelica.Constants.eps) = 60 "Voltage without load";
    parameter SI.Current I0(final min = Modelica.Constants.eps) = 50 "Current of a short";
    parameter SI.Power P0(final min = Modelica.Constants.eps) = 1200 "Largest power";
    parameter SI.Resistance Rcv(final min = Modelica.Constants.eps) = 1e-3
      "Fall of the voltage for one ampere, where it is kept";
    parameter SI.Conductance Gcc(final min = Modelica.Constants.eps) = 1e-3
      "Fall of the current for one volt, where it is kept";
    parameter SI.Current iBack = 1e-3 "Largest current into the supply";
    SI.Voltage v(start = V0) = p.v - n.v "Voltage";
    SI.Current i = p.i "Current; negative where it is supplied";
    SI.Power P = v*i "Power; negative where it is supplied";
    Interfaces.PositivePin p "First pin";
    Interfaces.NegativePin n "Second pin";
  protected
    // Where both lines meet, and whether more power than P0 would be taken there.
    parameter SI.Voltage v_corner = (V0 - Rcv*I0)/(1 - Rcv*Gcc);
    parameter SI.Current i_corner = (I0 - Gcc*V0)/(1 - Rcv*Gcc);
    parameter Boolean has_power = v_corner*i_corner > P0 "Whether P0 limits";
    parameter SI.Current i_end = if has_power then (V0 - sqrt(V0^2 - 4*Rcv*P0))/(2*Rcv) else
      i_corner "Until here the voltage is kept";
    parameter SI.Voltage v_end = if has_power then (I0 - sqrt(I0^2 - 4*Gcc*P0))/(2*Gcc) else
      v_corner "Until here the current is kept";
    SI.Current supplied = -p.i;
  equation
    assert(Rcv*I0 < V0 and Gcc*V0 < I0, "DCPowerSupply: Rcv or Gcc is too large");
    assert(not has_power or (4*Rcv*P0 < V0^2 and 4*Gcc*P0 < I0^2),
      "DCPowerSupply: Rcv or Gcc is too large");
    assert(v >= 0, "DCPowerSupply: the voltage is negative");
    assert(i <= iBack, "DCPowerSupply: a current flows into it");
    p.i + n.i = 0;
    if supplied <= i_end then
      v = V0 - Rcv*supplied;
    elseif has_power and v > v_end then
      v*supplied = P0;
    else
      supplied = I0 - Gcc*v;
    end if;
  end DCPowerSupply;
  block LightningImpulse "Rises and decays as a stroke of lightning does"
    parameter Types.ImpulseApproximation approximation = Types.ImpulseApproximation.Heidler
      "Which function";
    parameter Real amplitude(start = 1) "Largest value";
    parameter SI.Time T1 = 10e-6 "Time in which it rises";
    parameter SI.Time T2 = 350e-6 "Time until it has decayed to one half";
    extends Modelica.Blocks.Interfaces.SignalSource;
    parameter Integer m(final min = 2) = 5 "Exponent of Heidler's function";
  protected
    constant Integer doubleExp = 1;
    constant Integer heidler = 2;
    parameter Integer kind = if approximation == Types.ImpulseApproximation.DoubleExp then doubleExp
      else heidler;
    function shape "Without amplitude, t after the start"
      input Real t;
      input Integer kind;
      input Real tau1 "Of the decay, or of Heidler's rise";
      input Real tau2 "Of the rise, or of Heidler's decay";
      input Integer m;
      output Real y;
    algorithm
      y := if kind == 1 then exp(-t/tau1) - exp(-t/tau2) else
        (t/tau1)^m/(1 + (t/tau1)^m)*exp(-t/tau2);
    end shape;
    // Peak, instant of one tenth, and what is left of the two conditions on the times.
    function conditions
      input Real tau1;
      input Real tau2;
      input Real T1;
      input Real T2;
      input Integer kind;
      input Integer m;
      output Real f[2];
      output Real peak;
    protected
      Real low, high, t, T, T10, step;
    algorithm
      // The slope changes its sign at the peak.
      low := 0;
      high := 10*max(tau1, tau2);
      for k in 1:100 loop
        t := (low + high)/2;
        step := if kind == 1 then exp(-t/tau2)/tau2 - exp(-t/tau1)/tau1 else
          m*tau2 - t*(1 + (t/tau1)^m);
        if step > 0 then
          low := t;
        else
          high := t;
        end if;
      end for;
      T := (low + high)/2;
      peak := shape(T, kind, tau1, tau2, m);
      low := 0;
      high := T;
      for k in 1:100 loop
        t := (low + high)/2;
        if shape(t, kind, tau1, tau2, m) < 0.1*peak then
          low := t;
        else
          high := t;
        end if;
      end for;
      T10 := (low + high)/2;
      f := {shape(T10 + 0.8*T1, kind, tau1, tau2, m)/peak - 0.9,
        shape(T10 - 0.1*T1 + T2, kind, tau1, tau2, m)/peak - 0.5};
    end conditions;
    // Newton's method in the logarithms of both times, with differences for derivatives.
    function find_times
      input Real T1;
      input Real T2;
      input Integer kind;
      input Integer m;
      output Real tau[2];
      output Real peak;
    protected
      Real f[2], g[2], h[2], unused, d, x, y;
      constant Real e = 1e-5;
    algorithm
      tau := if kind == 1 then {1.44*T2, 0.4*T1} else {T1*(1 - 0.5*T1/T2), 1.44*T2};
      for k in 1:40 loop
        (f, peak) := conditions(tau[1], tau[2], T1, T2, kind, m);
        (g, unused) := conditions(tau[1]*(1 + e), tau[2], T1, T2, kind, m);
        (h, unused) := conditions(tau[1], tau[2]*(1 + e), T1, T2, kind, m);
        g := (g - f)/e;
        h := (h - f)/e;
        d := g[1]*h[2] - g[2]*h[1];
        x := (f[1]*h[2] - f[2]*h[1])/d;
        y := (g[1]*f[2] - g[2]*f[1])/d;
        tau := {tau[1]*exp(-max(-0.3, min(0.3, x))), tau[2]*exp(-max(-0.3, min(0.3, y)))};
      end for;
      (f, peak) := conditions(tau[1], tau[2], T1, T2, kind, m);
      assert(abs(f[1]) + abs(f[2]) < 1e-6, "LightningImpulse: no impulse has these times");
    end find_times;
    parameter Real tau[2](each fixed = false);
    parameter Real peak(fixed = false);
  initial equation
    (tau, peak) = find_times(T1, T2, kind, m);
  equation
    assert(kind == heidler or T1 < 0.2*T2, "LightningImpulse: T1 must be less than T2/5");
    y = offset + (if time < startTime then 0 else
      amplitude/peak*shape(time - startTime, kind, tau[1], tau[2], m));
  end LightningImpulse;
  model LightningImpulseVoltage "Rises and decays as a stroke of lightning does: voltage"
    parameter Types.ImpulseApproximation approximation = Types.ImpulseApproximation.Heidler
      "Which function";
    parameter SI.Voltage V(start = 1) "Largest voltage";
    parameter SI.Time T1 = 10e-6 "Time in which it rises";
    parameter SI.Time T2 = 350e-6 "Time until it has decayed to one half";
    parameter Integer m(final min = 2) = 5 "Exponent of Heidler's function";
    extends Interfaces.VoltageSource(redeclare LightningImpulse signalSource(
      final approximation = approximation, final amplitude = V, final T1 = T1, final T2 = T2,
      final m = m));
  end LightningImpulseVoltage;
  model LightningImpulseCurrent "Rises and decays as a stroke of lightning does: current"
    parameter Types.ImpulseApproximation approximation = Types.ImpulseApproximation.Heidler
      "Which function";
    parameter SI.Current I(start = 1) "Largest current";
    parameter SI.Time T1 = 10e-6 "Time in which it rises";
    parameter SI.Time T2 = 350e-6 "Time until it has decayed to one half";
    parameter Integer m(final min = 2) = 5 "Exponent of Heidler's function";
    extends Interfaces.CurrentSource(redeclare LightningImpulse signalSource(
      final approximation = approximation, final amplitude = I, final T1 = T1, final T2 = T2,
      final m = m));
  end LightningImpulseCurrent;
end Sources;
