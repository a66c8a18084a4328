// What the connections of one component mean as equations (Modelica Language Specification 3.6, section 9.2): quantities of connectors that are
// connected form a set, in which potentials are equal and flows add up to zero. Connectors of parts, inside, and the
// component's own, outside, count with opposite signs. Sets do not reach beyond the component: a connector that is connected on
// both sides of a border is in two of them.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "model/component.h"

namespace gelenk::modelica {

// A quantity of a connector.
struct ConnectorLeaf {
  std::string name;              // in full
  std::vector<std::string> way;  // from the connector: {"pin", "[2]", "v"}; empty for a signal
  bool is_flow = false, is_outside = false;
  BasicType type = BasicType::real;
  Causality causality = Causality::none;
};

class ConnectionSets {
 public:
  // A number for the quantity, a set of its own where nothing is known of it so far.
  int add(const ConnectorLeaf& leaf, const SourceLocation& where);
  void join(int a, int b);
  void write_equations(std::vector<Residual>& residuals);

 private:
  struct Member {
    std::string name;
    bool is_flow, is_outside;
    SourceLocation where;
    int set;  // another member of its set, or itself
  };
  int find_set(int member);
  void write_equalities(const std::vector<int>& set, std::vector<Residual>& residuals) const;
  void write_balance(const std::vector<int>& set, std::vector<Residual>& residuals) const;

  std::vector<Member> members_;
  std::unordered_map<std::string, int> member_of_;  // by name
};

}  // namespace gelenk::modelica
