// The answer of gelenk::kinematics as JSON: doc/analyses/kinematics.md.
#include "gelenk/kinematics.h"
#include "io/answer_json.h"

namespace gelenk {

std::string write_json(const KinematicsAnswer& answer) {
  Json json;
  json["model"] = answer.model;
  json["status"] = answer.status;
  json["message"] = answer.message;
  json["leading"] = answer.leading;
  json["following"] = answer.following;
  json["held"] = answer.held;
  json["ends"] = Json::array();
  for (const KinematicsAnswer::End& end : answer.ends) {
    json["ends"].push_back({{"time", end.time},
                            {"at", end.at},
                            {"is_singular", end.is_singular},
                            {"moves", end.moves}});
  }
  json["singular"] = Json::array();
  for (const KinematicsAnswer::Singular& s : answer.singular) {
    json["singular"].push_back(
        {{"time", s.time}, {"at", s.at}, {"of_loops", s.of_loops}, {"moves", s.moves}});
  }
  json["notes"] = answer.notes;
  json["time"] = answer.time;
  json["reached"] = answer.reached;
  json["singular_value"] = write_numbers(answer.singular_value);
  json["columns"] = write_columns_json(answer.columns, answer.values);
  return finish_json(json);
}

}  // namespace gelenk
