#include "analyses/reduced_equations.h"

#include <Eigen/LU>
#include <Eigen/SVD>

#include "analyses/coordinate_partition.h"
#include "analyses/independent_coordinates.h"
#include "analyses/motion_space.h"

namespace gelenk {

CoordinateSplit split_coordinates(Formulation& formulation, const Vector& q, const Vector& v,
                                  const std::vector<int>& preferred) {
  const System& system = formulation.system();
  const std::vector<bool> undriven = list_undriven(system);
  CoordinatePartition choice;
  choice.prefer(preferred);
  choice.start(formulation, q, v);
  std::vector<bool> is_dependent = choice.is_dependent();
  is_dependent.resize(system.nv, false);  // where there are no loops
  CoordinateSplit partition;
  for (int j = 0; j < system.nv; ++j) {
    (!undriven[j]      ? partition.driven
     : is_dependent[j] ? partition.dependent
                       : partition.independent)
        .push_back(j);
  }
  formulation.eval_motion(q, v);
  Closure closure;
  formulation.eval_closure(closure);
  const auto d = static_cast<Eigen::Index>(partition.dependent.size());
  partition.B = Matrix::Zero(d, static_cast<Eigen::Index>(partition.independent.size()));
  if (closure.g.size() == 0) return partition;
  const Matrix G = scale_rows(closure);
  Eigen::FullPivLU<Matrix> lu;
  lu.setThreshold(kernel_tolerance);
  const Matrix G_d = G(Eigen::all, partition.dependent);
  lu.compute(G_d);
  std::vector<int> rows;
  for (Eigen::Index i = 0; i < G.rows(); ++i) {
    const bool is_pivot = d > 0 && lu.permutationP().indices()[i] < d;
    (is_pivot ? rows : partition.redundant).push_back(static_cast<int>(i));
  }
  if (d == 0) return partition;
  const Matrix square = G_d(rows, Eigen::all);
  const Vector values = Eigen::BDCSVD<Matrix>(square).singularValues();
  partition.largest = values[0];
  partition.smallest = values[d - 1];
  const Matrix G_u = G(rows, partition.independent);
  partition.B = -square.fullPivLu().solve(G_u);
  return partition;
}

bool is_singular(Formulation& formulation, const Vector& q) {
  const std::vector<bool> undriven = list_undriven(formulation.system());
  const Vector still = Vector::Zero(formulation.system().nv);
  const auto find_motions = [&](const Vector& at) {
    formulation.eval_motion(at, still);
    Closure closure;
    formulation.eval_closure(closure);
    return find_kernel(take_columns(scale_rows(closure), undriven));
  };
  const Matrix Z = find_motions(q);
  if (Z.cols() == 0) return false;
  // Two directions, of which hardly both stay where ranks are low.
  for (const double last : {1.7, -0.6}) {
    const Vector direction = Z * Vector::LinSpaced(Z.cols(), 1.0, last);
    Vector step = still, q_beside = q, v = still;
    for (std::size_t j = 0, k = 0; j < undriven.size(); ++j) {
      if (undriven[j]) step[j] = 1e-3 * direction[k++];
    }
    step_coordinates(*formulation.system().root, step, q_beside);
    if (formulation.project(q_beside, v) && find_motions(q_beside).cols() < Z.cols()) return true;
  }
  return false;
}

ReducedOutcome calc_reduced(Formulation& formulation, const CoordinateSplit& partition, double t,
                            const Vector& q, const Vector& v, ReducedEquations& reduced) {
  const int n = formulation.system().nv;
  const auto u = static_cast<Eigen::Index>(partition.independent.size());
  Matrix T = Matrix::Zero(n, u);
  for (Eigen::Index k = 0; k < u; ++k) T(partition.independent[k], k) = 1.0;
  for (std::size_t i = 0; i < partition.dependent.size(); ++i)
    T.row(partition.dependent[i]) = partition.B.row(static_cast<Eigen::Index>(i));
  Vector qdot, a, needed;
  if (!formulation.eval_derivatives(t, q, v, qdot, a) || !a.allFinite())
    return ReducedOutcome::not_evaluated;
  const Vector a_u = a(partition.independent);
  a -= T * a_u;
  JointSpace& space = *formulation.joint_space();
  if (!space.calc_forces(t, q, v, a, needed)) return ReducedOutcome::by_outcomes;
  Matrix M;
  space.calc_mass_matrix(q, M);
  reduced.M = T.transpose() * M * T;
  reduced.F = T.transpose() * needed;
  return ReducedOutcome::done;
}

}  // namespace gelenk
