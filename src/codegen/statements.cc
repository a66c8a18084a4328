#include "codegen/statements.h"

#include <fmt/format.h>

#include <set>

#include "base/error.h"

namespace gelenk::codegen {

namespace {

constexpr std::size_t longest_inside = 64;  // of an expression inside of another

// How tightly an expression holds together.
enum class Bond { sum, product, whole };

struct Text {
  std::string text;
  Bond bond = Bond::whole;
};

std::string in(const Text& t, Bond at_least) {
  return t.bond < at_least ? "(" + t.text + ")" : t.text;
}

class Writer {
 public:
  Writer(const Function& function, const Language& language)
      : function_(function),
        graph_(function.graph),
        language_(language),
        uses_(count_uses(graph_, function.values)),
        texts_(uses_.size()) {
    for (const auto* arrays : {&function.arguments, &function.results})
      for (const Array& a : *arrays) taken_.insert(a.name);
  }

  std::vector<std::string> write() {
    for (int i = 0; i < graph_.size(); ++i) {
      if (uses_[i] == 0) continue;
      texts_[i] = spell(i);
      const Op op = graph_.node(i).op;
      if (op == Op::constant || op == Op::input) continue;
      const bool is_inside =
          uses_[i] == 1 && graph_.name_of(i).empty() && texts_[i].text.size() <= longest_inside;
      if (is_inside) continue;
      const std::string name = choose_name(i);
      lines_.push_back(language_.define(name, texts_[i].text));
      texts_[i] = {name, Bond::whole};
    }
    std::size_t next = 0;
    for (const Array& result : function_.results) {
      for (int i = 0; i < result.size(); ++i) {
        const Value v = function_.values[next++];
        lines_.push_back(language_.assign(result, i, spell(v).text));
      }
    }
    return std::move(lines_);
  }

 private:
  Text spell(Value v) const {
    if (!v.negative()) return texts_[v.node()];
    const Node& n = graph_.node(v);
    const Text& t = texts_[v.node()];
    // −(a − b) is b − a where it stands here alone.
    if (n.op == Op::subtract && t.bond == Bond::sum)
      return {in(texts_[n.b.node()], Bond::sum) + " - " + in(texts_[n.a.node()], Bond::product),
              Bond::sum};
    return {"-" + in(t, Bond::product), Bond::sum};
  }

  Text spell(int number) const {
    const Node& n = graph_.node(number);
    const auto a = [&] { return texts_[n.a.node()]; };
    const auto b = [&] { return texts_[n.b.node()]; };
    switch (n.op) {
      case Op::constant: return {language_.number(n.number)};
      case Op::input: return {spell_input(n.input)};
      case Op::add: return {in(a(), Bond::sum) + " + " + in(b(), Bond::sum), Bond::sum};
      case Op::subtract: return {in(a(), Bond::sum) + " - " + in(b(), Bond::product), Bond::sum};
      case Op::multiply:
        return {in(a(), Bond::product) + "*" + in(b(), Bond::whole), Bond::product};
      case Op::divide: return {in(a(), Bond::product) + "/" + in(b(), Bond::whole), Bond::product};
      default: break;
    }
    std::vector<std::string> operands;
    const Value values[] = {n.a, n.b, n.c};
    for (int i = 0; i < n.operand_count(); ++i) operands.push_back(spell(values[i]).text);
    return {language_.call(n.op, operands)};
  }

  std::string spell_input(int input) const {
    for (const Array& a : function_.arguments) {
      if (input < a.size()) return language_.element(a, input);
      input -= a.size();
    }
    GELENK_ASSERT(false);
    return "";
  }

  std::string choose_name(int number) {
    std::string stem = graph_.name_of(number);
    for (char& c : stem) {
      if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))) c = '_';
    }
    while (!stem.empty() && stem.back() == '_') stem.pop_back();
    if (stem.empty()) return "x" + std::to_string(++unnamed_);
    std::string name = stem;
    for (int k = 2; !taken_.insert(name).second; ++k) name = stem + "_" + std::to_string(k);
    return name;
  }

  const Function& function_;
  const Graph& graph_;
  const Language& language_;
  std::vector<int> uses_;
  std::vector<Text> texts_;
  std::vector<std::string> lines_;
  std::set<std::string> taken_;
  int unnamed_ = 0;
};

}  // namespace

std::string Language::number(double x) const {
  std::string text = fmt::format("{}", x);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

const char* find_common_name(Op op) {
  switch (op) {
    case Op::sqrt: return "sqrt";
    case Op::sin: return "sin";
    case Op::cos: return "cos";
    case Op::tan: return "tan";
    case Op::asin: return "asin";
    case Op::acos: return "acos";
    case Op::atan: return "atan";
    case Op::sinh: return "sinh";
    case Op::cosh: return "cosh";
    case Op::tanh: return "tanh";
    case Op::exp: return "exp";
    case Op::log: return "log";
    case Op::log10: return "log10";
    default: return nullptr;
  }
}

std::string format_call(const std::string& format, const std::vector<std::string>& operands) {
  const auto get = [&](std::size_t i) { return i < operands.size() ? operands[i] : std::string(); };
  return fmt::format(fmt::runtime(format), get(0), get(1), get(2));
}

std::vector<std::string> write_statements(const Function& function, const Language& language) {
  return Writer(function, language).write();
}

}  // namespace gelenk::codegen
