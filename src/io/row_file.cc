#include "io/row_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace gelenk {

namespace {

// Rows are handed to the system when this many bytes have come together.
constexpr std::size_t enough = 8192;

UserError file_error(const std::string& path, const std::string& what, const std::string& hint) {
  return UserError({"output", {}, "", "cannot write '" + path + "'" + what, hint});
}

}  // namespace

RowFile::RowFile(const std::string& path) : path_(path) {
  file_ = is_standard_output() ? STDOUT_FILENO
                               : open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) {
    throw file_error(
        path, std::string(": ") + std::strerror(errno),
        "choose another --output file, in a folder that exists and that you may write to");
  }
}

// After an exception: what is left is written if that is possible.
RowFile::~RowFile() {
  try {
    close();
  } catch (const UserError&) {
  }
}

void RowFile::end_row(double time) {
  time_ = time;
  ends_.push_back(buffer_.size());
  if (buffer_.size() >= enough) flush();
}

void RowFile::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t count = ::write(file_, buffer_.data() + done, buffer_.size() - done);
    if (count >= 0) {
      done += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      const int reason = errno;
      // A row of which only a part found room is taken back. Nothing can be done where that fails.
      std::size_t whole = 0;
      for (std::size_t end : ends_) whole = end <= done ? end : whole;
      const off_t end = lseek(file_, 0, SEEK_CUR);
      if (end >= 0 && ftruncate(file_, end - static_cast<off_t>(done - whole)) != 0) errno = reason;
      written_ += whole;
      buffer_.clear();
      ends_.clear();
      throw file_error(path_, fmt::format(" at time {:.6g} s: {}", time_, std::strerror(reason)),
                       "free some space or choose another --output file; the rows that found room "
                       "are kept");
    }
  }
  written_ += done;
  buffer_.clear();
  ends_.clear();
}

void RowFile::replace(std::size_t at, std::string_view bytes) {
  if (at + bytes.size() > size()) return;  // it found no room on the disk
  if (at >= written_) {
    buffer_.replace(at - written_, bytes.size(), bytes);
    return;
  }
  flush();
  if (pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(at)) !=
      static_cast<ssize_t>(bytes.size()))
    throw file_error(path_, std::string(": ") + std::strerror(errno), "");
}

void RowFile::close() {
  if (file_ < 0) return;
  const int file = file_;
  flush();
  file_ = -1;
  if (file != STDOUT_FILENO && ::close(file) != 0)
    throw file_error(path_, std::string(": ") + std::strerror(errno), "");
}

}  // namespace gelenk
