// Native elements that the reader puts into a component where equations or a field say what acts at a frame: they have a name that
// nobody can write, and are not drawn.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/component.h"

namespace gelenk::modelica {

enum class LoadAxes { world = 1, frame_b = 2 };

// A force or torque on what is connected to frame_b of the element, in these axes.
std::unique_ptr<Component> make_load_element(const Component& parent, const std::string& name,
                                             bool is_torque, LoadAxes axes,
                                             std::vector<symbolic::Expression> values,
                                             const SourceLocation& where);

}  // namespace gelenk::modelica
