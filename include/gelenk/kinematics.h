// Positions and speeds without dynamics: a mechanism is led over a grid of positions, along a motion, or by its own drives; how far it
// can go, and where it is singular.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gelenk/experiment.h"
#include "gelenk/export.h"
#include "gelenk/motion.h"

namespace gelenk {

struct KinematicsOptions {
  // Names of positions, and values: "lin(0, 6.28, 100)", "log(0.1, 10, 20)", "0, 0.5, 1". Of several grids all combinations are taken, the last
  // name fastest.
  std::vector<std::pair<std::string, std::string>> grids;
  Motion motion;        // in the place of grids
  std::string signals;  // globs of signals of positions and speeds; empty: the usual ones
  // Speeds, too. On a grid these are those where the position that varies fastest has the speed one and the others stand still.
  bool speeds = false;
};

struct KinematicsAnswer {
  std::string model;
  std::string status, message;  // "done"; "failed": no point was reached
  bool is_grid = false;
  std::vector<std::string> leading, following, held;  // as InverseAnswer has them
  // By point, in the order of the grid or of time.
  std::vector<double> time;
  std::vector<RunSignal> columns;           // what leads, then the signals
  std::vector<std::vector<double>> values;  // by column; NaN where a point was not reached
  std::vector<bool> reached;
  // Smallest singular value of the matrix that gives motion from that of the leading positions: 0 where it is singular.
  std::vector<double> singular_value;
  struct Place {
    double time = 0.0;
    std::vector<double> at;  // of what leads
  };
  // As far as the mechanism could go on the way to points that were not reached; each place once.
  struct End : Place {
    bool is_singular = false;
    std::vector<std::string>
        moves;  // coordinates that move there while what leads stands still; of a singular one
  };
  std::vector<End> ends;
  struct Singular : Place {
    bool of_loops = false;  // the loops lose rank, whatever leads: branches meet
    std::vector<std::string> moves;
  };
  std::vector<Singular> singular;
  std::vector<std::string> notes;

  bool succeeded() const { return status == "done"; }
};

// The mechanism starts from the experiment's present state, which stays as it is; each point starts from the one before. Throws
// InputError for grids, motions and signals that make no sense.
GELENK_EXPORT KinematicsAnswer kinematics(Experiment& experiment, const KinematicsOptions& options);
GELENK_EXPORT std::string write_json(const KinematicsAnswer& answer);
// A CSV file, or a MAT-file by its ending.
GELENK_EXPORT void write_columns(const KinematicsAnswer& answer, const std::string& path,
                                 bool with_units = false);

}  // namespace gelenk
