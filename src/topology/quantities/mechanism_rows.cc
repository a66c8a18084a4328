#include "topology/quantities/mechanism_rows.h"

#include <algorithm>
#include <unordered_map>

#include "equations/matching.h"

namespace gelenk {

using equations::FlatEquations;
using symbolic::Expression;
using symbolic::Op;

namespace {

constexpr const char* response_word = "response(";
constexpr const char* rest_word = "rest(";

// A graph that does not get deep.
Expression add_up(std::vector<Expression> terms) {
  while (terms.size() > 1) {
    std::vector<Expression> sums;
    for (std::size_t i = 0; i + 1 < terms.size(); i += 2)
      sums.push_back(Expression::make(Op::add, {terms[i], terms[i + 1]}));
    if (terms.size() % 2 != 0) sums.push_back(terms.back());
    terms.swap(sums);
  }
  return terms.empty() ? Expression() : terms[0];
}

Expression add_known(FlatEquations& flat, const std::string& name) {
  equations::Quantity quantity;
  quantity.name = name;
  quantity.is_known = true;
  flat.quantities.push_back(std::move(quantity));
  return Expression::input(static_cast<int>(flat.quantities.size()) - 1);
}

}  // namespace

std::string name_response(const std::string& acceleration, const std::string& load) {
  return response_word + acceleration + ", " + load + ")";
}
std::string name_rest(const std::string& acceleration) { return rest_word + acceleration + ")"; }
bool is_of_response(const std::string& name) {
  return name.starts_with(response_word) || name.starts_with(rest_word);
}

void MechanismRows::add_port(FlatEquations& flat, int load, int acceleration) {
  ports_.push_back({load, acceleration, {}});
  if (acceleration < 0) return;
  flat.quantities[acceleration].is_known = false;
  flat.quantities[acceleration].is_of_port = true;
}

std::vector<int> MechanismRows::list_answered_loads() const {
  std::vector<int> answered;
  for (const Port& port : ports_) {
    if (port.acceleration >= 0) answered.push_back(port.load);
  }
  return answered;
}

void MechanismRows::add_rows(FlatEquations& flat, std::vector<char>& is_active,
                             const equations::Aliases& aliases) {
  if (std::none_of(ports_.begin(), ports_.end(),
                   [](const Port& port) { return port.acceleration >= 0; }))
    return;
  std::vector<Expression> all;
  for (Port& port : ports_) {
    port.L = equations::use_aliases(Expression::input(port.load), aliases);
    all.push_back(port.L);
  }
  sum_ = static_cast<int>(flat.quantities.size());
  flat.quantities.emplace_back();
  const Expression sum = Expression::input(sum_);
  first_row_ = static_cast<int>(flat.equations.size());
  const auto add = [&](Expression value, int port) {
    equations::Residual row;
    row.value = std::move(value);
    flat.equations.push_back(std::move(row));
    port_of_row_.push_back(port);
    is_active.push_back(1);
  };
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    if (ports_[i].acceleration < 0) continue;
    add(add_up({Expression::input(ports_[i].acceleration), ports_[i].L, sum}), static_cast<int>(i));
  }
  all.push_back(sum);
  add(add_up(std::move(all)), -1);
  last_row_ = static_cast<int>(flat.equations.size()) - 1;
}

bool MechanismRows::write_block(FlatEquations& flat, const std::vector<int>& equations,
                                const std::vector<int>& quantities,
                                std::vector<std::pair<int, int>>& pairs) {
  pairs.clear();
  if (equations.size() == 1) return true;
  std::unordered_map<int, int> column_of;
  std::vector<int> columns, rows;
  for (int q : quantities) {
    if (q == sum_) continue;
    column_of[q] = static_cast<int>(columns.size());
    columns.push_back(q);
  }
  const auto is_found_here = [&](const Expression& e) {
    const std::vector<int> read = equations::list_inputs(e);
    return std::any_of(read.begin(), read.end(), [&](int q) { return column_of.count(q) > 0; });
  };
  std::vector<const Port*> late;
  for (const Port& port : ports_) {
    if (!is_found_here(port.L)) continue;
    late.push_back(&port);
    loads.push_back(flat.quantities[port.load].name);
  }
  for (int e : equations) {
    const int port = is_row(e) ? port_of_row_[e - first_row_] : 0;
    if (port < 0) continue;
    rows.push_back(e);
    if (!is_row(e)) continue;
    const int a = ports_[port].acceleration;
    const std::string acceleration = flat.quantities[a].name;
    accelerations.push_back(acceleration);
    std::vector<Expression> terms = {add_known(flat, name_rest(acceleration))};
    for (std::size_t k = 0; k < late.size(); ++k) {
      terms.push_back(Expression::make(
          Op::multiply, {add_known(flat, name_response(acceleration, loads[k])), late[k]->L}));
    }
    flat.equations[e].value =
        Expression::make(Op::subtract, {Expression::input(a), add_up(std::move(terms))});
  }
  equations::Incidence pattern(static_cast<int>(columns.size()));
  std::vector<int> of_row;
  for (int e : rows) {
    of_row.clear();
    for (int q : equations::list_followed_inputs(flat.equations[e].value)) {
      if (const auto at = column_of.find(q); at != column_of.end()) of_row.push_back(at->second);
    }
    pattern.add_row(of_row);
  }
  const equations::Matching matching = equations::match(pattern);
  if (!matching.is_perfect()) return false;
  for (std::size_t r = 0; r < rows.size(); ++r)
    pairs.emplace_back(rows[r], columns[matching.column_of_row[r]]);
  return true;
}

}  // namespace gelenk
