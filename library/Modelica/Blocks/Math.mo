within Modelica.Blocks;
package Math "Functions of signals"
  package UnitConversions "From one unit to another"
    import Modelica.Units.Conversions.*;
    block To_degC "From kelvin to degrees Celsius"
      extends Interfaces.PartialConversionBlock(u(unit = "K"), y(unit = "degC"));
    equation
      y = to_degC(u);
    end To_degC;
    block From_degC "From degrees Celsius to kelvin"
      extends Interfaces.PartialConversionBlock(u(unit = "degC"), y(unit = "K"));
    equation
      y = from_degC(u);
    end From_degC;
    block To_degF "From kelvin to degrees Fahrenheit"
      extends Interfaces.PartialConversionBlock(u(unit = "K"), y(unit = "degF"));
    equation
      y = to_degF(u);
    end To_degF;
    block From_degF "From degrees Fahrenheit to kelvin"
      extends Interfaces.PartialConversionBlock(u(unit = "degF"), y(unit = "K"));
    equation
      y = from_degF(u);
    end From_degF;
    block To_degRk "From kelvin to degrees Rankine"
      extends Interfaces.PartialConversionBlock(u(unit = "K"), y(unit = "degRk"));
    equation
      y = to_degRk(u);
    end To_degRk;
    block From_degRk "From degrees Rankine to kelvin"
      extends Interfaces.PartialConversionBlock(u(unit = "degRk"), y(unit = "K"));
    equation
      y = from_degRk(u);
    end From_degRk;
    block To_deg "From radian to degrees"
      extends Interfaces.PartialConversionBlock(u(unit = "rad"), y(unit = "deg"));
    equation
      y = to_deg(u);
    end To_deg;
    block From_deg "From degrees to radian"
      extends Interfaces.PartialConversionBlock(u(unit = "deg"), y(unit = "rad"));
    equation
      y = from_deg(u);
    end From_deg;
    block To_rpm "From rad/s to revolutions per minute"
      extends Interfaces.PartialConversionBlock(u(unit = "rad/s"), y(unit = "rev/min"));
    equation
      y = to_rpm(u);
    end To_rpm;
    block From_rpm "From revolutions per minute to rad/s"
      extends Interfaces.PartialConversionBlock(u(unit = "rev/min"), y(unit = "rad/s"));
    equation
      y = from_rpm(u);
    end From_rpm;
    block To_kmh "From m/s to km/h"
      extends Interfaces.PartialConversionBlock(u(unit = "m/s"), y(unit = "km/h"));
    equation
      y = to_kmh(u);
    end To_kmh;
    block From_kmh "From km/h to m/s"
      extends Interfaces.PartialConversionBlock(u(unit = "km/h"), y(unit = "m/s"));
    equation
      y = from_kmh(u);
    end From_kmh;
    block To_day "From seconds to days"
      extends Interfaces.PartialConversionBlock(u(unit = "s"), y(unit = "d"));
    equation
      y = to_day(u);
    end To_day;
    block From_day "From days to seconds"
      extends Interfaces.PartialConversionBlock(u(unit = "d"), y(unit = "s"));
    equation
      y = from_day(u);
    end From_day;
    block To_hour "From seconds to hours"
      extends Interfaces.PartialConversionBlock(u(unit = "s"), y(unit = "h"));
    equation
      y = to_hour(u);
    end To_hour;
    block From_hour "From hours to seconds"
      extends Interfaces.PartialConversionBlock(u(unit = "h"), y(unit = "s"));
    equation
      y = from_hour(u);
    end From_hour;
    block To_minute "From seconds to minutes"
      extends Interfaces.PartialConversionBlock(u(unit = "s"), y(unit = "min"));
    equation
      y = to_minute(u);
    end To_minute;
    block From_minute "From minutes to seconds"
      extends Interfaces.PartialConversionBlock(u(unit = "min"), y(unit = "s"));
    equation
      y = from_minute(u);
    end From_minute;
    block To_litre "From m3 to litres"
      extends Interfaces.PartialConversionBlock(u(unit = "m3"), y(unit = "l"));
    equation
      y = to_litre(u);
    end To_litre;
    block From_litre "From litres to m3"
      extends Interfaces.PartialConversionBlock(u(unit = "l"), y(unit = "m3"));
    equation
      y = from_litre(u);
    end From_litre;
    block To_kWh "From joule to kilowatt hours"
      extends Interfaces.PartialConversionBlock(u(unit = "J"), y(unit = "kW.h"));
    equation
      y = to_kWh(u);
    end To_kWh;
    block From_kWh "From kilowatt hours to joule"
      extends Interfaces.PartialConversionBlock(u(unit = "kW.h"), y(unit = "J"));
    equation
      y = from_kWh(u);
    end From_kWh;
    block To_bar "From pascal to bar"
      extends Interfaces.PartialConversionBlock(u(unit = "Pa"), y(unit = "bar"));
    equation
      y = to_bar(u);
    end To_bar;
    block From_bar "From bar to pascal"
      extends Interfaces.PartialConversionBlock(u(unit = "bar"), y(unit = "Pa"));
    equation
      y = from_bar(u);
    end From_bar;
    block To_gps "From kg/s to g/s"
      extends Interfaces.PartialConversionBlock(u(unit = "kg/s"), y(unit = "g/s"));
    equation
      y = to_gps(u);
    end To_gps;
    block From_gps "From g/s to kg/s"
      extends Interfaces.PartialConversionBlock(u(unit = "g/s"), y(unit = "kg/s"));
    equation
      y = from_gps(u);
    end From_gps;
  end UnitConversions;

  block InverseBlockConstraints "Makes two signals equal, by what comes out at the other side"
    Interfaces.RealInput u1 "First of the signals that become equal";
    Interfaces.RealInput u2 "Second of them";
    Interfaces.RealOutput y1 "What comes out";
    Interfaces.RealOutput y2 "What comes out, once more";
  equation
    u1 = u2;
    y1 = y2;
  end InverseBlockConstraints;
  block Gain "The input times a number"
    parameter Real k(start = 1) "Factor";
    Interfaces.RealInput u "Input";
    Interfaces.RealOutput y "Output";
  equation
    y = k*u;
  end Gain;
  block MatrixGain "The inputs times a matrix"
    parameter Real K[:, :] = [1, 0; 0, 1] "Matrix";
    extends Interfaces.MIMO(final nin = size(K, 2), final nout = size(K, 1));
  equation
    y = K*u;
  end MatrixGain;
  block MultiSum "Sum of the inputs, each times a number"
    extends Interfaces.PartialRealMISO;
    parameter Real k[nu] = fill(1, nu) "Factors";
  equation
    y = if nu > 0 then k*u else 0;
  end MultiSum;
  block MultiProduct "Product of the inputs"
    extends Interfaces.PartialRealMISO;
  equation
    y = if nu > 0 then product(u) else 0;
  end MultiProduct;
  block MultiSwitch "The expression of the first input that is true"
    input Real expr[nu] = fill(0.0, nu) "An expression for each input";
    parameter Real y_default = 0.0 "Where none is true";
    parameter Integer nu(min = 0) = 0 "Number of inputs";
    parameter Integer precision(min = 0) = 3 "Drawing";
    Interfaces.BooleanVectorInput u[nu] "Inputs";
    Interfaces.RealOutput y "Output";
  protected
    Real rest[nu + 1] "From input i on";
  equation
    for i in 1:nu loop
      rest[i] = if u[i] then expr[i] else rest[i + 1];
    end for;
    rest[nu + 1] = y_default;
    y = rest[1];
  end MultiSwitch;
  block Sum "Sum of the inputs, each times a number"
    extends Interfaces.MISO;
    parameter Real k[nin] = ones(nin) "Factors";
  equation
    y = k*u;
  end Sum;
  block Feedback "Set point less what comes back"
    Interfaces.RealInput u1 "Set point";
    Interfaces.RealInput u2 "What comes back";
    Interfaces.RealOutput y "Output";
  equation
    y = u1 - u2;
  end Feedback;
  block Add "k1 u1 + k2 u2"
    extends Interfaces.SI2SO;
    parameter Real k1 = +1 "Factor of u1";
    parameter Real k2 = +1 "Factor of u2";
  equation
    y = k1*u1 + k2*u2;
  end Add;
  block Add3 "k1 u1 + k2 u2 + k3 u3"
    parameter Real k1 = +1 "Factor of u1";
    parameter Real k2 = +1 "Factor of u2";
    parameter Real k3 = +1 "Factor of u3";
    Interfaces.RealInput u1 "First input";
    Interfaces.RealInput u2 "Second input";
    Interfaces.RealInput u3 "Third input";
    Interfaces.RealOutput y "Output";
  equation
    y = k1*u1 + k2*u2 + k3*u3;
  end Add3;
  block Product "Product of two signals"
    extends Interfaces.SI2SO;
  equation
    y = u1*u2;
  end Product;
  block Division "Quotient of two signals"
    extends Interfaces.SI2SO;
  equation
    y = u1/u2;
  end Division;
  block Abs "Absolute value"
    extends Interfaces.SISO;
    parameter Boolean generateEvent = false "true: an event where the input is zero";
  equation
    y = if generateEvent then (if u >= 0 then u else -u) else
      noEvent(if u >= 0 then u else -u);
  end Abs;
  block Sign "-1, 0 or 1 as the input"
    extends Interfaces.SISO;
    parameter Boolean generateEvent = false "true: an event where the input is zero";
  equation
    y = if generateEvent then (if u > 0 then 1 elseif u < 0 then -1 else 0) else
      noEvent(if u > 0 then 1 elseif u < 0 then -1 else 0);
  end Sign;
  block Sqrt "Square root"
    extends Interfaces.SISO;
  equation
    y = sqrt(u);
  end Sqrt;
  block Sin "Sine"
    extends Interfaces.SISO(u(unit = "rad"));
  equation
    y = Modelica.Math.sin(u);
  end Sin;
  block Cos "Cosine"
    extends Interfaces.SISO(u(unit = "rad"));
  equation
    y = Modelica.Math.cos(u);
  end Cos;
  block Tan "Tangent"
    extends Interfaces.SISO(u(unit = "rad"));
  equation
    y = Modelica.Math.tan(u);
  end Tan;
  block Asin "Inverse sine"
    extends Interfaces.SISO(y(unit = "rad"));
  equation
    y = Modelica.Math.asin(u);
  end Asin;
  block Acos "Inverse cosine"
    extends Interfaces.SISO(y(unit = "rad"));
  equation
    y = Modelica.Math.acos(u);
  end Acos;
  block Atan "Inverse tangent"
    extends Interfaces.SISO(y(unit = "rad"));
  equation
    y = Modelica.Math.atan(u);
  end Atan;
  block Sinh "Hyperbolic sine"
    extends Interfaces.SISO;
  equation
    y = Modelica.Math.sinh(u);
  end Sinh;
  block Cosh "Hyperbolic cosine"
    extends Interfaces.SISO;
  equation
    y = Modelica.Math.cosh(u);
  end Cosh;
  block Tanh "Hyperbolic tangent"
    extends Interfaces.SISO;
  equation
    y = Modelica.Math.tanh(u);
  end Tanh;
  block Exp "Exponential function"
    extends Interfaces.SISO;
  equation
    y = Modelica.Math.exp(u);
  end Exp;
  block Log10 "Logarithm to base 10"
    extends Interfaces.SISO;
  equation
    y = Modelica.Math.log10(u);
  end Log10;
  block Atan2 "Angle of the point (u2, u1)"
    extends Interfaces.SI2SO(y(unit = "rad"));
  equation
    y = Modelica.Math.atan2(u1, u2);
  end Atan2;
  block Power "base^u"
    extends Interfaces.SISO;
    parameter Real base = Modelica.Constants.e "Base";
    parameter Boolean useExp = true "How it is computed in other tools; no effect here";
  equation
    y = base^u;
  end Power;
  block Exponentiation "u^exponent"
    extends Interfaces.SISO;
    parameter Real exponent = 2 "Exponent";
  equation
    y = u^exponent;
  end Exponentiation;
  block Log "Logarithm"
    extends Interfaces.SISO;
    parameter Real base = Modelica.Constants.e "Base";
  equation
    y = Modelica.Math.log(u)/Modelica.Math.log(base);
  end Log;
  block WrapAngle "The same angle within one turn"
    extends Interfaces.SISO(u(unit = "rad"), y(unit = "rad"));
    parameter Boolean positiveRange = false "true: from 0 to 2 pi; false: from -pi to pi";
  equation
    y = Modelica.Math.wrapAngle(u, positiveRange);
  end WrapAngle;
  block RealToInteger "The nearest Integer; halves go away from zero"
    Interfaces.RealInput u "Input";
    Interfaces.IntegerOutput y "Output";
  equation
    y = if u >= 0 then integer(u + 0.5) else -integer(0.5 - u);
  end RealToInteger;
  block IntegerToReal "The same number as a Real"
    Interfaces.IntegerInput u "Input";
    Interfaces.RealOutput y "Output";
  equation
    y = u;
  end IntegerToReal;
  block BooleanToReal "One of two numbers"
    extends Interfaces.partialBooleanSI;
    parameter Real realTrue = 1.0 "Output for true";
    parameter Real realFalse = 0.0 "Output for false";
    Interfaces.RealOutput y "Output";
  equation
    y = if u then realTrue else realFalse;
  end BooleanToReal;
  block BooleanToInteger "One of two numbers"
    extends Interfaces.partialBooleanSI;
    parameter Integer integerTrue = 1 "Output for true";
    parameter Integer integerFalse = 0 "Output for false";
    Interfaces.IntegerOutput y "Output";
  equation
    y = if u then integerTrue else integerFalse;
  end BooleanToInteger;
  block RealToBoolean "Whether the input reaches a number"
    Interfaces.RealInput u "Input";
    extends Interfaces.partialBooleanSO;
    parameter Real threshold = 0.5 "What the input has to reach";
  equation
    y = u >= threshold;
  end RealToBoolean;
  block IntegerToBoolean "Whether the input reaches a number"
    Interfaces.IntegerInput u "Input";
    extends Interfaces.partialBooleanSO;
    parameter Integer threshold = 1 "What the input has to reach";
  equation
    y = u >= threshold;
  end IntegerToBoolean;
  block RectangularToPolar "Length and angle of a vector"
    Interfaces.RealInput u_re "First coordinate";
    Interfaces.RealInput u_im "Second coordinate";
    Interfaces.RealOutput y_abs "Length";
    Interfaces.RealOutput y_arg(unit = "rad") "Angle";
  equation
    y_abs = sqrt(u_re^2 + u_im^2);
    y_arg = Modelica.Math.atan2(u_im, u_re);
  end RectangularToPolar;
  block PolarToRectangular "Coordinates of a vector"
    Interfaces.RealInput u_abs "Length";
    Interfaces.RealInput u_arg(unit = "rad") "Angle";
    Interfaces.RealOutput y_re "First coordinate";
    Interfaces.RealOutput y_im "Second coordinate";
  equation
    y_re = u_abs*Modelica.Math.cos(u_arg);
    y_im = u_abs*Modelica.Math.sin(u_arg);
  end PolarToRectangular;
  block Mean "Mean value over the last period"
    extends Interfaces.SISO;
    parameter SI.Frequency f(start = 50) "Periods in a second";
    parameter Real x0 = 0 "Integral at the start";
    parameter Real y0 = 0 "Output during the first period";
    parameter Boolean yGreaterOrEqualZero = false "true: a mean below zero, by rounding, becomes 0";
  protected
    parameter SI.Time t0(fixed = false) "Start of the run";
    Real x "Integral over the present period";
    discrete Real mean "Of the last one";
  initial equation
    t0 = time;
    x = x0;
    mean = y0;
  equation
    der(x) = u;
    when sample(t0 + 1/f, 1/f) then
      mean = if yGreaterOrEqualZero then max(0, f*pre(x)) else f*pre(x);
      reinit(x, 0);
    end when;
    y = mean;
  end Mean;
  block RectifiedMean "Mean absolute value over the last period"
    extends Interfaces.SISO;
    parameter SI.Frequency f(start = 50) "Periods in a second";
    parameter Real x0 = 0 "Integral at the start";
    parameter Real y0(final min = 0) = 0 "Output during the first period";
  protected
    Mean mean(f = f, x0 = x0, y0 = y0);
    Abs absolute;
  equation
    connect(u, absolute.u);
    connect(absolute.y, mean.u);
    connect(mean.y, y);
  end RectifiedMean;
  block ContinuousMean "Mean value since the start"
    parameter SI.Time t_eps(min = 0) = 1e-7 "Until then the output is the input";
    parameter Real startTime = -Modelica.Constants.inf "From when on, if later than the start";
    Interfaces.RealInput u "Input";
    Interfaces.RealOutput y "Output";
  protected
    parameter Real t0(fixed = false) "Start of the run";
    parameter Real t_begin = max(t0, startTime);
    Real x(start = 0, fixed = true) "Integral";
  initial equation
    t0 = time;
  equation
    der(x) = if time < t_begin then 0 else u;
    y = noEvent(if time - t_begin > t_eps then x/(time - t_begin) else u);
  end ContinuousMean;
  block RootMeanSquare "Root of the mean square over the last period"
    extends Interfaces.SISO;
    parameter SI.Frequency f(start = 50) "Periods in a second";
    parameter Real x0 = 0 "Integral of the square at the start";
    parameter Real y0(final min = 0) = 0 "Output during the first period";
  protected
    Mean mean(f = f, x0 = x0, y0 = y0^2, yGreaterOrEqualZero = true);
  equation
    mean.u = u^2;
    y = sqrt(mean.y);
  end RootMeanSquare;
  block Harmonic "Amplitude and phase of a harmonic over the last period"
    parameter SI.Frequency f(start = 50) "Frequency of the period";
    parameter Integer k(start = 1) "Number of the harmonic";
    parameter Boolean useConjugateComplex = false "true: the angle with the other sign";
    parameter Real x0Cos = 0 "Integral of the cosine part at the start";
    parameter Real x0Sin = 0 "Integral of the sine part at the start";
    parameter Real y0Cos = 0 "Cosine part during the first period";
    parameter Real y0Sin = 0 "Sine part during the first period";
    Interfaces.RealInput u "Input";
    Interfaces.RealOutput y_rms "Root of the mean square of the harmonic";
    Interfaces.RealOutput y_arg(unit = "rad") "Its phase";
  protected
    Mean part_cos(f = f, x0 = x0Cos, y0 = y0Cos);
    Mean part_sin(f = f, x0 = x0Sin, y0 = y0Sin);
    RectangularToPolar polar;
    SI.Angle phase = 2*Modelica.Constants.pi*f*k*time;
  equation
    part_cos.u = sqrt(2)*u*Modelica.Math.cos(phase);
    part_sin.u = -sqrt(2)*u*Modelica.Math.sin(phase);
    connect(part_cos.y, polar.u_re);
    connect(part_sin.y, polar.u_im);
    connect(polar.y_abs, y_rms);
    y_arg = if useConjugateComplex then -polar.y_arg else polar.y_arg;
  end Harmonic;
  block SignalExtrema "Smallest and largest value at sampled instants"
    parameter SI.Time Ts(start = 0.01) "Time between two instants";
    Interfaces.RealInput u "Input";
    Interfaces.RealOutput y_min "Smallest value so far";
    Interfaces.RealOutput y_max "Largest value so far";
    output SI.Time t_min "When it was smallest";
    output SI.Time t_max "When it was largest";
  protected
    parameter SI.Time t0(fixed = false) "Start of the run";
  initial equation
    t0 = time;
    y_min = u;
    y_max = u;
    t_min = time;
    t_max = time;
  equation
    when sample(t0 + Ts, Ts) then
      y_min = min(pre(y_min), u);
      y_max = max(pre(y_max), u);
      t_min = if u < pre(y_min) then time else pre(t_min);
      t_max = if u > pre(y_max) then time else pre(t_max);
    end when;
  end SignalExtrema;
  block Variance "Mean square of the distance from the mean since the start"
    parameter SI.Time t_eps(min = 100*Modelica.Constants.eps) = 1e-7 "Until then the output is 0";
    Interfaces.RealInput u "Input";
    Interfaces.RealOutput y "Output";
  protected
    parameter Real t0(fixed = false) "Start of the run";
    Real mean "Mean so far";
    Real square "Variance so far";
    Real rate = noEvent(if time - t0 < t_eps then 0 else 1/(time - t0))
      "How much the newest value counts";
  initial equation
    t0 = time;
    mean = u;
    square = 0;
  equation
    der(mean) = rate*(u - mean);
    der(square) = rate*((u - mean)^2 - square);
    y = noEvent(if time - t0 < t_eps then 0 else max(0, square));
  end Variance;
  block StandardDeviation "Root of the variance since the start"
    parameter SI.Time t_eps(min = 100*Modelica.Constants.eps) = 1e-7 "Until then the output is 0";
    Interfaces.RealInput u "Input";
    Interfaces.RealOutput y "Output";
  protected
    Variance variance(t_eps = t_eps);
  equation
    connect(u, variance.u);
    y = sqrt(variance.y);
  end StandardDeviation;
  block Pythagoras "Third side of a triangle with a right angle"
    extends Interfaces.SI2SO;
    parameter Boolean u1IsHypotenuse = false "true: u1 is the longest side, else y is";
    Interfaces.BooleanOutput valid "Whether there is such a triangle";
  protected
    Real square = if u1IsHypotenuse then u1^2 - u2^2 else u1^2 + u2^2;
  equation
    valid = square >= 0;
    y = noEvent(if square > 0 then sqrt(square) else 0);
  end Pythagoras;
  block Max "The larger of two signals"
    extends Interfaces.SI2SO;
  equation
    y = max(u1, u2);
  end Max;
  block Min "The smaller of two signals"
    extends Interfaces.SI2SO;
  equation
    y = min(u1, u2);
  end Min;
  block MinMax "The smallest and the largest of the inputs"
    parameter Integer nu(min = 0) = 0 "Number of inputs";
    Interfaces.RealVectorInput u[nu] "Inputs";
    Interfaces.RealOutput yMax "The largest";
    Interfaces.RealOutput yMin "The smallest";
  equation
    yMax = max(u);
    yMin = min(u);
  end MinMax;
  block LinearDependency "y0 (1 + k1 u1 + k2 u2)"
    extends Interfaces.SI2SO;
    parameter Real y0 = 0 "Output where both inputs are 0";
    parameter Real k1 = 0 "Factor of u1";
    parameter Real k2 = 0 "Factor of u2";
  equation
    y = y0 + y0*(k1*u1 + k2*u2);
  end LinearDependency;
  block Edge "True at the instant when the input becomes true"
    extends Interfaces.BooleanSISO;
  equation
    y = edge(u);
  end Edge;
  block BooleanChange "True at the instant when the input changes"
    extends Interfaces.BooleanSISO;
  equation
    y = change(u);
  end BooleanChange;
  block IntegerChange "True at the instant when the input changes"
    extends Interfaces.IntegerSIBooleanSO;
  equation
    y = change(u);
  end IntegerChange;
  block TotalHarmonicDistortion "What is not first harmonic, against that or against all"
    extends Interfaces.SISO;
    parameter SI.Frequency f(start = 1) "Frequency of the first harmonic";
    parameter Boolean useFirstHarmonic = true "true: against the first harmonic; false: against all";
    Interfaces.BooleanOutput valid "Whether there is a first harmonic";
  protected
    Harmonic harmonic(f = f, k = 1);
    RootMeanSquare all(f = f);
    Real rest = max(all.y^2 - harmonic.y_rms^2, 0) "Square of what is left";
  equation
    connect(u, harmonic.u);
    connect(u, all.u);
    valid = harmonic.y_rms > 0 and all.y >= harmonic.y_rms;
    y = noEvent(sqrt(rest))/max(if useFirstHarmonic then harmonic.y_rms else all.y,
      Modelica.Constants.eps);
  end TotalHarmonicDistortion;
end Math;
