// Modelica expressions back to text, for the library's reference: defaults as a reader would write
// them, with no more parentheses than needed.
#pragma once

#include <string>

#include "modelica/syntax/ast.h"

namespace gelenk {

std::string write_expression(const modelica::Expr& expression);

}  // namespace gelenk
