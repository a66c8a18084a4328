// What a printer prints: functions with what their headings say. And what it makes: files.
#pragma once

#include <string>
#include <vector>

#include "codegen/function.h"

namespace gelenk::codegen {

struct NamedNumber {
  std::string name, unit;
};

struct Package {
  std::string model;                 // full name
  std::string identifier;            // of files and functions, valid in every language
  std::string version;               // of the program
  std::vector<NamedNumber> q, v, u;  // entries of the arguments
  std::vector<Function> functions;
};

struct SourceText {
  std::string name, text;  // name of the file
};

// Lines of the heading, without marks of comments: model, operations, arguments.
std::vector<std::string> describe(const Package& package);
// One line on what a function costs.
std::string describe_cost(const Function& function);
// "t, q[6], v[6] -> tau[6]"
std::string describe_signature(const Function& function);

}  // namespace gelenk::codegen
