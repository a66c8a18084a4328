within Modelica.Blocks;
package Discrete "Blocks that act at instants"
  block Sampler "The input at the last instant; before the first it is 0"
    extends Interfaces.DiscreteSISO(y(start = 0, fixed = true));
  equation
    when sample(startTime, samplePeriod) then
      y = u;
    end when;
  end Sampler;
  block ZeroOrderHold "The input before the last instant, kept until the next one"
    extends Interfaces.DiscreteSISO;
  protected
    output Real ySample(start = 0, fixed = true) "The input at the last instant";
  equation
    when sample(startTime, samplePeriod) then
      ySample = u;
    end when;
    y = pre(ySample);
  end ZeroOrderHold;
  block FirstOrderHold "Straight lines between the inputs at the instants, one period late"
    extends Interfaces.DiscreteSISO;
  protected
    discrete SI.Time t_last(start = 0, fixed = true) "The last instant";
    discrete Real u_last "The input at it";
    discrete Real u_before "The input at the one before";
    discrete Real slope(start = 0, fixed = true) "Of the line";
  initial equation
    pre(u_last) = u;
    pre(u_before) = u;
  equation
    when sample(startTime, samplePeriod) then
      t_last = time;
      u_last = u;
      u_before = pre(u_last);
      slope = if pre(begun) then (u - pre(u_last))/samplePeriod else 0;
    end when;
    y = u_before + pre(slope)*(time - t_last);
  end FirstOrderHold;
  block UnitDelay "The input at the instant before the last"
    parameter Real y_start = 0 "Output until then";
    extends Interfaces.DiscreteSISO;
  protected
    discrete Real u_last(start = y_start, fixed = true) "The input at the last instant";
    discrete Real u_before(start = y_start, fixed = true) "The one before";
  equation
    when sample(startTime, samplePeriod) then
      u_last = u;
      u_before = pre(u_last);
    end when;
    y = u_before;
  end UnitDelay;
  block TransferFunction "(b[1] z^m + … + b[m+1])/(a[1] z^n + … + a[n+1])"
    parameter Real b[:] = {1} "Coefficients of the numerator, highest power first";
    parameter Real a[:] = {1} "Coefficients of the denominator, highest power first";
    extends Interfaces.DiscreteSISO(y(start = 0, fixed = true));
    output Real x[size(a, 1) - 1](each start = 0, each fixed = true)
      "States: the input over the denominator at the last instants";
  protected
    parameter Integer n = size(a, 1) - 1 "Order";
    parameter Real c[n + 1] = cat(1, zeros(n + 1 - size(b, 1)), b)
      "Numerator with as many coefficients as the denominator";
    Real x_new(start = 0, fixed = true) "The newest of them";
  equation
    assert(size(b, 1) <= n + 1, "TransferFunction: b must not be longer than a");
    when sample(startTime, samplePeriod) then
      x_new = (u - sum(a[i + 1]*pre(x[i]) for i in 1:n))/a[1];
      y = c[1]*x_new + sum(c[i + 1]*pre(x[i]) for i in 1:n);
      x = {if i == 1 then x_new else pre(x[max(i - 1, 1)]) for i in 1:n};
    end when;
  end TransferFunction;
  block StateSpace "From instant to instant x becomes A x + B u; y = C x + D u with the x before"
    parameter Real A[:, size(A, 1)] = [1, 0; 0, 1] "Of the states in the next ones";
    parameter Real B[size(A, 1), :] = [1; 1] "Of the inputs in the next states";
    parameter Real C[:, size(A, 1)] = [1, 1] "Of the states in the outputs";
    parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2))
      "Of the inputs in the outputs";
    extends Interfaces.DiscreteMIMO(final nin = size(B, 2), final nout = size(C, 1));
    output Real x[size(A, 1)] "States";
  equation
    when sample(startTime, samplePeriod) then
      x = A*pre(x) + B*u;
      y = C*pre(x) + D*u;
    end when;
  end StateSpace;
  block TriggeredSampler "The input when the trigger last became true"
    parameter Real y_start = 0 "Output until then";
    Interfaces.RealInput u "Input";
    Interfaces.RealOutput y(start = y_start, fixed = true) "Output";
    Interfaces.BooleanInput trigger "Trigger";
  equation
    when trigger then
      y = u;
    end when;
  end TriggeredSampler;
  block TriggeredMax "The largest absolute value of the input when the trigger became true"
    Interfaces.RealInput u "Input";
    Interfaces.RealOutput y(start = 0, fixed = true) "Output";
    Interfaces.BooleanInput trigger "Trigger";
  equation
    when trigger then
      y = max(pre(y), abs(u));
    end when;
  end TriggeredMax;
end Discrete;
