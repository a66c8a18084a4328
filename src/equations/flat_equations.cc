#include "equations/flat_equations.h"

#include <algorithm>

#include <unordered_set>
#include <utility>

#include "symbolic/derivative.h"
#include "symbolic/switches.h"

namespace gelenk::equations {

int FlatEquations::add_derivative(int quantity) {
  if (quantities[quantity].derivative >= 0) return quantities[quantity].derivative;
  const int added = static_cast<int>(quantities.size());
  Quantity derivative;
  derivative.name = "der(" + quantities[quantity].name + ")";
  derivative.derivative_of = quantity;
  derivative.where = quantities[quantity].where;
  quantities.push_back(std::move(derivative));
  quantities[quantity].derivative = added;
  return added;
}

namespace {

std::vector<int> list_inputs(const symbolic::Expression& e, bool followed_only) {
  std::vector<int> inputs;
  std::unordered_set<int> listed;
  std::unordered_set<const void*> seen;
  std::vector<const symbolic::Expression*> stack = {&e};
  while (!stack.empty()) {
    const symbolic::Expression& at = *stack.back();
    stack.pop_back();
    if (at.is_constant() || !seen.insert(at.id()).second) continue;
    if (at.op() == symbolic::Op::input && listed.insert(at.number()).second)
      inputs.push_back(at.number());
    if (followed_only && symbolic::is_held_whole(at.op())) continue;
    const auto& operands = at.operands();
    for (auto operand = operands.rbegin(); operand != operands.rend(); ++operand)
      stack.push_back(&*operand);
  }
  return inputs;
}

}  // namespace

std::vector<int> list_inputs(const symbolic::Expression& e) { return list_inputs(e, false); }

std::vector<int> list_followed_inputs(const symbolic::Expression& e) {
  return list_inputs(e, true);
}

symbolic::Expression differentiate(const symbolic::Expression& e, FlatEquations& flat) {
  // What a relation alone reads has no rate for that.
  std::vector<int> followed = list_followed_inputs(e);
  std::sort(followed.begin(), followed.end());
  return symbolic::differentiate_with_rates(e, [&](int input) -> symbolic::Expression {
    if (flat.quantities[input].is_constant ||
        !std::binary_search(followed.begin(), followed.end(), input))
      return 0.0;
    return symbolic::Expression::input(flat.add_derivative(input));
  });
}

}  // namespace gelenk::equations
