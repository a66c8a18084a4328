// Explicit Runge–Kutta pairs on SUNDIALS (ARKODE): Zonneveld 4(3), Dormand–Prince 5(4), Verner 6(5), and
// Prince–Dormand 8(7) with coefficients of our own (prince_dormand.h); ARKODE has none of order 7. The
// correction is ARKODE's post-processing of a step.
//
// ARKODE interpolates by a polynomial of degree 5, too coarse for the long steps of the orders 6 and 8. There
// a polynomial of degree 7 (hermite.h) is laid through the states and slopes at the ends of the step and
// at two instants inside, computed by shorter steps of the same method from the same beginning. It is made
// when the first state inside a step is asked for.
//
// Nor does it try a shorter step when a stage falls where f has no value; that is done here.
#include <arkode/arkode_erkstep.h>

#include <array>
#include <cmath>

#include "numerics/hermite.h"
#include "numerics/methods.h"
#include "numerics/prince_dormand.h"
#include "numerics/sundials.h"

namespace gelenk {

namespace {

// The caller frees it.
ARKodeButcherTable make_table(int order) {
  switch (order) {
    case 4: return ARKodeButcherTable_LoadERK(ARKODE_ZONNEVELD_5_3_4);
    case 5: return ARKodeButcherTable_LoadERK(ARKODE_DORMAND_PRINCE_7_4_5);
    case 6: return ARKodeButcherTable_LoadERK(ARKODE_VERNER_8_5_6);
    default: break;
  }
  namespace p = prince_dormand;
  std::vector<double> a(&p::a[0][0], &p::a[0][0] + p::stages * p::stages);
  std::vector<double> c(p::c, p::c + p::stages), b(p::b, p::b + p::stages),
      embedded(p::b_embedded, p::b_embedded + p::stages);
  return ARKodeButcherTable_Create(p::stages, p::order, p::embedded_order, c.data(), a.data(),
                                   b.data(), embedded.data());
}

class Erk : public SundialsIntegrator {
 public:
  explicit Erk(int order)
      : SundialsIntegrator("erk" + std::to_string(order)),
        order_(order),
        has_own_polynomial_(order > 5) {}
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
      if (has_own_polynomial_) inside_ = make(state);
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
    ARKodeButcherTable table = make_table(order_);
    GELENK_ASSERT(table != nullptr && ERKStepSetTable(memory, table) == 0);
    ARKodeButcherTable_Free(table);
    return memory;
  }

  int take_step(double limit, N_Vector state, double& t) override {
    view(beginning_) = y_;
    has_polynomial_ = false;
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

  void set_first_step(double h) override { ERKStepSetInitStep(memory_, h); }
  int get_past(double t, N_Vector state) override {
    if (!has_own_polynomial_) return ERKStepGetDky(memory_, t, 0, state);
    if (!has_polynomial_ && !fit_polynomial(state)) return -1;
    polynomial_.calc((t - t_before_) / (t_ - t_before_), inside_state_);
    view(state) = inside_state_;
    return 0;
  }

  // Over the last step; `state` is room for states inside.
  bool fit_polynomial(N_Vector state) {
    const double h = t_ - t_before_;
    values_.front() = view(beginning_);
    values_.back() = y_;
    for (int i = 1; i < HermiteStep::points - 1; ++i) {
      if (!step_inside(HermiteStep::node(i) * h, state)) return false;
      values_[i] = view(state);
    }
    for (int i = 0; i < HermiteStep::points; ++i) {
      if (!eval(t_before_ + HermiteStep::node(i) * h, values_[i], slopes_[i])) return false;
    }
    polynomial_.fit(values_, slopes_, h);
    return has_polynomial_ = true;
  }

  // One step of length h from the beginning of the last one.
  bool step_inside(double h, N_Vector state) {
    ERKStepReInit(inside_, calc_slope, t_before_, beginning_);
    ERKStepSetFixedStep(inside_, h);
    ERKStepSetStopTime(inside_, t_before_ + h);
    double reached = t_before_;
    return ERKStepEvolve(inside_, t_before_ + h, state, &reached, ARK_ONE_STEP) >= 0;
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

  int order_;
  bool has_own_polynomial_;
  void* memory_ = nullptr;
  void* inside_ = nullptr;        // for short steps from the beginning of the last one
  N_Vector beginning_ = nullptr;  // state there
  long retries_ = 0;              // rejections before the last retry
  bool has_polynomial_ = false;   // of the last step
  HermiteStep polynomial_;
  std::array<Vector, HermiteStep::points> values_, slopes_;
  Vector inside_state_;
};

}  // namespace

std::unique_ptr<Integrator> make_erk(int order) { return std::make_unique<Erk>(order); }

}  // namespace gelenk
