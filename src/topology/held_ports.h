// Connectors of a part that runs alone and that ground holds (RootPorts::Hold).
#pragma once

#include "topology/clusters.h"

namespace gelenk {

// What such a connector is fastened to becomes part of ground: no coordinates, no equations. Where a joint stands between that
// and ground, the joint would be left with one body at both its ends; those holds are moved from `holds` to `welds`.
void separate_welds(Contents& contents);

// The welds as equations that keep the joints they act on.
void place_welds(const Contents& contents, const FramePlaces& places,
                 Subsystem& subsystem);

}  // namespace gelenk
