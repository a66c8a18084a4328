// Constants of a mechanism before and after they are arranged.
#include "codegen/lean_tree.h"

#include <gtest/gtest.h>

#include "elements/library.h"
#include "math/rotation.h"
#include "modelica/reader.h"

namespace gelenk::codegen {
namespace {

constexpr double rounding = 1e-14;  // of a few products of numbers of size 1

Moments make_moments() {
  Moments x;
  x.m = 2.0;
  x.h = {0.3, -0.5, 0.7};
  x.S << 1.0, 0.2, -0.1,  //
      0.2, 0.8, 0.3,      //
      -0.1, 0.3, 0.9;
  return x;
}

TEST(Moments, SeenFromAFrameAreThoseOfItsPoints) {
  // Two points are a body whose moments are sums.
  const Vec3<double> points[] = {{0.1, 0.4, -0.3}, {-0.6, 0.2, 0.5}};
  const Pose<double> X = {rotation_about<double>(Vec3<double>(1, 2, 2) / 3, 0.7), {0.3, 1.2, -0.4}};
  Moments body, moved;
  for (const Vec3<double>& p : points) {
    const Vec3<double> r = X * p;
    body += Moments{1.5, 1.5 * p, 1.5 * p * p.transpose()};
    moved += Moments{1.5, 1.5 * r, 1.5 * r * r.transpose()};
  }
  const Moments seen = body.in_frame(X);
  EXPECT_NEAR(seen.m, moved.m, rounding);
  EXPECT_LT((seen.h - moved.h).norm(), rounding);
  EXPECT_LT((seen.S - moved.S).norm(), rounding);
}

TEST(Moments, ComeBack) {
  const Moments x = make_moments();
  const Pose<double> X = {rotation_about<double>(Vec3<double>(2, -1, 2) / 3, -1.1),
                          {0.3, 1.2, -0.4}};
  const Moments back = x.in_frame(X).in_frame(X.inverse());
  EXPECT_LT((back.h - x.h).norm(), rounding);
  EXPECT_LT((back.S - x.S).norm(), rounding);
}

constexpr const char* arm = R"(
model Arm
  import Modelica.Mechanics.MultiBody.*;
  inner World world;
  Joints.Revolute a(n = {0, 1, 0}), b(n = {1, 0, 0});
  Joints.Prismatic s(n = {0, 0, 1});
  Parts.Body upper(m = 2, r_CM = {0.1, 0.2, 0.3}, I_11 = 0.5, I_22 = 0.6, I_33 = 0.7);
  Parts.Body lower(m = 3, r_CM = {0.2, 0.1, 0}, I_11 = 0.3, I_22 = 0.4, I_33 = 0.5);
  Parts.Body slide(m = 1, r_CM = {0, 0.1, 0}, I_11 = 0.1, I_22 = 0.1, I_33 = 0.1);
  Parts.FixedTranslation link(r = {0.4, 0.5, 0});
equation
  connect(world.frame_b, a.frame_a);
  connect(a.frame_b, upper.frame_a);
  connect(a.frame_b, link.frame_a);
  connect(link.frame_b, b.frame_a);
  connect(b.frame_b, lower.frame_a);
  connect(b.frame_b, s.frame_a);
  connect(s.frame_b, slide.frame_a);
end Arm;
)";

TEST(LeanTree, FixesToTheParentWhatMovesAlike) {
  const ModelTree model = modelica::read_model_text("arm.mo", arm, element_library());
  const System system = build_system(model);
  const Tree tree = build_tree(system);
  const LeanTree lean(tree);
  ASSERT_EQ(lean.bodies.size(), 4U);
  for (int i : {1, 2}) {  // they turn
    const Moments& x = lean.bodies[i].moments;
    EXPECT_EQ(x.m, 0.0);
    EXPECT_EQ(x.h.z(), 0.0);
    EXPECT_EQ(x.S(2, 2), 0.0);
    EXPECT_GT(x.h.norm(), 0.0);
  }
  EXPECT_EQ(lean.bodies[3].moments.S.norm(), 0.0);
  EXPECT_EQ(lean.bodies[3].moments.m, 1.0);
  EXPECT_NEAR(lean.bodies[0].moments.m, 2.0 + 3.0, 1e-15);
}

// Of the offset (0.4, 0.5, 0) from the first axis to the second, the part along the first goes; the other
// stands either before or behind the second.
TEST(LeanTree, MovesOriginsToWhereOffsetsVanish) {
  const ModelTree model = modelica::read_model_text("arm.mo", arm, element_library());
  const System system = build_system(model);
  const Tree tree = build_tree(system);
  const LeanTree lean(tree);
  EXPECT_NEAR(lean.bodies[1].slid, 0.5, rounding);
  int entries = 0;
  for (int i : {2, 3}) entries += static_cast<int>((lean.bodies[i].X_PF.p.array() != 0.0).count());
  EXPECT_EQ(entries, 1);
}

}  // namespace
}  // namespace gelenk::codegen
