// What a mistyped name may have meant, for the hints of errors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gelenk/export.h"

namespace gelenk {

// "did you mean 'a', 'b' or 'c'?" or, without near names, the sorted list of what there is
// (shortened when long); empty without candidates.
GELENK_EXPORT std::string suggest(std::string_view name,
                                  const std::vector<std::string>& candidates);

}  // namespace gelenk
