#include "codegen/graph.h"

#include <bit>
#include <cmath>
#include <utility>

#include "base/error.h"

namespace gelenk::codegen {

namespace {

int count_operands(Op op) {
  switch (op) {
    case Op::constant:
    case Op::time:
    case Op::variable:
    case Op::input: return 0;
    case Op::negate:
    case Op::logical_not:
    case Op::abs:
    case Op::sign:
    case Op::sqrt:
    case Op::sin:
    case Op::cos:
    case Op::tan:
    case Op::asin:
    case Op::acos:
    case Op::atan:
    case Op::sinh:
    case Op::cosh:
    case Op::tanh:
    case Op::exp:
    case Op::log:
    case Op::log10:
    case Op::floor:
    case Op::ceil: return 1;
    case Op::select: return 3;
    default: return 2;
  }
}

bool is_odd(Op op) {
  return op == Op::sin || op == Op::tan || op == Op::asin || op == Op::atan || op == Op::sinh ||
         op == Op::tanh || op == Op::sign;
}
bool is_even(Op op) { return op == Op::cos || op == Op::cosh || op == Op::abs; }

std::uint64_t mix(std::uint64_t h, std::uint64_t x) {
  h ^= x + 0x9e3779b97f4a7c15ULL + (h << 6) + (h >> 2);
  h *= 0xff51afd7ed558ccdULL;
  return h ^ (h >> 32);
}
std::uint64_t bits_of(Value v) {
  return static_cast<std::uint64_t>(v.node()) * 2 + static_cast<std::uint64_t>(v.negative());
}
std::uint64_t hash_of(const Node& n) {
  std::uint64_t h = mix(static_cast<std::uint64_t>(n.op), bits_of(n.a));
  h = mix(h, bits_of(n.b));
  h = mix(h, bits_of(n.c));
  h = mix(h, std::bit_cast<std::uint64_t>(n.number));
  return mix(h, static_cast<std::uint64_t>(n.input + 1));
}
bool is_same(const Node& a, const Node& b) {
  return a.op == b.op && a.a == b.a && a.b == b.b && a.c == b.c && a.number == b.number &&
         a.input == b.input;
}

}  // namespace

int Node::operand_count() const { return count_operands(op); }

Graph::Graph() : table_(64, -1) { find_or_add({}); }

void Graph::grow() {
  table_.assign(table_.size() * 2, -1);
  for (int i = 0; i < size(); ++i) {
    std::size_t at = hash_of(nodes_[i]) & (table_.size() - 1);
    while (table_[at] >= 0) at = (at + 1) & (table_.size() - 1);
    table_[at] = i;
  }
}

Value Graph::find_or_add(const Node& wanted) {
  std::size_t at = hash_of(wanted) & (table_.size() - 1);
  for (; table_[at] >= 0; at = (at + 1) & (table_.size() - 1)) {
    if (is_same(nodes_[table_[at]], wanted)) return {table_[at], false};
  }
  GELENK_ASSERT(nodes_.size() < (1U << 31));
  table_[at] = size();
  nodes_.push_back(wanted);
  if (2 * nodes_.size() > table_.size()) grow();
  return {size() - 1, false};
}

Value Graph::constant(double number) {
  Node n;
  n.number = std::abs(number);
  return Value(find_or_add(n).node(), number < 0);
}

Value Graph::input(int number) {
  Node n;
  n.op = Op::input;
  n.input = number;
  return find_or_add(n);
}

Value Graph::split_factor(Value value, double& factor) const {
  const Node& n = node(value);
  if (n.op == Op::multiply && is_constant(n.a)) {
    factor = value.negative() ? -number(n.a) : number(n.a);
    return n.b;
  }
  factor = value.negative() ? -1.0 : 1.0;
  return value.magnitude();
}

Value Graph::add(Value a, Value b) {
  if (is_constant(a) && is_constant(b)) return constant(number(a) + number(b));
  if (a == Value()) return b;
  if (b == Value()) return a;
  double factor_a, factor_b;
  const Value x = split_factor(a, factor_a), y = split_factor(b, factor_b);
  if (x == y) return multiply(constant(factor_a + factor_b), x);
  for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
    const Node& n = node(a);
    if (n.op != Op::add && n.op != Op::subtract) continue;
    const Value first = n.a.times_sign_of(a);
    const Value second = (n.op == Op::add ? n.b : -n.b).times_sign_of(a);
    if (second == -b) return first;
    if (first == -b) return second;
    if (is_constant(b) && is_constant(first))
      return add(constant(number(first) + number(b)), second);
  }
  // Constants first, then the older node.
  const bool swaps = is_constant(b) || (!is_constant(a) && b.node() < a.node());
  if (swaps) std::swap(a, b);
  Node n;
  n.op = a.negative() == b.negative() ? Op::add : Op::subtract;
  n.a = a.magnitude();
  n.b = b.magnitude();
  return Value(find_or_add(n).node(), a.negative());
}

Value Graph::multiply(Value a, Value b) {
  if (is_constant(a) && is_constant(b)) return constant(number(a) * number(b));
  if (is_constant(b) || (!is_constant(a) && b.node() < a.node())) std::swap(a, b);
  if (is_constant(a)) {
    if (a == Value()) return a;
    if (node(a).number == 1.0) return b.times_sign_of(a);
    double factor;
    const Value x = split_factor(b, factor);
    if (x != b.magnitude()) return multiply(constant(number(a) * factor), x);
  }
  Node n;
  n.op = Op::multiply;
  n.a = a.magnitude();
  n.b = b.magnitude();
  return Value(find_or_add(n).node(), a.negative() != b.negative());
}

Value Graph::divide(Value a, Value b) {
  if (is_constant(b) && b != Value()) return multiply(a, constant(1.0 / number(b)));
  if (is_constant(a) && a == Value()) return a;
  if (a.magnitude() == b.magnitude()) return Value(constant(1.0)).times_sign_of(a).times_sign_of(b);
  Node n;
  n.op = Op::divide;
  n.a = a.magnitude();
  n.b = b.magnitude();
  return Value(find_or_add(n).node(), a.negative() != b.negative());
}

Value Graph::make(Op op, Value a, Value b, Value c) {
  switch (op) {
    case Op::negate: return -a;
    case Op::add: return add(a, b);
    case Op::subtract: return add(a, -b);
    case Op::multiply: return multiply(a, b);
    case Op::divide: return divide(a, b);
    default: break;
  }
  const int operands = count_operands(op);
  if (op == Op::select && is_constant(a)) return a == Value() ? c : b;
  if (op == Op::select && b == c) return b;
  const bool folds =
      is_constant(a) && (operands < 2 || is_constant(b)) && (operands < 3 || is_constant(c));
  if (folds) return constant(symbolic::apply(op, number(a), number(b), number(c)));
  if (op == Op::power && is_constant(b)) {
    if (number(b) == 1.0) return a;
    if (number(b) == 2.0) return multiply(a, a);
  }
  Node n;
  n.op = op;
  bool negative = false;
  if (is_even(op)) {
    a = a.magnitude();
  } else if (is_odd(op)) {
    negative = a.negative();
    a = a.magnitude();
  }
  n.a = a;
  if (operands > 1) n.b = b;
  if (operands > 2) n.c = c;
  return Value(find_or_add(n).node(), negative);
}

void Graph::name(Value value, const std::string& name) {
  const Op op = node(value).op;
  if (op == Op::constant || op == Op::input) return;
  names_.try_emplace(value.node(), name);
}

const std::string& Graph::name_of(int node) const {
  static const std::string none;
  const auto found = names_.find(node);
  return found == names_.end() ? none : found->second;
}

std::vector<int> count_uses(const Graph& graph, const std::vector<Value>& outputs) {
  std::vector<int> uses(static_cast<std::size_t>(graph.size()), 0);
  for (Value v : outputs) ++uses[v.node()];
  for (int i = graph.size(); i-- > 0;) {
    if (uses[i] == 0) continue;
    const Node& n = graph.node(i);
    const int operands = n.operand_count();
    if (operands > 0) ++uses[n.a.node()];
    if (operands > 1) ++uses[n.b.node()];
    if (operands > 2) ++uses[n.c.node()];
  }
  return uses;
}

std::vector<double> evaluate(const Graph& graph, const std::vector<Value>& outputs,
                             const std::vector<double>& inputs) {
  const std::vector<int> uses = count_uses(graph, outputs);
  std::vector<double> values(uses.size());
  const auto of = [&](Value v) { return v.negative() ? -values[v.node()] : values[v.node()]; };
  for (int i = 0; i < graph.size(); ++i) {
    if (uses[i] == 0) continue;
    const Node& n = graph.node(i);
    if (n.op == Op::constant)
      values[i] = n.number;
    else if (n.op == Op::input)
      values[i] = inputs[static_cast<std::size_t>(n.input)];
    else
      values[i] = symbolic::apply(n.op, of(n.a), of(n.b), of(n.c));
  }
  std::vector<double> results;
  for (Value v : outputs) results.push_back(of(v));
  return results;
}

OperationCounts count_operations(const Graph& graph, const std::vector<Value>& outputs) {
  const std::vector<int> uses = count_uses(graph, outputs);
  OperationCounts counts;
  for (int i = 0; i < graph.size(); ++i) {
    if (uses[i] == 0) continue;
    switch (graph.node(i).op) {
      case Op::constant:
      case Op::input: break;
      case Op::divide: ++counts.divisions; [[fallthrough]];
      case Op::multiply: ++counts.multiplications; break;
      case Op::add:
      case Op::subtract: ++counts.additions; break;
      case Op::sin:
      case Op::cos: ++counts.sines; break;
      default: ++counts.others;
    }
  }
  return counts;
}

}  // namespace gelenk::codegen
