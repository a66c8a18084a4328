// What is wrong with the words of a command line, and what to write: in the form of all other errors, in place of the texts of the
// library that parses them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gelenk::cli {

// "error: … [option]\n  hint: …\n" for a command line that could not be parsed.
std::string describe_option_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace gelenk::cli
