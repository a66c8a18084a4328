#include "analyses/rest_stability.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace gelenk {

bool move_by(Formulation& f, RestSpace& space, double time, const RestDirections& by,
             const Vector& x, Vector& q) {
  const System& system = f.system();
  const Eigen::Index motions = by.motions.cols(), states = by.states.cols();
  step_coordinates(*system.root, by.motions * x.head(motions), q);
  if (states > 0) q.tail(by.states.rows()) += by.states * x.segment(motions, states);
  return space.close(q) && f.project_states(time, q, Vector::Zero(system.nv), false);
}

Stability calc_rest_stability(Formulation& f, RestSpace& space, double time, const Vector& q,
                              const RestDirections& by) {
  constexpr double h = 1e-5;
  const Eigen::Index d = by.motions.cols(), nz = by.states.cols();
  if (d + nz == 0) return Stability::stable;  // nothing can move
  if (2 * d + nz > 800) return Stability::unknown;
  const Vector still = Vector::Zero(f.system().nv);
  Vector qdot, vdot;
  const auto eval = [&](const Vector& at_q, const Vector& at_v, Vector& rates) {
    if (!f.eval_derivatives(time, at_q, at_v, qdot, vdot)) return false;
    rates.resize(d + nz);
    for (Eigen::Index i = 0; i < d; ++i)
      rates[i] = vdot[by.independent[static_cast<std::size_t>(i)]];
    if (nz > 0) rates.tail(nz) = by.states.transpose() * qdot.tail(by.states.rows());
    return rates.allFinite();
  };
  Vector ahead, behind;
  if (!eval(q, still, ahead) || !f.list_undetermined().empty()) return Stability::unknown;
  // Columns of ∂(u̇, ż)/∂(x, z) and ∂(u̇, ż)/∂u.
  Matrix by_place(d + nz, d + nz), by_speed(d + nz, d);
  for (Eigen::Index j = 0; j < d + nz; ++j) {
    const double scale = j < d ? 1.0 : std::max(1e-2, q.tail(by.states.rows()).norm());
    for (const double sign : {1.0, -1.0}) {
      Vector beside = q;
      if (!move_by(f, space, time, by, sign * h * scale * Vector::Unit(d + nz, j), beside) ||
          !eval(beside, still, sign > 0 ? ahead : behind))
        return Stability::unknown;
    }
    by_place.col(j) = (ahead - behind) / (2 * h * scale);
  }
  for (Eigen::Index j = 0; j < d; ++j) {
    if (!eval(q, h * by.motions.col(j), ahead) || !eval(q, -h * by.motions.col(j), behind))
      return Stability::unknown;
    by_speed.col(j) = (ahead - behind) / (2 * h);
  }
  // Places that nothing depends on are no part of (1): it goes on in the directions Q of the others.
  const Eigen::Index left_out = by.insensitive.cols(), kept = d + nz - left_out;
  Matrix Q = Matrix::Identity(d + nz, d + nz);
  if (left_out > 0) {
    const Eigen::HouseholderQR<Matrix> qr(by.insensitive);
    Q = Matrix(qr.householderQ()).rightCols(kept);
  }
  Matrix rates_of_place = Matrix::Zero(d + nz, kept + d);
  rates_of_place.topRightCorner(d, d).setIdentity();
  rates_of_place.bottomLeftCorner(nz, kept) = by_place.bottomRows(nz) * Q;
  rates_of_place.bottomRightCorner(nz, d) = by_speed.bottomRows(nz);
  Matrix A(kept + d, kept + d);
  A.topRows(kept) = Q.transpose() * rates_of_place;
  A.bottomLeftCorner(d, kept) = by_place.topRows(d) * Q;
  A.bottomRightCorner(d, d) = by_speed.topRows(d);
  const Eigen::EigenSolver<Matrix> solver(A, false);
  if (solver.info() != Eigen::Success) return Stability::unknown;
  double fastest = 0.0;
  for (const auto& value : solver.eigenvalues()) fastest = std::max(fastest, std::abs(value));
  bool dies_out = left_out == 0;
  for (const auto& value : solver.eigenvalues()) {
    const double rounding = 1e-7 * std::abs(value) + 1e-9 * fastest;
    if (value.real() > rounding) return Stability::unstable;
    dies_out = dies_out && value.real() < -rounding;
  }
  return dies_out ? Stability::stable : Stability::marginal;
}

}  // namespace gelenk
