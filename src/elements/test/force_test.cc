// Properties of every force kind: action equals reaction, power equals the loss of potential
// energy.
#include "elements/force.h"

#include <gtest/gtest.h>

#include <random>

#include "elements/library.h"
#include "elements/registry.h"
#include "modelica/reader.h"

namespace gelenk {
namespace {

AnyForce read_force(const std::string& declaration) {
  const ModelTree model =
      modelica::read_model_text("test.mo",
                                "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  " +
                                    declaration + ";\nend M;\n",
                                element_library());
  return std::get<AnyForce>(make_element(*model.root->find_part("p")));
}

FrameMotion<double> random_motion(std::mt19937& random) {
  std::normal_distribution<double> n;
  FrameMotion<double> m;
  m.X = {
      rotation_about<double>(Vec3<double>(n(random), n(random), n(random)).normalized(), n(random)),
      {n(random), n(random), n(random)}};
  for (int i = 0; i < 6; ++i) m.V[i] = n(random);
  return m;
}

const char* const forces[] = {
    "Modelica.Mechanics.MultiBody.Forces.Spring p(c = 20, s_unstretched = 0.4)",
    "Modelica.Mechanics.MultiBody.Forces.Damper p(d = 3)",
    "Modelica.Mechanics.MultiBody.Forces.SpringDamperParallel p(c = 20, s_unstretched = 0.4, d = "
    "3)",
    "Gelenk.Forces.Force p(force = {1, 2*time, 3})",
    "Gelenk.Forces.Torque p(torque = {1, 2*time, 3})"};

TEST(Force, ActionEqualsReaction) {
  std::mt19937 random(21);
  for (const char* text : forces) {
    const AnyForce force = read_force(text);
    for (int i = 0; i < 20; ++i) {
      const FrameMotion<double> a = random_motion(random), b = random_motion(random);
      const double laws[3] = {1, 1.4, 3};
      const WrenchPair<double> F =
          std::visit([&](const auto& f) { return f.calc_wrenches(a, b, laws); }, force);
      const Vec6<double> sum =
          shift_wrench<double>(F.F_a, a.X.p) + shift_wrench<double>(F.F_b, b.X.p);
      EXPECT_LT(sum.norm(), 1e-12) << text;
    }
  }
}

TEST(Force, EveryNameOfASignalHasAValue) {
  std::mt19937 random(24);
  std::vector<std::string> texts(std::begin(forces), std::end(forces));
  texts.push_back("Modelica.Mechanics.MultiBody.Forces.SpringDamperSeries p(c = 20, d = 3)");
  texts.push_back("Modelica.Mechanics.MultiBody.Sensors.Distance p");
  texts.push_back("Modelica.Mechanics.MultiBody.Sensors.RelativeSensor p(get_w_rel = true)");
  for (const std::string& text : texts) {
    const AnyForce force = read_force(text);
    const FrameMotion<double> a = random_motion(random), b = random_motion(random);
    const double laws[3] = {1, 1.4, 3};
    SignalBuffer values;
    std::visit([&](const auto& f) { calc_force_signals(f, a, b, {}, laws, values); }, force);
    const auto names = std::visit([](const auto& f) { return f.signal_names(); }, force);
    EXPECT_EQ(values.size(), static_cast<int>(names.size())) << text;
  }
}

TEST(Force, SpringPowerIsTheLossOfItsEnergy) {
  std::mt19937 random(22);
  const AnyForce force = read_force(forces[0]);
  for (int i = 0; i < 20; ++i) {
    FrameMotion<double> a = random_motion(random), b = random_motion(random);
    const WrenchPair<double> F =
        std::visit([&](const auto& f) { return f.calc_wrenches(a, b, nullptr); }, force);
    const double power = F.F_a.dot(a.V) + F.F_b.dot(b.V);
    auto energy = [&](double t) {
      FrameMotion<double> at = a, bt = b;
      at.X.p += t * a.v();
      bt.X.p += t * b.v();
      return std::visit([&](const auto& f) { return f.calc_potential_energy(at, bt, nullptr); },
                        force);
    };
    EXPECT_NEAR(power, -(energy(1e-6) - energy(-1e-6)) / 2e-6, 1e-6);
  }
}

TEST(Force, DamperDrawsPower) {
  std::mt19937 random(23);
  const AnyForce force = read_force(forces[1]);
  for (int i = 0; i < 20; ++i) {
    const FrameMotion<double> a = random_motion(random), b = random_motion(random);
    const WrenchPair<double> F =
        std::visit([&](const auto& f) { return f.calc_wrenches(a, b, nullptr); }, force);
    EXPECT_LE(F.F_a.dot(a.V) + F.F_b.dot(b.V), 0);
  }
}

TEST(Force, ZeroLengthIsNoForceAndNoNan) {
  const AnyForce force = read_force(forces[2]);
  const FrameMotion<double> a, b;
  const WrenchPair<double> F =
      std::visit([&](const auto& f) { return f.calc_wrenches(a, b, nullptr); }, force);
  EXPECT_EQ(F.F_a.norm(), 0);
}

TEST(Force, AppliedLoadsInWorldOrBodyAxes) {
  FrameMotion<double> b;
  b.X.R = rotation_about<double>(Vec3<double>::UnitZ(), std::acos(-1.0) / 2);
  const double laws[3] = {1, 0, 0};
  auto load = [&](const std::string& text) {
    return std::visit(
        [&](const auto& f) { return f.calc_wrenches(FrameMotion<double>{}, b, laws).F_b; },
        read_force(text));
  };
  EXPECT_NEAR(load("Gelenk.Forces.WorldForce p(force = {1, 0, 0})")[3], 1, 1e-15);
  EXPECT_NEAR(load("Gelenk.Forces.WorldForce p(force = {1, 0, 0}, resolveInFrame = "
                   "Modelica.Mechanics.MultiBody.Types.ResolveInFrameB.frame_b)")[4],
              1, 1e-15);
  EXPECT_NEAR(load("Gelenk.Forces.WorldTorque p(torque = {1, 0, 0})")[0], 1, 1e-15);
}

TEST(Force, WhatIsNotThereIsRefused) {
  EXPECT_THROW(read_force("Modelica.Mechanics.MultiBody.Forces.Spring p(c = 1, s_small = 0)"),
               UserError);
}

}  // namespace
}  // namespace gelenk
