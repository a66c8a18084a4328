within Modelica.Blocks;
package Interfaces "Connectors of signals, and blocks that have them and nothing else"
  connector RealInput = input Real "Takes a Real signal";
  connector RealOutput = output Real "Gives a Real signal";
  connector BooleanInput = input Boolean "Takes a Boolean signal";
  connector BooleanOutput = output Boolean "Gives a Boolean signal";
  connector IntegerInput = input Integer "Takes an Integer signal";
  connector IntegerOutput = output Integer "Gives an Integer signal";
  connector RealVectorInput = input Real "Takes one of several Real signals";
  connector IntegerVectorInput = input Integer "Takes one of several Integer signals";
  connector BooleanVectorInput = input Boolean "Takes one of several Boolean signals";
  connector RealVectorOutput = output Real "Gives one of several Real signals";

  partial block SO "One output"
    RealOutput y "Output";
  end SO;
  partial block MO "Several outputs"
    parameter Integer nout(min = 1) = 1 "Number of outputs";
    RealOutput y[nout] "Outputs";
  end MO;
  partial block SISO "One input, one output"
    RealInput u "Input";
    RealOutput y "Output";
  end SISO;
  partial block SI2SO "Two inputs, one output"
    RealInput u1 "First input";
    RealInput u2 "Second input";
    RealOutput y "Output";
  end SI2SO;
  partial block SIMO "One input, several outputs"
    parameter Integer nout = 1 "Number of outputs";
    RealInput u "Input";
    RealOutput y[nout] "Outputs";
  end SIMO;
  partial block MISO "Several inputs, one output"
    parameter Integer nin = 1 "Number of inputs";
    RealInput u[nin] "Inputs";
    RealOutput y "Output";
  end MISO;
  partial block PartialRealMISO "As many inputs as are connected, one output"
    parameter Integer significantDigits(min = 1) = 3 "Drawing";
    parameter Integer nu(min = 0) = 0 "Number of inputs";
    RealVectorInput u[nu] "Inputs";
    RealOutput y "Output";
  end PartialRealMISO;
  partial block MIMO "Several inputs, several outputs"
    parameter Integer nin = 1 "Number of inputs";
    parameter Integer nout = 1 "Number of outputs";
    RealInput u[nin] "Inputs";
    RealOutput y[nout] "Outputs";
  end MIMO;
  partial block MIMOs "As many outputs as inputs"
    parameter Integer n = 1 "Number of inputs and of outputs";
    RealInput u[n] "Inputs";
    RealOutput y[n] "Outputs";
  end MIMOs;
  partial block MI2MO "Pairs of inputs, an output for each pair"
    parameter Integer n = 1 "Number of pairs";
    RealInput u1[n] "First inputs";
    RealInput u2[n] "Second inputs";
    RealOutput y[n] "Outputs";
  end MI2MO;
  partial block SignalSource "A signal that begins at a given time"
    extends SO;
    parameter Real offset = 0 "Added to the signal; its value before startTime";
    parameter SI.Time startTime = 0 "When the signal begins";
  end SignalSource;
  partial block SVcontrol "Controller of one quantity"
    RealInput u_s "Set point";
    RealInput u_m "Measured value";
    RealOutput y "Output to the plant";
  end SVcontrol;
  partial block MVcontrol "Controller of several quantities"
    parameter Integer nu_s = 1 "Number of set points";
    parameter Integer nu_m = 1 "Number of measured values";
    parameter Integer ny = 1 "Number of outputs";
    RealInput u_s[nu_s] "Set points";
    RealInput u_m[nu_m] "Measured values";
    RealOutput y[ny] "Outputs to the plant";
  end MVcontrol;

  partial block DiscreteBlock "Acts at instants that follow one another at equal distances"
    parameter SI.Time samplePeriod(min = 100*Modelica.Constants.eps, start = 0.1)
      "Time between two instants";
    parameter SI.Time startTime = 0 "The first instant";
  protected
    output Boolean sampleTrigger "Becomes true at the instants";
    output Boolean firstTrigger(start = false, fixed = true) "Is true at the first of them";
    Boolean begun(start = false, fixed = true) "Whether there was an instant";
  equation
    sampleTrigger = sample(startTime, samplePeriod);
    when sample(startTime, samplePeriod) then
      begun = true;
      firstTrigger = not pre(begun);
    end when;
  end DiscreteBlock;
  partial block DiscreteSISO "Sampled, with one input and one output"
    extends DiscreteBlock;
    RealInput u "Input";
    RealOutput y "Output";
  end DiscreteSISO;
  partial block DiscreteMIMO "Sampled, with several inputs and outputs"
    extends DiscreteBlock;
    parameter Integer nin = 1 "Number of inputs";
    parameter Integer nout = 1 "Number of outputs";
    RealInput u[nin] "Inputs";
    RealOutput y[nout] "Outputs";
  end DiscreteMIMO;
  partial block DiscreteMIMOs "Sampled, with as many outputs as inputs"
    extends DiscreteBlock;
    parameter Integer n = 1 "Number of inputs and of outputs";
    RealInput u[n] "Inputs";
    RealOutput y[n] "Outputs";
  end DiscreteMIMOs;
  partial block SVdiscrete "Sampled controller of one quantity"
    extends DiscreteBlock;
    RealInput u_s "Set point";
    RealInput u_m "Measured value";
    RealOutput y "Output to the plant";
  end SVdiscrete;
  partial block MVdiscrete "Sampled controller of several quantities"
    extends DiscreteBlock;
    parameter Integer nu_s = 1 "Number of set points";
    parameter Integer nu_m = 1 "Number of measured values";
    parameter Integer ny = 1 "Number of outputs";
    RealInput u_s[nu_s] "Set points";
    RealInput u_m[nu_m] "Measured values";
    RealOutput y[ny] "Outputs to the plant";
  end MVdiscrete;

  partial block BooleanSISO "One Boolean input, one Boolean output"
    BooleanInput u "Input";
    BooleanOutput y "Output";
  end BooleanSISO;
  partial block BooleanMIMOs "As many Boolean outputs as inputs"
    parameter Integer n = 1 "Number of inputs and of outputs";
    BooleanInput u[n] "Inputs";
    BooleanOutput y[n] "Outputs";
  end BooleanMIMOs;
  partial block MI2BooleanMOs "Pairs of Real inputs, a Boolean output for each pair"
    parameter Integer n = 1 "Number of pairs";
    RealInput u1[n] "First inputs";
    RealInput u2[n] "Second inputs";
    BooleanOutput y[n] "Outputs";
  end MI2BooleanMOs;
  partial block SI2BooleanSO "Two Boolean inputs, one Boolean output"
    BooleanInput u1 "First input";
    BooleanInput u2 "Second input";
    BooleanOutput y "Output";
  end SI2BooleanSO;
  partial block BooleanSignalSource "One Boolean output"
    BooleanOutput y "Output";
  end BooleanSignalSource;
  partial block IntegerSO "One Integer output"
    IntegerOutput y "Output";
  end IntegerSO;
  partial block IntegerMO "Several Integer outputs"
    parameter Integer nout(min = 1) = 1 "Number of outputs";
    IntegerOutput y[nout] "Outputs";
  end IntegerMO;
  partial block IntegerSignalSource "An Integer signal that begins at a given time"
    extends IntegerSO;
    parameter Integer offset = 0 "Added to the signal; its value before startTime";
    parameter SI.Time startTime = 0 "When the signal begins";
  end IntegerSignalSource;
  partial block IntegerSIBooleanSO "One Integer input, one Boolean output"
    IntegerInput u "Input";
    BooleanOutput y "Output";
  end IntegerSIBooleanSO;
  partial block IntegerMIBooleanMOs "Pairs of Integer inputs, a Boolean output for each pair"
    parameter Integer n = 1 "Number of pairs";
    IntegerInput u1[n] "First inputs";
    IntegerInput u2[n] "Second inputs";
    BooleanOutput y[n] "Outputs";
  end IntegerMIBooleanMOs;
  partial block PartialIntegerSISO "One Integer input, one Integer output"
    IntegerInput u "Input";
    IntegerOutput y "Output";
  end PartialIntegerSISO;
  partial block PartialIntegerMISO "As many Integer inputs as are connected, one Integer output"
    parameter Integer nu(min = 0) = 0 "Number of inputs";
    IntegerVectorInput u[nu] "Inputs";
    IntegerOutput y "Output";
  end PartialIntegerMISO;
  partial block partialBooleanSISO "One Boolean input, one Boolean output"
    BooleanInput u "Input";
    BooleanOutput y "Output";
  end partialBooleanSISO;
  partial block partialBooleanSI2SO "Two Boolean inputs, one Boolean output"
    BooleanInput u1 "First input";
    BooleanInput u2 "Second input";
    BooleanOutput y "Output";
  end partialBooleanSI2SO;
  partial block partialBooleanSI3SO "Three Boolean inputs, one Boolean output"
    BooleanInput u1 "First input";
    BooleanInput u2 "Second input";
    BooleanInput u3 "Third input";
    BooleanOutput y "Output";
  end partialBooleanSI3SO;
  partial block partialBooleanSI "One Boolean input"
    BooleanInput u "Input";
  end partialBooleanSI;
  partial block partialBooleanSO "One Boolean output"
    BooleanOutput y "Output";
  end partialBooleanSO;
  partial block partialBooleanSource "A Boolean signal"
    BooleanOutput y "Output";
  end partialBooleanSource;
  partial block partialBooleanThresholdComparison "Compares a Real signal with a number"
    parameter Real threshold = 0 "What the input is compared with";
    RealInput u "Input";
    BooleanOutput y "Output";
  end partialBooleanThresholdComparison;
  partial block partialBooleanComparison "Compares two Real signals"
    RealInput u1 "First input";
    RealInput u2 "Second input";
    BooleanOutput y "Output";
  end partialBooleanComparison;
  partial block PartialBooleanSISO_small "One Boolean input, one Boolean output; drawn small"
    BooleanInput u "Input";
    BooleanOutput y "Output";
  end PartialBooleanSISO_small;
  partial block PartialBooleanMISO "As many Boolean inputs as are connected, one Boolean output"
    parameter Integer nu(min = 0) = 0 "Number of inputs";
    BooleanVectorInput u[nu] "Inputs";
    BooleanOutput y "Output";
  end PartialBooleanMISO;
  partial block PartialConversionBlock "From one unit to another"
    RealInput u "Input";
    RealOutput y "Output";
  end PartialConversionBlock;
  partial block PartialNoise "Draws a number at instants that follow one another at equal distances"
    extends SO;
    parameter SI.Period samplePeriod(start = 0.01) "Time between two numbers";
    parameter Boolean enableNoise = globalSeed.enableNoise "false: the output is y_off";
    parameter Real y_off = 0.0 "Output without noise";
    parameter Boolean useGlobalSeed = true "true: the seed of GlobalSeed counts, too";
    parameter Boolean useAutomaticLocalSeed = true "true: the seed follows from the name";
    parameter Integer fixedLocalSeed = 1 "Seed that does not follow from the name";
    parameter SI.Time startTime = 0.0 "When the first number is drawn";
    final parameter Integer localSeed = if useAutomaticLocalSeed then
      Modelica.Math.Random.Utilities.automaticLocalSeed(getInstanceName()) else fixedLocalSeed
      "The seed";
  protected
    outer Noise.GlobalSeed globalSeed "What all of them have in common";
    parameter Boolean generateNoise = enableNoise and globalSeed.enableNoise;
    parameter Integer firstState[4] = Modelica.Math.Random.Generators.Xorshift128plus.initialState(
      localSeed, if useGlobalSeed then globalSeed.seed else 0);
    Integer state[4](start = firstState, each fixed = true) "State of the generator";
    discrete Real r "The number, spread as it is to be";
    discrete Real r_raw "The number from 0 to 1";
  initial equation
    r_raw = Modelica.Math.Random.Generators.Xorshift128plus.random(pre(state));
  equation
    when generateNoise and sample(startTime, samplePeriod) then
      (r_raw, state) = Modelica.Math.Random.Generators.Xorshift128plus.random(pre(state));
    end when;
    y = if generateNoise and time >= startTime then r else y_off;
  end PartialNoise;
end Interfaces;
