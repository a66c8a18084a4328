// Energy along a run: where nothing in a model can add any, it never grows. Every simulation of the tests is held to that.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "analyses/simulation.h"
#include "elements/registry.h"
#include "numerics/integrator.h"
#include "topology/system.h"

namespace gelenk::testing {

inline bool has_source(const Subsystem& sub) {
  if (sub.loaded != nullptr) return true;  // nobody knows
  for (const ForceEdge& edge : sub.forces) {
    const bool has_laws =
        std::visit([](const auto& force) { return !force.laws().empty(); }, edge.force);
    if (has_laws && !is_sensor(edge.force)) return true;
  }
  return std::any_of(sub.parts.begin(), sub.parts.end(),
                     [](const auto& part) { return has_source(*part); });
}

// Whether anything but gravity, springs, dampers, friction, stops and locks acts.
inline bool has_source(const System& system) {
  for (const PlacedAxisElement& e : system.axes.elements) {
    const AxisElement& element = e.element;
    if (element.kind == AxisElement::Kind::drive || element.is_contact) return true;
    const bool pushes = !element.law.is_constant() || element.law.constant_value() != 0.0;
    if (element.kind == AxisElement::Kind::force && pushes &&
        element.holder.kind == AxisHolder::Kind::none)
      return true;
  }
  for (const Train& train : system.axes.trains) {
    if (train.driven) return true;
  }
  return has_source(*system.root);
}

// Row after row of one run.
class EnergyWatch {
 public:
  EnergyWatch(const System& system, const SimulationOptions& options) {
    const auto integrator = make_integrator(options.integrator);
    // A fixed step, drift and coarse tolerances may add any amount.
    is_on_ = !has_source(system) && integrator && !integrator->has_fixed_step() &&
             options.stabilization == Stabilization::projection && options.rtol <= 1e-8;
  }

  // What single steps may add piles up over a run; ten thousand times the tolerance is far below what a fault adds.
  void look(double t, const Energy& energy, double rtol) {
    if (!is_on_) return;
    const double total = energy.kinetic + energy.potential;
    if (!has_any_) {
      lowest_ = total;
      highest_potential_ = lowest_potential_ = energy.potential;
    }
    has_any_ = true;
    highest_potential_ = std::max(highest_potential_, energy.potential);
    lowest_potential_ = std::min(lowest_potential_, energy.potential);
    most_kinetic_ = std::max(most_kinetic_, energy.kinetic);
    const double size = most_kinetic_ + highest_potential_ - lowest_potential_;
    const double allowed = 1e4 * std::max(rtol, 1e-10) * size * std::max(1.0, t) + 1e-9;
    if (total > lowest_ + allowed && !has_told_) {
      has_told_ = true;
      ADD_FAILURE() << "nothing adds energy, and it grows from " << lowest_ << " J to " << total
                    << " J at " << t << " s";
    }
    lowest_ = std::min(lowest_, total);
  }

 private:
  bool is_on_ = false, has_any_ = false, has_told_ = false;
  double lowest_ = 0.0, most_kinetic_ = 0.0, highest_potential_ = 0.0, lowest_potential_ = 0.0;
};

}  // namespace gelenk::testing
