#include "formulations/recursive/loop_plan.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>

#include "math/elimination_order.h"
#include "topology/classes.h"

namespace gelenk {

namespace {

// A joint that moves less than this fraction of what others of its loops move counts as one that moves nothing. Were it
// eliminated by itself, 1/D would be so large beside the others' that their share in Λ lost as many digits.
constexpr double light_fraction = 1e-6;

constexpr int hub_rows = 6;

// The heaviest body that each joint moves: mass, and inertia by the size of the mechanism.
std::vector<double> find_heaviest_carried(const Tree& tree) {
  std::vector<double> heaviest(tree.bodies.size(), 0.0);
  for (std::size_t i = tree.bodies.size(); i-- > 1;) {
    const TreeBody& b = tree.bodies[i];
    const double own = b.mass + (b.J[0] + b.J[3] + b.J[5]) / (tree.length * tree.length);
    heaviest[i] = std::max(heaviest[i], own);
    heaviest[b.parent] = std::max(heaviest[b.parent], heaviest[i]);
  }
  return heaviest;
}

class Planner {
 public:
  Planner(const Tree& tree, const std::vector<RowSet>& sets, const HubRule& rule)
      : tree_(tree), sets_(sets), rule_(rule) {}

  LoopPlan plan(const std::vector<PortPlace>& ports) {
    choose_places(ports);
    choose_hubs();
    choose_order();
    place_slots();
    number_shares();
    number_pairs();
    place_ports(ports);
    return std::move(plan_);
  }

 private:
  // Bodies on the way of a row from where it acts to where it is eliminated, or to the hub where it stays.
  std::set<BodyIndex> path_of(const RowSet& set, BodyIndex end,
                              const std::set<BodyIndex>& stays_at = {}) const {
    std::set<BodyIndex> path = {end};
    auto walk = [&](BodyIndex at) {
      for (; at != end && !stays_at.contains(at); at = tree_.bodies[at].parent) path.insert(at);
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

  // At which body each row is eliminated.
  void choose_places(const std::vector<PortPlace>& ports) {
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
    // Sets that pass the same light joint are eliminated together with it, where the last of them is.
    const std::vector<double> heaviest = find_heaviest_carried(tree_);
    std::map<BodyIndex, std::vector<std::size_t>> passing;
    std::vector<char> light(tree_.bodies.size(), 0), bears_port(tree_.bodies.size(), 0);
    for (const PortPlace& port : ports) {
      for (BodyIndex at = port.body; at > 0; at = tree_.bodies[at].parent) bears_port[at] = 1;
    }
    for (bool changed = true; changed;) {
      changed = false;
      passing.clear();
      for (std::size_t s = 0; s < sets_.size(); ++s) {
        std::set<BodyIndex> path = path_of(sets_[s], end[s]);
        path.erase(end[s]);
        double most = 0.0;
        for (BodyIndex b : path) most = std::max(most, heaviest[b]);
        for (BodyIndex b : path) {
          // Loads on a port would have to pass; what has none bears no port.
          const double limit = bears_port[b] ? 0.0 : light_fraction * most;
          if (heaviest[b] <= limit && needs_inertia(tree_.bodies[b])) light[b] = 1;
        }
      }
      for (std::size_t s = 0; s < sets_.size(); ++s) {
        for (BodyIndex b : path_of(sets_[s], end[s])) {
          if (b != end[s] && light[b]) passing[b].push_back(s);
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
    Classes together(static_cast<int>(sets_.size()));
    for (const auto& [body, through] : passing) {
      const TreeBody& b = tree_.bodies[body];
      std::set<BodyIndex> path = {end[through[0]]};
      for (BodyIndex at = body; at != end[through[0]]; at = tree_.bodies[at].parent)
        path.insert(at);
      for (std::size_t s : through)
        together.join(static_cast<int>(through[0]), static_cast<int>(s));
      for (int k = 0; k < b.nv; ++k) {
        plan_.is_deferred[b.v + k] = 1;
        plan_.deferred.push_back(b.v + k);
        plan_.eliminated_at.push_back(end[through[0]]);
        set_of_row_.push_back(static_cast<int>(paths_.size()));
        born_at_[plan_.rows] = body;
        ++plan_.rows;
      }
      paths_.push_back(path);
      together.join(together.add(), static_cast<int>(through[0]));
    }
    for (std::size_t s = 0; s < paths_.size(); ++s)
      unit_of_.push_back(together.find(static_cast<int>(s)));
  }

  // ---- hubs --------------------------------------------------------------------------------------

  // What travels to one end: a set of rows or a hub (by its place in paths_), and from which side it comes to a body.
  struct Traveller {
    int set, rows, side;
  };

  // Rows on single speeds, and those that are decided together with massless joints, go all the way themselves.
  void choose_hubs() {
    stays_at_.resize(paths_.size());
    std::vector<int> sets_in(unit_of_.size(), 0);
    for (int unit : unit_of_) ++sets_in[unit];
    std::map<BodyIndex, std::vector<int>> ending;
    for (std::size_t s = 0, row = 0; s < sets_.size(); row += sets_[s].count, ++s) {
      if (sets_[s].count == 0 || !sets_[s].speeds.empty() || sets_in[unit_of_[s]] > 1) continue;
      ending[plan_.eliminated_at[row]].push_back(static_cast<int>(s));
    }
    find_lowest_ends();
    for (const auto& [end, sets] : ending) {
      int rows = 0;
      for (int s : sets) rows += sets_[s].count;
      if (rows >= rule_.least_rows) choose_hubs_before(end, sets);
    }
    for (std::size_t s = 0; s < sets_.size(); ++s) {
      if (!stays_at_[s].empty()) paths_[s] = path_of(sets_[s], *paths_[s].begin(), stays_at_[s]);
    }
  }

  // By body: where the first of the rows that pass it are eliminated. Others that met these on their way have to be there.
  void find_lowest_ends() {
    lowest_end_.assign(tree_.bodies.size(), 0);
    for (const std::set<BodyIndex>& path : paths_) {
      const BodyIndex end = *path.begin();
      for (BodyIndex b : path) {
        if (b != end) lowest_end_[b] = std::max(lowest_end_[b], end);
      }
    }
  }

  void choose_hubs_before(BodyIndex end, const std::vector<int>& sets) {
    std::map<BodyIndex, std::vector<Traveller>, std::greater<>> at;
    for (int s : sets) {
      for (BodyIndex b : sets_[s].bodies) {
        if (b != end) at[b].push_back({s, sets_[s].count, -1 - s});
      }
    }
    while (!at.empty()) {
      const BodyIndex body = at.begin()->first;
      std::vector<Traveller> here = std::move(at.begin()->second);
      at.erase(at.begin());
      std::set<int> known, sides;
      std::erase_if(here, [&](const Traveller& t) { return !known.insert(t.set).second; });
      int rows = 0;
      for (const Traveller& t : here) rows += t.rows, sides.insert(t.side);
      if (rows >= rule_.least_rows && static_cast<int>(sides.size()) >= rule_.least_sides &&
          lowest_end_[body] == end && is_free_between(body, end)) {
        here = {{add_hub(body, end, here), hub_rows, body}};
      }
      const BodyIndex parent = tree_.bodies[body].parent;
      if (parent == end) continue;
      std::vector<Traveller>& next = at[parent];
      for (Traveller t : here) {
        t.side = body;
        next.push_back(t);
      }
    }
  }

  bool is_free_between(BodyIndex body, BodyIndex end) const {
    for (; body != end; body = tree_.bodies[body].parent) {
      if (moves_freely(tree_.bodies[body])) return true;
    }
    return false;
  }

  // The hub's place in paths_.
  int add_hub(BodyIndex body, BodyIndex end, const std::vector<Traveller>& staying) {
    const int hub = static_cast<int>(paths_.size());
    for (const Traveller& t : staying) {
      stays_at_[t.set].insert(body);
      // What goes on behind a hub is the hub's business.
      if (is_hub(t.set)) std::erase_if(paths_[t.set], [&](BodyIndex b) { return b <= body; });
      hubs_of_[t.set].push_back(hub);
    }
    plan_.hubs.push_back({body, plan_.rows, -1, -1});
    if (hub < first_hub_) first_hub_ = hub;
    std::set<BodyIndex> path;
    for (BodyIndex b = body; b != end; b = tree_.bodies[b].parent) path.insert(b);
    paths_.push_back(path);
    stays_at_.push_back({end});
    unit_of_.push_back(hub);
    for (int k = 0; k < hub_rows; ++k) {
      plan_.eliminated_at.push_back(end);
      set_of_row_.push_back(hub);
    }
    plan_.rows += hub_rows;
    return hub;
  }

  bool is_hub(int set) const { return set >= first_hub_; }
  // These hubs, each followed by the one that it stays at, and so on.
  std::vector<int> list_chain(const std::vector<int>& hubs) const {
    std::vector<int> chain;
    for (int hub : hubs) {
      chain.push_back(hub);
      for (auto next = hubs_of_.find(hub); next != hubs_of_.end();
           next = hubs_of_.find(chain.back()))
        chain.push_back(next->second.front());
    }
    return chain;
  }

  // ---- blocks ------------------------------------------------------------------------------------

  // Which rows of a place are eliminated together, and in which order. What is decided as a whole is a unit: a set of
  // rows, or several with the massless joints that they pass.
  void choose_order() {
    const std::size_t n = tree_.bodies.size();
    CouplingGraph graph;
    std::vector<std::vector<int>> ending(n), passing(n);  // units by body
    std::vector<int> unknowns(unit_of_.size(), 0);
    for (int row = 0; row < plan_.rows; ++row) ++unknowns[unit_of_[set_of_row_[row]]];
    for (std::size_t s = 0; s < unit_of_.size(); ++s) graph.add_vertex(unknowns[s]);
    for (const auto& [set, hubs] : hubs_of_) {
      for (int hub : list_chain(hubs)) graph.attach(unit_of_[set], hub);
    }
    first_row_.assign(paths_.size(), -1);
    rows_in_.assign(paths_.size(), 0);
    for (int row = plan_.rows; row-- > 0;) {
      first_row_[set_of_row_[row]] = row;
      ++rows_in_[set_of_row_[row]];
    }
    for (std::size_t s = 0; s < paths_.size(); ++s) {
      if (rows_in_[s] == 0) continue;
      const BodyIndex end = plan_.eliminated_at[first_row_[s]];
      for (BodyIndex b : paths_[s]) (b == end ? ending : passing)[b].push_back(unit_of_[s]);
    }
    blocks_.resize(n);
    for (std::size_t i = n; i-- > 0;) {
      for (std::vector<int>* units : {&ending[i], &passing[i]}) {
        std::sort(units->begin(), units->end());
        units->erase(std::unique(units->begin(), units->end()), units->end());
      }
      blocks_[i] = graph.eliminate(ending[i]);
      if (i > 0 && moves_freely(tree_.bodies[i])) graph.couple(passing[i]);
    }
    members_.resize(unit_of_.size());
    for (std::size_t s = 0; s < unit_of_.size(); ++s)
      members_[unit_of_[s]].push_back(static_cast<int>(s));
  }

  bool moves_freely(const TreeBody& b) const {
    for (int k = b.v; k < b.v + b.nv; ++k) {
      if (!tree_.driven[k]) return true;
    }
    return false;
  }

  // Rows of units, ascending.
  std::vector<int> list_rows(const std::vector<int>& units) const {
    std::vector<int> rows;
    for (int unit : units) {
      for (int s : members_[unit]) {
        for (int k = 0; k < rows_in_[s]; ++k) rows.push_back(first_row_[s] + k);
      }
    }
    std::sort(rows.begin(), rows.end());
    return rows;
  }

  // ---- places ------------------------------------------------------------------------------------

  void place_slots() {
    const std::size_t n = tree_.bodies.size();
    plan_.elimination_of.resize(plan_.rows);
    std::vector<std::vector<int>> passing(n), born(n), parked(n);
    for (int row = 0; row < plan_.rows; ++row) {
      const auto birth = born_at_.find(row);
      for (BodyIndex b : stays_at_[set_of_row_[row]]) parked[b].push_back(row);
      for (BodyIndex b : paths_[set_of_row_[row]]) {
        if (b == plan_.eliminated_at[row]) continue;
        (birth != born_at_.end() && birth->second == b ? born : passing)[b].push_back(row);
      }
    }
    plan_.places.resize(n);
    slot_of_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      LoopPlan::Place& place = plan_.places[i];
      place.first_slot = static_cast<int>(plan_.slots.size());
      place.first_elimination = static_cast<int>(plan_.eliminations.size());
      place.eliminations = static_cast<int>(blocks_[i].size());
      place.couples = i > 0 && moves_freely(tree_.bodies[i]);
      // The last block is the first one on the way outwards.
      for (std::size_t k = blocks_[i].size(); k-- > 0;) place_block(i, blocks_[i][k]);
      place.eliminated = static_cast<int>(plan_.slots.size()) - place.first_slot;
      for (int row : passing[i]) add_slot(i, row);
      for (int row : born[i]) add_slot(i, row);
      place.born = static_cast<int>(born[i].size());
      place.slots = static_cast<int>(plan_.slots.size()) - place.first_slot;
      place.first_W = plan_.W_count;
      plan_.W_count += place.slots * tree_.bodies[i].nv;
      for (int row : parked[i]) add_slot(i, row);
      place.parked = static_cast<int>(parked[i].size());
      group_eliminations(i);
    }
    for (std::size_t i = 1; i < n; ++i) {
      const LoopPlan::Place& place = plan_.places[i];
      for (int s = place.eliminated; s < place.slots; ++s) {
        LoopPlan::Slot& slot = plan_.slots[place.first_slot + s];
        slot.parent = slot_of_[tree_.bodies[i].parent].at(slot.row);
      }
    }
    int row = 0;
    for (const RowSet& set : sets_) {
      std::vector<int> first;
      for (BodyIndex b : set.bodies) {
        const auto found = slot_of_[b].find(row);
        first.push_back(found == slot_of_[b].end() ? -1 : found->second);
      }
      plan_.slots_of_bodies.push_back(first);
      row += set.count;
    }
  }

  void add_slot(std::size_t body, int row) {
    slot_of_[body].emplace(row, static_cast<int>(plan_.slots.size()));
    plan_.slots.push_back({row, -1});
  }

  void place_block(std::size_t body, const EliminationBlock& block) {
    const std::vector<int> rows = list_rows(block.members);
    std::vector<int> others = list_rows(block.others);
    // Of a unit only some sets may come by here.
    std::erase_if(others, [&](int row) {
      const int set = set_of_row_[row], at = static_cast<BodyIndex>(body);
      return !paths_[set].contains(at) && !stays_at_[set].contains(at);
    });
    LoopPlan::Elimination e{};
    e.body = static_cast<BodyIndex>(body);
    e.first_slot = static_cast<int>(plan_.slots.size());
    e.rows = static_cast<int>(rows.size());
    e.others = static_cast<int>(others.size());
    e.first_Y = plan_.Y_count;
    e.first_Z = plan_.Z_count;
    e.plain = true;
    for (int row : rows) {
      plan_.elimination_of[row] = static_cast<int>(plan_.eliminations.size());
      e.indefinite = e.indefinite || row >= plan_.constraints;
      e.plain = e.plain && (row >= plan_.constraints || sets_[set_of_row_[row]].plain);
      add_slot(body, row);
      const auto hubs = hubs_of_.find(set_of_row_[row]);
      if (hubs == hubs_of_.end()) continue;
      for (int hub : list_chain(hubs->second)) {
        for (int k = 0; k < hub_rows; ++k)
          plan_.elimination_of[first_row_[hub] + k] = plan_.elimination_of[row];
      }
    }
    plan_.Y_count += e.rows;
    plan_.Z_count += e.rows * e.others;
    plan_.largest = std::max(plan_.largest, e.rows);
    plan_.most_others = std::max(plan_.most_others, e.others);
    plan_.eliminations.push_back(e);
    others_of_.push_back(others);
  }

  // Eliminations of one place that see one another belong together.
  void group_eliminations(std::size_t body) {
    const LoopPlan::Place& place = plan_.places[body];
    Classes groups(place.eliminations);
    for (int k = 0; k < place.eliminations; ++k) {
      for (int row : others_of_[place.first_elimination + k]) {
        if (plan_.eliminated_at[row] == static_cast<BodyIndex>(body))
          groups.join(k, plan_.elimination_of[row] - place.first_elimination);
      }
    }
    std::map<int, int> numbers;
    for (int k = 0; k < place.eliminations; ++k) {
      const auto [found, added] = numbers.emplace(groups.find(k), plan_.groups);
      plan_.groups += added;
      plan_.eliminations[place.first_elimination + k].group = found->second;
    }
  }

  // ---- numbers -----------------------------------------------------------------------------------

  void number_shares() {
    for (const auto& [set, hubs] : hubs_of_) {
      if (is_hub(set))
        plan_.hubs[set - first_hub_].first_outer_slot =
            slot_of_[plan_.hubs[hubs.front() - first_hub_].body].at(first_row_[set]);
    }
    for (LoopPlan::Hub& hub : plan_.hubs) hub.first_slot = slot_of_[hub.body].at(hub.first_row);
    for (std::size_t k = 0; k < plan_.eliminations.size(); ++k) {
      LoopPlan::Elimination& e = plan_.eliminations[k];
      e.first_share = static_cast<int>(plan_.shares.size());
      for (int a = 0; a < e.rows && !plan_.hubs.empty(); ++a) add_shares(a, e, others_of_[k]);
      e.shares = static_cast<int>(plan_.shares.size()) - e.first_share;
    }
  }

  void add_shares(int a, const LoopPlan::Elimination& e, const std::vector<int>& others) {
    const int row = plan_.slots[e.first_slot + a].row;
    const auto found = hubs_of_.find(set_of_row_[row]);
    if (found == hubs_of_.end()) return;
    for (int inner : found->second) {
      for (int h : list_chain({inner})) {
        const LoopPlan::Hub& hub = plan_.hubs[h - first_hub_];
        const auto other = std::lower_bound(others.begin(), others.end(), hub.first_row);
        plan_.shares.push_back({a, h - first_hub_, static_cast<int>(other - others.begin()),
                                h == inner ? slot_of_[hub.body].at(row) : -1});
      }
    }
  }

  void number_pairs() {
    for (std::size_t i = 0; i < plan_.places.size(); ++i) {
      LoopPlan::Place& place = plan_.places[i];
      for (int k = 0; k < place.eliminations; ++k) {
        LoopPlan::Elimination& e = plan_.eliminations[place.first_elimination + k];
        std::vector<int> rows, others;
        for (int a = 0; a < e.rows; ++a) rows.push_back(plan_.slots[e.first_slot + a].row);
        for (int row : others_of_[place.first_elimination + k]) {
          rows.push_back(row);
          others.push_back(slot_of_[i].at(row) - e.first_slot);
        }
        e.pairs = number_pairs_of(rows);
        e.first_other = share(others, other_patterns_, plan_.other_slots);
      }
      std::vector<int> rows;
      for (int s = place.eliminated; s < place.slots && place.couples; ++s)
        rows.push_back(plan_.slots[place.first_slot + s].row);
      place.pairs = number_pairs_of(rows);
    }
    plan_.pair_count = static_cast<int>(pair_index_.size());
  }

  LoopPlan::Pairs number_pairs_of(const std::vector<int>& rows) {
    LoopPlan::Pairs pairs;
    if (rows.empty()) return pairs;
    std::vector<int> table;
    for (std::size_t a = 0; a < rows.size(); ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        const auto [low, high] = std::minmax(rows[a], rows[b]);
        const auto [found, added] =
            pair_index_.emplace(static_cast<std::uint64_t>(low) * plan_.rows + high,
                                static_cast<int>(pair_index_.size()));
        table.push_back(found->second);
      }
    }
    pairs.first_Lambda = *std::min_element(table.begin(), table.end());
    for (int& entry : table) entry -= pairs.first_Lambda;
    pairs.table = share(table, pair_patterns_, plan_.pair_tables);
    return pairs;
  }

  // Where a pattern stands in the list of all; it is added when it is new.
  static int share(const std::vector<int>& pattern, std::map<std::vector<int>, int>& known,
                   std::vector<int>& all) {
    const auto [found, added] = known.emplace(pattern, static_cast<int>(all.size()));
    if (added) all.insert(all.end(), pattern.begin(), pattern.end());
    return found->second;
  }

  void place_ports(const std::vector<PortPlace>& ports) {
    plan_.ports = ports;
    if (ports.empty()) return;
    std::vector<std::vector<LoopPlan::PortSlot>> at(tree_.bodies.size());
    for (std::size_t p = 0; p < ports.size(); ++p) {
      double ratio = ports[p].ratio;
      for (BodyIndex b = ports[p].body; b > 0; b = tree_.bodies[b].parent) {
        at[b].push_back({static_cast<int>(p), plan_.port_W_count, ratio});
        plan_.port_W_count += tree_.bodies[b].nv;
        ratio = 0.0;
      }
      at[0].push_back({static_cast<int>(p), 0, 0.0});
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
        for (int s = 0; s < place.slots + place.parked; ++s)
          meetings.insert(port.port * plan_.rows + plan_.slots[place.first_slot + s].row);
      }
    }
    plan_.meetings.assign(meetings.begin(), meetings.end());
  }

  const Tree& tree_;
  const std::vector<RowSet>& sets_;
  const HubRule rule_;
  std::vector<std::set<BodyIndex>> paths_;  // by set, then by light joint
  std::vector<int> set_of_row_;
  std::map<int, BodyIndex> born_at_;  // deferred rows
  std::vector<int> unit_of_;          // by set or light joint
  // Hubs stand behind sets and light joints in the lists by these.
  int first_hub_ = std::numeric_limits<int>::max();
  std::map<int, std::vector<int>>
      hubs_of_;  // of sets that stay at hubs, and of hubs that stay at others
  std::vector<std::set<BodyIndex>> stays_at_;          // by set; of a hub: also its end
  std::vector<BodyIndex> lowest_end_;                  // by body
  std::vector<int> first_row_, rows_in_;               // by set or light joint
  std::vector<std::vector<int>> members_;              // by unit: sets and light joints
  std::vector<std::vector<EliminationBlock>> blocks_;  // by body
  std::vector<std::vector<int>> others_of_;            // by elimination: rows
  std::vector<std::unordered_map<int, int>> slot_of_;  // by body and row
  std::unordered_map<std::uint64_t, int> pair_index_;
  std::map<std::vector<int>, int> pair_patterns_, other_patterns_;
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
                    const std::vector<PortPlace>& ports, const HubRule& rule) {
  return Planner(tree, sets, rule).plan(ports);
}

}  // namespace gelenk
