#include "stop_request.h"

#include <csignal>
#include <ctime>

namespace gelenk::cli {

namespace {

std::atomic<bool> stop_requested{false};

double seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The first Ctrl-C ends the work cleanly; another one, a second later or more, ends the program. What comes sooner is
// the same request told twice: programs that pass a signal on, like timeout, send it to the process and to its group.
void request_stop(int signal) {
  static double first = 0.0;
  if (!stop_requested.exchange(true)) {
    first = seconds_now();
  } else if (seconds_now() - first > 1.0) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

const std::atomic<bool>& catch_stop_requests() {
  std::signal(SIGINT, request_stop);
  std::signal(SIGTERM, request_stop);
  return stop_requested;
}

}  // namespace gelenk::cli
