// Forward dynamics of Gelenk beside other libraries: README.md in this folder. Prints lines of values
// between commas, which report.py makes into tables and a plot:
//   setup,WHAT,VALUE
//   library,NAME,VERSION,METHOD
//   time,NAME,KIND,LINKS,SECONDS,DIFFERENCE,REFERENCE
// and fails when libraries disagree on the accelerations. With --count NAME KIND LINKS EVALUATIONS it evaluates that often and prints nothing; bench/run counts
// instructions by the difference of two such runs.
#include <dlfcn.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "adapters/gelenk.h"
#include "chain.h"
#include "measure.h"

namespace gelenk::bench {

namespace {

// Gelenk first, then the peers, from the modules beside the program.
std::vector<const Library*> load_libraries() {
  std::vector<const Library*> libraries = gelenk_libraries();
  const std::filesystem::path folder =
      std::filesystem::read_symlink("/proc/self/exe").parent_path();
  for (const char* name : {"simbody", "dart", "kdl", "mujoco"}) {
    const std::string path = folder / (std::string("bench_") + name + ".so");
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!module) throw std::runtime_error(dlerror());
    const auto get = reinterpret_cast<LibraryFunction>(dlsym(module, library_symbol));
    if (!get) throw std::runtime_error(dlerror());
    for (int i = 0; get(i); ++i) libraries.push_back(get(i));
  }
  return libraries;
}

const Library& find_library(const std::vector<const Library*>& libraries, const std::string& name) {
  std::string names;
  for (const Library* library : libraries) {
    if (library->name() == name) return *library;
    names += ", '" + library->name() + "'";
  }
  throw std::runtime_error("there is no library '" + name + "', only" + names.substr(1));
}

void print(const Measurement& m, const Chain& chain, const std::string& reference) {
  const std::string name = m.library->name();
  char difference[32] = "soft";
  if (std::isfinite(m.library->tolerance(chain)))
    std::snprintf(difference, sizeof difference, "%.1e", m.difference);
  std::printf("time,%s,%s,%d,%.6g,%s,%s\n", name.c_str(), chain.kind.c_str(), chain.size(),
              m.seconds, difference, reference.c_str());
  std::fprintf(stderr, "%-8s %6d  %-18s %12.3f us  difference %s\n", chain.kind.c_str(),
               chain.size(), name.c_str(), m.seconds * 1e6, difference);
}

// False when libraries disagree.
bool measure_all(const std::vector<const Library*>& libraries) {
  std::printf("setup,compiler and options of Gelenk,\"%s\"\n", GELENK_BENCH_COMPILER);
  for (const Library* library : libraries) {
    std::printf("library,%s,%s,\"%s\"\n", library->name().c_str(), library->version().c_str(),
                library->method().c_str());
  }
  bool agree = true;
  for (const std::string kind : {"aligned", "generic", "passive", "rings"}) {
    for (int n : {6, 7, 10, 30, 100, 1000, 10000}) {
      if (kind == "rings" ? n % links_per_ring != 0 : n == 10) continue;
      const Chain chain = make_chain(kind, n);
      const std::vector<Measurement> results = measure(libraries, chain);
      for (const Measurement& m : results) {
        print(m, chain, results.front().library->name());
        if (!(m.difference <= m.library->tolerance(chain))) agree = false;
      }
    }
  }
  return agree;
}

int run(const std::vector<std::string>& arguments) {
  const std::vector<const Library*> libraries = load_libraries();
  if (arguments.empty()) {
    if (measure_all(libraries)) return 0;
    throw std::runtime_error("the libraries do not agree on the accelerations");
  }
  if (arguments.size() != 5 || arguments[0] != "--count") {
    throw std::runtime_error("give nothing, or --count LIBRARY KIND LINKS EVALUATIONS");
  }
  const Chain chain = make_chain(arguments[2], std::stoi(arguments[3]));
  const auto mechanism = find_library(libraries, arguments[1]).build(chain);
  evaluate(*mechanism, chain, std::stol(arguments[4]));
  return 0;
}

}  // namespace

}  // namespace gelenk::bench

int main(int argc, char** argv) {
  try {
    return gelenk::bench::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench: %s\n", error.what());
    return 1;
  }
}
