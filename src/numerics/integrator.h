// The contract of integrators for ẏ = f(t, y) on a manifold, and of the systems that they integrate.
// An integrator goes step by step and never past a limit; after every step the system corrects the state
// (post-stabilisation). Inside the last step it interpolates, for output and for the location of events.
//
//   name          method                                              step      order  file
//   rk2           midpoint rule                                       fixed     2      fixed_step.cc
//   rk4           the classical Runge–Kutta method                    fixed     4      fixed_step.cc
//   abm4          Adams–Bashforth–Moulton, started by rk4             fixed     4      fixed_step.cc
//   dopri5        Dormand–Prince 5(4)                                 adaptive  5      dopri5.cc
//   dop853        Dormand–Prince 8(5,3)                               adaptive  8      dop853.cc
//   cvode         backward differences of SUNDIALS, for stiff systems adaptive  1–5    cvode.cc
//   cvode_adams   Adams methods of SUNDIALS                           adaptive  1–12   cvode.cc
//   erk4 … erk8   explicit Runge–Kutta pairs of SUNDIALS              adaptive  4–8    erk.cc
//   ida           ẏ − f(t, y) = 0 by SUNDIALS                         adaptive  1–5    ida.cc
//   auto          dopri5, and cvode while the system is stiff                           automatic.cc
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/memory.h"
#include "math/vector.h"

namespace gelenk {

class OdeSystem {
 public:
  virtual ~OdeSystem() = default;
  // ẏ = f(t, y); false when it cannot be computed.
  virtual bool eval(double t, const Vector& y, Vector& ydot) = 0;
  // Brings y back to what must hold at t (constraints, unit quaternions); false when it cannot.
  virtual bool correct(double t, Vector& y) = 0;
  // A state that the integrator keeps, the end of a step: what the system learns from state to
  // state it learns here. Between two of these calls, and events, eval, correct and eval_events are
  // functions of their arguments alone.
  virtual void accept(double /*t*/, const Vector& /*y*/) {}
  // Whether f holds only where constraints do, which the inner stages of a step meet no better than those are accurate.
  virtual bool has_constraints() const { return false; }

  // Events: between them f is smooth, because the system holds its modes (which side of a jump holds, which
  // contact is closed) until an event is handled. An event is a change of sign of an indicator, a
  // continuous function of t and y, or an instant that the system names ahead.
  virtual int event_count() const { return 0; }
  // When false, eval_events looks at t alone and may be given any y.
  virtual bool events_depend_on_state() const { return true; }
  virtual void eval_events(double /*t*/, const Vector& /*y*/, Vector& /*indicators*/) {}
  // The sign that each indicator must have while the modes hold: the other one is an event, even right after an
  // event that left the indicator at zero. 0 (preset): whatever sign it turns out to have.
  virtual void get_event_signs(std::vector<int>& /*signs*/) const {}
  // Takes the modes that fit the start of a run.
  virtual void start_events(double /*t*/, Vector& /*y*/) {}
  // Indicator i changed to the sign crossed[i] (0: it did not; all 0 at an instant named ahead). May
  // change y; on return the modes fit (t, y).
  virtual void handle_event(double /*t*/, Vector& /*y*/, const std::vector<int>& /*crossed*/) {}
  // First instant after t at which an event is due, whatever the state.
  virtual double next_time_event(double /*t*/) {
    return std::numeric_limits<double>::infinity();
  }
  // The longest step from t, at most `longest`, in a run until `end`, in which nothing is stepped over that f and
  // the indicators do by time alone: where the state rests, its error says nothing about that. Asked for after an
  // evaluation at t, or at an instant of the last step.
  virtual double calc_longest_step(double /*t*/, double longest, double /*end*/) { return longest; }
};

struct IntegratorOptions {
  // Local error allowed per entry: atol + rtol min(|y|, size_limit); adaptive only.
  double rtol = 1e-9, atol = 1e-11;
  double largest_step = std::numeric_limits<double>::infinity();  // fixed-step methods: their step
  Vector size_limit = {};  // empty: none. Angles that go on over many turns need one.
};

inline double calc_tolerance(const IntegratorOptions& o, Eigen::Index i, double size) {
  return o.atol + o.rtol * (o.size_limit.size() > 0 ? std::min(size, o.size_limit[i]) : size);
}

struct IntegratorCounts {
  long steps = 0, rejected = 0, evaluations = 0;
  void list_memory(Memory& memory) { memory(steps, rejected, evaluations); }
};

// A vector that is empty as long as nothing is known, or else of the given size.
inline void list_vector(Memory& memory, Vector& x, Eigen::Index size) {
  bool is_known = x.size() > 0;
  memory(is_known);
  if (!memory.is_saving()) x.setZero(is_known ? size : 0);
  memory(x);
}

enum class IntegratorFailure {
  none,
  evaluation,           // f or the correction could not be computed, however short the step
  step_underflow,       // the step that the tolerance needs is shorter than t resolves
  too_many_rejections,  // no end of shorter steps
  no_convergence,       // the nonlinear equations of an implicit step
};

class Integrator {
 public:
  virtual ~Integrator() = default;

  // Begins at (t, y), which fulfils what correct() asks for. The system must outlive the integration.
  void start(OdeSystem& system, const IntegratorOptions& options, double t, const Vector& y);
  // Begins anew at (t, y), after an event: nothing learnt before is used.
  void restart(double t, const Vector& y);
  // One internal step, not past `limit` > t(). A fixed-step method divides the way to the limit into equal
  // steps. False on failure, and then t() and y() are as before.
  bool step(double limit);

  // What the next step depends on, besides the system's own memory, so that a method of ours goes
  // on bit by bit as it would have. Those of SUNDIALS keep their past to themselves and begin anew
  // where they are restored (begins_anew), with a difference within the tolerance. To be restored an integrator
  // has to be started, with the options of the one that was saved, at any state.
  void list_memory(Memory& memory);

  // The end of the last step, its beginning, and the corrected state at its end.
  double t() const { return t_; }
  double t_before() const { return t_before_; }
  const Vector& y() const { return y_; }
  // The state at a time inside the last step, corrected or as interpolated. False when that fails.
  bool calc_state(double t, Vector& y);
  virtual bool interpolate(double t, Vector& y) = 0;

  virtual bool has_fixed_step() const { return false; }
  // True when the last steps were kept short by stability, not by accuracy.
  virtual bool looks_stiff() const { return false; }
  // Whether what it keeps from step to step is nowhere but in itself: restored now, it begins anew. So it is with the methods of
  // SUNDIALS, and with `auto` while that is one of them.
  virtual bool begins_anew() const { return false; }
  // Name, and what was chosen on the way.
  virtual std::string description() const = 0;
  virtual IntegratorCounts counts() const { return counts_; }
  IntegratorFailure failure() const { return failure_; }
  // After a failure: which entry of y had the largest error against its tolerance; −1 when unknown.
  int worst_entry() const { return worst_entry_; }

 protected:
  // What a method owes. begin: t_ and y_ are new. advance: sets t_, y_ and, on failure, failure_.
  virtual void begin() = 0;
  virtual bool advance(double limit) = 0;
  // What the method keeps from step to step; t_ and y_ have been read.
  virtual void list_memory_of_method(Memory& memory) = 0;
  bool eval(double t, const Vector& y, Vector& ydot) {
    ++counts_.evaluations;
    return system_->eval(t, y, ydot);
  }
  // A first step, at most `most`, for a method whose local error is of the given order, from the slope at (t_, y_): an
  // explicit Euler step of that length would be right to a hundredth (Hairer, Nørsett, Wanner I, II.4).
  double choose_first_step(const Vector& slope, double most, int error_order);
  bool fail(IntegratorFailure failure) {
    failure_ = failure;
    return false;
  }

  OdeSystem* system_ = nullptr;
  IntegratorOptions options_;
  double t_ = 0.0, t_before_ = 0.0;
  Vector y_;
  IntegratorCounts counts_;
  IntegratorFailure failure_ = IntegratorFailure::none;
  int worst_entry_ = -1;
};

// Names of the integrators, the default first.
const std::vector<std::string>& integrator_names();
// Null for an unknown name.
std::unique_ptr<Integrator> make_integrator(const std::string& name);

}  // namespace gelenk
