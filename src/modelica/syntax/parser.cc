#include "modelica/syntax/parser.h"

#include <utility>

#include "base/error.h"
#include "modelica/syntax/parser_impl.h"

namespace gelenk::modelica {

namespace {

constexpr int max_nesting = 250;

}  // namespace

StoredDefinition parse(std::shared_ptr<const SourceFile> file) {
  return Parser(std::move(file)).parse_stored_definition();
}

ExprPtr parse_expression(std::shared_ptr<const SourceFile> file) {
  return Parser(std::move(file)).parse_lone_expression();
}

Parser::Parser(std::shared_ptr<const SourceFile> file) : lexer_(std::move(file)) {
  current_ = lexer_.next();
  previous_.begin = previous_.end = current_.begin;
}

StoredDefinition Parser::parse_stored_definition() {
  StoredDefinition stored;
  if (accept(TokenKind::within)) {
    stored.within.emplace();
    if (!at(TokenKind::semicolon)) stored.within = parse_name({"after 'within'"});
    expect(TokenKind::semicolon, {"after the 'within' clause"});
  }
  while (!at(TokenKind::end_of_file)) {
    const bool is_final = accept(TokenKind::final_);
    if (!at_class_definition()) {
      const bool is_extra_semicolon = at(TokenKind::semicolon) && !stored.classes.empty();
      fail_unexpected(
          "a class definition ('model', 'package', …)",
          is_extra_semicolon ? "remove the extra ';'" : suggest_first_word(current_.text));
    }
    std::shared_ptr<ClassDef> definition = parse_class_definition();
    definition->final_ = is_final;
    expect(TokenKind::semicolon, {"after the definition of", definition->name});
    stored.classes.push_back(std::move(definition));
  }
  return stored;
}

ExprPtr Parser::parse_lone_expression() {
  ExprPtr expression = parse_expression();
  if (!at(TokenKind::end_of_file)) fail_expected("the end", {"after the expression"});
  return expression;
}

Parser::Nesting::Nesting(Parser& parser) : parser_(parser) {
  if (++parser.nesting_ > max_nesting) {
    parser.fail_here("the text is nested more than " + std::to_string(max_nesting) +
                         " levels deep at " + describe(parser.current_),
                     "is a closing bracket or an 'end' missing further up?");
  }
}

const Token& Parser::peek() {
  if (!ahead_) ahead_ = lexer_.next();
  return *ahead_;
}

void Parser::advance() {
  previous_ = current_;
  current_ = ahead_ ? *ahead_ : lexer_.next();
  ahead_.reset();
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  advance();
  return true;
}

void Parser::expect(TokenKind kind, Context context) {
  if (!accept(kind)) fail_expected("'" + std::string(get_spelling(kind)) + "'", context);
}

void Parser::expect_close(TokenKind kind, const char* expected, Context context) {
  if (!accept(kind)) fail_expected(expected, context);
}

std::string Parser::expect_identifier(Context context) {
  if (!at(TokenKind::identifier)) fail_expected("a name", context);
  std::string name = calc_identifier_name(current_);
  advance();
  return name;
}

void Parser::fail_expected(const std::string& expected, Context context, std::string hint) const {
  std::string message = "expected " + expected;
  if (*context.phrase != '\0') message += std::string(" ") + context.phrase;
  if (!context.name.empty()) message += " " + quote(context.name);
  message += ", found " + describe(current_);
  if (expected == "a name" && is_reserved_word(current_.kind)) {
    message += ", which is a reserved word";
    if (hint.empty()) hint = "choose another name";
  }
  if (hint.empty()) hint = find_hint();
  // What is missing at the end of a line belongs there, not where the next line begins.
  const bool is_below = current_.begin.line > previous_.end.line;
  const bool is_unfinished = previous_.kind != TokenKind::semicolon || at(TokenKind::end_of_file);
  lexer_.fail(is_below && is_unfinished ? previous_.end : current_.begin, std::move(message),
              std::move(hint));
}

void Parser::fail_unexpected(const std::string& expected, std::string hint) const {
  fail_here("expected " + expected + ", found " + describe(current_), std::move(hint));
}

void Parser::fail_here(std::string message, std::string hint) const {
  lexer_.fail(current_.begin, std::move(message), std::move(hint));
}

std::string Parser::suggest_first_word(std::string_view written) {
  static const std::vector<std::string> words = {
      "block",   "class",  "connector", "constant",    "discrete",  "encapsulated", "expandable",
      "extends", "final",  "flow",      "function",    "import",    "inner",        "input",
      "model",   "outer",  "output",    "package",     "parameter", "partial",      "protected",
      "public",  "record", "redeclare", "replaceable", "stream",    "within"};
  return find_near_names(written, words).empty() ? "" : suggest(written, words);
}

// What the tokens around an error alone reveal about its cause.
std::string Parser::find_hint() const {
  for (const Token& token : {previous_, current_}) {
    if (token.kind == TokenKind::string && token.end.line > token.begin.line) {
      return "the string that begins in line " + std::to_string(token.begin.line) +
             " ends in line " + std::to_string(token.end.line) + "; is its closing '\"' missing?";
    }
  }
  if (previous_.kind == TokenKind::equals && (at(TokenKind::less) || at(TokenKind::greater))) {
    return std::string("the comparison is written '") + (at(TokenKind::less) ? "<='" : ">='");
  }
  switch (current_.kind) {
    case TokenKind::equals:
      if (is_reserved_word(previous_.kind)) return "";
      return previous_.kind == TokenKind::string ? "a value stands before the description string"
                                                 : "a comparison is written '=='";
    case TokenKind::equal_equal:
      return "an equation and a modification are written with a single '='";
    case TokenKind::assign:
      return "':=' assigns in an algorithm section; equations and modifications use '='";
    case TokenKind::constrainedby:
      return "'constrainedby' needs 'replaceable' before the declaration";
    case TokenKind::string:
      return previous_.kind == TokenKind::string
                 ? "strings are joined with '+'; within a string a quote is written \\\""
                 : "";
    default: return "";
  }
}

}  // namespace gelenk::modelica
