#include "formulations/formulation.h"

#include <cmath>

namespace gelenk {

namespace {

// Calls visit(joint, edge) for every tree joint below `sub`.
template <typename Visit>
void for_each_tree_joint(const Subsystem& sub, const Visit& visit) {
  for (const JointEdge& edge : sub.joints) {
    if (edge.in_tree) std::visit([&](const auto& joint) { visit(joint, edge); }, edge.joint);
  }
  for (const auto& part : sub.parts) for_each_tree_joint(*part, visit);
}

// Euler parameters are the last four coordinates of a joint that has one coordinate more than speeds.
template <typename Visit>
void for_each_quaternion(const Subsystem& root, const Visit& visit) {
  for_each_tree_joint(root, [&](const auto& joint, const JointEdge& edge) {
    if constexpr (joint.nq == joint.nv + 1) visit(edge.q + joint.nq - 4);
  });
}

}  // namespace

void step_coordinates(const Subsystem& root, const Vector& delta, Vector& q) {
  for_each_tree_joint(root, [&](const auto& joint, const JointEdge& edge) {
    if constexpr (joint.nq > 0) {
      JointCoordinates change{};
      joint.calc_qdot(q.data() + edge.q, delta.data() + edge.v, change.data());
      for (int i = 0; i < joint.nq; ++i) q[edge.q + i] += change[i];
    }
  });
  normalize_quaternions(root, q);
}

void normalize_quaternions(const Subsystem& root, Vector& q) {
  for_each_quaternion(root, [&](int first) { q.segment<4>(first).normalize(); });
}

std::vector<bool> list_velocity_rows(const Subsystem& root) {
  std::vector<bool> flags;
  for (const JointEdge& edge : root.joints) {
    const int rows = edge.in_tree ? 0 : edge.nc();
    for (int i = 0; i < rows; ++i) flags.push_back(edge.is_velocity_row(i));
  }
  for (const CoordinateRow& row : root.coordinate_rows) flags.push_back(row.of_speeds);
  for (const auto& part : root.parts) {
    const std::vector<bool> below = list_velocity_rows(*part);
    flags.insert(flags.end(), below.begin(), below.end());
  }
  return flags;
}

double calc_quaternion_drift(const Subsystem& root, const Vector& q) {
  double worst = 0.0;
  for_each_quaternion(root, [&](int first) {
    worst = std::max(worst, std::abs(q.segment<4>(first).norm() - 1.0));
  });
  return worst;
}

}  // namespace gelenk
