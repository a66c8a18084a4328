#include "analyses/simulation.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "numerics/integrator.h"

namespace gelenk {

namespace {

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", x);
  return text;
}

// The time as people write it: 0.3 for 3 × 0.1, where only the last bits differ.
double tidy(double t) {
  char text[40];
  std::snprintf(text, sizeof text, "%.15g", t);
  const double rounded = std::strtod(text, nullptr);
  return std::abs(rounded - t) <= 1e-15 * std::abs(t) ? rounded : t;
}

// The state y = (q, v) as the integrators see it.
class MotionEquations : public OdeSystem {
 public:
  MotionEquations(Formulation& formulation, Stabilization stabilization)
      : f_(formulation),
        nq_(formulation.system().nq),
        nv_(formulation.system().nv),
        stabilization_(stabilization),
        has_equations_(f_.system().counts.closing_joints > 0 || !f_.system().rows.empty()) {}

  bool eval(double t, const Vector& y, Vector& ydot) override {
    ++evaluations;
    q_ = y.head(nq_);
    v_ = y.tail(nv_);
    time_ = t;
    f_.place_driven(t, q_, v_);
    if (!f_.eval_derivatives(t, q_, v_, qdot_, vdot_)) return false;
    ydot.resize(y.size());
    ydot << qdot_, vdot_;
    return ydot.allFinite();
  }

  // Post-stabilisation (Thesis 2.9): q moves along G⁺ until the loops close to rounding, then v is freed
  // of the part that would open them.
  bool correct(double t, Vector& y) override {
    time_ = t;
    q_ = y.head(nq_);
    v_ = y.tail(nv_);
    if (!y.allFinite()) return false;
    f_.place_driven(t, q_, v_);
    if (stabilization_ == Stabilization::projection) {
      normalize_quaternions(*f_.system().root, q_);
      if (has_equations_ && !f_.project(q_, v_)) return false;
    }
    y << q_, v_;
    return y.allFinite();
  }

  const Vector& q() const { return q_; }
  const Vector& v() const { return v_; }
  const Vector& vdot() const { return vdot_; }

  // Which component and quantity is not a number, of the evaluation or correction that failed last.
  std::string describe_failure() const {
    std::string what = f_.failure();
    if (what.empty()) what = find_bad_law(*f_.system().root);
    if (what.empty()) what = find_non_finite(*f_.system().root);
    if (what.empty()) what = "the equations of motion could not be solved";
    return what + " at time " + number(time_) + " s";
  }

  long evaluations = 0;

 private:
  // A law of time that is not a number makes everything after it not a number: the law is to blame.
  std::string find_bad_law(const Subsystem& sub) const {
    for (std::size_t i = 0; i < sub.forces.size(); ++i) {
      const double* values = f_.get_force_laws(sub, static_cast<int>(i));
      const std::size_t count =
          std::visit([](const auto& force) { return force.laws().size(); }, sub.forces[i].force);
      for (std::size_t k = 0; k < count; ++k) {
        if (std::isfinite(values[k])) continue;
        return "the law of component '" + sub.forces[i].component->path + "' became " +
               (std::isnan(values[k]) ? "not a number" : "infinite");
      }
    }
    for (const auto& part : sub.parts) {
      const std::string found = find_bad_law(*part);
      if (!found.empty()) return found;
    }
    return "";
  }

  std::string find_non_finite(const Subsystem& sub) const {
    for (const JointEdge& edge : sub.joints) {
      if (!edge.in_tree) continue;
      const JointNames names = std::visit([](const auto& j) { return j.names(); }, edge.joint);
      auto check = [&](const Vector& values, int first, int count,
                       const std::vector<std::string>& list, const char* what) -> std::string {
        if (values.size() == 0) return "";
        for (int i = 0; i < count; ++i) {
          if (std::isfinite(values[first + i])) continue;
          const std::string name = i < static_cast<int>(list.size()) ? list[i] : "";
          return "the " + std::string(what) + (name.empty() ? "" : " " + name) + " of component '" +
                 edge.name + "' became " +
                 (std::isnan(values[first + i]) ? "not a number" : "infinite");
        }
        return "";
      };
      std::string found = check(q_, edge.q, edge.nq(), names.q, "coordinate");
      if (found.empty()) found = check(v_, edge.v, edge.nv(), names.v, "speed");
      if (found.empty()) found = check(vdot_, edge.v, edge.nv(), names.a, "acceleration");
      if (!found.empty()) return found;
    }
    for (const auto& part : sub.parts) {
      const std::string found = find_non_finite(*part);
      if (!found.empty()) return found;
    }
    return "";
  }

  Formulation& f_;
  int nq_, nv_;
  Stabilization stabilization_;
  bool has_equations_;
  double time_ = 0.0;
  Vector q_, v_, qdot_, vdot_;
};

// The run: from output instant to output instant by equal steps.
class Run {
 public:
  Run(Formulation& formulation, SignalTable& signals, const SimulationOptions& options,
      const SimulationCallbacks& callbacks)
      : f_(formulation),
        signals_(signals),
        options_(options),
        callbacks_(callbacks),
        equations_(formulation, options.stabilization),
        integrator_(make_integrator(options.integrator)) {}

  SimulationResult run() {
    const auto wall = std::chrono::steady_clock::now();
    const std::clock_t cpu = std::clock();
    start();
    advance();
    result_.evaluations = equations_.evaluations;
    result_.wall_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
    result_.cpu_seconds = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
    return result_;
  }

 private:
  void start() {
    const Assembly assembly = assemble(f_, options_.start_time);
    y_.resize(assembly.q.size() + assembly.v.size());
    y_ << assembly.q, assembly.v;
    result_.degrees_of_freedom = assembly.degrees_of_freedom;
    result_.closure_rows = assembly.closure_rows;
    result_.redundant_rows = assembly.closure_rows - assembly.rank;
    result_.moved = assembly.moved;
    result_.end_time = options_.start_time;
  }

  void advance() {
    const double t0 = options_.start_time, length = options_.stop_time - t0;
    const double interval =
        options_.interval > 0 ? std::min(options_.interval, length) : length / 500;
    if (!write(t0)) return;
    result_.energy_start = result_.energy_end;
    if (length <= 0) return;
    // Whole intervals, then what is left of the last one.
    const long intervals = static_cast<long>(std::floor(length / interval * (1 + 1e-12)));
    for (long i = 0; i <= intervals; ++i) {
      const double from = tidy(t0 + static_cast<double>(i) * interval);
      double to =
          i < intervals ? tidy(t0 + static_cast<double>(i + 1) * interval) : options_.stop_time;
      if (std::abs(to - options_.stop_time) <= 1e-9 * interval) to = options_.stop_time;
      if (to - from <= 1e-9 * interval) break;
      if (!advance_interval(from, to) || !write(to)) return;
    }
  }

  bool advance_interval(double from, double to) {
    const long steps =
        std::max(1L, static_cast<long>(std::ceil((to - from) / options_.step * (1 - 1e-12))));
    const double h = (to - from) / static_cast<double>(steps);
    // Intervals are equal but for rounding: the same h keeps a multistep method going.
    if (std::abs(h - step_) > 1e-9 * h) step_ = h;
    if (result_.step == 0.0) result_.step = step_;
    for (long k = 0; k < steps; ++k) {
      const double t = from + static_cast<double>(k) * h;
      if (!integrator_->step(equations_, t, step_, y_)) return fail();
      ++result_.steps;
      result_.end_time = k + 1 == steps ? to : t + h;
      if (callbacks_.progress) callbacks_.progress(result_.end_time);
      if (callbacks_.stop && callbacks_.stop->load()) {
        result_.status = RunStatus::interrupted;
        result_.message = "stopped on request at time " + number(result_.end_time) + " s";
        return false;
      }
    }
    return true;
  }

  bool write(double t) {
    Vector ydot;
    if (!equations_.eval(t, y_, ydot)) return fail();
    --equations_.evaluations;  // counts what integration needs
    const Drift drift = f_.calc_drift();
    result_.largest_drift.position = std::max(result_.largest_drift.position, drift.position);
    result_.largest_drift.velocity = std::max(result_.largest_drift.velocity, drift.velocity);
    result_.energy_end = f_.calc_energy();
    signals_.calc_values(f_, t, equations_.q(), equations_.v(), equations_.vdot(), values_);
    if (callbacks_.row) callbacks_.row(t, values_);
    ++result_.rows;
    return true;
  }

  bool fail() {
    result_.status = RunStatus::failed;
    result_.message = equations_.describe_failure();
    return false;
  }

  Formulation& f_;
  SignalTable& signals_;
  const SimulationOptions& options_;
  const SimulationCallbacks& callbacks_;
  MotionEquations equations_;
  std::unique_ptr<Integrator> integrator_;
  Vector y_;
  double step_ = 0.0;
  std::vector<double> values_;
  SimulationResult result_;
};

}  // namespace

void check_options(const SimulationOptions& o) {
  auto reject = [](const std::string& message, const std::string& hint) {
    throw UserError({"option", {}, "", message, hint});
  };
  if (!(o.stop_time >= o.start_time) || !std::isfinite(o.stop_time - o.start_time)) {
    reject("the end time " + number(o.stop_time) + " s lies before the start time " +
               number(o.start_time) + " s",
           "give --t-end a later time");
  }
  if (!(o.step > 0) || !std::isfinite(o.step))
    reject("the step " + number(o.step) + " s is not positive",
           "give --step a positive number of seconds");
  if (!(o.interval >= 0) || !std::isfinite(o.interval))
    reject("the interval " + number(o.interval) + " s is not positive",
           "give --interval a positive number of seconds");
  if ((o.stop_time - o.start_time) / o.step > 1e12) {
    reject("the run would take more than 1e12 steps",
           "choose a longer --step or an earlier --t-end");
  }
  if (o.interval > 0 && (o.stop_time - o.start_time) / o.interval > 1e9) {
    reject("the run would write more than 1e9 rows", "choose a longer --interval");
  }
  if (make_integrator(o.integrator) == nullptr) {
    reject("there is no integrator '" + o.integrator + "'",
           suggest(o.integrator, integrator_names()));
  }
}

SimulationResult simulate(Formulation& formulation, SignalTable& signals,
                          const SimulationOptions& options, const SimulationCallbacks& callbacks) {
  check_options(options);
  return Run(formulation, signals, options, callbacks).run();
}

}  // namespace gelenk
