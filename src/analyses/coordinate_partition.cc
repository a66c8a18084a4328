#include "analyses/coordinate_partition.h"

#include <cmath>

#include "analyses/independent_coordinates.h"

namespace gelenk {

namespace {

constexpr double rank_tolerance = 1e-9;
// Where the last pivot is below this share of what it is elsewhere no choice is good. It goes with the distance from a
// singular position.
constexpr double singular_share = 0.03;
// A preferred coordinate becomes dependent only where others are worse by this factor.
constexpr double preference = 1e-3;

void mark_preferred(const Subsystem& sub, Vector& weight) {
  for (const JointEdge& edge : sub.joints) {
    if (!edge.in_tree || edge.start.state_preference < 2) continue;
    for (int i = 0; i < edge.nv(); ++i) weight[edge.v + i] = preference;
  }
  for (const auto& part : sub.parts) mark_preferred(*part, weight);
}

}  // namespace

bool CoordinatePartition::choose(const Formulation& formulation) {
  Vector weight = Vector::Ones(closure_.G.cols());
  if (preferred_.empty()) mark_preferred(*formulation.system().root, weight);
  for (int j : preferred_) weight[j] = preference;
  const std::vector<bool> undriven = list_undriven(formulation.system());
  for (std::size_t j = 0; j < undriven.size(); ++j) {
    if (!undriven[j]) weight[j] = 0.0;
  }
  Matrix scaled = Matrix(closure_.G) * weight.asDiagonal();
  for (Eigen::Index i = 0; i < scaled.rows(); ++i) {
    if (closure_.natural[i] > 0) scaled.row(i) /= closure_.natural[i];
  }
  Eigen::FullPivLU<Matrix> lu;
  lu.setThreshold(rank_tolerance * preference);
  lu.compute(scaled);
  const int rank = static_cast<int>(lu.rank());
  choice_.columns.clear();
  choice_.rows.clear();
  const double last = rank > 0 ? std::abs(lu.matrixLU()(rank - 1, rank - 1)) : 1.0;
  if (rank > choice_.rank) choice_.typical_pivot = 0.0;
  choice_.rank = std::max(choice_.rank, rank);
  if (rank == choice_.rank) choice_.typical_pivot = std::max(choice_.typical_pivot, last);
  if (rank < choice_.rank || last < singular_share * choice_.typical_pivot) return false;
  choice_.dependent.assign(closure_.G.cols(), false);
  for (int k = 0; k < rank; ++k) {
    choice_.columns.push_back(lu.permutationQ().indices()[k]);
    choice_.dependent[choice_.columns.back()] = true;
    for (Eigen::Index i = 0; i < scaled.rows(); ++i) {
      if (lu.permutationP().indices()[i] == k) choice_.rows.push_back(static_cast<int>(i));
    }
  }
  choice_.best_pivot = 0.0;
  ++choice_.choices;
  return true;
}

bool CoordinatePartition::factor() {
  const int n = static_cast<int>(choice_.columns.size());
  if (n == 0) return true;  // all rows are redundant: nothing depends on anything
  const Matrix G = closure_.G;
  Matrix square(n, n);
  for (int i = 0; i < n; ++i) {
    const double size =
        closure_.natural[choice_.rows[i]] > 0 ? closure_.natural[choice_.rows[i]] : 1.0;
    for (int j = 0; j < n; ++j) square(i, j) = G(choice_.rows[i], choice_.columns[j]) / size;
  }
  lu_.compute(square);
  pivot_ = lu_.matrixLU().diagonal().cwiseAbs().minCoeff();
  choice_.best_pivot = std::max(choice_.best_pivot, pivot_);
  return std::isfinite(pivot_) && pivot_ > 0.0;
}

bool CoordinatePartition::correct(Formulation& formulation, Vector& q, Vector& v) {
  choice_ = kept_;
  if (!correct_by_choice(formulation, q, v)) return false;
  corrected_q_ = q;
  return true;
}

void CoordinatePartition::start(Formulation& formulation, Vector q, Vector v) {
  kept_ = {};
  if (correct(formulation, q, v)) kept_ = choice_;
}

void CoordinatePartition::accept(const Vector& q) {
  if (corrected_q_.size() == q.size() && corrected_q_ == q) kept_ = choice_;
  corrected_q_.resize(0);
}

void CoordinatePartition::list_memory(Memory& memory, int speeds, int equations) {
  std::size_t count = kept_.columns.size();
  memory(count, kept_.best_pivot, kept_.rank, kept_.typical_pivot, kept_.choices);
  memory.check(count <= static_cast<std::size_t>(speeds));
  kept_.columns.resize(count);
  kept_.rows.resize(count);
  memory(kept_.columns, kept_.rows);
  for (std::size_t i = 0; i < count; ++i) {
    memory.check(kept_.columns[i] >= 0 && kept_.columns[i] < speeds && kept_.rows[i] >= 0 &&
                 kept_.rows[i] < equations);
  }
  if (memory.is_saving()) return;
  kept_.dependent.assign(speeds, false);
  for (int column : kept_.columns) kept_.dependent[column] = true;
  choice_ = kept_;
  corrected_q_.resize(0);
}

bool CoordinatePartition::correct_by_choice(Formulation& formulation, Vector& q, Vector& v) {
  const int nv = static_cast<int>(v.size());
  auto solve = [&](const Vector& residual) {
    Vector right(choice_.columns.size()), delta = Vector::Zero(nv);
    if (choice_.columns.empty()) return delta;
    for (std::size_t i = 0; i < choice_.rows.size(); ++i) {
      const double size =
          closure_.natural[choice_.rows[i]] > 0 ? closure_.natural[choice_.rows[i]] : 1.0;
      right[i] = -residual[choice_.rows[i]] / size;
    }
    const Vector x = lu_.solve(right);
    for (std::size_t j = 0; j < choice_.columns.size(); ++j) delta[choice_.columns[j]] = x[j];
    return delta;
  };
  double previous = INFINITY;
  for (int sweep = 0; sweep < 12; ++sweep) {
    formulation.eval_motion(q, v);
    formulation.eval_closure(closure_);
    if (closure_.g.size() == 0) return true;
    if (choice_.columns.empty() || !factor() || pivot_ < 0.01 * choice_.best_pivot) {
      Vector q_closed = q, v_closed = v;
      if (!formulation.project(q_closed, v_closed)) return false;
      formulation.eval_motion(q_closed, v_closed);
      formulation.eval_closure(closure_);
      if (!choose(formulation)) {
        q = q_closed;
        v = v_closed;
        return true;
      }
      formulation.eval_motion(q, v);
      formulation.eval_closure(closure_);
      if (!factor()) return false;
    }
    const double size = closure_.g.cwiseAbs().maxCoeff();
    if (!std::isfinite(size)) return false;
    if (size < 1e-14 || (size > 0.5 * previous && size < 1e-10)) break;
    if (size > 0.5 * previous && sweep > 4) return false;
    previous = size;
    step_coordinates(*formulation.system().root, solve(closure_.g), q);
  }
  v += solve(closure_.gdot);
  return true;
}

}  // namespace gelenk
