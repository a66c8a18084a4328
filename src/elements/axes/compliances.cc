// Springs and dampers between two flanges: equation (5) of axis_element.h.
#include "elements/axes/axis_kinds.h"
#include "elements/joint.h"

namespace gelenk {

namespace {

// Parameters that the class does not have stay zero.
AxisElement make_compliance(const Component& component, bool turns) {
  AxisElement e;
  e.kind = AxisElement::Kind::force;
  e.turns = turns;
  e.flange_a = "flange_a";
  e.flange_b = "flange_b";
  auto read = [&](const char* parameter, double& value) {
    if (component.find_parameter(parameter) != nullptr) value = component.real(parameter);
  };
  read("c", e.c);
  read("d", e.d);
  read(turns ? "phi_rel0" : "s_rel0", e.free);
  if (component.find_parameter("useHeatPort") != nullptr)
    reject_option(component, "useHeatPort",
                  "leave it out, or see what prevents that these shafts are read as equations");
  e.x_start = read_axis_start(component, turns ? "phi_rel" : "s_rel");
  e.v_start = read_axis_start(component, turns ? "w_rel" : "v_rel");
  return e;
}

AxisElement make_rotational(const Component& c) { return make_compliance(c, true); }
AxisElement make_translational(const Component& c) { return make_compliance(c, false); }

constexpr AxisKind kinds[] = {
    {"Modelica.Mechanics.Rotational.Components.Spring", R"(
within Modelica.Mechanics.Rotational.Components;
model Spring "Torsion spring"
  extends Interfaces.PartialCompliant;
  parameter SI.RotationalSpringConstant c(min = 0, start = 1e5) "Stiffness";
  parameter SI.Angle phi_rel0 = 0 "phi_rel at which the spring is free of torque";
end Spring;
)",
     make_rotational},
    {"Modelica.Mechanics.Rotational.Components.Damper", R"(
within Modelica.Mechanics.Rotational.Components;
model Damper "Torsion damper"
  extends Interfaces.PartialCompliant;
  extends Interfaces.PartialLoss;
  parameter SI.RotationalDampingConstant d(min = 0, start = 0) "Damping constant";
end Damper;
)",
     make_rotational},
    {"Modelica.Mechanics.Rotational.Components.SpringDamper", R"(
within Modelica.Mechanics.Rotational.Components;
model SpringDamper "Torsion spring and damper side by side"
  extends Interfaces.PartialCompliant;
  extends Interfaces.PartialLoss;
  parameter SI.RotationalSpringConstant c(min = 0, start = 1e5) "Stiffness";
  parameter SI.RotationalDampingConstant d(min = 0, start = 0) "Damping constant";
  parameter SI.Angle phi_rel0 = 0 "phi_rel at which the spring is free of torque";
end SpringDamper;
)",
     make_rotational},
    {"Modelica.Mechanics.Translational.Components.Spring",
     R"(
within Modelica.Mechanics.Translational.Components;
model Spring "Spring along the axis"
  extends Interfaces.PartialCompliant;
  parameter SI.TranslationalSpringConstant c(min = 0, start = 1) "Stiffness";
  parameter SI.Distance s_rel0 = 0 "s_rel at which the spring is free of force";
end Spring;
)",
     make_translational},
    {"Modelica.Mechanics.Translational.Components.Damper",
     R"(
within Modelica.Mechanics.Translational.Components;
model Damper "Damper along the axis"
  extends Interfaces.PartialCompliant;
  extends Interfaces.PartialLoss;
  parameter SI.TranslationalDampingConstant d(min = 0, start = 0) "Damping constant";
end Damper;
)",
     make_translational},
    {"Modelica.Mechanics.Translational.Components.SpringDamper", R"(
within Modelica.Mechanics.Translational.Components;
model SpringDamper "Spring and damper side by side, along the axis"
  extends Interfaces.PartialCompliant;
  extends Interfaces.PartialLoss;
  parameter SI.TranslationalSpringConstant c(min = 0, start = 1) "Stiffness";
  parameter SI.TranslationalDampingConstant d(min = 0, start = 1) "Damping constant";
  parameter SI.Position s_rel0 = 0 "s_rel at which the spring is free of force";
end SpringDamper;
)",
     make_translational},
};

}  // namespace

std::span<const AxisKind> compliance_axis_kinds() { return kinds; }

}  // namespace gelenk
