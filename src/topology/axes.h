// The 1-D part of a model: what turns about or slides along one axis, behind joints or on its own. It
// knows no component borders: flanges connect across them, and a plain list of the whole system says
// what there is.
//
//   shaft   a connection of flanges: one position for all
//   train   shafts that rotors, rods and gears tie together: one coordinate x for all, with
//           position of a shaft = ratio · x + offset                                              (1)
// A train's coordinate is that of a tree joint on it. Where there is none, topology adds a massless body
// on ground that has x as its only motion, so that a train is a joint to everyone else. Further joints on a
// train, and joints that close loops, are tied to x by rows between coordinates:
//   Σ coefficient · coordinate = constant                                                         (2)
// The coordinate of a closing joint in (2) is measured from the poses of its frames.
//
// Flanges of compiled components tie a train to shafts of which nothing is known but that they move. Where nothing else says how
// the train moves (no joint, no inertia, no ground, no drive), x is the position of such a flange.
//
// A train held by ground has no coordinate (ratio 0) unless a joint is on it. One that a law moves, or that
// ground holds at a joint, is driven: its acceleration is known, its force is not. With the order of the drive
// (axis_element.h) so is x(t), or its speed, or
//   ẍ = law(t) − k_x x − k_v ẋ                                                                    (3)
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "elements/axes/axis_element.h"
#include "model/component.h"

namespace gelenk {

struct Subsystem;
struct System;

struct JointRef {
  Subsystem* sub = nullptr;
  int joint = -1;  // in the subsystem
};

struct Shaft {
  bool turns = true;  // else it slides
  int train = -1;
  double ratio = 1.0, offset = 0.0;  // (1)
};

struct Train {
  std::string name;      // path of a component on it
  double inertia = 0.0;  // against x
  JointRef carrier;      // whose coordinate x is; none: held by ground, or
  int port = -1;         // in Axes::ports, the flange whose position x is
  bool driven = false;
  const Component* holder = nullptr;  // ground or drive
  symbolic::Expression law;           // driven: x(t), ẋ(t) or that of (3)
  AxisDrive drive;
  int first_law = -1;  // driven: number of that law, which its derivatives follow
};

struct PlacedAxisElement {
  const Component* component;
  AxisElement element;
  int shaft_a = -1, shaft_b = -1, shaft_s = -1;  // −1: ground; s: the housing of a gear or bearing
  int first_law = -1;                            // number of its law
};

// A joint with an axis flange, or a line with flanges.
struct AxisJoint {
  JointRef joint;
  int shaft;
};

// A flange of a compiled component.
struct FlangePort {
  const Subsystem* sub;
  int flange;  // of the component
  int shaft;
};

// Flanges that are connected to each other are a set, in which flows add up to zero. A composite's flange is in two: one with
// what is outside of it, and one with what is inside.
struct PlacedFlange {
  const Component* component;
  std::string connector;
  int shaft;
  int outer = -1, inner = -1;  // sets; inner −1: not a composite's
};

struct Axes {
  std::vector<Shaft> shafts;
  std::vector<Train> trains;
  std::vector<PlacedAxisElement> elements;
  std::vector<AxisJoint> joints;
  std::vector<FlangePort> ports;      // where compiled components are parts of their own
  std::vector<PlacedFlange> flanges;  // of elements, joints and composites
  int sets = 0;                       // of flanges
};

// Equation (2).
struct TrainRow {
  struct Term {
    JointRef joint;  // of one degree of freedom, or measured (measure_axis)
    double coefficient;
  };
  std::vector<Term> terms;
  double constant = 0.0;
  std::string name;  // for messages
  const Component* component = nullptr;
};

// What the builder finds of it while it walks through the components.
struct AxisContents {
  using Key = std::pair<const Component*, std::string>;  // component, connector
  std::vector<std::pair<const Component*, AxisElement>> elements;
  struct Connection {
    Key a, b;
    const Component* in;  // whose connect it is
  };
  std::vector<Connection> connections;
};

bool is_flange(const Connector& connector);

// What a component whose equations give the flow into one of its flanges exerts there.
AxisElement make_given_flow(const Component& component, const Connector& flange);

// The flanges of a joint, or of a line between two frames: of the shaft that shares its coordinate, and of
// the housing, which stands at zero. Empty where there are none.
struct JointFlanges {
  std::string axis, support;
};
JointFlanges find_flanges(const Component& joint);
inline bool has_axis_flange(const Component& joint) { return !find_flanges(joint).axis.empty(); }

// Fills axes and rows of the system, whose subsystems are complete but for coordinate numbers, and adds the
// bodies of trains without a joint to its root. Throws UserError for shafts that nothing moves, that are held
// twice, or that gears lock.
void build_axes(const AxisContents& contents, System& system);

}  // namespace gelenk
