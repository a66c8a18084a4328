// IDA of SUNDIALS on the implicit form
//   F(t, y, ẏ) = ẏ − f(t, y) = 0                                                                   (1)
// of the explicit equations: variable-order backward differences like cvode, but with IDA's treatment of
// the step and its Jacobian ∂F/∂y + c ∂F/∂ẏ. It gains nothing over cvode on (1); it is here to compare
// with, and for equations that have no explicit form. IDA has no projection (see sundials.h).
#include <ida/ida.h>
#include <ida/ida_ls.h>

#include <cmath>

#include "numerics/methods.h"
#include "numerics/sundials.h"

namespace gelenk {

namespace {

class Ida : public SundialsIntegrator {
 public:
  Ida() : SundialsIntegrator("ida") {}
  ~Ida() override {
    if (memory_ != nullptr) IDAFree(&memory_);
    if (slope_ != nullptr) N_VDestroy(slope_);
  }

 private:
  static Ida& self(void* user) { return *static_cast<Ida*>(user); }

  void reset(N_Vector state) override {
    if (slope_ == nullptr) slope_ = N_VClone(state);
    // Without a consistent slope the first step fails, and says why.
    has_slope_ = evaluate(t_, state, slope_) == 0;
    if (memory_ == nullptr) {
      make(state);
    } else {
      GELENK_ASSERT(IDAReInit(memory_, t_, state, slope_) == 0);
    }
    auto weigh_errors = [](N_Vector y, N_Vector weights, void* user) {
      return self(user).weigh(y, weights);
    };
    GELENK_ASSERT(IDAWFtolerances(memory_, weigh_errors) == 0);
    // IDA's own first step moves no entry by more than half its tolerance; one that stands at zero would begin with
    // steps that the time does not resolve.
    if (has_slope_) {
      const double most = std::isfinite(options_.largest_step) ? options_.largest_step : 1.0;
      IDASetInitStep(memory_, choose_first_step(view(slope_), most, 2));
    }
    GELENK_ASSERT(IDASetMaxStep(memory_, std::isfinite(options_.largest_step)
                                             ? options_.largest_step
                                             : 0.0) == 0);  // 0: no limit
  }

  void make(N_Vector state) {
    memory_ = IDACreate(context_);
    GELENK_ASSERT(memory_ != nullptr);
    auto residual = [](realtype t, N_Vector y, N_Vector ydot, N_Vector F, void* user) {
      const int flag = self(user).evaluate(t, y, F);
      view(F) = view(ydot) - view(F);  // (1)
      return flag;
    };
    GELENK_ASSERT(IDAInit(memory_, residual, t_, state, slope_) == 0);
    IDASetUserData(memory_, this);
    IDASetErrHandlerFn(
        memory_, [](int, const char*, const char*, char*, void*) {}, nullptr);
    IDASetMaxErrTestFails(memory_, 30);
    IDASetMaxConvFails(memory_, 50);
    make_linear_solver(state);
  }

  void attach_linear_solver() override {
    GELENK_ASSERT(IDASetLinearSolver(memory_, linear_, matrix_) == 0);
    if (!has_sparse_jacobian()) return;
    auto jacobian = [](realtype t, realtype c, N_Vector y, N_Vector ydot, N_Vector F, SUNMatrix J,
                       void* user, N_Vector, N_Vector, N_Vector) {
      return self(user).calc_sparse_jacobian(t, y, view(ydot) - view(F), c, -1.0, J);
    };
    GELENK_ASSERT(IDASetJacFn(memory_, jacobian) == 0);
  }
  long get_convergence_failures() const override {
    long failures = 0;
    IDAGetNumNonlinSolvConvFails(memory_, &failures);
    return failures;
  }

  int take_step(double limit, N_Vector state, double& t) override {
    if (!has_slope_) return IDA_FIRST_RES_FAIL;
    IDASetStopTime(memory_, limit);
    return IDASolve(memory_, limit, &t, state, slope_, IDA_ONE_STEP);
  }
  void set_first_step(double h) override { IDASetInitStep(memory_, h); }
  int get_past(double t, N_Vector state) override { return IDAGetDky(memory_, t, 0, state); }
  long get_rejections() const override {
    long errors = 0;
    IDAGetNumErrTestFails(memory_, &errors);
    return errors + get_convergence_failures();
  }
  void get_errors(N_Vector errors, N_Vector weights) const override {
    IDAGetEstLocalErrors(memory_, errors);
    IDAGetErrWeights(memory_, weights);
  }
  bool corrects_itself() const override { return false; }

  void* memory_ = nullptr;
  N_Vector slope_ = nullptr;
  bool has_slope_ = false;
};

}  // namespace

std::unique_ptr<Integrator> make_ida() { return std::make_unique<Ida>(); }

}  // namespace gelenk
