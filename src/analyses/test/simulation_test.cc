#include "analyses/simulation.h"

#include <gtest/gtest.h>

#include "elements/library.h"
#include "formulations/mixed/mixed.h"
#include "modelica/reader.h"

namespace gelenk {
namespace {

struct Simulated {
  std::vector<double> times;
  SimulationResult result;

  Simulated(const std::string& text, const SimulationOptions& options,
            const std::atomic<bool>* stop = nullptr) {
    const ModelTree model = modelica::read_model_text("test.mo", text, element_library());
    const System system = build_system(model);
    const std::unique_ptr<Formulation> formulation = make_mixed_formulation(system);
    SignalTable signals(system);
    SimulationCallbacks callbacks;
    callbacks.row = [&](double t, const std::vector<double>&) { times.push_back(t); };
    callbacks.stop = stop;
    result = simulate(*formulation, signals, options, callbacks);
  }
};

const std::string falling =
    "model Falling\n  inner Modelica.Mechanics.MultiBody.World world;\n"
    "  Modelica.Mechanics.MultiBody.Parts.Body body(m = 1, r_CM = {0, 0, 0});\nend Falling;\n";

TEST(Simulation, OutputAtExactInstants) {
  SimulationOptions o;
  o.stop_time = 0.35;
  o.interval = 0.1;
  o.step = 0.03;  // does not divide the interval: four steps of 0.025
  o.integrator = "rk4";
  const Simulated run(falling, o);
  EXPECT_EQ(run.times, (std::vector<double>{0, 0.1, 0.2, 0.3, 0.35}));
  EXPECT_NEAR(run.result.step, 0.025, 1e-15);
  EXPECT_EQ(run.result.steps, 14);
  EXPECT_EQ(run.result.end_time, 0.35);
}

TEST(Simulation, DefaultIsFiveHundredIntervals) {
  SimulationOptions o;
  o.stop_time = 3;
  o.step = 1;
  const Simulated run(falling, o);
  EXPECT_EQ(run.times.size(), 501u);
  EXPECT_EQ(run.times.back(), 3);
}

TEST(Simulation, NoTimeGivesTheInitialRow) {
  SimulationOptions o;
  o.stop_time = 0;
  EXPECT_EQ(Simulated(falling, o).times, std::vector<double>{0});
}

TEST(Simulation, DivergenceNamesComponentQuantityAndTime) {
  // A spring far too stiff for the step.
  const std::string stiff =
      "model Stiff\n  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces};\n  inner "
      "Modelica.Mechanics.MultiBody.World world;\n"
      "  Joints.Prismatic slide(n = {1, 0, 0}, s(start = 2));\n  Parts.Body body(m = 1, r_CM = {0, "
      "0, 0});\n"
      "  Forces.Spring spring(c = 1e12, s_unstretched = 1);\nequation\n  connect(world.frame_b, "
      "slide.frame_a);\n"
      "  connect(slide.frame_b, body.frame_a);\n  connect(world.frame_b, spring.frame_a);\n  "
      "connect(spring.frame_b, body.frame_a);\nend Stiff;\n";
  SimulationOptions o;
  o.stop_time = 1;
  o.interval = 0.001;
  o.step = 0.001;
  o.integrator = "rk4";
  const Simulated run(stiff, o);
  EXPECT_EQ(run.result.status, RunStatus::failed);
  EXPECT_GT(run.times.size(), 1u);
  EXPECT_LT(run.times.size(), 200u);
  EXPECT_NE(run.result.message.find("component 'slide' became"), std::string::npos)
      << run.result.message;
  EXPECT_NE(run.result.message.find("at time 0.0"), std::string::npos) << run.result.message;
}

TEST(Simulation, ALawThatIsNoNumberIsNamed) {
  const std::string model =
      "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n"
      "  Modelica.Mechanics.MultiBody.Parts.Body body(m = 1, r_CM = {0, 0, 0});\n"
      "  Gelenk.Forces.WorldForce push(force = {sqrt(0.05 - time), 0, 0});\nequation\n"
      "  connect(push.frame_b, body.frame_a);\nend M;\n";
  for (const std::string& name : integrator_names()) {
    SimulationOptions o;
    o.integrator = name;
    const Simulated run(model, o);
    EXPECT_EQ(run.result.status, RunStatus::failed) << name;
    const std::string expected =
        "the law of component 'push' became not a number at time 0.05";  // and digits of the step
    EXPECT_EQ(run.result.message.substr(0, expected.size()), expected)
        << name << ": " << run.result.message;
    EXPECT_NEAR(run.times.back(), 0.05, 0.01) << name;  // rows up to the last step
  }
}

TEST(Simulation, StopsOnRequest) {
  std::atomic<bool> stop{true};
  SimulationOptions o;
  const Simulated run(falling, o, &stop);
  EXPECT_EQ(run.result.status, RunStatus::interrupted);
  EXPECT_EQ(run.result.steps, 1);
  EXPECT_LT(run.times.size(), 500u);
}

TEST(Simulation, RefusesSenselessOptions) {
  auto reject = [](auto change) {
    SimulationOptions o;
    change(o);
    EXPECT_THROW(check_options(o), UserError);
  };
  reject([](auto& o) { o.step = -1; });
  reject([](auto& o) { o.interval = -1; });
  reject([](auto& o) { o.stop_time = -1; });
  reject([](auto& o) { o.step = 1e-300; });
  reject([](auto& o) { o.interval = 1e-20; });
  reject([](auto& o) { o.integrator = "euler"; });
  reject([](auto& o) { o.stop_time = NAN; });
  reject([](auto& o) { o.rtol = 0; });
  reject([](auto& o) { o.rtol = 1e-17; });
  reject([](auto& o) { o.rtol = 2; });
  reject([](auto& o) { o.rtol = NAN; });
  reject([](auto& o) { o.atol = -1; });
}

}  // namespace
}  // namespace gelenk
