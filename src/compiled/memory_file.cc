#include "compiled/memory_file.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <mutex>
#include <system_error>

#include "compiled/sha256.h"

namespace gelenk {

MemoryFile::MemoryFile(std::string_view bytes)
    : file_(memfd_create("gelenk component", MFD_CLOEXEC)),
      path_("/proc/self/fd/" + std::to_string(file_)) {
  if (file_ < 0) throw std::system_error(errno, std::generic_category());
  while (!bytes.empty()) {
    const ssize_t count = write(file_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const std::error_code reason(errno, std::generic_category());
      close(file_);
      throw std::system_error(reason);
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

MemoryFile::~MemoryFile() { close(file_); }

std::shared_ptr<const MemoryFile> MemoryFile::share(std::string_view bytes) {
  static std::mutex mutex;
  static std::map<Digest, std::weak_ptr<const MemoryFile>> known;
  const std::lock_guard lock(mutex);
  std::weak_ptr<const MemoryFile>& place = known[calc_sha256(bytes)];
  std::shared_ptr<const MemoryFile> file = place.lock();
  if (file == nullptr) place = file = std::make_shared<const MemoryFile>(bytes);
  return file;
}

}  // namespace gelenk
