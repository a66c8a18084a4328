#include "symbolic/zero_products.h"

#include <unordered_map>
#include <utility>
#include <vector>

#include "symbolic/order.h"

namespace gelenk::symbolic {

namespace {

bool is_zero(const Expression& e) { return e.is_constant() && e.constant_value() == 0.0; }

// The operation on operands that are done, without what is zero.
Expression rebuild(const Expression& e, std::vector<Expression> operands, bool changed) {
  const auto is_zero_at = [&](std::size_t i) { return is_zero(operands[i]); };
  switch (e.op()) {
    case Op::multiply:
      if (is_zero_at(0) || is_zero_at(1)) return 0.0;
      break;
    case Op::divide:
      if (is_zero_at(0) && !is_zero_at(1)) return 0.0;
      break;
    case Op::add:
      if (is_zero_at(0)) return operands[1];
      if (is_zero_at(1)) return operands[0];
      break;
    case Op::subtract:
      if (is_zero_at(1)) return operands[0];
      if (is_zero_at(0)) return Expression::make(Op::negate, {operands[1]});
      break;
    default: break;
  }
  return changed ? e.with_operands(std::move(operands)) : e;
}

}  // namespace

Expression drop_zero_products(const Expression& e) {
  if (e.is_constant()) return e;
  std::unordered_map<const void*, Expression> result;
  const std::vector<Expression> outputs = {e};
  const Order order = order_operations(outputs);
  for (const Expression* at : order.operations) {
    std::vector<Expression> operands = at->operands();
    bool changed = false;
    for (Expression& operand : operands) {
      if (operand.is_constant()) continue;
      const Expression& by = result.at(operand.id());
      changed = changed || by.id() != operand.id();
      operand = by;
    }
    result.emplace(at->id(), rebuild(*at, std::move(operands), changed));
  }
  return result.at(e.id());
}

}  // namespace gelenk::symbolic
