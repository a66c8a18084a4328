#include "report/scene.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "report/axis_scene.h"
#include "report/signal_role.h"

namespace gelenk {

namespace {

// A rigid body of the system: the subsystem that owns it, and its node there.
struct Body {
  const Subsystem* sub;
  NodeIndex node;
  auto operator<=>(const Body&) const = default;
  bool is_ground() const { return sub->nodes[node].kind == Node::Kind::ground; }
};

// A node that is a part's port is a body inside that part, with the same origin and axes.
Body find_body(const Subsystem& sub, NodeIndex node) {
  const Node& n = sub.nodes[node];
  if (n.kind != Node::Kind::port) return {&sub, node};
  const Subsystem& part = *sub.parts[n.part];
  return find_body(part, part.ports[n.port]);
}

std::string last_name(const std::string& class_name) {
  const std::size_t dot = class_name.rfind('.');
  return dot == std::string::npos ? class_name : class_name.substr(dot + 1);
}

bool has_free_bodies(const Subsystem& sub) {
  for (const JointEdge& edge : sub.joints) {
    if (edge.added) return true;
  }
  for (const auto& part : sub.parts) {
    if (has_free_bodies(*part)) return true;
  }
  return false;
}

// Accelerations and the motion of every body are left out: the picture shows it, and a report stays small.
bool is_reported(const Signal& signal, bool with_positions) {
  using Kind = Signal::Kind;
  switch (signal.kind) {
    case Kind::frame_position:
    case Kind::velocity: return with_positions;
    case Kind::frame_rotation:
    case Kind::frame_angular_velocity:
    case Kind::angular_velocity_local:
    case Kind::angular_acceleration_local:
    case Kind::acceleration:
    case Kind::vdot:
    case Kind::measured_vdot: return false;
    default: return true;
  }
}

class SceneBuilder {
 public:
  SceneBuilder(const ModelTree& model, const System& system, const modelica::ModelTexts& texts)
      : system_(system), texts_(texts) {
    scene_.title = last_name(model.root->class_name);
    scene_.description = comment_of("");
    if (system.gravity.kind == Gravity::Kind::uniform) scene_.gravity = system.gravity.g;
    list_components(*model.root);
    list_frames(*system.root);
  }

  Scene run(const ModelTree& model, const std::vector<Signal>& selected, bool few) {
    draw_component(*model.root);
    draw_compiled(*system_.root);
    if (scene_.movers.empty()) draw_axes(system_, selected, component_numbers_, scene_);
    paint_bodies();
    list_signals(selected, few);
    list_parameters();
    draw_frames(*model.root);
    list_arrows();
    return std::move(scene_);
  }

 private:
  struct Place {
    const Subsystem* sub;
    FrameOnNode at;
  };

  static std::string join(const std::string& path, const std::string& name) {
    return path.empty() ? name : path + "." + name;
  }
  std::string comment_of(const std::string& path) const {
    const auto found = texts_.comments.find(path);
    return found == texts_.comments.end() ? "" : found->second;
  }

  void list_components(const Component& c) {
    component_numbers_[c.path] = static_cast<int>(scene_.components.size());
    scene_.components.push_back({c.path, c.class_name, comment_of(c.path)});
    for (const auto& part : c.parts) list_components(*part);
  }

  void list_frames(const Subsystem& sub) {
    for (const PlacedConnector& frame : sub.frames) {
      if (frame.placed)
        places_.try_emplace(join(frame.component->path, frame.connector), Place{&sub, frame.at});
    }
    for (const auto& part : sub.parts) list_frames(*part);
  }

  int number_of(const Component& c) const { return component_numbers_.at(c.path); }

  // ---- movers -----------------------------------------------------------------------------------

  // The mover of a body, and the pose of a frame at X_NF on it. Ground: −1, where X_NF is the pose in the world.
  std::pair<int, Pose<double>> find_mover(const Place& place) {
    const Body body = find_body(*place.sub, place.at.node);
    if (body.is_ground()) return {-1, place.at.X_NF};
    const auto [found, is_new] =
        mover_numbers_.try_emplace(body, static_cast<int>(scene_.movers.size()));
    if (is_new) scene_.movers.push_back(make_mover(body, place));
    const Pose<double>& X_NM = scene_.movers[found->second].at.X_NF;
    return {found->second, X_NM.inverse() * place.at.X_NF};
  }

  Scene::Mover make_mover(const Body& body, const Place& asked) const {
    const Group& group = body.sub->groups[body.sub->nodes[body.node].group];
    if (!group.bodies.empty()) {
      const BodyOnGroup& first = group.bodies.front();
      return {join(first.component->path, "frame_a"),
              number_of(*first.component),
              body.sub,
              {body.node, first.X_GA}};
    }
    for (const PlacedConnector& frame : body.sub->frames) {
      if (frame.at.node != body.node) continue;
      return {join(frame.component->path, frame.connector), number_of(*frame.component), body.sub,
              frame.at};
    }
    return {group.name, -1, asked.sub, asked.at};
  }

  // ---- shapes -----------------------------------------------------------------------------------

  // Puts a shape's points on the body that carries `frame`; without one, on the world.
  int place_point(const Component& c, const std::string& frame, Vec3<double>& point,
                  std::initializer_list<Vec3<double>*> directions) {
    if (frame.empty()) return -1;
    const auto found = places_.find(join(c.path, frame));
    if (found == places_.end()) return -2;
    const auto [mover, X_MF] = find_mover(found->second);
    point = X_MF * point;
    for (Vec3<double>* direction : directions) *direction = X_MF.R * *direction;
    return mover;
  }

  void draw_component(const Component& c) {
    if (c.is_native()) {
      for (const Shape& shape : draw(c)) {
        Scene::PlacedShape placed{shape, number_of(c)};
        Shape& s = placed.shape;
        placed.mover = place_point(c, s.frame, s.position, {&s.direction, &s.width_direction});
        placed.to = placed.mover;
        if (is_between_points(s.kind)) placed.to = place_point(c, s.to, s.to_position, {});
        if (placed.mover >= -1 && placed.to >= -1) scene_.shapes.push_back(std::move(placed));
      }
    }
    for (const auto& part : c.parts) draw_component(*part);
  }

  // Bodies that the model gives no colour are told apart by one each; what stands still is grey.
  void paint_bodies() {
    constexpr Color colors[] = {{78, 121, 167},  {219, 176, 72}, {86, 156, 132},  {190, 92, 84},
                                {142, 112, 172}, {140, 150, 70}, {214, 136, 152}, {150, 114, 88},
                                {116, 172, 206}, {204, 146, 100}};
    constexpr Color still{140, 146, 156};
    for (Scene::PlacedShape& placed : scene_.shapes) {
      Shape& s = placed.shape;
      if (s.role != Shape::Role::body || s.is_color_stated) continue;
      s.color = placed.mover < 0 ? still : colors[placed.mover % std::size(colors)];
    }
  }

  // Of a compiled component nothing is known but where its ports are.
  void draw_compiled(const Subsystem& sub) {
    if (sub.loaded != nullptr) {
      for (const PlacedConnector& frame : sub.frames) {
        Shape s;
        s.color = {90, 90, 90};
        s.length = s.width = s.height = 0.1;
        s.position = {-0.05, 0, 0};
        Scene::PlacedShape placed{s, number_of(*frame.component)};
        placed.mover = place_point(*frame.component, frame.connector, placed.shape.position,
                                   {&placed.shape.direction, &placed.shape.width_direction});
        placed.to = placed.mover;
        scene_.shapes.push_back(std::move(placed));
      }
    }
    for (const auto& part : sub.parts) draw_compiled(*part);
  }

  // The axes of every mover, which a page shows on request.
  void draw_frames(const Component& root) {
    double length = 0.2;
    for (const auto& part : root.parts) {
      const Parameter* p = part->find_parameter("defaultAxisLength");
      if (p != nullptr && p->value.numbers.size() == 1 && p->value.numbers[0] > 0)
        length = p->value.numbers[0];
    }
    for (std::size_t i = 0; i < scene_.movers.size(); ++i) {
      Shape s;
      s.kind = Shape::Kind::frame;
      s.role = Shape::Role::frame;
      s.length = length;
      s.width = length / 40;
      s.color = {0, 0, 0};
      const int mover = static_cast<int>(i);
      scene_.shapes.push_back({s, scene_.movers[i].component, mover, mover});
    }
  }

  // ---- signals ----------------------------------------------------------------------------------

  // The component with the longest path that begins the name; −1 for the reserved names.
  int find_owner(std::string name) const {
    if (name.starts_with("gelenk.")) return -1;
    while (true) {
      const std::size_t dot = name.rfind('.');
      name = dot == std::string::npos ? "" : name.substr(0, dot);
      const auto found = component_numbers_.find(name);
      if (found != component_numbers_.end()) return found->second;
    }
  }

  void list_signals(const std::vector<Signal>& selected, bool few) {
    const bool with_positions = few && has_free_bodies(*system_.root);
    const SignalRoles roles(system_);
    for (std::size_t i = 0; i < selected.size(); ++i) {
      const Signal& signal = selected[i];
      if (few && !is_reported(signal, with_positions)) continue;
      signal_numbers_[signal.name] = static_cast<int>(scene_.signals.size());
      const std::string whole = signal.name.substr(0, signal.name.rfind('['));
      scene_.signals.push_back({signal.name, signal.unit, comment_of(whole),
                                find_owner(signal.name), i, roles.find(signal)});
    }
  }

  void list_parameters() {
    for (const modelica::ModelTexts::Setting& setting : texts_.settings) {
      const auto owner = component_numbers_.find(setting.component);
      scene_.parameters.push_back(
          {setting.path, setting.value, setting.type, setting.unit, comment_of(setting.path),
           owner == component_numbers_.end() ? -1 : owner->second, setting.choices});
    }
  }

  // Force and torque of a connector, where all three entries of one of them are among the signals. They act at the
  // connector's own frame and in its axes, so that it becomes a mover of its own.
  void list_arrows() {
    std::unordered_set<std::string> known;
    for (const Scene::SignalEntry& signal : scene_.signals) {
      if (!signal.name.ends_with(".f[1]") && !signal.name.ends_with(".t[1]")) continue;
      const std::string prefix = signal.name.substr(0, signal.name.size() - 5);
      const auto place = places_.find(prefix);
      if (place == places_.end() || !known.insert(prefix).second) continue;
      Scene::Arrow arrow;
      const bool has_force = find_vector(prefix + ".f", arrow.force),
                 has_torque = find_vector(prefix + ".t", arrow.torque);
      if (!has_force && !has_torque) continue;
      arrow.component = signal.component;
      arrow.mover = static_cast<int>(scene_.movers.size());
      scene_.movers.push_back({prefix, arrow.component, place->second.sub, place->second.at});
      scene_.arrows.push_back(arrow);
    }
  }

  bool find_vector(const std::string& name, std::array<int, 3>& numbers) const {
    for (int i = 0; i < 3; ++i) {
      const auto found = signal_numbers_.find(name + "[" + std::to_string(i + 1) + "]");
      if (found == signal_numbers_.end()) {
        numbers = {-1, -1, -1};
        return false;
      }
      numbers[i] = found->second;
    }
    return true;
  }

  const System& system_;
  const modelica::ModelTexts& texts_;
  Scene scene_;
  std::unordered_map<std::string, int> component_numbers_, signal_numbers_;
  std::unordered_map<std::string, Place> places_;  // by path of the connector
  std::map<Body, int> mover_numbers_;
};

}  // namespace

Scene make_scene(const ModelTree& model, const System& system, const modelica::ModelTexts& texts,
                 const std::vector<Signal>& selected, bool few) {
  return SceneBuilder(model, system, texts).run(model, selected, few);
}

}  // namespace gelenk
