#include "io/row_writer.h"

#include <algorithm>
#include <cctype>

#include "io/csv_writer.h"
#include "io/mat_writer.h"

namespace gelenk {

const std::vector<std::string> row_endings = {".csv", ".txt", ".mat"};

std::unique_ptr<RowWriter> make_row_writer(const std::string& path,
                                           const std::vector<Column>& columns,
                                           bool names_have_units, const KeptRows& kept) {
  std::string ending = path.substr(path.size() - std::min<std::size_t>(4, path.size()));
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (ending == ".mat") return std::make_unique<MatWriter>(path, columns, kept);
  std::vector<std::string> names;
  for (const Column& column : columns)
    names.push_back(names_have_units && column.has_unit() ? column.name + " [" + column.unit + "]"
                                                          : column.name);
  return std::make_unique<CsvWriter>(path, names, names_have_units ? " [s]" : "", kept);
}

}  // namespace gelenk
