// What the SUNDIALS methods share: vectors, callbacks, counting, and the correction of the state for those
// methods that have no place for it. Private to the .cc files of this folder, which alone may see
// SUNDIALS.
//
// Where a method cannot take a corrected state without forgetting its past (Adams, IDA), corrected copies
// go out, and the method itself is restarted from one only when the correction has grown to many times the
// tolerance.
//
// A correction may bring more noise than the tolerance allows: near a singular position of a mechanism rounding of its
// positions becomes a million times as much in speeds that only a weak equation holds. That noise does not shrink with the
// step, and a method that looks at past states would make ever shorter ones. Where steps have become short, or
// corrections large, it is measured, and what it comes to is added to the tolerance, up to the largest that any entry has.
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>

#include "base/error.h"
#include "numerics/integrator.h"
#include "numerics/sparse_jacobian.h"

namespace gelenk {

class SundialsIntegrator : public Integrator {
 public:
  bool begins_anew() const final { return true; }

  explicit SundialsIntegrator(std::string name);
  ~SundialsIntegrator() override;
  SundialsIntegrator(const SundialsIntegrator&) = delete;
  SundialsIntegrator& operator=(const SundialsIntegrator&) = delete;
  std::string description() const override { return name_; }

 protected:
  // What a method owes. Makes or resets its memory at (t_, state).
  virtual void reset(N_Vector state) = 0;
  // One step towards the limit: time reached and the library's flag, negative on failure.
  virtual int take_step(double limit, N_Vector state, double& t) = 0;
  // The first step after a reset, in the place of the method's own choice.
  virtual void set_first_step(double h) = 0;
  virtual int get_past(double t, N_Vector state) = 0;
  virtual long get_rejections() const = 0;  // since the last reset
  // Estimated local errors and their weights; their product is largest where the trouble is.
  virtual void get_errors(N_Vector errors, N_Vector weights) const = 0;
  virtual bool corrects_itself() const = 0;  // the method calls project() on its own state

  // f for the library: 0, or 1 when a shorter step may help.
  int evaluate(double t, N_Vector y, N_Vector ydot);
  // Corrects in place; 0, or 1 when a shorter step may help.
  int project(double t, N_Vector y);
  // Weights of errors: one over the tolerance of each entry.
  int weigh(N_Vector y, N_Vector weights) const;
  // A solver of linear equations of the size of the system: dense with a difference Jacobian; in larger systems
  // sparse (KLU) where ∂f/∂y is, see sparse_jacobian.h; without a matrix (GMRES) where a dense one would be too
  // large. Called anew, it looks for the pattern of ∂f/∂y again, and the method has to be reset.
  void make_linear_solver(N_Vector state);
  bool has_sparse_jacobian() const { return is_sparse_; }
  // shift I + factor ∂f/∂y into a sparse matrix: 0, or 1 when a shorter step may help.
  int calc_sparse_jacobian(double t, N_Vector y, const Vector& fy, double shift, double factor,
                           SUNMatrix J);
  // The method takes linear_ and matrix_ into use.
  virtual void attach_linear_solver() {}
  virtual long get_convergence_failures() const { return 0; }  // since the last reset

  SUNContext context_ = nullptr;
  SUNMatrix matrix_ = nullptr;  // null for GMRES
  SUNLinearSolver linear_ = nullptr;

 private:
  void begin() final;
  // What the library has learnt stays with it.
  void list_memory_of_method(Memory& memory) final {
    if (!memory.is_saving()) begin();
  }
  bool advance(double limit) final;
  bool advance_from_here(double limit);
  bool interpolate(double t, Vector& y) final;
  bool fail_with(int flag);
  double tolerance_of(Eigen::Index i, double size) const {
    return calc_tolerance(options_, i, size) + (noise_.size() > 0 ? noise_[i] : 0.0);
  }
  bool needs_reset(const Vector& corrected) const;
  bool measure_noise();

  std::string name_;
  N_Vector state_ = nullptr, errors_ = nullptr, weights_ = nullptr;
  bool must_reset_ = false;
  bool is_first_ = true;                         // the next step, after a reset
  bool failed_ = false, failed_before_ = false;  // f or the correction, in this step and the last
  long rejections_seen_ = 0;
  Vector work_, slope_;
  Vector noise_;  // by entry, what is added to the tolerance; empty: none
  int steps_since_measured_ = 0;
  double longest_ = 0.0;  // step since the last start
  bool resets_itself_ = false;
  bool is_sparse_ = false;
  SparseJacobian sparse_;
};

// Views of SUNDIALS vectors.
inline Eigen::Map<Vector> view(N_Vector v) {
  return {N_VGetArrayPointer(v), static_cast<Eigen::Index>(N_VGetLength(v))};
}

}  // namespace gelenk
