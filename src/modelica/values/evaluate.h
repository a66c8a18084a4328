// Expressions to values. Names are found in iterators of loops and comprehensions, then among the
// variables of a running function, then in the scope's instance and the classes around it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "modelica/instances/modifier.h"
#include "modelica/session.h"
#include "modelica/syntax/ast.h"
#include "modelica/values/datum.h"

namespace gelenk::modelica {

class Instantiator;
struct Context;

// An iterator's current value; a chain, innermost first.
struct Local {
  const std::string& name;
  const Datum& value;
  const Local* next;
};

// What statements of a model's algorithm section do that those of a function cannot.
class AlgorithmSection {
 public:
  virtual ~AlgorithmSection() = default;
  virtual void run_when(const Statement& when, const Context& context) = 0;
  // assert, reinit and whatever else stands as a statement of its own.
  virtual void run_call(const Expr& call, const Context& context) = 0;
  // The class of a variable that is assigned to.
  virtual FlatClass& get_type(int element) = 0;
};

// The variables of a running function, by element of its class; or, of a model, those that a
// running algorithm section assigns to.
struct Frame {
  FlatClass* function = nullptr;
  std::vector<Datum> values;
  std::vector<char> is_known;  // which of them have values
  Session::Held held;
  AlgorithmSection* section = nullptr;  // of a model; null in a function
  // Under which condition the statement that runs is reached: true, or a law.
  symbolic::Expression reached = 1.0;
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
  // One that changes with time is an error, or is left in `changing` with its place, and nothing else is returned then.
  using ChangingSubscript = std::optional<std::pair<std::size_t, Datum>>;
  std::vector<Subscript> eval_subscripts(const std::vector<ExprPtr>& subscripts,
                                         const std::vector<int>& dims, const Context& context,
                                         ChangingSubscript* changing = nullptr);
  // All outputs of a call, in order; one value of what is no call of a Modelica function.
  std::vector<Datum> eval_outputs(const Expr& call, const Context& context);
  // Calls a Modelica function with values; see function_call.cc.
  Datum call_function(ClassNode& function, const std::vector<Datum>& positional,
                      const std::vector<std::pair<std::string, Datum>>& named,
                      const SourceLocation& where);

  // Where execution goes after statements (1, or a law): out of the function, out of the loop.
  // Neither: to the next statement.
  struct Flow {
    symbolic::Expression returned, broken;
    bool goes_on() const { return is(returned, 0.0) && is(broken, 0.0); }
    bool is_decided() const { return goes_on() || is(returned, 1.0) || is(broken, 1.0); }
    static bool is(const symbolic::Expression& e, double value) {
      return e.is_constant() && e.constant_value() == value;
    }
  };
  // Runs statements on the variables of the context's frame; see statements.cc.
  Flow run(std::span<const Statement> statements, const Context& context);

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
  Datum choose(const Datum& value, const RefPart& part, std::size_t k, const Datum& index,
               const Context& context, const SourceLocation& where);
  std::optional<std::vector<int>> find_dims(const Expr& e, const Context& context);
  std::optional<std::vector<int>> find_slot_dims(Instance& instance, int index, const Expr& e,
                                                 std::size_t part, const Context& context);
  Datum make_literal(ClassNode& enumeration, const std::string& name, const SourceLocation& where);
  Datum list_literals(ClassNode& enumeration);

  Datum eval_call(const Expr& e, const Context& context);
  std::pair<ClassNode*, Instance*> find_function_of(Instance& owner, int index, const Expr& e);
  Datum call_class(ClassNode& callee, Instance* scope, const Expr& e, const Context& context);
  Datum call_builtin(const std::string& name, const Expr& e, const Context& context);
  // overloads.cc
  std::vector<ClassNode*> list_overloads(ClassNode& record, const std::string& name,
                                         const SourceLocation& where);
  bool fits_input(const FlatElement& input, const Datum& value);
  bool fits(ClassNode& function, const std::vector<Datum>& positional,
            const std::vector<std::pair<std::string, Datum>>& named, const SourceLocation& where);
  std::optional<Datum> call_overload(ClassNode& record, const std::string& name,
                                     const std::vector<Datum>& positional,
                                     const std::vector<std::pair<std::string, Datum>>& named,
                                     const SourceLocation& where);
  std::optional<Datum> apply_overloaded(const std::string& op, const Datum& a,
                                        const SourceLocation& where);
  std::optional<Datum> apply_overloaded(const std::string& op, const Datum& a, const Datum& b,
                                        const SourceLocation& where);
  std::optional<Datum> apply_by_entry(const std::string& op, const Datum& a, const Datum& b,
                                      const SourceLocation& where);
  std::optional<Datum> sum_overloaded(const Datum& a, const SourceLocation& where);

  Datum make_function(ClassNode& node);
  Datum eval_partial_call(const Expr& e, const Context& context);
  Datum call_value(const Datum& function, const Expr& e, const Context& context);
  Datum eval_root(const std::string& name, const Expr& e);
  Datum count_connections(const Expr& e, const Context& context);
  std::string get_instance_name(const Context& context);
  Datum eval_phase(const std::string& name, const Expr& e);
  Datum make_delay(const std::vector<Datum>& arguments, const Context& context,
                   const SourceLocation& where);
  Datum make_sample(const std::vector<Datum>& arguments, const Context& context,
                    const SourceLocation& where);
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

  // statements.cc
  Flow run(const Statement& statement, const Context& context);
  Flow run_if(const Statement& statement, std::size_t branch, const Context& context);
  Flow run_for(const Statement& statement, std::size_t iterator, const Context& context);
  Flow run_while(const Statement& statement, const Context& context);
  template <typename Yes, typename No>
  Flow fork(const symbolic::Expression& condition, const SourceLocation& where,
            const Context& context, Yes&& yes, No&& no);
  void merge(const symbolic::Expression& condition, const std::vector<Datum>& yes,
             std::vector<Datum>& values, const SourceLocation& where);
  void assign(const Expr& target, const Datum& value, const Context& context);
  void assign_changing(Datum& target, const Expr& e, std::size_t k, const Datum& index,
                       const Datum& value, const Context& context);
  void assign_part(Datum& target, const Expr& e, std::size_t part, const Datum& value,
                   const Context& context);
  void run_call(const Expr& call, const Context& context);

  // function_call.cc
  Datum call_scalar(FlatClass& function, const std::vector<std::optional<Datum>>& inputs,
                    const SourceLocation& where);
  std::vector<Datum> call_outputs(FlatClass& function,
                                  const std::vector<std::optional<Datum>>& inputs,
                                  const SourceLocation& where);
  std::vector<std::optional<Datum>> file_arguments(
      FlatClass& function, const std::vector<Datum>& positional,
      const std::vector<std::pair<std::string, Datum>>& named, const SourceLocation& where);
  std::vector<Datum> call_external(FlatClass& function, const Frame& frame,
                                   const SourceLocation& where);
  FlatClass& get_variable_type(const FlatElement& element);
  std::vector<int> eval_variable_dims(const FlatElement& element, const Context& context);
  Datum clear_unset(FlatClass& type, const std::vector<std::pair<std::string, Datum>>& members,
                    const SourceLocation& where);
  Datum make_unset(FlatClass& type, const std::vector<int>& dims, const SourceLocation& where);

  Instantiator& instantiator_;
  symbolic::Expression time_ = symbolic::Expression::time();
  int running_functions_ = 0;
  Instance* next_scope_ = nullptr;  // around the class of the function that is called next; null: none
  int undecided_ = 0;  // running branches of which it is not known whether they are reached
};

// The value of an iterator or of a variable of the running function; null when it is neither.
const Datum* find_local(const Context& context, const std::string& name);

// A message of which parts may change with time: "…" stands for these.
std::string eval_message(const Expr& e, const Context& context, Evaluator& evaluator);
// What terminate(…) says.
std::string eval_termination(const Expr& call, const Context& context, Evaluator& evaluator);

// What an assert says: the condition is a Boolean, perhaps a law.
struct Assertion {
  Datum condition;
  bool is_warning = false;
  std::string message;  // "…" stands for parts that change with time; empty where it holds
};
Assertion eval_assertion(const Expr& call, const Context& context, Evaluator& evaluator);
// Throws "assert" when it does not hold and the level is error, returns the message when that is
// warning, else an empty string. Of an assertion that is no law.
std::string check_assertion(const Assertion& assertion, const SourceLocation& where);

}  // namespace gelenk::modelica
