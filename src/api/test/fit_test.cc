#include "gelenk/fit.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace gelenk {
namespace {

// A mass on a spring with a damper, which is let go: all about it is known.
const std::string decay_text =
    "model Decay\n"
    "  parameter Real d(unit = \"N.s/m\") = 1.5;\n"
    "  parameter Real k(unit = \"N/m\") = 20;\n"
    "  parameter Real a = 1, b = 1;\n"
    "  Real x(unit = \"m\", start = 1, fixed = true), v(unit = \"m/s\", start = 0, fixed = true);\n"
    "equation\n"
    "  der(x) = v;\n"
    "  der(v) = -a*b*k*x - d*v;\n"
    "end Decay;\n";

double calc_x(double t, double d, double k) {
  const double w = std::sqrt(k - 0.25 * d * d);
  return std::exp(-0.5 * d * t) * (std::cos(w * t) + 0.5 * d / w * std::sin(w * t));
}

// Normal deviates that any machine has alike (a linear congruence, Box and Muller 1958).
class Noise {
 public:
  explicit Noise(unsigned long long seed) : state_(seed) {}
  double operator()() {
    const double u = draw(), v = draw();
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * 3.14159265358979323846 * v);
  }

 private:
  double draw() {
    state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
    return (static_cast<double>(state_ >> 12) + 0.5) * 0x1p-52;
  }
  unsigned long long state_;
};

constexpr double true_d = 0.8, true_k = 25.0;

FitRecord make_record(int rows, double noise, unsigned long long seed = 1) {
  FitRecord record;
  Noise draw(seed);
  record.columns.push_back({"x", {}});
  for (int i = 0; i < rows; ++i) {
    const double t = 4.0 * std::pow((i + 1.0) / rows, 1.1);  // not equally spaced
    record.time.push_back(t);
    record.columns[0].values.push_back(calc_x(t, true_d, true_k) + noise * draw());
  }
  return record;
}

FitOptions find(std::vector<FitParameter> parameters) {
  FitOptions options;
  options.parameters = std::move(parameters);
  return options;
}

TEST(Fit, FindsWhatMadeTheRecord) {
  const Model model = Model::from_text(decay_text);
  const FitResult r = fit(model, make_record(60, 0.0), find({{"d"}, {"k"}}));
  ASSERT_TRUE(r.succeeded()) << r.message;
  EXPECT_EQ(r.parameters[0].start, 1.5);
  EXPECT_EQ(r.parameters[0].unit, "N.s/m");
  EXPECT_NEAR(r.parameters[0].value, true_d, 1e-6);
  EXPECT_NEAR(r.parameters[1].value, true_k, 1e-5);
  // The search ends with steps of 1e-7 of k, whose effect on x is at most t/(2 √k) k = 10 times that, at the end.
  EXPECT_LT(r.signals[0].rms, 1e-6);
}

// The deviations are those of linear theory, s² (JᵀJ)⁻¹ with the derivatives of the closed form.
TEST(Fit, DeviationsAreThoseOfTheClosedForm) {
  const FitRecord record = make_record(200, 0.02);
  const FitResult r = fit(Model::from_text(decay_text), record, find({{"d"}, {"k"}}));
  ASSERT_TRUE(r.succeeded()) << r.message;
  const double d = r.parameters[0].value, k = r.parameters[1].value;
  Eigen::MatrixXd J(200, 2);
  double sum = 0.0;
  for (int i = 0; i < 200; ++i) {
    const double t = record.time[i], h = 1e-5;
    J(i, 0) = (calc_x(t, d + h, k) - calc_x(t, d - h, k)) / (2 * h);
    J(i, 1) = (calc_x(t, d, k + h) - calc_x(t, d, k - h)) / (2 * h);
    sum += std::pow(calc_x(t, d, k) - record.columns[0].values[i], 2);
  }
  const Eigen::MatrixXd covariance = sum / 198 * (J.transpose() * J).inverse();
  EXPECT_NEAR(r.parameters[0].deviation, std::sqrt(covariance(0, 0)),
              1e-4 * r.parameters[0].deviation);
  EXPECT_NEAR(r.parameters[1].deviation, std::sqrt(covariance(1, 1)),
              1e-4 * r.parameters[1].deviation);
  EXPECT_NEAR(r.correlation[1], covariance(0, 1) / std::sqrt(covariance(0, 0) * covariance(1, 1)),
              1e-4);
  EXPECT_NEAR(r.signals[0].rms, std::sqrt(sum / 200), 1e-8);
  // Student's factor for 198 degrees of freedom is 1.972.
  EXPECT_NEAR((r.parameters[0].high - r.parameters[0].value) / r.parameters[0].deviation, 1.972,
              1e-3);
}

// Of 40 records the true damper lies in the 80 % interval of 32 ± 4 · √(40 · 0.8 · 0.2) ≈ 10.
TEST(Fit, IntervalsHoldTheTruthAsOftenAsTheySay) {
  const Model model = Model::from_text(decay_text);
  FitOptions options = find({{"d", 1.0}, {"k", 24.0}});
  options.confidence = 0.8;
  options.experiment.rtol = 1e-8;
  int inside = 0;
  for (unsigned long long seed = 1; seed <= 40; ++seed) {
    const FitResult r = fit(model, make_record(50, 0.05, seed), options);
    ASSERT_TRUE(r.succeeded()) << r.message;
    inside += r.parameters[0].low < true_d && true_d < r.parameters[0].high;
  }
  EXPECT_NEAR(inside, 32, 10);
}

TEST(Fit, SaysWhatTheRecordDoesNotDetermine) {
  const FitResult r = fit(Model::from_text(decay_text), make_record(60, 0.01),
                          find({{"d"}, {"a", 1.1}, {"b", 1.2}}));
  ASSERT_TRUE(r.succeeded()) << r.message;
  EXPECT_TRUE(r.parameters[0].is_determined);
  EXPECT_FALSE(r.parameters[1].is_determined);
  EXPECT_FALSE(r.parameters[2].is_determined);
  EXPECT_NEAR(r.parameters[1].value * r.parameters[2].value * 20, true_k, 0.2);
}

TEST(Fit, StaysInItsBounds) {
  const FitResult r = fit(Model::from_text(decay_text), make_record(60, 0.0),
                          find({{"d", 1.5, 1.0, 3.0}, {"k", 24.0}}));
  ASSERT_TRUE(r.succeeded()) << r.message;
  EXPECT_EQ(r.parameters[0].value, 1.0);
  EXPECT_TRUE(r.parameters[0].is_at_bound);
  EXPECT_FALSE(r.parameters[1].is_at_bound);
}

// A signal that was measured ten times as well counts ten times as much, whatever its unit.
TEST(Fit, SignalsAreWeighedByWhatIsLeftOver) {
  FitRecord record = make_record(300, 0.1);
  Noise draw(7);
  FitRecord::Column speed{"speed", {}};
  for (double t : record.time) {
    const double h = 1e-5;
    speed.values.push_back(
        (calc_x(t + h, true_d, true_k) - calc_x(t - h, true_d, true_k)) / (2 * h) + 0.01 * draw());
  }
  speed.values[5] = NAN;  // missing
  record.columns.push_back(speed);
  record.columns.push_back({"remark", record.time});
  FitOptions options = find({{"d"}, {"k"}});
  options.matches = {{"speed", "v"}};
  const FitResult r = fit(Model::from_text(decay_text), record, options);
  ASSERT_TRUE(r.succeeded()) << r.message;
  ASSERT_EQ(r.signals.size(), 2u);
  EXPECT_EQ(r.signals[1].name, "v");
  EXPECT_EQ(r.signals[1].count, 299u);
  EXPECT_NEAR(r.signals[0].rms, 0.1, 0.02);
  EXPECT_NEAR(r.signals[1].rms, 0.01, 0.002);
  options.signals = "x";
  options.matches.clear();
  const FitResult alone = fit(Model::from_text(decay_text), record, options);
  EXPECT_LT(10 * r.parameters[0].deviation, alone.parameters[0].deviation);
  EXPECT_NEAR(r.parameters[0].value, true_d, 4 * r.parameters[0].deviation);
}

TEST(Fit, DoesNotDependOnTheNumberOfThreads) {
  FitOptions options = find({{"d"}, {"k"}});
  const Model model = Model::from_text(decay_text);
  options.threads = 1;
  const FitResult one = fit(model, make_record(40, 0.01), options);
  options.threads = 3;
  const FitResult three = fit(model, make_record(40, 0.01), options);
  EXPECT_EQ(one.parameters[0].value, three.parameters[0].value);
  EXPECT_EQ(one.parameters[1].deviation, three.parameters[1].deviation);
}

// JSON has no infinity: what is not determined has null.
TEST(Fit, WritesJson) {
  const std::string json =
      write_json(fit(Model::from_text(decay_text), make_record(60, 0.01), find({{"a"}, {"b"}})));
  for (const char* text : {"\"model\": \"Decay\"", "\"status\": \"done\"", "\"path\": \"a\"",
                           "\"deviation\": null", "\"determined\": false", "\"count\": 60"})
    EXPECT_NE(json.find(text), std::string::npos) << text << json;
}

TEST(Fit, WhatMakesNoSenseIsRefusedInWords) {
  const Model model = Model::from_text(decay_text);
  const auto get_message = [&](const FitRecord& record, const FitOptions& options) -> std::string {
    try {
      fit(model, record, options);
    } catch (const InputError& error) {
      const std::string text = error.what();
      return text.substr(0, text.find(" ["));
    }
    return "";
  };
  const FitRecord record = make_record(20, 0.0);
  EXPECT_EQ(get_message(record, find({})), "error: no parameter is to be found");
  EXPECT_EQ(get_message(record, find({{"dd"}})),
            "error: there is no parameter 'dd' that could be set");
  EXPECT_EQ(get_message(record, find({{"d"}, {"d"}})),
            "error: the parameter 'd' is given more than once");
  EXPECT_EQ(get_message(record, find({{"d", 5.0, 0.0, 1.0}})),
            "error: 'd' starts at 5, which is not between its bounds 0 and 1");
  FitRecord other = record;
  other.columns[0].name = "y";
  EXPECT_EQ(get_message(other, find({{"d"}})),
            "error: none of the record's columns is a signal of the model");
  FitOptions matched = find({{"d"}});
  matched.matches = {{"y", "z"}};
  EXPECT_EQ(get_message(other, matched), "error: the model has no signal 'z'");
  matched.matches = {{"w", "x"}};
  EXPECT_EQ(get_message(other, matched), "error: the record has no column 'w'");
  other = record;
  std::swap(other.time[3], other.time[9]);
  EXPECT_NE(get_message(other, find({{"d"}})).find("the times of the record go back"),
            std::string::npos);
  other = record;
  other.time[0] = -1;
  EXPECT_EQ(get_message(other, find({{"d"}})),
            "error: the record begins at -1 s, before the simulation, which begins at 0 s");
  EXPECT_EQ(get_message(make_record(2, 0.0), find({{"d"}, {"k"}})),
            "error: 2 values do not tell 2 parameters, with what is left over");
  FitOptions sure = find({{"d"}});
  sure.confidence = 1.0;
  EXPECT_EQ(get_message(record, sure), "error: an interval cannot have a confidence of 1");
}

}  // namespace
}  // namespace gelenk
