// Coordinate partitioning (Wehage and Haug 1982; Robotran 3.2.2): the coordinates of a mechanism with loops
// are split into independent ones, which integration alone decides, and dependent ones, which follow by
// Newton's method on the closure equations. LU with full pivoting of the constraint Jacobian G chooses the
// dependent ones: pivots are taken where G is largest. Coordinates that the user names (independent_coordinates.h), or
// else joints that the model prefers as states (StateSelect.always), are taken as independent where that is
// possible; those that a law moves are neither. When the choice has become poor,
// the smallest pivot of G on the dependent columns having lost two digits against its best, another one is made.
// The state keeps all coordinates, so that nothing jumps when the choice changes.
//
// A choice is made on G at the position that the formulation's projection closes: off it dependent rows look
// independent by as much as the loops are open. Near a singular position, where rows become dependent for an instant
// (formulations/recursive/singular_passage.h), no choice is good, and that projection is taken as the correction.
#pragma once

#include <Eigen/LU>
#include <vector>

#include "formulations/formulation.h"

namespace gelenk {

class CoordinatePartition {
 public:
  // Coordinates to be preferred as independent, by index in v, instead of those that the model prefers.
  void prefer(std::vector<int> independent) { preferred_ = std::move(independent); }

  // Moves the dependent part of q until the loops close, then that of v. False when Newton's method
  // fails. Where another choice is made, it holds beyond this correction if the run keeps the
  // state.
  bool correct(Formulation& formulation, Vector& q, Vector& v);

  // A choice at the start of a run, at a state that closes; and a state that the run keeps.
  void start(Formulation& formulation, Vector q, Vector v);
  void accept(const Vector& q);
  // Of a system with so many speeds and closure equations.
  void list_memory(Memory& memory, int speeds, int equations);

  // By index in v, after a correction.
  const std::vector<bool>& is_dependent() const { return choice_.dependent; }
  int choices() const { return choice_.choices; }

 private:
  bool correct_by_choice(Formulation& formulation, Vector& q, Vector& v);
  // False when no choice is good here.
  bool choose(const Formulation& formulation);
  bool factor();

  // Memory: what was chosen, and what is known of pivots.
  struct Choice {
    std::vector<bool> dependent;
    std::vector<int> columns, rows;  // of the square system
    double best_pivot = 0.0;
    int rank = 0;                // in general: the largest so far
    double typical_pivot = 0.0;  // the largest of the last pivots at that rank so far
    int choices = 0;
  };
  Choice kept_, choice_;  // of the state that was kept last, and of the present correction
  Vector corrected_q_;    // where that has ended

  Closure closure_;
  std::vector<int> preferred_;
  Eigen::FullPivLU<Matrix> lu_;
  double pivot_ = 0.0;
};

}  // namespace gelenk
