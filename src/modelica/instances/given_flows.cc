#include "modelica/instances/given_flows.h"

#include <algorithm>
#include <set>

#include "model/marked_name.h"
#include "modelica/failure.h"
#include "symbolic/substitute.h"

namespace gelenk::modelica {

namespace {

// Names that the component's equations speak of.
std::set<std::string> list_used(const Component& component) {
  std::set<std::string> used;
  auto note = [&](const symbolic::Expression& e) {
    for (const std::string& name : symbolic::list_variables(e)) used.insert(split_mark(name).name);
  };
  for (const auto* list : {&component.assignments, &component.rates}) {
    for (const Assignment& a : *list) note(a.value);
  }
  for (const auto* list : {&component.residuals, &component.initials}) {
    for (const Residual& residual : *list) note(residual.value);
  }
  return used;
}

bool has_prefix(const std::set<std::string>& names, const std::string& prefix) {
  const auto first = names.lower_bound(prefix);
  return first != names.end() && first->starts_with(prefix);
}

bool is_connected_inside(const Component& component, const std::string& connector) {
  return std::any_of(component.connections.begin(), component.connections.end(),
                     [&](const Connection& c) {
                       return (c.a.part.empty() && c.a.connector == connector) ||
                              (c.b.part.empty() && c.b.connector == connector);
                     });
}

Variable make_flow(const Connector& flange, bool turns) {
  Variable flow;
  flow.name = flange.name + (turns ? ".tau" : ".f");
  flow.unit = turns ? "N.m" : "N";
  flow.start.numbers = {0.0};
  flow.fixed.type = BasicType::boolean;
  flow.fixed.numbers = {0.0};
  flow.where = flange.where;
  return flow;
}

}  // namespace

void find_given_flows(Component& component) {
  const std::set<std::string> used = list_used(component);
  for (std::size_t i = 0; i < component.connectors.size() && !used.empty(); ++i) {
    const Connector& connector = component.connectors[i];
    const std::string prefix =
        (component.path.empty() ? "" : component.path + ".") + connector.name + ".";
    if (!has_prefix(used, prefix) || is_connected_inside(component, connector.name)) continue;
    const std::string& name = connector.class_name;
    const bool turns = name.starts_with("Modelica.Mechanics.Rotational.Interfaces.");
    if (turns || name.starts_with("Modelica.Mechanics.Translational.Interfaces.")) {
      component.variables.edit().push_back(make_flow(connector, turns));
      component.connectors.edit()[i].is_given = true;
    } else if (name.starts_with("Modelica.Mechanics.MultiBody.Interfaces.") &&
               (has_prefix(used, prefix + "f[") || has_prefix(used, prefix + "t["))) {
      fail("unsupported", connector.where,
           "equations that give the force or torque on the frame '" + connector.name + "'",
           "not supported yet; connect a Gelenk.Forces.Force, Torque, WorldForce or WorldTorque "
           "and let them give its law");
    }
  }
}

}  // namespace gelenk::modelica
