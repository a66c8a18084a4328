// Helpers of the parser tests. Expressions are compared in prefix form: a + b*c is (+ a (* b c)).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "gtest/gtest.h"
#include "modelica/syntax/parser.h"

namespace gelenk::modelica {

inline std::shared_ptr<const SourceFile> make_file(std::string text) {
  auto file = std::make_shared<SourceFile>();
  file->name = "test.mo";
  file->text = std::move(text);
  return file;
}

inline StoredDefinition parse_text(std::string text) { return parse(make_file(std::move(text))); }

inline ClassPtr parse_class(std::string text) {
  StoredDefinition stored = parse_text(std::move(text));
  EXPECT_EQ(stored.classes.size(), 1u);
  return stored.classes.at(0);
}

// ---- prefix form -------------------------------------------------------------------------------

inline std::string show(const ExprPtr& e);

inline std::string show_all(const std::vector<ExprPtr>& list, const char* separator = " ") {
  std::string text;
  for (std::size_t i = 0; i < list.size(); ++i) text += (i > 0 ? separator : "") + show(list[i]);
  return text;
}

inline std::string show_number(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.15g", x);
  return buffer;
}

inline std::string show_iterators(const std::vector<Iterator>& iterators) {
  std::string text;
  for (const Iterator& i : iterators) {
    text += " for " + i.name + (i.range ? " in " + show(i.range) : "");
  }
  return text;
}

inline std::string show_ref(const Expr& e) {
  std::string text;
  for (std::size_t i = 0; i < e.ref.size(); ++i) {
    text += (i > 0 || e.global ? "." : "") + e.ref[i].name;
    if (!e.ref[i].subscripts.empty()) text += "[" + show_all(e.ref[i].subscripts, ",") + "]";
  }
  return text;
}

inline std::string show_call(const Expr& e) {
  std::string text = show_ref(e) + "(" + show_all(e.operands, ", ");
  for (std::size_t i = 0; i < e.named.size(); ++i) {
    text +=
        (i > 0 || !e.operands.empty() ? ", " : "") + e.named[i].name + "=" + show(e.named[i].value);
  }
  return text + show_iterators(e.iterators) + ")";
}

inline std::string show(const ExprPtr& e) {
  if (!e) return "_";
  switch (e->kind) {
    case ExprKind::real: return show_number(e->number) + "r";
    case ExprKind::integer: return show_number(e->number);
    case ExprKind::string: return "\"" + e->text + "\"";
    case ExprKind::boolean: return e->number == 1.0 ? "true" : "false";
    case ExprKind::end: return "end";
    case ExprKind::colon: return ":";
    case ExprKind::reference: return show_ref(*e);
    case ExprKind::call: return show_call(*e);
    case ExprKind::partial_call: return "function " + show_call(*e);
    case ExprKind::array:
      return "{" + show_all(e->operands, ", ") + show_iterators(e->iterators) + "}";
    case ExprKind::matrix: {
      std::string text;
      for (const auto& row : e->rows) text += (text.empty() ? "[" : "; ") + show_all(row, ", ");
      return text + "]";
    }
    case ExprKind::tuple: return "(tuple " + show_all(e->operands) + ")";
    case ExprKind::range: return "(: " + show_all(e->operands) + ")";
    case ExprKind::unary:
    case ExprKind::binary: return "(" + e->text + " " + show_all(e->operands) + ")";
    case ExprKind::if_then_else: return "(if " + show_all(e->operands) + ")";
    case ExprKind::indexed: return "(index " + show_all(e->operands) + ")";
  }
  return "?";
}

inline std::string show(const ModificationPtr& modification) {
  if (!modification) return "";
  std::string text = "(";
  for (const Argument& argument : modification->arguments) {
    if (text.size() > 1) text += ", ";
    if (argument.redeclare) text += "redeclare ";
    if (argument.each) text += "each ";
    if (argument.final_) text += "final ";
    if (argument.replaceable) text += "replaceable ";
    switch (argument.kind) {
      case Argument::Kind::modification:
        text += argument.name.to_string() + show(argument.modification);
        break;
      case Argument::Kind::redeclare_component: {
        const ComponentDecl& declaration = argument.component->declarations.at(0);
        text += argument.component->type.to_string() + " " + declaration.name +
                show(declaration.modification);
        break;
      }
      case Argument::Kind::redeclare_class:
        text += std::string(to_string(argument.class_->restriction)) + " " + argument.class_->name +
                "=" + argument.class_->base.to_string() + show(argument.class_->base_modification);
        break;
    }
    if (!argument.comment.empty()) text += " \"" + argument.comment + "\"";
  }
  text += ")";
  if (modification->is_break) text += "=break";
  if (modification->value) text += "=" + show(modification->value);
  return text;
}

inline std::string parse_and_show(std::string text) {
  return show(parse_expression(make_file(std::move(text))));
}

// The only component of `model A …; end A;`.
inline std::shared_ptr<const ComponentClause> parse_component(const std::string& text) {
  const ClassPtr definition = parse_class("model A\n" + text + ";\nend A;");
  EXPECT_EQ(definition->elements.size(), 1u);
  return definition->elements.at(0).component;
}

inline std::string parse_modification(const std::string& text) {
  return show(parse_component("B b" + text)->declarations.at(0).modification);
}

inline std::string find_error(std::string text) {
  try {
    parse_text(std::move(text));
  } catch (const UserError& error) {
    EXPECT_EQ(error.diagnostics().at(0).code, "syntax");
    return std::string(error.what()).substr(std::string("test.mo:").size());
  }
  return "no error";
}

inline std::string find_expression_error(std::string text) {
  try {
    parse_expression(make_file(std::move(text)));
  } catch (const UserError& error) {
    return std::string(error.what()).substr(std::string("test.mo:").size());
  }
  return "no error";
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline std::string repeat(const std::string& text, int count) {
  std::string all;
  all.reserve(text.size() * static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

}  // namespace gelenk::modelica
