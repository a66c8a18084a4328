#include "formulations/hierarchical/loaded_box.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace gelenk {

LoadedBox::LoadedBox(LoadedComponent& component, const Gravity& gravity, int first_q, int first_v)
    : component_(component),
      first_q_(first_q),
      first_v_(first_v),
      ports_(component.port_count()),
      flanges_(component.flanges().size()),
      signals_(component.shown_signals().size()),
      outputs_(component.shown_signals().size()) {
  const gelenk_gravity_kind kind = gravity.kind == Gravity::Kind::uniform ? GELENK_UNIFORM
                                   : gravity.kind == Gravity::Kind::point ? GELENK_POINT
                                                                          : GELENK_NO_GRAVITY;
  note(component_.set_gravity(kind, gravity.g, gravity.mu));
  D_.setZero(size(), size());
  r_ = A_ = tau_ = Vector::Zero(size());
  D_sizes_.setZero(2 * port_count() + flange_count());
  qdot_.setZero(component.nq());
  vdot_ = sizes_ = Vector::Zero(component.nv());
  for (const LoadedComponent::Input& input : component.inputs()) inputs_.push_back(input.start);
}

bool LoadedBox::note(bool succeeded) {
  if (!succeeded && failure_.empty()) failure_ = component_.failure() + ",";
  return succeeded;
}

std::string LoadedBox::take_failure() { return std::exchange(failure_, ""); }

void LoadedBox::place(double t, const double* q, const double* v) {
  if (give_inputs())
    note(component_.place(t, q + first_q_, v + first_v_, ports_.data(), flanges_.data()));
  outputs_known_ = false;
}

bool LoadedBox::condense(double t, const double* q, const double* v, Loading loading) {
  failure_.clear();
  place(t, q, v);
  if (!failure_.empty() || !note(component_.condense(
                               loading == Loading::impact ? GELENK_IMPACT : GELENK_FORCES, D_, r_)))
    return false;
  measure_D();
  set_accelerations(r_);
  return note(component_.uneven(uneven_)) &&
         (loading == Loading::impact || note(component_.singular(nearness_, sizes_.data())));
}

void LoadedBox::release(const Vector& tau, double* vdot) {
  note(component_.release(tau, qdot_.data(), vdot + first_v_));
  A_ = r_ + D_ * tau;
  tau_ = tau;
  set_accelerations(A_);
  vdot_ = Eigen::Map<const Vector>(vdot + first_v_, nv());
  signals_known_ = false;
}

bool LoadedBox::factor(double t, const double* q, const double* v, Metric metric) {
  failure_.clear();
  place(t, q, v);
  if (!failure_.empty() ||
      !note(component_.factor(metric == Metric::euclidean ? GELENK_EUCLIDEAN : GELENK_MASS, D_)))
    return false;
  measure_D();
  return true;
}

// A component does not tell what its loops take from D.
void LoadedBox::measure_D() {
  for (int i = 0; i < 2 * port_count(); ++i) D_sizes_[i] = D_.diagonal().segment<3>(3 * i).sum();
  D_sizes_.tail(flange_count()) = D_.diagonal().tail(flange_count());
}

void LoadedBox::set_accelerations(const Vector& A) {
  for (int i = 0; i < port_count(); ++i) ports_[i].A = A.segment<6>(6 * i);
  for (int i = 0; i < flange_count(); ++i) flanges_[i].a = A[row_of_flange(i)];
}

double LoadedBox::calc_residual(Level level) {
  double largest = 0.0;
  level_ = level;
  const bool fine = note(component_.residual(level == Level::position   ? GELENK_POSITION
                                             : level == Level::velocity ? GELENK_VELOCITY
                                                                        : GELENK_ACCELERATION,
                                             largest));
  if (level == Level::acceleration) place_accelerations();
  return fine ? largest : NAN;
}

// From the motion, where the component can do that.
void LoadedBox::place_accelerations() {
  set_accelerations(A_);
  note(component_.accelerate(vdot_.data(), ports_.data(), flanges_.data()));
}

void LoadedBox::reduce() {
  note(component_.reduce(r_));
  set_accelerations(r_);
}

void LoadedBox::correct(const Vector& tau, double* delta) {
  note(component_.correct(tau, delta + first_v_));
  if (level_ != Level::acceleration) return;
  A_ += r_ + D_ * tau;
  tau_ += tau;
  vdot_ += Eigen::Map<const Vector>(delta + first_v_, nv());
  place_accelerations();
  signals_known_ = false;
}

void LoadedBox::take_accelerations(const Vector& vdot) {
  note(component_.accelerate(vdot.data() + first_v_, ports_.data(), flanges_.data()));
  signals_known_ = false;
}

void LoadedBox::get_qdot(double* qdot) const {
  std::copy(qdot_.begin(), qdot_.end(), qdot + first_q_);
}

void LoadedBox::step(const double* delta, double* q) {
  note(component_.step(delta + first_v_, q + first_q_));
}

void LoadedBox::drive(double t, bool at_start, Vector& q, Vector& v) {
  note(component_.drive(t, at_start, q.data() + first_q_, v.data() + first_v_));
}

void LoadedBox::add_energy(Energy& energy) {
  double kinetic = 0.0, potential = 0.0;
  note(component_.energy(kinetic, potential));
  energy.kinetic += kinetic;
  energy.potential += potential;
}

double LoadedBox::calc_position_drift() {
  double position = 0.0, velocity = 0.0;
  note(component_.drift(position, velocity));
  return position;
}

void LoadedBox::eval_events(double* indicators) { note(component_.events(indicators)); }

void LoadedBox::get_event_signs(int* signs) const { component_.event_signs(signs); }

bool LoadedBox::start_events(double t, Vector& q, Vector& v,
                             const LoadedComponent::Evaluate& evaluate) {
  return give_inputs() &&
         note(component_.start_events(t, q.data() + first_q_, v.data() + first_v_, evaluate));
}

bool LoadedBox::handle_event(double t, Vector& q, Vector& v, const int* crossed,
                             const LoadedComponent::Evaluate& evaluate, bool& changed) {
  return give_inputs() && note(component_.handle_event(t, q.data() + first_q_, v.data() + first_v_,
                                                       crossed, evaluate, changed));
}

void LoadedBox::list_memory(Memory& memory) {
  std::string bytes;
  if (memory.is_saving() && !component_.save(bytes))
    throw std::runtime_error("the memory of compiled component '" + component_.path() +
                             "' cannot be saved: " + component_.failure());
  memory(bytes);
  if (memory.is_saving()) return;
  if (!component_.restore(bytes))
    throw DamagedBytes("a compiled component does not take its part of it");
  failure_.clear();
  signals_known_ = outputs_known_ = false;
}

double LoadedBox::get_output(int i) {
  if (!outputs_known_) outputs_known_ = note(component_.outputs(outputs_.data()));
  return outputs_[i];
}

double LoadedBox::get_signal(int i) {
  if (!signals_known_) signals_known_ = note(component_.signals(signals_.data()));
  return signals_[i];
}

}  // namespace gelenk
