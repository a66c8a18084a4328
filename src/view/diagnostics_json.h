// Faults of a model as JSON, with the line of the text they point at.
#pragma once

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace gelenk {

nlohmann::ordered_json write_diagnostic(const Diagnostic& diagnostic, const std::string& severity);
nlohmann::ordered_json write_diagnostics(const std::vector<Diagnostic>& diagnostics,
                                         const std::string& severity = "error");

// JSON as text; bytes that are no UTF-8 are replaced.
std::string write_text(const nlohmann::ordered_json& json);

}  // namespace gelenk
