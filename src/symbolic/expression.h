// Scalar expressions of time and of a model's own variables, for laws that a model states: a prescribed
// torque, a driven joint, the pressure in a cylinder. An Expression is an immutable shared graph, folded
// where all its operands are constant. The reader names variables; topology finds what they mean and puts
// numbered inputs in their place (substitute.h). A Tape is the compiled form: a flat list of operations
// that evaluates without parsing and without allocation. Where a law jumps or bends, a tape can hold the
// side it is on (switches.h), so that it is smooth from event to event.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace gelenk::symbolic {

class Function;
class CallList;

enum class Op {
  constant,
  time,
  variable,  // by name: "crank.w"
  input,     // by number
  // unary
  negate,
  logical_not,
  abs,
  sign,
  sqrt,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  log10,
  floor,
  ceil,
  // binary; relations and logic give 1 or 0
  add,
  subtract,
  multiply,
  divide,
  power,
  atan2,
  min,
  max,
  mod,
  rem,
  less,
  less_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  // ternary: operands (condition, then, else); only the chosen side's value is used
  select,
  call,  // of a function (function.h) with any number of operands
};

class Expression {
 public:
  Expression(double value = 0.0);  // NOLINT(google-explicit-constructor): a number is an expression
  static Expression time();
  static Expression variable(std::string name);
  static Expression input(int number);
  // Builds op(operands…); folds when all operands are constant.
  static Expression make(Op op, std::vector<Expression> operands);
  static Expression call(std::shared_ptr<const Function> function,
                         std::vector<Expression> operands);
  // The same operation, and of a call the same function, on other operands.
  Expression with_operands(std::vector<Expression> operands) const;

  bool is_constant() const { return node_ == nullptr; }
  double constant_value() const { return value_; }  // when is_constant()
  Op op() const;                                    // Op::constant when is_constant()
  const std::vector<Expression>& operands() const;
  const std::string& name() const;                          // of a variable
  int number() const;                                       // of an input
  const std::shared_ptr<const Function>& function() const;  // of a call
  int height() const;                                       // operations on the longest way down
  // Identity of a non-constant node, for sharing common parts when compiling.
  const void* id() const { return node_.get(); }

 private:
  struct Node;
  double value_ = 0.0;
  std::shared_ptr<const Node> node_;  // null for a constant
};

// What op does to numbers; the one place that says so.
double apply(Op op, double a, double b = 0.0, double c = 0.0);  // of all but calls

// Several expressions without variables compiled together; common parts are evaluated once. Evaluations
// take the time and the values of the inputs, by number.
class Tape {
 public:
  Tape() = default;
  explicit Tape(const std::vector<Expression>& outputs);
  int size() const { return static_cast<int>(outputs_.size()); }
  int step_count() const { return static_cast<int>(steps_.size()); }
  // Writes size() values. Uses scratch memory of its own: one Tape per thread.
  void eval(double time, const double* inputs, double* values);

  // Jumps and bends: switch modes are taken by update_modes and held in eval_held.
  int indicator_count() const { return static_cast<int>(indicator_owners_.size()); }
  // Whether a mode changed.
  bool update_modes(double time, const double* inputs);
  void eval_held(double time, const double* inputs, double* values);
  // Writes indicator_count() values, with modes held.
  void eval_indicators(double time, const double* inputs, double* indicators);
  // Signs of the indicators while the modes that are held fit.
  void get_signs(int* signs) const;
  // The first output that an indicator acts on.
  int indicator_owner(int indicator) const { return indicator_owners_[indicator]; }

 private:
  struct Step {
    Op op;
    int a, b, c;  // cells; a of an input: its number; a of a call: which of calls_
    int mode;     // which of modes_; −1 for a smooth operation
  };
  enum class Modes { live, update, held };
  template <Modes modes>
  void run(double time, const double* inputs);
  void write_outputs(double* values) const;

  std::vector<Step> steps_;    // result of step i goes to cells_[first_step_ + i]
  std::vector<double> cells_;  // constants, then one cell a step
  std::vector<int> outputs_;   // cell of each output
  std::shared_ptr<const CallList> calls_;
  int first_step_ = 0;
  std::vector<double> modes_;
  bool mode_changed_ = false;
  std::vector<int> indicator_owners_;
};

}  // namespace gelenk::symbolic
