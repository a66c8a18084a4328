// From one position of a mechanism to the next along lines of its leading positions: how far each line can be followed, and where on it the
// position is singular. A singular position is a zero of
//   s = uᵀ A y                                                                                       (1)
// with A of led_motion.h, y the direction in which A is smallest, turned so that it goes on from one position to the next, and u the direction
// of A y where that was last regular: |s| is the smallest singular value, and its sign changes where the determinant's does. Lines are cut
// in pieces in which y and u turn little.
#pragma once

#include <optional>
#include <vector>

#include "analyses/led_motion.h"

namespace gelenk {

// Where leaders are, and at what time.
struct LedPoint {
  double t = 0.0;
  Vector x, q;
};

struct SingularPosition {
  LedPoint at;
  double value = 0.0;     // smallest singular value there
  Vector free_motion;     // by speed: how it moves while the leaders stand still
  bool of_loops = false;  // the loops themselves lose rank, whatever leads
  bool is_end = false;    // it is as far as the line can be followed
};

class KinematicWalk {
 public:
  // q: where it starts, a closed position.
  KinematicWalk(LedMotion& motion, double t, const Vector& q);

  // Along a straight line to (t, x). False where it cannot be followed to its end; then it stays where it was, and end() is
  // as far as it could go.
  bool go(double t, const Vector& x);
  // Anew from a position that was reached before, without going there.
  void jump(const LedPoint& to);

  const LedPoint& at() const { return at_; }
  // From where the next line is followed: as at(), but where that is singular.
  const LedPoint& from() const { return from_; }
  double singular_value() const { return singular_value_; }
  const std::optional<LedPoint>& end() const { return end_; }
  // So far; the same position once.
  const std::vector<SingularPosition>& singular() const { return singular_; }

 private:
  struct Look {
    LedMotion::Singular singular;  // with y in `right`
    Vector u;
    double s = 1.0;  // (1)
  };
  Look look(const LedPoint& at, const Look* before) const;
  bool place_between(const LedPoint& a, const LedPoint& b, LedPoint& at) const;  // in the middle
  void scan(const LedPoint& a, const Look& look_a, const LedPoint& b, Look& look_b, int depth);
  void locate(LedPoint a, Look look_a, LedPoint b);
  void find_end(const LedPoint& from, double t, const Vector& x, double come);
  void keep(const LedPoint& at, const Look& look, bool is_end);

  LedMotion& motion_;
  LedPoint at_, from_;
  Look look_;  // of from_
  double singular_value_ = 1.0;
  bool has_gone_ = false;
  std::optional<LedPoint> end_;
  std::vector<SingularPosition> singular_;
};

}  // namespace gelenk
