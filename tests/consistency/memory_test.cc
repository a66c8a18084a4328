// No hidden state: an evaluation is a function of time, state and memory, and memory is a value.
// Random machines with friction, stops, driven joints, loops and whens, by every formulation:
// evaluations in any order give the same bits and leave the memory as it is; a run that is saved,
// goes on elsewhere and is restored takes the same steps, to the last bit, and so does one in
// another object.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <functional>
#include <optional>
#include <random>

#include "analyses/motion_equations.h"
#include "numerics/events.h"
#include "tests/support/command.h"
#include "tests/support/model_text.h"
#include "tests/support/nested_parts.h"
#include "tests/support/random_mechanism.h"

namespace gelenk {
namespace {

using testing::TestModel;

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", x);
  return text;
}

// A chain of hinges with one thing on each axis, a four-bar beside it whose crank is driven or
// rubs, and whens that switch a torque.
std::string make_machine(unsigned seed, bool has_axes) {
  std::mt19937 random(seed);
  auto between = [&](double low, double high) {
    return number(std::uniform_real_distribution<double>(low, high)(random));
  };
  std::string parts =
      "model Machine\n  import Modelica.Mechanics.MultiBody.{Joints, Parts};\n"
      "  import Modelica.Mechanics.Rotational;\n"
      "  inner Modelica.Mechanics.MultiBody.World world;\n"
      "  discrete Real side(start = 1);\n  Real count(start = 0);\n";
  std::string equations = "equation\n";
  std::string at = "world.frame_b";
  const int hinges = 3 + static_cast<int>(random() % 2);
  for (int i = 0; i < hinges; ++i) {
    const std::string n = std::to_string(i), joint = "j" + n, on = "on" + n;
    parts += "  Joints.Revolute " + joint + "(n = {" + between(-1, 1) + ", " + between(-1, 1) +
             ", 1}, useAxisFlange = " + (has_axes ? "true" : "false") +
             ", phi(start = " + between(-0.2, 0.2) +
             ", fixed = true), w(start = " + between(-2, 2) +
             ", fixed = true));\n  Parts.BodyBox b" + n + "(r = {" + between(0.2, 0.5) +
             ", 0, 0}, width = " + between(0.03, 0.08) + ");\n";
    equations += "  connect(" + at + ", " + joint + ".frame_a);\n  connect(" + joint +
                 ".frame_b, b" + n + ".frame_a);\n";
    at = "b" + n + ".frame_b";
    if (!has_axes) continue;
    const auto add = [&](const std::string& element) {
      parts += "  " + element + ";\n";
      equations += "  connect(" + joint + ".support, " + on + ".flange_a);\n  connect(" + on +
                   ".flange_b, " + joint + ".axis);\n";
    };
    switch ((seed + i) % 4) {
      case 0:
        add("Gelenk.Rotational.Friction " + on + "(tau_pos = [0, " + between(0.2, 1.5) +
            "], peak = 1.2)");
        break;
      case 1:
        add("Gelenk.Rotational.Stop " + on +
            "(phi_min = -0.4, phi_max = 0.5, e = " + between(0, 0.7) + ")");
        break;
      case 2:
        parts += "  Rotational.Sources.Torque " + on + "(tau = side*" + between(0.1, 0.6) + ");\n";
        equations += "  connect(" + on + ".flange, " + joint + ".axis);\n";
        break;
      default: add("Rotational.Components.SpringDamper " + on + "(c = 3, d = 0.05)");
    }
  }
  // The four-bar; its rows are redundant, as all joints are spatial.
  const bool is_driven = has_axes && seed % 2 == 0;
  parts +=
      "  Parts.Fixed near(r = {0, 0, 1}), far(r = {1, 0, 1});\n"
      "  Joints.Revolute crank(phi(start = 1), w(start = " +
      between(1, 3) + ")" + (has_axes ? ", useAxisFlange = true" : "") +
      "), pin1(phi(start = -0.6)), pin2(phi(start = -1.95)), rocker" +
      (has_axes ? "(useAxisFlange = true)" : "") +
      ";\n  Parts.BodyBox c1(r = {0.3, 0, 0}, width = 0.04), c2(r = {0.9, 0, 0}, width = 0.04), "
      "c3(r = {0.6, 0, 0}, width = 0.04);\n";
  equations +=
      "  connect(near.frame_b, crank.frame_a);\n  connect(crank.frame_b, c1.frame_a);\n"
      "  connect(c1.frame_b, pin1.frame_a);\n  connect(pin1.frame_b, c2.frame_a);\n"
      "  connect(c2.frame_b, pin2.frame_a);\n  connect(pin2.frame_b, c3.frame_a);\n"
      "  connect(c3.frame_b, rocker.frame_a);\n  connect(rocker.frame_b, far.frame_b);\n";
  if (has_axes) {
    parts += is_driven ? "  Rotational.Sources.Position drive(exact = true, phi_ref = 1 + 2*time + "
                         "0.3*sin(5*time));\n"
                       : "  Gelenk.Rotational.Friction drive(tau_pos = [0, 0.1; 1, 0.3]);\n";
    equations += is_driven ? "  connect(drive.flange, crank.axis);\n"
                           : "  connect(crank.support, drive.flange_a);\n"
                             "  connect(drive.flange_b, crank.axis);\n";
    parts += "  Gelenk.Rotational.Friction rub(tau_pos = [0, " + between(0.02, 0.2) + "]);\n";
    equations +=
        "  connect(rocker.support, rub.flange_a);\n  connect(rub.flange_b, rocker.axis);\n";
  }
  equations +=
      "  der(count) = if j0.phi > 0 then 1 else -0.5;\n  when j0.w > 0.1 then\n"
      "    side = -pre(side);\n  elsewhen j0.w < -0.3 then\n    side = 0.5*pre(side);\n"
      "  end when;\n";
  return parts + equations + "end Machine;\n";
}

// A simulation without rows, step by step.
struct Stepper {
  TestModel test;
  MotionEquations equations;
  std::unique_ptr<Integrator> integrator;
  std::optional<EventFinder> finder;
  IntegratorOptions options;
  double t = 0.0;
  long events = 0;

  Stepper(const std::function<TestModel()>& model, const std::string& method,
          Stabilization stabilization = Stabilization::projection)
      : test(model()),
        equations(*test.formulation, stabilization),
        integrator(make_integrator(method)) {
    options.rtol = 1e-6;
    options.atol = 1e-8;
    options.largest_step = integrator->has_fixed_step() ? 2e-3 : 0.02;
    const Assembly start = testing::assemble(test);
    Vector y(start.q.size() + start.v.size());
    y << start.q, start.v;
    equations.start_events(t, y);
    finder.emplace(equations);
    finder->start(t, y);
    integrator->start(equations, options, t, y);
  }

  bool step() {
    const double limit = t + equations.calc_longest_step(t, options.largest_step, 10.0);
    if (!integrator->step(limit)) return false;
    EventFinder::Outcome found = finder->search(*integrator);
    if (found == EventFinder::Outcome::failed || found == EventFinder::Outcome::too_long)
      return false;
    t = integrator->t();
    if (found != EventFinder::Outcome::found) return true;
    t = finder->time();
    const Vector before = finder->state();
    Vector y = before;
    equations.handle_event(t, y, finder->crossed());
    finder->restart(t, y, y != before);
    integrator->restart(t, y);
    ++events;
    return true;
  }
  void list_memory(Memory& memory) { memory(equations, *integrator, *finder, t); }
};

std::vector<double> take_steps(Stepper& run, int count) {
  std::vector<double> trace;
  for (int i = 0; i < count && run.step(); ++i) {
    trace.push_back(run.t);
    trace.insert(trace.end(), run.integrator->y().begin(), run.integrator->y().end());
  }
  return trace;
}

// The first entry that differs in any bit; −1: none.
long find_difference(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return static_cast<long>(std::min(a.size(), b.size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::memcmp(&a[i], &b[i], sizeof(double)) != 0) return static_cast<long>(i);
  }
  return -1;
}

// States around the present one: evaluated, corrected, asked for events, one after the other.
struct Probe {
  double t;
  Vector y;
};
std::vector<Probe> make_probes(const Stepper& run, std::mt19937& random, int count) {
  std::normal_distribution<double> normal;
  std::vector<Probe> probes;
  for (int i = 0; i < count; ++i) {
    Probe p{run.t + 0.05 * std::abs(normal(random)), run.integrator->y()};
    const double size = i % 3 == 0 ? 1e-6 : i % 3 == 1 ? 1e-3 : 0.3;
    for (double& x : p.y) x += size * normal(random);
    probes.push_back(p);
  }
  return probes;
}

std::vector<double> ask(Stepper& run, const Probe& probe) {
  std::vector<double> answers;
  const auto add = [&](const Vector& x) { answers.insert(answers.end(), x.begin(), x.end()); };
  Vector ydot = Vector::Zero(probe.y.size()), corrected = probe.y,
         indicators = Vector::Zero(run.equations.event_count());
  const bool evaluated = run.equations.eval(probe.t, probe.y, ydot);
  answers.push_back(evaluated);
  if (evaluated) add(ydot);
  run.equations.eval_events(probe.t, probe.y, indicators);
  if (evaluated) add(indicators);
  const bool closes = run.equations.correct(probe.t, corrected);
  answers.push_back(closes);
  if (closes) add(corrected);
  return answers;
}

void expect_no_hidden_state(const std::function<Stepper()>& make, unsigned seed) {
  std::mt19937 random(seed);
  Stepper run = make();
  take_steps(run, 5 + static_cast<int>(random() % 60));
  const std::string saved = save_memory(run);

  // Evaluations in any order, and none leaves a trace.
  const std::vector<Probe> probes = make_probes(run, random, 12);
  std::vector<std::vector<double>> answers;
  for (const Probe& probe : probes) answers.push_back(ask(run, probe));
  EXPECT_TRUE(save_memory(run) == saved) << "an evaluation or a correction has changed the memory";
  for (std::size_t i = probes.size(); i-- > 0;)
    EXPECT_EQ(find_difference(ask(run, probes[i]), answers[i]), -1) << "probe " << i;
  std::vector<std::size_t> order(probes.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  for (std::size_t i : order)
    EXPECT_EQ(find_difference(ask(run, probes[i]), answers[i]), -1) << "probe " << i;

  // The way on, and the same again after one elsewhere.
  const std::vector<double> way = take_steps(run, 100);
  EXPECT_GT(way.size(), 0u);
  for (const Probe& probe : make_probes(run, random, 6)) ask(run, probe);
  take_steps(run, 10);
  restore_memory(run, saved);
  EXPECT_TRUE(save_memory(run) == saved);
  const long at = find_difference(take_steps(run, 100), way);
  EXPECT_EQ(at, -1) << "of " << way.size() << ", each step has " << run.integrator->y().size() + 1;

  // In another object, which has gone another way before.
  Stepper other = make();
  take_steps(other, 3);
  restore_memory(other, saved);
  for (std::size_t i : order)
    EXPECT_EQ(find_difference(ask(other, probes[i]), answers[i]), -1) << "probe " << i;
  EXPECT_EQ(find_difference(take_steps(other, 100), way), -1);

  // A second start is as the first.
  Stepper fresh = make();
  take_steps(fresh, 20);
  const Assembly start = testing::assemble(fresh.test);
  Vector y(start.q.size() + start.v.size());
  y << start.q, start.v;
  fresh.equations.start_events(0.0, y);
  Stepper again = make();
  EXPECT_TRUE(save_memory(fresh.equations) == save_memory(again.equations));
}

class MemorySuite : public ::testing::TestWithParam<int> {};

TEST_P(MemorySuite, MachinesGoOnBitByBit) {
  const unsigned seed = static_cast<unsigned>(GetParam());
  const char* const methods[] = {"dopri5", "dop853", "rk4", "abm4", "auto", "rk2"};
  for (const testing::NamedFormulation& named : testing::all_formulations) {
    const bool is_mixed = std::string(named.name) == "mixed";  // has no 1-D elements
    const std::string method = methods[seed % std::size(methods)];
    SCOPED_TRACE(named.name + (" " + method));
    const auto model = [&] {
      return TestModel::from_text(make_machine(seed, !is_mixed), named.make);
    };
    expect_no_hidden_state([&] { return Stepper(model, method); }, seed);
  }
}

TEST_P(MemorySuite, MechanismsWithLoopsGoOnBitByBit) {
  const unsigned seed = static_cast<unsigned>(GetParam());
  testing::MechanismOptions options;
  options.bodies = 5 + static_cast<int>(seed % 4);
  options.loops = 1 + static_cast<int>(seed % 2);
  options.components = static_cast<int>(seed % 3);
  const std::string text = testing::make_random_mechanism(seed, options);
  for (const testing::NamedFormulation& named : testing::all_formulations) {
    SCOPED_TRACE(named.name);
    const auto model = [&] { return TestModel::from_text(text, named.make); };
    expect_no_hidden_state([&] { return Stepper(model, "dopri5"); }, seed);
  }
  SCOPED_TRACE("partition");
  const auto model = [&] { return TestModel::from_text(text); };
  expect_no_hidden_state([&] { return Stepper(model, "dopri5", Stabilization::partition); }, seed);
}

INSTANTIATE_TEST_SUITE_P(Seeds, MemorySuite, ::testing::Range(0, 12));

// The memory of compiled components, and of those inside of them, is part of that of the whole.
class CompiledMemory : public ::testing::TestWithParam<int> {};

TEST_P(CompiledMemory, GoesOnBitByBit) {
  const testing::NestedCase& c = testing::nested_cases[GetParam()];
  SCOPED_TRACE(c.name);
  const testing::Workspace workspace;
  c.parts.make(workspace);
  if (HasFailure()) return;
  const char* const methods[] = {"dopri5", "rk4", "abm4"};
  for (const char* file : {"Half.mo", "Nested.mo"}) {
    SCOPED_TRACE(file);
    const auto model = [&] {
      return TestModel::from_file(workspace.path(file),
                                  {testing::make_hierarchical, testing::by_model});
    };
    expect_no_hidden_state([&] { return Stepper(model, methods[GetParam() % 3]); },
                           static_cast<unsigned>(GetParam()));
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, CompiledMemory, ::testing::Range(0, testing::nested_case_count));

}  // namespace
}  // namespace gelenk
