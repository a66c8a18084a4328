// Results, row by row: the contract of the formats, and the choice among them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/row_file.h"

namespace gelenk {

struct Column {
  std::string name, unit;  // unit: may be empty
  bool has_unit() const { return !unit.empty() && unit != "1"; }
};

class RowWriter {
 public:
  virtual ~RowWriter() = default;
  // Throws UserError when the disk does not take it.
  virtual void write(double time, const std::vector<double>& values) = 0;
  // Brings the rows so far to the disk, to outlive a loss of power. Throws like write.
  virtual KeptRows sync() = 0;
  // Writes what is left and closes; throws like write.
  virtual void close() = 0;
};

// Endings of names that there is a format for; others are refused (check_ending).
extern const std::vector<std::string> row_endings;

// By the end of the path: .mat as mat_writer.h, else CSV as csv_writer.h, with units in its names if `names_have_units`. With
// rows to keep it goes on with a file of the same columns behind these. Throws UserError when the file cannot be created, or is
// not the one that had them.
std::unique_ptr<RowWriter> make_row_writer(const std::string& path,
                                           const std::vector<Column>& columns,
                                           bool names_have_units, const KeptRows& kept = {});

}  // namespace gelenk
