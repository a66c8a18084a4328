// Accelerations at a singular position, where the rows that fix them become dependent for an instant. They
// follow from those before and after it on the smooth path, sampled at ±τ, ±2τ, ±3τ: by central differences
// a(0) and its derivatives, and from these the states at the samples (Taylor series of the motion, closed by
// projection). A few rounds find what fits together. That is a function of the state alone.
#pragma once

#include <functional>
#include <string>

#include "formulations/recursive/state.h"

namespace gelenk {

class SingularPassage {
 public:
  // Moves a state by little onto the loops at time t and computes its accelerations; false when that state
  // is singular as well.
  using Sample = std::function<bool(double t, Vector& q, Vector& v, Vector& vdot)>;

  enum class Outcome {
    passed,    // v̇ are the accelerations on the smooth path
    singular,  // the path stays singular: that is the rank here, and dependent rows carry nothing
    failed
  };

  SingularPassage(const System& system, const Tree& tree) : system_(system), tree_(tree) {}

  // `bodies`: motion at (q, v); `vdot`: accelerations by the rows that are independent there. `loop` names
  // the singular one in `failure`.
  Outcome eval(double t, const Vector& q, const Vector& v, const TreeData<double>& bodies,
               const Sample& sample, const std::string& loop, Vector& vdot,
               std::string& failure) const;

 private:
  double find_fastest(const Vector& v, const TreeData<double>& bodies) const;

  const System& system_;
  const Tree& tree_;
};

}  // namespace gelenk
