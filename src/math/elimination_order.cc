#include "math/elimination_order.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gelenk {

int CouplingGraph::add_vertex(int unknowns) {
  unknowns_.push_back(unknowns);
  degree_.push_back(0);
  neighbours_.emplace_back();
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

std::vector<EliminationBlock> CouplingGraph::eliminate(const std::vector<int>& vertices) {
  struct Step {
    int vertex;
    std::vector<int> others;
    int unknowns_of_others;
  };
  std::vector<Step> steps;
  std::map<int, std::size_t> step_of;
  std::set<std::pair<int, int>> waiting;  // degree, vertex
  for (int v : vertices) waiting.emplace(degree_[v], v);
  while (!waiting.empty()) {
    const int v = waiting.begin()->second;
    waiting.erase(waiting.begin());
    const std::vector<int> others(neighbours_[v].begin(), neighbours_[v].end());
    steps.push_back({v, others, degree_[v]});
    step_of[v] = steps.size() - 1;
    std::vector<char> waits;
    for (int w : others) waits.push_back(waiting.erase({degree_[w], w}) > 0);
    for (int w : others) untie(v, w);
    couple(others);
    for (std::size_t i = 0; i < others.size(); ++i) {
      if (waits[i]) waiting.emplace(degree_[others[i]], others[i]);
    }
  }
  // A step joins the next one among its others when it sees nothing else than that one does; of several such steps only the
  // last, since they do not meet each other. Those between the two do not meet it, so that it may as well wait.
  const std::size_t none = steps.size();
  std::vector<std::size_t> next(steps.size(), none), joined(steps.size(), none);
  for (std::size_t k = 0; k < steps.size(); ++k) {
    for (int w : steps[k].others) {
      const auto found = step_of.find(w);
      if (found != step_of.end()) next[k] = std::min(next[k], found->second);
    }
    if (next[k] == none) continue;
    const Step& after = steps[next[k]];
    if (steps[k].unknowns_of_others == after.unknowns_of_others + unknowns_[after.vertex])
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
