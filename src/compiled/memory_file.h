// Bytes as a file that others can open by a path, without a name of its own in any folder: in
// memory, or where the system has no such files, a temporary one that only its owner can read. It
// goes when this object goes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace gelenk {

class MemoryFile {
 public:
  // Throws std::system_error where there is no room.
  explicit MemoryFile(std::string_view bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  // The same for the same bytes, as long as somebody holds it.
  static std::shared_ptr<const MemoryFile> share(std::string_view bytes);

  // In this process.
  const std::string& path() const { return path_; }

 private:
  int file_;
  std::string path_;
};

}  // namespace gelenk
