// What a model is made of, in sentences: what moves, what ties it, how its equations are solved, and from where it starts.
#pragma once

#include <string>
#include <vector>

#include "gelenk/export.h"
#include "gelenk/run.h"

namespace gelenk {

struct Explanation {
  struct Section {
    std::string title;
    std::vector<std::string> lines;
  };
  std::string model;
  std::vector<Section> sections;
  std::vector<std::string> warnings;
};

// Reads, builds and assembles as run does. Throws InputError as run does, also where the model cannot be assembled.
GELENK_EXPORT Explanation explain(const RunOptions& options);

}  // namespace gelenk
