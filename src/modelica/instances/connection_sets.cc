#include "modelica/instances/connection_sets.h"

#include <algorithm>
#include <map>

namespace gelenk::modelica {

using symbolic::Expression;
using symbolic::Op;

int ConnectionSets::add(const ConnectorLeaf& leaf, const SourceLocation& where) {
  const int number = static_cast<int>(members_.size());
  const auto [at, is_new] = member_of_.try_emplace(leaf.name, number);
  if (is_new) members_.push_back({leaf.name, leaf.is_flow, leaf.is_outside, where, number});
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
    if (members_[first].is_flow)
      write_balance(set, residuals);
    else
      write_equalities(set, residuals);
  }
}

void ConnectionSets::write_equalities(const std::vector<int>& set,
                                      std::vector<Residual>& residuals) const {
  const Expression first = Expression::variable(members_[set[0]].name);
  for (std::size_t i = 1; i < set.size(); ++i) {
    const Member& member = members_[set[i]];
    const Expression other = Expression::variable(member.name);
    residuals.push_back({Expression::make(Op::subtract, {first, other}), member.where});
  }
}

void ConnectionSets::write_balance(const std::vector<int>& set,
                                   std::vector<Residual>& residuals) const {
  Expression sum;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const Member& member = members_[set[i]];
    const Expression flow = Expression::variable(member.name);
    if (i == 0)
      sum = member.is_outside ? Expression::make(Op::negate, {flow}) : flow;
    else
      sum = Expression::make(member.is_outside ? Op::subtract : Op::add, {sum, flow});
  }
  residuals.push_back({sum, members_[set[0]].where});
}

}  // namespace gelenk::modelica
