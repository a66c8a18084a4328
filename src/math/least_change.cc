// Orthogonal triangularisation of Gᵀ by plane rotations, one coordinate after the other (George and Heath, 1980):
//   Gᵀ = Q R      and so      G Gᵀ = Rᵀ R                                                              (1)
// in an order of the rows of G that keeps R sparse. A row of G is a column of R. Where its diagonal entry is small, the
// row depends on those before it: it is left out, and the rest of that row of R is rotated into the rows below (Heath,
// 1982). With R the change is δ = −Gᵀ R⁻¹ R⁻ᵀ g (2), once more with what rounding has left.
#include "math/least_change.h"

#include <Eigen/OrderingMethods>
#include <algorithm>
#include <cmath>
#include <limits>

namespace gelenk {

void LeastChange::compute(const SparseMatrix& G, const Vector& natural) {
  const int rows = static_cast<int>(G.rows());
  G_ = G;
  rank_ = 0;
  scale_.setZero(rows);
  double largest = 0.0;
  for (int i = 0; i < rows; ++i) {
    const double size = G.cols() > 0 ? G.row(i).norm() : 0.0;
    if (size > tolerance * natural[i]) scale_[i] = 1.0 / natural[i];
    largest = std::max(largest, scale_[i] * size);
    for (SparseMatrix::InnerIterator entry(G_, i); entry; ++entry) entry.valueRef() *= scale_[i];
  }
  G_.prune([](Eigen::Index, Eigen::Index, double value) { return value != 0.0; });
  G_.makeCompressed();
  rounding_ = 1e-14 * largest;
  R_.assign(rows, {});
  place_.resize(rows);
  if (G_.nonZeros() == 0) return;

  const Eigen::SparseMatrix<double> Gt = G_.transpose();
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::COLAMDOrdering<int>()(Gt, order);
  for (int i = 0; i < rows; ++i) place_[i] = order.indices()[i];

  // Coordinates whose first row comes early come early.
  const SparseMatrix by_coordinate = Gt;
  std::vector<Row> coordinates;
  for (int j = 0; j < by_coordinate.rows(); ++j) {
    Row row;
    for (SparseMatrix::InnerIterator entry(by_coordinate, j); entry; ++entry)
      row.push_back({place_[entry.col()], entry.value()});
    if (row.empty()) continue;
    std::sort(row.begin(), row.end(), [](const Entry& a, const Entry& b) { return a.at < b.at; });
    coordinates.push_back(std::move(row));
  }
  std::stable_sort(coordinates.begin(), coordinates.end(),
                   [](const Row& a, const Row& b) { return a.front().at < b.front().at; });
  for (Row& row : coordinates) eliminate(row);  // (1)

  std::vector<char> independent(rows, 0);
  for (int k = 0; k < rows; ++k) {
    if (R_[k].empty()) continue;
    if (std::abs(R_[k].front().value) > tolerance * largest) {
      independent[k] = 1;
      ++rank_;
      continue;
    }
    Row rest(R_[k].begin() + 1, R_[k].end());
    R_[k].clear();
    eliminate(rest);
  }
  for (Row& row : R_)
    std::erase_if(row, [&](const Entry& entry) { return !independent[entry.at]; });
}

// Rotates `row` into the rows of R until one is met that is still empty, or nothing is left of it.
void LeastChange::eliminate(Row& row) {
  while (!row.empty()) {
    Row& pivot = R_[row.front().at];
    if (pivot.empty()) {
      pivot.swap(row);
      return;
    }
    const double a = pivot.front().value, b = row.front().value, r = std::hypot(a, b);
    if (r == 0.0) {
      row.erase(row.begin());
      continue;
    }
    const double c = a / r, s = b / r;
    constexpr int none = std::numeric_limits<int>::max();
    merged_.clear();
    std::size_t i = 1, j = 1;
    merged_.push_back({pivot.front().at, r});
    rest_.clear();
    while (i < pivot.size() || j < row.size()) {
      const int at_i = i < pivot.size() ? pivot[i].at : none,
                at_j = j < row.size() ? row[j].at : none, at = std::min(at_i, at_j);
      const double x = at_i == at ? pivot[i++].value : 0.0, y = at_j == at ? row[j++].value : 0.0;
      merged_.push_back({at, c * x + s * y});
      // Rounding errors of dependent rows would fill R far beyond the loops they come from.
      if (const double left = c * y - s * x; std::abs(left) > rounding_)
        rest_.push_back({at, left});
    }
    pivot.assign(merged_.begin(), merged_.end());
    row.swap(rest_);
  }
}

// x becomes R⁻¹ R⁻ᵀ x; entries of dependent rows become zero.
void LeastChange::solve_normal_equations(Vector& x) const {
  const int rows = static_cast<int>(R_.size());
  for (int k = 0; k < rows; ++k) {
    if (R_[k].empty()) {
      x[k] = 0.0;
      continue;
    }
    x[k] /= R_[k].front().value;
    for (std::size_t i = 1; i < R_[k].size(); ++i) x[R_[k][i].at] -= R_[k][i].value * x[k];
  }
  for (int k = rows - 1; k >= 0; --k) {
    if (R_[k].empty()) continue;
    for (std::size_t i = 1; i < R_[k].size(); ++i) x[k] -= R_[k][i].value * x[R_[k][i].at];
    x[k] /= R_[k].front().value;
  }
}

Vector LeastChange::solve(const Vector& g) const {
  Vector delta = Vector::Zero(G_.cols());
  if (rank_ == 0) return delta;
  Vector placed(g.size());
  for (int sweep = 0; sweep < 2; ++sweep) {
    const Vector open = -(scale_.asDiagonal() * g) - G_ * delta;
    for (Eigen::Index i = 0; i < open.size(); ++i) placed[place_[i]] = open[i];
    solve_normal_equations(placed);
    Vector lambda(g.size());
    for (Eigen::Index i = 0; i < open.size(); ++i) lambda[i] = placed[place_[i]];
    delta += G_.transpose() * lambda;  // (2)
  }
  return delta;
}

}  // namespace gelenk
