// Columns of numbers that analyses answer with: which signals they have, and how they are written.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analyses/signals.h"
#include "gelenk/run.h"
#include "io/row_writer.h"

namespace gelenk {

// Numbers that are none are null.
inline nlohmann::ordered_json write_numbers(const std::vector<double>& numbers) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (double x : numbers) {
    if (std::isfinite(x))
      json.push_back(x);
    else
      json.push_back(nullptr);
  }
  return json;
}

inline nlohmann::ordered_json write_columns_json(const std::vector<RunSignal>& columns,
                                                 const std::vector<std::vector<double>>& values) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    json.push_back({{"name", columns[c].name},
                    {"unit", columns[c].unit},
                    {"values", write_numbers(values[c])}});
  }
  return json;
}

inline void write_rows(const std::string& path, bool with_units, const std::vector<double>& time,
                       const std::vector<RunSignal>& columns,
                       const std::vector<std::vector<double>>& values) {
  std::vector<Column> heads;
  for (const RunSignal& column : columns) heads.push_back({column.name, column.unit});
  const std::unique_ptr<RowWriter> writer = make_row_writer(path, heads, with_units);
  std::vector<double> row(columns.size());
  for (std::size_t i = 0; i < time.size(); ++i) {
    for (std::size_t c = 0; c < columns.size(); ++c) row[c] = values[c][i];
    writer->write(time[i], row);
  }
  writer->close();
}

}  // namespace gelenk
