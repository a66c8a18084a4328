// A progress bar on standard error: redrawn at most ten times a second, wiped when done.
#pragma once

#include <chrono>

namespace gelenk::cli {

class ProgressBar {
 public:
  explicit ProgressBar(bool shown) : shown_(shown) {}
  ~ProgressBar() { wipe(); }
  void update(double time, double t_start, double t_end);
  void wipe();

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_, drawn_ = false;
  unsigned calls_ = 0;
  Clock::time_point start_ = Clock::now(), last_ = start_;
};

}  // namespace gelenk::cli
