#include "io/sweep_writer.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace gelenk {

namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN.
Json write_numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (double value : values) list.push_back(std::isfinite(value) ? Json(value) : Json());
  return list;
}

Json write_columns(const std::vector<SweepColumn>& columns) {
  Json list = Json::array();
  for (const SweepColumn& column : columns) {
    Json json;
    json["name"] = column.name;
    json["unit"] = column.unit;
    json["values"] = column.texts.empty() ? write_numbers(column.values) : Json(column.texts);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

std::string sweep_text(const SweepTable& t) {
  Json json;
  json["model"] = t.model;
  json["sweep"] = t.description;
  json["status"] = t.status;
  json["cases"] = t.cases;
  json["done"] = t.done;
  json["failed"] = t.failed;
  json["refused"] = t.refused;
  json["parameters"] = write_columns(t.parameters);
  json["results"] = write_columns(t.results);
  json["statistics"] = Json::array();
  for (std::size_t i = 0; i < t.statistics.size(); ++i) {
    const SweepStatistics& s = t.statistics[i];
    Json entry;
    entry["result"] = t.results[i].name;
    entry["count"] = s.count;
    if (s.count > 0) {
      entry["smallest"] = s.smallest;
      entry["smallest_case"] = s.smallest_case;
      entry["largest"] = s.largest;
      entry["largest_case"] = s.largest_case;
      entry["mean"] = s.mean;
      entry["deviation"] = s.deviation;
    }
    json["statistics"].push_back(std::move(entry));
  }
  json["failures"] = Json::array();
  for (const SweepFailure& f : t.failures)
    json["failures"].push_back({{"case", f.number}, {"status", f.status}, {"message", f.message}});
  json["warnings"] = t.warnings;
  json["wall_seconds"] = t.wall_seconds;
  json["threads"] = t.threads;
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace gelenk
