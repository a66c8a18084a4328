#include "modelica/instances/output_equations.h"

#include "modelica/failure.h"

namespace gelenk::modelica {

void visit_output_equations(
    const Equation& equation, const Context& context, Evaluator& evaluator,
    const std::function<void(const Equation& equation, const Context& context)>& take) {
  const std::vector<ExprPtr>& targets = equation.left->operands;
  const Expr& call = *equation.right;
  if (call.kind != ExprKind::call) {
    fail("type", call.where, "expected a function call after '(…) ='",
         "several outputs come from one function: (a, b) = f(x)");
  }
  const std::vector<Datum> values = evaluator.eval_outputs(call, context);
  if (targets.size() > values.size()) {
    fail("type", equation.where,
         "the function has only " + std::to_string(values.size()) + " outputs");
  }
  // No name of the language has a blank in it.
  static const std::string name = "this output";
  Expr output;
  output.kind = ExprKind::reference;
  output.where = call.where;
  output.ref.push_back({name, {}});
  const auto right = std::make_shared<const Expr>(std::move(output));
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (!targets[i]) continue;
    Equation single;
    single.left = targets[i];
    single.right = right;
    single.where = equation.where;
    const Local local{name, values[i], context.locals};
    Context inner = context;
    inner.locals = &local;
    take(single, inner);
  }
}

}  // namespace gelenk::modelica
