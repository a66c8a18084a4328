#include "api/time_laws.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/error.h"
#include "elements/library.h"
#include "modelica/reader.h"
#include "modelica/syntax/parser.h"

namespace gelenk {

namespace {

constexpr const char* name_of_law = "law_of_the_user";
constexpr int most_numbers = 1'000'000;

[[noreturn]] void reject(const std::string& what, const std::string& message,
                         const std::string& hint) {
  throw UserError({"option", {}, "", what + ": " + message, hint});
}

// Its own name is the only one that it could find.
bool has_variable(const symbolic::Expression& e) {
  if (e.is_constant()) return false;
  if (e.op() == symbolic::Op::variable || e.op() == symbolic::Op::input) return true;
  for (const symbolic::Expression& operand : e.operands()) {
    if (has_variable(operand)) return true;
  }
  return false;
}

std::string trim(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\n"), last = text.find_last_not_of(" \t\n");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

// At commas outside of brackets.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (char c : text) {
    depth += (c == '(' || c == '{' || c == '[') - (c == ')' || c == '}' || c == ']');
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

}  // namespace

symbolic::Expression read_time_law(const std::string& what, const std::string& text) {
  const std::string hint = "write an expression of time, as in '0.5*sin(2*pi*time)'";
  if (trim(text).empty()) reject(what, "there is no expression", hint);
  std::string problem;
  try {
    modelica::parse_expression(
        std::make_shared<SourceFile>(SourceFile{what, text, false, false}));  // one, and no more
    const ModelTree model =
        modelica::read_model_text(what,
                                  std::string("model Law import Modelica.Constants.pi; Real ") +
                                      name_of_law + " = " + text + "\n; end Law;",
                                  element_library());
    const Component& root = *model.root;
    if (root.assignments.size() == 1 && root.whens.empty() && root.delays.empty() &&
        root.assignments[0].variable == name_of_law && !has_variable(root.assignments[0].value)) {
      return root.assignments[0].value;
    }
    problem = "it has to follow from time alone";
  } catch (const UserError& error) {
    problem = error.diagnostics().front().message;
    if (!error.diagnostics().front().hint.empty())
      problem += " (" + error.diagnostics().front().hint + ")";
  }
  reject(what, "'" + trim(text) + "' is no law of time: " + problem, hint);
}

double read_number(const std::string& what, const std::string& text) {
  const std::string trimmed = trim(text);
  double value = 0.0;
  const auto [end, failure] =
      std::from_chars(trimmed.data(), trimmed.data() + trimmed.size(), value);
  if (failure == std::errc() && end == trimmed.data() + trimmed.size() && std::isfinite(value))
    return value;
  const symbolic::Expression law = read_time_law(what, text);
  if (!law.is_constant() || !std::isfinite(law.constant_value()))
    reject(what, "'" + trimmed + "' is no number", "write a number, or an expression of numbers");
  return law.constant_value();
}

std::vector<double> read_numbers(const std::string& what, const std::string& text) {
  const std::string all = trim(text);
  const std::string hint =
      "write lin(first, last, count), log(first, last, count), or a list of numbers";
  if (all.empty()) reject(what, "there are no values", hint);
  const auto inside = [&](std::size_t skipped) {
    return all.substr(skipped, all.size() - skipped - 1);
  };
  const bool is_in_braces = all.front() == '{' && all.back() == '}';
  const std::vector<std::string> entries = split(is_in_braces ? inside(1) : all);
  if (is_in_braces || entries.size() > 1) {
    std::vector<double> values;
    for (const std::string& entry : entries) values.push_back(read_number(what, entry));
    return values;
  }
  const bool is_log = all.starts_with("log(");
  const std::vector<std::string> parts = (is_log || all.starts_with("lin(")) && all.back() == ')'
                                             ? split(inside(4))
                                             : std::vector<std::string>{};
  if (all.starts_with("lin(") || (is_log && parts.size() != 1)) {
    if (parts.size() != 3)
      reject(what, "'" + all + "' does not have a first value, a last one and a count", hint);
    const double first = read_number(what, parts[0]), last = read_number(what, parts[1]),
                 count = read_number(what, parts[2]);
    if (count != std::floor(count) || count < 1 || count > most_numbers) {
      reject(what, fmt::format("'{}' has {} values", all, count),
             fmt::format("give a whole number from 1 to {}", most_numbers));
    }
    if (is_log && !(first > 0 && last > 0))
      reject(what, "'" + all + "' has limits that are not positive", "use lin, or positive limits");
    std::vector<double> values;
    for (int i = 0; i < static_cast<int>(count); ++i) {
      const double share = count > 1 ? i / (count - 1) : 0.0;
      values.push_back(i + 1 == count && count > 1 ? last
                       : is_log                    ? first * std::pow(last / first, share)
                                                   : first + share * (last - first));
    }
    return values;
  }
  return {read_number(what, all)};
}

}  // namespace gelenk
