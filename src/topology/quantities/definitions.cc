#include "topology/quantities/definitions.h"

#include <set>

#include "elements/declared.h"
#include "elements/registry.h"
#include "model/entries.h"
#include "symbolic/substitute.h"

namespace gelenk {

namespace {

using symbolic::Expression;

// "link[2]" is declared as link[…].
std::string describe_input(const std::string& component, const std::string& input) {
  const std::string name = component.substr(0, component.find('['));
  const bool is_array = name.size() < component.size();
  return "it is an input: write " + name + (is_array ? "[…](" : "(") + input + " = …) where " +
         name + " is declared" +
         (is_array ? ", with one entry per element, or each " + input + " = …" : "");
}

UserError make_error(const char* code, const SourceLocation& where, const Component& component,
                     std::string message, std::string hint = "") {
  return UserError({code, where, component.path, std::move(message), std::move(hint)});
}

}  // namespace

Definitions::Definitions(const Component& root) {
  collect(root);
  sort_variables();
}

void Definitions::note_uses(const Expression& e, const Component& component,
                            const SourceLocation& where) {
  for (const std::string& name : symbolic::list_variables(e))
    used_.try_emplace(name, Use{&component, where});
}

void Definitions::collect(const Component& component) {
  for (const Parameter& parameter : component.parameters) {
    for (const Expression& law : parameter.value.laws) note_uses(law, component, parameter.where);
  }
  auto file = [&](const std::vector<Assignment>& equations, std::map<std::string, Equation>& into) {
    for (const Assignment& equation : equations) {
      note_uses(equation.value, component, equation.where);
      if (into.try_emplace(equation.variable, Equation{&equation, &component}).second) continue;
      throw make_error("duplicate", equation.where, component,
                       "variable '" + equation.variable + "' has two equations",
                       "remove one of them");
    }
  };
  file(component.assignments, assigned_);
  file(component.rates, rates_);
  for (const std::vector<When>& branches : component.whens) {
    for (const When& when : branches) {
      note_uses(when.condition, component, when.where);
      for (const auto* list : {&when.assignments, &when.resets}) {
        for (const Assignment& change : *list) note_uses(change.value, component, change.where);
      }
    }
    // Branches of one when exclude each other; two whens that set one variable would contradict.
    std::set<std::string> here;
    for (const When& when : branches) {
      for (const Assignment& change : when.assignments) here.insert(change.variable);
    }
    for (const std::string& name : here) {
      if (changed_.try_emplace(name, Use{&component, branches[0].where}).second) continue;
      throw make_error("duplicate", branches[0].where, component,
                       "variable '" + name + "' gets values in two whens",
                       "write one: when … then … elsewhen … then … end when");
    }
    whens.push_back(branches);
  }
  for (const Assignment& rate : make_rates(component)) {
    note_uses(rate.value, component, component.where);
    const std::string name = rate.variable.substr(component.path.size() + 1);
    const Variable& variable = get_variable(component, name);
    states.push_back({rate.variable, variable.unit, variable.start.numbers.at(0), &component,
                      component.where, rate.value});
  }
  if (!component.is_native() && !component.library_composite) {
    for (const Variable& variable : component.variables) {
      const std::string path =
          component.path.empty() ? variable.name : component.path + "." + variable.name;
      const std::vector<std::string> entries = list_entries(path, variable.dims);
      for (std::size_t i = 0; i < entries.size(); ++i) {
        Named named{entries[i], variable.unit,  variable.start.numbers.at(i),
                    &component, variable.where, {}};
        const auto assigned = assigned_.find(named.name), rate = rates_.find(named.name);
        const bool changes = changed_.count(named.name) > 0;
        const int equations = (assigned != assigned_.end()) + (rate != rates_.end()) + changes;
        if (equations == 0 && component.parent == nullptr &&
            variable.causality == Causality::input) {
          inputs.push_back(named);
          continue;
        }
        if (equations != 1) {
          throw make_error(equations == 0 ? "equation" : "duplicate", variable.where, component,
                           "variable '" + named.name + "' has " +
                               (equations == 0 ? "no equation" : "two equations"),
                           equations == 0 && variable.causality == Causality::input
                               ? describe_input(component.name, variable.name)
                           : equations == 0
                               ? "write " + variable.name + " = … or der(" + variable.name +
                                     ") = … below 'equation', or give it a "
                                     "value in a when"
                               : "remove one of them");
        }
        if (changes) {
          discretes.push_back(named);
        } else if (rate != rates_.end()) {
          named.value = rate->second.assignment->value;
          states.push_back(named);
        } else {
          named.value = assigned->second.assignment->value;
          variables.push_back(named);
        }
      }
    }
  }
  for (const auto& part : component.parts) collect(*part);
}

// Expands variables after those they depend on, with an explicit stack: chains may be long.
void Definitions::sort_variables() {
  std::unordered_map<std::string, std::size_t> number;
  for (std::size_t i = 0; i < variables.size(); ++i) number[variables[i].name] = i;
  enum class Mark { fresh, open, done };
  std::vector<Mark> marks(variables.size(), Mark::fresh);
  for (std::size_t start = 0; start < variables.size(); ++start) {
    std::vector<std::pair<std::size_t, bool>> stack = {{start, false}};
    while (!stack.empty()) {
      const auto [i, operands_done] = stack.back();
      stack.pop_back();
      Named& variable = variables[i];
      if (operands_done) {
        values_[variable.name] = expand(variable.value);
        order.push_back(static_cast<int>(i));
        marks[i] = Mark::done;
        continue;
      }
      if (marks[i] == Mark::done) continue;
      if (marks[i] == Mark::open) {
        throw make_error(
            "cycle", variable.where, *variable.component,
            "variable '" + variable.name + "' depends on itself",
            "an equation that has to be solved is not supported: break the circle, by a "
            "state (der) if there is no other way");
      }
      marks[i] = Mark::open;
      stack.emplace_back(i, true);
      for (const std::string& name : symbolic::list_variables(variable.value)) {
        const auto found = number.find(name);
        if (found != number.end() && marks[found->second] != Mark::done)
          stack.emplace_back(found->second, false);
      }
    }
  }
  for (const auto& [name, i] : number) used_.erase(name);
}

Expression Definitions::expand(const Expression& e) const {
  const Expression whole = symbolic::substitute(e, [&](const std::string& name) {
    const auto found = values_.find(name);
    return found == values_.end() ? Expression::variable(name) : found->second;
  });
  constexpr int deepest = 10'000;  // graphs are released recursively
  if (whole.height() > deepest) {
    throw UserError({"value",
                     {},
                     "",
                     "the user's equations nest more than " + std::to_string(deepest) +
                         " operations in one another",
                     "break the chain by a state (der)"});
  }
  return whole;
}

}  // namespace gelenk
