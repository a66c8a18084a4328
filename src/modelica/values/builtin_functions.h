// The functions of the language that take values and return a value: elementary mathematics, array
// construction, reductions, conversions (Modelica Language Specification 3.6, chapters 3.7
// and 10.3). Functions that see more than values (size, reductions with iterators) are in
// evaluate.cc.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "modelica/values/datum.h"

namespace gelenk::modelica {

bool is_builtin_function(const std::string& name);
std::vector<std::string> list_builtin_functions();

// Nothing when there is no such function; errors for wrong arguments.
std::optional<Datum> call_builtin_function(const std::string& name,
                                           const std::vector<Datum>& arguments,
                                           const SourceLocation& where);

// String(value, significantDigits = …, minimumLength = …, leftJustified = …, format = …)
Datum convert_to_string(const std::vector<Datum>& positional,
                        const std::vector<std::pair<std::string, Datum>>& named,
                        const SourceLocation& where);

// What stands in for functions that need equations or events; empty when `name` is none of them.
std::string explain_unsupported_function(const std::string& name);

}  // namespace gelenk::modelica
