// Ports of a whole system: the bodies and shafts of the model's own connectors, where these are open
// (RootPorts::are_open). Loads on them come from somebody who knows nothing else of the system.
#pragma once

#include <string>
#include <vector>

#include "topology/classes.h"
#include "topology/system.h"

namespace gelenk {

struct OpenPortList {
  struct Port {
    NodeIndex node;  // of the root
    bool is_ground;
  };
  struct Frame {
    std::string name;  // of the connector
    int port;
    Pose<double> X_BF;  // on the port's body
  };
  struct Flange {
    std::string name;                          // of the connector
    bool turns;                                // else it slides
    bool has_fixed_position, has_fixed_speed;  // at the start
    int shaft;                                 // in Axes::shafts
    int train;                                 // in trains; −1: ground holds it
    double ratio, offset;                      // position = ratio · x of the train + offset
  };
  std::vector<Port> ports;  // connectors on one body share one
  std::vector<Frame> frames;
  std::vector<Flange> flanges;
  std::vector<int>
      trains;  // in Axes::trains: those that flanges stand on, and that something moves
};

// Throws UserError where a port has no mass to stand on, or a shaft no inertia. Empty where connectors are not open.
OpenPortList list_open_ports(const System& system);

// Which nodes of a system hang together by joints. What hangs on ground cannot be moved as a whole.
class Islands {
 public:
  // Asks compiled components which of their ports they move together.
  explicit Islands(const System& system);

  static constexpr int ground = 0;
  int find(const Subsystem& sub, NodeIndex node) { return islands_.find(first_[sub.id] + node); }
  // Ports of compiled components that their other ports move with, if any does.
  struct Carrier {
    const Subsystem* compiled;
    PortIndex port;
  };
  const std::vector<Carrier>& carriers() const { return carriers_; }

 private:
  void collect(const Subsystem& sub);
  void join(const Subsystem& sub);

  std::vector<int> first_;  // by number of the subsystem: of its nodes among all
  Classes islands_{0};
  std::vector<Carrier> carriers_;
};

}  // namespace gelenk
