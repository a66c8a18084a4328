// Loads at connectors: what flows through frame_a and frame_b of every element. Joints and forces know
// theirs. Inside a rigid cluster the balance of each connection (loads sum to zero) and of each rigid
// element (loads give its inertia what it needs) determines the rest, from the leaves inwards. Where
// rigid parts form a loop, or two of them hold a body to ground, rigid-body mechanics leaves the split
// undetermined; the surplus connections are then taken as free of load.
#pragma once

#include <vector>

#include "formulations/formulation.h"

namespace gelenk {

class CutLoads {
 public:
  explicit CutLoads(const System& system) : system_(system) {}

  // Load on the component of frame `frame` of `sub.frames`, from outside, about the frame's origin and
  // in its own axes. For the state that the formulation evaluated last; computed once per state.
  Vec6<double> get(Formulation& formulation, const Subsystem& sub, int frame);
  // The state has changed.
  void forget();

 private:
  // One frame of a rigid element (or of a part's port body) in a connection set.
  struct Edge {
    int set, body;
    int frame = -1;       // index in sub.frames, or
    int part_frame = -1;  // index in sub.part_frames
  };
  struct Body {
    bool ground = false;
    bool holds_port = false;  // ground at an own connector of the model
    bool is_port = false;
    NodeIndex node = -1;                     // port body
    std::optional<Inertia<double>> inertia;  // rigid element
    int frame = -1;                          // one of its frames, where the element sits
    Pose<double> X_FE;                       // element on that frame
    std::vector<int> edges;
  };
  struct Plan {
    const Subsystem* sub = nullptr;
    const Subsystem* parent = nullptr;
    std::vector<Edge> edges;
    std::vector<Body> bodies;
    std::vector<std::vector<int>> edges_of_set;
    struct Terminal {
      int frame, joint, force;
      bool second;
    };  // known loads: joint or force frames
    std::vector<Terminal> terminals;
    std::vector<int> own_frames;  // own connectors, inside view
    std::vector<std::pair<int, Vec6<double>>>
        port_loads;  // of own frames: loads given from outside
    std::vector<std::pair<int, int>> port_welds;  // own frame, joint that welds it to ground
    // Values, world axes, about the frame's origin.
    std::vector<Vec6<double>> frame_load;  // per sub.frames
    std::vector<Vec6<double>> part_frame_load;
    bool known = false;
  };

  void plan(const Subsystem& sub, const Subsystem* parent);
  void plan_ports(const RootPorts& ports);
  void compute(Formulation& formulation, Plan& plan);

  const System& system_;
  std::vector<Plan> plans_;  // by subsystem number; made when the first load is asked for
};

}  // namespace gelenk
