// Replaces the variables of an expression by other expressions: the reader knows them by name only, and
// whoever knows what the names mean puts that in their place.
#pragma once

#include <functional>
#include <vector>

#include "symbolic/expression.h"

namespace gelenk::symbolic {

// What takes the place of a variable; its own variables are not replaced again.
using Meaning = std::function<Expression(const std::string& name)>;
Expression substitute(const Expression& e, const Meaning& meaning);
// The same in each of them; what they have in common stays so.
void substitute_all(const std::vector<Expression*>& expressions, const Meaning& meaning);

// What takes the place of an input; the same input where it stays.
using InputMeaning = std::function<Expression(const Expression& input)>;
Expression substitute_inputs(const Expression& e, const InputMeaning& meaning);

// Names of the variables that occur, each once, in the order of their first use.
std::vector<std::string> list_variables(const Expression& e);

// Whether an input occurs of which the flag, by its number, is set.
bool reads_any(const Expression& e, const std::vector<char>& inputs);

// Whether an operation that jumps or bends (switches.h) depends on an input.
bool jumps_or_bends_by(const Expression& e, int input);

// Whether time itself occurs.
bool depends_on_time(const Expression& e);

// Whether an operation that jumps or bends occurs (switches.h), or a choice between two values.
bool has_switches(const Expression& e);

}  // namespace gelenk::symbolic
