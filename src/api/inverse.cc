#include "gelenk/inverse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyses/globs.h"
#include "analyses/inverse_dynamics.h"
#include "analyses/sentences.h"
#include "analyses/signals.h"
#include "api/analysis_bench.h"
#include "api/answer_columns.h"
#include "api/told_motion.h"

namespace gelenk {

namespace {

// Samples of positions that follow from others may be off by that.
constexpr double largest_mismatch = 1e-3;

std::vector<PositionSignal> choose_actuators(const AnalysisBench& bench, const LedMotion& motion,
                                             const std::string& globs) {
  const std::vector<PositionSignal> axes = list_axes(bench.system());
  std::vector<PositionSignal> chosen;
  if (globs.empty()) {
    for (const PositionSignal& leader : motion.leaders()) {
      if (!leader.is_axis) {
        throw UserError(
            {"option",
             {},
             "",
             "the motion moves the point '" + leader.x.name + "', along which nothing acts",
             "say where the actuators are: --actuators 'hinge.phi, slider.s'"});
      }
      chosen.push_back(leader);
    }
    for (const PositionSignal& axis : axes) {
      if (std::count(motion.held().begin(), motion.held().end(), axis.carrier) > 0)
        chosen.push_back(axis);
    }
    return chosen;
  }
  for (const std::string& glob : split_globs(globs)) {
    bool is_any = false;
    std::vector<std::string> names;
    for (const PositionSignal& axis : axes) {
      names.push_back(axis.x.name);
      if (!matches_glob(glob, axis.x.name)) continue;
      is_any = true;
      if (axis.carrier >= 0 && !motion.undriven()[axis.carrier]) {
        if (glob.find_first_of("*?") != std::string::npos) continue;
        throw UserError({"option",
                         {},
                         "",
                         "--actuators: '" + glob +
                             "' is driven by the model, which says itself what "
                             "that takes",
                         "leave it out: drives of the model are told, too"});
      }
      const bool is_known =
          std::any_of(chosen.begin(), chosen.end(),
                      [&](const PositionSignal& other) { return is_same(other, axis); });
      if (!is_known) chosen.push_back(axis);
    }
    if (is_any) continue;
    // A flange.
    const auto leader = std::find_if(motion.leaders().begin(), motion.leaders().end(),
                                     [&](const PositionSignal& position) {
                                       return position.is_axis && position.x.name == glob;
                                     });
    if (leader != motion.leaders().end()) {
      chosen.push_back(*leader);
      continue;
    }
    throw UserError({"option",
                     {},
                     "",
                     "--actuators: no coordinate of a joint matches '" + glob + "'",
                     names.empty() ? "the model has no such coordinates" : suggest(glob, names)});
  }
  return chosen;
}

// One calculation, from the motion to the answer.
class Calculation {
 public:
  Calculation(AnalysisBench& bench, const InverseOptions& options)
      : bench_(bench),
        f_(bench.formulation()),
        told_(read_motion(options.motion, bench.system(), bench.model().experiment, bench.time())),
        motion_(f_, told_.positions,
                told_.is_sampled ? LedMotion::Followers::compared : LedMotion::Followers::refused,
                "--motion", bench.time(), bench.q()),
        actuators_(choose_actuators(bench, motion_, options.actuators)),
        dynamics_(f_, bench.loads(), motion_, actuators_),
        signals_(bench.system()) {
    if (!options.signals.empty()) choose_signals(options.signals);
  }

  InverseAnswer run() {
    describe();
    move();
    judge();
    return std::move(answer_);
  }

 private:
  void choose_signals(const std::string& globs) {
    signals_.select(globs);
    has_signals_ = true;
    for (const PositionSignal& actuator : actuators_) {
      if (actuator.speed >= 0 || actuator.x.kind != Signal::Kind::measured_q) continue;
      const std::string joint = actuator.x.sub->joints[actuator.x.joint()].name;
      throw UserError(
          {"unsupported",
           {},
           joint,
           "signals cannot be told beside an actuator in a joint that closes a loop, "
           "since what it loads is not in the model",
           "let another joint close the loop: --set " + joint + ".stateSelect=StateSelect.always"});
    }
  }

  void describe() {
    answer_.model = bench_.name();
    answer_.degrees_of_freedom = motion_.degrees_of_freedom();
    for (std::size_t i = 0; i < told_.positions.size(); ++i) {
      (motion_.leader_of()[i] >= 0 ? answer_.leading : answer_.following)
          .push_back(told_.positions[i].x.name);
    }
    for (int j : motion_.held()) answer_.held.push_back(bench_.name_coordinate(j));
    for (const PositionSignal& actuator : actuators_)
      add_effort(actuator.x.name, actuator.x.unit, false);
    for (int j : dynamics_.driven()) add_effort(bench_.name_coordinate(j), bench_.unit_of(j), true);
    if (has_signals_) {
      for (const Signal& signal : signals_.selected())
        answer_.columns.push_back({signal.name, signal.unit});
    }
    answer_.values.resize(answer_.columns.size());
    if (!told_.unused.empty())
      answer_.notes.push_back(
          "Columns that are no motion of a joint, and were not used: " + list(told_.unused) + ".");
  }

  void add_effort(const std::string& along, const std::string& unit, bool by_model) {
    answer_.efforts.push_back({"force(" + along + ")", along, force_unit(unit), by_model});
    answer_.columns.push_back({answer_.efforts.back().name, answer_.efforts.back().unit});
  }

  Vector take_leading(const Matrix& of_given, Eigen::Index instant) const {
    Vector leading(motion_.leaders().size());
    for (std::size_t i = 0; i < told_.positions.size(); ++i) {
      if (motion_.leader_of()[i] >= 0)
        leading[motion_.leader_of()[i]] = of_given(static_cast<Eigen::Index>(i), instant);
    }
    return leading;
  }

  void fail(double t, const std::string& what) {
    answer_.status = "failed";
    answer_.message = fmt::format("{} at {:.6g} s", what, t);
  }

  void move() {
    answer_.status = "done";
    Vector q = bench_.q();
    double t = bench_.time();
    const auto instants = static_cast<Eigen::Index>(told_.time.size());
    Vector x = motion_.calc_x(q, take_leading(told_.x, 0));
    for (Eigen::Index k = 0; k < instants; ++k) {
      const double next = told_.time[k];
      const Vector x_next = take_leading(told_.x, k);
      const double come = motion_.follow(t, x, next, x_next, q);
      if (come < 1.0) {
        fail(next,
             k == 0 ? fmt::format("the loops hold the mechanism after {:.3g} % of the way from its "
                                  "start to the motion, which begins",
                                  100 * come)
                    : "the loops do not let the motion go on: it cannot be reached");
        return;
      }
      t = next;
      x = x_next;
      compare(k, q);
      if (!dynamics_.solve(t, q, take_leading(told_.v, k), take_leading(told_.a, k))) {
        fail(t, dynamics_.failure());
        return;
      }
      add_row(t, q);
    }
  }

  // Positions given that follow from others.
  void compare(Eigen::Index instant, const Vector& q) {
    if (answer_.following.empty()) return;
    const Vector found = calc_positions(f_, told_.positions, q);
    for (std::size_t i = 0; i < told_.positions.size(); ++i) {
      if (motion_.leader_of()[i] >= 0) continue;
      const double given = told_.x(static_cast<Eigen::Index>(i), instant);
      double off = found[i] - given;
      if (told_.positions[i].lacks_turns()) off = std::remainder(off, 2 * 3.14159265358979323846);
      mismatch_ = std::max(mismatch_, std::abs(off));
      if (std::abs(off) <= largest_mismatch * (1 + std::abs(given))) continue;
      throw UserError(
          {"option",
           {},
           "",
           fmt::format(
               "the motion contradicts itself: at {:.6g} s '{}' is given as {:.6g} and follows "
               "from the other columns as {:.6g}",
               told_.time[instant], told_.positions[i].x.name, given, given + off),
           "leave the column out"});
    }
  }

  void add_row(double t, const Vector& q) {
    answer_.time.push_back(t);
    const Vector speeds = dynamics_.calc_actuator_speeds();
    std::size_t column = 0;
    for (std::size_t i = 0; i < answer_.efforts.size(); ++i, ++column) {
      const auto at = static_cast<Eigen::Index>(i);
      const bool by_model = answer_.efforts[i].by_model;
      const Eigen::Index drive = at - dynamics_.efforts().size();
      const double effort = by_model ? dynamics_.drives()[drive] : dynamics_.efforts()[at],
                   speed = by_model ? dynamics_.v()[dynamics_.driven()[drive]] : speeds[at];
      answer_.values[column].push_back(effort);
      InverseAnswer::Effort& e = answer_.efforts[i];
      if (std::abs(effort) > std::abs(e.peak)) {
        e.peak = effort;
        e.peak_time = t;
      }
      if (std::abs(effort * speed) > std::abs(e.peak_power)) e.peak_power = effort * speed;
    }
    if (has_signals_) {
      signals_.calc_values(f_, t, q, dynamics_.v(), dynamics_.vdot(), row_);
      for (double value : row_) answer_.values[column++].push_back(value);
    }
    if (dynamics_.is_solved()) {
      ++solved_;
      rank_ = std::max(rank_, dynamics_.rank());
      answer_.largest_miss = std::max(answer_.largest_miss, dynamics_.get_miss());
    } else if (undriven_.size() == 0) {
      undriven_ = dynamics_.undriven_motion();
      undriven_at_ = t;
    }
  }

  // What is true of all instants.
  void judge() {
    for (std::size_t i = 0; i < answer_.efforts.size(); ++i) {
      double sum = 0.0;
      for (double effort : answer_.values[i]) sum += effort * effort;
      if (!answer_.time.empty())
        answer_.efforts[i].rms = std::sqrt(sum / static_cast<double>(answer_.time.size()));
    }
    if (undriven_.size() > 0) {
      const std::vector<std::string> moving = bench_.name_moving(undriven_);
      if (solved_ == 0) refuse_underactuation(moving);
      if (answer_.status == "done")
        fail(undriven_at_,
             "the actuators can do nothing about '" + moving.front() + "' where the mechanism is");
    }
    answer_.surplus = static_cast<int>(actuators_.size()) - rank_;
    if (solved_ == 0) answer_.surplus = 0;
    if (answer_.surplus > 0) {
      answer_.notes.push_back(fmt::format(
          "{} for {}: of all efforts that give this motion these are the least, by the sum "
          "of their squares.",
          count(actuators_.size(), "actuator", "actuators"),
          count(rank_, "degree of freedom", "degrees of freedom")));
    }
    if (!answer_.held.empty())
      answer_.notes.push_back("The motion says nothing of " + list(answer_.held) +
                              ": held where the start has them.");
    if (!answer_.following.empty()) {
      answer_.notes.push_back(fmt::format(
          "Given, and following from the other columns: {}; the largest difference is {:.2g}.",
          list(answer_.following), mismatch_));
    }
  }

  [[noreturn]] void refuse_underactuation(const std::vector<std::string>& moving) const {
    const std::size_t missing = answer_.degrees_of_freedom - dynamics_.rank();
    std::string motion = "'" + moving.front() + "'";
    if (moving.size() > 1) {
      motion += " (with " + list({moving.begin() + 1, moving.end()}, 3) + ")";
    }
    throw UserError(
        {"underactuated",
         {},
         "",
         fmt::format(
             "{}: nothing drives {} of {}, the motion of {}",
             actuators_.empty()
                 ? "there is no actuator to give the motion"
                 : count(actuators_.size(), "actuator", "actuators") + " cannot give the motion",
             missing, count(answer_.degrees_of_freedom, "degree of freedom", "degrees of freedom"),
             motion),
         "give '" + moving.front() + "' an actuator (--actuators), or simulate the mechanism"});
  }

  AnalysisBench& bench_;
  Formulation& f_;
  const ToldMotion told_;
  LedMotion motion_;
  const std::vector<PositionSignal> actuators_;
  InverseDynamics dynamics_;
  SignalTable signals_;
  bool has_signals_ = false;
  std::vector<double> row_;
  InverseAnswer answer_;
  double mismatch_ = 0.0, undriven_at_ = 0.0;
  int solved_ = 0, rank_ = 0;
  Vector undriven_;
};

}  // namespace

InverseAnswer inverse(Experiment& experiment, const InverseOptions& options) {
  AnalysisBench bench(experiment, "inverse dynamics");
  return Calculation(bench, options).run();
}

void write_columns(const InverseAnswer& answer, const std::string& path, bool with_units) {
  write_rows(path, with_units, answer.time, answer.columns, answer.values);
}

}  // namespace gelenk
