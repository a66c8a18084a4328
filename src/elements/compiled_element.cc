#include "elements/compiled_element.h"

#include <algorithm>

#include "elements/component_path.h"

namespace gelenk {

const char* const CompiledElement::declaration = R"(
within Gelenk;
model CompiledComponent "Component from a file made by gelenk compile; extend it and declare the frames that it is connected by"
  extends Modelica.Mechanics.MultiBody.Interfaces.PartialInWorld;
  parameter String file = "" "File *.gkc; a relative path counts from the folder of the text in which it is written";
end CompiledComponent;
)";

namespace {

// "its ports are 'a' and 'b'"
template <typename Named>
std::string list_names(const std::string& what, const std::vector<Named>& all) {
  if (all.empty()) return "it has no " + what + "s";
  std::string text = "its " + what + (all.size() == 1 ? " is " : "s are ");
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) text += i + 1 == all.size() ? " and " : ", ";
    text += "'" + all[i].name + "'";
  }
  return text;
}

template <typename Named>
bool has_name(const std::vector<Named>& all, const std::string& name) {
  return std::any_of(all.begin(), all.end(), [&](const Named& x) { return x.name == name; });
}

void check_connectors(const Component& component, const LoadedComponent& loaded) {
  for (const Connector& connector : component.connectors) {
    const auto fault = [&](const std::string& message, const std::string& hint) {
      return UserError({"component", connector.where, component.path, message, hint});
    };
    if (connector.class_name != "Modelica.Mechanics.MultiBody.Interfaces.Frame_a" &&
        connector.class_name != "Modelica.Mechanics.MultiBody.Interfaces.Frame_b") {
      throw fault("'" + connector.name + "' of a compiled component is a " + connector.class_name,
                  "its ports are frames: Modelica.Mechanics.MultiBody.Interfaces.Frame_a or "
                  "Frame_b");
    }
    if (has_name(loaded.port_frames(), connector.name)) continue;
    throw fault("compiled component '" + loaded.file() + "' has no port '" + connector.name + "'",
                list_names("port", loaded.port_frames()));
  }
}

// What the class declares as inputs and outputs must be those of the file. An input that nobody gives has its start
// value where the class does not declare it, or runs alone.
void check_signals(const Component& component, const LoadedComponent& loaded) {
  const auto require = [&](bool fine, const SourceLocation& where, const std::string& message,
                           const std::string& hint) {
    if (!fine) throw UserError({"component", where, component.path, message, hint});
  };
  const auto require_input = [&](const std::string& name, const SourceLocation& where) {
    require(has_name(loaded.inputs(), name), where,
            "compiled component '" + loaded.file() + "' has no input '" + name + "'",
            list_names("input", loaded.inputs()));
  };
  for (const Parameter& parameter : component.parameters) {
    if (parameter.causality == Causality::input) require_input(parameter.name, parameter.where);
  }
  for (const Variable& variable : component.variables) {
    if (variable.causality == Causality::input) {
      require_input(variable.name, variable.where);
      require(component.parent == nullptr, component.where,
              "input '" + variable.name + "' of this compiled component is not given",
              "write " + component.name + "(" + variable.name + " = …)");
    }
    if (variable.causality != Causality::output) continue;
    require(has_name(loaded.shown_signals(), variable.name), variable.where,
            "compiled component '" + loaded.file() + "' shows no signal '" + variable.name + "'",
            list_names("signal", loaded.shown_signals()));
  }
}

std::vector<symbolic::Expression> read_inputs(const Component& component,
                                              const LoadedComponent& loaded) {
  std::vector<symbolic::Expression> laws;
  for (const LoadedComponent::Input& input : loaded.inputs()) {
    const Parameter* given = component.find_parameter(input.name);
    laws.emplace_back(given == nullptr        ? symbolic::Expression(input.start)
                      : given->value.is_law() ? given->value.laws.at(0)
                                              : symbolic::Expression(given->value.numbers.at(0)));
    if (given == nullptr || (given->value.type == BasicType::real && given->value.dims.empty()))
      continue;
    throw component.error("type", "input '" + input.name + "' of a compiled component is a number",
                          "declare it as input Real " + input.name, input.name);
  }
  return laws;
}

}  // namespace

std::filesystem::path find_component_path(const Component& component) {
  const Parameter& parameter = *component.find_parameter("file");
  const std::filesystem::path file = parameter.value.strings.at(0);
  if (file.empty()) {
    throw component.error("value", "no file is given",
                          "write extends Gelenk.CompiledComponent(file = \"part.gkc\")");
  }
  if (file.is_absolute() || parameter.where.file == nullptr) return file;
  return std::filesystem::path(parameter.where.file->name).parent_path() / file;
}

void set_component_path(Component& component, const std::string& path) {
  for (Parameter& parameter : component.parameters.edit()) {
    if (parameter.name == "file") parameter.value.strings = {path};
  }
}

const Component* find_compiled(const Component& component) {
  const Component* first = nullptr;
  visit_compiled(component, [&](const Component& c) { first = first == nullptr ? &c : first; });
  return first;
}

CompiledElement::CompiledElement(const Component& component) {
  try {
    loaded =
        std::make_shared<LoadedComponent>(find_component_path(component).string(),
                                          component.path.empty() ? component.name : component.path);
  } catch (const UserError& error) {
    // The place in the text is known here only.
    const Diagnostic& d = error.diagnostics().at(0);
    throw component.error(d.code, d.message, d.hint, "file");
  }
  check_connectors(component, *loaded);
  check_signals(component, *loaded);
  input_laws = read_inputs(component, *loaded);
}

}  // namespace gelenk
