#include "io/row_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.h"
#include "io/digest_text.h"

namespace gelenk {

namespace {

// Rows are handed to the system when this many bytes have come together.
constexpr std::size_t enough = 8192;

UserError file_error(const std::string& path, const std::string& what, const std::string& hint) {
  return UserError({"output", {}, "", "cannot write '" + path + "'" + what, hint});
}

}  // namespace

RowFile::RowFile(const std::string& path, const KeptRows& kept, std::size_t head)
    : path_(path), head_(head) {
  const int mode = kept.bytes > 0 ? O_WRONLY : O_WRONLY | O_CREAT | O_TRUNC;
  file_ = is_standard_output() ? STDOUT_FILENO : open(path.c_str(), mode | O_CLOEXEC, 0666);
  if (file_ < 0) {
    throw file_error(
        path, std::string(": ") + std::strerror(errno),
        "choose another --output file, in a folder that exists and that you may write to");
  }
  if (kept.bytes > 0) keep(kept);
}

void RowFile::keep(const KeptRows& kept) {
  const auto end = static_cast<off_t>(kept.bytes);
  const bool is_the_same = lseek(file_, 0, SEEK_END) >= end &&
                           calc_tail(path_, head_, kept.bytes) == kept.tail;
  if (is_the_same && ftruncate(file_, end) == 0 && lseek(file_, end, SEEK_SET) == end) {
    written_ = kept.bytes;
    return;
  }
  ::close(file_);
  file_ = -1;
  throw UserError({"state",
                   {},
                   "",
                   "'" + path_ + "' is not the file of results that the checkpoint belongs to",
                   "bring that file back, or leave --resume out to start at the beginning"});
}

// Of the last bytes before `end`: enough to tell files apart.
std::string RowFile::calc_tail(const std::string& path, std::size_t head, std::size_t end) {
  constexpr std::size_t most = 4096;
  const std::size_t begin = std::max(head, end - std::min(end, most));
  std::string bytes(end > begin ? end - begin : 0, '\0');
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(begin));
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return digest_text(bytes);
}

KeptRows RowFile::find_kept(const std::string& path, std::uint64_t bytes) {
  return {bytes, calc_tail(path, 0, bytes)};
}

// After an exception: what is left is written if that is possible.
RowFile::~RowFile() {
  try {
    close();
  } catch (const UserError&) {
  }
}

void RowFile::end_row(std::optional<double> time) {
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
      const std::string place = time_ ? fmt::format(" at time {:.6g} s: ", *time_) : ": ";
      throw file_error(path_, place + std::strerror(reason),
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

KeptRows RowFile::sync() {
  flush();
  // A device has nothing to keep.
  if (fsync(file_) != 0 && errno != EINVAL && errno != EROFS)
    throw file_error(path_, std::string(": ") + std::strerror(errno), "");
  return {written_, calc_tail(path_, head_, written_)};
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
