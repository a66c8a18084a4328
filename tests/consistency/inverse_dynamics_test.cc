// Inverse against forward dynamics on random mechanisms with loops: accelerations under random efforts, found by reduced equations from the
// mass matrix, forces and the partition of coordinates, lead back to these efforts.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cstdio>
#include <random>

#include "gelenk/inverse.h"
#include "gelenk/partition.h"
#include "tests/support/random_mechanism.h"

namespace gelenk {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Eigen::VectorXd;

std::string write(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "(%.17g)", x);
  return text;
}

VectorXd copy(std::span<const double> numbers) {
  return Eigen::Map<const VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

// A motion that has these positions, speeds and accelerations at zero, of the coordinates with one number for position and speed. Empty
// where an independent one is none.
std::vector<std::pair<std::string, std::string>> make_laws(const Experiment& e,
                                                           const PartitionAnswer& split,
                                                           const VectorXd& vdot) {
  std::vector<std::pair<std::string, std::string>> laws;
  for (int j : split.independent) {
    const PartitionAnswer::Coordinate& c = split.coordinates[j];
    bool is_position = false;
    for (const RunSignal& coordinate : e.coordinates())
      is_position = is_position || coordinate.name == c.name;
    if (!is_position) return {};
    laws.emplace_back(c.name, write(c.value) + " + " + write(c.speed) + "*time + " +
                                  write(vdot[j] / 2) + "*time^2");
  }
  return laws;
}

TEST(InverseDynamics, GivesBackTheEffortsOfForwardDynamics) {
  int tried = 0, with_closing = 0;
  double worst = 0.0;
  for (unsigned seed = 1; seed <= 120; ++seed) {
    testing::MechanismOptions options;
    options.bodies = 4 + static_cast<int>(seed % 3);
    options.loops = 1 + static_cast<int>(seed % 2);
    options.torques = seed % 3 == 0;
    options.mounts = true;
    Experiment e(Model::from_text(testing::make_random_mechanism(seed, options)));
    PartitionAnswer split;
    try {
      e.start();
      split = partition(e);
    } catch (const InputError&) {
      continue;  // loops that do not close
    } catch (const NumericsError&) {
      continue;
    }
    const auto n = static_cast<Eigen::Index>(e.nv());
    const auto u = static_cast<Eigen::Index>(split.independent.size()),
               d = static_cast<Eigen::Index>(split.dependent.size());
    if (u == 0 || d == 0 || split.condition > 1e4) continue;
    // v̇ = v̇₀ + T w,  Tᵀ M T w = Tᵀ τ
    Rows T = Rows::Zero(n, u), M(n, n);
    const Eigen::Map<const Rows> B(split.B.data(), d, u);
    for (Eigen::Index k = 0; k < u; ++k) T(split.independent[k], k) = 1.0;
    for (Eigen::Index i = 0; i < d; ++i) T.row(split.dependent[i]) = B.row(i);
    std::vector<double> qdot(e.nq()), vdot0(e.nv());
    try {
      e.calc_derivatives(e.time(), e.q(), e.v(), qdot, vdot0);
    } catch (const NumericsError&) {
      continue;
    }
    e.calc_mass_matrix(e.q(), {M.data(), static_cast<std::size_t>(M.size())});
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-10, 10);
    VectorXd tau(u);
    for (double& x : tau) x = uniform(random);
    const VectorXd vdot = copy(vdot0) + T * (T.transpose() * M * T).ldlt().solve(tau);
    InverseOptions o;
    o.motion.laws = make_laws(e, split, vdot);
    if (o.motion.laws.empty()) continue;
    o.motion.t_end = 0.0;
    InverseAnswer answer;
    try {
      answer = inverse(e, o);
    } catch (const InputError& error) {
      ASSERT_EQ(std::string(error.what()).find("error: the model rolls"), 0u) << error.what();
      continue;
    }
    ASSERT_TRUE(answer.succeeded()) << seed << ": " << answer.message;
    ASSERT_EQ(answer.degrees_of_freedom, u) << seed;
    // Digits go where free accelerations are large.
    const double size = std::max(10.0, (M * copy(vdot0)).cwiseAbs().maxCoeff());
    double miss = 0.0;
    for (Eigen::Index k = 0; k < u; ++k)
      miss = std::max(miss, std::abs(answer.values[k][0] - tau[k]) / size);
    EXPECT_LT(miss, 1e-9) << seed;
    EXPECT_LT(answer.largest_miss, 1e-9) << seed;
    worst = std::max(worst, miss);
    ++tried;

    // All joints: the least efforts, which do the same along all motions.
    o.actuators = "*";
    const InverseAnswer all = inverse(e, o);
    ASSERT_TRUE(all.succeeded()) << seed << ": " << all.message;
    EXPECT_LT(all.largest_miss, 1e-9) << seed;
    double squares = 0.0;
    for (std::size_t i = 0; i < all.efforts.size(); ++i) squares += std::pow(all.values[i][0], 2);
    EXPECT_LT(squares, tau.squaredNorm() * (1 + 1e-6)) << seed;
    EXPECT_EQ(all.surplus, static_cast<int>(all.efforts.size() - u)) << seed;
    with_closing += all.efforts.size() > static_cast<std::size_t>(u + d);
  }
  EXPECT_GE(tried, 30);
  EXPECT_GE(with_closing, 3);
  RecordProperty("worst", std::to_string(worst));
}

}  // namespace
}  // namespace gelenk
