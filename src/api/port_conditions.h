// What happens at the ports of a part that runs alone: `gelenk run --port name=fixed|free|{fx,fy,fz,tx,ty,tz}`. In: the
// model and the conditions as text. Out: what topology is to put at the model's own connectors.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "topology/system.h"

namespace gelenk {

// Throws UserError for names and values that are not what they should be.
//
// A port that is fixed stands where the start values put it when nothing holds the part. Where they do not say where
// the part is as a whole (no joint, constraint or spring ties it to ground, no body states a start), the first fixed port
// stands at the origin, with the axes of the world.
RootPorts read_port_conditions(const ModelTree& model,
                               const std::vector<std::pair<std::string, std::string>>& conditions);

}  // namespace gelenk
