#include "formulations/recursive/singular_passage.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "formulations/formulation.h"
#include "formulations/recursive/inverse_dynamics.h"

namespace gelenk {

namespace {

// How far, in radians or lengths of the mechanism, an evaluation looks to both sides.
constexpr double singular_step = 0.02;

}  // namespace

// The largest speed of a joint, lengths counted in those of the mechanism.
double SingularPassage::find_fastest(const Vector& v, const TreeData<double>& bodies) const {
  double fastest = 0.0;
  for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
    const TreeBody& b = tree_.bodies[i];
    for (int k = 0; k < b.nv; ++k) {
      const Lane6<double> S = get_column(b, bodies.body[i], bodies.columns_at(i), k);
      const double per_speed =
          std::sqrt(dot(S.rot, S.rot) + dot(S.lin, S.lin) / (tree_.length * tree_.length));
      fastest = std::max(fastest, std::abs(v[b.v + k]) * per_speed);
    }
  }
  return fastest;
}

SingularPassage::Outcome SingularPassage::eval(double t, const Vector& q, const Vector& v,
                                               const TreeData<double>& bodies, const Sample& sample,
                                               const std::string& loop, Vector& vdot,
                                               std::string& failure) const {
  const double fastest = find_fastest(v, bodies);
  if (!(fastest > 1e-9)) {
    failure = "the mechanism rests in a singular position (" + loop +
              "), from where it could move in more than one way (start it beside that position, or "
              "with a speed),";
    return Outcome::failed;
  }
  const double tau = singular_step / fastest;
  // Derivatives of a at 0, and the samples at τ, −τ, 2τ, −2τ, 3τ, −3τ.
  std::array<Vector, 5> d;
  std::array<Vector, 6> a;
  d.fill(Vector::Zero(tree_.nv));
  a.fill(vdot);
  d[0] = vdot;
  double change = INFINITY;
  Vector q_s, v_s, mean(tree_.nv);  // mean: of the speeds at ±τ
  for (int round = 0; round < 20; ++round) {
    for (int k = 0; k < 6; ++k) {
      const double dt = (k % 2 == 0 ? 1 : -1) * (k / 2 + 1) * tau;
      Vector move = dt * v;
      v_s = v;
      double power = dt;  // dtⁿ / n!
      for (int n = 0; n < 5; ++n) {
        v_s += power * d[n];
        power *= dt / (n + 2);
        move += power * d[n];
      }
      q_s = q;
      step_coordinates(*system_.root, move, q_s);
      if (!sample(t + dt, q_s, v_s, a[k])) return Outcome::singular;
      if (k < 2) mean = (k == 0 ? Vector(0.5 * v_s) : Vector(mean + 0.5 * v_s));
    }
    const Vector s1 = a[0] + a[1], s2 = a[2] + a[3], s3 = a[4] + a[5], d1 = a[0] - a[1],
                 d2 = a[2] - a[3], d3 = a[4] - a[5], center = (15 * s1 - 6 * s2 + s3) / 20;
    const double moved = (center - d[0]).norm();
    d[0] = center;
    d[1] = (45 * d1 - 9 * d2 + d3) / (60 * tau);
    d[2] = (270 * s1 - 27 * s2 + 2 * s3 - 490 * center) / (180 * tau * tau);
    d[3] = (-13 * d1 + 8 * d2 - d3) / (8 * tau * tau * tau);
    d[4] = (-39 * s1 + 12 * s2 - s3 + 56 * center) / (6 * tau * tau * tau * tau);
    if (moved <= 1e-14 * (1 + center.norm()) || (round > 4 && moved > 0.9 * change)) break;
    change = moved;
  }
  // Speeds that lie on no smooth path would be changed by the closing of the samples.
  const Vector expected = v + 0.5 * tau * tau * d[1];
  if ((mean - expected).norm() > 1e-3 * v.norm()) {
    failure = "the mechanism is in a singular position (" + loop +
              ") with speeds that lead to neither of its ways on (give start speeds to the other "
              "joints of the loop as well),";
    return Outcome::failed;
  }
  vdot = d[0];
  return Outcome::passed;
}

}  // namespace gelenk
