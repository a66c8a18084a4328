// The answer of gelenk::inverse as JSON: doc/analyses/inverse.md.
#include "gelenk/inverse.h"
#include "io/answer_json.h"

namespace gelenk {

std::string write_json(const InverseAnswer& answer) {
  Json json;
  json["model"] = answer.model;
  json["status"] = answer.status;
  json["message"] = answer.message;
  json["degrees_of_freedom"] = answer.degrees_of_freedom;
  json["leading"] = answer.leading;
  json["following"] = answer.following;
  json["held"] = answer.held;
  json["surplus"] = answer.surplus;
  json["efforts"] = Json::array();
  for (const InverseAnswer::Effort& e : answer.efforts) {
    json["efforts"].push_back({{"name", e.name},
                               {"along", e.along},
                               {"unit", e.unit},
                               {"by_model", e.by_model},
                               {"peak", e.peak},
                               {"peak_time", e.peak_time},
                               {"rms", write_numbers({e.rms})[0]},
                               {"peak_power", e.peak_power}});
  }
  json["largest_miss"] = answer.largest_miss;
  json["notes"] = answer.notes;
  json["time"] = answer.time;
  json["columns"] = write_columns_json(answer.columns, answer.values);
  return finish_json(json);
}

}  // namespace gelenk
