#include "formulations/hierarchical/composite_ranks.h"

#include <algorithm>

#include "formulations/recursive/loop_ranks.h"

namespace gelenk {

namespace {

// Rows whose pivots are clearly no rounding, from the first `count` on.
int count_clear(const CompositeBox& composite, int count) {
  while (composite.closing_factor().pivot(count) > LoopRanks::clear_pivot) ++count;
  return count;
}

}  // namespace

void CompositeRanks::forget() {
  pivots_.assign(composites_.size(), {});
  known_ = false;
  left_out_ = PivotWatch::singular_fraction;
  for (CompositeBox* composite : composites_) composite->set_rank_limit(composite->row_count());
  update_thresholds();
}

void CompositeRanks::set_limits(const std::vector<int>& ranks) {
  for (std::size_t i = 0; i < composites_.size(); ++i)
    composites_[i]->set_rank_limit(std::max(ranks[i], count_clear(*composites_[i], 0)));
  known_ = true;
  update_thresholds();
}

void CompositeRanks::note_pivots(Metric metric) {
  for (std::size_t i = 0; i < composites_.size(); ++i) pivots_[i].note(metric, smallest_pivot(i));
  update_thresholds();
}

void CompositeRanks::raise(Metric metric) {
  for (CompositeBox* composite : composites_)
    composite->set_rank_limit(count_clear(*composite, composite->rank_limit()));
  note_pivots(metric);
}

bool CompositeRanks::have_grown() const {
  return known_ && std::any_of(pivots_.begin(), pivots_.end(),
                               [](const PivotWatch& pivot) { return pivot.has_grown(); });
}

void CompositeRanks::leave_out(double fraction) {
  if (fraction == left_out_) return;
  left_out_ = fraction;
  update_thresholds();
}

void CompositeRanks::compare_with_geometry(const std::vector<char>& alarms,
                                           const std::vector<double>& with_mass) {
  for (std::size_t i = 0; i < composites_.size(); ++i) {
    if (alarms[i]) pivots_[i].compare(with_mass[i], smallest_pivot(i));
  }
  update_thresholds();
}

void CompositeRanks::update_thresholds() {
  for (std::size_t i = 0; i < composites_.size(); ++i) {
    for (const Metric metric : {Metric::mass, Metric::euclidean}) {
      const double smallest = known_ ? PivotWatch::rounding : PivotWatch::unknown;
      composites_[i]->set_smallest_pivot(
          metric, std::max(smallest, pivots_[i].calc_threshold(metric, left_out_)));
    }
  }
}

std::vector<int> CompositeRanks::list_ranks() const {
  std::vector<int> ranks;
  for (const CompositeBox* composite : composites_)
    ranks.push_back(composite->closing_factor().rank());
  return ranks;
}

std::vector<double> CompositeRanks::list_pivots() const {
  std::vector<double> pivots;
  for (std::size_t i = 0; i < composites_.size(); ++i) pivots.push_back(smallest_pivot(i));
  return pivots;
}

int CompositeRanks::count_redundant() const {
  int count = 0;
  for (const CompositeBox* composite : composites_)
    count += composite->row_count() - composite->closing_factor().rank();
  return count;
}

double CompositeRanks::smallest_pivot(std::size_t i) const {
  const int limit = composites_[i]->rank_limit();
  return limit > 0 ? composites_[i]->closing_factor().pivot(limit - 1) : 1.0;
}

bool CompositeRanks::is_singular(std::size_t i, double fraction) const {
  return pivots_[i].is_singular(smallest_pivot(i), fraction);
}

bool CompositeRanks::is_within(double fraction) const {
  for (std::size_t i = 0; i < composites_.size(); ++i) {
    if (is_singular(i, fraction)) return true;
  }
  return false;
}

std::string CompositeRanks::describe_loop(std::size_t i) const {
  const CompositeBox& composite = *composites_[i];
  const int row = composite.closing_factor().row(composite.rank_limit() - 1);
  return "the loop closed by '" + composite.joint_of_row(row).name + "'";
}

}  // namespace gelenk
