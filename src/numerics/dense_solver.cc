#include "numerics/dense_solver.h"

#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <Eigen/LU>

#include "math/vector.h"

namespace gelenk {

namespace {

using Factors = Eigen::PartialPivLU<Matrix>;

Factors& factors_of(SUNLinearSolver solver) { return *static_cast<Factors*>(solver->content); }

SUNLinearSolver_Type get_type(SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; }

// 0, or positive when the matrix is singular: SUNDIALS then tries another step.
int setup(SUNLinearSolver solver, SUNMatrix A) {
  const Eigen::Index n = SUNDenseMatrix_Rows(A);
  Factors& factors = factors_of(solver);
  factors.compute(Eigen::Map<const Matrix>(SUNDenseMatrix_Data(A), n, n));
  const auto pivots = factors.matrixLU().diagonal();
  return pivots.allFinite() && (pivots.array() != 0).all() ? 0 : 1;
}

int solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, realtype) {
  const auto view = [](N_Vector v) {
    return Eigen::Map<Vector>(N_VGetArrayPointer(v), static_cast<Eigen::Index>(N_VGetLength(v)));
  };
  view(x) = factors_of(solver).solve(view(b));
  return 0;
}

int release(SUNLinearSolver solver) {
  delete static_cast<Factors*>(solver->content);
  SUNLinSolFreeEmpty(solver);
  return 0;
}

}  // namespace

SUNLinearSolver make_dense_solver(SUNContext context) {
  SUNLinearSolver solver = SUNLinSolNewEmpty(context);
  if (solver == nullptr) return nullptr;
  solver->ops->gettype = get_type;
  solver->ops->setup = setup;
  solver->ops->solve = solve;
  solver->ops->free = release;
  solver->content = new Factors;
  return solver;
}

}  // namespace gelenk
