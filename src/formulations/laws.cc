#include "formulations/laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "equations/flat_equations.h"
#include "model/marked_name.h"
#include "symbolic/derivative.h"
#include "symbolic/substitute.h"

namespace gelenk {

namespace {

constexpr const char* endless_whens =
    "the whens of the model do not come to an end: each change makes a condition true again,";

// Every law of a system, with whom it belongs to, in the order in which topology numbers them. After first_when, for
// each branch of a when its condition and the values that it assigns.
struct LawList {
  std::vector<symbolic::Expression> laws;
  std::vector<symbolic::Expression> stated;  // of what acts: by names, as elements have it
  std::vector<std::string> owners;
  int first_rate, first_variable, first_delay, first_when;

  explicit LawList(const System& system) {
    const Quantities& quantities = system.quantities;
    auto add = [&](const symbolic::Expression& law, const std::string& owner) {
      laws.push_back(quantities.resolve(law));
      stated.push_back(law);
      owners.push_back(owner);
    };
    auto add_forces = [&](const Subsystem& sub, auto&& self) -> void {
      for (const ForceEdge& edge : sub.forces) {
        GELENK_ASSERT(edge.first_law == number());
        for (const symbolic::Expression& law :
             std::visit([](const auto& force) { return force.laws(); }, edge.force))
          add(law, edge.component->path);
      }
      GELENK_ASSERT(sub.input_laws.empty() || sub.first_law == number());
      for (const symbolic::Expression& law : sub.input_laws) add(law, sub.path);
      for (const auto& part : sub.parts) self(*part, self);
    };
    add_forces(*system.root, add_forces);
    for (const PlacedAxisElement& e : system.axes.elements) {
      GELENK_ASSERT(e.first_law == number());
      const bool drives = e.element.kind == AxisElement::Kind::drive;
      add(drives ? symbolic::Expression() : e.element.law, e.component->path);
    }
    for (const Train& train : system.axes.trains) {
      GELENK_ASSERT(train.first_law == number());
      if (!train.driven) continue;
      add(train.law, train.holder->path);
      for (int order = train.drive.order; order < 2; ++order)
        add(symbolic::differentiate(laws.back()), train.holder->path);
    }
    first_rate = number();
    for (const Quantities::State& state : quantities.states) {
      laws.push_back(state.rate);
      owners.push_back(state.name);
    }
    first_variable = number();
    for (const Quantities::Variable& variable : quantities.variables) {
      laws.push_back(variable.value);
      owners.push_back(variable.name);
    }
    first_delay = number();
    for (const Quantities::Delayed& delayed : quantities.delays) {
      laws.push_back(delayed.value);
      owners.push_back(delayed.name);
    }
    first_when = number();
    for (const auto& branches : quantities.whens) {
      for (const Quantities::Branch& branch : branches) {
        laws.push_back(branch.condition);
        for (const Quantities::Change& change : branch.changes) laws.push_back(change.value);
        owners.resize(laws.size(), branch.path);
      }
    }
  }
  int number() const { return static_cast<int>(laws.size()); }
};

// What has happened where the condition of a limit has become true, or is so at the start: value < limit, or limit < value.
// Empty: it is none.
std::string describe_limit(const Quantities::Branch& branch, bool at_start = false) {
  if (branch.changes.size() != 1 || branch.changes[0].discrete >= 0 ||
      branch.changes[0].state >= 0 || !branch.changes[0].assertion.empty())
    return "";
  const bool is_min = branch.condition.operands()[1].is_constant();
  if (at_start) {
    return fmt::format("variable '{}' is {} = {:.6g} at the start", branch.path,
                       is_min ? "below its min" : "above its max",
                       branch.changes[0].value.constant_value());
  }
  return fmt::format("variable '{}' {} = {:.6g}", branch.path,
                     is_min ? "falls below its min" : "rises above its max",
                     branch.changes[0].value.constant_value());
}

// Where the model ends the run, as it may, the text keeps its mark.
std::string describe_assertion(const std::string& message) {
  if (split_mark(message).mark == NameMark::termination) return message;
  return fmt::format("the assertion '{}' does not hold", message);
}

}  // namespace

std::vector<symbolic::Expression> list_lasting_laws(const System& system) {
  const LawList list(system);
  std::vector<symbolic::Expression> lasting(list.laws.begin(), list.laws.begin() + list.first_when);
  for (const auto& branches : system.quantities.whens) {
    for (const Quantities::Branch& branch : branches) lasting.push_back(branch.condition);
  }
  const std::vector<symbolic::Expression>& equations = system.quantities.equations;
  lasting.insert(lasting.end(), equations.begin(), equations.end());
  return lasting;
}

Laws::Laws(const System& system) : system_(&system) {
  const Quantities& quantities = system.quantities;
  LawList list(system);
  const std::vector<symbolic::Expression>& laws = list.laws;
  owners_ = std::move(list.owners);
  first_rate_ = list.first_rate;
  first_variable_ = list.first_variable;
  first_delay_ = list.first_delay;
  first_when_ = list.first_when;
  int next = first_when_;
  for (const auto& branches : quantities.whens) {
    auto& of_when = whens_.emplace_back();
    for (const Quantities::Branch& branch : branches) {
      of_when.push_back({next, next + 1, &branch});
      next += 1 + static_cast<int>(branch.changes.size());
    }
  }
  tape_ = symbolic::HeldTape(laws);
  values_.resize(laws.size());
  before_.resize(laws.size());
  live_.resize(laws.size());
  inputs_.resize(quantities.input_count());
  reads_motion_ =
      std::any_of(quantities.signals.begin(), quantities.signals.end(), [](const Signal& signal) {
        return signal.of_motion && signal.kind != Signal::Kind::q &&
               signal.kind != Signal::Kind::v && signal.kind != Signal::Kind::axis_signal &&
               signal.kind != Signal::Kind::flange_position &&
               signal.kind != Signal::Kind::flange_speed;
      });
  for (std::size_t i = 0; i < quantities.signals.size(); ++i) {
    const Signal& s = quantities.signals[i];
    if (!s.lacks_turns || s.kind != Signal::Kind::measured_q) continue;
    Signal speed = s;
    speed.kind = Signal::Kind::measured_v;
    speed.lacks_turns = false;
    turning_.push_back({quantities.first_signal() + static_cast<int>(i), s, speed,
                        FollowedAngle(s.sub->joints[s.joint()].start.q[s.i])});
  }
  for (std::size_t i = 0; i < quantities.inputs.size(); ++i)
    set_input(static_cast<int>(i), quantities.inputs[i].start);
  make_program();
  find_outcomes(laws);
  find_port_laws(list.stated, laws);
  make_delays();
  if (!system.ports.are_open) foretell();
  set_start_values();
}

// What laws read of what they bring about: signals, and r of ports.
void Laws::find_outcomes(const std::vector<symbolic::Expression>& laws) {
  const Quantities& quantities = system_->quantities;
  std::vector<char> is_outcome(quantities.input_count(), 0);
  for (std::size_t i = 0; i < quantities.signals.size(); ++i) {
    if (quantities.signals[i].of_motion) continue;
    const int input = quantities.first_signal() + static_cast<int>(i);
    outcomes_.push_back({input, &quantities.signals[i], -1});
    is_outcome[input] = 1;
  }
  // Cells do where one of them does.
  const bool by_cells = std::any_of(quantities.equations.begin(), quantities.equations.end(),
                                    [&](const symbolic::Expression& equation) {
                                      return symbolic::reads_any(equation, is_outcome);
                                    });
  std::fill(is_outcome.begin() + quantities.first_cell(),
            is_outcome.begin() + quantities.first_followed(), by_cells);
  for (int i = 0; i < first_rate_ && !outcomes_.empty(); ++i)
    needs_rounds_ = needs_rounds_ || symbolic::reads_any(laws[i], is_outcome);
  for (int i = 0; i < quantities.ports.row_count(); ++i)
    outcomes_.push_back({quantities.rest(i), &quantities.ports.accelerations[i], i});
}

// Laws that are L, by their names, and those that depend on D and r.
void Laws::find_port_laws(const std::vector<symbolic::Expression>& stated,
                          const std::vector<symbolic::Expression>& laws) {
  using symbolic::Op;
  const Quantities& quantities = system_->quantities;
  if (quantities.ports.row_count() == 0) return;
  ports_.resize(quantities.ports.loads.size());
  std::unordered_map<std::string, std::size_t> number_of;
  for (std::size_t i = 0; i < ports_.size(); ++i) number_of[quantities.ports.loads[i]] = i;
  std::vector<char> is_late(inputs_.size(), 0);
  for (std::size_t i = 0; i < quantities.cells.size(); ++i) {
    const int cell = quantities.first_cell() + static_cast<int>(i);
    is_late[cell] = program_->is_late(cell);
  }
  for (int i = 0; i < first_rate_; ++i) {
    if (!symbolic::reads_any(laws[i], is_late)) continue;
    late_laws_.push_back(i);
    const symbolic::Expression& law = stated[i];
    const bool is_negated = law.op() == Op::negate;
    const symbolic::Expression& load = is_negated ? law.operands()[0] : law;
    const auto found =
        load.op() == Op::variable ? number_of.find(load.name()) : number_of.end();
    if (found == number_of.end())
      needs_rounds_ = true;
    else
      ports_[found->second].push_back({i, is_negated ? -1.0 : 1.0});
  }
}

// What stays between events: discrete variables, what was before, and discrete unknowns.
void Laws::foretell() {
  const Quantities& quantities = system_->quantities;
  std::vector<char> is_constant(inputs_.size(), 0);
  std::fill(is_constant.begin() + quantities.first_discrete(),
            is_constant.begin() + quantities.first_input(), 1);
  std::fill(is_constant.begin() + quantities.first_followed(), is_constant.end(), 1);
  for (std::size_t i = 0; i < quantities.cells.size(); ++i)
    is_constant[quantities.first_cell() + i] = quantities.cells[i].is_discrete;
  tape_.foretell(is_constant);
  if (program_) program_->foretell(is_constant);
}

// ---- what was some time ago ------------------------------------------------------------------------------

void Laws::make_delays() {
  const std::vector<Quantities::Delayed>& given = system_->quantities.delays;
  if (given.empty()) return;
  std::vector<symbolic::Expression> times;
  int law = first_delay_;
  for (const Quantities::Delayed& delayed : given) {
    Delayed& d = delays_.emplace_back();
    d.law = law++;
    d.longest = delayed.longest;
    d.has_stretches = delayed.time.is_constant() && !system_->ports.are_open;
    if (delayed.time.is_constant()) d.time = delayed.time.constant_value();
    times.push_back(delayed.time);
  }
  delay_times_ = symbolic::HeldTape(times);
  times_.resize(times.size());
}

// At the start what was is what is.
void Laws::read_delays(double t) {
  if (!delays_[0].line.has_started()) return;
  delay_times_.eval(t, inputs_.data(), times_.data());
  double* input = inputs_.data() + system_->quantities.first_delayed();
  for (std::size_t i = 0; i < delays_.size(); ++i) {
    const Delayed& d = delays_[i];
    const double at = t - std::clamp(times_[i], 0.0, d.longest);
    *input++ = d.line.calc(at);
  }
}

// What is may depend on what was.
void Laws::find_first_delays(double t) {
  constexpr int most_rounds = 100;
  const int first = system_->quantities.first_delayed();
  for (int round = 0; round < most_rounds; ++round) {
    bool changed = false;
    for (std::size_t i = 0; i < delays_.size(); ++i) {
      double& input = inputs_[static_cast<std::size_t>(first) + i];
      const double now = values_[static_cast<std::size_t>(delays_[i].law)];
      changed = changed || (input != now && std::isfinite(now));
      if (std::isfinite(now)) input = now;
    }
    if (!changed) return;
    eval_laws(t);
  }
}

// An event: what was before it is seen from its other side.
void Laws::pass_breaks(double t) {
  if (!delays_[0].line.has_started()) return;
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * std::abs(t);
  int passed = DelayLine::no_break;
  for (Delayed& d : delays_) {
    if (d.has_stretches) passed = std::min(passed, d.line.pass(t - d.time + rounding));
  }
  // Asked again at one instant nothing is left to pass.
  if (passed != DelayLine::no_break || t != event_time_)
    break_order_ = passed == DelayLine::no_break ? 1 : passed + 1;
  event_time_ = t;
  read_delays(t);
}

void Laws::record(double t) {
  const int order = t == event_time_ ? break_order_ : DelayLine::no_break;
  for (Delayed& d : delays_) {
    const double x = values_[static_cast<std::size_t>(d.law)];
    if (!d.line.has_started())
      d.line.start(t, x, d.longest, d.has_stretches);
    else
      d.line.record(t, x, order);
    d.now = times_[static_cast<std::size_t>(&d - delays_.data())];
  }
  if (t == event_time_) next_time_.reset();
}

double Laws::calc_longest_step(double longest) const {
  for (const Delayed& d : delays_) {
    // Where the time changes it may become shorter than the step: then the curve is followed a little beyond its end.
    constexpr double shortest_share = 1e-3;
    const double time = d.time > 0 ? d.time : std::max(shortest_share * d.longest, 0.5 * d.now);
    longest = std::min(d.line.calc_longest_step(longest), time);
  }
  return longest;
}

double Laws::next_time_event() {
  if (next_time_) return *next_time_;
  next_time_ = find_next_time();
  return *next_time_;
}

double Laws::find_next_time() {
  double next = tape_.find_next_time(modes_time_, inputs_.data());
  is_due_in_cells_ = is_due_in_delay_ = false;
  if (program_) {
    const double of_cells = program_->find_next_time(modes_time_, inputs_.data());
    is_due_in_cells_ = of_cells < next;
    next = std::min(next, of_cells);
  }
  for (const Delayed& d : delays_) {
    if (!d.has_stretches || !d.line.has_started()) continue;
    const double due = d.line.next_break() + d.time;
    is_due_in_delay_ = is_due_in_delay_ || due < next;
    next = std::min(next, due);
  }
  return next;
}

// Quantities of the program are the inputs, by number; only cells are unknown.
void Laws::make_program() {
  const Quantities& quantities = system_->quantities;
  make_invariants();
  if (quantities.cells.empty()) return;
  equations::FlatEquations flat;
  flat.quantities.resize(quantities.input_count());
  for (equations::Quantity& quantity : flat.quantities) quantity.is_known = true;
  std::vector<int> quantity_of;
  for (std::size_t i = 0; i < quantities.cells.size(); ++i) {
    const int cell = quantities.first_cell() + static_cast<int>(i);
    equations::Quantity& quantity = flat.quantities[cell];
    quantity.name = quantities.cells[i].name;
    quantity.is_known = false;
    quantity.start = quantities.cells[i].start;
    quantity.is_discrete = quantities.cells[i].is_discrete;
    inputs_[cell] = quantity.start;
    equations::Residual residual;
    residual.value = quantities.equations[i];
    flat.equations.push_back(std::move(residual));
    quantity_of.push_back(cell);
  }
  std::vector<char> is_late;
  if (quantities.ports.row_count() > 0) {
    is_late.resize(flat.quantities.size());
    std::fill(is_late.begin() + quantities.first_response(),
              is_late.begin() + quantities.first_cell(), 1);
  }
  program_.emplace(flat, quantity_of, is_late);
}

void Laws::make_invariants() {
  const Quantities& quantities = system_->quantities;
  std::vector<int> unknowns;
  std::vector<double> nominal;
  for (std::size_t i = 0; i < quantities.states.size(); ++i) {
    unknowns.push_back(static_cast<int>(i));
    nominal.push_back(1.0);
    moves_at_start_.push_back(!quantities.states[i].is_fixed);
  }
  if (!quantities.invariants.empty())
    invariants_ = equations::Invariants(quantities.invariants, unknowns, nominal);
  if (quantities.invariants.empty() && quantities.initials.empty()) return;
  // Cells follow, whatever their change is; states move as little as they need to. Cells that nothing asks for stay out: modes of
  // friction among them are for Program to find.
  constexpr double light = 1e6;
  std::vector<symbolic::Expression> residuals = quantities.invariants;
  residuals.insert(residuals.end(), quantities.initials.begin(), quantities.initials.end());
  initials_ = symbolic::Tape(residuals);
  initial_count_ = static_cast<int>(residuals.size());
  starts_by_motion_ = do_initials_read_motion();
  std::vector<char> is_asked(quantities.cells.size(), 0);
  for (std::size_t r = 0; r < residuals.size(); ++r) {
    for (const int input : equations::list_inputs(residuals[r])) {
      const int cell = input - quantities.first_cell();
      if (cell < 0 || cell >= static_cast<int>(is_asked.size()) || is_asked[cell]) continue;
      is_asked[cell] = 1;
      residuals.push_back(quantities.equations[cell]);
    }
  }
  for (std::size_t i = 0; i < quantities.cells.size(); ++i) {
    if (!is_asked[i]) continue;
    unknowns.push_back(quantities.first_cell() + static_cast<int>(i));
    nominal.push_back(light);
    moves_at_start_.push_back(1);
  }
  start_ = equations::Invariants(residuals, unknowns, nominal);
}

bool Laws::do_initials_read_motion() const {
  const Quantities& quantities = system_->quantities;
  std::vector<char> is_motion(inputs_.size(), 0);
  std::fill(is_motion.begin() + quantities.first_signal(),
            is_motion.begin() + quantities.first_cell(), 1);
  const auto reads = [&](const symbolic::Expression& e) { return symbolic::reads_any(e, is_motion); };
  const bool by_cells =
      std::any_of(quantities.equations.begin(), quantities.equations.end(), reads);
  std::fill(is_motion.begin() + quantities.first_cell(),
            is_motion.begin() + quantities.first_followed(), by_cells);
  return std::any_of(quantities.initials.begin(), quantities.initials.end(), reads);
}

void Laws::calc_initials(double t, Vector& residuals) {
  residuals.resize(initial_count_);
  initials_.eval(t, inputs_.data(), residuals.data());
}

void Laws::hold_branches(double t, bool holds) {
  if (program_ && holds) program_->hold();
  if (program_ && !holds) program_->release();
  if (holds) update_modes(t);
  holds_ = holds && tape_.has_modes();
}

// What is not found is not a number, and neither is what depends on it.
void Laws::solve_cells(double t) {
  failure_.clear();
  if (!program_->eval(t, inputs_.data())) fail_cells();
}

void Laws::fail_cells() {
  failure_ = program_->failure();
  std::fill(inputs_.begin() + system_->quantities.first_cell(),
            inputs_.begin() + system_->quantities.first_followed(),
            std::numeric_limits<double>::quiet_NaN());
}

namespace {

// What an initial equation gives a discrete variable.
bool acts_at_start_alone(const Quantities::Branch& branch, const Quantities& quantities) {
  if (branch.condition.op() != symbolic::Op::input) return false;
  const int discrete = branch.condition.number() - quantities.first_discrete();
  return discrete >= 0 && discrete < static_cast<int>(quantities.discretes.size()) &&
         quantities.discretes[static_cast<std::size_t>(discrete)].name == starting_name;
}

}  // namespace

bool Laws::project_states(double t, double* q, bool at_start) {
  const std::size_t states = system_->quantities.states.size();
  double* const of_q = q + system_->first_state();
  std::copy_n(of_q, states, inputs_.begin());
  // Start values of states may follow from discrete variables that have theirs from equations.
  const Quantities& quantities = system_->quantities;
  bool changed = at_start;
  for (std::size_t sweep = 0; changed && sweep <= whens_.size(); ++sweep) {
    changed = false;
    for (const auto& branches : whens_) {
      for (const Branch& branch : branches) {
        if (!acts_at_start_alone(*branch.text, quantities)) continue;
        if (!changed) eval(t);
        int law = branch.first_change;
        for (const Quantities::Change& change : branch.text->changes) {
          const double value = values_[static_cast<std::size_t>(law++)];
          if (change.discrete < 0 || !std::isfinite(value)) continue;
          double& input = inputs_[quantities.first_discrete() + change.discrete];
          changed = changed || input != value;
          input = value;
        }
      }
    }
  }
  if (at_start ? !start_.find_start(t, inputs_.data(), moves_at_start_)
               : !invariants_.project(t, inputs_.data()))
    return false;
  std::copy_n(inputs_.begin(), states, of_q);
  return true;
}

void Laws::set_start_values() {
  const Quantities& quantities = system_->quantities;
  for (std::size_t i = 0; i < quantities.discretes.size(); ++i) {
    inputs_[quantities.first_discrete() + i] = inputs_[quantities.first_before() + i] =
        quantities.discretes[i].start;
  }
  for (std::size_t i = 0; i < quantities.followed.size(); ++i)
    inputs_[quantities.first_followed() + i] = quantities.followed[i].start;
  for (Delayed& d : delays_) d.line = {};
  for (Turning& turning : turning_) {
    turning.angle.restart();
    inputs_[turning.input] = turning.angle.calc(0.0, inputs_[turning.input], 0.0);
  }
}

void Laws::list_memory(Memory& memory) {
  memory(turning_, before_, holds_, modes_time_, tape_.modes(), delays_, break_order_, event_time_);
  next_time_.reset();
  if (program_) memory(*program_);
  const Quantities& quantities = system_->quantities;
  for (int first : {quantities.first_discrete(), quantities.first_before()}) {
    for (std::size_t i = 0; i < quantities.discretes.size(); ++i) memory(inputs_[first + i]);
  }
  for (std::size_t i = 0; i < quantities.followed.size(); ++i)
    memory(inputs_[quantities.first_followed() + i]);
}

void Laws::eval(double t) {
  if (!knows_ports()) {
    eval_early(t);
    return;
  }
  if (records()) read_delays(t);
  eval_laws(t);
  if (records() && !delays_[0].line.has_started()) find_first_delays(t);
}

// ---- ports whose loads depend on their accelerations ----------------------------------------------------

void Laws::eval_early(double t) {
  if (records()) read_delays(t);
  failure_.clear();
  if (!program_->eval_early(t, inputs_.data())) fail_cells();
  eval_tape(t);
  for (int law : late_laws_) values_[law] = 0.0;
}

void Laws::set_port_load(int load, double value) {
  for (const auto& [law, sign] : ports_[load]) values_[law] = sign * value;
}
void Laws::set_response(int port, int load, double value) {
  inputs_[system_->quantities.response(port, load)] = value;
}
void Laws::set_rest(int port, double value) { inputs_[system_->quantities.rest(port)] = value; }

double Laws::calc_outcome(int i, double measured) const {
  const int port = outcomes_[i].port;
  if (port < 0) return measured;
  for (int k = 0; k < port_load_count(); ++k) {
    if (ports_[k].empty()) continue;
    const auto& [law, sign] = ports_[k][0];
    measured -= inputs_[system_->quantities.response(port, k)] * sign * values_[law];
  }
  return measured;
}
void Laws::list_first_outcomes(Vector& x) const {
  for (int i = 0; i < outcome_count(); ++i)
    x[i] = outcomes_[i].port < 0 ? 0.0 : inputs_[outcomes_[i].input];
}

// ---- all laws ----------------------------------------------------------------------------------------------

void Laws::eval_laws(double t) {
  if (program_) solve_cells(t);
  eval_tape(t);
}

void Laws::eval_tape(double t) {
  if (values_.empty()) return;
  if (holds_) {
    // What whens would assign matters only when they act.
    tape_.eval_held(t, inputs_.data(), values_.data());
    const auto in_use = values_.begin() + first_when_;
    if (std::all_of(values_.begin(), in_use, [](double x) { return std::isfinite(x); })) return;
    tape_.eval(t, inputs_.data(), live_.data());
    for (int i = 0; i < first_when_; ++i) {
      if (!std::isfinite(values_[i])) values_[i] = live_[i];
    }
    return;
  }
  tape_.eval(t, inputs_.data(), values_.data());
}

std::pair<std::string, double> Laws::find_bad(bool drives_only) const {
  const std::vector<Train>& trains = system_->axes.trains;
  const std::size_t first_drive = trains.empty() ? first_rate_ : trains[0].first_law;
  const std::size_t from = drives_only ? first_drive : 0;
  const std::size_t to = drives_only ? first_rate_ : first_when_;
  for (std::size_t i = from; i < to; ++i) {
    if (!std::isfinite(values_[i])) return {owners_[i], values_[i]};
  }
  return {"", 0.0};
}

void Laws::update_modes(double t) {
  modes_time_ = t;
  next_time_.reset();
  if (records()) pass_breaks(t);
  if (program_) {
    failure_.clear();
    if (!program_->settle(t, inputs_.data(), changed_)) fail_cells();
  }
  if (tape_.update_modes(t, inputs_.data())) changed_ = true;
  tape_.eval_held(t, inputs_.data(), values_.data());
}

std::string Laws::start_events(double t, double* q) {
  set_start_values();
  if (program_) program_->hold();
  settle_followed(t);
  holds_ = tape_.has_modes();
  if (program_ && !failure_.empty()) return failure_;
  if (update_followed()) return endless_whens;
  const std::string failure = act_at_start(t, q);
  before_ = values_;
  return failure;
}

// Whens act when their condition becomes true, and those with initial() or sample also where it is so at the start.
std::string Laws::act_at_start(double t, double* q) {
  before_ = values_;
  bool any = false;
  for (const auto& branches : whens_) {
    for (const Branch& branch : branches) {
      if (!branch.text->may_act_at_start) continue;
      before_[branch.condition] = 0.0;
      any = true;
    }
  }
  std::string failure = any ? follow_whens(t, q) : "";
  // The start is over.
  const std::vector<Quantities::Discrete>& discretes = system_->quantities.discretes;
  for (std::size_t i = 0; i < discretes.size(); ++i) {
    if (discretes[i].name != starting_name) continue;
    inputs_[system_->quantities.first_discrete() + i] = 0.0;
    inputs_[system_->quantities.first_before() + i] = 0.0;
    settle_followed(t);
  }
  return failure;
}

void Laws::settle_followed(double t) {
  constexpr int most_rounds = 100;
  update_modes(t);
  for (int round = 0; round < most_rounds && update_followed(); ++round) update_modes(t);
}

// What variables were before the event becomes what they are. Whether any was something else.
bool Laws::update_followed() {
  bool changed = false;
  const Quantities& quantities = system_->quantities;
  for (std::size_t i = 0; i < quantities.followed.size(); ++i) {
    double& before = inputs_[quantities.first_followed() + i];
    const double now = of_variable(quantities.followed[i].variable);
    changed = changed || before != now;
    before = now;
  }
  return changed;
}

std::string Laws::find_broken_limit() const {
  for (const auto& branches : whens_) {
    for (const Branch& branch : branches) {
      if (values_[branch.condition] == 0.0 || branch.text->condition.is_constant()) continue;
      if (std::string broken = describe_limit(*branch.text, true); !broken.empty()) return broken;
    }
  }
  return find_broken_assertion();
}

std::string Laws::find_broken_assertion() const {
  for (const auto& branches : whens_) {
    for (const Branch& branch : branches) {
      if (values_[branch.condition] == 0.0) continue;
      for (const Quantities::Change& change : branch.text->changes) {
        if (change.always) return describe_assertion(change.assertion) + " at the start";
      }
    }
  }
  return "";
}

std::string Laws::handle_event(double t, double* q) {
  changed_ = false;
  // Of what changes between events, too, the value before is the last one.
  if (!system_->quantities.followed.empty()) {
    eval(t);
    if (failure_.empty()) update_followed();
  }
  return follow_whens(t, q);
}

// Instants of samples are over when all else that happens there has: until then sample(…) is true.
bool counts_samples(const Quantities::Branch& branch, const Quantities& quantities) {
  if (branch.changes.size() != 1 || branch.changes[0].discrete < 0) return false;
  const auto at = static_cast<std::size_t>(branch.changes[0].discrete);
  return is_internal_name(quantities.discretes[at].name);
}

std::string Laws::follow_whens(double t, double* q) {
  const Quantities& quantities = system_->quantities;
  constexpr int most_rounds = 100;
  std::vector<const Branch*> due;  // samples
  std::vector<int> waiting;        // conditions
  for (int round = 0; round < most_rounds; ++round) {
    update_modes(t);
    if (program_ && !failure_.empty()) return failure_;
    acting_.clear();
    due.clear();
    waiting.clear();
    for (const auto& branches : whens_) {
      for (const Branch& branch : branches) {
        if (values_[branch.condition] == 0.0 || before_[branch.condition] != 0.0) continue;
        (counts_samples(*branch.text, quantities) ? due : acting_).push_back(&branch);
        // What is given at the start comes before what else happens there, and does not take its place.
        if (acts_at_start_alone(*branch.text, quantities)) {
          for (const Branch& other : branches) {
            if (&other > &branch && before_[other.condition] == 0.0)
              waiting.push_back(other.condition);
          }
        }
        break;
      }
    }
    before_ = values_;
    for (const Branch* branch : due) before_[branch->condition] = 0.0;
    for (const int condition : waiting) before_[condition] = 0.0;
    if (acting_.empty()) {
      if (update_followed()) continue;
      if (due.empty()) return "";
      for (const Branch* branch : due) {
        const auto discrete = static_cast<std::size_t>(branch->text->changes[0].discrete);
        inputs_[quantities.first_discrete() + discrete] =
            inputs_[quantities.first_before() + discrete] = values_[branch->first_change];
      }
      changed_ = true;
      settle_followed(t);
      before_ = values_;
      if (program_ && !failure_.empty()) return failure_;
      continue;
    }
    const auto is_next = [&](const std::vector<Branch>& branches) {
      return std::any_of(branches.begin(), branches.end(), [&](const Branch& branch) {
        return values_[branch.condition] != 0.0 && before_[branch.condition] == 0.0;
      });
    };
    for (const Branch* branch : acting_) {
      if (const std::string broken = describe_limit(*branch->text); !broken.empty()) return broken;
    }
    bool changed = false;
    if (!apply_changes(t, changed))
      return "a variable that a when sets depends on itself (write pre(…) for its value before),";
    for (const Branch* branch : acting_) {
      int law = branch->first_change;
      for (const Quantities::Change& change : branch->text->changes) {
        const double value = values_[law++];
        if (!change.assertion.empty() && value != 0.0) return describe_assertion(change.assertion);
        if (change.state < 0) continue;
        changed = changed || inputs_[change.state] != value;
        inputs_[change.state] = q[system_->first_state() + change.state] = value;
      }
    }
    std::copy_n(inputs_.begin() + quantities.first_discrete(), quantities.discretes.size(),
                inputs_.begin() + quantities.first_before());
    // What becomes true by these changes, as edge(…) does, acts before it is the past.
    if (!std::any_of(whens_.begin(), whens_.end(), is_next) && update_followed()) changed = true;
    if (!changed && due.empty()) return "";
    changed_ = changed_ || changed;
  }
  return endless_whens;
}

// The values of all branches that act, from one another, until they agree. States keep theirs meanwhile.
bool Laws::apply_changes(double t, bool& changed) {
  int changes = 0;
  for (const Branch* branch : acting_) changes += static_cast<int>(branch->text->changes.size());
  for (int sweep = 0; sweep <= changes; ++sweep) {
    bool settled = true;
    for (const Branch* branch : acting_) {
      int law = branch->first_change;
      for (const Quantities::Change& change : branch->text->changes) {
        const double value = values_[law++];
        if (change.discrete < 0) continue;
        double& input = inputs_[system_->quantities.first_discrete() + change.discrete];
        settled = settled && input == value;
        input = value;
      }
    }
    if (settled) return true;
    changed = true;
    update_modes(t);
  }
  return false;
}

}  // namespace gelenk
