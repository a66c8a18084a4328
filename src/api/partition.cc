#include "gelenk/partition.h"

#include <fmt/format.h>

#include "analyses/independent_coordinates.h"
#include "analyses/reduced_equations.h"
#include "analyses/state_names.h"
#include "api/analysis_bench.h"

namespace gelenk {

namespace {

std::vector<double> list_by_rows(const Matrix& matrix) {
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = matrix;
  return {rows.data(), rows.data() + rows.size()};
}

void add_reduced(AnalysisBench& bench, const CoordinateSplit& found, PartitionAnswer& answer) {
  Vector q = bench.q(), v = bench.v();
  Formulation& f = bench.formulation();
  f.start_events(bench.time(), q, v);
  ReducedEquations reduced;
  switch (calc_reduced(f, found, bench.time(), q, v, reduced)) {
    case ReducedOutcome::done: break;
    case ReducedOutcome::by_outcomes:
      throw UserError(
          {"unsupported",
           {},
           "",
           "laws of this model read accelerations or loads, so that there are no reduced "
           "equations with forces of position and speed alone",
           "leave --reduced out"});
    case ReducedOutcome::not_evaluated:
      throw NumericsError("the reduced equations cannot be evaluated: " + f.failure());
  }
  answer.M_r = list_by_rows(reduced.M);
  answer.F_r = {reduced.F.begin(), reduced.F.end()};
}

}  // namespace

PartitionAnswer partition(Experiment& experiment, const PartitionOptions& options) {
  AnalysisBench bench(experiment, "a partition of coordinates");
  Formulation& f = bench.formulation();
  const bool is_users = !options.independent.empty();
  const std::vector<int> chosen =
      is_users ? find_independent(f, bench.q(), bench.v(), options.independent)
               : std::vector<int>{};
  const CoordinateSplit found = split_coordinates(f, bench.q(), bench.v(), chosen);
  if (!found.dependent.empty() && is_singular(f, bench.q())) {
    throw NumericsError(
        "the position is singular: the loops leave more freedoms here than elsewhere, so that no "
        "coordinates determine the others (start the mechanism beside it)");
  }
  Closure closure;
  f.eval_motion(bench.q(), bench.v());
  f.eval_closure(closure);

  PartitionAnswer answer;
  answer.model = bench.name();
  answer.time = bench.time();
  answer.is_users_choice = is_users;
  answer.equations = static_cast<int>(closure.g.size());
  answer.rank = static_cast<int>(found.dependent.size());
  const std::vector<std::string> rows = list_closure_names(bench.system());
  for (int row : found.redundant) answer.redundant.push_back(rows[row]);
  answer.condition = answer.own_condition = found.condition();
  answer.smallest = found.smallest;
  answer.independent = found.independent;
  answer.dependent = found.dependent;
  answer.B = list_by_rows(found.B);
  for (int j = 0; j < bench.system().nv; ++j) {
    answer.coordinates.push_back({bench.name_coordinate(j), bench.unit_of(j), "independent",
                                  bench.get_value(j), bench.v()[j]});
  }
  for (int j : found.dependent) answer.coordinates[j].role = "dependent";
  for (int j : found.driven) answer.coordinates[j].role = "driven";
  if (is_users) {
    const CoordinateSplit own = split_coordinates(f, bench.q(), bench.v(), {});
    answer.own_condition = own.condition();
    if (own.independent != found.independent) {
      for (int j : own.independent) answer.own_choice.push_back(bench.name_coordinate(j));
    }
  }
  if (options.reduced) add_reduced(bench, found, answer);
  return answer;
}

}  // namespace gelenk
