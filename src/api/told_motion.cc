#include "api/told_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "api/time_laws.h"
#include "math/quintic_spline.h"
#include "plot/table.h"
#include "symbolic/derivative.h"

namespace gelenk {

namespace {

constexpr double most_instants = 1e6;

[[noreturn]] void reject(const std::string& message, const std::string& hint) {
  throw UserError({"option", {}, "", message, hint});
}

// ---- laws of time ---------------------------------------------------------------------------------------

std::vector<double> list_instants(const Motion& motion, const ExperimentSettings& annotation,
                                  double present) {
  const double start = motion.t_start.value_or(present);
  const double end =
      motion.t_end.value_or(std::max(start, annotation.stop_time.value_or(start + 1.0)));
  if (!std::isfinite(start) || !std::isfinite(end) || end < start)
    reject(
        fmt::format("the motion would end at {:.6g} s, before it starts at {:.6g} s", end, start),
        "give --t-end a later time");
  if (end == start) return {start};
  const double interval = motion.interval.value_or((end - start) / 500);
  if (!(interval > 0) || (end - start) / interval > most_instants)
    reject(fmt::format("instants cannot be {:.6g} s apart from {:.6g} s to {:.6g} s", interval,
                       start, end),
           "give --interval a positive number of seconds, for at most a million instants");
  std::vector<double> time;
  const auto count = static_cast<long>(std::floor((end - start) / interval * (1 + 1e-12)));
  for (long i = 0; i <= count; ++i) time.push_back(start + static_cast<double>(i) * interval);
  if (end - time.back() > 1e-9 * interval)
    time.push_back(end);
  else
    time.back() = end;
  return time;
}

ToldMotion read_laws(const Motion& motion, const System& system,
                     const ExperimentSettings& annotation, double present) {
  ToldMotion told;
  std::vector<symbolic::Expression> laws;
  for (const auto& [name, text] : motion.laws) {
    told.positions.push_back(find_position(system, name, "--motion"));
    for (std::size_t i = 0; i + 1 < told.positions.size(); ++i) {
      if (is_same(told.positions[i], told.positions.back()))
        reject("--motion: '" + name + "' is given twice", "give each position one law");
    }
    const symbolic::Expression x = read_time_law("--motion " + name, text),
                               v = symbolic::differentiate(x);
    laws.insert(laws.end(), {x, v, symbolic::differentiate(v)});
  }
  told.time = list_instants(motion, annotation, present);
  const auto n = static_cast<Eigen::Index>(told.positions.size()),
             instants = static_cast<Eigen::Index>(told.time.size());
  told.x = told.v = told.a = Matrix::Zero(n, instants);
  symbolic::Tape tape(laws);
  std::vector<double> values(laws.size());
  for (Eigen::Index k = 0; k < instants; ++k) {
    tape.eval(told.time[k], nullptr, values.data());
    for (Eigen::Index i = 0; i < n; ++i) {
      told.x(i, k) = values[3 * i];
      told.v(i, k) = values[3 * i + 1];
      told.a(i, k) = values[3 * i + 2];
      if (std::isfinite(values[3 * i]) && std::isfinite(values[3 * i + 1]) &&
          std::isfinite(values[3 * i + 2]))
        continue;
      reject(fmt::format(
                 "--motion: the law of '{}' or one of its derivatives is not finite at {:.6g} s",
                 motion.laws[i].first, told.time[k]),
             "choose a law that is smooth there, or other instants");
    }
  }
  return told;
}

// ---- samples --------------------------------------------------------------------------------------------

// Of two rows with the same time, as an event has them, the later one counts.
void check_times(Table& table, const std::string& source) {
  std::vector<std::size_t> kept;
  const std::vector<double>& time = table.columns[0];
  for (std::size_t i = 0; i < time.size(); ++i) {
    if (i > 0 && time[i] < time[i - 1]) {
      reject(
          fmt::format("{}: the time falls from {:.6g} s to {:.6g} s", source, time[i - 1], time[i]),
          "put the rows in the order of time");
    }
    if (i > 0 && time[i] == time[i - 1]) kept.pop_back();
    kept.push_back(i);
  }
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::vector<double>& column = table.columns[c];
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (!std::isfinite(column[kept[i]]))
        reject(fmt::format("{}: '{}' is not finite at {:.6g} s", source, table.names[c],
                           table.columns[0][kept[i]]),
               "give numbers");
      column[i] = column[kept[i]];
    }
    column.resize(kept.size());
  }
}

bool is_same_signal(const Signal& a, const Signal& b) {
  return a.kind == b.kind && a.sub == b.sub && a.owner == b.owner && a.i == b.i;
}

ToldMotion read_samples(Table table, const std::string& source, const System& system) {
  check_times(table, source);
  std::unordered_map<std::string, Signal> known;
  for (std::size_t c = 1; c < table.names.size(); ++c) known.emplace(table.names[c], Signal{});
  std::vector<std::string> names;
  visit_signals(system, [&](const Signal& signal) {
    const auto found = known.find(signal.name);
    if (found != known.end() && found->second.name.empty()) found->second = signal;
    if (take_position(signal)) names.push_back(signal.name);
  });
  ToldMotion told;
  told.is_sampled = true;
  told.time = table.columns[0];
  std::vector<std::size_t> column_of;
  std::vector<char> is_used(table.names.size(), 0);
  // Points of frames lead where no joint does: results of a run have them beside what they follow from.
  for (const bool of_joints : {true, false}) {
    if (!of_joints && !told.positions.empty()) break;
    for (std::size_t c = 1; c < table.names.size(); ++c) {
      const Signal& signal = known.at(table.names[c]);
      if (signal.name.empty()) continue;
      const std::optional<PositionSignal> position = take_position(signal);
      if (!position || position->is_axis != of_joints) continue;
      is_used[c] = 1;
      const bool is_known =
          std::any_of(told.positions.begin(), told.positions.end(),
                      [&](const PositionSignal& other) { return is_same(other, *position); });
      if (is_known) continue;
      told.positions.push_back(*position);
      column_of.push_back(c);
    }
  }
  if (told.positions.empty()) {
    reject(source + " has no column with a position of this model",
           "name columns after coordinates of joints" +
               (names.empty() ? std::string() : ", such as '" + names.front() + "'"));
  }
  const auto n = static_cast<Eigen::Index>(told.positions.size()),
             instants = static_cast<Eigen::Index>(told.time.size());
  told.x = told.v = told.a = Matrix::Zero(n, instants);
  const auto take = [&](std::size_t c) {
    return Vector(Eigen::Map<const Vector>(table.columns[c].data(), instants));
  };
  const Vector time = take(0);
  for (Eigen::Index i = 0; i < n; ++i) {
    Vector v, a;
    for (std::size_t c = 1; c < table.names.size(); ++c) {
      const Signal& signal = known.at(table.names[c]);
      if (signal.name.empty()) continue;
      const bool is_speed = is_same_signal(signal, told.positions[i].v),
                 is_acceleration = is_same_signal(signal, told.positions[i].a);
      if (!is_speed && !is_acceleration) continue;
      (is_speed ? v : a) = take(c);
      is_used[c] = 1;
    }
    const SampledCurve curve = complete_curve(time, take(column_of[i]), v, a);
    told.x.row(i) = curve.x.transpose();
    told.v.row(i) = curve.v.transpose();
    told.a.row(i) = curve.a.transpose();
  }
  for (std::size_t c = 1; c < table.names.size(); ++c) {
    if (!is_used[c]) told.unused.push_back(table.names[c]);
  }
  return told;
}

Table make_table(const Motion& motion) {
  Table table;
  table.names = {"time"};
  table.columns = {motion.time};
  for (const auto& [name, numbers] : motion.columns) {
    if (numbers.size() != motion.time.size()) {
      reject(fmt::format("'{}' has {} numbers for {} instants", name, numbers.size(),
                         motion.time.size()),
             "give one for each");
    }
    table.names.push_back(name);
    table.columns.push_back(numbers);
  }
  if (motion.time.empty()) reject("the motion has no instants", "give at least one");
  return table;
}

}  // namespace

ToldMotion read_motion(const Motion& motion, const System& system,
                       const ExperimentSettings& annotation, double present) {
  const int ways = !motion.file.empty() + (!motion.columns.empty() || !motion.time.empty()) +
                   !motion.laws.empty();
  if (ways > 1)
    reject("the motion is given twice: as samples and by laws", "give a trajectory, or laws");
  if (motion.laws.empty() && ways == 1 && (motion.t_start || motion.t_end || motion.interval)) {
    reject("the instants are those of the trajectory's rows",
           "leave --t-end and --interval out, or give the motion by --motion");
  }
  if (!motion.file.empty())
    return read_samples(read_table(motion.file), "'" + motion.file + "'", system);
  if (ways == 1 && motion.laws.empty())
    return read_samples(make_table(motion), "the motion", system);
  return read_laws(motion, system, annotation, present);
}

}  // namespace gelenk
