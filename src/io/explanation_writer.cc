// Explanations as JSON.
#include <nlohmann/json.hpp>

#include "gelenk/explain.h"

namespace gelenk {

std::string write_json(const Explanation& explanation) {
  nlohmann::ordered_json json;
  json["model"] = explanation.model;
  json["sections"] = nlohmann::ordered_json::array();
  for (const Explanation::Section& section : explanation.sections)
    json["sections"].push_back({{"title", section.title}, {"lines", section.lines}});
  json["warnings"] = explanation.warnings;
  return json.dump(2) + "\n";
}

}  // namespace gelenk
