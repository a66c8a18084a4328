#include "formulations/recursive/singular_passage.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "formulations/formulation.h"
#include "formulations/recursive/inverse_dynamics.h"

namespace gelenk {

namespace {

// Ways between samples, in radians or lengths of the mechanism. With the first, (2) errs by 3e-19 per unit of the twelfth
// derivative, and no sample is nearer to the singular position than where pivots are small (PivotWatch::near_fraction).
// Where the position is singular and motion changes faster than that, or pivots grow so slowly that samples are
// singular as well, the others are taken.
constexpr double wide_step = 0.05;
constexpr std::array<double, 2> other_steps = {0.03, 0.1};
// A loop that moves slower than this rests.
constexpr double rest_speed = 1e-9;
// Above this (3) is no rounding and no curvature.
constexpr double largest_misfit = 3e-9;
constexpr int samples_aside = 6;
constexpr std::array<double, samples_aside> weights = {792.0 / 924, -495.0 / 924, 220.0 / 924,
                                                       -66.0 / 924, 12.0 / 924,   -1.0 / 924};
constexpr std::array<double, samples_aside> difference = {1.0,      -5.0 / 4, 5.0 / 6,
                                                          -1.0 / 3, 5.0 / 66, -1.0 / 132};

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
                                               const Vector& sizes,
                                               const std::vector<char>& in_loop, bool takes_all,
                                               bool is_singular, const std::string& loop,
                                               const Sample& sample, Vector& vdot,
                                               std::string& failure) const {
  double fastest = 0.0, fastest_of_all = 0.0;
  for (int k = 0; k < system_.nv; ++k) {
    const double speed = std::abs(v[k]) * sizes[k];
    fastest_of_all = std::max(fastest_of_all, speed);
    if (in_loop[k]) fastest = std::max(fastest, speed);
  }
  if (!(fastest > rest_speed)) {
    if (!is_singular) return Outcome::missed;
    failure = "the mechanism rests in a singular position (" + loop +
              "), from where it could move in more than one way (start it beside that position, or "
              "with a speed),";
    return Outcome::failed;
  }
  Vector direction = v / (takes_all ? fastest_of_all : fastest);
  for (int k = 0; k < system_.nv; ++k) {
    if (!takes_all && !in_loop[k]) direction[k] = 0.0;
  }
  Samples s;
  bool is_smooth = take_samples(q, v, wide_step * direction, sample, s);
  for (double step : other_steps) {
    if (is_smooth || !is_singular) break;
    is_smooth = take_samples(q, v, step * direction, sample, s);
  }
  if (!is_smooth) return Outcome::missed;
  // Speeds that lie on no smooth branch are changed by the closing of the samples.
  if ((s.v - v).norm() > 1e-3 * v.norm()) {
    if (!is_singular) return Outcome::missed;
    failure = describe_lost_speeds(loop);
    return Outcome::failed;
  }
  vdot = s.a;
  return Outcome::passed;
}

bool SingularPassage::take_samples(const Vector& q, const Vector& v, const Vector& step,
                                   const Sample& sample, Samples& s) const {
  s.a = s.v = Vector::Zero(system_.nv);
  s.misfit = Vector::Zero(system_.nq);
  Vector q_k, v_k, a_k(system_.nv);
  for (int k = 1; k <= samples_aside; ++k) {
    for (const int side : {1, -1}) {
      q_k = q;
      v_k = v;
      step_((side * k) * step, q_k);  // (1)
      if (!sample(q_k, v_k, a_k)) return false;
      s.a += weights[k - 1] * a_k;  // (2)
      s.v += weights[k - 1] * v_k;
      s.misfit += (side * difference[k - 1]) * q_k;  // (3)
    }
  }
  return !(s.misfit.cwiseAbs().maxCoeff() > largest_misfit);
}

}  // namespace gelenk
