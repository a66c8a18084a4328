#include "model/entries.h"

namespace gelenk {

std::vector<std::string> list_entries(const std::string& name, const std::vector<int>& dims) {
  std::vector<std::string> entries = {name};
  for (std::size_t k = 0; k < dims.size(); ++k) {
    std::vector<std::string> longer;
    for (const std::string& entry : entries) {
      for (int i = 1; i <= dims[k]; ++i)
        longer.push_back(entry + (k == 0 ? "[" : ",") + std::to_string(i));
    }
    entries = std::move(longer);
  }
  if (!dims.empty()) {
    for (std::string& entry : entries) entry += "]";
  }
  return entries;
}

}  // namespace gelenk
