#include "analyses/assembly.h"

#include <gtest/gtest.h>

#include "analyses/signals.h"
#include "elements/library.h"
#include "formulations/mixed/mixed.h"
#include "modelica/reader.h"

namespace gelenk {
namespace {

struct Built {
  ModelTree model;
  System system;
  std::unique_ptr<Formulation> formulation;
  explicit Built(const std::string& text)
      : model(modelica::read_model_text("test.mo", text, element_library())),
        system(build_system(model)),
        formulation(make_mixed_formulation(system)) {}
};

// A four-bar of revolutes: crank, coupler, rocker; the ground bar lies between x = 0 and x = `ground`.
std::string four_bar(const std::string& ground, const std::string& starts) {
  return "model FourBar\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
         "  inner Modelica.Mechanics.MultiBody.World world;\n"
         "  Parts.BodyBox crank(r = {1, 0, 0}), coupler(r = {2, 0, 0}), rocker(r = {1.5, 0, 0});\n"
         "  Parts.FixedTranslation ground(r = {" +
         ground + ", 0, 0});\n  Joints.Revolute " + starts +
         ", j4;\nequation\n"
         "  connect(world.frame_b, j1.frame_a);\n  connect(j1.frame_b, crank.frame_a);\n  "
         "connect(crank.frame_b, j2.frame_a);\n"
         "  connect(j2.frame_b, coupler.frame_a);\n  connect(world.frame_b, ground.frame_a);\n  "
         "connect(ground.frame_b, j3.frame_a);\n"
         "  connect(j3.frame_b, rocker.frame_a);\n  connect(coupler.frame_b, j4.frame_a);\n  "
         "connect(j4.frame_b, rocker.frame_b);\nend FourBar;\n";
}

TEST(Assembly, ClosesFromRoughGuessesAndKeepsFixedValues) {
  Built b(four_bar("2",
                   "j1(phi(start = 1.2, fixed = true), w(start = 3, fixed = true)), j2(phi(start = "
                   "-1)), j3(phi(start = 1.5))"));
  const Assembly a = assemble(*b.formulation);
  b.formulation->eval_motion(a.q, a.v);
  EXPECT_LT(b.formulation->calc_drift().position, 1e-12);
  EXPECT_LT(b.formulation->calc_drift().velocity, 1e-12);
  for (const JointEdge& edge : b.system.root->joints) {
    if (edge.name != "j1") continue;
    EXPECT_EQ(a.q[edge.q], 1.2);
    EXPECT_EQ(a.v[edge.v], 3);
  }
  EXPECT_EQ(a.degrees_of_freedom, 1);
  EXPECT_EQ(a.closure_rows - a.rank, 3);  // a planar loop of four spatial revolutes
  EXPECT_FALSE(a.moved.empty());
}

double speed_of(const Built& b, const Assembly& a, const std::string& joint) {
  for (const JointEdge& edge : b.system.root->joints) {
    if (edge.name == joint && edge.in_tree) return a.v[edge.v];
  }
  ADD_FAILURE() << joint << " carries no coordinate";
  return 0;
}

// One freedom, and one joint says how fast it turns: the others follow.
TEST(Assembly, KeepsTheOnlyGuessOfASpeed) {
  for (const std::string guessed : {"j1", "j2", "j3"}) {
    auto start = [&](const std::string& joint, const std::string& phi) {
      return joint + "(phi(start = " + phi + ")" + (joint == guessed ? ", w(start = 5))" : ")");
    };
    Built b(
        four_bar("2", start("j1", "1.2") + ", " + start("j2", "-1") + ", " + start("j3", "1.5")));
    const Assembly a = assemble(*b.formulation);
    EXPECT_EQ(speed_of(b, a, guessed), 5) << guessed;
    b.formulation->eval_motion(a.q, a.v);
    EXPECT_LT(b.formulation->calc_drift().velocity, 1e-12);
    for (const MovedStart& moved : a.moved) EXPECT_EQ(moved.name.find(".w"), std::string::npos);
  }
}

// Also that of a joint that closes the loop.
TEST(Assembly, KeepsTheGuessOfAClosingJointsSpeed) {
  std::string text =
      four_bar("2", "j1(phi(start = 1.2)), j2(phi(start = -1)), j3(phi(start = 1.5))");
  text.replace(text.find(", j4;"), 5, ", j4(w(start = -2));");
  Built b(text);
  const Assembly a = assemble(*b.formulation);
  SignalTable table(b.system, "j4.w");
  std::vector<double> values;
  b.formulation->eval_motion(a.q, a.v);
  table.calc_values(*b.formulation, 0, a.q, a.v, Vector::Zero(a.v.size()), values);
  EXPECT_NEAR(values[0], -2, 1e-12);
  EXPECT_LT(b.formulation->calc_drift().velocity, 1e-12);
}

// Two guesses that contradict each other are both moved, and said to be.
TEST(Assembly, TellsWhichSpeedsItMoved) {
  Built b(four_bar("2",
                   "j1(phi(start = 1.2), w(start = 3)), j2(phi(start = -1), w(start = 3)), "
                   "j3(phi(start = 1.5))"));
  const Assembly a = assemble(*b.formulation);
  std::vector<std::string> names;
  for (const MovedStart& moved : a.moved) {
    if (moved.name.ends_with(".w")) names.push_back(moved.name);
    if (moved.name == "j1.w") {
      EXPECT_EQ(moved.from, 3);
      EXPECT_EQ(moved.to, speed_of(b, a, "j1"));
    }
  }
  EXPECT_EQ(names, (std::vector<std::string>{"j1.w", "j2.w"}));
}

// A contradiction in one loop leaves the guess of another alone.
TEST(Assembly, MovesSpeedsOnlyWhereTheyContradict) {
  const std::string one = four_bar("2",
                                   "j1(phi(start = 1.2), w(start = 3)), j2(phi(start = -1), "
                                   "w(start = 3)), j3(phi(start = 1.5))");
  std::string other = four_bar("2",
                               "j1(phi(start = 1.2), w(start = 7)), j2(phi(start = -1)), "
                               "j3(phi(start = 1.5))");
  std::string text = one.substr(0, one.find("equation"));
  auto renamed = [](std::string part) {
    for (const char* name : {"crank", "coupler", "rocker", "ground", "j1", "j2", "j3", "j4"}) {
      for (std::size_t at = 0; (at = part.find(name, at)) != std::string::npos; at += 8)
        part.insert(at, "k");
    }
    return part;
  };
  const std::size_t bodies = other.find("  Parts.BodyBox"), rows = other.find("equation");
  text += renamed(other.substr(bodies, rows - bodies));
  text += one.substr(one.find("equation"), one.find("end FourBar") - one.find("equation"));
  text += renamed(other.substr(rows + 9));
  Built b(text);
  const Assembly a = assemble(*b.formulation);
  EXPECT_EQ(speed_of(b, a, "kj1"), 7);
  EXPECT_NE(speed_of(b, a, "j1"), 3);
}

// With all guesses zero the bars lie in line, and no direction leads to a closed position.
TEST(Assembly, ClosesFromBarsInLine) {
  for (const char* ground : {"2", "1.9", "2.4"}) {
    for (const char* starts : {"j1, j2, j3", "j1(phi(start = 0, fixed = true)), j2, j3",
                               "j1(phi(start = 0.8, fixed = true)), j2, j3"}) {
      Built b(four_bar(ground, starts));
      const Assembly a = assemble(*b.formulation);
      b.formulation->eval_motion(a.q, a.v);
      EXPECT_LT(b.formulation->calc_drift().position, 1e-11) << ground << ' ' << starts;
      EXPECT_FALSE(a.moved.empty());
      const Assembly again = assemble(*b.formulation);
      EXPECT_EQ(a.q, again.q);  // the same every time
    }
  }
}

TEST(Assembly, StaysInTheNearerBranch) {
  for (double sign : {1.0, -1.0}) {
    const std::string s = std::to_string(sign);
    Built b(four_bar("2", "j1(phi(start = 0.5, fixed = true)), j2(phi(start = " + s +
                              "*0.5)), j3(phi(start = " + s + "*1.5))"));
    const Assembly a = assemble(*b.formulation);
    for (const JointEdge& edge : b.system.root->joints) {
      if (!edge.in_tree || edge.name != "j3") continue;
      EXPECT_GT(sign * a.q[edge.q], 0.2);
    }
  }
}

TEST(Assembly, NamesTheJointThatStaysOpen) {
  Built b(four_bar("9", "j1(phi(start = 0.5)), j2, j3"));
  try {
    assemble(*b.formulation);
    FAIL() << "the bars cannot reach";
  } catch (const UserError& error) {
    const Diagnostic& d = error.diagnostics().front();
    EXPECT_EQ(d.code, "assembly");
    EXPECT_NE(d.message.find("does not close: it stays open by 4.5"), std::string::npos)
        << d.message;  // 9 − (1 + 2 + 1.5)
    EXPECT_GT(d.where.line, 0u);
    EXPECT_NE(d.hint.find("start values"), std::string::npos);
  }
}

TEST(Assembly, FixedValuesThatCannotHold) {
  Built b(four_bar("2",
                   "j1(phi(start = 1, fixed = true)), j2(phi(start = 1, fixed = true)), "
                   "j3(phi(start = 1, fixed = true))"));
  EXPECT_THROW(assemble(*b.formulation), UserError);
}

TEST(Assembly, FixedSpeedsThatCannotHold) {
  Built b(four_bar("2",
                   "j1(phi(start = 1.2), w(start = 1, fixed = true)), j2(phi(start = -1), w(start "
                   "= 5, fixed = true)), j3(phi(start = 1.5))"));
  try {
    assemble(*b.formulation);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("speeds"), std::string::npos) << error.what();
  }
}

TEST(Assembly, NamesTheBodyWhoseFixedPositionCannotHold) {
  Built b(
      "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n  inner "
      "Modelica.Mechanics.MultiBody.World world;\n"
      "  Joints.Revolute j;\n  Parts.BodyBox rod(r = {1, 0, 0});\n"
      "  Parts.Body tip(m = 1, r_CM = {0, 0, 0}, r_0(start = {3, 0, 0}, each fixed = "
      "true));\nequation\n"
      "  connect(world.frame_b, j.frame_a);\n  connect(j.frame_b, rod.frame_a);\n  "
      "connect(rod.frame_b, tip.frame_a);\nend M;\n");
  try {
    assemble(*b.formulation);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.diagnostics().front().component, "tip");
    EXPECT_EQ(error.diagnostics().front().where.line, 6u);
  }
}

TEST(Assembly, FixedOrientationsOfHalfATurn) {
  for (const char* angle : {"2.0", "2.5", "3.0", "Modelica.Constants.pi"}) {
    Built b(std::string("model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n  inner "
                        "Modelica.Mechanics.MultiBody.World world;\n"
                        "  Joints.Revolute j;\n  Parts.BodyShape b(m = 1, r = {1, 0, 0}, r_CM = "
                        "{1, 0, 0}, angles_fixed = true, angles_start = {0, 0, ") +
            angle +
            "});\nequation\n  connect(world.frame_b, j.frame_a);\n  connect(j.frame_b, "
            "b.frame_a);\nend M;\n");
    const Assembly a = assemble(*b.formulation);
    const double expected = angle[0] == 'M' ? std::acos(-1.0) : std::stod(angle);
    EXPECT_NEAR(std::abs(a.q[0]), expected, 1e-9) << angle;
  }
}

TEST(Assembly, AFloatingComponentStartsWhereItsBodySays) {
  Built b(
      "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces};\n  inner "
      "Modelica.Mechanics.MultiBody.World world;\n"
      "  model P\n    Interfaces.Frame_a a;\n    Parts.Body x(m = 1, r_CM = {0, 0, 0}, r_0(start = "
      "{7e6, 0, 0}), angles_start = {2, 0, 0}, v_0(start = {0, 1, 0})), z(m = 1, r_CM = {0, 0, "
      "0});\n"
      "    Joints.Revolute k(phi(start = 0.3), w(start = 1));\n  equation\n    connect(a, "
      "z.frame_a);\n    connect(z.frame_a, k.frame_a);\n    connect(k.frame_b, x.frame_a);\n  end "
      "P;\n"
      "  P p;\n  Joints.Revolute r;\n  Parts.Body y(m = 1, r_CM = {1, 0, 0});\nequation\n  "
      "connect(p.a, r.frame_a);\n  connect(r.frame_b, y.frame_a);\nend M;\n");
  const Assembly a = assemble(*b.formulation);
  b.formulation->eval_motion(a.q, a.v);
  const Subsystem& part = *b.system.root->parts.at(0);
  for (std::size_t n = 0; n < part.nodes.size(); ++n) {
    if (part.nodes[n].kind != Node::Kind::group) continue;
    const BodyOnGroup& body = part.groups[part.nodes[n].group].bodies.at(0);
    if (body.component->name != "x") continue;
    const FrameMotion<double> m = motion_of_fixed_frame(
        b.formulation->get_motion(part, static_cast<NodeIndex>(n)), body.X_GA);
    EXPECT_NEAR(m.X.p.x(), 7e6, 1e-6);
    EXPECT_NEAR(m.X.R(2, 1), std::sin(2.0), 1e-12);
    EXPECT_NEAR(m.v().y(), 1, 1e-8);
    EXPECT_NEAR(m.w().norm(), 0, 1e-12);
  }
}

TEST(Assembly, NothingMovesAndALoopCloses) {
  Built b(
      "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Interfaces};\n  inner "
      "Modelica.Mechanics.MultiBody.World world;\n"
      "  model P\n    Interfaces.Frame_a a;\n    Parts.Fixed x;\n  equation\n    connect(a, "
      "x.frame_b);\n  end P;\n  P p;\nequation\n  connect(world.frame_b, p.a);\nend M;\n");
  EXPECT_EQ(assemble(*b.formulation).degrees_of_freedom, 0);
}

TEST(Assembly, ALoopThatClosesTurnedOverIsReported) {
  Built b(
      "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n  inner "
      "Modelica.Mechanics.MultiBody.World world;\n"
      "  Joints.Revolute j1(phi(start = 0.5, fixed = true)), j2(phi(start = 2.5)), j3;\n  "
      "Joints.Prismatic s(n = {1, 0, 0}, stateSelect = StateSelect.avoid);\n"
      "  Parts.BodyBox crank(r = {0.3, 0, 0}), rod(r = {1, 0, 0});\n  Parts.Body slider(m = 1, "
      "r_CM = {0, 0, 0});\nequation\n"
      "  connect(world.frame_b, j1.frame_a);\n  connect(j1.frame_b, crank.frame_a);\n  "
      "connect(crank.frame_b, j2.frame_a);\n  connect(j2.frame_b, rod.frame_a);\n"
      "  connect(rod.frame_b, j3.frame_a);\n  connect(j3.frame_b, slider.frame_a);\n  "
      "connect(world.frame_b, s.frame_a);\n  connect(s.frame_b, slider.frame_a);\nend M;\n");
  try {
    assemble(*b.formulation);
    FAIL() << "the slider would be upside down";
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("turned over, by 3.14159 rad"), std::string::npos)
        << error.what();
  }
}

TEST(Assembly, FixedAnglesOfClosingJointsBeyondATurn) {
  // Two hinges on one axis: the second closes the loop, and its fixed angle turns the door.
  Built b(
      "model Door\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n  inner "
      "Modelica.Mechanics.MultiBody.World world;\n  Joints.Revolute lower(stateSelect = "
      "StateSelect.always), upper(phi(start = 0.3 + 2*Modelica.Constants.pi, fixed = true));\n  "
      "Parts.FixedTranslation frame(r = {0, 0, 1}), edge(r = {0, 0, 1});\n  Parts.Body door(m = 1, "
      "r_CM = {1, 0, 0});\nequation\n  connect(world.frame_b, lower.frame_a);\n  "
      "connect(lower.frame_b, door.frame_a);\n  connect(world.frame_b, frame.frame_a);\n  "
      "connect(frame.frame_b, upper.frame_a);\n  connect(door.frame_a, edge.frame_a);\n  "
      "connect(edge.frame_b, upper.frame_b);\nend Door;\n");
  ASSERT_FALSE(b.system.root->joints[1].in_tree);
  EXPECT_NEAR(assemble(*b.formulation).q[0], 0.3, 1e-12);
}

TEST(Assembly, BodyPositionsFixedThroughJoints) {
  // The tip of a double pendulum is to stand at a given point: the joints follow.
  Built b(
      "model Tip\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n  inner "
      "Modelica.Mechanics.MultiBody.World world;\n"
      "  Joints.Revolute j1(phi(start = -0.5)), j2(phi(start = 1.5));\n  Parts.BodyBox a(r = {1, "
      "0, 0}), c(r = {1, 0, 0});\n"
      "  Parts.Body tip(m = 1, r_CM = {0, 0, 0}, r_0(start = {1.2, 0.7, 0}, fixed = {true, true, "
      "false}));\nequation\n"
      "  connect(world.frame_b, j1.frame_a);\n  connect(j1.frame_b, a.frame_a);\n  "
      "connect(a.frame_b, j2.frame_a);\n"
      "  connect(j2.frame_b, c.frame_a);\n  connect(c.frame_b, tip.frame_a);\nend Tip;\n");
  const Assembly a = assemble(*b.formulation);
  EXPECT_NEAR(std::cos(a.q[0]) + std::cos(a.q[0] + a.q[1]), 1.2, 1e-12);
  EXPECT_NEAR(std::sin(a.q[0]) + std::sin(a.q[0] + a.q[1]), 0.7, 1e-12);
  EXPECT_GT(a.q[1], 0);  // the branch of the guess
}

}  // namespace
}  // namespace gelenk
