// Mates of CAD assemblies in small mechanisms with closed forms, under every formulation, with the mate carrying
// coordinates and closing a loop. Planes and axes lie askew in both frames, so that a normal taken in the wrong
// frame shows.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

constexpr double g = 9.80665;

// What all models share: a reference frame askew in the world, and a body whose mass centre is its frame.
const std::string parts =
    "  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
    "  inner Modelica.Mechanics.MultiBody.World world(n = {0, 0, -1});\n"
    "  Parts.FixedRotation base(r = {0.3, -0.2, 1}, n = {1, 2, 3}, angle = 50);\n"
    "  Parts.Body body(m = 2, r_CM = {0, 0, 0}, I_11 = 0.1, I_22 = 0.1, I_33 = 0.1);\n";
const std::string ends =
    "equation\n  connect(world.frame_b, base.frame_a);\n  connect(base.frame_b, mate.frame_a);\n"
    "  connect(mate.frame_b, body.frame_a);\n";

struct Place {
  Mat3<double> R = rotation_about<double>(Vec3<double>(1, 2, 3).normalized(), 50 * M_PI / 180);
  Vec3<double> p{0.3, -0.2, 1};
} const base;

class Mates : public ::testing::TestWithParam<testing::NamedFormulation> {
 protected:
  Series run(const std::string& text) {
    SCOPED_TRACE(text);
    TestModel test = TestModel::from_text("model M\n" + text + "end M;\n", GetParam().make);
    SimulationOptions options;
    options.stop_time = 1;
    options.interval = 0.1;
    Series series = testing::simulate(test, options, "*");
    EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
    EXPECT_LT(series.result.largest_drift.position, 1e-12);
    EXPECT_LT(series.result.largest_drift.velocity, 1e-12);
    return series;
  }
  static Vec3<double> vector_at(const Series& s, double t, const std::string& name) {
    return {s.at(t, name + "[1]"), s.at(t, name + "[2]"), s.at(t, name + "[3]")};
  }
  // R of frame_a of the body: the library's T takes world to frame.
  static Mat3<double> rotation_at(const Series& s, double t, const std::string& frame) {
    Mat3<double> T;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j)
        T(i, j) =
            s.at(t, frame + ".R.T[" + std::to_string(i + 1) + "," + std::to_string(j + 1) + "]");
    }
    return T.transpose();
  }
};

INSTANTIATE_TEST_SUITE_P(All, Mates, ::testing::ValuesIn(testing::all_formulations),
                         [](const auto& one) { return std::string(one.param.name); });

// Without friction a body slides down the plane by the part of gravity in it, and goes on turning.
TEST_P(Mates, PlanesSlideDownTheIncline) {
  const Vec3<double> n = base.R * Vec3<double>(1, -2, 3).normalized(),
                     n_b = Vec3<double>(0, 1, -1).normalized();
  const Vec3<double> down(0, 0, -g), a = down - n * n.dot(down);
  const Series s = run(parts +
                       "  Gelenk.Joints.PlaneToPlane mate(n_a = {1, -2, 3}, n_b = {0, 1, -1}, "
                       "distance = 0.4, w(start = 2, fixed = true));\n" +
                       ends);
  for (double t : {0.0, 0.5, 1.0}) {
    const Vec3<double> expected = base.p + 0.4 * n + 0.5 * t * t * a;
    EXPECT_LT((vector_at(s, t, "body.r_0") - expected).norm(), 1e-9) << t;
    const Mat3<double> R = rotation_at(s, t, "body.frame_a");
    EXPECT_LT((R * n_b - n).norm(), 1e-12) << t;
    EXPECT_NEAR(s.at(t, "mate.phi"), 2 * t, 1e-9);
    EXPECT_LT((R * vector_at(s, t, "body.w_a") - 2 * n).norm(), 1e-9);
    // The plane carries what gravity presses on it, at the mass centre.
    EXPECT_LT((R * vector_at(s, t, "mate.plane_b.frame_a.f") - (n * n.dot(2 * down))).norm(), 1e-7);
  }
  EXPECT_EQ(s.result.degrees_of_freedom, 3);
  EXPECT_EQ(s.result.closure_rows, 0);
}

TEST_P(Mates, AxesSlideAndTurnOnOneLine) {
  const Vec3<double> n = base.R * Vec3<double>(1, -2, 3).normalized(),
                     n_b = Vec3<double>(0, 1, -1).normalized();
  const double along = -g * n.z();
  const Series s = run(parts +
                       "  Gelenk.Joints.AxisToAxis mate(n_a = {1, -2, 3}, n_b = {0, 1, -1}, "
                       "s(start = 0.2, fixed = true), v(start = -1, fixed = true), w(start = 3, "
                       "fixed = true));\n" +
                       ends);
  for (double t : {0.0, 0.5, 1.0}) {
    const double d = 0.2 - t + 0.5 * along * t * t;
    EXPECT_LT((vector_at(s, t, "body.r_0") - (base.p + d * n)).norm(), 1e-9) << t;
    EXPECT_LT((rotation_at(s, t, "body.frame_a") * n_b - n).norm(), 1e-12);
    EXPECT_NEAR(s.at(t, "mate.s"), d, 1e-9);
    EXPECT_NEAR(s.at(t, "mate.phi"), 3 * t, 1e-9);
  }
  EXPECT_EQ(s.result.degrees_of_freedom, 2);
}

// A bead without friction in a plane, and on a wire; it turns as it did at the start.
TEST_P(Mates, PointsStayInThePlaneAndOnTheLine) {
  const Vec3<double> n = base.R * Vec3<double>(1, -2, 3).normalized(), down(0, 0, -g);
  const std::string body = [] {
    std::string text = parts;
    return text.insert(text.find("m = 2"),
                       "w_0_start = {0, 0, 2}, w_0_fixed = true, r_0(start = {0.3, -0.2, 1}), ");
  }();
  const Series plane =
      run(body + "  Gelenk.Joints.PointToPlane mate(n = {1, -2, 3}, distance = -0.4);\n" + ends);
  const Series line = run(body + "  Gelenk.Joints.PointToLine mate(n = {1, -2, 3});\n" + ends);
  for (double t : {0.5, 1.0}) {
    const Vec3<double> moved = vector_at(plane, t, "body.r_0") - vector_at(plane, 0, "body.r_0");
    EXPECT_LT((moved - 0.5 * t * t * (down - n * n.dot(down))).norm(), 1e-9) << t;
    EXPECT_NEAR(n.dot(vector_at(plane, t, "body.r_0") - base.p), -0.4, 1e-12);
    EXPECT_LT((vector_at(line, t, "body.r_0") - base.p - 0.5 * t * t * n * n.dot(down)).norm(),
              1e-9);
    for (const Series* s : {&plane, &line}) {
      const Mat3<double> R = rotation_at(*s, t, "body.frame_a");
      EXPECT_LT((R - rotation_about<double>(Vec3<double>::UnitZ(), 2 * t)).norm(), 1e-9);
    }
  }
  EXPECT_EQ(plane.result.degrees_of_freedom, 5);
  EXPECT_EQ(plane.result.closure_rows, 1);
  EXPECT_EQ(line.result.degrees_of_freedom, 4);
  EXPECT_EQ(line.result.closure_rows, 2);
}

// Three feet of a body, held in a plane by their points, are a plane mate; and so is the mate where it closes
// a loop beside a free joint.
TEST_P(Mates, ThreePointsAreAPlane) {
  const std::string top =
      "  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
      "  inner Modelica.Mechanics.MultiBody.World world(n = {1, 0, -2});\n"
      "  Parts.Body body(m = 2, r_CM = {0.1, -0.2, 0.3}, I_11 = 0.1, I_22 = 0.2, I_33 = 0.15,\n"
      "    w_0_start = {0, 0, 3}, w_0_fixed = true, r_0(each fixed = true));\n";
  const Series plane = run(top +
                           "  Gelenk.Joints.PlaneToPlane mate;\nequation\n"
                           "  connect(world.frame_b, mate.frame_a);\n"
                           "  connect(mate.frame_b, body.frame_a);\n");
  const Series closing = run(top +
                             "  Gelenk.Joints.PlaneToPlane mate(stateSelect = StateSelect.avoid);\n"
                             "  Joints.FreeMotion free;\nequation\n"
                             "  connect(world.frame_b, mate.frame_a);\n"
                             "  connect(mate.frame_b, body.frame_a);\n"
                             "  connect(world.frame_b, free.frame_a);\n"
                             "  connect(free.frame_b, body.frame_a);\n");
  const Series points =
      run(top +
          "  Gelenk.Joints.PointToPlane mate[3];\n"
          "  Parts.FixedTranslation foot[3](r = {{0, 0, 0}, {0.5, 0, 0}, {0.2, 0.4, 0}});\n"
          "equation\n  for i in 1:3 loop\n    connect(world.frame_b, mate[i].frame_a);\n"
          "    connect(body.frame_a, foot[i].frame_a);\n"
          "    connect(foot[i].frame_b, mate[i].frame_b);\n  end for;\n");
  for (double t : plane.time) {
    for (const Series* other : {&closing, &points}) {
      EXPECT_LT((vector_at(plane, t, "body.r_0") - vector_at(*other, t, "body.r_0")).norm(), 1e-8);
      EXPECT_LT((vector_at(plane, t, "body.w_a") - vector_at(*other, t, "body.w_a")).norm(), 1e-8);
    }
  }
  EXPECT_GT(vector_at(plane, 1, "body.r_0").norm(), 1);
  EXPECT_EQ(closing.result.closure_rows, 3);
  EXPECT_EQ(points.result.closure_rows, 3);
  EXPECT_EQ(points.result.redundant_rows, 0);
}

// Three planes hold a part as a weld does, with nine rows for six freedoms (Successive 7).
TEST_P(Mates, ThreePlanesAreAStiffConnection) {
  const std::string pendulum =
      "  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
      "  inner Modelica.Mechanics.MultiBody.World world;\n"
      "  Joints.Revolute hinge(phi(fixed = true), w(start = 1, fixed = true));\n"
      "  Parts.BodyShape arm(r = {0.5, 0, 0}, r_CM = {0.2, 0, 0}, m = 2);\n"
      "  Parts.Body bob(m = 3, r_CM = {0.1, -0.2, 0.3}, I_11 = 0.1, I_22 = 0.2, I_33 = 0.3);\n";
  const std::string hung =
      "equation\n  connect(world.frame_b, hinge.frame_a);\n"
      "  connect(hinge.frame_b, arm.frame_a);\n";
  const Series stiff = run(pendulum + hung + "  connect(arm.frame_b, bob.frame_a);\n");
  const Series mated =
      run(pendulum + "  Gelenk.Joints.PlaneToPlane x(n_a = {1, 0, 0}), y(n_a = {0, 1, 0}), z;\n" +
          hung +
          "  connect(arm.frame_b, x.frame_a);\n  connect(arm.frame_b, y.frame_a);\n"
          "  connect(arm.frame_b, z.frame_a);\n  connect(x.frame_b, bob.frame_a);\n"
          "  connect(y.frame_b, bob.frame_a);\n  connect(z.frame_b, bob.frame_a);\n");
  for (double t : stiff.time) {
    EXPECT_NEAR(mated.at(t, "hinge.phi"), stiff.at(t, "hinge.phi"), 1e-8);
    EXPECT_LT((vector_at(mated, t, "bob.r_0") - vector_at(stiff, t, "bob.r_0")).norm(), 1e-8);
  }
  EXPECT_GT(std::abs(stiff.last("hinge.phi")), 0.5);
  EXPECT_EQ(mated.result.redundant_rows, 3);
  EXPECT_EQ(mated.result.degrees_of_freedom, 1);
}

// Faces that cannot all meet the right way round: said, and not closed upside down.
TEST(MatesOfFaces, ThatCloseOnlyTurnedOverAreRefused) {
  try {
    TestModel test = TestModel::from_text(
        "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
        "  inner Modelica.Mechanics.MultiBody.World world;\n  Parts.Body body(m = 1);\n"
        "  Gelenk.Joints.PlaneToPlane x(n_a = {1, 0, 0}), y(n_a = {0, 1, 0}), z(n_b = {0, 0, "
        "-1});\n"
        "equation\n  connect(world.frame_b, x.frame_a);\n  connect(world.frame_b, y.frame_a);\n"
        "  connect(world.frame_b, z.frame_a);\n  connect(x.frame_b, body.frame_a);\n"
        "  connect(y.frame_b, body.frame_a);\n  connect(z.frame_b, body.frame_a);\nend M;\n");
    SimulationOptions options;
    testing::simulate(test, options, "*");
    FAIL() << "assembled";
  } catch (const UserError& error) {
    EXPECT_NE(
        std::string(error.what()).find("joint 'z.planar' closes only turned over, by 3.14159"),
        std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace gelenk
