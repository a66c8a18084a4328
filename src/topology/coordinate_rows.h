// From a relation that the model states between coordinates or speeds of joints
// (elements/coordinate_relation.h) to a row on the joints of a subsystem: names become joints, the
// residual an expression of numbered inputs.
#pragma once

#include "elements/coordinate_relation.h"
#include "topology/quantities/definitions.h"
#include "topology/system.h"

namespace gelenk {

// Adds the row; one that names nothing adds none. The joints that it names must carry coordinates,
// and are preferred for that. Throws UserError for residuals that are no such equation.
void add_coordinate_row(const CoordinateRelation& relation, const Component& component,
                        const Definitions& definitions, Subsystem& sub);

}  // namespace gelenk
