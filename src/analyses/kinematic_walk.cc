#include "analyses/kinematic_walk.h"

#include <algorithm>
#include <cmath>

namespace gelenk {

namespace {

// Smaller is zero: what a located zero is off by, in the angles between rows.
constexpr double zero = 1e-8;
// Halving ends where the position has no more digits.
constexpr double zero_when_located = 1e-6;
// The smallest singular value goes with the root of the distance from an end.
constexpr double zero_at_end = 1e-4;
// Cosine of the angle that directions may turn by in a piece.
constexpr double turned_little = 0.9;
constexpr int deepest = 12;

}  // namespace

KinematicWalk::KinematicWalk(LedMotion& motion, double t, const Vector& q) : motion_(motion) {
  jump(
      {t, motion_.calc_x(q, Vector::Zero(static_cast<Eigen::Index>(motion_.leaders().size()))), q});
  if (singular_value_ < zero) keep(at_, look_, false);
}

KinematicWalk::Look KinematicWalk::look(const LedPoint& at, const Look* before) const {
  Look now{motion_.calc_singular(at.t, at.q), {}, 1.0};
  Vector& y = now.singular.right;
  if (y.size() == 0) return now;  // nothing can move
  Vector Ay = now.singular.value * now.singular.left;
  now.u = now.singular.left;
  now.s = now.singular.value;
  if (before == nullptr) return now;
  if (y.dot(before->singular.right) < 0) {
    y = -y;
    Ay = -Ay;
    now.u = -now.u;
  }
  now.s = before->u.dot(Ay);
  if (now.singular.value < zero)
    now.u = before->u;  // A y has no direction
  else if (now.u.dot(before->u) < 0)
    now.u = -now.u;
  return now;
}

void KinematicWalk::jump(const LedPoint& to) {
  at_ = from_ = to;
  look_ = look(at_, nullptr);
  singular_value_ = look_.singular.value;
}

// From either end, of which one may be singular.
bool KinematicWalk::place_between(const LedPoint& a, const LedPoint& b, LedPoint& at) const {
  for (const LedPoint* from : {&b, &a}) {
    at = {0.5 * (a.t + b.t), 0.5 * (a.x + b.x), from->q};
    if (motion_.place(at.t, at.x, at.q)) return true;
  }
  return false;
}

bool KinematicWalk::go(double t, const Vector& x) {
  end_.reset();
  // The start does not know its whole turns.
  if (!has_gone_) from_.x = motion_.calc_x(from_.q, x);
  has_gone_ = true;
  LedPoint to{t, x, from_.q};
  Look look_to;
  const double come = motion_.follow(from_.t, from_.x, t, x, to.q);
  if (come < 1.0) {
    to.t = from_.t + come * (t - from_.t);
    to.x = from_.x + come * (x - from_.x);
    find_end(to, t, x, come);
    to = *end_;
  }
  scan(from_, look_, to, look_to, 0);
  // It may be as far as that, and no further.
  if ((to.x - x).norm() > 1e-10 * (1 + x.norm()) || std::abs(to.t - t) > 1e-10) return false;
  end_.reset();
  at_ = to;
  singular_value_ = look_to.singular.value;
  // At an end two ways go back: the next one begins where it came from.
  if (singular_value_ > zero_at_end) {
    from_ = to;
    look_ = look_to;
  }
  return true;
}

// Pieces in which directions turn little; in the end look_b is that which goes on from a.
void KinematicWalk::scan(const LedPoint& a, const Look& look_a, const LedPoint& b, Look& look_b,
                         int depth) {
  look_b = look(b, &look_a);
  const Vector& y_a = look_a.singular.right;
  if (y_a.size() == 0) return;
  const bool is_far = y_a.dot(look_b.singular.right) < turned_little ||
                      (look_b.singular.value > zero && look_a.u.dot(look_b.u) < turned_little);
  LedPoint middle;
  if (is_far && depth < deepest && place_between(a, b, middle)) {
    Look look_middle;
    scan(a, look_a, middle, look_middle, depth + 1);
    scan(middle, look_middle, b, look_b, depth + 1);
    return;
  }
  if (look_b.singular.value < zero)
    keep(b, look_b, false);
  else if (look_a.singular.value > zero && look_a.s * look_b.s < 0)
    locate(a, look_a, b);
}

// By halving where s changes its sign.
void KinematicWalk::locate(LedPoint a, Look look_a, LedPoint b) {
  LedPoint middle = a;
  Look look_middle = look_a;
  for (int halving = 0; halving < 60; ++halving) {
    if (!place_between(a, b, middle)) return;
    look_middle = look(middle, &look_a);
    if (look_middle.s * look_a.s > 0)
      a = middle;
    else
      b = middle;
    if (look_middle.singular.value < 1e-13) break;
  }
  if (look_middle.singular.value < zero_when_located) keep(middle, look_middle, false);
}

// Behind where steps along the line have become short.
void KinematicWalk::find_end(const LedPoint& from, double t, const Vector& x, double come) {
  LedPoint good = from;
  double low = 0.0, high = std::min(1.0, 1e-4 / (1.0 - come));
  const auto place_at = [&](double share, LedPoint& at) {
    at = {from.t + share * (t - from.t), from.x + share * (x - from.x), good.q};
    return motion_.place(at.t, at.x, at.q);
  };
  LedPoint tried;
  while (high < 1.0 && place_at(high, tried)) {
    good = tried;
    low = high;
    high = std::min(1.0, 2 * high);
  }
  for (int halving = 0; halving < 60 && high - low > 1e-15 * (1 + high); ++halving) {
    const double middle = 0.5 * (low + high);
    if (place_at(middle, tried)) {
      good = tried;
      low = middle;
    } else {
      high = middle;
    }
  }
  end_ = good;
  const Look at_end = look(good, nullptr);
  if (at_end.singular.value < zero_at_end) keep(good, at_end, true);
}

void KinematicWalk::keep(const LedPoint& at, const Look& look, bool is_end) {
  for (const SingularPosition& known : singular_) {
    const bool is_known = (known.at.x - at.x).norm() < 1e-7 && std::abs(known.at.t - at.t) < 1e-7 &&
                          (known.at.q - at.q).norm() < 1e-3;
    if (is_known) return;
  }
  singular_.push_back(
      {at, look.singular.value, look.singular.right, look.singular.lost_by_loops > 0, is_end});
}

}  // namespace gelenk
