// A model given as text, ready to be evaluated: for tests across modules.
#pragma once

#include <memory>
#include <string>

#include "analyses/assembly.h"
#include "analyses/signals.h"
#include "analyses/simulation.h"
#include "elements/library.h"
#include "formulations/mixed/mixed.h"
#include "formulations/recursive/recursive.h"
#include "modelica/reader.h"
#include "topology/system.h"

namespace gelenk::testing {

using Make = std::unique_ptr<Formulation> (*)(const System&);

// The formulations, by name, for suites that hold all of them to the same.
struct NamedFormulation {
  const char* name;
  Make make;
};
inline const NamedFormulation all_formulations[] = {{"recursive", make_recursive_formulation},
                                                    {"mixed", make_mixed_formulation}};

struct TestModel {
  Model model;
  System system;
  std::unique_ptr<Formulation> formulation;

  explicit TestModel(Model read, Make make = make_recursive_formulation)
      : model(std::move(read)), system(build_system(model)), formulation(make(system)) {}
  static TestModel from_text(const std::string& text, Make make = make_recursive_formulation) {
    return TestModel(modelica::read_model_text("test.mo", text, element_library()), make);
  }
  static TestModel from_file(const std::string& path, Make make = make_recursive_formulation) {
    return TestModel(modelica::read_model(path, element_library()), make);
  }
};

// Rows of a simulation with the chosen signals.
struct Series {
  std::vector<std::string> names;
  std::vector<double> time;
  std::vector<std::vector<double>> rows;
  SimulationResult result;

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
  callbacks.row = [&](double time, const std::vector<double>& values) {
    series.time.push_back(time);
    series.rows.push_back(values);
  };
  series.result = gelenk::simulate(*test.formulation, table, options, callbacks);
  return series;
}

}  // namespace gelenk::testing
