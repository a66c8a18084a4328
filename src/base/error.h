// Errors that the user can fix. A Diagnostic says where, what is wrong, and what to do next; a
// UserError carries one or more of them. Numerical failure is not an error of this kind: it is a
// result (see analyses/). Our own mistakes are assertions (GELENK_ASSERT).
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "gelenk/error.h"
#include "gelenk/suggest.h"

namespace gelenk {

struct Diagnostic {
  std::string code;       // stable, e.g. "syntax", "unknown-class"; tests and documentation use it
  SourceLocation where;   // may be empty
  std::string component;  // instance path, may be empty
  std::string message;    // what is wrong: one sentence with expected and found
  std::string hint;       // what would be right; may be empty
};

// "file:line:column: error: message [code]\n  in component …\n  hint: …"
std::string format(const Diagnostic& diagnostic, std::string_view severity = "error");

class UserError : public InputError {
 public:
  explicit UserError(Diagnostic diagnostic);
  explicit UserError(std::vector<Diagnostic> diagnostics);
  const char* what() const noexcept override { return text_.c_str(); }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
  std::string text_;
};

// Candidates that a mistyped name may have meant, nearest first, at most `most` of them.
std::vector<std::string> find_near_names(std::string_view name,
                                         const std::vector<std::string>& candidates,
                                         std::size_t most = 3);

[[noreturn]] void fail_assertion(const char* condition, const char* file, int line);

}  // namespace gelenk

#define GELENK_ASSERT(condition) \
  ((condition) ? void(0) : ::gelenk::fail_assertion(#condition, __FILE__, __LINE__))
