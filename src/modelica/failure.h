// Short forms for the errors this folder raises: a UserError with one finding at a place in the
// text.
#pragma once

#include <string>
#include <utility>

#include "base/error.h"

namespace gelenk::modelica {

[[noreturn]] inline void fail(std::string code, const SourceLocation& where, std::string message,
                              std::string hint = "", std::string component = "") {
  throw UserError(Diagnostic{std::move(code), where, std::move(component), std::move(message),
                             std::move(hint)});
}

// An error that ends the reading at once, where carrying on would only cost time: a limit was
// reached, or a class contains itself.
class Stop : public UserError {
 public:
  using UserError::UserError;
};

[[noreturn]] inline void stop(std::string code, const SourceLocation& where, std::string message,
                              std::string hint = "", std::string component = "") {
  throw Stop(Diagnostic{std::move(code), where, std::move(component), std::move(message),
                        std::move(hint)});
}

// "file:line:column" for a second place that a message or hint points at.
inline std::string describe_place(const SourceLocation& where) {
  if (!where.file) return "an unnamed place";
  return where.file->name + ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
}

}  // namespace gelenk::modelica
