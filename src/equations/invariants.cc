#include "equations/invariants.h"

#include <cmath>
#include <unordered_map>
#include <utility>

#include "equations/flat_equations.h"
#include "symbolic/derivative.h"

namespace gelenk::equations {

using symbolic::Expression;

namespace {

// Of steps, relative to the sizes of states; what is left then is rounding.
constexpr double converged = 1e-15, close = 1e-9;

}  // namespace

Invariants::Invariants(const std::vector<Expression>& residuals, std::vector<int> states,
                       std::vector<double> nominal)
    : residual_count_(static_cast<int>(residuals.size())),
      states_(std::move(states)),
      nominal_(std::move(nominal)) {
  std::unordered_map<int, int> column_of;
  for (std::size_t c = 0; c < states_.size(); ++c) column_of[states_[c]] = static_cast<int>(c);
  std::vector<Expression> outputs = residuals;
  for (int r = 0; r < residual_count_; ++r) {
    for (int input : list_inputs(residuals[r])) {
      const auto column = column_of.find(input);
      if (column == column_of.end()) continue;
      entries_.push_back({r, column->second});
      outputs.push_back(symbolic::differentiate_by_input(residuals[r], input));
    }
  }
  tape_ = symbolic::Tape(outputs);
  outputs_.resize(outputs.size());
  J_.setZero(residual_count_, static_cast<Eigen::Index>(states_.size()));
  r_.setZero(residual_count_);
}

void Invariants::eval(double time, const double* inputs, const std::vector<char>* may_move) {
  tape_.eval(time, inputs, outputs_.data());
  for (int i = 0; i < residual_count_; ++i) r_[i] = outputs_[i];
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    const auto [row, column] = entries_[k];
    const bool moves = may_move == nullptr || (*may_move)[column];
    J_(row, column) = moves ? outputs_[residual_count_ + k] * nominal_[column] : 0.0;
  }
}

bool Invariants::project(double time, double* inputs) {
  constexpr int most_rounds = 20;
  double before = INFINITY;
  for (int round = 0; round < most_rounds; ++round) {
    eval(time, inputs, nullptr);
    if (!r_.allFinite() || !J_.allFinite()) return false;
    step_ = J_.completeOrthogonalDecomposition().solve(-r_);
    const double size = move(inputs, 1.0);
    if (is_stuck(size)) return false;
    if (size < converged || (size < close && size > 0.25 * before)) return true;
    before = size;
  }
  return false;
}

bool Invariants::find_start(double time, double* inputs, const std::vector<char>& may_move) {
  constexpr int most_rounds = 200;
  constexpr double shortest = 1e-8;  // part of a step
  double before = INFINITY;
  if (states_.empty()) return calc_residual(time, inputs) <= close;  // nothing can move
  for (int round = 0; round < most_rounds; ++round) {
    eval(time, inputs, &may_move);
    if (!r_.allFinite() || !J_.allFinite()) return false;
    const auto factor = J_.completeOrthogonalDecomposition();
    step_ = factor.solve(-r_);
    const Eigen::VectorXd whole = step_;
    from_.clear();
    for (int state : states_) from_.push_back(inputs[state]);
    double size = move(inputs, 1.0);
    if (size < close) {
      if (is_stuck(size)) return false;
      if (size < converged || size > 0.25 * before) return true;
      before = size;
      continue;
    }
    // (2): what is left, measured by the step that it would take.
    double part = 1.0;
    while (true) {
      tape_.eval(time, inputs, outputs_.data());
      for (int i = 0; i < residual_count_; ++i) r_[i] = outputs_[i];
      if (r_.allFinite() && factor.solve(r_).norm() <= (1.0 - part / 4) * whole.norm()) break;
      part /= 2;
      if (part < shortest) return false;
      for (std::size_t c = 0; c < states_.size(); ++c) inputs[states_[c]] = from_[c];
      step_ = whole;
      size = move(inputs, part);
    }
    before = INFINITY;
  }
  return false;
}

// Of the states, a part of the step; by how much at most, relative to their sizes.
double Invariants::move(double* inputs, double part) {
  double size = 0.0;
  for (std::size_t c = 0; c < states_.size(); ++c) {
    double& state = inputs[states_[c]];
    state += part * nominal_[c] * step_[c];
    size = std::max(size, std::abs(step_[c]) * nominal_[c] / (nominal_[c] + std::abs(state)));
  }
  return size;
}

// Whether the equations contradict each other: the least step leaves much of them.
bool Invariants::is_stuck(double size) const {
  const double left = (J_ * step_ + r_).lpNorm<Eigen::Infinity>();
  return left > close * (1.0 + r_.lpNorm<Eigen::Infinity>()) && size < close;
}

double Invariants::calc_residual(double time, const double* inputs) {
  tape_.eval(time, inputs, outputs_.data());
  double largest = 0.0;
  for (int i = 0; i < residual_count_; ++i) largest = std::max(largest, std::abs(outputs_[i]));
  return largest;
}

}  // namespace gelenk::equations
