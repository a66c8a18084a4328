// A model whose names are hidden, stored as bytes and read back moves as the model itself does, bit
// for bit.
#include "model/stored_model.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "model/hidden_names.h"
#include "tests/support/example.h"
#include "tests/support/model_text.h"

namespace gelenk::testing {
namespace {

Series run_all(ModelTree model) {
  TestModel test(std::move(model));
  SimulationOptions options;
  options.stop_time = 0.4;
  options.interval = 0.05;
  return simulate(test, options, "*");
}

// Runs the model given by `read` twice, the second time through bytes. All signals, in order.
template <typename Read>
void compare(Read&& read) {
  const Series direct = run_all(read());
  ModelTree model = read();
  const HiddenNames names(*model.root);
  names.apply(model);
  const std::string bytes = store_model(model);
  const Series stored = run_all(read_stored_model(bytes));

  ASSERT_EQ(stored.result.status, direct.result.status) << stored.result.message;
  EXPECT_EQ(stored.result.steps, direct.result.steps);
  EXPECT_EQ(stored.result.events, direct.result.events);
  EXPECT_EQ(stored.time, direct.time);
  EXPECT_EQ(stored.rows, direct.rows);
  ASSERT_EQ(stored.names.size(), direct.names.size());
  ASSERT_GT(direct.rows.size(), 8u);
  for (std::size_t i = 0; i < direct.names.size(); ++i) {
    if (direct.names[i].starts_with("gelenk.")) continue;
    EXPECT_EQ(stored.names[i], names.rename(direct.names[i]));
  }
}

TEST(StoredModel, ExamplesMoveAsBefore) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(GELENK_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".mo") continue;
    SCOPED_TRACE(entry.path().filename().string());
    compare([&] { return testing::read_example(entry.path().string()); });
    ++count;
  }
  EXPECT_GT(count, 10);
}

// Arrays of components, user's classes in user's classes, outer ground, records, laws with names of
// all kinds, a class that extends a native one, a relation by text, states, discrete variables.
constexpr const char* rich = R"(
package SecretPackage
  record SecretRecord
    Real stiffness = 40;
  end SecretRecord;
  model SecretBody
    extends Modelica.Mechanics.MultiBody.Parts.Body(m = secretMass, r_CM = {0, -0.3, 0});
    parameter Real secretMass = 1.25;
  end SecretBody;
  model SecretArm
    import Modelica.Mechanics.MultiBody.{Parts, Joints};
    Modelica.Mechanics.MultiBody.Interfaces.Frame_a secretMount;
    parameter SecretRecord secretRecord;
    Joints.Revolute secretHinge(useAxisFlange = true, phi(start = 0.4));
    SecretBody secretBody;
    Modelica.Mechanics.Rotational.Sources.Torque2 secretMotor(tau = -secretRecord.stiffness*secretVector[1] - secretVector[2] + secretMode);
    Real secretState(start = 0.1, fixed = true);
    Real secretVector[2];
    Integer secretMode(start = 0);
  equation
    der(secretState) = secretHinge.w - secretState;
    secretVector = {sin(secretHinge.phi), secretState*secretMount.r_0[2]};
    when secretHinge.phi < 0.2 then
      secretMode = pre(secretMode) + 1;
    end when;
    connect(secretMount, secretHinge.frame_a);
    connect(secretHinge.frame_b, secretBody.frame_a);
    connect(secretMotor.flange_a, secretHinge.support);
    connect(secretMotor.flange_b, secretHinge.axis);
  end SecretArm;
  model SecretModel
    import Modelica.Mechanics.MultiBody.{Parts, Joints};
    inner Modelica.Mechanics.MultiBody.World world;
    Joints.Prismatic secretRail(n = {1, 0, 0});
    Joints.Prismatic secretGuide(n = {0, 1, 0});
    Gelenk.Constraints.LinearRelation secretRelation(coordinates = {"secretRail.s", "secretGuide.s"}, factors = {1, -2});
    Parts.Body secretCart(m = 3);
    Parts.Body secretWeight(m = 2);
    SecretArm secretArms[2](each secretBody.secretMass = 0.75);
  equation
    connect(world.frame_b, secretRail.frame_a);
    connect(world.frame_b, secretGuide.frame_a);
    connect(secretRail.frame_b, secretCart.frame_a);
    connect(secretGuide.frame_b, secretWeight.frame_a);
    connect(secretArms[1].secretMount, secretCart.frame_a);
    connect(secretArms[2].secretMount, secretCart.frame_a);
  end SecretModel;
end SecretPackage;
)";

ModelTree read_rich() { return modelica::read_model_text("secret.mo", rich, element_library()); }

TEST(StoredModel, ARichModelMovesAsBefore) { compare(read_rich); }

TEST(StoredModel, NamesAreGone) {
  ModelTree model = read_rich();
  EXPECT_NE(store_model(model).find("ecret"), std::string::npos);
  HiddenNames(*model.root).apply(model);
  const std::string bytes = store_model(model);
  EXPECT_EQ(bytes.find("ecret"), std::string::npos);
  EXPECT_NE(bytes.find("Modelica.Mechanics.MultiBody.Joints.Prismatic"), std::string::npos);
}

TEST(StoredModel, PortsOfTheModelItselfKeepTheirNames) {
  ModelTree model = modelica::read_model_text("secret.mo", rich, element_library(),
                                              {"SecretPackage.SecretArm", {}});
  const HiddenNames names(*model.root);
  names.apply(model);
  ASSERT_EQ(model.root->connectors.size(), 1u);
  EXPECT_EQ(model.root->connectors[0].name, "secretMount");
  EXPECT_EQ(names.rename("secretMount.r_0[2]"), "secretMount.r_0[2]");
  EXPECT_EQ(names.rename("secretHinge.phi"), "1.phi");
  EXPECT_EQ(names.rename("pre secretMode"), "pre 3x");
  EXPECT_EQ(names.rename("secretVector[2]"), "2x[2]");
}

}  // namespace
}  // namespace gelenk::testing
