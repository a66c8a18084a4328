within Modelica.Math;
package Special "Error function and what goes with it"
  function erf "2/sqrt(pi) times the integral of exp(-t^2) from 0 to u"
    input Real u "Argument";
    output Real y "Value";
  algorithm
    y := if abs(u) < 2.25 then u*near(u*u) elseif u > 0 then 1 - far(u) else far(-u) - 1;
  end erf;
  function erfc "1 - erf(u), exact also where that is small"
    input Real u "Argument";
    output Real y "Value";
  algorithm
    y := if abs(u) < 2.25 then 1 - u*near(u*u) elseif u > 0 then far(u) else 2 - far(-u);
  end erfc;
  function erfInv "Inverse of erf"
    input Real u(min = -1, max = 1) "Argument";
    output Real y "Value";
  algorithm
    y := if u < 0 then -inverse(-u, 1 + u) else inverse(u, 1 - u);
  end erfInv;
  function erfcInv "Inverse of erfc"
    input Real u(min = 0, max = 2) "Argument";
    output Real y "Value";
  algorithm
    y := if u > 1 then -inverse(u - 1, 2 - u) else inverse(1 - u, u);
  end erfcInv;
  function sinc "sin(u)/u"
    input Real u "Argument";
    output Real y "Value";
  algorithm
    y := if abs(u) > 5e-5 then Modelica.Math.sin(u)/u else 1 - u^2/6;
  end sinc;

protected
  // erf(x)/x = 2/sqrt(pi) exp(-x^2) sum (2 x^2)^k/(1 3 5 … (2 k + 1))
  function near "erf(x)/x of x^2"
    input Real square;
    output Real y;
  protected
    constant Real c = 2/sqrt(Modelica.Constants.pi);
  algorithm
    y := 1;
    for k in 45:-1:1 loop
      y := 1 + y*2*square/(2*k + 1);
    end for;
    y := c*Modelica.Math.exp(-square)*y;
  end near;
  // sqrt(pi) erfc(x) exp(x^2) = 1/(x + 1/2/(x + 2/2/(x + 3/2/(x + …))))
  function far "erfc(x)"
    input Real x;
    output Real y;
  protected
    constant Real c = 1/sqrt(Modelica.Constants.pi);
    Real z;
  algorithm
    z := if x > 2 then x else 2;
    y := z;
    for k in 60:-1:1 loop
      y := z + k/2/y;
    end for;
    y := c*Modelica.Math.exp(-z*z)/y;
  end far;
  // From Winitzki's estimate (2008) by Halley's method, with p = 1 - q from 0 to 1.
  function inverse "y with erf(y) = p, erfc(y) = q"
    input Real p;
    input Real q;
    output Real y;
  protected
    constant Real a = 0.147;
    constant Real c = 2/sqrt(Modelica.Constants.pi);
    Real l, m, e;
  algorithm
    l := Modelica.Math.log(max(q, 1e-300)*(1 + p));
    m := 2/(Modelica.Constants.pi*a) + l/2;
    y := sqrt(max(sqrt(m*m - l/a) - m, 0));
    for k in 1:2 loop
      e := (if p < 0.5 then erf(y) - p else q - erfc(y))/(c*Modelica.Math.exp(-y*y));
      y := y - e/(1 + y*e);
    end for;
  end inverse;
end Special;
