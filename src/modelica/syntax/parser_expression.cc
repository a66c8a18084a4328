// Expressions (appendix A.2.7). Operators are left-associative except comparisons, '^', the sign
// and 'not', which do not chain at all. An operator's node points at the operator, every other node
// at its first token.
#include <algorithm>
#include <charconv>
#include <utility>

#include "modelica/syntax/parser_impl.h"

namespace gelenk::modelica {

namespace {

// Evaluation, differentiation and destruction of a tree recurse over its height.
constexpr int max_depth = 2000;

// Integers up to here are exact in a double; larger literals become Real.
constexpr double max_exact_integer = 9007199254740992.0;

bool is_relational(TokenKind kind) {
  return kind >= TokenKind::less && kind <= TokenKind::not_equal;
}

bool is_additive(TokenKind kind) {
  return kind == TokenKind::plus || kind == TokenKind::minus || kind == TokenKind::dot_plus ||
         kind == TokenKind::dot_minus;
}

bool is_multiplicative(TokenKind kind) {
  return kind == TokenKind::times || kind == TokenKind::divide || kind == TokenKind::dot_times ||
         kind == TokenKind::dot_divide;
}

bool is_power(TokenKind kind) { return kind == TokenKind::power || kind == TokenKind::dot_power; }

// Whether a literal outside the range of a double is too large, rather than too small: the power of
// ten of its first digit that is not zero.
bool is_overflow(std::string_view text) {
  const std::size_t exponent_at = std::min(text.find_first_of("eE"), text.size());
  const std::string_view mantissa = text.substr(0, exponent_at);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return false;
  double magnitude = static_cast<double>(point) - static_cast<double>(first);
  if (exponent_at < text.size()) {
    std::string_view digits = text.substr(exponent_at + 1);
    const bool is_negative = digits.front() == '-';
    if (is_negative || digits.front() == '+') digits.remove_prefix(1);
    double exponent = 0.0;
    for (const char c : digits) exponent = std::min(10.0 * exponent + (c - '0'), 1e18);
    magnitude += is_negative ? -exponent : exponent;
  }
  return magnitude > 0.0;
}

}  // namespace

std::shared_ptr<Expr> Parser::start(ExprKind kind) const {
  auto expression = std::make_shared<Expr>();
  expression->kind = kind;
  expression->where = here();
  return expression;
}

ExprPtr Parser::finish(std::shared_ptr<Expr> expression) const {
  int deepest = 0;
  const auto include = [&deepest](const ExprPtr& part) {
    if (part) deepest = std::max(deepest, part->depth);
  };
  for (const RefPart& part : expression->ref) {
    for (const ExprPtr& subscript : part.subscripts) include(subscript);
  }
  for (const ExprPtr& operand : expression->operands) include(operand);
  for (const NamedArgument& argument : expression->named) include(argument.value);
  for (const Iterator& iterator : expression->iterators) include(iterator.range);
  for (const auto& row : expression->rows) {
    for (const ExprPtr& entry : row) include(entry);
  }
  expression->depth = deepest + 1;
  if (expression->depth > max_depth) {
    lexer_.fail({expression->where.line, expression->where.column},
                "the expression has more than " + std::to_string(max_depth) +
                    " operations one inside the other",
                "split it with auxiliary variables, or use sum({…})");
  }
  return expression;
}

ExprPtr Parser::join(Token op, ExprPtr left, ExprPtr right) const {
  auto expression = std::make_shared<Expr>();
  expression->kind = ExprKind::binary;
  expression->where = lexer_.locate(op.begin);
  expression->text = get_spelling(op.kind);
  expression->operands.reserve(2);
  expression->operands.push_back(std::move(left));
  expression->operands.push_back(std::move(right));
  return finish(std::move(expression));
}

ExprPtr Parser::parse_expression() {
  const Nesting nesting(*this);
  return at(TokenKind::if_) ? parse_if_expression() : parse_simple_expression();
}

ExprPtr Parser::parse_if_expression() {
  std::shared_ptr<Expr> expression = start(ExprKind::if_then_else);
  // 'else if' equals 'elseif' in an expression; a chain of either is kept flat.
  do {
    advance();
    expression->operands.push_back(parse_expression());
    expect(TokenKind::then, {"after the condition of 'if'"});
    expression->operands.push_back(parse_expression());
    if (at(TokenKind::elseif)) continue;
    if (!accept(TokenKind::else_)) {
      fail_expected("'else'", {"in the if-expression"},
                    "an expression needs a value for every case: if c then a else b");
    }
  } while (at(TokenKind::if_) || at(TokenKind::elseif));
  expression->operands.push_back(parse_expression());
  return finish(std::move(expression));
}

ExprPtr Parser::parse_simple_expression() {
  ExprPtr first = parse_or();
  if (!at(TokenKind::colon)) return first;
  std::shared_ptr<Expr> range = start(ExprKind::range);
  range->operands.push_back(std::move(first));
  for (int i = 0; i < 2 && accept(TokenKind::colon); ++i) range->operands.push_back(parse_or());
  return finish(std::move(range));
}

ExprPtr Parser::parse_or() {
  ExprPtr left = parse_and();
  while (at(TokenKind::or_)) {
    const Token op = current_;
    advance();
    left = join(op, std::move(left), parse_and());
  }
  return left;
}

ExprPtr Parser::parse_and() {
  ExprPtr left = parse_not();
  while (at(TokenKind::and_)) {
    const Token op = current_;
    advance();
    left = join(op, std::move(left), parse_not());
  }
  return left;
}

ExprPtr Parser::parse_not() {
  if (!at(TokenKind::not_)) return parse_relation();
  std::shared_ptr<Expr> negation = start(ExprKind::unary);
  negation->text = "not";
  advance();
  negation->operands.push_back(parse_relation());
  return finish(std::move(negation));
}

ExprPtr Parser::parse_relation() {
  ExprPtr left = parse_sum();
  if (!is_relational(current_.kind)) return left;
  const Token op = current_;
  advance();
  left = join(op, std::move(left), parse_sum());
  if (is_relational(current_.kind)) {
    fail_here("a comparison cannot be compared again, found " + describe(current_) +
                  " after a comparison",
              "write a < b and b < c, or use parentheses");
  }
  return left;
}

// The sign binds the whole first term: -a*b is -(a*b), -a^2 is -(a^2).
ExprPtr Parser::parse_sum() {
  ExprPtr left;
  if (is_additive(current_.kind)) {
    std::shared_ptr<Expr> sign = start(ExprKind::unary);
    sign->text = get_spelling(current_.kind);
    advance();
    sign->operands.push_back(parse_product());
    left = finish(std::move(sign));
  } else {
    left = parse_product();
  }
  while (is_additive(current_.kind)) {
    const Token op = current_;
    advance();
    left = join(op, std::move(left), parse_product());
  }
  return left;
}

ExprPtr Parser::parse_product() {
  ExprPtr left = parse_power();
  while (is_multiplicative(current_.kind)) {
    const Token op = current_;
    advance();
    left = join(op, std::move(left), parse_power());
  }
  return left;
}

ExprPtr Parser::parse_power() {
  ExprPtr base = parse_primary();
  if (!is_power(current_.kind)) return base;
  const Token op = current_;
  advance();
  base = join(op, std::move(base), parse_primary());
  if (is_power(current_.kind)) {
    fail_here("a power cannot be raised again, found " + describe(current_) + " after a power",
              "use parentheses: (a^b)^c or a^(b^c)");
  }
  return base;
}

ExprPtr Parser::parse_primary() {
  switch (current_.kind) {
    case TokenKind::integer:
    case TokenKind::real: return parse_number();
    case TokenKind::string: {
      std::shared_ptr<Expr> text = start(ExprKind::string);
      text->text = calc_string_value(current_);
      advance();
      return text;
    }
    case TokenKind::true_:
    case TokenKind::false_: {
      std::shared_ptr<Expr> value = start(ExprKind::boolean);
      value->number = at(TokenKind::true_) ? 1.0 : 0.0;
      advance();
      return value;
    }
    case TokenKind::end: {
      if (subscript_nesting_ == 0) fail_no_operand();
      std::shared_ptr<Expr> last = start(ExprKind::end);
      advance();
      return last;
    }
    case TokenKind::identifier:
    case TokenKind::dot: return parse_reference_or_call();
    case TokenKind::der:
    case TokenKind::initial:
    case TokenKind::pure: {
      std::shared_ptr<Expr> callee = start(ExprKind::call);
      callee->ref.push_back({std::string(current_.text), {}});
      advance();
      if (!at(TokenKind::left_parenthesis)) {
        fail_expected("'('", {"after the operator", callee->ref[0].name});
      }
      return parse_call(std::move(callee));
    }
    case TokenKind::left_parenthesis: return parse_parenthesized();
    case TokenKind::left_bracket: return parse_matrix();
    case TokenKind::left_brace: return parse_array();
    default: fail_no_operand();
  }
}

void Parser::fail_no_operand() const {
  std::string hint;
  if (is_additive(current_.kind) &&
      (is_additive(previous_.kind) || is_multiplicative(previous_.kind) ||
       is_power(previous_.kind))) {
    hint = "put a signed operand in parentheses: a*(-b)";
  } else if (at(TokenKind::times) && previous_.kind == TokenKind::times) {
    hint = "a power is written '^'";
  } else if (at(TokenKind::if_)) {
    hint = "put an if-expression that is part of another one in parentheses";
  } else if (at(TokenKind::not_)) {
    hint = "put the negation in parentheses: (not a)";
  } else if (at(TokenKind::end)) {
    hint = "'end' is a value only within subscripts: x[end]";
  } else if (at(TokenKind::right_brace) && previous_.kind == TokenKind::left_brace) {
    hint = "an empty array is written zeros(0) or fill(value, 0)";
  } else if (at(TokenKind::equals) && previous_.kind == TokenKind::not_equal) {
    hint = "'not equal' is written '<>'";
  } else if (at(TokenKind::equals) && is_additive(previous_.kind)) {
    hint = "there is no '" + std::string(previous_.text) + "=': write the whole sum";
  }
  fail_expected("an expression", {}, std::move(hint));
}

ExprPtr Parser::parse_number() {
  std::shared_ptr<Expr> number = start(at(TokenKind::integer) ? ExprKind::integer : ExprKind::real);
  const std::string_view text = current_.text;
  const std::errc status =
      std::from_chars(text.data(), text.data() + text.size(), number->number).ec;
  if (status == std::errc::result_out_of_range) {
    if (is_overflow(text)) fail_here("the number " + shorten(text) + " is too large");
    number->number = 0.0;
  }
  if (number->number > max_exact_integer) number->kind = ExprKind::real;
  advance();
  return number;
}

// One expression in parentheses stands for itself; anything else is a tuple.
ExprPtr Parser::parse_parenthesized() {
  std::shared_ptr<Expr> tuple = parse_tuple();
  if (tuple->operands.size() != 1 || !tuple->operands[0]) return finish(std::move(tuple));
  if (!at(TokenKind::left_bracket)) return tuple->operands[0];
  tuple->kind = ExprKind::indexed;
  for (ExprPtr& subscript : parse_subscripts()) tuple->operands.push_back(std::move(subscript));
  return finish(std::move(tuple));
}

std::shared_ptr<Expr> Parser::parse_tuple() {
  std::shared_ptr<Expr> tuple = start(ExprKind::tuple);
  advance();
  if (accept(TokenKind::right_parenthesis)) return tuple;
  do {
    const bool is_omitted = at(TokenKind::comma) || at(TokenKind::right_parenthesis);
    tuple->operands.push_back(is_omitted ? nullptr : parse_expression());
  } while (accept(TokenKind::comma));
  expect(TokenKind::right_parenthesis, {"to close the parenthesis"});
  return tuple;
}

ExprPtr Parser::parse_matrix() {
  std::shared_ptr<Expr> matrix = start(ExprKind::matrix);
  advance();
  do {
    matrix->rows.push_back(parse_expression_list());
  } while (accept(TokenKind::semicolon));
  expect_close(TokenKind::right_bracket, "',', ';' or ']'", {"in the matrix"});
  return finish(std::move(matrix));
}

ExprPtr Parser::parse_array() {
  std::shared_ptr<Expr> array = start(ExprKind::array);
  advance();
  array->operands = parse_expression_list();
  if (array->operands.size() == 1 && accept(TokenKind::for_)) {
    array->iterators = parse_for_indices();
  }
  expect_close(TokenKind::right_brace, "',' or '}'", {"in the array"});
  return finish(std::move(array));
}

ExprPtr Parser::parse_component_reference() {
  std::shared_ptr<Expr> reference = start(ExprKind::reference);
  reference->global = accept(TokenKind::dot);
  do {
    RefPart part;
    part.name = expect_identifier({previous_.kind == TokenKind::dot ? "after '.'" : ""});
    if (at(TokenKind::left_bracket)) part.subscripts = parse_subscripts();
    reference->ref.push_back(std::move(part));
    if (at(TokenKind::left_bracket)) {
      fail_here("expected one list of subscripts, found another '['",
                "several subscripts are separated by commas: a[1, 2]");
    }
  } while (accept(TokenKind::dot));
  return finish(std::move(reference));
}

ExprPtr Parser::parse_reference_or_call() {
  ExprPtr reference = parse_component_reference();
  if (!at(TokenKind::left_parenthesis)) return reference;
  auto callee = std::make_shared<Expr>(*reference);
  callee->kind = ExprKind::call;
  return parse_call(std::move(callee));
}

ExprPtr Parser::parse_call(std::shared_ptr<Expr> call) {
  advance();
  while (!at(TokenKind::right_parenthesis)) {
    if (at(TokenKind::identifier) && peek().kind == TokenKind::equals) {
      parse_named_argument(*call);
    } else if (!call->named.empty()) {
      fail_expected("a named argument (name = value)", {"after a named argument"});
    } else {
      call->operands.push_back(parse_function_argument());
    }
    if (at(TokenKind::for_) && call->operands.size() == 1 && call->named.empty()) {
      advance();
      call->iterators = parse_for_indices();
      break;
    }
    if (!accept(TokenKind::comma)) break;
    if (at(TokenKind::right_parenthesis)) fail_expected("an argument", {"after ','"});
  }
  expect_close(TokenKind::right_parenthesis, "',' or ')'",
               {"in the arguments of", call->ref.back().name});
  if (at(TokenKind::left_bracket) || at(TokenKind::dot)) {
    fail_here("the result of a call cannot be followed by " + describe(current_),
              at(TokenKind::dot) ? "give the result to a variable first"
                                 : "put the call in parentheses: (f(x))[1]");
  }
  return finish(std::move(call));
}

void Parser::parse_named_argument(Expr& call) {
  NamedArgument argument;
  argument.where = here();
  argument.name = expect_identifier({"of an argument"});
  expect(TokenKind::equals, {"after the argument", argument.name});
  argument.value = parse_function_argument();
  call.named.push_back(std::move(argument));
}

ExprPtr Parser::parse_function_argument() {
  if (!at(TokenKind::function)) return parse_expression();
  const Nesting nesting(*this);
  std::shared_ptr<Expr> partial = start(ExprKind::partial_call);
  advance();
  Name name = parse_type_specifier({"after 'function'"});
  partial->global = name.global;
  for (std::string& part : name.parts) partial->ref.push_back({std::move(part), {}});
  expect(TokenKind::left_parenthesis, {"after the function", partial->ref.back().name});
  if (!at(TokenKind::right_parenthesis)) {
    do {
      parse_named_argument(*partial);
    } while (accept(TokenKind::comma));
  }
  expect_close(TokenKind::right_parenthesis, "',' or ')'",
               {"in the arguments of", partial->ref.back().name});
  return finish(std::move(partial));
}

std::vector<ExprPtr> Parser::parse_subscripts() {
  std::vector<ExprPtr> subscripts;
  advance();
  ++subscript_nesting_;
  do {
    if (at(TokenKind::colon)) {
      subscripts.push_back(start(ExprKind::colon));
      advance();
    } else {
      subscripts.push_back(parse_expression());
    }
  } while (accept(TokenKind::comma));
  --subscript_nesting_;
  expect_close(TokenKind::right_bracket, "',' or ']'", {"in the subscripts"});
  return subscripts;
}

std::vector<ExprPtr> Parser::parse_expression_list() {
  std::vector<ExprPtr> list;
  do {
    list.push_back(parse_expression());
  } while (accept(TokenKind::comma));
  return list;
}

std::vector<Iterator> Parser::parse_for_indices() {
  std::vector<Iterator> iterators;
  do {
    Iterator iterator;
    iterator.where = here();
    iterator.name = expect_identifier({"for the index after 'for'"});
    if (accept(TokenKind::in)) iterator.range = parse_expression();
    iterators.push_back(std::move(iterator));
  } while (accept(TokenKind::comma));
  return iterators;
}

Name Parser::parse_name(Context context) {
  Name name;
  name.where = here();
  name.parts.push_back(expect_identifier(context));
  while (accept(TokenKind::dot)) name.parts.push_back(expect_identifier({"after '.'"}));
  return name;
}

Name Parser::parse_type_specifier(Context context) {
  const SourceLocation where = here();
  const bool is_global = accept(TokenKind::dot);
  Name name = parse_name(context);
  name.global = is_global;
  name.where = where;
  return name;
}

}  // namespace gelenk::modelica
