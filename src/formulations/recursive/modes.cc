#include "formulations/recursive/modes.h"

#include <algorithm>
#include <cmath>

namespace gelenk {

namespace {

using Mode = Holder::Mode;
using Kind = Holder::Kind;

double direction_of(Mode mode) {
  return mode == Mode::sliding_up ? 1.0 : mode == Mode::sliding_down ? -1.0 : 0.0;
}

}  // namespace

double Holder::calc_sliding_force(double speed) const {
  if (table.empty()) return 0.0;
  const double s = std::abs(speed);
  std::size_t i = 0;
  while (i < table.size() && table[i].first < s) ++i;
  if (i == 0) return table[0].second;
  if (i == table.size()) return table.back().second;
  const auto& [x0, f0] = table[i - 1];
  const auto& [x1, f1] = table[i];
  return f0 + (f1 - f0) * (s - x0) / (x1 - x0);
}

void Modes::eval_indicators(const Vector& q, const Vector& v, const Vector& holding,
                            double* indicators) const {
  for (const Holder& h : holders) {
    double a = 1.0, b = 1.0;  // of the mode's two conditions, positive while they hold
    const double hold = holding[h.v];
    switch (h.kind) {
      case Kind::friction:
        if (h.mode == Mode::held) {
          a = h.breakaway - hold;
          b = h.breakaway + hold;
        } else {
          a = direction_of(h.mode) * (v[h.v] - h.drift);
        }
        break;
      case Kind::stop:
        if (h.mode == Mode::held) {
          a = h.at_high ? -hold : hold;  // the stop presses, it does not pull
        } else {
          a = h.high - q[h.q];
          b = q[h.q] - h.low;
        }
        break;
      case Kind::lock: break;  // its law has events of its own
    }
    *indicators++ = a;
    *indicators++ = b;
  }
}

void Modes::apply(const Vector& v, Vector& tau, std::vector<char>& locked,
                  std::vector<double>& known) const {
  for (const Holder& h : holders) {
    if (h.mode == Mode::held) {
      locked[h.v] = 1;
      known[h.v] = h.drift_rate;
    } else if (h.kind == Kind::friction) {
      tau[h.v] -= direction_of(h.mode) * h.calc_sliding_force(v[h.v] - h.drift);
    }
  }
}

// The speed of a held coordinate becomes what the holder prescribes; all others follow by impulse.
void Modes::stop_speed(Holder& h, double change, Vector& v, const Impact& impact) {
  if (change == 0.0) return;
  const double target = v[h.v] + change;
  Vector wanted = Vector::Zero(v.size()), all(v.size());
  wanted[h.v] = change;
  const Mode before = h.mode;
  h.mode = Mode::held;
  impact(wanted, all);
  h.mode = before;
  v += all;
  v[h.v] = target;
}

std::string Modes::start(Vector& q, Vector& v, const Evaluate& evaluate, const Impact& impact) {
  for (Holder& h : holders) {
    switch (h.kind) {
      case Kind::friction: {
        const double s = v[h.v] - h.drift;
        h.mode = s > 0 ? Mode::sliding_up : s < 0 ? Mode::sliding_down : Mode::held;
        break;
      }
      case Kind::stop:
        h.mode = Mode::free;
        if (q[h.q] > h.high || q[h.q] < h.low) return "'" + h.name + "' starts beyond its stop";
        break;
      case Kind::lock:
        h.mode = h.law_holds ? Mode::held : Mode::free;
        if (h.law_holds) stop_speed(h, h.drift - v[h.v], v, impact);
        break;
    }
  }
  return settle(v, evaluate);
}

std::string Modes::handle(Vector& q, Vector& v, const std::vector<int>& crossed,
                          const Evaluate& evaluate, const Impact& impact) {
  for (std::size_t i = 0; i < holders.size(); ++i) {
    Holder& h = holders[i];
    const bool first = crossed[2 * i] != 0, second = crossed[2 * i + 1] != 0;
    switch (h.kind) {
      case Kind::friction:
        if (!first && !second) break;
        if (h.mode == Mode::held) {
          // Beyond the break-away force: it gives way to the side to which it is pushed.
          h.mode = first ? Mode::sliding_down : Mode::sliding_up;
        } else {
          v[h.v] = h.drift;
          h.mode = Mode::held;
        }
        break;
      case Kind::stop:
        if (h.mode == Mode::held) {
          if (first) h.mode = Mode::free;
        } else if (first || second) {
          const bool high = first;
          const double outwards = high ? v[h.v] : -v[h.v];
          q[h.q] = high ? h.high : h.low;
          if (outwards > 0) {
            const bool rests = outwards * h.restitution <= h.rest_speed;
            stop_speed(h, -v[h.v] * (1 + (rests ? 0.0 : h.restitution)), v, impact);
            if (rests) {
              h.mode = Mode::held;
              h.at_high = high;
            }
          }
        }
        break;
      case Kind::lock:
        if (h.law_holds && h.mode != Mode::held) {
          h.mode = Mode::held;
          stop_speed(h, h.drift - v[h.v], v, impact);
        } else if (!h.law_holds) {
          h.mode = Mode::free;
        }
        break;
    }
  }
  // An impact may have set others in motion, or brought them to rest.
  for (Holder& h : holders) {
    if (h.kind != Kind::friction || h.mode == Mode::held) continue;
    const double s = v[h.v] - h.drift;
    if (s != 0.0) h.mode = s > 0 ? Mode::sliding_up : Mode::sliding_down;
  }
  return settle(v, evaluate);
}

std::string Modes::settle(const Vector& v, const Evaluate& evaluate) {
  Vector vdot(v.size()), holding(v.size());
  const int count = static_cast<int>(holders.size());
  for (int round = 0; round < 20 * count + 20; ++round) {
    if (!evaluate(vdot, holding)) return "the accelerations cannot be computed";
    int worst = -1;
    double most = 0.0;
    for (int i = 0; i < count; ++i) {
      const Holder& h = holders[i];
      double violation = 0.0;
      const double scale = 1e-12 * (h.breakaway + std::abs(holding[h.v]));
      if (h.kind == Kind::friction && h.mode == Mode::held) {
        violation = std::abs(holding[h.v]) - h.breakaway - scale;
      } else if (h.kind == Kind::friction && v[h.v] == h.drift) {
        // At rest and about to slide: not against its direction.
        const double a = direction_of(h.mode) * (vdot[h.v] - h.drift_rate);
        violation = -a - 1e-12 * (1 + vdot.norm());
      } else if (h.kind == Kind::stop && h.mode == Mode::held) {
        violation = (h.at_high ? holding[h.v] : -holding[h.v]) - scale;
      }
      if (violation > most) {
        worst = i;
        most = violation;
        if (round > 4 * count) break;  // the first one: then it cannot cycle
      }
    }
    if (worst < 0) return "";
    Holder& h = holders[worst];
    if (h.kind == Kind::stop)
      h.mode = Mode::free;
    else if (h.mode == Mode::held)
      h.mode = holding[h.v] > 0 ? Mode::sliding_down : Mode::sliding_up;
    else
      h.mode = Mode::held;
  }
  return "no combination of sticking and sliding fits at '" + holders[0].name + "'";
}

}  // namespace gelenk
