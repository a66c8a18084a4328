// Operations with a jump or a kink (relations, abs, min, floor, mod …), as they behave between events. Such
// an operation has a mode: which side of the relation holds, which of two operands is taken, the whole
// number below. While the mode is held the operation is a smooth function of its operands, also beyond the
// place where the mode would change; indicators say when that place is passed. A sign change of an
// indicator is an event, and there the mode is taken anew.
//
// Indicators are never zero: at equality they have the sign of the side to which equality belongs
// (a < b is false at a = b, a <= b is true). So their signs say exactly which mode holds.
#pragma once

#include "symbolic/expression.h"

namespace gelenk::symbolic {

// Most indicators that an operation has.
inline constexpr int most_indicators = 2;

// Number of indicators; 0 for a smooth operation.
int count_indicators(Op op);
// The mode that fits the operands.
double find_mode(Op op, double a, double b);
// Whether a held mode is all of the value, whatever the operands become: of relations, sign, floor, ceil.
bool is_held_whole(Op op);
// Value of the operation with its mode held.
double apply_held(Op op, double mode, double a, double b);
// The signs that the indicators have while the mode fits.
void find_signs(Op op, double mode, int* signs);
// Writes count_indicators(op) values.
void calc_indicators(Op op, double mode, double a, double b, double* indicators);

}  // namespace gelenk::symbolic
