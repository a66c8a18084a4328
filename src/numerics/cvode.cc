// CVODE of SUNDIALS. `cvode`: backward differences, Newton's method, Jacobian by differences, for stiff
// systems; the correction is CVODE's own projection step. `cvode_adams`: Adams methods of order 1 to 12
// with fixed-point iteration, for smooth motions where evaluations are dear; CVODE has no projection
// for these (see sundials.h).
#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <cvode/cvode_proj.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "numerics/methods.h"
#include "numerics/sundials.h"

namespace gelenk {

namespace {

class Cvode : public SundialsIntegrator {
 public:
  explicit Cvode(bool adams) : SundialsIntegrator(adams ? "cvode_adams" : "cvode"), adams_(adams) {}
  ~Cvode() override {
    if (fixed_point_ != nullptr) SUNNonlinSolFree(fixed_point_);
    if (memory_ != nullptr) CVodeFree(&memory_);
  }

 private:
  static Cvode& self(void* user) { return *static_cast<Cvode*>(user); }

  void reset(N_Vector state) override {
    if (memory_ == nullptr) {
      make(state);
    } else {
      GELENK_ASSERT(CVodeReInit(memory_, t_, state) == 0);
      CVodeSetInitStep(memory_, 0.0);  // its own choice
    }
    auto weigh_errors = [](N_Vector y, N_Vector weights, void* user) {
      return self(user).weigh(y, weights);
    };
    GELENK_ASSERT(CVodeWFtolerances(memory_, weigh_errors) == 0);
    GELENK_ASSERT(CVodeSetMaxStep(memory_, std::isfinite(options_.largest_step)
                                               ? options_.largest_step
                                               : 0.0) == 0);  // 0: no limit
  }

  void make(N_Vector state) {
    memory_ = CVodeCreate(adams_ ? CV_ADAMS : CV_BDF, context_);
    GELENK_ASSERT(memory_ != nullptr);
    auto f = [](realtype t, N_Vector y, N_Vector ydot, void* user) {
      return self(user).evaluate(t, y, ydot);
    };
    GELENK_ASSERT(CVodeInit(memory_, f, t_, state) == 0);
    CVodeSetUserData(memory_, this);
    CVodeSetErrHandlerFn(
        memory_, [](int, const char*, const char*, char*, void*) {}, nullptr);
    CVodeSetMaxErrTestFails(memory_, 30);
    CVodeSetMaxConvFails(memory_, 50);
    if (adams_) {
      fixed_point_ = SUNNonlinSol_FixedPoint(state, 0, context_);
      GELENK_ASSERT(CVodeSetNonlinearSolver(memory_, fixed_point_) == 0);
      return;
    }
    make_linear_solver(state);
    auto projection = [](realtype t, N_Vector y, N_Vector correction, realtype, N_Vector,
                         void* user) {
      view(correction) = view(y);
      const int flag = self(user).project(t, correction);
      view(correction) -= view(y);
      return flag;
    };
    GELENK_ASSERT(CVodeSetProjFn(memory_, projection) == 0);
    CVodeSetProjErrEst(memory_, SUNFALSE);
    CVodeSetMaxNumProjFails(memory_, 30);
  }

  void attach_linear_solver() override {
    GELENK_ASSERT(CVodeSetLinearSolver(memory_, linear_, matrix_) == 0);
    if (!has_sparse_jacobian()) return;
    auto jacobian = [](realtype t, N_Vector y, N_Vector fy, SUNMatrix J, void* user, N_Vector,
                       N_Vector, N_Vector) {
      return self(user).calc_sparse_jacobian(t, y, view(fy), 0.0, 1.0, J);
    };
    GELENK_ASSERT(CVodeSetJacFn(memory_, jacobian) == 0);
  }
  long get_convergence_failures() const override {
    long failures = 0;
    CVodeGetNumNonlinSolvConvFails(memory_, &failures);
    return failures;
  }

  int take_step(double limit, N_Vector state, double& t) override {
    CVodeSetStopTime(memory_, limit);
    return CVode(memory_, limit, state, &t, CV_ONE_STEP);
  }
  void set_first_step(double h) override { CVodeSetInitStep(memory_, h); }
  int get_past(double t, N_Vector state) override { return CVodeGetDky(memory_, t, 0, state); }
  long get_rejections() const override {
    long errors = 0;
    CVodeGetNumErrTestFails(memory_, &errors);
    return errors + get_convergence_failures();
  }
  void get_errors(N_Vector errors, N_Vector weights) const override {
    CVodeGetEstLocalErrors(memory_, errors);
    CVodeGetErrWeights(memory_, weights);
  }
  bool corrects_itself() const override { return !adams_; }

  bool adams_;
  void* memory_ = nullptr;
  SUNNonlinearSolver fixed_point_ = nullptr;
};

}  // namespace

std::unique_ptr<Integrator> make_cvode() { return std::make_unique<Cvode>(false); }
std::unique_ptr<Integrator> make_cvode_adams() { return std::make_unique<Cvode>(true); }

}  // namespace gelenk
