#include "symbolic/substitute.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "symbolic/switches.h"

namespace gelenk::symbolic {

namespace {

// Calls visit for every node, operands before their users, once each; with an explicit stack, since an
// expression may be deep.
template <typename Visit>
void walk(const Expression& e, std::unordered_set<const void*>& done, Visit&& visit) {
  std::vector<std::pair<const Expression*, bool>> stack = {{&e, false}};
  while (!stack.empty()) {
    const auto [at, operands_done] = stack.back();
    stack.pop_back();
    if (at->is_constant() || done.count(at->id())) continue;
    if (operands_done) {
      done.insert(at->id());
      visit(*at);
      continue;
    }
    stack.emplace_back(at, true);
    const auto& operands = at->operands();
    for (auto operand = operands.rbegin(); operand != operands.rend(); ++operand)
      stack.emplace_back(&*operand, false);
  }
}

template <typename Visit>
void walk(const Expression& e, Visit&& visit) {
  std::unordered_set<const void*> done;
  walk(e, done, std::forward<Visit>(visit));
}

// What became of nodes so far.
struct Replaced {
  std::unordered_set<const void*> done;
  std::unordered_map<const void*, Expression> result;
};

// Leaves of one kind replaced, and what is built on them built anew.
template <typename Replace>
Expression replace_leaves(const Expression& e, Op leaf, Replaced& replaced, Replace&& replace) {
  if (e.is_constant()) return e;
  auto& result = replaced.result;
  walk(e, replaced.done, [&](const Expression& at) {
    if (at.op() == leaf) {
      result[at.id()] = replace(at);
      return;
    }
    std::vector<Expression> operands = at.operands();
    bool changed = false;
    for (Expression& operand : operands) {
      if (operand.is_constant()) continue;
      const Expression& by = result.at(operand.id());
      changed = changed || by.id() != operand.id();
      operand = by;
    }
    result[at.id()] = changed ? at.with_operands(std::move(operands)) : at;
  });
  return result.at(e.id());
}

}  // namespace

Expression substitute(const Expression& e, const Meaning& meaning) {
  Replaced replaced;
  return replace_leaves(e, Op::variable, replaced,
                        [&](const Expression& variable) { return meaning(variable.name()); });
}

void substitute_all(const std::vector<Expression*>& expressions, const Meaning& meaning) {
  Replaced replaced;
  std::vector<Expression> results;  // nodes that are replaced live on until all are
  for (const Expression* e : expressions) {
    results.push_back(replace_leaves(*e, Op::variable, replaced, [&](const Expression& variable) {
      return meaning(variable.name());
    }));
  }
  for (std::size_t i = 0; i < expressions.size(); ++i) *expressions[i] = results[i];
}

Expression substitute_inputs(const Expression& e, const InputMeaning& meaning) {
  Replaced replaced;
  return replace_leaves(e, Op::input, replaced, meaning);
}

std::vector<std::string> list_variables(const Expression& e) {
  std::vector<std::string> names;
  walk(e, [&](const Expression& at) {
    if (at.op() == Op::variable && std::find(names.begin(), names.end(), at.name()) == names.end())
      names.push_back(at.name());
  });
  return names;
}

bool has_switches(const Expression& e) {
  bool has = false;
  walk(e, [&](const Expression& at) {
    has = has || at.op() == Op::select || count_indicators(at.op()) > 0;
  });
  return has;
}

bool reads_any(const Expression& e, const std::vector<char>& inputs) {
  bool found = false;
  walk(e, [&](const Expression& at) {
    found = found || (at.op() == Op::input && inputs[at.number()] != 0);
  });
  return found;
}

namespace {

// What takes Booleans, or compares whole numbers: where its operands change it jumps, though no indicator crosses zero.
bool is_of_truths(Op op) {
  return op == Op::logical_not || op == Op::logical_and || op == Op::logical_or ||
         op == Op::equal || op == Op::not_equal;
}

}  // namespace

bool jumps_or_bends_by(const Expression& e, int input) {
  std::unordered_set<const void*> dependent;
  bool found = false;
  walk(e, [&](const Expression& at) {
    const auto depends_by = [&](const Expression& operand) {
      return !operand.is_constant() && dependent.count(operand.id()) > 0;
    };
    const bool depends = (at.op() == Op::input && at.number() == input) ||
                         std::any_of(at.operands().begin(), at.operands().end(), depends_by);
    if (!depends) return;
    dependent.insert(at.id());
    found = found || count_indicators(at.op()) > 0 || is_of_truths(at.op()) ||
            (at.op() == Op::select && depends_by(at.operands()[0]));
  });
  return found;
}

bool depends_on_time(const Expression& e) {
  bool depends = false;
  walk(e, [&](const Expression& at) { depends = depends || at.op() == Op::time; });
  return depends;
}

}  // namespace gelenk::symbolic
