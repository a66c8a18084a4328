#include "elements/drawing.h"

#include <algorithm>
#include <cmath>

#include "elements/parts/parts.h"

namespace gelenk {

namespace {

using Kind = Shape::Kind;
using Role = Shape::Role;

template <typename Kind, typename... Kinds>
inline constexpr bool is_any_kind = (std::is_same_v<Kind, Kinds> || ...);

// ---- reading drawing parameters -----------------------------------------------------------------

// A number that the declaration may have; laws of time are no sizes.
double read_number(const Component& c, std::string_view name, double otherwise) {
  const Parameter* p = c.find_parameter(name);
  return p != nullptr && p->value.numbers.size() == 1 && !p->value.is_law() ? p->value.numbers[0]
                                                                            : otherwise;
}

bool read_flag(const Component& c, std::string_view name, bool otherwise) {
  return read_number(c, name, otherwise ? 1.0 : 0.0) != 0.0;
}

Vec3<double> read_vector(const Component& c, std::string_view name, const Vec3<double>& otherwise) {
  const Parameter* p = c.find_parameter(name);
  if (p == nullptr || p->value.numbers.size() != 3 || p->value.is_law()) return otherwise;
  return {p->value.numbers[0], p->value.numbers[1], p->value.numbers[2]};
}

// Whether the value comes from the model, not from a default of the library.
bool is_stated(const Component& c, std::string_view name) {
  const Parameter* p = c.find_parameter(name);
  return p != nullptr && p->where.file && !p->where.file->library;
}

// A size that the model states; else what looks well.
double read_stated(const Component& c, std::string_view name, double otherwise) {
  return is_stated(c, name) ? read_number(c, name, otherwise) : otherwise;
}

struct Paint {
  Color color;
  bool is_stated = false;
};

// The first of these parameters that the model states, where it is a colour.
Paint read_paint(const Component& c, std::initializer_list<const char*> names,
                 const Color& otherwise) {
  for (const char* name : names) {
    const Vec3<double> value = read_vector(c, name, Vec3<double>::Constant(-1.0));
    if (!is_stated(c, name) || !(value.minCoeff() >= 0.0)) continue;
    Paint paint{{}, true};
    for (int i = 0; i < 3; ++i) paint.color[i] = static_cast<int>(std::min(255.0, value[i]));
    return paint;
  }
  return {otherwise, false};
}

// Where the model states none.
constexpr Color body_color{78, 121, 167}, joint_color{74, 80, 90}, rod_color{132, 140, 150},
    spring_color{46, 92, 190}, damper_color{112, 118, 128}, sensor_color{190, 150, 20},
    gravity_color{176, 122, 24}, tyre_color{38, 40, 44}, rim_color{176, 182, 190};

// A default size of the world; of a model without one, that of a world as it comes.
double read_default(const Component& c, std::string_view name, double otherwise) {
  const Component* world = c.find_outer("world");
  return world != nullptr ? read_number(*world, name, otherwise) : otherwise;
}

bool has_connector(const Component& c, std::string_view name) {
  return std::any_of(c.connectors.begin(), c.connectors.end(),
                     [&](const Connector& connector) { return connector.name == name; });
}

int count_windings(double x) { return x >= 1.0 ? static_cast<int>(std::min(x, 1000.0)) : 1; }

bool is_hidden(const Component& component) {
  const Component* world = component.find_outer("world");
  if (world != nullptr && !read_flag(*world, "enableAnimation", true)) return true;
  for (const char* name : {"animation", "animate", "animateLine", "enableAnimation"}) {
    if (!read_flag(component, name, true)) return true;
  }
  // Parts of a composite of the library are its own business.
  for (const Component* c = component.parent; c != nullptr && c->library_composite; c = c->parent) {
    if (!read_flag(*c, "animation", true)) return true;
  }
  return false;
}

// ---- shapes that several kinds have -------------------------------------------------------------

class Artist {
 public:
  explicit Artist(const Component& component) : c_(component) {}

  std::vector<Shape> take() {
    std::erase_if(shapes_, [](const Shape& s) { return !is_drawable(s); });
    return std::move(shapes_);
  }

  void draw_rigid(const RigidElement& element);
  template <typename Joint>
  void draw_joint(const Joint& joint);
  template <typename Force>
  void draw_force(const Force& force);

 private:
  static bool is_drawable(const Shape& s) {
    for (double x : {s.length, s.width, s.height, s.extra}) {
      if (!std::isfinite(x)) return false;
    }
    if (!s.position.allFinite() || !s.direction.allFinite() || !s.width_direction.allFinite() ||
        !s.to_position.allFinite())
      return false;
    if (is_between_points(s.kind)) return s.width > 0.0;
    if (!(s.direction.norm() > 0.0)) return false;
    if (s.kind == Kind::frame || s.kind == Kind::ground) return s.length > 0.0;
    return s.length != 0.0 && s.width > 0.0 && s.height >= 0.0;
  }

  Shape& add(Kind kind, Role role, const std::string& frame, const Paint& paint) {
    Shape& s = shapes_.emplace_back();
    s.kind = kind;
    s.role = role;
    s.frame = frame;
    s.color = paint.color;
    s.is_color_stated = paint.is_stated;
    return s;
  }
  void add_ball(Role role, const std::string& frame, const Vec3<double>& centre, double diameter,
                const Paint& paint) {
    Shape& s = add(Kind::sphere, role, frame, paint);
    s.position = centre - Vec3<double>(diameter / 2, 0, 0);
    s.length = s.width = s.height = diameter;
  }
  // From `from` to `to` on one frame.
  Shape& add_rod(Role role, const std::string& frame, const Vec3<double>& from,
                 const Vec3<double>& to, double diameter, const Paint& paint) {
    Shape& s = add(Kind::cylinder, role, frame, paint);
    s.position = from;
    s.direction = to - from;
    s.length = s.direction.norm();
    s.width = s.height = diameter;
    return s;
  }
  void add_axis(const std::string& frame, const Vec3<double>& n) {
    const double length =
        read_number(c_, "cylinderLength", read_default(c_, "defaultJointLength", 0.1));
    const double diameter =
        read_number(c_, "cylinderDiameter", read_default(c_, "defaultJointWidth", 0.05));
    const Vec3<double> half = 0.5 * length * n.normalized();
    add_rod(Role::joint, frame, -half, half, diameter, joint_paint());
  }
  Shape& add_between(Kind kind, Role role, double width, const Paint& paint) {
    Shape& s = add(kind, role, "frame_a", paint);
    s.to = "frame_b";
    s.width = width;
    return s;
  }
  Paint joint_paint() const {
    return read_paint(c_, {"cylinderColor", "boxColor", "sphereColor"}, joint_color);
  }
  double joint_width() const { return read_default(c_, "defaultJointWidth", 0.05); }

  void draw_world();
  void draw_stated_shape(const std::string& frame);
  void draw_solid(Kind kind, const std::string& frame);
  void draw_mass(const std::string& frame, const Vec3<double>& centre, bool with_rod);
  void draw_freedom(const Eigen::Matrix<double, 6, Eigen::Dynamic>& H);
  void draw_slide(const Vec3<double>& direction, double width);
  void draw_wheel(double radius);
  void draw_ellipsoid(const Vec3<double>& half_axes);
  void draw_rod_between(double width, const Paint& paint);
  void draw_spring();
  void draw_damper(double part);
  void draw_sensor();

  const Component& c_;
  std::vector<Shape> shapes_;
};

// ---- rigid elements -----------------------------------------------------------------------------

void Artist::draw_rigid(const RigidElement& element) {
  const std::string& name = c_.native_class;
  if (name == world_kind.class_name) return draw_world();
  const std::string frame = element.frames.empty() ? "" : element.frames.front().name;
  if (name == body_box_kind.class_name) return draw_solid(Kind::box, frame);
  if (name == body_cylinder_kind.class_name) return draw_solid(Kind::cylinder, frame);
  if (name == body_kind.class_name) return draw_mass(frame, element.inertia->com, true);
  if (name == point_mass_kind.class_name) return draw_mass(frame, element.inertia->com, false);
  if (element.cut_sensor) return draw_sensor();
  // What stands on ground states its shape in the world.
  draw_stated_shape(element.X_WE ? "" : frame);
  if (name == body_shape_kind.class_name && read_flag(c_, "animateSphere", true))
    draw_mass(frame, element.inertia->com, false);
}

// A body whose mass follows from its shape.
void Artist::draw_solid(Kind kind, const std::string& frame) {
  Shape& s = add(kind, Role::body, frame, read_paint(c_, {"color"}, body_color));
  s.position = read_vector(c_, "r_shape", s.position);
  s.direction = read_vector(c_, "lengthDirection", s.direction);
  s.length = read_number(c_, "length", 0.0);
  if (kind == Kind::box) {
    s.width_direction = read_vector(c_, "widthDirection", s.width_direction);
    s.width = read_number(c_, "width", 0.0);
    s.height = read_number(c_, "height", s.width);
    return;
  }
  s.width = s.height = read_number(c_, "diameter", 0.0);
  const double bore = read_number(c_, "innerDiameter", 0.0);
  if (bore > 0.0 && s.width > 0.0) {
    s.kind = Kind::pipe;
    s.extra = bore / s.width;
  }
}

// The mass centre, and how it hangs on its frame.
void Artist::draw_mass(const std::string& frame, const Vec3<double>& centre, bool with_rod) {
  const double usual = read_number(c_, "sphereDiameter", 0.0);
  const double diameter = is_stated(c_, "sphereDiameter") ? usual : 0.75 * usual;
  const Paint paint = read_paint(c_, {"sphereColor", "color"}, body_color);
  add_ball(Role::body, frame, centre, diameter, paint);
  if (!with_rod) return;
  add_rod(Role::body, frame, Vec3<double>::Zero(), centre, read_number(c_, "cylinderDiameter", 0.0),
          read_paint(c_, {"cylinderColor", "sphereColor"}, body_color));
}

// A shape by its type's name. Files of shapes are not read: a box stands for them.
void Artist::draw_stated_shape(const std::string& frame) {
  const Parameter& type = *c_.find_parameter("shapeType");
  const std::string name = type.value.strings.empty() ? "" : type.value.strings[0];
  const std::pair<const char*, Kind> kinds[] = {{"box", Kind::box},
                                                {"sphere", Kind::sphere},
                                                {"cylinder", Kind::cylinder},
                                                {"cone", Kind::cone},
                                                {"pipe", Kind::pipe},
                                                {"beam", Kind::beam},
                                                {"gearwheel", Kind::gearwheel},
                                                {"spring", Kind::coil},
                                                {"arrow", Kind::arrow},
                                                {"pipecylinder", Kind::pipe}};
  const auto* found = std::find_if(std::begin(kinds), std::end(kinds),
                                   [&](const auto& k) { return name == k.first; });
  Shape& s = add(found == std::end(kinds) ? Kind::box : found->second, Role::body, frame,
                 read_paint(c_, {"color"}, rod_color));
  s.position = read_vector(c_, "r_shape", s.position);
  s.direction = read_vector(c_, "lengthDirection", s.direction);
  s.width_direction = read_vector(c_, "widthDirection", s.width_direction);
  s.length = read_number(c_, "length", 0.0);
  s.width = read_number(c_, "width", 0.0);
  s.height = read_number(c_, "height", s.width);
  s.extra = read_number(c_, "extra", 0.0);
  if (s.kind == Kind::coil) {
    s.to = frame;
    s.to_position = s.position;
    if (s.direction.norm() > 0.0) s.to_position += s.length * s.direction.normalized();
    s.windings = count_windings(s.extra);
  }
}

void Artist::draw_world() {
  const Vec3<double> n = read_vector(c_, "n", {0, -1, 0});
  if (read_flag(c_, "animateWorld", true)) {
    Shape& s = add(Kind::frame, Role::world, "", {{0, 0, 0}});
    s.length = read_stated(c_, "axisLength", 0.3 * read_number(c_, "nominalLength", 1.0));
    s.width = read_stated(c_, "axisDiameter", s.length / 40);
  }
  const std::string field = c_.text("gravityType");
  if (read_flag(c_, "animateGravity", true) && field == "UniformGravity" &&
      read_number(c_, "g", 0.0) != 0.0) {
    Shape& s =
        add(Kind::arrow, Role::world, "", read_paint(c_, {"gravityArrowColor"}, gravity_color));
    s.position = read_vector(c_, "gravityArrowTail", s.position);
    s.direction = n;
    s.length = read_stated(c_, "gravityArrowLength", 0.2 * read_number(c_, "nominalLength", 1.0));
    s.width = s.height = read_stated(c_, "gravityArrowDiameter", s.length / 20);
  }
  if (read_flag(c_, "animateGround", false)) {
    Shape& s = add(Kind::ground, Role::world, "", read_paint(c_, {"groundColor"}, rim_color));
    s.direction = -n;
    s.length = read_number(c_, "groundLength_u", 2.0);
  }
}

// ---- joints and constraints ---------------------------------------------------------------------

// What a joint lets move, from the columns of H: axes of rotation as cylinders, three of them as a
// ball, a displacement as a rail between the frames. The first axis of a joint stands still in
// frame_a, the last in frame_b.
void Artist::draw_freedom(const Eigen::Matrix<double, 6, Eigen::Dynamic>& H) {
  std::vector<Vec3<double>> axes, slides;
  for (int i = 0; i < H.cols(); ++i) {
    if (H.col(i).head<3>().norm() > 1e-9) axes.push_back(H.col(i).head<3>());
    if (H.col(i).tail<3>().norm() > 1e-9) slides.push_back(H.col(i).tail<3>());
  }
  if (H.cols() == 6) return;  // free: nothing is there
  if (axes.size() == 3) {
    add_ball(Role::joint, "frame_a", Vec3<double>::Zero(),
             read_stated(c_, "sphereDiameter", 0.8 * read_default(c_, "defaultJointLength", 0.1)),
             joint_paint());
  } else {
    for (std::size_t i = 0; i < axes.size(); ++i) add_axis(i == 0 ? "frame_a" : "frame_b", axes[i]);
  }
  if (slides.empty()) return;
  // Thin, so that a spring about it is to be seen.
  const double width = read_stated(c_, "boxWidth", 0.3 * joint_width());
  add_between(Kind::line, Role::joint, width, joint_paint());
  if (axes.empty() && slides.size() == 1) draw_slide(slides[0], width);
}

// What guides the rail.
void Artist::draw_slide(const Vec3<double>& direction, double width) {
  Shape& s = add(Kind::box, Role::joint, "frame_a", joint_paint());
  s.direction = direction.normalized();
  s.width_direction = read_vector(c_, "boxWidthDirection", s.width_direction);
  s.length = 0.4 * read_default(c_, "defaultJointLength", 0.1);
  s.position = -0.5 * s.length * s.direction;
  s.width = 1.8 * width;
  s.height = 1.8 * read_stated(c_, "boxHeight", width);
}

// The axle is y of frame_a. What a wheel looks like is said by the composites of the library that
// have one inside.
void Artist::draw_wheel(double radius) {
  double width = 0.25 * radius, hollow = 0.72;
  Paint paint{tyre_color};
  for (const Component* c = c_.parent; c != nullptr && c->library_composite; c = c->parent) {
    width = read_stated(*c, "width", read_stated(*c, "width_wheel", width));
    hollow = read_stated(*c, "hollowFraction", hollow);
    if (!paint.is_stated) paint = read_paint(*c, {"color"}, tyre_color);
  }
  hollow = std::clamp(hollow, 0.0, 0.95);
  // The tyre belongs to the wheel whatever else turns with it: its colour stays.
  paint.is_stated = true;
  const Paint rim{rim_color, true};
  Shape& tyre =
      add_rod(Role::body, "frame_a", {0, -width / 2, 0}, {0, width / 2, 0}, 2 * radius, paint);
  tyre.kind = Kind::pipe;
  tyre.extra = hollow;
  // Spokes show how it turns.
  for (double angle :
       {0.0, 1.2566370614359172, 2.5132741228718345, -1.2566370614359172, -2.5132741228718345}) {
    Shape& s = add(Kind::box, Role::body, "frame_a", rim);
    s.direction = {std::cos(angle), 0, std::sin(angle)};
    s.width_direction = {0, 1, 0};
    s.length = (hollow + 0.04) * radius;
    s.width = 0.5 * width;
    s.height = 0.13 * radius;
  }
  add_rod(Role::body, "frame_a", {0, -0.4 * width, 0}, {0, 0.4 * width, 0}, 0.4 * radius, rim);
}

// A disc gets some thickness.
void Artist::draw_ellipsoid(const Vec3<double>& half_axes) {
  const Vec3<double> size = (2 * half_axes).cwiseMax(0.1 * half_axes.maxCoeff());
  Shape& s = add(Kind::sphere, Role::body, "frame_b", {body_color});
  s.position = {-size[0] / 2, 0, 0};
  s.direction = Vec3<double>::UnitX();
  s.width_direction = Vec3<double>::UnitY();
  s.length = size[0];
  s.width = size[1];
  s.height = size[2];
}

void Artist::draw_rod_between(double width, const Paint& paint) {
  add_between(Kind::line, Role::joint, width, paint);
}

template <typename Joint>
void Artist::draw_joint(const Joint& joint) {
  const double length = read_default(c_, "defaultJointLength", 0.1);
  if constexpr (Joint::nv > 0) {
    JointCoordinates q{};
    // Joints with Euler parameters have them last; those of no rotation are (1, 0, 0, 0).
    if constexpr (Joint::nq > Joint::nv) q[Joint::nq - 4] = 1.0;
    draw_freedom(joint.template calc_H<double>(q.data()));
  } else if constexpr (is_any_kind<Joint, RollingWheel, RollingVerticalWheel>) {
    draw_wheel(joint.radius);
  } else if constexpr (is_any_kind<Joint, RollingEllipsoid>) {
    draw_ellipsoid(joint.a);
  } else if constexpr (is_any_kind<Joint, PlanarLoopConstraint, RevoluteConstraint>) {
    add_axis("frame_a", read_vector(c_, "n", Vec3<double>::UnitZ()));
  } else if constexpr (is_any_kind<Joint, SphericalConstraint, UniversalConstraint,
                                   PrismaticConstraint>) {
    add_ball(Role::joint, "frame_a", Vec3<double>::Zero(),
             read_number(c_, "sphereDiameter", length / 3), joint_paint());
    draw_rod_between(length / 12, joint_paint());
  } else if constexpr (is_any_kind<Joint, SphericalSpherical, UniversalSpherical>) {
    const double ball = read_stated(c_, "sphereDiameter", 0.6 * length);
    draw_rod_between(read_stated(c_, "rodDiameter", read_stated(c_, "rodWidth", 0.6 * ball)),
                     read_paint(c_, {"rodColor"}, rod_color));
    for (const char* end : {"frame_a", "frame_b"})
      add_ball(Role::joint, end, Vec3<double>::Zero(), ball,
               read_paint(c_, {"sphereColor"}, joint_color));
  } else if constexpr (is_any_kind<Joint, LineForceWithMass, LineForceWithTwoMasses>) {
    draw_rod_between(
        read_number(c_, "lineShapeWidth", read_number(c_, "cylinderDiameter_a", 0.3 * length)),
        read_paint(c_, {"lineShapeColor", "color_a"}, rod_color));
  } else if constexpr (is_any_kind<Joint, Distance>) {
    draw_rod_between(length / 6, {rod_color});
  }
}

// ---- forces -------------------------------------------------------------------------------------

void Artist::draw_spring() {
  Shape& s =
      add_between(Kind::coil, Role::force,
                  read_stated(c_, "width", 1.8 * read_default(c_, "defaultForceWidth", 0.05)),
                  read_paint(c_, {"color"}, spring_color));
  s.windings = count_windings(read_number(c_, "numberOfWindings", 5.0));
}

// `part` of its width: inside a coil where there are both.
void Artist::draw_damper(double part) {
  add_between(Kind::damper, Role::force,
              part * read_number(c_, "diameter_a", read_default(c_, "defaultForceWidth", 0.05)),
              read_paint(c_, {"color_a"}, damper_color));
}

// A ring about the point that is measured, a thin line between two of them.
void Artist::draw_sensor() {
  const Paint paint = read_paint(c_, {"arrowColor"}, sensor_color);
  const double size = read_default(c_, "defaultJointLength", 0.1);
  const bool is_between = has_connector(c_, "frame_a") && has_connector(c_, "frame_b");
  if (is_between) add_between(Kind::line, Role::sensor, size / 14, paint);
  const Vec3<double> half = 0.15 * size * Vec3<double>::UnitX();
  Shape& s = add_rod(Role::sensor, "frame_a", -half, half, 0.9 * size, paint);
  s.kind = Kind::pipe;
  s.extra = 0.7;
}

template <typename Force>
void Artist::draw_force(const Force&) {
  const bool is_between = has_connector(c_, "frame_a") && has_connector(c_, "frame_b");
  if constexpr (is_any_kind<Force, MotionSensor>) {
    draw_sensor();
  } else if constexpr (is_any_kind<Force, Spring>) {
    draw_spring();
  } else if constexpr (is_any_kind<Force, Damper>) {
    draw_damper(1.0);
  } else if constexpr (is_any_kind<Force, SpringDamperParallel, SpringDamperSeries>) {
    draw_spring();
    draw_damper(0.8);
  } else if constexpr (is_any_kind<Force, LineForceByLaw>) {
    draw_damper(0.7);  // something that pushes and pulls: a cylinder
  } else if (is_between) {
    add_between(Kind::line, Role::force, read_default(c_, "defaultForceWidth", 0.05) / 5,
                {rod_color});
  }
}

}  // namespace

const char* to_string(Kind kind) {
  constexpr const char* names[] = {"box",   "cylinder", "cone",  "beam",   "gearwheel",
                                   "pipe",  "sphere",   "coil",  "damper", "line",
                                   "frame", "arrow",    "ground"};
  return names[static_cast<int>(kind)];
}

const char* to_string(Role role) {
  constexpr const char* names[] = {"body", "joint", "force", "frame", "world", "sensor"};
  return names[static_cast<int>(role)];
}

bool is_between_points(Kind kind) {
  return kind == Kind::coil || kind == Kind::damper || kind == Kind::line;
}

std::vector<Shape> draw(const Component& component) {
  if (is_hidden(component)) return {};
  Artist artist(component);
  const AnyElement element = make_element(component);
  if (const auto* rigid = std::get_if<RigidElement>(&element)) {
    artist.draw_rigid(*rigid);
  } else if (const auto* joint = std::get_if<AnyJoint>(&element)) {
    std::visit([&](const auto& kind) { artist.draw_joint(kind); }, *joint);
  } else if (const auto* force = std::get_if<AnyForce>(&element)) {
    std::visit([&](const auto& kind) { artist.draw_force(kind); }, *force);
  }
  return artist.take();
}

}  // namespace gelenk
