// Equations of motion of a model as source text in other languages: functions without state that compute what
// Experiment's calc_… do, with the same signs, orders and units. doc/generate.md says what they are and what
// they cover.
#pragma once

#include <string>
#include <vector>

#include "gelenk/export.h"
#include "gelenk/model.h"

namespace gelenk {

struct GenerateOptions {
  std::string target = "c";  // c, cpp, python, julia or matlab
  // fd, id, mass, bias, constraints, frames, energy
  std::vector<std::string> functions = {"fd", "id", "mass"};
  std::vector<std::string>
      frames;  // of the function frames: connectors by their paths, "arm.frame_b"
  // Of files and functions, made an identifier; empty: that of the model.
  std::string name;
};

struct GeneratedFile {
  std::string name, text;
};

struct GeneratedFunction {
  std::string name, meaning;
  std::string signature;  // "t, q[6], v[6], vdot[6] -> tau[6]"
  std::string method;     // where there is a choice
  // A product or quotient of two numbers is one multiplication, a sum or difference of two one addition,
  // changes of sign none.
  int multiplications = 0, additions = 0;
  int divisions = 0;  // of the multiplications
  int sines = 0;      // sines and cosines
  int others = 0;     // roots, other functions, comparisons
};

struct GeneratedCode {
  std::string model, name, target;
  std::vector<GeneratedFunction> functions;
  std::vector<GeneratedFile> files;
};

// Throws InputError for options that are none, and for models that have what generated code does not cover.
GELENK_EXPORT GeneratedCode generate(const Model& model, const GenerateOptions& options = {});

// Into a folder, which is made where it is not there. Returns the paths. Throws InputError.
GELENK_EXPORT std::vector<std::string> write_files(const GeneratedCode& code,
                                                   const std::string& folder);

// Functions with their costs, and names of files.
GELENK_EXPORT std::string write_json(const GeneratedCode& code);

}  // namespace gelenk
