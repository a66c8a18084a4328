// The equations of a model about a state, for modes, frequency responses and control:
//   ẋ = A x + B u,    y = C x + D u,                                                                (1)
// where x, u and y are small changes. Loops leave a mechanism fewer freedoms than it has coordinates. With δ a small motion of the joints
// (directions of motion, as speeds are) and G of Closure, what changes freely are
//   ξ   independent entries of δ:  δ = N ξ,   G_p N = 0     rows that restrict positions
//   η   independent entries of δv                          all rows, those between speeds alone, too
//   ζ   independent entries of δz                          states of the user's equations, on their invariants
// chosen by elimination with full pivoting, as coordinate partitioning chooses (Robotran 3.2.2); x = (ξ, η, ζ). A wheel that rolls leaves
// more ξ than η. The dependent rest follows, to first order in x:
//   (δ, δv, δz) = T x.                                                                              (2)
// T and the right sides are derivatives of the state that MotionEquations::correct makes of a disturbed one, and of what the
// formulation evaluates there; so they hold for all that it has, and no element needs to know of derivatives.
//
// About a state that moves, A is that of the instant. Where orientations are Euler parameters, directions of motion turn with them, which
// the equations of δ account for:
//   δ̇ = δv + b,   S b = S′(S δ) v − S′(S v) δ     with q̇ = S(q) v, S′(a) its derivative along a.         (3)
// Then A is constant along a steady motion (a rotor that spins, a wheel that rolls), as it has to be.
//
// Modes are held as they are: branches of laws, the direction in which friction slides. What sticks, rests against a
// stop or is locked does not move, and has no part in x. Coordinates that a law moves have none either, as far as that law goes.
//
// Derivatives are differences of high order (numerics/central_difference.h), with an estimate of their error. They are taken in one place,
// Linearizer::differentiate_along, where derivatives by other means may stand instead.
#pragma once

#include <string>
#include <vector>

#include "analyses/motion_equations.h"
#include "formulations/held_speeds.h"
#include "formulations/signal_values.h"

namespace gelenk {

// An input of (1): one of the model (Quantities::inputs), or a force along a direction of motion.
struct LinearInput {
  int input = -1;
  int speed = -1;
};

struct Linearization {
  std::string failure;  // why there is nothing else here; empty: there is
  Matrix A, B, C, D;
  Matrix T;  // (2): 2 nv + nz rows
  // Of the entries of x, numbers of rows of T that they are.
  std::vector<int> rows;
  int positions = 0, speeds = 0, states = 0;  // entries of ξ, η, ζ
  Vector sizes;                               // a length for what slides, else one; by row of T
  std::vector<HeldSpeed> held;
  Vector v, vdot, zdot;  // of the state itself
  double error = 0.0;    // of A, B, C, D: estimated, against the largest entries of rows
};

// About a state that fulfils the constraints, in the modes that the formulation has. Throws UserError where the model has
// what cannot be linearised.
Linearization linearize(Formulation& formulation, double t, const Vector& q, const Vector& v,
                        const std::vector<LinearInput>& inputs, const std::vector<Signal>& outputs);

// By row of T what it is: "hinge.phi", "free.turn[1]", "hinge.w", a state's name; and the joint or state that it belongs to.
struct LinearEntry {
  std::string name, unit, owner;
};
std::vector<LinearEntry> list_linear_entries(const System& system);

}  // namespace gelenk
