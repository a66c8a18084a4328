#include "elements/compiled_element.h"

#include <algorithm>

#include "elements/component_path.h"
#include "model/entries.h"

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

const char* const frames = "Modelica.Mechanics.MultiBody.Interfaces.Frame_";
const char* const turning = "Modelica.Mechanics.Rotational.Interfaces.Flange_";
const char* const sliding = "Modelica.Mechanics.Translational.Interfaces.Flange_";

void check_connectors(const Component& component, const LoadedComponent& loaded) {
  for (const Connector& connector : component.connectors) {
    const auto fault = [&](const std::string& message, const std::string& hint) {
      return UserError({"component", connector.where, component.path, message, hint});
    };
    const std::string& kind = connector.class_name;
    const auto flange = std::find_if(loaded.flanges().begin(), loaded.flanges().end(),
                                     [&](const auto& own) { return own.name == connector.name; });
    if (kind.starts_with(frames)) {
      if (has_name(loaded.port_frames(), connector.name)) continue;
      throw fault("compiled component '" + loaded.file() + "' has no port '" + connector.name + "'",
                  list_names("port", loaded.port_frames()));
    }
    if (!kind.starts_with(turning) && !kind.starts_with(sliding)) {
      throw fault("'" + connector.name + "' of a compiled component is a " + kind,
                  std::string("its connectors are frames and flanges: ") + frames + "a, " +
                      turning + "a, " + sliding + "a, or those that end in _b");
    }
    if (flange == loaded.flanges().end()) {
      throw fault(
          "compiled component '" + loaded.file() + "' has no flange '" + connector.name + "'",
          list_names("flange", loaded.flanges()));
    }
    if (flange->turns == kind.starts_with(turning)) continue;
    throw fault("flange '" + connector.name + "' of compiled component '" + loaded.file() + "' " +
                    (flange->turns ? "turns" : "slides"),
                std::string("declare it as ") + (flange->turns ? turning : sliding) + "a or _b");
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
    if (parameter.causality != Causality::input) continue;
    for (const std::string& entry : list_entries(parameter.name, parameter.value.dims))
      require_input(entry, parameter.where);
  }
  for (const Variable& variable : component.variables) {
    const std::vector<std::string> entries = list_entries(variable.name, variable.dims);
    if (variable.causality == Causality::input) {
      for (const std::string& entry : entries) require_input(entry, variable.where);
      require(component.parent == nullptr, component.where,
              "input '" + variable.name + "' of this compiled component is not given",
              "write " + component.name + "(" + variable.name + " = …)");
    }
    if (variable.causality != Causality::output) continue;
    for (const std::string& entry : entries) {
      require(has_name(loaded.shown_signals(), entry), variable.where,
              "compiled component '" + loaded.file() + "' shows no signal '" + entry + "'",
              list_names("signal", loaded.shown_signals()));
    }
    require(variable.start.type == BasicType::real, variable.where,
            "compiled component '" + loaded.file() + "' shows a signal '" + variable.name +
                "', but it is declared as " + describe_shape(variable.start.type, variable.dims),
            "declare it as output Real");
  }
}

std::vector<symbolic::Expression> read_inputs(const Component& component,
                                              const LoadedComponent& loaded) {
  std::vector<symbolic::Expression> laws;
  for (const LoadedComponent::Input& input : loaded.inputs()) {
    const std::string name = input.name.substr(0, input.name.find('['));
    const Parameter* given = component.find_parameter(name);
    if (given == nullptr) {
      laws.emplace_back(input.start);
      continue;
    }
    const std::vector<std::string> entries = list_entries(name, given->value.dims);
    const auto entry = std::find(entries.begin(), entries.end(), input.name);
    if (given->value.type != BasicType::real || entry == entries.end()) {
      throw component.error(
          "type",
          "compiled component '" + loaded.file() + "' has an input '" + input.name +
              "', but it is declared as " + describe_shape(given->value.type, given->value.dims),
          "declare it as in the model that the file was made of, input Real", name);
    }
    const std::size_t at = entry - entries.begin();
    laws.emplace_back(given->value.is_law() ? given->value.laws.at(at)
                                            : symbolic::Expression(given->value.numbers.at(at)));
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
