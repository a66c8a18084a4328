#include "analyses/signals.h"

#include <iterator>
#include <unordered_set>

#include "analyses/globs.h"
#include "elements/angle_rates.h"

namespace gelenk {

SignalTable::SignalTable(const System& system, const std::string& globs)
    : system_(system), values_(system) {
  select(globs);
}

std::vector<std::string> SignalTable::names() const {
  std::vector<std::string> result;
  visit_signals(system_, [&](const Signal& signal) { result.push_back(signal.name); });
  return result;
}

void SignalTable::select(const std::string& globs) {
  selected_.clear();
  const std::vector<std::string> list = split_globs(globs);
  if (list.empty()) {
    visit_usual_signals(system_, [&](const Signal& signal) { selected_.push_back(signal); });
    list_angles();
    return;
  }
  std::vector<std::vector<Signal>> found(list.size());  // each signal once, by its first glob
  std::vector<bool> any(list.size(), false);
  visit_signals(system_, [&](const Signal& signal) {
    bool taken = false;
    for (std::size_t g = 0; g < list.size(); ++g) {
      if (!matches_glob(list[g], signal.name)) continue;
      any[g] = true;
      if (!taken) found[g].push_back(signal);
      taken = true;
    }
  });
  for (std::size_t g = 0; g < list.size(); ++g) {
    if (!any[g]) {
      throw UserError(
          {"unknown-signal", {}, "", "no signal matches '" + list[g] + "'", hint_for(list[g])});
    }
    std::move(found[g].begin(), found[g].end(), std::back_inserter(selected_));
  }
  list_angles();
}

void SignalTable::add(const std::function<bool(const Signal&)>& wanted) {
  const std::vector<std::string> names = selected_names();
  const std::unordered_set<std::string> known(names.begin(), names.end());
  visit_signals(system_, [&](const Signal& signal) {
    if (wanted(signal) && !known.count(signal.name)) selected_.push_back(signal);
  });
  list_angles();
}

std::string SignalTable::hint_for(const std::string& glob) const {
  const std::vector<std::string> all = names();
  return find_near_names(glob, all).empty()
             ? "the pattern '*' selects all signals: the results then have their names"
             : suggest(glob, all);
}

std::vector<std::string> SignalTable::selected_names() const {
  std::vector<std::string> result;
  for (const Signal& signal : selected_) result.push_back(signal.name);
  return result;
}

std::vector<std::string> SignalTable::selected_units() const {
  std::vector<std::string> result;
  for (const Signal& signal : selected_) result.push_back(signal.unit);
  return result;
}

void SignalTable::list_angles() {
  angles_.clear();
  for (std::size_t k = 0; k < selected_.size(); ++k) {
    const Signal& signal = selected_[k];
    if (!signal.lacks_turns) continue;
    const JointEdge& edge = signal.sub->joints[signal.joint()];
    Signal speed = signal;
    speed.lacks_turns = false;
    double start = 0.0;
    if (signal.kind == Signal::Kind::measured_q) {
      speed.kind = Signal::Kind::measured_v;
      start = edge.start.q[signal.i];
    } else {
      speed.i = find_angle_rate(edge.joint, signal.i);
    }
    angles_.push_back({k, speed, FollowedAngle(start)});
  }
}

void SignalTable::start_angles() {
  for (Turning& turning : angles_) turning.angle.restart();
}

void SignalTable::follow(Formulation& f, double time, const Vector& q, const Vector& v) {
  auto value = [&](const Signal& signal) {
    return calc_motion_signal(signal, f, system_, q.data(), v.data());
  };
  for (Turning& turning : angles_)
    turning.angle.accept(time, value(selected_[turning.at]), value(turning.speed));
}

void SignalTable::calc_values(Formulation& formulation, double time, const Vector& q,
                              const Vector& v, const Vector& vdot, std::vector<double>& values) {
  values.clear();
  values_.forget();
  for (const Signal& signal : selected_)
    values.push_back(values_.calc(signal, formulation, q, v, vdot));
  for (Turning& turning : angles_) {
    const double speed = values_.calc(turning.speed, formulation, q, v, vdot);
    values[turning.at] = turning.angle.accept(time, values[turning.at], speed);
  }
}

double SignalTable::calc_value(const Signal& signal, Formulation& formulation, double time,
                               const Vector& q, const Vector& v, const Vector& vdot) {
  const double value = values_.calc(signal, formulation, q, v, vdot);
  if (!signal.lacks_turns) return value;
  for (const Turning& turning : angles_) {
    const Signal& followed = selected_[turning.at];
    if (followed.sub != signal.sub || followed.owner != signal.owner || followed.i != signal.i)
      continue;
    return turning.angle.calc(time, value, values_.calc(turning.speed, formulation, q, v, vdot));
  }
  return value;
}

}  // namespace gelenk
