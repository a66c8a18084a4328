// The equations of an experiment's model at any time and state.
#include <algorithm>

#include "analyses/state_names.h"
#include "api/experiment_impl.h"

namespace gelenk {

namespace {

void check_room(std::span<double> room, std::size_t wanted, const char* what) {
  if (room.size() == wanted) return;
  reject_use(fmt::format("{} has room for {} numbers, not for {}", what, room.size(), wanted),
             "give an array of that size");
}

}  // namespace

void Experiment::calc_derivatives(double time, std::span<const double> q, std::span<const double> v,
                                  std::span<double> qdot, std::span<double> vdot) const {
  Impl& impl = *impl_;
  if (!std::isfinite(time)) check_finite(time, "the time");
  Vector &at_q = impl.at_q, &at_v = impl.at_v;
  take_numbers(q, impl.coordinates, "coordinates", at_q);
  take_numbers(v, impl.speeds, "speeds", at_v);
  check_room(qdot, nq(), "qdot");
  check_room(vdot, nv(), "vdot");
  Formulation& f = impl.formulation();
  impl.prepare_evaluation();
  f.place_driven(time, at_q, at_v);
  Vector &rate = impl.rate, &change = impl.change;
  if (!f.eval_derivatives(time, at_q, at_v, rate, change) || !change.allFinite())
    throw NumericsError(f.failure().empty() ? "the accelerations are not finite" : f.failure());
  std::copy_n(rate.data(), rate.size(), qdot.data());
  std::copy_n(change.data(), change.size(), vdot.data());
}

namespace {

JointSpace& get_joint_space(Formulation& f) {
  JointSpace* space = f.joint_space();
  if (space == nullptr) {
    reject_use(
        "these equations are along the joints of one tree, which this formulation does not have",
        "build the experiment with the formulation 'recursive'");
  }
  return *space;
}

}  // namespace

void Experiment::calc_mass_matrix(std::span<const double> q, std::span<double> M) const {
  const Vector at_q = take_numbers(q, impl_->coordinates, "coordinates");
  check_room(M, nv() * nv(), "M");
  JointSpace& space = get_joint_space(impl_->formulation());
  impl_->is_evaluated = false;
  Matrix matrix;
  space.calc_mass_matrix(at_q, matrix);
  std::copy_n(matrix.data(), matrix.size(), M.data());  // symmetric: rows are columns
}

void Experiment::calc_inverse_dynamics(double time, std::span<const double> q,
                                       std::span<const double> v, std::span<const double> vdot,
                                       std::span<double> tau) const {
  check_finite(time, "the time");
  const Vector at_q = take_numbers(q, impl_->coordinates, "coordinates"),
               at_v = take_numbers(v, impl_->speeds, "speeds"),
               a = take_numbers(vdot, impl_->speeds, "speeds");
  check_room(tau, nv(), "tau");
  JointSpace& space = get_joint_space(impl_->formulation());
  impl_->prepare_evaluation();
  Vector forces;
  if (!space.calc_forces(time, at_q, at_v, a, forces)) {
    reject_use(
        "laws of this model read accelerations or loads, so that its forces do not follow from "
        "a motion alone",
        "use calc_derivatives");
  }
  std::copy_n(forces.data(), forces.size(), tau.data());
}

void Experiment::calc_bias(double time, std::span<const double> q, std::span<const double> v,
                           std::span<double> h) const {
  const std::vector<double> still(nv(), 0.0);
  calc_inverse_dynamics(time, q, v, still, h);
}

ConstraintEquations Experiment::calc_constraints(double time, std::span<const double> q,
                                                 std::span<const double> v) const {
  check_finite(time, "the time");
  Vector at_q = take_numbers(q, impl_->coordinates, "coordinates"),
         at_v = take_numbers(v, impl_->speeds, "speeds");
  Formulation& f = impl_->formulation();
  if (f.system().partition != nullptr) {
    reject_use("the formulation 'hierarchical' has its constraints in no matrix",
               "build the experiment with the formulation 'recursive'");
  }
  impl_->is_evaluated = false;
  f.place_driven(time, at_q, at_v);
  f.eval_motion(at_q, at_v);
  Closure closure;
  f.eval_closure(closure);
  ConstraintEquations equations;
  equations.names = list_closure_names(f.system());
  equations.g.assign(closure.g.begin(), closure.g.end());
  equations.gdot.assign(closure.gdot.begin(), closure.gdot.end());
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> G = closure.G;
  equations.G.assign(G.data(), G.data() + G.size());
  return equations;
}

FrameKinematics Experiment::calc_frame(const std::string& frame, std::span<const double> q,
                                       std::span<const double> v) const {
  const Vector at_q = take_numbers(q, impl_->coordinates, "coordinates"),
               at_v = take_numbers(v, impl_->speeds, "speeds");
  JointSpace& space = get_joint_space(impl_->formulation());
  const Signal& signal = impl_->find_signal(frame + ".r_0[1]");
  impl_->is_evaluated = false;
  Matrix J;
  const FrameMotion<double> motion = space.calc_frame(at_q, at_v, *signal.sub, signal.at, J);
  FrameKinematics kinematics;
  for (int i = 0; i < 3; ++i) {
    kinematics.p[i] = motion.X.p[i];
    kinematics.w[i] = motion.V[i];
    kinematics.v[i] = motion.V[3 + i];
    for (int j = 0; j < 3; ++j) kinematics.R[3 * i + j] = motion.X.R(i, j);
  }
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> by_rows = J;
  kinematics.J.assign(by_rows.data(), by_rows.data() + by_rows.size());
  return kinematics;
}

}  // namespace gelenk
