// A progress bar on standard error: redrawn at most ten times a second, wiped when done.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace gelenk::cli {

class ProgressBar {
 public:
  explicit ProgressBar(bool shown) : shown_(shown) {}
  ~ProgressBar() { wipe(); }
  void update(double time, double t_start, double t_end);
  // Of many cases; `before`: done when the work began.
  void update_cases(std::uint64_t done, std::uint64_t cases, std::uint64_t before,
                    std::uint64_t failed);
  void wipe();

 private:
  using Clock = std::chrono::steady_clock;
  bool is_due();
  void draw(double fraction, double share_of_work, const std::string& text);

  bool shown_, drawn_ = false;
  unsigned calls_ = 0;
  Clock::time_point start_ = Clock::now(), last_ = start_;
};

}  // namespace gelenk::cli
