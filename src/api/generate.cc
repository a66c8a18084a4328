#include "gelenk/generate.h"

#include <fmt/format.h>

#include <filesystem>

#include "analyses/state_names.h"
#include "api/model_impl.h"
#include "codegen/functions.h"
#include "codegen/printers.h"
#include "gelenk/version.h"
#include "io/output_path.h"
#include "topology/quantities/signal_catalog.h"

namespace gelenk {

namespace {

const codegen::Target& find_target(const std::string& name) {
  std::vector<std::string> known;
  for (const codegen::Target& target : codegen::targets()) {
    if (name == target.name) return target;
    known.emplace_back(target.name);
  }
  throw UserError({"option",
                   {},
                   "",
                   "there is no target language '" + name + "'",
                   fmt::format("targets are {}", fmt::join(known, ", "))});
}

// Frames are found as what shows their positions.
std::vector<codegen::FrameToShow> find_frames(const System& system,
                                              const std::vector<std::string>& names) {
  std::vector<codegen::FrameToShow> frames(names.size(), {"", nullptr, {}});
  if (names.empty()) return frames;
  const std::string ending = ".r_0[1]";
  std::vector<std::string> all;
  visit_signals(system, [&](const Signal& signal) {
    if (signal.kind != Signal::Kind::frame_position || !signal.name.ends_with(ending)) return;
    all.push_back(signal.name.substr(0, signal.name.size() - ending.size()));
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == all.back()) frames[i] = {names[i], signal.sub, signal.at};
    }
  });
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (frames[i].sub != nullptr) continue;
    throw UserError({"unknown-name",
                     {},
                     "",
                     "the model has no frame '" + names[i] + "'",
                     suggest(names[i], all)});
  }
  return frames;
}

std::string get_last_name(const std::string& class_name) {
  return class_name.substr(class_name.rfind('.') + 1);
}

}  // namespace

GeneratedCode generate(const Model& model, const GenerateOptions& options) {
  const codegen::Target& target = find_target(options.target);
  if (options.functions.empty()) {
    throw UserError(
        {"option",
         {},
         "",
         "no function is named",
         fmt::format("functions are {}", fmt::join(codegen::FunctionRecorder::names(), ", "))});
  }
  const ModelTree& tree = *Model::Access::get(model).tree;
  const System system = build_system(tree);
  const codegen::FunctionRecorder recorder(system);

  codegen::Package package;
  package.model = tree.root->class_name;
  package.identifier =
      codegen::make_identifier(options.name.empty() ? get_last_name(package.model) : options.name);
  package.version = version();
  const StateNames names = list_state_names(system);
  for (const NamedEntry& entry : names.q) package.q.push_back({entry.name, entry.unit});
  for (const NamedEntry& entry : names.v) package.v.push_back({entry.name, entry.unit});
  for (const Quantities::Input& input : system.quantities.inputs)
    package.u.push_back({input.name, input.unit});
  const std::vector<codegen::FrameToShow> frames = find_frames(system, options.frames);
  for (const std::string& name : options.functions) {
    for (const codegen::Function& other : package.functions) {
      if (other.name == name)
        throw UserError({"option",
                         {},
                         "",
                         "function '" + name + "' is named twice",
                         "name each function once"});
    }
    package.functions.push_back(recorder.record(name, frames));
  }

  GeneratedCode code;
  code.model = package.model;
  code.name = package.identifier;
  code.target = target.name;
  for (const codegen::Function& f : package.functions) {
    code.functions.push_back({f.name, f.meaning, codegen::describe_signature(f), f.method,
                              f.counts.multiplications, f.counts.additions, f.counts.divisions,
                              f.counts.sines, f.counts.others});
  }
  for (codegen::SourceText& file : target.print(package))
    code.files.push_back({std::move(file.name), std::move(file.text)});
  return code;
}

std::vector<std::string> write_files(const GeneratedCode& code, const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder)) {
    throw UserError({"file",
                     {},
                     "",
                     "the folder '" + folder + "' cannot be made",
                     "name a folder that may be written, or one that exists"});
  }
  std::vector<std::string> paths;
  for (const GeneratedFile& file : code.files) {
    paths.push_back((fs::path(folder) / file.name).string());
    write_file(paths.back(), file.text, "output");
  }
  return paths;
}

}  // namespace gelenk
