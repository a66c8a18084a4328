#include "report/axis_scene.h"

#include <algorithm>
#include <cmath>

namespace gelenk {

namespace {

using Kind = Shape::Kind;
using Role = Shape::Role;

constexpr double pitch = 0.5;  // from rotor to rotor
constexpr double lane = 0.3;   // from mass to mass

class AxisArtist {
 public:
  AxisArtist(const System& system, const std::unordered_map<std::string, int>& component_numbers,
             Scene& scene)
      : axes_(system.axes), component_numbers_(component_numbers), scene_(scene) {}

  void run(const std::vector<Signal>& selected) {
    for (const PlacedAxisElement& placed : axes_.elements) {
      if (placed.element.kind == AxisElement::Kind::inertia)
        largest_ = std::max(largest_, placed.element.inertia);
    }
    for (std::size_t e = 0; e < axes_.elements.size(); ++e) {
      if (axes_.elements[e].element.kind == AxisElement::Kind::inertia)
        add_inertia(axes_.elements[e], find_position(selected, static_cast<int>(e)));
    }
    for (const PlacedAxisElement& placed : axes_.elements) {
      if (placed.element.kind == AxisElement::Kind::force ||
          placed.element.kind == AxisElement::Kind::gear)
        add_tie(placed);
    }
  }

 private:
  // The column of an inertia's position; −1: it is not among the signals.
  static int find_position(const std::vector<Signal>& selected, int element) {
    for (std::size_t i = 0; i < selected.size(); ++i) {
      const Signal& s = selected[i];
      if (s.kind == Signal::Kind::axis_signal && s.axis_element() == element &&
          (s.name.ends_with(".phi") || s.name.ends_with(".s")))
        return static_cast<int>(i);
    }
    return -1;
  }

  int number_of(const Component& c) const {
    const auto found = component_numbers_.find(c.path);
    return found == component_numbers_.end() ? -1 : found->second;
  }

  Shape& add(Kind kind, Role role, int component, int mover, int to) {
    scene_.shapes.push_back({Shape{}, component, mover, to});
    Shape& s = scene_.shapes.back().shape;
    s.kind = kind;
    s.role = role;
    return s;
  }

  void add_inertia(const PlacedAxisElement& placed, int column) {
    if (column < 0) return;
    const int component = number_of(*placed.component), mover = static_cast<int>(scene_.movers.size());
    Scene::Mover m;
    m.path = placed.component->path;
    m.component = component;
    const bool turns = placed.element.turns;
    m.along_x = {column, turns,
                 turns ? Vec3<double>(pitch * rotors_++, 0, 0) : Vec3<double>(0, 0, lane * masses_++)};
    scene_.movers.push_back(m);
    for (const int shaft : {placed.shaft_a, placed.shaft_b}) {
      if (shaft >= 0) carriers_.try_emplace(axes_.shafts[shaft].train, mover);
    }
    // A body of one shape and density has J ~ r⁵ about its axis, and m ~ r³.
    const double part = largest_ > 0 ? placed.element.inertia / largest_ : 1.0;
    const double size = std::clamp(std::pow(part, turns ? 0.2 : 1.0 / 3), 0.3, 1.0);
    if (!turns) {
      Shape& box = add(Kind::box, Role::body, component, mover, mover);
      box.length = box.width = box.height = 0.2 * size;
      box.position = {-0.5 * box.length, 0, 0};
      return;
    }
    Shape& disc = add(Kind::cylinder, Role::body, component, mover, mover);
    disc.length = 0.1;
    disc.position = {-0.05, 0, 0};
    disc.width = disc.height = 0.4 * size;
    Shape& shaft = add(Kind::cylinder, Role::body, component, mover, mover);
    shaft.length = 0.3;
    shaft.position = {-0.15, 0, 0};
    shaft.width = shaft.height = 0.05;
    // A mark shows how it turns.
    Shape& mark = add(Kind::box, Role::body, component, mover, mover);
    mark.length = 0.104;
    mark.position = {-0.052, 0.14 * size, 0};
    mark.width = 0.1 * size;
    mark.height = 0.03;
    mark.color = {240, 240, 240};
    mark.is_color_stated = true;
  }

  // The mover on a shaft, or on one that gears and rods tie to it; −1: ground.
  int carrier_of(int shaft) const {
    if (shaft < 0) return -1;
    const auto found = carriers_.find(axes_.shafts[shaft].train);
    return found == carriers_.end() ? -1 : found->second;
  }

  void add_tie(const PlacedAxisElement& placed) {
    const AxisElement& element = placed.element;
    int a = carrier_of(placed.shaft_a), b = carrier_of(placed.shaft_b);
    if (a == b) return;  // within one train, or between grounds
    double end = element.turns ? 0.15 : 0.1;
    // On ground: below what it holds, or at the origin of its lane.
    auto place = [&](int mover, int other, Vec3<double>& point) {
      if (mover >= 0) {
        point = {(mover < other || other < 0 ? 1 : -1) * end, 0, 0};
        return;
      }
      const Vec3<double>& at = scene_.movers[other].along_x->base;
      point = element.turns ? Vec3<double>(at[0] + end, -0.35, 0) : Vec3<double>(-0.6, 0, at[2]);
    };
    const bool is_damper = element.d > 0 || element.holder.kind != AxisHolder::Kind::none;
    const Kind kind = element.c > 0 ? Kind::coil : is_damper ? Kind::damper : Kind::line;
    Shape& s = add(kind, Role::force, number_of(*placed.component), a, b);
    place(a, b, s.position);
    place(b, a, s.to_position);
    s.width = kind == Kind::line ? 0.02 : 0.09;
    s.windings = 6;
    s.color = kind == Kind::coil ? Color{46, 92, 190} : Color{112, 118, 128};
  }

  const Axes& axes_;
  const std::unordered_map<std::string, int>& component_numbers_;
  Scene& scene_;
  double largest_ = 0.0;
  int rotors_ = 0, masses_ = 0;
  std::unordered_map<int, int> carriers_;  // movers by train
};

}  // namespace

void draw_axes(const System& system, const std::vector<Signal>& selected,
               const std::unordered_map<std::string, int>& component_numbers, Scene& scene) {
  AxisArtist(system, component_numbers, scene).run(selected);
}

}  // namespace gelenk
