// Ports of a whole system: the bodies of the model's own connectors, where these are open
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
  std::vector<Port> ports;  // connectors on one body share one
  std::vector<Frame> frames;
};

// Throws UserError where a port has no mass to stand on. Empty where connectors are not open.
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
