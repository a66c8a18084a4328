#include "modelica/instances/connection_sets.h"

#include <algorithm>
#include <map>

namespace gelenk::modelica {

using symbolic::Expression;
using symbolic::Op;

int ConnectionSets::add(const ConnectorRef& ref, std::vector<ConnectorLeaf> leaves,
                        const SourceLocation& where) {
  const int number = static_cast<int>(members_.size());
  const auto [at, is_new] = member_of_.try_emplace(ref.to_string(), number);
  if (is_new) members_.push_back({ref.part.empty(), std::move(leaves), where, number});
  return at->second;
}

int ConnectionSets::find_set(int member) {
  while (members_[member].set != member) {
    members_[member].set = members_[members_[member].set].set;
    member = members_[member].set;
  }
  return member;
}

void ConnectionSets::join(int a, int b) {
  const int first = find_set(a), second = find_set(b);
  members_[std::max(first, second)].set = std::min(first, second);
}

void ConnectionSets::write_equations(std::vector<Residual>& residuals) {
  std::map<int, std::vector<int>> sets;
  for (int i = 0; i < static_cast<int>(members_.size()); ++i) sets[find_set(i)].push_back(i);
  for (const auto& [first, set] : sets) {
    const std::vector<ConnectorLeaf>& leaves = members_[first].leaves;
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      if (leaves[k].is_flow)
        write_balance(set, k, residuals);
      else
        write_equalities(set, k, residuals);
    }
  }
}

void ConnectionSets::write_equalities(const std::vector<int>& set, std::size_t leaf,
                                      std::vector<Residual>& residuals) const {
  const Expression first = Expression::variable(members_[set[0]].leaves[leaf].name);
  for (std::size_t i = 1; i < set.size(); ++i) {
    const Member& member = members_[set[i]];
    const Expression other = Expression::variable(member.leaves[leaf].name);
    residuals.push_back({Expression::make(Op::subtract, {first, other}), member.where});
  }
}

void ConnectionSets::write_balance(const std::vector<int>& set, std::size_t leaf,
                                   std::vector<Residual>& residuals) const {
  Expression sum;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const Member& member = members_[set[i]];
    const Expression flow = Expression::variable(member.leaves[leaf].name);
    if (i == 0)
      sum = member.is_outside ? Expression::make(Op::negate, {flow}) : flow;
    else
      sum = Expression::make(member.is_outside ? Op::subtract : Op::add, {sum, flow});
  }
  residuals.push_back({sum, members_[set[0]].where});
}

}  // namespace gelenk::modelica
