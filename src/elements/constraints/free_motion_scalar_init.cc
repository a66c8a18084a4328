#include "elements/constraints/free_motion_scalar_init.h"

namespace gelenk {

namespace {

constexpr const char* names[] = {"r_rel_a", "v_rel_a",  "a_rel_a", "angle",
                                 "angle_d", "angle_dd", "w_rel_b", "z_rel_b"};
constexpr const char* flags[] = {"use_r",       "use_v",        "use_a", "use_angle",
                                 "use_angle_d", "use_angle_dd", "use_w", "use_z"};

std::string name_of(int quantity, int i) {
  return std::string(names[quantity]) + "_" + std::to_string(i + 1);
}

// Accelerations cannot be start values.
bool can_start(int quantity) {
  using K = FreeMotionScalarInit;
  return quantity != K::a && quantity != K::angle_dd && quantity != K::z;
}

}  // namespace

const char* const FreeMotionScalarInit::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints;
model FreeMotionScalarInit "Free motion of frame_b relative to frame_a, with scalar variables to measure and to start from"
  extends Interfaces.PartialTwoFrames;
  parameter Boolean use_r = false "true: r_rel_a_1, 2, 3 are signals";
  parameter Boolean use_v = false "true: v_rel_a_1, 2, 3 are signals";
  parameter Boolean use_a = false "true: a_rel_a_1, 2, 3 are signals";
  parameter Boolean use_angle = false "true: angle_1, 2, 3 are signals";
  parameter Boolean use_angle_d = false "true: angle_d_1, 2, 3 are signals";
  parameter Boolean use_angle_dd = false "true: angle_dd_1, 2, 3 are signals";
  parameter Boolean use_w = false "true: w_rel_b_1, 2, 3 are signals";
  parameter Boolean use_z = false "true: z_rel_b_1, 2, 3 are signals";
  parameter Types.RotationSequence sequence_start = {1, 2, 3} "Axes of the angles";
  parameter StateSelect r_rel_a_1_stateSelect = StateSelect.never "Has no effect here: joints and bodies carry the states";
  parameter StateSelect r_rel_a_2_stateSelect = StateSelect.never "As r_rel_a_1_stateSelect";
  parameter StateSelect r_rel_a_3_stateSelect = StateSelect.never "As r_rel_a_1_stateSelect";
  parameter StateSelect v_rel_a_1_stateSelect = StateSelect.never "As r_rel_a_1_stateSelect";
  parameter StateSelect v_rel_a_2_stateSelect = StateSelect.never "As r_rel_a_1_stateSelect";
  parameter StateSelect v_rel_a_3_stateSelect = StateSelect.never "As r_rel_a_1_stateSelect";
  parameter StateSelect angle_1_stateSelect = StateSelect.never "As r_rel_a_1_stateSelect";
  parameter StateSelect angle_2_stateSelect = StateSelect.never "As r_rel_a_1_stateSelect";
  parameter StateSelect angle_3_stateSelect = StateSelect.never "As r_rel_a_1_stateSelect";
  parameter StateSelect angle_d_1_stateSelect = StateSelect.never "As r_rel_a_1_stateSelect";
  parameter StateSelect angle_d_2_stateSelect = StateSelect.never "As r_rel_a_1_stateSelect";
  parameter StateSelect angle_d_3_stateSelect = StateSelect.never "As r_rel_a_1_stateSelect";
  parameter StateSelect w_rel_b_1_stateSelect = StateSelect.never "As r_rel_a_1_stateSelect";
  parameter StateSelect w_rel_b_2_stateSelect = StateSelect.never "As r_rel_a_1_stateSelect";
  parameter StateSelect w_rel_b_3_stateSelect = StateSelect.never "As r_rel_a_1_stateSelect";
  parameter Boolean animation = true "Drawing";
  parameter Types.Color arrowColor = {0, 128, 255} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  SI.Position r_rel_a_1(start = 0) "From frame_a to frame_b along axis 1 of frame_a";
  SI.Position r_rel_a_2(start = 0) "From frame_a to frame_b along axis 2 of frame_a";
  SI.Position r_rel_a_3(start = 0) "From frame_a to frame_b along axis 3 of frame_a";
  SI.Velocity v_rel_a_1(start = 0) "Derivative of r_rel_a_1";
  SI.Velocity v_rel_a_2(start = 0) "Derivative of r_rel_a_2";
  SI.Velocity v_rel_a_3(start = 0) "Derivative of r_rel_a_3";
  SI.Acceleration a_rel_a_1(start = 0) "Derivative of v_rel_a_1";
  SI.Acceleration a_rel_a_2(start = 0) "Derivative of v_rel_a_2";
  SI.Acceleration a_rel_a_3(start = 0) "Derivative of v_rel_a_3";
  SI.Angle angle_1(start = 0) "Angle about axis sequence_start[1] that takes frame_a to frame_b";
  SI.Angle angle_2(start = 0) "Angle about axis sequence_start[2] that takes frame_a to frame_b";
  SI.Angle angle_3(start = 0) "Angle about axis sequence_start[3] that takes frame_a to frame_b";
  SI.AngularVelocity angle_d_1(start = 0) "Derivative of angle_1";
  SI.AngularVelocity angle_d_2(start = 0) "Derivative of angle_2";
  SI.AngularVelocity angle_d_3(start = 0) "Derivative of angle_3";
  SI.AngularAcceleration angle_dd_1(start = 0) "Derivative of angle_d_1";
  SI.AngularAcceleration angle_dd_2(start = 0) "Derivative of angle_d_2";
  SI.AngularAcceleration angle_dd_3(start = 0) "Derivative of angle_d_3";
  SI.AngularVelocity w_rel_b_1(start = 0) "Relative angular velocity, component 1 in frame_b";
  SI.AngularVelocity w_rel_b_2(start = 0) "Relative angular velocity, component 2 in frame_b";
  SI.AngularVelocity w_rel_b_3(start = 0) "Relative angular velocity, component 3 in frame_b";
  SI.AngularAcceleration z_rel_b_1(start = 0) "Derivative of w_rel_b_1";
  SI.AngularAcceleration z_rel_b_2(start = 0) "Derivative of w_rel_b_2";
  SI.AngularAcceleration z_rel_b_3(start = 0) "Derivative of w_rel_b_3";
end FreeMotionScalarInit;
)";

FreeMotionScalarInit::FreeMotionScalarInit(const Component& component)
    : sequence(read_sequence(component, "sequence_start")) {
  for (int k = 0; k < quantity_count; ++k) {
    used[k] = component.boolean(flags[k]);
    if (!can_start(k)) continue;
    for (int i = 0; i < 3; ++i)
      read_start(component, name_of(k, i), starts[k][i].value, starts[k][i].fixed);
  }
}

bool FreeMotionScalarInit::has_fixed_start() const {
  for (const auto& triple : starts) {
    for (const Start& start : triple) {
      if (start.fixed) return true;
    }
  }
  return false;
}

std::vector<std::string> FreeMotionScalarInit::start_names() {
  std::vector<std::string> list;
  for (int k = 0; k < quantity_count; ++k) {
    for (int i = 0; i < 3 && can_start(k); ++i) list.push_back(name_of(k, i));
  }
  return list;
}

std::vector<std::string> FreeMotionScalarInit::signal_names() const {
  std::vector<std::string> list;
  for (int k = 0; k < quantity_count; ++k) {
    for (int i = 0; i < 3 && used[k]; ++i) list.push_back(name_of(k, i));
  }
  return list;
}

std::array<Vec3<double>, FreeMotionScalarInit::quantity_count> FreeMotionScalarInit::calc_values(
    const FrameMotion<double>& rel) const {
  std::array<Vec3<double>, quantity_count> values;
  values[r] = rel.X.p;
  values[v] = rel.v();
  values[a] = rel.a();
  values[angle] = angles_of_sequence(rel.X.R, sequence);
  const AngleRates rates = angle_rates_of_sequence(sequence, values[angle], rel.w(), rel.alpha());
  values[angle_d] = rates.first;
  values[angle_dd] = rates.second;
  // In M: d/dt (Rᵀ w) = Rᵀ ẇ, since w × w = 0.
  values[w] = rel.X.R.transpose() * rel.w();
  values[z] = rel.X.R.transpose() * rel.alpha();
  return values;
}

void FreeMotionScalarInit::calc_signals(const FrameMotion<double>& F, const FrameMotion<double>& M,
                                        const Vec6<double>&, SignalBuffer& values) const {
  const auto quantities = calc_values(relative_motion(F, M));
  for (int k = 0; k < quantity_count; ++k) {
    if (used[k]) values.add(quantities[k]);
  }
}

}  // namespace gelenk
