#include "topology/quantities/quantities.h"

#include <algorithm>
#include <map>
#include <set>

#include "model/marked_name.h"
#include "symbolic/substitute.h"
#include "topology/quantities/mechanism_rows.h"
#include "topology/quantities/signal_catalog.h"

namespace gelenk {

namespace {

using symbolic::Expression;

Diagnostic describe(const Definitions::Use& use, std::string message, std::string hint) {
  return {"law", use.where, use.component->path, std::move(message), std::move(hint)};
}
[[noreturn]] void fail(const Definitions::Use& use, std::string message, std::string hint) {
  throw UserError(describe(use, std::move(message), std::move(hint)));
}

// The signal that a name means.
const Signal& find_signal(const std::string& name, const Definitions::Use& use,
                          const std::unordered_map<std::string, Signal>& signals) {
  const auto found = signals.find(name);
  if (found == signals.end()) {
    fail(use, "'" + name + "' is no quantity that an expression can use",
         "motion of joints, bodies, frames, sensors and flanges, loads there, and variables of "
         "models can");
  }
  const Signal& signal = found->second;
  if (signal.kind == Signal::Kind::force_signal && name.find(".angles[") != std::string::npos) {
    fail(use, "'" + name + "' jumps where the angles of the sensor change over to another triple",
         "use angles of joints, or entries of frame_a.R.T");
  }
  if (!signal.of_motion && signal.kind == Signal::Kind::shown) {
    fail(use,
         "'" + name +
             "' follows from inputs, accelerations or loads of the compiled component, "
             "which themselves may depend on this law",
         "use outputs that follow from positions, speeds and states, or pass it through a state: "
         "der(x) = (… - x)/T");
  }
  return signal;
}

Diagnostic describe_outcome(const std::string& name, const Definitions::Use& use) {
  return describe(
      use, "'" + name + "' depends on accelerations or forces, which themselves depend on this law",
      "that is solved in the formulations recursive and hierarchical, outside of compiled "
      "components; else use positions and speeds, or pass it through a state: der(x) = (… - x)/T");
}

// All names that laws use; some of them may be signals.
std::set<std::string> list_wanted(const Definitions& definitions, const System& system) {
  std::set<std::string> names;
  for (const auto& [name, use] : definitions.used()) {
    if (const MarkedName marked = split_mark(name); marked.mark != NameMark::delayed)
      names.insert(marked.name);
  }
  for (const PlacedAxisElement& e : system.axes.elements) {
    if (!e.element.is_contact) continue;
    for (const std::string& name : symbolic::list_variables(e.element.law)) names.insert(name);
  }
  names.insert(definitions.port_accelerations.begin(), definitions.port_accelerations.end());
  return names;
}

// Derivatives that solving has brought in are nobody's variables.
bool is_declared(const Definitions::Named& variable) {
  return split_mark(variable.name).mark == NameMark::none && !is_internal_name(variable.name);
}

}  // namespace

Quantities::Quantities() = default;
Quantities::Quantities(Quantities&&) = default;
Quantities& Quantities::operator=(Quantities&&) = default;
Quantities::~Quantities() = default;

int Quantities::first_response() const {
  return first_signal() + static_cast<int>(signals.size());
}
int Quantities::Ports::row_count() const { return static_cast<int>(accelerations.size()); }

bool Quantities::depends_on_inputs(const Expression& e) const {
  std::vector<char> is_given(input_count(), 0);
  std::fill(is_given.begin() + first_input(), is_given.begin() + first_delayed(), 1);
  // Cells may, all of them or none.
  const bool by_cells = std::any_of(
      equations.begin(), equations.end(),
      [&](const Expression& equation) { return symbolic::reads_any(equation, is_given); });
  std::fill(is_given.begin() + first_cell(), is_given.begin() + first_followed(), by_cells);
  return symbolic::reads_any(e, is_given);
}

Expression Quantities::resolve(const Expression& law) const {
  return symbolic::substitute(law, [&](const std::string& name) {
    const auto meaning = meanings.find(name);
    if (meaning == meanings.end()) {
      throw UserError({"equation", {}, "",
                       "'" + describe_name(name) + "' is no quantity that can be used here",
                       "write what it is as an equation of a variable, and use that"});
    }
    return meaning->second;
  });
}

namespace {

// Whether an expression depends on what the mechanism brings about: accelerations, loads.
bool reads_outcome(const Quantities& quantities, const Expression& e) {
  std::vector<char> is_outcome(quantities.input_count(), 0);
  for (std::size_t i = 0; i < quantities.signals.size(); ++i)
    is_outcome[quantities.first_signal() + i] = !quantities.signals[i].of_motion;
  return symbolic::reads_any(e, is_outcome);
}

// How long ago has to be known before anything is solved for.
Quantities::Delayed make_delayed(const Quantities& quantities, const Definitions::Delayed& given) {
  const Delay& delay = *given.delay;
  Quantities::Delayed delayed{describe_name(delay.name), quantities.resolve(delay.value),
                              quantities.resolve(delay.time), delay.longest};
  std::vector<char> is_late(static_cast<std::size_t>(quantities.input_count()), 0);
  std::fill(is_late.begin() + quantities.first_delayed(),
            is_late.begin() + quantities.first_signal(), 1);
  std::fill(is_late.begin() + quantities.first_response(), is_late.end(), 1);
  if (symbolic::reads_any(delayed.time, is_late) || reads_outcome(quantities, delayed.time)) {
    throw UserError({"law", delay.where, given.component->path,
                     "the time of delay depends on what equations are solved for, on loads or on "
                     "accelerations",
                     "let it follow from time, states and motion"});
  }
  return delayed;
}

// A variable that changes between events is known before one to what happens there.
bool is_read_in_whens_alone(const std::string& name, const Definitions::Use& use,
                            const Definitions& definitions) {
  const auto reads = [&](const Expression& e) {
    const std::vector<std::string> names = symbolic::list_variables(e);
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const auto has_value = [&](const auto& variable) { return reads(variable.value); };
  const auto& [component, where] = use;
  return std::none_of(definitions.variables.begin(), definitions.variables.end(), has_value) &&
         std::none_of(definitions.states.begin(), definitions.states.end(), has_value) &&
         std::none_of(definitions.equations.begin(), definitions.equations.end(),
                      [&](const auto& equation) { return reads(equation.residual); }) &&
         std::none_of(component->parameters.begin(), component->parameters.end(),
                      [&](const Parameter& parameter) {
                        const auto& laws = parameter.value.laws;
                        return std::any_of(laws.begin(), laws.end(), reads);
                      });
}

}  // namespace

Quantities make_quantities(const Definitions& definitions, const System& system) {
  Quantities quantities;
  std::unordered_map<std::string, int> number_of_state, number_of_discrete;
  int input = 0;
  for (const auto& state : definitions.states) {
    number_of_state[state.name] = static_cast<int>(quantities.states.size());
    quantities.meanings[state.name] = Expression::input(input++);
    quantities.states.push_back(
        {describe_name(state.name), state.unit, state.start, {}, state.is_fixed});
  }
  for (const auto& discrete : definitions.discretes) {
    number_of_discrete[discrete.name] = static_cast<int>(quantities.discretes.size());
    quantities.meanings[discrete.name] = Expression::input(input++);
    quantities.discretes.push_back({discrete.name, discrete.unit, discrete.start});
  }
  for (const auto& discrete : definitions.discretes)
    quantities.meanings[mark_name(NameMark::before, discrete.name)] = Expression::input(input++);
  for (const auto& given : definitions.inputs) {
    quantities.meanings[given.name] = Expression::input(input++);
    quantities.inputs.push_back({given.name, given.unit, given.start});
  }

  for (const auto& [delay, component] : definitions.delays)
    quantities.meanings[delay->name] = Expression::input(input++);
  quantities.delays.resize(definitions.delays.size());

  std::unordered_map<std::string, Signal> signals;
  auto get_signal = [&](const std::string& name, const Definitions::Use& use) -> const Signal& {
    if (signals.empty()) {
      const std::set<std::string> wanted = list_wanted(definitions, system);
      visit_signals(system, [&](const Signal& signal) {
        if (wanted.count(signal.name)) signals.emplace(signal.name, signal);
      });
    }
    return find_signal(name, use, signals);
  };
  auto take_signal = [&](const std::string& name, const Definitions::Use& use) {
    if (quantities.meanings.count(name) || is_of_response(name)) return;
    quantities.signals.push_back(get_signal(name, use));
    if (!quantities.signals.back().of_motion)
      quantities.outcome_uses.push_back(describe_outcome(name, use));
    quantities.meanings[name] = Expression::input(input++);
  };
  std::map<std::string, BasicType> defined;
  for (const auto* list : {&definitions.variables, &definitions.cells}) {
    for (const auto& variable : *list) defined[variable.name] = variable.type;
  }
  std::vector<std::string> followed;
  for (const auto& [name, use] : definitions.used()) {
    const MarkedName marked = split_mark(name);
    if (marked.mark != NameMark::before) {
      take_signal(name, use);
      continue;
    }
    if (quantities.meanings.count(name)) continue;
    // States and motion are the same before the event: they change after its values are found.
    const std::string& base = marked.name;
    if (const auto at = defined.find(base); at != defined.end()) {
      if (at->second == BasicType::real && !is_read_in_whens_alone(name, use, definitions)) {
        fail(use, "pre(" + base + "): this variable does not change at events",
             "pre takes a state, a signal of motion, or a variable that gets its values in a when");
      }
      followed.push_back(base);
      continue;
    }
    take_signal(base, use);
    quantities.meanings[name] = quantities.meanings.at(base);
  }
  // Contacts are laws of their own motion.
  for (const PlacedAxisElement& e : system.axes.elements) {
    if (!e.element.is_contact) continue;
    for (const std::string& name : symbolic::list_variables(e.element.law))
      take_signal(name, {e.component, e.component->where});
  }

  quantities.ports.loads = definitions.port_loads;
  for (const std::string& acceleration : definitions.port_accelerations) {
    const Definitions::Use& use = definitions.used().at(name_rest(acceleration));
    quantities.ports.accelerations.push_back(get_signal(acceleration, use));
    quantities.outcome_uses.push_back(describe_outcome(acceleration, use));
    for (const std::string& load : definitions.port_loads)
      quantities.meanings[name_response(acceleration, load)] = Expression::input(input++);
  }
  for (const std::string& acceleration : definitions.port_accelerations)
    quantities.meanings[name_rest(acceleration)] = Expression::input(input++);

  for (const auto& cell : definitions.cells) {
    quantities.meanings[cell.name] = Expression::input(input++);
    quantities.cells.push_back({cell.name, cell.unit, cell.start, cell.type != BasicType::real});
  }
  for (const std::string& name : followed)
    quantities.meanings[mark_name(NameMark::before, name)] = Expression::input(input++);

  for (int i : definitions.order) {
    const auto& variable = definitions.variables[i];
    quantities.meanings[variable.name] = quantities.resolve(variable.value);
  }
  for (const auto& [name, variable] : definitions.rates_read)
    quantities.meanings[name] = quantities.meanings.at(variable);
  const std::set<std::string> of_ports(definitions.port_accelerations.begin(),
                                       definitions.port_accelerations.end());
  for (const auto* list : {&definitions.variables, &definitions.cells}) {
    for (const auto& variable : *list) {
      if (is_declared(variable) && of_ports.count(variable.name) == 0)
        quantities.variables.push_back(
            {variable.name, variable.unit, quantities.meanings.at(variable.name),
             variable.type != BasicType::real});
    }
  }
  std::unordered_map<std::string, double> start_of;
  for (const auto* list : {&definitions.variables, &definitions.cells}) {
    for (const auto& variable : *list) start_of[variable.name] = variable.start;
  }
  for (const std::string& name : followed) {
    const auto at = std::find_if(quantities.variables.begin(), quantities.variables.end(),
                                 [&](const auto& variable) { return variable.name == name; });
    quantities.followed.push_back(
        {static_cast<int>(at - quantities.variables.begin()), start_of.at(name)});
  }
  for (std::size_t i = 0; i < definitions.delays.size(); ++i)
    quantities.delays[i] = make_delayed(quantities, definitions.delays[i]);
  for (const auto& equation : definitions.equations)
    quantities.equations.push_back(quantities.resolve(equation.residual));
  for (const auto& equation : definitions.invariants) {
    quantities.invariants.push_back(quantities.resolve(equation.residual));
    quantities.invariant_places.push_back({equation.component->path, equation.where});
  }
  for (const auto& given : quantities.inputs)
    quantities.variables.push_back({given.name, given.unit, quantities.meanings.at(given.name)});
  for (const auto& equation : definitions.initials)
    quantities.initials.push_back(quantities.resolve(equation.residual));
  for (std::size_t i = 0; i < definitions.states.size(); ++i)
    quantities.states[i].rate = quantities.resolve(definitions.states[i].value);
  for (const std::vector<When>& branches : definitions.whens) {
    std::vector<Quantities::Branch>& list = quantities.whens.emplace_back();
    for (const When& when : branches) {
      Quantities::Branch& branch = list.emplace_back();
      branch.condition = quantities.resolve(when.condition);
      for (const std::string& name : symbolic::list_variables(when.condition))
        branch.may_act_at_start = branch.may_act_at_start || is_internal_name(name);
      for (const Assignment& change : when.assignments) {
        branch.path = change.variable;
        branch.changes.push_back(
            {number_of_discrete.at(change.variable), -1, quantities.resolve(change.value)});
      }
      for (const Assignment& reset : when.resets) {
        branch.path = reset.variable;
        if (const MarkedName marked = split_mark(reset.variable); marked.mark != NameMark::none) {
          branch.path = marked.name;
          const bool is_assertion =
              marked.mark == NameMark::assertion || marked.mark == NameMark::check;
          // What ends the run as the model wants it keeps its mark.
          const bool ends = marked.mark == NameMark::termination;
          branch.changes.push_back({-1, -1, quantities.resolve(reset.value),
                                    is_assertion ? marked.name
                                    : ends       ? reset.variable
                                                 : "",
                                    marked.mark == NameMark::assertion});
          continue;
        }
        const auto state = number_of_state.find(reset.variable);
        if (state == number_of_state.end()) {
          throw UserError({"equation", reset.where, "",
                           "reinit sets '" + reset.variable + "', which is not a state",
                           "a state has an equation der(x) = …"});
        }
        branch.changes.push_back({-1, state->second, quantities.resolve(reset.value)});
      }
    }
  }
  for (const Train& train : system.axes.trains) {
    if (!train.driven || symbolic::list_variables(definitions.expand(train.law)).empty()) continue;
    throw train.holder->error("law", "a prescribed motion can depend on time only",
                              "let a force or torque, which may depend on the motion, act instead");
  }
  return quantities;
}

}  // namespace gelenk
