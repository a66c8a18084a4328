#include "view/file_watch.h"

#include <filesystem>

namespace gelenk {

namespace fs = std::filesystem;

FileWatch::FileWatch(std::string path) : path_(std::move(path)), known_(look()), last_(known_) {}

// A number that differs when a file has come, gone or changed.
std::uint64_t FileWatch::look() const {
  std::uint64_t state = 14695981039346656037u;
  auto add = [&](const fs::path& file) {
    std::error_code ignored;
    for (const std::uint64_t x :
         {static_cast<std::uint64_t>(fs::last_write_time(file, ignored).time_since_epoch().count()),
          static_cast<std::uint64_t>(fs::file_size(file, ignored)),
          static_cast<std::uint64_t>(fs::hash_value(file))})
      state = (state ^ x) * 1099511628211u;
  };
  std::error_code error;
  fs::path root = path_;
  if (root.filename() == "package.mo") root = fs::absolute(root, error).parent_path();
  if (!fs::is_directory(root, error)) {
    add(root);
    return state;
  }
  std::uint64_t sum = 0;  // in whatever order the folder lists them
  const std::uint64_t begin = state;
  for (auto at = fs::recursive_directory_iterator(
           root, fs::directory_options::skip_permission_denied, error);
       !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (at->path().extension() != ".mo") continue;
    state = begin;
    add(at->path());
    sum += state;
  }
  return sum;
}

bool FileWatch::has_changed() {
  const std::uint64_t now = look();
  const bool is_settled = now == last_;
  last_ = now;
  if (!is_settled || now == known_) return false;
  known_ = now;
  return true;
}

}  // namespace gelenk
