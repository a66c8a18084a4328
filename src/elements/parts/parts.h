// The rigid element kinds; each is defined in its own file.
#pragma once

#include "elements/rigid_element.h"

namespace gelenk {

extern const RigidKind world_kind, fixed_kind, fixed_translation_kind, fixed_rotation_kind;
extern const RigidKind body_kind, body_shape_kind, body_box_kind, body_cylinder_kind,
    point_mass_kind;
extern const RigidKind cut_force_kind, cut_torque_kind, cut_force_and_torque_kind, power_kind;

}  // namespace gelenk
