// Parts of answers of analyses as JSON.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gelenk/run.h"

namespace gelenk {

using Json = nlohmann::ordered_json;

// Numbers that are none are null.
inline Json write_numbers(const std::vector<double>& numbers) {
  Json json = Json::array();
  for (double x : numbers) json.push_back(std::isfinite(x) ? Json(x) : Json(nullptr));
  return json;
}

// A list of rows.
inline Json write_matrix(const std::vector<double>& numbers, std::size_t rows) {
  Json json = Json::array();
  const auto columns = static_cast<std::ptrdiff_t>(rows == 0 ? 0 : numbers.size() / rows);
  for (auto row = numbers.begin(); row != numbers.end() && columns > 0; row += columns)
    json.push_back(std::vector<double>(row, row + columns));
  return json;
}

inline Json write_columns_json(const std::vector<RunSignal>& columns,
                               const std::vector<std::vector<double>>& values) {
  Json json = Json::array();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    json.push_back({{"name", columns[c].name},
                    {"unit", columns[c].unit},
                    {"values", write_numbers(values[c])}});
  }
  return json;
}

inline std::string finish_json(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace gelenk
