#include "modelica/instances/given_flows.h"

#include <algorithm>
#include <set>

#include "model/marked_name.h"
#include "modelica/failure.h"
#include "modelica/instances/load_element.h"
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

bool is_turning(const std::string& class_name) {
  return class_name.starts_with("Modelica.Mechanics.Rotational.Interfaces.");
}

Variable make_flow(const Connector& flange) {
  const bool turns = is_turning(flange.class_name);
  Variable flow;
  flow.name = flange.name + (turns ? ".tau" : ".f");
  flow.unit = turns ? "N.m" : "N";
  flow.start.numbers = {0.0};
  flow.fixed.type = BasicType::boolean;
  flow.fixed.numbers = {0.0};
  flow.where = flange.where;
  return flow;
}

// ---- frames ------------------------------------------------------------------------------------------

bool is_frame(const Connector& connector) {
  return connector.class_name.starts_with("Modelica.Mechanics.MultiBody.Interfaces.Frame");
}

// Where the user wrote of the frame: it may come with a class of the library.
SourceLocation find_place(const Component& component, const Connector& frame) {
  return frame.where.file && frame.where.file->library ? component.where : frame.where;
}

Variable make_load(const Connector& frame, const SourceLocation& where, bool is_torque) {
  Variable load;
  load.name = frame.name + (is_torque ? ".t" : ".f");
  load.unit = is_torque ? "N.m" : "N";
  load.dims = {3};
  load.start.dims = load.fixed.dims = {3};
  load.start.numbers.assign(3, 0.0);
  load.fixed.type = BasicType::boolean;
  load.fixed.numbers.assign(3, 0.0);
  load.where = where;
  return load;
}

// The element that acts at a frame as the equations say. A connector's f and t act on its component, so that the body has the
// opposite; both are in axes of the frame, which is frame_b of the element.
std::unique_ptr<Component> make_element(const Component& component, const Connector& frame,
                                        bool is_torque) {
  const std::string of_component = component.path.empty() ? "" : component.path + ".";
  const std::string flow = of_component + frame.name + (is_torque ? ".t[" : ".f[");
  std::vector<symbolic::Expression> values;
  for (int i = 1; i <= 3; ++i) {
    values.push_back(symbolic::Expression::make(
        symbolic::Op::negate, {symbolic::Expression::variable(flow + std::to_string(i) + "]")}));
  }
  return make_load_element(component,
                           std::string(is_torque ? "torque" : "force") + "(" + frame.name + ")",
                           is_torque, LoadAxes::frame_b, std::move(values),
                           find_place(component, frame));
}

void add_load(Component& component, std::size_t frame) {
  component.connectors.edit()[frame].is_given = true;
  const Connector& connector = component.connectors[frame];
  for (const bool is_torque : {false, true}) {
    component.variables.edit().push_back(
        make_load(connector, find_place(component, connector), is_torque));
    component.parts.push_back(make_element(component, connector, is_torque));
    component.connections.edit().push_back(
        {{"", connector.name}, {component.parts.back()->name, "frame_b"}, connector.where});
  }
}

[[noreturn]] void fail_half_given(const Component& component, const Connector& frame,
                                  const std::string& given, const std::string& missing) {
  fail("equation", find_place(component, frame),
       "equations give " + given + ", but none speaks of " + frame.name + "." + missing,
       "write " + frame.name + "." + missing + " = …, in axes of the frame; where nothing acts, " +
           frame.name + "." + missing + " = zeros(3)");
}

// Frames that nothing inside is connected to: if the component says what acts on one, it says so of all, force and torque.
void find_given_loads(Component& component, const std::set<std::string>& used) {
  const std::string path = component.path.empty() ? "" : component.path + ".";
  std::vector<std::size_t> open;
  const Connector* first = nullptr;
  auto speaks_of = [&](const Connector& frame, const char* load) {
    return has_prefix(used, path + frame.name + "." + load + "[");
  };
  for (std::size_t i = 0; i < component.connectors.size(); ++i) {
    const Connector& connector = component.connectors[i];
    if (!is_frame(connector) || is_connected_inside(component, connector.name)) continue;
    open.push_back(i);
    if (first == nullptr && (speaks_of(connector, "f") || speaks_of(connector, "t")))
      first = &connector;
  }
  if (first == nullptr) return;
  for (std::size_t i : open) {
    const Connector& frame = component.connectors[i];
    const bool has_force = speaks_of(frame, "f"), has_torque = speaks_of(frame, "t");
    if (has_force && has_torque) continue;
    const std::string given = has_force    ? frame.name + ".f"
                              : has_torque ? frame.name + ".t"
                                           : "the load on " + first->name;
    fail_half_given(component, frame, given, has_force ? "t" : "f");
  }
  for (std::size_t i : open) add_load(component, i);
}

}  // namespace

void find_given_flows(Component& component) {
  const std::set<std::string> used = list_used(component);
  if (used.empty()) return;
  find_given_loads(component, used);
  for (std::size_t i = 0; i < component.connectors.size(); ++i) {
    const Connector& connector = component.connectors[i];
    const std::string prefix =
        (component.path.empty() ? "" : component.path + ".") + connector.name + ".";
    if (!has_prefix(used, prefix) || is_connected_inside(component, connector.name)) continue;
    if (is_flange_class(connector.class_name)) {
      component.variables.edit().push_back(make_flow(connector));
      component.connectors.edit()[i].is_given = true;
    }
  }
}

bool is_flange_class(const std::string& full_name) {
  return is_turning(full_name) ||
         full_name.starts_with("Modelica.Mechanics.Translational.Interfaces.");
}

void give_flange(Component& component, const ConnectorRef& flange) {
  Component* element = component.find_part(flange.part);
  if (element == nullptr) return;
  for (Connector& connector : element->connectors.edit()) {
    if (connector.name != flange.connector || connector.is_given) continue;
    connector.is_given = true;
    Variable flow = make_flow(connector);
    flow.name = flange.part + "." + flow.name;
    component.variables.edit().push_back(std::move(flow));
  }
}

}  // namespace gelenk::modelica
