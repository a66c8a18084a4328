// Julia: a module. Arguments are any vectors of numbers, results new arrays.
#include <fmt/format.h>

#include "base/error.h"
#include "codegen/printers.h"
#include "codegen/statements.h"

namespace gelenk::codegen {

namespace {

class Julia final : public Language {
 public:
  std::string call(Op op, const std::vector<std::string>& operands) const override {
    const auto function = [&](const char* name) {
      return std::string(name) + "(" + fmt::format("{}", fmt::join(operands, ", ")) + ")";
    };
    const auto format = [&](const char* text) { return format_call(text, operands); };
    if (const char* const name = find_common_name(op)) return function(name);
    switch (op) {
      case Op::abs: return function("abs");
      case Op::floor: return function("floor");
      case Op::ceil: return function("ceil");
      case Op::power: return format("({0})^({1})");
      case Op::atan2: return function("atan");
      case Op::min: return function("min");
      case Op::max: return function("max");
      case Op::sign: return function("sign");
      case Op::mod: return format("(({0}) - floor(({0})/({1}))*({1}))");
      case Op::rem: return format("(({0}) - trunc(({0})/({1}))*({1}))");
      case Op::less: return format("Float64(({0}) < ({1}))");
      case Op::less_equal: return format("Float64(({0}) <= ({1}))");
      case Op::equal: return format("Float64(({0}) == ({1}))");
      case Op::not_equal: return format("Float64(({0}) != ({1}))");
      case Op::logical_and: return format("Float64(({0}) != 0.0 && ({1}) != 0.0)");
      case Op::logical_or: return format("Float64(({0}) != 0.0 || ({1}) != 0.0)");
      case Op::logical_not: return format("Float64(({0}) == 0.0)");
      case Op::select: return format("(({0}) != 0.0 ? ({1}) : ({2}))");
      default: break;
    }
    GELENK_ASSERT(false);
    return "";
  }
  std::string element(const Array& array, int entry) const override {
    return array.shape.empty() ? array.name : fmt::format("{}[{}]", array.name, entry + 1);
  }
  std::string define(const std::string& name, const std::string& expression) const override {
    return name + " = " + expression;
  }
  std::string assign(const Array& result, int entry, const std::string& expression) const override {
    if (result.shape.empty()) return result.name + " = " + expression;
    if (result.shape.size() < 2)
      return fmt::format("{}[{}] = {}", result.name, entry + 1, expression);
    return fmt::format("{}[{}, {}] = {}", result.name, entry / result.shape[1] + 1,
                       entry % result.shape[1] + 1, expression);
  }
};

std::string list_names(const std::vector<Array>& arrays) {
  std::string list;
  for (const Array& a : arrays) list += (list.empty() ? "" : ", ") + a.name;
  return list;
}

}  // namespace

std::vector<SourceText> print_julia(const Package& package) {
  std::string text;
  for (const std::string& line : describe(package))
    text += line.empty() ? "#\n" : "# " + line + "\n";
  text += fmt::format("module {}\n", package.identifier);
  for (const Function& f : package.functions) {
    text += fmt::format("\n# {}\n# {}\n# {}\nfunction {}({})\n", f.meaning, describe_signature(f),
                        describe_cost(f), f.name, list_names(f.arguments));
    for (const Array& a : f.arguments) {
      if (!a.shape.empty())
        text += fmt::format(
            "    length({0}) == {1} || throw(DimensionMismatch(\"{0} has length $(length({0})), "
            "not {1}\"))\n",
            a.name, a.size());
    }
    for (const Array& a : f.results) {
      if (!a.shape.empty())
        text += fmt::format("    {} = zeros({})\n", a.name, fmt::join(a.shape, ", "));
    }
    for (const std::string& line : write_statements(f, Julia())) text += "    " + line + "\n";
    text += "    return " + list_names(f.results) + "\nend\n";
  }
  text += "\nend\n";
  return {{package.identifier + ".jl", text}};
}

}  // namespace gelenk::codegen
