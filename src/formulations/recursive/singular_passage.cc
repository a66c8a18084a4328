#include "formulations/recursive/singular_passage.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "formulations/formulation.h"
#include "formulations/pivot_watch.h"
#include "formulations/recursive/inverse_dynamics.h"

namespace gelenk {

namespace {

// Ways between samples, in radians or lengths of the mechanism. With the first, (2) errs by 3e-19 per unit of the twelfth
// derivative, and no sample is nearer to the singular position than where pivots are small (PivotWatch::near_fraction).
// Where accelerations change faster than that, others are taken, nearer to the position in proportion; where the position is
// singular and pivots grow so slowly that samples are singular as well, the last.
constexpr double wide_step = 0.05;
constexpr std::array<double, 5> shorter_steps = {0.035, 0.025, 0.0175, 0.0125, 0.009};
constexpr double widest_step = 0.1;
// Largest (4), where (2) itself errs by a tenth of it; and that which is better than nothing.
constexpr double small_error = 1e-8, largest_error = 1e-5;
// A loop that moves slower than this rests.
constexpr double rest_speed = 1e-9;
// Above this (3) is no rounding and no curvature.
constexpr double largest_misfit = 3e-9;
constexpr int samples_aside = 6;
constexpr std::array<double, samples_aside> weights = {792.0 / 924, -495.0 / 924, 220.0 / 924,
                                                       -66.0 / 924, 12.0 / 924,   -1.0 / 924};
constexpr std::array<double, samples_aside> difference = {1.0,      -5.0 / 4, 5.0 / 6,
                                                          -1.0 / 3, 5.0 / 66, -1.0 / 132};
constexpr std::array<double, samples_aside> fewer = {210.0 / 252, -120.0 / 252, 45.0 / 252,
                                                     -10.0 / 252, 1.0 / 252,    0.0};

}  // namespace

void calc_speed_sizes(const Tree& tree, const TreeData<double>& bodies, double length,
                      double* sizes) {
  for (std::size_t i = 1; i < tree.bodies.size(); ++i) {
    const TreeBody& b = tree.bodies[i];
    for (int k = 0; k < b.nv; ++k) {
      const Lane6<double> S = get_column(b, bodies.body[i], bodies.columns_at(i), k);
      sizes[b.v + k] = std::sqrt(dot(S.rot, S.rot) + dot(S.lin, S.lin) / (length * length));
    }
  }
}

std::string describe_lost_speeds(const std::string& loop) {
  return "the mechanism is in a singular position (" + loop +
         ") with speeds that lead to neither of its ways on (give start speeds to the other joints "
         "of the loop as well),";
}

SingularPassage::Outcome SingularPassage::eval(const Vector& q, const Vector& v,
                                               const Vector& motion, double speed, double nearness,
                                               const std::string& loop, const Sample& sample,
                                               Vector& vdot, std::string& failure) const {
  const bool is_singular = nearness <= PivotWatch::singular_fraction;
  if (!(speed > rest_speed)) {
    if (!is_singular) return Outcome::missed;
    failure = "the mechanism rests in a singular position (" + loop +
              "), from where it could move in more than one way (start it beside that position, or "
              "with a speed),";
    return Outcome::failed;
  }
  // (3) and (4) go with powers of the step, and say from which on they are small. (3) of a curve that is not smooth does not
  // get smaller.
  Samples best, s;
  best.error = s.misfit = INFINITY;
  double useful = wide_step;
  const auto take = [&](double step) {
    const double misfit_before = s.misfit;
    if (!take_samples(q, v, step * motion, speed, sample, s)) return false;
    if (s.misfit > largest_misfit) {
      useful = step * std::pow(largest_misfit / s.misfit, 1.0 / 11);
      return s.misfit < 0.5 * misfit_before;
    }
    useful = step * std::pow(small_error / std::max(s.error, small_error), 1.0 / 10);
    if (s.error < best.error) best = s;
    return true;
  };
  bool goes_on = take(wide_step) || is_singular;
  for (double step : shorter_steps) {
    const double ratio = step / wide_step;
    if (!goes_on || best.error <= small_error ||
        nearness > ratio * ratio * PivotWatch::near_fraction)
      break;
    if (step <= useful || step == shorter_steps.back()) goes_on = take(step);
  }
  if (is_singular && !(best.error < INFINITY)) take(widest_step);
  const bool found = best.error <= (is_singular ? largest_error : small_error);
  if (!found) return Outcome::missed;
  // Speeds that lie on no smooth branch are changed by the closing of the samples.
  if ((best.v - v).norm() > 1e-3 * v.norm()) {
    if (!is_singular) return Outcome::missed;
    failure = describe_lost_speeds(loop);
    return Outcome::failed;
  }
  vdot = best.a;
  return Outcome::passed;
}

bool SingularPassage::take_samples(const Vector& q, const Vector& v, const Vector& step,
                                   double speed, const Sample& sample, Samples& s) const {
  s.a = s.v = Vector::Zero(system_.nv);
  Vector q_k, v_k, a_k(system_.nv), change = s.a, misfit = Vector::Zero(system_.nq);
  double size = speed * speed;
  for (int k = 1; k <= samples_aside; ++k) {
    for (const int side : {1, -1}) {
      q_k = q;
      v_k = v;
      step_((side * k) * step, q_k);  // (1)
      if (!sample(q_k, v_k, a_k)) return false;
      s.a += weights[k - 1] * a_k;  // (2)
      s.v += weights[k - 1] * v_k;
      misfit += (side * difference[k - 1]) * q_k;       // (3)
      change += (weights[k - 1] - fewer[k - 1]) * a_k;  // (4)
      size = std::max(size, a_k.cwiseAbs().maxCoeff());
    }
  }
  s.misfit = misfit.cwiseAbs().maxCoeff();
  s.error = size > 0 ? change.cwiseAbs().maxCoeff() / size : 0.0;
  return std::isfinite(s.misfit + s.error);
}

}  // namespace gelenk
