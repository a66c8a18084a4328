#include "analyses/modes.h"

#include <Eigen/Dense>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace gelenk {

namespace {

using Complex = std::complex<double>;
using ComplexMatrix = Eigen::MatrixXcd;

// D of B = D⁻¹ A D, powers of two, so that rows and columns are of like size (Osborne 1960). Entries that are rounding do not count.
Vector balance(Matrix& A) {
  const Eigen::Index n = A.rows();
  Vector D = Vector::Ones(n);
  if (n == 0) return D;
  constexpr double rounding = 1e-13, largest = 1e9;
  const double least = rounding * A.cwiseAbs().maxCoeff();
  for (int sweep = 0; sweep < 50; ++sweep) {
    bool has_changed = false;
    for (Eigen::Index i = 0; i < n; ++i) {
      double row = 0.0, column = 0.0;
      for (Eigen::Index j = 0; j < n; ++j) {
        if (j == i) continue;
        if (std::abs(A(i, j)) > least) row += std::abs(A(i, j));
        if (std::abs(A(j, i)) > least) column += std::abs(A(j, i));
      }
      if (row == 0.0 || column == 0.0) continue;
      const double factor = std::exp2(std::round(0.5 * std::log2(row / column)));
      if (factor == 1.0 || D[i] * factor > largest || D[i] * factor < 1 / largest) continue;
      if (row / factor + column * factor > 0.95 * (row + column)) continue;
      A.row(i) /= factor;
      A.col(i) *= factor;
      D[i] *= factor;
      has_changed = true;
    }
    if (!has_changed) break;
  }
  return D;
}

// (1), of B − 0.
template <typename M>
struct Staircase {
  M Q;                      // unitary
  M B;                      // Qᴴ B Q
  std::vector<int> widths;  // w_k
  int nil() const { return std::accumulate(widths.begin(), widths.end(), 0); }
};

template <typename M>
Staircase<M> descend(const M& B, double tolerance) {
  Staircase<M> s;
  Eigen::Index m = B.rows();
  s.Q = M::Identity(m, m);
  s.B = B;
  while (m > 0) {
    const M leading = s.B.topLeftCorner(m, m).adjoint();
    const Eigen::ColPivHouseholderQR<M> qr(leading);
    Eigen::Index rank = 0;
    while (rank < m && std::abs(qr.matrixR()(rank, rank)) > tolerance) ++rank;
    if (rank == m) break;
    // The last columns are perpendicular to all rows.
    M V = M::Identity(B.rows(), B.rows());
    V.topLeftCorner(m, m) = M(qr.householderQ());
    s.Q = (s.Q * V).eval();
    s.B = (V.adjoint() * s.B * V).eval();
    s.B.block(0, rank, m, m - rank).setZero();
    s.widths.push_back(static_cast<int>(m - rank));
    m = rank;
  }
  return s;
}

// Eigenvectors of a nilpotent matrix with chains of these widths, and the lengths of the chains that they end; longest first.
struct Chains {
  ComplexMatrix vectors;
  std::vector<int> lengths;
};

Chains find_chains(const ComplexMatrix& Z, const std::vector<int>& widths) {
  const Eigen::Index m = Z.rows();
  Chains chains;
  chains.vectors.resize(m, widths.empty() ? 0 : widths.front());
  Eigen::Index found = 0;
  for (int k = static_cast<int>(widths.size()); k >= 1; --k) {
    const int longer =
        k < static_cast<int>(widths.size()) ? widths[static_cast<std::size_t>(k)] : 0;
    const int more = widths[static_cast<std::size_t>(k - 1)] - longer;
    if (more == 0) continue;
    // Z^(k−1) takes the null space of Z^k to ends of chains with k members and more.
    ComplexMatrix power = ComplexMatrix::Identity(m, m);
    for (int i = 1; i < k; ++i) power = (power * Z).eval();
    const int dimension = std::accumulate(widths.begin(), widths.begin() + k, 0);
    const Eigen::JacobiSVD<ComplexMatrix> null(power * Z, Eigen::ComputeFullV);
    ComplexMatrix ends = power * null.matrixV().rightCols(dimension);
    const auto known = chains.vectors.leftCols(found);
    ends -= (known * (known.adjoint() * ends)).eval();
    const Eigen::JacobiSVD<ComplexMatrix> range(ends, Eigen::ComputeFullU);
    chains.vectors.middleCols(found, more) = range.matrixU().leftCols(more);
    found += more;
    chains.lengths.insert(chains.lengths.end(), static_cast<std::size_t>(more), k);
  }
  return chains;
}

// One eigenvalue of B₁ with its invariant subspace there.
struct Cluster {
  Complex eigenvalue;
  int size = 1;
  ComplexMatrix basis;    // columns in the space of B₁
  ComplexMatrix vectors;  // eigenvectors, by columns
  std::vector<int> lengths;
};

class Solver {
 public:
  Solver(const Matrix& A, const Matrix& T, const Vector& sizes, int directions, double error)
      : B_(A), T_(T), sizes_(sizes), directions_(directions) {
    D_ = balance(B_);
    // What is not smooth has derivatives with larger errors, but is no reason to see nothing.
    constexpr double least = 1e-11, most = 1e-8;
    const double size = B_.size() > 0 ? B_.cwiseAbs().rowwise().sum().maxCoeff() : 0.0;
    rounding_ = std::clamp(20 * error, least, most);
    size_ = size;
    tolerance_ = rounding_ * size;
    const Matrix scaled = sizes.cwiseInverse().asDiagonal() * T;
    left_of_T_ = scaled.completeOrthogonalDecomposition().pseudoInverse() *
                 sizes.cwiseInverse().asDiagonal();
  }

  std::vector<EigenMode> run() {
    const Staircase<Matrix> zero = descend(B_, tolerance_);
    const Eigen::Index n = B_.rows(), m = n - zero.nil();
    B1_ = zero.B.topLeftCorner(m, m);
    const Matrix B2 = zero.B.bottomLeftCorner(n - m, m), Z = zero.B.bottomRightCorner(n - m, n - m);
    // Columns [I; Y] span what B₁ is the matrix of: Y B₁ = B₂ + Z Y, a sum that ends since Z is nilpotent.
    Matrix Y = Matrix::Zero(n - m, m);
    if (m > 0 && m < n) {
      const Eigen::PartialPivLU<Matrix> lu(B1_.transpose());
      for (std::size_t k = 0; k < zero.widths.size(); ++k)
        Y = lu.solve((B2 + Z * Y).transpose()).transpose();
    }
    const Matrix right = D_.asDiagonal() * (zero.Q.leftCols(m) + zero.Q.rightCols(n - m) * Y);
    const Matrix left = zero.Q.leftCols(m).transpose() * D_.cwiseInverse().asDiagonal();
    const Matrix right_of_zero = D_.asDiagonal() * zero.Q.rightCols(n - m);
    const Matrix left_of_zero =
        (zero.Q.rightCols(n - m).transpose() - Y * zero.Q.leftCols(m).transpose()) *
        D_.cwiseInverse().asDiagonal();
    if (m < n) {
      const Chains chains = find_chains(Z.cast<Complex>(), zero.widths);
      add(0.0, static_cast<int>(n - m), right_of_zero.cast<Complex>() * chains.vectors,
          chains.lengths, right_of_zero.cast<Complex>(), left_of_zero.cast<Complex>());
    }
    add_others(right.cast<Complex>(), left.cast<Complex>());
    std::stable_sort(modes_.begin(), modes_.end(), [](const EigenMode& a, const EigenMode& b) {
      return std::abs(a.eigenvalue) < std::abs(b.eigenvalue);
    });
    return std::move(modes_);
  }

 private:
  void add_others(const ComplexMatrix& right, const ComplexMatrix& left) {
    const Eigen::Index m = B1_.rows();
    if (m == 0) return;
    const Eigen::EigenSolver<Matrix> solver(B1_);
    eigenvalues_ = solver.eigenvalues();
    vectors_ = solver.eigenvectors();
    std::vector<int> all(static_cast<std::size_t>(m));
    std::iota(all.begin(), all.end(), 0);
    constexpr double widest = 1e-3;
    split(all, widest);
    ComplexMatrix V(m, m);
    Eigen::Index at = 0;
    for (const Cluster& cluster : clusters_) {
      V.middleCols(at, cluster.size) = cluster.basis;
      at += cluster.size;
    }
    const ComplexMatrix L = V.partialPivLu().inverse();
    at = 0;
    for (const Cluster& cluster : clusters_) {
      if (cluster.eigenvalue.imag() >= 0) {
        add(cluster.eigenvalue, cluster.size, right * cluster.vectors, cluster.lengths,
            right * cluster.basis, L.middleRows(at, cluster.size) * left);
      }
      at += cluster.size;
    }
  }

  // Eigenvalues within this part of their size from a neighbour may be one.
  void split(const std::vector<int>& of, double width) {
    constexpr double narrowest = 1e-13;
    std::vector<char> is_taken(of.size(), 0);
    for (std::size_t first = 0; first < of.size(); ++first) {
      if (is_taken[first]) continue;
      std::vector<int> members;
      std::vector<std::size_t> reached = {first};
      is_taken[first] = 1;
      while (!reached.empty()) {
        const Complex at = eigenvalues_[of[reached.back()]];
        members.push_back(of[reached.back()]);
        reached.pop_back();
        for (std::size_t k = 0; k < of.size(); ++k) {
          if (is_taken[k] || std::abs(eigenvalues_[of[k]] - at) > width * std::abs(at)) continue;
          is_taken[k] = 1;
          reached.push_back(k);
        }
      }
      if (members.size() == 1 || width < narrowest) {
        for (int k : members)
          clusters_.push_back({eigenvalues_[k], 1, vectors_.col(k), vectors_.col(k), {1}});
      } else if (!take_as_one(members)) {
        split(members, width / 10);
      }
    }
  }

  bool take_as_one(const std::vector<int>& members) {
    Complex mean = 0.0;
    for (int k : members) mean += eigenvalues_[k] / static_cast<double>(members.size());
    // Rounding spreads k copies of one by no more than its k-th root.
    double spread = 0.0;
    for (int k : members) spread = std::max(spread, std::abs(eigenvalues_[k] - mean));
    if (std::pow(spread / size_, static_cast<double>(members.size())) > 1e3 * rounding_)
      return false;
    // With every pair in it the mean is real.
    if (std::abs(mean.imag()) <= 1e-12 * std::abs(mean)) mean.imag(0.0);
    const Eigen::Index m = B1_.rows();
    const ComplexMatrix shifted = B1_.cast<Complex>() - mean * ComplexMatrix::Identity(m, m);
    const Staircase<ComplexMatrix> s = descend(shifted, tolerance_);
    const int size = s.nil();
    if (size != static_cast<int>(members.size())) return false;
    const Chains chains = find_chains(s.B.bottomRightCorner(size, size), s.widths);
    const ComplexMatrix basis = s.Q.rightCols(size);
    clusters_.push_back({mean, size, basis, basis * chains.vectors, chains.lengths});
    return true;
  }

  // `vectors`: eigenvectors in x, longest chains first; `basis` and `dual` = its left inverse span the subspace of all copies.
  void add(Complex eigenvalue, int multiplicity, const ComplexMatrix& vectors,
           const std::vector<int>& lengths, const ComplexMatrix& basis, const ComplexMatrix& dual) {
    ComplexMatrix shapes = T_.cast<Complex>() * vectors;
    tell_apart(shapes, lengths);
    const ComplexMatrix all_shapes = T_.cast<Complex>() * basis,
                        all_duals = dual * left_of_T_.cast<Complex>();
    const bool is_defective = lengths.front() > 1;
    ComplexMatrix duals;
    if (!is_defective) {
      // The basis is as well these eigenvectors themselves.
      const ComplexMatrix as_shapes = left_of_T_.cast<Complex>() * shapes;
      duals = (dual * as_shapes).partialPivLu().solve(all_duals);
    }
    for (Eigen::Index k = 0; k < shapes.cols(); ++k) {
      EigenMode mode;
      mode.eigenvalue = eigenvalue;
      mode.multiplicity = multiplicity;
      mode.chain = lengths[static_cast<std::size_t>(k)];
      mode.eigenvalue_number = count_;
      mode.shape = shapes.col(k);
      const Vector shares =
          is_defective
              ? Vector(all_shapes.cwiseProduct(all_duals.transpose()).rowwise().sum().cwiseAbs())
              : Vector(mode.shape.cwiseProduct(duals.row(k).transpose()).cwiseAbs());
      mode.participation = shares / shares.sum();
      modes_.push_back(std::move(mode));
    }
    ++count_;
  }

  // Where the largest entry is: among positions where something moves there, else among states, else among speeds.
  Eigen::Index find_largest(const ComplexVector& shape,
                            const std::vector<Eigen::Index>& but) const {
    const Eigen::Index d = directions_, n = shape.size();
    Vector moduli = shape.cwiseAbs();
    for (Eigen::Index i : but) moduli[i] = 0.0;
    const Vector scaled = moduli.cwiseQuotient(sizes_);
    const double size = scaled.maxCoeff();
    constexpr double rounding = 1e-8;
    Eigen::Index at = 0;
    for (const auto& [first, count] :
         {std::pair(Eigen::Index(0), d), std::pair(2 * d, n - 2 * d), std::pair(d, d)}) {
      if (count == 0 || scaled.segment(first, count).maxCoeff() <= rounding * size) continue;
      moduli.segment(first, count).maxCoeff(&at);
      return first + at;
    }
    return 0;
  }

  // Shapes of one eigenvalue may be added to each other, as long as that makes no chain shorter. Each is
  // made the only one of its length, and of those after it, that moves one entry, a large one.
  void tell_apart(ComplexMatrix& shapes, const std::vector<int>& lengths) const {
    const Eigen::Index n = shapes.cols();
    std::vector<Eigen::Index> pivots;
    for (Eigen::Index k = 0; k < n; ++k) {
      const Eigen::Index at = find_largest(shapes.col(k), pivots);
      shapes.col(k) /= Complex(shapes(at, k));
      pivots.push_back(at);
      for (Eigen::Index j = 0; j < n; ++j) {
        const bool may_change = j > k || (j < k && lengths[static_cast<std::size_t>(j)] ==
                                                       lengths[static_cast<std::size_t>(k)]);
        if (may_change) shapes.col(j) -= (Complex(shapes(at, j)) * shapes.col(k)).eval();
      }
    }
    for (Eigen::Index k = 0; k < n; ++k) {
      const Eigen::Index at = find_largest(shapes.col(k), {});
      shapes.col(k) /= Complex(shapes(at, k));
      shapes(at, k) = 1.0;
    }
  }

  Matrix B_;
  const Matrix T_;
  const Vector sizes_;
  const Eigen::Index directions_;
  Vector D_;
  double size_ = 0.0, rounding_ = 0.0, tolerance_ = 0.0;  // of B, of what counts as zero against it
  Matrix left_of_T_, B1_;
  ComplexVector eigenvalues_;
  ComplexMatrix vectors_;
  std::vector<Cluster> clusters_;
  std::vector<EigenMode> modes_;
  int count_ = 0;
};

}  // namespace

std::vector<EigenMode> calc_modes(const Matrix& A, const Matrix& T, const Vector& sizes,
                                  int directions, double error) {
  if (A.rows() == 0) return {};
  return Solver(A, T, sizes, directions, error).run();
}

}  // namespace gelenk
