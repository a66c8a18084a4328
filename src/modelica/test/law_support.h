// Laws of a model that was read, evaluated: for tests of this folder.
#pragma once

#include <map>
#include <stdexcept>
#include <string>

#include "modelica/test/small_library.h"
#include "symbolic/substitute.h"

namespace gelenk::modelica {

using Values = std::map<std::string, double>;

// With numbers for all variables that occur.
inline double eval_law(const symbolic::Expression& law, const Values& values) {
  const symbolic::Expression e = symbolic::substitute(
      law, [&](const std::string& name) { return symbolic::Expression(values.at(name)); });
  if (!e.is_constant()) throw std::logic_error("a law of time");
  return e.constant_value();
}

// What the equation of a variable says.
inline double eval_variable(const ModelTree& model, const std::string& variable,
                            const Values& values) {
  for (const Assignment& assignment : model.root->assignments) {
    if (assignment.variable == variable) return eval_law(assignment.value, values);
  }
  throw std::out_of_range("no equation for " + variable);
}

inline bool has_equation(const ModelTree& model, const std::string& variable) {
  for (const Assignment& assignment : model.root->assignments) {
    if (assignment.variable == variable) return true;
  }
  return false;
}

}  // namespace gelenk::modelica
