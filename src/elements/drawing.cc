#include "elements/drawing.h"

#include <algorithm>
#include <cmath>

namespace gelenk {

namespace {

using Kind = Shape::Kind;
using Role = Shape::Role;

constexpr const char* world_class = "Modelica.Mechanics.MultiBody.World";

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

Color read_color(const Component& c, std::string_view name, const Color& otherwise) {
  const Vec3<double> value = read_vector(c, name, Vec3<double>::Constant(-1.0));
  if (!(value.minCoeff() >= 0.0)) return otherwise;
  Color color;
  for (int i = 0; i < 3; ++i) color[i] = static_cast<int>(std::min(255.0, value[i]));
  return color;
}

// Of several names those that the class declares count; the first of them is taken.
double read_first(const Component& c, std::initializer_list<const char*> names, double otherwise) {
  for (const char* name : names) {
    if (c.find_parameter(name) != nullptr) return read_number(c, name, otherwise);
  }
  return otherwise;
}
Color read_first_color(const Component& c, std::initializer_list<const char*> names,
                       const Color& otherwise) {
  for (const char* name : names) {
    if (c.find_parameter(name) != nullptr) return read_color(c, name, otherwise);
  }
  return otherwise;
}

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
  void draw_force();

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

  Shape& add(Kind kind, Role role, const std::string& frame, const Color& color) {
    Shape& s = shapes_.emplace_back();
    s.kind = kind;
    s.role = role;
    s.frame = frame;
    s.color = color;
    return s;
  }
  void add_ball(Role role, const std::string& frame, const Vec3<double>& centre, double diameter,
                const Color& color) {
    Shape& s = add(Kind::sphere, role, frame, color);
    s.position = centre - Vec3<double>(diameter / 2, 0, 0);
    s.length = s.width = s.height = diameter;
  }
  // From `from` to `to` on one frame.
  void add_rod(Role role, const std::string& frame, const Vec3<double>& from,
               const Vec3<double>& to, double diameter, const Color& color) {
    Shape& s = add(Kind::cylinder, role, frame, color);
    s.position = from;
    s.direction = to - from;
    s.length = s.direction.norm();
    s.width = s.height = diameter;
  }
  void add_axis(const std::string& frame, const Vec3<double>& n) {
    const double length =
        read_number(c_, "cylinderLength", read_default(c_, "defaultJointLength", 0.1));
    const double diameter =
        read_number(c_, "cylinderDiameter", read_default(c_, "defaultJointWidth", 0.05));
    const Vec3<double> half = 0.5 * length * n.normalized();
    add_rod(Role::joint, frame, -half, half, diameter, joint_color());
  }
  Shape& add_between(Kind kind, Role role, double width, const Color& color) {
    Shape& s = add(kind, role, "frame_a", color);
    s.to = "frame_b";
    s.width = width;
    return s;
  }
  Color joint_color() const {
    return read_first_color(c_, {"cylinderColor", "boxColor", "sphereColor"}, {255, 0, 0});
  }

  void draw_world();
  void draw_stated_shape(const std::string& frame);
  void draw_freedom(const Eigen::Matrix<double, 6, Eigen::Dynamic>& H);
  void draw_rod_between();

  const Component& c_;
  std::vector<Shape> shapes_;
};

// ---- rigid elements -----------------------------------------------------------------------------

void Artist::draw_rigid(const RigidElement& element) {
  if (c_.native_class == world_class) return draw_world();
  const std::string frame = element.frames.empty() ? "" : element.frames.front().name;
  // What stands on ground states its shape in the world.
  if (c_.find_parameter("shapeType") != nullptr) draw_stated_shape(element.X_WE ? "" : frame);
  if (!element.inertia) return;
  if (c_.find_parameter("density") != nullptr) {  // BodyBox, BodyCylinder: mass from a shape
    const bool is_box = c_.find_parameter("innerWidth") != nullptr;
    Shape& s = add(is_box ? Kind::box : Kind::cylinder, Role::body, frame,
                   read_color(c_, "color", {0, 128, 255}));
    s.position = read_vector(c_, "r_shape", s.position);
    s.direction = read_vector(c_, "lengthDirection", s.direction);
    s.width_direction = read_vector(c_, "widthDirection", s.width_direction);
    s.length = read_number(c_, "length", 0.0);
    s.width = read_first(c_, {"width", "diameter"}, 0.0);
    s.height = read_number(c_, "height", s.width);
    const double bore = read_first(c_, {"innerDiameter", "innerWidth"}, 0.0);
    if (bore > 0.0 && s.width > 0.0 && !is_box) {
      s.kind = Kind::pipe;
      s.extra = bore / s.width;
    }
    return;
  }
  if (c_.find_parameter("sphereDiameter") == nullptr || !read_flag(c_, "animateSphere", true))
    return;
  const Vec3<double> centre = element.inertia->com;
  const double diameter = read_number(c_, "sphereDiameter", 0.0);
  const Color color = read_color(c_, "sphereColor", {0, 128, 255});
  add_ball(Role::body, frame, centre, diameter, color);
  if (c_.find_parameter("cylinderDiameter") != nullptr)
    add_rod(Role::body, frame, Vec3<double>::Zero(), centre,
            read_number(c_, "cylinderDiameter", 0.0), read_color(c_, "cylinderColor", color));
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
                 read_color(c_, "color", {155, 155, 155}));
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
    Shape& s = add(Kind::frame, Role::world, "", read_color(c_, "axisColor_x", {0, 0, 0}));
    s.length = read_number(c_, "axisLength", 0.5);
    s.width = read_number(c_, "axisDiameter", s.length / 40);
  }
  const std::string field = c_.text("gravityType");
  if (read_flag(c_, "animateGravity", true) && field == "UniformGravity" &&
      read_number(c_, "g", 0.0) != 0.0) {
    Shape& s = add(Kind::arrow, Role::world, "", read_color(c_, "gravityArrowColor", {0, 230, 0}));
    s.position = read_vector(c_, "gravityArrowTail", s.position);
    s.direction = n;
    s.length = read_number(c_, "gravityArrowLength", 0.25);
    s.width = s.height = read_number(c_, "gravityArrowDiameter", s.length / 20);
  }
  if (read_flag(c_, "animateGround", false)) {
    Shape& s = add(Kind::ground, Role::world, "", read_color(c_, "groundColor", {200, 200, 200}));
    s.direction = -n;
    s.length = read_number(c_, "groundLength_u", 2.0);
  }
}

// ---- joints and constraints ---------------------------------------------------------------------

// What a joint lets move, from the columns of H: axes of rotation as cylinders, three of them as a ball, a displacement
// as a bar between the frames. The first axis of a joint stands still in frame_a, the last in frame_b.
void Artist::draw_freedom(const Eigen::Matrix<double, 6, Eigen::Dynamic>& H) {
  std::vector<Vec3<double>> axes, slides;
  for (int i = 0; i < H.cols(); ++i) {
    if (H.col(i).head<3>().norm() > 1e-9) axes.push_back(H.col(i).head<3>());
    if (H.col(i).tail<3>().norm() > 1e-9) slides.push_back(H.col(i).tail<3>());
  }
  if (H.cols() == 6) return;  // free: nothing is there
  if (axes.size() == 3) {
    add_ball(Role::joint, "frame_a", Vec3<double>::Zero(),
             read_number(c_, "sphereDiameter", read_default(c_, "defaultJointLength", 0.1)),
             joint_color());
  } else {
    for (std::size_t i = 0; i < axes.size(); ++i) add_axis(i == 0 ? "frame_a" : "frame_b", axes[i]);
  }
  if (slides.empty()) return;
  // Where an axis is drawn as well, the bar is thinner: a spring about it is to be seen.
  const double joint_width =
      read_number(c_, "cylinderDiameter", read_default(c_, "defaultJointWidth", 0.05));
  const double width = read_number(c_, "boxWidth", (axes.empty() ? 1.0 : 0.4) * joint_width);
  add_between(Kind::line, Role::joint, width, joint_color());
  if (axes.empty() && slides.size() == 1) {
    Shape& s = add(Kind::box, Role::joint, "frame_a", joint_color());
    s.direction = slides[0].normalized();
    s.width_direction = read_vector(c_, "boxWidthDirection", s.width_direction);
    s.length = read_default(c_, "defaultJointLength", 0.1);
    s.position = -0.5 * s.length * s.direction;
    s.width = 1.2 * width;
    s.height = 1.2 * read_number(c_, "boxHeight", width);
  }
}

// A rod with a ball at each end, or the line of something that acts along it.
void Artist::draw_rod_between() {
  const bool has_balls = c_.find_parameter("sphereDiameter") != nullptr;
  const double ball =
      read_number(c_, "sphereDiameter", read_default(c_, "defaultJointLength", 0.1));
  add_between(
      Kind::line, Role::joint,
      read_first(c_, {"rodDiameter", "rodWidth", "lineShapeWidth", "cylinderDiameter_a"}, ball / 3),
      read_first_color(c_, {"rodColor", "lineShapeColor", "color_a"}, {155, 155, 155}));
  if (!has_balls) return;
  for (const char* end : {"frame_a", "frame_b"})
    add_ball(Role::joint, end, Vec3<double>::Zero(), ball,
             read_color(c_, "sphereColor", {255, 0, 0}));
}

template <typename Joint>
void Artist::draw_joint(const Joint& joint) {
  if constexpr (Joint::nv > 0) {
    std::array<double, 7> q{};
    // Joints with Euler parameters have them last; those of no rotation are (1, 0, 0, 0).
    if constexpr (Joint::nq > Joint::nv) q[Joint::nq - 4] = 1.0;
    draw_freedom(joint.template calc_H<double>(q.data()));
  } else if constexpr (requires { joint.radius; }) {  // a wheel, whose axle is y of frame_a
    if (!has_connector(c_, "frame_a") || has_connector(c_, "frame_b")) return;
    const double width = 0.12 * joint.radius;
    add_rod(Role::body, "frame_a", {0, -width / 2, 0}, {0, width / 2, 0}, 2 * joint.radius,
            {30, 30, 30});
    // One spoke shows how it turns.
    Shape& s = add(Kind::box, Role::body, "frame_a", {200, 200, 200});
    s.position = {0, 0, 0};
    s.length = 0.95 * joint.radius;
    s.width = 1.1 * width;
    s.height = 0.08 * joint.radius;
  } else if (!WithoutRows<Joint> && has_connector(c_, "frame_a") && has_connector(c_, "frame_b")) {
    if (c_.find_parameter("cylinderLength") != nullptr && c_.find_parameter("n") != nullptr)
      add_axis("frame_a", read_vector(c_, "n", Vec3<double>::UnitZ()));
    else
      draw_rod_between();
  }
}

// ---- forces -------------------------------------------------------------------------------------

void Artist::draw_force() {
  if (!has_connector(c_, "frame_a") || !has_connector(c_, "frame_b")) return;
  const double width = read_default(c_, "defaultForceWidth", 0.05);
  const bool is_coil = c_.find_parameter("numberOfWindings") != nullptr,
             is_damper = c_.find_parameter("diameter_a") != nullptr;
  if (is_coil) {
    Shape& s = add_between(Kind::coil, Role::force, read_number(c_, "width", width),
                           read_color(c_, "color", {0, 0, 255}));
    s.windings = count_windings(read_number(c_, "numberOfWindings", 5.0));
  }
  if (is_damper) {
    // Inside the coil where there are both.
    add_between(Kind::damper, Role::force,
                (is_coil ? 0.6 : 1.0) * read_number(c_, "diameter_a", width),
                read_color(c_, "color_a", {100, 100, 100}));
  }
  if (!is_coil && !is_damper)
    add_between(Kind::line, Role::force, width / 5, read_color(c_, "color", {155, 155, 155}));
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
  } else if (const auto* force = std::get_if<AnyForce>(&element); force && !is_sensor(*force)) {
    artist.draw_force();
  }
  return artist.take();
}

}  // namespace gelenk
