#include "symbolic/time_scale.h"

#include "symbolic/order.h"
#include "symbolic/switches.h"

namespace gelenk::symbolic {

namespace {

// Shortest stretch, as a share of the longest step: what is faster than that is not followed.
constexpr double shortest = 1e-6;
// What changes by less than this, as a share of itself or in SI units, does not change.
constexpr double least_share = 1e-9, least_change = 1e-12;
// Pieces of the run in which bounds of a law are looked for: the wider a stretch, the wider they are of themselves.
constexpr int pieces = 64;

// Whether op makes a curve of a straight line.
bool is_curved(Op op, bool a_varies, bool b_varies) {
  switch (op) {
    case Op::time:
    case Op::negate:
    case Op::add:
    case Op::subtract:
    case Op::abs:
    case Op::min:
    case Op::max:
    case Op::select: return false;
    case Op::multiply: return a_varies && b_varies;
    case Op::divide:
    case Op::mod:
    case Op::rem: return b_varies;
    default: return count_indicators(op) == 0;
  }
}

// g(x), g′(x), g″(x) over an interval.
using Bounds = Function::Bounds;

template <typename F>
Interval map(const Interval& a, F f) {
  return Interval::between(f(a.low), f(a.high));
}

Bounds bound(Op op, const Interval& a) {
  const Interval unbounded = Interval::everything();
  auto square_root = [](double x) { return std::sqrt(x); };
  switch (op) {
    case Op::sin: return {sine(a), cosine(a), -sine(a)};
    case Op::cos: return {cosine(a), -sine(a), -cosine(a)};
    case Op::tan: {
      if (cosine(a).has(0.0)) return {unbounded, unbounded, unbounded};
      const Interval t = map(a, [](double x) { return std::tan(x); }), first = 1.0 + square(t);
      return {t, first, 2.0 * t * first};
    }
    case Op::asin:
    case Op::acos: {
      const Interval root = map(1.0 - square(a), square_root);
      const Interval first = inverse(root), second = a * power(first, 3);
      if (op == Op::asin) return {map(a, [](double x) { return std::asin(x); }), first, second};
      return {map(a, [](double x) { return std::acos(x); }), -first, -second};
    }
    case Op::atan: {
      const Interval first = inverse(1.0 + square(a));
      return {map(a, [](double x) { return std::atan(x); }), first, -2.0 * a * square(first)};
    }
    case Op::sinh:
    case Op::cosh: {
      const Interval sinh = map(a, [](double x) { return std::sinh(x); });
      Interval cosh = map(a, [](double x) { return std::cosh(x); });
      if (a.has(0.0)) cosh.low = 1.0;
      return op == Op::sinh ? Bounds{sinh, cosh, sinh} : Bounds{cosh, sinh, cosh};
    }
    case Op::tanh: {
      const Interval t = map(a, [](double x) { return std::tanh(x); }), first = 1.0 - square(t);
      return {t, first, -2.0 * t * first};
    }
    case Op::exp: {
      const Interval e = map(a, [](double x) { return std::exp(x); });
      return {e, e, e};
    }
    case Op::log:
    case Op::log10: {
      const Interval size = op == Op::log ? 1.0 : 1 / std::log(10.0);
      if (!(a.low > 0)) return {unbounded, unbounded, unbounded};
      const Interval first = inverse(a);
      return {size * map(a, [](double x) { return std::log(x); }), size * first,
              -size * square(first)};
    }
    case Op::sqrt: {
      const Interval root = map(a, square_root), first = 0.5 * inverse(root);
      return {root, first, -0.5 * first * inverse(a)};
    }
    default: return {unbounded, unbounded, unbounded};
  }
}

}  // namespace

TimeScale::TimeScale(const std::vector<Expression>& laws) {
  const Order order = order_operations(laws);
  auto varies = [&](const Expression& e) {
    return !e.is_constant() && operations_[order.place_of.at(e.id())].varies;
  };
  operations_.resize(order.operations.size());
  auto place = [&](const Expression& e) {
    if (!e.is_constant()) return order.place_of.at(e.id());
    Operation constant{Op::constant, -1, -1, -1};
    constant.value = e.constant_value();
    constant.jet.x = constant.value;
    operations_.push_back(constant);
    return static_cast<int>(operations_.size()) - 1;
  };
  for (std::size_t i = 0; i < order.operations.size(); ++i) {
    const Expression& e = *order.operations[i];
    Operation o{e.op(), -1, -1, -1};
    const std::vector<Expression>& operands = e.operands();
    o.varies = o.op == Op::time || std::any_of(operands.begin(), operands.end(), varies);
    if (o.varies && o.op != Op::time &&
        is_curved(o.op, varies(operands[0]), operands.size() > 1 && varies(operands[1])))
      bends_ = true;
    if (o.op == Op::input) o.a = e.number();
    if (o.op == Op::call) {
      std::vector<int> places;
      for (const Expression& operand : operands) places.push_back(place(operand));
      o.a = calls_.add(e.function(), std::move(places));
      operations_[i] = o;
      continue;
    }
    if (operands.size() > 0) o.a = place(operands[0]);
    if (operands.size() > 1) o.b = place(operands[1]);
    if (operands.size() > 2) o.c = place(operands[2]);
    operations_[i] = o;
  }
  for (const Expression& law : laws) laws_.push_back(place(law));
  if (!bends_) operations_.clear();
}

void TimeScale::start() {
  for (Operation& o : operations_) {
    o.in_use = o.left_out = false;
    o.mode = o.change = 0.0;
    o.range = {};
  }
  is_new_ = true;
  begin_ = end_ = step_ = blind_ = 0.0;
}

// Values at t; modes with them when they are new.
void TimeScale::eval_values(double t, const double* inputs) {
  for (Operation& o : operations_) {
    if (o.op == Op::constant) continue;
    auto of = [&](int place) { return place < 0 ? 0.0 : operations_[place].value; };
    if (o.op == Op::time || o.op == Op::input) {
      o.value = o.op == Op::time ? t : inputs[o.a];
    } else if (o.op == Op::call) {
      const std::span<const int> places = calls_.cells(o.a);
      double operands[most_operands];
      for (std::size_t i = 0; i < places.size(); ++i) operands[i] = of(places[i]);
      o.value = calls_.function(o.a)(operands);
    } else if (count_indicators(o.op) > 0) {
      if (is_new_) o.mode = find_mode(o.op, of(o.a), of(o.b));
      o.value = apply_held(o.op, o.mode, of(o.a), of(o.b));
    } else {
      o.value = apply(o.op, of(o.a), of(o.b), of(o.c));
    }
    if (!o.varies) o.jet.x = o.value;
  }
}

// From the laws to what they are made of; of a selection the side that is taken.
void TimeScale::find_use() {
  for (Operation& o : operations_) o.in_use = false;
  auto use = [&](int place) {
    if (place >= 0) operations_[place].in_use = true;
  };
  for (int law : laws_) use(law);
  for (std::size_t i = operations_.size(); i-- > 0;) {
    const Operation& o = operations_[i];
    if (!o.in_use || o.op == Op::input) continue;
    if (o.op == Op::call) {
      for (const int place : calls_.cells(o.a)) use(place);
      continue;
    }
    const bool is_selection = o.op == Op::select,
               takes_b = is_selection && operations_[o.a].value != 0.0;
    use(o.a);
    if (!is_selection || takes_b) use(o.b);
    if (is_selection && !takes_b) use(o.c);
  }
}

// Where more than the first operand changes, nothing is known.
TimeScale::Jet TimeScale::calc_call(const Operation& o) const {
  const std::span<const int> places = calls_.cells(o.a);
  double operands[most_operands];
  bool is_bounded = true;
  for (std::size_t i = 0; i < places.size(); ++i) {
    operands[i] = operations_[places[i]].value;
    is_bounded = is_bounded && (i == 0 || !operations_[places[i]].varies);
  }
  const Jet& a = operations_[places[0]].jet;
  const Bounds g =
      is_bounded ? calls_.function(o.a).bound(a.x, {operands, places.size()}) : Bounds{};
  return {g.value, g.first * a.slope, g.second * square(a.slope) + g.first * a.bend};
}

TimeScale::Jet TimeScale::calc(const Operation& o, const Interval& time) const {
  if (o.op == Op::time) return {time, 1.0, 0.0};
  if (o.op == Op::call) return calc_call(o);
  const Jet& a = operations_[o.a].jet;
  const Jet& b = operations_[o.b < 0 ? o.a : o.b].jet;
  auto product = [](const Jet& f, const Jet& g) -> Jet {
    return {f.x * g.x, f.slope * g.x + f.x * g.slope,
            f.bend * g.x + 2.0 * f.slope * g.slope + f.x * g.bend};
  };
  auto chain = [](const Bounds& g, const Jet& f) -> Jet {
    return {g.value, g.first * f.slope, g.second * square(f.slope) + g.first * f.bend};
  };
  auto sum = [](const Jet& f, double factor, const Jet& g) -> Jet {
    return {f.x + factor * g.x, f.slope + factor * g.slope, f.bend + factor * g.bend};
  };
  switch (o.op) {
    // As apply_held of switches.h has them.
    case Op::abs: return o.mode != 0.0 ? Jet{-a.x, -a.slope, -a.bend} : a;
    case Op::min:
    case Op::max: return o.mode != 0.0 ? b : a;
    case Op::mod:
    case Op::rem: return sum(a, -o.mode, b);
    case Op::sign:
    case Op::floor:
    case Op::ceil:
    case Op::less:
    case Op::less_equal:
    case Op::logical_not:
    case Op::equal:
    case Op::not_equal:
    case Op::logical_and:
    case Op::logical_or: return {o.value, 0.0, 0.0};

    case Op::select: return operations_[o.a].value != 0.0 ? b : operations_[o.c].jet;
    case Op::negate: return {-a.x, -a.slope, -a.bend};
    case Op::add: return sum(a, 1.0, b);
    case Op::subtract: return sum(a, -1.0, b);
    case Op::multiply: {
      if (o.a == o.b) return chain({square(a.x), 2.0 * a.x, 2.0}, a);
      return product(a, b);
    }
    case Op::divide: {
      const Interval r = inverse(b.x);
      return product(a, chain({r, -square(r), 2.0 * power(r, 3)}, b));
    }
    case Op::power: {
      if (!operations_[o.b].varies) {
        const double n = b.x.low;
        return chain({power(a.x, n), n * power(a.x, n - 1), n * (n - 1) * power(a.x, n - 2)}, a);
      }
      const Jet exponent = product(b, chain(bound(Op::log, a.x), a));
      return chain(bound(Op::exp, exponent.x), exponent);
    }
    case Op::atan2: {  // ϑ̇ = (x ẏ − y ẋ)/(x² + y²) with y = a, x = b
      const Interval above = b.x * a.slope - a.x * b.slope,
                     above_rate = b.x * a.bend - a.x * b.bend,
                     below = inverse(square(a.x) + square(b.x)),
                     below_rate = 2.0 * (a.x * a.slope + b.x * b.slope);
      return {{-4.0, 4.0}, above * below, above_rate * below - above * below_rate * square(below)};
    }
    default: return chain(bound(o.op, a.x), a);
  }
}

void TimeScale::eval_stretch(double from, double to) {
  for (Operation& o : operations_) {
    if (!o.varies || !o.in_use) continue;
    o.jet = calc(o, {from, to});
    const double width = o.jet.x.width();
    if (std::isfinite(width)) o.change = std::max(o.change, width);
  }
}

// X of (1): from the lowest to the highest bound of all pieces.
void TimeScale::measure_changes(double from, double to) {
  for (Operation& o : operations_) o.range = {INFINITY, -INFINITY};
  for (int k = 0; k < pieces; ++k) {
    eval_stretch(from + (to - from) * k / pieces, from + (to - from) * (k + 1) / pieces);
    for (Operation& o : operations_) {
      if (!o.varies || !o.in_use || !std::isfinite(o.jet.x.width())) continue;
      o.range.low = std::min(o.range.low, o.jet.x.low);
      o.range.high = std::max(o.range.high, o.jet.x.high);
    }
  }
  for (Operation& o : operations_) o.change = std::max(o.change, o.range.width());
}

// (1)
double TimeScale::find_step() const {
  double squared = std::numeric_limits<double>::infinity();
  for (const Operation& o : operations_) {
    if (!o.varies || !o.in_use || o.left_out) continue;
    const double bend = o.jet.bend.largest();
    if (!std::isfinite(bend)) return 0.0;
    // Less than that is rounding, as all that changes over a very short run is.
    const double change = std::max({o.change, least_share * o.jet.x.largest(), least_change});
    if (bend > 0) squared = std::min(squared, 2 * change / bend);
  }
  return std::sqrt(squared);
}

double TimeScale::calc_step(double t, const double* inputs, double longest, double end) {
  if (!bends_) return longest;
  if (!is_new_ && t >= begin_ && t + step_ <= end_) return std::min(step_, longest);
  eval_values(t, inputs);
  if (is_new_) {
    find_use();
    measure_changes(t, end);
    is_new_ = false;
  }
  const double least = shortest * longest;
  eval_stretch(t, t + least);
  bool is_blind = false;
  for (Operation& o : operations_) {
    o.left_out = o.varies && o.in_use && !std::isfinite(o.jet.bend.largest());
    is_blind = is_blind || o.left_out;
  }
  blind_ = is_blind ? std::clamp(4 * blind_, least, longest) : 0.0;
  double width = is_blind ? blind_ : longest, step = 0.0;
  while (true) {
    eval_stretch(t, t + width);
    step = find_step();
    if (step >= 0.25 * width || width <= least) break;
    width = std::max(least, std::clamp(2 * step, width / 4, width / 2));
  }
  begin_ = t;
  end_ = t + width;
  step_ = std::clamp(step, least, width);
  return step_;
}

}  // namespace gelenk::symbolic
