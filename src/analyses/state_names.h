// What the entries of q and v are called, and their units: for whoever shows states, saves them, or hands them over.
#pragma once

#include <string>
#include <vector>

#include "topology/system.h"

namespace gelenk {

struct NamedEntry {
  std::string name, unit;
};

struct StateNames {
  // One per entry of q and of v. Names are those of signals where there is one ("hinge.phi", "body.r_0[1]"); else the
  // joint with the number of the entry ("free.q[4]", "free.v[1]"). No two are the same.
  std::vector<NamedEntry> q, v;
};

StateNames list_state_names(const System& system);

// Of each row of Closure the joint, component or relation that it belongs to: "joint 'pin'".
std::vector<std::string> list_closure_names(const System& system);

}  // namespace gelenk
