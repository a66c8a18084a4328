#include "modelica/instances/assertions.h"

#include "model/marked_name.h"
#include "modelica/failure.h"

namespace gelenk::modelica {

using symbolic::Expression;

void add_assertion(const Expr& call, const Context& context, Component& component,
                   Instantiator& instantiator) {
  Session& session = instantiator.session();
  const Assertion assertion = eval_assertion(call, context, instantiator.evaluator());
  if (assertion.condition.is_law()) {
    watch_assertion(assertion, negate_condition(assertion), call.where, component, session);
    return;
  }
  const std::string warning = check_assertion(assertion, call.where);
  if (!warning.empty()) session.warn("assert", call.where, warning, component.path);
}

void watch_assertion(const Assertion& assertion, const Expression& broken,
                     const SourceLocation& where, Component& component, Session& session) {
  if (assertion.is_warning) {
    session.warn("assert", where,
                 "this assert is not watched: it depends on time, and would only warn",
                 component.path, "leave its level out, so that it ends the run");
    return;
  }
  session.count_laws(1, where);
  When when;
  when.where = where;
  when.condition = broken;
  when.resets.push_back(
      {mark_name(NameMark::assertion, assertion.message), Expression(1.0), where});
  component.whens.push_back({std::move(when)});
}

void check_in_when(const Assertion& assertion, const Expression& broken,
                   const SourceLocation& where, When& when) {
  when.resets.push_back({mark_name(NameMark::check, assertion.message), broken, where});
}

Expression negate_condition(const Assertion& assertion) {
  return Expression::make(symbolic::Op::logical_not, {assertion.condition.law(0)});
}

}  // namespace gelenk::modelica
