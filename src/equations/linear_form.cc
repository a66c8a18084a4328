#include "equations/linear_form.h"

#include <algorithm>

#include "equations/flat_equations.h"
#include "symbolic/derivative.h"
#include "symbolic/substitute.h"

namespace gelenk::equations {

using symbolic::Expression;
using symbolic::Op;

std::optional<LinearForm> find_linear_form(const Expression& e, int input) {
  // Jumps have no derivative that would show them.
  if (symbolic::jumps_or_bends_by(e, input)) return std::nullopt;
  const Expression a = symbolic::differentiate_by_input(e, input);
  const std::vector<int> inputs = list_inputs(a);
  if (std::find(inputs.begin(), inputs.end(), input) != inputs.end()) return std::nullopt;
  return LinearForm{a, symbolic::substitute_inputs(e, [input](const Expression& leaf) {
                      return leaf.number() == input ? Expression(0.0) : leaf;
                    })};
}

namespace {

// Adds factor · e to the sum. False where e is no sum of constants times inputs.
class Collector {
 public:
  Collector(ConstantSum& sum, std::size_t most_terms) : sum_(sum), most_terms_(most_terms) {}

  bool add(const Expression& e, double factor, int depth = 0) {
    // Sums of a few terms are not deep; what is deep is something else.
    constexpr int deepest = 32;
    if (depth > deepest) return false;
    if (e.is_constant()) {
      sum_.constant += factor * e.constant_value();
      return true;
    }
    switch (e.op()) {
      case Op::input: return add_term(e.number(), factor);
      case Op::negate: return add(e.operands()[0], -factor, depth + 1);
      case Op::add:
        return add(e.operands()[0], factor, depth + 1) && add(e.operands()[1], factor, depth + 1);
      case Op::subtract:
        return add(e.operands()[0], factor, depth + 1) && add(e.operands()[1], -factor, depth + 1);
      case Op::multiply:
        if (e.operands()[0].is_constant())
          return add(e.operands()[1], factor * e.operands()[0].constant_value(), depth + 1);
        return e.operands()[1].is_constant() &&
               add(e.operands()[0], factor * e.operands()[1].constant_value(), depth + 1);
      case Op::divide:
        return e.operands()[1].is_constant() && e.operands()[1].constant_value() != 0.0 &&
               add(e.operands()[0], factor / e.operands()[1].constant_value(), depth + 1);
      default: return false;
    }
  }

 private:
  bool add_term(int input, double factor) {
    for (auto& [known, coefficient] : sum_.terms) {
      if (known != input) continue;
      coefficient += factor;
      return true;
    }
    // Some may cancel later.
    if (sum_.terms.size() > most_terms_) return false;
    sum_.terms.emplace_back(input, factor);
    return true;
  }

  ConstantSum& sum_;
  std::size_t most_terms_;
};

}  // namespace

std::optional<ConstantSum> find_constant_sum(const Expression& e, std::size_t most_terms) {
  ConstantSum sum;
  if (!Collector(sum, most_terms).add(e, 1.0)) return std::nullopt;
  std::erase_if(sum.terms, [](const auto& term) { return term.second == 0.0; });
  if (sum.terms.size() > most_terms) return std::nullopt;
  return sum;
}

}  // namespace gelenk::equations
