#include "formulations/recursive/loop_plan.h"

#include <algorithm>
#include <map>
#include <set>

namespace gelenk {

namespace {

// Whether a joint finds no inertia to move: nothing that it carries has mass.
std::vector<char> find_massless_subtrees(const Tree& tree) {
  std::vector<char> massless(tree.bodies.size(), 1);
  for (std::size_t i = tree.bodies.size(); i-- > 1;) {
    const TreeBody& b = tree.bodies[i];
    const bool has_inertia = b.mass > 0 || b.J[0] + b.J[3] + b.J[5] > 0;
    if (has_inertia) massless[i] = 0;
    if (!massless[i]) massless[b.parent] = 0;
  }
  return massless;
}

class Planner {
 public:
  Planner(const Tree& tree, const std::vector<RowSet>& sets) : tree_(tree), sets_(sets) {}

  LoopPlan plan(const std::vector<BodyIndex>& ports) {
    choose_eliminations();
    place_slots();
    number_pairs();
    place_ports(ports);
    return std::move(plan_);
  }

 private:
  // Bodies on the way of a row from where it acts to where it is eliminated.
  std::set<BodyIndex> path_of(const RowSet& set, BodyIndex end) const {
    std::set<BodyIndex> path = {end};
    auto walk = [&](BodyIndex at) {
      for (; at != end; at = tree_.bodies[at].parent) path.insert(at);
    };
    for (BodyIndex body : set.bodies) walk(body);
    for (int speed : set.speeds) walk(tree_.body_of_speed[speed]);
    return path;
  }

  // Whether a joint has a speed that neither a law nor inertia on its axis determines.
  bool needs_inertia(const TreeBody& b) const {
    for (int k = b.v; k < b.v + b.nv; ++k) {
      if (!tree_.driven[k] && !(tree_.armature[k] > 0)) return true;
    }
    return false;
  }

  void choose_eliminations() {
    plan_.is_deferred.assign(tree_.nv, 0);
    std::vector<BodyIndex> end(sets_.size());
    for (std::size_t s = 0; s < sets_.size(); ++s) {
      BodyIndex common = -1;
      auto join = [&](BodyIndex b) {
        common = common < 0 ? b : tree_.find_common_ancestor(common, b);
      };
      for (BodyIndex b : sets_[s].bodies) join(b);
      for (int speed : sets_[s].speeds) join(tree_.bodies[tree_.body_of_speed[speed]].parent);
      end[s] = common;
    }
    // Sets that pass the same massless joint are eliminated together with it, where the last of them is.
    const std::vector<char> massless = find_massless_subtrees(tree_);
    std::map<BodyIndex, std::vector<std::size_t>> passing;
    for (bool changed = true; changed;) {
      changed = false;
      passing.clear();
      for (std::size_t s = 0; s < sets_.size(); ++s) {
        for (BodyIndex b : path_of(sets_[s], end[s])) {
          if (b != end[s] && massless[b] && needs_inertia(tree_.bodies[b])) passing[b].push_back(s);
        }
      }
      for (const auto& [body, through] : passing) {
        BodyIndex last = end[through[0]];
        for (std::size_t s : through) last = tree_.find_common_ancestor(last, end[s]);
        for (std::size_t s : through) {
          if (end[s] != last) end[s] = last, changed = true;
        }
      }
    }
    for (std::size_t s = 0; s < sets_.size(); ++s) {
      paths_.push_back(path_of(sets_[s], end[s]));
      for (int i = 0; i < sets_[s].count; ++i) {
        plan_.eliminated_at.push_back(end[s]);
        set_of_row_.push_back(static_cast<int>(s));
      }
      plan_.rows += sets_[s].count;
    }
    plan_.constraints = plan_.rows;
    for (const auto& [body, through] : passing) {
      const TreeBody& b = tree_.bodies[body];
      std::set<BodyIndex> path = {end[through[0]]};
      for (BodyIndex at = body; at != end[through[0]]; at = tree_.bodies[at].parent)
        path.insert(at);
      for (int k = 0; k < b.nv; ++k) {
        plan_.is_deferred[b.v + k] = 1;
        plan_.deferred.push_back(b.v + k);
        plan_.eliminated_at.push_back(end[through[0]]);
        set_of_row_.push_back(static_cast<int>(paths_.size()));
        born_at_[plan_.rows] = body;
        ++plan_.rows;
      }
      paths_.push_back(path);
    }
  }

  void place_slots() {
    const std::size_t n = tree_.bodies.size();
    std::vector<std::vector<int>> rows_at(n);
    for (int row = 0; row < plan_.rows; ++row) {
      for (BodyIndex b : paths_[set_of_row_[row]]) rows_at[b].push_back(row);
    }
    plan_.places.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      LoopPlan::Place& place = plan_.places[i];
      auto rank = [&](int row) {
        if (plan_.eliminated_at[row] == static_cast<BodyIndex>(i)) return 0;
        const auto born = born_at_.find(row);
        return born != born_at_.end() && born->second == static_cast<BodyIndex>(i) ? 2 : 1;
      };
      std::stable_sort(rows_at[i].begin(), rows_at[i].end(),
                       [&](int a, int b) { return rank(a) < rank(b); });
      place.first_slot = static_cast<int>(plan_.slots.size());
      place.slots = static_cast<int>(rows_at[i].size());
      place.first_W = plan_.W_count;
      plan_.W_count += place.slots * tree_.bodies[i].nv;
      bool indefinite = false, plain = true;
      for (int row : rows_at[i]) {
        place.eliminated += rank(row) == 0;
        place.born += rank(row) == 2;
        indefinite = indefinite || (rank(row) == 0 && row >= plan_.constraints);
        plain =
            plain && (rank(row) != 0 || row >= plan_.constraints || sets_[set_of_row_[row]].plain);
        plan_.slots.push_back({row, -1});
      }
      if (place.eliminated == 0) continue;
      const int others = place.slots - place.eliminated - place.born;
      place.elimination = static_cast<int>(plan_.eliminations.size());
      plan_.eliminations.push_back({static_cast<BodyIndex>(i), place.eliminated, others,
                                    plan_.Y_count, plan_.Z_count, indefinite, plain});
      plan_.Y_count += place.eliminated;
      plan_.Z_count += place.eliminated * others;
      plan_.largest = std::max(plan_.largest, place.eliminated);
    }
    for (std::size_t i = 1; i < n; ++i) {
      const LoopPlan::Place& place = plan_.places[i];
      for (int s = place.eliminated; s < place.slots; ++s) {
        LoopPlan::Slot& slot = plan_.slots[place.first_slot + s];
        slot.parent = plan_.find_slot(tree_.bodies[i].parent, slot.row);
      }
    }
    int row = 0;
    for (const RowSet& set : sets_) {
      std::vector<int> first;
      for (BodyIndex b : set.bodies) first.push_back(plan_.find_slot(b, row));
      plan_.slots_of_bodies.push_back(first);
      row += set.count;
    }
  }

  void number_pairs() {
    std::map<std::pair<int, int>, int> index;
    std::map<std::vector<int>, int> patterns;
    for (LoopPlan::Place& place : plan_.places) {
      std::vector<int> table;
      for (int a = 0; a < place.slots; ++a) {
        for (int b = 0; b <= a; ++b) {
          const int i = plan_.slots[place.first_slot + a].row,
                    j = plan_.slots[place.first_slot + b].row;
          const auto [found, added] =
              index.emplace(std::minmax(i, j), static_cast<int>(index.size()));
          table.push_back(found->second);
        }
      }
      if (table.empty()) continue;
      place.first_Lambda = *std::min_element(table.begin(), table.end());
      for (int& entry : table) entry -= place.first_Lambda;
      const auto [found, added] = patterns.emplace(table, static_cast<int>(plan_.pairs.size()));
      if (added) plan_.pairs.insert(plan_.pairs.end(), table.begin(), table.end());
      place.first_pair = found->second;
    }
    plan_.pair_count = static_cast<int>(index.size());
  }

  void place_ports(const std::vector<BodyIndex>& ports) {
    plan_.ports = ports;
    if (ports.empty()) return;
    std::vector<std::vector<LoopPlan::PortSlot>> at(tree_.bodies.size());
    for (std::size_t p = 0; p < ports.size(); ++p) {
      for (BodyIndex b = ports[p]; b > 0; b = tree_.bodies[b].parent) {
        at[b].push_back({static_cast<int>(p), plan_.port_W_count});
        plan_.port_W_count += tree_.bodies[b].nv;
      }
      at[0].push_back({static_cast<int>(p), 0});
    }
    for (const auto& slots : at) {
      plan_.first_port_slot.push_back(static_cast<int>(plan_.port_slots.size()));
      plan_.port_slots.insert(plan_.port_slots.end(), slots.begin(), slots.end());
    }
    plan_.first_port_slot.push_back(static_cast<int>(plan_.port_slots.size()));
    std::set<int> meetings;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const LoopPlan::Place& place = plan_.places[i];
      for (const LoopPlan::PortSlot& port : at[i]) {
        for (int s = 0; s < place.slots; ++s)
          meetings.insert(port.port * plan_.rows + plan_.slots[place.first_slot + s].row);
      }
    }
    plan_.meetings.assign(meetings.begin(), meetings.end());
  }

  const Tree& tree_;
  const std::vector<RowSet>& sets_;
  std::vector<std::set<BodyIndex>> paths_;  // by set, then by massless joint
  std::vector<int> set_of_row_;
  std::map<int, BodyIndex> born_at_;  // deferred rows
  LoopPlan plan_;
};

}  // namespace

int LoopPlan::find_slot(BodyIndex body, int row) const {
  const Place& place = places[body];
  for (int s = 0; s < place.slots; ++s) {
    if (slots[place.first_slot + s].row == row) return place.first_slot + s;
  }
  return -1;
}

LoopPlan plan_loops(const Tree& tree, const std::vector<RowSet>& sets,
                    const std::vector<BodyIndex>& ports) {
  return Planner(tree, sets).plan(ports);
}

}  // namespace gelenk
