// The functions that code can be generated for, recorded from a system:
//   id      forces along the joints for a motion           τ = M v̇ + h
//   bias    the same for v̇ = 0                             h(t, q, v)
//   mass    the mass matrix                                 M(q)
//   fd      accelerations under forces τ beside the model's, and q̇
//   constraints   what closes loops: g(t, q), G with ġ = G v, and b with g̈ = G v̇ + b
//   frames  pose, twist and Jacobian of frames
//   energy  kinetic, potential
// Signs, orders and units are those of gelenk/experiment.h. What of a model generated code does not have is refused.
#pragma once

#include "codegen/function.h"
#include "codegen/law.h"
#include "codegen/lean_tree.h"

namespace gelenk::codegen {

struct FrameToShow {
  std::string name;
  const Subsystem* sub;
  FrameOnNode at;
};

class FunctionRecorder {
 public:
  // Throws UserError for a model of which no function can be generated. The system must outlive it.
  explicit FunctionRecorder(const System& system);

  static const std::vector<std::string>& names();
  // Throws UserError for names that are none, and for what the function does not cover.
  Function record(const std::string& name, const std::vector<FrameToShow>& frames = {}) const;

 private:
  struct Recording;
  void record_inverse_dynamics(Recording& r, bool with_accelerations) const;
  void record_mass_matrix(Recording& r) const;
  void record_forward_dynamics(Recording& r) const;
  void record_constraints(Recording& r) const;
  void record_frames(Recording& r, const std::vector<FrameToShow>& frames) const;
  void record_energy(Recording& r) const;

  const System& system_;
  Tree tree_;
  LeanTree lean_;
  std::vector<std::string> body_names_;
};

}  // namespace gelenk::codegen
