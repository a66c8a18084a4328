// The user's equations where they have to be solved: which variables are states, which follow one by one, and which have to be found
// together (equations/). Names go in and come out; what they mean in numbers is found later (quantities.h).
#pragma once

#include <string>
#include <vector>

#include "model/component.h"

namespace gelenk {

// A variable of the user's, one entry.
struct NamedVariable {
  std::string name, unit;
  double start = 0.0;
  const Component* component = nullptr;
  SourceLocation where;
  symbolic::Expression value;  // of a variable, as written; rate of a state
  BasicType type = BasicType::real;
  bool is_fixed = false, is_start_given = false;
};

// residual = 0; `variable` is what it gives as it was written, x = … or der(x) = …, and `value` what it is given; else empty.
struct NamedEquation {
  symbolic::Expression residual;
  std::string variable;
  symbolic::Expression value;
  SourceLocation where;
  const Component* component = nullptr;
};

struct SolvedEquations {
  std::vector<NamedVariable> states;     // value: the rate
  std::vector<NamedVariable> variables;  // value: from others; each after those it depends on
  // Unknowns that are found together, and the equations for them, one for each, in the same order.
  std::vector<NamedVariable> cells;
  std::vector<NamedEquation> equations;
  // What states fulfil at all times, as residuals: equations that had to be differentiated.
  std::vector<NamedEquation> invariants;
  // Ports where loads depend on accelerations: these, and the loads (mechanism_rows.h).
  std::vector<std::string> accelerations, loads;
};

// `is_constant(name)`: a known name whose value does not change between events; `find_rate(name)`: the name of a known name's rate,
// empty where there is none; `find_port(load)`: the acceleration of the port at which a load of that name acts, empty if it is none. Throws UserError where there are more equations than unknowns in some of them, or fewer.
struct KnownNames {
  virtual ~KnownNames() = default;
  virtual bool is_constant(const std::string& name) const = 0;
  virtual std::string find_rate(const std::string& name) const = 0;
  virtual std::string find_port(const std::string& load) const = 0;
};
SolvedEquations solve_equations(const std::vector<NamedVariable>& unknowns,
                                const std::vector<NamedEquation>& equations,
                                const KnownNames& known);

}  // namespace gelenk
