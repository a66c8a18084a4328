#include "modelica/classes/library_path.h"

#include <algorithm>
#include <cstdlib>

#include "modelica/failure.h"

namespace gelenk::modelica {

namespace fs = std::filesystem;

namespace {

bool is_package_folder(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "package.mo", ignored);
}

// "Lib" and "Lib 1.2.0" are called Lib; what stands behind the space is the version.
bool is_called(const std::string& folder, const std::string& name) {
  return folder == name || folder.starts_with(name + " ");
}

// The parts of "1.10.2" as numbers, so that 1.10 comes behind 1.9; what is no number counts as 0.
std::vector<long> split_version(const std::string& folder, const std::string& name) {
  std::vector<long> parts;
  const char* at = folder.c_str() + std::min(folder.size(), name.size() + 1);
  while (*at != '\0') {
    char* end = nullptr;
    parts.push_back(std::strtol(at, &end, 10));
    at = end;
    while (*at != '\0' && (*at < '0' || *at > '9')) ++at;
  }
  return parts;
}

// Of all folders "NAME VERSION" in `place` that are packages the one with the highest version.
fs::path find_versioned(const fs::path& place, const std::string& name) {
  fs::path best;
  std::vector<long> best_version;
  std::error_code error;
  for (fs::directory_iterator at(place, error), end; !error && at != end; at.increment(error)) {
    const std::string folder = at->path().filename().string();
    if (!folder.starts_with(name + " ") || !is_package_folder(at->path())) continue;
    std::vector<long> version = split_version(folder, name);
    if (!best.empty() && !(best_version < version)) continue;
    best = at->path();
    best_version = std::move(version);
  }
  return best;
}

fs::path find_in(const fs::path& place, const std::string& name) {
  std::error_code ignored;
  if (fs::is_regular_file(place, ignored))
    return place.stem() == name && place.extension() == ".mo" ? place : fs::path();
  if (is_package_folder(place))
    return is_called(place.filename().string(), name) ? place : fs::path();
  if (is_package_folder(place / name)) return place / name;
  if (const fs::path file = place / (name + ".mo"); fs::is_regular_file(file, ignored)) return file;
  return find_versioned(place, name);
}

// With the folder's name as its last part, whether or not it was given with a slash behind it.
fs::path normalise(const fs::path& place) {
  const fs::path path = fs::absolute(place).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace

std::vector<fs::path> list_library_places(const std::vector<std::string>& given) {
  std::vector<fs::path> places;
  std::error_code error;
  for (const std::string& place : given) {
    auto source = std::make_shared<SourceFile>();
    source->name = place;
    if (place.empty() || !fs::exists(place, error)) {
      fail("file", SourceLocation{source, 0, 0}, "there is no such library: no file or folder",
           "name the folder that holds the library's folder, that folder itself, or a .mo file");
    }
    places.push_back(normalise(place));
  }
  const char* variable = std::getenv("MODELICAPATH");
  std::string text = variable == nullptr ? "" : variable;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    const std::string place = text.substr(begin, end - begin);
    if (!place.empty() && fs::exists(place, error)) places.push_back(normalise(place));
    begin = end + 1;
  }
  return places;
}

fs::path find_in_libraries(const std::vector<fs::path>& places, const std::string& name) {
  // A name in quotes may hold anything; it does not lead elsewhere.
  if (name.empty() || name.front() == '.' || name.find('/') != std::string::npos) return {};
  for (const fs::path& place : places) {
    if (fs::path found = find_in(place, name); !found.empty()) return found;
  }
  return {};
}

}  // namespace gelenk::modelica
