// Joints with parallel axes one after the other, by sums of their angles and one by one: the same motion.
#include "codegen/body_motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "codegen/inverse_dynamics.h"
#include "elements/library.h"
#include "modelica/reader.h"

namespace gelenk::codegen {
namespace {

// Behind an axis of another direction three that are parallel, of which one points to the other side, with a
// constant turn about them between; then one more of another direction.
constexpr const char* arm = R"(
model Arm
  import Modelica.Mechanics.MultiBody.*;
  inner World world;
  Joints.Revolute a(n = {0, 1, 0}), b(n = {0, 0, 1}), c(n = {0, 0, -1}), d(n = {0, 0, 1}), e(n = {1, 0, 0});
  Parts.FixedRotation ab(r = {0.1, 0.2, 0}), bc(r = {0.5, 0.1, 0.2}, n = {0, 0, 1}, angle = 40),
    cd(r = {0.4, 0, 0.1}, n = {0, 0, 1}, angle = -70), de(r = {0, 0.3, 0});
  Parts.Body one(m = 2, r_CM = {0.1, 0.2, 0.3}, I_11 = 0.5, I_22 = 0.6, I_33 = 0.7, I_21 = 0.05),
    two(m = 3, r_CM = {0.2, 0.1, 0}, I_11 = 0.3, I_22 = 0.4, I_33 = 0.5),
    three(m = 1, r_CM = {0, 0.1, 0.2}, I_11 = 0.1, I_22 = 0.2, I_33 = 0.2, I_32 = 0.02),
    four(m = 1, r_CM = {0.3, 0.1, 0.2}, I_11 = 0.1, I_22 = 0.2, I_33 = 0.2);
equation
  connect(world.frame_b, a.frame_a);
  connect(a.frame_b, ab.frame_a);
  connect(ab.frame_b, b.frame_a);
  connect(b.frame_b, one.frame_a);
  connect(b.frame_b, bc.frame_a);
  connect(bc.frame_b, c.frame_a);
  connect(c.frame_b, two.frame_a);
  connect(c.frame_b, cd.frame_a);
  connect(cd.frame_b, d.frame_a);
  connect(d.frame_b, three.frame_a);
  connect(d.frame_b, de.frame_a);
  connect(de.frame_b, e.frame_a);
  connect(e.frame_b, four.frame_a);
end Arm;
)";

TEST(BodyMotion, IsTheSameBySumsOfAngles) {
  const ModelTree model = modelica::read_model_text("arm.mo", arm, element_library());
  const System system = build_system(model);
  const Tree tree = build_tree(system);
  const LeanTree lean(tree);
  ASSERT_TRUE(has_parallel_axes(lean));
  const std::vector<std::string> names = {"ground", "a", "b", "c", "d", "e"};
  const auto calc = [&](Sums sums, int& sines) {
    Graph graph;
    std::vector<Recorded> x;
    for (int i = 0; i < 15; ++i) x.emplace_back(graph, graph.input(i));
    const std::vector<Recorded> q(x.begin(), x.begin() + 5), v(x.begin() + 5, x.begin() + 10),
        vdot(x.begin() + 10, x.end());
    const Mechanism mechanism(lean, names, q, v);
    std::vector<Value> out;
    for (const Recorded& tau :
         calc_inverse_dynamics(mechanism, calc_body_motions(mechanism, vdot, sums), vdot, {}))
      out.push_back(tau.in(graph));
    sines = count_operations(graph, out).sines;
    return evaluate(
        graph, out,
        {0.3, -0.8, 1.2, 0.5, -0.4, 0.9, -1.1, 0.6, 0.2, 1.3, -0.7, 0.4, 0.8, -0.3, 1.0});
  };
  int sines = 0, sines_of_turns = 0, sines_of_angles = 0;
  const std::vector<double> one_by_one = calc(Sums::none, sines),
                            by_turns = calc(Sums::of_turns, sines_of_turns),
                            by_angles = calc(Sums::of_angles, sines_of_angles);
  double largest = 0.0;
  for (double tau : one_by_one) largest = std::max(largest, std::abs(tau));
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(by_turns[i], one_by_one[i], 1e-14 * largest);
    EXPECT_NEAR(by_angles[i], one_by_one[i], 1e-14 * largest);
  }
  EXPECT_EQ(sines_of_turns, sines);
  EXPECT_EQ(sines_of_angles, sines + 4);  // of two sums
}

TEST(BodyMotion, HasNoSumsWhereAxesDiffer) {
  const std::string text = std::regex_replace(
      std::string(arm), std::regex("c\\(n = \\{0, 0, -1\\}\\)"), "c(n = {1, 0, 0})");
  const ModelTree model = modelica::read_model_text("arm.mo", text, element_library());
  const System system = build_system(model);
  const Tree tree = build_tree(system);
  EXPECT_FALSE(has_parallel_axes(LeanTree(tree)));
}

}  // namespace
}  // namespace gelenk::codegen
