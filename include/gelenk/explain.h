// What a model is made of, in sentences: what moves, what ties it, how its equations are solved, from where it starts, and what
// about it looks doubtful.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gelenk/export.h"
#include "gelenk/model.h"
#include "gelenk/options.h"

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

// Builds and assembles as an experiment does. Throws InputError as that does, also where the model cannot be assembled.
GELENK_EXPORT Explanation explain(const Model& model, const ExperimentOptions& options = {},
                                  std::optional<double> start_time = std::nullopt);

// doc/guide.md says what stands where.
GELENK_EXPORT std::string write_json(const Explanation& explanation);

}  // namespace gelenk
