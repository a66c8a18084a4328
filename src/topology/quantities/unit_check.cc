#include "topology/quantities/unit_check.h"

#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "model/marked_name.h"
#include "topology/quantities/signal_catalog.h"
#include "topology/quantities/unit.h"

namespace gelenk {

namespace {

using symbolic::Expression;
using symbolic::Op;

// A unit that is known, and how people write it.
struct Known {
  Unit unit;
  std::string text;
};

class UnitChecker {
 public:
  UnitChecker(const Definitions& definitions, const Quantities& quantities) {
    for (const auto* list : {&definitions.variables, &definitions.states, &definitions.discretes,
                             &definitions.inputs}) {
      for (const Definitions::Named& named : *list) add(named.name, named.unit);
    }
    for (const Signal& signal : quantities.signals) add(signal.name, signal.unit);
    for (const auto* list : {&definitions.variables, &definitions.states}) {
      for (const Definitions::Named& named : *list) note_written(*named.component);
    }
    for (const Definitions::Named& variable : definitions.variables)
      check(variable, variable.unit, false);
    for (const Definitions::Named& state : definitions.states) check(state, state.unit, true);
  }

  std::vector<Diagnostic> warnings;

 private:
  void add(const std::string& name, const std::string& unit) {
    if (const auto parsed = unit.empty() ? std::nullopt : parse_unit(unit))
      names_.emplace(name, Known{*parsed, unit});
  }

  // What an equation says as it stands. Where it was solved for its variable, numbers in it have lost their units.
  void note_written(const Component& component) {
    if (!seen_.insert(&component).second) return;
    for (const auto* list : {&component.assignments, &component.rates}) {
      for (const Assignment& assignment : *list) written_.insert(assignment.value.id());
    }
  }

  void check(const Definitions::Named& named, const std::string& unit, bool is_rate) {
    if (named.component->is_native()) return;  // its rates are ours
    if (!written_.count(named.value.id())) return;
    clash_.clear();
    const Known* value = infer(named.value);
    if (!clash_.empty()) {
      warn(named, "the equation of '" + named.name + "' " + clash_);
      return;
    }
    const auto declared = names_.find(named.name);
    if (value == nullptr || declared == names_.end()) return;
    const Unit second{{0, 0, 1, 0, 0, 0, 0}, 1};
    const Unit expected = is_rate ? declared->second.unit / second : declared->second.unit;
    if (expected.is_same(value->unit)) return;
    warn(named, (is_rate ? "der(" + named.name + ") is in " + describe(expected)
                         : "variable '" + named.name + "' is in " + unit) +
                    ", its value in " + value->text);
  }

  void warn(const Definitions::Named& named, const std::string& message) {
    warnings.push_back({"unit", named.where, named.component->path, message,
                        "units are not converted: numbers are taken as they are"});
  }

  // Operands before their users, with an explicit stack: expressions may be high.
  const Known* infer(const Expression& whole) {
    std::vector<std::pair<const Expression*, bool>> stack = {{&whole, false}};
    while (!stack.empty()) {
      const auto [e, operands_done] = stack.back();
      stack.pop_back();
      if (e->is_constant() || found_.count(e->id())) continue;
      if (!operands_done) {
        stack.emplace_back(e, true);
        for (const Expression& operand : e->operands()) stack.emplace_back(&operand, false);
        continue;
      }
      found_[e->id()] = combine(*e);
    }
    return unit_of(whole);
  }

  // Null: not known.
  const Known* unit_of(const Expression& e) const {
    if (e.is_constant()) return nullptr;
    const auto& known = found_.at(e.id());
    return known ? &*known : nullptr;
  }

  std::optional<Known> combine(const Expression& e) {
    const auto operand = [&](std::size_t i) { return unit_of(e.operands()[i]); };
    switch (e.op()) {
      case Op::time: return Known{{{0, 0, 1, 0, 0, 0, 0}, 1}, "s"};
      case Op::variable: {
        const MarkedName marked = split_mark(e.name());
        const auto named = names_.find(marked.name);
        if (named == names_.end()) return std::nullopt;
        if (marked.mark != NameMark::rate) return named->second;
        const Unit rate = named->second.unit / Unit{{0, 0, 1, 0, 0, 0, 0}, 1};
        return Known{rate, describe(rate)};
      }
      case Op::negate:
      case Op::abs: return copy(operand(0));
      case Op::add:
      case Op::subtract:
      case Op::min:
      case Op::max:
        return agree(operand(0), operand(1), e.op() == Op::add || e.op() == Op::subtract);
      case Op::less:
      case Op::less_equal: agree(operand(0), operand(1), false); return std::nullopt;
      case Op::select: return agree(operand(1), operand(2), false);
      case Op::multiply:
      case Op::divide: {
        const Known *a = operand(0), *b = operand(1);
        if (a == nullptr || b == nullptr) return std::nullopt;
        const Unit unit = e.op() == Op::multiply ? a->unit * b->unit : a->unit / b->unit;
        return Known{unit, describe(unit)};
      }
      case Op::sqrt: return power(operand(0), 0.5);
      case Op::power:
        if (!e.operands()[1].is_constant()) return std::nullopt;
        return power(operand(0), e.operands()[1].constant_value());
      default: return std::nullopt;
    }
  }

  static std::optional<Known> copy(const Known* known) {
    return known == nullptr ? std::nullopt : std::optional(*known);
  }
  static std::optional<Known> power(const Known* base, double exponent) {
    if (base == nullptr || !std::isfinite(exponent)) return std::nullopt;
    const Unit unit = base->unit.pow(exponent);
    return Known{unit, describe(unit)};
  }
  // What is added or compared has one unit.
  std::optional<Known> agree(const Known* a, const Known* b, bool adds) {
    if (a == nullptr || b == nullptr) return copy(a != nullptr ? a : b);
    if (!a->unit.is_same(b->unit) && clash_.empty())
      clash_ = (adds ? "adds " : "compares ") + a->text + " and " + b->text;
    return *a;
  }

  std::unordered_set<const Component*> seen_;
  std::unordered_set<const void*> written_;  // values of assignments
  std::unordered_map<std::string, Known> names_;
  std::unordered_map<const void*, std::optional<Known>> found_;
  std::string clash_;
};

}  // namespace

std::vector<Diagnostic> check_units(const Definitions& definitions, const Quantities& quantities) {
  return UnitChecker(definitions, quantities).warnings;
}

}  // namespace gelenk
