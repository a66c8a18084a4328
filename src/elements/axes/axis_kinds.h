// The classes of 1-D elements, in groups of one file each. A new class is an entry in the list of its file.
#pragma once

#include <span>

#include "elements/axes/axis_element.h"

namespace gelenk {

std::span<const AxisKind> rigid_axis_kinds();       // ground, rotors, rods, gears
std::span<const AxisKind> compliance_axis_kinds();  // springs, dampers
std::span<const AxisKind> contact_axis_kinds();     // gaps, backlash
std::span<const AxisKind> source_axis_kinds();      // prescribed motions and forces
std::span<const AxisKind> holder_axis_kinds();      // friction, stops, locks

std::span<const AxisKind> sensor_axis_kinds();  // motion of flanges

}  // namespace gelenk
