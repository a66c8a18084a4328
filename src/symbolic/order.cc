#include "symbolic/order.h"

#include <utility>

namespace gelenk::symbolic {

// With an explicit stack: an expression may be deep.
Order order_operations(const std::vector<Expression>& outputs) {
  Order order;
  std::vector<std::pair<const Expression*, bool>> stack;
  for (std::size_t output = 0; output < outputs.size(); ++output) {
    stack.emplace_back(&outputs[output], false);
    while (!stack.empty()) {
      auto [e, operands_done] = stack.back();
      stack.pop_back();
      if (e->is_constant() || order.place_of.count(e->id())) continue;
      if (operands_done) {
        order.place_of[e->id()] = static_cast<int>(order.operations.size());
        order.operations.push_back(e);
        order.owners.push_back(static_cast<int>(output));
      } else {
        stack.emplace_back(e, true);
        for (const Expression& operand : e->operands()) stack.emplace_back(&operand, false);
      }
    }
  }
  return order;
}

}  // namespace gelenk::symbolic
