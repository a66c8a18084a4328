// Positions of a mechanism that have a name: coordinates of joints, in the tree or measured where they close a loop, positions of
// flanges, points of frames in the world. What motion may be told by, and what an actuator may act along: with the rate of a position
//   ẋ = P v                                                                                          (1)
// a force F that does the work F x is Pᵀ F along the speeds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formulations/formulation.h"
#include "topology/quantities/signal_catalog.h"

namespace gelenk {

struct PositionSignal {
  Signal x, v, a;        // the position, its speed and its acceleration
  int speed = -1;        // in v, of a coordinate of the tree: its row of P is a one there
  bool is_axis = false;  // a coordinate of a joint, or a flange: something may act along it
  int carrier = -1;      // in v: of the coordinate that it is, under a name of its own
  // A pose tells it but for whole turns.
  bool lacks_turns() const { return x.lacks_turns; }
};

// Nothing where the signal is none.
std::optional<PositionSignal> take_position(const Signal& signal);
// Throws UserError "option", which says what `option` names instead.
PositionSignal find_position(const System& system, const std::string& name, const char* option);
// Coordinates of joints, one name for each, in the order of the model; and of shafts that are behind no joint.
std::vector<PositionSignal> list_axes(const System& system);

// Whether a and b are the same position, under other names.
bool is_same(const PositionSignal& a, const PositionSignal& b);

// At a position: x, without whole turns where these are unknown, and P.
Vector calc_positions(Formulation& formulation, const std::vector<PositionSignal>& positions,
                      const Vector& q);
Matrix calc_position_rows(Formulation& formulation, const std::vector<PositionSignal>& positions,
                          const Vector& q);

}  // namespace gelenk
