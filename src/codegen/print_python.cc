// Python 3 with numpy: a module. Arguments are any sequences of numbers, results new arrays.
#include <fmt/format.h>

#include "base/error.h"
#include "codegen/printers.h"
#include "codegen/statements.h"

namespace gelenk::codegen {

namespace {

class Python final : public Language {
 public:
  std::string call(Op op, const std::vector<std::string>& operands) const override {
    const auto function = [&](const std::string& name) {
      return name + "(" + fmt::format("{}", fmt::join(operands, ", ")) + ")";
    };
    const auto format = [&](const char* text) { return format_call(text, operands); };
    if (const char* const name = find_common_name(op)) return function(std::string("math.") + name);
    switch (op) {
      case Op::abs: return function("abs");
      case Op::floor: return function("float(math.floor") + ")";
      case Op::ceil: return function("float(math.ceil") + ")";
      case Op::power: return function("math.pow");
      case Op::atan2: return function("math.atan2");
      case Op::min: return function("min");
      case Op::max: return function("max");
      case Op::sign: return format("float((({0}) > 0.0) - (({0}) < 0.0))");
      case Op::mod: return format("(({0}) - math.floor(({0})/({1}))*({1}))");
      case Op::rem: return format("(({0}) - math.trunc(({0})/({1}))*({1}))");
      case Op::less: return format("float(({0}) < ({1}))");
      case Op::less_equal: return format("float(({0}) <= ({1}))");
      case Op::equal: return format("float(({0}) == ({1}))");
      case Op::not_equal: return format("float(({0}) != ({1}))");
      case Op::logical_and: return format("float(({0}) != 0.0 and ({1}) != 0.0)");
      case Op::logical_or: return format("float(({0}) != 0.0 or ({1}) != 0.0)");
      case Op::logical_not: return format("float(({0}) == 0.0)");
      case Op::select: return format("(({1}) if ({0}) != 0.0 else ({2}))");
      default: break;
    }
    GELENK_ASSERT(false);
    return "";
  }
  std::string element(const Array& array, int entry) const override {
    return array.shape.empty() ? array.name : fmt::format("{}[{}]", array.name, entry);
  }
  std::string define(const std::string& name, const std::string& expression) const override {
    return name + " = " + expression;
  }
  std::string assign(const Array& result, int entry, const std::string& expression) const override {
    if (result.shape.empty()) return result.name + " = " + expression;
    if (result.shape.size() < 2) return fmt::format("{}[{}] = {}", result.name, entry, expression);
    return fmt::format("{}[{}, {}] = {}", result.name, entry / result.shape[1],
                       entry % result.shape[1], expression);
  }
};

std::string list_names(const std::vector<Array>& arrays) {
  std::string list;
  for (const Array& a : arrays) list += (list.empty() ? "" : ", ") + a.name;
  return list;
}

}  // namespace

std::vector<SourceText> print_python(const Package& package) {
  std::string text = "\"\"\"";
  for (const std::string& line : describe(package)) text += line + "\n";
  text +=
      "\"\"\"\n\nimport math\n\nimport numpy as np\n\n\n"
      "def _take(x, size, name):\n"
      "    x = np.asarray(x, dtype=float)\n"
      "    if x.shape != (size,):\n"
      "        raise ValueError(f\"{name} has shape {x.shape}, not ({size},)\")\n"
      "    return x.tolist()\n";
  for (const Function& f : package.functions) {
    text +=
        fmt::format("\n\ndef {}({}):\n    \"\"\"{}\n\n    {}\n    {}\n    \"\"\"\n", f.name,
                    list_names(f.arguments), f.meaning, describe_signature(f), describe_cost(f));
    for (const Array& a : f.arguments) {
      if (!a.shape.empty())
        text += fmt::format("    {0} = _take({0}, {1}, \"{0}\")\n", a.name, a.size());
    }
    for (const Array& a : f.results) {
      if (a.shape.size() == 1)
        text += fmt::format("    {} = np.empty({})\n", a.name, a.shape[0]);
      else if (a.shape.size() == 2)
        text += fmt::format("    {} = np.empty(({}, {}))\n", a.name, a.shape[0], a.shape[1]);
    }
    for (const std::string& line : write_statements(f, Python())) text += "    " + line + "\n";
    text += "    return " + list_names(f.results) + "\n";
  }
  return {{package.identifier + ".py", text}};
}

}  // namespace gelenk::codegen
