#include "math/tables/table_functions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gelenk {

using symbolic::Expression;
using symbolic::Function;
using symbolic::FunctionPtr;
using symbolic::Interval;

namespace {

constexpr int highest_order = 3;

// ---- numbers of a stored function ------------------------------------------------------------------------

void put(std::vector<double>& to, const std::vector<double>& list) {
  to.push_back(static_cast<double>(list.size()));
  to.insert(to.end(), list.begin(), list.end());
}

void put(std::vector<double>& to, const Curve& curve) {
  to.push_back(static_cast<double>(curve.smoothness()));
  to.push_back(static_cast<double>(curve.extrapolation()));
  put(to, curve.x());
  put(to, curve.y());
}

// Takes numbers back in the same order; once something is wrong, all is.
class Taker {
 public:
  explicit Taker(const std::vector<double>& numbers) : numbers_(numbers) {}
  double number() {
    if (at_ >= numbers_.size()) is_right_ = false;
    const double value = is_right_ ? numbers_[at_++] : 0.0;
    if (!std::isfinite(value)) is_right_ = false;
    return value;
  }
  // 0 … count − 1
  int choice(int count) {
    const double value = number();
    const bool fits = value >= 0.0 && value < count && value == std::floor(value);
    is_right_ = is_right_ && fits;
    return fits ? static_cast<int>(value) : 0;
  }
  std::vector<double> list() {
    const double count = number();
    std::vector<double> values;
    if (!(count >= 1.0 && count <= static_cast<double>(numbers_.size()))) is_right_ = false;
    for (double i = 0.0; is_right_ && i < count; i += 1.0) values.push_back(number());
    return values;
  }
  void check(bool holds) { is_right_ = is_right_ && holds; }
  bool is_right() const { return is_right_; }
  bool is_done() const { return is_right_ && at_ == numbers_.size(); }

 private:
  const std::vector<double>& numbers_;
  std::size_t at_ = 0;
  bool is_right_ = true;
};

bool rises(const std::vector<double>& x, bool strictly) {
  for (std::size_t i = 1; i < x.size(); ++i)
    if (x[i] < x[i - 1] || (strictly && x[i] == x[i - 1])) return false;
  return true;
}

// ---- functions -------------------------------------------------------------------------------------------

class CurveLookup : public Function {
 public:
  CurveLookup(std::shared_ptr<const Curve> curve, int order)
      : Function(1, &eval, this), curve_(std::move(curve)), order_(order) {}
  Expression differentiate(int, const std::vector<Expression>& operands) const override {
    if (order_ >= curve_->degree()) return 0.0;
    return Expression::call(make_lookup(curve_, order_ + 1), operands);
  }
  Bounds bound(const Interval& u, std::span<const double>) const override {
    return {curve_->bound(u, order_), curve_->bound(u, order_ + 1), curve_->bound(u, order_ + 2)};
  }
  std::string kind() const override { return "curve"; }
  std::vector<double> list_numbers() const override {
    std::vector<double> numbers = {static_cast<double>(order_)};
    put(numbers, *curve_);
    return numbers;
  }

 private:
  static double eval(const void* data, const double* u) {
    const auto* self = static_cast<const CurveLookup*>(data);
    return self->curve_->eval(u[0], self->order_);
  }
  std::shared_ptr<const Curve> curve_;
  int order_;
};

std::vector<double> list_time_curve(const TimeCurve& curve) {
  std::vector<double> numbers = {curve.start(), curve.shift(), static_cast<double>(curve.events())};
  put(numbers, curve.curve());
  return numbers;
}

class TimeLookup : public Function {
 public:
  TimeLookup(std::shared_ptr<const TimeCurve> curve, int order)
      : Function(2, &eval, this), curve_(std::move(curve)), order_(order) {}
  Expression differentiate(int operand, const std::vector<Expression>& operands) const override {
    if (operand > 0 || order_ >= curve_->curve().degree()) return 0.0;
    return Expression::call(make_lookup(curve_, order_ + 1), operands);
  }
  Bounds bound(const Interval& t, std::span<const double> operands) const override {
    return {curve_->bound(t, operands[1], order_), curve_->bound(t, operands[1], order_ + 1),
            curve_->bound(t, operands[1], order_ + 2)};
  }
  std::string kind() const override { return "time curve"; }
  std::vector<double> list_numbers() const override {
    std::vector<double> numbers = list_time_curve(*curve_);
    numbers.insert(numbers.begin(), static_cast<double>(order_));
    return numbers;
  }

 private:
  static double eval(const void* data, const double* operands) {
    const auto* self = static_cast<const TimeLookup*>(data);
    return self->curve_->eval(operands[0], operands[1], self->order_);
  }
  std::shared_ptr<const TimeCurve> curve_;
  int order_;
};

class NextEvent : public Function {
 public:
  explicit NextEvent(std::shared_ptr<const TimeCurve> curve)
      : Function(1, &eval, this), curve_(std::move(curve)) {}
  Expression differentiate(int, const std::vector<Expression>&) const override { return 0.0; }
  // Constant in between, and it does not fall.
  Bounds bound(const Interval& t, std::span<const double>) const override {
    return {Interval::between(eval(this, &t.low), eval(this, &t.high)), 0.0, 0.0};
  }
  std::string kind() const override { return "next event"; }
  std::vector<double> list_numbers() const override { return list_time_curve(*curve_); }

 private:
  static double eval(const void* data, const double* t) {
    return static_cast<const NextEvent*>(data)->curve_->find_next_event(t[0]);
  }
  std::shared_ptr<const TimeCurve> curve_;
};

class SurfaceLookup : public Function {
 public:
  SurfaceLookup(std::shared_ptr<const Surface> surface, int order_x, int order_y)
      : Function(2, &eval, this),
        surface_(std::move(surface)),
        order_x_(order_x),
        order_y_(order_y) {}
  Expression differentiate(int operand, const std::vector<Expression>& operands) const override {
    if ((operand == 0 ? order_x_ : order_y_) >= surface_->degree()) return 0.0;
    return Expression::call(
        make_lookup(surface_, order_x_ + (operand == 0), order_y_ + (operand == 1)), operands);
  }
  std::string kind() const override { return "surface"; }
  std::vector<double> list_numbers() const override {
    std::vector<double> numbers = {static_cast<double>(order_x_), static_cast<double>(order_y_),
                                   static_cast<double>(surface_->smoothness()),
                                   static_cast<double>(surface_->extrapolation())};
    put(numbers, surface_->x());
    put(numbers, surface_->y());
    put(numbers, surface_->z());
    return numbers;
  }

 private:
  static double eval(const void* data, const double* operands) {
    const auto* self = static_cast<const SurfaceLookup*>(data);
    return self->surface_->eval(operands[0], operands[1], self->order_x_, self->order_y_);
  }
  std::shared_ptr<const Surface> surface_;
  int order_x_, order_y_;
};

class Draw : public Function {
 public:
  Draw(RandomGenerator generator, int which)
      : Function(count_state(generator), &eval, this), generator_(generator), which_(which) {}
  Expression differentiate(int, const std::vector<Expression>&) const override { return 0.0; }
  std::string kind() const override { return "draw"; }
  std::vector<double> list_numbers() const override {
    return {static_cast<double>(generator_), static_cast<double>(which_ + 1)};
  }

 private:
  static double eval(const void* data, const double* operands) {
    const auto* self = static_cast<const Draw*>(data);
    std::int32_t state[longest_random_state];
    const int count = count_state(self->generator_);
    for (int i = 0; i < count; ++i) {
      // What is no Integer of 32 bits is no state; it is made one.
      const double x = operands[i];
      state[i] =
          std::abs(x) < 2147483648.0 || x == -2147483648.0 ? static_cast<std::int32_t>(x) : 0;
    }
    const double drawn = draw(self->generator_, {state, static_cast<std::size_t>(count)});
    return self->which_ < 0 ? drawn : state[self->which_];
  }
  RandomGenerator generator_;
  int which_;
};

std::shared_ptr<const Curve> take_curve(Taker& in) {
  const auto smoothness = static_cast<Smoothness>(in.choice(smoothness_count));
  const auto extrapolation = static_cast<Extrapolation>(in.choice(extrapolation_count));
  std::vector<double> x = in.list(), y = in.list();
  in.check(!x.empty() && x.size() == y.size() && rises(x, is_cubic(smoothness)));
  if (!in.is_right()) return nullptr;
  return std::make_shared<const Curve>(std::move(x), std::move(y), smoothness, extrapolation);
}

std::shared_ptr<const TimeCurve> take_time_curve(Taker& in) {
  const double start = in.number(), shift = in.number();
  const auto events = static_cast<TimeEvents>(in.choice(time_events_count));
  const std::shared_ptr<const Curve> curve = take_curve(in);
  if (curve == nullptr) return nullptr;
  return std::make_shared<const TimeCurve>(*curve, start, shift, events);
}

std::shared_ptr<const Surface> take_surface(Taker& in) {
  const auto smoothness = static_cast<Smoothness>(in.choice(smoothness_count));
  const auto extrapolation = static_cast<Extrapolation>(in.choice(extrapolation_count));
  std::vector<double> x = in.list(), y = in.list(), z = in.list();
  in.check(!x.empty() && !y.empty() && z.size() == x.size() * y.size() && rises(x, true) &&
           rises(y, true));
  if (!in.is_right()) return nullptr;
  return std::make_shared<const Surface>(std::move(x), std::move(y), std::move(z), smoothness,
                                         extrapolation);
}

}  // namespace

FunctionPtr make_lookup(std::shared_ptr<const Curve> curve, int order) {
  return std::make_shared<const CurveLookup>(std::move(curve), order);
}

FunctionPtr make_lookup(std::shared_ptr<const TimeCurve> curve, int order) {
  return std::make_shared<const TimeLookup>(std::move(curve), order);
}

FunctionPtr make_next_event(std::shared_ptr<const TimeCurve> curve) {
  return std::make_shared<const NextEvent>(std::move(curve));
}

FunctionPtr make_lookup(std::shared_ptr<const Surface> surface, int order_x, int order_y) {
  return std::make_shared<const SurfaceLookup>(std::move(surface), order_x, order_y);
}

FunctionPtr make_draw(RandomGenerator generator, int which) {
  return std::make_shared<const Draw>(generator, which);
}

FunctionPtr restore_function(const std::string& kind, const std::vector<double>& numbers) {
  Taker in(numbers);
  FunctionPtr function;
  if (kind == "curve") {
    const int order = in.choice(highest_order + 1);
    if (const auto curve = take_curve(in)) function = make_lookup(curve, order);
  } else if (kind == "time curve") {
    const int order = in.choice(highest_order + 1);
    if (const auto curve = take_time_curve(in)) function = make_lookup(curve, order);
  } else if (kind == "next event") {
    if (const auto curve = take_time_curve(in)) function = make_next_event(curve);
  } else if (kind == "surface") {
    const int order_x = in.choice(highest_order + 1), order_y = in.choice(highest_order + 1);
    if (const auto surface = take_surface(in)) function = make_lookup(surface, order_x, order_y);
  } else if (kind == "draw") {
    const auto generator = static_cast<RandomGenerator>(in.choice(random_generator_count));
    function = make_draw(generator, in.choice(count_state(generator) + 1) - 1);
  }
  return in.is_done() ? function : nullptr;
}

}  // namespace gelenk
