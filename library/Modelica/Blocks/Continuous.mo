within Modelica.Blocks;
package Continuous "Blocks with states"
  import Modelica.Blocks.Types.Init;
  import Modelica.Constants.pi;

  block Integrator "Integral of the input, times k"
    parameter Real k = 1 "Factor";
    parameter Boolean use_reset = false "true: an input that sets the output anew";
    parameter Boolean use_set = false "true: an input for what it is set to, else y_start";
    parameter Init initType = Init.InitialState "What holds at the start";
    parameter Real y_start = 0 "Output at the start";
    extends Interfaces.SISO(y(start = y_start));
    Interfaces.BooleanInput reset if use_reset "Where it becomes true the output is set anew";
    Interfaces.RealInput set if use_reset and use_set "What the output is set to";
  protected
    Interfaces.BooleanInput reset_in;
    Interfaces.RealInput set_in;
  initial equation
    if initType == Init.SteadyState then
      der(y) = 0;
    elseif initType <> Init.NoInit then
      y = y_start;
    end if;
  equation
    der(y) = k*u;
    connect(reset, reset_in);
    connect(set, set_in);
    if not use_reset then
      reset_in = false;
    end if;
    if not (use_reset and use_set) then
      set_in = y_start;
    end if;
    if use_reset then
      when reset_in then
        reinit(y, set_in);
      end when;
    end if;
  end Integrator;
  block LimIntegrator "Integral of the input, times k, which stops at limits"
    parameter Real k = 1 "Factor";
    parameter Real outMax(start = 1) "Upper limit";
    parameter Real outMin = -outMax "Lower limit";
    parameter Boolean use_reset = false "true: an input that sets the output anew";
    parameter Boolean use_set = false "true: an input for what it is set to, else y_start";
    parameter Init initType = Init.InitialState "What holds at the start";
    parameter Boolean limitsAtInit = true "Whether the limits hold at the start; here always";
    parameter Real y_start = 0 "Output at the start";
    parameter Boolean strict = false "true: no events at the limits";
    extends Interfaces.SISO(y(start = y_start));
    Interfaces.BooleanInput reset if use_reset "Where it becomes true the output is set anew";
    Interfaces.RealInput set if use_reset and use_set "What the output is set to";
  protected
    Interfaces.BooleanInput reset_in;
    Interfaces.RealInput set_in;
    Real rate = k*u;
  initial equation
    if initType == Init.SteadyState then
      der(y) = 0;
    elseif initType <> Init.NoInit then
      y = y_start;
    end if;
  equation
    if strict then
      der(y) = noEvent(if (y > outMax and rate > 0) or (y < outMin and rate < 0) then 0 else rate);
    else
      der(y) = if (y > outMax and rate > 0) or (y < outMin and rate < 0) then 0 else rate;
    end if;
    connect(reset, reset_in);
    connect(set, set_in);
    if not use_reset then
      reset_in = false;
    end if;
    if not (use_reset and use_set) then
      set_in = y_start;
    end if;
    if use_reset then
      when reset_in then
        reinit(y, max(outMin, min(outMax, set_in)));
      end when;
    end if;
  end LimIntegrator;
  block Derivative "k s/(T s + 1): nearly the derivative"
    parameter Real k = 1 "Factor";
    parameter SI.Time T(min = Modelica.Constants.small) = 0.01 "Time constant";
    parameter Init initType = Init.NoInit "What holds at the start";
    parameter Real x_start = 0 "State at the start";
    parameter Real y_start = 0 "Output at the start, for InitialOutput";
    extends Interfaces.SISO;
    output Real x(start = x_start) "State: the input, late by about T";
  initial equation
    if initType == Init.SteadyState or (initType == Init.InitialOutput and k == 0) then
      x = u;
    elseif initType == Init.InitialState then
      x = x_start;
    elseif initType == Init.InitialOutput then
      y = y_start;
    end if;
  equation
    T*der(x) = u - x;
    y = k*(u - x)/T;
  end Derivative;
  block FirstOrder "k/(T s + 1)"
    parameter Real k = 1 "Factor";
    parameter SI.Time T(start = 1) "Time constant";
    parameter Init initType = Init.NoInit "What holds at the start";
    parameter Real y_start = 0 "Output at the start";
    extends Interfaces.SISO(y(start = y_start));
  initial equation
    if initType == Init.SteadyState then
      der(y) = 0;
    elseif initType <> Init.NoInit then
      y = y_start;
    end if;
  equation
    T*der(y) + y = k*u;
  end FirstOrder;
  block SecondOrder "k w²/(s² + 2 D w s + w²)"
    parameter Real k = 1 "Factor";
    parameter Real w(start = 1) "Angular frequency without damping";
    parameter Real D(start = 1) "Damping; 1 is just enough not to overshoot";
    parameter Init initType = Init.NoInit "What holds at the start";
    parameter Real y_start = 0 "Output at the start";
    parameter Real yd_start = 0 "Derivative of the output at the start";
    extends Interfaces.SISO(y(start = y_start));
    output Real yd(start = yd_start) "Derivative of y";
  initial equation
    if initType == Init.SteadyState then
      der(y) = 0;
      der(yd) = 0;
    elseif initType <> Init.NoInit then
      y = y_start;
      yd = yd_start;
    end if;
  equation
    yd = der(y);
    der(yd)/w^2 + 2*D*yd/w + y = k*u;
  end SecondOrder;
  block PI "k (1 + 1/(T s))"
    parameter Real k = 1 "Factor";
    parameter SI.Time T(start = 1, min = Modelica.Constants.small) "Time constant of the integral";
    parameter Init initType = Init.NoInit "What holds at the start";
    parameter Real x_start = 0 "State at the start";
    parameter Real y_start = 0 "Output at the start, for InitialOutput";
    extends Interfaces.SISO;
    output Real x(start = x_start) "State: the integral of the input, over T";
  initial equation
    if initType == Init.SteadyState then
      der(x) = 0;
    elseif initType == Init.InitialState then
      x = x_start;
    elseif initType == Init.InitialOutput then
      y = y_start;
    end if;
  equation
    T*der(x) = u;
    y = k*(u + x);
  end PI;
  block PID "k (1 + 1/(Ti s) + Td s/(Td/Nd s + 1))"
    extends Interfaces.SISO;
    parameter Real k = 1 "Factor";
    parameter SI.Time Ti(min = Modelica.Constants.small, start = 0.5)
      "Time constant of the integral";
    parameter SI.Time Td(min = 0, start = 0.1) "Time constant of the derivative";
    parameter Real Nd(min = Modelica.Constants.small) = 10
      "The higher, the nearer the derivative is to an exact one";
    parameter Init initType = Init.InitialState "What holds at the start";
    parameter Real xi_start = 0 "State of the integral at the start";
    parameter Real xd_start = 0 "State of the derivative at the start";
    parameter Real y_start = 0 "Output at the start, for InitialOutput";
    Integrator I(k = 1/Ti, y_start = xi_start, initType = if initType == Init.InitialOutput then
      Init.NoInit else initType) "Integral";
    Derivative D(k = Td, T = max(Td/Nd, 1e-14), x_start = xd_start, initType = if initType ==
      Init.InitialOutput then Init.SteadyState else initType) "Derivative";
  initial equation
    if initType == Init.InitialOutput then
      y = y_start;
    end if;
  equation
    connect(u, I.u);
    connect(u, D.u);
    y = k*(u + I.y + D.y);
  end PID;
  block LimPID "P, PI, PD or PID controller with a limited output, whose integral does not run away"
    import Modelica.Blocks.Types.SimpleController;
    extends Interfaces.SVcontrol;
    output Real controlError = u_s - u_m "Set point less measured value";
    parameter SimpleController controllerType = SimpleController.PID "Which parts it has";
    parameter Real k = 1 "Factor";
    parameter SI.Time Ti(min = Modelica.Constants.small) = 0.5 "Time constant of the integral";
    parameter SI.Time Td(min = 0) = 0.1 "Time constant of the derivative";
    parameter Real yMax(start = 1) "Upper limit of the output";
    parameter Real yMin = -yMax "Lower limit of the output";
    parameter Real wp(min = 0) = 1 "Weight of the set point in the proportional part";
    parameter Real wd(min = 0) = 0 "Weight of the set point in the derivative part";
    parameter Real Ni(min = 100*Modelica.Constants.eps) = 0.9
      "Ni*Ti is the time constant by which the integral follows the limits";
    parameter Real Nd(min = 100*Modelica.Constants.eps) = 10
      "The higher, the nearer the derivative is to an exact one";
    parameter Boolean withFeedForward = false "true: an input that is added to the output";
    parameter Real kFF = 1 "Factor of that input";
    parameter Init initType = Init.InitialState "What holds at the start";
    parameter Real xi_start = 0 "State of the integral at the start";
    parameter Real xd_start = 0 "State of the derivative at the start";
    parameter Real y_start = 0 "Output at the start, for InitialOutput";
    parameter Types.LimiterHomotopy homotopyType = Types.LimiterHomotopy.Linear
      "For solvers of other tools; no effect here";
    parameter Boolean strict = false "true: no events at the limits";
    constant SI.Time unitTime = 1 "Makes times numbers";
    Interfaces.RealInput u_ff if withFeedForward "Added to the output, times kFF";
    Integrator I(k = unitTime/Ti, y_start = xi_start, initType = if initType ==
      Init.InitialOutput then Init.NoInit else initType) if with_I "Integral part";
    Derivative D(k = Td/unitTime, T = max(Td/Nd, 1e-14), x_start = xd_start, initType =
      if initType == Init.InitialOutput then Init.SteadyState else initType) if with_D
      "Derivative part";
    Nonlinear.Limiter limiter(uMax = yMax, uMin = yMin, strict = strict,
      homotopyType = homotopyType) "Limits the output";
  protected
    parameter Boolean with_I = controllerType == SimpleController.PI or controllerType ==
      SimpleController.PID;
    parameter Boolean with_D = controllerType == SimpleController.PD or controllerType ==
      SimpleController.PID;
    Interfaces.RealInput ff, yI, yD "Feed forward, integral and derivative, or zero";
    Interfaces.RealOutput uI = controlError + (limiter.y - limiter.u)/(k*Ni)
      "What is integrated; beyond the limits it goes back";
    Interfaces.RealOutput uD = wd*u_s - u_m "What is derived";
    Real y_pid = k*(wp*u_s - u_m + yI + yD);
  initial equation
    if initType == Init.InitialOutput then
      y_pid = y_start;
    end if;
  equation
    assert(k <> 0, "LimPID: k must not be zero");
    connect(u_ff, ff);
    connect(I.y, yI);
    connect(D.y, yD);
    connect(uI, I.u);
    connect(uD, D.u);
    if not withFeedForward then
      ff = 0;
    end if;
    if not with_I then
      yI = 0;
    end if;
    if not with_D then
      yD = 0;
    end if;
    limiter.u = y_pid + kFF*ff;
    connect(limiter.y, y);
  end LimPID;
  block TransferFunction "(b[1] s^m + … + b[m+1])/(a[1] s^n + … + a[n+1])"
    extends Interfaces.SISO;
    parameter Real b[:] = {1} "Coefficients of the numerator, highest power first";
    parameter Real a[:] = {1} "Coefficients of the denominator, highest power first";
    parameter Init initType = Init.NoInit "What holds at the start";
    parameter Real x_start[size(a, 1) - 1] = zeros(size(a, 1) - 1) "States at the start";
    parameter Real y_start = 0 "Output at the start, for InitialOutput";
    output Real x[size(a, 1) - 1](start = x_start)
      "States: the input over the denominator, with its derivatives, highest first";
  protected
    parameter Integer n = size(a, 1) - 1 "Order";
    parameter Real c[n + 1] = cat(1, zeros(n + 1 - size(b, 1)), b)
      "Numerator with as many coefficients as the denominator";
    parameter Real direct = c[1]/a[1] "From the input to the output at once";
    parameter Real scale = if abs(a[n + 1]) > 1e-13*sqrt(a*a) then a[n + 1] else 1
      "Of the states, so that the last one follows the input";
    Real z[n](start = x_start*scale) "Scaled states";
  initial equation
    if initType == Init.SteadyState then
      for i in 1:n loop
        der(z[i]) = 0;
      end for;
    elseif initType == Init.InitialState then
      for i in 1:n loop
        z[i] = x_start[i]*scale;
      end for;
    elseif initType == Init.InitialOutput and n > 0 then
      y = y_start;
      for i in 2:n loop
        der(z[i]) = 0;
      end for;
    end if;
  equation
    assert(size(b, 1) <= n + 1, "TransferFunction: b must not be longer than a");
    if n > 0 then
      a[1]*der(z[1]) + sum(a[i + 1]*z[i] for i in 1:n) = scale*u;
      y = sum((c[i + 1] - direct*a[i + 1])*z[i] for i in 1:n)/scale + direct*u;
    else
      y = direct*u;
    end if;
    for i in 2:n loop
      der(z[i]) = z[i - 1];
    end for;
    x = z/scale;
  end TransferFunction;
  block StateSpace "der(x) = A x + B u, y = C x + D u"
    parameter Real A[:, size(A, 1)] = [1, 0; 0, 1] "Of the states in their derivatives";
    parameter Real B[size(A, 1), :] = [1; 1] "Of the inputs in the derivatives";
    parameter Real C[:, size(A, 1)] = [1, 1] "Of the states in the outputs";
    parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2))
      "Of the inputs in the outputs";
    parameter Init initType = Init.NoInit "What holds at the start";
    parameter Real x_start[size(A, 1)] = zeros(size(A, 1)) "States at the start";
    parameter Real y_start[size(C, 1)] = zeros(size(C, 1)) "Outputs at the start";
    extends Interfaces.MIMO(final nin = size(B, 2), final nout = size(C, 1));
    output Real x[size(A, 1)](start = x_start) "States";
  initial equation
    if initType == Init.SteadyState then
      der(x) = zeros(size(A, 1));
    elseif initType == Init.InitialState then
      x = x_start;
    elseif initType == Init.InitialOutput then
      // Only as many outputs as there are states can be given.
      for i in 1:min(size(A, 1), size(C, 1)) loop
        y[i] = y_start[i];
      end for;
    end if;
  equation
    der(x) = A*x + B*u;
    y = C*x + D*u;
  end StateSpace;
  block Der "The exact derivative of the input"
    extends Interfaces.SISO;
  equation
    y = der(u);
  end Der;
  block LowpassButterworth "Low-pass with the flattest amplitude, of any order"
    extends Interfaces.SISO;
    parameter Integer n(min = 1) = 2 "Order";
    parameter SI.Frequency f(start = 1) "Where the amplitude is 1/sqrt(2)";
    parameter Init initType = Init.NoInit "What holds at the start";
    parameter Real x1_start[div(n, 2)] = zeros(div(n, 2)) "States x1 at the start";
    parameter Real x2_start[div(n, 2)] = zeros(div(n, 2)) "States x2 at the start";
    parameter Real xr_start = 0.0 "State of the part of first order at the start";
    parameter Real y_start = 0.0 "Output at the start, for InitialOutput";
    output Real x1[div(n, 2)](start = x1_start) "Outputs of the parts of second order";
    output Real x2[div(n, 2)](start = x2_start) "Their derivatives";
    output Real xr(start = xr_start) "Output of the part of first order; 0 without such";
  protected
    parameter Integer m = div(n, 2) "Number of pairs of poles";
    parameter Boolean has_single = 2*m < n;
    parameter SI.AngularFrequency w = 2*pi*f;
    // Pole pairs at angles pi (2 i - 1)/(2 n) from the imaginary axis.
    parameter Real damping[m] = {Modelica.Math.sin(pi*(2*i - 1)/(2*n)) for i in 1:m};
    Real v[m + 1] "The signal between the parts";
  initial equation
    if initType == Init.SteadyState or initType == Init.InitialOutput then
      for i in 1:m loop
        x2[i] = 0;
      end for;
      for i in 1:m - (if initType == Init.InitialOutput and not has_single then 1 else 0) loop
        der(x2[i]) = 0;
      end for;
      if initType == Init.InitialOutput then
        y = y_start;
      elseif has_single then
        der(xr) = 0;
      end if;
    elseif initType == Init.InitialState then
      x1 = x1_start;
      x2 = x2_start;
      if has_single then
        xr = xr_start;
      end if;
    end if;
  equation
    v[1] = u;
    for i in 1:m loop
      der(x1[i]) = x2[i];
      der(x2[i]) = w*(w*(v[i] - x1[i]) - 2*damping[i]*x2[i]);
      v[i + 1] = x1[i];
    end for;
    if has_single then
      der(xr) = w*(v[m + 1] - xr);
      y = xr;
    else
      xr = 0;
      y = v[m + 1];
    end if;
  end LowpassButterworth;
  block CriticalDamping "Low-pass of n equal lags"
    extends Interfaces.SISO;
    parameter Integer n = 2 "Order";
    parameter SI.Frequency f(start = 1) "Corner frequency";
    parameter Boolean normalized = true
      "true: the amplitude is 1/sqrt(2) at f; false: each lag has its corner at f";
    parameter Init initType = Init.NoInit "What holds at the start";
    parameter Real x_start[n] = zeros(n) "States at the start";
    parameter Real y_start = 0.0 "Output at the start, for InitialOutput";
    output Real x[n](start = x_start) "Outputs of the lags";
  protected
    parameter SI.Time T = (if normalized then sqrt(2^(1/n) - 1) else 1)/(2*pi*f) "Of each lag";
    Real v[n + 1] = cat(1, {u}, x) "The signal between the lags";
  initial equation
    if initType == Init.SteadyState then
      der(x) = zeros(n);
    elseif initType == Init.InitialState then
      x = x_start;
    elseif initType == Init.InitialOutput then
      y = y_start;
      for i in 1:n - 1 loop
        der(x[i]) = 0;
      end for;
    end if;
  equation
    for i in 1:n loop
      T*der(x[i]) = v[i] - x[i];
    end for;
    y = x[n];
  end CriticalDamping;
  // A chain of parts. Poles of a low-pass with the corner frequency 1 become those of the filter by
  //   low-pass    s = w p                              w = 2 pi f_cut
  //   high-pass   s = w/p
  //   band-pass   s² - B p s + w² = 0                  B = 2 pi (f_cut - f_min), w = 2 pi sqrt(f_min f_cut)
  //   band-stop   s² - B/p s + w² = 0
  // A real pole r is a lag towards its input v:   der(x) = r (x - v). A pair a ± ib is
  //   der(x1) = a x1 - b x2 + (a² + b²)/b v,   der(x2) = a x2 + b x1                                    (1)
  // where x2 is v at rest, and b x1 + a x2 = der(x2). From v to x2 the transfer is c/(s² - 2 a s + c) with c = a² + b².
  // So a high-pass has s², which is v - x2 + 2 a/c der(x2), and a band-pass B s, which is B/c der(x2). Of a band-stop
  // each pair stops its own frequency, s² + c, which is v + 2 a/c der(x2). As in the standard library the parts of a
  // band-pass are not scaled further: in the middle of the band the amplitude is gain for Butterworth filters only.
  block Filter "Low-pass, high-pass, band-pass or band-stop of four kinds"
    extends Interfaces.SISO;
    parameter Types.AnalogFilter analogFilter = Types.AnalogFilter.CriticalDamping "Kind";
    parameter Types.FilterType filterType = Types.FilterType.LowPass "What passes";
    parameter Integer order(min = 1) = 2 "Order; bands have twice as many states";
    parameter SI.Frequency f_cut "Corner frequency; of a band the upper one";
    parameter Real gain = 1.0 "Amplitude where the signal passes";
    parameter Real A_ripple(unit = "dB") = 0.5 "Ripples of ChebyshevI";
    parameter SI.Frequency f_min = 0 "Lower corner frequency of a band";
    parameter Boolean normalized = true "true: the amplitude is 3 dB less at the corner frequency";
    parameter Init init = Init.SteadyState "What holds at the start";
    final parameter Integer nx = (if is_band then 2 else 1)*order "Number of states";
    parameter Real x_start[nx] = zeros(nx) "States at the start";
    parameter Real y_start = 0 "Output at the start, for InitialOutput";
    parameter Real u_nominal = 1.0 "Usual size of the input; states are relative to it";
    Interfaces.RealOutput x[nx](start = x_start) "States: of real poles, then of pairs";
  protected
    parameter Boolean is_band = filterType == Types.FilterType.BandPass or filterType == Types.FilterType.BandStop;
    parameter Boolean is_critical = analogFilter == Types.AnalogFilter.CriticalDamping;
    parameter Integer nr = if is_band then 0 elseif is_critical then order else mod(order, 2) "Number of real poles";
    parameter Integer np = div(nx - nr, 2) "Number of pairs";
    parameter Real w = 2*pi*(if is_band then sqrt(f_min*f_cut) else f_cut) "Corner, or middle of the band";
    parameter Real B = 2*pi*(f_cut - f_min) "Width of the band";
    parameter Real prototype[if is_critical then order else div(order + 1, 2), 2] =
      if analogFilter == Types.AnalogFilter.Bessel then Internal.bessel(order, normalized)
      elseif analogFilter == Types.AnalogFilter.Butterworth then Internal.butterworth(order)
      elseif analogFilter == Types.AnalogFilter.ChebyshevI then Internal.chebyshev(order, A_ripple, normalized)
      else Internal.criticalDamping(order, normalized) "Poles of the low-pass: real and imaginary parts";
    parameter Real pole[nr + np, 2] = if filterType == Types.FilterType.LowPass then w*prototype
      elseif filterType == Types.FilterType.HighPass then w*Internal.inverses(prototype)
      elseif filterType == Types.FilterType.BandPass then Internal.band(B*prototype, w, np)
      else Internal.band(B*Internal.inverses(prototype), w, np) "Poles: real and imaginary parts";
    parameter Real a[np] = pole[nr + 1:nr + np, 1] "Real parts of pairs";
    parameter Real b[np] = pole[nr + 1:nr + np, 2] "Imaginary parts of pairs";
    parameter Real c[np] = {a[i]^2 + b[i]^2 for i in 1:np};
    Real v[nr + np + 1] "The signal between the parts";
  initial equation
    if init == Init.SteadyState then
      der(x) = zeros(nx);
    elseif init == Init.InitialState then
      x = x_start;
    elseif init == Init.InitialOutput then
      y = y_start;
      for i in 1:nx - 1 loop
        der(x[i]) = 0;
      end for;
    end if;
  equation
    assert(f_cut > 0, "f_cut must be greater than 0");
    assert(u_nominal > 0, "u_nominal must be greater than 0");
    assert(A_ripple > 0, "A_ripple must be greater than 0");
    assert(not is_band or (f_min > 0 and f_min < f_cut), "f_min must be between 0 and f_cut");
    v[1] = u/u_nominal;
    for i in 1:nr loop
      der(x[i]) = pole[i, 1]*(x[i] - v[i]);
      v[i + 1] = if filterType == Types.FilterType.LowPass then x[i] else v[i] - x[i];
    end for;
    for i in 1:np loop
      der(x[nr + 2*i - 1]) = a[i]*x[nr + 2*i - 1] - b[i]*x[nr + 2*i] + c[i]/b[i]*v[nr + i];
      der(x[nr + 2*i]) = a[i]*x[nr + 2*i] + b[i]*x[nr + 2*i - 1];
      if filterType == Types.FilterType.LowPass then
        v[nr + i + 1] = x[nr + 2*i];
      elseif filterType == Types.FilterType.HighPass then
        v[nr + i + 1] = v[nr + i] - x[nr + 2*i] + 2*a[i]/c[i]*(a[i]*x[nr + 2*i] + b[i]*x[nr + 2*i - 1]);
      elseif filterType == Types.FilterType.BandPass then
        v[nr + i + 1] = B/c[i]*(a[i]*x[nr + 2*i] + b[i]*x[nr + 2*i - 1]);
      else
        v[nr + i + 1] = v[nr + i] + 2*a[i]/c[i]*(a[i]*x[nr + 2*i] + b[i]*x[nr + 2*i - 1]);
      end if;
    end for;
    y = gain*u_nominal*v[nr + np + 1];
  end Filter;
  package Internal "Poles of filters, as real and imaginary parts; of a pair the one with the positive imaginary part"
    // 3 dB less: the square of the amplitude is 10^(-3/10).
    constant Real rest = 10^0.3 - 1 "One over the square of the amplitude at the corner, less 1";
    function criticalDamping "Poles of a low-pass of equal lags, with the corner at 1 rad/s"
      input Integer order "Order";
      input Boolean normalized "true: the amplitude is 3 dB less at the corner; false: each lag has it there";
      output Real pole[order, 2] "Poles";
    algorithm
      pole := fill(0.0, order, 2);
      for i in 1:order loop
        pole[i, 1] := if normalized then -1/sqrt((1 + rest)^(1/order) - 1) else -1;
      end for;
    end criticalDamping;
    function butterworth "Poles of a Butterworth low-pass with the corner at 1 rad/s"
      input Integer order "Order";
      output Real pole[div(order + 1, 2), 2] "Poles: a real one first, then from the least damped on";
    protected
      Real angle "From the imaginary axis";
    algorithm
      pole := fill(0.0, div(order + 1, 2), 2);
      if mod(order, 2) == 1 then
        pole[1, 1] := -1;
      end if;
      for i in 1:div(order, 2) loop
        angle := pi*(2*i - 1)/(2*order);
        pole[mod(order, 2) + i, 1] := -Modelica.Math.sin(angle);
        pole[mod(order, 2) + i, 2] := Modelica.Math.cos(angle);
      end for;
    end butterworth;
    // The poles are on an ellipse with the half axes sinh(h) and cosh(h), where sinh(order h) = 1/e and
    // e² = 10^(ripple/10) - 1. The square of the amplitude is 1/(1 + e² T(w)²), with T(cosh z) = cosh(order z), times
    // 1 + e² where the order is even, so that it is 1 at rest.
    function chebyshev "Poles of a low-pass of Chebyshev's first kind"
      input Integer order "Order";
      input Real ripple "Ripples where signals pass, in dB";
      input Boolean normalized "true: the amplitude is 3 dB less at 1 rad/s; false: the ripples end there";
      output Real pole[div(order + 1, 2), 2] "Poles: a real one first, then from the most damped on";
    protected
      Integer odd = mod(order, 2);
      Real e2 = 10^(ripple/10) - 1;
      Real h = Modelica.Math.asinh(1/sqrt(e2))/order;
      Real t "T at the corner";
      Real angle "From the real axis";
      Real corner = 1;
    algorithm
      if normalized then
        t := sqrt(((1 + rest)*(if odd == 1 then 1 else 1 + e2) - 1)/e2);
        corner := if t > 1 then cosh(Modelica.Math.acosh(t)/order) else cos(acos(t)/order);
      end if;
      pole := fill(0.0, div(order + 1, 2), 2);
      if odd == 1 then
        pole[1, 1] := -sinh(h)/corner;
      end if;
      for i in 1:div(order, 2) loop
        angle := (2*i - 1 + odd)*pi/(2*order);
        pole[odd + i, 1] := -sinh(h)*cos(angle)/corner;
        pole[odd + i, 2] := cosh(h)*sin(angle)/corner;
      end for;
    end chebyshev;
    // The polynomial P of order n satisfies s P'' - 2 (s + n) P' + 2 n P = 0. At a root z the quotient P''/(2 P') is
    // the sum of 1/(z - z_j) over the other roots z_j, and so all roots satisfy
    //   sum of 1/(z - z_j) - 1 - n/z = 0                                                               (2)
    // Newton's method finds them together (Pasquini, Numer. Math. 86, 2000), from points near the curve where they are.
    function bessel "Poles of a Bessel low-pass"
      input Integer order "Order";
      input Boolean normalized "true: the amplitude is 3 dB less at 1 rad/s; false: it delays by 1 s";
      output Real pole[div(order + 1, 2), 2] "Poles: a real one first, then from the most damped on";
    protected
      Integer n = div(order + 1, 2);
      Real x[n] "Real parts";
      Real y[n] "Imaginary parts";
      Real f[2*n] "Left sides of (2): real parts, then imaginary parts";
      Real J[2*n, 2*n] "Their derivatives by x and y";
      Real change[2*n] "What is added to x and y";
      Real p[2] "1/(z_i - z_j)";
      Real q[2] "1/(z_i - conj(z_j))";
      Real p2[2] "Square of p";
      Real q2[2] "Square of q";
      Real move = 1 "Largest relative change";
      Integer count = 0 "Rounds";
      Real d "One over the square of the amplitude";
      Real low "The corner is above";
      Real high "The corner is below";
      Real w "Tried";
    algorithm
      for i in 1:n loop
        y[i] := 0.93*(2*i - 1 - mod(order, 2));
        x[i] := -0.6627*sqrt(order^2 - y[i]^2) - 0.4;
      end for;
      // The next change would be about the square of this one.
      while move > 1e-8 and count < 20 loop
        count := count + 1;
        J := zeros(2*n, 2*n);
        for i in 1:n loop
          p := inverse(x[i], y[i]);
          p2 := square(p);
          f[i] := -1 - order*p[1];
          f[n + i] := -order*p[2];
          J[i, i] := order*p2[1];
          J[n + i, i] := order*p2[2];
          for j in 1:n loop
            if j <> i then
              p := inverse(x[i] - x[j], y[i] - y[j]);
              p2 := square(p);
              f[i] := f[i] + p[1];
              f[n + i] := f[n + i] + p[2];
              J[i, i] := J[i, i] - p2[1];
              J[n + i, i] := J[n + i, i] - p2[2];
              J[i, j] := J[i, j] + p2[1];
              J[n + i, j] := J[n + i, j] + p2[2];
              J[i, n + j] := J[i, n + j] - p2[2];
              J[n + i, n + j] := J[n + i, n + j] + p2[1];
            end if;
          end for;
          // So far the derivatives by x and y are those of functions of z.
          J[i, n + i] := -J[n + i, i];
          J[n + i, n + i] := J[i, i];
          for j in 1:n loop
            if y[j] > 0 then
              q := inverse(x[i] - x[j], y[i] + y[j]);
              q2 := square(q);
              f[i] := f[i] + q[1];
              f[n + i] := f[n + i] + q[2];
              J[i, i] := J[i, i] - q2[1];
              J[n + i, i] := J[n + i, i] - q2[2];
              J[i, n + i] := J[i, n + i] + q2[2];
              J[n + i, n + i] := J[n + i, n + i] - q2[1];
              J[i, j] := J[i, j] + q2[1];
              J[n + i, j] := J[n + i, j] + q2[2];
              J[i, n + j] := J[i, n + j] + q2[2];
              J[n + i, n + j] := J[n + i, n + j] - q2[1];
            end if;
          end for;
        end for;
        change := -Modelica.Math.Matrices.solve(J, f);
        x := x + change[1:n];
        y := y + change[n + 1:2*n];
        move := max(abs(change))/order;
        if mod(order, 2) == 1 then
          y[1] := 0;
        end if;
      end while;
      w := 1;
      if normalized then
        // The amplitude falls with the frequency.
        low := 0;
        high := order + 1;
        for k in 1:60 loop
          w := (low + high)/2;
          d := 1;
          for i in 1:n loop
            d := d*(x[i]^2 + (w - y[i])^2)/(x[i]^2 + y[i]^2);
            if y[i] > 0 then
              d := d*(x[i]^2 + (w + y[i])^2)/(x[i]^2 + y[i]^2);
            end if;
          end for;
          if d > 1 + rest then
            high := w;
          else
            low := w;
          end if;
        end for;
      end if;
      pole := fill(0.0, n, 2);
      for i in 1:n loop
        pole[i, 1] := x[i]/w;
        pole[i, 2] := y[i]/w;
      end for;
    end bessel;
    function inverse "1/(x + i y)"
      input Real x "Real part";
      input Real y "Imaginary part";
      output Real p[2] "Real and imaginary part";
    algorithm
      p := {x, -y}/(x^2 + y^2);
    end inverse;
    function square "Square of a complex number"
      input Real p[2] "Real and imaginary part";
      output Real p2[2] "Of the square";
    algorithm
      p2 := {p[1]^2 - p[2]^2, 2*p[1]*p[2]};
    end square;
    function inverses "One over each pole; of a pair the one with the positive imaginary part"
      input Real pole[:, 2] "Poles";
      output Real inverse[size(pole, 1), 2] "Inverses";
    algorithm
      for i in 1:size(pole, 1) loop
        inverse[i, :] := pole[i, :]/(pole[i, 1]^2 + pole[i, 2]^2);
      end for;
    end inverses;
    // s = h ± sqrt(h² - w²) with h = p/2. Where p is real both are one pair, else each belongs to a pair of its own.
    function band "Poles of a filter for a band: s² - p s + w² = 0 for each p"
      input Real p[:, 2] "Poles of the low-pass, or their inverses, times the width of the band";
      input Real w "Middle of the band, rad/s";
      input Integer n "Number of pairs";
      output Real pole[n, 2] "Poles: of each p the faster ones first";
    protected
      Integer k = 0;
      Real x "Real part of h² - w²";
      Real y "Imaginary part of h² - w²";
      Real length "Absolute value of h² - w²";
      Real rx "Real part of the root";
      Real ry "Imaginary part of the root";
      Real sign "Of the faster solution";
    algorithm
      for i in 1:size(p, 1) loop
        x := (p[i, 1]^2 - p[i, 2]^2)/4 - w^2;
        y := p[i, 1]*p[i, 2]/2;
        if p[i, 2] == 0 then
          assert(x < 0, "the band is so wide that the filter would not oscillate: choose another kind");
          k := k + 1;
          pole[k, 1] := p[i, 1]/2;
          pole[k, 2] := sqrt(max(-x, 0));
        else
          length := sqrt(x^2 + y^2);
          rx := sqrt(max(length + x, 0)/2);
          ry := sqrt(max(length - x, 0)/2)*(if y < 0 then -1 else 1);
          sign := if p[i, 1]*rx + p[i, 2]*ry > 0 then 1 else -1;
          pole[k + 1, 1] := p[i, 1]/2 + sign*rx;
          pole[k + 1, 2] := abs(p[i, 2]/2 + sign*ry);
          pole[k + 2, 1] := p[i, 1]/2 - sign*rx;
          pole[k + 2, 2] := abs(p[i, 2]/2 - sign*ry);
          k := k + 2;
        end if;
      end for;
    end band;
  end Internal;
end Continuous;
