#include "analyses/freedoms.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace gelenk {

namespace {

// Below these shares of the largest a pivot, and a part of a combination, is zero.
constexpr double dependent = 1e-9, still = 1e-8;
constexpr std::size_t largest_block = 2000;  // rows
constexpr double given_weight = 1e-4;        // of columns that a law moves

struct Block {
  std::vector<int> rows, speeds;
};

// Rows that share a speed, or are tied together by rows that do, are one block.
std::vector<Block> split(const SparseMatrix& G) {
  std::vector<int> above(static_cast<std::size_t>(G.rows() + G.cols()));
  std::iota(above.begin(), above.end(), 0);
  const auto find = [&](int i) {
    while (above[i] != i) i = above[i] = above[above[i]];
    return i;
  };
  const int rows = static_cast<int>(G.rows());
  for (int r = 0; r < rows; ++r) {
    for (SparseMatrix::InnerIterator it(G, r); it; ++it) {
      if (it.value() != 0.0) above[find(rows + static_cast<int>(it.col()))] = find(r);
    }
  }
  std::vector<Block> blocks;
  std::vector<int> number(above.size(), -1);
  const auto block_of = [&](int i) -> Block& {
    int& n = number[find(i)];
    if (n < 0) {
      n = static_cast<int>(blocks.size());
      blocks.emplace_back();
    }
    return blocks[n];
  };
  for (int r = 0; r < rows; ++r) block_of(r).rows.push_back(r);
  for (int s = 0; s < static_cast<int>(G.cols()); ++s) block_of(rows + s).speeds.push_back(s);
  return blocks;
}

// Rows that depend on rows before them, by their place in the block.
std::vector<char> find_dependent_rows(const Matrix& G) {
  std::vector<char> is_dependent(G.rows(), 0);
  std::vector<Vector> basis;
  for (Eigen::Index r = 0; r < G.rows(); ++r) {
    Vector row = G.row(r).transpose();
    for (int pass = 0; pass < 2; ++pass) {
      for (const Vector& b : basis) row -= b.dot(row) * b;
    }
    const double left = row.norm();
    if (left > dependent)
      basis.push_back(row / left);
    else
      is_dependent[r] = 1;
  }
  return is_dependent;
}

void look_into(const Block& block, const Closure& closure, const std::vector<char>& is_given,
               std::vector<int>& column, Freedoms& found) {
  const auto leave_all_free = [&] {
    for (int s : block.speeds) found.freedoms.push_back({s, is_given[s] != 0, {}});
  };
  if (block.rows.empty()) return leave_all_free();
  if (block.rows.size() > largest_block) {
    found.rows_left_out += static_cast<int>(block.rows.size());
    return;
  }
  const Eigen::Index rows = static_cast<Eigen::Index>(block.rows.size()),
                     columns = static_cast<Eigen::Index>(block.speeds.size());
  for (Eigen::Index c = 0; c < columns; ++c) column[block.speeds[c]] = static_cast<int>(c);
  Matrix G = Matrix::Zero(rows, columns);
  for (Eigen::Index r = 0; r < rows; ++r) {
    const int row = block.rows[r];
    const double natural = closure.natural.size() > row ? closure.natural[row] : 1.0;
    for (SparseMatrix::InnerIterator it(closure.G, row); it; ++it) {
      if (column[it.col()] >= 0 && natural > 0)
        G(r, column[it.col()]) = it.value() / natural;
    }
  }
  for (int s : block.speeds) column[s] = -1;

  const std::vector<char> is_dependent = find_dependent_rows(G);
  Matrix independent(rows, columns);
  Eigen::Index rank = 0;
  for (Eigen::Index r = 0; r < rows; ++r) {
    if (is_dependent[r])
      found.redundant_rows.push_back(block.rows[r]);
    else
      independent.row(rank++) = G.row(r);
  }
  found.rank += static_cast<int>(rank);
  if (rank == 0) return leave_all_free();
  // What is small is chosen last.
  for (Eigen::Index c = 0; c < columns; ++c) {
    if (is_given[block.speeds[c]]) independent.col(c) *= given_weight;
  }
  const Eigen::ColPivHouseholderQR<Matrix> qr(independent.topRows(rank));
  const Matrix R = qr.matrixR().topLeftCorner(rank, columns).triangularView<Eigen::Upper>();
  const auto& order = qr.colsPermutation().indices();
  // A law that moves what a loop needs makes no singular position.
  double pivot = std::abs(R(rank - 1, rank - 1)) / std::abs(R(0, 0));
  if (is_given[block.speeds[order[rank - 1]]]) pivot = 1.0;
  if (pivot < found.least_pivot) {
    found.least_pivot = pivot;
    found.least_speed = block.speeds[order[rank - 1]];
  }
  Matrix ratios =
      -R.leftCols(rank).triangularView<Eigen::Upper>().solve(R.rightCols(columns - rank));
  const auto weight = [&](Eigen::Index c) {
    return is_given[block.speeds[order[c]]] ? given_weight : 1.0;
  };
  for (Eigen::Index d = 0; d < rank; ++d) ratios.row(d) *= weight(d);
  for (Eigen::Index f = 0; f < columns - rank; ++f) ratios.col(f) /= weight(rank + f);
  const double largest = ratios.size() > 0 ? std::max(1.0, ratios.cwiseAbs().maxCoeff()) : 1.0;
  for (Eigen::Index f = 0; f < columns - rank; ++f) {
    const int speed = block.speeds[order[rank + f]];
    Freedom freedom{speed, is_given[speed] != 0, {}};
    for (Eigen::Index d = 0; d < rank; ++d) {
      if (std::abs(ratios(d, f)) > still * largest)
        freedom.followers.emplace_back(block.speeds[order[d]], ratios(d, f));
    }
    std::stable_sort(freedom.followers.begin(), freedom.followers.end(),
                     [](const auto& a, const auto& b) {
                       return std::abs(a.second) > std::abs(b.second);
                     });
    found.freedoms.push_back(std::move(freedom));
  }
  for (Eigen::Index d = 0; d < rank; ++d) {
    if (columns == rank || ratios.row(d).cwiseAbs().maxCoeff() <= still * largest)
      found.blocked.push_back(block.speeds[order[d]]);
  }
}

}  // namespace

Freedoms find_freedoms(const Closure& closure, const std::vector<char>& is_given) {
  Freedoms found;
  std::vector<int> column(is_given.size(), -1);
  for (const Block& block : split(closure.G)) look_into(block, closure, is_given, column, found);
  const auto by_speed = [](const Freedom& a, const Freedom& b) { return a.speed < b.speed; };
  std::sort(found.freedoms.begin(), found.freedoms.end(), by_speed);
  std::sort(found.redundant_rows.begin(), found.redundant_rows.end());
  std::sort(found.blocked.begin(), found.blocked.end());
  return found;
}

}  // namespace gelenk
