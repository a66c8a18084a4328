// The summary of a run as JSON.
#pragma once

#include <string>

#include "gelenk/run.h"

namespace gelenk {

// The JSON text, indented, with a newline at its end.
std::string summary_text(const RunSummary& summary);

// Path "-": standard output. Throws UserError when the file cannot be written.
void write_summary(const RunSummary& summary, const std::string& path);

}  // namespace gelenk
