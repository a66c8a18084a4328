// Random mechanisms, of which ground holds some bodies by ports: beside each other, on both sides of a joint, in loops.
// The same mechanism held by constraints in its text moves the same way.
#include <gtest/gtest.h>

#include <map>

#include "api/port_conditions.h"
#include "tests/support/model_text.h"
#include "tests/support/random_mechanism.h"

namespace gelenk {
namespace {

using testing::MechanismOptions;
using testing::TestModel;

// Positions of all bodies at the start, and their accelerations from rest: speeds at the start are the nearest to those
// stated, which depends on the coordinates.
std::map<std::string, double> evaluate(TestModel& test) {
  Assembly start = testing::assemble(test);
  start.v.setZero();
  Vector qdot, vdot;
  EXPECT_TRUE(test.formulation->eval_derivatives(0.0, start.q, start.v, qdot, vdot))
      << test.formulation->failure();
  SignalTable table(test.system);
  table.select("*b?.r_0*,*b?.a_0*,*b?.z_a*");
  std::vector<double> values;
  table.calc_values(*test.formulation, 0.0, start.q, start.v, vdot, values);
  std::map<std::string, double> motion;
  for (std::size_t k = 0; k < values.size(); ++k) motion[table.selected()[k].name] = values[k];
  return motion;
}

class HeldPorts : public ::testing::TestWithParam<int> {};

TEST_P(HeldPorts, StandStillInAnyMechanism) {
  const auto seed = static_cast<unsigned>(GetParam());
  MechanismOptions options;
  options.bodies = 2 + static_cast<int>(seed % 7);
  options.loops = static_cast<int>(seed / 3 % 3);
  options.components = static_cast<int>(seed / 7 % 5);
  options.ports = true;
  const std::string with_ports = testing::make_random_mechanism(seed, options);
  std::vector<std::pair<std::string, std::string>> conditions;
  for (int i = 0; i < options.bodies; ++i) {
    if ((seed * 7 + 5 * i) % 3 == 0) continue;
    options.locked.push_back(i);
    conditions.emplace_back("p" + std::to_string(i), "fixed");
  }
  const std::string with_constraints = testing::make_random_mechanism(seed, options);
  TestModel constrained = TestModel::from_text(with_constraints);
  const std::map<std::string, double> expected = evaluate(constrained);
  double size = 1.0;
  for (const auto& [name, value] : expected) size = std::max(size, std::abs(value));
  for (const testing::NamedFormulation& named : testing::all_formulations) {
    SCOPED_TRACE(named.name);
    ModelTree model = modelica::read_model_text("test.mo", with_ports, element_library());
    testing::Make make = named.make;
    make.build.ports = read_port_conditions(model, conditions);
    TestModel held(std::move(model), make);
    const std::map<std::string, double> got = evaluate(held);
    ASSERT_EQ(got.size(), expected.size());
    for (const auto& [name, value] : got)
      EXPECT_NEAR(value, expected.at(name), 1e-9 * size) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, HeldPorts, ::testing::Range(0, 150));

}  // namespace
}  // namespace gelenk
