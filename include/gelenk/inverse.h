// Inverse dynamics: what actuators have to exert so that a mechanism moves as it is told (Robotran 5.5).
#pragma once

#include <string>
#include <vector>

#include "gelenk/experiment.h"
#include "gelenk/export.h"
#include "gelenk/motion.h"

namespace gelenk {

struct InverseOptions {
  Motion motion;
  // Globs of coordinates of joints with an actuator, in the tree or closing loops: "arm.*, slider.s"; empty: those that the motion moves, and
  // those that it says nothing of and that are held where they are.
  std::string actuators;
  std::string signals;  // globs of signals to be told beside, reactions among them; empty: none
};

struct InverseAnswer {
  std::string model;
  std::string status, message;  // "done"; "failed" and why
  int degrees_of_freedom = 0;
  std::vector<std::string> leading;  // positions that the motion gives
  std::vector<std::string>
      following;                  // of those given, such as follow from others; they were compared
  std::vector<std::string> held;  // coordinates that stay where they are at the start
  int surplus = 0;  // actuators beyond the degrees of freedom: the least efforts count
  struct Effort {
    std::string name;                    // "force(hinge.phi)"
    std::string along;                   // "hinge.phi"
    std::string unit;                    // "N" or "N.m"
    bool by_model = false;               // of a drive of the model itself
    double peak = 0.0, peak_time = 0.0;  // of the largest size, with its sign
    double rms = 0.0, peak_power = 0.0;
  };
  std::vector<Effort> efforts;
  // By instant; where efforts are not determined they are NaN.
  std::vector<double> time;
  std::vector<RunSignal> columns;           // the efforts, then the signals
  std::vector<std::vector<double>> values;  // by column
  // How far accelerations under these efforts are from those told, against the largest; 0 where friction keeps that from being compared.
  double largest_miss = 0.0;
  std::vector<std::string> notes;

  bool succeeded() const { return status == "done"; }
};

// The mechanism starts from the experiment's present state, which stays as it is. Throws InputError for motions and actuators that make no sense,
// under-actuation among them; a position that cannot be reached, or where actuators can do nothing, is told by the status.
GELENK_EXPORT InverseAnswer inverse(Experiment& experiment, const InverseOptions& options);
GELENK_EXPORT std::string write_json(const InverseAnswer& answer);
// A CSV file, or a MAT-file by its ending.
GELENK_EXPORT void write_columns(const InverseAnswer& answer, const std::string& path,
                                 bool with_units = false);

}  // namespace gelenk
