#include "modelica/reader.h"

#include <filesystem>
#include <mutex>
#include <unordered_map>

#include "modelica/classes/library_path.h"
#include "modelica/classes/model_choice.h"
#include "modelica/failure.h"
#include "modelica/instances/component_tree.h"
#include "modelica/settings.h"
#include "modelica/syntax/parser.h"

namespace gelenk::modelica {

namespace fs = std::filesystem;

struct ParsedFile {
  StoredDefinition stored;
};

namespace {

// Whether a class or package below Modelica.Mechanics is about shafts.
bool is_of_shafts(const std::string& full_name) {
  for (const std::string domain : {"Rotational", "Translational"}) {
    const std::string package = "Modelica.Mechanics." + domain;
    if (full_name == package || full_name.starts_with(package + ".")) return true;
  }
  return false;
}

// Syntax trees are only read: those of a text of the library that is read again and again, as in a sweep, are made
// once. A text is known by its place, and by what stands there.
StoredDefinition parse_once(const std::string& name, const std::string& text) {
  struct Parsed {
    std::string text;
    StoredDefinition stored;
  };
  static std::mutex mutex;
  static std::unordered_map<const char*, Parsed> known;
  const std::lock_guard lock(mutex);
  Parsed& parsed = known[text.data()];
  if (parsed.text != text) {
    parsed.stored = parse(std::make_shared<SourceFile>(SourceFile{name, text, true}));
    parsed.text = text;
  }
  return parsed.stored;
}

void add_library(ClassTree& tree, const Library& library, const ReadOptions& options) {
  for (const auto& [name, text] : library.texts) {
    StoredDefinition stored = parse_once(name, text);
    if (options.shafts_as_equations && stored.within) {
      std::erase_if(stored.classes, [&](const ClassPtr& c) {
        return is_of_shafts(stored.within->to_string() + "." + c->name);
      });
      if (stored.classes.empty()) continue;
    }
    tree.add(stored);
  }
  tree.set_library_places(list_library_places(options.libraries));
}

// The last argument of annotation(experiment(…)) with that name, as a number.
std::optional<double> find_number(const Modification& experiment, const std::string& name,
                                  Instantiator& instantiator, ClassNode& model) {
  for (const Argument& argument : experiment.arguments) {
    if (argument.name.parts != std::vector<std::string>{name}) continue;
    if (!argument.modification || !argument.modification->value) continue;
    const Expr& e = *argument.modification->value;
    return get_number(instantiator.evaluator().eval(e, Scope{nullptr, &model}), name.c_str(),
                      e.where);
  }
  return std::nullopt;
}

ExperimentSettings read_experiment(Instantiator& instantiator, ClassNode& model) {
  ExperimentSettings experiment;
  const Modification* found = find_experiment(model);
  if (found == nullptr) return experiment;
  experiment.start_time = find_number(*found, "StartTime", instantiator, model);
  experiment.stop_time = find_number(*found, "StopTime", instantiator, model);
  experiment.interval = find_number(*found, "Interval", instantiator, model);
  experiment.tolerance = find_number(*found, "Tolerance", instantiator, model);
  return experiment;
}

// The pipeline: classes are in the tree; choose the model, instantiate it, write the components.
ModelTree read(ClassTree& tree, const std::vector<ClassNode*>& candidates, const Library& library,
               const ReadOptions& options, const std::shared_ptr<const SourceFile>& file,
               ModelTexts* texts) {
  std::set<std::string> native_classes = library.native_classes;
  if (options.shafts_as_equations) std::erase_if(native_classes, is_of_shafts);
  Lookup lookup(tree, native_classes, library.open_classes);
  Session session(lookup);
  Instantiator instantiator(session);
  ClassNode& model_class = choose_model(candidates, options.model_name, lookup, file);
  instantiator.make_root(model_class, make_settings(options.settings, tree.root()));
  ModelTree model;
  model.root = make_component_tree(instantiator, texts);
  try {
    model.experiment = read_experiment(instantiator, model_class);
  } catch (const UserError& error) {
    session.report(error, "");
  }
  session.throw_findings();
  model.warnings = session.warnings();
  return model;
}

// The folder of the outermost package around a file that says `within`: one level up per name.
// Empty when the folders hold no such packages; the names then stand for packages of the library or
// for none.
fs::path find_package_folder(const fs::path& file, const Name& within) {
  fs::path folder = fs::absolute(file).parent_path();
  std::error_code ignored;
  for (std::size_t i = within.parts.size(); i > 0; --i) {
    if (!fs::is_regular_file(folder / "package.mo", ignored)) return {};
    if (i > 1) folder = folder.parent_path();
  }
  return folder;
}

std::vector<ClassNode*> add_folder(ClassTree& tree, const fs::path& folder) {
  // The package may itself lie in packages: the outermost one is added.
  std::vector<fs::path> folders = {fs::absolute(folder).lexically_normal()};
  std::error_code ignored;
  if (!folders[0].has_filename()) folders[0] = folders[0].parent_path();
  while (folders.size() < 100 && folders.back().has_parent_path() &&
         folders.back().parent_path() != folders.back() &&
         fs::is_regular_file(folders.back().parent_path() / "package.mo", ignored)) {
    folders.push_back(folders.back().parent_path());
  }
  ClassNode* node = &tree.root();
  for (auto at = folders.rbegin(); at != folders.rend(); ++at) {
    ClassNode* found =
        at == folders.rbegin() ? nullptr : tree.find_nested(*node, at->filename().string());
    node = found ? found : &tree.add_folder(*node, *at);
  }
  return {node};
}

std::vector<ClassNode*> add_file(ClassTree& tree, const fs::path& path,
                                 const StoredDefinition& stored) {
  const bool has_within = stored.within && !stored.within->parts.empty();
  const fs::path folder = has_within ? find_package_folder(path, *stored.within) : fs::path();
  if (!folder.empty()) {
    ClassNode& top = tree.add_folder(tree.root(), folder);
    if (top.name != stored.within->parts[0]) {
      fail("file", stored.within->where,
           "the file says 'within " + stored.within->to_string() +
               "', but its folder holds package '" + top.name + "'",
           "make the names agree");
    }
    // The file itself, among the others of its package.
    ClassNode* node = &top;
    for (std::size_t i = 1; node && i < stored.within->parts.size(); ++i) {
      node = tree.find_nested(*node, stored.within->parts[i]);
    }
    std::vector<ClassNode*> added;
    for (const ClassPtr& c : stored.classes) {
      ClassNode* found = node ? tree.find_nested(*node, c->name) : nullptr;
      if (found) added.push_back(found);
    }
    if (added.size() == stored.classes.size() && !added.empty()) return added;
  }
  return tree.add(stored);
}

// What people try that is no text of Modelica.
void check_kind(const fs::path& path, const std::shared_ptr<const SourceFile>& file) {
  const auto refuse = [&](const std::string& what, const std::string& hint) {
    fail("unsupported", SourceLocation{file, 0, 0}, what, hint);
  };
  const std::string ending = path.extension().string();
  const std::string write_model =
      "write the model in Modelica: the user guide begins with one, examples/ has more";
  if (ending == ".gkc") {
    refuse("this is a compiled component, not a model",
           "gelenk info shows its ports; a model uses it by a class that extends "
           "Gelenk.CompiledComponent(file = \"" +
               path.filename().string() + "\")");
  }
  for (const char* robot : {".urdf", ".xacro", ".sdf", ".mjcf"}) {
    if (ending == robot)
      refuse("robot descriptions (URDF, SDF, MJCF) are not supported", write_model);
  }
  for (const char* cad : {".step", ".stp", ".iges", ".igs", ".stl", ".obj", ".FCStd", ".sldasm"}) {
    if (ending == cad) refuse("files of CAD programs are not supported", write_model);
  }
  if (ending == ".fmu") {
    refuse("an FMU is a compiled model, which cannot be read",
           "run it with a program for FMUs, or give its model as a text");
  }
  if (ending == ".slx" || ending == ".mdl" || ending == ".mat" || ending == ".ssp")
    refuse("files of kind '" + ending + "' are not supported", write_model);
}

}  // namespace

std::shared_ptr<const ParsedFile> parse_file(const std::string& path) {
  return std::make_shared<const ParsedFile>(ParsedFile{parse(read_source(path))});
}

std::shared_ptr<const ParsedFile> parse_file_text(const std::string& name,
                                                  const std::string& text) {
  return std::make_shared<const ParsedFile>(
      ParsedFile{parse(std::make_shared<SourceFile>(SourceFile{name, text, false}))});
}

ModelTree read_model(const std::string& path, const Library& library, const ReadOptions& options,
                     ModelTexts* texts) {
  std::error_code error;
  auto file = std::make_shared<SourceFile>();
  file->name = path;
  if (!options.parsed && !fs::exists(path, error)) {
    fail("file", SourceLocation{file, 0, 0}, "there is no such file or folder", "check the path");
  }
  if (!options.parsed && fs::is_regular_file(path, error)) check_kind(path, file);
  ClassTree tree;
  add_library(tree, library, options);
  const bool is_folder = fs::is_directory(path, error);
  if (is_folder && !fs::is_regular_file(fs::path(path) / "package.mo", error)) {
    fail("file", SourceLocation{file, 0, 0}, "the folder holds no package.mo",
         "name a .mo file, or a folder that is a Modelica package");
  }
  std::vector<ClassNode*> candidates;
  if (is_folder) {
    candidates = add_folder(tree, path);
  } else if (fs::path(path).filename() == "package.mo") {
    candidates = add_folder(tree, fs::absolute(path).parent_path());
  } else {
    candidates =
        add_file(tree, path, (options.parsed ? options.parsed : parse_file(path))->stored);
  }
  return read(tree, candidates, library, options, file, texts);
}

ModelTree read_model_text(const std::string& name, const std::string& text, const Library& library,
                          const ReadOptions& options, ModelTexts* texts) {
  auto file = std::make_shared<SourceFile>(SourceFile{name, text, false});
  ClassTree tree;
  add_library(tree, library, options);
  const std::vector<ClassNode*> candidates =
      tree.add((options.parsed ? options.parsed : parse_file_text(name, text))->stored);
  return read(tree, candidates, library, options, file, texts);
}

}  // namespace gelenk::modelica
