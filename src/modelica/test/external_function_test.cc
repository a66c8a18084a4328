// External functions under the names of the standard library, declared by texts of our own.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "math/tables/curve.h"
#include "modelica/test/law_support.h"

namespace gelenk::modelica {
namespace {

const std::string library = R"(
package Modelica
  package Blocks
    package Types
      type Smoothness = enumeration(LinearSegments, ContinuousDerivative, ConstantSegments,
        MonotoneContinuousDerivative1, MonotoneContinuousDerivative2, ModifiedContinuousDerivative);
      type Extrapolation = enumeration(HoldLastPoint, LastTwoPoints, Periodic, NoExtrapolation);
      type TimeEvents = enumeration(Always, AtDiscontinuities, NoTimeEvents);
      class ExternalCombiTable1D
        extends ExternalObject;
        function constructor
          input String tableName;
          input String fileName;
          input Real table[:, :];
          input Integer columns[:];
          input Smoothness smoothness;
          input Extrapolation extrapolation = Extrapolation.LastTwoPoints;
          output ExternalCombiTable1D id;
          external "C" id = new_table(tableName, fileName, table, columns, smoothness, extrapolation);
        end constructor;
        function destructor
          input ExternalCombiTable1D id;
          external "C" close_table(id);
        end destructor;
      end ExternalCombiTable1D;
      class ExternalCombiTable2D
        extends ExternalObject;
        function constructor
          input String tableName;
          input String fileName;
          input Real table[:, :];
          input Smoothness smoothness;
          input Extrapolation extrapolation = Extrapolation.LastTwoPoints;
          output ExternalCombiTable2D id;
          external "C";
        end constructor;
        function destructor
          input ExternalCombiTable2D id;
          external "C";
        end destructor;
      end ExternalCombiTable2D;
      class ExternalCombiTimeTable
        extends ExternalObject;
        function constructor
          input String tableName;
          input String fileName;
          input Real table[:, :];
          input Real startTime;
          input Integer columns[:];
          input Smoothness smoothness;
          input Extrapolation extrapolation;
          input Real shiftTime = 0;
          input TimeEvents timeEvents = TimeEvents.Always;
          output ExternalCombiTimeTable id;
          external "C";
        end constructor;
        function destructor
          input ExternalCombiTimeTable id;
          external "C";
        end destructor;
      end ExternalCombiTimeTable;
    end Types;
    package Tables
      package Internal
        function getTable1DValue
          input Types.ExternalCombiTable1D tableID;
          input Integer icol;
          input Real u;
          output Real y;
          external "C" y = look_up(tableID, icol, u);
        end getTable1DValue;
        function getDer2Table1DValue
          input Types.ExternalCombiTable1D tableID;
          input Integer icol;
          input Real u;
          input Real der_u;
          input Real der2_u;
          output Real y;
          external "C";
        end getDer2Table1DValue;
        function getTable1DAbscissaUmax
          input Types.ExternalCombiTable1D tableID;
          output Real y;
          external "C";
        end getTable1DAbscissaUmax;
        function getTable2DValue
          input Types.ExternalCombiTable2D tableID;
          input Real u1;
          input Real u2;
          output Real y;
          external "C";
        end getTable2DValue;
        function getTable2DAbscissaUmin
          input Types.ExternalCombiTable2D tableID;
          output Real uMin[2];
          external "C";
        end getTable2DAbscissaUmin;
        function getTimeTableValue
          input Types.ExternalCombiTimeTable tableID;
          input Integer icol;
          input Real timeIn;
          input Real nextTimeEvent;
          input Real pre_nextTimeEvent;
          output Real y;
          external "C";
        end getTimeTableValue;
        function getNextTimeEvent
          input Types.ExternalCombiTimeTable tableID;
          input Real timeIn;
          output Real next;
          external "C";
        end getNextTimeEvent;
      end Internal;
    end Tables;
  end Blocks;
  package Math
    package Random
      package Generators
        package Xorshift64star
          function random
            input Integer stateIn[2];
            output Real result;
            output Integer stateOut[2];
            external "C";
          end random;
        end Xorshift64star;
      end Generators;
      package Utilities
        function impureRandom
          input Integer id;
          output Real y;
          external "C";
        end impureRandom;
      end Utilities;
    end Random;
  end Math;
  package Utilities
    package Types
      type Compare = enumeration(Less, Equal, Greater);
    end Types;
    package Strings
      function length
        input String string;
        output Integer result;
        external "C";
      end length;
      function substring
        input String string;
        input Integer startIndex;
        input Integer endIndex;
        output String result;
        external "C";
      end substring;
      function compare
        input String string1;
        input String string2;
        input Boolean caseSensitive = true;
        output Types.Compare result;
        external "C";
      end compare;
      function hashString
        input String string;
        output Integer hash;
        external "C";
      end hashString;
      package Advanced
        function scanReal
          input String string;
          input Integer startIndex = 1;
          input Boolean unsigned = false;
          output Integer nextIndex;
          output Real number;
          external "C";
        end scanReal;
        function scanIdentifier
          input String string;
          input Integer startIndex = 1;
          output Integer nextIndex;
          output String identifier;
          external "C";
        end scanIdentifier;
      end Advanced;
    end Strings;
    package Streams
      function print
        input String string = "";
        external "C";
      end print;
      function readRealMatrix
        input String fileName;
        input String matrixName;
        input Integer nrow;
        input Integer ncol;
        output Real matrix[nrow, ncol];
        external "C";
      end readRealMatrix;
    end Streams;
    package Internal
      package Unknown
        function f
          output Real y;
          external "C";
        end f;
      end Unknown;
    end Internal;
  end Utilities;
end Modelica;
)";

const std::string imports = R"(
  import Modelica.Blocks.Types.*;
  import Modelica.Blocks.Tables.Internal.*;
  import Modelica.Utilities.Strings.*;
  import Modelica.Utilities.Strings.Advanced.*;
)";

std::string wrap(const std::string& text) {
  return library + "model M\n" + imports + text + "\nend M;";
}

ModelTree read(const std::string& text) { return read_text(wrap(text)); }
Value eval(const std::string& text) { return read(text).root->value("p"); }
double number(const std::string& text) { return eval(text).numbers.at(0); }
std::string error(const std::string& text) { return first_error(wrap(text)); }

const std::string table =
    "parameter ExternalCombiTable1D id = ExternalCombiTable1D(\"NoName\", \"NoName\", "
    "[0, 1, 5; 1, 3, 6; 2.5, 2, 8; 4, 7, 8], {2, 3}, Smoothness.ContinuousDerivative);\n";

TEST(ExternalFunction, LooksUpCurves) {
  const Curve curve({0, 1, 2.5, 4}, {5, 6, 8, 8}, Smoothness::akima,
                    Extrapolation::last_two_points);
  EXPECT_DOUBLE_EQ(number(table + "parameter Real p = getTable1DValue(id, 2, 1.7);"),
                   curve.eval(1.7, 0));
  EXPECT_DOUBLE_EQ(number(table + "parameter Real p = getDer2Table1DValue(id, 2, 1.7, 3, 11);"),
                   9 * curve.eval(1.7, 2) + 11 * curve.eval(1.7, 1));
  EXPECT_DOUBLE_EQ(number(table + "parameter Real p = getTable1DAbscissaUmax(id);"), 4.0);
}

TEST(ExternalFunction, LooksUpWhatChanges) {
  const ModelTree model = read(
      table + "Real x(start = 1); Real y = getTable1DValue(id, 1, 2*x); equation der(x) = -x;");
  const Curve curve({0, 1, 2.5, 4}, {1, 3, 2, 7}, Smoothness::akima,
                    Extrapolation::last_two_points);
  for (double x : {-0.4, 0.3, 0.9, 1.9, 2.5})
    EXPECT_DOUBLE_EQ(eval_variable(model, "y", {{"x", x}}), curve.eval(2 * x, 0));
  EXPECT_EQ(model.root->find_parameter("id"), nullptr) << "an object is no value of a component";
}

TEST(ExternalFunction, LooksUpSurfaces) {
  const std::string surface =
      "parameter ExternalCombiTable2D id = ExternalCombiTable2D(\"NoName\", \"NoName\", "
      "[0, 1, 2; 5, 10, 20; 7, 30, 60], Smoothness.LinearSegments);\n";
  EXPECT_DOUBLE_EQ(number(surface + "parameter Real p = getTable2DValue(id, 6, 1.5);"), 30.0);
  EXPECT_EQ(eval(surface + "parameter Real p[2] = getTable2DAbscissaUmin(id);").numbers,
            (std::vector<double>{5, 1}));
}

TEST(ExternalFunction, LooksUpCurvesOfTime) {
  const std::string curve =
      "parameter ExternalCombiTimeTable id = ExternalCombiTimeTable(\"NoName\", \"NoName\", "
      "[0, 1; 1, 2; 1, 5; 3, 5], 0, {2}, Smoothness.LinearSegments, "
      "Extrapolation.HoldLastPoint);\n";
  EXPECT_DOUBLE_EQ(number(curve + "parameter Real p = getTimeTableValue(id, 1, 1, 1, 1);"), 2.0);
  EXPECT_DOUBLE_EQ(number(curve + "parameter Real p = getTimeTableValue(id, 1, 1, 3, 1);"), 5.0);
  EXPECT_DOUBLE_EQ(number(curve + "parameter Real p = getNextTimeEvent(id, 0.5);"), 1.0);
}

class TableFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / "gelenk_table_files_test";
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }
  static std::string matrix(const std::string& file, const std::string& name = "b") {
    return "parameter Real p[2,2] = Modelica.Utilities.Streams.readRealMatrix(\"" + file +
           "\", \"" + name + "\", 2, 2);";
  }
  std::filesystem::path folder_;
};

TEST_F(TableFiles, HoldMatricesByName) {
  const std::string file = write("t.txt",
                                 "#1\n# two tables\ndouble a(1,3)\n1 2 3\n\n"
                                 "double b( 2 , 2 ) # comment\r\n 1.5 -2e1\r\n+3, 4 # end\r\n");
  EXPECT_EQ(eval(matrix(file)).numbers, (std::vector<double>{1.5, -20, 3, 4}));
  EXPECT_NE(error(matrix(file, "c")).find("has no table 'c'"), std::string::npos);
}

TEST_F(TableFiles, HoldSeparatedValues) {
  const std::string file = write("t.csv", "1,2\n3,4\n");
  EXPECT_EQ(eval(matrix(file)).numbers, (std::vector<double>{1, 2, 3, 4}));
}

TEST_F(TableFiles, SayWhatIsWrongInThem) {
  EXPECT_NE(error(matrix(write("x.txt", "#1\ndouble b(2,2)\n1 2\n3 four\n")))
                .find("line 4 of the table file"),
            std::string::npos);
  EXPECT_NE(error(matrix(write("y.txt", "#1\ndouble b(2,2)\n1 2 3\n"))).find("ends before"),
            std::string::npos);
  EXPECT_NE(error(matrix(write("z.txt", "double b(2,2)\n"))).find("begins with #1"),
            std::string::npos);
  EXPECT_NE(error(matrix(write("z.csv", "1,2\n3\n"))).find("1 values, the lines before have 2"),
            std::string::npos);
  EXPECT_NE(error(matrix("no/such.txt")).find("cannot be read"), std::string::npos);
  EXPECT_NE(error(matrix(write("z.mat", "MATLAB 5.0"))).find("not of MATLAB's level 4"),
            std::string::npos);
}

TEST(ExternalFunction, DrawsFromAStateThatIsAVariable) {
  const ModelTree model = read(R"(
    Real r(start = 0);
    Integer s[2](start = {1, 0}, each fixed = true);
  algorithm
    when sample(0, 1) then
      (r, s) := Modelica.Math.Random.Generators.Xorshift64star.random(pre(s));
    end when;)");
  ASSERT_FALSE(model.root->whens.empty());
}

TEST(ExternalFunction, HandlesTexts) {
  EXPECT_EQ(number("parameter Integer p = length(\"abc\");"), 3);
  EXPECT_EQ(eval("parameter String p = substring(\"abcdef\", 2, 3);").strings.at(0), "bc");
  EXPECT_EQ(eval("parameter String p = substring(\"abc\", 3, 2);").strings.at(0), "");
  EXPECT_EQ(number("parameter Integer p = Integer(compare(\"a\", \"B\", false));"), 1);
  EXPECT_EQ(number("parameter Integer p = Integer(compare(\"a\", \"B\"));"), 3);
  EXPECT_EQ(number("parameter Integer p = hashString(\"a\");"), -357913953);
  EXPECT_EQ(number("function f input String s; output Real y; protected Integer n; algorithm "
                   "(n, y) := scanReal(s); y := 1000*y + n; end f; "
                   "parameter Real p = f(\"  -12.5e1x\");"),
            -124990);
  EXPECT_EQ(eval("function f input String s; output String y; protected Integer n; algorithm "
                 "(n, y) := scanIdentifier(s); end f; parameter String p = f(\" ab_1 c\");")
                .strings.at(0),
            "ab_1");
}

// Between events a function is evaluated anew wherever it is used, and there two values may be equal.
TEST(ExternalFunction, MayCompareRealValuesInFunctions) {
  const ModelTree model = read(
      "function f input Real x; output Real y; algorithm y := if x == 2 then 5 else x; end f; "
      "Real x(start = 1); Real y = f(x); equation der(x) = -x;");
  EXPECT_DOUBLE_EQ(eval_variable(model, "y", {{"x", 2.0}}), 5.0);
  EXPECT_DOUBLE_EQ(eval_variable(model, "y", {{"x", 2.5}}), 2.5);
}

TEST(ExternalFunction, PrintsNothing) {
  EXPECT_EQ(number("function f output Real y; algorithm Modelica.Utilities.Streams.print(\"x\"); "
                   "y := 2; end f; parameter Real p = f();"),
            2);
}

TEST(ExternalFunction, NamesInstances) {
  EXPECT_EQ(eval("parameter String p = getInstanceName();").strings.at(0), "M");
  const ModelTree model =
      read_text("model A parameter String p = getInstanceName(); end A; model M A a[2]; end M;");
  EXPECT_EQ(model.root->parts.at(1)->value("p").strings.at(0), "M.a[2]");
}

TEST(ExternalFunction, OfTheUserIsRefused) {
  EXPECT_EQ(error("function f output Real y; external \"C\"; end f; parameter Real p = f();"),
            "unsupported: function 'M.f' is external");
  EXPECT_EQ(error("parameter Real p = Modelica.Utilities.Internal.Unknown.f();"),
            "unsupported: function 'Modelica.Utilities.Internal.Unknown.f' is external, and not "
            "one of those "
            "known here");
  EXPECT_EQ(error("parameter Real p = Modelica.Math.Random.Utilities.impureRandom(1);"),
            "unsupported: function 'Modelica.Math.Random.Utilities.impureRandom' has a state of "
            "its own: its "
            "numbers would not be the same again");
}

TEST(ExternalFunction, SaysWhatIsWrongWithATable) {
  const auto make = [](const std::string& rest) {
    return "parameter ExternalCombiTable1D id = ExternalCombiTable1D(" + rest +
           ", Smoothness.ContinuousDerivative); parameter Real p = getTable1DAbscissaUmax(id);";
  };
  EXPECT_EQ(error(make("\"NoName\", \"NoName\", [0, 1; 0, 2], {2}")),
            "value: the first column of a table must rise: entry 2 is 0.000000 after 0.000000");
  EXPECT_EQ(error(make("\"NoName\", \"NoName\", [0, 1; 1, 2], {3}")),
            "range: a table with 2 columns has no column 3");
  EXPECT_EQ(error(make("\"NoName\", \"NoName\", fill(0, 0, 2), {2}")),
            "size: a table needs at least one row and two columns, found 0 by 2");
  EXPECT_EQ(error(make("\"t\", \"NoName\", fill(0, 0, 2), {2}")),
            "unsupported: table 't' is to come from a function in C");
  EXPECT_EQ(error(table + "parameter Real p = getTable1DValue(id, 3, 1);"),
            "range: column 3 of a table that gives 2");
  EXPECT_EQ(error("parameter ExternalCombiTable1D id = \"a text\";"),
            "type: parameter id of M is ExternalCombiTable1D, found String");
}

}  // namespace
}  // namespace gelenk::modelica
