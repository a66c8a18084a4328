#include "formulations/relation.h"

#include <algorithm>

#include "symbolic/derivative.h"

namespace gelenk {

using symbolic::Expression;
using symbolic::Op;

Relation::Relation(const CoordinateRow& row)
    : size_(static_cast<int>(row.terms.size())),
      is_linear_(row.is_linear),
      constant_(row.constant),
      inputs_(2 * row.terms.size(), 0.0) {
  for (const CoordinateRow::Term& term : row.terms) factors_.push_back(term.factor);
  if (is_linear_) return;
  std::vector<Expression> outputs = {row.of_speeds ? Expression() : row.residual};
  for (int i = 0; i < size_; ++i)
    outputs.push_back(differentiate_by_input(row.residual, row.of_speeds ? size_ + i : i));
  Expression curvature;
  for (int i = 0; i < size_; ++i) {
    Expression slope;
    for (int k = 0; k < size_; ++k) {
      const Expression second = differentiate_by_input(outputs[1 + i], k);
      if (second.is_constant() && second.constant_value() == 0.0) continue;
      const Expression speeds = Expression::make(
          Op::multiply, {Expression::input(size_ + i), Expression::input(size_ + k)});
      curvature =
          Expression::make(Op::add, {curvature, Expression::make(Op::multiply, {second, speeds})});
      slope = Expression::make(Op::add, {slope, Expression::make(Op::multiply, {second, second})});
    }
    outputs.push_back(slope);
  }
  outputs.push_back(curvature);
  tape_ = symbolic::Tape(outputs);
  values_.resize(outputs.size());
}

void Relation::eval() {
  if (is_linear_) {
    g_ = -constant_;
    for (int i = 0; i < size_; ++i) g_ += factors_[i] * inputs_[i];
    return;
  }
  tape_.eval(0.0, inputs_.data(), values_.data());
  g_ = values_[0];
  fraction_ = 0.0;
  for (int i = 0; i < size_; ++i) {
    factors_[i] = values_[1 + i];
    const double squared = factors_[i] * factors_[i], slope = values_[1 + size_ + i];
    if (squared > 0) fraction_ = std::max(fraction_, squared / (squared + slope));  // (2)
  }
  curvature_ = values_[1 + 2 * size_];
}

double Relation::rate() const {
  double rate = 0.0;
  for (int i = 0; i < size_; ++i) rate += factors_[i] * inputs_[size_ + i];
  return rate;
}

}  // namespace gelenk
