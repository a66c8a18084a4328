// Eigenvalues of matrices whose Jordan form is known.
#include "analyses/modes.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <map>
#include <random>

namespace gelenk {
namespace {

// Blocks on the diagonal in coordinates that mix them, and scales that differ by a million.
Matrix hide(const Matrix& J, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const Eigen::Index n = J.rows();
  Matrix R(n, n);
  for (double& entry : R.reshaped()) entry = uniform(random);
  const Matrix Q = R.householderQr().householderQ();
  Vector scale(n);
  for (double& entry : scale) entry = std::pow(10.0, 3 * uniform(random));
  const Matrix S = scale.asDiagonal() * Q;
  return S * J * S.inverse();
}

Matrix make_block(double eigenvalue, Eigen::Index size) {
  Matrix J = eigenvalue * Matrix::Identity(size, size);
  for (Eigen::Index i = 0; i + 1 < size; ++i) J(i, i + 1) = 1.0;
  return J;
}

Matrix join(const std::vector<Matrix>& blocks) {
  Eigen::Index n = 0;
  for (const Matrix& block : blocks) n += block.rows();
  Matrix J = Matrix::Zero(n, n);
  n = 0;
  for (const Matrix& block : blocks) {
    J.block(n, n, block.rows(), block.rows()) = block;
    n += block.rows();
  }
  return J;
}

std::vector<EigenMode> analyse(const Matrix& A) {
  const Eigen::Index n = A.rows();
  return calc_modes(A, Matrix::Identity(n, n), Vector::Ones(n), static_cast<int>(n), 1e-14);
}

// A v = λ v, by the size of A's rows.
void expect_eigenvector(const Matrix& A, const EigenMode& mode, double tolerance) {
  const ComplexVector left =
      A.cast<std::complex<double>>() * mode.shape - mode.eigenvalue * mode.shape;
  const Vector size = A.cwiseAbs() * mode.shape.cwiseAbs();
  for (Eigen::Index i = 0; i < left.size(); ++i)
    EXPECT_LE(std::abs(left[i]), tolerance * (size[i] + 1e-300)) << mode.eigenvalue;
}

TEST(Modes, NameChainsOfZeroAndOfOthers) {
  const Matrix rotation{{-0.1, 3.0}, {-3.0, -0.1}};
  const Matrix J = join({make_block(0, 3), make_block(0, 1), make_block(0, 2), make_block(-2, 2),
                         make_block(-2, 1), make_block(5, 1), rotation});
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const Matrix A = hide(J, seed);
    const std::vector<EigenMode> modes = analyse(A);
    ASSERT_EQ(modes.size(), 7u);
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(modes[k].eigenvalue, 0.0);
      EXPECT_EQ(modes[k].multiplicity, 6);
      EXPECT_EQ(modes[k].chain, 3 - k);
    }
    for (int k = 3; k < 5; ++k) {
      EXPECT_NEAR(std::abs(modes[k].eigenvalue + 2.0), 0.0, 1e-8);
      EXPECT_EQ(modes[k].multiplicity, 3);
      EXPECT_EQ(modes[k].chain, 5 - k);
    }
    EXPECT_NEAR(std::abs(modes[5].eigenvalue - std::complex<double>(-0.1, 3)), 0.0, 1e-8);
    EXPECT_NEAR(std::abs(modes[6].eigenvalue - 5.0), 0.0, 1e-8);
    for (const EigenMode& mode : modes) {
      expect_eigenvector(A, mode, 1e-6);
      EXPECT_NEAR(mode.shape.cwiseAbs().maxCoeff(), 1.0, 1e-12);
      EXPECT_NEAR(mode.participation.sum(), 1.0, 1e-9);
    }
  }
}

// Alike to six digits they are two, not one.
TEST(Modes, KeepNeighboursApart) {
  const Matrix A =
      hide(join({make_block(-1, 1), make_block(-1.000001, 1), make_block(-1.00001, 1)}), 3);
  const std::vector<EigenMode> modes = analyse(A);
  ASSERT_EQ(modes.size(), 3u);
  for (const EigenMode& mode : modes) EXPECT_EQ(mode.multiplicity, 1);
  EXPECT_NEAR(modes[1].eigenvalue.real(), -1.000001, 1e-9);
}

TEST(Modes, OfNothingAreNone) { EXPECT_TRUE(analyse(Matrix(0, 0)).empty()); }

}  // namespace
}  // namespace gelenk
