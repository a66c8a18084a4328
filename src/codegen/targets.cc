#include <set>

#include "codegen/printers.h"

namespace gelenk::codegen {

const std::vector<Target>& targets() {
  static const std::vector<Target> all = {{"c", print_c},
                                          {"cpp", print_cpp},
                                          {"python", print_python},
                                          {"julia", print_julia},
                                          {"matlab", print_matlab}};
  return all;
}

// The identifier names a namespace in C++, a module in Python and Julia, and begins the names of functions in
// the others.
std::string make_identifier(const std::string& name) {
  static const std::set<std::string> reserved = {
      "alignas",   "alignof",  "and",        "as",         "asm",     "assert",    "async",
      "auto",      "await",    "baremodule", "begin",      "bitand",  "bitor",     "bool",
      "break",     "case",     "catch",      "char",       "class",   "compl",     "concept",
      "const",     "continue", "def",        "default",    "del",     "delete",    "do",
      "double",    "elif",     "else",       "elseif",     "end",     "enum",      "except",
      "explicit",  "export",   "extern",     "false",      "finally", "float",     "for",
      "friend",    "from",     "function",   "global",     "goto",    "if",        "import",
      "in",        "inline",   "int",        "is",         "lambda",  "let",       "local",
      "long",      "macro",    "math",       "module",     "mutable", "namespace", "new",
      "noexcept",  "nonlocal", "not",        "nullptr",    "numpy",   "operator",  "or",
      "otherwise", "parfor",   "pass",       "persistent", "private", "protected", "public",
      "quote",     "raise",    "register",   "requires",   "return",  "short",     "signed",
      "sizeof",    "spmd",     "static",     "std",        "struct",  "switch",    "template",
      "this",      "throw",    "true",       "try",        "typedef", "typeid",    "typename",
      "union",     "unsigned", "using",      "virtual",    "void",    "volatile",  "while",
      "with",      "xor",      "yield"};
  std::string identifier = name;
  for (char& c : identifier) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!fits) c = '_';
  }
  const auto first = identifier.find_first_not_of('_'), last = identifier.find_last_not_of('_');
  identifier = first == std::string::npos ? "model" : identifier.substr(first, last - first + 1);
  if (identifier[0] >= '0' && identifier[0] <= '9') identifier = "model_" + identifier;
  if (reserved.count(identifier) > 0) identifier += "_model";
  return identifier;
}

}  // namespace gelenk::codegen
