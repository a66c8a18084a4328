// All element kinds. Adding a joint or a force is its own file and one entry in the lists below
// (rigid elements: in the list of registry.cc, 1-D elements: in that of their file); the reader's
// library, topology and the formulations follow from these lists.
#pragma once

#include <array>
#include <string>
#include <variant>
#include <vector>

#include "elements/axes/axis_element.h"
#include "elements/compiled_element.h"
#include "elements/constraints/distance.h"
#include "elements/constraints/free_motion_scalar_init.h"
#include "elements/constraints/locked.h"
#include "elements/constraints/planar_loop.h"
#include "elements/constraints/rack_and_pinion.h"
#include "elements/constraints/rod_end.h"
#include "elements/constraints/rolling.h"
#include "elements/constraints/rolling_ellipsoid.h"
#include "elements/constraints/skate.h"
#include "elements/constraints/universal_spherical.h"
#include "elements/coordinate_relation.h"
#include "elements/forces/applied.h"
#include "elements/forces/damper.h"
#include "elements/forces/line_flanges.h"
#include "elements/forces/line_force_by_law.h"
#include "elements/forces/port_load.h"
#include "elements/forces/rod_mass.h"
#include "elements/forces/spring.h"
#include "elements/forces/spring_damper_parallel.h"
#include "elements/forces/spring_damper_series.h"
#include "elements/joints/cylindrical.h"
#include "elements/joints/free_motion.h"
#include "elements/joints/planar.h"
#include "elements/joints/prismatic.h"
#include "elements/joints/revolute.h"
#include "elements/joints/screw.h"
#include "elements/joints/spherical.h"
#include "elements/joints/translation.h"
#include "elements/joints/universal.h"
#include "elements/joints/weld.h"
#include "elements/rigid_element.h"
#include "elements/sensors/motion_sensor.h"

namespace gelenk {

// Joints, and the constraints, which state closure equations only.
using AnyJoint =
    std::variant<Weld, Translation, RodEnd,  // made by topology, not by a class
                 Revolute, Prismatic, Cylindrical, Universal, Planar, Spherical, FreeMotion,
                 Screw,  //
                 FreeMotionScalarInit, PlanarLoopConstraint, SphericalSpherical, UniversalSpherical,
                 PrismaticConstraint, RevoluteConstraint, SphericalConstraint, UniversalConstraint,
                 RollingWheel, RollingVerticalWheel, RollingEllipsoid, Skate, RackAndPinion,
                 Distance, LineForceWithMass, LineForceWithTwoMasses>;

template <typename... Kinds>
constexpr bool fit_joint_coordinates(const std::variant<Kinds...>*) {
  return ((Kinds::nq <= static_cast<int>(std::tuple_size_v<JointCoordinates>)) && ...);
}
static_assert(fit_joint_coordinates(static_cast<const AnyJoint*>(nullptr)));

using AnyForce = std::variant<RodMass, PortLoad,  // made by topology, not by a class
                              Spring, Damper, SpringDamperParallel, SpringDamperSeries,
                              LineForceByLaw,  //
                              WorldForce, WorldTorque, Force, Torque,
                              MotionSensor>;  // many classes, from sensor_kinds()

// Of the joint's kind; joint.h says what they are.
AxisAt measure_axis(const AnyJoint& joint, const FrameMotion<double>& rel);
bool is_angle(const AnyJoint& joint, int coordinate);

// Measures and exerts nothing: no matter of the mechanics.
inline bool is_sensor(const AnyForce& force) { return std::holds_alternative<MotionSensor>(force); }

// Values of a force's signals. Sensors may show theirs in the axes of a frame of its own.
template <typename Kind>
void calc_force_signals(const Kind& force, const FrameMotion<double>& a,
                        const FrameMotion<double>& b, const FrameMotion<double>& resolve,
                        const double* laws, SignalBuffer& values) {
  if constexpr (std::is_same_v<Kind, MotionSensor>)
    force.calc_signals(a, b, resolve, values);
  else
    force.calc_signals(a, b, laws, values);
}

using AnyElement = std::variant<RigidElement, AnyJoint, AnyForce, CoordinateRelation, AxisElement,
                                CompiledElement>;

struct ElementText {
  std::string class_name;   // full name
  std::string declaration;  // Modelica text
};

// Declarations of all native classes, and the text that they share.
const std::vector<ElementText>& element_texts();

// The element that a native component is.
AnyElement make_element(const Component& component);

// Equations der(state) = … that a native component brings with it.
std::vector<Assignment> make_rates(const Component& component);

}  // namespace gelenk
