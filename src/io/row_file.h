// A file that grows row by row. Rows are handed to the system as they come together; after a failure or Ctrl-C the file
// holds all rows so far. When the disk does not take them, the run ends at once, and the file holds whole rows up to
// there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gelenk {

// What a file held when all of it was on the disk, by which it is known again.
struct KeptRows {
  std::uint64_t bytes = 0;  // 0: nothing is kept
  std::string tail;         // digest of the last of them
};

class RowFile {
 public:
  // Creates the file (path "-": standard output); or goes on with it behind what is kept, and drops the rest. `head`: bytes at
  // its beginning that may have changed since. Throws UserError when that is not possible.
  explicit RowFile(const std::string& path, const KeptRows& kept = {}, std::size_t head = 0);
  // The first bytes of a file, to go on behind them.
  static KeptRows find_kept(const std::string& path, std::uint64_t bytes);
  ~RowFile();
  RowFile(const RowFile&) = delete;
  RowFile& operator=(const RowFile&) = delete;

  void put(std::string_view bytes) { buffer_ += bytes; }
  // What was put since the last one is a row, or the head of the file; `time`: that the row is of. Throws UserError
  // when the disk does not take it.
  void end_row(std::optional<double> time = std::nullopt);
  // Puts other bytes in the place of some at the head of the file. Not where it is standard output.
  void replace(std::size_t at, std::string_view bytes);
  // Brings all of it to the disk, to outlive a loss of power; throws like end_row.
  KeptRows sync();
  // Writes what is left and closes; throws like end_row.
  void close();

  // Bytes put so far.
  std::size_t size() const { return written_ + buffer_.size(); }
  bool is_standard_output() const { return path_ == "-"; }

 private:
  void flush();
  void keep(const KeptRows& kept);
  static std::string calc_tail(const std::string& path, std::size_t head, std::size_t end);

  std::string path_;
  std::size_t head_;
  std::string buffer_;             // whole rows, and the one that is being put
  std::vector<std::size_t> ends_;  // of the rows in it
  std::size_t written_ = 0;
  int file_ = -1;
  std::optional<double> time_;  // of the last row
};

}  // namespace gelenk
