#include "modelica/values/evaluate.h"

#include <algorithm>
#include <cmath>

#include "modelica/failure.h"
#include "modelica/instances/instantiate.h"
#include "modelica/values/builtin_functions.h"
#include "modelica/values/operators.h"

namespace gelenk::modelica {

namespace {

constexpr std::size_t largest_comprehension = 1'000'000;

// The first subscript position that is the iterator itself: a[i] gives the range 1:size(a, 1).
const Expr* find_use(const Expr& e, const std::string& iterator, std::size_t& position) {
  if (e.kind == ExprKind::reference) {
    for (const RefPart& part : e.ref) {
      for (std::size_t k = 0; k < part.subscripts.size(); ++k) {
        const Expr& s = *part.subscripts[k];
        if (s.kind == ExprKind::reference && s.ref.size() == 1 && s.ref[0].name == iterator &&
            s.ref[0].subscripts.empty() && &part == &e.ref[0]) {
          position = k;
          return &e;
        }
      }
    }
  }
  const auto search = [&](const ExprPtr& inner) -> const Expr* {
    return inner ? find_use(*inner, iterator, position) : nullptr;
  };
  for (const ExprPtr& operand : e.operands) {
    if (const Expr* found = search(operand)) return found;
  }
  for (const auto& row : e.rows) {
    for (const ExprPtr& entry : row) {
      if (const Expr* found = search(entry)) return found;
    }
  }
  for (const NamedArgument& argument : e.named) {
    if (const Expr* found = search(argument.value)) return found;
  }
  return nullptr;
}

}  // namespace

Datum Evaluator::eval(const Expr& e, const Context& context) {
  Session& session = instantiator_.session();
  session.count_step(e.where);
  const Session::Depth depth(session, e.where);
  Datum value = eval_kind(e, context);
  // Large arrays take their time.
  if (const std::size_t entries = value.count(); entries > 16)
    session.count_step(e.where, entries / 16);
  if (value.is_law()) session.count_laws(value.count(), e.where);
  return value;
}

std::vector<Datum> Evaluator::eval_all(const std::vector<ExprPtr>& expressions,
                                       const Context& context) {
  Session::Held held(instantiator_.session());
  std::vector<Datum> values;
  values.reserve(expressions.size());
  for (const ExprPtr& e : expressions) {
    values.push_back(eval(*e, context));
    held.add(values.back().count(), e->where);
  }
  return values;
}

Datum Evaluator::eval_kind(const Expr& e, const Context& context) {
  switch (e.kind) {
    case ExprKind::real:
      if (!std::isfinite(e.number)) fail("value", e.where, "this number is too large");
      return Datum::make_real(e.number);
    case ExprKind::integer: {
      Datum d = Datum::make_integer(e.number);
      settle(d, e.where);
      return d;
    }
    case ExprKind::string: return Datum::make_string(e.text);
    case ExprKind::boolean: return Datum::make_boolean(e.number != 0.0);
    case ExprKind::end:
      if (context.end < 0) fail("type", e.where, "'end' stands only in subscripts");
      return Datum::make_integer(context.end);
    case ExprKind::colon: fail("type", e.where, "':' stands only in subscripts");
    case ExprKind::reference: return eval_reference(e, context);
    case ExprKind::call: return eval_call(e, context);
    case ExprKind::partial_call: return eval_partial_call(e, context);
    case ExprKind::array: {
      if (!e.iterators.empty()) return eval_comprehension(e, context);
      return stack(eval_all(e.operands, context), e.where);
    }
    case ExprKind::matrix: return eval_matrix(e, context);
    case ExprKind::tuple:
      if (e.operands.size() == 1 && e.operands[0]) return eval(*e.operands[0], context);
      fail("type", e.where, "a list in parentheses is not a value",
           "write an array with braces: {a, b}");
    case ExprKind::indexed: {
      const Datum array = eval(*e.operands[0], context);
      const std::vector<ExprPtr> subscripts(e.operands.begin() + 1, e.operands.end());
      const Selection selection = select(
          array.dims, eval_subscripts(subscripts, array.dims, context), "this expression", e.where);
      return get_entries(array, selection, e.where);
    }
    case ExprKind::range: return make_range(e, context);
    case ExprKind::unary: {
      const Datum a = eval(*e.operands[0], context);
      if (a.record) {
        if (std::optional<Datum> result = apply_overloaded(e.text, a, e.where)) return *result;
      }
      return apply_unary(e.text, a, e.where);
    }
    case ExprKind::binary: return eval_binary(e, context);
    case ExprKind::if_then_else: return eval_if(e, context);
  }
  return {};
}

// a + b + c + … is a tree that leans to the left; it is evaluated from its left end in a loop, so
// that long sums need no deep stack.
Datum Evaluator::eval_binary(const Expr& e, const Context& context) {
  std::vector<const Expr*> operations = {&e};
  while (operations.back()->operands[0]->kind == ExprKind::binary) {
    operations.push_back(operations.back()->operands[0].get());
  }
  Datum value = eval(*operations.back()->operands[0], context);
  for (auto at = operations.rbegin(); at != operations.rend(); ++at) {
    value = apply_operation(**at, std::move(value), context);
  }
  return value;
}

Datum Evaluator::apply_operation(const Expr& e, Datum a, const Context& context) {
  Session& session = instantiator_.session();
  session.count_step(e.where, 1 + a.count() / 16);
  // The right side of `and` and `or` may be meaningless when the left one decides.
  const bool decided =
      a.type == BasicType::boolean && a.is_scalar() && !a.is_law() && !a.record &&
      ((e.text == "and" && a.numbers[0] == 0.0) || (e.text == "or" && a.numbers[0] != 0.0));
  if (decided) return a;
  Session::Held held(session);
  held.add(a.count(), e.where);
  const Datum b = eval(*e.operands[1], context);
  const bool has_laws = a.is_law() || b.is_law();
  // Functions have no events: there values are equal or not whenever they are calculated.
  const bool is_equality = e.text == "==" || e.text == "<>";
  if (is_equality && has_laws && running_functions_ > 0 && a.is_numeric() && b.is_numeric() &&
      a.is_scalar() && b.is_scalar()) {
    session.count_laws(1, e.where);
    return map_entries(e.text == "==" ? symbolic::Op::equal : symbolic::Op::not_equal,
                       BasicType::boolean, a, b, e.where);
  }
  // A product of matrices costs more than the size of its result.
  if (a.dims.size() == 2 && !b.is_scalar()) {
    const std::size_t columns = b.dims.size() > 1 ? static_cast<std::size_t>(b.dims[1]) : 1;
    session.count_step(e.where, a.count() * columns / 16);
    if (has_laws && e.text == "*") session.count_laws(a.count() * columns, e.where);
  } else if (a.dims.size() == 2 && e.text == "^") {
    const std::size_t product = a.count() * static_cast<std::size_t>(a.dims[1]);
    session.count_step(e.where, product);
    if (has_laws) session.count_laws(10 * product, e.where);
  }
  if (has_laws) session.count_laws(std::max(a.count(), b.count()), e.where);
  if (a.record || b.record) {
    if (std::optional<Datum> result = apply_overloaded(e.text, a, b, e.where)) return *result;
  }
  return apply_binary(e.text, a, b, e.where);
}

Datum Evaluator::eval_if(const Expr& e, const Context& context) {
  const std::size_t n = e.operands.size();
  for (std::size_t i = 0; i + 1 < n; i += 2) {
    const Datum condition = eval(*e.operands[i], context);
    if (condition.is_law() && condition.type == BasicType::boolean && condition.is_scalar()) {
      // The rest, from the last branch back, becomes select(c, a, select(…)).
      std::vector<std::pair<Datum, Datum>> branches;
      for (std::size_t k = i; k + 1 < n; k += 2) {
        branches.emplace_back(k == i ? condition : eval(*e.operands[k], context),
                              eval(*e.operands[k + 1], context));
      }
      Datum result = eval(*e.operands[n - 1], context);
      for (auto b = branches.rbegin(); b != branches.rend(); ++b) {
        if (b->first.type != BasicType::boolean || !b->first.is_scalar() || b->first.record) {
          fail("type", e.where,
               "the condition of an if must be a Boolean, found " + b->first.describe());
        }
        instantiator_.session().count_laws(count_entries(result), e.where);
        result = select_by_law(b->first, b->second, result, e.where);
      }
      return result;
    }
    if (get_boolean(condition, "the condition of an if", e.operands[i]->where)) {
      return eval(*e.operands[i + 1], context);
    }
  }
  return eval(*e.operands[n - 1], context);
}

Datum Evaluator::make_range(const Expr& e, const Context& context) {
  std::vector<Datum> ends;
  for (const ExprPtr& operand : e.operands) ends.push_back(eval(*operand, context));
  const bool has_step = ends.size() == 3;
  const Datum& first = ends.front();
  const Datum& last = ends.back();
  if (!has_step && first.type == BasicType::enumeration && first.enumeration == last.enumeration &&
      first.is_scalar() && last.is_scalar()) {
    Datum result = first;
    result.numbers.clear();
    for (double i = first.numbers[0]; i <= last.numbers[0]; i += 1.0) result.numbers.push_back(i);
    result.dims = {static_cast<int>(result.numbers.size())};
    return result;
  }
  const double start = get_number(first, "the start of a range", e.where);
  const double stop_at = get_number(last, "the end of a range", e.where);
  const double step = has_step ? get_number(ends[1], "the step of a range", e.where) : 1.0;
  if (step == 0.0) fail("value", e.where, "the step of a range cannot be 0");
  const bool all_integer = std::all_of(ends.begin(), ends.end(),
                                       [](const Datum& d) { return d.type == BasicType::integer; });
  const double quotient = (stop_at - start) / step;
  const double count =
      quotient < 0.0
          ? 0.0
          : std::floor(quotient + (all_integer ? 0.0 : 1e-10 * std::max(1.0, quotient))) + 1.0;
  if (count > static_cast<double>(largest_array)) {
    stop("size", e.where, "this range has more than " + std::to_string(largest_array) + " entries");
  }
  Datum result;
  result.type = all_integer ? BasicType::integer : BasicType::real;
  result.dims = {static_cast<int>(count)};
  for (int i = 0; i < result.dims[0]; ++i) result.numbers.push_back(start + i * step);
  settle(result, e.where);
  return result;
}

Datum Evaluator::eval_matrix(const Expr& e, const Context& context) {
  std::vector<Datum> rows;
  std::vector<std::vector<Datum>> entries;
  std::size_t rank = 2;
  Session::Held held(instantiator_.session());
  for (const auto& row : e.rows) {
    entries.push_back(eval_all(row, context));
    for (const Datum& value : entries.back()) {
      rank = std::max(rank, value.dims.size());
      held.add(value.count(), e.where);
    }
  }
  for (auto& row : entries) {
    for (Datum& entry : row) entry = promote(std::move(entry), rank, e.where);
    rows.push_back(concatenate(2, row, e.where));
  }
  return concatenate(1, rows, e.where);
}

// ---- iterators
// -----------------------------------------------------------------------------------

Datum Evaluator::eval_range(const Iterator& iterator, const Expr* body, const Context& context) {
  if (iterator.range) {
    const Expr& range = *iterator.range;
    if (range.kind == ExprKind::reference && find_local(context, range.ref[0].name) == nullptr) {
      // for e in Axis: all literals of an enumeration
      Name name{range.global, {}, range.where};
      for (const RefPart& part : range.ref) name.parts.push_back(part.name);
      const Found found = instantiator_.find(name.parts[0], context.scope, range.where);
      if (found.class_node != nullptr) {
        ClassNode& node = name.parts.size() == 1 ? *found.class_node : *[&]() -> ClassNode* {
          ClassNode* at = found.class_node;
          for (std::size_t i = 1; at && i < name.parts.size(); ++i) {
            at = instantiator_.lookup().find_in_class(*at, name.parts[i], range.where).class_node;
          }
          return at ? at : found.class_node;
        }();
        FlatClass& flat = instantiator_.lookup().get_flat(node, range.where);
        if (flat.enumeration != nullptr) return list_literals(*flat.enumeration);
      }
    }
    Datum values = eval(range, context);
    if (values.dims.size() != 1) {
      fail("size", range.where, "an iterator runs over a vector, found " + values.describe());
    }
    return values;
  }
  std::size_t position = 0;
  const Expr* use = body ? find_use(*body, iterator.name, position) : nullptr;
  if (use == nullptr) {
    fail("type", iterator.where, "the range of iterator '" + iterator.name + "' is not known",
         "write: for " + iterator.name + " in 1:n");
  }
  auto array = std::make_shared<Expr>(*use);
  array->ref.resize(1);
  array->ref[0].subscripts.clear();
  const std::optional<std::vector<int>> found = find_dims(*array, context);
  const std::vector<int> dims = found ? *found : eval(*array, context).dims;
  if (position >= dims.size()) fail("size", iterator.where, "too many subscripts");
  Datum values;
  values.type = BasicType::integer;
  values.dims = {dims[position]};
  for (int i = 1; i <= dims[position]; ++i) values.numbers.push_back(i);
  return values;
}

// Appends the body's values for all combinations of the iterators from level `iterator` on. The
// last iterator is the outermost level: {e for i in u, j in v} means {{e for i in u} for j in v}.
void Evaluator::iterate(const Expr& e, std::size_t iterator, const Context& context,
                        std::vector<Datum>& results, std::vector<int>& dims) {
  if (iterator == e.iterators.size()) {
    if (results.size() >= largest_comprehension) {
      stop("size", e.where,
           "this array is made of more than " + std::to_string(largest_comprehension) + " values");
    }
    results.push_back(eval(*e.operands[0], context));
    return;
  }
  const Iterator& it = e.iterators[e.iterators.size() - 1 - iterator];
  const Datum range = eval_range(it, e.operands[0].get(), context);
  if (dims.size() <= iterator) dims.resize(iterator + 1, range.dims[0]);
  if (dims[iterator] != range.dims[0]) {
    fail("size", it.where, "the rows of this array would have different lengths");
  }
  for (std::size_t i = 0; i < range.count(); ++i) {
    const Datum value = get_entry(range, i);
    const Local local{it.name, value, context.locals};
    Context inner = context;
    inner.locals = &local;
    iterate(e, iterator + 1, inner, results, dims);
  }
}

Datum Evaluator::eval_comprehension(const Expr& e, const Context& context) {
  std::vector<Datum> results;
  std::vector<int> dims;
  iterate(e, 0, context, results, dims);
  dims.resize(e.iterators.size(), 0);
  return stack(results, dims, e.where);
}

Datum Evaluator::eval_reduction(const std::string& name, const Expr& e, const Context& context) {
  std::vector<Datum> results;
  std::vector<int> dims;
  if (e.operands.size() != 1) fail("type", e.where, "a reduction has one expression");
  iterate(e, 0, context, results, dims);
  if (name == "array") {
    dims.resize(e.iterators.size(), 0);
    return stack(results, dims, e.where);
  }
  if (name != "sum" && name != "product" && name != "min" && name != "max") {
    fail("unsupported", e.where, "'" + name + "' cannot reduce a series",
         "sum, product, min, max and array can");
  }
  if (name == "sum" && !results.empty()) {
    if (const std::optional<Datum> total = sum_overloaded(stack(results, e.where), e.where))
      return *total;
    Datum total = results[0];
    for (std::size_t i = 1; i < results.size(); ++i) {
      total = apply_binary("+", total, results[i], e.where);
    }
    return total;
  }
  return *call_builtin_function(name, {stack(results, e.where)}, e.where);
}

}  // namespace gelenk::modelica
