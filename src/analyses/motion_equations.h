// The equations of motion of a formulation as integrators see them: y = (q, v), ẏ = (q̇, v̇), with the
// projection onto the constraints as correction (Thesis 2.9) and the formulation's events. Says in words what
// went wrong: which component and quantity.
#pragma once

#include <string>

#include "analyses/coordinate_partition.h"
#include "formulations/formulation.h"
#include "numerics/integrator.h"
#include "symbolic/time_scale.h"

namespace gelenk {

// How constraints are held: by projection after each step; by dependent coordinates that follow from
// independent ones (Robotran 3.2.2); by feedback in the accelerations (Baumgarte 1972); not at all.
enum class Stabilization { projection, partition, baumgarte, none };

class MotionEquations : public OdeSystem {
 public:
  MotionEquations(Formulation& formulation, Stabilization stabilization);

  // For stabilization `partition`: coordinates to be kept independent, by index in v.
  void prefer_independent(std::vector<int> coordinates) {
    partition_.prefer(std::move(coordinates));
  }

  bool eval(double t, const Vector& y, Vector& ydot) override;
  // q moves along G⁺ until the loops close to rounding, then v is freed of the part that would open them.
  bool correct(double t, Vector& y) override;

  bool has_constraints() const override;
  void accept(double t, const Vector& y) override;
  // With that of the formulation.
  void list_memory(Memory& memory);

  int event_count() const override { return f_.event_count(); }
  bool events_depend_on_state() const override { return f_.events_depend_on_state(); }
  void eval_events(double t, const Vector& y, Vector& indicators) override;
  void get_event_signs(std::vector<int>& signs) const override { f_.get_event_signs(signs); }
  void start_events(double t, Vector& y) override;
  void handle_event(double t, Vector& y, const std::vector<int>& crossed) override;

  double next_time_event(double /*t*/) override { return f_.next_time_event(); }

  double calc_longest_step(double t, double longest, double end) override {
    return f_.laws().calc_longest_step(std::min(time_scale_.calc_step(t, inputs_.data(), longest, end),
                                                f_.calc_longest_step(t, longest, end)));
  }

  // Of the evaluation or correction made last.
  const Vector& q() const { return q_; }
  const Vector& v() const { return v_; }
  const Vector& vdot() const { return vdot_; }

  // Which component and quantity was not a number, in the evaluation or correction that failed last, and
  // when.
  const std::string& describe_failure() const { return failure_; }
  // "speed w of component 'hinge'", for an entry of y.
  std::string describe_entry(int entry) const;

 private:
  void split(const Vector& y);
  void keep_inputs();
  bool note_failure();

  Formulation& f_;
  int nq_, nv_;
  Stabilization stabilization_;
  CoordinatePartition partition_;
  symbolic::TimeScale time_scale_;
  std::vector<double> inputs_;  // of the laws, of the state that was kept last
  double time_ = 0.0;
  std::string failure_ = "the state between two steps could not be computed";
  Vector q_, v_, qdot_, vdot_;
};

}  // namespace gelenk
