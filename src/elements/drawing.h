// What an element looks like: shapes on its connectors, from its kind and from the drawing parameters that its
// declaration has. Nothing of it takes part in the mechanics; report/scene.h places the shapes on the bodies that move.
//
// A rigid element shows the shape that it states, or its mass centre; a joint shows its degrees of freedom, read from H, so that
// a new one needs no word here; a force shows the line on which it acts. Sizes and colours that the model itself states are
// taken as they are. Where it states none, the library's colours (all bodies alike, all joints red) and sizes (boxes that
// hide the springs about them) give way to ones that tell things apart.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/registry.h"

namespace gelenk {

using Color = std::array<int, 3>;  // red, green, blue: 0 to 255

struct Shape {
  enum class Kind {
    box,
    cylinder,
    cone,
    beam,
    gearwheel,
    pipe,
    sphere,
    coil,    // the next three stand between two points
    damper,  //
    line,    //
    frame,
    arrow,
    ground
  };
  enum class Role { body, joint, force, frame, world, sensor };

  Kind kind = Kind::sphere;
  Role role = Role::body;
  std::string frame;  // connector on which it is fixed; empty: the world
  Vec3<double> position = Vec3<double>::Zero();
  Vec3<double> direction = Vec3<double>::UnitX();
  Vec3<double> width_direction = Vec3<double>::UnitY();
  double length = 0.0, width = 0.0, height = 0.0, extra = 0.0;
  std::string to;  // connector of the second point
  Vec3<double> to_position = Vec3<double>::Zero();
  int windings = 0;
  Color color{155, 155, 155};
  bool is_color_stated = false;  // by the model: not to be changed
  double opacity = 1.0;
};

const char* to_string(Shape::Kind kind);
const char* to_string(Shape::Role role);
// Kinds that reach from one point to another.
bool is_between_points(Shape::Kind kind);

// Shapes of a native component. None where it, or a composite of the library around it, has animation = false, or where
// the world has enableAnimation = false. Values that cannot be drawn (negative, not finite) give no shape.
std::vector<Shape> draw(const Component& component);

}  // namespace gelenk
