// Equations and statements (appendix A.2.6). Their block forms differ only in what stands inside,
// so each is written once, for an Item that is the one or the other.
#include <utility>

#include "modelica/syntax/parser_impl.h"

namespace gelenk::modelica {

bool Parser::at_section_end() {
  switch (current_.kind) {
    case TokenKind::public_:
    case TokenKind::protected_:
    case TokenKind::equation:
    case TokenKind::algorithm:
    case TokenKind::external:
    case TokenKind::annotation:
    case TokenKind::end:
    case TokenKind::end_of_file: return true;
    case TokenKind::initial:
      return peek().kind == TokenKind::equation || peek().kind == TokenKind::algorithm;
    default: return false;
  }
}

bool Parser::at_block_end() {
  return at(TokenKind::else_) || at(TokenKind::elseif) || at(TokenKind::elsewhen) ||
         at_section_end();
}

std::vector<Equation> Parser::parse_equations() {
  std::vector<Equation> equations;
  while (!at_block_end()) {
    equations.push_back(parse_equation());
    expect(TokenKind::semicolon, {"after the equation"});
  }
  return equations;
}

std::vector<Statement> Parser::parse_statements() {
  std::vector<Statement> statements;
  while (!at_block_end()) {
    statements.push_back(parse_statement());
    expect(TokenKind::semicolon, {"after the statement"});
  }
  return statements;
}

Equation Parser::parse_equation() {
  const Nesting nesting(*this);
  Equation equation;
  equation.where = here();
  switch (current_.kind) {
    case TokenKind::if_: parse_if(equation); break;
    case TokenKind::for_: parse_for(equation); break;
    case TokenKind::when: parse_when(equation); break;
    case TokenKind::connect:
      equation.kind = Equation::Kind::connect;
      parse_connect(equation.left, equation.right);
      break;
    default: parse_simple_equation(equation);
  }
  parse_description(equation.comment, equation.annotation);
  return equation;
}

Statement Parser::parse_statement() {
  const Nesting nesting(*this);
  Statement statement;
  statement.where = here();
  switch (current_.kind) {
    case TokenKind::if_: parse_if(statement); break;
    case TokenKind::for_: parse_for(statement); break;
    case TokenKind::when: parse_when(statement); break;
    case TokenKind::while_: parse_while(statement); break;
    case TokenKind::break_:
      statement.kind = Statement::Kind::break_;
      advance();
      break;
    case TokenKind::return_:
      statement.kind = Statement::Kind::return_;
      advance();
      break;
    default: parse_simple_statement(statement);
  }
  std::string unused_comment;
  Annotation unused_annotation;
  parse_description(unused_comment, unused_annotation);
  return statement;
}

void Parser::parse_simple_equation(Equation& equation) {
  switch (current_.kind) {
    case TokenKind::der:
    case TokenKind::initial:
    case TokenKind::not_:
    case TokenKind::true_:
    case TokenKind::false_: break;
    case TokenKind::pure:
      if (peek().kind != TokenKind::left_parenthesis) fail_no_item("an equation");
      break;
    default:
      if (is_reserved_word(current_.kind) || at(TokenKind::semicolon)) fail_no_item("an equation");
  }
  equation.left = parse_simple_expression();
  if (accept(TokenKind::equals)) {
    equation.kind = Equation::Kind::equality;
    equation.right = parse_expression();
    return;
  }
  equation.kind = Equation::Kind::call;
  if (equation.left->kind == ExprKind::call && !at(TokenKind::assign)) return;
  std::string hint;
  if (at(TokenKind::assign)) {
    hint = "':=' assigns in an algorithm section; an equation uses '='";
  } else if (equation.left->kind == ExprKind::binary && equation.left->text == "==") {
    hint = "an equation is written with a single '='";
  } else if (at(TokenKind::identifier) && equation.left->kind == ExprKind::reference) {
    hint = "declarations stand above 'equation', or below another 'public' or 'protected'";
  }
  fail_expected("'='", {"in the equation"}, std::move(hint));
}

void Parser::parse_simple_statement(Statement& statement) {
  statement.kind = Statement::Kind::assign;
  if (at(TokenKind::left_parenthesis)) {
    statement.left = finish(parse_tuple());
    expect(TokenKind::assign, {"after the outputs"});
    statement.right = parse_simple_expression();
    if (statement.right->kind != ExprKind::call) {
      lexer_.fail({statement.right->where.line, statement.right->where.column},
                  "expected a function call after '(…) :='",
                  "several outputs come from one function: (a, b) := f(x)");
    }
    return;
  }
  if (!at(TokenKind::identifier) && !at(TokenKind::dot)) fail_no_item("a statement");
  statement.left = parse_reference_or_call();
  if (statement.left->kind == ExprKind::call) {
    statement.kind = Statement::Kind::call;
    std::swap(statement.left, statement.right);
    return;
  }
  if (!accept(TokenKind::assign)) {
    std::string hint;
    if (at(TokenKind::equals) || at(TokenKind::equal_equal)) {
      hint = "an algorithm assigns with ':='; equations stand below 'equation'";
    } else if (at(TokenKind::identifier)) {
      hint = "declarations stand above 'algorithm'";
    }
    fail_expected("':='", {"in the statement"}, std::move(hint));
  }
  statement.right = parse_expression();
}

void Parser::fail_no_item(const char* noun) const {
  std::string hint;
  if (at(TokenKind::semicolon)) {
    hint = "remove the extra ';'";
  } else if (is_reserved_word(current_.kind)) {
    hint =
        "declarations and classes stand above the section, or below another 'public' or "
        "'protected'";
  }
  if (at(TokenKind::while_)) hint = "'while' stands only in algorithms";
  if (at(TokenKind::connect)) hint = "'connect' stands only in equation sections";
  if (at(TokenKind::der))
    hint = "a derivative cannot be assigned; equations stand below 'equation'";
  fail_unexpected(noun, std::move(hint));
}

void Parser::parse_connect(ExprPtr& left, ExprPtr& right) {
  advance();
  expect(TokenKind::left_parenthesis, {"after 'connect'"});
  left = parse_component_reference();
  expect(TokenKind::comma, {"between the connectors of 'connect'"});
  right = parse_component_reference();
  expect(TokenKind::right_parenthesis, {"to close 'connect'"});
}

void Parser::parse_items(EquationBranch& branch) { branch.equations = parse_equations(); }

void Parser::parse_items(StatementBranch& branch) { branch.statements = parse_statements(); }

template <class Item>
void Parser::parse_if(Item& item) {
  item.kind = Item::Kind::if_;
  const Position begin = current_.begin;
  do {
    advance();
    auto& branch = item.branches.emplace_back();
    branch.condition = parse_expression();
    expect(TokenKind::then, {"after the condition of 'if'"});
    parse_items(branch);
  } while (at(TokenKind::elseif));
  std::string hint;
  if (accept(TokenKind::else_)) {
    if (at(TokenKind::if_) && current_.begin.line == previous_.end.line) {
      hint = "'else if' opens another 'if' with its own 'end if'; did you mean 'elseif'?";
    }
    parse_items(item.branches.emplace_back());
  }
  expect_end_of(TokenKind::if_, begin, std::move(hint));
}

template <class Item>
void Parser::parse_for(Item& item) {
  item.kind = Item::Kind::for_;
  const Position begin = current_.begin;
  advance();
  item.iterators = parse_for_indices();
  expect(TokenKind::loop, {"after the range of 'for'"});
  parse_items(item.branches.emplace_back());
  expect_end_of(TokenKind::for_, begin);
}

template <class Item>
void Parser::parse_when(Item& item) {
  item.kind = Item::Kind::when;
  const Position begin = current_.begin;
  do {
    advance();
    auto& branch = item.branches.emplace_back();
    branch.condition = parse_expression();
    expect(TokenKind::then, {"after the condition of 'when'"});
    parse_items(branch);
  } while (at(TokenKind::elsewhen));
  expect_end_of(TokenKind::when, begin);
}

void Parser::parse_while(Statement& statement) {
  statement.kind = Statement::Kind::while_;
  const Position begin = current_.begin;
  advance();
  StatementBranch& branch = statement.branches.emplace_back();
  branch.condition = parse_expression();
  expect(TokenKind::loop, {"after the condition of 'while'"});
  parse_items(branch);
  expect_end_of(TokenKind::while_, begin);
}

void Parser::expect_end_of(TokenKind construct, Position begin, std::string hint) {
  const std::string word(get_spelling(construct));
  const std::string expected =
      "'end " + word + "' for the '" + word + "' in line " + std::to_string(begin.line);
  if (!accept(TokenKind::end)) fail_expected(expected, {}, std::move(hint));
  if (accept(construct)) return;
  if (at(TokenKind::identifier) || is_reserved_word(current_.kind)) {
    fail_here("expected " + expected + ", found 'end " + shorten(current_.text) + "'",
              std::move(hint));
  }
  fail_expected(expected, {}, "the word is repeated: end " + word + ";");
}

}  // namespace gelenk::modelica
