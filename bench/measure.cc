#include "measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace gelenk::bench {

namespace {

constexpr double batch_seconds = 0.005;  // aim for a batch of evaluations
constexpr double total_seconds = 2.0;    // no further batch when a library has used as much
constexpr int rounds = 40;

double measure_seconds(Mechanism& mechanism, const Chain& chain, long count) {
  const auto start = std::chrono::steady_clock::now();
  evaluate(mechanism, chain, count);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Accelerations at all states, one after the other. It is also the warm-up.
std::vector<double> calc_accelerations(Mechanism& mechanism, const Chain& chain) {
  std::vector<double> vdot(chain.size() * chain.states.size());
  for (std::size_t s = 0; s < chain.states.size(); ++s) {
    mechanism.eval(chain.states[s]);
    mechanism.get_accelerations(vdot.data() + s * chain.size());
  }
  return vdot;
}

// Largest difference over the states, each relative to the largest acceleration at that state.
double calc_difference(const std::vector<double>& a, const std::vector<double>& b, int n) {
  double largest = 0.0;
  for (std::size_t first = 0; first < a.size(); first += n) {
    double difference = 0.0, size = 0.0;
    for (std::size_t i = first; i < first + n; ++i) {
      difference = std::max(difference, std::abs(a[i] - b[i]));
      size = std::max(size, std::abs(a[i]));
      if (!std::isfinite(b[i])) return std::numeric_limits<double>::infinity();
    }
    largest = std::max(largest, difference / size);
  }
  return largest;
}

struct Run {
  std::unique_ptr<Mechanism> mechanism;
  long batch = 1;
  double used = 0.0;
};

}  // namespace

void evaluate(Mechanism& mechanism, const Chain& chain, long count) {
  std::size_t s = 0;
  for (long i = 0; i < count; ++i) {
    mechanism.eval(chain.states[s]);
    if (++s == chain.states.size()) s = 0;
  }
}

std::vector<Measurement> measure(const std::vector<const Library*>& libraries, const Chain& chain) {
  std::vector<Measurement> results;
  std::vector<Run> runs;
  std::vector<double> reference;
  for (const Library* library : libraries) {
    if (!library->can_build(chain)) continue;
    Run run{library->build(chain)};
    const std::vector<double> vdot = calc_accelerations(*run.mechanism, chain);
    if (reference.empty()) reference = vdot;
    // Whole turns through the states. A library that meets the same state again may do nothing.
    const long states = static_cast<long>(chain.states.size());
    const double turn = measure_seconds(*run.mechanism, chain, states);
    run.batch = states * std::max(1L, std::lround(batch_seconds / turn));
    results.push_back({library, turn / static_cast<double>(states),
                       calc_difference(reference, vdot, chain.size())});
    runs.push_back(std::move(run));
  }
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t k = 0; k < runs.size(); ++k) {
      Run& run = runs[k];
      if (run.used > total_seconds) continue;
      const double seconds = measure_seconds(*run.mechanism, chain, run.batch);
      run.used += seconds;
      results[k].seconds = std::min(results[k].seconds, seconds / static_cast<double>(run.batch));
    }
  }
  return results;
}

}  // namespace gelenk::bench
