// Elements of an array that are alike are made once and copied: what the copies share, and when
// none are made.
#include "modelica/instances/component_copy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "modelica/test/small_library.h"

namespace gelenk::modelica {
namespace {

const Component& part(const ModelTree& model, const std::string& path) {
  const Component* found = model.root->find_part(path);
  if (found == nullptr) throw std::runtime_error("no part " + path);
  return *found;
}

bool shares(const Component& a, const Component& b) { return a.parameters.is_same(b.parameters); }

const std::string chain = R"(
model M
  import Modelica.Mechanics.MultiBody.{Interfaces, Parts, Joints};
  model Link
    Interfaces.Frame_a above;
    Interfaces.Frame_b below;
    parameter Real length = 2;
    Joints.Revolute joint(n = {0, 1, 0});
    Parts.FixedTranslation rod(r = {length, 0, 0});
  equation
    connect(above, joint.frame_a);
    connect(joint.frame_b, rod.frame_a);
    connect(rod.frame_b, below);
  end Link;
  inner Modelica.Mechanics.MultiBody.World world;
  Link link[3];
  parameter Real total = sum(link.length) + link[3].rod.r[1];
equation
  connect(world.frame_b, link[1].above);
  for i in 2:3 loop
    connect(link[i - 1].below, link[i].above);
  end for;
end M;)";

TEST(ComponentCopy, ElementsOfAnArrayShareWhatTheySay) {
  const ModelTree model = read_text(chain);
  const Component &first = part(model, "link[1]"), &third = part(model, "link[3]");
  EXPECT_EQ(third.name, "link[3]");
  EXPECT_EQ(third.path, "link[3]");
  EXPECT_EQ(third.class_name, "M.Link");
  EXPECT_EQ(third.parent, model.root.get());
  EXPECT_EQ(third.where.line, first.where.line);
  EXPECT_TRUE(shares(first, third));
  EXPECT_TRUE(third.connections.is_same(first.connections));
  const Component& rod = part(model, "link[3].rod");
  EXPECT_EQ(rod.path, "link[3].rod");
  EXPECT_EQ(rod.parent, &third);
  EXPECT_EQ(rod.reals("r"), (std::vector<double>{2, 0, 0}));
  EXPECT_EQ(rod.find_outer("world"), model.root->find_part("world"));
  EXPECT_TRUE(shares(rod, part(model, "link[1].rod")));
  EXPECT_TRUE(rod.variables.is_same(part(model, "link[1].rod").variables));
  EXPECT_EQ(model.root->real("total"), 8.0);
  ASSERT_EQ(model.root->connections.size(), 3u);
  EXPECT_EQ(model.root->connections[2].b.to_string(), "link[3].above");
}

TEST(ComponentCopy, ASettingOfOneElementSetsItApart) {
  const ModelTree model =
      read_text(chain, {"", {{"link[2].length", "5"}, {"link[3].joint.d", "0.5"}}});
  EXPECT_EQ(part(model, "link[1].rod").reals("r")[0], 2.0);
  EXPECT_EQ(part(model, "link[2].rod").reals("r")[0], 5.0);
  EXPECT_EQ(part(model, "link[1].joint").real("d"), 0.0);
  EXPECT_EQ(part(model, "link[3].joint").real("d"), 0.5);
  EXPECT_FALSE(shares(part(model, "link[1]"), part(model, "link[2]")));
  EXPECT_EQ(model.root->real("total"), 11.0);
}

TEST(ComponentCopy, ModifiersThatDifferSetElementsApart) {
  const ModelTree model = read_text(R"(
model M
  model Inner parameter Real x = 0; end Inner;
  model Link parameter Real a = 1; Inner inside(x = a); end Link;
  Link same[3](each a = 4), spread[3](a = {1, 2, 3}), deep[2](each inside(x = 7));
end M;)");
  EXPECT_TRUE(shares(part(model, "same[1]"), part(model, "same[3]")));
  EXPECT_EQ(part(model, "same[2].inside").real("x"), 4.0);
  EXPECT_FALSE(shares(part(model, "spread[1]"), part(model, "spread[2]")));
  EXPECT_EQ(part(model, "spread[3].inside").real("x"), 3.0);
  EXPECT_TRUE(shares(part(model, "deep[1].inside"), part(model, "deep[2].inside")));
  EXPECT_EQ(part(model, "deep[2].inside").real("x"), 7.0);
}

TEST(ComponentCopy, ComponentsOfOneClassShareListsThatSayTheSame) {
  const ModelTree model = read_text(R"(
model M
  import Modelica.Mechanics.MultiBody.{Parts, Joints};
  inner Modelica.Mechanics.MultiBody.World world;
  Parts.Body a(m = 1, r_CM = {0, 0, 0}), b(m = 2, r_CM = {0, 0, 0}), c(m = 2, r_0(start = {-0.0, 0, 0}));
  Joints.Revolute p, q;
  parameter Real sum = a.m + b.m + p.d;
end M;)");
  const Component &a = part(model, "a"), &b = part(model, "b"), &c = part(model, "c");
  EXPECT_FALSE(shares(a, b));
  EXPECT_TRUE(a.variables.is_same(b.variables));
  EXPECT_FALSE(a.variables.is_same(c.variables));
  EXPECT_TRUE(std::signbit(c.find_variable("r_0")->start.numbers[0]));
  EXPECT_TRUE(shares(part(model, "p"), part(model, "q")));
  EXPECT_EQ(part(model, "q").path, "q");
  EXPECT_EQ(model.root->real("sum"), 3.0);
}

TEST(ComponentCopy, ArraysInArrays) {
  const ModelTree model = read_text(R"(
model M
  model Inner parameter Real x = 3; end Inner;
  model Row Inner cell[2, 2]; end Row;
  Row row[2];
end M;)");
  EXPECT_EQ(model.root->parts[1]->parts.size(), 4u);
  EXPECT_EQ(part(model, "row[2].cell[2,1]").path, "row[2].cell[2,1]");
  EXPECT_EQ(part(model, "row[2].cell[2,2]").real("x"), 3.0);
  EXPECT_TRUE(shares(part(model, "row[1].cell[1,1]"), part(model, "row[2].cell[2,2]")));
}

// Names of quantities are paths: each element has its own. What is inside and names none is shared.
TEST(ComponentCopy, EquationsAreEachElementsOwn) {
  const ModelTree model = read_text(R"(
model M
  model Inner parameter Real x = 3; end Inner;
  model Outer Inner inside; Real y = 2*time; end Outer;
  model Link
    Real z(start = 1);
    Inner inside;
    Outer law;
  equation
    der(z) = -z;
  end Link;
  Link link[3];
end M;)");
  for (int i = 1; i <= 3; ++i) {
    const std::string path = "link[" + std::to_string(i) + "]";
    const Component& link = part(model, path);
    ASSERT_EQ(link.rates.size(), 1u);
    EXPECT_EQ(link.rates[0].variable, path + ".z");
    EXPECT_EQ(part(model, path + ".law").assignments.at(0).variable, path + ".law.y");
    EXPECT_EQ(part(model, path + ".inside").path, path + ".inside");
    EXPECT_TRUE(shares(part(model, path + ".inside"), part(model, "link[1].inside")));
    EXPECT_TRUE(shares(part(model, path + ".law.inside"), part(model, "link[1].law.inside")));
  }
}

TEST(ComponentCopy, WhatIsInnerToACopyIsItsOwn) {
  const ModelTree model = read_text(R"(
model M
  model Source parameter Real x = 1; end Source;
  model User outer Source source; parameter Real y = source.x; end User;
  model Link inner Source source(x = 5); User user; end Link;
  model Counted inner Source source(x = 6); User user; Real t = time; end Counted;
  inner Source source;
  Link link[2];
  Counted counted[2];
  User outside[2];
end M;)");
  EXPECT_EQ(part(model, "link[2].user").find_outer("source"), &part(model, "link[2].source"));
  EXPECT_EQ(part(model, "link[2].user").real("y"), 5.0);
  EXPECT_EQ(part(model, "counted[2].user").find_outer("source"), &part(model, "counted[2].source"));
  EXPECT_EQ(part(model, "outside[2]").find_outer("source"), &part(model, "source"));
}

TEST(ComponentCopy, FindingsNameTheElementThatWasWritten) {
  const std::string text = R"(
model M
  model Link Modelica.Mechanics.MultiBody.Interfaces.Frame_a above; end Link;
  inner Modelica.Mechanics.MultiBody.World world;
  Link link[3];
equation
  connect(world.frame_b, link[3].below);
end M;)";
  EXPECT_EQ(first_error(text), "connect: 'link[3]' of class M.Link has no 'below' to connect");
}

TEST(ComponentCopy, WarningsThatNameAPathComeForEachElement) {
  const ModelTree model = read_text(R"(
model M
  model Link Modelica.Mechanics.MultiBody.Joints.Revolute joint(phi(max = 1)); end Link;
  inner Modelica.Mechanics.MultiBody.World world;
  Link link[3];
end M;)");
  ASSERT_EQ(model.warnings.size(), 3u);
  EXPECT_EQ(model.warnings[2].message, "max of 'link[3].joint.phi' is not watched");
}

TEST(ComponentCopy, AWarningThatComesOnceKeepsNothingFromBeingCopied) {
  const ModelTree model = read_text(R"(
model M
  model Link
    Modelica.Mechanics.MultiBody.Parts.Body a(r_CM = {0, 0, 0}), b(m = 1, r_CM = {0, 0, 0});
  equation
    connect(a.frame_a, b.frame_a);
  end Link;
  inner Modelica.Mechanics.MultiBody.World world;
  Link link[3];
end M;)");
  ASSERT_EQ(model.warnings.size(), 1u);
  EXPECT_EQ(model.warnings[0].component, "link[1].a");
  EXPECT_TRUE(part(model, "link[2]").connections.is_same(part(model, "link[3]").connections));
}

TEST(ComponentCopy, CopiesCountAsComponents) {
  const std::string text = R"(
model M
  model Inner parameter Real x = 3; end Inner;
  model Row Inner cell[1000]; end Row;
  Row row[1000];
end M;)";
  EXPECT_EQ(first_error(text), "range: the model has more than 1000000 components");
}

}  // namespace
}  // namespace gelenk::modelica
