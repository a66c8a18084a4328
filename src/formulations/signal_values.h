// Values of signals at the state that a formulation evaluated last, whatever they follow from:
// motion, accelerations, loads, energy. For results, and for laws that read what they themselves
// bring about (outcomes.h).
#pragma once

#include "formulations/axis_loads.h"
#include "formulations/cut_loads.h"
#include "formulations/formulation.h"
#include "topology/quantities/signal_catalog.h"

namespace gelenk {

class SignalValues {
 public:
  explicit SignalValues(const System& system)
      : system_(system), cut_loads_(system), axis_loads_(system) {}

  double calc(const Signal& signal, Formulation& formulation, const Vector& q, const Vector& v,
              const Vector& vdot);
  // The state has changed.
  void forget() {
    cut_loads_.forget();
    axis_loads_.forget();
  }

 private:
  const System& system_;
  CutLoads cut_loads_;
  AxisLoads axis_loads_;
};

}  // namespace gelenk
