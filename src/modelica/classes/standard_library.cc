#include "modelica/classes/standard_library.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

namespace gelenk::modelica {

namespace {

// Packages that the texts of native classes name, and whose functions the reader knows.
constexpr std::string_view native_packages[] = {
    "Modelica.Constants", "Modelica.Icons", "Modelica.Math", "Modelica.SIunits", "Modelica.Units"};
// What acts at frames is written for the frames that are built in.
constexpr std::string_view frame_package = "Modelica.Mechanics.MultiBody";

bool is_within(const std::string& full_name, std::string_view package) {
  return full_name.starts_with(package) &&
         (full_name.size() == package.size() || full_name[package.size()] == '.');
}

bool is_native(const std::string& full_name) {
  return std::any_of(std::begin(native_packages), std::end(native_packages),
                     [&](auto package) { return is_within(full_name, package); });
}

struct Index {
  std::unordered_map<std::string, LibraryPackage> packages;
  std::vector<const LibraryPackage*> with_text;

  Index() {
    packages[""];
    for (std::size_t i = 0; i < embedded_text_count; ++i) {
      LibraryPackage& package = add(std::string(embedded_texts[i].name));
      package.text = embedded_texts[i].text;
      with_text.push_back(&package);
    }
  }

  // With the packages around it, each of which names what is in it.
  LibraryPackage& add(const std::string& full_name) {
    const auto [at, is_new] = packages.try_emplace(full_name);
    LibraryPackage& package = at->second;
    if (!is_new) return package;
    package.full_name = full_name;
    package.is_native = is_native(full_name);
    package.comes_first = package.is_native || is_within(full_name, frame_package);
    const std::size_t dot = full_name.rfind('.');
    add(dot == std::string::npos ? "" : full_name.substr(0, dot))
        .parts.push_back(dot == std::string::npos ? full_name : full_name.substr(dot + 1));
    return package;
  }
};

const Index& index() {
  static const Index made;
  return made;
}

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

}  // namespace

const LibraryPackage* find_library_package(const std::string& full_name) {
  const auto found = index().packages.find(full_name);
  return found == index().packages.end() ? nullptr : &found->second;
}

const std::vector<const LibraryPackage*>& list_library_packages() { return index().with_text; }

bool may_declare(const LibraryPackage& package, const std::string& name) {
  constexpr std::string_view kinds[] = {"model", "block",   "connector", "function", "record",
                                        "type",  "package", "class",     "operator"};
  const std::string_view text = package.text;
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (at == 0 || text[at - 1] != ' ' || (end < text.size() && is_name_character(text[end])))
      continue;
    const std::string_view before = text.substr(0, at - 1);
    for (std::string_view kind : kinds) {
      if (before.ends_with(kind)) return true;
    }
  }
  return false;
}

}  // namespace gelenk::modelica
