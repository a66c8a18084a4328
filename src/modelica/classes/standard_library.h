// The class library of our own that is Modelica text: the files of library/, which the build puts into
// the program (cmake/embed_library.cmake). Names, parameters, units and values are those of the Modelica
// Standard Library, so that models written against it find them. The tree of classes reads a text only
// when a name in it is asked for; this file says what there is to read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gelenk::modelica {

struct EmbeddedText {
  std::string_view name;  // the package that the text declares: Modelica.Blocks.Sources
  std::string_view text;
};
extern const EmbeddedText embedded_texts[];
extern const std::size_t embedded_text_count;

// A package of library/, or a folder that only leads to one.
struct LibraryPackage {
  std::string full_name;
  std::string_view text;           // empty for a folder without package.mo
  std::vector<std::string> parts;  // last names of the packages inside that have texts of their own
  // Whether it takes the place of a library on disk: what the native classes are declared with does, and what is
  // written for frames.
  bool comes_first = false;
  bool is_native = false;  // native classes are declared with it: its text counts as theirs
};

// Null when library/ has no such package; "" is the top.
const LibraryPackage* find_library_package(const std::string& full_name);
// All that have a text, in the order of the folders.
const std::vector<const LibraryPackage*>& list_library_packages();
// Whether the text may declare a class of that name. It is not parsed: of a package that others declare too, such as
// Modelica.Mechanics.Rotational.Components, it is read only where this holds.
bool may_declare(const LibraryPackage& package, const std::string& name);

}  // namespace gelenk::modelica
