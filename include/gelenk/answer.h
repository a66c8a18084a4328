// Answers of analyses as files.
#pragma once

#include <string>

#include "gelenk/export.h"

namespace gelenk {

// Throws InputError where a text could not be written to `path` later on: it is not that of a JSON file, it cannot be created, or it is the
// model's own. Empty and "-" are fine. To be asked before long work.
GELENK_EXPORT void check_answer(const std::string& path, const std::string& model_file);

// The same of a file of columns, CSV or MAT-file, beside that answer.
GELENK_EXPORT void check_columns(const std::string& path, const std::string& answer,
                                 const std::string& model_file);

// Creates or replaces the file; "-": standard output. Throws InputError where that fails.
GELENK_EXPORT void write_answer(const std::string& path, const std::string& text);

}  // namespace gelenk
