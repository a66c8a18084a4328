#include "topology/quantities/solved_equations.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "equations/aliases.h"
#include "equations/blocks.h"
#include "equations/index_reduction.h"
#include "equations/linear_form.h"
#include "model/marked_name.h"
#include "modelica/failure.h"
#include "symbolic/substitute.h"
#include "symbolic/zero_products.h"
#include "topology/quantities/mechanism_rows.h"

namespace gelenk {

namespace {

using equations::FlatEquations;
using symbolic::Expression;
using symbolic::Op;

class Solver {
 public:
  Solver(const std::vector<NamedVariable>& unknowns, const std::vector<NamedEquation>& given,
         const KnownNames& known)
      : unknowns_(unknowns), given_(given), known_(known) {
    for (const NamedVariable& variable : unknowns) {
      const int q = add(variable.name);
      equations::Quantity& quantity = flat_.quantities[q];
      quantity.start = variable.start;
      quantity.is_fixed = variable.is_fixed;
      quantity.is_start_given = variable.is_start_given;
      quantity.where = variable.where;
    }
    for (const NamedEquation& equation : given) {
      equations::Residual residual;
      residual.value = number_names(equation.residual);
      residual.where = equation.where;
      residual.component = equation.component->path;
      flat_.equations.push_back(std::move(residual));
    }
    find_ports();
  }

  SolvedEquations run() {
    aliases_ = equations::find_aliases(flat_);
    const equations::Aliases& aliases = aliases_;
    if (!aliases.contradicted.empty()) fail_contradicted(aliases.contradicted[0]);
    check_numbers();
    std::vector<char> is_active;
    for (std::size_t e = 0; e < flat_.equations.size(); ++e) {
      is_active.push_back(!aliases.is_used_up[e]);
      if (is_active.back())
        flat_.equations[e].value = use_aliases(flat_.equations[e].value);
    }
    cut_unused_rates(is_active);
    add_unused_unknowns(aliases, is_active);
    mechanism_.add_rows(flat_, is_active, aliases);
    const equations::Reduction reduction = equations::reduce_index(flat_, is_active);
    if (!reduction.too_many.empty() || !reduction.too_few.empty()) fail_singular(reduction);
    name_derivatives();
    // Derivatives are of the component that states what was differentiated.
    for (const NamedEquation& equation : given_) component_of_.push_back(equation.component);
    for (std::size_t e = given_.size(); e < flat_.equations.size(); ++e) {
      const int of = flat_.equations[e].derivative_of;
      component_of_.push_back(of >= 0 ? component_of_[of] : unknowns_[0].component);
    }
    list_states();
    list_blocks(reduction.quantity_of);
    list_aliases(aliases);
    list_invariants();
    result_.accelerations = std::move(mechanism_.accelerations);
    result_.loads = std::move(mechanism_.loads);
    return std::move(result_);
  }

 private:
  // ---- names and numbers ---------------------------------------------------------------------------------

  int add(const std::string& name) {
    const auto [at, is_new] = numbers_.try_emplace(name, static_cast<int>(flat_.quantities.size()));
    if (is_new) {
      flat_.quantities.emplace_back();
      flat_.quantities.back().name = name;
    }
    return at->second;
  }
  // The number of a name, which is known where it is no unknown.
  int number(const std::string& name) {
    if (const auto found = numbers_.find(name); found != numbers_.end()) return found->second;
    if (const MarkedName marked = split_mark(name); marked.mark == NameMark::rate) {
      const int of = number(marked.name);
      const int rate = add_rate(of);
      numbers_.emplace(name, rate);
      return rate;
    }
    const int q = add(name);
    flat_.quantities[q].is_known = true;
    flat_.quantities[q].is_constant = known_.is_constant(name);
    // What a mechanism moves has rates with names of their own.
    const std::string rate = known_.find_rate(name);
    if (!rate.empty()) {
      const int r = number(rate);
      if (flat_.quantities[r].derivative_of < 0) {
        flat_.quantities[q].derivative = r;
        flat_.quantities[r].derivative_of = q;
      }
    }
    return q;
  }
  int add_rate(int of) {
    const int before = static_cast<int>(flat_.quantities.size());
    const int rate = flat_.add_derivative(of);
    if (rate >= before) numbers_.emplace(flat_.quantities[rate].name, rate);
    return rate;
  }
  // Accelerations that equations read, or that derivatives of equations will, where equations give loads.
  void find_ports() {
    for (std::size_t u = 0; u < unknowns_.size(); ++u) {
      const std::string acceleration = known_.find_port(unknowns_[u].name);
      if (acceleration.empty()) continue;
      const auto found = numbers_.find(acceleration);
      mechanism_.add_port(flat_, static_cast<int>(u), found == numbers_.end() ? -1 : found->second);
    }
  }
  // As names in expressions are written: der(der(x)) is "der der x".
  void name_derivatives() {
    for (equations::Quantity& quantity : flat_.quantities) {
      std::string rest = quantity.name, marks;
      while (rest.starts_with("der(") && rest.ends_with(")")) {
        rest = rest.substr(4, rest.size() - 5);
        marks += mark_name(NameMark::rate, "");
      }
      quantity.name = marks + rest;
    }
  }
  Expression number_names(const Expression& e) {
    return symbolic::substitute(
        e, [&](const std::string& name) { return Expression::input(number(name)); });
  }
  Expression name_numbers(const Expression& e) const {
    return symbolic::substitute_inputs(e, [&](const Expression& input) {
      return Expression::variable(flat_.quantities[input.number()].name);
    });
  }

  // What an alias that is zero is multiplied by goes.
  Expression use_aliases(const Expression& e) const {
    return symbolic::drop_zero_products(equations::use_aliases(e, aliases_));
  }

  // ---- what the passes found -----------------------------------------------------------------------------

  // A rate that nothing reads any more, as that of a capacitor's voltage without its capacity, makes no state of what it belongs to.
  void cut_unused_rates(const std::vector<char>& is_active) {
    std::vector<char> is_read(flat_.quantities.size(), 0);
    is_cut_.assign(flat_.quantities.size(), 0);
    for (std::size_t e = 0; e < flat_.equations.size(); ++e) {
      if (!is_active[e]) continue;
      for (int q : equations::list_inputs(flat_.equations[e].value)) is_read[q] = 1;
    }
    for (std::size_t u = 0; u < unknowns_.size(); ++u) {
      if (aliases_.of[u].of >= 0) is_read[aliases_.of[u].of] = 1;
    }
    for (std::size_t q = flat_.quantities.size(); q-- > 0;) {
      equations::Quantity& rate = flat_.quantities[q];
      const bool is_of_others = rate.is_known || rate.is_of_port;
      if (rate.derivative_of < 0 || rate.derivative >= 0 || is_of_others || is_read[q]) continue;
      flat_.quantities[rate.derivative_of].derivative = -1;
      rate.derivative_of = -1;
      is_cut_[q] = 1;
    }
  }

  // An unknown that no equation mentions any more has none.
  void add_unused_unknowns(const equations::Aliases& aliases, const std::vector<char>& is_active) {
    std::vector<char> occurs(flat_.quantities.size(), 0);
    for (std::size_t e = 0; e < flat_.equations.size(); ++e) {
      if (!is_active[e]) continue;
      for (int q : equations::list_followed_inputs(flat_.equations[e].value)) occurs[q] = 1;
    }
    for (int load : mechanism_.list_answered_loads()) {
      if (aliases.of[load].of >= 0) occurs[aliases.of[load].of] = 1;
    }
    for (std::size_t u = 0; u < unknowns_.size(); ++u) {
      const int q = static_cast<int>(u);
      if (aliases.of[q].of != q || flat_.quantities[q].is_known) continue;
      bool any = occurs[q];
      for (int d = flat_.quantities[q].derivative; d >= 0 && !any;
           d = flat_.quantities[d].derivative)
        any = occurs[d];
      for (int d = flat_.quantities[q].derivative_of; d >= 0 && !any;
           d = flat_.quantities[d].derivative_of)
        any = true;
      if (any) continue;
      fail_idle(is_active);
      std::vector<int> tied;
      for (std::size_t k = 0; k < aliases.of.size(); ++k) {
        if (aliases.of[k].of == q && k < unknowns_.size()) tied.push_back(static_cast<int>(k));
      }
      if (tied.size() > 1) fail_missing(1, tied);
      throw UserError({"equation", unknowns_[u].where, unknowns_[u].component->path,
                       "variable '" + unknowns_[u].name + "' has no equation",
                       "write one below 'equation' in which it occurs, or give it a value"});
    }
  }

  NamedVariable make_named(int q) const {
    if (q < static_cast<int>(unknowns_.size())) {
      NamedVariable named = unknowns_[q];
      named.start = flat_.quantities[q].start;
      return named;
    }
    NamedVariable named;
    named.name = flat_.quantities[q].name;
    named.start = flat_.quantities[q].start;
    named.where = flat_.quantities[q].where;
    named.component = unknowns_.empty() ? nullptr : unknowns_[0].component;
    return named;
  }

  bool is_state(int q) const {
    const equations::Quantity& quantity = flat_.quantities[q];
    return !quantity.is_known && quantity.derivative >= 0;
  }
  void list_states() {
    for (std::size_t q = 0; q < flat_.quantities.size(); ++q) {
      if (!is_state(static_cast<int>(q))) continue;
      NamedVariable state = make_named(static_cast<int>(q));
      state.value = Expression::variable(flat_.quantities[flat_.quantities[q].derivative].name);
      result_.states.push_back(std::move(state));
    }
  }

  void list_blocks(const std::vector<int>& quantity_of) {
    std::vector<int> rows, columns, column_of(flat_.quantities.size(), -1);
    for (std::size_t e = 0; e < quantity_of.size(); ++e) {
      if (quantity_of[e] < 0) continue;
      column_of[quantity_of[e]] = static_cast<int>(rows.size());
      rows.push_back(static_cast<int>(e));
      columns.push_back(quantity_of[e]);
    }
    equations::Incidence pattern(static_cast<int>(rows.size()));
    equations::Matching matching;
    matching.size = static_cast<int>(rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      std::vector<int> row;
      for (int q : equations::list_inputs(flat_.equations[rows[r]].value)) {
        if (column_of[q] >= 0) row.push_back(column_of[q]);
      }
      pattern.add_row(row);
      matching.column_of_row.push_back(static_cast<int>(r));
      matching.row_of_column.push_back(static_cast<int>(r));
    }
    for (const std::vector<int>& block : equations::sort_blocks(pattern, matching)) {
      const bool has_mechanism = std::any_of(
          block.begin(), block.end(), [&](int r) { return mechanism_.is_row(rows[r]); });
      if (!has_mechanism && block.size() == 1 && add_explicit(rows[block[0]], columns[block[0]]))
        continue;
      std::vector<int> discretes;
      for (int r : block) {
        if (is_discrete(columns[r])) discretes.push_back(r);
      }
      check_discretes(rows, columns, discretes, discretes.size() < block.size());
      if (has_mechanism) {
        add_mechanism(rows, columns, block);
        continue;
      }
      for (int r : block) add_cell(rows[r], columns[r]);
    }
  }
  void add_mechanism(const std::vector<int>& rows, const std::vector<int>& columns,
                     const std::vector<int>& block) {
    std::vector<int> equations, quantities;
    for (int r : block) {
      equations.push_back(rows[r]);
      quantities.push_back(columns[r]);
    }
    std::vector<std::pair<int, int>> pairs;
    if (!mechanism_.write_block(flat_, equations, quantities, pairs)) {
      equations::Reduction found;
      found.too_many = equations;
      fail_singular(found);
    }
    for (const auto& [equation, quantity] : pairs) add_cell(equation, quantity);
  }

  bool is_discrete(int q) const {
    return q < static_cast<int>(unknowns_.size()) && unknowns_[q].type != BasicType::real;
  }
  // Boolean and whole unknowns of a block depend on its other unknowns by relations, whose sides are found at events, and on each
  // other in some order.
  void check_discretes(const std::vector<int>& rows, const std::vector<int>& columns,
                       const std::vector<int>& discretes, bool has_others) const {
    if (discretes.empty()) return;
    if (!has_others) fail_cycle(columns[discretes[0]]);
    std::unordered_map<int, int> place_of;
    for (std::size_t i = 0; i < discretes.size(); ++i)
      place_of[columns[discretes[i]]] = static_cast<int>(i);
    equations::Incidence pattern(static_cast<int>(discretes.size()));
    equations::Matching matching;
    matching.size = static_cast<int>(discretes.size());
    for (std::size_t i = 0; i < discretes.size(); ++i) {
      const Expression& residual = flat_.equations[rows[discretes[i]]].value;
      std::vector<int> row;
      for (int q : equations::list_followed_inputs(residual)) {
        if (const auto at = place_of.find(q); at != place_of.end()) row.push_back(at->second);
      }
      pattern.add_row(row);
      matching.column_of_row.push_back(static_cast<int>(i));
      matching.row_of_column.push_back(static_cast<int>(i));
      const int quantity = columns[discretes[i]];
      const auto form = equations::find_linear_form(residual, quantity);
      if (!form || !form->a.is_constant() || form->a.constant_value() == 0.0) fail_cycle(quantity);
    }
    for (const std::vector<int>& block : equations::sort_blocks(pattern, matching)) {
      if (block.size() > 1) fail_cycle(columns[discretes[block[0]]]);
    }
  }
  [[noreturn]] void fail_fraction(int quantity, const SourceLocation& where) const {
    const NamedVariable& variable = unknowns_[quantity];
    throw UserError({"type", where, variable.component->path,
                     "this equation gives '" + variable.name +
                         "', which is no Real, by a division: it may be a fraction",
                     "write it as an equation for that variable, with div(…, …) or integer(…)"});
  }
  [[noreturn]] void fail_cycle(int quantity) const {
    const NamedVariable& variable = unknowns_[quantity];
    throw UserError({"cycle", variable.where, variable.component->path,
                     "variable '" + variable.name + "' depends on itself",
                     "write pre(…) for its value before the event"});
  }

  bool add_explicit(int equation, int quantity) {
    std::optional<Expression> value = find_value(equation, quantity);
    if (!value) return false;
    NamedVariable variable = make_named(quantity);
    variable.value = std::move(*value);
    result_.variables.push_back(std::move(variable));
    return true;
  }
  // Rates of what a mechanism moves have names of their own.
  static bool has_rates(const Expression& e) {
    const std::vector<std::string> names = symbolic::list_variables(e);
    return std::any_of(names.begin(), names.end(), [](const std::string& name) {
      return split_mark(name).mark == NameMark::rate;
    });
  }
  // As it was written, where it gives this quantity: solved for it, digits might differ. By another name it may depend on itself all
  // the same.
  std::optional<Expression> find_value(int equation, int quantity) {
    if (equation < static_cast<int>(given_.size()) &&
        given_[equation].variable == flat_.quantities[quantity].name) {
      const Expression written = number_names(given_[equation].value);
      const Expression used = use_aliases(written);
      const std::vector<int> read = equations::list_inputs(used);
      const auto is_read = [&](int q) { return std::find(read.begin(), read.end(), q) != read.end(); };
      const bool reads_itself = is_read(quantity);
      // What stands in a branch that never applies may depend on the quantity itself.
      const std::vector<int> all = equations::list_inputs(written);
      const bool has_dead_branch = std::any_of(all.begin(), all.end(), [&](int q) {
        const bool is_known_here = q < static_cast<int>(aliases_.of.size());
        return is_known_here && aliases_.of[q].of >= 0 && !is_read(aliases_.of[q].of);
      });
      if (has_dead_branch && !reads_itself) return name_numbers(used);
      if (!reads_itself)
        return has_rates(given_[equation].value) ? name_numbers(written) : given_[equation].value;
    }
    const auto form = equations::find_linear_form(flat_.equations[equation].value, quantity);
    if (!form || (form->a.is_constant() && form->a.constant_value() == 0.0)) return std::nullopt;
    const Expression b = name_numbers(form->b), a = name_numbers(form->a);
    if (a.is_constant() && a.constant_value() == -1.0) return b;
    if (a.is_constant() && a.constant_value() == 1.0) return Expression::make(Op::negate, {b});
    if (is_discrete(quantity)) fail_fraction(quantity, flat_.equations[equation].where);
    return Expression::make(Op::negate, {Expression::make(Op::divide, {b, a})});
  }
  void add_cell(int equation, int quantity) {
    result_.cells.push_back(make_named(quantity));
    result_.equations.push_back(make_equation(equation));
  }
  NamedEquation make_equation(int e) const {
    NamedEquation equation;
    equation.residual = name_numbers(flat_.equations[e].value);
    equation.where = flat_.equations[e].where;
    equation.component = component_of_[e];
    return equation;
  }

  // Unknowns that stand for nothing follow from those that stand for them.
  void list_aliases(const equations::Aliases& aliases) {
    for (std::size_t q = 0; q < aliases.of.size(); ++q) {
      const equations::Alias& alias = aliases.of[q];
      if (alias.of == static_cast<int>(q) || flat_.quantities[q].is_known) continue;
      if (alias.of >= 0 && is_cut_[alias.of] != 0) continue;
      // A rate that had to be told apart from what it was tied to is still that rate.
      if (alias.of >= 0 && flat_.quantities[q].name == flat_.quantities[alias.of].name) continue;
      NamedVariable variable = make_named(static_cast<int>(q));
      variable.value =
          name_numbers(equations::use_aliases(Expression::input(static_cast<int>(q)), aliases));
      result_.variables.push_back(std::move(variable));
    }
  }

  void list_invariants() {
    for (std::size_t e = 0; e < flat_.equations.size(); ++e) {
      if (flat_.equations[e].derivative >= 0)
        result_.invariants.push_back(make_equation(static_cast<int>(e)));
    }
  }

  // ---- what is wrong -------------------------------------------------------------------------------------

  // a = not a would hold for a half.
  void check_numbers() const {
    for (std::size_t u = 0; u < unknowns_.size(); ++u) {
      const equations::Alias& alias = aliases_.of[u];
      if (alias.of >= 0 || unknowns_[u].type == BasicType::real) continue;
      const double value = alias.offset;
      if (unknowns_[u].type == BasicType::boolean && value != 0.0 && value != 1.0)
        fail_cycle(static_cast<int>(u));
      if (std::abs(value - std::round(value)) > 1e-9)
        throw UserError({"equation", unknowns_[u].where, unknowns_[u].component->path,
                         "variable '" + unknowns_[u].name +
                             "' would have to be a number between two whole ones",
                         "declare it as a Real, or change the equations that give it"});
    }
  }
  [[noreturn]] void fail_contradicted(int equation) const {
    throw UserError(
        {"equation", flat_.equations[equation].where, flat_.equations[equation].component,
         "this equation contradicts others: it would hold only if two numbers were equal "
         "that are not",
         "remove it, or what it contradicts"});
  }
  // The first few of a list, in words.
  template <typename Describe>
  static std::string list(const std::vector<int>& numbers, Describe&& describe) {
    constexpr std::size_t most = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, numbers.size()); ++i)
      text += (i > 0 ? ", " : "") + describe(numbers[i]);
    if (numbers.size() > most) text += " and " + std::to_string(numbers.size() - most) + " more";
    return text;
  }
  [[noreturn]] void fail_missing(std::size_t count, const std::vector<int>& quantities) const {
    const NamedVariable named = make_named(quantities[0]);
    throw UserError(
        {"equation", named.where, named.component ? named.component->path : "",
         (count == 1 ? "an equation is missing, for "
                     : std::to_string(count) + " equations are missing, for ") +
             list(quantities,
                  [&](int q) { return "'" + describe_name(flat_.quantities[q].name) + "'"; }),
         "write equations in which they occur"});
  }
  // Where something is missing, an equation between known quantities is the likely cause: it is told first.
  void fail_idle(const std::vector<char>& is_active) const {
    for (std::size_t e = 0; e < flat_.equations.size(); ++e) {
      if (!is_active[e]) continue;
      const std::vector<int> read = equations::list_inputs(flat_.equations[e].value);
      const bool is_idle = std::all_of(read.begin(), read.end(),
                                       [&](int q) { return flat_.quantities[q].is_known; });
      if (!is_idle) continue;
      equations::Reduction found;
      found.too_many.push_back(static_cast<int>(e));
      fail_singular(found);
    }
  }
  [[noreturn]] void fail_singular(equations::Reduction reduction) const {
    // What the mechanism does is nobody's equation, and no variable.
    std::erase_if(reduction.too_many, [&](int e) { return mechanism_.is_row(e); });
    std::erase_if(reduction.too_few, [&](int q) { return mechanism_.is_sum(q); });
    if (reduction.too_many.empty()) fail_missing(reduction.too_few.size(), reduction.too_few);
    const std::size_t count = reduction.too_many.size();
    const equations::Residual& first = flat_.equations[reduction.too_many[0]];
    throw UserError(
        {"equation", first.where, first.component,
         count == 1
             ? "this equation has nothing left to determine: others give all its variables"
             : std::to_string(count) + " equations determine only " + std::to_string(count - 1) +
                   (count == 2 ? " variable: those at " : " variables: those at ") +
                   list(reduction.too_many,
                        [&](int e) { return modelica::describe_place(flat_.equations[e].where); }),
         count == 1
             ? "remove it; what joints do is given by drives (Rotational.Sources.Position), and "
               "tied together by Gelenk.Constraints.Relation"
             : "remove one of them"});
  }

  const std::vector<NamedVariable>& unknowns_;
  const std::vector<NamedEquation>& given_;
  const KnownNames& known_;
  FlatEquations flat_;
  equations::Aliases aliases_;
  MechanismRows mechanism_;
  std::vector<char> is_cut_;  // rates that nothing reads, by quantity
  std::unordered_map<std::string, int> numbers_;
  std::vector<const Component*> component_of_;  // by equation
  SolvedEquations result_;
};

}  // namespace

SolvedEquations solve_equations(const std::vector<NamedVariable>& unknowns,
                                const std::vector<NamedEquation>& equations,
                                const KnownNames& known) {
  return Solver(unknowns, equations, known).run();
}

}  // namespace gelenk
