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

// condition is a scalar law: entry by entry select(condition, a, b). Entries that are the same in
// both stay what they are; of records the members are chosen.
Datum select_by_law(const Datum& condition, const Datum& a, const Datum& b,
                    const SourceLocation& where);

// Entries, those of members of records one by one; and how many of them are not the same, at most,
// in two values. Values of different shape differ in all.
std::size_t count_entries(const Datum& a);
std::size_t count_differing(const Datum& a, const Datum& b);

Datum multiply(const Datum& a, const Datum& b, const SourceLocation& where);
Datum transpose(const Datum& a, const SourceLocation& where);

}  // namespace gelenk::modelica
