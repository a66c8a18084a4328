// What many equations cost: processor time to read them, to find out how they are solved and to make that computable, the time of one
// evaluation, and the memory of it all. Kinds:
//   ladder    resistors and capacitors as components with pins, 12 scalar equations and more for each of n stages
//   nodes     the same circuit by its nodes: n states, n currents
//   divider   n resistors in a row and n to ground, from the last to the first: nothing is a state, each voltage follows from the next
//   motors    n motors with springs between their shafts, as components with flanges of their own
//
//   bench_equations KIND N...
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <ctime>
#include <iostream>
#include <stdexcept>

#include "elements/library.h"
#include "formulations/recursive/recursive.h"
#include "modelica/reader.h"
#include "topology/system.h"

using namespace gelenk;

namespace {

const char* const circuits =
    "connector Pin Real v; flow Real i; end Pin;\n"
    "partial model TwoPin Pin p, n; Real v, i;\n"
    "equation v = p.v - n.v; i = p.i; p.i + n.i = 0; end TwoPin;\n"
    "model Resistor extends TwoPin; parameter Real R = 1; equation v = R*i; end Resistor;\n"
    "model Capacitor extends TwoPin; parameter Real C = 1; equation C*der(v) = i; end Capacitor;\n"
    "model Source extends TwoPin; equation v = sin(time); end Source;\n"
    "model Ground Pin p; equation p.v = 0; end Ground;\n";

std::string write_model(const std::string& kind, int n) {
  const std::string count = std::to_string(n);
  if (kind == "ladder") {
    return circuits + ("model M\n constant Integer n = " + count) +
           ";\n Source source; Ground ground; Resistor r[n]; Capacitor c[n];\nequation\n"
           " connect(source.p, r[1].p); connect(source.n, ground.p);\n"
           " for k in 1:n loop connect(r[k].n, c[k].p); connect(c[k].n, ground.p); end for;\n"
           " for k in 2:n loop connect(r[k - 1].n, r[k].p); end for;\nend M;\n";
  }
  if (kind == "nodes") {
    return "model M\n constant Integer n = " + count +
           ";\n Real u[n], i[n];\nequation\n sin(time) - u[1] = 2*i[1];\n"
           " for k in 2:n loop u[k - 1] - u[k] = 2*i[k]; end for;\n"
           " for k in 1:n - 1 loop i[k] - i[k + 1] = 0.1*der(u[k]); end for;\n"
           " 0.1*der(u[n]) = i[n];\nend M;\n";
  }
  if (kind == "divider") {
    return "model M\n constant Integer n = " + count +
           ";\n Real u[n], i[n];\nequation\n u[1] = sin(time);\n i[1] = u[1];\n"
           " for k in 2:n loop u[k] = u[k - 1] + 1e-4*i[k - 1]; i[k] = i[k - 1] + 1e-6*u[k]; end "
           "for;\nend M;\n";
  }
  if (kind == "motors") {
    return "connector Flange Real phi; flow Real tau; end Flange;\n"
           "model Motor Flange a, b; Real phi, w, i, u; parameter Real J = 1e-3, R = 1, L = 1e-2, "
           "k = 0.1;\n"
           "equation phi = a.phi; phi = b.phi; der(phi) = w; J*der(w) = a.tau + b.tau + k*i;\n"
           " u = R*i + L*der(i) + k*w; u = 10*sin(time); end Motor;\n"
           "model Spring Flange a, b; parameter Real c = 5, d = 0.01; Real phi_rel, w_rel;\n"
           "equation phi_rel = b.phi - a.phi; w_rel = der(phi_rel); b.tau = c*phi_rel + d*w_rel; "
           "a.tau "
           "= -b.tau; end Spring;\n"
           "model M\n constant Integer n = " +
           count +
           ";\n Motor motor[n]; Spring spring[n - 1];\nequation\n for k in 1:n - 1 loop\n"
           "  connect(motor[k].b, spring[k].a); connect(spring[k].b, motor[k + 1].a);\n end for;\n"
           "end M;\n";
  }
  throw std::invalid_argument("kinds: ladder, nodes, divider, motors");
}

template <typename F>
double measure(F&& stage) {
  const std::clock_t start = std::clock();
  stage();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// The least of several.
double measure_evaluation(Formulation& formulation, const System& system) {
  Vector q = Vector::Zero(system.nq), v = Vector::Zero(system.nv), qdot, vdot;
  for (std::size_t i = 0; i < system.quantities.states.size(); ++i)
    q[system.first_state() + static_cast<int>(i)] = system.quantities.states[i].start;
  formulation.start_events(0.0, q, v);
  double least = 1e9;
  for (int turn = 0; turn < 5; ++turn) {
    least = std::min(least, measure([&] {
                       if (!formulation.eval_derivatives(0.1 * turn, q, v, qdot, vdot))
                         throw std::runtime_error(formulation.failure());
                     }));
  }
  return least;
}

void run(const std::string& kind, int n) {
  const std::string text = write_model(kind, n);
  ModelTree model;
  System system;
  std::unique_ptr<Formulation> formulation;
  const double read =
      measure([&] { model = modelica::read_model_text(kind + ".mo", text, element_library()); });
  const double build = measure([&] { system = build_system(model); });
  const double make = measure([&] { formulation = make_recursive_formulation(system); });
  const double evaluation = measure_evaluation(*formulation, system);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const std::size_t unknowns = system.quantities.variables.size() + system.quantities.states.size();
  std::cout << fmt::format("{},{},{},{},{:.3f},{:.3f},{:.3f},{:.4f},{:.0f}\n", kind, n, unknowns,
                           system.quantities.states.size(), read, build, make, 1e3 * evaluation,
                           static_cast<double>(usage.ru_maxrss) / 1024)
            << std::flush;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "Usage: bench_equations KIND N...\n";
    return 2;
  }
  try {
    element_library();
    std::cout << "kind,n,equations,states,read_s,build_s,formulation_s,evaluation_ms,peak_mb\n";
    for (int i = 2; i < argc; ++i) run(argv[1], std::stoi(argv[i]));
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
