#include "io/assembly_writer.h"

#include <nlohmann/json.hpp>

namespace gelenk {

std::string assembly_text(const AssemblyReport& r) {
  using Json = nlohmann::ordered_json;
  const auto write_values = [](const std::vector<AssembledValue>& values) {
    Json list = Json::array();
    for (const AssembledValue& v : values) {
      list.push_back({{"name", v.name},
                      {"unit", v.unit},
                      {"start", v.start},
                      {"value", v.value},
                      {"fixed", v.is_fixed}});
    }
    return list;
  };
  Json json;
  json["model"] = r.model;
  json["time"] = r.time;
  json["status"] = r.status;
  json["message"] = r.message;
  json["coordinates"] = write_values(r.coordinates);
  json["speeds"] = write_values(r.speeds);
  json["states"] = write_values(r.states);
  json["loops"] = r.loops;
  json["equations"] = r.equations;
  json["independent_equations"] = r.independent_equations;
  if (r.degrees_of_freedom >= 0) json["degrees_of_freedom"] = r.degrees_of_freedom;
  json["tries"] = r.tries;
  json["drift"] = {{"position", r.drift_position}, {"velocity", r.drift_velocity}};
  json["independent"] = r.independent;
  json["branches"] = Json::array();
  for (const AssembledBranch& branch : r.branches)
    json["branches"].push_back({{"coordinates", write_values(branch.coordinates)}});
  json["open"] = r.open;
  json["releases"] = r.releases;
  json["lengths"] = Json::array();
  for (const LengthChange& l : r.lengths) {
    json["lengths"].push_back(
        {{"parameter", l.parameter}, {"from", l.from}, {"to", l.to}, {"by", l.by}});
  }
  return json.dump(2) + "\n";
}

}  // namespace gelenk
