// Elements of classes: imports, extends clauses, components (appendix A.2.2 to A.2.4);
// modifications (A.2.5); descriptions and annotations.
#include <string>
#include <utility>

#include "modelica/syntax/parser_impl.h"

namespace gelenk::modelica {

namespace {

constexpr const char* prefix_order_hint =
    "prefixes stand in this order: redeclare, final, inner, outer, replaceable, flow or stream, "
    "discrete or parameter or constant, input or output";

constexpr const char* equation_hint =
    "equations stand below the word 'equation', statements below 'algorithm'; is it missing?";

// Place of a prefix of an element in their order; 0: not one.
int rank_element_prefix(TokenKind kind) {
  switch (kind) {
    case TokenKind::redeclare: return 1;
    case TokenKind::final_: return 2;
    case TokenKind::inner: return 3;
    case TokenKind::outer: return 4;
    case TokenKind::replaceable: return 5;
    default: return 0;
  }
}

// The same for the prefixes of a type; those of one rank exclude each other.
int rank_type_prefix(TokenKind kind) {
  switch (kind) {
    case TokenKind::flow:
    case TokenKind::stream: return 1;
    case TokenKind::discrete:
    case TokenKind::parameter:
    case TokenKind::constant: return 2;
    case TokenKind::input:
    case TokenKind::output: return 3;
    default: return 0;
  }
}

bool has_any(const TypePrefix& prefix) {
  return prefix.flow || prefix.stream || prefix.discrete || prefix.parameter || prefix.constant ||
         prefix.input || prefix.output;
}

bool is_operator_symbol(TokenKind kind) {
  return kind >= TokenKind::plus && kind <= TokenKind::not_equal;
}

}  // namespace

Element Parser::parse_element(bool is_protected) {
  Element element;
  if (at(TokenKind::import)) {
    element.import = std::make_shared<Import>(parse_import());
    return element;
  }
  if (at(TokenKind::extends)) {
    Extends extends = parse_extends();
    extends.is_protected = is_protected;
    element.extends = std::make_shared<Extends>(std::move(extends));
    return element;
  }
  ElementPrefix prefix = parse_element_prefix();
  prefix.is_protected = is_protected;
  // The description behind a constraining clause belongs to the whole element.
  std::string comment;
  Annotation annotation;
  const auto parse_constraint = [&](std::optional<ConstrainedBy>& constrained_by) {
    if (!prefix.replaceable || !at(TokenKind::constrainedby)) return;
    constrained_by = parse_constraining_clause();
    parse_description(comment, annotation);
  };
  if (at_class_definition()) {
    auto nested = std::make_shared<NestedClass>();
    nested->prefix = prefix;
    std::shared_ptr<ClassDef> definition = parse_class_definition();
    definition->final_ = prefix.final_;
    parse_constraint(nested->constrained_by);
    if (definition->comment.empty()) definition->comment = std::move(comment);
    if (!definition->annotation) definition->annotation = std::move(annotation);
    expect(TokenKind::semicolon, {"after the definition of", definition->name});
    nested->definition = std::move(definition);
    element.class_ = std::move(nested);
    return element;
  }
  auto clause = std::make_shared<ComponentClause>(parse_component_clause(prefix));
  parse_constraint(clause->constrained_by);
  ComponentDecl& last = clause->declarations.back();
  if (last.comment.empty()) last.comment = std::move(comment);
  if (!last.annotation) last.annotation = std::move(annotation);
  const bool is_one_more_name =
      at(TokenKind::identifier) && current_.begin.line == previous_.end.line;
  if (is_one_more_name && clause->type.parts.size() == 1) {  // paramter Real x
    fail_expected("';'", {"after the declaration of", last.name},
                  suggest_first_word(clause->type.parts[0]));
  }
  expect(TokenKind::semicolon, {"after the declaration of", last.name});
  element.component = std::move(clause);
  return element;
}

Import Parser::parse_import() {
  Import import;
  import.where = here();
  advance();
  import.name.where = here();
  import.name.parts.push_back(expect_identifier({"after 'import'"}));
  if (accept(TokenKind::equals)) {
    import.alias = std::move(import.name.parts[0]);
    import.name = parse_name({"after '=' in the import"});
  } else {
    while (accept(TokenKind::dot)) {
      if (accept(TokenKind::times)) {
        import.all = true;
      } else if (accept(TokenKind::left_brace)) {
        do {
          import.selected.push_back(expect_identifier({"in the import list"}));
        } while (accept(TokenKind::comma));
        expect(TokenKind::right_brace, {"to close the import list"});
      } else {
        import.name.parts.push_back(expect_identifier({"after '.'"}));
        continue;
      }
      break;
    }
    if (!import.all && import.selected.empty()) import.all = accept(TokenKind::dot_times);
  }
  std::string unused_comment;
  Annotation unused_annotation;
  parse_description(unused_comment, unused_annotation);
  expect(TokenKind::semicolon, {"after the import of", import.name.parts.back()});
  return import;
}

Extends Parser::parse_extends() {
  Extends extends;
  extends.where = here();
  advance();
  extends.type = parse_type_specifier({"of a class after 'extends'"});
  if (at(TokenKind::left_parenthesis)) extends.modification = parse_class_modification(&extends);
  if (at(TokenKind::annotation)) extends.annotation = parse_annotation();
  expect(TokenKind::semicolon, {"after 'extends'", extends.type.parts.back()});
  return extends;
}

// break c, break connect(a, b)
void Parser::parse_broken(Extends& extends) {
  advance();
  if (at(TokenKind::connect)) {
    auto& ends = extends.broken_connections.emplace_back();
    parse_connect(ends.first, ends.second);
  } else {
    extends.broken.push_back(expect_identifier({"of an inherited element after 'break'"}));
  }
}

ElementPrefix Parser::parse_element_prefix() {
  ElementPrefix prefix;
  int last = 0;
  for (int rank; (rank = rank_element_prefix(current_.kind)) != 0; last = rank) {
    if (rank == last) fail_here(quote(current_.text) + " stands here twice");
    if (rank < last) {
      fail_here(quote(current_.text) + " must stand before " + quote(previous_.text),
                prefix_order_hint);
    }
    bool* const flags[] = {&prefix.redeclare, &prefix.final_, &prefix.inner, &prefix.outer,
                           &prefix.replaceable};
    *flags[rank - 1] = true;
    advance();
  }
  return prefix;
}

TypePrefix Parser::parse_type_prefix() {
  TypePrefix prefix;
  int last = 0;
  for (int rank; (rank = rank_type_prefix(current_.kind)) != 0; last = rank) {
    if (rank == last) {
      fail_here(quote(current_.text) + " cannot stand together with " + quote(previous_.text));
    }
    if (rank < last) {
      fail_here(quote(current_.text) + " must stand before " + quote(previous_.text),
                prefix_order_hint);
    }
    switch (current_.kind) {
      case TokenKind::flow: prefix.flow = true; break;
      case TokenKind::stream: prefix.stream = true; break;
      case TokenKind::discrete: prefix.discrete = true; break;
      case TokenKind::parameter: prefix.parameter = true; break;
      case TokenKind::constant: prefix.constant = true; break;
      case TokenKind::input: prefix.input = true; break;
      default: prefix.output = true; break;
    }
    advance();
  }
  if (last != 0 && rank_element_prefix(current_.kind) != 0) {
    fail_here(quote(current_.text) + " must stand before " + quote(previous_.text),
              prefix_order_hint);
  }
  return prefix;
}

ComponentClause Parser::parse_component_clause(const ElementPrefix& prefix) {
  ComponentClause clause;
  clause.prefix = prefix;
  clause.where = here();
  clause.type_prefix = parse_type_prefix();
  if (!at(TokenKind::identifier) && !at(TokenKind::dot)) fail_no_element();
  clause.type = parse_type_specifier({});
  if (at(TokenKind::left_bracket)) clause.subscripts = parse_subscripts();
  do {
    ComponentDecl declaration = parse_declaration(clause);
    if (accept(TokenKind::if_)) declaration.condition = parse_expression();
    parse_description(declaration.comment, declaration.annotation);
    clause.declarations.push_back(std::move(declaration));
  } while (accept(TokenKind::comma));
  return clause;
}

void Parser::fail_no_element() const {
  std::string hint;
  switch (current_.kind) {
    case TokenKind::semicolon: hint = "remove the extra ';'"; break;
    case TokenKind::if_:
    case TokenKind::for_:
    case TokenKind::when:
    case TokenKind::while_:
    case TokenKind::connect:
    case TokenKind::der:
    case TokenKind::initial:
    case TokenKind::left_parenthesis: hint = equation_hint; break;
    case TokenKind::extends:
    case TokenKind::import: hint = quote(current_.text) + " takes no prefixes"; break;
    default: break;
  }
  const bool has_prefix =
      rank_element_prefix(previous_.kind) != 0 || rank_type_prefix(previous_.kind) != 0;
  if (has_prefix) fail_expected("a type", {"after", previous_.text}, std::move(hint));
  fail_unexpected("a declaration, a class or a section", std::move(hint));
}

ComponentDecl Parser::parse_declaration(const ComponentClause& clause) {
  ComponentDecl declaration;
  declaration.where = here();
  if (!at(TokenKind::identifier)) {
    const bool is_first = clause.declarations.empty();
    const bool is_value = at(TokenKind::equals) || at(TokenKind::left_parenthesis);
    const bool is_equation = is_value || at(TokenKind::assign) || at(TokenKind::dot) ||
                             is_operator_symbol(current_.kind);
    std::string hint;
    if (is_first && is_value && has_any(clause.type_prefix)) {
      hint = "a declaration gives the type, then the name: parameter Real x = 1";
    } else if (is_first && is_equation) {
      hint = equation_hint;
    }
    fail_expected("a name",
                  {is_first ? "after the type" : "after ',' in the declaration of type",
                   clause.type.parts.back()},
                  std::move(hint));
  }
  declaration.name = expect_identifier({});
  if (at(TokenKind::left_bracket)) declaration.subscripts = parse_subscripts();
  if (at_modification()) declaration.modification = parse_modification();
  return declaration;
}

ConstrainedBy Parser::parse_constraining_clause() {
  ConstrainedBy constraint;
  advance();
  constraint.type = parse_type_specifier({"of a class after 'constrainedby'"});
  if (at(TokenKind::left_parenthesis)) constraint.modification = parse_class_modification();
  return constraint;
}

bool Parser::at_modification() const {
  return at(TokenKind::left_parenthesis) || at(TokenKind::equals);
}

ModificationPtr Parser::parse_modification() {
  std::shared_ptr<Modification> modification;
  if (at(TokenKind::left_parenthesis)) {
    modification = parse_class_modification();
  } else {
    modification = std::make_shared<Modification>();
    modification->where = here();
  }
  if (accept(TokenKind::equals)) {
    modification->is_break = accept(TokenKind::break_);
    if (!modification->is_break) modification->value = parse_expression();
  }
  return modification;
}

// `extends`: the clause whose modification this is and which alone may hold `break c`.
std::shared_ptr<Modification> Parser::parse_class_modification(Extends* extends) {
  const Nesting nesting(*this);
  auto modification = std::make_shared<Modification>();
  modification->where = here();
  advance();
  if (accept(TokenKind::right_parenthesis)) return modification;
  do {
    if (extends != nullptr && at(TokenKind::break_)) {
      parse_broken(*extends);
    } else {
      modification->arguments.push_back(parse_argument());
    }
  } while (accept(TokenKind::comma));
  if (!accept(TokenKind::right_parenthesis)) {
    std::string hint;
    if (at(TokenKind::left_bracket)) {
      hint = "a modification changes the whole array: x = {…}, or each x = …";
    } else if (at(TokenKind::identifier)) {
      hint = "to replace an element write redeclare Type name";
    }
    fail_expected("',' or ')'", {"in the modification"}, std::move(hint));
  }
  return modification;
}

Argument Parser::parse_argument() {
  Argument argument;
  argument.where = here();
  argument.redeclare = accept(TokenKind::redeclare);
  argument.each = accept(TokenKind::each);
  argument.final_ = accept(TokenKind::final_);
  argument.replaceable = accept(TokenKind::replaceable);
  if (argument.redeclare || argument.replaceable) {
    parse_redeclaration(argument);
    return argument;
  }
  if (at_class_definition() || rank_type_prefix(current_.kind) != 0) {
    fail_unexpected("the name of what is modified", "to replace an element begin with 'redeclare'");
  }
  if (rank_element_prefix(current_.kind) != 0 || at(TokenKind::each)) {
    fail_unexpected("the name of what is modified",
                    "the prefixes of a modification stand in this order: redeclare, each, final, "
                    "replaceable");
  }
  argument.name = parse_name({"in the modification"});
  if (at_modification()) argument.modification = parse_modification();
  argument.comment = parse_description_string();
  return argument;
}

void Parser::parse_redeclaration(Argument& argument) {
  if (at_class_definition()) {
    argument.kind = Argument::Kind::redeclare_class;
    argument.class_ = parse_redeclared_class();
    if (argument.replaceable && at(TokenKind::constrainedby)) {
      argument.constrained_by = parse_constraining_clause();
    }
    argument.comment = argument.class_->comment;
    argument.name.parts.push_back(argument.class_->name);
    argument.name.where = argument.class_->where;
    return;
  }
  argument.kind = Argument::Kind::redeclare_component;
  auto clause = std::make_shared<ComponentClause>();
  clause->prefix.redeclare = argument.redeclare;
  clause->prefix.final_ = argument.final_;
  clause->prefix.replaceable = argument.replaceable;
  clause->where = here();
  clause->type_prefix = parse_type_prefix();
  clause->type = parse_type_specifier({"of a type in the redeclaration"});
  ComponentDecl declaration = parse_declaration(*clause);
  parse_description(declaration.comment, declaration.annotation);
  argument.comment = declaration.comment;
  argument.name.parts.push_back(declaration.name);
  argument.name.where = declaration.where;
  clause->declarations.push_back(std::move(declaration));
  if (argument.replaceable && at(TokenKind::constrainedby)) {
    clause->constrained_by = parse_constraining_clause();
  }
  argument.component = std::move(clause);
}

ClassPtr Parser::parse_redeclared_class() {
  auto definition = std::make_shared<ClassDef>();
  definition->where = here();
  parse_class_prefixes(*definition);
  definition->name = expect_identifier({"after", to_string(definition->restriction)});
  if (!at(TokenKind::equals)) {
    fail_expected("'='", {"after the redeclared class", definition->name},
                  "within a modification only the short form can stand: redeclare model A = B");
  }
  parse_short_class(*definition);
  return definition;
}

std::string Parser::parse_description_string() {
  std::string text;
  if (!at(TokenKind::string)) return text;
  text = calc_string_value(current_);
  advance();
  while (accept(TokenKind::plus)) {
    if (!at(TokenKind::string)) fail_expected("a string", {"after '+' in the description"});
    text += calc_string_value(current_);
    advance();
  }
  return text;
}

Annotation Parser::parse_annotation() {
  advance();
  if (!at(TokenKind::left_parenthesis)) fail_expected("'('", {"after 'annotation'"});
  return parse_class_modification();
}

void Parser::parse_description(std::string& comment, Annotation& annotation) {
  comment = parse_description_string();
  if (at(TokenKind::annotation)) annotation = parse_annotation();
}

}  // namespace gelenk::modelica
