// Columns of numbers that analyses answer with, as files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gelenk/run.h"
#include "io/row_writer.h"

namespace gelenk {

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
