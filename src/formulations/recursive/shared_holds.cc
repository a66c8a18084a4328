#include "formulations/recursive/shared_holds.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "formulations/recursive/modes.h"

namespace gelenk {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// An eigenvalue of W, scaled to a diagonal of ones, below which forces move nothing.
constexpr double no_response = 1e-10;
// A share of a holder in a common direction below which it has none.
constexpr double no_share = 1e-9;
// Rounding in the pivots of (2) and (1), where all numbers are near one.
constexpr double rounding = 1e-11;

// All f with W f = 0, as columns.
Matrix find_null_space(const Matrix& W) {
  const Eigen::Index n = W.rows();
  const double largest = W.diagonal().maxCoeff();
  Vector scale(n);
  for (Eigen::Index i = 0; i < n; ++i)
    scale[i] = W(i, i) > no_response * largest ? 1 / std::sqrt(W(i, i)) : 1.0;
  const Matrix scaled = scale.asDiagonal() * (0.5 * (W + W.transpose())) * scale.asDiagonal();
  // In most cases there is none, and pivots tell that sooner than eigenvalues do.
  if (scaled.ldlt().vectorD().minCoeff() > 1e3 * no_response * static_cast<double>(n))
    return Matrix(n, 0);
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(scaled);
  Eigen::Index k = 0;
  while (k < n && eigen.eigenvalues()[k] < no_response * static_cast<double>(n)) ++k;
  return scale.asDiagonal() * eigen.eigenvectors().leftCols(k);
}

// By row of the projection P: the number of its component, rows being connected where P ties them; −1: none.
std::vector<int> number_components(const Matrix& P) {
  const int n = static_cast<int>(P.rows());
  std::vector<int> component(n, -1);
  for (int i = 0, count = 0; i < n; ++i) {
    if (component[i] >= 0 || P(i, i) < no_share) continue;
    std::vector<int> open = {i};
    component[i] = count;
    while (!open.empty()) {
      const int a = open.back();
      open.pop_back();
      for (int b = 0; b < n; ++b) {
        if (component[b] >= 0 || std::abs(P(a, b)) < no_share) continue;
        component[b] = count;
        open.push_back(b);
      }
    }
    ++count;
  }
  return component;
}

}  // namespace

void SharedHolds::find(const std::vector<Holder>& all, const std::vector<int>& held,
                       const Matrix& W, double length) {
  groups_.clear();
  const Matrix N = find_null_space(W);
  if (N.cols() == 0) return;
  const int n = static_cast<int>(held.size());
  Vector weight(n);
  for (int i = 0; i < n; ++i) {
    const Holder& h = all[held[i]];
    weight[i] = 1 / (std::abs(h.ratio) * (h.turns ? length : 1.0));
  }
  const Eigen::HouseholderQR<Matrix> qr(Matrix(weight.asDiagonal() * N));
  const Matrix Q = qr.householderQ() * Matrix::Identity(n, N.cols()), P = Q * Q.transpose();
  const std::vector<int> component = number_components(P);
  for (int c = 0; c <= *std::max_element(component.begin(), component.end()); ++c) {
    std::vector<int> members;
    for (int i = 0; i < n; ++i) {
      if (component[i] == c) members.push_back(i);
    }
    Group& group = groups_.emplace_back();
    for (int i : members) group.holders.push_back(held[i]);
    group.weight = weight(members);
    // The eigenvalues of a projection are zeros and ones.
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(Matrix(P(members, members)));
    const int k = static_cast<int>((eigen.eigenvalues().array() > 0.5).count());
    group.Q = eigen.eigenvectors().rightCols(k);
    make_room(group);
  }
}

void SharedHolds::make_room(Group& group) {
  const Eigen::Index size = group.weight.size(), k = group.Q.cols();
  for (Vector* v : {&group.low, &group.high, &group.scale, &group.g}) v->setZero(size);
  group.z.setZero(k);
  group.gives_way.setZero(size, 2);
  group.tableau.resize(k + 2, 2 * size + k + 2);
  group.E.resize(k + 1, 2 * size);
  group.gram.resize(2 * size, 2 * size);
  group.dual.resize(2 * size);
  group.slope.resize(2 * size);
  group.basis.reserve(2 * size);
}

// Each holder is in one group at most.
void SharedHolds::list_memory(Memory& memory, std::size_t holder_count) {
  std::size_t count = groups_.size();
  memory(count);
  memory.check(count <= holder_count);
  groups_.resize(count);
  for (Group& group : groups_) {
    std::size_t size = group.holders.size();
    Eigen::Index columns = group.Q.cols();
    memory(size, columns);
    memory.check(size > 0 && size <= holder_count && columns > 0 &&
                 columns <= static_cast<Eigen::Index>(size));
    group.holders.resize(size);
    group.weight.conservativeResize(static_cast<Eigen::Index>(size));
    group.Q.conservativeResize(static_cast<Eigen::Index>(size), columns);
    memory(group.holders, group.weight);
    for (Eigen::Index i = 0; i < group.Q.size(); ++i) memory(group.Q.data()[i]);
    for (int holder : group.holders)
      memory.check(holder >= 0 && static_cast<std::size_t>(holder) < holder_count);
    if (!memory.is_saving()) make_room(group);
  }
}

const SharedHolds::Group* SharedHolds::group_of(int holder) const {
  for (const Group& group : groups_) {
    if (std::find(group.holders.begin(), group.holders.end(), holder) != group.holders.end())
      return &group;
  }
  return nullptr;
}

void SharedHolds::take_bounds(const std::vector<Holder>& all, Group& group) {
  double largest = 0.0;
  for (std::size_t i = 0; i < group.holders.size(); ++i) {
    const Holder& h = all[group.holders[i]];
    double low = -infinity, high = infinity;
    if (h.kind == Holder::Kind::friction) {
      high = h.calc_breakaway() * group.weight[i];
      low = -high;
      largest = std::max(largest, high);
    } else if (h.kind == Holder::Kind::stop) {
      (h.at_high ? high : low) = 0.0;  // it presses inwards
    }
    group.low[i] = low;
    group.high[i] = high;
  }
  for (std::size_t i = 0; i < group.holders.size(); ++i) {
    const bool is_friction = all[group.holders[i]].kind == Holder::Kind::friction;
    group.scale[i] = is_friction && largest > 0 ? std::max(1e-6, group.high[i] / largest) : 1.0;
  }
}

void SharedHolds::take_forces(const Vector& holding, Group& group) {
  for (std::size_t i = 0; i < group.holders.size(); ++i)
    group.g[i] = group.weight[i] * holding[group.holders[i]];
  group.z.noalias() = group.Q.transpose() * group.g;
  group.g.noalias() -= group.Q * group.z;
}

void SharedHolds::share(const std::vector<Holder>& all, Vector& holding) {
  for (Group& group : groups_) {
    take_bounds(all, group);
    take_forces(holding, group);
    if ((group.g.array() < group.low.array()).any() ||
        (group.g.array() > group.high.array()).any()) {
      solve_margin(group);
      // Beyond the last split that holds, bounds are exceeded as little as can be.
      const double wider =
          group.margin < 0 ? -group.margin * (1 + 1e-9) + 1e-15 * group.g.lpNorm<Eigen::Infinity>()
                           : 0.0;
      if (solve_least(wider, group)) group.g.noalias() += group.Q * group.z;
    }
    for (std::size_t i = 0; i < group.holders.size(); ++i)
      holding[group.holders[i]] = group.g[i] / group.weight[i];
  }
}

void SharedHolds::calc_margins(const std::vector<Holder>& all, const Vector& holding) {
  for (Group& group : groups_) {
    take_bounds(all, group);
    take_forces(holding, group);
    solve_margin(group);
  }
}

double SharedHolds::margin(int holder, int side) const {
  const Group& group = *group_of(holder);
  const std::size_t i =
      std::find(group.holders.begin(), group.holders.end(), holder) - group.holders.begin();
  if (!std::isfinite(group.margin)) return 1.0;
  const double margin = group.margin * group.scale[i] / group.weight[i];
  return margin < 0 && group.gives_way(i, side) == 0.0 ? -margin : margin;
}

// (2): min h y with A y = (0, 1), y ≥ 0, in a tableau of the equations and, below them, of the cost. Columns: each holder above
// and below, then one for each equation, which is not zero only in the first phase; then the right side.
void SharedHolds::solve_margin(Group& group) {
  const int n = static_cast<int>(group.holders.size()), k = static_cast<int>(group.Q.cols()),
            equations = k + 1, columns = 2 * n, last = columns + equations;
  Matrix& T = group.tableau;
  std::vector<int>& basis = group.basis;
  double size = group.g.lpNorm<Eigen::Infinity>();
  for (int i = 0; i < n; ++i) {
    for (double bound : {group.low[i], group.high[i]}) {
      if (std::isfinite(bound)) size = std::max(size, std::abs(bound));
    }
  }
  if (!(size > 0)) size = 1.0;
  Vector& cost = group.dual;
  T.setZero();
  for (int j = 0; j < columns; ++j) {
    const int i = j / 2;
    const double room = j % 2 == 0 ? group.high[i] - group.g[i] : group.g[i] - group.low[i];
    cost[j] = room / size;
    if (!std::isfinite(room)) continue;  // a column of zeros never enters
    T.col(j).head(k) = (j % 2 == 0 ? 1.0 : -1.0) * group.Q.row(i).transpose();
    T(k, j) = group.scale[i];
    T(equations, j) = -T.col(j).head(equations).sum();
  }
  for (int r = 0; r < equations; ++r) T(r, columns + r) = 1.0;
  T(k, last) = 1.0;
  T(equations, last) = -1.0;
  basis.resize(equations);
  std::iota(basis.begin(), basis.end(), columns);

  auto pivot = [&](int row, int column) {
    T.row(row) /= T(row, column);
    for (int r = 0; r <= equations; ++r) {
      if (r != row && T(r, column) != 0.0) T.row(r) -= T(r, column) * T.row(row);
    }
    basis[row] = column;
  };
  auto minimize = [&] {
    for (int round = 0; round < 100 * columns; ++round) {
      int enters = 0, leaves = -1;
      while (enters < columns && !(T(equations, enters) < -rounding)) ++enters;
      if (enters == columns) return;
      double least = infinity;
      for (int r = 0; r < equations; ++r) {
        if (!(T(r, enters) > rounding)) continue;
        const double ratio = T(r, last) / T(r, enters);
        if (ratio < least - rounding || (ratio <= least && basis[r] < basis[leaves])) {
          least = ratio;
          leaves = r;
        }
      }
      if (leaves < 0) return;
      pivot(leaves, enters);
    }
  };

  group.gives_way.setZero();
  group.margin = infinity;
  minimize();
  if (T(equations, last) < -1e-9) return;  // what has no bounds can take everything
  for (int r = 0; r < equations; ++r) {
    if (basis[r] < columns) continue;
    int column = 0;
    while (column < columns && std::abs(T(r, column)) < rounding) ++column;
    if (column < columns) pivot(r, column);
  }
  T.row(equations).setZero();
  for (int j = 0; j < columns; ++j) T(equations, j) = std::isfinite(cost[j]) ? cost[j] : 0.0;
  for (int r = 0; r < equations; ++r) {
    if (basis[r] < columns) T.row(equations) -= cost[basis[r]] * T.row(r);
  }
  minimize();
  group.margin = 0.0;
  for (int r = 0; r < equations; ++r) {
    if (basis[r] >= columns) continue;
    group.margin += size * cost[basis[r]] * T(r, last);
    if (T(r, last) > rounding) group.gives_way(basis[r] / 2, basis[r] % 2) = 1.0;
  }
}

// (1), from the least g of all: min |z| with G z ≥ h, by min |E u − e| over u ≥ 0 with E = (Gᵀ; hᵀ), e the last unit vector. With
// r = E u − e, z = −r/r_last. False where nothing fulfils the bounds.
bool SharedHolds::solve_least(double wider, Group& group) {
  const int n = static_cast<int>(group.holders.size()), k = static_cast<int>(group.Q.cols());
  const double size = group.g.lpNorm<Eigen::Infinity>();
  Matrix& E = group.E;
  int columns = 0;
  for (int i = 0; i < n; ++i) {
    if (std::isfinite(group.high[i])) {
      E.col(columns).head(k) = -group.Q.row(i).transpose();
      E(k, columns++) = (group.g[i] - group.high[i] - wider * group.scale[i]) / size;
    }
    if (std::isfinite(group.low[i])) {
      E.col(columns).head(k) = group.Q.row(i).transpose();
      E(k, columns++) = (group.low[i] - wider * group.scale[i] - group.g[i]) / size;
    }
  }
  Vector &u = group.dual, &s = group.slope;
  u.setZero();
  std::vector<int>& passive = group.basis;
  passive.clear();
  group.z.setZero();
  double rest = -1.0;  // the last entry of r; the others are −rest z
  auto take_residual = [&] {
    group.z.setZero();
    rest = -1.0;
    for (int j : passive) {
      group.z += u[j] * E.col(j).head(k);
      rest += u[j] * E(k, j);
    }
  };
  auto solve_passive = [&] {
    const int p = static_cast<int>(passive.size());
    auto gram = group.gram.topLeftCorner(p, p);
    for (int a = 0; a < p; ++a) {
      for (int b = 0; b < p; ++b) gram(a, b) = E.col(passive[a]).dot(E.col(passive[b]));
      s[a] = E(k, passive[a]);
    }
    const Eigen::LLT<Eigen::Ref<Matrix>> factor(gram);
    if (factor.info() != Eigen::Success) return false;
    auto solution = s.head(p);
    factor.solveInPlace(solution);
    return true;
  };
  for (int round = 0; round < 10 * columns; ++round) {
    int enters = -1;
    double steepest = 1e-13;
    for (int j = 0; j < columns; ++j) {
      if (std::find(passive.begin(), passive.end(), j) != passive.end()) continue;
      const double slope = -E.col(j).head(k).dot(group.z) - E(k, j) * rest;
      if (slope > steepest) {
        steepest = slope;
        enters = j;
      }
    }
    if (enters < 0) break;
    passive.push_back(enters);
    while (!passive.empty()) {
      if (!solve_passive()) {
        passive.pop_back();
        break;
      }
      double way = 1.0;
      for (std::size_t a = 0; a < passive.size(); ++a) {
        if (s[a] <= 0) way = std::min(way, u[passive[a]] / (u[passive[a]] - s[a]));
      }
      for (std::size_t a = 0; a < passive.size(); ++a)
        u[passive[a]] += way * (s[a] - u[passive[a]]);
      if (way == 1.0) break;
      std::erase_if(passive, [&](int j) {
        if (u[j] > 1e-15) return false;
        u[j] = 0.0;
        return true;
      });
    }
    take_residual();
  }
  if (!(rest < -1e-12)) return false;
  group.z *= -size / rest;
  return true;
}

}  // namespace gelenk
