// Generated code of a tree beside the kernels of the library: time of one evaluation, by turns in one
// process, and the ratio. Both must give the same numbers first.
//
//   bench_generated MODEL.mo CODE.so       CODE: made of what `gelenk generate --name Code` writes
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <stdexcept>

#include "elements/library.h"
#include "formulations/recursive/recursive.h"
#include "modelica/reader.h"

namespace gelenk::bench {

namespace {

constexpr int states = 16, batches = 40;
constexpr double seconds_of_batch = 5e-3;

struct State {
  Vector q, v, a;
};

template <typename Function>
Function load(void* library, const char* name) {
  void* symbol = dlsym(library, name);
  if (symbol == nullptr) throw std::runtime_error(std::string("the code has no ") + name);
  return reinterpret_cast<Function>(symbol);
}

// Seconds of one evaluation in a batch; the state changes from one to the next.
template <typename Act>
double measure(const Act& act) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  int count = 0;
  double seconds = 0.0;
  while (seconds < seconds_of_batch) {
    for (int i = 0; i < states; ++i) act(i);
    count += states;
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
  }
  return seconds / count;
}

// By turns, the least of each.
template <typename Ours, typename Theirs>
void compare(const char* what, const Ours& interpreted, const Theirs& generated) {
  double slow = INFINITY, fast = INFINITY;
  for (int k = 0; k < batches; ++k) {
    slow = std::min(slow, measure(interpreted));
    fast = std::min(fast, measure(generated));
  }
  std::printf("%s,%.1f,%.1f,%.3f\n", what, 1e9 * slow, 1e9 * fast, fast / slow);
}

void check(const Vector& a, const Vector& b, const char* what) {
  if ((a - b).norm() > 1e-10 * b.norm())
    throw std::runtime_error(std::string("the code and the library disagree on ") + what);
}

int run(int argc, char** argv) {
  if (argc != 3) throw std::runtime_error("give MODEL.mo and CODE.so");
  const ModelTree model = modelica::read_model(argv[1], element_library());
  const System system = build_system(model);
  const auto formulation = make_recursive_formulation(system);
  JointSpace& space = *formulation->joint_space();
  void* library = dlopen(argv[2], RTLD_NOW);
  if (library == nullptr) throw std::runtime_error(dlerror());
  using Fd = void (*)(double, const double*, const double*, const double*, double*, double*);
  using Id = void (*)(double, const double*, const double*, const double*, double*);
  using Mass = void (*)(const double*, double*);
  const Fd fd = load<Fd>(library, "Code_fd");
  const Id id = load<Id>(library, "Code_id");
  const Mass mass = load<Mass>(library, "Code_mass");

  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  std::vector<State> at(states);
  for (State& s : at) {
    s = {Vector(system.nq), Vector(system.nv), Vector(system.nv)};
    for (Vector* x : {&s.q, &s.v, &s.a}) {
      for (double& e : *x) e = any(random);
    }
  }
  const int n = system.nv;
  const Vector none = Vector::Zero(n);
  Vector qdot(system.nq), vdot(n), tau(n), code_qdot(system.nq), code_vdot(n), code_tau(n);
  Matrix M(n, n), code_M(n, n);
  const auto calc_fd = [&](int i) {
    formulation->eval_derivatives(0.0, at[i].q, at[i].v, qdot, vdot);
  };
  const auto calc_id = [&](int i) { space.calc_forces(0.0, at[i].q, at[i].v, at[i].a, tau); };
  const auto calc_mass = [&](int i) { space.calc_mass_matrix(at[i].q, M); };
  const auto code_fd = [&](int i) {
    fd(0.0, at[i].q.data(), at[i].v.data(), none.data(), code_qdot.data(), code_vdot.data());
  };
  const auto code_id = [&](int i) {
    id(0.0, at[i].q.data(), at[i].v.data(), at[i].a.data(), code_tau.data());
  };
  const auto code_mass = [&](int i) { mass(at[i].q.data(), code_M.data()); };
  for (int i = 0; i < states; ++i) {
    calc_fd(i), calc_id(i), calc_mass(i);
    code_fd(i), code_id(i), code_mass(i);
    check(code_vdot, vdot, "accelerations");
    check(code_tau, tau, "forces");
    check(code_M.reshaped(), M.reshaped(), "the mass matrix");
  }
  std::printf("function,library_ns,generated_ns,ratio\n");
  compare("fd", calc_fd, code_fd);
  compare("id", calc_id, code_id);
  compare("mass", calc_mass, code_mass);
  return 0;
}

}  // namespace

}  // namespace gelenk::bench

int main(int argc, char** argv) {
  try {
    return gelenk::bench::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_generated: %s\n", error.what());
  }
  return 1;
}
