// A model put together: positions and speeds that fulfil all loops and all fixed start values, by the least change to the start guesses.
// What moved, which other assemblies there are; and where there is none, which joints stay open, and what would close them.
//
//   gelenk::AssemblyReport report = gelenk::assemble(gelenk::Model::from_file("FourBar.mo"));
//   gelenk::Experiment experiment(model);
//   experiment.set_state(report.time, report.q, report.v);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gelenk/export.h"
#include "gelenk/model.h"
#include "gelenk/options.h"

namespace gelenk {

struct AssembleOptions {
  std::optional<double> start_time = {};  // unset: that of the model's annotation
  std::uint32_t seed = 1;            // of disturbed guesses, and of random ones
  int branches = 0;                  // random guesses from which other assemblies are looked for
};

struct AssembledValue {
  std::string name, unit;
  double start = 0.0, value = 0.0;  // start: as the model has it, fixed or a guess
  bool is_fixed = false;
};

// Another position of the same mechanism, in which independent coordinates are the same.
struct AssembledBranch {
  std::vector<AssembledValue> coordinates;  // start: in the assembly itself
  std::vector<double> q, v;
};

// A length that closes the mechanism when it alone is changed by so much.
struct LengthChange {
  std::string parameter;
  std::string from, to;  // as values of the model
  double by = 0.0;       // m
};

struct AssemblyReport {
  std::string model;
  double time = 0.0;
  std::string status;   // "assembled" or "open"
  std::string message;  // why it is open, as the error of a run says it
  // Of joints; those of joints that close loops are measured, and come last.
  std::vector<AssembledValue> coordinates, speeds, states;
  int loops = 0, equations = 0, independent_equations = 0;  // of joints that close loops
  int degrees_of_freedom = 0;                               // −1: not known, with compiled components
  int tries = 1;  // guesses of positions that were needed; the second and all further ones are disturbed
  double drift_position = 0.0, drift_velocity = 0.0;  // by how much equations are missed
  std::vector<std::string> independent;               // coordinates that branches keep
  std::vector<AssembledBranch> branches;
  std::vector<double> q, v;  // the state, for an experiment with the same model and options
  // Where it is open: which joints, in sentences; the smallest sets of components whose fixed start positions have to be let go so that it
  // closes; lengths whose change would close it, the smallest change first.
  std::vector<std::string> open;
  std::vector<std::vector<std::string>> releases;
  std::vector<LengthChange> lengths;

  bool is_assembled() const { return status == "assembled"; }
};

// Throws InputError where the model cannot be built, or options make no sense.
GELENK_EXPORT AssemblyReport assemble(const Model& model, const ExperimentOptions& options = {},
                                      const AssembleOptions& how = {});

// doc/analyses/assemble.md says what stands where.
GELENK_EXPORT std::string write_json(const AssemblyReport& report);

}  // namespace gelenk
