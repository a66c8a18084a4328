// Rod of constant length with a universal joint at frame_a and a spherical joint at frame_b: the row of
// DistanceRow while nothing is fastened to the rod. Where something is, at frame_ia, the rod is a body
// like others, and topology puts the two joints at its ends instead.
#pragma once

#include "elements/constraints/distance.h"
#include "elements/joints/universal.h"

namespace gelenk {

struct UniversalSpherical : DistanceRow {
  static constexpr const char* class_name =
      "Modelica.Mechanics.MultiBody.Joints.UniversalSpherical";
  static const char* const declaration;
  explicit UniversalSpherical(const Component& component);
  UniversalSpherical(const Vec3<double>& first_axis, const Vec3<double>& rod_ia)
      : DistanceRow(rod_ia.norm(), false), n1_a(first_axis), rod(rod_ia) {}

  // Ends of a rod that carries something: the joint from frame_a to frame_ia, and where on frame_ia the
  // spherical joint to frame_b sits.
  static constexpr const char* rod_frame = "frame_ia";
  Universal universal() const { return {n1_a, n1_a.cross(rod).normalized()}; }
  Pose<double> rod_end() const { return Pose<double>::translation(rod); }

 private:
  Vec3<double> n1_a, rod;  // first axis, fixed in frame_a; from frame_a to frame_b, in frame_ia
};

}  // namespace gelenk
