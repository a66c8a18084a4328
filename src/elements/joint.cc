#include "elements/joint.h"

namespace gelenk {

Vec3<double> read_vec3(const Component& component, std::string_view parameter) {
  const std::vector<double> values = component.reals(parameter);
  GELENK_ASSERT(values.size() == 3);
  return {values[0], values[1], values[2]};
}

// However large or small the entries are. (Eigen's stableNorm sums in an order that depends on where the vector lies in memory.)
static double calc_length(const Vec3<double>& x) {
  const double largest = x.cwiseAbs().maxCoeff();
  return largest > 0 && std::isfinite(largest) ? largest * (x / largest).norm() : largest;
}

Vec3<double> read_axis(const Component& component, std::string_view parameter) {
  const Vec3<double> axis = read_vec3(component, parameter);
  const double length = calc_length(axis);
  if (!(length > 1e-100) || !std::isfinite(length)) {
    throw component.error("value",
                          "axis " + std::string(parameter) + " has no direction: its length is " +
                              (length == 0 ? "zero" : "not a usable number"),
                          "give a direction such as {0,0,1}; its length does not matter",
                          parameter);
  }
  return axis / length;
}

std::array<int, 3> read_sequence(const Component& component, std::string_view parameter) {
  const std::vector<double> values = component.reals(parameter);
  GELENK_ASSERT(values.size() == 3);
  std::array<int, 3> sequence{};
  for (int i = 0; i < 3; ++i) {
    sequence[i] = static_cast<int>(values[i]);
    if (sequence[i] < 1 || sequence[i] > 3) {
      throw component.error("value",
                            "rotation sequence " + std::string(parameter) + " holds " +
                                std::to_string(sequence[i]) + ", but axes are numbered 1, 2, 3",
                            "write for example {1,2,3}", parameter);
    }
  }
  return sequence;
}

Mat3<double> read_start_rotation(const Component& component) {
  return rotation_of_sequence(read_sequence(component, "sequence_start"),
                              read_vec3(component, "angles_start"));
}

int read_state_preference(const Component& component) {
  return static_cast<int>(component.real("stateSelect")) -
         3;  // never, avoid, default, prefer, always
}

void read_start(const Component& component, std::string_view variable, double& value, bool& fixed,
                int i) {
  const Variable* v = component.find_variable(variable);
  GELENK_ASSERT(v != nullptr);
  value = v->start.numbers.at(i);
  fixed = v->fixed.numbers.at(i) != 0.0;
}

void reject_option(const Component& component, std::string_view parameter,
                   const std::string& instead) {
  if (component.real(parameter) == 0.0) return;
  throw component.error(
      "unsupported",
      std::string(parameter) + " of " + component.native_class + " is not supported yet", instead,
      parameter);
}

}  // namespace gelenk
