// Buses: expandable connectors (Modelica Language Specification 3.6, section 9.1.3). A connection to a member that a bus does not
// declare gives it that member, and buses that are connected, directly or through others, have the members of all of them. What
// is declared but neither connected nor used is not there. So the members of a bus are known only once all connections of the
// model are: these are noted while components are read, and become variables and equations at the end.
//
// A place is a bus, a member of one, or a connector that is connected to one of these. Places that are connected are the same
// thing, and so are members of the same name in them; all buses among them get the members of the others.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/component.h"
#include "modelica/instances/connection_sets.h"
#include "modelica/session.h"

namespace gelenk::modelica {

class Buses {
 public:
  explicit Buses(Session& session) : session_(session) {}

  // A bus of a component, by its full path, with the members that its class declares.
  void add_bus(Component& component, const std::string& path,
               const std::vector<ConnectorLeaf>& declared, const SourceLocation& where);
  // What is found in a bus on the way {"sub", "x", "[2]"}; the bus itself where that is empty.
  int get_place(const std::string& bus, const std::vector<std::string>& way,
                const SourceLocation& where);
  // A connector that is none.
  int add_connector(const std::string& path, const std::vector<ConnectorLeaf>& leaves,
                    const SourceLocation& where);
  // Somebody reads what is there, as a number.
  void read(int place);
  const std::string& get_name(int place) const { return places_[place].name; }

  // The component states that two places are connected.
  void connect(Component& component, int a, int b, const SourceLocation& where);
  // All other connections of a component that has stated such.
  void take_sets(Component& component, ConnectionSets sets);
  // Whether it has a bus, or connections to one.
  bool has(const Component& component) const { return touched_.count(&component) > 0; }

  // Once all is known: variables and equations.
  void finish(Component& root);

 private:
  struct Place {
    std::string name;  // in full
    SourceLocation where;
    bool is_bus = false;
    Component* component = nullptr;  // of a bus: whose variables its members are
    bool is_quantity = false;        // a number, not something that has members
    bool is_read = false;            // by something that is no connector
    std::string variable;            // of a declared member: that of the component
    ConnectorLeaf leaf;              // of a quantity
    int depth = 0;
    std::map<std::string, int> members;  // by name; subscripts are a level of their own
    int next;                            // another place that is the same, or itself
    // Of the place that stands for all that are the same.
    std::map<std::string, int> all_members;
    bool is_there = false;
  };
  struct Joined {
    Component* component;
    int a, b;
    SourceLocation where;
  };

  int add_place(std::string name, const SourceLocation& where);
  int add_member(int place, const std::string& name);
  int find_member(int place, const std::vector<std::string>& way);
  int find_same(int place);
  void unite(int a, int b);
  void complete();
  void find_what_is_there(const Component& root);
  void check_sources(const std::vector<std::vector<int>>& groups) const;
  void add_variables();
  void remove_variables();
  void join_quantities(int a, int b, const SourceLocation& where, ConnectionSets& sets);

  Session& session_;
  std::vector<Place> places_;
  std::unordered_map<std::string, int> outermost_;  // places by name
  std::vector<Joined> joined_;
  std::vector<std::pair<Component*, ConnectionSets>> sets_;
  std::set<const Component*> touched_;
};

}  // namespace gelenk::modelica
