// The equations of an experiment's model at any time and state.
#include <algorithm>

#include "analyses/state_names.h"
#include "api/experiment_impl.h"
#include "topology/leaves/partition.h"

namespace gelenk {

namespace {

void check_room(std::span<double> room, std::size_t wanted, const char* what) {
  if (room.size() == wanted) return;
  reject_use(fmt::format("{} has room for {} numbers, not for {}", what, room.size(), wanted),
             "give an array of that size");
}

}  // namespace

namespace {

// Equations in matrices need all masses and joints.
void check_uncompiled(const System& system) {
  if (system.partition == nullptr) return;
  for (const Leaf& leaf : system.partition->leaves) {
    if (leaf.compiled == nullptr) continue;
    reject_use("these equations need all masses and joints, and the compiled component '" +
                   leaf.compiled->path + "' does not show those inside of it",
               "use calc_derivatives and signals, or put the text of the component in its place");
  }
}

JointSpace& get_joint_space(Formulation& f) {
  check_uncompiled(f.system());
  JointSpace* space = f.joint_space();
  GELENK_ASSERT(space != nullptr);
  return *space;
}

}  // namespace

void Experiment::calc_derivatives(double time, std::span<const double> q, std::span<const double> v,
                                  std::span<double> qdot, std::span<double> vdot) const {
  Impl& impl = get();
  impl.take_state(time, q, v);
  check_room(qdot, nq(), "qdot");
  check_room(vdot, nv(), "vdot");
  impl.prepare_evaluation();
  impl.eval(time, impl.at_q, impl.at_v);
  std::copy_n(impl.ydot.data(), qdot.size(), qdot.data());
  std::copy_n(impl.ydot.data() + qdot.size(), vdot.size(), vdot.data());
}

void Experiment::calc_mass_matrix(std::span<const double> q, std::span<double> M) const {
  Impl& impl = get();
  const Vector at_q = take_numbers(q, impl.coordinates, "coordinates");
  check_room(M, nv() * nv(), "M");
  JointSpace& space = get_joint_space(impl.formulation());
  impl.evaluated = Impl::Evaluated::nothing;
  Matrix matrix;
  space.calc_mass_matrix(at_q, matrix);
  if (!matrix.allFinite()) throw NumericsError("the mass matrix is not finite at this position");
  std::copy_n(matrix.data(), matrix.size(), M.data());  // symmetric: rows are columns
}

void Experiment::calc_inverse_dynamics(double time, std::span<const double> q,
                                       std::span<const double> v, std::span<const double> vdot,
                                       std::span<double> tau) const {
  Impl& impl = get();
  check_finite(time, "the time");
  const Vector at_q = take_numbers(q, impl.coordinates, "coordinates"),
               at_v = take_numbers(v, impl.speeds, "speeds"),
               a = take_numbers(vdot, impl.speeds, "speeds");
  check_room(tau, nv(), "tau");
  JointSpace& space = get_joint_space(impl.formulation());
  impl.prepare_evaluation();
  Vector forces;
  if (!space.calc_forces(time, at_q, at_v, a, forces)) {
    reject_use(
        "laws of this model read accelerations or loads, so that its forces do not follow from "
        "a motion alone",
        "use calc_derivatives");
  }
  if (!forces.allFinite()) throw NumericsError("the forces are not finite at this state");
  std::copy_n(forces.data(), forces.size(), tau.data());
}

void Experiment::calc_bias(double time, std::span<const double> q, std::span<const double> v,
                           std::span<double> h) const {
  const std::vector<double> still(nv(), 0.0);
  calc_inverse_dynamics(time, q, v, still, h);
}

ConstraintEquations Experiment::calc_constraints(double time, std::span<const double> q,
                                                 std::span<const double> v) const {
  Impl& impl = get();
  impl.take_state(time, q, v);
  Formulation& f = impl.formulation();
  check_uncompiled(f.system());
  impl.apply_inputs();
  impl.eval_motion(time, impl.at_q, impl.at_v);
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
  Impl& impl = get();
  const Vector at_q = take_numbers(q, impl.coordinates, "coordinates"),
               at_v = take_numbers(v, impl.speeds, "speeds");
  JointSpace& space = get_joint_space(impl.formulation());
  const Signal& signal = impl.get_signal(frame + ".r_0[1]");
  impl.evaluated = Impl::Evaluated::nothing;
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

// ---- what signals show, anywhere ----------------------------------------------------------------------

StateEnergy Experiment::calc_energy(double time, std::span<const double> q,
                                    std::span<const double> v) const {
  Impl& impl = get();
  impl.take_state(time, q, v);
  impl.prepare_evaluation();
  impl.eval(time, impl.at_q, impl.at_v);
  const Energy energy = impl.formulation().calc_energy();
  return {energy.kinetic, energy.potential};
}

StateDrift Experiment::calc_drift(double time, std::span<const double> q,
                                  std::span<const double> v) const {
  Impl& impl = get();
  impl.take_state(time, q, v);
  impl.apply_inputs();
  impl.eval_motion(time, impl.at_q, impl.at_v);
  const Drift drift = impl.formulation().calc_drift();
  return {drift.position, drift.velocity};
}

void Experiment::calc_signals(double time, std::span<const double> q, std::span<const double> v,
                              std::span<const SignalHandle> signals,
                              std::span<double> values) const {
  Impl& impl = get();
  impl.take_state(time, q, v);
  check_room(values, signals.size(), "values");
  bool are_of_motion = true;
  for (const SignalHandle& signal : signals) {
    if (signal.experiment_ != impl.number) reject_handle();
    are_of_motion = are_of_motion && impl.known_signals[signal.number_].of_motion;
  }
  impl.prepare_evaluation();
  if (are_of_motion)
    impl.eval_motion(time, impl.at_q, impl.at_v);
  else
    impl.eval(time, impl.at_q, impl.at_v);
  impl.values_anywhere->forget();
  const Vector& placed_q = are_of_motion ? impl.at_q : impl.equations->q();
  const Vector& placed_v = are_of_motion ? impl.at_v : impl.equations->v();
  for (std::size_t i = 0; i < signals.size(); ++i) {
    values[i] =
        impl.values_anywhere->calc(impl.known_signals[signals[i].number_], impl.formulation(),
                                   placed_q, placed_v, impl.equations->vdot());
  }
}

}  // namespace gelenk
