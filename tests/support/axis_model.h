// Short models of 1-D elements, with or without bodies: run them, or see why they are refused.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/support/csv.h"
#include "tests/support/model_text.h"

namespace gelenk::testing {

inline std::string axis_model(const std::string& body) {
  return "model M\n"
         "  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces, Types};\n"
         "  import Modelica.Mechanics.{Rotational, Translational};\n" +
         body + "end M;\n";
}

inline const std::string gravity = "  inner Modelica.Mechanics.MultiBody.World world(g = 10);\n";

// All signals. rk4 has steps of 1 ms; others are as exact as they can be.
inline Series run(const std::string& body, double stop, double interval,
                  const std::string& integrator = "rk4", Make make = make_recursive_formulation) {
  TestModel test = TestModel::from_text(axis_model(body), make);
  SimulationOptions options;
  options.integrator = integrator;
  options.stop_time = stop;
  options.step = integrator == "rk4" ? 1e-3 : 0.0;
  options.interval = interval;
  options.rtol = 1e-12;
  Series series = simulate(test, options, "*");
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

// Empty where the model is accepted.
inline std::string failure_of(const std::string& body) {
  try {
    TestModel test = TestModel::from_text(axis_model(body));
    assemble(*test.formulation);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

}  // namespace gelenk::testing
