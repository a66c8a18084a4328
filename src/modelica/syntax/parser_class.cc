// Class definitions (appendix A.2.2): prefixes, the long and the short forms, and the sections of a
// long one.
#include <utility>

#include "modelica/syntax/parser_impl.h"

namespace gelenk::modelica {

bool Parser::at_class_definition() const {
  switch (current_.kind) {
    case TokenKind::encapsulated:
    case TokenKind::partial:
    case TokenKind::class_:
    case TokenKind::model:
    case TokenKind::record:
    case TokenKind::block:
    case TokenKind::expandable:
    case TokenKind::connector:
    case TokenKind::type:
    case TokenKind::package:
    case TokenKind::pure:
    case TokenKind::impure:
    case TokenKind::function:
    case TokenKind::operator_: return true;
    default: return false;
  }
}

std::shared_ptr<ClassDef> Parser::parse_class_definition() {
  const Nesting nesting(*this);
  auto definition = std::make_shared<ClassDef>();
  definition->where = here();
  definition->encapsulated = accept(TokenKind::encapsulated);
  parse_class_prefixes(*definition);
  definition->class_extends = accept(TokenKind::extends);
  definition->name =
      expect_identifier({definition->class_extends ? "after 'extends' of the" : "after",
                         to_string(definition->restriction)});
  if (!definition->class_extends && at(TokenKind::equals)) {
    parse_short_class(*definition);
  } else {
    parse_long_class(*definition);
  }
  return definition;
}

void Parser::parse_class_prefixes(ClassDef& definition) {
  definition.partial = accept(TokenKind::partial);
  definition.restriction = parse_restriction(definition);
}

Restriction Parser::parse_restriction(ClassDef& definition) {
  definition.pure = accept(TokenKind::pure);
  definition.impure = !definition.pure && accept(TokenKind::impure);
  if (definition.pure || definition.impure) {
    const bool is_operator = accept(TokenKind::operator_);
    expect(TokenKind::function, {"after", get_spelling(previous_.kind)});
    return is_operator ? Restriction::operator_function : Restriction::function;
  }
  if (accept(TokenKind::expandable)) {
    expect(TokenKind::connector, {"after 'expandable'"});
    return Restriction::expandable_connector;
  }
  if (accept(TokenKind::operator_)) {
    if (accept(TokenKind::record)) return Restriction::operator_record;
    return accept(TokenKind::function) ? Restriction::operator_function : Restriction::operator_;
  }
  if (accept(TokenKind::class_)) return Restriction::class_;
  if (accept(TokenKind::model)) return Restriction::model;
  if (accept(TokenKind::record)) return Restriction::record;
  if (accept(TokenKind::block)) return Restriction::block;
  if (accept(TokenKind::connector)) return Restriction::connector;
  if (accept(TokenKind::type)) return Restriction::type;
  if (accept(TokenKind::package)) return Restriction::package;
  if (accept(TokenKind::function)) return Restriction::function;
  fail_expected("the kind of class ('model', 'block', …)", {"after", previous_.text},
                at(TokenKind::encapsulated) ? "'encapsulated' stands before 'partial'" : "");
}

void Parser::parse_long_class(ClassDef& definition) {
  definition.form = ClassDef::Form::long_;
  if (definition.class_extends && at(TokenKind::left_parenthesis)) {
    definition.extends_modification = parse_class_modification();
  }
  definition.comment = parse_description_string();
  parse_composition(definition);
  expect_class_end(definition);
}

void Parser::parse_short_class(ClassDef& definition) {
  advance();
  if (at(TokenKind::enumeration)) return parse_enumeration(definition);
  if (at(TokenKind::der)) return parse_derivative_class(definition);
  definition.form = ClassDef::Form::short_;
  definition.base_prefix = parse_type_prefix();
  definition.base = parse_type_specifier({"of a class after '='"});
  if (at(TokenKind::left_bracket)) definition.base_subscripts = parse_subscripts();
  if (at(TokenKind::left_parenthesis)) definition.base_modification = parse_class_modification();
  parse_description(definition.comment, definition.annotation);
}

void Parser::parse_enumeration(ClassDef& definition) {
  definition.form = ClassDef::Form::enumeration;
  advance();
  expect(TokenKind::left_parenthesis, {"after 'enumeration'"});
  definition.all_literals = accept(TokenKind::colon);
  if (!definition.all_literals && !at(TokenKind::right_parenthesis)) {
    do {
      EnumLiteral literal;
      literal.where = here();
      literal.name = expect_identifier({"of a literal in the enumeration", definition.name});
      Annotation unused;
      parse_description(literal.comment, unused);
      definition.literals.push_back(std::move(literal));
    } while (accept(TokenKind::comma));
  }
  expect_close(TokenKind::right_parenthesis, "',' or ')'", {"in the enumeration", definition.name});
  parse_description(definition.comment, definition.annotation);
}

void Parser::parse_derivative_class(ClassDef& definition) {
  definition.form = ClassDef::Form::derivative;
  advance();
  expect(TokenKind::left_parenthesis, {"after 'der'"});
  definition.base = parse_type_specifier({"of the function to be differentiated"});
  expect(TokenKind::comma, {"after the function", definition.base.parts.back()});
  do {
    definition.derivative_of.push_back(expect_identifier({"of an input of the function"}));
  } while (accept(TokenKind::comma));
  expect(TokenKind::right_parenthesis, {"to close 'der'"});
  parse_description(definition.comment, definition.annotation);
}

void Parser::parse_composition(ClassDef& definition) {
  bool is_protected = false;
  for (;;) {
    const bool is_initial = at(TokenKind::initial) && at_section_end();
    const TokenKind kind = is_initial ? peek().kind : current_.kind;
    switch (kind) {
      case TokenKind::public_:
      case TokenKind::protected_:
        is_protected = kind == TokenKind::protected_;
        advance();
        break;
      case TokenKind::equation: {
        if (is_initial) advance();
        advance();
        auto& equations = is_initial ? definition.initial_equations : definition.equations;
        for (Equation& equation : parse_equations()) equations.push_back(std::move(equation));
        break;
      }
      case TokenKind::algorithm: {
        if (is_initial) advance();
        advance();
        (is_initial ? definition.initial_algorithms : definition.algorithms)
            .push_back(parse_statements());
        break;
      }
      case TokenKind::external:
        parse_external(definition);
        if (at(TokenKind::annotation)) parse_class_annotation(definition);
        return;
      case TokenKind::annotation: parse_class_annotation(definition); return;
      case TokenKind::end:
      case TokenKind::end_of_file: return;
      default: definition.elements.push_back(parse_element(is_protected));
    }
  }
}

void Parser::parse_class_annotation(ClassDef& definition) {
  definition.annotation = parse_annotation();
  expect(TokenKind::semicolon, {"after the annotation of", definition.name});
  if (!at(TokenKind::end)) {
    fail_expected("'end " + shorten(definition.name) + "'", {"after the annotation of the class"},
                  "the annotation of a class is its last line");
  }
}

void Parser::parse_external(ClassDef& definition) {
  definition.external = true;
  advance();
  accept(TokenKind::string);
  if (!at(TokenKind::semicolon) && !at(TokenKind::annotation)) {
    const ExprPtr result = parse_component_reference();
    if (accept(TokenKind::equals)) {
      expect_identifier({"of the external function"});
    } else if (result->ref.size() > 1 || !result->ref[0].subscripts.empty()) {
      fail_expected("'='", {"after the result of the external function"});
    }
    expect(TokenKind::left_parenthesis, {"after the name of the external function"});
    if (!at(TokenKind::right_parenthesis)) parse_expression_list();
    expect_close(TokenKind::right_parenthesis, "',' or ')'",
                 {"in the arguments of the external function"});
  }
  if (at(TokenKind::annotation)) parse_annotation();
  expect(TokenKind::semicolon, {"after the external function"});
}

void Parser::expect_class_end(const ClassDef& definition) {
  const std::string expected = "'end " + shorten(definition.name) + "' for the " +
                               to_string(definition.restriction) + " that begins in line " +
                               std::to_string(definition.where.line);
  if (!accept(TokenKind::end)) fail_expected(expected, {});
  if (!at(TokenKind::identifier)) {
    fail_expected(quote(definition.name), {"after 'end'"},
                  "a class repeats its name at the end: end " + shorten(definition.name) + ";");
  }
  const std::string name = calc_identifier_name(current_);
  if (name != definition.name) {
    fail_here("expected " + expected + ", found 'end " + shorten(name) + "'");
  }
  advance();
}

}  // namespace gelenk::modelica
