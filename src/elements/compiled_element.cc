#include "elements/compiled_element.h"

#include <filesystem>

namespace gelenk {

const char* const CompiledElement::declaration = R"(
within Gelenk;
model CompiledComponent "Component from a file made by gelenk compile; extend it and declare the frames that it is connected by"
  extends Modelica.Mechanics.MultiBody.Interfaces.PartialInWorld;
  parameter String file = "" "File *.gkc; a relative path counts from the folder of the text in which it is written";
end CompiledComponent;
)";

namespace {

std::filesystem::path find_file(const Component& component) {
  const Parameter& parameter = *component.find_parameter("file");
  const std::filesystem::path file = parameter.value.strings.at(0);
  if (file.empty()) {
    throw component.error("value", "no file is given",
                          "write extends Gelenk.CompiledComponent(file = \"part.gkc\")");
  }
  if (file.is_absolute() || parameter.where.file == nullptr) return file;
  return std::filesystem::path(parameter.where.file->name).parent_path() / file;
}

// "'a', 'b' and 'c'"
std::string list_names(const LoadedComponent& loaded) {
  const auto& frames = loaded.port_frames();
  std::string text;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (i > 0) text += i + 1 == frames.size() ? " and " : ", ";
    text += "'" + frames[i].name + "'";
  }
  return text.empty() ? "none" : text;
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
    bool known = false;
    for (const auto& frame : loaded.port_frames()) known = known || frame.name == connector.name;
    if (known) continue;
    throw fault("compiled component '" + loaded.file() + "' has no port '" + connector.name + "'",
                "its ports are " + list_names(loaded));
  }
}

}  // namespace

CompiledElement::CompiledElement(const Component& component) {
  try {
    loaded = std::make_shared<LoadedComponent>(find_file(component).string(), component.path);
  } catch (const UserError& error) {
    // The place in the text is known here only.
    const Diagnostic& d = error.diagnostics().at(0);
    throw component.error(d.code, d.message, d.hint, "file");
  }
  check_connectors(component, *loaded);
}

}  // namespace gelenk
