// A small system of equations by names, for tests: system("x") is a quantity, system.rate("x") its derivative.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "equations/flat_equations.h"

namespace gelenk::equations {

struct FlatSystem {
  FlatEquations flat;
  std::map<std::string, int> numbers;

  int number(const std::string& name) {
    const auto [at, is_new] = numbers.try_emplace(name, static_cast<int>(flat.quantities.size()));
    if (is_new) {
      flat.quantities.emplace_back();
      flat.quantities.back().name = name;
    }
    return at->second;
  }
  symbolic::Expression operator()(const std::string& name) {
    return symbolic::Expression::input(number(name));
  }
  symbolic::Expression rate(const std::string& name) {
    return symbolic::Expression::input(flat.add_derivative(number(name)));
  }
  symbolic::Expression known(const std::string& name) {
    flat.quantities[number(name)].is_known = true;
    return (*this)(name);
  }
  // left = right
  void add(const symbolic::Expression& left, const symbolic::Expression& right) {
    flat.equations.emplace_back();
    flat.equations.back().value = symbolic::Expression::make(symbolic::Op::subtract, {left, right});
  }
};

inline symbolic::Expression operator+(const symbolic::Expression& a,
                                      const symbolic::Expression& b) {
  return symbolic::Expression::make(symbolic::Op::add, {a, b});
}
inline symbolic::Expression operator-(const symbolic::Expression& a,
                                      const symbolic::Expression& b) {
  return symbolic::Expression::make(symbolic::Op::subtract, {a, b});
}
inline symbolic::Expression operator-(const symbolic::Expression& a) {
  return symbolic::Expression::make(symbolic::Op::negate, {a});
}
inline symbolic::Expression operator*(const symbolic::Expression& a,
                                      const symbolic::Expression& b) {
  return symbolic::Expression::make(symbolic::Op::multiply, {a, b});
}
inline symbolic::Expression operator/(const symbolic::Expression& a,
                                      const symbolic::Expression& b) {
  return symbolic::Expression::make(symbolic::Op::divide, {a, b});
}

inline double eval(const symbolic::Expression& e, const std::vector<double>& values) {
  double value = 0.0;
  symbolic::Tape({e}).eval(0.0, values.data(), &value);
  return value;
}

}  // namespace gelenk::equations
