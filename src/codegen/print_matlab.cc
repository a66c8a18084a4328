// MATLAB and Octave: a file for each function. Results are columns and matrices.
#include <fmt/format.h>

#include "base/error.h"
#include "codegen/printers.h"
#include "codegen/statements.h"

namespace gelenk::codegen {

namespace {

class Matlab final : public Language {
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
      case Op::power: return format("(({0})^({1}))");
      case Op::atan2: return function("atan2");
      case Op::min: return function("min");
      case Op::max: return function("max");
      case Op::sign: return function("sign");
      case Op::mod: return format("(({0}) - floor(({0})/({1}))*({1}))");
      case Op::rem: return format("(({0}) - fix(({0})/({1}))*({1}))");
      case Op::less: return format("double(({0}) < ({1}))");
      case Op::less_equal: return format("double(({0}) <= ({1}))");
      case Op::equal: return format("double(({0}) == ({1}))");
      case Op::not_equal: return format("double(({0}) ~= ({1}))");
      case Op::logical_and: return format("double(({0}) ~= 0 && ({1}) ~= 0)");
      case Op::logical_or: return format("double(({0}) ~= 0 || ({1}) ~= 0)");
      case Op::logical_not: return format("double(({0}) == 0)");
      case Op::select: return format("choose({0}, {1}, {2})");
      default: break;
    }
    GELENK_ASSERT(false);
    return "";
  }
  std::string element(const Array& array, int entry) const override {
    return array.shape.empty() ? array.name : fmt::format("{}({})", array.name, entry + 1);
  }
  std::string define(const std::string& name, const std::string& expression) const override {
    return name + " = " + expression + ";";
  }
  std::string assign(const Array& result, int entry, const std::string& expression) const override {
    if (result.shape.empty()) return result.name + " = " + expression + ";";
    if (result.shape.size() < 2)
      return fmt::format("{}({}) = {};", result.name, entry + 1, expression);
    return fmt::format("{}({}, {}) = {};", result.name, entry / result.shape[1] + 1,
                       entry % result.shape[1] + 1, expression);
  }
};

std::string list_names(const std::vector<Array>& arrays) {
  std::string list;
  for (const Array& a : arrays) list += (list.empty() ? "" : ", ") + a.name;
  return list;
}

bool has_choices(const Function& f) {
  const std::vector<int> uses = count_uses(f.graph, f.values);
  for (int i = 0; i < f.graph.size(); ++i) {
    if (uses[i] > 0 && f.graph.node(i).op == Op::select) return true;
  }
  return false;
}

}  // namespace

std::vector<SourceText> print_matlab(const Package& package) {
  std::string heading;
  for (const std::string& line : describe(package))
    heading += line.empty() ? "%\n" : "% " + line + "\n";
  std::vector<SourceText> files;
  for (const Function& f : package.functions) {
    const std::string name = package.identifier + "_" + f.name;
    std::string text = fmt::format("function [{}] = {}({})\n% {}\n% {}\n% {}\n%\n{}",
                                   list_names(f.results), name, list_names(f.arguments), f.meaning,
                                   describe_signature(f), describe_cost(f), heading);
    for (const Array& a : f.results) {
      if (a.shape.size() == 1)
        text += fmt::format("{} = zeros({}, 1);\n", a.name, a.shape[0]);
      else if (a.shape.size() == 2)
        text += fmt::format("{} = zeros({}, {});\n", a.name, a.shape[0], a.shape[1]);
    }
    for (const std::string& line : write_statements(f, Matlab())) text += line + "\n";
    text += "end\n";
    if (has_choices(f)) {
      text +=
          "\nfunction x = choose(condition, a, b)\nif condition ~= 0\n  x = a;\nelse\n  x = "
          "b;\nend\nend\n";
    }
    files.push_back({name + ".m", text});
  }
  return files;
}

}  // namespace gelenk::codegen
