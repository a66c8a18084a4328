// Assemblies against closed forms: what moves, which others there are, and what would close what stays open.
#include "gelenk/assemble.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "gelenk/experiment.h"

namespace gelenk {
namespace {

constexpr double pi = 3.14159265358979323846;

// A planar four-bar: ground 1 m, crank 0.3 m; its other lengths, and what is said of the starts of its joints.
Model make_four_bar(double coupler, double rocker, const std::string& crank_start,
                    const std::string& rocker_start) {
  char lengths[200];
  std::snprintf(lengths, sizeof lengths,
                "  parameter Real coupler(unit = \"m\") = %.17g, rocker(unit = \"m\") = %.17g;\n",
                coupler, rocker);
  return Model::from_text(
      "model FourBar\n"
      "  import Modelica.Mechanics.MultiBody.*;\n" +
      std::string(lengths) + R"(
  inner World world(n = {0, -1, 0});
  Parts.FixedTranslation base(r = {1, 0, 0});
  Joints.Revolute a()" +
      crank_start + "), b, c, d(" + rocker_start + R"();
  Parts.BodyShape crankBar(r = {0.3, 0, 0}, r_CM = {0.15, 0, 0}, m = 1, I_33 = 0.01);
  Parts.BodyShape couplerBar(r = {coupler, 0, 0}, r_CM = {0, 0, 0}, m = 2, I_33 = 0.1);
  Parts.BodyShape rockerBar(r = {rocker, 0, 0}, r_CM = {0, 0, 0}, m = 1, I_33 = 0.05);
equation
  connect(world.frame_b, a.frame_a);
  connect(a.frame_b, crankBar.frame_a);
  connect(crankBar.frame_b, b.frame_a);
  connect(b.frame_b, couplerBar.frame_a);
  connect(couplerBar.frame_b, c.frame_a);
  connect(c.frame_b, rockerBar.frame_b);
  connect(world.frame_b, base.frame_a);
  connect(base.frame_b, d.frame_a);
  connect(d.frame_b, rockerBar.frame_a);
end FourBar;
)");
}

double get(const std::vector<AssembledValue>& values, const std::string& name) {
  for (const AssembledValue& v : values) {
    if (v.name == name) return v.value;
  }
  ADD_FAILURE() << "no value of " << name;
  return NAN;
}

bool is_fixed(const std::vector<AssembledValue>& values, const std::string& name) {
  for (const AssembledValue& v : values) {
    if (v.name == name) return v.is_fixed;
  }
  return false;
}

// The two angles of the rocker for a crank at φ, by the law of cosines about its hinge at (1, 0).
std::pair<double, double> calc_rocker(double phi, double coupler, double rocker) {
  const double x = 0.3 * std::cos(phi) - 1, y = 0.3 * std::sin(phi), far = std::hypot(x, y),
               to_pin = std::atan2(y, x),
               between = std::acos((far * far + rocker * rocker - coupler * coupler) /
                                   (2 * far * rocker));
  return {to_pin - between, to_pin + between};
}

TEST(Assemble, TellsWhatMovedAndWhatIsFixed) {
  const Model model = make_four_bar(0.9, 0.7, "phi(start = 1, fixed = true)", "phi(start = 1.7)");
  const AssemblyReport r = assemble(model);
  ASSERT_TRUE(r.is_assembled()) << r.message;
  EXPECT_EQ(r.loops, 1);
  EXPECT_EQ(r.degrees_of_freedom, 1);
  EXPECT_EQ(r.tries, 1);
  EXPECT_LT(r.drift_position, 1e-12);
  EXPECT_EQ(get(r.coordinates, "a.phi"), 1.0);
  EXPECT_TRUE(is_fixed(r.coordinates, "a.phi"));
  EXPECT_FALSE(is_fixed(r.coordinates, "d.phi"));
  const auto [low, high] = calc_rocker(1.0, 0.9, 0.7);
  const double d = get(r.coordinates, "d.phi");
  EXPECT_LT(std::min(std::abs(std::remainder(d - low, 2 * pi)),
                     std::abs(std::remainder(d - high, 2 * pi))),
            1e-10);
  // It is a state to go on from.
  Experiment experiment(model);
  experiment.set_state(r.time, r.q, r.v);
  EXPECT_NEAR(std::remainder(experiment.value("d.phi") - d, 2 * pi), 0.0, 1e-12);
}

// All bars in line, each of them at its zero: guesses from which no direction leads on.
TEST(Assemble, FourBarWithAllGuessesZero) {
  for (const double rocker : {0.7, 0.5, 0.9}) {
    const AssemblyReport r = assemble(make_four_bar(0.8, rocker, "", ""));
    ASSERT_TRUE(r.is_assembled()) << r.message;
    EXPECT_LT(r.drift_position, 1e-12);
  }
}

TEST(Assemble, FourBarHasOneOtherBranch) {
  const Model model = make_four_bar(0.9, 0.7, "phi(start = 1, fixed = true)", "phi(start = 1.7)");
  const AssemblyReport r = assemble(model, {}, {.branches = 60});
  ASSERT_TRUE(r.is_assembled()) << r.message;
  EXPECT_EQ(r.independent, std::vector<std::string>{"a.phi"});
  ASSERT_EQ(r.branches.size(), 1u);
  EXPECT_NEAR(get(r.branches[0].coordinates, "a.phi"), 1.0, 1e-12);
  // Both of the law of cosines.
  Experiment experiment(model);
  const auto [low, high] = calc_rocker(1.0, 0.9, 0.7);
  experiment.set_state(r.time, r.q, r.v);
  const double first = experiment.value("d.phi");
  experiment.set_state(r.time, r.branches[0].q, r.branches[0].v);
  const double other = experiment.value("d.phi");
  EXPECT_LT(std::abs(std::remainder(first + other - low - high, 2 * pi)), 1e-9);
  EXPECT_GT(std::abs(std::remainder(first - other, 2 * pi)), 0.1);
  // The same in every call.
  const AssemblyReport again = assemble(model, {}, {.branches = 60});
  EXPECT_EQ(again.branches[0].q, r.branches[0].q);
}

// Without a fixed coordinate an independent one is kept where it is.
TEST(Assemble, BranchesKeepAnIndependentCoordinate) {
  const AssemblyReport r =
      assemble(make_four_bar(0.9, 0.7, "phi(start = 1)", "phi(start = 1.7)"), {}, {.branches = 60});
  ASSERT_TRUE(r.is_assembled()) << r.message;
  ASSERT_EQ(r.independent.size(), 1u);
  EXPECT_EQ(r.branches.size(), 1u);
}

// From the crank's end to the rocker's hinge it is farther than the two bars reach.
TEST(Assemble, TellsWhatWouldCloseIt) {
  const double far = std::hypot(1 - 0.3 * std::cos(1.0), 0.3 * std::sin(1.0));
  const AssemblyReport r =
      assemble(make_four_bar(0.3, 0.45, "phi(start = 1, fixed = true)", "phi(start = 2)"));
  EXPECT_EQ(r.status, "open");
  ASSERT_FALSE(r.open.empty());
  EXPECT_NE(r.open[0].find("does not close: it stays open by"), std::string::npos) << r.open[0];
  // With its crank elsewhere it closes: 1 m − 0.3 m is less than both bars.
  ASSERT_EQ(r.releases.size(), 1u);
  EXPECT_EQ(r.releases[0], std::vector<std::string>{"a"});
  const auto change = [&](const std::string& parameter) {
    for (const LengthChange& l : r.lengths) {
      if (l.parameter == parameter) return l.by;
    }
    ADD_FAILURE() << parameter << " is not among the lengths";
    return 0.0;
  };
  EXPECT_NEAR(change("coupler"), far - 0.75, 2e-3);
  EXPECT_NEAR(change("rocker"), far - 0.75, 2e-3);
  EXPECT_LE(std::abs(r.lengths[0].by), far - 0.75 + 1e-3);
}

TEST(Assemble, FixedStartsThatContradictEachOther) {
  const AssemblyReport r = assemble(
      make_four_bar(0.9, 0.7, "phi(start = 1, fixed = true)", "phi(start = -1.7, fixed = true)"));
  EXPECT_EQ(r.status, "open");
  ASSERT_EQ(r.releases.size(), 2u);
  EXPECT_EQ(r.releases[0].size(), 1u);
  EXPECT_EQ(r.releases[1].size(), 1u);
}

TEST(Assemble, EveryFormulationGivesAStateOfItsOwn) {
  const Model model = make_four_bar(0.9, 0.7, "phi(start = 1, fixed = true)", "phi(start = 1.7)");
  for (const char* formulation : {"recursive", "mixed", "hierarchical"}) {
    ExperimentOptions options;
    options.formulation = formulation;
    const AssemblyReport r = assemble(model, options);
    ASSERT_TRUE(r.is_assembled()) << r.message;
    Experiment experiment(model, options);
    experiment.set_state(r.time, r.q, r.v);
    EXPECT_NEAR(experiment.value("a.phi"), 1.0, 1e-10) << formulation;
  }
}

TEST(Assemble, RefusesWhatIsNoModel) {
  EXPECT_THROW(assemble(make_four_bar(0.9, 0.7, "", ""), {}, {.branches = -1}), InputError);
  EXPECT_THROW(assemble(make_four_bar(0.9, 0.7, "", ""), {}, {.start_time = NAN}), InputError);
}

}  // namespace
}  // namespace gelenk
