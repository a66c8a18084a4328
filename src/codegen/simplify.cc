#include "codegen/simplify.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace gelenk::codegen {

namespace {

// coefficient · Π factors, which are sorted and without signs.
struct Term {
  double coefficient = 1.0;
  std::vector<int> factors;  // nodes of the new graph
};

class Simplifier {
 public:
  Simplifier(const Graph& from, const std::vector<Value>& outputs)
      : from_(from),
        uses_(count_uses(from, outputs)),
        image_(uses_.size()),
        is_inner_(uses_.size()) {
    find_inner();
  }

  Graph simplify(std::vector<Value>& outputs) {
    for (int i = 0; i < from_.size(); ++i) {
      if (uses_[i] == 0 || is_inner_[i]) continue;
      image_[i] = rebuild(i);
      if (!from_.name_of(i).empty()) to_.name(image_[i], from_.name_of(i));
    }
    for (Value& v : outputs) v = image_of(v);
    return std::move(to_);
  }

 private:
  static bool is_sum(const Node& n) { return n.op == Op::add || n.op == Op::subtract; }
  static bool is_product(const Node& n) { return n.op == Op::multiply; }
  // 1/x that is used once: y (1/x) is y/x.
  bool is_reciprocal(Value v) const {
    const Node& n = from_.node(v);
    return n.op == Op::divide && uses_[v.node()] == 1 && from_.is_constant(n.a) &&
           from_.number(n.a) == 1.0;
  }
  Value image_of(Value v) const { return image_[v.node()].times_sign_of(v); }

  // Sums and products that one sum, and products that one product uses, are a part of it.
  void find_inner() {
    for (int i = 0; i < from_.size(); ++i) {
      if (uses_[i] == 0) continue;
      const Node& n = from_.node(i);
      if (!is_sum(n) && !is_product(n)) continue;
      const bool divides = is_product(n) && (is_reciprocal(n.a) || is_reciprocal(n.b));
      for (Value operand : {n.a, n.b}) {
        if (divides || uses_[operand.node()] != 1) continue;
        const Node& o = from_.node(operand);
        if (is_product(o) || (is_sum(o) && is_sum(n))) is_inner_[operand.node()] = 1;
      }
    }
  }

  Value rebuild(int number) {
    const Node& n = from_.node(number);
    if (n.op == Op::constant) return to_.constant(n.number);
    if (n.op == Op::input) return to_.input(n.input);
    if (is_product(n)) {
      for (const auto& [factor, rest] : {std::pair(n.a, n.b), std::pair(n.b, n.a)}) {
        if (is_reciprocal(factor))
          return to_.divide(image_of(rest), image_of(from_.node(factor).b));
      }
      Term term;
      gather_factors(Value(number, false), true, term);
      return build_product(term);
    }
    if (is_sum(n)) {
      std::vector<Term> terms;
      gather_terms(number, terms);
      return build_sum(std::move(terms));
    }
    return to_.make(n.op, image_of(n.a), image_of(n.b), image_of(n.c));
  }

  void gather_factors(Value value, bool is_root, Term& term) {
    std::vector<Value> open = {value};
    bool opens = is_root;
    while (!open.empty()) {
      const Value v = open.back();
      open.pop_back();
      const Node& n = from_.node(v);
      if (is_product(n) && (opens || is_inner_[v.node()])) {
        if (v.negative()) term.coefficient = -term.coefficient;
        open.push_back(n.b);
        open.push_back(n.a);
      } else {
        add_factor(image_of(v), term);
      }
      opens = false;
    }
    std::sort(term.factors.begin(), term.factors.end());
  }
  void add_factor(Value image, Term& term) {
    if (to_.is_constant(image)) {
      term.coefficient *= to_.number(image);
      return;
    }
    if (image.negative()) term.coefficient = -term.coefficient;
    term.factors.push_back(image.node());
  }

  void gather_terms(int root, std::vector<Term>& terms) {
    std::vector<Value> open = {Value(root, false)};
    while (!open.empty()) {
      const Value v = open.back();
      open.pop_back();
      const Node& n = from_.node(v);
      if (is_sum(n) && (v.node() == root || is_inner_[v.node()])) {
        open.push_back((n.op == Op::add ? n.b : -n.b).times_sign_of(v));
        open.push_back(n.a.times_sign_of(v));
        continue;
      }
      Term term;
      gather_factors(v, false, term);
      if (term.coefficient != 0.0) terms.push_back(std::move(term));
    }
  }

  static void merge_equal(std::vector<Term>& terms) {
    std::map<std::vector<int>, std::size_t> place;
    std::vector<Term> merged;
    for (Term& term : terms) {
      const auto [at, is_new] = place.try_emplace(term.factors, merged.size());
      if (is_new)
        merged.push_back(std::move(term));
      else
        merged[at->second].coefficient += term.coefficient;
    }
    std::erase_if(merged, [](const Term& t) { return t.coefficient == 0.0; });
    terms = std::move(merged);
  }

  // Common factors, those that most terms have first, until every one is in one term alone.
  Value build_sum(std::vector<Term> terms) {
    for (;;) {
      merge_equal(terms);
      std::map<int, int> of_factor;
      std::map<double, int> of_coefficient;
      for (const Term& t : terms) {
        int last = -1;
        for (int f : t.factors) {
          if (f != last) ++of_factor[f];
          last = f;
        }
        if (std::abs(t.coefficient) != 1.0 && !t.factors.empty())
          ++of_coefficient[std::abs(t.coefficient)];
      }
      int best = -1, most = 1;
      for (const auto& [factor, count] : of_factor) {
        if (count > most) most = count, best = factor;
      }
      double coefficient = 0.0;
      for (const auto& [c, count] : of_coefficient) {
        if (count > most) most = count, coefficient = c;
      }
      if (most < 2) break;
      take_out(terms, coefficient == 0.0 ? best : -1, coefficient);
    }
    Value sum;
    for (const Term& t : terms) sum = to_.add(sum, build_product(t));
    return sum;
  }

  // A node, or −1 and a coefficient.
  void take_out(std::vector<Term>& terms, int factor, double coefficient) {
    std::vector<Term> inside, rest;
    std::size_t place = terms.size();
    for (std::size_t i = 0; i < terms.size(); ++i) {
      Term& t = terms[i];
      const auto at = std::find(t.factors.begin(), t.factors.end(), factor);
      const bool has = factor >= 0 ? at != t.factors.end()
                                   : std::abs(t.coefficient) == coefficient && !t.factors.empty();
      if (!has) {
        rest.push_back(std::move(t));
        continue;
      }
      if (factor >= 0)
        t.factors.erase(at);
      else
        t.coefficient = t.coefficient < 0 ? -1.0 : 1.0;
      place = std::min(place, rest.size());
      inside.push_back(std::move(t));
    }
    Term taken;
    if (factor >= 0)
      taken.factors.push_back(factor);
    else
      taken.coefficient = coefficient;
    add_factor(build_sum(std::move(inside)), taken);
    std::sort(taken.factors.begin(), taken.factors.end());
    if (taken.coefficient != 0.0)
      rest.insert(rest.begin() + static_cast<std::ptrdiff_t>(place), std::move(taken));
    terms = std::move(rest);
  }

  Value build_product(const Term& term) {
    if (term.factors.empty()) return to_.constant(term.coefficient);
    Value product(term.factors[0], false);
    for (std::size_t i = 1; i < term.factors.size(); ++i)
      product = to_.multiply(product, Value(term.factors[i], false));
    return to_.multiply(to_.constant(term.coefficient), product);
  }

  const Graph& from_;
  Graph to_;
  std::vector<int> uses_;
  std::vector<Value> image_;    // of nodes that are not inner
  std::vector<char> is_inner_;  // by node
};

}  // namespace

Graph simplify(const Graph& graph, std::vector<Value>& outputs) {
  Graph best = Simplifier(graph, outputs).simplify(outputs);
  for (;;) {
    std::vector<Value> now = outputs;
    Graph next = Simplifier(best, now).simplify(now);
    if (count_operations(next, now).total() >= count_operations(best, outputs).total()) return best;
    best = std::move(next);
    outputs = std::move(now);
  }
}

}  // namespace gelenk::codegen
