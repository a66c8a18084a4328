// A Modelica model becomes a component tree (model/component.h): parse, look up, instantiate,
// evaluate parameters, expand connections. What the language subset leaves out gets an error that
// names the construct; nothing is skipped in silence. Codes of errors: syntax, unknown-class,
// unknown-name, unknown-parameter, duplicate, type, size, final, unsupported, cycle, file, connect,
// value, range, assert, no-model.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/component.h"

namespace gelenk::modelica {

// The native part of the class library: Modelica texts (each with its `within`), and the full names of the
// classes that are native, whose instances are leaves of the component tree. The texts of standard_library.h stand beside
// it.
struct Library {
  std::vector<std::pair<std::string, std::string>> texts;  // (name for messages, Modelica text)
  std::set<std::string> native_classes;
  std::set<std::string>
      open_classes;  // those to which a class that extends them may add connectors
};

// A model file that was parsed, to be read with many settings.
struct ParsedFile;
std::shared_ptr<const ParsedFile> parse_file(const std::string& path);
std::shared_ptr<const ParsedFile> parse_file_text(const std::string& name, const std::string& text);

struct ReadOptions {
  // Full or last name of the model. Empty: the last non-partial model, block or class that stands
  // by itself in the file; in a package, the last one directly inside it, those with an experiment
  // annotation before others.
  std::string model_name;
  // --set: path and value expression, as the outermost modifiers. A path leads to a parameter or an
  // attribute, "arm.m", "link[2].m", "joint.phi.start"; without a subscript it holds for every
  // element of a component array. Names in the value are looked up from the top.
  std::vector<std::pair<std::string, std::string>> settings;
  // Places of libraries on disk, before those of MODELICAPATH: library_path.h says what may stand there.
  std::vector<std::string> libraries = {};
  // Shafts are equations: classes of Modelica.Mechanics.Rotational and Translational are those of a library on disk, as it writes them,
  // and not built in. Slower, and for what the built-in ones cannot be connected to.
  bool shafts_as_equations = false;
  // Of the .mo file or text that is read, where it was parsed before; what stands there now is not looked at.
  std::shared_ptr<const ParsedFile> parsed = {};
};

// What people read of a model and the mechanics does not need: for reports and for changing parameters by hand. A large
// model has much of it, so it is gathered only when asked for.
struct ModelTexts {
  // Description strings by path: of components ("" is the model), parameters and variables.
  std::unordered_map<std::string, std::string> comments;
  struct Setting {
    std::string path, component;
    std::string value;  // as ReadOptions::settings would take it
    std::string type, unit;
    std::vector<std::string> choices;  // of an enumeration, as values; else none
  };
  // Parameters that may be set, but for those of drawing, and start values ("hinge.phi.start").
  std::vector<Setting> settings;
};

// `path`: a .mo file, or a folder with package.mo. Throws UserError with all findings.
ModelTree read_model(const std::string& path, const Library& library,
                     const ReadOptions& options = {}, ModelTexts* texts = nullptr);

// The same for a text already in memory; `name` stands in messages.
ModelTree read_model_text(const std::string& name, const std::string& text, const Library& library,
                          const ReadOptions& options = {}, ModelTexts* texts = nullptr);

}  // namespace gelenk::modelica
