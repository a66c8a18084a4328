// The answer of gelenk::partition as JSON: doc/analyses/partition.md.
#include "gelenk/partition.h"
#include "io/answer_json.h"

namespace gelenk {

std::string write_json(const PartitionAnswer& answer) {
  Json json;
  json["model"] = answer.model;
  json["time"] = answer.time;
  json["coordinates"] = Json::array();
  for (const PartitionAnswer::Coordinate& c : answer.coordinates) {
    json["coordinates"].push_back({{"name", c.name},
                                   {"unit", c.unit},
                                   {"role", c.role},
                                   {"value", c.value},
                                   {"speed", c.speed}});
  }
  const auto name = [&](const std::vector<int>& numbers) {
    Json names = Json::array();
    for (int j : numbers) names.push_back(answer.coordinates[j].name);
    return names;
  };
  json["independent"] = name(answer.independent);
  json["dependent"] = name(answer.dependent);
  json["users_choice"] = answer.is_users_choice;
  json["equations"] = answer.equations;
  json["rank"] = answer.rank;
  json["redundant"] = answer.redundant;
  json["condition"] = answer.condition;
  json["smallest_singular_value"] = answer.smallest;
  json["own_condition"] = answer.own_condition;
  json["own_choice"] = answer.own_choice;
  json["B"] = write_matrix(answer.B, answer.dependent.size());
  if (!answer.F_r.empty()) {
    json["M_r"] = write_matrix(answer.M_r, answer.independent.size());
    json["F_r"] = answer.F_r;
  }
  return finish_json(json);
}

}  // namespace gelenk
