#include "equations/program.h"

#include <Eigen/Dense>
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "equations/blocks.h"
#include "equations/linear_form.h"
#include "equations/matching.h"
#include "equations/tearing.h"
#include "math/sparse_lu.h"
#include "symbolic/derivative.h"
#include "symbolic/held_tape.h"
#include "symbolic/substitute.h"

namespace gelenk::equations {

using symbolic::Expression;
using symbolic::HeldTape;
using symbolic::Op;

namespace {

// ---- what is computed ----------------------------------------------------------------------------------

struct Assignments {
  HeldTape tape;
  std::vector<int> targets;          // quantities, by output of the tape
  std::vector<double> values, live;  // scratch
};

// Residuals, entries of J by columns, and the unknowns that follow from the guesses: outputs of one tape, in this order, so that
// what jumps jumps for all of them.
struct System {
  HeldTape tape;
  std::vector<int> guesses, followers;  // quantities
  std::vector<double> start;            // of the guesses
  std::vector<double> nominal;
  bool is_linear = false;        // while modes are held
  std::vector<int> first, rows;  // entries of J by columns

  // Where J is small or full it is factored as it is.
  std::optional<SparseLu> sparse;
  Eigen::MatrixXd J;
  Eigen::PartialPivLU<Eigen::MatrixXd> dense;
  std::vector<double> factored;  // the entries of J that the factors belong to
  bool is_factored = false;

  double settled = -std::numeric_limits<double>::infinity();  // when modes were taken last

  std::vector<double> outputs;
  Eigen::VectorXd f, step, next, trial, from;  // scratch

  int size() const { return static_cast<int>(guesses.size()); }
  int entry_count() const { return static_cast<int>(rows.size()); }
};

// ---- making it -----------------------------------------------------------------------------------------

class Maker {
 public:
  Maker(const FlatEquations& flat, const std::vector<int>& quantity_of, std::vector<char>& is_late)
      : flat_(flat), is_late_(is_late), column_of_(flat.quantities.size(), -1) {
    for (std::size_t e = 0; e < quantity_of.size(); ++e) {
      if (quantity_of[e] < 0) continue;
      equations_.push_back(static_cast<int>(e));
      column_of_[quantity_of[e]] = static_cast<int>(quantities_.size());
      quantities_.push_back(quantity_of[e]);
    }
    pattern_ = Incidence(static_cast<int>(quantities_.size()));
    matching_.size = static_cast<int>(equations_.size());
    for (std::size_t r = 0; r < equations_.size(); ++r) {
      std::vector<int> row;
      for (int q : list_inputs(flat.equations[equations_[r]].value)) {
        if (column_of_[q] >= 0) row.push_back(column_of_[q]);
      }
      pattern_.add_row(row);
      matching_.column_of_row.push_back(static_cast<int>(r));
      matching_.row_of_column.push_back(static_cast<int>(r));
    }
  }

  // Calls take(Assignments) and take(System), in order, and before what is late take.begin_late(). Marks all that is late.
  template <typename Take>
  void run(Take&& take) {
    std::vector<std::vector<int>> early, late;
    for (std::vector<int>& block : sort_blocks(pattern_, matching_))
      (mark_late(block) ? late : early).push_back(std::move(block));
    make_steps(early, take);
    take.begin_late();
    make_steps(late, take);
  }

 private:
  // Graphs are released recursively: none may get deep.
  static constexpr int deepest = 500;

  template <typename Take>
  void make_steps(const std::vector<std::vector<int>>& blocks, Take&& take) {
    for (const std::vector<int>& block : blocks) {
      if (block.size() == 1 && assign(block[0], take)) continue;
      end_assignments(take);
      take(make_system(block));
    }
    end_assignments(take);
  }
  // Whether the block reads anything late; then all that it gives is. To be asked of one block after the other.
  bool mark_late(const std::vector<int>& block) {
    if (is_late_.empty()) return false;
    const auto reads_late = [&](int row) {
      const std::vector<int> read = list_inputs(residual(row));
      return std::any_of(read.begin(), read.end(), [&](int q) { return is_late_[q] != 0; });
    };
    if (std::none_of(block.begin(), block.end(), reads_late)) return false;
    for (int row : block) is_late_[quantities_[row]] = 1;
    return true;
  }

  const Expression& residual(int row) const { return flat_.equations[equations_[row]].value; }

  // A single unknown that its equation gives directly.
  template <typename Take>
  bool assign(int row, Take&& take) {
    const std::optional<Expression> value = solve(residual(row), quantities_[row]);
    if (!value) return false;
    Expression all = substitute(*value);
    if (all.height() > deepest) {
      end_assignments(take);
      all = *value;
    }
    targets_.push_back(quantities_[row]);
    values_.push_back(all);
    assigned_.emplace(quantities_[row], std::move(all));
    return true;
  }
  template <typename Take>
  void end_assignments(Take&& take) {
    if (targets_.empty()) return;
    Assignments assignments;
    assignments.tape = HeldTape(values_);
    assignments.targets = std::move(targets_);
    assignments.values.resize(values_.size());
    assignments.live.resize(values_.size());
    take(std::move(assignments));
    targets_.clear();
    values_.clear();
    assigned_.clear();
  }
  // What was assigned since the last step in the place of its quantities.
  Expression substitute(const Expression& e) const {
    return symbolic::substitute_inputs(e, [&](const Expression& input) {
      const auto found = assigned_.find(input.number());
      return found == assigned_.end() ? input : found->second;
    });
  }

  static std::optional<Expression> solve(const Expression& e, int quantity) {
    const std::optional<LinearForm> form = find_linear_form(e, quantity);
    if (!form || (form->a.is_constant() && form->a.constant_value() == 0.0)) return std::nullopt;
    if (form->a.is_constant()) {
      const double a = form->a.constant_value();
      if (a == -1.0) return form->b;
      if (a == 1.0) return Expression::make(Op::negate, {form->b});
    }
    return Expression::make(Op::negate, {Expression::make(Op::divide, {form->b, form->a})});
  }
  // A number by which the equation is solved for the quantity; 0: there is none.
  static double find_coefficient(const Expression& e, int quantity) {
    const std::optional<LinearForm> form = find_linear_form(e, quantity);
    return form && form->a.is_constant() ? form->a.constant_value() : 0.0;
  }
  // The equations of a block that are left when Boolean and whole unknowns stand there as what they are.
  struct Rest {
    std::vector<Expression> residuals;
    std::vector<int> columns;
    Incidence pattern;      // of what they follow
    std::vector<int> rows;  // 0, 1, …
  };
  // By row of these and column: whether the row gives the column. What is divided by must not be small beside the other numbers in the
  // row, or digits are lost.
  class Solvability {
   public:
    Solvability(const Maker& maker, const Rest& rest) : maker_(maker) {
      constexpr double least_share = 0.1;
      for (int row : rest.rows) {
        double largest = 0.0;
        for (int column : rest.pattern.row(row)) {
          const double a =
              std::abs(find_coefficient(rest.residuals[row], maker.quantities_[column]));
          coefficients_.emplace(key(row, column), a);
          largest = std::max(largest, a);
        }
        least_.push_back(least_share * largest);
      }
    }
    bool operator()(int row, int column) const {
      const double a = get_coefficient(row, column);
      return a > 0.0 && a >= least_[row];
    }
    // Its size, where it is a number; else 0.
    double get_coefficient(int row, int column) const {
      const auto found = coefficients_.find(key(row, column));
      return found == coefficients_.end() ? 0.0 : found->second;
    }

   private:
    std::size_t key(int row, int column) const {
      return static_cast<std::size_t>(row) * maker_.quantities_.size() +
             static_cast<std::size_t>(column);
    }
    const Maker& maker_;
    std::unordered_map<std::size_t, double> coefficients_;
    std::vector<double> least_;  // by row: what it may be solved for has this coefficient, or a larger one
  };

  bool is_discrete(int row) const { return flat_.quantities[quantities_[row]].is_discrete; }
  // Boolean and whole unknowns of a block, each after those that it follows.
  std::vector<int> order_discretes(const std::vector<int>& block) const {
    std::vector<int> list;
    std::unordered_map<int, int> place_of;  // by quantity
    for (int row : block) {
      if (!is_discrete(row)) continue;
      place_of[quantities_[row]] = static_cast<int>(list.size());
      list.push_back(row);
    }
    if (list.empty()) return list;
    Incidence pattern(static_cast<int>(list.size()));
    Matching matching;
    matching.size = static_cast<int>(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      std::vector<int> of_row;
      for (int q : list_followed_inputs(residual(list[i]))) {
        if (const auto at = place_of.find(q); at != place_of.end()) of_row.push_back(at->second);
      }
      pattern.add_row(of_row);
      matching.column_of_row.push_back(static_cast<int>(i));
      matching.row_of_column.push_back(static_cast<int>(i));
    }
    std::vector<int> ordered;
    for (const std::vector<int>& at : sort_blocks(pattern, matching)) {
      GELENK_ASSERT(at.size() == 1);
      ordered.push_back(list[at[0]]);
    }
    return ordered;
  }
  // Leaves what the discrete unknowns are in assigned_.
  Rest leave_discretes(const std::vector<int>& block, System& system,
                       std::vector<Expression>& followers) {
    for (int row : order_discretes(block)) {
      const std::optional<Expression> value = solve(residual(row), quantities_[row]);
      GELENK_ASSERT(value);
      followers.push_back(substitute(*value));
      system.followers.push_back(quantities_[row]);
      assigned_.emplace(quantities_[row], followers.back());
    }
    Rest rest;
    rest.pattern = Incidence(static_cast<int>(quantities_.size()));
    for (int row : block) {
      if (is_discrete(row)) continue;
      rest.rows.push_back(static_cast<int>(rest.columns.size()));
      rest.columns.push_back(row);
      rest.residuals.push_back(substitute(residual(row)));
      std::vector<int> columns;
      for (int q : list_followed_inputs(rest.residuals.back())) {
        if (column_of_[q] >= 0) columns.push_back(column_of_[q]);
      }
      rest.pattern.add_row(columns);
    }
    return rest;
  }

  System make_system(const std::vector<int>& block) {
    System system;
    std::vector<Expression> outputs, followers;
    const Rest rest = leave_discretes(block, system, followers);
    const std::size_t discretes = followers.size();
    const Solvability solvability(*this, rest);
    Tearing tearing = tear(rest.pattern, rest.rows, rest.columns, std::cref(solvability));
    // Each residual depends on all guesses, by way of what follows from them: where these are many, all unknowns are guessed, and J is
    // sparse. So it is where what follows magnifies the rounding of guesses.
    constexpr std::size_t most_torn = 24;
    constexpr double largest_growth = 1e5;
    assigned_.clear();
    if (tearing.torn.size() > most_torn ||
        calc_growth(rest, tearing, solvability) > largest_growth ||
        !list_followers(rest, tearing, followers)) {
      tearing = {{}, rest.columns, rest.rows};
      followers.resize(discretes);
      assigned_.clear();
    }
    for (const auto& assigned : tearing.assigned)
      system.followers.push_back(quantities_[assigned.column]);
    for (int row : tearing.residuals) outputs.push_back(substitute(rest.residuals[row]));
    for (std::size_t i = 0; i < discretes; ++i) followers[i] = substitute(followers[i]);
    assigned_.clear();
    for (int column : tearing.torn) add_guess(system, quantities_[column]);
    add_jacobian(system, outputs);
    outputs.insert(outputs.end(), followers.begin(), followers.end());
    system.tape = HeldTape(outputs);
    system.outputs.resize(outputs.size());
    for (Eigen::VectorXd* scratch :
         {&system.f, &system.step, &system.next, &system.trial, &system.from})
      scratch->setZero(system.size());
    choose_factors(system);
    return system;
  }
  // By how much an error of all guesses may grow in what follows from them, at most: x[i+1] = 2.5 x[i] − x[i−1] doubles
  // it. A coefficient that is no number counts as much as what is divided by.
  static double calc_growth(const Rest& rest, const Tearing& tearing,
                            const Solvability& solvability) {
    const std::unordered_set<int> columns(rest.columns.begin(), rest.columns.end());
    std::unordered_map<int, double> growth;  // by column
    double largest = 0.0;
    for (const auto& [row, column] : tearing.assigned) {
      const double a = solvability.get_coefficient(row, column);
      double sum = 0.0;
      for (int other : rest.pattern.row(row)) {
        if (other == column || columns.count(other) == 0) continue;
        const double b = solvability.get_coefficient(row, other);
        const auto found = growth.find(other);
        sum += (b > 0.0 ? b / a : 1.0) * (found == growth.end() ? 1.0 : found->second);
      }
      growth[column] = sum;
      largest = std::max(largest, sum);
    }
    return largest;
  }
  // The unknowns that follow from guesses, as expressions of these. False where they get deep.
  bool list_followers(const Rest& rest, const Tearing& tearing,
                      std::vector<Expression>& followers) {
    for (const auto& [row, column] : tearing.assigned) {
      followers.push_back(substitute(*solve(rest.residuals[row], quantities_[column])));
      if (followers.back().height() > deepest) return false;
      assigned_.emplace(quantities_[column], followers.back());
    }
    return true;
  }
  void add_guess(System& system, int quantity) const {
    const Quantity& q = flat_.quantities[quantity];
    system.guesses.push_back(quantity);
    system.start.push_back(q.start);
    system.nominal.push_back(q.nominal > 0.0 ? q.nominal : 1.0);
  }
  // `outputs` holds the residuals; entries of J go behind them.
  static void add_jacobian(System& system, std::vector<Expression>& outputs) {
    std::vector<std::vector<int>> rows_of(system.guesses.size());
    std::unordered_map<int, int> place_of;
    for (int c = 0; c < system.size(); ++c) place_of[system.guesses[c]] = c;
    for (int r = 0; r < system.size(); ++r) {
      for (int q : list_followed_inputs(outputs[r])) {
        const auto place = place_of.find(q);
        if (place != place_of.end()) rows_of[place->second].push_back(r);
      }
    }
    system.is_linear = true;
    system.first = {0};
    for (int c = 0; c < system.size(); ++c) {
      for (int r : rows_of[c]) {
        const Expression entry = symbolic::differentiate_by_input(outputs[r], system.guesses[c]);
        for (int q : list_followed_inputs(entry))
          system.is_linear = system.is_linear && place_of.find(q) == place_of.end();
        outputs.push_back(entry);
        system.rows.push_back(r);
      }
      system.first.push_back(static_cast<int>(system.rows.size()));
    }
  }
  static void choose_factors(System& system) {
    constexpr int largest_dense = 24;
    if (system.size() > largest_dense) {
      system.sparse.emplace(system.first, system.rows);
      return;
    }
    system.J.setZero(system.size(), system.size());
    system.dense = Eigen::PartialPivLU<Eigen::MatrixXd>(system.size());
  }

  const FlatEquations& flat_;
  std::vector<char>& is_late_;               // by quantity
  std::vector<int> equations_, quantities_;  // by row; the column of a row has its number
  std::vector<int> column_of_;               // by quantity
  Incidence pattern_;
  Matching matching_;
  // Of the assignments that are being gathered.
  std::vector<int> targets_;
  std::vector<Expression> values_;
  std::unordered_map<int, Expression> assigned_;
};

}  // namespace

// ---- computing it --------------------------------------------------------------------------------------

struct Program::Impl {
  // In order: which kind of step, and which of its kind.
  struct Step {
    bool is_system;
    int index;
  };
  std::vector<Step> steps;
  std::size_t early = 0;          // steps that depend on nothing late
  std::vector<char> is_late;      // by quantity; empty: nothing is
  std::vector<int> late_targets;  // quantities
  std::vector<Assignments> assignments;
  std::vector<System> systems;
  std::vector<std::string> names;  // of quantities
  std::vector<double> guesses;     // memory: of all systems, one after the other
  bool holds = false;
  std::string failure;

  // The first steps, as many as are asked for.
  bool eval(double time, double* values, std::size_t count) {
    int first_guess = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Step& step = steps[i];
      if (!step.is_system) {
        assign(assignments[step.index], time, values);
        continue;
      }
      System& system = systems[step.index];
      const bool finds_modes = !holds && system.tape.has_modes();
      if (finds_modes ? !find_modes(system, first_guess, time, values)
                      : !solve_system(system, first_guess, time, values))
        return false;
      first_guess += system.size();
    }
    return true;
  }
  void accept(const double* values, std::size_t count) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (!steps[i].is_system) continue;
      for (int q : systems[steps[i].index].guesses) guesses[next++] = values[q];
    }
  }

  // What leaves its domain beyond an event is taken as it stands there.
  void assign(Assignments& a, double time, double* values) {
    if (holds)
      a.tape.eval_held(time, values, a.values.data());
    else
      a.tape.eval(time, values, a.values.data());
    auto is_number = [](double x) { return std::isfinite(x); };
    if (holds && a.tape.has_modes() && !std::all_of(a.values.begin(), a.values.end(), is_number)) {
      a.tape.eval(time, values, a.live.data());
      for (std::size_t i = 0; i < a.values.size(); ++i) {
        if (!is_number(a.values[i])) a.values[i] = a.live[i];
      }
    }
    // + 0: what follows from −b/a is no negative zero.
    for (std::size_t i = 0; i < a.targets.size(); ++i) values[a.targets[i]] = a.values[i] + 0.0;
  }

  // Residuals at the guesses in `x`; false where they are no numbers.
  bool eval_residuals(System& s, double time, double* values, const Eigen::VectorXd& x,
                      Eigen::VectorXd& f) {
    for (int i = 0; i < s.size(); ++i) values[s.guesses[i]] = x[i];
    s.tape.eval_held(time, values, s.outputs.data());
    for (int i = 0; i < s.size(); ++i) f[i] = s.outputs[i];
    return f.allFinite();
  }
  // J as it is in the outputs. Where it is what it was, as in linear circuits between events, its factors are.
  bool factor(System& s) {
    const double* entries = s.outputs.data() + s.size();
    if (s.is_factored && std::equal(s.factored.begin(), s.factored.end(), entries)) return true;
    s.factored.assign(entries, entries + s.entry_count());
    s.is_factored = compute_factors(s, entries);
    return s.is_factored;
  }
  static bool compute_factors(System& s, const double* entries) {
    if (s.sparse) return s.sparse->factor({entries, static_cast<std::size_t>(s.entry_count())});
    for (int c = 0; c < s.size(); ++c) {
      for (int k = s.first[c]; k < s.first[c + 1]; ++k) s.J(s.rows[k], c) = entries[k];
    }
    if (!s.J.allFinite()) return false;
    s.dense.compute(s.J);
    const auto pivots = s.dense.matrixLU().diagonal().array().abs();
    // Where modes leave nothing to determine something the pivots say so, by rounding or exactly.
    constexpr double least_share = 1e-14;
    const double least =
        s.is_linear && s.tape.has_modes() ? least_share * pivots.maxCoeff() : 0.0;
    return (pivots > least).all();
  }
  // Where modes leave it open how unknowns share something, as two brakes that hold one shaft share its torque: of all solutions the
  // least one, whatever the guesses are. False where there is none.
  bool solve_shared(System& s, double time, double* values, Eigen::VectorXd& x) {
    constexpr int largest = 200;
    constexpr double rank_share = 1e-12, agreed = 1e-10;
    const int n = s.size();
    if (n == 0 || n > largest || !s.tape.has_modes()) return false;
    s.trial.setZero(n);
    if (!eval_residuals(s, time, values, s.trial, s.f)) return false;
    const double* entries = s.outputs.data() + n;
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(n, n);
    for (int c = 0; c < n; ++c) {
      for (int k = s.first[c]; k < s.first[c + 1]; ++k) J(s.rows[k], c) = entries[k];
    }
    if (!J.allFinite()) return false;
    Eigen::VectorXd b = -s.f;
    for (int r = 0; r < n; ++r) {
      const double scale = J.row(r).lpNorm<Eigen::Infinity>();
      if (scale == 0.0) continue;
      J.row(r) /= scale;
      b[r] /= scale;
    }
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
    factors.setThreshold(rank_share);
    factors.compute(J);
    x = factors.solve(b);
    if (!x.allFinite()) return false;
    const double size = b.lpNorm<Eigen::Infinity>() + x.lpNorm<Eigen::Infinity>();
    if ((J * x - b).lpNorm<Eigen::Infinity>() > agreed * size) return false;
    if (!eval_residuals(s, time, values, x, s.f)) return false;
    follow(s, values);
    return true;
  }
  // b ← −J⁻¹ b
  bool solve(System& s, Eigen::VectorXd& b) {
    if (s.sparse) {
      s.sparse->solve({b.data(), static_cast<std::size_t>(b.size())});
    } else {
      s.from = b;
      b = s.dense.solve(s.from);
    }
    b = -b;
    return b.allFinite();
  }
  double measure(const System& s, const Eigen::VectorXd& step, const Eigen::VectorXd& x) const {
    double largest = 0.0;
    for (int i = 0; i < s.size(); ++i)
      largest = std::max(largest, std::abs(step[i]) / (std::abs(x[i]) + s.nominal[i]));
    return largest;
  }
  void follow(const System& s, double* values) const {
    const double* followers = s.outputs.data() + s.size() + s.entry_count();
    for (std::size_t i = 0; i < s.followers.size(); ++i) values[s.followers[i]] = followers[i] + 0.0;
  }

  bool solve_system(System& s, int first_guess, double time, double* values) {
    Eigen::VectorXd& x = s.next;
    for (int i = 0; i < s.size(); ++i) x[i] = guesses[first_guess + i];
    if (iterate(s, time, values, x)) return true;
    for (int i = 0; i < s.size(); ++i) x[i] = s.start[i];
    if (!s.is_linear && iterate(s, time, values, x)) return true;
    describe_failure(s);
    return false;
  }

  // Before modes are held: those that fit what the guesses say, and what comes of them, whatever was evaluated before.
  bool find_modes(System& s, int first_guess, double time, double* values) {
    for (int i = 0; i < s.size(); ++i) values[s.guesses[i]] = guesses[first_guess + i];
    s.settled = -std::numeric_limits<double>::infinity();
    bool changed = false;
    return settle(s, first_guess, time, values, changed);
  }

  static constexpr double rounding = 1e-10;
  // Modes that fit the unknowns, and unknowns that follow from these modes.
  bool settle(System& s, int first_guess, double time, double* values, bool& changed) {
    if (!s.tape.has_modes()) return solve_system(s, first_guess, time, values);
    // Asked again at one instant, modes that do not fit by rounding only stay.
    if (s.settled == time && solve_system(s, first_guess, time, values) &&
        s.tape.measure_misfit(time, values) <= rounding * measure(s, values))
      return true;
    s.settled = time;
    constexpr int most_rounds = 1000;
    bool one_by_one = false;
    std::set<std::vector<double>> met, before;  // one by one, and before that
    bool meets_even = false, meets_odd = false;
    for (int round = 0; round < most_rounds; ++round) {
      if (one_by_one && meets_even && meets_odd && leave_fold(s, first_guess, time, values, before)) {
        changed = true;
        return true;
      }
      if (one_by_one && s.tape.measure_misfit(time, values) <= rounding * measure(s, values))
        return true;
      const bool moves =
          one_by_one ? s.tape.update_first_mode(time, values) : s.tape.update_modes(time, values);
      if (!moves && round > 0) return true;
      changed = changed || moves;
      if (moves && !met.insert(s.tape.modes()).second) {
        if (one_by_one) break;
        one_by_one = true;
        before.swap(met);
      }
      if (!solve_system(s, first_guess, time, values)) return false;
      if (s.is_linear && !s.sparse) (has_negative_determinant(s) ? meets_odd : meets_even) = true;
    }
    met.merge(before);
    if (try_all(s, first_guess, time, values, met)) return true;
    failure = "branches of the equations for " + list_names(s) +
              " contradict each other: each brings about the other (let them go over into one "
              "another in a ramp),";
    return false;
  }
  static bool has_negative_determinant(const System& s) {
    const auto diagonal = s.dense.matrixLU().diagonal().array();
    return ((diagonal < 0.0).count() % 2 != 0) != (s.dense.permutationP().determinant() < 0);
  }
  // Where J has opposite signs on the two sides of a switch, both sides have a solution before it and none has one behind it, as where a
  // comparator with feedback leaves its limit. The solution then jumps: to one on other sides, with as few of these changed as there is.
  bool leave_fold(System& s, int first_guess, double time, double* values,
                  const std::set<std::vector<double>>& met) {
    constexpr std::size_t most = 12;
    std::vector<double>& modes = s.tape.modes();
    const std::vector<double> here = modes;
    if (here.size() > most || std::any_of(here.begin(), here.end(), [](double mode) {
          return mode != 0.0 && mode != 1.0;
        }))
      return false;
    std::vector<unsigned> ways(std::size_t{1} << here.size());
    for (unsigned i = 0; i < ways.size(); ++i) ways[i] = i;
    std::stable_sort(ways.begin(), ways.end(),
                     [](unsigned a, unsigned b) { return std::popcount(a) < std::popcount(b); });
    for (const unsigned way : ways) {
      for (std::size_t k = 0; k < here.size(); ++k)
        modes[k] = (way >> k & 1) != 0 ? 1.0 - here[k] : here[k];
      if (met.count(modes) == 0 && solve_system(s, first_guess, time, values) &&
          s.tape.measure_misfit(time, values) == 0.0)
        return true;
    }
    modes = here;
    solve_system(s, first_guess, time, values);
    return false;
  }
  // All combinations of the modes that have been met to change, where these are few.
  bool try_all(System& s, int first_guess, double time, double* values,
               const std::set<std::vector<double>>& met) {
    constexpr std::size_t most = 12;
    std::vector<std::size_t> changing;
    std::vector<double>& modes = s.tape.modes();
    for (std::size_t i = 0; i < modes.size(); ++i) {
      if (std::any_of(met.begin(), met.end(), [&](const auto& at) { return at[i] != modes[i]; }))
        changing.push_back(i);
    }
    if (changing.size() > most) return false;
    for (std::size_t tried = 0; tried < std::size_t{1} << changing.size(); ++tried) {
      for (std::size_t k = 0; k < changing.size(); ++k)
        modes[changing[k]] = static_cast<double>(tried >> k & 1);
      if (solve_system(s, first_guess, time, values) &&
          s.tape.measure_misfit(time, values) <= rounding * measure(s, values))
        return true;
    }
    return false;
  }
  // How large the unknowns are.
  static double measure(const System& s, const double* values) {
    double largest = 0.0;
    for (int i = 0; i < s.size(); ++i)
      largest = std::max({largest, s.nominal[i], std::abs(values[s.guesses[i]])});
    return largest;
  }

  // From x on; leaves guesses and what follows from them in `values`.
  bool iterate(System& s, double time, double* values, Eigen::VectorXd& x) {
    constexpr int most_rounds = 60;
    constexpr double converged = 1e-12, near = 1e-8, least_share = 1e-4;
    if (!eval_residuals(s, time, values, x, s.f)) return false;
    double before = INFINITY;
    for (int round = 0; round < most_rounds; ++round) {
      if (!factor(s)) return s.is_linear && solve_shared(s, time, values, x);
      s.step = s.f;
      if (!solve(s, s.step)) return false;
      const double size = measure(s, s.step, x);
      const bool is_last = s.is_linear || size < converged || (size < near && size > 0.25 * before);
      before = size;
      // A step that leads to no smaller one with the same J is too long (Deuflhard's natural test).
      double share = 1.0;
      for (;; share *= 0.5) {
        if (share < least_share) return false;
        x += share * s.step;
        const bool is_number = eval_residuals(s, time, values, x, s.f);
        if (is_number && is_last) break;
        if (is_number) {
          s.trial = s.f;
          if (solve(s, s.trial) && measure(s, s.trial, x) <= (1.0 - 0.25 * share) * size) break;
          if (size < near) break;
        }
        x -= share * s.step;
      }
      if (is_last) {
        follow(s, values);
        return true;
      }
    }
    return false;
  }

  void describe_failure(const System& s) {
    failure = (s.is_linear ? "the equations for " : "no solution was found of the equations for ") +
              list_names(s);
    if (s.is_linear) failure += " are singular";
  }
  // The first few unknowns: of those that are guessed, where there are any.
  std::string list_names(const System& s) const {
    std::string text;
    constexpr std::size_t most = 4;
    const std::vector<int>& list = s.guesses.empty() ? s.followers : s.guesses;
    const std::size_t named = std::min(most, list.size());
    for (std::size_t i = 0; i < named; ++i) text += (i > 0 ? ", '" : "'") + names[list[i]] + "'";
    const std::size_t others = s.guesses.size() + s.followers.size() - named;
    if (others > 0) text += " and " + std::to_string(others) + " more";
    return text;
  }

  template <typename Visit>
  void each_tape(Visit&& visit) {
    for (const Step& step : steps)
      visit(step.is_system ? systems[step.index].tape : assignments[step.index].tape);
  }
};

Program::Program(const FlatEquations& flat, const std::vector<int>& quantity_of,
                 const std::vector<char>& is_late)
    : impl_(std::make_unique<Impl>()) {
  Impl& all = *impl_;
  all.is_late = is_late;
  for (const Quantity& q : flat.quantities) all.names.push_back(q.name);
  struct Take {
    Impl& to;
    void operator()(Assignments a) {
      to.steps.push_back({false, static_cast<int>(to.assignments.size())});
      to.assignments.push_back(std::move(a));
    }
    void operator()(System s) {
      to.steps.push_back({true, static_cast<int>(to.systems.size())});
      to.guesses.insert(to.guesses.end(), s.start.begin(), s.start.end());
      to.systems.push_back(std::move(s));
    }
    void begin_late() { to.early = to.steps.size(); }
  };
  Maker(flat, quantity_of, all.is_late).run(Take{all});
  for (int q : quantity_of) {
    if (q >= 0 && this->is_late(q)) all.late_targets.push_back(q);
  }
}
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;
Program::~Program() = default;

bool Program::eval(double time, double* values) {
  return impl_->eval(time, values, impl_->steps.size());
}

bool Program::eval_early(double time, double* values) {
  for (int q : impl_->late_targets) values[q] = 0.0;
  return impl_->eval(time, values, impl_->early);
}

bool Program::is_late(int quantity) const {
  return !impl_->is_late.empty() && impl_->is_late[quantity] != 0;
}

const std::string& Program::failure() const { return impl_->failure; }

void Program::accept(const double* values) { impl_->accept(values, impl_->steps.size()); }
void Program::accept_early(const double* values) { impl_->accept(values, impl_->early); }

void Program::list_memory(Memory& memory) {
  memory(impl_->guesses, impl_->holds);
  for (System& system : impl_->systems) memory(system.settled);
  impl_->each_tape([&](HeldTape& tape) { memory(tape.modes()); });
}

int Program::indicator_count() const {
  int count = 0;
  impl_->each_tape([&](const HeldTape& tape) { count += tape.indicator_count(); });
  return count;
}

void Program::hold() { impl_->holds = true; }
void Program::release() { impl_->holds = false; }

bool Program::settle(double time, double* values, bool& changed) {
  Impl& all = *impl_;
  int first_guess = 0;
  for (const Impl::Step& step : all.steps) {
    if (!step.is_system) {
      Assignments& assignments = all.assignments[step.index];
      if (assignments.tape.update_modes(time, values)) changed = true;
      all.assign(assignments, time, values);
      continue;
    }
    System& system = all.systems[step.index];
    if (!all.settle(system, first_guess, time, values, changed)) return false;
    first_guess += system.size();
  }
  return true;
}

void Program::foretell(const std::vector<char>& is_constant) {
  impl_->each_tape([&](HeldTape& tape) { tape.foretell(is_constant); });
}

double Program::find_next_time(double time, const double* values) {
  double next = std::numeric_limits<double>::infinity();
  impl_->each_tape(
      [&](HeldTape& tape) { next = std::min(next, tape.find_next_time(time, values)); });
  return next;
}

void Program::eval_indicators(double time, const double* values, double* indicators) {
  impl_->each_tape([&](HeldTape& tape) {
    tape.eval_indicators(time, values, indicators);
    indicators += tape.indicator_count();
  });
}

void Program::get_signs(int* signs) const {
  impl_->each_tape([&](const HeldTape& tape) {
    tape.get_signs(signs);
    signs += tape.indicator_count();
  });
}

std::vector<Program::SystemInfo> Program::list_systems() const {
  std::vector<SystemInfo> list;
  for (const System& s : impl_->systems) {
    SystemInfo info;
    info.quantities = s.guesses;
    info.quantities.insert(info.quantities.end(), s.followers.begin(), s.followers.end());
    info.guesses = s.size();
    info.is_linear = s.is_linear;
    list.push_back(std::move(info));
  }
  return list;
}

}  // namespace gelenk::equations
