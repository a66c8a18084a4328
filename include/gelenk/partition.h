// Independent and dependent coordinates of a mechanism with loops, at the present state (Robotran 5.1).
#pragma once

#include <string>
#include <vector>

#include "gelenk/experiment.h"
#include "gelenk/export.h"

namespace gelenk {

struct PartitionOptions {
  // "crank.phi, slider.s", one per degree of freedom; empty: coordinates that the model prefers as states, else those that
  // the loops suggest.
  std::string independent;
  bool reduced = false;  // M_r and F_r, too
};

struct PartitionAnswer {
  std::string model;
  double time = 0.0;
  struct Coordinate {
    std::string name,
        unit;  // of the coordinate, or of the speed where there are more coordinates than speeds
    std::string role;    // "independent", "dependent" or "driven"
    double value = 0.0;  // of the coordinate, or of the speed
    double speed = 0.0;
  };
  std::vector<Coordinate> coordinates;      // in the order of the speeds
  std::vector<int> independent, dependent;  // numbers of coordinates
  bool is_users_choice = false;
  int equations = 0, rank = 0;  // of the loops
  std::vector<std::string>
      redundant;  // of each redundant equation, the joint or relation that it belongs to
  // Of the dependent block: largest singular value over the smallest, its rows scaled; and of the choice that is made where nobody
  // names one. 1 without loops.
  double condition = 1.0, smallest = 1.0, own_condition = 1.0;
  std::vector<std::string> own_choice;  // independent coordinates, where the user's are others
  // Speeds: dependent = B · independent + what drives bring in; dependent × independent by rows.
  std::vector<double> B;
  // M_r v̇ + F_r = 0 of independent speeds, at the present state; M_r by rows. Empty unless asked for.
  std::vector<double> M_r, F_r;
};

// Throws InputError for a choice that the loops do not allow, and NumericsError where the position is singular or the equations of motion
// cannot be evaluated.
GELENK_EXPORT PartitionAnswer partition(Experiment& experiment,
                                        const PartitionOptions& options = {});
GELENK_EXPORT std::string write_json(const PartitionAnswer& answer);

}  // namespace gelenk
