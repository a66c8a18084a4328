// Arithmetic, relations and logic on values: scalars, vectors, matrices, laws of time
// (Modelica Language Specification 3.6, chapters 3 and 10.6).
#pragma once

#include <string>

#include "modelica/values/datum.h"

namespace gelenk::modelica {

Datum apply_unary(const std::string& op, const Datum& a, const SourceLocation& where);
Datum apply_binary(const std::string& op, const Datum& a, const Datum& b,
                   const SourceLocation& where);

// Entry by entry, scalars repeated; `type` is that of the result.
Datum map_entries(symbolic::Op op, BasicType type, const Datum& a, const SourceLocation& where);
Datum map_entries(symbolic::Op op, BasicType type, const Datum& a, const Datum& b,
                  const SourceLocation& where);

// condition is a scalar law: entry by entry select(condition, a, b).
Datum select_by_law(const Datum& condition, const Datum& a, const Datum& b,
                    const SourceLocation& where);

Datum multiply(const Datum& a, const Datum& b, const SourceLocation& where);
Datum transpose(const Datum& a, const SourceLocation& where);

}  // namespace gelenk::modelica
