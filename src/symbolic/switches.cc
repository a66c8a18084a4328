#include "symbolic/switches.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gelenk::symbolic {

namespace {

constexpr double least = std::numeric_limits<double>::min();

// The difference, with a sign at zero.
double positive_at_zero(double z) { return z == 0.0 ? least : z; }
double negative_at_zero(double z) { return z == 0.0 ? -least : z; }

// Whole numbers n = round(x) of an operation: n is right as long as `lower` and `upper` are positive.
struct Whole {
  double lower, upper;
};
// n ≤ x < n + 1
Whole floor_bounds(double n, double x) {
  return {positive_at_zero(x - n), negative_at_zero(n + 1 - x)};
}
// n − 1 < x ≤ n
Whole ceil_bounds(double n, double x) {
  return {negative_at_zero(x - (n - 1)), positive_at_zero(n - x)};
}
// Towards zero: −1 < x < 1 for n = 0.
Whole trunc_bounds(double n, double x) {
  return {n > 0 ? floor_bounds(n, x).lower : ceil_bounds(n, x).lower,
          n < 0 ? ceil_bounds(n, x).upper : floor_bounds(n, x).upper};
}

}  // namespace

int count_indicators(Op op) {
  switch (op) {
    case Op::less:
    case Op::less_equal:
    case Op::abs:
    case Op::min:
    case Op::max: return 1;
    case Op::sign:
    case Op::floor:
    case Op::ceil:
    case Op::mod:
    case Op::rem: return 2;
    default: return 0;
  }
}

double find_mode(Op op, double a, double b) {
  switch (op) {
    case Op::abs: return a < 0.0;
    case Op::min: return b < a;
    case Op::max: return a < b;
    case Op::mod: return std::floor(a / b);
    case Op::rem: return std::trunc(a / b);
    default: return apply(op, a, b);  // relations, sign, floor, ceil: the value itself
  }
}

bool is_held_whole(Op op) {
  return op == Op::less || op == Op::less_equal || op == Op::sign || op == Op::floor ||
         op == Op::ceil;
}

double apply_held(Op op, double mode, double a, double b) {
  switch (op) {
    case Op::abs: return mode != 0.0 ? -a : a;
    case Op::min:
    case Op::max: return mode != 0.0 ? b : a;
    case Op::mod:
    case Op::rem: return a - mode * b;
    default: return mode;
  }
}

void find_signs(Op op, double mode, int* signs) {
  switch (op) {
    case Op::less:
    case Op::less_equal:
    case Op::abs:
    case Op::min:
    case Op::max: signs[0] = mode != 0.0 ? -1 : 1; return;
    case Op::sign:
      signs[0] = mode > 0.0 ? 1 : -1;
      signs[1] = mode < 0.0 ? -1 : 1;
      return;
    default: std::fill_n(signs, count_indicators(op), 1);
  }
}

void calc_indicators(Op op, double mode, double a, double b, double* indicators) {
  auto write = [&](const Whole& bounds) {
    indicators[0] = bounds.lower;
    indicators[1] = bounds.upper;
  };
  switch (op) {
    case Op::less:
    case Op::max: indicators[0] = positive_at_zero(a - b); return;
    case Op::less_equal: indicators[0] = negative_at_zero(a - b); return;
    case Op::min: indicators[0] = positive_at_zero(b - a); return;
    case Op::abs: indicators[0] = positive_at_zero(a); return;
    case Op::sign: write({negative_at_zero(a), positive_at_zero(a)}); return;
    case Op::floor: write(floor_bounds(mode, a)); return;
    case Op::ceil: write(ceil_bounds(mode, a)); return;
    case Op::mod: write(floor_bounds(mode, a / b)); return;
    case Op::rem: write(trunc_bounds(mode, a / b)); return;
    default: return;
  }
}

}  // namespace gelenk::symbolic
