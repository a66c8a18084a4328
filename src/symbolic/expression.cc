#include "symbolic/expression.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "symbolic/function.h"
#include "symbolic/order.h"
#include "symbolic/switches.h"

namespace gelenk::symbolic {

struct Expression::Node {
  Op op;
  mutable std::vector<Expression> operands;  // taken by who releases it
  std::string name;
  int number;
  int height;
  std::shared_ptr<const Function> function;

  Node(Op of, std::vector<Expression> its_operands, std::string its_name = {}, int its_number = -1,
       int its_height = 1, std::shared_ptr<const Function> its_function = nullptr)
      : op(of),
        operands(std::move(its_operands)),
        name(std::move(its_name)),
        number(its_number),
        height(its_height),
        function(std::move(its_function)) {}
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  // Graphs may be deep, sums of thousands of terms for instance: they are released without recursion.
  ~Node() {
    constexpr int deep = 100;
    if (height < deep) return;
    std::vector<Expression> released = std::move(operands);
    while (!released.empty()) {
      const Expression e = std::move(released.back());
      released.pop_back();
      if (e.node_ == nullptr || e.node_.use_count() > 1) continue;
      std::vector<Expression>& inner = e.node_->operands;
      for (Expression& operand : inner) released.push_back(std::move(operand));
      inner.clear();
    }
  }
};

Expression::Expression(double value) : value_(value) {}

Expression Expression::time() {
  Expression e;
  e.node_ = std::make_shared<const Node>(Op::time, std::vector<Expression>());
  return e;
}

Expression Expression::variable(std::string name) {
  Expression e;
  e.node_ = std::make_shared<const Node>(Op::variable, std::vector<Expression>(), std::move(name));
  return e;
}

Expression Expression::input(int number) {
  Expression e;
  e.node_ = std::make_shared<const Node>(Op::input, std::vector<Expression>(), "", number);
  return e;
}

namespace {

int find_height(const std::vector<Expression>& operands) {
  int height = 0;
  for (const Expression& operand : operands) height = std::max(height, operand.height());
  return height;
}

}  // namespace

Expression Expression::make(Op op, std::vector<Expression> operands) {
  GELENK_ASSERT(!operands.empty() && operands.size() <= 3);
  if (op == Op::select && operands[0].is_constant()) {
    return operands[0].constant_value() != 0.0 ? operands[1] : operands[2];
  }
  if (std::all_of(operands.begin(), operands.end(), [](auto& e) { return e.is_constant(); })) {
    auto value = [&](std::size_t i) { return i < operands.size() ? operands[i].value_ : 0.0; };
    return Expression(apply(op, value(0), value(1), value(2)));
  }
  Expression e;
  const int height = find_height(operands) + 1;
  e.node_ = std::make_shared<const Node>(op, std::move(operands), "", -1, height);
  return e;
}

Expression Expression::call(std::shared_ptr<const Function> function,
                            std::vector<Expression> operands) {
  GELENK_ASSERT(function->operand_count() == static_cast<int>(operands.size()));
  GELENK_ASSERT(!operands.empty() && operands.size() <= most_operands);
  if (std::all_of(operands.begin(), operands.end(), [](auto& e) { return e.is_constant(); })) {
    std::vector<double> values;
    for (const Expression& operand : operands) values.push_back(operand.value_);
    return Expression((*function)(values.data()));
  }
  Expression e;
  const int height = find_height(operands) + 1;
  e.node_ = std::make_shared<const Node>(Op::call, std::move(operands), "", -1, height,
                                         std::move(function));
  return e;
}

Expression Expression::with_operands(std::vector<Expression> operands) const {
  if (op() == Op::call) return call(node_->function, std::move(operands));
  return make(op(), std::move(operands));
}

Op Expression::op() const { return node_ ? node_->op : Op::constant; }

const std::vector<Expression>& Expression::operands() const {
  GELENK_ASSERT(node_ != nullptr);
  return node_->operands;
}

int Expression::height() const { return node_ ? node_->height : 0; }

const std::string& Expression::name() const {
  GELENK_ASSERT(op() == Op::variable);
  return node_->name;
}

int Expression::number() const {
  GELENK_ASSERT(op() == Op::input);
  return node_->number;
}

const std::shared_ptr<const Function>& Expression::function() const {
  GELENK_ASSERT(op() == Op::call);
  return node_->function;
}

double apply(Op op, double a, double b, double c) {
  switch (op) {
    case Op::constant:
    case Op::time:
    case Op::variable:
    case Op::input: return a;
    case Op::negate: return -a;
    case Op::logical_not: return a == 0.0;
    case Op::abs: return std::abs(a);
    case Op::sign: return (a > 0.0) - (a < 0.0);
    case Op::sqrt: return std::sqrt(a);
    case Op::sin: return std::sin(a);
    case Op::cos: return std::cos(a);
    case Op::tan: return std::tan(a);
    case Op::asin: return std::asin(a);
    case Op::acos: return std::acos(a);
    case Op::atan: return std::atan(a);
    case Op::sinh: return std::sinh(a);
    case Op::cosh: return std::cosh(a);
    case Op::tanh: return std::tanh(a);
    case Op::exp: return std::exp(a);
    case Op::log: return std::log(a);
    case Op::log10: return std::log10(a);
    case Op::floor: return std::floor(a);
    case Op::ceil: return std::ceil(a);
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::power: return std::pow(a, b);
    case Op::atan2: return std::atan2(a, b);
    case Op::min: return std::min(a, b);
    case Op::max: return std::max(a, b);
    case Op::mod: return a - std::floor(a / b) * b;
    case Op::rem: return a - std::trunc(a / b) * b;
    case Op::less: return a < b;
    case Op::less_equal: return a <= b;
    case Op::equal: return a == b;
    case Op::not_equal: return a != b;
    case Op::logical_and: return a != 0.0 && b != 0.0;
    case Op::logical_or: return a != 0.0 || b != 0.0;
    case Op::select: return a != 0.0 ? b : c;
    case Op::call: break;  // has a function, see CallList
  }
  return 0.0;
}

Tape::Tape(const std::vector<Expression>& outputs) {
  const Order order = order_operations(outputs);
  std::vector<double> constants;
  auto count_constants = [&](const Expression& e) {
    if (e.is_constant()) constants.push_back(e.constant_value());
  };
  for (const Expression* e : order.operations)
    for (const Expression& operand : e->operands()) count_constants(operand);
  for (const Expression& e : outputs) count_constants(e);
  first_step_ = static_cast<int>(constants.size());
  cells_ = constants;
  cells_.resize(constants.size() + order.operations.size(), 0.0);

  int next_constant = 0;
  auto cell = [&](const Expression& e) {
    return e.is_constant() ? next_constant++ : first_step_ + order.place_of.at(e.id());
  };
  CallList calls;
  for (const Expression* e : order.operations) {
    Step step{e->op(), 0, 0, 0, -1};
    const auto& operands = e->operands();
    GELENK_ASSERT(step.op != Op::variable);
    if (step.op == Op::input) step.a = e->number();
    if (step.op == Op::call) {
      std::vector<int> cells;
      for (const Expression& operand : operands) cells.push_back(cell(operand));
      step.a = calls.add(e->function(), std::move(cells));
      steps_.push_back(step);
      continue;
    }
    if (operands.size() > 0) step.a = cell(operands[0]);
    if (operands.size() > 1) step.b = cell(operands[1]);
    if (operands.size() > 2) step.c = cell(operands[2]);
    if (const int indicators = count_indicators(step.op); indicators > 0) {
      step.mode = static_cast<int>(modes_.size());
      modes_.push_back(0.0);
      indicator_owners_.insert(indicator_owners_.end(), indicators, order.owners[steps_.size()]);
    }
    steps_.push_back(step);
  }
  for (const Expression& e : outputs) outputs_.push_back(cell(e));
  calls_ = std::make_shared<const CallList>(std::move(calls));
}

template <Tape::Modes modes>
void Tape::run(double time, const double* inputs) {
  double* result = cells_.data() + first_step_;
  for (const Step& s : steps_) {
    if (s.op == Op::time) {
      *result++ = time;
      continue;
    }
    if (s.op == Op::input) {
      *result++ = inputs[s.a];
      continue;
    }
    if (s.op == Op::call) {
      *result++ = calls_->eval(s.a, cells_.data());
      continue;
    }
    if (modes == Modes::live || s.mode < 0) {
      *result++ = apply(s.op, cells_[s.a], cells_[s.b], cells_[s.c]);
      continue;
    }
    if (modes == Modes::update) {
      const double mode = find_mode(s.op, cells_[s.a], cells_[s.b]);
      mode_changed_ = mode_changed_ || mode != modes_[s.mode];
      modes_[s.mode] = mode;
    }
    *result++ = apply_held(s.op, modes_[s.mode], cells_[s.a], cells_[s.b]);
  }
}

void Tape::write_outputs(double* values) const {
  for (std::size_t i = 0; i < outputs_.size(); ++i) values[i] = cells_[outputs_[i]];
}

void Tape::eval(double time, const double* inputs, double* values) {
  run<Modes::live>(time, inputs);
  write_outputs(values);
}

void Tape::eval_held(double time, const double* inputs, double* values) {
  run<Modes::held>(time, inputs);
  write_outputs(values);
}

bool Tape::update_modes(double time, const double* inputs) {
  mode_changed_ = false;
  run<Modes::update>(time, inputs);
  return mode_changed_;
}

void Tape::get_signs(int* signs) const {
  for (const Step& s : steps_) {
    if (s.mode < 0) continue;
    find_signs(s.op, modes_[s.mode], signs);
    signs += count_indicators(s.op);
  }
}

void Tape::eval_indicators(double time, const double* inputs, double* indicators) {
  run<Modes::held>(time, inputs);
  for (const Step& s : steps_) {
    if (s.mode < 0) continue;
    calc_indicators(s.op, modes_[s.mode], cells_[s.a], cells_[s.b], indicators);
    indicators += count_indicators(s.op);
  }
}

}  // namespace gelenk::symbolic
