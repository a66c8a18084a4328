// Result rows as CSV: first column `time`, then the signals, in the shortest form that reads back to the
// same double. Rows are written as they come; after a failure or Ctrl-C the file holds all rows so far. When the disk
// does not take them, the run ends at once, and the file holds whole rows up to there.
#pragma once

#include <string>
#include <vector>

namespace gelenk {

class CsvWriter {
 public:
  // Creates the file (path "-": standard output). Throws UserError when that is not possible.
  CsvWriter(const std::string& path, const std::vector<std::string>& names);
  ~CsvWriter();
  CsvWriter(const CsvWriter&) = delete;
  CsvWriter& operator=(const CsvWriter&) = delete;

  // Throws UserError when the disk does not take it.
  void write(double time, const std::vector<double>& values);
  // Writes what is left and closes; throws like write.
  void close();

 private:
  void put(double value);
  void flush();

  std::string path_;
  std::string buffer_;  // whole rows, and the one that is being put
  int file_ = -1;
  double time_ = 0.0;  // of the last row
};

}  // namespace gelenk
