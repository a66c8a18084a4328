#include "api/exact_state.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiled/component_file.h"
#include "compiled/loaded_component.h"
#include "gelenk/version.h"
#include "io/digest_text.h"
#include "model/stored_model.h"

namespace gelenk {

namespace {

void add_component_files(const Subsystem& sub, std::string& text) {
  if (sub.loaded != nullptr) text += digest_text(read_component_bytes(sub.loaded->file()));
  for (const auto& part : sub.parts) add_component_files(*part, text);
}

std::string find_text(const StateFile::Texts& texts, const std::string& name) {
  const auto found = std::find_if(texts.begin(), texts.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  return found == texts.end() ? "" : found->second;
}

}  // namespace

std::string write_number(double value) { return fmt::format("{:.17g}", value); }

std::string calc_model_digest(const Machine& machine) {
  std::string text = digest_text(store_model(machine.model()));
  add_component_files(*machine.system().root, text);
  return digest_text(text);
}

StateFile::Texts list_exact_options(const Machine& machine, const SimulationOptions& chosen,
                                    const SignalTable& signals, const std::string& kind) {
  const ExperimentOptions& o = machine.options();
  std::string ports, names;
  for (const auto& [port, condition] : o.ports) ports += port + "=" + condition + " ";
  for (const std::string& name : signals.selected_names()) names += name + "\n";
  return {{"version", version()},
          {"formulation", o.formulation},
          {"hierarchy", o.hierarchy},
          {"metric", o.metric},
          {"ports", ports},
          {"integrator", chosen.integrator},
          {"rtol", write_number(chosen.rtol)},
          {"atol", write_number(chosen.atol)},
          {"step", write_number(chosen.step)},
          {"stabilization", o.stabilization},
          {"independent", o.independent},
          {"signals", digest_text(names)},
          {"kind of run", kind}};
}

std::vector<std::string> list_differences(const StateFile& file, const std::string& model_digest,
                                          const StateFile::Texts& options) {
  std::vector<std::string> differences;
  if (file.is_edited) differences.push_back("values that were edited");
  if (!file.is_edited && file.memory.empty())
    differences.push_back("a state without memory of its run");
  if (!file.memory.empty() && file.digest != model_digest)
    differences.push_back("another model, or other parameters");
  for (const auto& [name, text] : options) {
    if (find_text(file.options, name) != text) differences.push_back("other " + name);
  }
  return differences;
}

}  // namespace gelenk
