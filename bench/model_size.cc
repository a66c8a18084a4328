// What a large model costs before it moves: processor time to read, to build and to make the formulation, and the bytes that model,
// system and formulation hold afterwards. Kinds of model: large_models.h.
//
//   bench_model_size [--cut] KIND BODIES...     --cut: in pieces, by bisection, for the formulation `hierarchical`
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstring>
#include <ctime>
#include <iostream>
#include <stdexcept>

#include "elements/library.h"
#include "formulations/hierarchical/hierarchical.h"
#include "formulations/recursive/recursive.h"
#include "large_models.h"
#include "modelica/reader.h"
#include "tests/support/held_memory.h"
#include "topology/system.h"

using namespace gelenk;

namespace {

// One stage: its processor time, which a busy machine changes little, and what it left on the heap.
struct Stage {
  double seconds = 0.0, bytes = 0.0;
};

template <typename F>
Stage measure(F&& stage) {
  const double bytes = static_cast<double>(testing::held_memory());
  const std::clock_t start = std::clock();
  stage();
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return {seconds, static_cast<double>(testing::held_memory()) - bytes};
}

void run(const std::string& kind, int wanted, bool cuts) {
  const std::string text = bench::write_large_model(kind, wanted);
  BuildOptions options;
  if (cuts) {
    options.hierarchy = Hierarchy::automatic;
    options.flattens = true;
  }
  ModelTree model;
  System system;
  std::unique_ptr<Formulation> formulation;
  const Stage read = measure(
      [&] { model = modelica::read_model_text(kind + ".mo", text, element_library()); });
  const Stage build = measure([&] { system = build_system(model, options); });
  const Stage make = measure([&] {
    formulation = cuts ? make_hierarchical_formulation(system) : make_recursive_formulation(system);
  });
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double bodies = system.counts.bodies;
  std::cout << fmt::format("{},{},{:.4f},{:.4f},{:.4f},{:.0f},{:.0f},{:.0f},{:.0f},{:.0f}\n", kind,
                           bodies, read.seconds, build.seconds, make.seconds, read.bytes / bodies,
                           build.bytes / bodies, make.bytes / bodies,
                           (read.bytes + build.bytes + make.bytes) / bodies,
                           1024.0 * static_cast<double>(usage.ru_maxrss) / bodies)
            << std::flush;
}

}  // namespace

int main(int argc, char** argv) {
  const bool cuts = argc > 1 && std::strcmp(argv[1], "--cut") == 0;
  const int first = cuts ? 2 : 1;
  if (argc < first + 2) {
    std::cerr << "Usage: bench_model_size [--cut] KIND BODIES...\n";
    return 2;
  }
  try {
    element_library();
    std::cout << "kind,bodies,read_s,build_s,formulation_s,model_bytes_per_body,system_bytes_per_body,"
                 "formulation_bytes_per_body,held_bytes_per_body,peak_bytes_per_body\n";
    for (int i = first + 1; i < argc; ++i) run(argv[first], std::stoi(argv[i]), cuts);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
