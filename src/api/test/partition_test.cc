// A partition of coordinates against closed forms: coupling, reduced mass and force of a slider-crank; the user's choice, singular positions.
#include "gelenk/partition.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gelenk {
namespace {

const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";

int find(const PartitionAnswer& answer, const std::string& name) {
  for (std::size_t j = 0; j < answer.coordinates.size(); ++j) {
    if (answer.coordinates[j].name == name) return static_cast<int>(j);
  }
  ADD_FAILURE() << "no coordinate " << name;
  return 0;
}

std::string what_of(Experiment& experiment, const PartitionOptions& options) {
  try {
    partition(experiment, options);
  } catch (const InputError& error) {
    return error.what();
  } catch (const NumericsError& error) {
    return error.what();
  }
  return "";
}

// T = ½ M_r(φ) w², V = V(φ): F_r = ½ M_r′ w² + V′.
TEST(Partition, SliderCrankHasItsReducedEquation) {
  Experiment e(Model::from_file(examples + "SliderCrank.mo"));
  e.start();
  const PartitionAnswer answer = partition(e, {"crankJoint.phi", true});
  EXPECT_TRUE(answer.is_users_choice);
  ASSERT_EQ(answer.independent.size(), 1u);
  EXPECT_EQ(answer.coordinates[answer.independent[0]].name, "crankJoint.phi");
  EXPECT_EQ(answer.coordinates[answer.independent[0]].role, "independent");
  EXPECT_DOUBLE_EQ(answer.coordinates[answer.independent[0]].value, 0.5);
  EXPECT_DOUBLE_EQ(answer.coordinates[answer.independent[0]].speed, 8);
  EXPECT_EQ(answer.rank, static_cast<int>(answer.dependent.size()));
  EXPECT_EQ(answer.redundant.size(), static_cast<std::size_t>(answer.equations - answer.rank));

  const double l = 0.3, L = 0.9, g = 9.81;
  const auto beta_rate = [&](double phi) {
    return -l * std::cos(phi) / std::sqrt(L * L - l * l * std::sin(phi) * std::sin(phi));
  };
  const auto piston_rate = [&](double phi) {
    return -l * std::sin(phi) + l * std::sin(phi) * beta_rate(phi);
  };
  // Half of it is the kinetic energy at w = 1: crank about ground, rod by its mass centre, piston.
  const auto mass = [&](double phi) {
    const double s = piston_rate(phi), b = beta_rate(phi);
    const double x = 0.5 * (-l * std::sin(phi) + s), y = 0.5 * l * std::cos(phi);
    return (0.02 + 2 * 0.0225) + (x * x + y * y) + 0.07 * b * b + 1.5 * s * s;
  };
  const double phi = 0.5, h = 1e-4, w = 8;
  const double slope =
      (8 * (mass(phi + h) - mass(phi - h)) - (mass(phi + 2 * h) - mass(phi - 2 * h))) / (12 * h);
  ASSERT_EQ(answer.M_r.size(), 1u);
  EXPECT_NEAR(answer.M_r[0], mass(phi), 1e-12);
  EXPECT_NEAR(answer.F_r[0], 0.5 * slope * w * w + g * l * 1.5 * std::cos(phi), 1e-9);
  for (std::size_t i = 0; i < answer.dependent.size(); ++i) {
    const std::string& name = answer.coordinates[answer.dependent[i]].name;
    const double rate = name == "cylinder.s"      ? piston_rate(phi)
                        : name == "crankPin.phi"  ? beta_rate(phi) - 1
                        : name == "pistonPin.phi" ? -beta_rate(phi)
                                                  : NAN;
    EXPECT_NEAR(answer.B[i], rate, 1e-12) << name;
    EXPECT_EQ(answer.coordinates[answer.dependent[i]].role, "dependent");
  }
}

TEST(Partition, AnyChoiceGivesTheSameAccelerations) {
  Experiment e(Model::from_file(examples + "thesis/Car.mo"));
  e.start();
  const PartitionAnswer own = partition(e, {"", true});
  const std::size_t n = own.independent.size();
  EXPECT_EQ(n, 6u);
  std::vector<double> qdot(e.nq()), vdot(e.nv());
  e.calc_derivatives(e.time(), e.q(), e.v(), qdot, vdot);
  for (std::size_t i = 0; i < n; ++i) {
    double left = own.F_r[i], size = 1.0;
    for (std::size_t k = 0; k < n; ++k) {
      left += own.M_r[i * n + k] * vdot[own.independent[k]];
      size = std::max(size, std::abs(own.M_r[i * n + k] * vdot[own.independent[k]]));
      EXPECT_NEAR(own.M_r[i * n + k], own.M_r[k * n + i], 1e-9 * std::abs(own.M_r[i * n + i]));
    }
    EXPECT_LT(std::abs(left), 1e-9 * size) << i;
  }
  EXPECT_LT(own.condition, 1e3);
  EXPECT_TRUE(own.own_choice.empty());
}

TEST(Partition, UsersChoiceIsChecked) {
  Experiment e(Model::from_file(examples + "FourBar.mo"));
  e.start();
  EXPECT_EQ(
      what_of(e, {"crankJoint.phi, rockerJoint.phi", false})
          .find("error: 2 coordinates are named as independent, but the mechanism has 1 degree of "
                "freedom at the start [option]"),
      0u);
  EXPECT_EQ(
      what_of(e, {"crankJoint.fi", false}).find("error: there is no coordinate 'crankJoint.fi'"),
      0u);
  // Two others are named beside a choice of the user's that is another one.
  const PartitionAnswer own = partition(e);
  ASSERT_FALSE(own.dependent.empty());
  const std::string other = own.coordinates[own.dependent[0]].name;
  const PartitionAnswer users = partition(e, {other, false});
  EXPECT_EQ(users.own_choice, std::vector<std::string>{own.coordinates[own.independent[0]].name});
  EXPECT_DOUBLE_EQ(users.own_condition, own.condition);
  EXPECT_TRUE(users.M_r.empty());
}

TEST(Partition, TreesHaveNothingThatDepends) {
  Experiment e(Model::from_file(examples + "DoublePendulum.mo"));
  e.start();
  const PartitionAnswer answer = partition(e, {"", true});
  EXPECT_TRUE(answer.dependent.empty());
  EXPECT_EQ(answer.independent.size(), e.nv());
  EXPECT_EQ(answer.equations, 0);
  EXPECT_DOUBLE_EQ(answer.condition, 1.0);
  std::vector<double> M(e.nv() * e.nv()), h(e.nv());
  e.calc_mass_matrix(e.q(), M);
  e.calc_bias(e.time(), e.q(), e.v(), h);
  for (std::size_t i = 0; i < M.size(); ++i) EXPECT_NEAR(answer.M_r[i], M[i], 1e-12);
  for (std::size_t i = 0; i < h.size(); ++i) EXPECT_NEAR(answer.F_r[i], h[i], 1e-10);
}

TEST(Partition, SingularPositionsAreTold) {
  Experiment e(Model::from_file(examples + "FourBar.mo", "",
                                {{"crankLength", "0.4"},
                                 {"rockerLength", "0.4"},
                                 {"couplerLength", "1"},
                                 {"crankJoint.phi.start", "0"},
                                 {"crankJoint.w.start", "0"},
                                 {"crankPin.phi.start", "0"},
                                 {"rockerJoint.phi.start", "0"}}));
  e.start();
  EXPECT_EQ(
      what_of(e, {}),
      "the position is singular: the loops leave more freedoms here than elsewhere, so that no "
      "coordinates determine the others (start the mechanism beside it)");
}

TEST(Partition, LargeModelsAreRefused) {
  Experiment e(Model::from_text(R"(
    model Many
      import Modelica.Mechanics.MultiBody.*;
      inner World world;
      Joints.Revolute joint[2001];
      Parts.Body body[2001](each m = 1, each r_CM = {0.1, 0, 0});
    equation
      for i in 1:2001 loop
        connect(world.frame_b, joint[i].frame_a);
        connect(joint[i].frame_b, body[i].frame_a);
      end for;
    end Many;
  )"));
  EXPECT_EQ(what_of(e, {}),
            "error: a partition of coordinates works with full matrices: 2001 speeds are too many "
            "[unsupported]\n  hint: ask it of a part of the model, with at most 2000 speeds");
}

TEST(Partition, DrivenCoordinatesAreNeither) {
  Experiment e(Model::from_file(examples + "DrivenSliderCrank.mo"));
  e.start();
  const PartitionAnswer answer = partition(e, {"", true});
  EXPECT_TRUE(answer.independent.empty());
  EXPECT_EQ(answer.coordinates[find(answer, "crank_joint.phi")].role, "driven");
  EXPECT_EQ(what_of(e, {"crank_joint.phi", false}).find("error: "), 0u);
}

}  // namespace
}  // namespace gelenk
