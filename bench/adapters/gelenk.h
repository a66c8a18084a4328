// Gelenk's own formulations, as libraries to be measured.
#pragma once

#include <vector>

#include "library.h"

namespace gelenk::bench {

std::vector<const Library*> gelenk_libraries();

}  // namespace gelenk::bench
