#include "gelenk/sweep.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "tests/support/workspace.h"

namespace gelenk {
namespace {

using testing::Workspace;

// x = 1 + a t
const std::string line_text =
    "model Line\n"
    "  parameter Real a;\n"
    "  parameter Integer n = 1 \"how often\";\n"
    "  parameter Boolean up = true;\n"
    "  Real x[n](each start = 1, each fixed = true);\n"
    "equation\n"
    "  for i in 1:n loop\n"
    "    der(x[i]) = (if up then a else -a)*i;\n"
    "  end for;\n"
    "end Line;\n";

SweepOptions choose(std::vector<std::pair<std::string, std::string>> parameters,
                    const std::string& results) {
  SweepOptions options;
  options.parameters = std::move(parameters);
  options.results = results;
  return options;
}

class Sweep : public ::testing::Test {
 protected:
  Sweep() { run.file = w.write("Line.mo", line_text); }
  Workspace w;
  RunOptions run;
};

TEST_F(Sweep, AModelMayLackWhatTheSweepGives) {
  const SweepOptions options = choose({{"a", "1,2,3"}, {"up", "true,false"}}, "final(x[1])");
  const SweepTable t = sweep(read_swept_model(run, options), options);
  ASSERT_TRUE(t.succeeded());
  EXPECT_EQ(t.model, "Line");
  EXPECT_EQ(t.description, "a (3) × up (2)");
  EXPECT_EQ(t.parameters[0].values, (std::vector<double>{1, 1, 2, 2, 3, 3}));
  EXPECT_EQ(t.parameters[1].texts,
            (std::vector<std::string>{"true", "false", "true", "false", "true", "false"}));
  ASSERT_EQ(t.results[0].values.size(), 6u);
  for (int i = 0; i < 6; ++i)
    EXPECT_NEAR(t.results[0].values[i], 1 + (i / 2 + 1) * (i % 2 == 0 ? 1 : -1), 1e-12);
  EXPECT_EQ(t.statistics[0].count, 6u);
  EXPECT_EQ(t.statistics[0].largest_case, 4u);
  EXPECT_EQ(t.statistics[0].largest_parameters, (std::vector<std::string>{"3", "true"}));
  EXPECT_NEAR(t.statistics[0].mean, 1.0, 1e-12);
}

// Each case is a model of its own: sizes may change from one to the next, and what a case lacks is told.
TEST_F(Sweep, ParametersMayChangeTheStructure) {
  run.settings = {{"a", "1"}};
  const Model model = Model::from_file(run.file, "", run.settings);
  const SweepTable t = sweep(model, choose({{"n", "2,3,1"}}, "final(x[2]),final(x[1])"));
  EXPECT_EQ(t.refused, 1u);
  EXPECT_NEAR(t.results[0].values[0], 3, 1e-12);
  EXPECT_NEAR(t.results[0].values[1], 3, 1e-12);
  EXPECT_TRUE(std::isnan(t.results[0].values[2]));
  ASSERT_EQ(t.failures.size(), 1u);
  EXPECT_EQ(t.failures[0].number, 2u);
  EXPECT_EQ(t.failures[0].message, "no signal matches 'x[2]' [unknown-signal]");
}

TEST_F(Sweep, AFileThatChangesMeanwhileChangesNothing) {
  SweepOptions options = choose({{"a", "lin(1,2,20)"}}, "final(x[1])");
  const Model model = read_swept_model(run, options);
  SweepObserver observer;
  observer.start = [&](const SweepTable& t) {
    EXPECT_EQ(t.cases, 20u);
    EXPECT_EQ(t.done, 0u);
    w.write("Line.mo", "model Line end");
  };
  const SweepTable t = sweep(model, options, observer);
  EXPECT_TRUE(t.succeeded());
  EXPECT_NEAR(t.results[0].values[19], 3, 1e-12);
}

TEST_F(Sweep, EndsWhenItIsToldTo) {
  SweepOptions options = choose({{"a", "lin(1,2,2000)"}}, "final(x[1])");
  options.output = w.path("t.csv");
  const Model model = read_swept_model(run, options);
  std::atomic<bool> stop = false;
  SweepObserver observer;
  observer.stop = &stop;
  observer.progress = [&](const SweepTable& t) { stop = t.done >= 5; };
  const SweepTable part = sweep(model, options, observer);
  EXPECT_EQ(part.status, "interrupted");
  EXPECT_GE(part.done, 5u);
  EXPECT_LT(part.done, 2000u);
  EXPECT_EQ(part.results[0].values.size(), part.done);
  // What is taken up has all that was there, in the table, too.
  options.resume = true;
  stop = false;
  observer.progress = [&](const SweepTable& t) { stop = t.done >= part.done + 5; };
  const SweepTable more = sweep(model, options, observer);
  EXPECT_EQ(more.taken_up, part.done);
  EXPECT_GT(more.done, part.done);
  for (std::size_t i = 0; i < more.done; ++i)
    EXPECT_NEAR(more.results[0].values[i], 2 + static_cast<double>(i) / 1999, 1e-12);
}

TEST_F(Sweep, WhatAnObserverThrowsComesOut) {
  const SweepOptions options = choose({{"a", "lin(1,2,50)"}}, "final(x[1])");
  SweepObserver observer;
  observer.progress = [](const SweepTable&) { throw std::runtime_error("enough"); };
  EXPECT_THROW(sweep(read_swept_model(run, options), options, observer), std::runtime_error);
}

TEST_F(Sweep, ALargeOneNeedNotBeKept) {
  SweepOptions options = choose({{"a", "lin(1,2,30)"}}, "final(x[1])");
  options.keeps_table = false;
  const SweepTable t = sweep(read_swept_model(run, options), options);
  EXPECT_EQ(t.done, 30u);
  EXPECT_TRUE(t.results[0].values.empty());
  EXPECT_NEAR(t.statistics[0].mean, 2.5, 1e-12);
  // Of 1 … 2 in 30 steps: the variance of n equal distances h is h² n (n + 1)/12.
  EXPECT_NEAR(t.statistics[0].deviation, std::sqrt(30.0 * 31 / 12) / 29, 1e-12);
}

}  // namespace
}  // namespace gelenk
