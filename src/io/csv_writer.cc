#include "io/csv_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

#include "base/error.h"

namespace gelenk {

namespace {

// Rows are handed to the system when this many bytes have come together.
constexpr std::size_t enough = 8192;

UserError file_error(const std::string& path, const std::string& what, const std::string& hint) {
  return UserError({"output", {}, "", "cannot write '" + path + "'" + what, hint});
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
  file_ = path == "-" ? STDOUT_FILENO
                      : open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) {
    throw file_error(
        path, std::string(": ") + std::strerror(errno),
        "choose another --output file, in a folder that exists and that you may write to");
  }
  buffer_ = "time";
  for (const std::string& name : names) buffer_ += "," + csv_text(name);
  buffer_ += "\n";
}

// After an exception: what is left is written if that is possible.
CsvWriter::~CsvWriter() {
  try {
    close();
  } catch (const UserError&) {
  }
}

void CsvWriter::put(double value) {
  char text[32];
  const auto result = std::to_chars(text, text + sizeof text, value);
  buffer_.append(text, result.ptr);
}

void CsvWriter::write(double time, const std::vector<double>& values) {
  time_ = time;
  put(time);
  for (double value : values) {
    buffer_ += ',';
    put(value);
  }
  buffer_ += '\n';
  if (buffer_.size() >= enough) flush();
}

void CsvWriter::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t written = ::write(file_, buffer_.data() + done, buffer_.size() - done);
    if (written >= 0) {
      done += static_cast<std::size_t>(written);
    } else if (errno != EINTR) {
      const int reason = errno;
      // A row of which only a part found room is taken back. Nothing can be done where that fails.
      const std::size_t last = buffer_.rfind('\n', done == 0 ? 0 : done - 1);
      const std::size_t whole = done == 0 || last == std::string::npos ? 0 : last + 1;
      const off_t end = lseek(file_, 0, SEEK_CUR);
      if (end >= 0 && ftruncate(file_, end - static_cast<off_t>(done - whole)) != 0) errno = reason;
      buffer_.clear();
      throw file_error(path_, fmt::format(" at time {:.6g} s: {}", time_, std::strerror(reason)),
                       "free some space or choose another --output file; the rows that found room "
                       "are kept");
    }
  }
  buffer_.clear();
}

void CsvWriter::close() {
  if (file_ < 0) return;
  const int file = file_;
  flush();
  file_ = -1;
  if (file != STDOUT_FILENO && ::close(file) != 0)
    throw file_error(path_, std::string(": ") + std::strerror(errno), "");
}

}  // namespace gelenk
