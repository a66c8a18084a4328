// Motion that is told for some positions and follows for the rest of a mechanism: the leading positions x take given values, loops close
// (Robotran 5.6, here with any named positions in the place of independent coordinates), drives are where their laws have them, and what
// then is still free stays where it was, coordinate by coordinate. With G of the loops, P of the leaders (position_signals.h) and E, the rows
// of the coordinates that are held,
//   A = (G; P; E),   A δ = (−g; x_given − x(q); 0)                                                    (1)
// moves q by Newton's method, and the same A gives speeds, A v = (0; ẋ; 0), and accelerations,
//   A (v̇ − v̇₀) = (0; ẍ − ẍ₀; −v̇₀ of held ones)                                                        (2)
// with any v̇₀ that the loops allow: that which the formulation itself finds for the state, so that no derivative of G is needed.
// Columns of driven coordinates are left out. Rows are scaled by their size before terms cancel, and may depend on one another.
//
// Where A loses rank over its columns the leaders do not determine the motion: its smallest singular value says how near that is.
#pragma once

#include <string>
#include <vector>

#include "analyses/position_signals.h"
#include "formulations/signal_values.h"
#include "math/least_change.h"

namespace gelenk {

class LedMotion {
 public:
  // What the caller wants with positions that follow from those before them: an error, or to be compared.
  enum class Followers { refused, compared };

  // Chooses leaders, in the order given, and what is held, at a state whose loops close. Throws UserError "option" for positions that do
  // not move, or follow from others where that is refused; "unsupported" for mechanisms with rolling.
  LedMotion(Formulation& formulation, std::vector<PositionSignal> given, Followers followers,
            const char* option, double t, const Vector& q);

  const std::vector<PositionSignal>& leaders() const { return leaders_; }
  // Of the positions given: number among the leaders, or −1 where it follows.
  const std::vector<int>& leader_of() const { return leader_of_; }
  const std::vector<int>& held() const { return held_; }           // in v
  const std::vector<bool>& undriven() const { return undriven_; }  // by speed
  int degrees_of_freedom() const { return static_cast<int>(leaders_.size() + held_.size()); }

  // From a closed q at (t0, x0) to (t1, x1), along the straight line between them, so that branches of the loops are kept: how much of the way was
  // come, 1 for all of it. q is the last position that closes.
  double follow(double t0, const Vector& x0, double t1, const Vector& x1, Vector& q);
  // At a point of that line from a q that is near.
  bool place(double t, const Vector& x, Vector& q);
  // At a position that fulfils (1).
  void set_speeds(double t, const Vector& q, const Vector& rates, Vector& v);
  // False when the equations of motion cannot be evaluated there; failure() says why.
  bool set_accelerations(double t, const Vector& q, const Vector& v, const Vector& rates,
                         Vector& vdot);
  const std::string& failure() const { return failure_; }

  // x(q) of the leaders, with the whole turns that are nearest to `near`.
  Vector calc_x(const Vector& q, const Vector& near);

  // A with its singular value decomposition at its end: the smallest one, and its vectors; and the share of G alone in the
  // loss: by how much its rank is below that at the start.
  struct Singular {
    double value = 1.0;
    Vector left, right;  // right: by speed, zero for driven ones
    int lost_by_loops = 0;
  };
  Singular calc_singular(double t, const Vector& q);

 private:
  void choose_leaders(std::vector<PositionSignal> given, Followers followers, const char* option,
                      const Vector& q);
  // A and the sizes of its rows, at (q, v), without columns of driven coordinates.
  void calc_rows(const Vector& q, const Vector& v);
  Matrix calc_scaled_loops() const;  // of the last calc_rows
  Vector calc_residual(double t, const Vector& x, Vector& q);
  Vector wrap(const Vector& x, const Vector& near) const;

  Formulation& f_;
  const System& system_;
  SignalValues values_;
  std::vector<PositionSignal> leaders_;
  std::vector<int> leader_of_, held_;
  std::vector<bool> undriven_;
  int loop_rank_ = 0;
  std::string failure_;
  Closure closure_;
  SparseMatrix A_;
  Vector sizes_;
  LeastChange change_;
};

}  // namespace gelenk
