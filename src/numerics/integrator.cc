#include "numerics/integrator.h"

#include <cmath>
#include <functional>
#include <utility>

#include "numerics/methods.h"

namespace gelenk {

namespace {

using Maker = std::function<std::unique_ptr<Integrator>()>;

const std::vector<std::pair<std::string, Maker>>& methods() {
  static const std::vector<std::pair<std::string, Maker>> list = {
      {"auto", make_automatic},
      {"dopri5", make_dopri5},
      {"dop853", make_dop853},
      {"rk2", make_rk2},
      {"rk4", make_rk4},
      {"abm4", make_abm4},
      {"cvode", make_cvode},
      {"cvode_adams", make_cvode_adams},
      {"erk4", [] { return make_erk(4); }},
      {"erk5", [] { return make_erk(5); }},
      {"erk6", [] { return make_erk(6); }},
      {"erk8", [] { return make_erk(8); }},
      {"ida", make_ida},
  };
  return list;
}

}  // namespace

void Integrator::start(OdeSystem& system, const IntegratorOptions& options, double t,
                       const Vector& y) {
  system_ = &system;
  options_ = options;
  counts_ = {};
  restart(t, y);
}

void Integrator::restart(double t, const Vector& y) {
  t_ = t_before_ = t;
  y_ = y;
  failure_ = IntegratorFailure::none;
  worst_entry_ = -1;
  begin();
}

bool Integrator::step(double limit) {
  const double from = t_;
  if (!advance(limit)) return false;
  t_before_ = from;
  system_->accept(t_, y_);
  return true;
}

void Integrator::list_memory(Memory& memory) {
  memory(t_, t_before_, y_, counts_, failure_, worst_entry_);
  memory.check(failure_ >= IntegratorFailure::none &&
               failure_ <= IntegratorFailure::no_convergence && worst_entry_ >= -1 &&
               worst_entry_ < y_.size());
  list_memory_of_method(memory);
}

bool Integrator::calc_state(double t, Vector& y) {
  if (t == t_) {
    y = y_;
    return true;
  }
  return interpolate(t, y) && system_->correct(t, y);
}

double Integrator::choose_first_step(const Vector& slope, double most, int error_order) {
  auto weigh = [&](Eigen::Index i, double value) {
    return std::abs(value) / calc_tolerance(options_, i, std::abs(y_[i]));
  };
  double size = 0, steepest = 0, change = 0;
  for (Eigen::Index i = 0; i < y_.size(); ++i) {
    size = std::max(size, weigh(i, y_[i]));
    steepest = std::max(steepest, weigh(i, slope[i]));
  }
  // A state below the tolerance says nothing about how far it will go; and what is too long is found out by the first
  // step itself, so that nothing has to be shorter than the time resolves well.
  const double shortest =
      std::max(1e-10 * most, 1024 * std::numeric_limits<double>::epsilon() * std::abs(t_));
  double h = size < 1.0 || steepest < 1e-5 ? 1e-6 * most : 0.01 * size / steepest;
  h = std::min(std::max(h, shortest), most);
  Vector next;
  if (eval(t_ + h, y_ + h * slope, next)) {
    for (Eigen::Index i = 0; i < y_.size(); ++i)
      change = std::max(change, weigh(i, next[i] - slope[i]) / h);
    steepest = std::max(steepest, change);
    const double second = steepest <= 1e-15 ? std::max(1e-6 * most, 1e-3 * h)
                                            : std::pow(0.01 / steepest, 1.0 / error_order);
    h = std::min(100 * h, second);
  }
  return std::min(std::max(h, shortest), most);
}

const std::vector<std::string>& integrator_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& method : methods()) all.push_back(method.first);
    return all;
  }();
  return names;
}

std::unique_ptr<Integrator> make_integrator(const std::string& name) {
  for (const auto& [known, make] : methods()) {
    if (known == name) return make();
  }
  return nullptr;
}

}  // namespace gelenk
