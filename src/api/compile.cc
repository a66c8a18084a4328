// `gelenk compile` and `gelenk info`: text → model → a model without names → a file that holds it
// behind a shared library, the same for all models, which is installed with this one.
#include "gelenk/compile.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "analyses/signals.h"
#include "api/component_files.h"
#include "api/read_machine.h"
#include "compiled/component_file.h"
#include "compiled/loaded_component.h"
#include "compiled/payload.h"
#include "elements/library.h"
#include "formulations/open_formulation.h"
#include "io/output_path.h"
#include "model/entries.h"
#include "model/hidden_names.h"
#include "modelica/reader.h"
#include "topology/clusters.h"
#include "topology/system.h"

namespace gelenk {

namespace {

namespace fs = std::filesystem;

constexpr const char* library_name = "libgelenk_component.so";

// The file that this code stands in: libgelenk.so, whatever program uses it; or a program that has
// it inside, as the tests are, for which the dynamic linker knows no name.
fs::path find_own_file() {
  Dl_info info{};
  void* entry = nullptr;
  const bool is_known =
      dladdr1(reinterpret_cast<const void*>(&find_own_file), &info, &entry, RTLD_DL_LINKMAP) != 0;
  const link_map* map = static_cast<const link_map*>(entry);
  std::error_code error;
  if (is_known && map != nullptr && map->l_name != nullptr && *map->l_name != '\0')
    return fs::canonical(map->l_name, error);
  return fs::read_symlink("/proc/self/exe", error);
}

// Beside the library, as the build leaves it, or one folder above, for the tests; in a folder of
// its own beside it, where it is installed. A library for newer processors (lib/glibc-hwcaps) has
// one of its own kind beside it, as this_target() says.
std::string find_library() {
  const fs::path folder = find_own_file().parent_path();
  std::string looked;
  for (const fs::path& place : {folder, folder.parent_path(), folder / GELENK_COMPONENT_FOLDER}) {
    const fs::path candidate = place / library_name;
    std::error_code error;
    if (fs::is_regular_file(candidate, error)) return candidate.string();
    looked += (looked.empty() ? "'" : ", '") + place.string() + "'";
  }
  throw UserError({"component",
                   {},
                   "",
                   std::string("the library ") + library_name +
                       ", of which components are made, is in none of the folders " + looked,
                   "build or install gelenk completely"});
}

// Ports are frames and flanges, and there is at least one.
void check_ports(const Component& root) {
  for (const Connector& connector : root.connectors) {
    if (is_frame(connector) || is_flange(connector)) continue;
    throw UserError({"unsupported", connector.where, "",
                     "connector '" + connector.name + "' of " + root.class_name + " is a " +
                         connector.class_name + ", which cannot be a port of a compiled component",
                     "ports are frames of Modelica.Mechanics.MultiBody and flanges of "
                     "Modelica.Mechanics.Rotational and Translational; numbers go in and out as "
                     "input Real and output Real"});
  }
  if (!root.connectors.empty()) return;
  throw UserError({"component", root.where, "",
                   root.class_name + " has no connector: nothing could be connected to it",
                   "give it frames, Modelica.Mechanics.MultiBody.Interfaces.Frame_a frame_a, or "
                   "flanges, Modelica.Mechanics.Rotational.Interfaces.Flange_a flange_a"});
}

// Gravity is the host's. A world that stands in for a missing one has the place of the model itself.
void warn_of_worlds(const Component& component, std::vector<std::string>& warnings) {
  const bool is_declared =
      component.parent != nullptr && (component.where.line != component.parent->where.line ||
                                      component.where.column != component.parent->where.column);
  if (is_declared && component.native_class == world_class_name) {
    const UserError warning = component.error(
        "component",
        "this world is not part of the component: gravity is that of the model that uses it",
        "write outer World world, so that the text too has the gravity of the model around it");
    for (const Diagnostic& d : warning.diagnostics()) warnings.push_back(format(d, "warning"));
  }
  for (const auto& part : component.parts) warn_of_worlds(*part, warnings);
}

// Whether a signal follows from time and state alone.
bool is_of_state(const Signal& signal, const Quantities& quantities) {
  switch (signal.kind) {
    case Signal::Kind::state:
    case Signal::Kind::discrete: return true;
    case Signal::Kind::variable:
      return !quantities.depends_on_inputs(quantities.variables[signal.quantity()].value);
    // These jump: laws read them by variables, which know the whole turns.
    case Signal::Kind::measured_q: return !signal.lacks_turns;
    case Signal::Kind::force_signal:
      return signal.of_motion && signal.name.find(".angles[") == std::string::npos;
    default: return signal.of_motion;
  }
}

// What the user names, and the outputs of the model itself.
std::vector<ComponentPayload::Export> choose_exports(const System& system, std::string globs,
                                                     const HiddenNames& names) {
  std::vector<ComponentPayload::Export> exports;
  for (const Variable& variable : system.root->component->variables) {
    if (variable.causality != Causality::output) continue;
    for (const std::string& entry : list_entries(variable.name, variable.dims))
      globs += "," + entry;
  }
  if (globs.find_first_not_of(", ") == std::string::npos) return exports;
  SignalTable table(system);
  table.select(globs);
  for (const Signal& signal : table.selected()) {
    // Energy and drift are those of the whole system, and have their own way there.
    if (!signal.name.starts_with("gelenk.")) {
      exports.push_back({signal.name, names.rename(signal.name), signal.unit,
                         is_of_state(signal, system.quantities)});
    }
  }
  return exports;
}

std::vector<ComponentPayload::Input> choose_inputs(const System& system, const HiddenNames& names) {
  std::vector<ComponentPayload::Input> inputs;
  for (const Quantities::Input& input : system.quantities.inputs) {
    const std::string name = input.name.substr(0, input.name.find('['));
    const Variable* declared = system.root->component->find_variable(name);
    if (declared == nullptr || declared->start.type != BasicType::real) {
      throw UserError({"unsupported", system.root->component->where, "",
                       "input '" + input.name + "' of the component is not a Real",
                       "declare inputs as input Real"});
    }
    inputs.push_back({input.name, names.rename(input.name), input.unit, input.start});
  }
  return inputs;
}

// What the compiled components inside are made of, as it is now.
std::map<const Component*, std::string> read_files(const Component& root) {
  std::map<const Component*, std::string> files;
  visit_compiled(root, [&](const Component& c) {
    try {
      files[&c] = read_component_bytes(find_component_path(c).string());
    } catch (const UserError& error) {
      const Diagnostic& d = error.diagnostics().at(0);
      throw c.error(d.code, d.message, d.hint, "file");
    }
  });
  return files;
}

// They stand in the file of the outer one, each once, and the model has their numbers.
void carry_files(std::map<const Component*, std::string> files, ComponentPayload& payload) {
  visit_compiled(*payload.model.root, [&](Component& c) {
    const auto known = std::find(payload.files.begin(), payload.files.end(), files[&c]);
    set_component_path(c, std::to_string(known - payload.files.begin() + 1));
    if (known == payload.files.end()) payload.files.push_back(std::move(files[&c]));
  });
  if (count_levels(payload) <= most_levels) return;
  throw UserError({"unsupported",
                   {},
                   "",
                   "compiled components stand in each other, more than " +
                       std::to_string(most_levels) + " levels deep",
                   "compile the inner ones from their texts"});
}

std::string make_payload(const CompileOptions& options, std::vector<std::string>& warnings) {
  ComponentPayload payload;
  payload.model = read_machine([&](bool shafts_as_equations) {
    return modelica::read_model(
        options.file, element_library(),
        {options.model, options.settings, options.libraries, shafts_as_equations});
  });
  check_component_places(payload.model, options.file, options.trusted);
  check_ports(*payload.model.root);
  warn_of_worlds(*payload.model.root, warnings);
  const HiddenNames names(*payload.model.root);
  std::map<const Component*, std::string> files = read_files(*payload.model.root);
  {
    // What is wrong with the model is told now, with its names.
    const System system = build_system(payload.model, choose_open_build(payload.model));
    if (!system.quantities.outcome_uses.empty()) throw UserError(system.quantities.outcome_uses);
    make_open_formulation(system);
    payload.exports = choose_exports(system, options.exports, names);
    payload.inputs = choose_inputs(system, names);
    for (const Diagnostic& warning : system.warnings)
      warnings.push_back(format(warning, "warning"));
  }
  names.apply(payload.model);
  carry_files(std::move(files), payload);
  return store_payload(payload);
}

ComponentInfo describe(const LoadedComponent& loaded) {
  ComponentInfo info;
  info.file = loaded.file();
  info.version = GELENK_COMPONENT_VERSION;
  for (const auto& frame : loaded.port_frames()) info.ports.push_back({frame.name, frame.port + 1});
  for (const auto& flange : loaded.flanges()) info.flanges.push_back({flange.name, flange.turns});
  for (const auto& signal : loaded.shown_signals()) {
    const bool is_inside = signal.name.find('.') != std::string::npos;
    (is_inside ? info.signals : info.outputs)
        .push_back({signal.name, signal.unit, signal.of_state});
  }
  for (const auto& input : loaded.inputs()) info.inputs.push_back({input.name, input.unit});
  info.nq = loaded.nq();
  info.nv = loaded.nv();
  info.events = loaded.event_count();
  return info;
}

}  // namespace

ComponentInfo compile_component(const CompileOptions& options) {
  const fs::path extension = fs::path(options.output).extension();
  std::error_code ignored_error;
  if (extension == ".mo" || fs::equivalent(options.output, options.file, ignored_error)) {
    throw UserError({"option",
                     {},
                     "",
                     "the component would be written over a model: '" + options.output + "'",
                     "give -o another name, such as part.gkc"});
  }
  check_writable(options.output);
  if (fs::exists(options.output) && !fs::is_regular_file(options.output)) {
    throw UserError({"output",
                     {},
                     "",
                     "cannot write '" + options.output + "': it is a device or the like",
                     "choose a file: a component is loaded from it"});
  }
  const std::string output =
      fs::is_symlink(options.output) ? fs::canonical(options.output).string() : options.output;
  std::vector<std::string> warnings;
  std::string library = options.file, payload;
  if (fs::path(options.file).extension() != ".so") {
    payload = make_payload(options, warnings);
    library = find_library();
  }
  const std::string bytes = make_component_file(read_component_bytes(library), payload);
  check_component_file(bytes, library);
  // Tried under another name: what cannot be opened is not left behind, and a program that has a
  // file of this name loaded keeps the old one.
  const std::string trial = output + "." + std::to_string(getpid()) + ".gkc";
  try {
    write_component_file(bytes, trial);
    ComponentInfo info = describe(LoadedComponent(trial, ""));
    fs::rename(trial, output);
    info.file = options.output;
    info.warnings = warnings;
    return info;
  } catch (const UserError& error) {
    std::error_code ignored;
    fs::remove(trial, ignored);
    // By the name that was given.
    std::vector<Diagnostic> findings = error.diagnostics();
    for (Diagnostic& d : findings) {
      const std::size_t at = d.message.find(trial);
      if (at != std::string::npos)
        d.message.replace(at, trial.size(), payload.empty() ? options.file : options.output);
    }
    throw UserError(std::move(findings));
  } catch (...) {
    std::error_code ignored;
    fs::remove(trial, ignored);
    throw;
  }
}

ComponentInfo describe_component(const std::string& file) {
  return describe(LoadedComponent(file, ""));
}

}  // namespace gelenk
