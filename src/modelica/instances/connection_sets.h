// What the connections of one component mean as equations (Modelica Language Specification 3.6, section 9.2): connectors that are
// connected form a set, in which potentials are equal and flows add up to zero. Connectors of parts, inside, and the
// component's own, outside, count with opposite signs. Sets do not reach beyond the component: a connector that is connected on
// both sides of a border is in two of them.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "model/component.h"

namespace gelenk::modelica {

// A quantity of a connector, by its full name.
struct ConnectorLeaf {
  std::string name;
  bool is_flow = false;
};

class ConnectionSets {
 public:
  bool has(const ConnectorRef& ref) const { return member_of_.count(ref.to_string()) > 0; }
  // A connector of which nothing is known so far; its leaves are in the order of its class.
  int add(const ConnectorRef& ref, std::vector<ConnectorLeaf> leaves, const SourceLocation& where);
  void join(int a, int b);
  void write_equations(std::vector<Residual>& residuals);

 private:
  struct Member {
    bool is_outside;
    std::vector<ConnectorLeaf> leaves;
    SourceLocation where;
    int set;  // another member of its set, or itself
  };
  int find_set(int member);
  void write_equalities(const std::vector<int>& set, std::size_t leaf,
                        std::vector<Residual>& residuals) const;
  void write_balance(const std::vector<int>& set, std::size_t leaf,
                     std::vector<Residual>& residuals) const;

  std::vector<Member> members_;
  std::unordered_map<std::string, int> member_of_;  // by its reference
};

}  // namespace gelenk::modelica
