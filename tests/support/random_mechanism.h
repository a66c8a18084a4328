// Random mechanisms as Modelica text: trees of bodies with random joints, closed by further joints, cut
// into a random tree of components. The same seed gives the same text.
#pragma once

#include <string>
#include <vector>

namespace gelenk::testing {

struct MechanismOptions {
  int bodies = 6;
  int loops = 0;
  int components = 0;  // 0: flat
  bool springs = true;
  bool mounts = false;   // bodies stand on ground by preference, and loops close over it
  bool torques = false;  // between the bodies of joints, constant, in axes of any of them
  bool ports = false;            // body i carries the model's connector p<i>
  std::vector<int> locked = {};  // bodies that constraints hold where they are
  double mass_ratio = 1.0;  // of the heaviest body to the lightest, beside what they differ anyhow
  double inertia_share = 1.0;  // by which inertias about mass centres are smaller
  bool gimbals = false;        // some bodies have no mass: two hinges, one behind the other
};

std::string make_random_mechanism(unsigned seed, const MechanismOptions& options);

}  // namespace gelenk::testing
