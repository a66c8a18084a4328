#include "modelica/instances/load_element.h"

#include <utility>

namespace gelenk::modelica {

std::unique_ptr<Component> make_load_element(const Component& parent, const std::string& name,
                                             bool is_torque, LoadAxes axes,
                                             std::vector<symbolic::Expression> values,
                                             const SourceLocation& where) {
  auto element = std::make_unique<Component>();
  element->name = name;
  element->path = parent.path.empty() ? name : parent.path + "." + name;
  element->class_name = element->native_class =
      is_torque ? "Gelenk.Forces.WorldTorque" : "Gelenk.Forces.WorldForce";
  element->where = where;
  element->parent = &parent;
  Parameter load{is_torque ? "torque" : "force", {}, true, where, false, Causality::input};
  load.value.dims = {3};
  load.value.laws = std::move(values);
  Parameter resolve{"resolveInFrame", {}, true, where};
  resolve.value.type = BasicType::enumeration;
  resolve.value.numbers = {static_cast<double>(axes)};
  resolve.value.strings = {axes == LoadAxes::world ? "world" : "frame_b"};
  Parameter drawn{"animation", {}, true, where};
  drawn.value.type = BasicType::boolean;
  drawn.value.numbers = {0.0};
  for (Parameter* parameter : {&load, &resolve, &drawn})
    element->parameters.edit().push_back(std::move(*parameter));
  element->connectors.edit().push_back(
      {"frame_b", "Modelica.Mechanics.MultiBody.Interfaces.Frame_b", where});
  return element;
}

}  // namespace gelenk::modelica
