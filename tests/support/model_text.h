// A model given as text, ready to be evaluated: for tests across modules.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "analyses/assembly.h"
#include "analyses/signals.h"
#include "analyses/simulation.h"
#include "analyses/transfer.h"
#include "elements/library.h"
#include "formulations/hierarchical/hierarchical.h"
#include "formulations/mixed/mixed.h"
#include "formulations/recursive/recursive.h"
#include "modelica/reader.h"
#include "tests/support/energy.h"
#include "topology/system.h"

namespace gelenk::testing {

// How a system is built and which formulation is made of it.
struct Make {
  using Function = std::unique_ptr<Formulation> (*)(const System&);
  Make(Function f, const BuildOptions& options = {}) : make(f), build(options) {}
  std::unique_ptr<Formulation> operator()(const System& system) const { return make(system); }

  Function make;
  BuildOptions build;
};

inline std::unique_ptr<Formulation> make_hierarchical(const System& system) {
  return make_hierarchical_formulation(system);
}

// How components come about. Bisection stops at so few bodies that small models are cut, too.
inline const BuildOptions by_model{.hierarchy = Hierarchy::model};
inline const BuildOptions by_bisection{
    .hierarchy = Hierarchy::automatic, .flattens = true, .leaf_size = 4};
inline const BuildOptions by_body{.hierarchy = Hierarchy::flat, .flattens = true};

// The formulations, by name, for suites that hold all of them to the same.
struct NamedFormulation {
  const char* name;
  Make make;
};
inline const NamedFormulation all_formulations[] = {
    {"recursive", make_recursive_formulation},
    {"mixed", make_mixed_formulation},
    {"hierarchical", {make_hierarchical, by_model}},
    {"hierarchical_auto", {make_hierarchical, by_bisection}},
    {"hierarchical_flat", {make_hierarchical, by_body}}};

// Those that have all constraint equations in one matrix.
inline const NamedFormulation formulations_with_closure[] = {all_formulations[0],
                                                             all_formulations[1]};

struct TestModel {
  ModelTree model;
  System system;
  std::unique_ptr<Formulation> formulation;
  BuildOptions build;

  explicit TestModel(ModelTree read, const Make& make = make_recursive_formulation)
      : model(std::move(read)),
        system(build_system(model, make.build)),
        formulation(make(system)),
        build(make.build) {}
  static TestModel from_text(const std::string& text,
                             const Make& make = make_recursive_formulation) {
    return TestModel(modelica::read_model_text("test.mo", text, element_library()), make);
  }
  static TestModel from_file(const std::string& path,
                             const Make& make = make_recursive_formulation) {
    return TestModel(modelica::read_model(path, element_library()), make);
  }
};

// Initial values, by whatever way the formulation has to them.
inline Assembly assemble(TestModel& test) {
  return test.system.partition ? assemble_apart(test.model, test.build, *test.formulation)
                               : gelenk::assemble(*test.formulation);
}

// Rows of a simulation with the chosen signals.
struct Series {
  std::vector<std::string> names;
  std::vector<double> time;
  std::vector<std::vector<double>> rows;
  SimulationResult result;

  bool has(const std::string& name) const {
    return std::find(names.begin(), names.end(), name) != names.end();
  }
  double at(double t, const std::string& name) const {
    std::size_t column = 0;
    while (column < names.size() && names[column] != name) ++column;
    for (std::size_t i = 0; i < time.size(); ++i) {
      if (std::abs(time[i] - t) < 1e-9) return rows[i].at(column);
    }
    throw std::out_of_range("no row at this time");
  }
  double last(const std::string& name) const { return at(time.back(), name); }
};

inline Series simulate(TestModel& test, const SimulationOptions& options,
                       const std::string& signals) {
  SignalTable table(test.system);
  table.select(signals);
  Series series;
  series.names = table.selected_names();
  SimulationCallbacks callbacks;
  EnergyWatch watch(test.system, options);
  callbacks.row = [&](double time, const std::vector<double>& values) {
    watch.look(time, test.formulation->calc_energy(), options.rtol);
    series.time.push_back(time);
    series.rows.push_back(values);
  };
  std::optional<Assembly> start;
  if (test.system.partition)
    start = assemble_apart(test.model, test.build, *test.formulation, options.start_time);
  series.result = gelenk::simulate(*test.formulation, table, options, callbacks, start);
  return series;
}

}  // namespace gelenk::testing
