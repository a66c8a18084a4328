#include "api/expression_text.h"

#include <charconv>
#include <cmath>

namespace gelenk {

namespace {

using modelica::Expr;
using modelica::ExprKind;
using modelica::ExprPtr;

// How strongly an expression holds together: the grammar's levels, loosest first.
int calc_strength(const Expr& e) {
  switch (e.kind) {
    case ExprKind::if_then_else: return 0;
    case ExprKind::range: return 1;
    case ExprKind::unary: return e.text == "not" ? 4 : 6;
    case ExprKind::binary:
      if (e.text == "or") return 2;
      if (e.text == "and") return 3;
      if (e.text.find_first_of("<>=") != std::string::npos) return 5;
      if (e.text.find_first_of("+-") != std::string::npos) return 6;
      return e.text.find('^') != std::string::npos ? 8 : 7;
    default: return 9;
  }
}

std::string write_operand(const ExprPtr& e, int at_least) {
  const std::string text = write_expression(*e);
  return calc_strength(*e) < at_least ? "(" + text + ")" : text;
}

std::string write_list(const std::vector<ExprPtr>& list) {
  std::string text;
  for (std::size_t i = 0; i < list.size(); ++i) {
    text += (i > 0 ? ", " : "") + (list[i] ? write_expression(*list[i]) : "");
  }
  return text;
}

// The shortest form that reads back to the same number, with an exponent only where it helps.
std::string write_number(double value) {
  char text[40];
  const bool is_long = value != 0 && (std::abs(value) >= 1e9 || std::abs(value) < 1e-4);
  const auto end =
      std::to_chars(text, text + sizeof text, value,
                    is_long ? std::chars_format::scientific : std::chars_format::fixed);
  std::string number(text, end.ptr);
  const std::size_t e = number.find('e');
  if (e == std::string::npos) return number;
  const bool negative = number[e + 1] == '-';
  const std::size_t digits = std::min(number.find_first_not_of('0', e + 2), number.size() - 1);
  return number.substr(0, e) + (negative ? "e-" : "e") + number.substr(digits);
}

std::string write_string(const std::string& text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string write_reference(const Expr& e) {
  std::string text;
  for (const modelica::RefPart& part : e.ref) {
    if (!text.empty() || e.global) text += '.';
    text += part.name;
    if (!part.subscripts.empty()) text += "[" + write_list(part.subscripts) + "]";
  }
  return text;
}

std::string write_iterators(const Expr& e) {
  std::string text;
  for (const modelica::Iterator& iterator : e.iterators) {
    text += (text.empty() ? " for " : ", ") + iterator.name;
    if (iterator.range) text += " in " + write_expression(*iterator.range);
  }
  return text;
}

std::string write_call(const Expr& e) {
  std::string text = write_list(e.operands) + write_iterators(e);
  for (const modelica::NamedArgument& argument : e.named) {
    text += (text.empty() ? "" : ", ") + argument.name + " = " + write_expression(*argument.value);
  }
  return (e.kind == ExprKind::partial_call ? "function " : "") + write_reference(e) + "(" + text +
         ")";
}

std::string write_binary(const Expr& e) {
  const int strength = calc_strength(e);
  // Relations and powers do not chain; the right side of the others binds tighter than the left.
  const bool chains = strength != 5 && strength != 8;
  // Products stand closely, as the library writes them.
  const std::string sign = strength >= 7 ? e.text : " " + e.text + " ";
  return write_operand(e.operands[0], chains ? strength : strength + 1) + sign +
         write_operand(e.operands[1], strength + 1);
}

std::string write_if(const Expr& e) {
  std::string text;
  for (std::size_t i = 0; i + 1 < e.operands.size(); i += 2) {
    text += (i == 0 ? "if " : " elseif ") + write_expression(*e.operands[i]) + " then " +
            write_expression(*e.operands[i + 1]);
  }
  return text + " else " + write_expression(*e.operands.back());
}

}  // namespace

std::string write_expression(const Expr& e) {
  switch (e.kind) {
    case ExprKind::real:
    case ExprKind::integer: return write_number(e.number);
    case ExprKind::string: return write_string(e.text);
    case ExprKind::boolean: return e.number != 0 ? "true" : "false";
    case ExprKind::end: return "end";
    case ExprKind::colon: return ":";
    case ExprKind::reference: return write_reference(e);
    case ExprKind::call:
    case ExprKind::partial_call: return write_call(e);
    case ExprKind::array: return "{" + write_list(e.operands) + write_iterators(e) + "}";
    case ExprKind::matrix: {
      std::string text;
      for (const auto& row : e.rows) text += (text.empty() ? "" : "; ") + write_list(row);
      return "[" + text + "]";
    }
    case ExprKind::tuple: return "(" + write_list(e.operands) + ")";
    case ExprKind::range: {
      std::string text;
      for (const ExprPtr& o : e.operands) text += (text.empty() ? "" : ":") + write_operand(o, 2);
      return text;
    }
    case ExprKind::unary:
      return e.text + (e.text == "not" ? " " : "") +
             write_operand(e.operands[0], e.text == "not" ? 5 : 7);
    case ExprKind::binary: return write_binary(e);
    case ExprKind::if_then_else: return write_if(e);
    case ExprKind::indexed: {
      const std::vector<ExprPtr> subscripts(e.operands.begin() + 1, e.operands.end());
      return "(" + write_expression(*e.operands[0]) + ")[" + write_list(subscripts) + "]";
    }
  }
  return "";
}

}  // namespace gelenk
