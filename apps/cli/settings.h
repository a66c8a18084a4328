// Options of the form name=value, which may be repeated and which several commands have.
#pragma once

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

}  // namespace gelenk::cli
