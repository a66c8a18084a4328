#include "settings.h"

#include <algorithm>
#include <cstdio>

#include "gelenk/suggest.h"

namespace gelenk::cli {

bool split_pairs(const std::vector<std::string>& texts, const char* option, const char* form,
                 std::vector<std::pair<std::string, std::string>>& pairs) {
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      std::fprintf(stderr, "error: %s %s has no '=' [option]\n  hint: write %s %s\n", option,
                   text.c_str(), option, form);
      return false;
    }
    pairs.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return true;
}

bool parse_settings(const std::vector<std::string>& given,
                    std::vector<std::pair<std::string, std::string>>& settings) {
  return split_pairs(given, "--set", "path=value, for example --set body.m=2", settings);
}

bool check_word(const char* option, const std::string& word,
                const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), word) != words.end()) return true;
  std::fprintf(stderr, "error: there is no %s '%s' [option]\n  hint: %s\n", option, word.c_str(),
               suggest(word, words).c_str());
  return false;
}

void add_library_option(CLI::App& command, std::vector<std::string>& libraries) {
  command
      .add_option("--library", libraries,
                  "Where to look for packages that the model names: a folder that holds them, a "
                  "package's own folder, or a .mo file; may be repeated; before MODELICAPATH")
      ->allow_extra_args(false);
}

}  // namespace gelenk::cli
