#include "formulations/least_loads.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <numeric>

namespace gelenk {

namespace {

// Sine of the angle below which a row counts as dependent.
constexpr double tolerance = 1e-9;

double find_largest_distance(const Subsystem& sub) {
  double largest = 0.0;
  for (const JointEdge& edge : sub.joints) {
    for (const FrameOnNode* at : {&edge.F, &edge.M}) {
      if (sub.nodes[at->node].kind != Node::Kind::ground)
        largest = std::max(largest, at->X_NF.p.norm());
    }
  }
  for (const auto& part : sub.parts) largest = std::max(largest, find_largest_distance(*part));
  return largest;
}

}  // namespace

double calc_load_length(const System& system) {
  const double largest = find_largest_distance(*system.root);
  return largest > 0 ? largest : 1.0;
}

void LeastLoads::add_joint(const Eigen::Ref<const Matrix>& C) {
  Matrix scaled = C;
  scaled.leftCols(3) /= length_;
  L_.push_back((scaled * scaled.transpose()).llt().matrixL());
}

void LeastLoads::add_relation(double sum_of_squares) {
  // Where the equation's gradient vanishes it carries nothing, on any scale.
  L_.push_back(Matrix::Constant(1, 1, sum_of_squares > 0 ? std::sqrt(sum_of_squares) : 1.0));
}

void LeastLoads::calc(const Closure& closure, const std::vector<char>& use, const Vector& change,
                      Vector& lambda) const {
  // Where the two ends of a row cancel in a column, rounding is left.
  Matrix G = closure.G;
  for (Eigen::Index i = 0; i < G.rows(); ++i) {
    for (Eigen::Index j = 0; j < G.cols(); ++j) {
      if (std::abs(G(i, j)) < 1e-12 * closure.natural[i]) G(i, j) = 0.0;
    }
  }
  Matrix G_L = G;
  Vector y(G.rows());
  int row = 0;
  for (const Matrix& L : L_) {
    const int n = static_cast<int>(L.rows());
    L.triangularView<Eigen::Lower>().solveInPlace(G_L.middleRows(row, n));
    y.segment(row, n) = L.transpose() * lambda.segment(row, n);
    row += n;
  }
  GELENK_ASSERT(row == G.rows());

  // Rows that share a column belong together; a column's representative is its first row.
  std::vector<int> root(G.rows());
  std::iota(root.begin(), root.end(), 0);
  auto find = [&](int i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  std::vector<int> first_row(G.cols(), -1);
  for (int j = 0; j < G.cols(); ++j) {
    if (!use[j]) continue;
    for (int i = 0; i < G.rows(); ++i) {
      if (G(i, j) == 0.0) continue;
      if (first_row[j] < 0)
        first_row[j] = i;
      else
        root[find(i)] = find(first_row[j]);
    }
  }
  for (int k = 0; k < G.rows(); ++k) {
    if (find(k) != k) continue;
    std::vector<int> rows, columns;
    for (int i = 0; i < G.rows(); ++i) {
      if (find(i) == k) rows.push_back(i);
    }
    for (int j = 0; j < G.cols(); ++j) {
      if (first_row[j] >= 0 && find(first_row[j]) == k) columns.push_back(j);
    }
    calc_component(G_L, rows, columns, change, y);
  }
  row = 0;
  for (const Matrix& L : L_) {
    const int n = static_cast<int>(L.rows());
    lambda.segment(row, n) = L.transpose().triangularView<Eigen::Upper>().solve(y.segment(row, n));
    row += n;
  }
}

void LeastLoads::calc_component(const Matrix& G_L, const std::vector<int>& rows,
                                const std::vector<int>& columns, const Vector& change,
                                Vector& y) const {
  const Vector part = y(rows);
  if (columns.empty()) {  // rows between bodies that do not move: nothing presses on them
    y(rows).setZero();
    return;
  }
  Matrix A = G_L(rows, columns).transpose();
  Vector more = change(columns);
  for (Eigen::Index j = 0; j < A.rows(); ++j) {  // speeds of different units
    const double size = A.row(j).norm();
    if (!(size > 0)) continue;
    A.row(j) /= size;
    more[j] /= size;
  }
  Eigen::CompleteOrthogonalDecomposition<Matrix> decomposition;
  decomposition.setThreshold(tolerance);
  decomposition.compute(A);
  if (decomposition.rank() == A.cols() && more.isZero(0.0)) return;
  const Vector least = decomposition.solve(A * part + more);
  y(rows) = least;
}

}  // namespace gelenk
