// Holders whose forces the loops leave undetermined: frictions in several joints of one loop, locks on shafts that gears
// couple. Let H be those that hold and W f the accelerations of their slips under forces f, none of them held, with mass and
// inertia one (rank is a matter of geometry). Forces f and f + n with W n = 0 give the same motion. Holders that share such an n
// are a group, and of its forces f₀ + N z any that keeps within the bounds low ≤ f ≤ high is a state of rest.
//
// Those reported are the least within the bounds,
//   min Σ F² + (T/ℓ)²  over the flows F, T of the elements,   low ≤ f ≤ high,                        (1)
// as for other loads (formulations/least_loads.h). A group gives way when there are none left:
//   margin  m = max over z of min over its holders of (distance of f from its bounds) / c < 0,       (2)
// c being the break-away forces against the largest of them. By duality m is the least of Σ h y over all y ≥ 0 with
// Σ ±N y = 0, Σ c y = 1, where h are the distances at any f: y is the motion in which the group gives way, and where y = 0 a
// holder goes on holding. (2) is solved by the simplex method with Bland's rule, (1) by nonnegative least squares (Lawson
// and Hanson 1974, chapter 23); both only where the least forces of all exceed a bound.
#pragma once

#include <vector>

#include "base/memory.h"
#include "math/vector.h"

namespace gelenk {

struct Holder;

class SharedHolds {
 public:
  bool empty() const { return groups_.empty(); }
  void clear() { groups_.clear(); }
  // W among the holders `held`, numbers in `all`; ℓ of (1).
  void find(const std::vector<Holder>& all, const std::vector<int>& held, const Matrix& W,
            double length);

  // Of so many holders.
  void list_memory(Memory& memory, std::size_t holder_count);

  // Takes any forces of the holders with the right effect to those of (1).
  void share(const std::vector<Holder>& all, Vector& holding);
  // (2) of all groups, from forces as given.
  void calc_margins(const std::vector<Holder>& all, const Vector& holding);
  // Of the last calc_margins, for a holder in a group: the force that is left to the bound on that side. Where the group gives
  // way it is negative for the holders and sides that move.
  bool has(int holder) const { return group_of(holder) != nullptr; }
  double margin_above(int holder) const { return margin(holder, 0); }
  double margin_below(int holder) const { return margin(holder, 1); }

 private:
  struct Group {
    std::vector<int> holders;
    Vector weight;      // of a holder's force in (1)
    Matrix Q;           // N, by holder, weighted and with orthonormal columns
    Vector low, high;   // weighted, as g below; infinite where there is no bound
    Vector scale;       // c of (2), weighted
    Vector g, z;        // weighted forces; place on N
    double margin = 0;  // weighted
    Matrix gives_way;   // by holder, above and below: y > 0
    // Scratch of (1) and (2).
    Matrix tableau, E, gram;
    Vector dual, slope;
    std::vector<int> basis;
  };

  // Room for the forces and for what solves (1) and (2), by the sizes of weight and Q.
  static void make_room(Group& group);
  const Group* group_of(int holder) const;
  double margin(int holder, int side) const;
  static void take_bounds(const std::vector<Holder>& all, Group& group);
  static void take_forces(const Vector& holding, Group& group);
  static void solve_margin(Group& group);
  static bool solve_least(double wider, Group& group);

  std::vector<Group> groups_;
};

}  // namespace gelenk
