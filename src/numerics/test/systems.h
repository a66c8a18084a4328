// Small systems with known solutions, for the tests of integrators and of the run loop.
#pragma once

#include <cmath>
#include <vector>

#include "numerics/integrate.h"

namespace gelenk::testing {

inline Vector vector(std::initializer_list<double> values) {
  Vector v(static_cast<Eigen::Index>(values.size()));
  Eigen::Index i = 0;
  for (double value : values) v[i++] = value;
  return v;
}

// A system without constraints.
class Free : public OdeSystem {
 public:
  bool correct(double, Vector&) override { return true; }
};

// Records rows.
struct Recorder : IntegrationObserver {
  std::vector<double> times;
  std::vector<Vector> states;
  long stop_after = -1;  // steps
  bool row(double t, const Vector& y) override {
    times.push_back(t);
    states.push_back(y);
    return true;
  }
  bool progress(double, const Vector&) override { return --stop_after != 0; }
};

}  // namespace gelenk::testing
