// Whether a model's files have changed on disk: by their times and sizes, looked at now and then.
#pragma once

#include <cstdint>
#include <string>

namespace gelenk {

class FileWatch {
 public:
  // A .mo file, or a folder with package.mo and all .mo files below it.
  explicit FileWatch(std::string path);

  // True once after a change, when nothing has changed since the look before: whoever writes may be in the middle of it.
  bool has_changed();

 private:
  std::uint64_t look() const;

  std::string path_;
  std::uint64_t known_, last_;
};

}  // namespace gelenk
