within Modelica.Math;
package Matrices "Functions of matrices"
  function trace "Sum of the diagonal"
    input Real A[:, size(A, 1)];
    output Real result;
  algorithm
    result := sum(A[i, i] for i in 1:size(A, 1));
  end trace;
  // Gauss: below each pivot, the largest entry that is left in its column, the matrix becomes zero; then from the last
  // unknown back.
  function solve "Solution x of A x = b"
    input Real A[:, :] "Square matrix";
    input Real b[size(A, 1)] "Right side";
    output Real x[size(b, 1)] "Solution";
  protected
    Integer n = size(A, 1);
    Real M[size(A, 1), size(A, 1) + 1] "What is left of A, and of b beside it";
    Real row[size(A, 1) + 1] "Row that moves";
    Integer pivot "Row of the largest entry";
  algorithm
    for i in 1:n loop
      M[i, 1:n] := A[i, :];
      M[i, n + 1] := b[i];
    end for;
    for i in 1:n loop
      pivot := i;
      for k in i + 1:n loop
        if abs(M[k, i]) > abs(M[pivot, i]) then
          pivot := k;
        end if;
      end for;
      assert(M[pivot, i] <> 0, "the matrix of these linear equations is singular");
      row := M[pivot, :];
      M[pivot, :] := M[i, :];
      M[i, :] := row/row[i];
      for k in i + 1:n loop
        if M[k, i] <> 0 then
          M[k, i + 1:n + 1] := M[k, i + 1:n + 1] - M[k, i]*M[i, i + 1:n + 1];
        end if;
      end for;
    end for;
    for i in 1:n loop
      x[n + 1 - i] := M[n + 1 - i, n + 1] - M[n + 1 - i, n + 2 - i:n]*x[n + 2 - i:n];
    end for;
  end solve;
end Matrices;
