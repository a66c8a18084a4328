// The result of a fit as JSON (doc/analyses/fit.md).
#pragma once

#include <string>

#include "gelenk/fit.h"

namespace gelenk {

std::string fit_text(const FitResult& result);

}  // namespace gelenk
