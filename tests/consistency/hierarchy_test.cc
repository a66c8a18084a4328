// The same model as nested components and in one piece gives the same motion.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/support/model_text.h"
#include "tests/support/random_mechanism.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

// Marks every composite as one that is dissolved into the component above it.
ModelTree dissolve(ModelTree model) {
  const std::function<void(Component&)> visit = [&](Component& component) {
    for (auto& part : component.parts) {
      part->library_composite = true;
      visit(*part);
    }
  };
  visit(*model.root);
  return model;
}

double calc_distance(const Series& a, const Series& b) {
  EXPECT_EQ(a.names, b.names);
  EXPECT_EQ(a.time, b.time);
  double worst = 0;
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    for (std::size_t k = 0; k < a.rows[i].size(); ++k)
      worst = std::max(worst, std::abs(a.rows[i][k] - b.rows[i][k]));
  }
  return worst;
}

Series run(ModelTree model, double stop, const std::string& signals, int& components) {
  TestModel test(std::move(model));
  components = test.system.counts.components;
  SimulationOptions options;
  options.stop_time = stop;
  options.interval = stop / 10;
  options.step = 5e-4;
  options.integrator = "rk4";
  return testing::simulate(test, options, signals);
}

TEST(Hierarchy, NestedAndDissolvedExamplesMoveAlike) {
  const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/thesis/";
  const std::tuple<const char*, double, const char*> cases[] = {
      {"Car.mo", 1.0, "*Body.r_0*,*.ring.r_0*,*.body.r_0*"},
      {"Manipulator.mo", 1.0, "*.revolute.phi,*Body.r_0*"}};
  for (const auto& [file, stop, signals] : cases) {
    auto read = [&, name = examples + file] {
      return modelica::read_model(name, element_library());
    };
    int nested = 0, flat = 0;
    Series a = run(read(), stop, signals, nested), b = run(dissolve(read()), stop, signals, flat);
    EXPECT_GE(nested, 10);
    EXPECT_EQ(flat, 1);
    ASSERT_EQ(a.names.size(), b.names.size());
    for (const std::string& name : a.names) {
      for (double t : a.time)
        EXPECT_NEAR(a.at(t, name), b.at(t, name), 1e-11) << file << " " << name << " at " << t;
    }
  }
}

// Written by hand without any components: same bodies, one level.
TEST(Hierarchy, FlatTextMovesLikeTheNestedText) {
  const std::string parts =
      "  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces, Interfaces};\n"
      "  inner Modelica.Mechanics.MultiBody.World world(n = {0, 0, -1});\n";
  const std::string pair =
      "Parts.Body a(m = 2, r_CM = {0.1, 0, 0}, I_11 = 0.3, I_22 = 0.4, I_33 = 0.5);\n"
      "Parts.Body b(m = 1, r_CM = {0, 0.2, 0}, I_11 = 0.2, I_22 = 0.2, I_33 = 0.3);\n"
      "Joints.Revolute j(n = {0, 1, 0}, phi(start = 0.4, fixed = true), w(start = 2, fixed = "
      "true));\n"
      "Parts.FixedTranslation t(r = {0.5, 0, 0});\nForces.Spring s(c = 30, s_unstretched = 0.2);\n";
  const std::string inside =
      "connect(a.frame_a, t.frame_a);\nconnect(t.frame_b, j.frame_a);\nconnect(j.frame_b, "
      "b.frame_a);\n"
      "connect(a.frame_a, s.frame_a);\nconnect(s.frame_b, b.frame_a);\n";
  const std::string outside =
      "Joints.Revolute hinge(n = {1, 0, 0}, phi(start = 0.3, fixed = true), w(fixed = true));\n"
      "Joints.Spherical ball(angles_fixed = true, w_rel_a_fixed = true);\nParts.Body tail(m = 1, "
      "r_CM = {0, 0, -0.3});\n";
  const std::string nested =
      "model N\n" + parts + "model Pair\nInterfaces.Frame_a p, q;\n" + pair + "equation\n" +
      inside + "connect(p, a.frame_a);\nconnect(q, b.frame_a);\nend Pair;\nPair pair;\n" + outside +
      "equation\nconnect(world.frame_b, hinge.frame_a);\nconnect(hinge.frame_b, pair.p);\n"
      "connect(pair.q, ball.frame_a);\nconnect(ball.frame_b, tail.frame_a);\nend N;\n";
  const std::string flat =
      "model F\n" + parts + pair + outside + "equation\n" + inside +
      "connect(world.frame_b, hinge.frame_a);\nconnect(hinge.frame_b, a.frame_a);\n"
      "connect(b.frame_a, ball.frame_a);\nconnect(ball.frame_b, tail.frame_a);\nend F;\n";
  int nested_components = 0, flat_components = 0;
  const Series a = run(modelica::read_model_text("n.mo", nested, element_library()), 1,
                       "pair.j.phi,hinge.phi,tail.r_0*,tail.a_0*", nested_components);
  const Series b = run(modelica::read_model_text("f.mo", flat, element_library()), 1,
                       "j.phi,hinge.phi,tail.r_0*,tail.a_0*", flat_components);
  EXPECT_EQ(nested_components, 2);
  EXPECT_EQ(flat_components, 1);
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    for (std::size_t k = 0; k < a.names.size(); ++k)
      EXPECT_NEAR(a.rows[i][k], b.rows[i][k], 1e-11) << a.names[k];
  }
}

TEST(Hierarchy, RandomTreesMoveAlike) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    testing::MechanismOptions o;
    o.bodies = 3 + static_cast<int>(seed % 4);
    o.components = 3;
    const std::string text = testing::make_random_mechanism(seed, o);
    auto read = [&] { return modelica::read_model_text("random.mo", text, element_library()); };
    int nested = 0, flat = 0;
    const Series a = run(read(), 0.1, "*.frame_a.r_0*", nested),
                 b = run(dissolve(read()), 0.1, "*.frame_a.r_0*", flat);
    EXPECT_EQ(flat, 1);
    double size = 1;
    for (const auto& row : a.rows)
      for (double x : row) size = std::max(size, std::abs(x));
    for (const std::string& name : a.names)
      EXPECT_NEAR(a.last(name), b.last(name), 1e-11 * size) << "seed " << seed << " " << name;
  }
}

// The same run twice gives the same bits.
TEST(Hierarchy, RunsRepeatExactly) {
  const std::string file = std::string(GELENK_SOURCE_DIR) + "/examples/thesis/Car.mo";
  int components = 0;
  const Series a = run(modelica::read_model(file, element_library()), 0.3, "*", components);
  const Series b = run(modelica::read_model(file, element_library()), 0.3, "*", components);
  EXPECT_EQ(calc_distance(a, b), 0.0);
}

}  // namespace
}  // namespace gelenk
