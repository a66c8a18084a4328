within Modelica.Blocks;
package Nonlinear "Limits, dead zones, delays"
  block Limiter "Keeps a signal between two limits"
    parameter Real uMax(start = 1) "Upper limit";
    parameter Real uMin = -uMax "Lower limit";
    parameter Boolean strict = false "true: no events at the limits";
    parameter Types.LimiterHomotopy homotopyType = Types.LimiterHomotopy.Linear
      "For solvers of other tools; no effect here";
    extends Interfaces.SISO;
  equation
    assert(uMax >= uMin, "Limiter: uMax must not be less than uMin");
    if strict then
      y = noEvent(if u > uMax then uMax elseif u < uMin then uMin else u);
    else
      y = if u > uMax then uMax elseif u < uMin then uMin else u;
    end if;
  end Limiter;
  block VariableLimiter "Keeps a signal between two others"
    extends Interfaces.SISO;
    parameter Boolean strict = false "true: no events at the limits";
    parameter Types.VariableLimiterHomotopy homotopyType = Types.VariableLimiterHomotopy.Linear
      "For solvers of other tools; no effect here";
    parameter Real ySimplified = 0 "As homotopyType";
    Interfaces.RealInput limit1 "Upper limit";
    Interfaces.RealInput limit2 "Lower limit";
  equation
    if strict then
      y = noEvent(if u > limit1 then limit1 elseif u < limit2 then limit2 else u);
    else
      y = if u > limit1 then limit1 elseif u < limit2 then limit2 else u;
    end if;
  end VariableLimiter;
  block SlewRateLimiter "Follows a signal, but not faster than given rates"
    extends Interfaces.SISO(y(start = y_start));
    parameter Real Rising(min = Modelica.Constants.small) = 1 "Largest rate of rise";
    parameter Real Falling(max = -Modelica.Constants.small) = -Rising "Of fall; negative";
    parameter SI.Time Td(min = Modelica.Constants.small) = 0.001
      "Time constant by which it follows what is slower";
    parameter Types.Init initType = Types.Init.SteadyState "What holds at the start";
    parameter Real y_start = 0 "Output at the start";
    parameter Boolean strict = false "true: no events at the limits";
  protected
    Real rate = (u - y)/Td "Rate without limits";
  initial equation
    if initType == Types.Init.SteadyState then
      y = u;
    elseif initType <> Types.Init.NoInit then
      y = y_start;
    end if;
  equation
    if strict then
      der(y) = noEvent(if rate > Rising then Rising elseif rate < Falling then Falling else rate);
    else
      der(y) = if rate > Rising then Rising elseif rate < Falling then Falling else rate;
    end if;
  end SlewRateLimiter;
  block DeadZone "Zero within limits; beyond them the distance to the limit"
    parameter Real uMax(start = 1) "Upper end of the dead zone";
    parameter Real uMin = -uMax "Lower end of the dead zone";
    extends Interfaces.SISO;
  equation
    assert(uMax >= uMin, "DeadZone: uMax must not be less than uMin");
    y = if u > uMax then u - uMax elseif u < uMin then u - uMin else 0;
  end DeadZone;
  block FixedDelay "What the input was a given time ago"
    extends Interfaces.SISO;
    parameter SI.Time delayTime(start = 1) "How late the output is";
  equation
    y = delay(u, delayTime);
  end FixedDelay;
  block VariableDelay "What the input was some time ago, which a signal gives"
    extends Interfaces.SISO;
    parameter SI.Duration delayMax(min = 0, start = 1) "How late the output ever is";
    Interfaces.RealInput delayTime "How late the output is: from 0 to delayMax";
  equation
    y = delay(u, delayTime, delayMax);
  end VariableDelay;
  block PadeDelay "Nearly a delay: a rational function by Padé"
    extends Interfaces.SISO;
    parameter SI.Time delayTime(start = 1) "How late the output is";
    parameter Integer n(min = 1) = 1 "Order of the denominator";
    parameter Integer m(min = 1, max = n) = n "Order of the numerator";
    parameter Boolean balance = false "Scaling of states in other tools; no effect here";
  protected
    // exp(-s T) ≈ sum p[k+1] (-s T)^k / sum q[k+1] (s T)^k, both scaled to begin with 1.
    function coefficients "(k + 1)-th: binomial(n, k) (n + m - k)!/(n + m)!"
      input Integer n "Order of this polynomial";
      input Integer m "Order of the other one";
      output Real c[n + 1];
    algorithm
      c[1] := 1;
      for k in 1:n loop
        c[k + 1] := c[k]*(n - k + 1)/(k*(n + m - k + 1));
      end for;
    end coefficients;
    parameter Real q[n + 1] = coefficients(n, m);
    parameter Real p[m + 1] = coefficients(m, n);
    Continuous.TransferFunction g(
      b = {p[m + 1 - i]*(-delayTime)^(m - i) for i in 0:m},
      a = {q[n + 1 - i]*delayTime^(n - i) for i in 0:n},
      initType = Types.Init.SteadyState);
  equation
    connect(u, g.u);
    connect(g.y, y);
  end PadeDelay;
end Nonlinear;
