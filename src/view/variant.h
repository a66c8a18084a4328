// A model with other values as Modelica text: a model that extends the one that is shown. What was found on the page stays,
// in a file that runs like any other.
#pragma once

#include <string>

#include "gelenk/run.h"

namespace gelenk {

struct Variant {
  std::string file;  // proposed name
  std::string text;
};

// Of the model with the settings and the end time of `options`. A model in one file comes with that file's text; one in a
// folder refers to it, and belongs there. Throws UserError where model or settings are at fault, and for settings of single
// elements of arrays, which a modification cannot name.
Variant write_variant(const RunOptions& options);

}  // namespace gelenk
