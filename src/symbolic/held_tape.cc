#include "symbolic/held_tape.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "symbolic/order.h"
#include "symbolic/switches.h"

namespace gelenk::symbolic {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// What becomes of a value between events.
enum class Course { constant, linear, other };

}  // namespace

HeldTape::HeldTape(const std::vector<Expression>& outputs) {
  const Order order = order_operations(outputs);
  std::vector<double> constants;
  auto count_constants = [&](const Expression& e) {
    if (e.is_constant()) constants.push_back(e.constant_value());
  };
  for (const Expression* e : order.operations)
    for (const Expression& operand : e->operands()) count_constants(operand);
  for (const Expression& e : outputs) count_constants(e);
  first_step_ = static_cast<int>(constants.size());
  cells_ = constants;
  cells_.resize(constants.size() + order.operations.size(), 0.0);

  int next_constant = 0;
  auto cell = [&](const Expression& e) {
    return e.is_constant() ? next_constant++ : first_step_ + order.place_of.at(e.id());
  };
  steps_.reserve(order.operations.size());
  for (const Expression* e : order.operations) {
    Step step{e->op(), 0, 0, 0, -1, order.owners[steps_.size()]};
    const auto& operands = e->operands();
    GELENK_ASSERT(step.op != Op::variable);
    if (step.op == Op::input) step.a = e->number();
    if (step.op == Op::call) {
      std::vector<int> cells;
      for (const Expression& operand : operands) cells.push_back(cell(operand));
      step.a = calls_.add(e->function(), std::move(cells));
      steps_.push_back(step);
      continue;
    }
    if (operands.size() > 0) step.a = step.b = step.c = cell(operands[0]);
    if (operands.size() > 1) step.b = cell(operands[1]);
    if (operands.size() > 2) step.c = cell(operands[2]);
    if (const int indicators = count_indicators(step.op); indicators > 0) {
      step.mode = static_cast<int>(modes_.size());
      modes_.push_back(0.0);
      indicator_owners_.insert(indicator_owners_.end(), indicators, step.owner);
    }
    steps_.push_back(step);
  }
  for (const Expression& e : outputs) outputs_.push_back(cell(e));
}

// Of what is neither time nor an input.
template <typename Visit>
void HeldTape::for_each_operand(const Step& s, Visit&& visit) const {
  if (s.op == Op::call) {
    for (const int cell : calls_.cells(s.a)) visit(cell);
    return;
  }
  for (const int cell : {s.a, s.b, s.c}) visit(cell);
}

template <HeldTape::Modes modes>
double HeldTape::calc(const Step& s, double time, const double* inputs) {
  if (s.op == Op::time) return time;
  if (s.op == Op::input) return inputs[s.a];
  if (s.op == Op::call) return calls_.eval(s.a, cells_.data());
  if (modes == Modes::live || s.mode < 0) return apply(s.op, cells_[s.a], cells_[s.b], cells_[s.c]);
  if (modes == Modes::update || (modes == Modes::update_first && !mode_changed_)) {
    const double mode = find_mode(s.op, cells_[s.a], cells_[s.b]);
    mode_changed_ = mode_changed_ || mode != modes_[s.mode];
    modes_[s.mode] = mode;
  }
  return apply_held(s.op, modes_[s.mode], cells_[s.a], cells_[s.b]);
}

template <HeldTape::Modes modes>
void HeldTape::run(double time, const double* inputs) {
  double* result = cells_.data() + first_step_;
  for (const Step& s : steps_) *result++ = calc<modes>(s, time, inputs);
}

void HeldTape::write_outputs(double* values) const {
  for (std::size_t i = 0; i < outputs_.size(); ++i) values[i] = cells_[outputs_[i]];
}

void HeldTape::eval(double time, const double* inputs, double* values) {
  run<Modes::live>(time, inputs);
  write_outputs(values);
}

void HeldTape::eval_held(double time, const double* inputs, double* values) {
  run<Modes::held>(time, inputs);
  write_outputs(values);
}

bool HeldTape::update_modes(double time, const double* inputs) {
  mode_changed_ = false;
  run<Modes::update>(time, inputs);
  return mode_changed_;
}

bool HeldTape::update_first_mode(double time, const double* inputs) {
  mode_changed_ = false;
  run<Modes::update_first>(time, inputs);
  return mode_changed_;
}

double HeldTape::measure_misfit(double time, const double* inputs) {
  run<Modes::held>(time, inputs);
  double most = 0.0, z[most_indicators];
  int signs[most_indicators];
  for (const Step& s : steps_) {
    if (s.mode < 0) continue;
    find_signs(s.op, modes_[s.mode], signs);
    calc_indicators(s.op, modes_[s.mode], cells_[s.a], cells_[s.b], z);
    for (int i = 0; i < count_indicators(s.op); ++i) most = std::max(most, -signs[i] * z[i]);
  }
  return most;
}

void HeldTape::get_signs(int* signs) const {
  for (const Step& s : steps_) {
    if (s.mode < 0 || s.is_foretold) continue;
    find_signs(s.op, modes_[s.mode], signs);
    signs += count_indicators(s.op);
  }
}

void HeldTape::eval_indicators(double time, const double* inputs, double* indicators) {
  if (indicator_owners_.empty()) return;
  run<Modes::held>(time, inputs);
  for (const Step& s : steps_) {
    if (s.mode < 0 || s.is_foretold) continue;
    calc_indicators(s.op, modes_[s.mode], cells_[s.a], cells_[s.b], indicators);
    indicators += count_indicators(s.op);
  }
}

// ---- what time decides -----------------------------------------------------------------------------------

void HeldTape::foretell(const std::vector<char>& is_constant) {
  std::vector<Course> course(cells_.size(), Course::constant);
  auto worst_of = [&](const Step& s) {
    Course worst = Course::constant;
    for_each_operand(s, [&](int cell) { worst = std::max(worst, course[cell]); });
    return worst;
  };
  indicator_owners_.clear();
  std::vector<char> is_needed(cells_.size(), 0);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    Step& s = steps_[i];
    Course& result = course[first_step_ + i];
    if (s.op == Op::time || s.op == Op::input) {
      result = s.op == Op::time        ? Course::linear
               : is_constant[s.a] != 0 ? Course::constant
                                       : Course::other;
      continue;
    }
    const Course worst = worst_of(s);
    switch (s.op) {
      case Op::negate:
      case Op::add:
      case Op::subtract:
      case Op::abs:
      case Op::min:
      case Op::max: result = worst; break;
      case Op::multiply:
        result = course[s.a] == Course::constant   ? course[s.b]
                 : course[s.b] == Course::constant ? course[s.a]
                                                   : Course::other;
        break;
      case Op::divide:
      case Op::mod:
      case Op::rem: result = course[s.b] == Course::constant ? course[s.a] : Course::other; break;
      case Op::select:
        result =
            course[s.a] == Course::constant ? std::max(course[s.b], course[s.c]) : Course::other;
        break;
      default: result = worst == Course::constant ? worst : Course::other;
    }
    if (s.mode < 0) continue;
    s.is_foretold = (is_held_whole(s.op) ? worst : result) != Course::other;
    if (!s.is_foretold)
      indicator_owners_.insert(indicator_owners_.end(), count_indicators(s.op), s.owner);
    if (is_held_whole(s.op)) result = Course::constant;
    if (s.is_foretold && worst == Course::linear) is_needed[first_step_ + i] = 1;
  }
  for (std::size_t i = steps_.size(); i-- > 0;) {
    const Step& s = steps_[i];
    if (is_needed[first_step_ + i] == 0) continue;
    ahead_.push_back(static_cast<int>(i));
    // What is held whole has its value whatever its operands are.
    if (s.op == Op::time || s.op == Op::input || (s.mode >= 0 && !s.is_foretold)) continue;
    for_each_operand(s, [&](int cell) { is_needed[cell] = 1; });
  }
  std::reverse(ahead_.begin(), ahead_.end());
  if (!ahead_.empty()) slopes_.assign(cells_.size(), 0.0);
}

void HeldTape::eval_foretold(double time, const double* inputs) {
  for (const int i : ahead_) cells_[first_step_ + i] = calc<Modes::held>(steps_[i], time, inputs);
}

bool HeldTape::fits(const Step& s) const {
  return find_mode(s.op, cells_[s.a], cells_[s.b]) == modes_[s.mode];
}

// Of a value that is linear in time or constant, with modes held.
double HeldTape::calc_slope(const Step& s) const {
  if (s.op == Op::call) return 0.0;  // of what is constant
  const double a = slopes_[s.a], b = slopes_[s.b];
  switch (s.op) {
    case Op::time: return 1.0;
    case Op::negate: return -a;
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * cells_[s.b] + cells_[s.a] * b;
    case Op::divide: return a / cells_[s.b];
    case Op::mod:
    case Op::rem: return a;
    case Op::abs: return modes_[s.mode] != 0.0 ? -a : a;
    case Op::min:
    case Op::max: return modes_[s.mode] != 0.0 ? b : a;
    case Op::select: return cells_[s.a] != 0.0 ? b : slopes_[s.c];
    default: return 0.0;
  }
}

// When an indicator of the switch gets to zero.
double HeldTape::estimate_change(const Step& s, double time) const {
  double now[most_indicators], later[most_indicators], first = infinity;
  const double a = cells_[s.a], b = cells_[s.b];
  calc_indicators(s.op, modes_[s.mode], a, b, now);
  // A way on which they change by about their own size, and no less than that of their operands by rounding.
  const double slope = std::max(std::abs(slopes_[s.a]), std::abs(slopes_[s.b]));
  if (!(slope > 0.0)) return infinity;
  const double way = (1.0 + std::abs(a) + std::abs(b)) / slope;
  calc_indicators(s.op, modes_[s.mode], a + way * slopes_[s.a], b + way * slopes_[s.b], later);
  for (int i = 0; i < count_indicators(s.op); ++i) {
    const double ahead = way * now[i] / (now[i] - later[i]);
    if (ahead >= 0.0) first = std::min(first, time + ahead);
  }
  return first;
}

// The first number at which the mode does not fit, close to an estimate.
double HeldTape::find_change(const Step& s, double near, const double* inputs) {
  auto is_past = [&](double t) {
    eval_foretold(t, inputs);
    return !fits(s);
  };
  double before = near, after = near, way = 0.0;
  const double unit =
      std::numeric_limits<double>::epsilon() * std::abs(near) + std::numeric_limits<double>::min();
  constexpr int most_rounds = 60;
  if (is_past(near)) {
    for (int round = 0; round < most_rounds && is_past(before); ++round) {
      after = before;
      way = way > 0.0 ? 2 * way : unit;
      before = near - way;
    }
  } else {
    for (int round = 0; round < most_rounds && !is_past(after); ++round) {
      before = after;
      way = way > 0.0 ? 2 * way : unit;
      after = near + way;
    }
  }
  while (std::nextafter(before, after) < after) {
    const double middle = before + 0.5 * (after - before);
    if (!(middle > before && middle < after)) break;
    (is_past(middle) ? after : before) = middle;
  }
  return after;
}

double HeldTape::find_next_time(double time, const double* inputs) {
  if (ahead_.empty()) return infinity;
  eval_foretold(time, inputs);
  for (const int i : ahead_) slopes_[first_step_ + i] = calc_slope(steps_[i]);
  std::vector<std::pair<double, int>> due;
  for (const int i : ahead_) {
    if (steps_[i].mode < 0 || !steps_[i].is_foretold) continue;
    const double at = estimate_change(steps_[i], time);
    if (at < infinity) due.emplace_back(at, i);
  }
  if (due.empty()) return infinity;
  std::sort(due.begin(), due.end());
  // Instants that differ by rounding are one.
  const double first = find_change(steps_[due[0].second], due[0].first, inputs);
  const double same = 16 * std::numeric_limits<double>::epsilon() * std::abs(first);
  double last = first;
  due_owner_ = steps_[due[0].second].owner;
  for (std::size_t k = 1; k < due.size() && due[k].first <= first + same; ++k) {
    const double at = find_change(steps_[due[k].second], due[k].first, inputs);
    if (at <= first + same) last = std::max(last, at);
  }
  return std::max(last, std::nextafter(time, infinity));
}

}  // namespace gelenk::symbolic
