#include "math/elimination_order.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gelenk {

namespace {

// Whether all of `others` but one vertex are among `seen`.
bool sees_as_much(const std::vector<int>& others, int vertex, const std::vector<int>& seen) {
  return std::all_of(others.begin(), others.end(), [&](int w) {
    return w == vertex || std::binary_search(seen.begin(), seen.end(), w);
  });
}

}  // namespace

int CouplingGraph::add_vertex(int unknowns) {
  unknowns_.push_back(unknowns);
  degree_.push_back(0);
  neighbours_.emplace_back();
  attached_.emplace_back();
  users_.emplace_back();
  has_had_users_.push_back(0);
  return static_cast<int>(unknowns_.size()) - 1;
}

void CouplingGraph::tie(int a, int b) {
  if (!neighbours_[a].insert(b).second) return;
  neighbours_[b].insert(a);
  degree_[a] += unknowns_[b];
  degree_[b] += unknowns_[a];
}

void CouplingGraph::untie(int a, int b) {
  if (neighbours_[a].erase(b) == 0) return;
  neighbours_[b].erase(a);
  degree_[a] -= unknowns_[b];
  degree_[b] -= unknowns_[a];
}

void CouplingGraph::couple(const std::vector<int>& vertices) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) tie(vertices[i], vertices[j]);
  }
}

void CouplingGraph::attach(int vertex, int to) {
  attached_[vertex].push_back(to);
  users_[to].insert(vertex);
  has_had_users_[to] = 1;
}

std::vector<int> CouplingGraph::list_met(int vertex) const {
  if (attached_[vertex].empty()) return {neighbours_[vertex].begin(), neighbours_[vertex].end()};
  std::set<int> met = neighbours_[vertex];
  for (int to : attached_[vertex]) {
    met.insert(to);
    met.insert(neighbours_[to].begin(), neighbours_[to].end());
  }
  met.erase(vertex);
  return {met.begin(), met.end()};
}

int CouplingGraph::count_met(int vertex) const {
  if (attached_[vertex].empty()) return degree_[vertex];
  int unknowns = 0;
  for (int w : list_met(vertex)) unknowns += unknowns_[w];
  return unknowns;
}

std::vector<EliminationBlock> CouplingGraph::eliminate(const std::vector<int>& vertices) {
  struct Step {
    int vertex;
    std::vector<int> others;
    int unknowns_of_others;
  };
  std::vector<Step> steps;
  std::map<int, std::size_t> step_of;
  std::set<std::pair<int, int>> waiting;  // unknowns that it meets, vertex
  std::map<int, int> met_by;              // those that wait
  auto wait = [&](int v) { waiting.emplace(met_by[v] = count_met(v), v); };
  auto count_again = [&](int v) {
    const auto found = met_by.find(v);
    if (found == met_by.end()) return;
    waiting.erase({found->second, v});
    wait(v);
  };
  for (int v : vertices) wait(v);
  while (!waiting.empty()) {
    const auto [unknowns, v] = *waiting.begin();
    waiting.erase(waiting.begin());
    met_by.erase(v);
    const std::vector<int> others = list_met(v);
    steps.push_back({v, others, unknowns});
    step_of[v] = steps.size() - 1;
    for (int w : others) untie(v, w);
    couple(others);
    std::set<int> changed;
    for (int to : attached_[v]) {
      users_[to].erase(v);
      if (!users_[to].empty()) continue;
      const std::set<int> left = neighbours_[to];
      for (int w : left) untie(to, w);
    }
    for (int w : others) {
      changed.insert(w);
      if (others.size() > 1) changed.insert(users_[w].begin(), users_[w].end());
    }
    for (int w : changed) count_again(w);
  }
  // A step joins the next one among its others when it sees nothing else than that one does; of several such steps only the
  // last, since they do not meet each other. Those between the two do not meet it, so that it may as well wait; unless by
  // way of a vertex that others are attached to.
  const std::size_t none = steps.size();
  std::vector<std::size_t> next(steps.size(), none), joined(steps.size(), none);
  for (std::size_t k = 0; k < steps.size(); ++k) {
    bool may_wait = true;
    for (int w : steps[k].others) {
      const auto found = step_of.find(w);
      if (found != step_of.end()) next[k] = std::min(next[k], found->second);
      may_wait = may_wait && !has_had_users_[w];
    }
    if (next[k] == none || !(may_wait || next[k] == k + 1)) continue;
    const Step& after = steps[next[k]];
    if (steps[k].unknowns_of_others == after.unknowns_of_others + unknowns_[after.vertex] &&
        sees_as_much(steps[k].others, after.vertex, after.others))
      joined[next[k]] = k;
  }
  std::vector<EliminationBlock> blocks(steps.size());
  for (std::size_t k = 0; k < steps.size(); ++k) {
    std::vector<int>& members = blocks[k].members;
    members.push_back(steps[k].vertex);
    if (joined[k] < none) {
      std::vector<int>& before = blocks[joined[k]].members;
      members.insert(members.end(), before.begin(), before.end());
      before.clear();
    }
    blocks[k].others = steps[k].others;
  }
  std::erase_if(blocks, [](const EliminationBlock& block) { return block.members.empty(); });
  for (EliminationBlock& block : blocks) std::sort(block.members.begin(), block.members.end());
  return blocks;
}

}  // namespace gelenk
