// Drives that prescribe a position or a speed exactly, and whose speed jumps during a run: they hit what they move.
#pragma once

#include <vector>

#include "analyses/signals.h"

namespace gelenk {

class DriveWatch {
 public:
  // Adds what it has to see to the signals.
  DriveWatch(const System& system, SignalTable& signals);

  bool empty() const { return drives_.empty(); }
  // A row of the run. The rows before and after an event have the same time.
  void take(double time, const std::vector<double>& values);
  std::vector<Diagnostic> list_warnings() const;
  void list_memory(Memory& memory) { memory(drives_, time_, has_row_); }

 private:
  struct Drive {
    const Component* component;
    bool turns;
    std::size_t column;  // of its speed
    double speed = 0.0;  // at the row before
    bool has_jumped = false;
    double time = 0.0, jump = 0.0;  // the first one
    void list_memory(Memory& memory) { memory(speed, has_jumped, time, jump); }
  };
  std::vector<Drive> drives_;
  double time_ = 0.0;
  bool has_row_ = false;
};

}  // namespace gelenk
