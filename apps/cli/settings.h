// Options that may be repeated and that every command has which reads a model.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

namespace gelenk::cli {

// `form`: what to write, for the message on stderr where one has no '='; false then.
bool split_pairs(const std::vector<std::string>& texts, const char* option, const char* form,
                 std::vector<std::pair<std::string, std::string>>& pairs);

// --set path=value
bool parse_settings(const std::vector<std::string>& given,
                    std::vector<std::pair<std::string, std::string>>& settings);

// Whether an option has one of the words that it can have; false is said on stderr.
bool check_word(const char* option, const std::string& word,
                const std::vector<std::string>& words);

// --library
void add_library_option(CLI::App& command, std::vector<std::string>& libraries);

}  // namespace gelenk::cli
