// A Modelica model becomes a component tree (model/component.h): parse, look up, instantiate,
// evaluate parameters, expand connections. What the language subset leaves out gets an error that
// names the construct; nothing is skipped in silence.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/component.h"

namespace gelenk::modelica {

// The built-in class library: Modelica texts (each with its `within`), and the full names of the
// classes that are native, whose instances are leaves of the component tree.
struct Library {
  std::vector<std::pair<std::string, std::string>> texts;  // (name for messages, Modelica text)
  std::set<std::string> native_classes;
};

struct ReadOptions {
  std::string model_name;  // full or last name; empty: the file's only (or last) non-partial model
  std::vector<std::pair<std::string, std::string>> settings;  // --set: path, value expression
};

// `path`: a .mo file, or a folder with package.mo. Throws UserError with all findings.
Model read_model(const std::string& path, const Library& library, const ReadOptions& options = {});

// The same for a text already in memory; `name` stands in messages.
Model read_model_text(const std::string& name, const std::string& text, const Library& library,
                      const ReadOptions& options = {});

}  // namespace gelenk::modelica
