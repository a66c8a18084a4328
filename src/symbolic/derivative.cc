#include "symbolic/derivative.h"

#include <array>
#include <cmath>
#include <unordered_map>

#include "symbolic/function.h"

namespace gelenk::symbolic {

namespace {

// Operations that leave out what does not matter: sums with zero, products with zero and one.
bool is(const Expression& e, double value) {
  return e.is_constant() && e.constant_value() == value;
}
Expression negate(const Expression& a) {
  if (is(a, 0.0)) return a;
  return Expression::make(Op::negate, {a});
}
Expression add(const Expression& a, const Expression& b) {
  if (is(a, 0.0)) return b;
  if (is(b, 0.0)) return a;
  return Expression::make(Op::add, {a, b});
}
Expression subtract(const Expression& a, const Expression& b) {
  if (is(a, 0.0)) return negate(b);
  if (is(b, 0.0)) return a;
  return Expression::make(Op::subtract, {a, b});
}
Expression multiply(const Expression& a, const Expression& b) {
  if (is(a, 0.0) || is(b, 0.0)) return 0.0;
  if (is(a, 1.0)) return b;
  if (is(b, 1.0)) return a;
  return Expression::make(Op::multiply, {a, b});
}
Expression divide(const Expression& a, const Expression& b) {
  if (is(a, 0.0) || is(b, 1.0)) return a;
  return Expression::make(Op::divide, {a, b});
}
Expression call(Op op, const Expression& a) { return Expression::make(op, {a}); }
Expression square(const Expression& a) { return multiply(a, a); }
Expression choose(const Expression& condition, const Expression& a, const Expression& b) {
  if (a.is_constant() && is(b, a.constant_value())) return a;
  return Expression::make(Op::select, {condition, a, b});
}

// d/dt a^b. The exponent is a number in most laws; the general form needs a > 0.
Expression differentiate_power(const Expression& e, const Expression& a, const Expression& b,
                               const Expression& da, const Expression& db) {
  if (b.is_constant()) {
    const double n = b.constant_value();
    if (n == 0.0) return 0.0;
    const Expression lower = n == 1.0   ? Expression(1.0)
                             : n == 2.0 ? a
                                        : Expression::make(Op::power, {a, n - 1.0});
    return multiply(multiply(n, lower), da);
  }
  const Expression by_base = multiply(
      multiply(b, Expression::make(Op::power, {a, Expression::make(Op::subtract, {b, 1.0})})), da);
  return add(by_base, multiply(multiply(e, call(Op::log, a)), db));
}

// The derivative of one node from its first operands a, b and the derivatives of all.
Expression differentiate_node(const Expression& e, const Expression& a, const Expression& b,
                              const Expression& da, const Expression& db, const Expression& dc) {
  switch (e.op()) {
    case Op::constant:
    case Op::time:
    case Op::variable:
    case Op::input: return 0.0;  // never met: leaves have rates
    case Op::negate: return negate(da);
    case Op::abs: return multiply(call(Op::sign, a), da);
    case Op::sqrt: return divide(da, multiply(2.0, e));
    case Op::sin: return multiply(call(Op::cos, a), da);
    case Op::cos: return negate(multiply(call(Op::sin, a), da));
    case Op::tan: return multiply(add(1.0, square(e)), da);
    case Op::asin: return divide(da, call(Op::sqrt, subtract(1.0, square(a))));
    case Op::acos: return negate(divide(da, call(Op::sqrt, subtract(1.0, square(a)))));
    case Op::atan: return divide(da, add(1.0, square(a)));
    case Op::sinh: return multiply(call(Op::cosh, a), da);
    case Op::cosh: return multiply(call(Op::sinh, a), da);
    case Op::tanh: return multiply(subtract(1.0, square(e)), da);
    case Op::exp: return multiply(e, da);
    case Op::log: return divide(da, a);
    case Op::log10: return divide(da, multiply(std::log(10.0), a));
    case Op::add: return add(da, db);
    case Op::subtract: return subtract(da, db);
    case Op::multiply: return add(multiply(da, b), multiply(a, db));
    case Op::divide: return subtract(divide(da, b), divide(multiply(e, db), b));
    case Op::power: return differentiate_power(e, a, b, da, db);
    case Op::atan2:
      return divide(subtract(multiply(da, b), multiply(a, db)), add(square(a), square(b)));
    case Op::min: return choose(Expression::make(Op::less_equal, {a, b}), da, db);
    case Op::max: return choose(Expression::make(Op::less_equal, {a, b}), db, da);
    // a − n b with the whole number n = (a − e) / b, constant between the jumps.
    case Op::mod:
    case Op::rem: return subtract(da, multiply(divide(subtract(a, e), b), db));
    case Op::select: return choose(a, db, dc);
    case Op::call: return 0.0;  // never met: see differentiate_call
    case Op::logical_not:
    case Op::sign:
    case Op::floor:
    case Op::ceil:
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::not_equal:
    case Op::logical_and:
    case Op::logical_or: return 0.0;
  }
  return 0.0;
}

// By the chain rule: Σ ∂f/∂xᵢ ẋᵢ.
template <typename Derivative>
Expression differentiate_call(const Expression& e, Derivative&& derivative_of) {
  Expression sum = 0.0;
  const std::vector<Expression>& operands = e.operands();
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Expression rate = derivative_of(operands[i]);
    if (is(rate, 0.0)) continue;
    sum = add(sum, multiply(e.function()->differentiate(static_cast<int>(i), operands), rate));
  }
  return sum;
}

// The derivative with respect to something on which leaves depend by the rates given.
template <typename Rate>
Expression differentiate_by(const Expression& e, Rate&& rate) {
  // Operands before their users, with an explicit stack: an expression may be deep.
  std::unordered_map<const void*, Expression> done;
  auto derivative_of = [&](const Expression& x) -> Expression {
    return x.is_constant() ? Expression(0.0) : done.at(x.id());
  };
  std::vector<std::pair<const Expression*, bool>> stack = {{&e, false}};
  while (!stack.empty()) {
    const auto [at, operands_done] = stack.back();
    stack.pop_back();
    if (at->is_constant() || done.count(at->id())) continue;
    if (!operands_done) {
      stack.emplace_back(at, true);
      for (const Expression& operand : at->operands()) stack.emplace_back(&operand, false);
      continue;
    }
    if (at->op() == Op::call) {
      done[at->id()] = differentiate_call(*at, derivative_of);
      continue;
    }
    std::array<Expression, 3> x, dx;
    for (std::size_t i = 0; i < at->operands().size(); ++i) {
      x[i] = at->operands()[i];
      dx[i] = derivative_of(x[i]);
    }
    done[at->id()] = at->operands().empty()
                         ? rate(*at)
                         : differentiate_node(*at, x[0], x[1], dx[0], dx[1], dx[2]);
  }
  return derivative_of(e);
}

}  // namespace

Expression differentiate(const Expression& e) {
  return differentiate_by(
      e, [](const Expression& leaf) -> Expression { return leaf.op() == Op::time ? 1.0 : 0.0; });
}

Expression differentiate_by_input(const Expression& e, int number) {
  return differentiate_by(e, [number](const Expression& leaf) -> Expression {
    return leaf.op() == Op::input && leaf.number() == number ? 1.0 : 0.0;
  });
}

Expression differentiate_with_rates(const Expression& e,
                                    const std::function<Expression(int input)>& rate) {
  return differentiate_by(e, [&rate](const Expression& leaf) -> Expression {
    if (leaf.op() == Op::input) return rate(leaf.number());
    return leaf.op() == Op::time ? 1.0 : 0.0;
  });
}

Expression differentiate_with_names(
    const Expression& e, const std::function<Expression(const std::string& name)>& rate) {
  return differentiate_by(e, [&rate](const Expression& leaf) -> Expression {
    if (leaf.op() == Op::variable) return rate(leaf.name());
    return leaf.op() == Op::time ? 1.0 : 0.0;
  });
}

}  // namespace gelenk::symbolic
