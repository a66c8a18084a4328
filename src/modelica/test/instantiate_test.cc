#include <gtest/gtest.h>

#include "modelica/test/small_library.h"

namespace gelenk::modelica {
namespace {

using Numbers = std::vector<double>;
const std::string multi_body = "Modelica.Mechanics.MultiBody.";

const Component& part(const ModelTree& model, const std::string& path) {
  const Component* found = model.root->find_part(path);
  if (found == nullptr) throw std::runtime_error("no part " + path);
  return *found;
}

// A constraining clause modifies what is declared as well as what replaces it; both may say otherwise.
TEST(Instantiate, ConstrainingClausesModifyTheDeclarationToo) {
  const ModelTree model = read_text(R"(
model M
  partial model Any
    parameter Real x = 1, y = 2;
  end Any;
  model A extends Any; end A;
  model B extends Any; end B;
  model Holder
    replaceable A a(y = 5) constrainedby Any(x = 9, y = 8);
  end Holder;
  Holder plain, other(redeclare B a(x = 7));
end M;)");
  EXPECT_EQ(part(model, "plain.a").real("x"), 9);
  EXPECT_EQ(part(model, "plain.a").real("y"), 5);
  EXPECT_EQ(part(model, "other.a").real("x"), 7);
  EXPECT_EQ(part(model, "other.a").real("y"), 8);
}

TEST(Instantiate, TreeOfCompositesAndElements) {
  const ModelTree model = read_text(R"(
model Pendulum
  import Modelica.Mechanics.MultiBody.*;
  inner World world(g = 9.81);
  Joints.Revolute joint(n = {0, 1, 0}, phi(start = 0.3, fixed = true));
  Parts.BodyBox box(r = {2, 0, 0});
equation
  connect(world.frame_b, joint.frame_a);
  connect(joint.frame_b, box.frame_a);
  annotation (experiment(StartTime = 0, StopTime = 2*5, Interval = 1e-3, Tolerance = 1e-6), Icon());
end Pendulum;)");
  EXPECT_EQ(model.root->name, "Pendulum");
  EXPECT_EQ(model.root->path, "");
  EXPECT_FALSE(model.root->library_composite);
  ASSERT_EQ(model.root->parts.size(), 3u);
  EXPECT_EQ(part(model, "world").real("g"), 9.81);

  const Component& joint = part(model, "joint");
  EXPECT_EQ(joint.native_class, multi_body + "Joints.Revolute");
  EXPECT_TRUE(joint.parts.empty());
  EXPECT_EQ(joint.reals("e"), (Numbers{0, 1, 0}));
  const Variable& phi = *joint.find_variable("phi");
  EXPECT_EQ(phi.unit, "rad");
  EXPECT_EQ(phi.start.numbers, (Numbers{0.3}));
  EXPECT_EQ(phi.fixed.numbers, (Numbers{1}));
  EXPECT_TRUE(phi.start_given);
  EXPECT_FALSE(joint.find_variable("w")->start_given);
  ASSERT_EQ(joint.connectors.size(), 2u) << "the axis flange is switched off";
  EXPECT_EQ(joint.connectors[0].class_name, multi_body + "Interfaces.Frame_a");
  EXPECT_EQ(joint.find_outer("world"), &part(model, "world"));

  const Component& box = part(model, "box");
  EXPECT_TRUE(box.library_composite);
  EXPECT_FALSE(box.is_native());
  EXPECT_EQ(box.parts.size(), 2u);
  EXPECT_EQ(part(model, "box.body").real("m"), 7700 * 2 * 0.1 * 0.1);
  EXPECT_EQ(part(model, "box.body").path, "box.body");
  EXPECT_EQ(part(model, "box.body").parent, &box);
  EXPECT_EQ(box.connections.size(), 3u);

  EXPECT_EQ(model.experiment.stop_time, 10.0);
  EXPECT_EQ(model.experiment.interval, 1e-3);
  EXPECT_TRUE(model.warnings.empty());
}

TEST(Instantiate, DefaultWorldWithWarning) {
  const ModelTree model = read_text(
      "model M Modelica.Mechanics.MultiBody.Parts.FixedTranslation t(r = {1, 0, 0}); end M;");
  ASSERT_NE(model.root->find_part("world"), nullptr);
  EXPECT_EQ(part(model, "t").find_outer("world"), model.root->find_part("world"));
  EXPECT_EQ(part(model, "t").real("width"), 0.05);
  ASSERT_EQ(model.warnings.size(), 1u);
  EXPECT_EQ(model.warnings[0].code, "unknown-name");
}

TEST(Instantiate, StartValueStandsInForMissingParameter) {
  const ModelTree model = read_text(
      "model M inner Modelica.Mechanics.MultiBody.World world; "
      "Modelica.Mechanics.MultiBody.Parts.Body b(r_CM = {0, 0, 0}); end M;");
  const Parameter& m = *part(model, "b").find_parameter("m");
  EXPECT_FALSE(m.given);
  EXPECT_EQ(m.value.numbers, (Numbers{1}));
  ASSERT_EQ(model.warnings.size(), 1u);
  EXPECT_EQ(model.warnings[0].message, "parameter 'm' has no value; its start value 1 is used");
  EXPECT_EQ(model.warnings[0].component, "b");
}

TEST(Instantiate, Arrays) {
  const ModelTree model = read_text(R"(
model M
  model Link
    parameter Real a;
    parameter Real v[2] = {0, 0};
    parameter Real s = 1;
    model Inner parameter Real x = 0; end Inner;
    Inner i[2];
  end Link;
  parameter Integer n = 3;
  Link link[n](a = {10*k for k in 1:n}, each v = {7, 8}, i(x = [1, 2; 3, 4; 5, 6]));
  Link cell[2, 2](a = [1, 2; 3, 4], each i(x = {5, 6}));
  Link none[0](a = zeros(0));
  parameter Real total = sum(link.a) + size(cell, 2);
  parameter Real picked[:] = link[2:end].a;
end M;)");
  EXPECT_EQ(part(model, "link[2]").real("a"), 20.0);
  EXPECT_EQ(part(model, "link[3]").reals("v"), (Numbers{7, 8}));
  EXPECT_EQ(part(model, "link[3].i[1]").real("x"), 5.0);
  EXPECT_EQ(part(model, "cell[2,1]").real("a"), 3.0);
  EXPECT_EQ(part(model, "cell[2,1].i[2]").real("x"), 6.0);
  EXPECT_EQ(model.root->real("total"), 62.0);
  EXPECT_EQ(model.root->reals("picked"), (Numbers{20, 30}));
  EXPECT_EQ(model.root->parts.size(), 7u);
}

TEST(Instantiate, ExtendsWithModifications) {
  const ModelTree model = read_text(R"(
package P
  partial model Base
    parameter Real a = 1;
    parameter Real b = 2*a;
    Modelica.Mechanics.MultiBody.Joints.Revolute j(d = b);
  end Base;
  model Derived
    extends Base(a = c, j(n = {1, 0, 0}));
    parameter Real c = 5;
  end Derived;
  model Twice
    extends Derived(j.d = 3);
    extends Modelica.Icons.Example;
    inner Modelica.Mechanics.MultiBody.World world;
  end Twice;
end P;)");
  EXPECT_EQ(model.root->class_name, "P.Twice");
  EXPECT_EQ(model.root->real("b"), 10.0);
  EXPECT_EQ(part(model, "j").real("d"), 3.0);
  EXPECT_EQ(part(model, "j").reals("n"), (Numbers{1, 0, 0}));
  EXPECT_EQ(model.root->parts[0]->name, "j") << "inherited components come first";
}

TEST(Instantiate, UserClassesOfNativeClassesAreNative) {
  const ModelTree model = read_text(R"(
package P
  model MyJoint = Modelica.Mechanics.MultiBody.Joints.Revolute(n = {0, 1, 0});
  model Hinge
    extends MyJoint(d = k);
    parameter Real k = 4;
  end Hinge;
  model M
    inner Modelica.Mechanics.MultiBody.World world;
    MyJoint a;
    Hinge b(k = 6);
  end M;
end P;)");
  EXPECT_EQ(part(model, "a").native_class, multi_body + "Joints.Revolute");
  EXPECT_EQ(part(model, "a").class_name, "P.MyJoint");
  EXPECT_EQ(part(model, "a").reals("e"), (Numbers{0, 1, 0}));
  EXPECT_EQ(part(model, "b").native_class, multi_body + "Joints.Revolute");
  EXPECT_EQ(part(model, "b").real("d"), 6.0);
  EXPECT_EQ(part(model, "b").real("k"), 6.0);
}

TEST(Instantiate, ReplaceableComponents) {
  const std::string text = R"(
package P
  import Modelica.Mechanics.MultiBody.Joints;
  model Holder
    replaceable Joints.Revolute joint(d = 3)
      constrainedby Modelica.Mechanics.MultiBody.Interfaces.PartialTwoFrames;
    replaceable Leaf leaf(x = 2);
  end Holder;
  model Leaf parameter Real x = 1; end Leaf;
  model BigLeaf extends Leaf; parameter Real y = 10*x; end BigLeaf;
  model M
    inner Modelica.Mechanics.MultiBody.World world;
    Holder plain;
    Holder changed(redeclare Joints.Prismatic joint(n = {0, 0, 1}), redeclare BigLeaf leaf);
    ByExtends inherited;
    ByElement element;
  end M;
  model ByExtends extends Holder(redeclare BigLeaf leaf(y = 4)); end ByExtends;
  model ByElement extends Holder; redeclare BigLeaf leaf(y = 5); end ByElement;
end P;)";
  const ModelTree model = read_text(text, {.model_name = "P.M", .settings = {}});
  EXPECT_EQ(part(model, "plain.joint").class_name, multi_body + "Joints.Revolute");
  EXPECT_EQ(part(model, "changed.joint").class_name, multi_body + "Joints.Prismatic");
  EXPECT_EQ(part(model, "changed.joint").reals("n"), (Numbers{0, 0, 1}));
  EXPECT_EQ(part(model, "changed.leaf").real("y"), 20.0) << "the old declaration's modifier stays";
  EXPECT_EQ(part(model, "inherited.leaf").real("y"), 4.0);
  EXPECT_EQ(part(model, "element.leaf").real("y"), 5.0);
  EXPECT_EQ(part(model, "element.leaf").real("x"), 2.0);
}

TEST(Instantiate, ReplaceableClasses) {
  const ModelTree model = read_text(R"(
package P
  partial model Any parameter Real x = 0; end Any;
  model A extends Any; end A;
  model B extends Any; parameter Real y = 1; end B;
  model Holder
    replaceable model Kind = A constrainedby Any(x = 9);
    Kind one;
    Kind many[2](x = {1, 2});
  end Holder;
  model ByElement extends Holder; redeclare model Kind = B(y = 6); end ByElement;
  model ByExtends extends Holder(redeclare model Kind = B(y = 7)); end ByExtends;
  model M
    parameter Real q = 3;
    Holder plain;
    Holder changed(redeclare model Kind = B(y = q));
    ByElement element;
    ByExtends inherited;
  end M;
end P;)");
  EXPECT_EQ(part(model, "plain.one").class_name, "P.Holder.Kind");
  EXPECT_EQ(part(model, "changed.one").real("y"), 3.0)
      << "q is found where the redeclaration stands";
  EXPECT_EQ(part(model, "changed.one").real("x"), 9.0) << "from the constraining clause";
  EXPECT_EQ(part(model, "changed.many[2]").real("x"), 2.0);
  EXPECT_EQ(part(model, "element.one").real("y"), 6.0);
  EXPECT_EQ(part(model, "inherited.many[1]").real("y"), 7.0);
}

TEST(Instantiate, ClassExtends) {
  const ModelTree model = read_text(R"(
package P
  model Base
    replaceable model Kind parameter Real x = 1; end Kind;
    Kind k;
  end Base;
  model M
    extends Base;
    redeclare model extends Kind(x = 5) parameter Real y = 2*x; end Kind;
  end M;
end P;)");
  EXPECT_EQ(part(model, "k").real("y"), 10.0);
}

TEST(Instantiate, ConditionalComponents) {
  const ModelTree model = read_text(R"(
model M
  inner Modelica.Mechanics.MultiBody.World world;
  parameter Boolean on = false;
  Modelica.Mechanics.MultiBody.Joints.Revolute a if on;
  Modelica.Mechanics.MultiBody.Joints.Revolute b if not on;
equation
  connect(world.frame_b, a.frame_a);
  connect(world.frame_b, b.frame_a);
end M;)");
  EXPECT_EQ(model.root->find_part("a"), nullptr);
  EXPECT_NE(model.root->find_part("b"), nullptr);
  ASSERT_EQ(model.root->connections.size(), 1u);
  EXPECT_EQ(model.root->connections[0].b.to_string(), "b.frame_a");
}

TEST(Instantiate, InnerOuterNearestWins) {
  const ModelTree model = read_text(R"(
model M
  model Settings parameter Real k = 1; end Settings;
  model User outer Settings s; parameter Real twice = 2*s.k; end User;
  model Group inner Settings s(k = 7); User u; end Group;
  inner Settings s(k = 3);
  User u;
  Group g;
end M;)");
  EXPECT_EQ(part(model, "u").real("twice"), 6.0);
  EXPECT_EQ(part(model, "g.u").real("twice"), 14.0);
  EXPECT_EQ(part(model, "g.u").find_outer("s"), &part(model, "g.s"));
}

TEST(Instantiate, LookupRules) {
  const ModelTree model = read_text(R"(
package P
  constant Real k = 10;
  package Q
    constant Real only = 5;
    function f input Real x; output Real y; algorithm y := x + k; end f;
    model Base parameter Real b = k; end Base;
  end Q;
  encapsulated model Closed
    import P.Q.only;
    import R = P.Q;
    parameter Real a = only + R.f(1);
  end Closed;
  model M
    extends Q.Base;
    parameter Real k = 99;
    parameter Real c = Q.f(x = .P.k);
    import P.Q.*;
    parameter Real d = only;
    Closed closed;
    package Inherited extends Q; end Inherited;
    parameter Real e = Inherited.only;
  end M;
end P;)");
  EXPECT_EQ(model.root->real("b"), 10.0)
      << "a base class sees the k around it, not the derived one";
  EXPECT_EQ(model.root->real("c"), 20.0);
  EXPECT_EQ(model.root->real("d"), 5.0);
  EXPECT_EQ(model.root->real("e"), 5.0);
  EXPECT_EQ(part(model, "closed").real("a"), 16.0);
}

TEST(Instantiate, ModifierScopeIsWhereItStands) {
  const ModelTree model = read_text(R"(
model M
  model A parameter Real x = 1; B b(y = x); end A;
  model B parameter Real y = 0; parameter Real x = 50; end B;
  parameter Real x = 2;
  A a(x = x + 1);
end M;)");
  EXPECT_EQ(part(model, "a").real("x"), 3.0);
  EXPECT_EQ(part(model, "a.b").real("y"), 3.0);
}

TEST(Instantiate, ExpressionsReachIntoOtherComponents) {
  const ModelTree model = read_text(R"(
model M
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.MultiBody.Parts.BodyBox box(r = {1, 2, 3});
  parameter Real i11 = box.body.I[1, 1];
  parameter Real r2[3] = box.r/2 + world.n;
end M;)");
  EXPECT_EQ(model.root->real("i11"), 0.001);
  EXPECT_EQ(model.root->reals("r2"), (Numbers{0.5, 0.0, 1.5}));
}

TEST(Instantiate, ConnectorsOfUserClasses) {
  const ModelTree model = read_text(R"(
package P
  connector Port = Modelica.Mechanics.MultiBody.Interfaces.Frame_a;
  connector Signal = input Real;
  connector Plug Real v; flow Real i; end Plug;
  model M
    parameter Integer n = 2;
    Port port;
    Signal u[n];
    Plug plug;
  end M;
end P;)");
  ASSERT_EQ(model.root->connectors.size(), 2u);
  EXPECT_EQ(model.root->connectors[0].class_name, multi_body + "Interfaces.Frame_a");
  EXPECT_EQ(model.root->connectors[1].class_name, "P.Plug");
  // Signals, and what equations tie together, are variables.
  const Variable* signal = model.root->find_variable("u");
  ASSERT_NE(signal, nullptr);
  EXPECT_EQ(signal->causality, Causality::input);
  EXPECT_EQ(signal->dims, (std::vector<int>{2}));
  EXPECT_NE(model.root->find_variable("plug.v"), nullptr);
  EXPECT_NE(model.root->find_variable("plug.i"), nullptr);
  EXPECT_EQ(model.root->find_variable("port.r_0"), nullptr);
  ASSERT_EQ(model.root->residuals.size(), 1u);  // nothing flows where nothing is connected
}

TEST(Instantiate, SettingsAreOutermostModifiers) {
  const std::string text = R"(
model M
  inner Modelica.Mechanics.MultiBody.World world;
  model Link
    parameter Real m = 1;
    Modelica.Mechanics.MultiBody.Joints.Revolute joint(d = 1, phi(start = 0));
  end Link;
  parameter Integer n = 2;
  Link link[n](each m = 2);
end M;)";
  const ModelTree model =
      read_text(text, {.model_name = "",
                       .settings = {{"n", "3"},
                                    {"link[2].m", "4*2"},
                                    {"link.joint.d", "7"},
                                    {"link[1].joint.phi.start", "Modelica.Constants.pi"},
                                    {"world.n", "{0,0,-1}"}}});
  EXPECT_EQ(model.root->real("n"), 3.0);
  EXPECT_EQ(part(model, "link[1]").real("m"), 2.0);
  EXPECT_EQ(part(model, "link[2]").real("m"), 8.0);
  EXPECT_EQ(part(model, "link[3].joint").real("d"), 7.0);
  EXPECT_NEAR(part(model, "link[1].joint").find_variable("phi")->start.numbers[0], 3.14159, 1e-5);
  EXPECT_EQ(part(model, "world").reals("n"), (Numbers{0, 0, -1}));

  const auto error = [&](const std::string& path, const std::string& value) {
    return first_error(text, {.model_name = "", .settings = {{path, value}}});
  };
  EXPECT_EQ(error("lnk.m", "1"), "unknown-parameter: M has no element 'lnk'");
  EXPECT_EQ(error("world.gg", "1"), "unknown-parameter: World has no parameter 'gg'");
  EXPECT_EQ(error("link[9].m", "1"), "range: there is no element link[9]; the array is link[2]");
  EXPECT_EQ(error("n", "1.5"), "type: parameter n of M is Integer, found Real");
  EXPECT_EQ(error("n", "1+").substr(0, 7), "syntax:");
  EXPECT_EQ(error("a..b", "1").substr(0, 7), "syntax:");
}

TEST(Instantiate, AssertionsWarnOrFail) {
  const ModelTree model = read_text(R"(
model M
  parameter Real a = 1;
equation
  assert(a > 0, "a must be positive");
  assert(a > 5, "a is small: " + String(a), AssertionLevel.warning);
end M;)");
  ASSERT_EQ(model.warnings.size(), 1u);
  EXPECT_EQ(model.warnings[0].message, "a is small: 1");
  EXPECT_EQ(
      first_error(
          "model M parameter Real a = -1; equation assert(a > 0, \"a must be positive\"); end M;"),
      "assert: a must be positive");
}

TEST(Instantiate, ManyComponentsInLinearTime) {
  const ModelTree model = read_text(R"(
model M
  model Link
    parameter Real len;
    Modelica.Mechanics.MultiBody.Joints.Revolute joint;
    Modelica.Mechanics.MultiBody.Parts.FixedTranslation beam(r = {len, 0, 0});
  equation
    connect(joint.frame_b, beam.frame_a);
  end Link;
  inner Modelica.Mechanics.MultiBody.World world;
  parameter Integer n = 3000;
  Link link[n](len = {1/i for i in 1:n});
equation
  connect(link[1:n-1].beam.frame_b, link[2:n].joint.frame_a);
end M;)");
  EXPECT_EQ(model.root->parts.size(), 3001u);
  EXPECT_EQ(model.root->connections.size(), 2999u);
  EXPECT_EQ(model.root->connections[2998].a.to_string(), "link[2999].beam.frame_b");
}

}  // namespace
}  // namespace gelenk::modelica
