#include "equations/aliases.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <utility>

#include "equations/linear_form.h"
#include "symbolic/substitute.h"

namespace gelenk::equations {

using symbolic::Expression;
using symbolic::Op;

namespace {

// What became of something that an equation says.
enum class Outcome { taken, stays, contradicts };

// Numbers that an equation compares are equal to rounding of the terms they come from.
bool agree(double a, double b, double size) {
  return std::abs(a - b) <= 1e-12 * std::max({std::abs(a), std::abs(b), size});
}

// Sets of quantities that are tied to each other by numbers, each with a root, and chains of derivatives between the sets.
class Sets {
 public:
  explicit Sets(FlatEquations& flat) : flat_(flat) {
    for (std::size_t i = 0; i < flat.quantities.size(); ++i) {
      const Quantity& q = flat.quantities[i];
      sets_.push_back({static_cast<int>(i), 1.0, 0.0, 0, q.derivative, 1.0, q.derivative_of});
    }
  }

  // What the quantity is, seen from its root. Shortens ways as it goes.
  Alias find(int quantity) {
    way_.clear();
    int root = quantity;
    for (; sets_[root].parent != root; root = sets_[root].parent) way_.push_back(root);
    double factor = 1.0, offset = 0.0;  // of the last on the way, seen from the root
    int merges = 0;
    for (auto at = way_.rbegin(); at != way_.rend(); ++at) {
      Set& set = sets_[*at];
      offset = set.factor * offset + set.offset;
      factor *= set.factor;
      merges = std::max(merges, set.merges);
      set.parent = root;
      set.merges = merges;
      set.factor = factor;
      set.offset = offset;
    }
    return {root, factor, offset};
  }
  // The same, with numbers as such.
  Alias get(int quantity) {
    const Alias alias = find(quantity);
    if (!sets_[alias.of].is_number) return alias;
    return {-1, 1.0, alias.factor * sets_[alias.of].value + alias.offset};
  }

  // How often quantities were taken together, one such sum within another, until it was known what this one is.
  int count_merges(int quantity) {
    const Alias alias = find(quantity);
    return std::max(sets_[quantity].merges, sets_[alias.of].merges);
  }

  // a = factor · b + offset, or a = value; with all that follows for derivatives.
  Outcome join(int a, int b, double factor, double offset, int merges) {
    merges_ = merges;
    const Outcome outcome = join_one(a, b, factor, offset);
    settle();
    return outcome;
  }
  Outcome set_number(int a, double value, int merges) {
    merges_ = merges;
    const Outcome outcome = set_number_of_one(a, value);
    settle();
    return outcome;
  }

  // The chains of `flat` from here on lead from root to root, and each is the rate of the one before: where it is a multiple
  // of that, a quantity is added to stand for the set instead.
  void rewrite_chains() {
    for (Quantity& q : flat_.quantities) q.derivative = q.derivative_of = -1;
    for (int i = 0; i < static_cast<int>(sets_.size()); ++i) {
      if (sets_[i].parent == i && !has_set_above(i)) rewrite_chain_below(i);
    }
  }

 private:
  struct Set {
    int parent;
    double factor, offset;  // quantity = factor · parent + offset
    int merges;             // behind that; of a root: behind its value, where it is a number
    // Of a root: its rate is derivative_factor times this quantity; −1: none occurs.
    int derivative;
    double derivative_factor;
    int derivative_of;  // of a root: a quantity of the set whose rate is in this one; −1: none
    bool is_number = false;
    double value = 0.0;
  };
  struct Join {
    int a, b;
    double factor;
  };

  Outcome join_one(int a, int b, double factor, double offset) {
    const Alias from_a = find(a), from_b = find(b);
    const int ra = from_a.of, rb = from_b.of;
    // ra = f rb + c
    const double f = factor * from_b.factor / from_a.factor;
    const double c = (factor * from_b.offset + offset - from_a.offset) / from_a.factor;
    if (!std::isfinite(f) || !std::isfinite(c) || f == 0.0) return Outcome::stays;
    if (ra == rb) {
      const double size =
          std::max(std::abs(from_a.offset), std::abs(offset)) / std::abs(from_a.factor);
      if (agree(f, 1.0, 1.0)) return agree(c, 0.0, size) ? Outcome::taken : Outcome::contradicts;
      return set_number_of_one(ra, c / (1.0 - f));
    }
    if (sets_[ra].is_number) return set_number_of_one(rb, (sets_[ra].value - c) / f);
    if (sets_[rb].is_number) return set_number_of_one(ra, f * sets_[rb].value + c);
    if (flat_.quantities[ra].is_known && flat_.quantities[rb].is_known) return Outcome::stays;
    if (is_above(ra, rb) || is_above(rb, ra) || are_rates_of_two(ra, rb)) return Outcome::stays;
    // The rate of a state: der(x) = u with u known stays the equation that moves x.
    if (is_rate_beside_known(ra, rb) || is_rate_beside_known(rb, ra)) return Outcome::stays;
    if (stands_before(ra, rb))
      link(rb, ra, 1.0 / f, -c / f);
    else
      link(ra, rb, f, c);
    return Outcome::taken;
  }

  Outcome set_number_of_one(int a, double value) {
    const Alias from_a = find(a);
    const double of_root = (value - from_a.offset) / from_a.factor;
    Set& set = sets_[from_a.of];
    if (set.is_number) {
      const double size = std::abs(from_a.offset / from_a.factor);
      return agree(set.value, of_root, size) ? Outcome::taken : Outcome::contradicts;
    }
    if (flat_.quantities[from_a.of].is_known || !std::isfinite(of_root)) return Outcome::stays;
    // The rate of a state: der(x) = 2 stays the equation that moves x.
    if (has_set_above(from_a.of)) return Outcome::stays;
    set.is_number = true;
    set.value = of_root;
    set.merges = merges_;
    if (set.derivative >= 0) zeros_to_do_.push_back(set.derivative);
    return Outcome::taken;
  }

  // What follows for derivatives. What names cannot say becomes an equation.
  void settle() {
    while (!zeros_to_do_.empty() || !joins_to_do_.empty()) {
      if (!zeros_to_do_.empty()) {
        const int a = zeros_to_do_.front();
        zeros_to_do_.pop_front();
        if (set_number_of_one(a, 0.0) != Outcome::taken) add_equation(Expression::input(a), a);
        continue;
      }
      const Join next = joins_to_do_.front();
      joins_to_do_.pop_front();
      if (join_one(next.a, next.b, next.factor, 0.0) == Outcome::taken) continue;
      add_equation(Expression::make(
                       Op::subtract,
                       {Expression::input(next.a),
                        Expression::make(Op::multiply, {next.factor, Expression::input(next.b)})}),
                   next.a);
    }
  }
  void add_equation(Expression residual, int of) {
    Residual equation;
    equation.value = std::move(residual);
    equation.where = flat_.quantities[of].where;
    flat_.equations.push_back(std::move(equation));
  }

  // Whether b is a derivative of a, of any order.
  bool is_above(int a, int b) {
    while (sets_[a].derivative >= 0) {
      a = find(sets_[a].derivative).of;
      if (a == b) return true;
    }
    return false;
  }
  // A rate has one quantity whose rate it is.
  bool are_rates_of_two(int ra, int rb) {
    return sets_[ra].derivative_of >= 0 && sets_[rb].derivative_of >= 0 &&
           find(sets_[ra].derivative_of).of != find(sets_[rb].derivative_of).of;
  }
  bool is_rate_beside_known(int known, int other) {
    return flat_.quantities[known].is_known && has_set_above(other);
  }
  bool has_set_above(int root) {
    if (sets_[root].derivative_of < 0) return false;
    const Set& above = sets_[find(sets_[root].derivative_of).of];
    return !above.is_number && above.derivative >= 0 && find(above.derivative).of == root;
  }

  // Known quantities stand for others, then accelerations of ports, then those that the user wants as states, then those whose start is given, then
  // those that are nobody's derivative; then the first.
  bool stands_before(int a, int b) const {
    const Quantity& qa = flat_.quantities[a];
    const Quantity& qb = flat_.quantities[b];
    if (qa.is_known != qb.is_known) return qa.is_known;
    if (qa.is_of_port != qb.is_of_port) return qa.is_of_port;
    if (qa.select != qb.select) return qa.select > qb.select;
    if (qa.is_fixed != qb.is_fixed) return qa.is_fixed;
    if (qa.is_start_given != qb.is_start_given) return qa.is_start_given;
    if ((qa.derivative_of < 0) != (qb.derivative_of < 0)) return qa.derivative_of < 0;
    return a < b;
  }

  // from = factor · to + offset
  void link(int from, int to, double factor, double offset) {
    Set& low = sets_[from];
    Set& top = sets_[to];
    low.parent = to;
    low.factor = factor;
    low.offset = offset;
    low.merges = merges_;
    take_start(from, to, factor, offset);
    if (top.derivative_of < 0) top.derivative_of = low.derivative_of;
    if (low.derivative < 0) return;
    const double low_factor = low.derivative_factor / factor;  // top' = low_factor · low.derivative
    if (top.derivative < 0) {
      top.derivative = low.derivative;
      top.derivative_factor = low_factor;
    } else {
      joins_to_do_.push_back({top.derivative, low.derivative, low_factor / top.derivative_factor});
    }
  }
  void take_start(int from, int to, double factor, double offset) {
    Quantity& stands = flat_.quantities[to];
    const Quantity& other = flat_.quantities[from];
    if (stands.is_start_given || !other.is_start_given) return;
    stands.start = (other.start - offset) / factor;
    stands.is_start_given = true;
  }

  void rewrite_chain_below(int head) {
    for (int at = head; !sets_[at].is_number && sets_[at].derivative >= 0;) {
      const Alias rate = find(sets_[at].derivative);
      if (sets_[rate.of].is_number) return;
      const double factor = sets_[at].derivative_factor * rate.factor;
      const double offset = sets_[at].derivative_factor * rate.offset;
      int next = rate.of;
      if (factor != 1.0 || offset != 0.0)
        next = add_root(at, rate.of, 1.0 / factor, -offset / factor);
      flat_.quantities[at].derivative = next;
      flat_.quantities[next].derivative_of = at;
      at = next;
    }
  }
  // A new quantity, the rate of `of`, that stands for a set instead of its old root: old = factor · new + offset.
  int add_root(int of, int old, double factor, double offset) {
    const int added = static_cast<int>(sets_.size());
    Quantity rate;
    rate.name = "der(" + flat_.quantities[of].name + ")";
    rate.is_known = flat_.quantities[old].is_known;
    rate.where = flat_.quantities[of].where;
    flat_.quantities.push_back(std::move(rate));
    const Set& set = sets_[old];
    sets_.push_back({added, 1.0, 0.0, 0, set.derivative, set.derivative_factor / factor, of});
    sets_[old].parent = added;
    sets_[old].factor = factor;
    sets_[old].offset = offset;
    take_start(old, added, factor, offset);
    return added;
  }

  FlatEquations& flat_;
  std::vector<Set> sets_;
  std::deque<int> zeros_to_do_;
  std::deque<Join> joins_to_do_;
  std::vector<int> way_;  // scratch
  int merges_ = 0;        // behind what is being taken
};

// The sum with quantities that stand for others in their place; terms that cancel are left out.
struct Reduced {
  ConstantSum sum;
  double size;     // of the numbers in it
  int merges = 0;  // behind it: one more where terms of the same quantity came together
};

Reduced reduce(const ConstantSum& sum, Sets& sets) {
  Reduced result;
  ConstantSum& reduced = result.sum;
  double& size = result.size;
  std::vector<int> merged;
  reduced.constant = sum.constant;
  size = std::abs(sum.constant);
  for (const auto& [quantity, coefficient] : sum.terms) {
    const Alias alias = sets.get(quantity);
    result.merges = std::max(result.merges, sets.count_merges(quantity));
    reduced.constant += coefficient * alias.offset;
    size = std::max(size, std::abs(coefficient * alias.offset));
    if (alias.of < 0) continue;
    const auto same = std::find_if(reduced.terms.begin(), reduced.terms.end(),
                                   [&](const auto& term) { return term.first == alias.of; });
    if (same != reduced.terms.end()) {
      same->second += coefficient * alias.factor;
      merged.push_back(alias.of);
    } else {
      reduced.terms.emplace_back(alias.of, coefficient * alias.factor);
    }
  }
  double largest = 0.0;
  for (const auto& [quantity, coefficient] : sum.terms)
    largest = std::max(largest, std::abs(coefficient));
  std::erase_if(reduced.terms,
                [&](const auto& term) { return std::abs(term.second) <= 1e-14 * largest; });
  const bool is_merged = std::any_of(reduced.terms.begin(), reduced.terms.end(), [&](const auto& term) {
    return std::find(merged.begin(), merged.end(), term.first) != merged.end();
  });
  if (is_merged) ++result.merges;
  return result;
}

Outcome take(const Reduced& reduced, Sets& sets) {
  const auto& [sum, size, merges] = reduced;
  if (sum.terms.empty())
    return agree(sum.constant, 0.0, size) ? Outcome::taken : Outcome::contradicts;
  // Sums within sums are an elimination, which has to choose what it divides by: x[i+1] = 2.5 x[i] − x[i−1], from
  // x[1] on, loses a digit every few steps.
  constexpr int most_merges = 4;
  if (merges > most_merges) return Outcome::stays;
  const auto [a, ca] = sum.terms[0];
  if (sum.terms.size() == 1) return sets.set_number(a, -sum.constant / ca, merges);
  if (sum.terms.size() > 2) return Outcome::stays;
  const auto [b, cb] = sum.terms[1];
  return sets.join(a, b, -cb / ca, -sum.constant / ca, merges);
}

// An equation that is no sum of quantities times numbers.
struct Other {
  int equation;
  std::vector<int> inputs;
};

// Those that are sums once what is a number stands in them as that: x = sqrt(2) and what follows from it. Whether there are any.
bool evaluate(std::vector<Other>& others, std::size_t most_terms, const FlatEquations& flat,
              Sets& sets, std::vector<std::pair<int, ConstantSum>>& sums) {
  const auto is_number = [&](int quantity) { return sets.get(quantity).of < 0; };
  const std::size_t before = sums.size();
  std::erase_if(others, [&](const Other& other) {
    if (other.inputs.size() < 2 ||
        std::count_if(other.inputs.begin(), other.inputs.end(), is_number) + 1 <
            static_cast<std::ptrdiff_t>(other.inputs.size()))
      return false;
    const Expression value = symbolic::substitute_inputs(
        flat.equations[static_cast<std::size_t>(other.equation)].value,
        [&](const Expression& input) -> Expression {
          const Alias alias = sets.get(input.number());
          return alias.of < 0 ? Expression(alias.offset) : input;
        });
    std::optional<ConstantSum> sum = find_constant_sum(value, most_terms);
    if (sum) sums.emplace_back(other.equation, std::move(*sum));
    return true;
  });
  return sums.size() > before;
}

}  // namespace

Aliases find_aliases(FlatEquations& flat) {
  // Sums of more terms are seldom left with two.
  constexpr std::size_t most_terms = 8;
  Sets sets(flat);
  Aliases aliases;
  const std::size_t count = flat.equations.size();
  aliases.is_used_up.assign(count, 0);
  std::vector<std::pair<int, ConstantSum>> pending, left;
  std::vector<Other> others;
  for (std::size_t i = 0; i < count; ++i) {
    const Expression& value = flat.equations[i].value;
    if (auto sum = find_constant_sum(value, most_terms))
      pending.emplace_back(static_cast<int>(i), std::move(*sum));
    else
      others.push_back({static_cast<int>(i), list_inputs(value)});
  }
  // What one equation says may make another one say more, often the one before or behind it.
  constexpr int most_rounds = 200;
  bool any = true;
  for (int round = 0; round < most_rounds && any; ++round) {
    any = false;
    left.clear();
    for (auto& [equation, sum] : pending) {
      const Outcome outcome = take(reduce(sum, sets), sets);
      if (outcome == Outcome::stays) {
        left.emplace_back(equation, std::move(sum));
        continue;
      }
      any = true;
      aliases.is_used_up[equation] = 1;
      if (outcome == Outcome::contradicts) aliases.contradicted.push_back(equation);
    }
    std::reverse(left.begin(), left.end());
    pending.swap(left);
    if (!any && evaluate(others, most_terms, flat, sets, pending)) any = true;
  }
  aliases.is_used_up.resize(flat.equations.size(), 0);
  sets.rewrite_chains();
  for (std::size_t i = 0; i < flat.quantities.size(); ++i)
    aliases.of.push_back(sets.get(static_cast<int>(i)));
  return aliases;
}

Expression use_aliases(const Expression& e, const Aliases& aliases) {
  return symbolic::substitute_inputs(e, [&aliases](const Expression& input) -> Expression {
    const Alias& alias = aliases.of[input.number()];
    if (alias.of < 0) return alias.offset;
    if (alias.of == input.number()) return input;
    Expression value = Expression::input(alias.of);
    if (alias.factor == -1.0)
      value = Expression::make(Op::negate, {value});
    else if (alias.factor != 1.0)
      value = Expression::make(Op::multiply, {alias.factor, value});
    return alias.offset == 0.0 ? value : Expression::make(Op::add, {value, alias.offset});
  });
}

}  // namespace gelenk::equations
