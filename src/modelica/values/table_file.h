// Tables in files, as the tables of the Modelica Standard Library read them: a text that begins with "#1" and holds matrices by their
// names, as double name(rows,columns); a file of values separated by commas; a file of MATLAB's fourth level.
#pragma once

#include <string>
#include <vector>

#include "base/source.h"

namespace gelenk::modelica {

struct Matrix {
  int rows = 0, columns = 0;
  std::vector<double> entries;  // row by row
};

struct TableFile {
  std::string path, name;  // of a matrix; unused where values are separated by a delimiter
  std::string delimiter = ",";
  int header_lines = 0;
};

// Throws UserError "file" at `where` with what is wrong in the file, and at which line.
Matrix read_table(const TableFile& file, const SourceLocation& where);

}  // namespace gelenk::modelica
