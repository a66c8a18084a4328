#include "analyses/globs.h"

#include <algorithm>

namespace gelenk {

bool matches_glob(std::string_view glob, std::string_view name) {
  std::size_t g = 0, n = 0, star = std::string_view::npos, resume = 0;
  while (n < name.size()) {
    if (g < glob.size() && (glob[g] == '?' || glob[g] == name[n]) && glob[g] != '*') {
      ++g;
      ++n;
    } else if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = n;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

std::vector<std::string> split_globs(const std::string& globs) {
  std::vector<std::string> result(1);
  int depth = 0;
  for (char c : globs) {
    if (c == '[') ++depth;
    if (c == ']') --depth;
    if (c == ',' && depth <= 0) {
      result.emplace_back();
    } else if (c != ' ') {
      result.back() += c;
    }
  }
  result.erase(std::remove(result.begin(), result.end(), ""), result.end());
  return result;
}

}  // namespace gelenk
