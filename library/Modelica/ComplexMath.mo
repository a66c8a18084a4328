within Modelica;
package ComplexMath "Functions of complex numbers"
  final constant Complex j = Complex(0, 1) "Imaginary unit";
  function exp "Exponential function"
    input Complex c1 "Number";
    output Complex c2 "Value";
  algorithm
    c2 := fromPolar(Modelica.Math.exp(c1.re), c1.im);
  end exp;
  function log "Logarithm, with an angle from -pi to pi"
    input Complex c1 "Number";
    output Complex c2 "Value";
  algorithm
    c2 := Complex(Modelica.Math.log(c1.re^2 + c1.im^2)/2, atan2(c1.im, c1.re));
  end log;
  function sqrt "Square root, with a real part that is not negative"
    input Complex c1 "Number";
    output Complex c2 "Value";
  algorithm
    c2 := fromPolar((c1.re^2 + c1.im^2)^0.25, atan2(c1.im, c1.re)/2);
  end sqrt;
  function sin "Sine"
    input Complex c1 "Number";
    output Complex c2 "Value";
  algorithm
    c2 := Complex(Modelica.Math.sin(c1.re)*Modelica.Math.cosh(c1.im),
      Modelica.Math.cos(c1.re)*Modelica.Math.sinh(c1.im));
  end sin;
  function cos "Cosine"
    input Complex c1 "Number";
    output Complex c2 "Value";
  algorithm
    c2 := Complex(Modelica.Math.cos(c1.re)*Modelica.Math.cosh(c1.im),
      -Modelica.Math.sin(c1.re)*Modelica.Math.sinh(c1.im));
  end cos;
  function tan "Tangent"
    input Complex c1 "Number";
    output Complex c2 "Value";
  algorithm
    c2 := sin(c1)/cos(c1);
  end tan;
  function sinh "Hyperbolic sine"
    input Complex c1 "Number";
    output Complex c2 "Value";
  algorithm
    c2 := Complex(Modelica.Math.sinh(c1.re)*Modelica.Math.cos(c1.im),
      Modelica.Math.cosh(c1.re)*Modelica.Math.sin(c1.im));
  end sinh;
  function cosh "Hyperbolic cosine"
    input Complex c1 "Number";
    output Complex c2 "Value";
  algorithm
    c2 := Complex(Modelica.Math.cosh(c1.re)*Modelica.Math.cos(c1.im),
      Modelica.Math.sinh(c1.re)*Modelica.Math.sin(c1.im));
  end cosh;
  function tanh "Hyperbolic tangent"
    input Complex c1 "Number";
    output Complex c2 "Value";
  algorithm
    c2 := sinh(c1)/cosh(c1);
  end tanh;
  function conj "Conjugate"
    input Complex c1 "Number";
    output Complex c2 "Value";
  algorithm
    c2 := Complex(c1.re, -c1.im);
  end conj;
  function real "Real part"
    input Complex c "Number";
    output Real result "Value";
  algorithm
    result := c.re;
  end real;
  function imag "Imaginary part"
    input Complex c "Number";
    output Real result "Value";
  algorithm
    result := c.im;
  end imag;
  function abs "Absolute value"
    input Complex c "Number";
    output Real result "Value";
  algorithm
    result := (c.re^2 + c.im^2)^0.5;
  end abs;
  function arg "Angle, within half a turn of phi0"
    input Complex c "Number";
    input Modelica.Units.SI.Angle phi0 = 0 "Angle that it is near";
    output Real result "Value";
  algorithm
    // That of the number turned back by phi0.
    result := phi0 + atan2(c.im*Modelica.Math.cos(phi0) - c.re*Modelica.Math.sin(phi0),
      c.re*Modelica.Math.cos(phi0) + c.im*Modelica.Math.sin(phi0));
  end arg;
  function fromPolar "From absolute value and angle"
    input Real len "Absolute value";
    input Modelica.Units.SI.Angle phi "Angle";
    output Complex c "Number";
  algorithm
    c := Complex(len*Modelica.Math.cos(phi), len*Modelica.Math.sin(phi));
  end fromPolar;
  function sum "Sum of a vector"
    input Complex v[:] "Vector";
    output Complex result "Sum";
  algorithm
    result := Complex(0, 0);
    for i in 1:size(v, 1) loop
      result := result + v[i];
    end for;
  end sum;
  function product "Product of a vector"
    input Complex v[:] "Vector";
    output Complex result "Product";
  algorithm
    result := Complex(1, 0);
    for i in 1:size(v, 1) loop
      result := result*v[i];
    end for;
  end product;
end ComplexMath;
