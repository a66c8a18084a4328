// Result rows as CSV: first column `time`, then the signals, in the shortest form that reads back to the
// same double.
#pragma once

#include <string>
#include <vector>

#include "io/row_file.h"
#include "io/row_writer.h"

namespace gelenk {

class CsvWriter : public RowWriter {
 public:
  // `time_unit` follows the name of the first column.
  CsvWriter(const std::string& path, const std::vector<std::string>& names,
            const std::string& time_unit = "");

  void write(double time, const std::vector<double>& values) override;
  void close() override { file_.close(); }

 private:
  void put(double value);

  RowFile file_;
};

}  // namespace gelenk
