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
  package Vectors "Functions of vectors"
    function length "Euclidean length"
      input Real v[:];
      output Real result;
    algorithm
      result := sqrt(v*v);
    end length;
    function norm "p-norm"
      input Real v[:];
      input Real p(min = 1) = 2;
      output Real result;
    algorithm
      assert(p >= 1, "norm: p must be at least 1");
      if size(v, 1) == 0 then
        result := 0;
      elseif p == 2 then
        result := sqrt(v*v);
      elseif p >= Modelica.Constants.inf then
        result := max(abs(v));
      else
        result := sum(abs(v[i])^p for i in 1:size(v, 1))^(1/p);
      end if;
    end norm;
    function normalize "Vector of length one in the same direction; shorter ones stay near zero"
      input Real v[:];
      input Real eps = 100*Modelica.Constants.eps;
      output Real result[size(v, 1)];
    algorithm
      result := if length(v) >= eps then v/length(v) else v/eps;
    end normalize;
    function reverse "The entries from last to first"
      input Real v[:];
      output Real result[size(v, 1)];
    algorithm
      result := {v[size(v, 1) + 1 - i] for i in 1:size(v, 1)};
    end reverse;
  end Vectors;
  package BooleanVectors "Functions of vectors of truth values"
    function allTrue "Whether there are entries and all are true"
      input Boolean b[:];
      output Boolean result;
    algorithm
      result := size(b, 1) > 0;
      for i in 1:size(b, 1) loop
        result := result and b[i];
      end for;
    end allTrue;
    function andTrue "Whether all entries are true; so it is without entries"
      input Boolean b[:];
      output Boolean result;
    algorithm
      result := true;
      for i in 1:size(b, 1) loop
        result := result and b[i];
      end for;
    end andTrue;
    function anyTrue "Whether some entry is true"
      input Boolean b[:];
      output Boolean result;
    algorithm
      result := false;
      for i in 1:size(b, 1) loop
        result := result or b[i];
      end for;
    end anyTrue;
    function countTrue "Number of true entries"
      input Boolean b[:];
      output Integer n;
    algorithm
      n := 0;
      for i in 1:size(b, 1) loop
        n := if b[i] then n + 1 else n;
      end for;
    end countTrue;
    function firstTrueIndex "Index of the first true entry; 0 without such"
      input Boolean b[:];
      output Integer index;
    algorithm
      index := 0;
      for i in size(b, 1):-1:1 loop
        index := if b[i] then i else index;
      end for;
    end firstTrueIndex;
    function oneTrue "Whether exactly one entry is true"
      input Boolean b[:];
      output Boolean result;
    algorithm
      result := countTrue(b) == 1;
    end oneTrue;
  end BooleanVectors;
  package Matrices "Functions of matrices"
    function trace "Sum of the diagonal"
      input Real A[:, size(A, 1)];
      output Real result;
    algorithm
      result := sum(A[i, i] for i in 1:size(A, 1));
    end trace;
  end Matrices;
end Math;
