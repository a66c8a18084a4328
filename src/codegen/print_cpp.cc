// C++11: a header with inline functions in a namespace.
#include <fmt/format.h>

#include "codegen/c_language.h"
#include "codegen/printers.h"

namespace gelenk::codegen {

std::vector<SourceText> print_cpp(const Package& package) {
  std::string text;
  for (const std::string& line : describe(package))
    text += line.empty() ? "//\n" : "// " + line + "\n";
  text +=
      "//\n// Matrices are stored by rows. Results must not overlap arguments. Nothing is "
      "allocated or kept.\n"
      "#pragma once\n\n#include <cmath>\n\n";
  text += fmt::format("namespace {} {{\n", package.identifier);
  for (const Function& f : package.functions) {
    text +=
        fmt::format("\n// {}\n// {}\ninline void {}({}) {{\n{}}}\n", f.meaning, describe_cost(f),
                    f.name, CLanguage::list_parameters(f), CLanguage("std::").write_body(f));
  }
  text += fmt::format("\n}}  // namespace {}\n", package.identifier);
  return {{package.identifier + ".hpp", text}};
}

}  // namespace gelenk::codegen
