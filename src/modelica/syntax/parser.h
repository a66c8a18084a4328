// Text to syntax tree, for the whole Modelica 3.6 grammar. Input is hostile until parsed: nesting
// is bounded, nothing is quadratic, the first syntax error is thrown as UserError with code
// "syntax", its location, what was expected and what stood there.
#pragma once

#include "modelica/syntax/ast.h"

namespace gelenk::modelica {

StoredDefinition parse(std::shared_ptr<const SourceFile> file);

// A lone expression, for values of settings (path=value).
ExprPtr parse_expression(std::shared_ptr<const SourceFile> file);

}  // namespace gelenk::modelica
