// The rank of the constraint rows. Rows that are dependent wherever the mechanism goes (a planar loop made of
// spatial joints, Bricard's linkage) are found once, at positions that close exactly: off them, as
// integration stages are, such rows would look independent by as much as the loop is open. Where the rank
// is lower than that for an instant, the mechanism passes a singular position: bars in line, which could
// go on in two ways (singular_passage.h).
//
// What counts as singular is a matter of geometry (formulations/pivot_watch.h).
//
// In: factors of the eliminations at a state. Out: limits in LoopData::ranks, squared_length; whether a state is
// singular.
//
// Memory and trials. What learn() finds and what accepted states add to it is memory. An evaluation
// or a correction is a trial: it begins with the memory (recall), may learn for its own use, and at
// its end sets that aside. If the run keeps the state, what was set aside joins the memory (keep);
// else it is forgotten, so that the next trial does not depend on it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "formulations/pivot_watch.h"
#include "formulations/recursive/loop_correction.h"
#include "formulations/turn_watch.h"

namespace gelenk {

// Directions of motion in which a place beside the start is looked for: that of the speeds v, and where that leads to none
// (in a singular position, along a motion that lies on no branch) or there are no speeds, any. Largest entry 1.
inline constexpr int directions_beside = 4;

// What learns before it is known whether its state is kept: a correction, and an evaluation after
// it.
enum class Trial { correction, evaluation };
Vector choose_direction(const Vector& v, int attempt);

class LoopRanks {
 public:
  static constexpr double near_fraction = PivotWatch::near_fraction,
                          singular_fraction = PivotWatch::singular_fraction;
  // Below this one the equations themselves give less than six digits.
  static constexpr double rounding_fraction = 1e-10;
  // Above this pivot, at a position that closes exactly, a row is independent in general.
  static constexpr double clear_pivot = RowGroup::clear_pivot;
  // How far beside the start the rank is looked at, in radians or lengths; then how large pivots get.
  static constexpr std::array<double, 3> steps_beside = {0.02, 0.1, 0.3};

  // All of these must outlive it.
  LoopRanks(const System& system, const Tree& tree, const LoopPlan& plan,
            const ConstraintRows& rows, LoopCorrection& correction, RecursiveState& state);

  bool known() const { return known_; }
  // Rank in general: at the start and a little way off it (choose_direction).
  void learn(const Vector& q, const Vector& v);
  // Why nothing determines the motion of a loop; empty when all is well. Of the last learn().
  const std::string& undetermined() const { return undetermined_; }
  // In a trial, at a closed position, of which the factors in a metric are at hand: rows that have
  // become independent for good, and how large pivots get.
  void raise(Metric metric = Metric::mass);
  // In a trial, at the state's q and v, which close: geometry as well, where pivots have grown
  // much. The factors at hand are others afterwards.
  void follow_geometry();

  // What was learnt so far is the memory: after learning the rank in general.
  void remember();
  // What trials have learnt since the last recall is of no effect any more, but for what was set
  // aside.
  void recall();
  void set_aside(Trial trial);
  // Whether the last trials of each kind were at the state that the run keeps, whose speeds are v:
  // then what they have set aside joins the memory.
  void keep(bool corrected, bool evaluated, const Eigen::Ref<const Vector>& v);
  // Nothing of an earlier run counts.
  void start(const Eigen::Ref<const Vector>& v);
  void list_memory(Memory& memory);

  // Thresholds are those of factors in this metric from here on.
  void use_metric(Metric metric);
  // The name of a loop that a correction of speeds has turned off its way, for messages; empty: none.
  std::string find_turned(const Vector& before, const Vector& after) const;
  // Locks change what the loops can do, and so their rank.
  void forget();

  // Of the factors at hand: whether the pivot of a loop is below this fraction of what it is elsewhere.
  bool is_within(double fraction) const;
  // The same by factors in another metric.
  bool is_weak(Metric metric, double fraction) const;
  // Whether a joint's speed belongs to a loop that is singular, by speed; and the name of one, for messages.
  void list_singular_speeds(std::vector<char>& in_loop) const;
  std::string describe_singular() const;
  // Sets of loops that share joints, and the speeds of these joints.
  int group_count() const { return static_cast<int>(turns_.size()); }
  const std::vector<int>& speeds_of_group(int group) const { return turns_[group].speeds(); }

  // After an alarm at the state's q and v: whether its geometry is singular, or pivots are small because masses differ.
  // Then they give no further alarm in this trial. The factors at hand are others afterwards.
  void compare_with_geometry();

  // Near a singular position weak rows, with pivots below this fraction, are left out of all factors: a correction along
  // them would be nothing but rounding. None (0) for a mechanism that misses it.
  void leave_out(double fraction);
  double get_left_out() const { return left_out_; }

 private:
  // What is known of an elimination.
  struct Known {
    int limit = 0;
    PivotWatch pivots;
    void list_memory(Memory& memory) { memory(limit, pivots); }
  };
  void measure_loops();
  void factor_in(Metric metric);
  void set_limit(std::size_t e, int limit);
  void update_thresholds();
  void find_undetermined();
  std::string describe_loop(std::size_t e) const;
  std::string describe_last_row(std::size_t e) const;
  bool is_singular(std::size_t e, double fraction) const;
  // Speeds of the joints in the loops of an elimination and of those that share joints with it.
  const std::vector<int>& speeds_of(std::size_t e) const {
    return turns_[plan_.eliminations[e].group].speeds();
  }
  // A loop with joints that move no mass is determined by its rows and its masses together.
  bool is_geometric(std::size_t e) const { return !plan_.eliminations[e].indefinite; }

  const System& system_;
  const Tree& tree_;
  const LoopPlan& plan_;
  const ConstraintRows& rows_;
  LoopCorrection& correction_;
  RecursiveState& state_;
  bool known_ = false;
  double left_out_ = singular_fraction;
  std::string undetermined_;
  Metric metric_ = Metric::mass;
  std::vector<PivotWatch> pivots_;  // by elimination, of the present trial
  bool has_learnt_ = false;         // since the last recall
  std::vector<Known> memory_;       // by elimination
  struct SetAside {
    bool any = false;
    std::vector<Known> known;
  };
  std::array<SetAside, 2> aside_;  // by Trial
  std::vector<int> first_of_;      // by group: its first elimination
  std::vector<TurnWatch> turns_;   // by group
};

}  // namespace gelenk
