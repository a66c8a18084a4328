#include "formulations/recursive/singular_passage.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "formulations/formulation.h"
#include "formulations/recursive/inverse_dynamics.h"

namespace gelenk {

namespace {

// Way between samples, in radians or lengths of the mechanism. With the first (2) errs by 1e-14 per unit of the
// eighth derivative, and the nearest samples by about as much as rounding makes at that distance. Where
// pivots grow so slowly that samples are singular as well, the next is taken.
constexpr std::array<double, 3> sample_steps = {0.03, 0.06, 0.1};
// A loop that moves slower than this rests.
constexpr double rest_speed = 1e-9;
// Above this (3) is no rounding and no curvature.
constexpr double largest_misfit = 1e-8;
constexpr std::array<double, 4> weights = {56.0 / 70, -28.0 / 70, 8.0 / 70, -1.0 / 70};
constexpr std::array<double, 4> difference = {1.0, -1.0, 3.0 / 7, -1.0 / 14};

}  // namespace

// The largest speed of a joint in the loop, lengths counted in those of the mechanism.
double SingularPassage::find_fastest(const Vector& v, const TreeData<double>& bodies,
                                     const std::vector<char>& in_loop) const {
  double fastest = 0.0;
  for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
    const TreeBody& b = tree_.bodies[i];
    for (int k = 0; k < b.nv; ++k) {
      if (!in_loop[b.v + k]) continue;
      const Lane6<double> S = get_column(b, bodies.body[i], bodies.columns_at(i), k);
      const double per_speed =
          std::sqrt(dot(S.rot, S.rot) + dot(S.lin, S.lin) / (tree_.length * tree_.length));
      fastest = std::max(fastest, std::abs(v[b.v + k]) * per_speed);
    }
  }
  return fastest;
}

SingularPassage::Outcome SingularPassage::eval(const Vector& q, const Vector& v,
                                               const TreeData<double>& bodies,
                                               const std::vector<char>& in_loop,
                                               const std::string& loop, const Sample& sample,
                                               Vector& vdot, std::string& failure) const {
  const double fastest = find_fastest(v, bodies, in_loop);
  if (!(fastest > rest_speed)) {
    failure = "the mechanism rests in a singular position (" + loop +
              "), from where it could move in more than one way (start it beside that position, or "
              "with a speed),";
    return Outcome::failed;
  }
  Vector direction = v / fastest;
  for (int k = 0; k < tree_.nv; ++k) {
    if (!in_loop[k]) direction[k] = 0.0;
  }
  Samples s;
  bool regular = false;
  for (double step : sample_steps) {
    regular = take_samples(q, v, step * direction, sample, s);
    if (regular) break;
  }
  if (!regular || s.misfit.cwiseAbs().maxCoeff() > largest_misfit) return Outcome::missed;
  // Speeds that lie on no smooth branch are changed by the closing of the samples.
  if ((s.v - v).norm() > 1e-3 * v.norm()) {
    failure = "the mechanism is in a singular position (" + loop +
              ") with speeds that lead to neither of its ways on (give start speeds to the other "
              "joints of the loop as well),";
    return Outcome::failed;
  }
  vdot = s.a;
  return Outcome::passed;
}

bool SingularPassage::take_samples(const Vector& q, const Vector& v, const Vector& step,
                                   const Sample& sample, Samples& s) const {
  s.a = s.v = Vector::Zero(tree_.nv);
  s.misfit = Vector::Zero(tree_.nq);
  Vector q_k, v_k, a_k(tree_.nv);
  for (int k = 1; k <= 4; ++k) {
    for (const int side : {1, -1}) {
      q_k = q;
      v_k = v;
      step_coordinates(*system_.root, (side * k) * step, q_k);  // (1)
      if (!sample(q_k, v_k, a_k)) return false;
      s.a += weights[k - 1] * a_k;  // (2)
      s.v += weights[k - 1] * v_k;
      s.misfit += (side * difference[k - 1]) * q_k;  // (3)
    }
  }
  return true;
}

}  // namespace gelenk
