// Tables and random numbers in models that move, against closed forms, in every formulation. The functions are declared here under the names of
// the standard library.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "math/tables/random_generator.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

const std::string library = R"(
package Modelica
  package Blocks
    package Types
      type Smoothness = enumeration(LinearSegments, ContinuousDerivative, ConstantSegments);
      type Extrapolation = enumeration(HoldLastPoint, LastTwoPoints, Periodic, NoExtrapolation);
      class ExternalCombiTable1D
        extends ExternalObject;
        function constructor
          input String tableName = "NoName";
          input String fileName = "NoName";
          input Real table[:, :];
          input Integer columns[:] = {2};
          input Smoothness smoothness = Smoothness.LinearSegments;
          input Extrapolation extrapolation = Extrapolation.LastTwoPoints;
          output ExternalCombiTable1D id;
          external "C";
        end constructor;
      end ExternalCombiTable1D;
      class ExternalCombiTimeTable
        extends ExternalObject;
        function constructor
          input String tableName = "NoName";
          input String fileName = "NoName";
          input Real table[:, :];
          input Real startTime = 0;
          input Integer columns[:] = {2};
          input Smoothness smoothness = Smoothness.LinearSegments;
          input Extrapolation extrapolation = Extrapolation.HoldLastPoint;
          output ExternalCombiTimeTable id;
          external "C";
        end constructor;
      end ExternalCombiTimeTable;
    end Types;
    package Tables
      package Internal
        function getTable1DValue
          input Types.ExternalCombiTable1D tableID;
          input Integer icol;
          input Real u;
          output Real y;
          external "C";
        end getTable1DValue;
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
        package Xorshift128plus
          function random
            input Integer stateIn[4];
            output Real result;
            output Integer stateOut[4];
            external "C";
          end random;
        end Xorshift128plus;
      end Generators;
    end Random;
  end Math;
end Modelica;
)";

// A source of time with events at the points of its table.
const std::string source = R"(
  block Source
    parameter Real table[:, :];
    parameter Smoothness smoothness = Smoothness.LinearSegments;
    parameter Extrapolation extrapolation = Extrapolation.HoldLastPoint;
    parameter ExternalCombiTimeTable id = ExternalCombiTimeTable(
      table = table, smoothness = smoothness, extrapolation = extrapolation);
    discrete Real next(start = 0, fixed = true);
    output Real y;
  equation
    when {time >= pre(next), initial()} then
      next = getNextTimeEvent(id, time);
    end when;
    y = getTimeTableValue(id, 1, time, next, pre(next));
  end Source;
)";

Series run(const std::string& text, double stop_time, testing::Make make) {
  TestModel test = TestModel::from_text(
      library +
          "model M\n import Modelica.Blocks.Types.*; import Modelica.Blocks.Tables.Internal.*;\n"
          " import Modelica.Math.Random.Generators.Xorshift128plus;\n"
          " inner Modelica.Mechanics.MultiBody.World world;\n" +
          source + text + "end M;\n",
      make);
  SimulationOptions options;
  options.stop_time = stop_time;
  options.interval = stop_time / 20;
  options.rtol = 1e-11;
  Series series = testing::simulate(test, options, "*");
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

class Tables : public ::testing::TestWithParam<testing::NamedFormulation> {};

// x' = 2 − 3x from 2 down to 1, where the table bends, then x' = −x.
TEST_P(Tables, AStateLooksUpItsRate) {
  const Series s =
      run(" parameter ExternalCombiTable1D id = ExternalCombiTable1D(table = [0, 0; 1, 1; 2, 4]);\n"
          " Real x(start = 2, fixed = true);\nequation\n der(x) = -getTable1DValue(id, 1, x);\n",
          2, GetParam().make);
  EXPECT_NEAR(s.last("x"), std::exp(std::log(4.0) / 3 - 2), 1e-8);
}

// The area under ramps, a jump and what is held after them; the value on both sides of the jump.
TEST_P(Tables, ASourceOfTimeIsIntegratedExactly) {
  const Series s =
      run(" Source source(table = [0, 0; 1, 2; 1, 5; 2, 1]);\n"
          " Real x(start = 0, fixed = true);\nequation\n der(x) = source.y;\n",
          3, GetParam().make);
  EXPECT_NEAR(s.last("x"), 1 + 3 + 1, 1e-10);
  double before = 0.0, after = 0.0;
  const auto column = std::find(s.names.begin(), s.names.end(), "source.y") - s.names.begin();
  for (std::size_t i = 1; i < s.time.size(); ++i) {
    if (s.time[i] == 1.0 && s.time[i - 1] == 1.0) {
      before = s.rows[i - 1][static_cast<std::size_t>(column)];
      after = s.rows[i][static_cast<std::size_t>(column)];
    }
  }
  EXPECT_NEAR(before, 2.0, 1e-12);
  EXPECT_NEAR(after, 5.0, 1e-12);
}

// 1 for 0.3 s, −2 for 0.1 s, again and again: 0.1 more in each of 25 periods.
TEST_P(Tables, ASquareWaveRepeats) {
  const Series s = run(
      " Source source(table = [0, 1; 0.3, -2; 0.4, 1], smoothness = Smoothness.ConstantSegments,\n"
      "  extrapolation = Extrapolation.Periodic);\n"
      " Real x(start = 0, fixed = true);\nequation\n der(x) = source.y;\n",
      10, GetParam().make);
  EXPECT_NEAR(s.last("x"), 2.5, 1e-9);
}

// A generator whose state is a variable draws what it draws by itself.
TEST_P(Tables, ARandomNumberIsDrawnAtEachSample) {
  const Series s = run(
      " discrete Real r(start = 0, fixed = true);\n"
      " discrete Integer state[4](start = {11, 22, 33, 44}, each fixed = true);\nequation\n"
      " when sample(0.5, 1) then\n  (r, state) = Xorshift128plus.random(pre(state));\n end when;\n",
      10, GetParam().make);
  std::int32_t state[] = {11, 22, 33, 44};
  for (int k = 1; k <= 9; ++k) {
    EXPECT_DOUBLE_EQ(s.at(k, "r"), draw(RandomGenerator::xorshift128plus, state)) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Formulations, Tables, ::testing::ValuesIn(testing::all_formulations),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace gelenk
