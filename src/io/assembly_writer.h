// An assembly as JSON text: doc/analyses/assemble.md says what stands where.
#pragma once

#include <string>

#include "gelenk/assemble.h"

namespace gelenk {

std::string assembly_text(const AssemblyReport& report);

}  // namespace gelenk
