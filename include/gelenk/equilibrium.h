// States of rest and of steady motion: where a model stays when it is let go there, or goes on as it moves.
//
//   gelenk::Experiment experiment(gelenk::Model::from_file("Crane.mo"));
//   gelenk::Equilibrium rest = gelenk::find_equilibrium(experiment);
//   if (rest.is_found()) experiment.write_state("rest.json");
//
// The search begins at the experiment's present state, or at the model's start values where nothing has started, with all speeds
// zero; time stands still. Rest means that no speed and no state of the model's own equations changes, under friction that sticks and stops
// that hold as well.
//
// What is known and what is unknown may be exchanged:
//   hold   a position is to have a value. A force, which is told, keeps it there; or, one by one, a number in `free`
//   speed  a coordinate goes on with this speed (a rotor, a car on a circle). A force, which is told, keeps it; loops take along what
//          they must, all other coordinates are at rest
//   free   numbers to be found: a parameter of the model, one of its inputs, or a speed, which is then that of a steady motion
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gelenk/experiment.h"
#include "gelenk/export.h"

namespace gelenk {

struct EquilibriumOptions {
  std::vector<std::pair<std::string, double>> hold = {};   // signals, and their values
  std::vector<std::pair<std::string, double>> speed = {};  // signals of speed
  std::vector<std::string> free = {};  // no more of them that are no speeds than `hold` has entries
  // The state that Newton's method finds nearest to the start, stable or not; else where the model settles.
  bool nearest = false;
  // Where nothing has started in the experiment; unset: that of the model's annotation.
  std::optional<double> start_time = {};
  // Beside the start so many random positions are starts as well (list_equilibria). The same seed gives the same ones.
  int starts = 0;
  std::uint32_t seed = 1;
};

struct EquilibriumValue {
  std::string name, unit;
  double start = 0.0, value = 0.0;
};

struct EquilibriumLoad {
  std::string name, unit;
  double value = 0.0;
};

// What holds of itself: friction that sticks, a stop, a lock.
struct EquilibriumMode {
  std::string component;
  // "sticks", "slides", "is about to slide", "rests at its upper end", "is locked"
  std::string what;
  double force = 0.0;
  std::string unit;
};

struct Equilibrium {
  std::string model;
  double time = 0.0;
  std::string status;   // "found" or "failed"
  std::string message;  // why, when it failed, and what may help; or why the experiment cannot go there
  // "stable": disturbances die out; "marginal": some of them neither die out nor grow; "unstable"; "unknown": where speeds are given,
  // positions held, or accelerations not determined.
  std::string stability;
  std::vector<EquilibriumValue> coordinates, speeds, states;  // of joints; of the model's own equations
  std::vector<EquilibriumValue> numbers;                      // that were free
  std::vector<EquilibriumLoad> loads;  // that hold positions and keep speeds
  // Directions in which nothing changes, by the coordinates that take part, with their shares; they are where the search began.
  std::vector<std::vector<EquilibriumLoad>> insensitive;
  std::vector<EquilibriumMode> modes;
  // Of a steady motion: given speeds with which the balance changes as they go on; it then holds for an instant alone.
  std::vector<std::string> not_cyclic;
  std::vector<EquilibriumLoad> unbalanced;  // forces that are left, when it failed, largest first
  double residual = 0.0;                    // largest force that is left, over the forces there are
  double potential_energy = 0.0;            // J
  int iterations = 0;
  bool relaxed = false;  // a motion that was slowed down again and again led near to it
  // The present state of the experiment that it was found with, when that went there; empty: it did not, since accelerations are not
  // determined there, as with parts that have no mass.
  std::vector<double> q, v;

  bool is_found() const { return status == "found"; }
};

// Takes the experiment there where it is found; free parameters have their new values in its model then, and inputs theirs. Else the
// experiment is as it was. Throws InputError for names and values that make no sense.
GELENK_EXPORT Equilibrium find_equilibrium(Experiment& experiment,
                                           const EquilibriumOptions& options = {});

// From the start and from random positions: those that differ, lowest potential energy first. The experiment goes to the first. Where none
// is found there is one entry, which says why from the start.
GELENK_EXPORT std::vector<Equilibrium> list_equilibria(Experiment& experiment,
                                                       const EquilibriumOptions& options = {});

// doc/analyses/equilibrium.md says what stands where.
GELENK_EXPORT std::string write_json(const std::vector<Equilibrium>& equilibria);

}  // namespace gelenk
