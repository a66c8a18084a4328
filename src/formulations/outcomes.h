// Laws that read accelerations and loads: friction by the normal force, a force on an added mass. What they read is their own
// outcome. Let x be those numbers and F(x) what they are when the laws are evaluated with x: wanted is
//   F(x) = x.                                                                                        (1)
// Accelerations and loads are affine in the forces, so that F bends only where the laws do. (1) is solved by Newton's method from
// x = F(0), with ∂F/∂x by differences, one evaluation for each entry of x, taken anew where it no longer brings a digit a step; steps that do not bring F(x) nearer to x are
// halved. The result is a function of the state alone: nothing is remembered from one evaluation to the next. Where only the user's
// variables and rates read x, F does not depend on it, and one evaluation does.
#pragma once

#include <Eigen/LU>
#include <functional>
#include <string>

#include "formulations/laws.h"
#include "math/vector.h"

namespace gelenk {

class Outcomes {
 public:
  // Computes accelerations and loads under the laws as they are evaluated. False: it cannot.
  using Evaluate = std::function<bool()>;
  // The value of a signal (of Quantities::signals), of that evaluation.
  using Read = std::function<double(const Signal&)>;

  // On return the laws are those with x, and the last evaluation was with them. False where an evaluation failed, or where no x was
  // found; then failure() says so.
  bool solve(double t, Laws& laws, const Evaluate& evaluate, const Read& read);
  const std::string& failure() const { return failure_; }

 private:
  bool eval(double t, Laws& laws, const Vector& x, const Evaluate& evaluate, const Read& read,
            Vector& F);
  bool solve_newton(double t, Laws& laws, const Evaluate& evaluate, const Read& read);

  void scale_slope();

  Vector x_, F_, step_, tried_, F_tried_, sizes_, scales_, row_sizes_, column_sizes_;
  Matrix slope_;
  Eigen::FullPivLU<Matrix> factor_;
  std::string failure_;
};

}  // namespace gelenk
