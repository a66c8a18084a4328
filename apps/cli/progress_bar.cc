#include "progress_bar.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace gelenk::cli {

void ProgressBar::update(double time, double t_start, double t_end) {
  if (!shown_ || ++calls_ % 16 != 0 || !is_due()) return;
  const double fraction =
      t_end > t_start ? std::clamp((time - t_start) / (t_end - t_start), 0.0, 1.0) : 1.0;
  char text[64];
  std::snprintf(text, sizeof text, "t = %.4g of %.4g s", time, t_end);
  draw(fraction, fraction, text);
}

void ProgressBar::update_cases(std::uint64_t done, std::uint64_t cases, std::uint64_t before,
                               std::uint64_t failed) {
  if (!shown_ || !is_due()) return;
  const auto share = [](std::uint64_t part, std::uint64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 1.0;
  };
  std::string text = std::to_string(done) + " of " + std::to_string(cases) + " cases";
  if (failed > 0) text += ", " + std::to_string(failed) + " failed";
  draw(share(done, cases), share(done - before, cases - before), text);
}

bool ProgressBar::is_due() {
  const Clock::time_point now = Clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return false;
  last_ = now;
  return true;
}

// The time that is left goes by the share of this work that is done.
void ProgressBar::draw(double fraction, double share_of_work, const std::string& text) {
  const double elapsed = std::chrono::duration<double>(last_ - start_).count();
  constexpr int width = 30;
  const int filled = static_cast<int>(fraction * width);
  std::string bar(width, '.');
  std::fill_n(bar.begin(), filled, '#');
  std::fprintf(stderr, "\r[%s] %3.0f %%  %s, %.0f s left   ", bar.c_str(), 100 * fraction,
               text.c_str(),
               share_of_work > 0 ? elapsed * (1 - share_of_work) / share_of_work : 0.0);
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
