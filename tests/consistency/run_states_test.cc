// Runs that are saved, taken up and started anew from states in files: what follows is the same to the last byte of the
// results, whichever model, formulation and integrator of ours; to the tolerance with those of SUNDIALS and where a state
// is taken by names.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <random>
#include <tuple>

#include "gelenk/compile.h"
#include "gelenk/run.h"
#include "io/state_file.h"
#include "tests/support/csv.h"
#include "tests/support/workspace.h"

namespace gelenk::testing {
namespace {

const char* const our_integrators[] = {"dopri5", "dop853", "rk4", "abm4", "rk2", "auto"};

// Sampled by discrete variables, with friction, a stop, whens, and a loop whose rows are redundant.
constexpr const char* machine = R"(
model Machine
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  import Modelica.Mechanics.Rotational;
  inner Modelica.Mechanics.MultiBody.World world;
  parameter Real period = 0.03;
  discrete Real next(start = 0.03), command(start = 0.2);
  Real held(start = 0) "lags behind the command";
  Boolean on(start = true);
  Joints.Revolute j1(useAxisFlange = true, phi(start = 0.1, fixed = true), w(start = 1, fixed = true));
  Joints.Revolute j2(useAxisFlange = true, phi(start = -0.2, fixed = true), w(start = 2, fixed = true));
  Parts.BodyBox b1(r = {0.3, 0, 0}, width = 0.05), b2(r = {0.4, 0, 0}, width = 0.05);
  Gelenk.Rotational.Friction rub(tau_pos = [0, 0.8], peak = 1.2);
  Gelenk.Rotational.Stop stop(phi_min = -0.4, phi_max = 0.5, e = 0.4);
  Rotational.Sources.Torque motor(tau = if on then held else 0);
  Parts.Fixed near(r = {0, 0, 1}), far(r = {1, 0, 1});
  Joints.Revolute crank(phi(start = 1), w(start = 2)), pin1(phi(start = -0.6)), pin2(phi(start = -1.95)), rocker;
  Parts.BodyBox c1(r = {0.3, 0, 0}, width = 0.04), c2(r = {0.9, 0, 0}, width = 0.04), c3(r = {0.6, 0, 0}, width = 0.04);
equation
  der(held) = 20*(command - held);
  when time >= next then
    command = 2*sin(5*time) - j1.w;
    next = pre(next) + period;
  end when;
  when j2.phi > 0.45 then
    on = false;
  elsewhen j2.phi < -0.3 then
    on = true;
  end when;
  connect(world.frame_b, j1.frame_a);
  connect(j1.frame_b, b1.frame_a);
  connect(b1.frame_b, j2.frame_a);
  connect(j2.frame_b, b2.frame_a);
  connect(j1.support, rub.flange_a);
  connect(rub.flange_b, j1.axis);
  connect(motor.flange, j1.axis);
  connect(j2.support, stop.flange_a);
  connect(stop.flange_b, j2.axis);
  connect(near.frame_b, crank.frame_a);
  connect(crank.frame_b, c1.frame_a);
  connect(c1.frame_b, pin1.frame_a);
  connect(pin1.frame_b, c2.frame_a);
  connect(c2.frame_b, pin2.frame_a);
  connect(pin2.frame_b, c3.frame_a);
  connect(c3.frame_b, rocker.frame_a);
  connect(rocker.frame_b, far.frame_b);
  annotation(experiment(StopTime = 1, Interval = 0.01));
end Machine;
)";

struct Interruption {};

class RunStates : public ::testing::Test {
 protected:
  RunOptions options_for(const std::string& file) const {
    RunOptions o;
    o.file = file;
    return o;
  }

  RunSummary run_to(RunOptions o, const std::string& output) {
    o.output = w.path(output);
    return gelenk::run(o);
  }

  // Ends as by Ctrl-C after that many steps; or as by kill, between the two writes of a step.
  void run_until(RunOptions o, const std::string& output, long steps, bool is_killed) {
    o.output = w.path(output);
    std::atomic<bool> stop{false};
    long taken = 0;
    RunObserver observer;
    observer.stop = &stop;
    observer.progress = [&](double, double, double) {
      if (++taken < steps) return;
      if (is_killed) throw Interruption();
      stop = true;
    };
    try {
      EXPECT_EQ(gelenk::run(o, observer).status, "interrupted");
      EXPECT_FALSE(is_killed);
    } catch (const Interruption&) {
      EXPECT_TRUE(is_killed);
    }
  }

  // The rows of a file behind its head, as text.
  std::string rows_of(const std::string& output) const {
    const std::string text = w.read(output);
    return text.substr(text.find('\n') + 1);
  }

  void expect_exact(const RunOptions& o, unsigned seed) {
    std::mt19937 random(seed);
    const RunSummary whole = run_to(o, "whole.csv");
    ASSERT_EQ(whole.status, "done") << whole.message;
    const std::string expected = w.read("whole.csv");

    // Saving changes nothing, and what starts there goes on with the rows that follow.
    std::uniform_real_distribution<double> between(whole.start_time, whole.end_time);
    RunOptions saving = o;
    const double instants[] = {between(random), between(random)};
    saving.save_states = {{w.path("one.json"), instants[0]},
                          {w.path("two.json"), instants[1]},
                          {w.path("end.json"), std::nullopt}};
    run_to(saving, "saving.csv");
    EXPECT_TRUE(w.read("saving.csv") == expected) << "saving has changed the run";
    for (int i = 0; i < 2; ++i) {
      SCOPED_TRACE(instants[i]);
      RunOptions rest = o;
      rest.start_state = w.path(i == 0 ? "one.json" : "two.json");
      rest.t_end = whole.end_time;
      EXPECT_EQ(read_state_file(rest.start_state).time, instants[i]);
      const RunSummary summary = run_to(rest, "rest.csv");
      EXPECT_TRUE(summary.start.ends_with("exactly")) << summary.start;
      EXPECT_EQ(summary.start_time, instants[i]);
      EXPECT_EQ(Csv(w.path("rest.csv")).rows.at(0).at(0), instants[i]);
      const std::string rows = rows_of("rest.csv");
      EXPECT_TRUE(expected.ends_with(rows.substr(rows.find('\n') + 1)));
      EXPECT_GE(summary.rows, 2);
    }
    EXPECT_EQ(read_state_file(w.path("end.json")).time, whole.end_time);

    // Ctrl-C, and an end at any instant after a checkpoint.
    for (bool is_killed : {false, true}) {
      SCOPED_TRACE(is_killed ? "killed" : "interrupted");
      RunOptions checked = o;
      checked.checkpoint = is_killed ? 0.0 : 1e6;
      const long steps = 2 + static_cast<long>(random() % static_cast<unsigned long>(whole.steps));
      if (steps >= whole.steps) continue;
      run_until(checked, "cut.csv", steps, is_killed);
      EXPECT_TRUE(w.exists("cut.csv.checkpoint"));
      checked.resume = true;
      const RunSummary summary = run_to(checked, "cut.csv");
      EXPECT_EQ(summary.status, "done") << summary.message;
      EXPECT_NE(summary.start, "");
      EXPECT_TRUE(w.read("cut.csv") == expected);
      EXPECT_FALSE(w.exists("cut.csv.checkpoint"));
      EXPECT_EQ(summary.rows, whole.rows);
      EXPECT_EQ(summary.steps, whole.steps);
      EXPECT_EQ(summary.evaluations, whole.evaluations);
      EXPECT_EQ(summary.energy_start, whole.energy_start);
      EXPECT_EQ(summary.drift_position, whole.drift_position);
    }
  }

  Workspace w;
};

struct Example {
  const char* file;
  double t_end;
  bool has_axes;
};
const Example examples[] = {
    {"Pendulum.mo", 1, false},
    {"DoublePendulum.mo", 1, false},
    {"DrivenSliderCrank.mo", 1, true},
    {"RollingWheel.mo", 1, false},
    {"FourBar.mo", 1, false},
    {"SpatialSliderCrank.mo", 1, false},
    {"Bricard.mo", 1, false},
    {"FrictionArm.mo", 4, true},
    {"StickSlip.mo", 2, true},
    {"BouncingBall.mo", 4, true},
    {"Cradle.mo", 2, true},
    {"Clutch.mo", 2, true},
    {"CraneRope.mo", 2, true},
    {"TiltingTable.mo", 2, true},
    {"ServoArm.mo", 1, true},
    {"cad/SteamMachine.mo", 0.5, false},
    {"thesis/Car.mo", 0.3, false},
};

class RunStatesOfExamples : public RunStates, public ::testing::WithParamInterface<int> {};

TEST_P(RunStatesOfExamples, AreExactByOurIntegrators) {
  const int number = GetParam();
  const Example& example = examples[number];
  RunOptions o = options_for(std::string(GELENK_SOURCE_DIR) + "/examples/" + example.file);
  o.t_end = example.t_end;
  o.interval = example.t_end / 40;
  o.rtol = 1e-6;
  int turn = number;
  for (const char* formulation : {"recursive", "hierarchical", "mixed"}) {
    if (example.has_axes && formulation == std::string("mixed")) continue;
    o.formulation = formulation;
    o.integrator = our_integrators[turn++ % 5];
    SCOPED_TRACE(o.formulation + " " + o.integrator);
    expect_exact(o, static_cast<unsigned>(turn));
  }
}

INSTANTIATE_TEST_SUITE_P(All, RunStatesOfExamples,
                         ::testing::Range(0, static_cast<int>(std::size(examples))));

TEST_F(RunStates, OfAMachineWithDiscreteVariablesFrictionAndStops) {
  RunOptions o = options_for(w.write("Machine.mo", machine));
  o.rtol = 1e-7;
  unsigned seed = 1;
  for (const char* integrator : our_integrators) {
    for (const char* formulation : {"recursive", "hierarchical"}) {
      o.integrator = integrator;
      o.formulation = formulation;
      SCOPED_TRACE(o.formulation + " " + o.integrator);
      expect_exact(o, seed++);
    }
  }
  o.formulation = "recursive";
  o.integrator = "dopri5";
  o.stabilization = "partition";
  expect_exact(o, seed++);
  o.independent = "j1.phi,j2.phi,crank.phi";
  expect_exact(o, seed++);
}

TEST_F(RunStates, OfACompiledComponent) {
  CompileOptions part;
  part.file = w.write("Part.mo", R"(
model Part
  import Modelica.Mechanics.MultiBody.{Joints, Parts, Interfaces};
  import Modelica.Mechanics.Rotational;
  Interfaces.Frame_a top;
  discrete Real count(start = 0);
  Real bend(start = 0.1);
  Parts.BodyBox upper(r = {0.4, 0, 0}, width = 0.05), lower(r = {0.3, 0, 0}, width = 0.04);
  Joints.Revolute knee(useAxisFlange = true, phi(start = 0.7, fixed = true), w(start = -0.3, fixed = true));
  Gelenk.Rotational.Friction rub(tau_pos = [0, 0.15]);
  Rotational.Sources.Torque push(tau = 0.05*count - 0.1*bend);
equation
  der(bend) = knee.w - bend;
  when knee.phi < 0.3 then
    count = pre(count) + 1;
  end when;
  connect(top, upper.frame_a);
  connect(upper.frame_b, knee.frame_a);
  connect(knee.frame_b, lower.frame_a);
  connect(knee.support, rub.flange_a);
  connect(rub.flange_b, knee.axis);
  connect(push.flange, knee.axis);
end Part;
)");
  part.output = w.path("part.gkc");
  compile_component(part);
  RunOptions o = options_for(w.write("Host.mo", R"(
model Host
  import Modelica.Mechanics.MultiBody.{Joints, Parts, Interfaces};
  inner Modelica.Mechanics.MultiBody.World world;
  model Leg
    extends Gelenk.CompiledComponent(file = "part.gkc");
    Interfaces.Frame_a top;
  end Leg;
  Leg leg;
  Joints.Revolute hip(phi(start = 0.4, fixed = true), w(fixed = true));
equation
  connect(world.frame_b, hip.frame_a);
  connect(hip.frame_b, leg.top);
  annotation(experiment(StopTime = 2, Interval = 0.05));
end Host;
)"));
  o.rtol = 1e-7;
  unsigned seed = 7;
  for (const char* integrator : {"dopri5", "rk4", "abm4"}) {
    o.integrator = integrator;
    SCOPED_TRACE(integrator);
    expect_exact(o, seed++);
  }
  // By names: coordinates of the component are told by their numbers.
  o.integrator = "dopri5";
  RunOptions saving = o;
  saving.save_states = {{w.path("s.json"), 0.8}};
  run_to(saving, "whole.csv");
  RunOptions rest = o;
  rest.rtol = 1e-9;
  rest.start_state = w.path("s.json");
  rest.t_end = 0.85;
  const RunSummary summary = run_to(rest, "rest.csv");
  EXPECT_EQ(summary.status, "done") << summary.message;
  EXPECT_TRUE(summary.start.ends_with("by names: this run has other rtol")) << summary.start;
  // What the component has in mind besides its coordinates is not carried over, nor are whole turns of the angle between them.
  const Csv whole(w.path("whole.csv")), after(w.path("rest.csv"));
  const auto row = std::find_if(whole.rows.begin(), whole.rows.end(),
                                [](const std::vector<double>& r) { return r[0] == 0.8; });
  ASSERT_NE(row, whole.rows.end());
  for (std::size_t i = 0; i < whole.names.size(); ++i) {
    if (whole.names[i] != "hip.phi") continue;
    EXPECT_NEAR(std::remainder(after.rows.front()[i] - (*row)[i], 2 * std::acos(-1.0)), 0, 1e-9);
  }
}

// ---- to the tolerance -----------------------------------------------------------------------------

// The default is one of SUNDIALS while a model is stiff.
TEST_F(RunStates, OfTheDefaultAreExactUnlessItHasChangedToCvode) {
  const auto write = [&](const std::string& name, double damping) {
    return w.write(name + ".mo",
                   "model " + name +
                       "\n  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces};\n"
                       "  inner Modelica.Mechanics.MultiBody.World world;\n"
                       "  Joints.Prismatic rail(n = {1, 0, 0}, s(start = 1, fixed = true));\n"
                       "  Parts.Body body(m = 1, r_CM = {0, 0, 0});\n"
                       "  Forces.SpringDamperParallel spring(c = " +
                       std::to_string(damping) + ", d = " + std::to_string(damping) +
                       ", s_unstretched = 0.5);\nequation\n"
                       "  connect(world.frame_b, rail.frame_a);\n"
                       "  connect(rail.frame_b, body.frame_a);\n"
                       "  connect(world.frame_b, spring.frame_a);\n"
                       "  connect(spring.frame_b, body.frame_a);\nend " +
                       name + ";\n");
  };
  for (const auto& [name, damping, ending] :
       {std::tuple{"Soft", 1.0, "exactly"},
        std::tuple{"Stiff", 1e5, "exactly, but for the integrator, which begins anew"}}) {
    RunOptions o = options_for(write(name, damping));
    o.t_end = 1;
    RunOptions saving = o;
    saving.save_states = {{w.path("s.json"), 0.6}};
    const RunSummary whole = run_to(saving, "whole.csv");
    EXPECT_EQ(whole.integrator.find("cvode") != std::string::npos, damping > 1) << whole.integrator;
    RunOptions rest = o;
    rest.start_state = w.path("s.json");
    const RunSummary summary = run_to(rest, "rest.csv");
    EXPECT_EQ(summary.start, "from '" + w.path("s.json") + "' at 0.6 s, " + ending);
  }
}

TEST_F(RunStates, OfSundialsAgreeToTheTolerance) {
  for (const char* integrator : {"cvode", "cvode_adams", "erk6", "ida"}) {
    SCOPED_TRACE(integrator);
    RunOptions o = options_for(std::string(GELENK_SOURCE_DIR) + "/examples/FourBar.mo");
    o.integrator = integrator;
    o.t_end = 1;
    o.interval = 0.05;
    RunOptions saving = o;
    saving.save_states = {{w.path("s.json"), 0.4321}};
    run_to(saving, "whole.csv");
    RunOptions rest = o;
    rest.start_state = w.path("s.json");
    const RunSummary summary = run_to(rest, "rest.csv");
    EXPECT_TRUE(summary.start.ends_with("the integrator, which begins anew")) << summary.start;
    const Csv whole(w.path("whole.csv")), after(w.path("rest.csv"));
    ASSERT_EQ(after.rows.size(), 13u);  // 0.4321, 0.45, …, 1
    for (std::size_t i = 1; i < whole.names.size(); ++i) {
      const double expected = whole.rows.back()[i];
      EXPECT_NEAR(after.rows.back()[i], expected, 1e-5 * (1 + std::abs(expected)))
          << whole.names[i];
    }
    RunOptions checked = o;
    checked.checkpoint = 1e6;
    run_until(checked, "cut.csv", 20, false);
    checked.resume = true;
    run_to(checked, "cut.csv");
    const Csv cut(w.path("cut.csv"));
    ASSERT_EQ(cut.rows.size(), whole.rows.size());
    for (std::size_t i = 1; i < whole.names.size(); ++i) {
      const double expected = whole.rows.back()[i];
      EXPECT_NEAR(cut.rows.back()[i], expected, 1e-5 * (1 + std::abs(expected))) << whole.names[i];
    }
  }
}

// From any formulation and integrator to any other.
TEST_F(RunStates, OfOneFormulationAreAStartOfOthers) {
  for (const char* file :
       {"FourBar.mo", "SpatialSliderCrank.mo", "thesis/Car.mo", "RollingWheel.mo"}) {
    for (const char* first : {"recursive", "hierarchical", "mixed"}) {
      RunOptions o = options_for(std::string(GELENK_SOURCE_DIR) + "/examples/" + file);
      o.formulation = first;
      o.t_end = 0.3;
      o.interval = 0.1;
      o.signals = "*.r_0*,*.v_0*";
      o.save_states = {{w.path("s.json"), 0.17}};
      run_to(o, "whole.csv");
      const Csv whole(w.path("whole.csv"));
      for (const char* second : {"recursive", "hierarchical", "mixed"}) {
        SCOPED_TRACE(std::string(file) + ": " + first + ", then " + second);
        RunOptions rest = o;
        rest.save_states.clear();
        rest.formulation = second;
        rest.integrator = "dopri5";
        rest.start_state = w.path("s.json");
        const RunSummary summary = run_to(rest, "rest.csv");
        EXPECT_EQ(summary.status, "done") << summary.message;
        EXPECT_NE(summary.start.find("by names: this run has "), std::string::npos)
            << summary.start;
        EXPECT_EQ(summary.warnings, std::vector<std::string>{});
        const Csv after(w.path("rest.csv"));
        ASSERT_EQ(after.names, whole.names);
        for (std::size_t i = 1; i < whole.names.size(); ++i) {
          const double expected = whole.rows.back()[i];
          EXPECT_NEAR(after.rows.back()[i], expected, 1e-6 * (1 + std::abs(expected)))
              << whole.names[i];
        }
      }
    }
  }
}

// ---- by names -------------------------------------------------------------------------------------

TEST_F(RunStates, OfAnotherParameterGoByNamesAndCloseTheLoops) {
  RunOptions o = options_for(std::string(GELENK_SOURCE_DIR) + "/examples/FourBar.mo");
  o.t_end = 1;
  o.signals = "*.phi,gelenk.drift.position";
  o.save_states = {{w.path("s.json"), 0.5}};
  run_to(o, "whole.csv");
  const StateFile state = read_state_file(w.path("s.json"));
  RunOptions longer = o;
  longer.save_states.clear();
  longer.start_state = w.path("s.json");
  longer.settings = {{"world.g", "9.7"}};
  const RunSummary summary = run_to(longer, "rest.csv");
  EXPECT_EQ(summary.status, "done");
  EXPECT_TRUE(summary.start.ends_with("by names: this run has another model, or other parameters"))
      << summary.start;
  EXPECT_LT(summary.drift_position, 1e-10);
  const Csv rest(w.path("rest.csv"));
  EXPECT_EQ(rest.rows.front()[0], 0.5);
  for (std::size_t i = 1; i + 1 < rest.names.size(); ++i) {
    for (const auto& [name, value] : state.coordinates) {
      if (name != rest.names[i]) continue;
      EXPECT_NEAR(rest.rows.front()[i], value, 1e-9) << name;
    }
  }
  // A time of its own.
  longer.t_start = 0;
  EXPECT_EQ(run_to(longer, "rest.csv").status, "done");
  EXPECT_EQ(Csv(w.path("rest.csv")).rows.front()[0], 0.0);
}

TEST_F(RunStates, TellWhatIsMissingAndUnknown) {
  const auto model = [&](const std::string& name, const std::string& joint,
                         const std::string& more) {
    return w.write(name + ".mo",
                   "model " + name +
                       "\n  import Modelica.Mechanics.MultiBody.{Joints, Parts};\n"
                       "  inner Modelica.Mechanics.MultiBody.World world;\n"
                       "  Joints.Revolute first(phi(start = 0.1), w(start = 1));\n"
                       "  Joints.Revolute " +
                       joint + ";\n  Parts.BodyBox a(r = {0.4, 0, 0}), b(r = {0.4, 0, 0});\n" +
                       more +
                       "  connect(world.frame_b, first.frame_a);\n"
                       "  connect(first.frame_b, a.frame_a);\n  connect(a.frame_b, " +
                       joint + ".frame_a);\n  connect(" + joint + ".frame_b, b.frame_a);\nend " +
                       name + ";\n");
  };
  RunOptions o =
      options_for(model("One", "second",
                        "  Real z(start = 3);\n  discrete Real n(start = 0), m(start = 0);\n"
                        "equation\n  der(z) = -z;\n"
                        "  when time > 0.1 then\n    n = 7;\n    m = 8;\n  end when;\n"));
  o.t_end = 0.5;
  o.save_states = {{w.path("s.json"), std::nullopt}};
  run_to(o, "one.csv");
  RunOptions other =
      options_for(model("Two", "third",
                        "  Real z(start = 3), y(start = 4);\n  discrete Real n(start = 0);\n"
                        "  Boolean b1(start = false);\n"
                        "equation\n  der(z) = -z;\n  der(y) = 0;\n"
                        "  when time > 100 then\n    n = 0;\n    b1 = true;\n  end when;\n"));
  other.start_state = w.path("s.json");
  other.t_end = 0.6;
  other.signals = "first.phi,third.phi,z,y,n";
  const RunSummary summary = run_to(other, "two.csv");
  const Csv one(w.path("one.csv")), two(w.path("two.csv"));
  const StateFile state = read_state_file(w.path("s.json"));
  EXPECT_EQ(two.rows[0][1], state.coordinates.at(0).second);
  EXPECT_EQ(two.rows[0][2], 0.0);
  EXPECT_NEAR(two.rows[0][3], 3 * std::exp(-0.5), 1e-6);
  EXPECT_EQ(two.rows[0][4], 4.0);
  EXPECT_EQ(two.rows[0][5], 7.0);
  ASSERT_EQ(summary.warnings.size(), 2u);
  EXPECT_NE(
      summary.warnings[0].find("does not have 'third.phi', 'y', 'third.w', 'b1': start values of "
                               "the model were taken [state]"),
      std::string::npos)
      << summary.warnings[0];
  EXPECT_NE(summary.warnings[1].find("has values that this model does not have: 'second.phi', "
                                     "'second.w', 'm' [state]"),
            std::string::npos)
      << summary.warnings[1];
}

// What people write into a file holds, and not the memory beside it.
TEST_F(RunStates, ThatWereEditedHold) {
  RunOptions o = options_for(std::string(GELENK_SOURCE_DIR) + "/examples/Pendulum.mo");
  o.t_end = 0.5;
  o.save_states = {{w.path("s.json"), std::nullopt}};
  run_to(o, "a.csv");
  StateFile state = read_state_file(w.path("s.json"));
  std::string text = w.read("s.json");
  const std::size_t at = text.find("\"hinge.phi\": ") + 13;
  text.replace(at, text.find('\n', at) - at, "0.125,");
  if (state.coordinates.size() == 1) text.erase(text.find("0.125,") + 5, 1);
  w.write("s.json", text);
  RunOptions rest = o;
  rest.save_states.clear();
  rest.t_end = 0.6;
  rest.start_state = w.path("s.json");
  rest.signals = "hinge.phi";
  RunSummary summary = run_to(rest, "b.csv");
  EXPECT_NE(summary.start.find("values that were edited"), std::string::npos) << summary.start;
  EXPECT_EQ(Csv(w.path("b.csv")).rows[0][1], 0.125);
}

// ---- longer than it was, and in several pieces ------------------------------------------------------

TEST_F(RunStates, AtTheEndGoOnToALaterOne) {
  RunOptions o = options_for(std::string(GELENK_SOURCE_DIR) + "/examples/DoublePendulum.mo");
  o.integrator = "rk4";
  o.interval = 0.03;  // the first end is no output instant
  o.t_end = 0.7;
  run_to(o, "whole.csv");
  RunOptions first = o;
  first.t_end = 0.4;
  first.save_states = {{w.path("s.json"), std::nullopt}};
  run_to(first, "first.csv");
  RunOptions second = o;
  second.start_state = w.path("s.json");
  const RunSummary summary = run_to(second, "second.csv");
  EXPECT_TRUE(summary.start.ends_with("exactly")) << summary.start;
  const Csv whole(w.path("whole.csv")), rest(w.path("second.csv"));
  EXPECT_EQ(rest.rows.at(0)[0], 0.4);
  EXPECT_EQ(rest.rows.at(1)[0], 0.42);
  EXPECT_NEAR(rest.rows.back()[1], whole.rows.back()[1], 1e-9);
}

TEST_F(RunStates, AreTakenUpAgainAndAgain) {
  RunOptions o = options_for(w.write("Machine.mo", machine));
  o.rtol = 1e-6;
  o.save_states = {{w.path("middle.json"), 0.61}};
  run_to(o, "whole.csv");
  const std::string middle = w.read("middle.json");
  for (const char* name : {"cut.csv", "cut.mat"}) {
    if (name == std::string("cut.mat")) run_to(o, "whole.mat");
    std::filesystem::remove(w.path("middle.json"));
    RunOptions checked = o;
    checked.checkpoint = 0;
    for (long steps : {5, 40, 3, 70}) {
      run_until(checked, name, steps, steps != 3);
      checked.resume = true;
    }
    EXPECT_EQ(run_to(checked, name).status, "done");
    EXPECT_TRUE(w.read(name) == w.read(name == std::string("cut.mat") ? "whole.mat" : "whole.csv"));
    EXPECT_EQ(read_state_file(w.path("middle.json")).coordinates,
              parse_state(middle, "middle.json").coordinates);
  }
}

// A run from a state, checked and interrupted, is taken up by its own checkpoint.
TEST_F(RunStates, OfARunFromAState) {
  RunOptions o = options_for(w.write("Machine.mo", machine));
  o.rtol = 1e-6;
  RunOptions saving = o;
  saving.save_states = {{w.path("s.json"), 0.234}};
  run_to(saving, "whole.csv");
  o.start_state = w.path("s.json");
  const RunSummary whole = run_to(o, "rest.csv");
  o.checkpoint = 0;
  for (long steps : {1, 30}) {
    run_until(o, "cut.csv", steps, true);
    o.resume = true;
  }
  const RunSummary summary = run_to(o, "cut.csv");
  EXPECT_TRUE(w.read("cut.csv") == w.read("rest.csv"));
  EXPECT_EQ(summary.steps, whole.steps);
  EXPECT_EQ(summary.rows, whole.rows);
}

// After a failure the state is the last good one.
TEST_F(RunStates, OfARunThatFailed) {
  RunOptions o = options_for(
      w.write("M.mo",
              "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n"
              "  Modelica.Mechanics.MultiBody.Parts.Body body(m = 1, r_CM = {0, 0, 0});\n"
              "  Gelenk.Forces.WorldForce push(force = {sqrt(0.05 - time), 0, 0});\nequation\n"
              "  connect(push.frame_b, body.frame_a);\nend M;\n"));
  o.save_states = {{w.path("s.json"), std::nullopt}, {w.path("late.json"), 0.5}};
  const RunSummary summary = run_to(o, "m.csv");
  EXPECT_EQ(summary.status, "failed");
  const StateFile state = read_state_file(w.path("s.json"));
  EXPECT_GT(state.time, 0.03);
  EXPECT_LT(state.time, 0.05 + 1e-9);
  EXPECT_TRUE(state.memory.empty());
  EXPECT_FALSE(w.exists("late.json"));
  ASSERT_FALSE(summary.warnings.empty());
  EXPECT_NE(
      summary.warnings.back().find("late.json' was not written: the run did not come to 0.5 s"),
      std::string::npos)
      << summary.warnings.back();
}

}  // namespace
}  // namespace gelenk::testing
