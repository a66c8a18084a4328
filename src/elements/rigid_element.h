// A rigid element: frames at constant poses on one rigid body E, possibly with mass, possibly ground.
// World, Fixed, FixedTranslation, FixedRotation, all bodies and point masses are of this kind; topology
// merges those that touch into rigid groups.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "elements/sensors/cut_sensor.h"
#include "math/inertia.h"
#include "model/component.h"

namespace gelenk {

struct RigidFrame {
  std::string name;   // "frame_a"
  Pose<double> X_EF;  // on the element
};

// Initial motion that a body states for its frame_a.
struct BodyStart {
  Vec3<double> r_0 = Vec3<double>::Zero(), v_0 = Vec3<double>::Zero(), w_0 = Vec3<double>::Zero();
  Mat3<double> R_0 = Mat3<double>::Identity();
  std::array<bool, 3> r_0_fixed{}, v_0_fixed{};
  bool R_0_fixed = false, w_0_fixed = false;
  bool given = false;  // the user stated something of the above
  bool enforce_states = false;
};

struct RigidElement {
  std::vector<RigidFrame> frames;
  std::optional<Pose<double>> X_WE;        // ground: where it stands
  std::optional<Inertia<double>> inertia;  // about E axes
  std::string doubt;                       // why no body has this inertia; a warning
  std::optional<BodyStart> start;
  // Prefixes under which the body's motion is a signal: r_0, v_0, a_0 for all, w_a, z_a, g_0 for
  // those of `full`.
  std::vector<std::string> motion_prefixes, full_motion_prefixes;
  std::optional<CutSensor> cut_sensor;  // measures the load on frame_a
};

// A class of rigid element: its declaration and how an instance is read.
struct RigidKind {
  const char* class_name;
  const char* declaration;
  RigidElement (*make)(const Component& component);
};

// Gravity field of the world, from the component that `outer world` means.
struct Gravity {
  enum class Kind { none, uniform, point };
  Kind kind = Kind::uniform;
  Vec3<double> g = Vec3<double>::Zero();  // uniform field
  double mu = 0.0;                        // point field about the world's origin

  Vec3<double> at(const Vec3<double>& p_W) const;
  double potential_of(double mass, const Vec3<double>& p_W) const;
};
Gravity read_gravity(const Component& world);

// Parts shared by the body classes.
BodyStart read_body_start(const Component& component);
// Checks mass and inertia, and throws what no rigid body can have.
Inertia<double> read_inertia(const Component& component, double mass, const Vec3<double>& com,
                             const Mat3<double>& J_com);

}  // namespace gelenk
