#include "io/output_path.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/error.h"

namespace gelenk {

void check_writable(const std::string& path) {
  if (path.empty() || path == "-") return;
  const std::filesystem::path file(path);
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  std::error_code ignored;
  std::string fault;
  if (std::filesystem::is_directory(file, ignored))
    fault = "it is a folder";
  else if (std::filesystem::exists(file, ignored))
    fault = access(file.c_str(), W_OK) == 0 ? "" : "it is write-protected";
  else if (!std::filesystem::is_directory(folder, ignored))
    fault = "there is no folder '" + folder.string() + "'";
  else if (access(folder.c_str(), W_OK) != 0)
    fault = "the folder '" + folder.string() + "' is write-protected";
  if (fault.empty()) return;
  throw UserError({"output",
                   {},
                   "",
                   "cannot write '" + path + "': " + fault,
                   "choose another file, in a folder that exists and that you may write to"});
}

void check_ending(const std::string& option, const std::string& path,
                  const std::vector<std::string>& endings, const std::string& kind) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::string ending = fs::path(path).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const bool is_other = fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
  if (ending.empty() || is_other || path == "-" ||
      std::find(endings.begin(), endings.end(), ending) != endings.end())
    return;
  std::string list = endings[0];
  for (std::size_t i = 1; i < endings.size(); ++i)
    list += (i + 1 == endings.size() ? " or " : ", ") + endings[i];
  throw UserError({"option",
                   {},
                   "",
                   option + " writes " + kind + ", and '" + path + "' ends in '" + ending + "'",
                   "let the name end in " + list});
}

void write_file(const std::string& path, const std::string& bytes, const std::string& option) {
  std::FILE* file = path == "-" ? stdout : std::fopen(path.c_str(), "w");
  bool good = file != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (file != nullptr && (file == stdout ? std::fflush(file) : std::fclose(file)) != 0)
    good = false;
  if (good) return;
  throw UserError(
      {"output",
       {},
       "",
       "cannot write '" + path + "': " + std::strerror(errno),
       "choose another " + option + " file, in a folder that exists and that you may write to"});
}

void check_distinct(const std::vector<std::pair<std::string, std::string>>& options_and_paths,
                    const std::string& model) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  for (std::size_t i = 0; i < options_and_paths.size(); ++i) {
    const auto& [option, path] = options_and_paths[i];
    if (path.empty()) continue;
    const fs::path target =
        fs::is_symlink(path, ignored) ? fs::canonical(path, ignored) : fs::path(path);
    const bool is_component = fs::path(path).extension() == ".gkc" || target.extension() == ".gkc";
    if (is_component || fs::path(path).extension() == ".mo" || target.extension() == ".mo" ||
        fs::equivalent(path, model, ignored)) {
      throw UserError({"option",
                       {},
                       "",
                       option + " would be written over a " +
                           (is_component ? "compiled component" : "model") + ": '" + path + "'",
                       "give it another name"});
    }
    for (std::size_t k = 0; k < i; ++k) {
      const auto& [other, other_path] = options_and_paths[k];
      if (path != other_path && !fs::equivalent(path, other_path, ignored)) continue;
      throw UserError({"option",
                       {},
                       "",
                       other + " and " + option + " name the same file: '" + path + "'",
                       "give each a file of its own"});
    }
  }
}

}  // namespace gelenk
