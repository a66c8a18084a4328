// The experiment as programs use it: states, evaluations, steps, controllers, and what happens when it is used wrongly.
#include "gelenk/experiment.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <thread>

#include "api/test/experiment_models.h"

namespace gelenk {
namespace {

// With the rod of the text: mass 2 kg, centre at half its length, inertia about the hinge.
double calc_inertia(double length) { return 0.05 + 2 * 0.25 * length * length; }

TEST(ModelApi, TellsWhatItConsistsOf) {
  const Model model = Model::from_text(pendulum);
  EXPECT_EQ(model.name(), "Pendulum");
  EXPECT_EQ(model.description(), "A rod on a hinge");
  EXPECT_EQ(model.annotation().stop_time, 2.0);
  bool has_hinge = false;
  for (const ModelComponent& component : model.components()) {
    if (component.path != "hinge") continue;
    has_hinge = true;
    EXPECT_EQ(component.class_name, "Modelica.Mechanics.MultiBody.Joints.Revolute");
    EXPECT_NE(std::find(component.ports.begin(), component.ports.end(), "frame_a"),
              component.ports.end());
  }
  EXPECT_TRUE(has_hinge);
  const ModelParameter length = model.parameter("length");
  EXPECT_EQ(length.value, "0.5");
  EXPECT_EQ(length.unit, "m");
  EXPECT_EQ(length.description, "of the rod");
}

TEST(ModelApi, ParametersThatAreSetReachWhatDependsOnThem) {
  Model model = Model::from_text(pendulum);
  const Model before = model;
  model.set("length", 1.0);
  model.set("hinge.phi.start", "Modelica.Constants.pi/4");
  EXPECT_EQ(before.parameter("length").value, "0.5");
  Experiment experiment(model);
  double M = 0;
  const double q[] = {0.0};
  experiment.calc_mass_matrix(q, {&M, 1});
  EXPECT_NEAR(M, calc_inertia(1.0), 1e-14);
  experiment.start();
  EXPECT_NEAR(experiment.q()[0], std::acos(-1.0) / 4, 1e-15);
}

TEST(ModelApi, FaultsLeaveItAsItWas) {
  Model model = Model::from_text(pendulum);
  EXPECT_NE(tell([&] { model.set("lenght", 1.0); }).find("length"), std::string::npos);
  EXPECT_NE(tell([&] { model.set("length", "1 +"); }), "");
  EXPECT_NE(tell([&] { model.set("length", std::nan("")); }).find("finite"), std::string::npos);
  EXPECT_NE(tell([&] { model.parameter("rod.mm"); }).find("rod.m"), std::string::npos);
  EXPECT_EQ(model.parameter("length").value, "0.5");
  EXPECT_NE(tell([] { Model::from_text("model M"); }), "");
  EXPECT_NE(tell([] { Model::from_file("no such file.mo"); }), "");
}

TEST(ExperimentApi, DerivativesMassMatrixAndForcesAgree) {
  Experiment experiment(Model::from_text(pendulum));
  ASSERT_EQ(experiment.nq(), 1u);
  EXPECT_EQ(experiment.coordinates()[0].name, "hinge.phi");
  EXPECT_EQ(experiment.coordinates()[0].unit, "rad");
  EXPECT_EQ(experiment.speeds()[0].name, "hinge.w");
  EXPECT_EQ(experiment.inputs()[0].name, "u");
  experiment.set_input("u", 0.7);
  const double q[] = {0.4}, v[] = {1.5};
  double qdot = 0, vdot = 0, M = 0, h = 0, tau = 0;
  experiment.calc_derivatives(0.0, q, v, {&qdot, 1}, {&vdot, 1});
  experiment.calc_mass_matrix(q, {&M, 1});
  experiment.calc_bias(0.0, q, v, {&h, 1});
  EXPECT_EQ(qdot, 1.5);
  EXPECT_NEAR(M * vdot + h, 0.0, 1e-13);
  EXPECT_NEAR(h, 2 * 9.80665 * 0.25 * std::cos(0.4) - 0.7, 1e-12);
  EXPECT_NEAR(M, calc_inertia(0.5), 1e-14);
  const double a[] = {2.5};
  experiment.calc_inverse_dynamics(0.0, q, v, a, {&tau, 1});
  EXPECT_NEAR(tau, M * 2.5 + h, 1e-13);
}

TEST(ExperimentApi, ConstraintsAndFramesFollowTheirDerivatives) {
  Experiment experiment(Model::from_text(four_bar));
  experiment.start();
  const std::vector<double> q(experiment.q().begin(), experiment.q().end());
  const std::vector<double> v(experiment.v().begin(), experiment.v().end());
  const ConstraintEquations at = experiment.calc_constraints(0.0, q, v);
  const std::size_t rows = at.g.size(), n = experiment.nv();
  ASSERT_EQ(at.names.size(), rows);
  ASSERT_EQ(at.G.size(), rows * n);
  const FrameKinematics frame = experiment.calc_frame("coupler.frame_b", q, v);
  const double h = 1e-6;
  for (std::size_t k = 0; k < n; ++k) {
    std::vector<double> near = q;
    near[k] += h;
    const ConstraintEquations beside = experiment.calc_constraints(0.0, near, v);
    for (std::size_t i = 0; i < rows; ++i)
      EXPECT_NEAR((beside.g[i] - at.g[i]) / h, at.G[i * n + k], 1e-5);
    const FrameKinematics moved = experiment.calc_frame("coupler.frame_b", near, v);
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR((moved.p[i] - frame.p[i]) / h, frame.J[(3 + i) * n + k], 1e-5);
  }
  for (int i = 0; i < 3; ++i) {
    double speed = 0;
    for (std::size_t k = 0; k < n; ++k) speed += frame.J[(3 + i) * n + k] * v[k];
    EXPECT_NEAR(speed, frame.v[i], 1e-12);
  }
  for (double residual : at.g) EXPECT_NEAR(residual, 0.0, 1e-10);
  for (double residual : at.gdot) EXPECT_NEAR(residual, 0.0, 1e-9);
}

TEST(ExperimentApi, StepsByHandLeadWhereASimulationDoes) {
  for (const char* formulation : {"recursive", "hierarchical", "mixed"}) {
    ExperimentOptions options;
    options.formulation = formulation;
    options.rtol = 1e-11;
    Experiment experiment(Model::from_text(four_bar), options);
    SimulateOptions whole;
    whole.t_end = 1.0;
    whole.signals = "rocker.frame_a.r_0[*], d.phi";
    const Results results = experiment.simulate(whole);
    ASSERT_TRUE(results.succeeded()) << results.summary().message;
    experiment.start();
    for (int i = 1; i <= 50; ++i) experiment.advance(0.02 * i);
    EXPECT_EQ(experiment.time(), 1.0);
    for (const RunSignal& signal : results.signals())
      EXPECT_NEAR(experiment.value(signal.name), results[signal.name].back(), 1e-8)
          << formulation << " " << signal.name;
  }
}

TEST(ExperimentApi, InputsFromOutsideActAtOnce) {
  Experiment experiment(Model::from_text(pendulum));
  experiment.start();
  const double before = experiment.value("hinge.a");
  experiment.set_input("u", 1.0);
  EXPECT_NEAR(experiment.value("hinge.a") - before, 1.0 / calc_inertia(0.5), 1e-12);
  experiment.advance(0.1);
  EXPECT_EQ(experiment.input("u"), 1.0);
}

// A torque that is held from sample to sample, against the closed form without gravity.
TEST(ExperimentApi, ASampledControllerClosesTheLoop) {
  Model model = Model::from_text(pendulum);
  model.set({{"world.g", "0"}, {"hinge.phi.start", "0"}, {"hinge.w.start", "0"}});
  Experiment experiment(model);
  SimulateOptions options;
  options.t_end = 1.0;
  options.signals = "hinge.phi, hinge.w, u";
  int calls = 0;
  options.controllers.push_back({0.1, [&](Experiment& e) {
                                   EXPECT_NEAR(e.time(), 0.1 * calls, 1e-12);
                                   ++calls;
                                   e.set_input("u", 0.2 - 0.5 * e.value("hinge.w"));
                                 }});
  const Results results = experiment.simulate(options);
  ASSERT_TRUE(results.succeeded()) << results.summary().message;
  EXPECT_EQ(calls, 11);
  const double J = calc_inertia(0.5);
  double phi = 0, w = 0;
  for (int i = 0; i < 10; ++i) {
    const double a = (0.2 - 0.5 * w) / J;
    phi += 0.1 * w + 0.5 * a * 0.01;
    w += 0.1 * a;
  }
  EXPECT_NEAR(results["hinge.phi"].back(), phi, 1e-8);
  EXPECT_NEAR(results["hinge.w"].back(), w, 1e-8);
  for (const std::string& warning : results.summary().warnings)
    EXPECT_EQ(warning.find("not given"), std::string::npos) << warning;
}

TEST(ExperimentApi, ARunGoesOnFromThePresentState) {
  Experiment whole(Model::from_text(pendulum)), parts(Model::from_text(pendulum));
  SimulateOptions options;
  options.t_end = 1.0;
  const double expected = whole.simulate(options)["hinge.phi"].back();
  options.t_end = 0.4;
  parts.simulate(options);
  EXPECT_EQ(parts.time(), 0.4);
  options.t_end = 1.0;
  options.from_present = true;
  const Results rest = parts.simulate(options);
  EXPECT_EQ(rest.time().front(), 0.4);
  EXPECT_NEAR(rest["hinge.phi"].back(), expected, 1e-8);
}

TEST(ExperimentApi, DiscreteVariablesAreKeptFromRunToRun) {
  const char* text = R"(
    model Counter
      import Modelica.Mechanics.MultiBody.*;
      inner World world;
      Joints.Prismatic rail(n = {1, 0, 0}, v(start = 1), s(start = 0));
      Parts.Body body(m = 1, r_CM = {0, 0, 0});
      discrete Real passed(start = 0);
    equation
      when rail.s > 0.25 then
        passed = pre(passed) + 1;
      end when;
      connect(world.frame_b, rail.frame_a);
      connect(rail.frame_b, body.frame_a);
    end Counter;)";
  Experiment experiment(Model::from_text(text));
  SimulateOptions options;
  options.t_end = 0.5;
  experiment.simulate(options);
  EXPECT_EQ(experiment.value("passed"), 1.0);
  experiment.advance(0.7);
  EXPECT_EQ(experiment.value("passed"), 1.0);
}

TEST(ExperimentApi, ASavedStateIsComeBackToBitByBit) {
  for (const char* integrator : {"auto", "rk4", "abm4", "dopri5"}) {
    ExperimentOptions options;
    options.integrator = integrator;
    Experiment experiment(Model::from_text(rubbing), options);
    experiment.start();
    experiment.set_input("u", 0.3);
    experiment.advance(0.7);
    const ExperimentState state = experiment.save();
    EXPECT_EQ(state.time, 0.7);
    std::vector<double> first, again;
    auto go_on = [&](std::vector<double>& path) {
      for (int i = 1; i <= 20; ++i) {
        if (i == 10) experiment.set_input("u", -0.2);
        experiment.advance(0.7 + 0.05 * i);
        path.insert(path.end(), experiment.q().begin(), experiment.q().end());
        path.push_back(experiment.value("turns"));
        path.push_back(experiment.value("a.a"));
      }
    };
    go_on(first);
    const double q[] = {1.0, 2.0}, v[] = {3.0, 4.0};
    experiment.set_state(5.0, q, v);
    experiment.advance(5.5);
    experiment.restore(state);
    EXPECT_EQ(experiment.time(), 0.7);
    EXPECT_EQ(experiment.input("u"), 0.3);
    go_on(again);
    EXPECT_EQ(first, again) << integrator;
    // Another experiment of the same kind.
    Experiment other(Model::from_text(rubbing), options);
    other.restore(state);
    EXPECT_EQ(other.time(), 0.7);
    ExperimentState damaged = state;
    damaged.memory.resize(damaged.memory.size() / 2);
    EXPECT_NE(tell([&] { other.restore(damaged); }).find("damaged"), std::string::npos);
    other.advance(0.8);
    Experiment foreign(Model::from_text(pendulum));
    EXPECT_NE(tell([&] { foreign.restore(state); }).find("another experiment"), std::string::npos);
    foreign.advance(0.1);
  }
}

TEST(ExperimentApi, AStateIsAFile) {
  const std::string path = ::testing::TempDir() + "gelenk_experiment_state.json";
  ExperimentOptions options;
  options.integrator = "dopri5";
  Experiment first(Model::from_text(rubbing), options);
  first.start();
  first.set_input("u", 0.3);
  first.advance(0.7);
  first.write_state(path);
  const auto go_on = [](Experiment& experiment) {
    std::vector<double> way;
    for (int i = 1; i <= 10; ++i) {
      experiment.advance(0.7 + 0.05 * i);
      way.insert(way.end(), experiment.q().begin(), experiment.q().end());
      way.push_back(experiment.value("turns"));
    }
    return way;
  };
  const std::vector<double> expected = go_on(first);

  Experiment second(Model::from_text(rubbing), options);
  StateFit fit = second.read_state(path);
  EXPECT_TRUE(fit.is_exact);
  EXPECT_EQ(second.time(), 0.7);
  EXPECT_EQ(second.input("u"), 0.3);
  EXPECT_EQ(go_on(second), expected);

  // By names, in another formulation with another integrator.
  options.integrator = "dop853";
  options.formulation = "hierarchical";
  Experiment third(Model::from_text(rubbing), options);
  fit = third.read_state(path);
  EXPECT_FALSE(fit.is_exact);
  EXPECT_EQ(fit.differences, (std::vector<std::string>{"other formulation", "other integrator"}));
  EXPECT_EQ(fit.missing, std::vector<std::string>{});
  EXPECT_EQ(fit.unknown, std::vector<std::string>{});
  EXPECT_EQ(third.input("u"), 0.3);
  const std::vector<double> way = go_on(third);
  ASSERT_GE(way.size(), expected.size());
  EXPECT_NEAR(third.value("a.phi"), expected[expected.size() - 3], 1e-6);
  EXPECT_EQ(third.value("turns"), expected.back());
  // What the file said of discrete variables holds for this start alone.
  third.start();
  EXPECT_EQ(third.value("turns"), 0.0);

  // A run from there.
  Experiment fourth(Model::from_text(rubbing), options);
  fourth.read_state(path);
  SimulateOptions run;
  run.from_present = true;
  run.t_end = 1.2;
  const Results results = fourth.simulate(run);
  EXPECT_EQ(results.time().front(), 0.7);
  EXPECT_NEAR(results["a.phi"].back(), expected[expected.size() - 3], 1e-6);

  // What does not fit leaves the experiment as it was.
  Experiment foreign(Model::from_text(
      "model Lone\n  import Modelica.Mechanics.MultiBody.*;\n  inner World world;\n"
      "  Parts.Body lone(m = 1, r_CM = {0, 0, 0});\nend Lone;\n"));
  foreign.start();
  const double before = foreign.q()[0];
  EXPECT_NE(tell([&] { foreign.read_state(path); }).find("nothing of the state"),
            std::string::npos);
  EXPECT_NE(tell([&] { foreign.read_state(path + ".none"); }).find("cannot read"),
            std::string::npos);
  EXPECT_NE(tell([&] { foreign.write_state("/nowhere/s.json"); }).find("cannot write"),
            std::string::npos);
  EXPECT_EQ(foreign.q()[0], before);
  foreign.advance(0.1);
  std::remove(path.c_str());
}

TEST(ExperimentApi, ResultsAreArrays) {
  Experiment experiment(Model::from_text(pendulum));
  SimulateOptions options;
  options.t_end = 1.0;
  options.interval = 0.1;
  const Results results = experiment.simulate(options);
  EXPECT_EQ(results.rows(), 11u);
  EXPECT_EQ(results["time"].back(), 1.0);
  EXPECT_EQ(results.at(0.0, "hinge.phi"), results["hinge.phi"].front());
  EXPECT_NEAR(results.at(0.05, "hinge.phi"),
              0.5 * (results["hinge.phi"][0] + results["hinge.phi"][1]), 1e-15);
  EXPECT_NE(tell([&] { results["hinge.fi"]; }).find("hinge.phi"), std::string::npos);
  EXPECT_NE(tell([&] { results.at(2.0, "hinge.phi"); }).find("1.0"), std::string::npos);
  EXPECT_NE(tell([&] { results.report(); }).find("report"), std::string::npos);
}

TEST(ExperimentApi, StatesAreTakenOnlyWhereTheMechanismCanBe) {
  Experiment experiment(Model::from_text(four_bar));
  experiment.start();
  std::vector<double> q(experiment.q().begin(), experiment.q().end());
  std::vector<double> v(experiment.v().begin(), experiment.v().end());
  experiment.advance(0.3);
  const double later = experiment.value("d.phi");
  experiment.set_state(0.0, q, v);
  experiment.advance(0.3);
  EXPECT_NEAR(experiment.value("d.phi"), later, 1e-8);
  q[0] += 0.01;
  EXPECT_NE(tell([&] { experiment.set_state(0.0, q, v); }).find("close_loops"), std::string::npos);
  EXPECT_EQ(experiment.time(), 0.3);
  experiment.set_state(0.0, q, v, true);
  const ConstraintEquations closed =
      experiment.calc_constraints(0.0, experiment.q(), experiment.v());
  for (double residual : closed.g) EXPECT_NEAR(residual, 0.0, 1e-12);
}

TEST(ExperimentApi, WrongUseIsToldAndLeavesItUsable) {
  Experiment experiment(Model::from_text(pendulum));
  const double nan = std::nan(""), one[] = {1.0}, two[] = {1.0, 2.0}, bad[] = {nan};
  double x = 0;
  EXPECT_NE(tell([&] { experiment.q(); }).find("call start first"), std::string::npos);
  EXPECT_NE(tell([&] {
              experiment.calc_derivatives(0, two, one, {&x, 1}, {&x, 1});
            }).find("2 numbers were given for 1 coordinates"),
            std::string::npos);
  EXPECT_NE(tell([&] {
              experiment.calc_derivatives(0, bad, one, {&x, 1}, {&x, 1});
            }).find("'hinge.phi' is nan"),
            std::string::npos);
  EXPECT_NE(tell([&] { experiment.calc_derivatives(nan, one, one, {&x, 1}, {&x, 1}); }), "");
  EXPECT_NE(tell([&] { experiment.calc_derivatives(0, one, one, {}, {&x, 1}); }), "");
  EXPECT_NE(tell([&] { experiment.set_input("v", 1.0); }).find("'u'"), std::string::npos);
  EXPECT_NE(tell([&] { experiment.set_input("u", nan); }).find("finite"), std::string::npos);
  EXPECT_NE(tell([&] { experiment.value("hinge.fi"); }).find("hinge.phi"), std::string::npos);
  EXPECT_NE(tell([&] { experiment.calc_frame("hinge.frame_c", one, one); }), "");
  EXPECT_NE(tell([&] { experiment.advance(nan); }), "");
  SimulateOptions options;
  options.t_end = -1.0;
  EXPECT_NE(tell([&] { experiment.simulate(options); }), "");
  options.t_end = 0.1;
  options.signals = "nothing.*";
  EXPECT_NE(tell([&] { experiment.simulate(options); }).find("no signal matches"),
            std::string::npos);
  options.signals = "";
  options.controllers = {{-1.0, [](Experiment&) {}}};
  EXPECT_NE(tell([&] { experiment.simulate(options); }).find("not positive"), std::string::npos);
  options.controllers = {{0.01, [](Experiment& e) { e.start(); }}};
  EXPECT_NE(tell([&] { experiment.simulate(options); }).find("callback"), std::string::npos);
  options.controllers = {{0.01, [](Experiment& e) {
                            if (e.time() > 0.05) throw std::runtime_error("enough");
                          }}};
  EXPECT_THROW(experiment.simulate(options), std::runtime_error);
  EXPECT_NEAR(experiment.time(), 0.06, 1e-12);
  experiment.advance(0.1);
  EXPECT_THROW(experiment.advance(0.05), InputError);
  options.controllers.clear();
  EXPECT_TRUE(experiment.simulate(options).succeeded());
}

TEST(ExperimentApi, ACallbackMayLetGoOfTheExperiment) {
  auto experiment = std::make_unique<Experiment>(Model::from_text(pendulum));
  SimulateOptions options;
  options.t_end = 0.1;
  options.progress = [&](double) { experiment.reset(); };
  EXPECT_TRUE(experiment->simulate(options).succeeded());
}

TEST(ExperimentApi, AFailedRunSaysWhyAndTheNextOneWorks) {
  const char* text = R"(
    model Failing
      import Modelica.Mechanics.MultiBody.*;
      input Real u;
      inner World world;
      Joints.Prismatic rail(n = {1, 0, 0}, useAxisFlange = true);
      Parts.Body body(m = 1, r_CM = {0, 0, 0});
      Modelica.Mechanics.Translational.Sources.Force force(f = sqrt(u));
    equation
      connect(world.frame_b, rail.frame_a);
      connect(rail.frame_b, body.frame_a);
      connect(force.flange, rail.axis);
    end Failing;)";
  Experiment experiment(Model::from_text(text));
  experiment.start();
  experiment.advance(0.1);
  experiment.set_input("u", -1.0);
  EXPECT_NE(tell([&] { experiment.advance(0.2); }).find("numerics: "), std::string::npos);
  experiment.set_input("u", 4.0);
  experiment.start();
  experiment.advance(1.0);
  EXPECT_NEAR(experiment.value("rail.s"), 1.0, 1e-8);
}

TEST(ExperimentApi, TwoThreadsHaveTwoExperiments) {
  double reached[2] = {0, 0};
  std::vector<std::thread> threads;
  for (double& phi : reached) {
    threads.emplace_back([&phi] {
      Experiment experiment(Model::from_text(four_bar));
      SimulateOptions options;
      options.t_end = 1.0;
      phi = experiment.simulate(options)["d.phi"].back();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(reached[0], reached[1]);
  EXPECT_NE(reached[0], 0.0);
}

TEST(ExperimentApi, StepsInRealTimeTakeTheirTime) {
  Experiment experiment(Model::from_text(pendulum));
  SimulateOptions options;
  options.t_end = 0.2;
  options.real_time = 2.0;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(experiment.simulate(options).succeeded());
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(100));
}

}  // namespace
}  // namespace gelenk
