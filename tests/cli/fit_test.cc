// `gelenk fit` as a user meets it.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/support/answer_page.h"
#include "tests/support/command.h"

namespace gelenk {
namespace {

using testing::expect_documented;
using testing::Outcome;
using testing::run_gelenk;
using testing::Workspace;

const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";

// A straight line that shakes by 0.1 up and down: v = 2 t + 1 fits it best, for both signs of the rest are alike.
TEST(FitCommand, ReadsLikeAReport) {
  Workspace w;
  w.write("Line.mo",
          "model Line\n  parameter Real slope(unit = \"m/s\") = 1;\n  parameter Real begin(unit = "
          "\"m\") = 0;\n  Real x(unit = \"m\") = begin + slope*time;\nend Line;\n");
  // Four rows of y = 2 t + 1 with +0.1, −0.1, −0.1, +0.1, which have no slope and no mean.
  w.write("r.csv", "time,height\n0,1.1\n1,2.9\n2,4.9\n3,7.1\n");
  const Outcome o = run_gelenk(w,
                               "fit Line.mo --record r.csv --parameter slope --parameter begin=0.5 "
                               "--match height=x --json r.json");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  // s² = 0.04/2; the slope's variance is s²/5, that of the value at 0 s² (1/4 + 1.5²/5); t(0.975, 2) = 4.30265.
  for (const char* line :
       {"Line: done\n", "  parameter    start  value      95 % interval  deviation\n",
        "  slope [m/s]      1      2  1.72788 … 2.27212  0.0632456\n",
        "  begin [m]      0.5      1  0.490903 … 1.5091   0.118322\n",
        "  signal  values  left over (rms)\n", "  x [m]        4              0.1\n"})
    EXPECT_NE(o.out.find(line), std::string::npos) << line << o.out;
  const auto json = nlohmann::json::parse(w.read("r.json"));
  expect_documented(json, "fit.md");
  // The search ends where the sum changes by less than 1e-8: a ten-thousandth of the deviation.
  EXPECT_NEAR(json["parameters"][0]["value"].get<double>(), 2.0, 1e-4 * 0.063);
  EXPECT_NEAR(json["parameters"][0]["deviation"].get<double>(), std::sqrt(0.02 / 5), 1e-7);
}

TEST(FitCommand, FindsADamperInItsInterval) {
  Workspace w;
  const std::string car = examples + "QuarterCar.mo --model PassiveQuarter ";
  ASSERT_EQ(run_gelenk(w, "run " + car +
                              "--set damper.d=1340 --t-end 2 --interval 0.01 --signals "
                              "'body.s' --quiet -o true.csv")
                .exit_code,
            0);
  // Noise of 1 mm: the fractional parts of multiples of the golden ratio are spread evenly over ±√3 mm.
  std::istringstream lines(w.read("true.csv"));
  std::string line, text, last;
  std::getline(lines, line);
  text = line + "\n";
  for (int i = 1; std::getline(lines, line); ++i) {
    const std::size_t comma = line.find(',');
    if (line.substr(0, comma) == last) continue;
    last = line.substr(0, comma);
    const double part = std::fmod(i * 0.6180339887498949, 1.0);
    char row[80];
    std::snprintf(row, sizeof row, "%s,%.17g\n", last.c_str(),
                  std::stod(line.substr(comma + 1)) + 0.001 * std::sqrt(12.0) * (part - 0.5));
    text += row;
  }
  w.write("noisy.csv", text);
  const Outcome o = run_gelenk(w, "fit " + car +
                                      "--record noisy.csv --parameter damper.d=800,100,9000 "
                                      "--json fit.json");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  const auto damper = nlohmann::json::parse(w.read("fit.json"))["parameters"][0];
  EXPECT_LT(damper["low"].get<double>(), 1340);
  EXPECT_GT(damper["high"].get<double>(), 1340);
  EXPECT_LT(damper["high"].get<double>() - damper["low"].get<double>(), 100);
  const auto signal = nlohmann::json::parse(w.read("fit.json"))["signals"][0];
  EXPECT_NEAR(signal["rms"].get<double>(), 0.001, 5e-5);
}

TEST(FitCommand, WrongArgumentsAreTold) {
  Workspace w;
  w.write("r.csv", "time,hinge.phi\n0,0\n0.1,-0.1\n0.2,-0.2\n");
  const std::string command = "fit " + examples + "Pendulum.mo --record r.csv ";
  for (const auto& [arguments, sentence] : std::vector<std::pair<std::string, std::string>>{
           {"", "no parameter is to be found"},
           {"--parameter =3", "'=3' does not say which parameter is to be found"},
           {"--parameter rod.width=a", "does not say which parameter is to be found"},
           {"--parameter rod.width=1,2", "does not say which parameter is to be found"},
           {"--parameter rod.widt", "there is no parameter 'rod.widt' that could be set"},
           {"--parameter rod.width --record none.csv", "--record"},
           {"--parameter rod.width --match x", "--match x has no '='"},
           {"--parameter rod.width --signals 'a*'", "no column of the record matches 'a*'"},
           {"--parameter rod.width --confidence 95", "an interval cannot have a confidence of 95"},
           {"--parameter rod.width --integrator euler", "euler"}}) {
    const Outcome o = run_gelenk(w, command + arguments);
    EXPECT_EQ(o.exit_code, 2) << arguments << o.out;
    EXPECT_NE(o.err.find(sentence), std::string::npos) << arguments << "\n" << o.err;
  }
}

}  // namespace
}  // namespace gelenk
