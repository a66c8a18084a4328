// All that a composite may know of a part: its ports, their motion, and that port accelerations are affine in
// port loads (DESIGN 2),
//   A = D τ + r,   D symmetric, positive semidefinite.                                              (1)
// What is inside (bodies in a tree, further parts, a shared library) cannot be named from outside. Ports are
// bodies, with six rows each: motion and loads are about the port body's origin, in world axes, rotation first. Flanges are
// shafts, with one row each: position, speed, and a torque or force along it. Rows of flanges stand behind those of all ports.
//
// A correction of positions or speeds is the same problem: with loads nowhere, and the residuals of the
// constraints in the place of their accelerations, port corrections are
//   δ = D τ + r,                                                                                    (2)
// D as in (1), by the factors that are there. So is a refinement of accelerations: the residuals are then what accelerations,
// multipliers and port loads found so far leave over of all equations, and the correction is added to them. (In an impact: what changes of
// speed leave over.)
//
// A state is q and v of the whole system, of which a part takes its own. The order of calls: condense, then release, then as
// often as one likes calc_residual of accelerations, reduce and correct; or factor and then, as often as one likes,
// calc_residual, reduce and correct, with place for what has moved.
#pragma once

#include <string>

#include "base/error.h"
#include "math/axis_motion.h"
#include "math/pose.h"
#include "math/spatial.h"
#include "math/vector.h"

namespace gelenk {

// How constraints are written for a correction.
enum class Level { position, velocity, acceleration };

// What an evaluation is for: accelerations under all loads, or changes of speed in an impact, where loads and
// velocities play no part.
enum class Loading { forces, impact };

// In which sense corrections are the smallest: of kinetic energy, or of bodies of mass and inertia one.
enum class Metric { mass, euclidean };

class BlackBox {
 public:
  virtual ~BlackBox() = default;

  virtual int port_count() const = 0;
  // Pose and velocity of the state given last; after condense A = r, after reduce A is that of (2). After calc_residual of
  // accelerations A is that of the body.
  virtual const FrameMotion<double>& port(int port) const = 0;
  // The same for shafts.
  virtual int flange_count() const { return 0; }
  virtual const AxisMotion& flange(int /*flange*/) const {
    GELENK_ASSERT(false);
    static const AxisMotion none;
    return none;
  }
  // Of D, r and loads.
  int size() const { return 6 * port_count() + flange_count(); }
  int row_of_flange(int flange) const { return 6 * port_count() + flange; }

  // Motion alone.
  virtual void place(double t, const double* q, const double* v) = 0;

  // Up: D and r. False when they cannot be computed.
  virtual bool condense(double t, const double* q, const double* v, Loading loading) = 0;
  virtual const Matrix& D() const = 0;
  virtual const Vector& r() const = 0;
  // How large the rotations and the translations of D are at each port (traces), and D at each flange, before loops inside
  // take from them: where a part is held, all that is left of D may be rounding of these.
  virtual const Vector& D_sizes() const = 0;
  // Down: port loads are known; accelerations go to the whole system's v̇.
  virtual void release(const Vector& tau, double* vdot) = 0;
  // Of the last condense: pivots were so small, since inertias are very uneven, that accelerations want a refinement.
  virtual bool is_uneven() const = 0;

  // Up: D alone.
  virtual bool factor(double t, const double* q, const double* v, Metric metric) = 0;
  // Residuals at the motion at hand: computes, keeps, and returns the largest.
  virtual double calc_residual(Level level) = 0;
  // Up: r of (2) for the residual kept.
  virtual void reduce() = 0;
  // Down: δ goes to the whole system's.
  virtual void correct(const Vector& tau, double* delta) = 0;

  // Why condense or factor failed: component and cause.
  virtual std::string failure() const = 0;
};

}  // namespace gelenk
