within Modelica;
package Math "Elementary functions, and functions of vectors"
  function sin
    input Real u;
    output Real y;
    external "builtin" y = sin(u);
  end sin;
  function cos
    input Real u;
    output Real y;
    external "builtin" y = cos(u);
  end cos;
  function tan
    input Real u;
    output Real y;
    external "builtin" y = tan(u);
  end tan;
  function asin
    input Real u;
    output Real y;
    external "builtin" y = asin(u);
  end asin;
  function acos
    input Real u;
    output Real y;
    external "builtin" y = acos(u);
  end acos;
  function atan
    input Real u;
    output Real y;
    external "builtin" y = atan(u);
  end atan;
  function sinh
    input Real u;
    output Real y;
    external "builtin" y = sinh(u);
  end sinh;
  function cosh
    input Real u;
    output Real y;
    external "builtin" y = cosh(u);
  end cosh;
  function tanh
    input Real u;
    output Real y;
    external "builtin" y = tanh(u);
  end tanh;
  function exp
    input Real u;
    output Real y;
    external "builtin" y = exp(u);
  end exp;
  function log
    input Real u;
    output Real y;
    external "builtin" y = log(u);
  end log;
  function log10
    input Real u;
    output Real y;
    external "builtin" y = log10(u);
  end log10;
  function atan2
    input Real u1;
    input Real u2;
    output Real y;
    external "builtin" y = atan2(u1, u2);
  end atan2;
  function asinh "Inverse of sinh"
    input Real u;
    output Real y;
  algorithm
    y := if u >= 0 then .log(u + sqrt(u*u + 1)) else -.log(-u + sqrt(u*u + 1));
  end asinh;
  function acosh "Inverse of cosh"
    input Real u;
    output Real y;
  algorithm
    assert(u >= 1, "acosh: the argument must be at least 1");
    y := .log(u + sqrt(u*u - 1));
  end acosh;
  function wrapAngle "The same angle within one turn"
    input Real u;
    input Boolean positiveRange = false "true: from 0 to 2 pi; false: from -pi to pi";
    output Real y;
  protected
    Real turns;
  algorithm
    turns := if positiveRange then floor(u/(2*Modelica.Constants.pi)) else
      ceil(u/(2*Modelica.Constants.pi) - 0.5);
    y := u - 2*Modelica.Constants.pi*turns;
  end wrapAngle;
end Math;
