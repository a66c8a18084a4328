within Modelica.Math;
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
