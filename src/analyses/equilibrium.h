// States of rest and of steady motion (Robotran 5.3): positions and states of the user's equations from which nothing departs,
//   ρ = P τ = 0,   ż = 0                                                                            (1)
// with τ what has to act along the joints so that they stay at rest, or go on with the speeds that are given, and P of
// rest_space.h: what no loop, drive, sticking joint or hold takes. No inertia stands in (1), so that what has no mass is
// found as anything else. Where forces depend on accelerations that they bring about, τ = M (v̇* − v̇) takes its place.
//
// Unknown are the motions x that loops leave free, with all trials closed again; states z, on what equations say of them at
// all times; numbers that are exchanged for positions which are to be what is wished; and free speeds. The search goes
//   (D K + μ) δ = −D r,   K = ∂r/∂x                                                                 (2)
// with D the inverse of the diagonal of K: Newton's method where μ = 0. Where K has a direction in which it falls, μ > 0 makes (2)
// one implicit step of a motion with friction alone, which settles where a real one would; steps are limited. A search for the
// nearest state takes μ = 0 and lets residuals fall instead, whether what it finds is stable or not.
//
// Directions in which nothing changes are left where they are, and are told. Modes (what sticks, which stop holds, which branch of a law
// counts) are those that fit the position; the search goes on until they are the same after it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analyses/rest_stability.h"

namespace gelenk {

struct BalanceTask {
  struct Wish {
    std::string signal;
    double value = 0.0;
  };
  double time = 0.0;
  std::vector<Wish> held;         // positions, by forces that are found
  std::vector<Wish> speeds;       // given, by forces that are found
  std::vector<Wish> goals;        // any signals, which free numbers bring to these values
  std::vector<Wish> free_speeds;  // with the values to begin with
  // The formulation for other values of the free numbers, which must have the same coordinates; null where there is none.
  std::function<Formulation*(const Vector& numbers)> vary;
  Vector numbers;  // to begin with
  bool nearest = false;
  int most_iterations = 300;
};

struct Balance {
  struct Named {
    std::string name, unit;
    double value = 0.0;
  };
  struct Mode {
    std::string component, what;
    double force = 0.0;
    std::string unit;
  };
  bool is_found = false;
  std::string failure;       // why not
  bool is_hopeless = false;  // since something acts wherever it is
  Vector q, v, numbers;
  std::vector<double> free_speeds;
  int iterations = 0;
  double residual = 0.0;     // largest force that is left, over the forces there are
  std::vector<Named> left;   // forces that are not balanced, largest first
  std::vector<Named> loads;  // that hold positions and keep speeds, in the order of the task
  std::vector<std::vector<Named>> insensitive;  // directions, by the coordinates that take part
  std::vector<Mode> modes;
  // Coordinates of given speeds whose place the balance depends on, which then holds for an instant.
  std::vector<std::string> not_cyclic;
  Stability stability = Stability::unknown;
};

// From q, where coordinates are those of the formulation, whose modes and discrete variables it changes.
Balance find_balance(Formulation& formulation, const BalanceTask& task, const Vector& q);

}  // namespace gelenk
