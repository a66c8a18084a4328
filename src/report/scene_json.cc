#include "report/scene_json.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

namespace gelenk {

namespace {

using Json = nlohmann::ordered_json;

// Seven digits: as much as a float holds.
Json number(double x) { return std::stod(fmt::format("{:.7g}", x)); }

Json vector(const Vec3<double>& v) { return {number(v[0]), number(v[1]), number(v[2])}; }

Json write_shape(const Scene::PlacedShape& placed) {
  const Shape& s = placed.shape;
  using Kind = Shape::Kind;
  Json json = {
      {"component", placed.component}, {"mover", placed.mover}, {"kind", to_string(s.kind)},
      {"role", to_string(s.role)},     {"color", s.color},      {"opacity", number(s.opacity)},
      {"position", vector(s.position)}};
  if (is_between_points(s.kind)) {
    json["to"] = placed.to;
    json["toPosition"] = vector(s.to_position);
    json["width"] = number(s.width);
    if (s.kind == Kind::coil) json["windings"] = s.windings;
    return json;
  }
  json["length"] = number(s.length);
  if (s.kind == Kind::frame) {
    json["x"] = vector(s.direction);
    json["y"] = vector(s.width_direction);
    return json;
  }
  json["direction"] = vector(s.direction);
  if (s.kind == Kind::ground) return json;
  json["width"] = number(s.width);
  if (s.kind == Kind::arrow) return json;
  json["height"] = number(s.height);
  if (s.kind == Kind::sphere) return json;
  json["widthDirection"] = vector(s.width_direction);
  if (s.kind != Kind::box) json["extra"] = number(s.extra);
  return json;
}

Json write_arrow(const Scene::Arrow& arrow) {
  Json json = {{"component", arrow.component}, {"mover", arrow.mover}};
  if (arrow.force[0] >= 0) json["force"] = arrow.force;
  if (arrow.torque[0] >= 0) json["torque"] = arrow.torque;
  return json;
}

template <typename List, typename Write>
Json write_all(const List& list, Write write) {
  Json json = Json::array();
  for (const auto& entry : list) json.push_back(write(entry));
  return json;
}

// Components of one class have the same parameters: what they share is written once, and of each its component, the number of
// what it shares, and its value.
void write_parameters(const Scene& scene, Json& json) {
  std::map<std::string, std::size_t> numbers;
  Json kinds = Json::array(), values = Json::array();
  for (const Scene::ParameterEntry& p : scene.parameters) {
    const std::string owner = p.component < 0 ? "" : scene.components[p.component].path;
    const bool is_below = !owner.empty() && p.path.starts_with(owner + ".");
    Json kind = {{"name", is_below ? p.path.substr(owner.size() + 1) : p.path}};
    if (p.type != "Real") kind["type"] = p.type;
    if (!p.unit.empty()) kind["unit"] = p.unit;
    if (!p.description.empty()) kind["description"] = p.description;
    if (!p.choices.empty()) kind["choices"] = p.choices;
    const std::string key = kind.dump(-1, ' ', false, Json::error_handler_t::replace);
    const auto [found, is_new] = numbers.try_emplace(key, kinds.size());
    if (is_new) kinds.push_back(std::move(kind));
    values.push_back({p.component, found->second, p.value});
  }
  json["parameterKinds"] = std::move(kinds);
  json["parameters"] = std::move(values);
}

}  // namespace

std::string write_scene(const Scene& scene, const SceneNotes& notes) {
  const double g = scene.gravity.norm();
  Json json;
  json["format"] = 1;
  json["title"] = scene.title;
  json["description"] = scene.description;
  json["gravity"] = vector(scene.gravity);
  json["up"] = vector(g > 0 ? Vec3<double>(-scene.gravity / g) : Vec3<double>::UnitY());
  json["components"] = write_all(scene.components, [](const Scene::ComponentEntry& c) {
    return Json{{"path", c.path}, {"class", c.class_name}, {"description", c.description}};
  });
  json["movers"] = write_all(scene.movers, [](const Scene::Mover& m) {
    return Json{{"path", m.path}, {"component", m.component}};
  });
  json["shapes"] = write_all(scene.shapes, write_shape);
  json["arrows"] = write_all(scene.arrows, write_arrow);
  json["signals"] = write_all(scene.signals, [](const Scene::SignalEntry& s) {
    return Json{{"name", s.name},
                {"unit", s.unit},
                {"component", s.component},
                {"description", s.description},
                {"role", s.role}};
  });
  write_parameters(scene, json);
  json["summary"] = notes.summary.empty() ? Json(nullptr) : Json::parse(notes.summary);
  json["messages"] = write_all(notes.messages, [](const auto& message) {
    return Json{{"severity", message.first}, {"text", message.second}};
  });

  std::string text;
  for (char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

}  // namespace gelenk
