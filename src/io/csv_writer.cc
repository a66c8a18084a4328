#include "io/csv_writer.h"

#include <charconv>

#include "base/csv_line.h"

namespace gelenk {

CsvWriter::CsvWriter(const std::string& path, const std::vector<std::string>& names,
                     const std::string& time_unit, const KeptRows& kept)
    : file_(path, kept) {
  if (kept.bytes > 0) return;
  file_.put("time" + time_unit);
  for (const std::string& name : names) file_.put("," + write_csv_cell(name));
  file_.put("\n");
  file_.end_row(0.0);
}

void CsvWriter::put(double value) {
  char text[32];
  const auto result = std::to_chars(text, text + sizeof text, value);
  file_.put({text, static_cast<std::size_t>(result.ptr - text)});
}

void CsvWriter::write(double time, const std::vector<double>& values) {
  put(time);
  for (double value : values) {
    file_.put(",");
    put(value);
  }
  file_.put("\n");
  file_.end_row(time);
}

}  // namespace gelenk
