// Accelerations at a singular position, where the rows that fix them become dependent for an instant.
//
// Through such a position run two branches of the mechanism's positions, and each is smooth. On its own branch
// the acceleration is a smooth function of position and speed, though the equations that give it lose their
// digits there: with the distance ε from the singular position, what rounding leaves open of the loop grows
// like 1/ε in the positions and 1/ε³ in the accelerations. It is therefore taken from states beside it on the
// same branch,
//   q_k = P(q + k s d),   v_k = P_k v,   k = ±1 … ±6,                                                (1)
// d the motion of the singular loop alone, scaled to one, or that of all where nobody can tell it apart, s a short
// way, P the projection onto the loops, P_k that of speeds at q_k, and interpolated to k = 0 with an error of 0.001 s¹²:
//   a = (792 (a_1 + a_−1) − 495 (a_2 + a_−2) + 220 (a_3 + a_−3) − 66 (a_4 + a_−4) + 12 (a_5 + a_−5) − (a_6 + a_−6)) / 924. (2)
// That is a function of the state alone and needs no more than a direction of motion, however slow.
//
// Inertia may change much within these states: that of bars in line about their line is next to nothing. What the last two
// of them change,
//   e = | a − (210 (a_1 + a_−1) − 120 (a_2 + a_−2) + 45 (a_3 + a_−3) − 10 (a_4 + a_−4) + (a_5 + a_−5)) / 252 |,           (4)
// tells; then s is made shorter, and the equations themselves hold down to where no state beside is as near as that.
//
// A mechanism whose bars are not quite equal misses the singular position and turns off sharply. Its states
// (1) lie on a hyperbola and on no polynomial: the eleventh difference
//   d_1 − 5/4 d_2 + 5/6 d_3 − 1/3 d_4 + 5/66 d_5 − 1/132 d_6,   d_k = q_k − q_−k                      (3)
// tells, and the equations themselves say how it turns.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "formulations/recursive/state.h"

namespace gelenk {

class SingularPassage {
 public:
  // Moves a state by little onto the loops and computes its accelerations; false when that state is singular
  // as well, or does not close.
  using Sample = std::function<bool(Vector& q, Vector& v, Vector& vdot)>;

  enum class Outcome {
    passed,  // v̇ are the accelerations on the smooth branch
    missed,  // no smooth branch runs through here: the equations of the position itself hold
    failed
  };

  // Moves q by a small δ in directions of motion.
  using Step = std::function<void(const Vector& delta, Vector& q)>;

  SingularPassage(const System& system, Step step) : system_(system), step_(std::move(step)) {}

  // `motion`: d of (1); `speed`: how fast the singular loop is, which `loop` names in `failure`; `nearness`: of what the
  // loop's pivot is elsewhere, it is no more than this fraction. From PivotWatch::singular_fraction on the equations of the
  // position itself would lose too many digits, so that something else has to be found.
  Outcome eval(const Vector& q, const Vector& v, const Vector& motion, double speed,
               double nearness, const std::string& loop, const Sample& sample, Vector& vdot,
               std::string& failure) const;

 private:
  // What (2), (3) and (4) make of the samples: accelerations, speeds, misfit of the positions, and the error (4) as a share
  // of the accelerations, or of those that the loop's speed alone would give.
  struct Samples {
    Vector a, v;
    double misfit = 0.0, error = 0.0;
  };
  // False when a sample is singular.
  bool take_samples(const Vector& q, const Vector& v, const Vector& step, double speed,
                    const Sample& sample, Samples& s) const;

  const System& system_;
  const Step step_;
};

// Speeds that lie on none of the branches through a singular position; `loop`: "the loop closed by 'c'".
std::string describe_lost_speeds(const std::string& loop);

// How much motion a unit of each speed is: radians, or lengths counted in `length`.
void calc_speed_sizes(const Tree& tree, const TreeData<double>& bodies, double length,
                      double* sizes);

}  // namespace gelenk
