#include "progress_bar.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace gelenk::cli {

void ProgressBar::update(double time, double t_start, double t_end) {
  if (!shown_ || ++calls_ % 16 != 0) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  const double fraction =
      t_end > t_start ? std::clamp((time - t_start) / (t_end - t_start), 0.0, 1.0) : 1.0;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  constexpr int width = 30;
  const int filled = static_cast<int>(fraction * width);
  std::string bar(width, '.');
  std::fill_n(bar.begin(), filled, '#');
  std::fprintf(stderr, "\r[%s] %3.0f %%  t = %.4g of %.4g s, %.0f s left   ", bar.c_str(),
               100 * fraction, time, t_end,
               fraction > 0 ? elapsed * (1 - fraction) / fraction : 0.0);
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::wipe() {
  if (!drawn_) return;
  std::fprintf(stderr, "\r%*s\r", 78, "");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace gelenk::cli
