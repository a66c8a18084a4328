// From a graph to statements of a language: an assignment for what is used several times or has a name,
// everything else inside of what uses it. The order is that of the graph, so that the same function gives the
// same text.
#pragma once

#include "codegen/package.h"

namespace gelenk::codegen {

// How a language spells things.
class Language {
 public:
  virtual ~Language() = default;
  // Of anything but + − * /; operands are whole expressions that need no brackets as arguments of a call.
  virtual std::string call(Op op, const std::vector<std::string>& operands) const = 0;
  virtual std::string element(const Array& array, int entry) const = 0;
  virtual std::string define(const std::string& name, const std::string& expression) const = 0;
  virtual std::string assign(const Array& result, int entry,
                             const std::string& expression) const = 0;
  virtual std::string number(double x) const;
};

// What most languages call a function of one number; null where they differ, or it is none.
const char* find_common_name(Op op);

// The way in which C and most others write `format`, with {0}, {1}, {2} for operands: by operation.
std::string format_call(const std::string& format, const std::vector<std::string>& operands);

std::vector<std::string> write_statements(const Function& function, const Language& language);

}  // namespace gelenk::codegen
