#include "formulations/port_responses.h"

#include <algorithm>
#include <cmath>

#include "topology/quantities/signal_catalog.h"

namespace gelenk {

bool PortResponses::eval(const Quantities& quantities, const Outcomes::Evaluate& evaluate,
                         const Outcomes::Read& read, Vector& A) {
  if (!evaluate()) return false;
  for (int i = 0; i < quantities.ports.row_count(); ++i)
    A[i] = read(quantities.ports.accelerations[i]);
  return true;
}

bool PortResponses::find(const Quantities& quantities, double t, Laws& laws,
                         const Outcomes::Evaluate& evaluate, const Outcomes::Read& read) {
  // Of r, that the effect of a load should be; and the most that a load is made to be.
  constexpr double least_share = 0.1, largest_load = 1e9;
  const int rows = quantities.ports.row_count();
  rest_.resize(rows);
  A_.resize(rows);
  laws.eval_early(t);
  if (!eval(quantities, evaluate, read, rest_)) return false;
  const double size = rest_.lpNorm<Eigen::Infinity>();
  for (int k = 0; k < laws.port_load_count(); ++k) {
    for (double load = 1.0;;) {
      laws.set_port_load(k, load);
      if (!eval(quantities, evaluate, read, A_)) return false;
      A_ -= rest_;
      const double effect = A_.lpNorm<Eigen::Infinity>();
      // What the load does not move it does not move when it is larger.
      const double larger = std::min(largest_load, load * size / effect);
      if (effect == 0.0 || !(effect < least_share * size) || load >= largest_load) {
        for (int i = 0; i < rows; ++i) laws.set_response(i, k, A_[i] / load);
        break;
      }
      load = larger;
    }
    laws.set_port_load(k, 0.0);
  }
  for (int i = 0; i < rows; ++i) laws.set_rest(i, rest_[i]);
  laws.end_responses();
  return true;
}

}  // namespace gelenk
