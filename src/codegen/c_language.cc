#include "codegen/c_language.h"

#include <fmt/format.h>

#include "base/error.h"

namespace gelenk::codegen {

std::string CLanguage::call(Op op, const std::vector<std::string>& operands) const {
  const auto function = [&](const std::string& name) {
    return prefix_ + name + "(" + fmt::format("{}", fmt::join(operands, ", ")) + ")";
  };
  const auto format = [&](const char* text) { return format_call(text, operands); };
  if (const char* const name = find_common_name(op)) return function(name);
  switch (op) {
    case Op::abs: return function("fabs");
    case Op::floor: return function("floor");
    case Op::ceil: return function("ceil");
    case Op::power: return function("pow");
    case Op::atan2: return function("atan2");
    case Op::min: return function("fmin");
    case Op::max: return function("fmax");
    case Op::sign: return format("(double)((({0}) > 0.0) - (({0}) < 0.0))");
    case Op::mod: return format(("(({0}) - " + prefix_ + "floor(({0})/({1}))*({1}))").c_str());
    case Op::rem: return format(("(({0}) - " + prefix_ + "trunc(({0})/({1}))*({1}))").c_str());
    case Op::less: return format("(({0}) < ({1}) ? 1.0 : 0.0)");
    case Op::less_equal: return format("(({0}) <= ({1}) ? 1.0 : 0.0)");
    case Op::equal: return format("(({0}) == ({1}) ? 1.0 : 0.0)");
    case Op::not_equal: return format("(({0}) != ({1}) ? 1.0 : 0.0)");
    case Op::logical_and: return format("(({0}) != 0.0 && ({1}) != 0.0 ? 1.0 : 0.0)");
    case Op::logical_or: return format("(({0}) != 0.0 || ({1}) != 0.0 ? 1.0 : 0.0)");
    case Op::logical_not: return format("(({0}) == 0.0 ? 1.0 : 0.0)");
    case Op::select: return format("(({0}) != 0.0 ? ({1}) : ({2}))");
    default: break;
  }
  GELENK_ASSERT(false);
  return "";
}

std::string CLanguage::element(const Array& array, int entry) const {
  return array.shape.empty() ? array.name : fmt::format("{}[{}]", array.name, entry);
}

std::string CLanguage::define(const std::string& name, const std::string& expression) const {
  return "const double " + name + " = " + expression + ";";
}

std::string CLanguage::assign(const Array& result, int entry, const std::string& expression) const {
  return fmt::format("{}[{}] = {};", result.name, entry, expression);
}

std::string CLanguage::list_parameters(const Function& function) {
  std::string list;
  for (const Array& a : function.arguments) {
    list += list.empty() ? "" : ", ";
    list +=
        a.shape.empty() ? "double " + a.name : fmt::format("const double {}[{}]", a.name, a.size());
  }
  for (const Array& a : function.results) list += fmt::format(", double {}[{}]", a.name, a.size());
  return list;
}

std::string CLanguage::write_body(const Function& function) const {
  const std::vector<int> uses = count_uses(function.graph, function.values);
  std::vector<char> is_used(function.arguments.size(), 0);
  for (int i = 0; i < function.graph.size(); ++i) {
    if (uses[i] == 0 || function.graph.node(i).op != Op::input) continue;
    int input = function.graph.node(i).input;
    for (std::size_t k = 0; k < function.arguments.size(); ++k) {
      const int size = function.arguments[k].size();
      if (input >= 0 && input < size) is_used[k] = 1;
      input -= size;
    }
  }
  std::string text;
  for (std::size_t k = 0; k < is_used.size(); ++k) {
    if (!is_used[k]) text += "  (void)" + function.arguments[k].name + ";\n";
  }
  for (const std::string& line : write_statements(function, *this)) text += "  " + line + "\n";
  return text;
}

}  // namespace gelenk::codegen
