#include "formulations/hierarchical/composite_ranks.h"

#include <algorithm>

namespace gelenk {

void CompositeRanks::set_blocks(const LoopBlocks& blocks) {
  groups_.clear();
  for (std::size_t i = 0; i < composites_.size(); ++i) {
    const int composite = static_cast<int>(i);
    const std::size_t joints = composites_[i]->topology().joints.size();
    std::vector<int> group_of, blocks_here;
    for (std::size_t j = 0; j < joints; ++j) {
      const int of_joint = blocks.of_joint(composite, static_cast<int>(j)),
                block = blocks.has_loop(of_joint) ? of_joint : -1;
      const auto at = std::find(blocks_here.begin(), blocks_here.end(), block);
      group_of.push_back(static_cast<int>(at - blocks_here.begin()));
      if (at == blocks_here.end()) blocks_here.push_back(block);
    }
    composites_[i]->set_groups(group_of, static_cast<int>(blocks_here.size()));
    for (std::size_t g = 0; g < blocks_here.size(); ++g)
      groups_.push_back({composite, static_cast<int>(g), blocks_here[g], blocks_here[g] >= 0, {}});
  }
}

void CompositeRanks::list_groups() {
  for (std::size_t i = 0; i < composites_.size(); ++i)
    groups_.push_back({static_cast<int>(i), 0, -1, true, {}});
}

void CompositeRanks::forget() {
  if (groups_.empty()) list_groups();
  known_ = false;
  left_out_ = PivotWatch::singular_fraction;
  for (Group& g : groups_) {
    g.pivots.forget();
    of(g).limit = composites_[g.composite]->row_count();
  }
  remember();
  update_tolerances();
}

void CompositeRanks::remember() {
  memory_.resize(groups_.size());
  for (std::size_t i = 0; i < groups_.size(); ++i) memory_[i] = groups_[i].pivots;
  has_learnt_ = false;
  for (SetAside& aside : aside_) aside.any = false;
}

void CompositeRanks::recall() {
  if (!has_learnt_) return;
  has_learnt_ = false;
  for (std::size_t i = 0; i < groups_.size(); ++i) groups_[i].pivots = memory_[i];
  update_tolerances();
}

void CompositeRanks::set_aside(Trial trial) {
  SetAside& aside = aside_[static_cast<std::size_t>(trial)];
  aside.any = has_learnt_;
  if (!has_learnt_) return;
  aside.pivots.resize(groups_.size());
  for (std::size_t i = 0; i < groups_.size(); ++i) aside.pivots[i] = groups_[i].pivots;
}

void CompositeRanks::keep(bool corrected, bool evaluated) {
  for (const Trial trial : {Trial::correction, Trial::evaluation}) {
    SetAside& aside = aside_[static_cast<std::size_t>(trial)];
    const bool is_kept = aside.any && (trial == Trial::correction ? corrected : evaluated);
    aside.any = false;
    if (!is_kept) continue;
    for (std::size_t i = 0; i < groups_.size(); ++i) memory_[i].merge(aside.pivots[i]);
    has_learnt_ = true;
  }
  recall();
}

void CompositeRanks::list_memory(Memory& memory) {
  memory(known_, memory_);
  for (const Group& g : groups_) {
    int& limit = of(g).limit;
    memory(limit);
    memory.check(limit >= 0 && limit <= composites_[g.composite]->row_count());
  }
  if (memory.is_saving()) return;
  for (SetAside& aside : aside_) aside.any = false;
  has_learnt_ = true;
  recall();
}

void CompositeRanks::set_limits(const std::vector<int>& ranks) {
  for (std::size_t i = 0; i < groups_.size(); ++i)
    of(groups_[i]).limit = std::max(ranks[i], of(groups_[i]).clear);
  known_ = true;
  update_tolerances();
}

void CompositeRanks::note_pivots(Metric metric) {
  bool any = false;
  for (Group& g : groups_) {
    if (g.pivots.note(metric, of(g).last_pivot)) any = true;
  }
  if (!any) return;
  has_learnt_ = true;
  update_tolerances();
}

bool CompositeRanks::have_grown() const {
  return known_ && std::any_of(groups_.begin(), groups_.end(),
                               [](const Group& g) { return g.is_watched && g.pivots.has_grown(); });
}

void CompositeRanks::leave_out(double fraction) {
  if (fraction == left_out_) return;
  left_out_ = fraction;
  update_tolerances();
}

void CompositeRanks::compare_with_geometry(const std::vector<char>& alarms,
                                           const std::vector<double>& with_mass) {
  has_learnt_ = true;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (alarms[i]) groups_[i].pivots.compare(with_mass[i], of(groups_[i]).last_pivot);
  }
  update_tolerances();
}

void CompositeRanks::update_tolerances() {
  const double smallest = known_ ? PivotWatch::rounding : PivotWatch::unknown;
  for (Group& g : groups_) {
    for (const Metric metric : {Metric::mass, Metric::euclidean}) {
      const double weak = g.is_watched ? g.pivots.calc_threshold(metric, left_out_) : 0.0;
      of(g).tolerances[static_cast<int>(metric)] = std::max(smallest, weak);
    }
  }
}

std::vector<int> CompositeRanks::list_ranks() const {
  std::vector<int> ranks;
  for (const Group& g : groups_) ranks.push_back(of(g).taken);
  return ranks;
}

std::vector<double> CompositeRanks::list_pivots() const {
  std::vector<double> pivots;
  for (const Group& g : groups_) pivots.push_back(of(g).last_pivot);
  return pivots;
}

std::vector<char> CompositeRanks::list_alarms() const {
  std::vector<char> alarms;
  for (const Group& g : groups_) alarms.push_back(is_singular(g, PivotWatch::near_fraction));
  return alarms;
}

int CompositeRanks::count_redundant() const {
  int count = 0;
  for (const CompositeBox* composite : composites_)
    count += composite->row_count() - composite->rank();
  return count;
}

bool CompositeRanks::is_within(double fraction) const {
  return std::any_of(groups_.begin(), groups_.end(),
                     [&](const Group& g) { return is_singular(g, fraction); });
}

bool CompositeRanks::is_weak(Metric metric, double fraction) const {
  return std::any_of(groups_.begin(), groups_.end(), [&](const Group& g) {
    return g.is_watched && of(g).last_pivot < g.pivots.calc_threshold(metric, fraction);
  });
}

std::vector<CompositeRanks::Place> CompositeRanks::list_singular() const {
  std::vector<Place> places;
  for (const Group& g : groups_) {
    if (is_singular(g, PivotWatch::near_fraction)) places.push_back({g.composite, g.block});
  }
  return places;
}

std::string CompositeRanks::describe_singular() const {
  for (const Group& g : groups_) {
    if (is_singular(g, PivotWatch::near_fraction)) return describe(g);
  }
  return "";
}

std::string CompositeRanks::describe_loop(int composite) const {
  const Group* nearest = nullptr;
  double least = 0.0;
  for (const Group& g : groups_) {
    if (g.composite != composite || !g.is_watched) continue;
    const double fraction = of(g).last_pivot / g.pivots.get_typical(Metric::mass);
    if (nearest != nullptr && !(fraction < least)) continue;
    nearest = &g;
    least = fraction;
  }
  return nearest != nullptr ? describe(*nearest) : "a loop";
}

std::string CompositeRanks::describe(const Group& g) const {
  const int row = of(g).last_row;
  if (row < 0) return "a loop";
  return "the loop closed by '" + composites_[g.composite]->name_of_row(row) + "'";
}

}  // namespace gelenk
