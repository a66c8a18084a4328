#include "io/csv_writer.h"

#include <cerrno>
#include <charconv>
#include <cstring>

#include "base/error.h"

namespace gelenk {

namespace {

UserError file_error(const std::string& path, const std::string& what) {
  return UserError(
      {"output",
       {},
       "",
       "cannot write '" + path + "': " + what,
       "choose another --output file, in a folder that exists and that you may write to"});
}

// A name with a comma or quote is quoted, as CSV readers expect.
std::string csv_text(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string quoted = "\"";
  for (char c : name) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

CsvWriter::CsvWriter(const std::string& path, const std::vector<std::string>& names) : path_(path) {
  file_ = path == "-" ? stdout : std::fopen(path.c_str(), "w");
  if (file_ == nullptr) throw file_error(path, std::strerror(errno));
  line_ = "time";
  for (const std::string& name : names) line_ += "," + csv_text(name);
  line_ += "\n";
  failed_ = std::fwrite(line_.data(), 1, line_.size(), file_) != line_.size();
}

CsvWriter::~CsvWriter() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
}

void CsvWriter::put(double value) {
  char text[32];
  const auto result = std::to_chars(text, text + sizeof text, value);
  line_.append(text, result.ptr);
}

void CsvWriter::write(double time, const std::vector<double>& values) {
  line_.clear();
  put(time);
  for (double value : values) {
    line_ += ',';
    put(value);
  }
  line_ += '\n';
  if (std::fwrite(line_.data(), 1, line_.size(), file_) != line_.size()) failed_ = true;
}

void CsvWriter::close() {
  if (file_ == nullptr) return;
  if (std::fflush(file_) != 0) failed_ = true;
  if (file_ != stdout && std::fclose(file_) != 0) failed_ = true;
  file_ = nullptr;
  if (failed_) throw file_error(path_, std::strerror(errno));
}

}  // namespace gelenk
