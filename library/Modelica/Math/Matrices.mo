within Modelica.Math;
package Matrices "Functions of matrices"
  function trace "Sum of the diagonal"
    input Real A[:, size(A, 1)];
    output Real result;
  algorithm
    result := sum(A[i, i] for i in 1:size(A, 1));
  end trace;
end Matrices;
