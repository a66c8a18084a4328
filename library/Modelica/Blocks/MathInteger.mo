within Modelica.Blocks;
package MathInteger "Functions of many Integer signals"
  block MultiSwitch "The expression of the first input that is true"
    input Integer expr[nu] = fill(0, nu) "An expression for each input";
    parameter Integer y_default = 0 "Where none is true, and before the start";
    parameter Boolean use_pre_as_default = true "Where none is true: true: stays; false: y_default";
    parameter Integer nu(min = 0) = 0 "Number of inputs";
    Interfaces.BooleanVectorInput u[nu] "Inputs";
    Interfaces.IntegerOutput y "Output";
  protected
    Integer rest[nu + 1] "From input i on";
  initial equation
    pre(y) = y_default;
  equation
    for i in 1:nu loop
      rest[i] = if u[i] then expr[i] else rest[i + 1];
    end for;
    rest[nu + 1] = if use_pre_as_default then pre(y) else y_default;
    y = rest[1];
  end MultiSwitch;
  block Sum "Sum of the inputs, each times a number"
    extends Interfaces.PartialIntegerMISO;
    parameter Integer k[nu] = fill(1, nu) "Factors";
  equation
    y = if nu > 0 then k*u else 0;
  end Sum;
  block Product "Product of the inputs"
    extends Interfaces.PartialIntegerMISO;
  equation
    y = if nu > 0 then product(u) else 0;
  end Product;
  block TriggeredAdd "Adds the input when the trigger becomes true"
    extends Interfaces.PartialIntegerSISO;
    parameter Boolean use_reset = false "true: an input that sets the output anew";
    parameter Boolean use_set = false "true: an input for what it is set to, else y_start";
    parameter Integer y_start = 0 "Output at the start";
    Interfaces.BooleanInput trigger "Trigger";
    Interfaces.BooleanInput reset if use_reset "Where it becomes true the output is set anew";
    Interfaces.IntegerInput set if use_set "What the output is set to";
  protected
    Interfaces.BooleanInput reset_in;
    Interfaces.IntegerInput set_in;
  initial equation
    pre(y) = y_start;
  equation
    connect(reset, reset_in);
    connect(set, set_in);
    if not use_reset then
      reset_in = false;
    end if;
    if not use_set then
      set_in = y_start;
    end if;
    when {trigger, reset_in} then
      y = if reset_in then set_in else pre(y) + u;
    end when;
  end TriggeredAdd;
end MathInteger;
