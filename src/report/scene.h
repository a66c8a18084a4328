// The scene of a model: its components, the frames that move, the shapes that stand on them, the signals that are shown.
// One mover stands for each rigid body that carries a shape, at the frame_a of its first body, so that its pose is that of
// a frame a user can name; every other frame of that body has a constant pose on it. Made once, before a run.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "analyses/signals.h"
#include "elements/drawing.h"
#include "modelica/reader.h"
#include "topology/system.h"

namespace gelenk {

struct Scene {
  struct ComponentEntry {
    std::string path, class_name, description;
  };
  // What has no place in space and only turns about or slides along an axis (axis_scene.h): drawn along x from `base`.
  struct AlongX {
    int column;  // of its position among the values of the signal table
    bool turns;
    Vec3<double> base;
  };
  // A frame that moves: its node, and where it stands on it; or a rotor or mass of one dimension.
  struct Mover {
    std::string path;
    int component = -1;
    const Subsystem* sub = nullptr;
    FrameOnNode at = {};
    std::optional<AlongX> along_x = {};
  };
  // A shape with its place: positions and directions in the axes of its mover, or of the world (−1).
  struct PlacedShape {
    Shape shape;
    int component = -1, mover = -1, to = -1;
  };
  struct SignalEntry {
    std::string name, unit, description;
    int component = -1;
    std::size_t column;  // among the values of the signal table
    std::string role;    // signal_role.h
  };
  // A value that the run has, of those that a user may set.
  struct ParameterEntry {
    std::string path, value, type, unit, description;
    int component = -1;
    std::vector<std::string> choices;
  };
  // The load on a component through the connector that is the mover; numbers of signals, −1: none.
  struct Arrow {
    int component = -1, mover = -1;
    std::array<int, 3> force{-1, -1, -1}, torque{-1, -1, -1};
  };

  std::string title, description;
  Vec3<double> gravity = Vec3<double>::Zero();
  std::vector<ComponentEntry> components;
  std::vector<Mover> movers;
  std::vector<PlacedShape> shapes;
  std::vector<Arrow> arrows;
  std::vector<SignalEntry> signals;
  std::vector<ParameterEntry> parameters;
};

// `selected` are the signals of the run's table. With `few`, those that a report has when nobody chose: coordinates,
// speeds, loads, the user's quantities, energy and drift, and the positions of bodies that no joint guides.
Scene make_scene(const ModelTree& model, const System& system, const modelica::ModelTexts& texts,
                 const std::vector<Signal>& selected, bool few);

}  // namespace gelenk
