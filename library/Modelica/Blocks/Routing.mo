within Modelica.Blocks;
package Routing "Signals together and apart"
  block Replicator "The input at every output"
    extends Interfaces.SIMO;
  equation
    y = fill(u, nout);
  end Replicator;
  block IntegerReplicator "The input at every output"
    parameter Integer nout = 1 "Number of outputs";
    Interfaces.IntegerInput u "Input";
    Interfaces.IntegerOutput y[nout] "Outputs";
  equation
    y = fill(u, nout);
  end IntegerReplicator;
  block BooleanReplicator "The input at every output"
    parameter Integer nout = 1 "Number of outputs";
    Interfaces.BooleanInput u "Input";
    Interfaces.BooleanOutput y[nout] "Outputs";
  equation
    y = fill(u, nout);
  end BooleanReplicator;
  block ExtractSignal "Some of the inputs, in a given order"
    extends Interfaces.MIMO;
    parameter Integer extract[nout] = 1:nout "Which input each output is";
  equation
    for i in 1:nout loop
      y[i] = u[extract[i]];
    end for;
  end ExtractSignal;
  block Extractor "One of the inputs, as a signal says"
    extends Interfaces.MISO;
    parameter Boolean allowOutOfRange = false "true: an index beyond the inputs is no error";
    parameter Real outOfRangeValue = 1e10 "Output for such an index";
    Interfaces.IntegerInput index "Which input the output is";
  equation
    assert(allowOutOfRange or (index >= 1 and index <= nin),
      "Extractor: index is not the number of an input");
    y = if index >= 1 and index <= nin then sum((if index == i then u[i] else 0) for i in 1:nin)
      else outOfRangeValue;
  end Extractor;
  block Multiplex "The inputs as one vector"
    parameter Integer n(min = 0) = 0 "Number of inputs";
    Interfaces.RealVectorInput u[n] "Inputs";
    Interfaces.RealOutput y[n] "Vector";
  equation
    y = u;
  end Multiplex;
  block Multiplex2 "Vectors one behind the other"
    parameter Integer n1 = 1 "Size of u1";
    parameter Integer n2 = 1 "Size of u2";
    Interfaces.RealInput u1[n1] "First vector";
    Interfaces.RealInput u2[n2] "Second vector";
    Interfaces.RealOutput y[n1 + n2] "All of them";
  equation
    y = cat(1, u1, u2);
  end Multiplex2;
  block Multiplex3 "Vectors one behind the other"
    parameter Integer n1 = 1 "Size of u1";
    parameter Integer n2 = 1 "Size of u2";
    parameter Integer n3 = 1 "Size of u3";
    Interfaces.RealInput u1[n1] "First vector";
    Interfaces.RealInput u2[n2] "Second vector";
    Interfaces.RealInput u3[n3] "Third vector";
    Interfaces.RealOutput y[n1 + n2 + n3] "All of them";
  equation
    y = cat(1, u1, u2, u3);
  end Multiplex3;
  block Multiplex4 "Vectors one behind the other"
    parameter Integer n1 = 1 "Size of u1";
    parameter Integer n2 = 1 "Size of u2";
    parameter Integer n3 = 1 "Size of u3";
    parameter Integer n4 = 1 "Size of u4";
    Interfaces.RealInput u1[n1] "First vector";
    Interfaces.RealInput u2[n2] "Second vector";
    Interfaces.RealInput u3[n3] "Third vector";
    Interfaces.RealInput u4[n4] "Fourth vector";
    Interfaces.RealOutput y[n1 + n2 + n3 + n4] "All of them";
  equation
    y = cat(1, u1, u2, u3, u4);
  end Multiplex4;
  block Multiplex5 "Vectors one behind the other"
    parameter Integer n1 = 1 "Size of u1";
    parameter Integer n2 = 1 "Size of u2";
    parameter Integer n3 = 1 "Size of u3";
    parameter Integer n4 = 1 "Size of u4";
    parameter Integer n5 = 1 "Size of u5";
    Interfaces.RealInput u1[n1] "First vector";
    Interfaces.RealInput u2[n2] "Second vector";
    Interfaces.RealInput u3[n3] "Third vector";
    Interfaces.RealInput u4[n4] "Fourth vector";
    Interfaces.RealInput u5[n5] "Fifth vector";
    Interfaces.RealOutput y[n1 + n2 + n3 + n4 + n5] "All of them";
  equation
    y = cat(1, u1, u2, u3, u4, u5);
  end Multiplex5;
  block Multiplex6 "Vectors one behind the other"
    parameter Integer n1 = 1 "Size of u1";
    parameter Integer n2 = 1 "Size of u2";
    parameter Integer n3 = 1 "Size of u3";
    parameter Integer n4 = 1 "Size of u4";
    parameter Integer n5 = 1 "Size of u5";
    parameter Integer n6 = 1 "Size of u6";
    Interfaces.RealInput u1[n1] "First vector";
    Interfaces.RealInput u2[n2] "Second vector";
    Interfaces.RealInput u3[n3] "Third vector";
    Interfaces.RealInput u4[n4] "Fourth vector";
    Interfaces.RealInput u5[n5] "Fifth vector";
    Interfaces.RealInput u6[n6] "Sixth vector";
    Interfaces.RealOutput y[n1 + n2 + n3 + n4 + n5 + n6] "All of them";
  equation
    y = cat(1, u1, u2, u3, u4, u5, u6);
  end Multiplex6;
  block DeMultiplex "The entries of a vector"
    parameter Integer n(min = 0) = 0 "Number of entries";
    Interfaces.RealInput u[n] "Vector";
    Interfaces.RealVectorOutput y[n] "Entries";
  equation
    y = u;
  end DeMultiplex;
  block DeMultiplex2 "A vector cut into 2"
    parameter Integer n1 = 1 "Size of y1";
    parameter Integer n2 = 1 "Size of y2";
    Interfaces.RealInput u[n1 + n2] "Vector";
    Interfaces.RealOutput y1[n1] "First part";
    Interfaces.RealOutput y2[n2] "Second part";
  equation
    u = cat(1, y1, y2);
  end DeMultiplex2;
  block DeMultiplex3 "A vector cut into 3"
    parameter Integer n1 = 1 "Size of y1";
    parameter Integer n2 = 1 "Size of y2";
    parameter Integer n3 = 1 "Size of y3";
    Interfaces.RealInput u[n1 + n2 + n3] "Vector";
    Interfaces.RealOutput y1[n1] "First part";
    Interfaces.RealOutput y2[n2] "Second part";
    Interfaces.RealOutput y3[n3] "Third part";
  equation
    u = cat(1, y1, y2, y3);
  end DeMultiplex3;
  block DeMultiplex4 "A vector cut into 4"
    parameter Integer n1 = 1 "Size of y1";
    parameter Integer n2 = 1 "Size of y2";
    parameter Integer n3 = 1 "Size of y3";
    parameter Integer n4 = 1 "Size of y4";
    Interfaces.RealInput u[n1 + n2 + n3 + n4] "Vector";
    Interfaces.RealOutput y1[n1] "First part";
    Interfaces.RealOutput y2[n2] "Second part";
    Interfaces.RealOutput y3[n3] "Third part";
    Interfaces.RealOutput y4[n4] "Fourth part";
  equation
    u = cat(1, y1, y2, y3, y4);
  end DeMultiplex4;
  block DeMultiplex5 "A vector cut into 5"
    parameter Integer n1 = 1 "Size of y1";
    parameter Integer n2 = 1 "Size of y2";
    parameter Integer n3 = 1 "Size of y3";
    parameter Integer n4 = 1 "Size of y4";
    parameter Integer n5 = 1 "Size of y5";
    Interfaces.RealInput u[n1 + n2 + n3 + n4 + n5] "Vector";
    Interfaces.RealOutput y1[n1] "First part";
    Interfaces.RealOutput y2[n2] "Second part";
    Interfaces.RealOutput y3[n3] "Third part";
    Interfaces.RealOutput y4[n4] "Fourth part";
    Interfaces.RealOutput y5[n5] "Fifth part";
  equation
    u = cat(1, y1, y2, y3, y4, y5);
  end DeMultiplex5;
  block DeMultiplex6 "A vector cut into 6"
    parameter Integer n1 = 1 "Size of y1";
    parameter Integer n2 = 1 "Size of y2";
    parameter Integer n3 = 1 "Size of y3";
    parameter Integer n4 = 1 "Size of y4";
    parameter Integer n5 = 1 "Size of y5";
    parameter Integer n6 = 1 "Size of y6";
    Interfaces.RealInput u[n1 + n2 + n3 + n4 + n5 + n6] "Vector";
    Interfaces.RealOutput y1[n1] "First part";
    Interfaces.RealOutput y2[n2] "Second part";
    Interfaces.RealOutput y3[n3] "Third part";
    Interfaces.RealOutput y4[n4] "Fourth part";
    Interfaces.RealOutput y5[n5] "Fifth part";
    Interfaces.RealOutput y6[n6] "Sixth part";
  equation
    u = cat(1, y1, y2, y3, y4, y5, y6);
  end DeMultiplex6;
  block RealPassThrough "The input as it is"
    Interfaces.RealInput u "Input";
    Interfaces.RealOutput y "Output";
  equation
    y = u;
  end RealPassThrough;
  block IntegerPassThrough "The input as it is"
    Interfaces.IntegerInput u "Input";
    Interfaces.IntegerOutput y "Output";
  equation
    y = u;
  end IntegerPassThrough;
  block BooleanPassThrough "The input as it is"
    Interfaces.BooleanInput u "Input";
    Interfaces.BooleanOutput y "Output";
  equation
    y = u;
  end BooleanPassThrough;
end Routing;
