// Targets: a printer for each language, in a file of its own, and the list of them.
#pragma once

#include "codegen/package.h"

namespace gelenk::codegen {

std::vector<SourceText> print_c(const Package& package);
std::vector<SourceText> print_cpp(const Package& package);
std::vector<SourceText> print_python(const Package& package);
std::vector<SourceText> print_julia(const Package& package);
std::vector<SourceText> print_matlab(const Package& package);

struct Target {
  const char* name;
  std::vector<SourceText> (*print)(const Package& package);
};
const std::vector<Target>& targets();

// A name that is an identifier, and no reserved word, in every target.
std::string make_identifier(const std::string& name);

}  // namespace gelenk::codegen
