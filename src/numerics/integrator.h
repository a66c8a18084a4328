// Fixed-step integrators of ẏ = f(t, y) with a correction after every step (post-stabilisation).
//
// rk2   midpoint rule                                            order 2, two evaluations a step
// rk4   the classical Runge–Kutta method                         order 4, four evaluations
// abm4  Adams–Bashforth–Moulton, predict-evaluate-correct-evaluate, started by rk4;
//       order 4, two evaluations
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "math/vector.h"

namespace gelenk {

class OdeSystem {
 public:
  virtual ~OdeSystem() = default;
  // ẏ = f(t, y); false when it cannot be computed.
  virtual bool eval(double t, const Vector& y, Vector& ydot) = 0;
  // Brings y back to what must hold at t (constraints, unit quaternions); false when it cannot.
  virtual bool correct(double t, Vector& y) = 0;
};

class Integrator {
 public:
  virtual ~Integrator() = default;
  // One step of length h from (t, y). False when an evaluation failed; y is then unchanged.
  virtual bool step(OdeSystem& system, double t, double h, Vector& y) = 0;
  // Forgets what was learnt on earlier steps: the step length or the state has changed.
  virtual void restart() {}
};

// Names of the integrators, in the order of the table above.
const std::vector<std::string>& integrator_names();
// Null for an unknown name.
std::unique_ptr<Integrator> make_integrator(const std::string& name);

}  // namespace gelenk
