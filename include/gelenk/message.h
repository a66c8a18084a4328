// The parts of an InputError's message, for programs that show them in their own way.
#pragma once

#include <string>
#include <vector>

#include "gelenk/error.h"
#include "gelenk/export.h"

namespace gelenk {

struct Message {
  std::string code;                   // "unknown-class"
  std::string file;                   // empty: of no text
  unsigned line = 0, column = 0;      // from 1 on, in characters; 0: of the file as a whole
  std::string source;                 // the text of that line
  std::string text, component, hint;  // component and hint may be empty
};

GELENK_EXPORT std::vector<Message> list_messages(const InputError& error);

}  // namespace gelenk
