// What holds at the start only: values of discrete variables and of parameters with fixed = false.
#pragma once

#include <optional>

#include "modelica/instances/instantiate.h"

namespace gelenk::modelica {

// Whether a parameter is found at the start: fixed = false.
bool is_found_at_start(Instance& instance, int index, Instantiator& instantiator);

// The value of such a parameter where an initial equation p = … or an initial algorithm gives it, from parameters and from
// time, which is there the StartTime of the model's experiment. Nothing where it has to be solved for: it is then a variable that
// does not change.
std::optional<Datum> find_initial_value(Instance& instance, int index, Instantiator& instantiator);

// Whether an initial equation says what such a parameter is.
bool gives_parameter(const Equation& equation, Instance& instance, Instantiator& instantiator);

// Whether a when of the component gives the variable values.
bool is_changed_by_when(const std::string& variable, const Component& component);

// variable = value at the start, of a variable that jumps: one that a when changes, or what pre(…) of another is then.
void give_initial_value(const Assignment& given, Component& component);

}  // namespace gelenk::modelica
