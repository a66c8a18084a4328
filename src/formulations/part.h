// All that a composite may know of a part (Thesis 2.6): its ports, their
// motion, and that port accelerations are affine in port loads,
//   A = D τ + r,   D symmetric, positive semidefinite.                                            (1)
// A composite holds its parts by this interface alone; what is inside (bodies, joints, further parts)
// cannot be named from outside. Ports are bodies; motion and loads are about each port body's origin, in
// world axes, rotation first.
#pragma once

#include <vector>

#include "math/spatial.h"
#include "topology/system.h"

namespace gelenk {

// Rows (of one closing joint) acting on the twist of a port: nc × 6, at most six rows.
using PortRows = Eigen::Matrix<double, Eigen::Dynamic, 6, Eigen::RowMajor, 6, 6>;

class Part {
 public:
  virtual ~Part() = default;

  virtual int port_count() const = 0;
  virtual const FrameMotion<double>& port(PortIndex port) const = 0;

  // Poses and velocities of one island, from the motion of the port by which it is entered (ignored for
  // island 0, which stands on ground) and the system's q and v.
  virtual void place(int island, const FrameMotion<double>& entry, const double* q,
                     const double* v) = 0;

  // Up: D and r at time t for the motion placed.
  virtual bool condense() = 0;
  virtual const Matrix& D() const = 0;
  virtual const Vector& r() const = 0;

  // Down: loads on the ports are known; accelerations of everything inside follow, generalised
  // accelerations go to the system's v̇, and port(i).A is filled.
  virtual void release(const Vector& tau, double* vdot) = 0;

  // Up and down again for what rounding has left of the equations: D is an inverse inertia, and where bodies differ, or rows
  // are nearly dependent, digits are lost on its way up that accelerations themselves have. `rest` is r of the corrections.
  virtual void condense_rest() = 0;
  virtual const Vector& rest() const = 0;
  virtual void add_rest(const Vector& tau, double* vdot) = 0;

  // Down again, for loads alone: the multipliers of all closing rows of the system are given (in the order of
  // Closure), where redundancy would leave a choice; the tree joints take what balances them.
  virtual void share_loads(const Vector& tau, const Vector& closing) = 0;

  // Reverse recursion for ∂q/∂p (Thesis 2.9). `rows[i]` act on the twist of port i; columns of G for the
  // part's own speeds receive their share (`natural`: how large it is before terms cancel), and the rows that remain act on the entry's twist.
  virtual void pull_back(int island, const std::vector<PortRows>& rows, Eigen::Ref<Matrix> G,
                         Eigen::Ref<Vector> natural, PortRows& entry_rows) const = 0;
};

}  // namespace gelenk
