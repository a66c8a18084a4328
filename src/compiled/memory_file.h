// Bytes as a file in memory, which others in this process can open by a path. It has no name in any
// folder and goes when this object goes.
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
