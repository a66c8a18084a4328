within Modelica.Blocks;
package Sources "Signals that come from nowhere"
  import Modelica.Constants.pi;

  block RealExpression "What an expression in the modifier of y says"
    Interfaces.RealOutput y = 0.0 "Value; write it as y = …";
  end RealExpression;
  block IntegerExpression "What an expression in the modifier of y says"
    Interfaces.IntegerOutput y = 0 "Value; write it as y = …";
  end IntegerExpression;
  block BooleanExpression "What an expression in the modifier of y says"
    Interfaces.BooleanOutput y = false "Value; write it as y = …";
  end BooleanExpression;
  block ContinuousClock "The time since startTime"
    extends Interfaces.SignalSource;
  equation
    y = offset + (if time < startTime then 0 else time - startTime);
  end ContinuousClock;
  block Constant "Always the same"
    parameter Real k(start = 1) "Value";
    extends Interfaces.SO;
  equation
    y = k;
  end Constant;
  block Step "A step"
    parameter Real height = 1 "Height of the step";
    extends Interfaces.SignalSource;
  equation
    y = offset + (if time < startTime then 0 else height);
  end Step;
  block Ramp "Rises from one value to another"
    parameter Real height = 1 "By how much it rises";
    parameter SI.Time duration(min = 0.0, start = 2) "How long it rises; 0 is a step";
    extends Interfaces.SignalSource;
  equation
    y = offset + (if time < startTime then 0 elseif time < startTime + duration then
      height*(time - startTime)/max(duration, Modelica.Constants.small) else height);
  end Ramp;
  block Sine "A sine"
    parameter Real amplitude = 1 "Amplitude";
    parameter SI.Frequency f(start = 1) "Frequency";
    parameter SI.Angle phase = 0 "Phase at startTime";
    parameter Boolean continuous = false "true: before startTime it has the value at startTime";
    extends Interfaces.SignalSource;
  protected
    parameter Real y_before = if continuous then amplitude*Modelica.Math.sin(phase) else 0;
  equation
    y = offset + (if time < startTime then y_before else
      amplitude*Modelica.Math.sin(2*pi*f*(time - startTime) + phase));
  end Sine;
  block Cosine "A cosine"
    parameter Real amplitude = 1 "Amplitude";
    parameter SI.Frequency f(start = 1) "Frequency";
    parameter SI.Angle phase = 0 "Phase at startTime";
    parameter Boolean continuous = false "true: before startTime it has the value at startTime";
    extends Interfaces.SignalSource;
  protected
    parameter Real y_before = if continuous then amplitude*Modelica.Math.cos(phase) else 0;
  equation
    y = offset + (if time < startTime then y_before else
      amplitude*Modelica.Math.cos(2*pi*f*(time - startTime) + phase));
  end Cosine;
  block SineVariableFrequencyAndAmplitude "A sine whose frequency and amplitude are signals"
    extends Interfaces.SO;
    parameter Boolean useConstantAmplitude = false "true: constantAmplitude holds, else an input";
    parameter Real constantAmplitude = 1 "Amplitude";
    parameter Boolean useConstantFrequency = false "true: constantFrequency holds, else an input";
    parameter SI.Frequency constantFrequency = 1 "Frequency";
    parameter Real offset = 0 "Added to the signal";
    SI.Angle phi(start = 0) "Phase";
    Interfaces.RealInput amplitude if not useConstantAmplitude "Amplitude";
    Interfaces.RealInput f(unit = "Hz") if not useConstantFrequency "Frequency";
  protected
    Interfaces.RealInput amplitude_in "The one of both that holds";
    Interfaces.RealInput f_in(unit = "Hz") "The one of both that holds";
  equation
    if useConstantAmplitude then
      amplitude_in = constantAmplitude;
    end if;
    if useConstantFrequency then
      f_in = constantFrequency;
    end if;
    connect(amplitude, amplitude_in);
    connect(f, f_in);
    der(phi) = 2*pi*f_in;
    y = offset + amplitude_in*Modelica.Math.sin(phi);
  end SineVariableFrequencyAndAmplitude;
  block CosineVariableFrequencyAndAmplitude "A cosine whose frequency and amplitude are signals"
    extends Interfaces.SO;
    parameter Boolean useConstantAmplitude = false "true: constantAmplitude holds, else an input";
    parameter Real constantAmplitude = 1 "Amplitude";
    parameter Boolean useConstantFrequency = false "true: constantFrequency holds, else an input";
    parameter SI.Frequency constantFrequency = 1 "Frequency";
    parameter Real offset = 0 "Added to the signal";
    SI.Angle phi(start = 0) "Phase";
    Interfaces.RealInput amplitude if not useConstantAmplitude "Amplitude";
    Interfaces.RealInput f(unit = "Hz") if not useConstantFrequency "Frequency";
  protected
    Interfaces.RealInput amplitude_in "The one of both that holds";
    Interfaces.RealInput f_in(unit = "Hz") "The one of both that holds";
  equation
    if useConstantAmplitude then
      amplitude_in = constantAmplitude;
    end if;
    if useConstantFrequency then
      f_in = constantFrequency;
    end if;
    connect(amplitude, amplitude_in);
    connect(f, f_in);
    der(phi) = 2*pi*f_in;
    y = offset + amplitude_in*Modelica.Math.cos(phi);
  end CosineVariableFrequencyAndAmplitude;
  block Sinc "sin(x)/x with x = 2 pi f t"
    parameter Real amplitude = 1 "Value at startTime";
    parameter SI.Frequency f(start = 1) "Frequency of the sine";
    parameter Boolean continuous = false "true: before startTime it has the value at startTime";
    extends Interfaces.SignalSource;
  protected
    SI.Angle x = 2*pi*f*(time - startTime);
  equation
    // Near zero the series, which has no quotient.
    y = offset + (if time < startTime then (if continuous then amplitude else 0) else
      amplitude*(if noEvent(abs(x) < 1e-4) then 1 - x*x/6 else Modelica.Math.sin(x)/x));
  end Sinc;
  block ExpSine "A sine that dies away"
    parameter Real amplitude = 1 "Amplitude at startTime";
    parameter SI.Frequency f(start = 2) "Frequency";
    parameter SI.Angle phase = 0 "Phase at startTime";
    parameter SI.DampingCoefficient damping(start = 1) "Rate at which the amplitude falls";
    extends Interfaces.SignalSource;
  equation
    y = offset + (if time < startTime then 0 else amplitude*Modelica.Math.exp(-damping*(time -
      startTime))*Modelica.Math.sin(2*pi*f*(time - startTime) + phase));
  end ExpSine;
  block Exponentials "Rises towards a value and falls again, each by an exponential"
    parameter Real outMax = 1 "What it rises to if it rises long enough";
    parameter SI.Time riseTime(min = 0, start = 0.5) "How long it rises";
    parameter SI.Time riseTimeConst(min = Modelica.Constants.small) = 0.1
      "Time constant while it rises";
    parameter SI.Time fallTimeConst(min = Modelica.Constants.small) = riseTimeConst
      "Time constant while it falls";
    extends Interfaces.SignalSource;
  protected
    parameter Real y_top = outMax*(1 - Modelica.Math.exp(-riseTime/riseTimeConst))
      "Where it turns";
  equation
    y = offset + (if time < startTime then 0 elseif time < startTime + riseTime then
      outMax*(1 - Modelica.Math.exp(-(time - startTime)/riseTimeConst)) else
      y_top*Modelica.Math.exp(-(time - startTime - riseTime)/fallTimeConst));
  end Exponentials;
  block Pulse "Rectangles that follow one another"
    parameter Real amplitude = 1 "Height of a pulse";
    parameter Real width(final min = Modelica.Constants.small, final max = 100) = 50
      "Width of a pulse in percent of the period";
    parameter SI.Time period(final min = Modelica.Constants.small, start = 1)
      "Time from one pulse to the next";
    parameter Integer nperiod = -1 "Number of pulses; less than 0: without end";
    extends Interfaces.SignalSource;
  protected
    Integer count(start = 0, fixed = true) "Pulses so far, with the one that may be on";
    discrete SI.Time begin(start = startTime, fixed = true) "When the last of them began";
  equation
    when sample(startTime, period) then
      count = pre(count) + 1;
      begin = time;
    end when;
    y = offset + (if time < startTime or count < 1 or (nperiod >= 0 and count > nperiod) or
      time >= begin + period*width/100 then 0 else amplitude);
  end Pulse;
  block SawTooth "Rises and falls back, again and again"
    parameter Real amplitude = 1 "Height of a tooth";
    parameter SI.Time period(final min = Modelica.Constants.small, start = 1)
      "Time from one tooth to the next";
    parameter Integer nperiod = -1 "Number of teeth; less than 0: without end";
    extends Interfaces.SignalSource;
  protected
    Integer count(start = 0, fixed = true) "Teeth so far, with the present one";
    discrete SI.Time begin(start = startTime, fixed = true) "When the last of them began";
  equation
    when sample(startTime, period) then
      count = pre(count) + 1;
      begin = time;
    end when;
    y = offset + (if time < startTime or count < 1 or (nperiod >= 0 and count > nperiod) then 0
      else amplitude*(time - begin)/period);
  end SawTooth;
  block Trapezoid "Trapezia that follow one another"
    parameter Real amplitude = 1 "Height of a trapezium";
    parameter SI.Time rising(final min = 0) = 0 "How long it rises";
    parameter SI.Time width(final min = 0) = 0.5 "How long it stays";
    parameter SI.Time falling(final min = 0) = 0 "How long it falls";
    parameter SI.Time period(final min = Modelica.Constants.small, start = 1)
      "Time from one to the next";
    parameter Integer nperiod = -1 "Number of trapezia; less than 0: without end";
    extends Interfaces.SignalSource;
  protected
    Integer count(start = 0, fixed = true) "Trapezia so far, with the present one";
    discrete SI.Time begin(start = startTime, fixed = true) "When the last of them began";
  equation
    when sample(startTime, period) then
      count = pre(count) + 1;
      begin = time;
    end when;
    y = offset + (if time < startTime or count < 1 or (nperiod >= 0 and count > nperiod) or
      time >= begin + rising + width + falling then 0
      elseif time < begin + rising then
        amplitude*(time - begin)/max(rising, Modelica.Constants.small)
      elseif time < begin + rising + width then amplitude
      else amplitude*(begin + rising + width + falling - time)/
        max(falling, Modelica.Constants.small));
  end Trapezoid;
  block LogFrequencySweep "A number that grows evenly in its logarithm"
    extends Interfaces.SO;
    parameter Real wMin(final min = Modelica.Constants.eps) "First value";
    parameter Real wMax(final min = Modelica.Constants.eps) "Last value";
    parameter SI.Time startTime = 0 "When it begins to grow";
    parameter SI.Time duration(min = 0.0, start = 1) "How long it grows";
  equation
    y = if time < startTime then wMin elseif time < startTime + duration then
      wMin*(wMax/wMin)^((time - startTime)/max(duration, Modelica.Constants.small)) else wMax;
  end LogFrequencySweep;

  block KinematicPTP "Fastest motion from 0 to deltaq within speeds and accelerations: acceleration"
    parameter Real deltaq[:] = {1} "How far each axis goes";
    parameter Real qd_max[:](each final min = Modelica.Constants.small) = {1}
      "Largest speed of each axis";
    parameter Real qdd_max[:](each final min = Modelica.Constants.small) = {1}
      "Largest acceleration of each axis";
    parameter SI.Time startTime = 0 "When the motion begins";
    extends Interfaces.MO(final nout = max({size(deltaq, 1), size(qd_max, 1), size(qdd_max, 1)}));
  protected
    parameter Real way[nout] = if size(deltaq, 1) == 1 then fill(deltaq[1], nout) else deltaq;
    parameter Real speed[nout] = if size(qd_max, 1) == 1 then fill(qd_max[1], nout) else qd_max;
    parameter Real acc[nout] = if size(qdd_max, 1) == 1 then fill(qdd_max[1], nout) else qdd_max;
    // All axes follow one path parameter from 0 to 1; the slowest axis says how fast it may run.
    parameter Real slow = max(abs(way[i])/speed[i] for i in 1:nout);
    parameter Real lazy = max(abs(way[i])/acc[i] for i in 1:nout);
    parameter Boolean moves = lazy > 0;
    parameter Real sd_max = if moves then 1/slow else 0 "Largest rate of the path parameter";
    parameter Real sdd_max = if moves then 1/lazy else 0 "Its largest second derivative";
    parameter Boolean cruises = moves and sd_max*sd_max < sdd_max
      "Whether the largest rate is reached";
    parameter SI.Time t_acc = if not moves then 0 elseif cruises then sd_max/sdd_max else
      sqrt(1/sdd_max) "How long it accelerates, and brakes";
    parameter SI.Time t_end = if not moves then 0 elseif cruises then 1/sd_max + t_acc else 2*t_acc
      "How long it moves";
    Real sdd = if time < startTime or not moves then 0
      elseif time < startTime + t_acc then sdd_max
      elseif time < startTime + t_end - t_acc then 0
      elseif time < startTime + t_end then -sdd_max else 0;
  equation
    y = way*sdd;
  end KinematicPTP;
  block KinematicPTP2 "Fastest motion from q_begin to q_end within speeds and accelerations"
    parameter Real q_begin[:] = {0} "Where each axis begins";
    parameter Real q_end[:] = {1} "Where each axis ends";
    parameter Real qd_max[:](each final min = Modelica.Constants.small) = {1}
      "Largest speed of each axis";
    parameter Real qdd_max[:](each final min = Modelica.Constants.small) = {1}
      "Largest acceleration of each axis";
    parameter SI.Time startTime = 0 "When the motion begins";
    final parameter Integer nout = max({size(q_begin, 1), size(q_end, 1), size(qd_max, 1),
      size(qdd_max, 1)}) "Number of axes";
    output SI.Time endTime "When the motion ends";
    Interfaces.RealOutput q[nout] "Positions";
    Interfaces.RealOutput qd[nout] "Speeds";
    Interfaces.RealOutput qdd[nout] "Accelerations";
    Interfaces.BooleanOutput moving[nout] "Whether each axis moves";
  protected
    parameter Real from[nout] = if size(q_begin, 1) == 1 then fill(q_begin[1], nout) else q_begin;
    parameter Real to[nout] = if size(q_end, 1) == 1 then fill(q_end[1], nout) else q_end;
    parameter Real way[nout] = to - from;
    parameter Real speed[nout] = if size(qd_max, 1) == 1 then fill(qd_max[1], nout) else qd_max;
    parameter Real acc[nout] = if size(qdd_max, 1) == 1 then fill(qdd_max[1], nout) else qdd_max;
    // As in KinematicPTP.
    parameter Real slow = max(abs(way[i])/speed[i] for i in 1:nout);
    parameter Real lazy = max(abs(way[i])/acc[i] for i in 1:nout);
    parameter Boolean moves = lazy > 0;
    parameter Real sd_max = if moves then 1/slow else 0 "Largest rate of the path parameter";
    parameter Real sdd_max = if moves then 1/lazy else 0 "Its largest second derivative";
    parameter Boolean cruises = moves and sd_max*sd_max < sdd_max
      "Whether the largest rate is reached";
    parameter SI.Time t_acc = if not moves then 0 elseif cruises then sd_max/sdd_max else
      sqrt(1/sdd_max) "How long it accelerates, and brakes";
    parameter SI.Time t_end = if not moves then 0 elseif cruises then 1/sd_max + t_acc else 2*t_acc
      "How long it moves";
    parameter Real sd_top = sdd_max*t_acc "Rate between acceleration and braking";
    Boolean accelerates = time >= startTime and time < startTime + t_acc;
    Boolean brakes = time >= startTime + t_end - t_acc and time < startTime + t_end;
    Boolean under_way = time >= startTime and time < startTime + t_end;
    Boolean there = time >= startTime + t_end;
    Real s = if not moves or there then (if moves then 1 else 0)
      elseif not under_way then 0
      elseif accelerates then sdd_max*(time - startTime)^2/2
      elseif brakes then 1 - sdd_max*(startTime + t_end - time)^2/2
      else sd_top*(time - startTime - t_acc/2) "Path parameter";
    Real sd = if not moves or not under_way then 0
      elseif accelerates then sdd_max*(time - startTime)
      elseif brakes then sdd_max*(startTime + t_end - time) else sd_top;
    Real sdd = if not moves or not under_way then 0
      elseif accelerates then sdd_max elseif brakes then -sdd_max else 0;
  equation
    endTime = startTime + t_end;
    q = from + way*s;
    qd = way*sd;
    qdd = way*sdd;
    for i in 1:nout loop
      moving[i] = under_way and abs(way[i]) > 0;
    end for;
  end KinematicPTP2;

  block TimeTable "Straight lines between points (time, value), the outermost lines beyond them"
    parameter Real table[:, 2] = fill(0.0, 0, 2) "Rows of time and value, times not falling";
    parameter SI.Time timeScale(min = Modelica.Constants.eps) = 1 "Unit of the times in the table";
    extends Interfaces.SignalSource;
    parameter SI.Time shiftTime = startTime "When time 0 of the table is";
  protected
    parameter Integer n = size(table, 1);
    parameter SI.Time t[n] = table[:, 1]*timeScale;
    Integer at(start = 1, fixed = true) "Number of points whose time is over, at least 1";
    Real slope, base;
  equation
    assert(n > 0, "TimeTable: the table has no rows");
    at = max(1, sum(if time >= t[i] + shiftTime then 1 else 0 for i in 1:n));
    if n == 1 then
      slope = 0;
      base = table[1, 2];
    else
      // The line to the left of point 2 holds before it, that to the right of point n - 1 after it.
      slope = sum((if at == i or (i == n - 1 and at == n) then (if t[i + 1] > t[i] then
        (table[i + 1, 2] - table[i, 2])/(t[i + 1] - t[i]) else 0) else 0) for i in 1:n - 1);
      base = sum((if at == i or (i == n - 1 and at == n) then (if t[i + 1] > t[i] then
        table[i, 2] - t[i]*(table[i + 1, 2] - table[i, 2])/(t[i + 1] - t[i]) else
        table[i + 1, 2]) else 0) for i in 1:n - 1);
    end if;
    y = offset + (if time < startTime then 0 else base + slope*(time - shiftTime));
  end TimeTable;

  block BooleanConstant "Always the same"
    parameter Boolean k = true "Value";
    extends Interfaces.partialBooleanSource;
  equation
    y = k;
  end BooleanConstant;
  block BooleanStep "Changes once"
    parameter SI.Time startTime = 0 "When it changes";
    parameter Boolean startValue = false "Value before startTime";
    extends Interfaces.partialBooleanSource;
  equation
    y = if time >= startTime then not startValue else startValue;
  end BooleanStep;
  block BooleanPulse "Pulses that follow one another"
    parameter Real width(final min = Modelica.Constants.small, final max = 100) = 50
      "Width of a pulse in percent of the period";
    parameter SI.Time period(final min = Modelica.Constants.small, start = 1)
      "Time from one pulse to the next";
    parameter SI.Time startTime = 0 "When the first pulse begins";
    extends Interfaces.partialBooleanSource;
  protected
    discrete SI.Time begin(start = startTime, fixed = true) "When the last pulse began";
  equation
    when sample(startTime, period) then
      begin = time;
    end when;
    y = time >= startTime and time < begin + period*width/100;
  end BooleanPulse;
  block SampleTrigger "True at single instants"
    parameter SI.Time period(final min = Modelica.Constants.small, start = 0.01)
      "Time from one instant to the next";
    parameter SI.Time startTime = 0 "The first instant";
    extends Interfaces.partialBooleanSource;
  equation
    y = sample(startTime, period);
  end SampleTrigger;
  block BooleanTable "Changes at given times"
    parameter SI.Time table[:] = {0, 1} "When it changes, in rising order";
    parameter Boolean startValue = false "Value before the first change";
    parameter Types.Extrapolation extrapolation = Types.Extrapolation.HoldLastPoint
      "What follows the last change: here it stays";
    parameter SI.Time startTime = -Modelica.Constants.inf "Before it the value is startValue";
    parameter SI.Time shiftTime = 0 "When time 0 of the table is";
    extends Interfaces.partialBooleanSO;
  protected
    Integer changes = sum(if time >= t and time >= startTime then 1 else 0 for t in table .+
      shiftTime);
  equation
    assert(extrapolation == Types.Extrapolation.HoldLastPoint,
      "BooleanTable: extrapolation must be HoldLastPoint");
    y = if mod(changes, 2) == 1 then not startValue else startValue;
  end BooleanTable;
  block RadioButtonSource "On from given times until a reset"
    parameter SI.Time buttonTimeTable[:] = {0, 1} "When the button is pressed and released";
    input Boolean reset[:] = {false} "One that becomes true switches off";
    Interfaces.BooleanOutput on(start = false, fixed = true) "Whether it is on";
  protected
    Sources.BooleanTable button(table = buttonTimeTable);
    Boolean any_reset = Modelica.Math.BooleanVectors.anyTrue(reset);
  equation
    when {button.y, any_reset} then
      on = button.y and not any_reset;
    end when;
  end RadioButtonSource;
  block IntegerConstant "Always the same"
    parameter Integer k(start = 1) "Value";
    extends Interfaces.IntegerSO;
  equation
    y = k;
  end IntegerConstant;
  block IntegerStep "A step"
    parameter Integer height = 1 "Height of the step";
    extends Interfaces.IntegerSignalSource;
  equation
    y = offset + (if time < startTime then 0 else height);
  end IntegerStep;
  block IntegerTable "Changes at given times to given values"
    parameter Real table[:, 2] = fill(0, 0, 2) "Rows of time, in rising order, and value";
    parameter Types.Extrapolation extrapolation = Types.Extrapolation.HoldLastPoint
      "What follows the last change: here it stays";
    parameter SI.Time startTime = -Modelica.Constants.inf "Before it the value is 0";
    parameter SI.Time shiftTime = 0 "When time 0 of the table is";
    extends Interfaces.IntegerSO;
  protected
    parameter Integer n = size(table, 1);
    parameter Integer step[n] = {integer(table[i, 2]) - (if i > 1 then integer(table[i - 1, 2])
      else 0) for i in 1:n};
  equation
    assert(n > 0, "IntegerTable: the table has no rows");
    assert(extrapolation == Types.Extrapolation.HoldLastPoint,
      "IntegerTable: extrapolation must be HoldLastPoint");
    // Before the first time the table has its first value.
    y = if time < startTime then 0 else step[1] + sum(if time >= table[i, 1] + shiftTime then
      step[i] else 0 for i in 2:n);
  end IntegerTable;
  block CombiTimeTable "Functions of time, by points"
    extends Interfaces.MO(final nout = max(size(columns, 1), size(offset, 1)));
    parameter Boolean tableOnFile = false "true: the table is in a file";
    parameter Real table[:, :] = fill(0.0, 0, 2) "The table; times in the first column";
    parameter String tableName = "NoName" "Name of the table in the file";
    parameter String fileName = "NoName" "The file: text, CSV or MATLAB version 4";
    parameter String delimiter = "," "Between two numbers of a CSV file";
    parameter Integer nHeaderLines = 0 "Lines of a CSV file to skip";
    parameter Boolean verboseRead = true "No effect here";
    parameter Integer columns[:] = 2:size(table, 2) "Columns that are looked up";
    parameter Types.Smoothness smoothness = Types.Smoothness.LinearSegments "Between the points";
    parameter Types.Extrapolation extrapolation = Types.Extrapolation.LastTwoPoints
      "Beyond the points";
    parameter SI.Time timeScale(min = Modelica.Constants.eps) = 1 "Unit of the times in the table";
    parameter Real offset[:] = {0} "Added to the outputs";
    parameter SI.Time startTime = 0 "Before it only the offset counts";
    parameter SI.Time shiftTime = startTime "Zero of the table's time";
    parameter Types.TimeEvents timeEvents = Types.TimeEvents.Always "Where lines have events";
    parameter Boolean verboseExtrapolation = false "No effect here";
    final parameter SI.Time t_min = t_minScaled*timeScale "First time";
    final parameter SI.Time t_max = t_maxScaled*timeScale "Last time";
    final parameter Real t_minScaled = Tables.Internal.getTimeTableTmin(tableID)
      "First time, in units of timeScale";
    final parameter Real t_maxScaled = Tables.Internal.getTimeTableTmax(tableID)
      "Last time, in units of timeScale";
  protected
    final parameter Boolean isCsv = tableOnFile and Modelica.Utilities.Strings.findLast(fileName,
      ".csv", caseSensitive = false) == max(1, Modelica.Utilities.Strings.length(fileName) - 3);
    final parameter String givenName = if isCsv then "Values" elseif tableOnFile then tableName else
      "NoName";
    final parameter String givenFile = if tableOnFile then fileName else "NoName";
    final parameter Real added[nout] = if size(offset, 1) == 1 then fill(offset[1], nout) else offset;
    parameter Types.ExternalCombiTimeTable tableID = Types.ExternalCombiTimeTable(givenName, givenFile,
      table, startTime/timeScale, columns, smoothness, extrapolation, shiftTime/timeScale,
      if smoothness == Types.Smoothness.LinearSegments then timeEvents elseif
      smoothness == Types.Smoothness.ConstantSegments then Types.TimeEvents.Always else
      Types.TimeEvents.NoTimeEvents, verboseRead, delimiter, nHeaderLines);
    discrete Real next(start = 0, fixed = true) "Event that is waited for";
    Real t = time/timeScale;
  equation
    assert(if tableOnFile then isCsv or tableName <> "NoName" else size(table, 1) > 0,
      "a table needs the name of one in a file, or a matrix with rows");
    when {initial(), t >= pre(next)} then
      next = Tables.Internal.getNextTimeEvent(tableID, t);
    end when;
    for i in 1:nout loop
      y[i] = added[i] + Tables.Internal.getTimeTableValue(tableID, i, t, next, pre(next));
    end for;
  end CombiTimeTable;
end Sources;
