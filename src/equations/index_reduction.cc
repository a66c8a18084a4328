#include "equations/index_reduction.h"

#include <algorithm>
#include <utility>

#include "equations/determined_parts.h"
#include "equations/matching.h"

namespace gelenk::equations {

namespace {

class Pantelides {
 public:
  Pantelides(FlatEquations& flat, const std::vector<char>& is_active) : flat_(flat) {
    rows_.resize(flat.equations.size());
    for (std::size_t e = 0; e < flat.equations.size(); ++e) {
      if (!is_active[e]) continue;
      active_.push_back(static_cast<int>(e));
      rows_[e] = list_unknowns(flat.equations[e].value);
    }
  }

  Reduction run() {
    Reduction result;
    if (!check_chains(result)) return result;
    match_highest();
    for (std::size_t i = 0; i < active_.size(); ++i) {
      int e = active_[i];
      // What was differentiated on the way has left its place to its derivative.
      if (quantity_of_[e] >= 0 || flat_.equations[e].derivative >= 0) continue;
      while (!augment(e)) e = differentiate_reached(e);
    }
    result.quantity_of = std::move(quantity_of_);
    return result;
  }

 private:
  // What a relation alone reads it does not determine.
  std::vector<int> list_unknowns(const symbolic::Expression& e) const {
    std::vector<int> unknowns = list_followed_inputs(e);
    std::erase_if(unknowns, [&](int q) { return flat_.quantities[q].is_known; });
    return unknowns;
  }
  bool is_highest(int quantity) const {
    const int derivative = flat_.quantities[quantity].derivative;
    return derivative < 0 || flat_.quantities[derivative].is_known;
  }
  // The first unknown of the chain.
  int find_head(int quantity) const {
    while (flat_.quantities[quantity].derivative_of >= 0 &&
           !flat_.quantities[flat_.quantities[quantity].derivative_of].is_known)
      quantity = flat_.quantities[quantity].derivative_of;
    return quantity;
  }

  // With a quantity and its derivatives as one, there is an equation for each: else differentiating never ends.
  bool check_chains(Reduction& result) const {
    std::vector<int> column_of(flat_.quantities.size(), -1), heads;
    Incidence pattern(static_cast<int>(flat_.quantities.size()));
    std::vector<int> columns;
    for (int e : active_) {
      columns.clear();
      for (int q : rows_[e]) {
        const int head = find_head(q);
        if (column_of[head] < 0) {
          column_of[head] = static_cast<int>(heads.size());
          heads.push_back(head);
        }
        if (std::find(columns.begin(), columns.end(), column_of[head]) == columns.end())
          columns.push_back(column_of[head]);
      }
      pattern.add_row(columns);
    }
    const Matching matching = match(pattern);
    for (std::size_t r = 0; r < active_.size(); ++r) {
      if (matching.column_of_row[r] >= 0) continue;
      const Part part = find_overdetermined(pattern, matching, static_cast<int>(r));
      for (int row : part.rows) result.too_many.push_back(active_[row]);
      break;
    }
    for (std::size_t c = 0; c < heads.size(); ++c) {
      if (matching.row_of_column[c] < 0) result.too_few.push_back(heads[c]);
    }
    return result.too_many.empty() && result.too_few.empty();
  }

  // As many as can be had at once; mostly all.
  void match_highest() {
    Incidence pattern(static_cast<int>(flat_.quantities.size()));
    std::vector<int> columns;
    for (int e : active_) {
      columns.clear();
      for (int q : rows_[e]) {
        if (is_highest(q)) columns.push_back(q);
      }
      pattern.add_row(columns);
    }
    const Matching matching = match(pattern);
    quantity_of_.assign(flat_.equations.size(), -1);
    equation_of_ = matching.row_of_column;
    for (int& row : equation_of_) row = row < 0 ? -1 : active_[row];
    for (std::size_t r = 0; r < active_.size(); ++r)
      quantity_of_[active_[r]] = matching.column_of_row[r];
    met_equation_.assign(flat_.equations.size(), 0);
    met_quantity_.assign(flat_.quantities.size(), 0);
  }

  // An augmenting path from a free equation, depth first with a stack of its own. Leaves what was reached.
  bool augment(int free_equation) {
    ++stamp_;
    reached_equations_.assign(1, free_equation);
    reached_quantities_.clear();
    met_equation_[free_equation] = stamp_;
    struct Step {
      int equation;
      std::size_t next;
    };
    std::vector<Step> path = {{free_equation, 0}};
    while (!path.empty()) {
      Step& step = path.back();
      const std::vector<int>& row = rows_[step.equation];
      if (step.next == row.size()) {
        path.pop_back();
        continue;
      }
      const int q = row[step.next++];
      if (!is_highest(q) || met_quantity_[q] == stamp_) continue;
      met_quantity_[q] = stamp_;
      reached_quantities_.push_back(q);
      const int other = equation_of_[q];
      if (other < 0) {
        for (const Step& s : path) {
          const int taken = rows_[s.equation][s.next - 1];
          quantity_of_[s.equation] = taken;
          equation_of_[taken] = s.equation;
        }
        return true;
      }
      if (met_equation_[other] == stamp_) continue;
      met_equation_[other] = stamp_;
      reached_equations_.push_back(other);
      path.push_back({other, 0});
    }
    return false;
  }

  // All that was reached restricts what is known already; returns the derivative of the equation that is still free.
  int differentiate_reached(int free_equation) {
    // Derivatives of matched pairs are matched to each other.
    std::vector<std::pair<int, int>> pairs;
    for (int q : reached_quantities_) pairs.emplace_back(equation_of_[q], q);
    for (int q : reached_quantities_) flat_.add_derivative(q);
    for (int e : reached_equations_) differentiate_equation(e);
    grow();
    for (const auto& [e, q] : pairs) {
      const int de = flat_.equations[e].derivative, dq = flat_.quantities[q].derivative;
      quantity_of_[e] = -1;
      equation_of_[q] = -1;
      quantity_of_[de] = dq;
      equation_of_[dq] = de;
    }
    return flat_.equations[free_equation].derivative;
  }
  void differentiate_equation(int e) {
    Residual derivative;
    derivative.value = differentiate(flat_.equations[e].value, flat_);
    derivative.where = flat_.equations[e].where;
    derivative.component = flat_.equations[e].component;
    derivative.derivative_of = e;
    const int added = static_cast<int>(flat_.equations.size());
    flat_.equations[e].derivative = added;
    flat_.equations.push_back(std::move(derivative));
    rows_.push_back(list_unknowns(flat_.equations[added].value));
  }
  void grow() {
    quantity_of_.resize(flat_.equations.size(), -1);
    met_equation_.resize(flat_.equations.size(), 0);
    equation_of_.resize(flat_.quantities.size(), -1);
    met_quantity_.resize(flat_.quantities.size(), 0);
  }

  FlatEquations& flat_;
  std::vector<int> active_;             // equations given
  std::vector<std::vector<int>> rows_;  // by equation: unknown quantities in it
  std::vector<int> quantity_of_, equation_of_;
  // Of the last search.
  int stamp_ = 0;
  std::vector<int> met_equation_, met_quantity_;
  std::vector<int> reached_equations_, reached_quantities_;
};

}  // namespace

Reduction reduce_index(FlatEquations& flat, const std::vector<char>& is_active) {
  return Pantelides(flat, is_active).run();
}

}  // namespace gelenk::equations
