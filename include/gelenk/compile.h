// Compiled components: a model as one file that other models use by its ports (gelenk compile,
// gelenk info). gelenk/component.h is the interface that such a file offers to programs.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gelenk/error.h"
#include "gelenk/export.h"

namespace gelenk {

struct CompileOptions {
  std::string
      file;  // .mo file or folder with package.mo; or a shared library that has the interface
  std::string model;  // name of the model; empty: the file's own choice
  std::vector<std::pair<std::string, std::string>> settings;  // parameter path, value
  std::vector<std::string> libraries;  // places of packages that the model names, as Model::from_file takes them
  std::string exports;  // globs of signals that the component shows; empty: none
  // Folders whose compiled components may stand inside, besides that of the model: they are
  // programs, and are loaded.
  std::vector<std::string> trusted;
  std::string output;  // *.gkc
};

struct ComponentPort {
  std::string name;
  int body = 0;  // ports with the same number are on one rigid body
};
struct ComponentFlange {
  std::string name;
  bool turns = true;  // else it slides
};
struct ComponentSignal {
  std::string name, unit;
  bool for_laws = true;  // whether laws of the model around it can read it
};

struct ComponentInfo {
  std::string file;
  unsigned version = 0;  // of the interface
  std::vector<ComponentPort> ports;
  std::vector<ComponentFlange> flanges;
  std::vector<ComponentSignal> inputs;
  std::vector<ComponentSignal> outputs;  // of the component itself
  std::vector<ComponentSignal> signals;  // of parts inside of it, which it shows
  int nq = 0, nv = 0, events = 0;
  std::vector<std::string> warnings;  // of the model, while it was compiled
};

// Writes the file, and tells what it offers. Throws InputError when model or options are at fault.
GELENK_EXPORT ComponentInfo compile_component(const CompileOptions& options);

GELENK_EXPORT ComponentInfo describe_component(const std::string& file);

}  // namespace gelenk
