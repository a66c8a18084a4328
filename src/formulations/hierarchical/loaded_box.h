// A compiled component (compiled/loaded_component.h) as a part of a composite: calls across the C
// interface, with its slice of the whole system's q and v.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "compiled/loaded_component.h"
#include "formulations/black_box.h"
#include "formulations/formulation.h"

namespace gelenk {

class LoadedBox final : public BlackBox {
 public:
  // The component must outlive it.
  LoadedBox(LoadedComponent& component, const Gravity& gravity, int first_q, int first_v);

  int port_count() const override { return component_.port_count(); }
  const FrameMotion<double>& port(int i) const override { return ports_[i]; }
  int flange_count() const override { return static_cast<int>(flanges_.size()); }
  const AxisMotion& flange(int i) const override { return flanges_[i]; }
  void place(double t, const double* q, const double* v) override;
  bool condense(double t, const double* q, const double* v, Loading loading) override;
  const Matrix& D() const override { return D_; }
  const Vector& r() const override { return r_; }
  const Vector& D_sizes() const override { return D_sizes_; }
  void release(const Vector& tau, double* vdot) override;
  bool is_uneven() const override { return uneven_; }
  bool factor(double t, const double* q, const double* v, Metric metric) override;
  double calc_residual(Level level) override;
  void reduce() override;
  void correct(const Vector& tau, double* delta) override;
  std::string failure() const override { return failure_; }

  // ---- for the formulation that owns it ---------------------------------------------------------

  int first_q() const { return first_q_; }
  int first_v() const { return first_v_; }
  int nv() const { return component_.nv(); }
  // Why one of the calls since the last check failed; empty when none did.
  std::string take_failure();
  // Writes its slice of the whole system's q̇, as the last release found it.
  void get_qdot(double* qdot) const;
  // Moves its slice of the whole system's q along δ, and brings Euler parameters to length one.
  void step(const double* delta, double* q);
  void drive(double t, bool at_start, Vector& q, Vector& v);
  void add_energy(Energy& energy);
  double calc_position_drift();

  // How long a step may be for the laws inside (OdeSystem::calc_longest_step). A failure is told at
  // the next check.
  double calc_longest_step(double t, double longest, double end) {
    double step = longest;
    note(give_inputs() && component_.longest_step(t, longest, end, step));
    return step;
  }

  int event_count() const { return component_.event_count(); }
  const std::string& path() const { return component_.path(); }
  void eval_events(double* indicators);
  void get_event_signs(int* signs) const;
  // Both get the whole system's q and v, and change their slice of them.
  bool start_events(double t, Vector& q, Vector& v, const LoadedComponent::Evaluate& evaluate);
  bool handle_event(double t, Vector& q, Vector& v, const int* crossed,
                    const LoadedComponent::Evaluate& evaluate, bool& changed);
  // What the last evaluation found: how near a loop inside is to a singular position, and how much
  // motion a unit of each of its speeds is (zero: the speed is in none of these loops).
  gelenk_nearness nearness() const { return nearness_; }
  const Vector& sizes() const { return sizes_; }
  void set_missing(bool misses) { note(component_.miss(misses)); }
  // Takes note of a state of the whole system that the run keeps.
  void accept(double t, const Vector& q, const Vector& v) {
    note(give_inputs() && component_.accept(t, q.data() + first_q_, v.data() + first_v_));
  }
  void list_memory(Memory& memory);
  // Takes accelerations of the whole system in place of those that the last release found, so that
  // results are about them (RecursiveBox::take_accelerations).
  void take_accelerations(const Vector& vdot);
  void set_feedback(double rate) { note(component_.set_feedback(rate)); }
  // Inputs of all calls that follow.
  void set_inputs(const double* values) { std::copy_n(values, inputs_.size(), inputs_.begin()); }
  // The load on a flange in the last release.
  double get_flange_load(int i) const { return tau_[row_of_flange(i)]; }
  // A signal for laws, at the state placed last.
  double get_output(int i);
  // A signal that the component shows, at the last release.
  double get_signal(int i);

 private:
  // Keeps the first failure until the next check: calls that have no way to fail in the contract of
  // a black box do so too.
  bool note(bool succeeded);
  void measure_D();
  void set_accelerations(const Vector& A);
  void place_accelerations();
  bool give_inputs() { return note(component_.set_inputs(inputs_.data())); }

  LoadedComponent& component_;
  const int first_q_, first_v_;
  std::vector<FrameMotion<double>> ports_;
  std::vector<AxisMotion> flanges_;
  Matrix D_;
  Vector r_, D_sizes_, qdot_, sizes_;
  // Of the last release, refined since: accelerations of its speeds, and by row of D accelerations
  // of ports and flanges and the loads on them.
  Vector vdot_, A_, tau_;
  bool uneven_ = false;
  Level level_ = Level::position;  // of the last residual
  gelenk_nearness nearness_ = GELENK_REGULAR;
  std::vector<double> signals_, outputs_, inputs_;
  bool signals_known_ = false, outputs_known_ = false;
  std::string failure_;
};

}  // namespace gelenk
