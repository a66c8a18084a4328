// Packages that inherit from others and set or redeclare what is in them: what they inherit means what it means there.
#include <gtest/gtest.h>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

// The value of a signal at time 1.
double at_one(const std::string& text, const std::string& name) {
  TestModel test = TestModel::from_text(text);
  SimulationOptions options;
  options.stop_time = 1.0;
  options.interval = 0.5;
  const Series series = testing::simulate(test, options, "*");
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series.at(1.0, name);
}

const std::string medium = R"(
package P
  package Units constant Real hundred = 100; end Units;
  package Base
    import U = P.Units;
    constant Real c = 1;
    constant Integer n = 2;
    replaceable function density input Real p; output Real d; algorithm d := p; end density;
    function mass input Real p; output Real m; algorithm m := c*density(p); end mass;
    record State Real x[n]; end State;
    function total input State s; output Real sum_; algorithm sum_ := sum(s.x)*c; end total;
    model Vessel
      Real d = density(time), m = mass(time), h = U.hundred*c;
    end Vessel;
  end Base;
  package Oil
    extends Base(c = 7, n = 3);
    redeclare function extends density algorithm d := 2*p; end density;
    model Tank extends Vessel; end Tank;
  end Oil;
  package Water = Base(c = 5);
)";

TEST(InheritedPackages, ModelsSeeWhatTheHeirSays) {
  const std::string text = medium + "model M Oil.Vessel v; Base.Vessel b; Oil.Tank t; end M; end P;\n";
  EXPECT_EQ(at_one(text, "v.d"), 2);
  EXPECT_EQ(at_one(text, "v.m"), 14);
  EXPECT_EQ(at_one(text, "v.h"), 700);
  EXPECT_EQ(at_one(text, "t.m"), 14);
  EXPECT_EQ(at_one(text, "b.d"), 1);
  EXPECT_EQ(at_one(text, "b.m"), 1);
  EXPECT_EQ(at_one(text, "b.h"), 100);
}

TEST(InheritedPackages, FunctionsAndRecordsDo) {
  const std::string text = medium + R"(
  model M
    Oil.State s(x = {1, 2, 3}*time);
    Real total = Oil.total(s), mass = Oil.mass(time), water = Water.mass(time), base = Base.mass(time);
  end M;
end P;
)";
  EXPECT_EQ(at_one(text, "total"), 42);
  EXPECT_EQ(at_one(text, "mass"), 14);
  EXPECT_EQ(at_one(text, "water"), 5);
  EXPECT_EQ(at_one(text, "base"), 1);
}

TEST(InheritedPackages, AreChosenWhereAComponentIsUsed) {
  const std::string text = medium + R"(
  model Pipe replaceable package Medium = Oil constrainedby Base; Medium.Vessel v; Real m = Medium.mass(time); end Pipe;
  model M Pipe oil; Pipe water(redeclare package Medium = Water); end M;
end P;
)";
  EXPECT_EQ(at_one(text, "oil.v.m"), 14);
  EXPECT_EQ(at_one(text, "oil.m"), 14);
  EXPECT_EQ(at_one(text, "water.m"), 5);
  EXPECT_EQ(at_one(text, "water.v.m"), 5);
}

}  // namespace
}  // namespace gelenk
