#include "gelenk/kinematics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "analyses/kinematic_walk.h"
#include "analyses/sentences.h"
#include "analyses/signals.h"
#include "api/analysis_bench.h"
#include "api/answer_columns.h"
#include "api/time_laws.h"
#include "api/told_motion.h"
#include "formulations/motion_signals.h"

namespace gelenk {

namespace {

constexpr std::size_t most_points = 1'000'000;

// Of positions and, where they are wanted, speeds.
std::vector<Signal> choose_signals(const System& system, const std::string& globs, bool speeds) {
  SignalTable table(system, globs);
  std::vector<Signal> chosen;
  for (const Signal& signal : table.selected()) {
    using Kind = Signal::Kind;
    const bool is_speed = signal.kind == Kind::v || signal.kind == Kind::measured_v ||
                          signal.kind == Kind::velocity || signal.kind == Kind::flange_speed ||
                          signal.kind == Kind::frame_angular_velocity ||
                          signal.kind == Kind::angular_velocity_local;
    if (signal.of_motion && (speeds || !is_speed)) {
      chosen.push_back(signal);
    } else if (!globs.empty() && globs.find_first_of("*?") == std::string::npos) {
      throw UserError(
          {"option",
           {},
           "",
           "--signals: '" + signal.name +
               (signal.of_motion ? "' is a speed" : "' does not follow from motion alone"),
           signal.of_motion ? "ask for speeds: --speeds"
                            : "simulate the mechanism, or use gelenk inverse"});
    }
  }
  return chosen;
}

struct Grid {
  PositionSignal position;
  std::vector<double> values;
};

std::vector<Grid> read_grids(const System& system, const KinematicsOptions& options) {
  std::vector<Grid> grids;
  std::size_t points = 1;
  for (const auto& [name, text] : options.grids) {
    grids.push_back({find_position(system, name, "--grid"), read_numbers("--grid " + name, text)});
    for (std::size_t i = 0; i + 1 < grids.size(); ++i) {
      if (is_same(grids[i].position, grids.back().position)) {
        throw UserError({"option",
                         {},
                         "",
                         "--grid: '" + name + "' is given twice",
                         "give each position one list of values"});
      }
    }
    points *= grids.back().values.size();
    if (points <= most_points) continue;
    throw UserError({"option",
                     {},
                     "",
                     "--grid: these are more than a million combinations",
                     "give fewer values"});
  }
  const Motion& motion = options.motion;
  if (!grids.empty() && (!motion.file.empty() || !motion.columns.empty() || !motion.laws.empty())) {
    throw UserError({"option",
                     {},
                     "",
                     "a grid and a motion are given",
                     "give --grid, --motion or --trajectory"});
  }
  return grids;
}

std::vector<PositionSignal> list_positions(const std::vector<Grid>& grids) {
  std::vector<PositionSignal> positions;
  for (const Grid& grid : grids) positions.push_back(grid.position);
  return positions;
}

class Calculation {
 public:
  Calculation(AnalysisBench& bench, const KinematicsOptions& options)
      : bench_(bench),
        f_(bench.formulation()),
        grids_(read_grids(bench.system(), options)),
        told_(grids_.empty() ? read_motion(options.motion, bench.system(), bench.model().experiment,
                                           bench.time())
                             : ToldMotion{}),
        motion_(f_, grids_.empty() ? told_.positions : list_positions(grids_),
                told_.is_sampled ? LedMotion::Followers::compared : LedMotion::Followers::refused,
                grids_.empty() ? "--motion" : "--grid", bench.time(), bench.q()),
        walk_(motion_, bench.time(), bench.q()),
        signals_(choose_signals(bench.system(), options.signals, options.speeds)) {}

  KinematicsAnswer run() {
    describe();
    if (grids_.empty())
      go_along();
    else
      go_over_grid();
    judge();
    return std::move(answer_);
  }

 private:
  void describe() {
    answer_.model = bench_.name();
    answer_.is_grid = !grids_.empty();
    for (const PositionSignal& leader : motion_.leaders()) {
      answer_.leading.push_back(leader.x.name);
      answer_.columns.push_back({leader.x.name, leader.x.unit});
    }
    for (std::size_t i = 0; i < told_.positions.size(); ++i) {
      if (motion_.leader_of()[i] < 0) answer_.following.push_back(told_.positions[i].x.name);
    }
    for (int j : motion_.held()) answer_.held.push_back(bench_.name_coordinate(j));
    const std::size_t leading = answer_.columns.size();
    std::erase_if(signals_, [&](const Signal& signal) {
      return std::any_of(answer_.columns.begin(), answer_.columns.begin() + leading,
                         [&](const RunSignal& c) { return c.name == signal.name; });
    });
    for (const Signal& signal : signals_) answer_.columns.push_back({signal.name, signal.unit});
    answer_.values.resize(answer_.columns.size());
  }

  void go_along() {
    const Eigen::Index leading = static_cast<Eigen::Index>(motion_.leaders().size());
    for (std::size_t k = 0; k < told_.time.size(); ++k) {
      Vector x(leading), rates(leading);
      for (std::size_t i = 0; i < told_.positions.size(); ++i) {
        const int leader = motion_.leader_of()[i];
        if (leader < 0) continue;
        x[leader] = told_.x(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k));
        rates[leader] = told_.v(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k));
      }
      add_point(told_.time[k], x, rates, walk_.go(told_.time[k], x));
    }
  }

  // The last grid varies fastest; a new row starts from the begin of the one before, and what cannot be reached along the row is tried from its
  // neighbour there.
  void go_over_grid() {
    const std::size_t n = grids_.size();
    std::vector<std::size_t> at(n, 0);
    std::vector<LedPoint> begins(n, walk_.at());  // by grid: where its value was taken last
    std::vector<std::optional<LedPoint>> row(grids_.back().values.size());  // the last ones reached
    const double t = bench_.time();
    Vector rates = Vector::Zero(static_cast<Eigen::Index>(n));
    rates[static_cast<Eigen::Index>(n) - 1] = 1.0;
    while (true) {
      Vector x(n);
      for (std::size_t i = 0; i < n; ++i) x[static_cast<Eigen::Index>(i)] = grids_[i].values[at[i]];
      std::optional<LedPoint>& neighbour = row[at.back()];
      bool reached = walk_.go(t, x);
      if (!reached && neighbour) {
        const LedPoint before = walk_.from();
        walk_.jump(*neighbour);
        reached = walk_.go(t, x);
        if (!reached) walk_.jump(before);
      }
      add_point(t, x, rates, reached);
      neighbour.reset();
      if (reached) {
        neighbour = walk_.at();
        for (std::size_t i = n; i-- > 0;) {
          begins[i] = walk_.at();
          if (at[i] > 0) break;
        }
      }
      std::size_t i = n;
      while (i-- > 0 && ++at[i] == grids_[i].values.size()) at[i] = 0;
      if (i == static_cast<std::size_t>(-1)) return;
      if (i + 1 < n) walk_.jump(begins[i]);
    }
  }

  void add_point(double t, const Vector& x, const Vector& rates, bool reached) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    answer_.time.push_back(t);
    answer_.reached.push_back(reached);
    std::size_t column = 0;
    for (double value : x) answer_.values[column++].push_back(value);
    if (!reached) {
      for (; column < answer_.values.size(); ++column) answer_.values[column].push_back(none);
      answer_.singular_value.push_back(none);
      if (walk_.end()) add_end(*walk_.end());
      return;
    }
    ++reached_;
    answer_.singular_value.push_back(walk_.singular_value());
    Vector q = walk_.at().q, v;
    motion_.set_speeds(t, q, rates, v);
    f_.place_driven(t, q, v);
    f_.eval_motion(q, v);
    for (const Signal& signal : signals_)
      answer_.values[column++].push_back(
          calc_motion_signal(signal, f_, bench_.system(), q.data(), v.data()));
  }

  static bool is_near(const KinematicsAnswer::Place& place, const LedPoint& point) {
    if (std::abs(place.time - point.t) > 1e-7) return false;
    for (std::size_t i = 0; i < place.at.size(); ++i) {
      if (std::abs(place.at[i] - point.x[static_cast<Eigen::Index>(i)]) > 1e-7) return false;
    }
    return true;
  }

  void add_end(const LedPoint& end) {
    for (const KinematicsAnswer::End& known : answer_.ends) {
      if (is_near(known, end)) return;
    }
    KinematicsAnswer::End added;
    added.time = end.t;
    added.at = {end.x.begin(), end.x.end()};
    for (const SingularPosition& singular : walk_.singular()) {
      if (!singular.is_end || !is_near(added, singular.at)) continue;
      added.is_singular = true;
      added.moves = bench_.name_moving(singular.free_motion);
    }
    answer_.ends.push_back(std::move(added));
  }

  void judge() {
    for (const SingularPosition& singular : walk_.singular()) {
      const bool is_told =
          std::any_of(answer_.ends.begin(), answer_.ends.end(),
                      [&](const KinematicsAnswer::End& end) { return is_near(end, singular.at); });
      if (is_told) continue;
      KinematicsAnswer::Singular added;
      added.time = singular.at.t;
      added.at = {singular.at.x.begin(), singular.at.x.end()};
      added.of_loops = singular.of_loops;
      added.moves = bench_.name_moving(singular.free_motion);
      answer_.singular.push_back(std::move(added));
    }
    answer_.status = reached_ > 0 ? "done" : "failed";
    if (reached_ == 0)
      answer_.message = "no point could be reached from where the mechanism starts";
    const std::size_t missed = answer_.reached.size() - reached_;
    if (missed > 0) {
      answer_.notes.push_back(
          fmt::format("{} of {} points could not be reached.", missed, answer_.reached.size()));
    }
    if (!answer_.held.empty())
      answer_.notes.push_back("Nothing is said of " + list(answer_.held) +
                              ": held where the start has them.");
    if (!answer_.following.empty())
      answer_.notes.push_back(
          "Given, and following from the other columns: " + list(answer_.following) + ".");
  }

  AnalysisBench& bench_;
  Formulation& f_;
  const std::vector<Grid> grids_;
  const ToldMotion told_;
  LedMotion motion_;
  KinematicWalk walk_;
  std::vector<Signal> signals_;
  KinematicsAnswer answer_;
  std::size_t reached_ = 0;
};

}  // namespace

KinematicsAnswer kinematics(Experiment& experiment, const KinematicsOptions& options) {
  AnalysisBench bench(experiment, "kinematics");
  return Calculation(bench, options).run();
}

void write_columns(const KinematicsAnswer& answer, const std::string& path, bool with_units) {
  write_rows(path, with_units, answer.time, answer.columns, answer.values);
}

}  // namespace gelenk
