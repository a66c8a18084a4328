// Expressions to values. Names are found in iterators of loops and comprehensions, then among the
// variables of a running function, then in the scope's instance and the classes around it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "modelica/instances/modifier.h"
#include "modelica/session.h"
#include "modelica/syntax/ast.h"
#include "modelica/values/datum.h"

namespace gelenk::modelica {

class Instantiator;

// An iterator's current value; a chain, innermost first.
struct Local {
  const std::string& name;
  const Datum& value;
  const Local* next;
};

// The variables of a running function, by element of its class.
struct Frame {
  FlatClass* function = nullptr;
  std::vector<Datum> values;
  Session::Held held;
};

struct Context {
  Scope scope;
  const Local* locals = nullptr;
  Frame* frame = nullptr;
  int end = -1;  // what `end` means; negative outside a subscript
};

class Evaluator {
 public:
  explicit Evaluator(Instantiator& instantiator) : instantiator_(instantiator) {}

  Datum eval(const Expr& e, const Context& context);
  std::vector<Datum> eval_all(const std::vector<ExprPtr>& expressions, const Context& context);
  Datum eval(const Expr& e, const Scope& scope) {
    return eval(e, Context{scope, nullptr, nullptr, -1});
  }

  // Values of an iterator's range, in order; a Datum that is a vector. `body` is searched for the
  // size when the iterator names no range.
  Datum eval_range(const Iterator& iterator, const Expr* body, const Context& context);
  // Subscripts of something of shape `dims`.
  std::vector<Subscript> eval_subscripts(const std::vector<ExprPtr>& subscripts,
                                         const std::vector<int>& dims, const Context& context);
  // Calls a Modelica function with values; see function_call.cc.
  Datum call_function(ClassNode& function, const std::vector<Datum>& positional,
                      const std::vector<std::pair<std::string, Datum>>& named,
                      const SourceLocation& where);

 private:
  Datum eval_kind(const Expr& e, const Context& context);
  Datum eval_reference(const Expr& e, const Context& context);
  Datum eval_slot(Instance& instance, int index, const Expr& e, std::size_t part,
                  const Context& context);
  Datum eval_member(Instance& instance, const Expr& e, std::size_t part, const Context& context);
  Datum eval_in_class(ClassNode& node, const Expr& e, std::size_t part, const Context& context);
  Datum access(const Datum& value, const Expr& e, std::size_t part, const Context& context);
  Datum subscript(const Datum& value, const RefPart& part, const Context& context,
                  const SourceLocation& where);
  std::optional<std::vector<int>> find_dims(const Expr& e, const Context& context);
  std::optional<std::vector<int>> find_slot_dims(Instance& instance, int index, const Expr& e,
                                                 std::size_t part, const Context& context);
  Datum make_literal(ClassNode& enumeration, const std::string& name, const SourceLocation& where);
  Datum list_literals(ClassNode& enumeration);

  Datum eval_call(const Expr& e, const Context& context);
  Datum call_class(ClassNode& callee, Instance* scope, const Expr& e, const Context& context);
  Datum call_builtin(const std::string& name, const Expr& e, const Context& context);
  Datum eval_size(const Expr& e, const Context& context);
  Datum eval_reduction(const std::string& name, const Expr& e, const Context& context);
  Datum eval_comprehension(const Expr& e, const Context& context);
  void iterate(const Expr& e, std::size_t iterator, const Context& context,
               std::vector<Datum>& results, std::vector<int>& dims);
  Datum eval_matrix(const Expr& e, const Context& context);
  Datum make_range(const Expr& e, const Context& context);
  Datum eval_if(const Expr& e, const Context& context);
  Datum eval_binary(const Expr& e, const Context& context);
  Datum apply_operation(const Expr& e, Datum a, const Context& context);
  [[noreturn]] void fail_unknown(const std::string& name, const Context& context,
                                 const SourceLocation& where);

  // function_call.cc
  enum class Flow { next, break_, return_ };
  Flow run(const std::vector<Statement>& statements, const Context& context);
  Flow run(const Statement& statement, const Context& context);
  Flow run_for(const Statement& statement, std::size_t iterator, const Context& context);
  void assign(const Expr& target, const Datum& value, const Context& context);
  void assign_part(Datum& target, const Expr& e, std::size_t part, const Datum& value,
                   const Context& context);
  void run_call(const Expr& call, const Context& context);
  Datum call_scalar(FlatClass& function, const std::vector<std::optional<Datum>>& inputs,
                    const SourceLocation& where);
  std::vector<Datum> call_outputs(FlatClass& function,
                                  const std::vector<std::optional<Datum>>& inputs,
                                  const SourceLocation& where);
  std::vector<std::optional<Datum>> file_arguments(
      FlatClass& function, const std::vector<Datum>& positional,
      const std::vector<std::pair<std::string, Datum>>& named, const SourceLocation& where);
  FlatClass& get_variable_type(const FlatElement& element);
  std::vector<int> eval_variable_dims(const FlatElement& element, const Context& context);
  std::vector<Datum> call_tuple(const Expr& call, const Context& context);

  Instantiator& instantiator_;
  symbolic::Expression time_ = symbolic::Expression::time();
  int running_functions_ = 0;
};

// The value of an iterator or of a variable of the running function; null when it is neither.
const Datum* find_local(const Context& context, const std::string& name);

// Evaluates the condition, message and level of an assert call; throws "assert" when it does not
// hold and the level is error, returns the message when it is warning, else an empty string.
std::string check_assertion(const Expr& call, const Context& context, Evaluator& evaluator);

}  // namespace gelenk::modelica
