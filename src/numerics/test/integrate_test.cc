#include "numerics/integrate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "numerics/test/systems.h"

namespace gelenk {
namespace {

using testing::Free;
using testing::Recorder;
using testing::vector;
using Status = IntegrationResult::Status;

struct Ran {
  Recorder rows;
  IntegrationResult result;
  IntegratorCounts counts;

  Ran(OdeSystem& system, const std::string& name, Vector y, double end, double interval,
      double largest_step = INFINITY) {
    auto integrator = make_integrator(name);
    IntegratorOptions options;
    options.largest_step = largest_step;
    if (integrator->has_fixed_step()) options.largest_step = std::min(largest_step, 0.01);
    result =
        integrate(system, *integrator, options, OutputTimes(0, end, interval), std::move(y), rows);
    counts = integrator->counts();
  }
};

// A ball that keeps `bounce` of its speed, with gravity 2: between impacts h is a parabola.
class Ball : public Free {
 public:
  explicit Ball(double bounce_) : bounce(bounce_) {}
  bool eval(double, const Vector& y, Vector& ydot) override {
    ydot = vector({y[1], -2});
    return true;
  }
  int event_count() const override { return 1; }
  void eval_events(double, const Vector& y, Vector& z) override { z[0] = y[0]; }
  void handle_event(double t, Vector& y, const std::vector<int>& crossed) override {
    EXPECT_EQ(crossed[0], -1);
    impacts.push_back(t);
    y[1] = -bounce * y[1];
  }
  double bounce;
  std::vector<double> impacts;
};

// Dropped from 1 with gravity 2: impacts at 1, then after 2 e, 2 e², … more.
TEST(Integrate, ImpactsAtTheirTimes) {
  for (const std::string& name : integrator_names()) {
    Ball ball(0.8);
    const Ran run(ball, name, vector({1, 0}), 8, 0.5);
    ASSERT_EQ(run.result.status, Status::done) << name;
    // Multistep methods start with steps whose error the tolerance allows; the coefficients of erk6 sum up
    // to one but for 1e-13.
    const bool multistep = name.starts_with("cvode") || name == "ida";
    const double tolerance = multistep ? 1e-4 : name == "erk6" ? 1e-11 : 1e-12;
    double expected = 1, hop = 2;
    for (double impact : ball.impacts) {
      EXPECT_NEAR(impact, expected, tolerance) << name;
      hop *= 0.8;
      expected += hop;
    }
    EXPECT_EQ(ball.impacts.size(), 10u) << name;
    EXPECT_EQ(run.result.events, 10) << name;
    for (const Vector& y : run.rows.states) EXPECT_GT(y[0], -1e-12) << name;
  }
}

TEST(Integrate, OneRowBeforeAndOneAfterAnEvent) {
  Ball ball(0.5);
  const Ran run(ball, "dopri5", vector({1, 0}), 1.5, 0.25);
  const std::vector<double> expected = {0, 0.25, 0.5, 0.75, 1, 1, 1.25, 1.5};
  ASSERT_EQ(run.rows.times.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(run.rows.times[i], expected[i], 1e-13);
  EXPECT_EQ(run.rows.times[4], run.rows.times[5]);
  EXPECT_NEAR(run.rows.states[4][1], -2, 1e-12);
  EXPECT_NEAR(run.rows.states[5][1], 1, 1e-12);
}

// Hops are followed down to the resolution of time, also by methods whose first step is longer than the hop.
TEST(Integrate, EndlessImpactsAreAStorm) {
  for (const std::string& name : integrator_names()) {
    for (double bounce : {0.2, 0.5, 0.9}) {
      Ball ball(bounce);
      const Ran run(ball, name, vector({1, 0}), 100, 1);
      EXPECT_EQ(run.result.status, Status::event_storm) << name << bounce;
      EXPECT_EQ(run.result.storming_event, 0);
      const double end = 1 + 2 * bounce / (1 - bounce);
      EXPECT_NEAR(run.result.t, end, 1e-3 * end) << name << bounce;
      EXPECT_GE(run.rows.times.size(), 2u);
    }
  }
}

// The same ball as a body on a stop has it: placed on the ground at every impact, and above it by its modes.
class PlacedBall : public Ball {
 public:
  using Ball::Ball;
  void get_event_signs(std::vector<int>& signs) const override { signs[0] = 1; }
  void handle_event(double t, Vector& y, const std::vector<int>& crossed) override {
    Ball::handle_event(t, y, crossed);
    y[0] = 0.0;
  }
};

// However low its hops are, it does not sink and gains no energy.
TEST(Integrate, WhatHopsNeverSinks) {
  for (const std::string& name : integrator_names()) {
    for (double bounce : {0.5, 0.8, 0.95}) {
      PlacedBall ball(bounce);
      const Ran run(ball, name, vector({1, 0}), 100, 0.1);
      EXPECT_EQ(run.result.status, Status::event_storm) << name << bounce;
      for (std::size_t i = 0; i < run.rows.states.size(); ++i) {
        const Vector& y = run.rows.states[i];
        EXPECT_GT(y[0], -1e-11) << name << bounce << " at " << run.rows.times[i];
        EXPECT_LT(y[0] + y[1] * y[1] / 4, 1 + 1e-6)
            << name << bounce << " at " << run.rows.times[i];
      }
    }
  }
}

// A law that jumps back as soon as it has acted: its events have no distance.
class Chattering : public Free {
 public:
  bool eval(double, const Vector&, Vector& ydot) override {
    ydot = vector({side});
    return true;
  }
  int event_count() const override { return 1; }
  void eval_events(double, const Vector& y, Vector& z) override { z[0] = 0.3 - y[0]; }
  void get_event_signs(std::vector<int>& signs) const override { signs[0] = side > 0 ? 1 : -1; }
  void handle_event(double, Vector&, const std::vector<int>&) override { side = -side; }
  double side = 1;
};

TEST(Integrate, ChatteringIsAStormAtOnce) {
  for (const std::string& name : integrator_names()) {
    Chattering system;
    const Ran run(system, name, vector({0}), 1, 0.002);
    EXPECT_EQ(run.result.status, Status::event_storm) << name;
    EXPECT_NEAR(run.result.t, 0.3, 1e-7) << name;
    EXPECT_LT(run.result.events, 100) << name;
  }
}

// A saw tooth with very many teeth: it is followed to its end, and of its events only so many have rows.
class SawTooth : public Free {
 public:
  bool eval(double, const Vector&, Vector& ydot) override {
    ydot = vector({1});
    return true;
  }
  int event_count() const override { return 1; }
  void eval_events(double, const Vector& y, Vector& z) override { z[0] = tooth - y[0]; }
  void get_event_signs(std::vector<int>& signs) const override { signs[0] = 1; }
  void handle_event(double, Vector& y, const std::vector<int>&) override {
    y[0] = 0.0;
    if (++events == burst) tooth = 1e-3;
  }
  double tooth = 1e-4;
  int events = 0, burst = -1;  // so many, and then long teeth
};

TEST(Integrate, EventsDoNotFillADisk) {
  SawTooth system;
  const Ran run(system, "dopri5", vector({0}), 1, 0.1);
  EXPECT_EQ(run.result.status, Status::done);
  EXPECT_NEAR(run.result.events, 10000, 1);
  EXPECT_LE(run.rows.times.size(), 11u + 2 * 10 * (most_events_per_interval + 1));
  EXPECT_GE(run.rows.times.size(), 11u + 2 * 9 * most_events_per_interval);
  EXPECT_EQ(run.result.events - run.result.events_without_rows,
            static_cast<long>(run.rows.times.size() - 11) / 2);
  for (int k = 0; k <= 10; ++k) {  // output instants have their rows all the same
    const double instant = OutputTimes(0, 1, 0.1).at(k);
    EXPECT_NE(std::find(run.rows.times.begin(), run.rows.times.end(), instant),
              run.rows.times.end());
  }
}

// A hundred million teeth are not followed to their end, nor are they at once a storm.
TEST(Integrate, ManyEventsAreASlowStorm) {
  for (const char* name : {"auto", "dopri5", "rk4"}) {
    SawTooth system;
    system.tooth = 1e-8;
    const Ran run(system, name, vector({0}), 1, 0.1);
    EXPECT_EQ(run.result.status, Status::event_storm) << name;
    EXPECT_EQ(run.result.storming_event, 0);
    EXPECT_EQ(run.result.events, slow_storm_count) << name;
    EXPECT_NEAR(run.result.storm_interval, 1e-8, 1e-11) << name;
    EXPECT_NEAR(run.result.t, 1e-4, 1e-7) << name;
  }
  SawTooth burst;
  burst.tooth = 1e-8;
  burst.burst = static_cast<int>(slow_storm_count) / 2;
  const Ran run(burst, "dopri5", vector({0}), 1, 0.1);
  EXPECT_EQ(run.result.status, Status::done);
  EXPECT_EQ(run.result.storm_interval, 0.0);
}

// At rest but for pushes of time alone that last a hundredth of a second each; the system says how long a step may be.
class Pushed : public Free {
 public:
  bool eval(double, const Vector&, Vector& ydot) override {
    ydot = vector({is_pushed ? 1.0 : 0.0});
    return true;
  }
  int event_count() const override { return 1; }
  void eval_events(double t, const Vector&, Vector& z) override { z[0] = 0.9 - std::sin(60 * t); }
  void get_event_signs(std::vector<int>& signs) const override { signs[0] = is_pushed ? -1 : 1; }
  void handle_event(double, Vector&, const std::vector<int>&) override { is_pushed = !is_pushed; }
  double calc_longest_step(double, double longest, double) override {
    return std::min(longest, 2.0 / 60);
  }
  bool is_pushed = false;
};

TEST(Integrate, NothingIsSteppedOverAtRest) {
  for (const std::string& name : integrator_names()) {
    Pushed system;
    const Ran run(system, name, vector({0}), 10, 1);
    EXPECT_EQ(run.result.status, Status::done) << name;
    EXPECT_EQ(run.result.events, 192) << name;  // 96 tops of the sine until 10
    EXPECT_NEAR(run.rows.states.back()[0], 96 * 2 * std::acos(0.9) / 60, 1e-9) << name;
    EXPECT_LE(run.result.largest_step, 2.0 / 60 + 1e-12) << name;
  }
}

// ẏ = 1; an indicator of any shape over t.
class Shape : public Free {
 public:
  explicit Shape(std::vector<double (*)(double)> shapes) : shapes_(std::move(shapes)) {}
  bool eval(double, const Vector&, Vector& ydot) override {
    ydot = vector({1});
    return true;
  }
  int event_count() const override { return static_cast<int>(shapes_.size()); }
  void eval_events(double, const Vector& y, Vector& z) override {
    for (std::size_t i = 0; i < shapes_.size(); ++i) z[i] = shapes_[i](y[0]);
  }
  void handle_event(double t, Vector&, const std::vector<int>& crossed) override {
    times.push_back(t);
    signs.push_back(crossed);
  }
  std::vector<double (*)(double)> shapes_;
  std::vector<double> times;
  std::vector<std::vector<int>> signs;
};

TEST(Integrate, BothDirections) {
  const double pi = std::acos(-1.0);
  for (const std::string& name : integrator_names()) {
    Shape shape({[](double t) { return std::sin(t); }});
    const Ran run(shape, name, vector({0}), 10, 1, 1.0);
    ASSERT_EQ(shape.times.size(), 3u) << name;  // zero at the start is no event
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(shape.times[k], (k + 1) * pi, 1e-12) << name;
      EXPECT_EQ(shape.signs[k][0], k % 2 == 0 ? -1 : 1) << name;
    }
  }
}

// A slider under a force of time alone that turns whenever the slider stands, as dry friction does. Its speed
// is 5 |sin 8t|, and between two events, at the multiples of π/8, it goes 1.25.
class Turning : public Free {
 public:
  bool eval(double t, const Vector& y, Vector& ydot) override {
    ydot = vector({y[1], side * 40 * std::cos(8 * t)});
    return true;
  }
  int event_count() const override { return 1; }
  void eval_events(double, const Vector& y, Vector& z) override { z[0] = y[1]; }
  void handle_event(double, Vector& y, const std::vector<int>&) override {
    side = -side;
    y[1] = 0.0;
  }
  double side = 1;
};

TEST(Integrate, ManyEventsUnderAForceOfTimeAlone) {
  const double rest = 0.1, end = 100 * std::acos(-1.0) / 8 + rest;
  for (const std::string& name : integrator_names()) {
    Turning system;
    auto integrator = make_integrator(name);
    IntegratorOptions options;
    options.rtol = 1e-11;
    options.atol = 1e-13;
    if (integrator->has_fixed_step()) options.largest_step = 1e-3;
    Recorder rows;
    const IntegrationResult result =
        integrate(system, *integrator, options, OutputTimes(0, end, 1), vector({0, 0}), rows);
    ASSERT_EQ(result.status, Status::done) << name;
    EXPECT_EQ(result.events, 100) << name;
    const double tolerance = name == "rk2" ? 1e-2 : integrator->has_fixed_step() ? 1e-6 : 1e-7;
    EXPECT_NEAR(rows.states.back()[0], 125 + 5. / 8 * (1 - std::cos(8 * rest)), tolerance) << name;
  }
}

TEST(Integrate, TwoChangesInOneStepAreSeen) {
  // Negative on (4.4, 5.2) alone; dopri5 would step over it in one step.
  Shape shape({[](double t) { return (t - 4.4) * (t - 5.2); }});
  const Ran run(shape, "dopri5", vector({0}), 10, 10, 2.0);
  EXPECT_LT(run.counts.steps, 25);
  ASSERT_EQ(shape.times.size(), 2u);
  EXPECT_NEAR(shape.times[0], 4.4, 1e-12);
  EXPECT_NEAR(shape.times[1], 5.2, 1e-12);
}

// Dips far narrower than the distance of the instants at which a step is looked at, at many places in the step.
TEST(Integrate, NarrowDipsAreSeen) {
  for (const std::string& name : integrator_names()) {
    if (make_integrator(name)->has_fixed_step()) continue;
    Shape shape({[](double t) { return 0.9999 - std::sin(t); },
                 [](double t) { return 1.00005 - std::cos(1.1 * t); },
                 [](double t) { return std::cosh(t - 11.3) - 1.0001; }});
    Ran(shape, name, vector({0}), 20, 20, 1.5);
    int found[3] = {0, 0, 0}, expected[3] = {0, 0, 0};
    for (std::size_t k = 0; k < shape.times.size(); ++k) {
      for (int i = 0; i < 3; ++i) found[i] += shape.signs[k][i] != 0;
    }
    for (int i = 0; i < 3; ++i) {
      double before = shape.shapes_[i](1e-9);
      for (int k = 1; k <= 2000000; ++k) {
        const double z = shape.shapes_[i](k * 1e-5);
        expected[i] += (z > 0) != (before > 0);
        before = z;
      }
      EXPECT_EQ(found[i], expected[i]) << name << " " << i;
    }
    EXPECT_EQ(expected[0], 6);
    EXPECT_EQ(expected[1], 0);
    EXPECT_EQ(expected[2], 2);
  }
}

TEST(Integrate, SeveralIndicatorsAtOnceAndInOrder) {
  Shape shape({[](double t) { return t - 2; }, [](double t) { return 4 - 2 * t; },
               [](double t) { return std::pow(t - 1.5, 3); }});
  const Ran run(shape, "dopri5", vector({0}), 3, 1);
  ASSERT_EQ(shape.times.size(), 2u);
  EXPECT_NEAR(shape.times[0], 1.5, 1e-12);
  EXPECT_EQ(shape.signs[0], (std::vector<int>{0, 0, 1}));
  EXPECT_NEAR(shape.times[1], 2, 1e-14);
  EXPECT_EQ(shape.signs[1], (std::vector<int>{1, -1, 0}));
}

// An indicator that only touches zero, and one that is zero all the time, never fire.
TEST(Integrate, TouchingIsNoEvent) {
  Shape shape({[](double t) { return (t - 2) * (t - 2); }, [](double) { return 0.0; }});
  Ran(shape, "dopri5", vector({0}), 4, 1);
  EXPECT_TRUE(shape.times.empty());
}

// Instants named ahead: y grows at a rate that doubles at 0.3, 0.6, 0.9.
class Clock : public Free {
 public:
  bool eval(double, const Vector&, Vector& ydot) override {
    ydot = vector({rate});
    return true;
  }
  double next_time_event(double t) override { return 0.3 * (std::floor(t / 0.3 + 1e-9) + 1); }
  void handle_event(double, Vector&, const std::vector<int>&) override { rate *= 2; }
  double rate = 1;
};

TEST(Integrate, InstantsNamedAhead) {
  for (const std::string& name : integrator_names()) {
    Clock clock;
    const Ran run(clock, name, vector({0}), 1, 0.5);
    EXPECT_EQ(run.result.events, 3) << name;
    EXPECT_NEAR(run.rows.states.back()[0], 0.3 * (1 + 2 + 4) + 0.1 * 8, 1e-6) << name;
    EXPECT_EQ(run.rows.times.back(), 1);
    EXPECT_EQ(run.rows.times.size(), 9u) << name;
  }
}

// `time > 1` becomes true just after the instant of a row.
class JustAfter : public Free {
 public:
  bool eval(double, const Vector&, Vector& ydot) override {
    ydot = vector({1});
    return true;
  }
  int event_count() const override { return 1; }
  bool events_depend_on_state() const override { return false; }
  void eval_events(double t, const Vector&, Vector& z) override { z[0] = 1 - t; }
  void get_event_signs(std::vector<int>& signs) const override { signs[0] = later ? -1 : 1; }
  void handle_event(double t, Vector&, const std::vector<int>&) override {
    later = true;
    when = t;
  }
  bool later = false;
  double when = 0;
};

TEST(Integrate, AnEventJustAfterARowHasItsTime) {
  for (const std::string& name : integrator_names()) {
    JustAfter system;
    const Ran run(system, name, vector({0}), 2, 0.5);
    // Steps that end at the instants of rows write that row as well.
    std::vector<double> expected = {0, 0.5, 1, 1, 1.5, 2};
    if (make_integrator(name)->has_fixed_step()) expected.insert(expected.begin() + 2, 1);
    EXPECT_EQ(run.rows.times, expected) << name;
    EXPECT_GT(system.when, 1) << name;
  }
}

TEST(Integrate, StopsOnRequest) {
  Ball ball(0.5);
  auto integrator = make_integrator("dopri5");
  Recorder rows;
  rows.stop_after = 3;
  const IntegrationResult result =
      integrate(ball, *integrator, {}, OutputTimes(0, 0.9, 0.001), vector({1, 0}), rows);
  EXPECT_EQ(result.status, Status::stopped);
  EXPECT_EQ(integrator->counts().steps, 3);
}

struct MarkRecorder : Recorder {
  std::vector<double> marks;
  std::vector<Vector> marked;
  bool mark(double t, const Vector& y) override {
    marks.push_back(t);
    marked.push_back(y);
    return true;
  }
};

// The state at any instant can be seen, and no step is another for that.
TEST(Integrate, MarksChangeNoStep) {
  for (const char* name : {"dopri5", "dop853", "rk4", "abm4", "rk2", "auto"}) {
    Ball plain(0.8), ball(0.8);
    const Ran expected(plain, name, vector({1, 0}), 4, 0.5);
    auto integrator = make_integrator(name);
    IntegratorOptions options;
    if (integrator->has_fixed_step()) options.largest_step = 0.01;
    MarkRecorder rows;
    Integration run(ball, *integrator, options, OutputTimes(0, 4, 0.5), rows);
    run.start(vector({1, 0}));
    for (double t : {3.3, 0.0, 0.7654321, 4.0, 0.5, 1.0}) run.add_mark(t);
    while (run.advance()) {
    }
    EXPECT_EQ(rows.times, expected.rows.times) << name;
    EXPECT_EQ(rows.states, expected.rows.states) << name;
    EXPECT_EQ(rows.marks, (std::vector<double>{0.0, 0.5, 0.7654321, 1.0, 3.3, 4.0})) << name;
    ASSERT_EQ(rows.marked.size(), 6u);
    EXPECT_NEAR(rows.marked[2][0], 1 - 0.7654321 * 0.7654321, 1e-9) << name;
    // A fixed step ends at 1, which is an output instant, and rounding decides whether the impact is
    // found there or in the next step.
    if (!integrator->has_fixed_step()) {
      EXPECT_NEAR(rows.marked[3][1], 1.6, 1e-9) << name << ": after the impact at 1";
    }
  }
}

// A run that was stopped goes on where its memory is restored; an end that was no output instant
// does not take the place of one when the run goes on.
TEST(Integrate, GoesOnFromItsMemory) {
  for (const char* name : {"dopri5", "dop853", "rk4", "abm4", "rk2", "auto"}) {
    Ball plain(0.8), ball(0.8);
    const Ran expected(plain, name, vector({1, 0}), 4, 0.3);
    IntegratorOptions options;
    auto first = make_integrator(name);
    if (first->has_fixed_step()) options.largest_step = 0.01;
    Recorder rows;
    rows.stop_after = 5;
    Integration stopped(ball, *first, options, OutputTimes(0, 4, 0.3), rows);
    stopped.start(vector({1, 0}));
    while (stopped.advance()) {
    }
    EXPECT_EQ(stopped.result().status, Status::stopped);
    auto second = make_integrator(name);
    Integration rest(ball, *second, options, OutputTimes(0, 4, 0.3), rows);
    rest.prepare(2);
    restore_memory(rest, save_memory(stopped));
    while (rest.advance()) {
    }
    EXPECT_EQ(rest.result().status, Status::done);
    EXPECT_EQ(rows.times, expected.rows.times) << name;
    EXPECT_EQ(rows.states, expected.rows.states) << name;
  }
  Ball ball(0.8);
  Recorder rows;
  auto integrator = make_integrator("rk4");
  Integration run(ball, *integrator, {.largest_step = 0.01}, OutputTimes(0, 0.5, 0.3), rows);
  run.start(vector({1, 0}));
  while (run.advance()) {
  }
  run.set_end(0.9);
  while (run.advance()) {
  }
  EXPECT_EQ(rows.times, (std::vector<double>{0, 0.3, 0.5, 0.6, 0.9}));
}

TEST(OutputTimes, WholeIntervalsAndTheRest) {
  const OutputTimes times(0, 0.35, 0.1);
  ASSERT_EQ(times.count(), 5);
  EXPECT_EQ(times.at(3), 0.3);
  EXPECT_EQ(times.at(4), 0.35);
  EXPECT_EQ(OutputTimes(0, 1, 0.1).count(), 11);
  EXPECT_EQ(OutputTimes(2, 2, 0.1).count(), 1);
  EXPECT_EQ(OutputTimes(1, 3, 5).count(), 2);
  EXPECT_EQ(OutputTimes(1, 3, 5).at(1), 3);
}

}  // namespace
}  // namespace gelenk
