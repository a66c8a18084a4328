#include "io/fit_writer.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace gelenk {

std::string fit_text(const FitResult& result) {
  using Json = nlohmann::ordered_json;
  const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
  Json json;
  json["model"] = result.model;
  json["status"] = result.status;
  json["message"] = result.message;
  json["confidence"] = result.confidence;
  json["parameters"] = Json::array();
  for (const FitResult::Parameter& p : result.parameters) {
    Json entry;
    entry["path"] = p.path;
    entry["unit"] = p.unit;
    entry["start"] = number(p.start);
    entry["value"] = number(p.value);
    entry["deviation"] = number(p.deviation);
    entry["low"] = number(p.low);
    entry["high"] = number(p.high);
    entry["at_bound"] = p.is_at_bound;
    entry["determined"] = p.is_determined;
    json["parameters"].push_back(std::move(entry));
  }
  json["signals"] = Json::array();
  for (const FitResult::Signal& s : result.signals) {
    Json entry;
    entry["column"] = s.column;
    entry["signal"] = s.name;
    entry["unit"] = s.unit;
    entry["count"] = s.count;
    entry["rms"] = number(s.rms);
    json["signals"].push_back(std::move(entry));
  }
  json["correlation"] = result.correlation;
  json["iterations"] = result.iterations;
  json["simulations"] = result.simulations;
  json["wall_seconds"] = result.wall_seconds;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gelenk
