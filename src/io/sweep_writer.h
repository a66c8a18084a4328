// The table of a sweep as JSON (doc/analyses/sweep.md).
#pragma once

#include <string>

#include "gelenk/sweep.h"

namespace gelenk {

std::string sweep_text(const SweepTable& table);

}  // namespace gelenk
