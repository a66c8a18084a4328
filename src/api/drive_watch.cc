#include "api/drive_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace gelenk {

DriveWatch::DriveWatch(const System& system, SignalTable& signals) {
  std::map<std::string, Drive> by_speed;
  for (const Train& train : system.axes.trains) {
    if (!train.driven || train.drive.order > 1) continue;  // filters and accelerations do not jump
    const bool turns = train.holder->find_variable("w") != nullptr;
    const std::string name = turns ? "w" : "v";
    by_speed.emplace(train.holder->path.empty() ? name : train.holder->path + "." + name,
                     Drive{train.holder, turns, 0});
  }
  if (by_speed.empty()) return;
  signals.add([&](const Signal& signal) { return by_speed.count(signal.name) > 0; });
  for (std::size_t i = 0; i < signals.selected().size(); ++i) {
    const auto found = by_speed.find(signals.selected()[i].name);
    if (found == by_speed.end()) continue;
    found->second.column = i;
    drives_.push_back(found->second);
    by_speed.erase(found);
  }
}

void DriveWatch::take(double time, const std::vector<double>& values) {
  for (Drive& drive : drives_) {
    const double speed = values[drive.column], jump = speed - drive.speed;
    if (has_row_ && time == time_ && !drive.has_jumped &&
        std::abs(jump) > 1e-9 * (1 + std::abs(speed))) {
      drive.has_jumped = true;
      drive.time = time;
      drive.jump = jump;
    }
    drive.speed = speed;
  }
  time_ = time;
  has_row_ = true;
}

std::vector<Diagnostic> DriveWatch::list_warnings() const {
  std::vector<Diagnostic> warnings;
  for (const Drive& drive : drives_) {
    if (!drive.has_jumped) continue;
    warnings.push_back(
        {"impact", drive.component->where, drive.component->path,
         fmt::format(
             "the speed that this drive prescribes jumps, at time {:.6g} s by {:.6g} {}: it "
             "hits what it moves, with a force that no drive has",
             drive.time, drive.jump, drive.turns ? "rad/s" : "m/s"),
         "let the law change its speed gradually, or let exact = false smooth it"});
  }
  return warnings;
}

}  // namespace gelenk
