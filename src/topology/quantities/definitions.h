// What the user's own equations say, for the whole model: which variables are defined by an
// expression, which are states (der), which change at events (when), and which names expressions
// use at all. The first pass over the model, before there is a system: the choice of the tree and
// the relations between coordinates depend on it.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/component.h"

namespace gelenk {

class Definitions {
 public:
  // Throws UserError for variables with no equation or with two, and for values that depend on
  // themselves.
  explicit Definitions(const Component& root);

  struct Named {
    std::string name, unit;
    double start = 0.0;
    const Component* component = nullptr;
    SourceLocation where;
    symbolic::Expression value;  // of a variable, as written; rate of a state
  };
  std::vector<Named> variables, states, discretes;
  std::vector<Named>
      inputs;  // of the model itself, which no equation gives: whoever uses the model does
  std::vector<int> order;  // of the variables, each after those it depends on
  std::vector<std::vector<When>> whens;

  struct Use {
    const Component* component;
    SourceLocation where;
  };
  // Names that occur in expressions and are not variables, with one place where each does.
  const std::map<std::string, Use>& used() const { return used_; }

  // The expression with variables replaced by what they are defined as.
  symbolic::Expression expand(const symbolic::Expression& e) const;

 private:
  void collect(const Component& component);
  void note_uses(const symbolic::Expression& e, const Component& component,
                 const SourceLocation& where);
  void sort_variables();

  std::unordered_map<std::string, symbolic::Expression> values_;  // of variables, expanded
  std::map<std::string, Use> used_;
  struct Equation {
    const Assignment* assignment;
    const Component* component;
  };
  std::map<std::string, Equation> assigned_, rates_;
  std::map<std::string, Use> changed_;  // by a when
};

}  // namespace gelenk
