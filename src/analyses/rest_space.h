// Where a mechanism may be while it is searched for a state of rest, and which motions lead out of a position:
//   C(q) δ = 0                                                                                      (1)
// with the rows of all closing joints and relations, of coordinates that a law moves, of joints that stick, are locked or rest
// against a stop, of positions that are to be held, and of coordinates whose speed is given. Rows may depend on one another.
//
// Out of (1) come the directions δ = N x of the search, with coordinates that need no others as x; the part of a force that no row
// takes,
//   ρ = P τ,   P = 1 − C⁺ C                                                                         (2)
// and the way back to the rows after a step, which is the least one.
#pragma once

#include <vector>

#include "formulations/formulation.h"
#include "math/least_change.h"
#include "topology/quantities/signal_catalog.h"

namespace gelenk {

class RestSpace {
 public:
  struct Wish {
    Signal signal;
    double value = 0.0;
  };

  // held: signals of position; speeds: signals of speed; both of motion alone. What it is given must outlive it.
  RestSpace(Formulation& formulation, double time, std::vector<Wish> held,
            std::vector<Wish> speeds);

  // What holds of itself since the last start_events: friction that sticks, a lock that is closed, a stop that pushes.
  struct Holding {
    int element = 0;  // of System::axes
    double force = 0.0;
  };
  void take_modes(const Vector& q, const Vector& v);
  const std::vector<Holding>& holding() const { return holding_; }

  // Rows at a position; what follows is asked there.
  void place(const Vector& q);
  int rank() const { return change_.rank(); }
  // N, and which coordinates x are, by index in v.
  Matrix calc_basis(std::vector<int>& independent) const;
  // (2)
  Vector project(const Vector& tau) const;
  // Loads that the rows of held positions and given speeds exert, in this order, so that no force ρ is left that they could
  // take; seen along their signals.
  Vector calc_holding_loads(const Vector& tau) const;
  // Speeds where driven and given ones are as they are to be, and all others rest as far as loops let them. `given`: more of them, that
  // are no rows.
  Vector calc_speeds(const Vector& q, const std::vector<Wish>& given);
  // Accelerations of a steady motion, at one with accelerations v̇ where loops and drives are concerned, and else as small as can be.
  Vector calc_steady(const Vector& vdot) const;

  // Least motion onto the rows. From a step away, by the rows placed last; from anywhere. False: none was found.
  bool close(Vector& q);
  bool reach(Vector& q);

  // How far a stop is from its nearer end, below zero beyond it; of System::axes.elements.
  struct Room {
    int element;
    double below, above;
  };
  std::vector<Room> list_rooms(const Vector& q) const;
  // Onto an end, exactly.
  void put_at_end(int element, bool at_high, Vector& q) const;

  double value(const Signal& signal, const Vector& q, const Vector& v);

 private:
  struct Coefficient {
    int v;
    double value;
  };
  using Row = std::vector<Coefficient>;

  Row make_row(const Signal& signal, bool of_position, const Vector& q);
  Row make_slip_row(const PlacedAxisElement& element) const;
  void list_fixed_rows();
  void calc_residual(const Vector& q, Vector& residual);

  Formulation& f_;
  const System& system_;
  const double time_;
  const std::vector<Wish> held_, speeds_;
  std::vector<bool> velocity_rows_;
  std::vector<int> driven_;  // by index in v
  std::vector<Holding> holding_;
  bool moves_ = false;
  Closure closure_;
  SparseMatrix C_;
  Vector natural_;
  int free_rows_ = 0;  // those before held positions and given speeds
  LeastChange change_;
  Vector still_;  // zero speeds
};

}  // namespace gelenk
