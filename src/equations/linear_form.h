// Expressions that are linear in an unknown: e = a x + b, with a and b free of x. Such an equation is solved by x = −b/a, where a is
// not zero.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "symbolic/expression.h"

namespace gelenk::equations {

struct LinearForm {
  symbolic::Expression a, b;
};

// Nothing where e is not linear in the input. A constant a may be zero: then e is free of it.
std::optional<LinearForm> find_linear_form(const symbolic::Expression& e, int input);

// e as a sum of numbers times inputs and a number; nothing where it is no such sum, or has more terms than asked for. Terms that
// cancel are left out.
struct ConstantSum {
  std::vector<std::pair<int, double>> terms;  // input, coefficient
  double constant = 0.0;
};
std::optional<ConstantSum> find_constant_sum(const symbolic::Expression& e, std::size_t most_terms);

}  // namespace gelenk::equations
