#include "topology/quantities/definitions.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "elements/declared.h"
#include "elements/registry.h"
#include "model/entries.h"
#include "model/marked_name.h"
#include "symbolic/substitute.h"
#include "symbolic/zero_products.h"

namespace gelenk {

namespace {

using symbolic::Expression;

// "link[2]" is declared as link[…].
std::string describe_input(const std::string& component, const std::string& input) {
  const std::string name = component.substr(0, component.find('['));
  const bool is_array = name.size() < component.size();
  return "it is an input: write " + name + (is_array ? "[…](" : "(") + input + " = …) where " +
         name + " is declared" +
         (is_array ? ", with one entry per element, or each " + input + " = …" : "");
}

UserError make_error(const char* code, const SourceLocation& where, const Component& component,
                     std::string message, std::string hint = "") {
  // What is wrong with a part of a library class is for who uses it: where that is declared.
  const auto is_of_library = [](const Component& c) {
    return c.class_name.starts_with("Modelica.") || c.class_name.starts_with("Gelenk.");
  };
  const Component* outermost = &component;
  while (outermost->parent != nullptr && is_of_library(*outermost->parent))
    outermost = outermost->parent;
  const bool is_used = is_of_library(component) && outermost->parent != nullptr;
  return UserError({code, is_used ? outermost->where : where, component.path, std::move(message),
                    std::move(hint)});
}

// What a mechanism moves: the names of positions, speeds and accelerations follow one another.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> named_rates = {{
    {"phi", "w"},
    {"w", "a"},
    {"s", "v"},
    {"v", "a"},
    {"r_0", "v_0"},
    {"v_0", "a_0"},
    {"phi_rel", "w_rel"},
    {"w_rel", "a_rel"},
    {"s_rel", "v_rel"},
    {"v_rel", "a_rel"},
}};

bool is_acceleration(std::string_view name) {
  return std::any_of(named_rates.begin(), named_rates.end(), [&](const auto& speed) {
    return speed.second == name &&
           std::any_of(named_rates.begin(), named_rates.end(),
                       [&](const auto& position) { return position.second == speed.first; });
  });
}

// How elements begin to accelerate, where that is fixed.
template <typename Take>
void visit_fixed_accelerations(const Component& component, const Take& take) {
  for (const Variable& variable : component.variables) {
    if (!component.is_native() || !is_acceleration(variable.name)) continue;
    const std::vector<std::string> entries =
        list_entries(component.path + "." + variable.name, variable.dims);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (variable.fixed.numbers.at(i) != 0.0)
        take(entries[i], variable.start.numbers.at(i), variable, component);
    }
  }
  for (const auto& part : component.parts) visit_fixed_accelerations(*part, take);
}

// The variables marked become unknowns with equations of their own, in the order in which they can be computed.
void move_to_cells(const std::vector<char>& is_cell, Definitions& definitions) {
  if (std::find(is_cell.begin(), is_cell.end(), 1) == is_cell.end()) return;
  std::vector<int> place(is_cell.size(), -1);
  std::vector<Definitions::Named> left;
  for (std::size_t i = 0; i < is_cell.size(); ++i) {
    Definitions::Named& variable = definitions.variables[i];
    if (is_cell[i] == 0) {
      place[i] = static_cast<int>(left.size());
      left.push_back(std::move(variable));
      continue;
    }
    definitions.equations.push_back(
        {Expression::make(symbolic::Op::subtract,
                          {Expression::variable(variable.name), variable.value}),
         variable.name, variable.value, variable.where, variable.component});
    definitions.cells.push_back(std::move(variable));
  }
  definitions.variables = std::move(left);
  for (int& i : definitions.order) i = place[i];
}

// What equations read of the mechanism and of discrete variables.
class NamesOfModel final : public KnownNames {
 public:
  NamesOfModel(const Component& root, const std::map<std::string, Definitions::Use>& changed,
               const std::map<std::string, Definitions::Use>& used)
      : root_(root), changed_(changed), used_(used) {}

  bool is_constant(const std::string& name) const override {
    return split_mark(name).mark == NameMark::before || changed_.count(name) > 0 ||
           name == starting_name;
  }
  std::string find_rate(const std::string& name) const override {
    if (std::string rate = find_rate_of_flange(name); !rate.empty()) return rate;
    if (std::string rate = find_rate_of_frame(name); !rate.empty()) return rate;
    const std::size_t bracket = name.ends_with("]") ? name.rfind('[') : name.size();
    const std::size_t dot = name.rfind('.', bracket);
    if (dot == std::string::npos) return "";
    const Component* part = root_.find_part(std::string_view(name).substr(0, dot));
    if (part == nullptr || !part->is_native()) return "";
    const std::string_view own = std::string_view(name).substr(dot + 1, bracket - dot - 1);
    for (const auto& [of, rate] : named_rates) {
      if (own == of && part->find_variable(rate) != nullptr)
        return name.substr(0, dot + 1) + std::string(rate) + name.substr(bracket);
    }
    return "";
  }

  // Of the flow of a flange, or an entry of a frame's load, that equations give.
  std::string find_port(const std::string& load) const override {
    const std::size_t bracket = load.ends_with("]") ? load.rfind('[') : load.size();
    const std::size_t dot = load.rfind('.', bracket);
    if (dot == std::string::npos) return "";
    const std::string own = load.substr(dot + 1, bracket - dot - 1), owner = load.substr(0, dot);
    const std::string entry = load.substr(bracket);
    const bool is_of_frame = !entry.empty();
    if ((is_of_frame ? own != "f" && own != "t" : own != "f" && own != "tau") ||
        !is_given_connector(owner))
      return "";
    if (is_of_frame) return owner + (own == "f" ? ".der(der(r_0))" : ".R.der(w)") + entry;
    return owner + (own == "tau" ? ".der(der(phi))" : ".der(der(s))");
  }

 private:
  // Of a flange of a component with equations of its own: phi, der(phi), der(der(phi)); s likewise.
  std::string find_rate_of_flange(const std::string& name) const {
    const std::size_t last = name.rfind('.');
    if (last == std::string::npos) return "";
    const std::string own = name.substr(last + 1);
    if (own != "phi" && own != "s" && own != "der(phi)" && own != "der(s)") return "";
    const std::string owner = name.substr(0, last);
    // One that is connected inside has a load of its own; where equations read that they say how it moves, too.
    const bool is_read_only =
        used_.count(owner + ".tau") == 0 && used_.count(owner + ".f") == 0;
    const bool has_rate =
        is_connector(owner, [&](const Component& part, const Connector& c) {
          return c.is_given ||
                 (is_read_only && !part.is_native() &&
                  (c.class_name.starts_with("Modelica.Mechanics.Rotational.Interfaces.") ||
                   c.class_name.starts_with("Modelica.Mechanics.Translational.Interfaces.")));
        });
    return has_rate ? owner + ".der(" + own + ")" : "";
  }
  // Of a frame whose load equations give: r_0[1], der(r_0)[1], der(der(r_0))[1]; R.w[1], R.der(w)[1].
  std::string find_rate_of_frame(const std::string& name) const {
    const std::size_t bracket = name.rfind('[');
    if (bracket == std::string::npos) return "";
    constexpr std::array<std::array<std::string_view, 2>, 3> rates = {{
        {".r_0", ".der(r_0)"},
        {".der(r_0)", ".der(der(r_0))"},
        {".R.w", ".R.der(w)"},
    }};
    const std::string_view whole = std::string_view(name).substr(0, bracket);
    for (const auto& [of, rate] : rates) {
      if (!whole.ends_with(of)) continue;
      const std::string_view frame = whole.substr(0, whole.size() - of.size());
      if (is_given_connector(frame))
        return std::string(frame) + std::string(rate) + name.substr(bracket);
    }
    return "";
  }
  bool is_given_connector(std::string_view path) const {
    return is_connector(path, [](const Component&, const Connector& c) { return c.is_given; });
  }
  template <typename Test>
  bool is_connector(std::string_view path, Test&& test) const {
    const std::size_t dot = path.rfind('.');
    const bool is_of_root = dot == std::string_view::npos;
    const Component* part = root_.find_part(is_of_root ? "" : path.substr(0, dot));
    if (part == nullptr) return false;
    const std::string_view connector = is_of_root ? path : path.substr(dot + 1);
    return std::any_of(part->connectors.begin(), part->connectors.end(),
                       [&](const Connector& c) { return c.name == connector && test(*part, c); });
  }

  const Component& root_;
  const std::map<std::string, Definitions::Use>& changed_;
  const std::map<std::string, Definitions::Use>& used_;
};

// heatPort.T
bool is_of_connector(const Component& component, const Variable& variable) {
  const std::size_t dot = variable.name.find('.');
  if (!component.is_native() || dot == std::string::npos) return false;
  return std::any_of(component.connectors.begin(), component.connectors.end(),
                     [&](const Connector& c) {
                       return variable.name.compare(0, dot, c.name) == 0;
                     });
}

}  // namespace

Definitions::Definitions(const Component& root) : root_(root) {
  collect(root);
  define();
  hold_fixed_starts();
  if (used_.count(starting_name)) {
    Named starting{starting_name, "", 1.0, &root, root.where, {}};
    starting.type = BasicType::boolean;
    discretes.push_back(std::move(starting));
  }
}

void Definitions::define() {
  if (has_own_equations()) {
    take_as_written();
    if (sort_variables().empty()) return;
    variables.clear();
    cells.clear();
    equations.clear();
    values_.clear();
    order.clear();
    std::erase_if(states, [](const Named& state) { return !state.component->is_native(); });
  }
  solve();
}

// ---- what the model states ---------------------------------------------------------------------------

void Definitions::note_uses(const Expression& e, const Component& component,
                            const SourceLocation& where) {
  for (const std::string& name : symbolic::list_variables(e))
    used_.try_emplace(name, Use{&component, where});
}

// What is not among the equations that are solved.
void Definitions::note_law(const Expression& e, const Component& component,
                           const SourceLocation& where) {
  for (const std::string& name : symbolic::list_variables(e)) {
    used_.try_emplace(name, Use{&component, where});
    if (split_mark(name).mark == NameMark::rate) read_by_laws_.insert(name);
  }
}

void Definitions::collect(const Component& component) {
  for (const Parameter& parameter : component.parameters) {
    for (const Expression& law : parameter.value.laws) note_law(law, component, parameter.where);
  }
  auto file = [&](const std::vector<Assignment>& list, Equations& into) {
    for (const Assignment& equation : list) {
      note_uses(equation.value, component, equation.where);
      into[equation.variable].push_back({&equation, &component});
    }
  };
  file(component.assignments, assigned_);
  file(component.rates, rates_);
  for (const Residual& residual : component.residuals) {
    note_uses(residual.value, component, residual.where);
    residuals_.emplace_back(&residual, &component);
  }
  for (const Residual& initial : component.initials) {
    note_law(initial.value, component, initial.where);
    initials.push_back({initial.value, "", {}, initial.where, &component});
  }
  for (const Delay& delay : component.delays) {
    note_law(delay.value, component, delay.where);
    note_law(delay.time, component, delay.where);
    delays.push_back({&delay, &component});
  }
  collect_whens(component);
  // An element with a parameter that is found at the start has a law of it, which reads its length.
  if (component.is_native() && !component.rates.empty() && component.find_variable("length"))
    note_law(Expression::variable(component.path + ".length"), component, component.where);
  for (const Assignment& rate : make_rates(component)) {
    note_law(rate.value, component, component.where);
    const std::string name = rate.variable.substr(component.path.size() + 1);
    const Variable& variable = get_variable(component, name);
    states.push_back({rate.variable, variable.unit, variable.start.numbers.at(0), &component,
                      component.where, rate.value});
  }
  collect_variables(component);
  for (const auto& part : component.parts) collect(*part);
}

void Definitions::collect_whens(const Component& component) {
  for (const std::vector<When>& branches : component.whens) {
    for (const When& when : branches) {
      note_law(when.condition, component, when.where);
      for (const auto* list : {&when.assignments, &when.resets}) {
        for (const Assignment& change : *list) note_law(change.value, component, change.where);
      }
    }
    // Branches of one when exclude each other; two whens that set one variable would contradict.
    std::set<std::string> here;
    for (const When& when : branches) {
      for (const Assignment& change : when.assignments) here.insert(change.variable);
    }
    for (const std::string& name : here) {
      if (changed_.try_emplace(name, Use{&component, branches[0].where}).second) continue;
      throw make_error("duplicate", branches[0].where, component,
                       "variable '" + name + "' gets values in two whens",
                       "write one: when … then … elsewhen … then … end when");
    }
    whens.push_back(branches);
  }
}

// Variables of a composite of the library are second names, and those of an element follow from its motion, but for those that an
// equation of its own defines, parameters that are found at the start, and what a connector of it brings that is neither frame nor
// flange.
void Definitions::collect_variables(const Component& component) {
  for (const Variable& variable : component.variables) {
    const std::string path =
        component.path.empty() ? variable.name : component.path + "." + variable.name;
    const std::vector<std::string> entries = list_entries(path, variable.dims);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const bool is_of_library = component.library_composite || component.is_native();
      if (is_of_library && assigned_.count(entries[i]) == 0 && rates_.count(entries[i]) == 0 &&
          !is_of_connector(component, variable))
        continue;
      Named named{entries[i], variable.unit,  variable.start.numbers.at(i),
                  &component, variable.where, {}};
      named.type = variable.start.type;
      named.is_fixed = variable.fixed.numbers.at(i) != 0.0;
      named.is_start_given = variable.start_given;
      declared_.push_back({std::move(named), variable.causality});
    }
  }
}

// ---- variables with equations of their own -----------------------------------------------------------

int Definitions::count_equations(const std::string& name) const {
  auto count = [&](const Equations& list) {
    const auto found = list.find(name);
    return found == list.end() ? 0 : static_cast<int>(found->second.size());
  };
  return count(assigned_) + count(rates_) + (changed_.count(name) > 0 ? 1 : 0);
}

bool Definitions::is_input_of_model(const Declared& declared) const {
  return declared.causality == Causality::input && declared.named.component == &root_ &&
         count_equations(declared.named.name) == 0;
}

// What equations of other components than its own speak of, as those of connections do.
std::set<std::string> Definitions::list_used_outside() const {
  std::set<std::string> names;
  for (const auto& [residual, component] : residuals_) {
    for (const std::string& name : symbolic::list_variables(residual->value)) {
      const std::size_t dot = name.rfind('.');
      const std::string owner = dot == std::string::npos ? "" : name.substr(0, dot);
      if (owner != component->path) names.insert(name);
    }
  }
  return names;
}

// Throws where that is not so and no system of equations could be meant either: a variable without an equation beside one with two
// may be one, as long as there are as many equations as variables.
bool Definitions::has_own_equations() const {
  std::size_t unknowns = 0, given = residuals_.size();
  bool is_each_given = residuals_.empty();
  for (const Declared& declared : declared_) {
    if (is_input_of_model(declared)) continue;
    const int own = count_equations(declared.named.name);
    unknowns += 1;
    given += static_cast<std::size_t>(own);
    is_each_given = is_each_given && own == 1;
  }
  const std::set<std::string> connected = given < unknowns ? list_used_outside() : std::set<std::string>();
  for (const Declared& declared : declared_) {
    const bool is_missing = declared.causality == Causality::input &&
                            !is_input_of_model(declared) && given < unknowns &&
                            connected.count(declared.named.name) == 0;
    // What a when gives may stand on the left of an equation for another variable.
    if (is_missing || (given != unknowns &&
                       (residuals_.empty() || changed_.count(declared.named.name) > 0)))
      check_counts(declared);
  }
  return is_each_given && std::none_of(used_.begin(), used_.end(), [](const auto& use) {
           return split_mark(use.first).mark == NameMark::rate;
         });
}

void Definitions::check_counts(const Declared& declared) const {
  const Named& named = declared.named;
  const int own = count_equations(named.name);
  if (own == 1 || is_input_of_model(declared)) return;
  std::string local =
      named.name.substr(named.component->path.empty() ? 0 : named.component->path.size() + 1);
  local = local.substr(0, local.find('['));
  throw make_error(
      own == 0 ? "equation" : "duplicate", named.where, *named.component,
      "variable '" + named.name + "' has " + (own == 0 ? "no equation" : "two equations"),
      own == 0 && declared.causality == Causality::input
          ? describe_input(named.component->name, local)
      : own == 0 ? "write " + local + " = … or der(" + local +
                       ") = … below 'equation', or give it a value in a when"
                 : "remove one of them");
}

void Definitions::take_as_written() {
  for (const Declared& declared : declared_) {
    Named named = declared.named;
    if (is_input_of_model(declared)) {
      inputs.push_back(std::move(named));
    } else if (changed_.count(named.name)) {
      discretes.push_back(std::move(named));
    } else if (const auto rate = rates_.find(named.name); rate != rates_.end()) {
      named.value = rate->second[0].assignment->value;
      states.push_back(std::move(named));
    } else {
      named.value = assigned_.at(named.name)[0].assignment->value;
      variables.push_back(std::move(named));
    }
  }
}

// ---- systems of equations ----------------------------------------------------------------------------

void Definitions::solve() {
  std::vector<Named> unknowns;
  inputs.clear();
  discretes.clear();
  for (const Declared& declared : declared_) {
    if (is_input_of_model(declared))
      inputs.push_back(declared.named);
    else if (changed_.count(declared.named.name))
      discretes.push_back(declared.named);
    else
      unknowns.push_back(declared.named);
  }
  std::vector<NamedEquation> given;
  // In the order of declarations, so that nothing depends on names.
  std::set<std::string> done;
  auto give = [&](const Equations& list, const std::string& variable, bool is_rate) {
    const auto found = list.find(variable);
    if (found == list.end()) return;
    const std::string name = is_rate ? mark_name(NameMark::rate, variable) : variable;
    if (!done.insert(name).second) return;
    for (const auto& [assignment, component] : found->second) {
      const Expression value = symbolic::drop_zero_products(assignment->value);
      given.push_back({Expression::make(symbolic::Op::subtract, {Expression::variable(name), value}),
                       name, value, assignment->where, component});
    }
  };
  for (const bool is_rate : {false, true}) {
    const Equations& list = is_rate ? rates_ : assigned_;
    for (const Declared& declared : declared_) give(list, declared.named.name, is_rate);
    for (const auto& [variable, of_variable] : list) give(list, variable, is_rate);
  }
  for (const auto& [residual, component] : residuals_)
    given.push_back(
        {symbolic::drop_zero_products(residual->value), "", {}, residual->where, component});
  read_rates(unknowns, given);
  note_solved(solve_equations(unknowns, given, NamesOfModel(root_, changed_, used_)));
  const std::string cycle = sort_variables();
  GELENK_ASSERT(cycle.empty());
}

// Derivatives that laws of elements and whens read: variables of their own.
void Definitions::read_rates(std::vector<Named>& unknowns, std::vector<NamedEquation>& given) {
  for (const std::string& name : read_by_laws_) {
    const Use& use = used_.at(name);
    Named rate;
    rate.name = "rate(" + split_mark(name).name + ")";
    rate.component = use.component;
    rate.where = use.where;
    given.push_back({Expression::make(symbolic::Op::subtract, {Expression::variable(rate.name),
                                                               Expression::variable(name)}),
                     rate.name, Expression::variable(name), use.where, use.component});
    rates_read.emplace_back(name, rate.name);
    unknowns.push_back(std::move(rate));
  }
}

// What is fixed holds at the start, of states by their start, of everything else by an equation, also of accelerations. (What changes at
// events only had that value before.)
void Definitions::hold_fixed_starts() {
  std::set<std::string> given;
  for (const Named& state : states) given.insert(state.name);
  for (const Declared& declared : declared_) {
    const Named& named = declared.named;
    if (!named.is_fixed || named.type != BasicType::real || given.count(named.name) > 0 ||
        is_input_of_model(declared) || changed_.count(named.name) > 0)
      continue;
    initials.push_back({Expression::make(symbolic::Op::subtract,
                                         {Expression::variable(named.name), named.start}),
                        named.name, named.start, named.where, named.component});
  }
  visit_fixed_accelerations(
      root_, [&](const std::string& name, double start, const Variable& variable,
                 const Component& component) {
        note_uses(Expression::variable(name), component, variable.where);
        initials.push_back(
            {Expression::make(symbolic::Op::subtract, {Expression::variable(name), start}), name,
             start, variable.where, &component});
      });
}

void Definitions::note_solved(SolvedEquations&& solved) {
  variables = std::move(solved.variables);
  cells = std::move(solved.cells);
  equations = std::move(solved.equations);
  invariants = std::move(solved.invariants);
  port_accelerations = std::move(solved.accelerations);
  port_loads = std::move(solved.loads);
  for (Named& state : solved.states) states.push_back(std::move(state));
  for (const auto* list : {&variables, &states}) {
    for (const Named& named : *list) note_uses(named.value, *named.component, named.where);
  }
  for (const auto* list : {&equations, &invariants}) {
    for (const NamedEquation& equation : *list)
      note_uses(equation.residual, *equation.component, equation.where);
  }
  for (const Named& cell : cells) used_.erase(cell.name);
  std::erase_if(used_,
                [](const auto& use) { return split_mark(use.first).mark == NameMark::rate; });
}

// Expands variables after those they depend on, with an explicit stack: chains may be long. Where an expression would get deep the variable
// is a cell instead, found by an equation of its own: so nothing grows with the length of a chain. Returns the name of one that depends
// on itself, or nothing.
std::string Definitions::sort_variables() {
  constexpr int deepest = 64;
  std::vector<char> is_cell(variables.size(), 0);
  std::unordered_map<std::string, std::size_t> number;
  for (std::size_t i = 0; i < variables.size(); ++i) number[variables[i].name] = i;
  enum class Mark { fresh, open, done };
  std::vector<Mark> marks(variables.size(), Mark::fresh);
  for (std::size_t start = 0; start < variables.size(); ++start) {
    std::vector<std::pair<std::size_t, bool>> stack = {{start, false}};
    while (!stack.empty()) {
      const auto [i, operands_done] = stack.back();
      stack.pop_back();
      Named& variable = variables[i];
      if (operands_done) {
        marks[i] = Mark::done;
        Expression whole = expand(variable.value);
        is_cell[i] = whole.height() > std::max(deepest, variable.value.height());
        if (is_cell[i]) continue;
        values_[variable.name] = std::move(whole);
        order.push_back(static_cast<int>(i));
        continue;
      }
      if (marks[i] == Mark::done) continue;
      if (marks[i] == Mark::open) return variable.name;
      marks[i] = Mark::open;
      stack.emplace_back(i, true);
      for (const std::string& name : symbolic::list_variables(variable.value)) {
        const auto found = number.find(name);
        if (found != number.end() && marks[found->second] != Mark::done)
          stack.emplace_back(found->second, false);
      }
    }
  }
  for (const auto& [name, i] : number) used_.erase(name);
  move_to_cells(is_cell, *this);
  return "";
}

Expression Definitions::expand(const Expression& e) const {
  return symbolic::substitute(e, [&](const std::string& name) {
    const auto found = values_.find(name);
    return found == values_.end() ? Expression::variable(name) : found->second;
  });
}

}  // namespace gelenk
