#include "model/stored_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/bytes.h"
#include "math/tables/table_functions.h"

namespace gelenk {
namespace {

using symbolic::Expression;
using symbolic::Op;

Value real(double x) { return {BasicType::real, {}, {x}, {}, {}}; }

Component& add_part(Component& parent, const std::string& name) {
  parent.parts.push_back(std::make_unique<Component>());
  Component& part = *parent.parts.back();
  part.name = name;
  part.path = parent.path.empty() ? name : parent.path + "." + name;
  part.parent = &parent;
  return part;
}

// Something of everything.
ModelTree make_model() {
  ModelTree model;
  model.experiment.stop_time = 2.5;
  model.root = std::make_unique<Component>();
  Component& root = *model.root;
  root.name = root.class_name = "Root";
  Component& world = add_part(root, "world");
  world.native_class = "World";
  Component& arm = add_part(root, "arm[1]");
  Component& joint = add_part(arm, "joint");
  joint.library_composite = true;
  joint.parameters.edit().push_back({"m", real(0.1), false, {}, false});
  joint.parameters.edit().push_back(
      {"kind", {BasicType::enumeration, {2}, {1, 2}, {"one", "two"}, {}}, true, {}, false});
  joint.parameters.edit().push_back(
      {"empty", {BasicType::real, {0, 3}, {}, {}, {}}, true, {}, false});
  const Expression shared = Expression::make(Op::sin, {Expression::variable("arm[1].joint.phi")});
  const Expression law = Expression::make(
      Op::select, {Expression::make(Op::less, {Expression::time(), Expression(0.3)}), shared,
                   Expression::make(Op::multiply, {shared, shared})});
  joint.parameters.edit().push_back({"law", {BasicType::real, {}, {}, {}, {law}}, true, {}, false});
  joint.variables.edit().push_back(
      {"phi", "rad", {}, real(-0.0), {BasicType::boolean, {}, {1}, {}, {}}, true, {}});
  joint.outers.emplace_back("world", &world);
  joint.aliases.edit().emplace_back("angle", "inner.phi");
  arm.assignments.push_back({"arm[1].p", law, {}});
  arm.rates.push_back({"arm[1].z", shared, {}});
  const auto table =
      std::make_shared<const Curve>(std::vector<double>{0, 1, 3}, std::vector<double>{2, 5, 1},
                                    Smoothness::akima, Extrapolation::hold);
  const symbolic::FunctionPtr look_up = make_lookup(table);
  arm.rates.push_back({"arm[1].y", Expression::call(look_up, {shared}), {}});
  arm.rates.push_back({"arm[1].x", Expression::call(look_up, {law}), {}});
  arm.whens.push_back({{shared, {{"arm[1].d", Expression(1.0), {}}}, {{"arm[1].z", law, {}}}, {}}});
  arm.connectors.edit().push_back({"frame_a", "Frame_a", {}});
  root.connections.edit().push_back({{"arm[1]", "frame_a"}, {"world", "frame_b"}, {}});
  return model;
}

TEST(StoredModel, ComesBackAsItWent) {
  const std::string bytes = store_model(make_model());
  const ModelTree read = read_stored_model(bytes);
  EXPECT_EQ(store_model(read), bytes);

  EXPECT_EQ(read.experiment.stop_time, 2.5);
  EXPECT_FALSE(read.experiment.start_time.has_value());
  const Component& root = *read.root;
  EXPECT_EQ(root.path, "");
  const Component* joint = root.find_part("arm[1].joint");
  ASSERT_NE(joint, nullptr);
  EXPECT_EQ(joint->path, "arm[1].joint");
  EXPECT_EQ(joint->parent, root.find_part("arm[1]"));
  EXPECT_EQ(joint->find_outer("world"), root.find_part("world"));
  EXPECT_EQ(joint->real("m"), 0.1);
  EXPECT_FALSE(joint->find_parameter("m")->given);
  EXPECT_EQ(joint->value("kind").strings[1], "two");
  EXPECT_EQ(joint->value("empty").dims, (std::vector<int>{0, 3}));
  EXPECT_TRUE(std::signbit(joint->find_variable("phi")->start.numbers[0]));
  EXPECT_TRUE(joint->find_variable("phi")->start_given);
  EXPECT_EQ(joint->aliases[0].second, "inner.phi");
  EXPECT_EQ(root.connections[0].a.to_string(), "arm[1].frame_a");
  EXPECT_EQ(root.connections[0].b.to_string(), "world.frame_b");
}

TEST(StoredModel, SharedPartsOfExpressionsStayShared) {
  const ModelTree read = read_stored_model(store_model(make_model()));
  const Component& arm = *read.root->find_part("arm[1]");
  const Expression& law = arm.assignments[0].value;
  EXPECT_EQ(law.operands()[1].id(), arm.rates[0].value.id());
  EXPECT_EQ(law.operands()[2].operands()[0].id(), law.operands()[2].operands()[1].id());
  EXPECT_EQ(arm.rates[1].value.function(), arm.rates[2].value.function());
}

TEST(StoredModel, EveryShorterTextIsRefused) {
  const std::string bytes = store_model(make_model());
  for (std::size_t n = 0; n < bytes.size(); ++n)
    EXPECT_THROW(read_stored_model(bytes.substr(0, n)), DamagedBytes) << n;
  EXPECT_THROW(read_stored_model(bytes + "x"), DamagedBytes);
}

TEST(StoredModel, ChangedBytesGiveAModelOrAnError) {
  const std::string bytes = store_model(make_model());
  std::mt19937 random(7);
  int refused = 0;
  constexpr int trials = 20'000;
  for (int trial = 0; trial < trials; ++trial) {
    std::string changed = bytes;
    for (int k = 1 + static_cast<int>(random() % 3); k > 0; --k)
      changed[random() % changed.size()] = static_cast<char>(random());
    try {
      // What is accepted is a whole model: it can be stored again.
      const ModelTree model = read_stored_model(changed);
      EXPECT_FALSE(store_model(model).empty());
    } catch (const DamagedBytes&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, trials / 4);
  EXPECT_LT(refused, trials);
}

TEST(StoredModel, FewBytesCannotAskForMuch) {
  // One long name that every level of a deep tree has: paths would grow with the square of the
  // depth.
  ModelTree model;
  model.root = std::make_unique<Component>();
  Component* at = model.root.get();
  for (int i = 0; i < 1'000; ++i) at = &add_part(*at, "x");
  ASSERT_NO_THROW(read_stored_model(store_model(model)));
  for (at = model.root.get(); !at->parts.empty(); at = at->parts[0].get())
    at->parts[0]->name = std::string(20'000, 'x');
  EXPECT_THROW(read_stored_model(store_model(model)), DamagedBytes);

  for (int i = 0; i < 1'000; ++i) at = &add_part(*at, "x");
  for (at = model.root.get(); !at->parts.empty(); at = at->parts[0].get()) at->parts[0]->name = "x";
  EXPECT_THROW(read_stored_model(store_model(model)), DamagedBytes) << "too deep";

  ModelTree tall = make_model();
  Expression e = Expression::time();
  for (int i = 0; i < 20'000; ++i) e = Expression::make(Op::sin, {e});
  tall.root->assignments.push_back({"y", e, {}});
  EXPECT_THROW(read_stored_model(store_model(tall)), DamagedBytes);
}

}  // namespace
}  // namespace gelenk
