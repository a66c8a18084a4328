within Modelica.Math;
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
