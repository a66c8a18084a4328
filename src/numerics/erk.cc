// Explicit Runge–Kutta pairs of SUNDIALS (ARKODE): Zonneveld 4(3), Dormand–Prince 5(4), Verner 6(5),
// Fehlberg 8(7); ARKODE has none of order 7. Fehlberg's pair does not see the error where f depends on t
// alone. The correction is ARKODE's post-processing of a step.
//
// ARKODE interpolates by a polynomial of degree 5, too coarse for the long steps of the orders 6 and 8. There
// the state inside a step is computed by a shorter step of the same method from the same beginning.
//
// Nor does it try a shorter step when a stage falls where f has no value; that is done here.
#include <arkode/arkode_erkstep.h>

#include <cmath>

#include "numerics/methods.h"
#include "numerics/sundials.h"

namespace gelenk {

namespace {

ARKODE_ERKTableID table_of(int order) {
  switch (order) {
    case 4: return ARKODE_ZONNEVELD_5_3_4;
    case 5: return ARKODE_DORMAND_PRINCE_7_4_5;
    case 6: return ARKODE_VERNER_8_5_6;
    default: return ARKODE_FEHLBERG_13_7_8;
  }
}

class Erk : public SundialsIntegrator {
 public:
  explicit Erk(int order)
      : SundialsIntegrator("erk" + std::to_string(order)),
        table_(table_of(order)),
        steps_to_interpolate_(order > 5) {}
  ~Erk() override {
    if (memory_ != nullptr) ERKStepFree(&memory_);
    if (inside_ != nullptr) ERKStepFree(&inside_);
    if (beginning_ != nullptr) N_VDestroy(beginning_);
  }

 private:
  static Erk& self(void* user) { return *static_cast<Erk*>(user); }

  static int calc_slope(realtype t, N_Vector y, N_Vector ydot, void* user) {
    return self(user).evaluate(t, y, ydot);
  }

  void reset(N_Vector state) override {
    if (memory_ == nullptr) {
      memory_ = make(state);
      auto correction = [](realtype t, N_Vector y, void* user) { return self(user).project(t, y); };
      GELENK_ASSERT(ERKStepSetPostprocessStepFn(memory_, correction) == 0);
      beginning_ = N_VClone(state);
      if (steps_to_interpolate_) inside_ = make(state);
    } else {
      GELENK_ASSERT(ERKStepReInit(memory_, calc_slope, t_, state) == 0);
      ERKStepSetInitStep(memory_, 0.0);  // its own choice
    }
    retries_ = 0;
    auto weigh_errors = [](N_Vector y, N_Vector weights, void* user) {
      return self(user).weigh(y, weights);
    };
    GELENK_ASSERT(ERKStepWFtolerances(memory_, weigh_errors) == 0);
    GELENK_ASSERT(ERKStepSetMaxStep(memory_, std::isfinite(options_.largest_step)
                                                 ? options_.largest_step
                                                 : 0.0) == 0);  // 0: no limit
  }

  void* make(N_Vector state) {
    void* memory = ERKStepCreate(calc_slope, t_, state, context_);
    GELENK_ASSERT(memory != nullptr);
    ERKStepSetUserData(memory, this);
    ERKStepSetErrHandlerFn(
        memory, [](int, const char*, const char*, char*, void*) {}, nullptr);
    ERKStepSetMaxErrTestFails(memory, 30);
    GELENK_ASSERT(ERKStepSetTableNum(memory, table_) == 0);
    return memory;
  }

  int take_step(double limit, N_Vector state, double& t) override {
    view(beginning_) = y_;
    double h = std::min(limit - t_, options_.largest_step);
    while (true) {
      ERKStepSetStopTime(memory_, limit);
      const int flag = ERKStepEvolve(memory_, limit, state, &t, ARK_ONE_STEP);
      const bool outside = flag == ARK_UNREC_RHSFUNC_ERR || flag == ARK_POSTPROCESS_STEP_FAIL;
      if (!outside || !(t_ + h / 4 > t_)) return flag;
      h /= 4;
      retries_ = get_rejections() + 1;
      ERKStepReInit(memory_, calc_slope, t_, beginning_);
      ERKStepSetInitStep(memory_, h);
    }
  }

  int get_past(double t, N_Vector state) override {
    if (!steps_to_interpolate_) return ERKStepGetDky(memory_, t, 0, state);
    ERKStepReInit(inside_, calc_slope, t_before_, beginning_);
    ERKStepSetFixedStep(inside_, t - t_before_);
    ERKStepSetStopTime(inside_, t);
    double reached = t_before_;
    return ERKStepEvolve(inside_, t, state, &reached, ARK_ONE_STEP);
  }
  long get_rejections() const override {
    long errors = 0;
    ERKStepGetNumErrTestFails(memory_, &errors);
    return errors + retries_;
  }
  void get_errors(N_Vector errors, N_Vector weights) const override {
    ERKStepGetEstLocalErrors(memory_, errors);
    ERKStepGetErrWeights(memory_, weights);
  }
  bool corrects_itself() const override { return true; }

  ARKODE_ERKTableID table_;
  bool steps_to_interpolate_;
  void* memory_ = nullptr;
  void* inside_ = nullptr;        // for short steps from the beginning of the last one
  N_Vector beginning_ = nullptr;  // state there
  long retries_ = 0;              // rejections before the last retry
};

}  // namespace

std::unique_ptr<Integrator> make_erk(int order) { return std::make_unique<Erk>(order); }

}  // namespace gelenk
