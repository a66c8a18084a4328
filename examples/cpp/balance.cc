// Balances the pole of CartPole.mo: a controller in this program, sampled every 20 ms, closes the loop.
//   g++ -std=c++20 balance.cc $(pkg-config --cflags --libs gelenk) -o balance && ./balance CartPole.mo
#include <gelenk/experiment.h>

#include <cmath>
#include <cstdio>

int main(int argc, char** argv) try {
  gelenk::Experiment experiment(gelenk::Model::from_file(argc > 1 ? argv[1] : "CartPole.mo"));
  gelenk::SimulateOptions options;
  options.t_end = 10.0;
  options.signals = "rail.s, pivot.phi, u";
  options.controllers.push_back({0.02, [](gelenk::Experiment& e) {
                                   const auto q = e.q(), v = e.v();
                                   e.set_input("u", 12 * q[0] - 66 * q[1] + 12 * v[0] - 15 * v[1]);
                                 }});
  const gelenk::Results results = experiment.simulate(options);
  const double s = results["rail.s"].back(), phi = results["pivot.phi"].back();
  std::printf("%s: cart at %.6f m, pole at %.6f rad after %zu rows\n",
              results.summary().status.c_str(), s, phi, results.rows());
  return std::abs(s) < 1e-3 && std::abs(phi) < 1e-3 ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
