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
  // `time_unit` follows the name of the first column; `kept` as in make_row_writer.
  CsvWriter(const std::string& path, const std::vector<std::string>& names,
            const std::string& time_unit = "", const KeptRows& kept = {});

  void write(double time, const std::vector<double>& values) override;
  KeptRows sync() override { return file_.sync(); }
  void close() override { file_.close(); }

 private:
  void put(double value);

  RowFile file_;
};

}  // namespace gelenk
