#include "api/named_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "analyses/state_names.h"
#include "analyses/transfer.h"
#include "api/component_files.h"
#include "formulations/motion_signals.h"

namespace gelenk {

namespace {

std::unique_ptr<Machine::Joined> join(const Machine& machine) {
  const bool is_cut = machine.system().partition != nullptr;
  return is_cut && find_compiled(*machine.model().root) == nullptr ? machine.make_joined()
                                                                   : nullptr;
}

// The values of one group of a file, and which of them were asked for.
class NamedGroup {
 public:
  explicit NamedGroup(const StateFile::Values& values) {
    for (const auto& [name, value] : values) values_.emplace(name, value);
  }
  // Takes the value of that name, if there is one.
  bool take(const std::string& name, double& value) {
    const auto found = values_.find(name);
    if (found == values_.end()) return false;
    value = found->second;
    taken_.insert(name);
    return true;
  }
  void list_others(const StateFile::Values& values, std::vector<std::string>& names) const {
    for (const auto& entry : values) {
      if (taken_.count(entry.first) == 0) names.push_back(entry.first);
    }
  }
  std::size_t count_taken() const { return taken_.size(); }

 private:
  std::unordered_map<std::string, double> values_;
  std::unordered_set<std::string> taken_;
};

}  // namespace

NamedState::NamedState(Machine& machine)
    : machine_(machine),
      joined_(join(machine)),
      system_(joined_ ? joined_->system : machine.system()) {
  const StateNames names = list_state_names(system_);
  std::unordered_set<std::string> known;
  for (const NamedEntry& entry : names.q) known.insert(q_names_.emplace_back(entry.name));
  for (const NamedEntry& entry : names.v) known.insert(v_names_.emplace_back(entry.name));
  visit_signals(system_, [&](const Signal& signal) {
    const bool is_measured =
        signal.kind == Signal::Kind::measured_q || signal.kind == Signal::Kind::measured_v;
    if (is_measured && known.insert(signal.name).second) measured_.push_back(signal);
  });
}

void NamedState::write_held(StateFile& file) const {
  const Quantities& quantities = machine_.system().quantities;
  const Laws& laws = machine_.formulation().laws();
  file.discretes.clear();
  file.inputs.clear();
  for (std::size_t i = 0; i < quantities.discretes.size(); ++i)
    file.discretes.emplace_back(quantities.discretes[i].name,
                                laws.of_discrete(static_cast<int>(i)));
  for (std::size_t i = 0; i < quantities.inputs.size(); ++i)
    file.inputs.emplace_back(quantities.inputs[i].name,
                             laws.inputs()[quantities.first_input() + i]);
}

void NamedState::write(double time, const Vector& y, StateFile& file) {
  Assembly at;
  at.q = y.head(machine_.system().nq);
  at.v = y.tail(machine_.system().nv);
  if (joined_) at = transfer(at, machine_.formulation(), system_, time);
  file.model = machine_.model().root->class_name;
  file.time = time;
  file.coordinates.clear();
  file.speeds.clear();
  file.states.clear();
  const int first_state = system_.first_state();
  for (int i = 0; i < system_.nq; ++i)
    (i < first_state ? file.coordinates : file.states).emplace_back(q_names_[i], at.q[i]);
  for (int i = 0; i < system_.nv; ++i) file.speeds.emplace_back(v_names_[i], at.v[i]);
  if (measured_.empty()) return;
  formulation().eval_motion(at.q, at.v);
  for (const Signal& signal : measured_) {
    const double value =
        calc_motion_signal(signal, formulation(), system_, at.q.data(), at.v.data());
    (signal.kind == Signal::Kind::measured_q ? file.coordinates : file.speeds)
        .emplace_back(signal.name, value);
  }
}

NamedState::Start NamedState::find_start(const StateFile& file, double time,
                                         const std::string& path) {
  const Quantities& quantities = machine_.system().quantities;
  Start start;
  NamedGroup coordinates(file.coordinates), speeds(file.speeds), states(file.states),
      discretes(file.discretes), inputs(file.inputs);
  const auto take = [&](NamedGroup& group, const std::string& name, double& value) {
    if (!group.take(name, value)) start.missing.push_back(name);
  };
  // Inputs first: they may decide where drives are.
  for (std::size_t i = 0; i < quantities.inputs.size(); ++i) {
    double value = 0;
    if (inputs.take(quantities.inputs[i].name, value))
      machine_.set_input(static_cast<int>(i), value);
  }
  const std::optional<Assembly> own = joined_ ? std::nullopt : machine_.find_start(time);
  Assembly assembly = own ? *own : assemble(formulation(), time);
  const int first_state = system_.first_state();
  for (int i = 0; i < system_.nq; ++i)
    take(i < first_state ? coordinates : states, q_names_[i], assembly.q[i]);
  for (int i = 0; i < system_.nv; ++i) take(speeds, v_names_[i], assembly.v[i]);
  for (const Signal& signal : measured_) {
    double ignored = 0;
    (signal.kind == Signal::Kind::measured_q ? coordinates : speeds).take(signal.name, ignored);
  }
  for (const Quantities::Discrete& discrete : quantities.discretes) {
    double& value = start.discretes.emplace_back(discrete.start);
    take(discretes, discrete.name, value);
  }
  std::size_t taken = 0;
  for (const auto& [group, values] :
       {std::pair{&coordinates, &file.coordinates}, std::pair{&speeds, &file.speeds},
        std::pair{&states, &file.states}, std::pair{&discretes, &file.discretes},
        std::pair{&inputs, &file.inputs}}) {
    group->list_others(*values, start.unknown);
    taken += group->count_taken();
  }
  if (taken == 0 && !start.unknown.empty()) {
    throw UserError(
        {"state",
         {},
         "",
         fmt::format("nothing of the state in '{}' belongs to this model: it is one of '{}'", path,
                     file.model),
         "give a state of this model, or of one with components of the same names"});
  }
  close_loops(time, assembly, path);
  start.assembly = assembly;
  if (!joined_) return start;
  start.assembly = transfer(assembly, formulation(), machine_.system(), time);
  start.assembly.loops = system_.counts.closing_joints;
  return start;
}

// What had to move for that is told as that of an assembly is.
void NamedState::close_loops(double time, Assembly& assembly, const std::string& path) const {
  Formulation& f = formulation();
  Vector &q = assembly.q, &v = assembly.v;
  f.place_driven(time, q, v);
  const Vector given = q;
  normalize_quaternions(*system_.root, q);
  Vector qdot, vdot;
  f.eval_derivatives(time, q, v, qdot, vdot);
  const bool is_closed = f.project(q, v);
  if (is_closed) f.eval_motion(q, v);
  const Drift drift = is_closed ? f.calc_drift() : Drift{INFINITY, INFINITY};
  constexpr double most_open = 1e-8;
  if (!(drift.position < most_open && drift.velocity < most_open)) {
    throw UserError({"state",
                     {},
                     "",
                     "the loops cannot be closed from the state in '" + path + "'" +
                         (f.failure().empty() ? "" : ": " + f.failure()),
                     "give a state that this mechanism can have"});
  }
  assembly.moved.clear();
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    if (std::abs(q[i] - given[i]) > 1e-9)
      assembly.moved.push_back({q_names_[static_cast<std::size_t>(i)], given[i], q[i]});
  }
}

}  // namespace gelenk
