// A solver of dense linear equations for SUNDIALS by Eigen's blocked LU factorisation. That of SUNDIALS goes column by
// column; for a thousand unknowns, as a chain of five hundred stiff joints has, it takes several times as long.
#pragma once

#include <sundials/sundials_linearsolver.h>

namespace gelenk {

// For matrices made by SUNDenseMatrix. Null when there is no memory; SUNLinSolFree frees it.
SUNLinearSolver make_dense_solver(SUNContext context);

}  // namespace gelenk
