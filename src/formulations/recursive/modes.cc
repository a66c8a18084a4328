#include "formulations/recursive/modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gelenk {

namespace {

using Mode = Holder::Mode;
using Kind = Holder::Kind;

// Slip up to which friction that has nothing to hold counts as at rest.
constexpr double idle_slip = 1e-9;
// A hop lower than this, in metres or radians, is none.
constexpr double lowest_hop = 1e-11;

// Slip below which a holder is at rest. What moves with another coordinate, or with a drive, does so but for rounding.
double calc_rest(const Holder& h, const Vector& v) {
  return h.other_q < 0 ? 0.0 : 1e-12 * (1 + v.norm());
}

// Speed at which an impact leaves a stop at rest: slower ones come back from hops that are none.
double calc_rest_speed(const Holder& h) {
  const double end = h.at_high ? h.high : h.low;
  return std::max(h.rest_speed, std::sqrt(2 * h.pressing * lowest_hop * (1 + std::abs(end))));
}

// Positive until it has left the end that it is leaving, to either side.
double calc_room_to_leave(const Holder& h, const Vector& q) {
  const double way = h.calc_place(q) - (h.at_high ? h.high : h.low);
  return 1e-7 * (1 + std::abs(q[h.q])) - std::abs(way);
}

double direction_of(Mode mode) {
  return mode == Mode::sliding_up ? 1.0 : mode == Mode::sliding_down ? -1.0 : 0.0;
}

}  // namespace

double Holder::calc_sliding_force(double s) const {
  if (kind != Kind::friction || mode == Mode::held) return 0.0;
  const double size = -direction_of(mode) * std::abs(ratio) * law;
  const auto& [x0, f0] = table[segment];
  if (segment + 1 == table.size()) return size * f0;
  const auto& [x1, f1] = table[segment + 1];
  // Beyond a slip of zero, where a step may look before the event there is found, it goes on as a straight line: |s| has a corner.
  const double speed = direction_of(mode) * std::abs(ratio) * s;
  return size * (f0 + (f1 - f0) * (speed - x0) / (x1 - x0));
}

void Holder::set_place(double place, Vector& at) const {
  at[q] = place + (other_q < 0 ? 0.0 : share * at[other_q]);
  const double inwards = place <= low ? high : low;
  for (int i = 0; i < 4 && (calc_place(at) < low || calc_place(at) > high); ++i)
    at[q] = std::nextafter(at[q], inwards + (at[q] - place));
}

std::size_t Holder::find_segment(double s) const {
  std::size_t k = 0;
  while (k + 1 < table.size() && table[k + 1].first <= std::abs(ratio * s)) ++k;
  return k;
}

double Holder::calc_room(double s) const {
  const double speed = std::abs(ratio * s);
  double room = 1.0;
  if (segment > 0) room = std::min(room, speed - table[segment].first);
  if (segment + 1 < table.size()) room = std::min(room, table[segment + 1].first - speed);
  return room;
}

void Modes::eval_indicators(const Vector& q, const Vector& v, const Vector& holding,
                            double* indicators) {
  shared.calc_margins(holders, holding);
  // The sign of an indicator goes on when the mode changes because of it: positive where a bound is not
  // reached (a: downwards or high end, b: upwards or low end), negative while the holder has given way to
  // that side, or is pressed against that end.
  for (std::size_t i = 0; i < holders.size(); ++i) {
    const Holder& h = holders[i];
    double a = 1.0, b = 1.0;
    const int number = static_cast<int>(i);
    const double hold = holding[number], s = h.calc_slip(v);
    const bool is_shared = h.mode == Mode::held && shared.has(number);
    switch (h.kind) {
      case Kind::friction:
        if (h.mode == Mode::held) {
          if (is_held_by_other(h)) break;
          a = is_shared ? shared.margin_above(number) : h.calc_breakaway() - hold;
          b = is_shared ? shared.margin_below(number) : h.calc_breakaway() + hold;
        } else if (h.mode == Mode::free) {
          a = idle_slip - s;
          b = idle_slip + s;
        } else if (h.mode == Mode::sliding_down) {
          a = s;
          b = h.calc_room(s);
        } else {
          b = -s;
          a = h.calc_room(s);
        }
        break;
      case Kind::stop:
        if (h.mode != Mode::held) {
          a = h.high - h.calc_place(q);
          b = h.calc_place(q) - h.low;
          if (h.is_leaving) (h.at_high ? a : b) = calc_room_to_leave(h, q);
        } else if (h.at_high) {
          a = is_shared ? -shared.margin_above(number) : hold;
        } else {
          b = is_shared ? -shared.margin_below(number) : -hold;
        }
        break;
      case Kind::lock: a = h.law; break;
    }
    *indicators++ = a;
    *indicators++ = b;
  }
}

void Modes::get_signs(int* signs) const {
  for (const Holder& h : holders) {
    int a = 1, b = 1;
    if (h.kind == Kind::friction && h.mode == Mode::sliding_down) a = -1;
    if (h.kind == Kind::friction && h.mode == Mode::sliding_up) b = -1;
    if (h.kind == Kind::stop && h.mode == Mode::held) (h.at_high ? a : b) = -1;
    *signs++ = h.kind == Kind::lock ? 0 : a;
    *signs++ = b;
  }
}

bool Modes::is_held_by_other(const Holder& h) const {
  for (const Holder& other : holders) {
    if (&other == &h || other.kind == Kind::friction || other.mode != Mode::held) continue;
    if (other.v == h.v && other.other == h.other) return true;
    if (h.other >= 0 && other.v == h.other && other.other == h.v) return true;
  }
  return false;
}

std::vector<int> Modes::list_holding() const {
  std::vector<int> list;
  for (std::size_t i = 0; i < holders.size(); ++i) {
    if (acts(holders[i], false)) list.push_back(static_cast<int>(i));
  }
  return list;
}

void Modes::find_shared(int speeds, double length, const std::function<void()>& begin,
                        const std::function<void(const Vector& push, Vector& response)>& respond,
                        const std::vector<char>& in_loop) {
  shared.clear();
  std::vector<int> held = list_holding();
  if (!in_loop.empty()) std::erase_if(held, [&](int i) { return !in_loop[holders[i].v]; });
  const int n = static_cast<int>(held.size());
  if (n < 2) return;
  // All of a coordinate: friction that is idle there would hold it as well.
  std::vector<Mode> before;
  for (Holder& h : holders) {
    before.push_back(h.mode);
    if (h.mode == Mode::held) h.mode = Mode::free;
  }
  begin();
  Matrix W(n, n);
  Vector push = Vector::Zero(speeds), response = Vector::Zero(speeds);
  for (int j = 0; j < n; ++j) {
    const Holder& by = holders[held[j]];
    push.setZero();
    push[by.v] = 1.0;
    if (by.other >= 0) push[by.other] -= by.share;
    respond(push, response);
    for (int i = 0; i < n; ++i) {
      const Holder& h = holders[held[i]];
      W(i, j) = response[h.v] - (h.other < 0 ? 0.0 : h.share * response[h.other]);
    }
  }
  for (std::size_t i = 0; i < holders.size(); ++i) holders[i].mode = before[i];
  if (W.allFinite()) shared.find(holders, held, W, length);
}

void Modes::lock(std::vector<char>& locked, std::vector<double>& known, bool in_impact) const {
  for (const Holder& h : holders) {
    if (h.other >= 0) continue;
    locked[h.v] = 0;
    known[h.v] = 0.0;
  }
  for (const Holder& h : holders) {  // several may act on one coordinate
    if (h.other >= 0 || h.mode != Mode::held || (in_impact && h.kind == Kind::friction)) continue;
    locked[h.v] = 1;
    known[h.v] = h.drift_rate;
  }
}

// Stops at rest may let go in an impact: those with restitution, and those that would have to pull. One that would leave its end, or
// come back from it, no faster than what counts as rest stays.
void Modes::strike(const Vector& change, Vector& v, const Impact& impact) {
  Vector all(v.size()), impulses = Vector::Zero(static_cast<int>(holders.size()));
  std::vector<Holder*> resting, let_go;
  for (Holder& h : holders) {
    if (h.kind != Kind::stop || h.mode != Mode::held || h.is_struck) continue;
    const bool bounces = may_strike_again && h.restitution > 0 && !h.came_to_rest;
    (bounces ? let_go : resting).push_back(&h);
    if (bounces) h.mode = Mode::free;
  }
  for (std::size_t round = 0; round <= 2 * holders.size(); ++round) {
    impact(change, all, impulses);
    if (!may_strike_again) break;
    bool changed = false;
    const double slack = holders.empty() ? 0.0 : 1e-10 * impulses.cwiseAbs().maxCoeff();
    std::erase_if(resting, [&](Holder* h) {
      const double pull = (h->at_high ? 1 : -1) * impulses[static_cast<int>(h - holders.data())];
      if (!(pull > slack)) return false;
      h->mode = Mode::free;
      let_go.push_back(h);
      return changed = true;
    });
    std::erase_if(let_go, [&](Holder* h) {
      if (h->mode != Mode::free || changed) return false;
      const double slip = h->calc_slip(v + all), outwards = h->at_high ? slip : -slip;
      if ((outwards > 0 ? h->restitution * outwards : -outwards) > calc_rest_speed(*h))
        return false;
      h->mode = Mode::held;
      return changed = true;
    });
    if (!changed) break;
  }
  v += all;
}

// The slip of a holder changes by what it prescribes; all speeds follow by impulse.
void Modes::take_slip(Holder& h, double slip, Vector& v, const Impact& impact) {
  const double change = slip - h.calc_slip(v);
  if (change == 0.0) return;
  Vector wanted = Vector::Zero(v.size());
  if (h.other < 0)
    wanted[h.v] = change;
  else
    h.jump = change;
  const Mode before = h.mode;
  h.mode = Mode::held;
  h.is_struck = true;
  strike(wanted, v, impact);
  h.mode = before;
  h.is_struck = false;
  h.jump = 0.0;
  v[h.v] = slip + h.calc_carried_speed(v);
}

// Impacts at all stops whose coordinate is at an end (or as good as there) and moves outwards. One may drive
// another outwards again; the longer that goes on, the more of them end at rest.
//
// With a the acceleration of x outwards, one that is found at a depth d beyond its end with the slip v was there with
//   √(v² − 2 a d),                                                                                  (1)
// and it is put back with that slip, so that no energy comes from being found late. One that would come back from a hop of
//   (e v)²/2a < lowest_hop                                                                          (2)
// comes to rest, however fast it is: pressed hard enough, such hops follow one another without end.
bool Modes::hit_stops(Vector& q, Vector& v, const Vector& depth, const Evaluate& evaluate,
                      const Impact& impact) {
  constexpr double near = 1e-9;
  Vector vdot;
  const int patience = 50 + static_cast<int>(holders.size());  // balls in a row hand an impact on
  for (int round = 0; round < 2 * patience; ++round) {
    bool any = false;
    for (std::size_t i = 0; i < holders.size(); ++i) {
      Holder& h = holders[i];
      if (h.kind != Kind::stop || h.mode == Mode::held || h.is_leaving) continue;
      const double x = h.calc_place(q), slip = h.calc_slip(v);
      const bool high = x >= h.high - near * (1 + std::abs(h.high)),
                 low = x <= h.low + near * (1 + std::abs(h.low));
      const double outwards = high ? slip : low ? -slip : 0.0;
      if (!(outwards > calc_rest(h, v))) continue;
      any = true;
      if (vdot.size() == 0) {  // before the first impact
        vdot.resize(v.size());
        Vector ignored = Vector::Zero(static_cast<int>(holders.size()));
        if (!evaluate(vdot, ignored)) return false;
        if (!find_pressing(static_cast<int>(v.size()), evaluate)) return false;
      }
      const double end = high ? h.high : h.low;
      h.at_high = high;
      h.take_pressing(vdot);
      const double late = round == 0 ? depth[static_cast<int>(i)] : 0.0;
      h.set_place(end, q);
      const double back =
          h.restitution * std::sqrt(std::max(0.0, outwards * outwards - 2 * h.pressing * late));
      const bool rests = back <= calc_rest_speed(h) || round > patience;
      take_slip(h, rests ? 0.0 : high ? -back : back, v, impact);
      if (!rests) continue;
      h.mode = Mode::held;
      h.came_to_rest = true;
    }
    if (!any) break;
  }
  return true;
}

// How those at rest are pressed: by the accelerations that they would have if all let go.
bool Modes::find_pressing(int speeds, const Evaluate& evaluate) {
  std::vector<Holder*> resting;
  for (Holder& h : holders) {
    if (h.kind == Kind::stop && h.mode == Mode::held) resting.push_back(&h);
  }
  if (resting.empty()) return true;
  for (Holder* h : resting) h->mode = Mode::free;
  Vector vdot(speeds), ignored = Vector::Zero(static_cast<int>(holders.size()));
  const bool found = evaluate(vdot, ignored);
  for (Holder* h : resting) {
    h->mode = Mode::held;
    if (found) h->take_pressing(vdot);
  }
  return found;
}

std::string Modes::start(Vector& q, Vector& v, const Evaluate& evaluate, const Impact& impact) {
  for (Holder& h : holders) {
    h.mode = Mode::free;
    h.is_leaving = false;
    if (h.kind != Kind::stop) continue;
    const double x = h.calc_place(q), end = x > h.high ? h.high : h.low;
    // Start values that meet an end do so but for rounding.
    const double slack = 1e-12 * (1 + std::abs(q[h.q])), beyond = std::abs(x - end);
    if (x > h.high + slack || x < h.low - slack) {
      return fmt::format("'{}' starts beyond its {} end, by {:.3g} {} (start it between the ends)",
                         h.name, (x > h.high) == (h.ratio > 0) ? "upper" : "lower",
                         beyond * std::abs(h.ratio), h.turns ? "rad" : "m");
    }
    if (x > h.high || x < h.low) h.set_place(end, q);
  }
  return handle(q, v, std::vector<int>(2 * holders.size(), 0), evaluate, impact);
}

std::string Modes::handle(Vector& q, Vector& v, const std::vector<int>& crossed,
                          const Evaluate& evaluate, const Impact& impact) {
  Vector depth = Vector::Zero(static_cast<int>(holders.size()));  // beyond the end of a stop
  std::vector<char> rested(holders.size());
  for (std::size_t i = 0; i < holders.size(); ++i)
    rested[i] = holders[i].kind == Kind::stop && holders[i].mode == Mode::held;
  for (Holder& h : holders) {
    h.came_to_rest = false;
    if (h.mode != Mode::held) continue;
    // What moves with a drive or another coordinate does so but for the error of integration. Where the drive itself has jumped,
    // friction slides, a stop is hit or left, and a lock takes along what it holds.
    if (std::abs(h.calc_slip(v)) <= 1e-6 * (1 + v.norm()))
      v[h.v] = h.calc_carried_speed(v);
    else if (h.kind == Kind::stop)
      h.mode = Mode::free;
    else if (h.kind == Kind::lock)
      take_slip(h, 0.0, v, impact);
  }
  for (std::size_t i = 0; i < holders.size(); ++i) {
    Holder& h = holders[i];
    const bool first = crossed[2 * i] != 0, second = crossed[2 * i + 1] != 0;
    switch (h.kind) {
      case Kind::friction:
        if ((!first && !second) || h.mode == Mode::free) break;
        if (h.mode == Mode::held) {
          // Beyond the break-away force: it gives way to the side to which it is pushed.
          h.mode = first ? Mode::sliding_down : Mode::sliding_up;
        } else if (h.mode == Mode::sliding_down ? first : second) {
          v[h.v] = h.calc_carried_speed(v);
          h.mode = Mode::held;
        }
        break;
      case Kind::stop:
        if (h.mode == Mode::held) {
          if (!first && !second) break;
          h.mode = Mode::free;
          h.set_place(h.at_high ? h.high : h.low, q);
        } else if (first || second) {
          const double x = h.calc_place(q);
          if (h.is_leaving && (h.at_high ? first : second)) {
            h.is_leaving = false;
            if (h.at_high ? x < h.high : x > h.low) break;
          }
          depth[static_cast<int>(i)] = std::max(0.0, first ? x - h.high : h.low - x);
          h.set_place(first ? h.high : h.low, q);
        }
        break;
      case Kind::lock:
        if (h.law > 0 && h.mode != Mode::held) {
          take_slip(h, 0.0, v, impact);
          h.mode = Mode::held;
        } else if (!(h.law > 0)) {
          h.mode = Mode::free;
        }
        break;
    }
  }
  if (!hit_stops(q, v, depth, evaluate, impact)) return "the accelerations cannot be computed";
  if (std::string failure = find_contradiction(v); !failure.empty()) return failure;
  // An impact may have set others in motion, or brought them to rest.
  for (Holder& h : holders) {
    if (h.kind != Kind::friction) continue;
    const double s = h.calc_slip(v);
    if (h.mode == Mode::held && std::abs(s) <= calc_rest(h, v)) continue;
    if (h.mode == Mode::free && std::abs(s) < idle_slip) {
      v[h.v] = h.calc_carried_speed(v);
      h.mode = Mode::held;
    } else if (s != 0.0)
      h.mode = s > 0 ? Mode::sliding_up : Mode::sliding_down;
    else if (is_held_by_other(h))
      h.mode =
          Mode::held;  // with a stop or lock there it has come to rest, and has to break away again
  }
  // What is at rest at an end may be pressed against it; settle() finds out.
  std::vector<char> is_tried(holders.size(), 0);
  const double rest = 1e-12 * (1 + v.norm());
  for (std::size_t i = 0; i < holders.size(); ++i) {
    Holder& h = holders[i];
    if (h.kind != Kind::stop || h.mode == Mode::held || std::abs(h.calc_slip(v)) > rest) continue;
    const double x = h.calc_place(q), slack = h.other_q < 0 ? 0.0 : 1e-12 * (1 + std::abs(q[h.q]));
    if (x < h.high - slack && x > h.low + slack) continue;
    h.mode = Mode::held;
    h.at_high = x >= h.high - slack;
    is_tried[i] = 1;
    v[h.v] = h.calc_carried_speed(v);
  }
  take_segments(v, crossed);
  std::string failure = settle(v, is_tried, evaluate);
  for (std::size_t i = 0; i < holders.size(); ++i) {
    Holder& h = holders[i];
    if (h.mode == Mode::held) h.is_leaving = false;
    if (rested[i] && h.mode != Mode::held && h.other < 0 && h.other_q >= 0) h.is_leaving = true;
  }
  return failure;
}

// Stops and locks that hold a coordinate at different speeds: a drive pushes it where something else does not let it go.
std::string Modes::find_contradiction(const Vector& v) const {
  for (const Holder& h : holders) {
    if (h.kind == Kind::friction || h.mode != Mode::held ||
        std::abs(h.calc_slip(v)) <= 1e-6 * (1 + v.norm()))
      continue;
    for (const Holder& other : holders) {
      if (&other == &h || other.kind == Kind::friction || other.mode != Mode::held) continue;
      if (other.v == h.v)
        return "'" + h.name + "' and '" + other.name +
               "' hold the same part at different speeds (a drive moves one of them: let something "
               "give way),";
    }
    return "'" + h.name +
           "' cannot hold what drives and loops move (let it open before, or put a spring "
           "between),";
  }
  return "";
}

// The segments of the friction tables at the state; one whose end was reached goes on to the next there, on
// whichever side of it rounding has left the speed.
void Modes::take_segments(const Vector& v, const std::vector<int>& crossed) {
  for (std::size_t i = 0; i < holders.size(); ++i) {
    Holder& h = holders[i];
    if (h.kind != Kind::friction || h.mode == Mode::held) continue;
    const double s = h.calc_slip(v);
    const bool at_end = crossed[2 * i + (h.mode == Mode::sliding_down ? 1 : 0)] != 0 &&
                        std::abs(h.calc_room(s)) <= 1e-9 * (1 + std::abs(h.ratio * s));
    if (!at_end) {
      h.segment = h.find_segment(s);
      continue;
    }
    const bool upwards =
        h.segment == 0 ||
        (h.segment + 1 < h.table.size() &&
         2 * std::abs(h.ratio * s) > h.table[h.segment].first + h.table[h.segment + 1].first);
    h.segment = upwards ? h.segment + 1 : h.segment - 1;
  }
}

// Friction at rest whose force changes nothing: what it acts on moves as drives and loops say, or not at all. As an equation
// it would contradict them, and its force would have no meaning. The answer is how accelerations change when all friction at
// rest is left out, and then slides to where that has it go.
bool Modes::give_way_to_drives(const Vector& v, const Evaluate& evaluate) {
  const double rest = 1e-12 * (1 + v.norm());
  std::vector<Holder*> resting;
  std::vector<Mode> before;
  // One that slides by no more than rounding is at rest, too: where a drive turns, all of its loop are, and one of them is found first.
  for (Holder& h : holders) {
    if (h.kind != Kind::friction || h.mode == Mode::free || std::abs(h.calc_slip(v)) > rest ||
        is_held_by_other(h) || !(h.calc_breakaway() > 0))
      continue;
    resting.push_back(&h);
    before.push_back(h.mode);
  }
  if (resting.empty()) return true;
  Vector without(v.size()), with(v.size()),
      ignored = Vector::Zero(static_cast<int>(holders.size()));
  for (Holder* h : resting) h->mode = Mode::free;
  if (!evaluate(without, ignored)) return false;
  for (Holder* h : resting) {
    h->mode = h->calc_slip_rate(without) >= 0 ? Mode::sliding_up : Mode::sliding_down;
    h->segment = 0;
  }
  if (!evaluate(with, ignored)) return false;
  const double slack = 1e-10 * (1 + std::max(without.norm(), with.norm()));
  for (std::size_t i = 0; i < resting.size(); ++i) {
    Holder* h = resting[i];
    const double a = h->calc_slip_rate(without), change = h->calc_slip_rate(with) - a;
    const bool follows = std::abs(change) <= 1e-7 * std::abs(a);
    if (std::abs(a) <= slack && std::abs(change) <= slack)
      h->mode = Mode::free;
    else if (!follows)
      h->mode = before[i];
  }
  return true;
}

// is_tried: stops that begin to hold only if they are pressed by more than rounding. Those that hold go on until they are
// pulled by more: else one that lets go would be held again at once.
Modes::Misfit Modes::calc_misfit(int i, bool is_tried, const Vector& v, const Vector& vdot,
                                 const Vector& holding) const {
  // Rounding of long chains and of large forces.
  const double force_slack = 1e-10 * holding.cwiseAbs().maxCoeff(),
               acceleration_slack = 1e-10 * (1 + vdot.norm()), rest = 1e-12 * (1 + v.norm());
  const Holder& h = holders[i];
  if (h.kind == Kind::friction && h.mode == Mode::held) {
    if (is_held_by_other(h)) return {};
    const double slack = 1e-10 * h.calc_breakaway() + force_slack;
    if (!shared.has(i)) {
      const double beyond = std::abs(holding[i]) - h.calc_breakaway();
      return {beyond - slack, holding[i] > 0};
    }
    const double above = shared.margin_above(i), below = shared.margin_below(i);
    return {-std::min(above, below) - slack, above < below};
  }
  if (h.kind == Kind::friction && std::abs(h.calc_slip(v)) <= rest)
    // At rest and about to slide: not against its direction.
    return {-direction_of(h.mode) * h.calc_slip_rate(vdot) - acceleration_slack};
  if (h.kind == Kind::stop && h.mode == Mode::held) {
    const double pulled = shared.has(i)
                              ? -(h.at_high ? shared.margin_above(i) : shared.margin_below(i))
                              : (h.at_high ? holding[i] : -holding[i]);
    return {is_tried ? pulled + force_slack + std::numeric_limits<double>::min()
                     : pulled - force_slack};
  }
  return {};
}

std::string Modes::settle(Vector& v, const std::vector<char>& is_tried, const Evaluate& evaluate) {
  if (!give_way_to_drives(v, evaluate)) return "the accelerations cannot be computed";
  Vector vdot(v.size());
  std::vector<char> held(holders.size());
  for (std::size_t i = 0; i < holders.size(); ++i) held[i] = holders[i].mode == Mode::held;
  std::string failure = exchange(v, is_tried, evaluate, vdot);
  if (!failure.empty()) return failure;
  // One that was let go on the way, and does not move since others hold it, holds as well: its force is within its bounds.
  const double rest = 1e-12 * (1 + v.norm()), slack = 1e-10 * (1 + vdot.norm());
  bool any = false;
  for (std::size_t i = 0; i < holders.size(); ++i) {
    Holder& h = holders[i];
    if (!held[i] || h.kind != Kind::friction || h.mode == Mode::held ||
        std::abs(h.calc_slip(v)) > rest || std::abs(h.calc_slip_rate(vdot)) > slack)
      continue;
    v[h.v] = h.calc_carried_speed(v);
    h.mode = Mode::held;
    any = true;
  }
  return any ? exchange(v, is_tried, evaluate, vdot) : "";
}

// One at a time where modes do not fit. Out: the accelerations that they lead to.
std::string Modes::exchange(Vector& v, const std::vector<char>& is_tried, const Evaluate& evaluate,
                            Vector& vdot) {
  Vector holding = Vector::Zero(static_cast<int>(holders.size()));
  const int count = static_cast<int>(holders.size());
  int worst = -1;
  for (int round = 0; round < 20 * count + 20; ++round) {
    if (!evaluate(vdot, holding)) return "the accelerations cannot be computed";
    shared.calc_margins(holders, holding);
    worst = -1;
    Misfit most;
    for (int i = 0; i < count; ++i) {
      const Misfit misfit = calc_misfit(i, is_tried[i] != 0, v, vdot, holding);
      if (misfit.size > most.size) {
        worst = i;
        most = misfit;
        if (round > 4 * count) break;  // the first one: then it cannot cycle
      }
    }
    if (worst < 0) return "";
    Holder& h = holders[worst];
    if (h.kind == Kind::stop) {
      h.mode = Mode::free;
    } else if (h.mode == Mode::held) {
      h.mode = most.is_above ? Mode::sliding_down : Mode::sliding_up;
      h.segment = 0;
    } else {
      v[h.v] = h.calc_carried_speed(v);
      h.mode = Mode::held;
    }
  }
  return "no combination of sticking and sliding fits at '" + holders[worst].name + "'";
}

}  // namespace gelenk
