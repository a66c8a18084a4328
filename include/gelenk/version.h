// The version of the library that the program runs with, as "0.1.0": MAJOR.MINOR.PATCH.
#pragma once

#include "gelenk/export.h"

namespace gelenk {

GELENK_EXPORT const char* version();

}  // namespace gelenk
