// The operations of a graph of expressions in an order in which operands come before their users.
#pragma once

#include <unordered_map>
#include <vector>

#include "symbolic/expression.h"

namespace gelenk::symbolic {

struct Order {
  std::vector<const Expression*> operations;      // each once; valid as long as the outputs are
  std::vector<int> owners;                        // the first output that needs it
  std::unordered_map<const void*, int> place_of;  // by Expression::id()
};

Order order_operations(const std::vector<Expression>& outputs);

}  // namespace gelenk::symbolic
