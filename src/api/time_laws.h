// Expressions that a user gives beside the model: laws of time, and numbers.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "symbolic/expression.h"

namespace gelenk {

// Modelica expressions of `time` and of what can be found from the top (Modelica.Constants.pi, also as pi). `what`: how an error names the
// expression, "--motion hinge.phi". Throws UserError "option".
symbolic::Expression read_time_law(const std::string& what, const std::string& text);
// One that does not change.
double read_number(const std::string& what, const std::string& text);
// "lin(a, b, n)", "log(a, b, n)" or a list, "a, b, c", also in braces; each is an expression.
std::vector<double> read_numbers(const std::string& what, const std::string& text);

}  // namespace gelenk
