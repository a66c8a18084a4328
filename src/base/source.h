// Where a piece of a model was written. Every token, syntax node and model element carries a
// SourceLocation, so that any later stage can point at the user's text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace gelenk {

struct SourceFile {
  std::string name;      // as shown to the user
  std::string text;      // whole contents, UTF-8
  bool library = false;  // part of the built-in class library
  bool setting = false;  // the value of a setting from outside
};

struct SourceLocation {
  std::shared_ptr<const SourceFile> file;  // null: not from a text
  std::uint32_t line = 0;                  // 1-based
  std::uint32_t column = 0;                // 1-based, in characters (code points)
};

}  // namespace gelenk
