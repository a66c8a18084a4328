// Components that say what others say. Elements of an array that are alike are copies of one: what
// a copy says it shares with its original; its own are its name, its path and its place in the
// tree.
#pragma once

#include "model/component.h"
#include "modelica/session.h"

namespace gelenk::modelica {

// Whether equations or laws that stand directly in the component name quantities of the model: by
// their paths, which a copy would have to change.
bool names_quantities(const Component& component);

// What stands directly in the component, without its parts.
Session::Contents count_own(const Component& component);

// Where lists of `component` say what those of `other` say, they become one.
void share_lists(const Component& other, Component& component);

// Gives `copy`, which has a name, a path and a parent, all else that the complete component
// `original` has. What is outer to the original is so to the copy; what is outer to a part and
// inside the original means its counterpart in the copy.
void copy_contents(const Component& original, Component& copy);

}  // namespace gelenk::modelica
