#include "elements/registry.h"

#include <algorithm>
#include <functional>
#include <map>

#include "elements/axes/axis_kinds.h"
#include "elements/parts/parts.h"

namespace gelenk {

namespace {

const RigidKind* const rigid_kinds[] = {
    &world_kind,      &fixed_kind,      &fixed_translation_kind, &fixed_rotation_kind,
    &body_kind,       &body_shape_kind, &body_box_kind,          &body_cylinder_kind,
    &point_mass_kind, &cut_force_kind,  &cut_torque_kind,        &cut_force_and_torque_kind,
    &power_kind,
};

struct Registry {
  std::vector<ElementText> texts;
  std::map<std::string, std::function<AnyElement(const Component&)>> makers;
  std::map<std::string, std::vector<Assignment> (*)(const Component&)> rates;

  void add(const char* class_name, const char* declaration,
           std::function<AnyElement(const Component&)> make) {
    texts.push_back({class_name, declaration});
    makers[class_name] = std::move(make);
  }

  // Adds every alternative of a variant that is a class of its own.
  template <typename Variant, std::size_t i = 0>
  void add_kinds() {
    if constexpr (i < std::variant_size_v<Variant>) {
      using Kind = std::variant_alternative_t<i, Variant>;
      if constexpr (requires { Kind::class_name; }) {
        add(Kind::class_name, Kind::declaration,
            [](const Component& c) { return AnyElement(Variant(Kind(c))); });
        if constexpr (requires { &Kind::rates; }) rates[Kind::class_name] = &Kind::rates;
      }
      add_kinds<Variant, i + 1>();
    }
  }

  Registry() {
    for (const RigidKind* kind : rigid_kinds) {
      add(kind->class_name, kind->declaration,
          [kind](const Component& c) { return AnyElement(kind->make(c)); });
    }
    add_kinds<AnyJoint>();
    add_kinds<AnyForce>();
    for (const SensorKind& kind : sensor_kinds()) {
      add(kind.class_name, kind.declaration,
          [&kind](const Component& c) { return AnyElement(AnyForce(MotionSensor(c, kind))); });
    }
    for (const RelationKind* kind : {&linear_relation_kind, &relation_kind, &speed_relation_kind}) {
      add(kind->class_name, kind->declaration,
          [kind](const Component& c) { return AnyElement(kind->make(c)); });
    }
    add(CompiledElement::class_name, CompiledElement::declaration,
        [](const Component& c) { return AnyElement(CompiledElement(c)); });
    for (const auto& kinds : {rigid_axis_kinds(), compliance_axis_kinds(), contact_axis_kinds(),
                              source_axis_kinds(), holder_axis_kinds(), sensor_axis_kinds()}) {
      for (const AxisKind& kind : kinds) {
        add(kind.class_name, kind.declaration,
            [&kind](const Component& c) { return AnyElement(kind.make(c)); });
      }
    }
  }
};

const Registry& registry() {
  static const Registry instance;
  return instance;
}

// A start value can be fixed where it is an initial condition: on coordinates and speeds, and on how joints of one coordinate
// begin to accelerate. Elsewhere it would be ignored, and that must not happen in silence.
void check_fixed(const Component& component, const AnyElement& element) {
  std::vector<std::string> allowed;
  if (std::holds_alternative<RigidElement>(element)) allowed = {"r_0", "v_0"};
  if (const auto* joint = std::get_if<AnyJoint>(&element)) {
    const JointNames names = std::visit([](const auto& j) { return j.names(); }, *joint);
    for (const auto* list : {&names.q, &names.v}) {
      for (const std::string& name : *list) allowed.push_back(name.substr(0, name.find('[')));
    }
    std::visit(
        [&](const auto& j) {
          if constexpr (requires { j.start_names(); }) {
            for (const std::string& name : j.start_names()) allowed.push_back(name);
          }
        },
        *joint);
    if (names.q == std::vector<std::string>{"phi"} || names.q == std::vector<std::string>{"s"})
      allowed.push_back("a");
  }
  if (const auto* axis = std::get_if<AxisElement>(&element)) {
    if (axis->kind == AxisElement::Kind::inertia)
      allowed =
          axis->turns ? std::vector<std::string>{"phi", "w"} : std::vector<std::string>{"s", "v"};
    if (axis->kind == AxisElement::Kind::drive) {
      if (!axis->drive.gives_start_position()) allowed.push_back(axis->turns ? "phi" : "s");
      if (!axis->drive.gives_start_speed()) allowed.push_back(axis->turns ? "w" : "v");
    }
    if (axis->kind == AxisElement::Kind::force)
      allowed = axis->turns ? std::vector<std::string>{"phi_rel", "w_rel"}
                            : std::vector<std::string>{"s_rel", "v_rel"};
  }
  for (const Variable& variable : component.variables) {
    const auto& fixed = variable.fixed.numbers;
    if (std::all_of(fixed.begin(), fixed.end(), [](double x) { return x == 0.0; })) continue;
    if (std::find(allowed.begin(), allowed.end(), variable.name) != allowed.end()) continue;
    throw component.error("unsupported",
                          "the start value of '" + variable.name + "' cannot be fixed",
                          "fix a coordinate, a speed or an acceleration instead");
  }
}

}  // namespace

const std::vector<ElementText>& element_texts() { return registry().texts; }

AxisAt measure_axis(const AnyJoint& joint, const FrameMotion<double>& rel) {
  return std::visit([&](const auto& kind) { return measure_axis(kind, rel); }, joint);
}

bool is_angle(const AnyJoint& joint, int coordinate) {
  return std::visit([&](const auto& kind) { return is_angle(kind, coordinate); }, joint);
}

AnyElement make_element(const Component& component) {
  const auto maker = registry().makers.find(component.native_class);
  GELENK_ASSERT(maker != registry().makers.end());
  AnyElement element = maker->second(component);
  check_fixed(component, element);
  return element;
}

std::vector<Assignment> make_rates(const Component& component) {
  const auto found = registry().rates.find(component.native_class);
  return found == registry().rates.end() ? std::vector<Assignment>{} : found->second(component);
}

}  // namespace gelenk
