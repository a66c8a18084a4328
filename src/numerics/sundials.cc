#include "numerics/sundials.h"

#include <sunlinsol/sunlinsol_klu.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/dense_solver.h"

namespace gelenk {

namespace {

// A dense Jacobian costs one evaluation per entry of y, and memory. Above this matrix-free products have to do, which need
// hundreds of evaluations per step where the system is very stiff.
constexpr int largest_dense = 3000;
// Below this nobody looks for zeros in the Jacobian.
constexpr int smallest_sparse = 100;
// A Jacobian is sparse when it costs at most this share of the evaluations of a dense one.
constexpr double sparse_share = 0.25;
// Failures of Newton's method after which the pattern of the Jacobian is looked for again.
constexpr long failures_before_search = 10;
// Correction, in units of the tolerance, that restarts a method without a projection of its own. A restart
// costs some forty short steps; a four-bar over 20 s takes 20 % more steps with 30 than with 300, and a
// hundred times more with 0.5.
constexpr double largest_correction = 30;
// Noise of corrections: looked at where steps are shorter than this part of the longest, and again after so many;
// it counts where it is above this part of the tolerance, with a margin. Methods of variable order go to the next one only
// where what it would change is some 1/30 of the tolerance: with more noise than that they would stay at the first order for
// hundreds of thousands of steps.
constexpr double short_step = 1e-3;
constexpr int steps_between_measures = 20;
constexpr double least_noise = 0.01, noise_margin = 100;
constexpr double rounding = std::numeric_limits<double>::epsilon();

}  // namespace

SundialsIntegrator::SundialsIntegrator(std::string name) : name_(std::move(name)) {
  GELENK_ASSERT(SUNContext_Create(nullptr, &context_) == 0);
}

SundialsIntegrator::~SundialsIntegrator() {
  if (linear_ != nullptr) SUNLinSolFree(linear_);
  if (matrix_ != nullptr) SUNMatDestroy(matrix_);
  for (N_Vector v : {state_, errors_, weights_}) {
    if (v != nullptr) N_VDestroy(v);
  }
  SUNContext_Free(&context_);
}

void SundialsIntegrator::make_linear_solver(N_Vector state) {
  if (linear_ != nullptr) SUNLinSolFree(linear_);
  if (matrix_ != nullptr) SUNMatDestroy(matrix_);
  matrix_ = nullptr;
  const sunindextype n = N_VGetLength(state);
  auto f = [this](double t, const Vector& y, Vector& ydot) { return eval(t, y, ydot); };
  is_sparse_ = n >= smallest_sparse &&
               sparse_.find_pattern(f, t_, view(state), static_cast<int>(sparse_share * n));
  if (is_sparse_) {
    matrix_ =
        SUNSparseMatrix(n, n, static_cast<sunindextype>(sparse_.rows().size()), CSC_MAT, context_);
    linear_ = SUNLinSol_KLU(state, matrix_, context_);
  } else if (n <= largest_dense) {
    matrix_ = SUNDenseMatrix(n, n, context_);
    linear_ = make_dense_solver(context_);
  } else {
    linear_ = SUNLinSol_SPGMR(state, SUN_PREC_NONE, 30, context_);
  }
  GELENK_ASSERT(linear_ != nullptr);
  attach_linear_solver();
}

int SundialsIntegrator::calc_sparse_jacobian(double t, N_Vector y, const Vector& fy, double shift,
                                             double factor, SUNMatrix J) {
  auto f = [this](double time, const Vector& at, Vector& ydot) { return eval(time, at, ydot); };
  if (!sparse_.eval(f, t, view(y), fy)) {
    failed_ = true;
    return 1;
  }
  std::copy(sparse_.starts().begin(), sparse_.starts().end(), SUNSparseMatrix_IndexPointers(J));
  std::copy(sparse_.rows().begin(), sparse_.rows().end(), SUNSparseMatrix_IndexValues(J));
  double* data = SUNSparseMatrix_Data(J);
  for (int j = 0; j < sparse_.size(); ++j) {
    for (int k = sparse_.starts()[j]; k < sparse_.starts()[j + 1]; ++k)
      data[k] = factor * sparse_.values()[k] + (sparse_.rows()[k] == j ? shift : 0.0);
  }
  return 0;
}

void SundialsIntegrator::begin() {
  if (y_.size() == 0) return;
  if (state_ == nullptr) {
    state_ = N_VNew_Serial(y_.size(), context_);
    errors_ = N_VClone(state_);
    weights_ = N_VClone(state_);
  }
  GELENK_ASSERT(N_VGetLength(state_) == y_.size());
  view(state_) = y_;
  rejections_seen_ = 0;
  must_reset_ = failed_ = failed_before_ = false;
  is_first_ = true;
  if (!resets_itself_) {
    noise_.resize(0);
    steps_since_measured_ = 0;
    longest_ = 0.0;
  }
  reset(state_);
}

bool SundialsIntegrator::advance(double limit) {
  if (y_.size() == 0) {  // nothing moves, and the library has no norm of an empty vector
    t_ = std::min(limit, t_ + options_.largest_step);
    ++counts_.steps;
    return true;
  }
  resets_itself_ = true;
  const bool done = advance_from_here(limit);
  resets_itself_ = false;
  return done;
}

bool SundialsIntegrator::advance_from_here(double limit) {
  if (must_reset_) begin();
  if (is_sparse_ && get_convergence_failures() >= failures_before_search) {
    view(state_) = y_;
    make_linear_solver(state_);
    begin();
  }
  failed_before_ = failed_;
  failed_ = false;
  double reached = t_;
  int flag = take_step(limit, state_, reached);
  // The library's own first step may move no entry by more than a part of its tolerance: less than the time resolves where
  // the state is at zero and its slope is steep.
  if (is_first_ && !failed_ && (flag < 0 || !(reached > t_)) && eval(t_, y_, slope_)) {
    begin();
    set_first_step(choose_first_step(slope_, std::min(limit - t_, options_.largest_step), 2));
    flag = take_step(limit, state_, reached);
  }
  if (!failed_ && (flag < 0 || !(reached > t_)) && measure_noise()) {
    begin();
    flag = take_step(limit, state_, reached);
  }
  is_first_ = false;
  counts_.rejected += get_rejections() - rejections_seen_;
  rejections_seen_ = get_rejections();
  if (flag < 0 || !(reached > t_)) return fail_with(flag);
  work_ = view(state_);
  if (!corrects_itself()) {
    if (!system_->correct(reached, work_)) return fail(IntegratorFailure::evaluation);
    must_reset_ = needs_reset(work_);
  }
  const double h = reached - t_;
  y_ = work_;
  t_ = reached;
  ++counts_.steps;
  ++steps_since_measured_;
  longest_ = std::max(longest_, h);
  const bool is_in_doubt = h < short_step * longest_ || must_reset_ || noise_.size() > 0;
  if (is_in_doubt && steps_since_measured_ >= steps_between_measures) {
    measure_noise();
    must_reset_ = must_reset_ && needs_reset(y_);
  }
  return true;
}

// Whether the state that the method goes on from is too far from what the correction made of it.
bool SundialsIntegrator::needs_reset(const Vector& corrected) const {
  for (Eigen::Index i = 0; i < corrected.size(); ++i) {
    const double change = std::abs(corrected[i] - view(state_)[i]);
    if (change > largest_correction * tolerance_of(i, std::abs(corrected[i]))) return true;
  }
  return false;
}

// States that are off by as much as a step may be, and by a little more, are corrected to next to the same one but for
// noise. True where there is more of it than before.
bool SundialsIntegrator::measure_noise() {
  steps_since_measured_ = 0;
  Vector least = Vector::Constant(y_.size(), INFINITY), most = -least;
  for (int k = 0; k < 4; ++k) {
    work_ = y_;
    for (Eigen::Index i = 0; i < y_.size(); ++i) {
      const double size = std::abs(y_[i]), off = calc_tolerance(options_, i, size);
      work_[i] += off * std::cos(1.0 + 2.0 * i) +
                  (1e-3 * off + 4 * rounding * size) * std::cos(2.0 + 3.0 * i + 5.0 * k);
    }
    if (!system_->correct(t_, work_)) return false;
    least = least.cwiseMin(work_);
    most = most.cwiseMax(work_);
  }
  const Vector before = noise_.size() > 0 ? noise_ : Vector::Zero(y_.size());
  noise_ = most - least;
  double largest = 0.0;
  for (Eigen::Index i = 0; i < y_.size(); ++i)
    largest = std::max(largest, calc_tolerance(options_, i, std::abs(y_[i])));
  bool has_grown = false, any = false;
  for (Eigen::Index i = 0; i < y_.size(); ++i) {
    const bool counts = noise_[i] > least_noise * calc_tolerance(options_, i, std::abs(y_[i]));
    noise_[i] = counts ? std::min(noise_margin * noise_[i], largest) : 0.0;
    any = any || counts;
    has_grown = has_grown || noise_[i] > 2 * before[i];
  }
  if (!any) noise_.resize(0);
  return has_grown;
}

int SundialsIntegrator::weigh(N_Vector y, N_Vector weights) const {
  for (Eigen::Index i = 0; i < view(y).size(); ++i)
    view(weights)[i] = 1.0 / tolerance_of(i, std::abs(view(y)[i]));
  return 0;
}

bool SundialsIntegrator::interpolate(double t, Vector& y) {
  if (y_.size() == 0) {
    y = y_;
    return true;
  }
  if (get_past(t, state_) < 0) return false;
  y = view(state_);
  return true;
}

bool SundialsIntegrator::fail_with(int flag) {
  get_errors(errors_, weights_);
  Eigen::Index worst = 0;
  const double largest = view(errors_).cwiseProduct(view(weights_)).cwiseAbs().maxCoeff(&worst);
  if (largest > 0) {
    worst_entry_ = static_cast<int>(worst);
  } else if (eval(t_, y_, slope_)) {  // no step has got as far as an estimate: the fastest entry
    view(state_) = y_;
    weigh(state_, weights_);
    slope_.cwiseProduct(view(weights_)).cwiseAbs().maxCoeff(&worst);
    worst_entry_ = static_cast<int>(worst);
  }
  // Steps shrink towards a time at which f ends; the last one of all may not have met it.
  if (failed_ || failed_before_) return fail(IntegratorFailure::evaluation);
  // CV_ERR_FAILURE, ARK_ERR_FAILURE and IDA_ERR_FAIL are −3; −4 is a failure of the nonlinear solver.
  return fail(flag == -4 ? IntegratorFailure::no_convergence : IntegratorFailure::step_underflow);
}

int SundialsIntegrator::evaluate(double t, N_Vector y, N_Vector ydot) {
  work_ = view(y);
  if (!eval(t, work_, slope_)) {
    failed_ = true;
    return 1;
  }
  view(ydot) = slope_;
  return 0;
}

int SundialsIntegrator::project(double t, N_Vector y) {
  work_ = view(y);
  if (!system_->correct(t, work_)) {
    failed_ = true;
    return 1;
  }
  view(y) = work_;
  return 0;
}

}  // namespace gelenk
