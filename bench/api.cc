// What a call of the library costs from C++: nanoseconds per evaluation of derivatives, for bench/api.py.
#include <chrono>
#include <cstdio>
#include <vector>

#include "gelenk/experiment.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const gelenk::Experiment experiment(gelenk::Model::from_file(argv[1]));
  std::vector<double> q(experiment.nq(), 0.1), v(experiment.nv(), 0.2), qdot(q), vdot(v);
  const int calls = 200000;
  double best = 1e300;
  for (int round = 0; round < 5; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) experiment.calc_derivatives(0.0, q, v, qdot, vdot);
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    best = std::min(best, took.count() / calls);
  }
  std::printf("%.1f\n", best);
}
