// What was generated, as JSON.
#include <nlohmann/json.hpp>

#include "gelenk/generate.h"

namespace gelenk {

std::string write_json(const GeneratedCode& code) {
  nlohmann::ordered_json json;
  json["model"] = code.model;
  json["name"] = code.name;
  json["target"] = code.target;
  json["functions"] = nlohmann::ordered_json::array();
  for (const GeneratedFunction& f : code.functions) {
    json["functions"].push_back({{"name", f.name},
                                 {"meaning", f.meaning},
                                 {"signature", f.signature},
                                 {"method", f.method},
                                 {"multiplications", f.multiplications},
                                 {"additions", f.additions},
                                 {"divisions", f.divisions},
                                 {"sines", f.sines},
                                 {"others", f.others}});
  }
  json["files"] = nlohmann::ordered_json::array();
  for (const GeneratedFile& file : code.files) json["files"].push_back(file.name);
  return json.dump(2) + "\n";
}

}  // namespace gelenk
