// A CSV file of cases: names of parameters, and below them values as texts, row by row.
#pragma once

#include <string>
#include <vector>

namespace gelenk {

struct CaseFile {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;  // of values, one for each name
};

// Units in the names, "arm.m [kg]", are not names. Throws UserError for what is not such a file.
CaseFile read_case_file(const std::string& path);

}  // namespace gelenk
