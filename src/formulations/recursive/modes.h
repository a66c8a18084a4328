// Variable structure: joints that stick by dry friction, rest against a stop or are locked by a
// law. In each of these modes the speed of one coordinate is given, and its acceleration is known
// to the recursion (the locked-joint matrix L); the force that holds it is an outcome. Modes change
// only at events.
//
// A holder acts on one coordinate q. Its place is x = q − share · q_other: the coordinate is
// measured from another one that is driven, or from ground (share = 0). Its slip is
// s = v − drift(t), drift being the speed of what it rubs on (zero for ground, that of a driven
// belt). A holder may also act between two free coordinates (a clutch, two balls that meet), with
// s = v − share · v_other. While it holds these, neither speed is given but an equation between
// them, a row of the loops that is there only then (constraint_rows.h).
//   friction  slides with a force against s, from a table over |s|; sticks when s comes to zero and
//             the force that is needed does not exceed the break-away force
//   stop      lets x move between two ends; there the slip turns by the restitution e, or
//             x rests at the end as long as it is pressed against it
//   lock      holds the coordinate while a law of time is positive
//
// In an impact forces are without bounds for no time: friction, whose force is bounded, does
// nothing in it, and a lock holds. What rests against a stop with restitution is hit in its turn
// (balls that touch hand a blow on); without restitution, or where an impact of the same event has
// brought it to rest, the stop pushes but does not pull.
//
// A coordinate may have one friction, and stops and locks beside it. While one of these holds it,
// friction has nothing to do. The same is true where drives and loops say how the coordinate moves:
// friction cannot hold it then, and slides to where it is moved. While it is at rest there, its
// force is not determined and taken as zero (mode free).
//
// After an event the modes must fit together: nothing that sticks may need more than its break-away
// force, nothing that begins to slide may be accelerated against its own direction. That is a
// linear complementarity problem with bounds; modes are exchanged one at a time where it is
// violated, and always the first such one when it goes round in circles (Murty 1974), which needs
// no search through all combinations. Where loops leave it open which of several holders carries
// how much, one gives way only when no way of sharing their forces keeps all within their bounds
// (shared_holds.h).
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "base/memory.h"
#include "formulations/recursive/shared_holds.h"
#include "math/vector.h"

namespace gelenk {

struct Holder {
  enum class Kind { friction, stop, lock };
  enum class Mode { free, sliding_up, sliding_down, held };

  Kind kind;
  std::string name;  // path, for messages
  int q, v;          // coordinate and speed
  int other = -1;    // speed of the other free coordinate that it acts on; −1: none
  int other_q = -1;  // coordinate that the place is measured from, free or driven; −1: ground
  double share = 0.0;  // of the other coordinate in x and s
  double ratio = 1;    // speed of the element over that of the coordinate
  bool turns = true;   // the element's flow is a torque
  // Friction: force over |ratio · s|, linear between the points and constant beyond the last;
  // break-away force on the coordinate. Points are events: from one to the next the force goes on
  // as on the segment that it is on.
  std::vector<std::pair<double, double>> table;
  std::size_t segment = 0;  // while it slides: the point at its lower end
  double breakaway = 0.0;
  // A stop has two ends, in x.
  double low = 0.0, high = 0.0;
  double restitution = 0.0;
  double rest_speed = 0.0;  // an impact slower than this ends at rest

  // Memory: only events change it.
  Mode mode = Mode::free;
  bool at_high = false;  // which end a stop is held at, or leaves
  // A stop on something driven has let go, and is not met again until x has left the end by more
  // than the error of integration, by which x and what drives it differ.
  bool is_leaving = false;
  double pressing = 0.0;  // acceleration towards the end of a stop, at its last impact

  // Of the event at hand: whether an impact has brought this stop to rest. Of the impact at hand:
  // whether this is the holder that gives the impulse, and by how much the slip changes between two
  // free coordinates.
  bool came_to_rest = false;
  bool is_struck = false;
  double jump = 0.0;

  // Of the state at hand: speed and acceleration of what it rubs on, and the value of its law. A
  // lock holds while that is positive; friction is pressed together by it, and its forces go with
  // it.
  double drift = 0.0, drift_rate = 0.0;
  double law = 1.0;

  double calc_place(const Vector& at) const {
    return at[q] - (other_q < 0 ? 0.0 : share * at[other_q]);
  }
  // Moves the coordinate to a place, or as near to it on the inner side as numbers are.
  void set_place(double place, Vector& at) const;
  double calc_slip(const Vector& speeds) const { return speeds[v] - calc_carried_speed(speeds); }
  // The speed that the coordinate has where the slip is zero.
  double calc_carried_speed(const Vector& speeds) const {
    return drift + (other < 0 ? 0.0 : share * speeds[other]);
  }
  double calc_slip_rate(const Vector& vdot) const {
    return vdot[v] - drift_rate - (other < 0 ? 0.0 : share * vdot[other]);
  }
  void take_pressing(const Vector& vdot) {
    pressing = std::max(0.0, (at_high ? 1 : -1) * calc_slip_rate(vdot));
  }
  // Force on the coordinate while it slides with the slip s; zero in other modes. The other
  // coordinate takes −share of it.
  double calc_sliding_force(double s) const;
  // The segment of the table at the slip s.
  std::size_t find_segment(double s) const;
  // How far inside of the present segment the slip s is, as a speed; negative beyond its ends.
  double calc_room(double s) const;
  double calc_breakaway() const { return breakaway * law; }
  bool is_in_mode_of(const Holder& h) const {
    return mode == h.mode && at_high == h.at_high && segment == h.segment;
  }
  void list_memory(Memory& memory) {
    memory(mode, at_high, segment, is_leaving, pressing);
    memory.check(mode >= Mode::free && mode <= Mode::held &&
                 segment < std::max<std::size_t>(1, table.size()));
  }
};

class Modes {
 public:
  // Accelerations and holding forces at a state with the modes as they are: fills v̇ and, for every
  // holder that holds, the force on its coordinate. False when they cannot be computed.
  using Evaluate = std::function<bool(Vector& vdot, Vector& holding)>;
  // An impact: fills `all`, the changes of all speeds when those that are held change by `change`
  // and slips by Holder::jump, and `impulses`, by holder the impulse on its coordinate.
  using Impact = std::function<void(const Vector& change, Vector& all, Vector& impulses)>;

  std::vector<Holder> holders;
  SharedHolds shared;  // how those that hold share their forces; found with every Evaluate

  void list_memory(Memory& memory) {
    memory(holders);
    shared.list_memory(memory, holders.size());
  }

  bool empty() const { return holders.empty(); }
  int event_count() const { return 2 * static_cast<int>(holders.size()); }
  // Two indicators for each holder, whose zeros are events. holding: by holder, from an evaluation
  // at this state.
  void eval_indicators(const Vector& q, const Vector& v, const Vector& holding, double* indicators);
  // Whether a stop or lock holds what h acts on as well.
  bool is_held_by_other(const Holder& h) const;
  // Holders that hold and have a force to share.
  std::vector<int> list_holding() const;
  // The sign that each indicator must have in its mode; 0 for a lock's law.
  void get_signs(int* signs) const;
  // Marks the speeds that are held, with their known accelerations, for the recursion. Those that
  // stick to another free coordinate are not among them: they are rows.
  void lock(std::vector<char>& locked, std::vector<double>& known, bool in_impact) const;
  // Whether a holder that is held does anything: friction does nothing in an impact, since its
  // force is bounded, nor where another holds for it.
  bool acts(const Holder& h, bool in_impact) const {
    if (h.mode != Holder::Mode::held) return false;
    return h.kind != Holder::Kind::friction || (!in_impact && !is_held_by_other(h));
  }

  // Fills `shared` for the modes as they are. begin: makes factors at the state at hand, with the
  // holders that share freed. respond: the motion of all speeds under a load on them, by these
  // factors. in_loop: by speed, whether it is inside of a loop, since others share nothing; empty:
  // all are.
  void find_shared(int speeds, double length, const std::function<void()>& begin,
                   const std::function<void(const Vector& push, Vector& response)>& respond,
                   const std::vector<char>& in_loop = {});

  // Finds the modes at the start of a run, from a state without any. Returns why none fit; empty
  // when some do.
  std::string start(Vector& q, Vector& v, const Evaluate& evaluate, const Impact& impact);
  // The speeds after an impact in which those given change by `change`. May let stops go.
  void strike(const Vector& change, Vector& v, const Impact& impact);
  // Whether the same impact may be asked for again, with other modes; else stops at rest hold in
  // both directions.
  bool may_strike_again = true;
  // Reacts to indicators that crossed zero. Returns why no modes fit; empty when they do.
  std::string handle(Vector& q, Vector& v, const std::vector<int>& crossed,
                     const Evaluate& evaluate, const Impact& impact);

 private:
  void take_slip(Holder& h, double slip, Vector& v, const Impact& impact);
  bool hit_stops(Vector& q, Vector& v, const Vector& depth, const Evaluate& evaluate,
                 const Impact& impact);
  bool find_pressing(int speeds, const Evaluate& evaluate);
  std::string find_contradiction(const Vector& v) const;
  void take_segments(const Vector& v, const std::vector<int>& crossed);
  bool give_way_to_drives(const Vector& v, const Evaluate& evaluate);
  std::string settle(Vector& v, const std::vector<char>& is_tried, const Evaluate& evaluate);
  std::string exchange(Vector& v, const std::vector<char>& is_tried, const Evaluate& evaluate,
                       Vector& vdot);
  // By how much a holder's mode does not fit, and the side to which it gives way.
  struct Misfit {
    double size = 0.0;
    bool is_above = false;
  };
  Misfit calc_misfit(int i, bool is_tried, const Vector& v, const Vector& vdot,
                     const Vector& holding) const;
};

}  // namespace gelenk
