#include "analyses/signals.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analyses/assembly.h"
#include "elements/library.h"
#include "formulations/mixed/mixed.h"
#include "modelica/reader.h"

namespace gelenk {
namespace {

// Two boxes hang from the world one below the other, at rest; loads are weights.
const char* const hanging = R"(
model Hanging
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces};
  model Load
    Interfaces.Frame_a hook;
    Parts.Body body(m = 3, r_CM = {0, 0, 0});
    Parts.FixedTranslation arm(r = {0, -1, 0});
    Parts.PointMass drop(m = 2);
  equation
    connect(hook, body.frame_a);
    connect(body.frame_a, arm.frame_a);
    connect(arm.frame_b, drop.frame_a);
  end Load;
  inner Modelica.Mechanics.MultiBody.World world(g = 10);
  Joints.Revolute hinge(n = {0, 0, 1});
  Parts.BodyShape rod(m = 1, r = {0, -2, 0}, r_CM = {0, -1, 0});
  Joints.Revolute lower(n = {0, 0, 1});
  Load load;
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, rod.frame_a);
  connect(rod.frame_b, lower.frame_a);
  connect(lower.frame_b, load.hook);
end Hanging;
)";

class Signals : public ::testing::Test {
 protected:
  Signals() { evaluate(); }
  void evaluate() {
    start_ = assemble(*formulation_);
    Vector qdot;
    ASSERT_TRUE(formulation_->eval_derivatives(0, start_.q, start_.v, qdot, vdot_));
  }
  double value(const std::string& name) {
    table_.select(name);
    std::vector<double> values;
    table_.calc_values(*formulation_, 0, start_.q, start_.v, vdot_, values);
    EXPECT_EQ(values.size(), 1u) << name;
    return values.at(0);
  }

  ModelTree model_ = modelica::read_model_text("hanging.mo", hanging, element_library());
  System system_ = build_system(model_);
  std::unique_ptr<Formulation> formulation_ = make_mixed_formulation(system_);
  SignalTable table_{system_};
  Assembly start_;
  Vector vdot_;
};

TEST_F(Signals, CutLoadsAreTheWeightsBelow) {
  // Positive: load on the component from outside. World up is y.
  EXPECT_NEAR(value("world.frame_b.f[2]"), -60, 1e-9);
  EXPECT_NEAR(value("hinge.frame_a.f[2]"), 60, 1e-9);
  EXPECT_NEAR(value("hinge.frame_b.f[2]"), -60, 1e-9);
  EXPECT_NEAR(value("rod.frame_a.f[2]"), 60, 1e-9);
  EXPECT_NEAR(value("rod.frame_b.f[2]"), -50, 1e-9);
  EXPECT_NEAR(value("load.hook.f[2]"), 50, 1e-9);
  EXPECT_NEAR(value("load.body.frame_a.f[2]"), 30, 1e-9);
  EXPECT_NEAR(value("load.arm.frame_a.f[2]"), 20, 1e-9);
  EXPECT_NEAR(value("load.arm.frame_b.f[2]"), -20, 1e-9);
  EXPECT_NEAR(value("load.drop.frame_a.f[2]"), 20, 1e-9);
  EXPECT_NEAR(value("load.drop.frame_a.t[3]"), 0, 1e-9);
}

// Two loops of rigid parts with a bridge between them: what the bridge carries is determined.
TEST(CutLoads, BridgesBetweenRigidLoopsCarryTheLoad) {
  const ModelTree model = modelica::read_model_text("bridge.mo", R"(
model Bridge
  import Modelica.Mechanics.MultiBody.{Parts, Joints};
  inner Modelica.Mechanics.MultiBody.World world(g = 10);
  Parts.FixedTranslation bridge(r = {0, -1, 0}), t1(r = {0, -1, 0}), t2(r = {0, -1, 0}), t3(r = {0, -1, 0}), t4(r = {0, -1, 0});
  Joints.Revolute hinge(n = {0, 1, 0});
  Parts.Body body(m = 1, r_CM = {0, 0, 0});
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, t1.frame_a);
  connect(hinge.frame_b, t2.frame_a);
  connect(t1.frame_b, t2.frame_b);
  connect(t1.frame_b, bridge.frame_a);
  connect(bridge.frame_b, t3.frame_a);
  connect(bridge.frame_b, t4.frame_a);
  connect(t3.frame_b, t4.frame_b);
  connect(t3.frame_b, body.frame_a);
end Bridge;
)",
                                                    element_library());
  const System system = build_system(model);
  const std::unique_ptr<Formulation> formulation = make_mixed_formulation(system);
  const Assembly start = assemble(*formulation);
  Vector qdot, vdot;
  ASSERT_TRUE(formulation->eval_derivatives(0, start.q, start.v, qdot, vdot));
  SignalTable table(system);
  table.select("bridge.frame_a.f[2],bridge.frame_b.f[2],body.frame_a.f[2]");
  std::vector<double> values;
  table.calc_values(*formulation, 0, start.q, start.v, vdot, values);
  EXPECT_NEAR(values[0], 10, 1e-9);
  EXPECT_NEAR(values[1], -10, 1e-9);
  EXPECT_NEAR(values[2], 10, 1e-9);
}

TEST_F(Signals, FramesAndBodies) {
  EXPECT_NEAR(value("load.drop.r_0[2]"), -3, 1e-12);
  EXPECT_NEAR(value("rod.frame_b.r_0[2]"), -2, 1e-12);
  EXPECT_NEAR(value("rod.frame_b.R.T[1,1]"), 1, 1e-12);
  EXPECT_NEAR(value("rod.body.a_0[2]"), 0, 1e-12);
  EXPECT_EQ(value("hinge.tau"), 0);
  EXPECT_NEAR(value("gelenk.energy.potential"), 10 * (1 * -1 + 3 * -2 + 2 * -3), 1e-12);
}

TEST_F(Signals, GlobsChooseInOrder) {
  table_.select("rod.r_0[2],hinge.*, gelenk.drift.?elocity");
  const std::vector<std::string> names = table_.selected_names();
  EXPECT_EQ(names.front(), "rod.r_0[2]");
  EXPECT_EQ(names[1], "hinge.phi");
  EXPECT_EQ(names.back(), "gelenk.drift.velocity");
  table_.select("rod.frame_a.R.T[1,2],rod.frame_a.R.T[1,3]");
  EXPECT_EQ(table_.selected_names(),
            (std::vector<std::string>{"rod.frame_a.R.T[1,2]", "rod.frame_a.R.T[1,3]"}));
  table_.select("hinge.phi,rod.v_0[1]");
  EXPECT_EQ(table_.selected_units(), (std::vector<std::string>{"rad", "m/s"}));
}

TEST_F(Signals, UnknownSignalSuggests) {
  try {
    table_.select("hinge.fi");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("'hinge.phi'"), std::string::npos) << error.what();
  }
}

TEST_F(Signals, NamesAreUnique) {
  std::vector<std::string> names = table_.names();
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

}  // namespace
}  // namespace gelenk
