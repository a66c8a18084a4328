// All bodies and all joints of a system in one dense system of equations, in absolute coordinates: what every
// formulation is compared with. It knows nothing of trees, components or factors,
//   M a − Gᵀ λ = f,   G a = −γ,                                                                     (1)
//   M δ − Gᵀ λ = 0,   G δ = −residual,                                                              (2)
// solved by complete orthogonal decomposition. Motion of a body is about its group's origin, in world axes,
// rotation first.
#pragma once

#include <map>
#include <vector>

#include "formulations/formulation.h"

namespace gelenk::testing {

// A body seen through however many ports: the subsystem and node where its group is.
struct Place {
  const Subsystem* sub;
  NodeIndex node;
  auto operator<=>(const Place&) const = default;
};

template <typename Visit>
void for_each_subsystem(const Subsystem& sub, const Visit& visit) {
  visit(sub);
  for (const auto& part : sub.parts) for_each_subsystem(*part, visit);
}

class Monolith {
 public:
  // At the state that the formulation evaluated last, whose velocities must be known.
  Monolith(const Formulation& formulation, double t);

  const std::vector<Place>& places() const { return places_; }
  // Residuals of all joints' equations, and of their first derivatives.
  const Vector& g() const { return g_; }
  const Vector& gdot() const { return gdot_; }

  // G δ.
  Vector calc_rows(const Vector& delta) const {
    return K_.bottomLeftCorner(g_.size(), delta.size()) * delta;
  }

  // (1) and (2): six entries for each of places().
  Vector calc_accelerations() const;
  Vector calc_correction(const Vector& residual) const;

 private:
  void collect(const Subsystem& sub);
  int index_of(const Subsystem& sub, NodeIndex node) const;
  void add_body(int at, const Place& place);
  void add_joint(const Subsystem& sub, const JointEdge& edge, int& row);
  void add_force(const Subsystem& sub, const ForceEdge& edge, double t);
  FrameMotion<double> motion_of(const Subsystem& sub, const FrameOnNode& at) const;

  const Formulation& f_;
  std::map<Place, int> body_;
  std::vector<Place> places_;
  Matrix K_;             // [M Gᵀ; G 0]
  Vector load_, gamma_;  // right side of (1)
  Vector g_, gdot_;
};

}  // namespace gelenk::testing
