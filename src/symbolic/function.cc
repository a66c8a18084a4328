#include "symbolic/function.h"

#include "base/error.h"

namespace gelenk::symbolic {

int CallList::add(FunctionPtr function, std::vector<int> cells) {
  GELENK_ASSERT(function->operand_count() == static_cast<int>(cells.size()));
  entries_.push_back({function->call(), function->data(), static_cast<int>(cells_.size()),
                      static_cast<int>(cells.size())});
  cells_.insert(cells_.end(), cells.begin(), cells.end());
  functions_.push_back(std::move(function));
  return static_cast<int>(entries_.size()) - 1;
}

}  // namespace gelenk::symbolic
