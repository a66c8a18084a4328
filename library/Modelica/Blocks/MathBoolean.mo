within Modelica.Blocks;
package MathBoolean "Functions of many Boolean signals"
  block MultiSwitch "The expression of the first input that is true"
    input Boolean expr[nu] = fill(false, nu) "An expression for each input";
    parameter Boolean use_pre_as_default = true "Where none is true: true: stays; false: y_default";
    parameter Boolean y_default = false "Where none is true, and before the start";
    parameter Integer nu(min = 0) = 0 "Number of inputs";
    Interfaces.BooleanVectorInput u[nu] "Inputs";
    Interfaces.BooleanOutput y "Output";
  protected
    Boolean rest[nu + 1] "From input i on";
  initial equation
    pre(y) = y_default;
  equation
    for i in 1:nu loop
      rest[i] = if u[i] then expr[i] else rest[i + 1];
    end for;
    rest[nu + 1] = if use_pre_as_default then pre(y) else y_default;
    y = rest[1];
  end MultiSwitch;
  block And "Whether all inputs are true"
    extends Interfaces.PartialBooleanMISO;
  equation
    y = Modelica.Math.BooleanVectors.andTrue(u);
  end And;
  block Or "Whether some input is true"
    extends Interfaces.PartialBooleanMISO;
  equation
    y = Modelica.Math.BooleanVectors.anyTrue(u);
  end Or;
  block Xor "Whether exactly one input is true"
    extends Interfaces.PartialBooleanMISO;
  equation
    y = Modelica.Math.BooleanVectors.oneTrue(u);
  end Xor;
  block Nand "Whether not all inputs are true"
    extends Interfaces.PartialBooleanMISO;
  equation
    y = not Modelica.Math.BooleanVectors.andTrue(u);
  end Nand;
  block Nor "Whether no input is true"
    extends Interfaces.PartialBooleanMISO;
  equation
    y = not Modelica.Math.BooleanVectors.anyTrue(u);
  end Nor;
  block Not "The opposite of the input"
    extends Interfaces.PartialBooleanSISO_small;
  equation
    y = not u;
  end Not;
  block RisingEdge "True at the instant when the input becomes true"
    parameter Boolean pre_u_start = false "Input before the start";
    extends Interfaces.PartialBooleanSISO_small;
  initial equation
    pre(u) = pre_u_start;
  equation
    y = u and not pre(u);
  end RisingEdge;
  block FallingEdge "True at the instant when the input becomes false"
    parameter Boolean pre_u_start = false "Input before the start";
    extends Interfaces.PartialBooleanSISO_small;
  initial equation
    pre(u) = pre_u_start;
  equation
    y = pre(u) and not u;
  end FallingEdge;
  block ChangingEdge "True at the instant when the input changes"
    parameter Boolean pre_u_start = false "Input before the start";
    extends Interfaces.PartialBooleanSISO_small;
  initial equation
    pre(u) = pre_u_start;
  equation
    y = u <> pre(u);
  end ChangingEdge;
  block OnDelay "Rises later than the input, falls with it"
    extends Interfaces.PartialBooleanSISO_small;
    parameter SI.Time delayTime "How much later";
  protected
    discrete SI.Time begin "When the input became true";
  initial equation
    begin = time - 2*delayTime;
  equation
    when u then
      begin = time;
    end when;
    y = u and time >= begin + delayTime;
  end OnDelay;
end MathBoolean;
