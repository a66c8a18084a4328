within Modelica.Blocks;
package Types "Choices in the parameters of blocks"
  type Smoothness = enumeration(
    LinearSegments "Straight lines between the points",
    ContinuousDerivative "Cubic curves by Akima, whose slope has no jumps",
    ConstantSegments "The value of the point before",
    MonotoneContinuousDerivative1 "Cubic curves by Fritsch and Butland: no new extrema",
    MonotoneContinuousDerivative2 "Cubic curves by Steffen: no new extrema",
    ModifiedContinuousDerivative "Akima's curves with fewer overshoots")
    "What a table is between its points";
  type Extrapolation = enumeration(
    HoldLastPoint "The first or the last value",
    LastTwoPoints "The line through the two outermost points",
    Periodic "The table begins anew",
    NoExtrapolation "An error") "What a table is beyond its points";
  type TimeEvents = enumeration(
    Always "At every point",
    AtDiscontinuities "Where the value jumps",
    NoTimeEvents "Nowhere") "Where a table over time has events";
  type Init = enumeration(
    NoInit "Start values are guesses",
    SteadyState "Derivatives are zero",
    InitialState "States have their start values",
    InitialOutput "Outputs, and what else is needed, have their start values")
    "What holds at the start";
  type SimpleController = enumeration(
    P "Proportional",
    PI "Proportional and integral",
    PD "Proportional and derivative",
    PID "Proportional, integral and derivative") "Parts of a controller";
  type AnalogFilter = enumeration(
    CriticalDamping "Real poles, all the same",
    Bessel "Flat delay",
    Butterworth "Flat amplitude",
    ChebyshevI "Steep, with ripples where signals pass") "Kind of filter";
  type FilterType = enumeration(
    LowPass "Lets low frequencies pass",
    HighPass "Lets high frequencies pass",
    BandPass "Lets a band pass",
    BandStop "Stops a band") "What a filter lets pass";
  type Regularization = enumeration(
    Exp "Exponential function",
    Sine "Sine",
    Linear "Line",
    Cosine "Cosine") "How a corner is made smooth";
  type LimiterHomotopy = enumeration(
    NoHomotopy "As it is",
    Linear "Without limits",
    UpperLimit "At the upper limit",
    LowerLimit "At the lower limit")
    "What a limiter is while a solver looks for the start; no effect here";
  type VariableLimiterHomotopy = enumeration(
    NoHomotopy "As it is",
    Linear "Without limits",
    Fixed "At a given value")
    "What a limiter is while a solver looks for the start; no effect here";
  class ExternalCombiTimeTable "A table over time, of the program"
    extends ExternalObject;
    function constructor "Makes it"
      input String tableName "Name in the file; NoName without";
      input String fileName "File; NoName without";
      input Real table[:, :] "The table, without file";
      input Modelica.Units.SI.Time startTime "Before it the table is zero";
      input Integer columns[:] "Columns that are looked up";
      input Types.Smoothness smoothness "Between the points";
      input Types.Extrapolation extrapolation = Types.Extrapolation.LastTwoPoints "Beyond them";
      input Modelica.Units.SI.Time shiftTime = 0.0 "Zero of the table's time";
      input Types.TimeEvents timeEvents = Types.TimeEvents.Always "Where there are events";
      input Boolean verboseRead = true "No effect here";
      input String delimiter = "," "Between two numbers of a line";
      input Integer nHeaderLines = 0 "Lines to skip";
      output ExternalCombiTimeTable externalCombiTable "The table";
      external "C";
    end constructor;
    function destructor "Ends it"
      input ExternalCombiTimeTable externalCombiTable "The table";
      external "C";
    end destructor;
  end ExternalCombiTimeTable;
  class ExternalCombiTable1D "A table with one argument, of the program"
    extends ExternalObject;
    function constructor "Makes it"
      input String tableName "Name in the file; NoName without";
      input String fileName "File; NoName without";
      input Real table[:, :] "The table, without file";
      input Integer columns[:] "Columns that are looked up";
      input Types.Smoothness smoothness "Between the points";
      input Types.Extrapolation extrapolation = Types.Extrapolation.LastTwoPoints "Beyond them";
      input Boolean verboseRead = true "No effect here";
      input String delimiter = "," "Between two numbers of a line";
      input Integer nHeaderLines = 0 "Lines to skip";
      output ExternalCombiTable1D externalCombiTable "The table";
      external "C";
    end constructor;
    function destructor "Ends it"
      input ExternalCombiTable1D externalCombiTable "The table";
      external "C";
    end destructor;
  end ExternalCombiTable1D;
  class ExternalCombiTable2D "A table with two arguments, of the program"
    extends ExternalObject;
    function constructor "Makes it"
      input String tableName "Name in the file; NoName without";
      input String fileName "File; NoName without";
      input Real table[:, :] "The table, without file";
      input Types.Smoothness smoothness "Between the points";
      input Types.Extrapolation extrapolation = Types.Extrapolation.LastTwoPoints "Beyond them";
      input Boolean verboseRead = true "No effect here";
      input String delimiter = "," "Between two numbers of a line";
      input Integer nHeaderLines = 0 "Lines to skip";
      output ExternalCombiTable2D externalCombiTable "The table";
      external "C";
    end constructor;
    function destructor "Ends it"
      input ExternalCombiTable2D externalCombiTable "The table";
      external "C";
    end destructor;
  end ExternalCombiTable2D;
end Types;
