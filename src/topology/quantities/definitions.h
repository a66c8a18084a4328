// What the user's own equations say, for the whole model: which variables are defined by an
// expression, which are states (der), which change at events (when), which have to be found together from equations, and which names
// expressions use at all. The first pass over the model, before there is a system: the choice of the tree and
// the relations between coordinates depend on it.
//
// Where each variable has an equation of its own, x = … or der(x) = …, and none depends on itself, these are taken as they
// are written. Everything else is a system of equations (solved_equations.h).
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/component.h"
#include "topology/quantities/solved_equations.h"

namespace gelenk {

class Definitions {
 public:
  // Throws UserError for variables with no equation or with two, and for equations that cannot be solved.
  explicit Definitions(const Component& root);

  using Named = NamedVariable;
  std::vector<Named> variables, states, discretes;
  std::vector<Named>
      inputs;  // of the model itself, which no equation gives: whoever uses the model does
  std::vector<int> order;  // of the variables, each after those it depends on
  std::vector<std::vector<When>> whens;
  // Unknowns that are found together, the equations for them, and what the states fulfil at all times (solved_equations.h).
  std::vector<Named> cells;
  std::vector<NamedEquation> equations, invariants;
  std::vector<std::string> port_accelerations, port_loads;
  std::vector<NamedEquation> initials;  // hold at the start
  // What some quantities were some time ago.
  struct Delayed {
    const Delay* delay;
    const Component* component;
  };
  std::vector<Delayed> delays;
  // Derivatives that laws read, "der x", and the variables that they are.
  std::vector<std::pair<std::string, std::string>> rates_read;

  struct Use {
    const Component* component;
    SourceLocation where;
  };
  // Names that occur in expressions and are not variables, with one place where each does.
  const std::map<std::string, Use>& used() const { return used_; }

  // The expression with variables replaced by what they are defined as.
  symbolic::Expression expand(const symbolic::Expression& e) const;

 private:
  struct Declared {
    Named named;
    Causality causality;
  };
  struct Equation {
    const Assignment* assignment;
    const Component* component;
  };
  using Equations = std::map<std::string, std::vector<Equation>>;  // by variable
  void define();
  void collect(const Component& component);
  void collect_whens(const Component& component);
  void collect_variables(const Component& component);
  void note_uses(const symbolic::Expression& e, const Component& component,
                 const SourceLocation& where);
  void note_law(const symbolic::Expression& e, const Component& component,
                const SourceLocation& where);
  int count_equations(const std::string& name) const;
  bool is_input_of_model(const Declared& declared) const;
  bool has_own_equations() const;
  std::set<std::string> list_used_outside() const;
  void check_counts(const Declared& declared) const;
  void take_as_written();
  void solve();
  void read_rates(std::vector<Named>& unknowns, std::vector<NamedEquation>& given);
  void hold_fixed_starts();
  void note_solved(SolvedEquations&& solved);
  std::string sort_variables();

  const Component& root_;
  std::vector<Declared> declared_;
  std::unordered_map<std::string, symbolic::Expression> values_;  // of variables, expanded
  std::map<std::string, Use> used_;
  std::set<std::string> read_by_laws_;  // derivatives
  Equations assigned_, rates_;
  std::vector<std::pair<const Residual*, const Component*>> residuals_;
  std::map<std::string, Use> changed_;  // by a when
};

}  // namespace gelenk
