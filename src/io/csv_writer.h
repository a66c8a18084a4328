// Result rows as CSV: first column `time`, then the signals, in the shortest form that reads back to the
// same double. Rows are written as they come; after a failure or Ctrl-C the file holds all rows so far.
#pragma once

#include <cstdio>
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

  void write(double time, const std::vector<double>& values);
  // Flushes and closes; throws UserError when the disk did not take all of it.
  void close();

 private:
  void put(double value);

  std::string path_, line_;
  std::FILE* file_ = nullptr;
  bool failed_ = false;
};

}  // namespace gelenk
