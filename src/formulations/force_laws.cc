#include "formulations/force_laws.h"

#include <algorithm>
#include <cmath>

namespace gelenk {

namespace {

std::vector<OwnedLaws> collect_laws(const Subsystem& sub) {
  std::vector<OwnedLaws> owners;
  for (const ForceEdge& edge : sub.forces) {
    owners.push_back({edge.component->path,
                      std::visit([](const auto& force) { return force.laws(); }, edge.force)});
  }
  return owners;
}

}  // namespace

ForceLaws::ForceLaws(const Subsystem& sub) : ForceLaws(collect_laws(sub)) {}

ForceLaws::ForceLaws(const std::vector<OwnedLaws>& owners) {
  std::vector<symbolic::Expression> laws;
  for (const OwnedLaws& owner : owners) {
    paths_.push_back(owner.path);
    first_.push_back(static_cast<int>(laws.size()));
    laws.insert(laws.end(), owner.laws.begin(), owner.laws.end());
  }
  tape_ = symbolic::Tape(laws);
  values_.resize(laws.size());
}

void ForceLaws::eval(double t) {
  if (holds_) {
    tape_.eval_held(t, values_.data());
    if (std::all_of(values_.begin(), values_.end(), [](double x) { return std::isfinite(x); }))
      return;
  }
  tape_.eval(t, values_.data());
}

void ForceLaws::start_events(double t) {
  tape_.update_modes(t);
  holds_ = tape_.indicator_count() > 0;
}

const std::string& ForceLaws::event_name(int event) const {
  const int law = tape_.indicator_owner(event);
  const auto after = std::upper_bound(first_.begin(), first_.end(), law);
  return paths_[after - first_.begin() - 1];
}

int LawEvents::event_count() const {
  int count = 0;
  for (const ForceLaws* laws : all_) count += laws->event_count();
  return count;
}

void LawEvents::eval_events(double t, double* indicators) {
  for (ForceLaws* laws : all_) {
    laws->eval_events(t, indicators);
    indicators += laws->event_count();
  }
}

void LawEvents::start_events(double t) {
  for (ForceLaws* laws : all_) laws->start_events(t);
}

void LawEvents::handle_event(double t) {
  for (ForceLaws* laws : all_) laws->handle_event(t);
}

const std::string& LawEvents::event_name(int event) const {
  std::size_t i = 0;
  for (; event >= all_[i]->event_count(); ++i) event -= all_[i]->event_count();
  return all_[i]->event_name(event);
}

}  // namespace gelenk
