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
end Continuous;
