within Modelica.Blocks;
package Tables "Values by points"
  block CombiTable1Ds "Functions of one input, by points"
    extends Interfaces.SIMO(final nout = size(columns, 1));
    parameter Boolean tableOnFile = false "true: the table is in a file";
    parameter Real table[:, :] = fill(0.0, 0, 2) "The table; arguments in the first column";
    parameter String tableName = "NoName" "Name of the table in the file";
    parameter String fileName = "NoName" "The file: text, CSV or MATLAB version 4";
    parameter String delimiter = "," "Between two numbers of a CSV file";
    parameter Integer nHeaderLines = 0 "Lines of a CSV file to skip";
    parameter Boolean verboseRead = true "No effect here";
    parameter Integer columns[:] = 2:size(table, 2) "Columns that are looked up";
    parameter Types.Smoothness smoothness = Types.Smoothness.LinearSegments "Between the points";
    parameter Types.Extrapolation extrapolation = Types.Extrapolation.LastTwoPoints
      "Beyond the points";
    parameter Boolean verboseExtrapolation = false "No effect here";
    final parameter Real u_min = Internal.getTable1DAbscissaUmin(tableID) "First argument";
    final parameter Real u_max = Internal.getTable1DAbscissaUmax(tableID) "Last argument";
  protected
    final parameter Boolean isCsv = tableOnFile and Modelica.Utilities.Strings.findLast(fileName,
      ".csv", caseSensitive = false) == max(1, Modelica.Utilities.Strings.length(fileName) - 3);
    final parameter String givenName = if isCsv then "Values" elseif tableOnFile then tableName else
      "NoName";
    final parameter String givenFile = if tableOnFile then fileName else "NoName";
    parameter Types.ExternalCombiTable1D tableID = Types.ExternalCombiTable1D(givenName, givenFile, table,
      columns, smoothness, extrapolation, verboseRead, delimiter, nHeaderLines);
  equation
    assert(if tableOnFile then isCsv or tableName <> "NoName" else size(table, 1) > 0,
      "a table needs the name of one in a file, or a matrix with rows");
    for i in 1:size(columns, 1) loop
      y[i] = Internal.getTable1DValue(tableID, i, u);
    end for;
  end CombiTable1Ds;
  block CombiTable1Dv "A function of each input, by points"
    extends Interfaces.MIMOs(final n = size(columns, 1));
    parameter Boolean tableOnFile = false "true: the table is in a file";
    parameter Real table[:, :] = fill(0.0, 0, 2) "The table; arguments in the first column";
    parameter String tableName = "NoName" "Name of the table in the file";
    parameter String fileName = "NoName" "The file: text, CSV or MATLAB version 4";
    parameter String delimiter = "," "Between two numbers of a CSV file";
    parameter Integer nHeaderLines = 0 "Lines of a CSV file to skip";
    parameter Boolean verboseRead = true "No effect here";
    parameter Integer columns[:] = 2:size(table, 2) "Columns that are looked up";
    parameter Types.Smoothness smoothness = Types.Smoothness.LinearSegments "Between the points";
    parameter Types.Extrapolation extrapolation = Types.Extrapolation.LastTwoPoints
      "Beyond the points";
    parameter Boolean verboseExtrapolation = false "No effect here";
    final parameter Real u_min = Internal.getTable1DAbscissaUmin(tableID) "First argument";
    final parameter Real u_max = Internal.getTable1DAbscissaUmax(tableID) "Last argument";
  protected
    final parameter Boolean isCsv = tableOnFile and Modelica.Utilities.Strings.findLast(fileName,
      ".csv", caseSensitive = false) == max(1, Modelica.Utilities.Strings.length(fileName) - 3);
    final parameter String givenName = if isCsv then "Values" elseif tableOnFile then tableName else
      "NoName";
    final parameter String givenFile = if tableOnFile then fileName else "NoName";
    parameter Types.ExternalCombiTable1D tableID = Types.ExternalCombiTable1D(givenName, givenFile, table,
      columns, smoothness, extrapolation, verboseRead, delimiter, nHeaderLines);
  equation
    assert(if tableOnFile then isCsv or tableName <> "NoName" else size(table, 1) > 0,
      "a table needs the name of one in a file, or a matrix with rows");
    for i in 1:size(columns, 1) loop
      y[i] = Internal.getTable1DValue(tableID, i, u[i]);
    end for;
  end CombiTable1Dv;
  block CombiTable2Ds "A function of two inputs, by points"
    extends Interfaces.SI2SO;
    parameter Boolean tableOnFile = false "true: the table is in a file";
    parameter Real table[:, :] = fill(0.0, 0, 2) "The table; arguments in the first column and in the first row";
    parameter String tableName = "NoName" "Name of the table in the file";
    parameter String fileName = "NoName" "The file: text, CSV or MATLAB version 4";
    parameter String delimiter = "," "Between two numbers of a CSV file";
    parameter Integer nHeaderLines = 0 "Lines of a CSV file to skip";
    parameter Boolean verboseRead = true "No effect here";
    parameter Types.Smoothness smoothness = Types.Smoothness.LinearSegments "Between the points";
    parameter Types.Extrapolation extrapolation = Types.Extrapolation.LastTwoPoints
      "Beyond the points";
    parameter Boolean verboseExtrapolation = false "No effect here";
    final parameter Real u_min[2] = Internal.getTable2DAbscissaUmin(tableID) "First arguments";
    final parameter Real u_max[2] = Internal.getTable2DAbscissaUmax(tableID) "Last arguments";
  protected
    final parameter Boolean isCsv = tableOnFile and Modelica.Utilities.Strings.findLast(fileName,
      ".csv", caseSensitive = false) == max(1, Modelica.Utilities.Strings.length(fileName) - 3);
    final parameter String givenName = if isCsv then "Values" elseif tableOnFile then tableName else
      "NoName";
    final parameter String givenFile = if tableOnFile then fileName else "NoName";
    parameter Types.ExternalCombiTable2D tableID = Types.ExternalCombiTable2D(givenName, givenFile, table,
      smoothness, extrapolation, verboseRead, delimiter, nHeaderLines);
  equation
    assert(if tableOnFile then isCsv or tableName <> "NoName" else size(table, 1) > 0,
      "a table needs the name of one in a file, or a matrix with rows");
    y = Internal.getTable2DValue(tableID, u1, u2);
  end CombiTable2Ds;
  block CombiTable2Dv "A function of pairs of inputs, by points"
    extends Interfaces.MI2MO;
    parameter Boolean tableOnFile = false "true: the table is in a file";
    parameter Real table[:, :] = fill(0.0, 0, 2) "The table; arguments in the first column and in the first row";
    parameter String tableName = "NoName" "Name of the table in the file";
    parameter String fileName = "NoName" "The file: text, CSV or MATLAB version 4";
    parameter String delimiter = "," "Between two numbers of a CSV file";
    parameter Integer nHeaderLines = 0 "Lines of a CSV file to skip";
    parameter Boolean verboseRead = true "No effect here";
    parameter Types.Smoothness smoothness = Types.Smoothness.LinearSegments "Between the points";
    parameter Types.Extrapolation extrapolation = Types.Extrapolation.LastTwoPoints
      "Beyond the points";
    parameter Boolean verboseExtrapolation = false "No effect here";
    final parameter Real u_min[2] = Internal.getTable2DAbscissaUmin(tableID) "First arguments";
    final parameter Real u_max[2] = Internal.getTable2DAbscissaUmax(tableID) "Last arguments";
  protected
    final parameter Boolean isCsv = tableOnFile and Modelica.Utilities.Strings.findLast(fileName,
      ".csv", caseSensitive = false) == max(1, Modelica.Utilities.Strings.length(fileName) - 3);
    final parameter String givenName = if isCsv then "Values" elseif tableOnFile then tableName else
      "NoName";
    final parameter String givenFile = if tableOnFile then fileName else "NoName";
    parameter Types.ExternalCombiTable2D tableID = Types.ExternalCombiTable2D(givenName, givenFile, table,
      smoothness, extrapolation, verboseRead, delimiter, nHeaderLines);
  equation
    assert(if tableOnFile then isCsv or tableName <> "NoName" else size(table, 1) > 0,
      "a table needs the name of one in a file, or a matrix with rows");
    for i in 1:n loop
      y[i] = Internal.getTable2DValue(tableID, u1[i], u2[i]);
    end for;
  end CombiTable2Dv;
  package Internal "What the blocks ask a table for"
    function getTimeTableValue "Value of a table over time"
      input Types.ExternalCombiTimeTable tableID "The table";
      input Integer icol "Number of the column";
      input Real timeIn "Time";
      input Real nextTimeEvent "Event that is waited for";
      input Real pre_nextTimeEvent "The same before this event";
      output Real y "Value";
      external "C";
    end getTimeTableValue;
    function getTimeTableValueNoDer "Value of a table over time, without derivatives"
      input Types.ExternalCombiTimeTable tableID "The table";
      input Integer icol "Number of the column";
      input Real timeIn "Time";
      input Real nextTimeEvent "Event that is waited for";
      input Real pre_nextTimeEvent "The same before this event";
      output Real y "Value";
      external "C";
    end getTimeTableValueNoDer;
    function getTimeTableValueNoDer2 "Value of a table over time, without second derivatives"
      input Types.ExternalCombiTimeTable tableID "The table";
      input Integer icol "Number of the column";
      input Real timeIn "Time";
      input Real nextTimeEvent "Event that is waited for";
      input Real pre_nextTimeEvent "The same before this event";
      output Real y "Value";
      external "C";
    end getTimeTableValueNoDer2;
    function getDerTimeTableValue "Derivative of a table over time"
      input Types.ExternalCombiTimeTable tableID "The table";
      input Integer icol "Number of the column";
      input Real timeIn "Time";
      input Real nextTimeEvent "Event that is waited for";
      input Real pre_nextTimeEvent "The same before this event";
      input Real der_timeIn "Derivative of the argument";
      output Real der_y "Derivative";
      external "C";
    end getDerTimeTableValue;
    function getDerTimeTableValueNoDer "Derivative of a table over time, without derivatives"
      input Types.ExternalCombiTimeTable tableID "The table";
      input Integer icol "Number of the column";
      input Real timeIn "Time";
      input Real nextTimeEvent "Event that is waited for";
      input Real pre_nextTimeEvent "The same before this event";
      input Real der_timeIn "Derivative of the argument";
      output Real der_y "Derivative";
      external "C";
    end getDerTimeTableValueNoDer;
    function getDer2TimeTableValue "Second derivative of a table over time"
      input Types.ExternalCombiTimeTable tableID "The table";
      input Integer icol "Number of the column";
      input Real timeIn "Time";
      input Real nextTimeEvent "Event that is waited for";
      input Real pre_nextTimeEvent "The same before this event";
      input Real der_timeIn "Derivative of the argument";
      input Real der2_timeIn "Its second derivative";
      output Real der2_y "Second derivative";
      external "C";
    end getDer2TimeTableValue;
    function getTimeTableTmin "First time of a table"
      input Types.ExternalCombiTimeTable tableID "The table";
      output Real timeMin "First time";
      external "C";
    end getTimeTableTmin;
    function getTimeTableTmax "Last time of a table"
      input Types.ExternalCombiTimeTable tableID "The table";
      output Real timeMax "Last time";
      external "C";
    end getTimeTableTmax;
    function getNextTimeEvent "Next event of a table over time"
      input Types.ExternalCombiTimeTable tableID "The table";
      input Real timeIn "Time";
      output Real nextTimeEvent "The next event";
      external "C";
    end getNextTimeEvent;
    function getTable1DValue "Value of a table with one argument"
      input Types.ExternalCombiTable1D tableID "The table";
      input Integer icol "Number of the column";
      input Real u "Argument";
      output Real y "Value";
      external "C";
    end getTable1DValue;
    function getTable1DValueNoDer "Value of a table with one argument, without derivatives"
      input Types.ExternalCombiTable1D tableID "The table";
      input Integer icol "Number of the column";
      input Real u "Argument";
      output Real y "Value";
      external "C";
    end getTable1DValueNoDer;
    function getTable1DValueNoDer2 "Value of a table with one argument, without second derivatives"
      input Types.ExternalCombiTable1D tableID "The table";
      input Integer icol "Number of the column";
      input Real u "Argument";
      output Real y "Value";
      external "C";
    end getTable1DValueNoDer2;
    function getDerTable1DValue "Derivative of a table with one argument"
      input Types.ExternalCombiTable1D tableID "The table";
      input Integer icol "Number of the column";
      input Real u "Argument";
      input Real der_u "Derivative of the argument";
      output Real der_y "Derivative";
      external "C";
    end getDerTable1DValue;
    function getDerTable1DValueNoDer "Derivative of a table with one argument, without derivatives"
      input Types.ExternalCombiTable1D tableID "The table";
      input Integer icol "Number of the column";
      input Real u "Argument";
      input Real der_u "Derivative of the argument";
      output Real der_y "Derivative";
      external "C";
    end getDerTable1DValueNoDer;
    function getDer2Table1DValue "Second derivative of a table with one argument"
      input Types.ExternalCombiTable1D tableID "The table";
      input Integer icol "Number of the column";
      input Real u "Argument";
      input Real der_u "Derivative of the argument";
      input Real der2_u "Its second derivative";
      output Real der2_y "Second derivative";
      external "C";
    end getDer2Table1DValue;
    function getTable1DAbscissaUmin "First argument of a table"
      input Types.ExternalCombiTable1D tableID "The table";
      output Real uMin "First argument";
      external "C";
    end getTable1DAbscissaUmin;
    function getTable1DAbscissaUmax "Last argument of a table"
      input Types.ExternalCombiTable1D tableID "The table";
      output Real uMax "Last argument";
      external "C";
    end getTable1DAbscissaUmax;
    function getTable2DValue "Value of a table with two arguments"
      input Types.ExternalCombiTable2D tableID "The table";
      input Real u1 "First argument";
      input Real u2 "Second argument";
      output Real y "Value";
      external "C";
    end getTable2DValue;
    function getTable2DValueNoDer "Value of a table with two arguments, without derivatives"
      input Types.ExternalCombiTable2D tableID "The table";
      input Real u1 "First argument";
      input Real u2 "Second argument";
      output Real y "Value";
      external "C";
    end getTable2DValueNoDer;
    function getTable2DValueNoDer2 "Value of a table with two arguments, without second derivatives"
      input Types.ExternalCombiTable2D tableID "The table";
      input Real u1 "First argument";
      input Real u2 "Second argument";
      output Real y "Value";
      external "C";
    end getTable2DValueNoDer2;
    function getDerTable2DValue "Derivative of a table with two arguments"
      input Types.ExternalCombiTable2D tableID "The table";
      input Real u1 "First argument";
      input Real u2 "Second argument";
      input Real der_u1 "Derivative of the argument";
      input Real der_u2 "Derivative of the argument";
      output Real der_y "Derivative";
      external "C";
    end getDerTable2DValue;
    function getDerTable2DValueNoDer "Derivative of a table with two arguments, without derivatives"
      input Types.ExternalCombiTable2D tableID "The table";
      input Real u1 "First argument";
      input Real u2 "Second argument";
      input Real der_u1 "Derivative of the argument";
      input Real der_u2 "Derivative of the argument";
      output Real der_y "Derivative";
      external "C";
    end getDerTable2DValueNoDer;
    function getDer2Table2DValue "Second derivative of a table with two arguments"
      input Types.ExternalCombiTable2D tableID "The table";
      input Real u1 "First argument";
      input Real u2 "Second argument";
      input Real der_u1 "Derivative of the argument";
      input Real der_u2 "Derivative of the argument";
      input Real der2_u1 "Its second derivative";
      input Real der2_u2 "Its second derivative";
      output Real der2_y "Second derivative";
      external "C";
    end getDer2Table2DValue;
    function getTable2DAbscissaUmin "First arguments of a table"
      input Types.ExternalCombiTable2D tableID "The table";
      output Real uMin[2] "First arguments";
      external "C";
    end getTable2DAbscissaUmin;
    function getTable2DAbscissaUmax "Last arguments of a table"
      input Types.ExternalCombiTable2D tableID "The table";
      output Real uMax[2] "Last arguments";
      external "C";
    end getTable2DAbscissaUmax;
  end Internal;
end Tables;
