// A model that moves: states, evaluations, steps, simulations. An Experiment owns everything that it needs.
//
//   gelenk::Experiment experiment(gelenk::Model::from_file("Pendulum.mo"));
//   gelenk::Results results = experiment.simulate({.t_end = 2.0});
//   results["hinge.phi"].back();
//
// Three ways to use it, which may follow one another:
//   simulate                     a whole run, from the model's start values or from the present state
//   start, advance, set_input    step by step, with the caller in the loop
//   calc_…                       the equations at any time and state; these change nothing
//
// States are arrays (q, v): coordinates and speeds along the joints, then the states of the model's own equations, as coordinates() and speeds() name them. Wrong
// sizes, unknown names, and numbers that are not finite throw InputError. Where the numerics do not succeed,
// NumericsError is thrown, but by simulate, whose results say so. After either the object is as usable as before, in the
// state that it had; advance and simulate leave it in the last good one. An experiment that was moved from throws
// InputError until it is assigned to. An experiment serves one thread at a time, different experiments any threads.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gelenk/error.h"
#include "gelenk/export.h"
#include "gelenk/model.h"
#include "gelenk/options.h"
#include "gelenk/results.h"

namespace gelenk {

// The equations have no solution, or none was found: what() says which component, quantity and time.
class GELENK_EXPORT NumericsError : public std::exception {
 public:
  explicit NumericsError(std::string message) : message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

class Experiment;

// A function of the caller's that is called at 0, period, 2 period … after the start of a run, reads what it likes
// and sets inputs, which stay until it sets them anew.
struct Controller {
  double period = 0.0;
  std::function<void(Experiment&)> act;
};

struct SimulateOptions {
  // Unset: from the model's experiment annotation, else from 0 s on, for 1 s and 500 output instants.
  std::optional<double> t_start, t_end, interval;
  std::string signals;        // globs, "arm.*, gelenk.energy.total"; empty: the usual ones
  bool from_present = false;  // from the present state on, instead of the model's start values
  bool report = false;        // keep what an animation needs
  double real_time = 0.0;  // seconds of the model per second of the clock; 0: as fast as possible
  std::vector<Controller> controllers;
  // In these the experiment may be read (progress: at the end of the step, row: at the row), and inputs set, which act from
  // the end of the step on; anything else throws InputError.
  std::function<void(double time)> progress;  // after every step
  // A row of results as it comes; recorded all the same.
  std::function<void(double time, std::span<const double> values)> row;
  const std::atomic<bool>* stop = nullptr;  // set from outside: the run ends after the current step
};

// A signal that was looked up (Experiment::signal), for the experiment that it comes from.
class SignalHandle {
 public:
  SignalHandle() = default;  // of no experiment

 private:
  friend class Experiment;
  SignalHandle(unsigned long experiment, int number) : experiment_(experiment), number_(number) {}
  unsigned long experiment_ = 0;
  int number_ = -1;
};

// In joules. Potential: of weight and springs.
struct StateEnergy {
  double kinetic = 0.0, potential = 0.0;
  double total() const { return kinetic + potential; }
};

// By how much a state misses the equations of its joints: largest residual of positions, and of speeds.
struct StateDrift {
  double position = 0.0, velocity = 0.0;
};

// A frame of the model, in world axes.
struct FrameKinematics {
  double p[3];            // origin
  double R[9];            // rows of the matrix whose columns are the frame's axes
  double w[3], v[3];      // angular velocity, velocity of the origin
  std::vector<double> J;  // 6 × nv by rows: (w, v) = J · speeds
};

struct ConstraintEquations {
  std::vector<std::string> names;  // of each row, the joint or relation that it belongs to
  std::vector<double> g, gdot;     // residuals of positions and of speeds
  std::vector<double> G;           // rows × nv, by rows: gdot = G · speeds + what drives bring in
};

// Where an experiment is, with all that the rest of a run depends on: modes, discrete variables, what has been learnt of
// ranks and steps. A value that may be kept, copied and stored; it belongs to experiments with the same model and options.
struct ExperimentState {
  double time = 0.0;
  std::vector<double> q, v, inputs;  // to be looked at
  std::string memory;                // bytes: all of it, exactly
};

// How a state from a file fits an experiment.
struct StateFit {
  bool is_exact = false;                 // what follows is the same to the last bit
  std::vector<std::string> differences;  // else why it is not: "other integrator"
  // Names that the model has and the file has not, for which start values were taken; and the other way round.
  std::vector<std::string> missing, unknown;
};

class GELENK_EXPORT Experiment {
 public:
  explicit Experiment(const Model& model, const ExperimentOptions& options = {});
  Experiment(Experiment&&) noexcept;
  Experiment& operator=(Experiment&&) noexcept;
  ~Experiment();

  const Model& model() const;

  // ---- what there is: names with units, in the order of the arrays ------------------------------------
  const std::vector<RunSignal>& coordinates() const;
  const std::vector<RunSignal>& speeds() const;
  const std::vector<RunSignal>& inputs() const;  // of the model itself, that nothing in it gives
  std::vector<RunSignal> signals() const;        // all that can be recorded or read
  std::size_t nq() const { return coordinates().size(); }
  std::size_t nv() const { return speeds().size(); }

  // ---- the present state ------------------------------------------------------------------------------
  // At the model's start values, assembled; unset: at the start time of the model's annotation.
  void start(std::optional<double> time = std::nullopt);
  // Somewhere else: modes (what sticks, which branch holds) are those that fit there. It is an error if loops are open by more
  // than rounding, unless they are to be closed by the least motion.
  void set_state(double time, std::span<const double> q, std::span<const double> v,
                 bool close_loops = false);
  double time() const;
  std::span<const double> q() const;
  std::span<const double> v() const;
  // Of the present state, by name. A signal that is not of motion (accelerations, loads) costs an evaluation.
  double value(const std::string& signal) const;
  // The same for who reads a signal often: looked up once, by name; then read without a search.
  SignalHandle signal(const std::string& name) const;
  double value(SignalHandle signal) const;
  double input(const std::string& name) const;
  // From the present instant on. In a simulation with `controllers`, these call it.
  void set_input(const std::string& name, double value);
  // A state that can be come back to, and coming back: what follows is the same to the last bit, but for the integrators of
  // SUNDIALS, which begin anew there (the default does so only while a model is stiff).
  ExperimentState save() const;
  void restore(const ExperimentState& state);
  // The present state as a file (doc/state-format.md), which `gelenk run --start-state` reads too; and coming to one. Where the file was
  // written by an experiment with the same model and options that is exact; else coordinates, speeds, states, discrete
  // variables and inputs are taken by their names, loops are closed by the least motion, and modes are those that fit.
  void write_state(const std::string& path) const;
  StateFit read_state(const std::string& path);
  // Integrates to a later time; the caller is in the loop. Starts by itself where nothing has started yet. Where it does not
  // succeed the present state is the last good one.
  void advance(double to_time);

  // ---- whole runs -------------------------------------------------------------------------------------
  // Leaves the present state at the end of the run.
  Results simulate(const SimulateOptions& options = {});

  // ---- the equations, at any time and state -----------------------------------------------------------
  //   M(q) v̇ + h(t, q, v) = Gᵀ λ,   g(q) = 0
  // with everything that the model's forces do in h; along a coordinate that is driven or sticks, M v̇ + h − Gᵀ λ is the force
  // that does it. Modes are those of the present state. M, h, G and frames are in the coordinates that coordinates()
  // names, also in the formulation "hierarchical": M then has a block for each part that moves on its own, and joints between parts
  // are in g. A model with compiled components has none of these four, since nobody knows the masses inside: InputError.
  void calc_derivatives(double time, std::span<const double> q, std::span<const double> v,
                        std::span<double> qdot, std::span<double> vdot) const;
  // M by rows, nv × nv.
  void calc_mass_matrix(std::span<const double> q, std::span<double> M) const;
  // M v̇ + h: what has to act along the joints, beside all that the model has, so that it moves with v̇.
  void calc_inverse_dynamics(double time, std::span<const double> q, std::span<const double> v,
                             std::span<const double> vdot, std::span<double> tau) const;
  // h.
  void calc_bias(double time, std::span<const double> q, std::span<const double> v,
                 std::span<double> h) const;
  ConstraintEquations calc_constraints(double time, std::span<const double> q,
                                       std::span<const double> v) const;
  // `frame`: a connector by its path, "arm.frame_b".
  FrameKinematics calc_frame(const std::string& frame, std::span<const double> q,
                             std::span<const double> v) const;
  // Of the whole model.
  StateEnergy calc_energy(double time, std::span<const double> q, std::span<const double> v) const;
  // Any state will do, also one that is far from what the joints allow.
  StateDrift calc_drift(double time, std::span<const double> q, std::span<const double> v) const;
  // Values of any signals, reactions among them, one for each handle. Those of motion alone cost no evaluation of
  // accelerations. Angles of joints that close loops are between −π and π, since a state does not know its turns.
  void calc_signals(double time, std::span<const double> q, std::span<const double> v,
                    std::span<const SignalHandle> signals, std::span<double> values) const;

  struct Impl;  // the library's own

 private:
  friend struct ExperimentAccess;
  explicit Experiment(std::shared_ptr<Impl> impl);
  Impl& get() const;

  std::shared_ptr<Impl> impl_;
};

}  // namespace gelenk
