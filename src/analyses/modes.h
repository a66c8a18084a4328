// Modes of ẋ = A x: eigenvalues and what moves with them (Robotran 5.4), also where eigenvalues are multiple.
//
// A is balanced, B = D⁻¹ A D. The eigenvalue 0 comes first, since it is the one that is multiple as a rule (a
// body that nothing holds has twelve of it), and since rounding would scatter its copies: null spaces are taken off one
// after the other, each found by a pivoted QR factorisation (Kublanovskaya 1966),
//   Qᵀ B Q = [B₁ 0; B₂ Z],   Z nilpotent,  w₁ ≥ w₂ ≥ …                                              (1)
// where w_k is the number of Jordan chains of 0 with at least k members. Eigenvalues of B₁ that are close to each other are then tried
// in the same way about their mean: if the null spaces of B₁ − μ I have as many dimensions as there are eigenvalues,
// they are one, μ, with chains of known lengths. Else they are different, however close.
#pragma once

#include <complex>
#include <vector>

#include "math/vector.h"

namespace gelenk {

using ComplexVector = Eigen::VectorXcd;

struct EigenMode {
  std::complex<double> eigenvalue;  // of a pair the one with Im > 0
  int multiplicity = 1;             // of the eigenvalue
  int chain = 1;                    // members of its Jordan chain; more than one: defective
  int eigenvalue_number = 0;        // modes with the same number have one eigenvalue
  // By row of T: T x, its entry of largest modulus among positions (else states, else speeds) one (Robotran 5.4.2).
  ComplexVector shape;
  // By row of T: shares of the motion, which add up to one. Of entries of a left and a right eigenvector, which have no units; of a chain
  // those of all its members together.
  Vector participation;
};

// In ascending order of |λ|. (δ, δv, δz) = T x with `directions` entries of δ; `sizes` make rows of T comparable; `error`: of A,
// against its rows.
std::vector<EigenMode> calc_modes(const Matrix& A, const Matrix& T, const Vector& sizes,
                                  int directions, double error);

}  // namespace gelenk
