#include <gtest/gtest.h>

#include <algorithm>

#include "elements/library.h"
#include "modelica/reader.h"
#include "topology/system.h"

namespace gelenk {
namespace {

struct Built {
  ModelTree model;
  System system;
  explicit Built(const std::string& body)
      : model(modelica::read_model_text(
            "test.mo",
            "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces, Interfaces};\n"
            "  inner Modelica.Mechanics.MultiBody.World world;\n" +
                body + "end M;\n",
            element_library())),
        system(build_system(model)) {}
  const Subsystem& root() const { return *system.root; }
};

std::string message_of(const std::string& body) {
  try {
    Built b(body);
    return "no error";
  } catch (const UserError& error) {
    return error.what();
  }
}

const Subsystem& part(const Subsystem& sub, const std::string& path) {
  for (const auto& p : sub.parts) {
    if (p->path == path) return *p;
  }
  throw std::out_of_range(path);
}

TEST(Topology, RigidPartsMergeIntoOneGroup) {
  const Built b(
      "Parts.Body a(m = 2, r_CM = {0, 0, 0});\nParts.FixedTranslation t(r = {2, 0, "
      "0});\nParts.Body c(m = 2, r_CM = {0, 0, 0});\n"
      "equation\nconnect(a.frame_a, t.frame_a);\nconnect(t.frame_b, c.frame_a);\n");
  ASSERT_EQ(b.root().groups.size(), 1u);
  const Group& group = b.root().groups[0];
  EXPECT_EQ(group.inertia.mass, 4);
  EXPECT_EQ(group.mass_points.size(), 2u);
  EXPECT_TRUE(group.invertible);
  EXPECT_NEAR(group.inertia.J_com(1, 1), 0.002 + 4 * 1,
              1e-14);  // two masses, one metre from the middle
  EXPECT_NEAR(group.bodies[0].X_GA.p.x(), -1, 1e-14);
}

TEST(Topology, BodiesOnTheWorldAreGround) {
  const Built b(
      "Parts.Body a(m = 2, r_CM = {0, 0, 0});\nequation\nconnect(a.frame_a, world.frame_b);\n");
  EXPECT_TRUE(b.root().groups.empty());
  EXPECT_EQ(b.system.nv, 0);
}

// What stands on ground stays where it is; a start value that says otherwise is not passed over.
TEST(Topology, FixedStartValuesOfWhatStandsOnGroundMustHold) {
  const auto on_ground = [](const std::string& part) {
    return message_of(part +
                      ";\nParts.FixedTranslation arm(r = {1, 2, 0});\nequation\n"
                      "connect(world.frame_b, arm.frame_a);\nconnect(arm.frame_b, a.frame_a);\n");
  };
  const std::string body = "Parts.Body a(m = 2, r_CM = {0, 0, 0}, ",
                    fault =
                        "fixed start values of 'a' cannot hold: it stands on ground [assembly]\n"
                        "  in component a\n"
                        "  hint: leave them free (fixed = false), or put a joint between it and "
                        "ground";
  for (const char* start :
       {"v_0(start = {0, 0, 1}, each fixed = true))", "r_0(start = {1, 0, 0}, each fixed = true))",
        "w_0_fixed = true, w_0_start = {0, 1, 0})",
        "angles_fixed = true, angles_start = {0.5, 0, 0})"})
    EXPECT_NE(on_ground(body + start).find(fault), std::string::npos) << start;
  EXPECT_NE(on_ground("Parts.BodyBox a(r = {1, 0, 0}, v_0(start = {1, 0, 0}, each fixed = true))")
                .find(fault),
            std::string::npos);
  // Those that hold, and guesses.
  const Built b(body +
                "v_0(each fixed = true), r_0(start = {1, 2, 0}, fixed = {true, true, false}), "
                "angles_fixed = true);\nParts.Body c(m = 1, r_CM = {0, 0, 0}, v_0(start = {1, 0, "
                "0}));\nParts.FixedTranslation arm(r = {1, 2, 0});\nequation\n"
                "connect(world.frame_b, arm.frame_a);\nconnect(arm.frame_b, a.frame_a);\n"
                "connect(world.frame_b, c.frame_a);\n");
  EXPECT_EQ(b.system.nv, 0);
}

TEST(Topology, FixedStartValuesAreKeptInTheTree) {
  // A triangle of equal revolutes; the one with a fixed start value must not close the loop.
  for (const char* fixed : {"j1", "j2", "j3"}) {
    std::string joints;
    for (const char* j : {"j1", "j2", "j3"})
      joints += std::string("Joints.Revolute ") + j +
                (std::string(j) == fixed ? "(phi(fixed = true));\n" : ";\n");
    const Built b(joints +
                  "Parts.BodyBox a(r = {1, 0, 0}), c(r = {1, 0, 0});\nParts.FixedTranslation g(r = "
                  "{1, 0, 0});\nequation\n"
                  "connect(world.frame_b, j1.frame_a);\nconnect(j1.frame_b, "
                  "a.frame_a);\nconnect(a.frame_b, j2.frame_a);\nconnect(j2.frame_b, c.frame_a);\n"
                  "connect(world.frame_b, g.frame_a);\nconnect(g.frame_b, "
                  "j3.frame_a);\nconnect(j3.frame_b, c.frame_b);\n");
    EXPECT_EQ(b.system.counts.closing_joints, 1);
    for (const JointEdge& edge : b.root().joints) {
      if (edge.name != fixed) continue;
      EXPECT_TRUE(edge.in_tree) << fixed;
    }
  }
}

TEST(Topology, JointsWithManyFreedomsCloseLoops) {
  const Built b(
      "Joints.Revolute j;\nJoints.Spherical ball;\nParts.BodyBox a(r = {1, 0, "
      "0});\nequation\nconnect(world.frame_b, ball.frame_a);\n"
      "connect(ball.frame_b, a.frame_a);\nconnect(world.frame_b, j.frame_a);\nconnect(j.frame_b, "
      "a.frame_b);\n");
  for (const JointEdge& edge : b.root().joints) EXPECT_EQ(edge.in_tree, edge.name == "j");
}

// A loop of the given joints (each "Class" and "modification"), from ground through bodies back to ground; returns
// the number of the one that closes it.
std::size_t find_closing(const std::vector<std::pair<std::string, std::string>>& joints) {
  std::string parts, connections = "equation\n";
  std::string before = "world.frame_b";
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const std::string j = "j" + std::to_string(i), a = "a" + std::to_string(i);
    parts += joints[i].first + " " + j + joints[i].second + ";\n";
    connections += "connect(" + before + ", " + j + ".frame_a);\n";
    if (i + 1 == joints.size()) {
      connections += "connect(" + j + ".frame_b, world.frame_b);\n";
      break;
    }
    parts += "Parts.BodyBox " + a + "(r = {1, 0, 0});\n";
    connections += "connect(" + j + ".frame_b, " + a + ".frame_a);\n";
    before = a + ".frame_b";
  }
  const Built b(parts + connections);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    for (const JointEdge& edge : b.root().joints) {
      if (edge.name == "j" + std::to_string(i) && !edge.in_tree) return i;
    }
  }
  return joints.size();
}

// Fewest closure equations among joints that the user says equally much about; then the middle of the loop.
TEST(Topology, TheCutOfALoop) {
  const std::pair<std::string, std::string> revolute{"Joints.Revolute", ""},
      guessed{"Joints.Revolute", "(phi(start = 1))"},
      fixed{"Joints.Revolute", "(phi(start = 1, fixed = true))"},
      guessed_cylindrical{"Joints.Cylindrical", "(phi(start = 1))"};
  EXPECT_EQ(find_closing({revolute, revolute, revolute, revolute, revolute}), 2u);
  EXPECT_EQ(find_closing({fixed, revolute, revolute, revolute, revolute}), 2u);
  EXPECT_EQ(find_closing({fixed, guessed, guessed, revolute, revolute}), 3u);
  EXPECT_EQ(find_closing({guessed_cylindrical, guessed, guessed, guessed}), 0u);
  EXPECT_EQ(find_closing({guessed_cylindrical, guessed, revolute, guessed}), 2u);
}

const char* const pair_text =
    "model Pair\nInterfaces.Frame_a p, q;\nParts.Body a(m = 1, r_CM = {0, 0, 0}), c(m = 1, r_CM = "
    "{0, 0, 0});\nJoints.Revolute j;\n"
    "equation\nconnect(p, a.frame_a);\nconnect(q, c.frame_a);\nconnect(a.frame_a, "
    "j.frame_a);\nconnect(j.frame_b, c.frame_a);\nend Pair;\n";

TEST(Topology, AComponentShowsOnlyItsPorts) {
  const Built b(std::string(pair_text) +
                "Pair pair;\nJoints.Revolute hinge;\nequation\nconnect(world.frame_b, "
                "hinge.frame_a);\nconnect(hinge.frame_b, pair.p);\n");
  EXPECT_EQ(b.system.counts.components, 2);
  EXPECT_TRUE(b.root().groups.empty());
  ASSERT_EQ(b.root().nodes.size(), 2u);  // ground and the one port in use
  const Subsystem& pair = part(b.root(), "pair");
  EXPECT_EQ(pair.ports.size(), 1u);
  EXPECT_EQ(pair.groups.size(), 2u);
  // The walk enters the pair at its port and goes on inside.
  ASSERT_EQ(b.root().islands[0].walk.size(), 2u);
  EXPECT_EQ(b.root().islands[0].walk[1].kind, Move::Kind::part);
  EXPECT_EQ(pair.islands[1].walk.size(), 1u);
}

TEST(Topology, AComponentEnteredAtItsOtherEndWalksBackwards) {
  const Built b(std::string(pair_text) +
                "Pair pair;\nJoints.Revolute hinge;\nequation\nconnect(world.frame_b, "
                "hinge.frame_a);\nconnect(hinge.frame_b, pair.q);\n");
  EXPECT_TRUE(part(b.root(), "pair").islands[1].walk[0].reversed);
}

TEST(Topology, AComponentWithoutMassAtItsPortIsDissolved) {
  const Built b(
      "model Hinge\nInterfaces.Frame_a p, q;\nJoints.Revolute j;\nequation\nconnect(p, "
      "j.frame_a);\nconnect(j.frame_b, q);\nend Hinge;\n"
      "Hinge hinge;\nParts.BodyBox a(r = {1, 0, 0});\nequation\nconnect(world.frame_b, "
      "hinge.p);\nconnect(hinge.q, a.frame_a);\n");
  EXPECT_EQ(b.system.counts.components, 1);
  EXPECT_EQ(b.root().joints[0].name, "hinge.j");
  EXPECT_EQ(b.system.nv, 1);
}

TEST(Topology, StiffConnectionsOfPartsAreWelds) {
  const Built b(std::string(pair_text) +
                "Pair one, two;\nParts.FixedRotation fix(angle = 30);\nequation\nconnect(one.q, "
                "fix.frame_a);\nconnect(fix.frame_b, two.p);\n");
  int welds = 0, free = 0;
  for (const JointEdge& edge : b.root().joints) {
    welds += edge.nc() == 6;
    free += edge.added;
  }
  EXPECT_EQ(welds, 1);
  EXPECT_EQ(free, 1);  // nothing holds them to ground
  EXPECT_EQ(b.system.nv, 6 + 2);
}

TEST(Topology, MasslessJointChains) {
  // Two revolutes in series: what is between them has no mass.
  const Built b(
      "Joints.Revolute u(n = {1, 0, 0}), v(n = {0, 1, 0});\nParts.BodyBox a(r = {1, 0, "
      "0});\nequation\nconnect(world.frame_b, u.frame_a);\n"
      "connect(u.frame_b, v.frame_a);\nconnect(v.frame_b, a.frame_a);\n");
  EXPECT_EQ(b.root().groups.size(), 2u);
  EXPECT_EQ(std::count_if(b.root().groups.begin(), b.root().groups.end(),
                          [](const Group& g) { return g.invertible; }),
            1);
}

TEST(Topology, TheOuterWorldIsGroundInsideAComponent) {
  const Built b(
      "model Arm\nouter Modelica.Mechanics.MultiBody.World world;\nParts.FixedTranslation t(r = "
      "{1, 0, 0});\nJoints.Revolute j;\n"
      "Parts.BodyBox a(r = {1, 0, 0});\nequation\nconnect(world.frame_b, "
      "t.frame_a);\nconnect(t.frame_b, j.frame_a);\nconnect(j.frame_b, a.frame_a);\nend Arm;\n"
      "Arm one, two;\n");
  EXPECT_EQ(b.system.counts.components, 3);
  EXPECT_EQ(b.system.nv, 2);
  const JointEdge& edge = part(b.root(), "one").joints[0];
  EXPECT_EQ(edge.F.node, 0);
  EXPECT_EQ(edge.F.X_NF.p.x(), 1);
}

TEST(Topology, GroundCanBeAPort) {
  const Built b(
      "model Pole\nInterfaces.Frame_a top;\nParts.Fixed ground(r = {0, 2, "
      "0});\nequation\nconnect(ground.frame_b, top);\nend Pole;\n"
      "Pole pole;\nJoints.Revolute j;\nParts.BodyBox a(r = {1, 0, "
      "0});\nequation\nconnect(pole.top, j.frame_a);\nconnect(j.frame_b, a.frame_a);\n");
  EXPECT_EQ(b.system.counts.components, 2);
  EXPECT_EQ(b.system.nv, 1);
  EXPECT_EQ(b.root().joints[0].F.X_NF.p.y(), 2);
}

TEST(Topology, APointMassAloneHasThreeFreedoms) {
  EXPECT_EQ(Built("Parts.PointMass p(m = 1);\n").system.nv, 3);
  EXPECT_EQ(Built("Parts.Body p(m = 1, r_CM = {0, 0, 0});\n").system.nv, 6);
}

TEST(Topology, WrappersCostNoMoreThanTheirNumber) {
  // Twenty composites around one hinge, all dissolved: doubling at each level would never end.
  std::string text,
      inner = "Joints.Revolute h;\nequation\nconnect(p, h.frame_a);\nconnect(h.frame_b, q);\n";
  for (int i = 0; i < 20; ++i) {
    const std::string name = "W" + std::to_string(i);
    text += "model " + name + "\nInterfaces.Frame_a p, q;\n" + inner + "end " + name + ";\n";
    inner = name + " h;\nequation\nconnect(p, h.p);\nconnect(h.q, q);\n";
  }
  const Built b(text +
                "W19 hinge;\nParts.BodyBox a(r = {1, 0, 0});\nequation\nconnect(world.frame_b, "
                "hinge.p);\nconnect(hinge.q, a.frame_a);\n");
  EXPECT_EQ(b.system.nv, 1);
  EXPECT_EQ(b.system.counts.components, 1);
}

TEST(Topology, FaultsOfTheModel) {
  EXPECT_NE(message_of("model Other\ninner Modelica.Mechanics.MultiBody.World world(g = "
                       "1);\nParts.Body b(m = 1, r_CM = {0, 0, 0});\nend Other;\n"
                       "Other other;\nParts.Body b(m = 1, r_CM = {0, 0, 0});\n")
                .find("one inner World"),
            std::string::npos);
  EXPECT_NE(message_of("connector Pin\nReal v;\nflow Real i;\nend Pin;\nmodel R\nPin p;\nend R;\nR "
                       "a, b;\nequation\nconnect(a.p, b.p);\n")
                .find("is missing, for 'a.p.v'"),
            std::string::npos);
  EXPECT_NE(message_of("Joints.Revolute j;\nequation\nconnect(world.frame_b, "
                       "j.frame_a);\nconnect(world.frame_b, j.frame_b);\n")
                .find("same rigid body"),
            std::string::npos);
  EXPECT_NE(message_of("Forces.Spring a(c = 1), b(c = 1);\nParts.Body m(m = 1, r_CM = {0, 0, "
                       "0});\nequation\nconnect(world.frame_b, a.frame_a);\n"
                       "connect(a.frame_b, b.frame_a);\nconnect(b.frame_b, m.frame_a);\n")
                .find("no mass"),
            std::string::npos);
  const std::string two = message_of(
      "Joints.Revolute j;\nForces.Spring s(c = 1);\nParts.Body m(m = 1, r_CM = {0, 0, "
      "0});\nequation\nconnect(j.frame_b, m.frame_a);\n");
  EXPECT_NE(two.find("j"), std::string::npos);
  EXPECT_NE(two.find("'s'"), std::string::npos);  // all findings at once
}

// A constraint never carries a body: the body moves freely, and the constraint closes a loop.
TEST(Constraints, NeverEnterTheTree) {
  const Built b(
      "  Joints.Constraints.Revolute hinge(x_locked = false);\n"
      "  Joints.SphericalSpherical rod(rodLength = 1);\n"
      "  Parts.Body body(m = 1, r_CM = {0, 0, 0});\n"
      "equation\n  connect(world.frame_b, hinge.frame_a);\n  connect(hinge.frame_b, "
      "body.frame_a);\n"
      "  connect(world.frame_b, rod.frame_a);\n  connect(rod.frame_b, body.frame_a);\n");
  ASSERT_EQ(b.root().joints.size(), 3u);
  for (const JointEdge& edge : b.root().joints) EXPECT_EQ(edge.in_tree, edge.added) << edge.name;
  EXPECT_EQ(b.system.nv, 6);
  EXPECT_EQ(b.system.counts.joints, 2);
  EXPECT_EQ(b.system.counts.closing_joints, 2);
  EXPECT_EQ(b.system.counts.constraint_rows, 4 + 1);
  EXPECT_EQ(b.system.counts.closure_rows, 4 + 1);
}

// A rod is one equation while it carries nothing; else a body with a joint at each end.
TEST(Constraints, ARodThatCarriesSomethingIsABody) {
  const std::string parts =
      "  Joints.UniversalSpherical rod(rRod_ia = {1, 0, 0});\n"
      "  Joints.Revolute hinge;\n  Parts.Body body(m = 1, r_CM = {0, 0, 0});\n";
  const std::string ends =
      "equation\n  connect(world.frame_b, hinge.frame_a);\n  connect(hinge.frame_b, "
      "body.frame_a);\n"
      "  connect(world.frame_b, rod.frame_a);\n  connect(rod.frame_b, body.frame_a);\n";
  const Built bare(parts + ends);
  EXPECT_EQ(bare.root().groups.size(), 1u);
  EXPECT_EQ(bare.system.counts.closure_rows, 1);
  const Built loaded(parts + "  Parts.Body load(m = 1, r_CM = {0.5, 0, 0});\n" + ends +
                     "  connect(rod.frame_ia, load.frame_a);\n");
  EXPECT_EQ(loaded.root().groups.size(), 2u);
  EXPECT_EQ(loaded.system.counts.joints, 3);
  EXPECT_EQ(loaded.system.counts.closure_rows, 3);
}

TEST(Constraints, RelationsNameCoordinatesOfTreeJoints) {
  const std::string parts =
      "  Joints.Revolute a, b;\n  Parts.Body p(m = 1, r_CM = {0, 0, 0}), q(m = 1, r_CM = {0, 0, "
      "0});\n"
      "  Gelenk.Constraints.LinearRelation relation(";
  const std::string ends =
      "equation\n  connect(world.frame_b, a.frame_a);\n  connect(a.frame_b, p.frame_a);\n"
      "  connect(world.frame_b, b.frame_a);\n  connect(b.frame_b, q.frame_a);\n";
  const Built b(parts + "coordinates = {\"a.phi\", \"b.phi\"}, factors = {1, -2}, total = 3);\n" +
                ends);
  ASSERT_EQ(b.root().coordinate_rows.size(), 1u);
  const CoordinateRow& row = b.root().coordinate_rows[0];
  ASSERT_EQ(row.terms.size(), 2u);
  EXPECT_EQ(row.terms[1].factor, -2);
  EXPECT_EQ(row.constant, 3);
  EXPECT_EQ(b.system.counts.closure_rows, 1);
  EXPECT_NE(
      message_of(parts + "coordinates = {\"c.phi\"});\n" + ends).find("there is no joint 'c' here"),
      std::string::npos);
  EXPECT_NE(message_of(parts + "coordinates = {\"a.psi\"});\n" + ends)
                .find("'a.psi' is not a coordinate that an equation can use"),
            std::string::npos);
}

}  // namespace
}  // namespace gelenk
