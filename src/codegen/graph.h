// Scalar expressions as one graph in which equal things are one node: what a kernel computes, recorded for code to be
// made of it. A Value is a node with a sign, so that negation is free and −(a − b) is b − a. Every operation is
// simplified when it is made:
//   constants are folded; exact zeros and ones vanish; x − x and x + (y − x) cancel; c x + d x = (c + d) x;
//   c (d x) = (c d) x; a division by a constant is a multiplication; sin(−x) = −sin(x), and the like;
//   operands of sums and products stand in the order of their nodes.
// Operands come before what uses them. What passes over a whole graph do is in simplify.h.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "symbolic/expression.h"

namespace gelenk::codegen {

using symbolic::Op;

class Value {
 public:
  Value() = default;
  Value(int node, bool negative)
      : bits_(static_cast<std::uint32_t>(node) << 1 | static_cast<std::uint32_t>(negative)) {}
  int node() const { return static_cast<int>(bits_ >> 1); }
  bool negative() const { return (bits_ & 1) != 0; }
  Value operator-() const { return {node(), !negative()}; }
  Value magnitude() const { return {node(), false}; }
  Value times_sign_of(Value other) const { return {node(), negative() != other.negative()}; }
  bool operator==(const Value& other) const = default;

 private:
  std::uint32_t bits_ = 0;  // node 0 of every graph is zero
};

struct Node {
  Op op = Op::constant;
  Value a, b, c;        // operands, as many as op has; the others are zero
  double number = 0.0;  // of a constant, never negative
  int input = -1;       // its number

  int operand_count() const;
};

class Graph {
 public:
  Graph();

  Value constant(double number);
  Value input(int number);
  // op(a, b, c), simplified.
  Value make(Op op, Value a, Value b = {}, Value c = {});

  Value add(Value a, Value b);
  Value multiply(Value a, Value b);
  Value divide(Value a, Value b);

  int size() const { return static_cast<int>(nodes_.size()); }
  const Node& node(int number) const { return nodes_[static_cast<std::size_t>(number)]; }
  const Node& node(Value value) const { return node(value.node()); }
  bool is_constant(Value value) const { return node(value).op == Op::constant; }
  double number(Value value) const {
    return value.negative() ? -node(value).number : node(value).number;
  }

  // What the code calls it; the first name stays.
  void name(Value value, const std::string& name);
  const std::string& name_of(int node) const;

 private:
  Value find_or_add(const Node& node);
  void grow();
  // value = factor · what is returned
  Value split_factor(Value value, double& factor) const;

  std::vector<Node> nodes_;
  std::vector<int> table_;  // open addressing; −1: free
  std::unordered_map<int, std::string> names_;
};

// Of the nodes that `outputs` need, by node: how often they are used, outputs included; zero: not at all.
std::vector<int> count_uses(const Graph& graph, const std::vector<Value>& outputs);

// Values of the outputs, by numbers of inputs. For tests, and for constants.
std::vector<double> evaluate(const Graph& graph, const std::vector<Value>& outputs,
                             const std::vector<double>& inputs);

// What code for these outputs costs. A product or quotient of two is one multiplication, a sum or difference
// of two one addition; a change of sign is free.
struct OperationCounts {
  int multiplications = 0, additions = 0;
  int divisions = 0;  // of the multiplications
  int sines = 0;      // sines and cosines
  int others = 0;     // roots, other functions, comparisons, choices
  int total() const { return multiplications + additions; }
};
OperationCounts count_operations(const Graph& graph, const std::vector<Value>& outputs);

}  // namespace gelenk::codegen
