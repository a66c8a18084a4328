// A scalar that records what is computed with it, in a Graph: a kernel that is instantiated with Recorded
// instead of double leaves behind the expressions of its results. A number that comes from no graph is
// just that, and operations between such numbers are carried out.
//
// What a kernel decides by values cannot be recorded: relations of unknown numbers throw Undecided; == says
// whether two are known to be the same.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "base/error.h"
#include "codegen/graph.h"

namespace gelenk::codegen {

struct Undecided {};

class Recorded {
 public:
  Recorded() = default;
  Recorded(double number) : number_(number) {}  // NOLINT: numbers are recorded ones
  Recorded(Graph& graph, Value value) {
    if (graph.is_constant(value)) {
      number_ = graph.number(value);
    } else {
      graph_ = &graph;
      value_ = value;
    }
  }

  bool is_number() const { return graph_ == nullptr; }
  double number() const { return number_; }  // when is_number()
  bool is(double number) const { return is_number() && number_ == number; }
  // As a value of `graph`, which is the one that it comes from, if any.
  Value in(Graph& graph) const { return is_number() ? graph.constant(number_) : value_; }
  // What the code calls it.
  const Recorded& named(const std::string& name) const {
    if (!is_number()) graph_->name(value_, name);
    return *this;
  }

  static Recorded make(Op op, const Recorded& a, const Recorded& b = 0.0, const Recorded& c = 0.0) {
    Graph* graph = a.graph_ != nullptr ? a.graph_ : b.graph_ != nullptr ? b.graph_ : c.graph_;
    if (graph == nullptr) return symbolic::apply(op, a.number_, b.number_, c.number_);
    return {*graph, graph->make(op, a.in(*graph), b.in(*graph), c.in(*graph))};
  }

  Recorded& operator+=(const Recorded& b) { return *this = *this + b; }
  Recorded& operator-=(const Recorded& b) { return *this = *this - b; }
  Recorded& operator*=(const Recorded& b) { return *this = *this * b; }
  Recorded& operator/=(const Recorded& b) { return *this = *this / b; }
  friend Recorded operator-(const Recorded& a) {
    return a.is_number() ? Recorded(-a.number_) : Recorded(*a.graph_, -a.value_);
  }
  friend Recorded operator+(const Recorded& a, const Recorded& b) { return make(Op::add, a, b); }
  friend Recorded operator-(const Recorded& a, const Recorded& b) {
    return make(Op::subtract, a, b);
  }
  friend Recorded operator*(const Recorded& a, const Recorded& b) {
    return make(Op::multiply, a, b);
  }
  friend Recorded operator/(const Recorded& a, const Recorded& b) { return make(Op::divide, a, b); }
  friend bool operator==(const Recorded& a, const Recorded& b) {
    if (a.is_number() || b.is_number())
      return a.is_number() && b.is_number() && a.number_ == b.number_;
    return a.value_ == b.value_;
  }
  friend bool operator<(const Recorded& a, const Recorded& b) {
    if (!a.is_number() || !b.is_number()) throw Undecided{};
    return a.number_ < b.number_;
  }
  friend bool operator>(const Recorded& a, const Recorded& b) { return b < a; }

 private:
  Graph* graph_ = nullptr;  // null: the number
  Value value_;
  double number_ = 0.0;
};

inline Recorded sqrt(const Recorded& a) { return Recorded::make(Op::sqrt, a); }
inline Recorded sin(const Recorded& a) { return Recorded::make(Op::sin, a); }
inline Recorded cos(const Recorded& a) { return Recorded::make(Op::cos, a); }
inline Recorded abs(const Recorded& a) { return Recorded::make(Op::abs, a); }
inline Recorded atan2(const Recorded& y, const Recorded& x) {
  return Recorded::make(Op::atan2, y, x);
}

}  // namespace gelenk::codegen

namespace Eigen {

template <>
struct NumTraits<gelenk::codegen::Recorded> : NumTraits<double> {
  using Real = gelenk::codegen::Recorded;
  using NonInteger = gelenk::codegen::Recorded;
  using Nested = gelenk::codegen::Recorded;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1 };
};

}  // namespace Eigen
