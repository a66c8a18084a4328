// What every measured library offers: itself, and a mechanism built from plain data. Each of the peers
// is a module of its own that the program loads, because Debian's libraries and Gelenk are compiled
// with different options, and the layout of Eigen's types depends on them: no type of Eigen passes
// through here, and no instance of its templates is shared.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "chain.h"

namespace gelenk::bench {

// A mechanism in one library, ready to be evaluated over and over.
class Mechanism {
 public:
  virtual ~Mechanism() = default;
  // Takes over the state and computes the joint accelerations, into memory of its own. This is what
  // is measured.
  virtual void eval(const State& state) = 0;
  // Accelerations of the state evaluated last, in the order of the links.
  virtual void get_accelerations(double* vdot) const = 0;
};

class Library {
 public:
  virtual ~Library() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  // How accelerations are computed, in a few words.
  virtual std::string method() const = 0;
  // False where the chain is beyond what the library can do, or can do in reasonable time.
  virtual bool can_build(const Chain& chain) const = 0;
  // Difference of the accelerations from another library's, relative to the largest, that is still
  // rounding. Infinite where the library satisfies the joints only approximately, by design.
  virtual double tolerance(const Chain& chain) const = 0;
  virtual std::unique_ptr<Mechanism> build(const Chain& chain) const = 0;
};

constexpr double recursion_tolerance = 1e-9;

// A method that forms the mass matrix M loses ε cond M, with ε = 1.1e-16. Of these chains cond M was
// found to be between 2 n³ (n = 1000) and 6 n³ (n = 6).
inline double mass_matrix_tolerance(const Chain& chain) {
  const double n = chain.size();
  return std::max(recursion_tolerance, 1.1e-16 * 6.0 * n * n * n);
}

// A module exports this function: its library number `index`, or null behind the last one.
constexpr const char* library_symbol = "gelenk_bench_library";
using LibraryFunction = const Library* (*)(int index);

}  // namespace gelenk::bench

// Heads the definition of that function.
#define GELENK_BENCH_LIBRARY                        \
  extern "C" __attribute__((visibility("default"))) \
  const gelenk::bench::Library* gelenk_bench_library
