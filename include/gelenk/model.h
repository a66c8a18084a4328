// A model that was read: what it consists of, its parameters, and their values. A Model is a value: copies are
// independent of each other, and cheap. Nothing here moves yet; experiment.h makes it.
//
// Every function that finds fault with what it is given throws InputError and leaves the object as it was.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gelenk/error.h"
#include "gelenk/export.h"

namespace gelenk {

struct ModelComponent {
  std::string path;        // "arm.joint"; empty: the model itself
  std::string class_name;  // full name
  std::string description;
  std::vector<std::string> ports;  // connectors by which it is attached to others, "frame_a"
};

struct ModelParameter {
  std::string path;       // "arm.m", "hinge.phi.start"
  std::string component;  // "arm"
  std::string value;      // as Model::set takes it
  std::string type;       // "Real", "Integer", "Boolean", "String" or the name of an enumeration
  std::string unit;       // SI, may be empty
  std::string description;
  std::vector<std::string> choices;  // of an enumeration, as values
};

class GELENK_EXPORT Model {
 public:
  // Paths of parameters and start values, and expressions for them.
  using Settings = std::vector<std::pair<std::string, std::string>>;

  // `path`: a .mo file, or a folder with package.mo. `name`: full or last name of the model in it; empty: the last model
  // of the file that stands by itself. `settings`: as of set, but with the reading, so that the model is evaluated once, and may
  // lack what they give. `libraries`: folders that hold packages, packages' own folders, or .mo files, in which classes are
  // looked for that the model does not bring along; then those of the environment's MODELICAPATH.
  static Model from_file(const std::string& path, const std::string& name = "",
                         const Settings& settings = {},
                         const std::vector<std::string>& libraries = {});
  // `text` is Modelica. Files that it names are looked for in the folder that the program runs in.
  static Model from_text(const std::string& text, const std::string& name = "",
                         const Settings& settings = {},
                         const std::vector<std::string>& libraries = {});

  Model(const Model&);
  Model(Model&&) noexcept;
  Model& operator=(const Model&);
  Model& operator=(Model&&) noexcept;
  ~Model();

  const std::string& name() const;  // full name of its class
  std::string description() const;
  std::vector<ModelComponent> components() const;  // the model itself first, then as declared
  // Those that may be set, start values included; those of drawing are left out.
  std::vector<ModelParameter> parameters() const;
  ModelParameter parameter(const std::string& path) const;

  // A parameter or start value by its path, without a subscript for all elements of an array of components. Everything
  // that depends on it follows. A text is an expression of Modelica: "2*Modelica.Constants.pi", "{0, 0, 1}", "\"name\"", "true".
  void set(const std::string& path, double value);
  void set(const std::string& path, const std::string& expression);
  void set(const std::string& path, const char* expression);
  void set(const std::string& path, bool value);
  void set(const std::string& path, int value);
  void set(const std::string& path, const std::vector<double>& values);
  // Many at once: the model is evaluated once. One by one it is evaluated each time, since only that tells what is wrong with a
  // value.
  void set(const Settings& settings);

  // Of the model's experiment annotation, where it says so.
  struct Annotation {
    std::optional<double> start_time, stop_time, interval, tolerance;
  };
  Annotation annotation() const;
  std::vector<std::string> warnings() const;

  struct Impl;  // the library's own
  struct Access;

 private:
  explicit Model(std::shared_ptr<const Impl> impl);
  friend class Experiment;

  std::shared_ptr<const Impl> impl_;
};

}  // namespace gelenk
