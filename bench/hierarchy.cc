// Cost of the formulation `hierarchical` over the number of bodies, beside `recursive` on the same model in the same
// run: microseconds per body and evaluation, on one thread and on two, of a projection (successive, and with
// factors for each correction), and memory. Kinds of model: large_models.h, cut by bisection.
//
//   bench_hierarchy [KIND] [LARGEST] [SMALLEST]
//   bench_hierarchy --slope KIND                  slope of the cost over size, sizes taking turns
//   bench_hierarchy --count KIND BODIES [TIMES [recursive]]
//                                                 one evaluation on one thread, or more, for callgrind or a profiler
//   bench_hierarchy --projection FILE             projections of a model, cut as it is written and around every body
//   bench_hierarchy --fit                         slope over size of lines "KIND,BODIES,COST" that it reads
//
// Methods take turns; what counts is the median of the turns, for ratios and slopes the median of those of one turn.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>

#include "analyses/transfer.h"
#include "elements/library.h"
#include "formulations/hierarchical/hierarchical.h"
#include "formulations/recursive/recursive.h"
#include "large_models.h"
#include "modelica/reader.h"
#include "topology/leaves/partition.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#endif

using namespace gelenk;

namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> x) {
  if (x.empty()) return NAN;
  std::nth_element(x.begin(), x.begin() + static_cast<long>(x.size() / 2), x.end());
  return x[x.size() / 2];
}

double memory_in_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

// One method on one system at one state.
struct Method {
  std::unique_ptr<Formulation> formulation;
  Vector q, v, qdot, vdot;

  // One evaluation after another, as in a simulation: the first, which finds the memory that another method has
  // left, does not count.
  double time_evaluations(int count) {
    formulation->eval_derivatives(0.0, q, v, qdot, vdot);
    const double start = now();
    for (int i = 0; i < count; ++i) formulation->eval_derivatives(0.0, q, v, qdot, vdot);
    return (now() - start) / count;
  }
  double time_projections(int count) {
    const double start = now();
    for (int i = 0; i < count; ++i) {
      // As far off as a step of integration is.
      Vector off_q = q, off_v = v;
      for (int k = 0; k < off_v.size(); ++k) {
        off_q[k] += 1e-8 * std::cos(3.0 * k);
        off_v[k] += 1e-8 * std::cos(2.0 * k);
      }
      formulation->project(off_q, off_v);
    }
    return (now() - start) / count;
  }
};

Method make_method(const System& system, const HierarchicalOptions& options,
                   const Assembly& start) {
  Method method;
  method.formulation = system.partition ? make_hierarchical_formulation(system, options)
                                        : make_recursive_formulation(system);
  method.q = start.q;
  method.v = start.v;
  // Evaluated once, so that rank is known.
  if (!method.formulation->eval_derivatives(0.0, method.q, method.v, method.qdot, method.vdot)) {
    fmt::print(stderr, "bench_hierarchy: {}\n", method.formulation->failure());
    std::exit(1);
  }
  return method;
}

// A model whole and cut, and a state in motion whose speeds fit the loops.
struct Measured {
  Measured(const std::string& kind, int bodies, bool cuts = true)
      : model(modelica::read_model_text("model.mo", bench::write_large_model(kind, bodies),
                                        element_library())),
        joined(build_system(model, {.flattens = true})) {
    before = memory_in_bytes();
    if (cuts) system = build_system(model, {.hierarchy = Hierarchy::automatic, .flattens = true});
    const std::unique_ptr<Formulation> whole = make_recursive_formulation(joined);
    start = assemble(*whole);
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform(-0.1, 0.1);
    for (double& x : start.v) x = uniform(random);
    whole->project(start.q, start.v);
    if (cuts) apart = transfer(start, *whole, system, 0.0);
  }
  ModelTree model;
  System joined, system;
  double before;  // bytes
  Assembly start, apart;
};

// One thread. `recursive`: the formulation of that name in place of `hierarchical`.
void count(const std::string& kind, int bodies, int times, bool recursive) {
  const Measured measured(kind, bodies, !recursive);
  Method one = recursive ? make_method(measured.joined, {}, measured.start)
                         : make_method(measured.system, {1, Metric::mass, true}, measured.apart);
  const double start = now();
  CALLGRIND_START_INSTRUMENTATION;
  for (int i = 0; i < times; ++i)
    one.formulation->eval_derivatives(0.0, one.q, one.v, one.qdot, one.vdot);
  CALLGRIND_STOP_INSTRUMENTATION;
  const int n = measured.joined.counts.bodies;
  fmt::print("{} bodies, {:.4f} us per body\n", n, 1e6 * (now() - start) / times / n);
}

void measure(const std::string& kind, int bodies) {
  const Measured measured(kind, bodies);
  const System& system = measured.system;
  Method recursive = make_method(measured.joined, {}, measured.start);
  Method one = make_method(system, {1, Metric::mass, true}, measured.apart);
  const double memory = memory_in_bytes() - measured.before;
  Method two = make_method(system, {2, Metric::mass, true}, measured.apart);
  Method anew = make_method(system, {1, Metric::mass, false}, measured.apart);

  const int n = system.counts.bodies;
  const int count = std::max(10, 20000 / n);  // in a row, as a simulation has them
  std::vector<double> r, a, b, ratio, speedup, successive, each, projection_ratio;
  for (int turn = 0; turn < 15; ++turn) {
    r.push_back(recursive.time_evaluations(count));
    a.push_back(one.time_evaluations(count));
    b.push_back(two.time_evaluations(count));
    ratio.push_back(a.back() / r.back());
    speedup.push_back(a.back() / b.back());
    if (turn < 5) {
      successive.push_back(one.time_projections(count));
      each.push_back(anew.time_projections(count));
      projection_ratio.push_back(each.back() / successive.back());
    }
  }
  fmt::print("{},{},{},{:.4f},{:.4f},{:.4f},{:.3f},{:.3f},{:.4f},{:.4f},{:.3f},{:.0f}\n", kind, n,
             system.partition->depth, 1e6 * median(r) / n, 1e6 * median(a) / n, 1e6 * median(b) / n,
             median(ratio), median(speedup), 1e6 * median(successive) / n, 1e6 * median(each) / n,
             median(projection_ratio), memory / n);
  std::fflush(stdout);
}

// The start of a model in a file, a step's error off and back again, for both ways of taking factors.
void measure_projection(const std::string& file) {
  const ModelTree model = modelica::read_model(file, element_library());
  for (const auto& [name, hierarchy, flattens] :
       {std::tuple{"model", Hierarchy::model, false}, {"flat", Hierarchy::flat, true}}) {
    const BuildOptions build{.hierarchy = hierarchy, .flattens = flattens};
    const System system = build_system(model, build);
    std::vector<Method> methods;
    for (const bool successive : {true, false}) {
      const HierarchicalOptions options{1, Metric::mass, successive};
      const std::unique_ptr<Formulation> formulation =
          make_hierarchical_formulation(system, options);
      methods.push_back(make_method(system, options, assemble_apart(model, build, *formulation)));
    }
    std::vector<double> one, each, ratio;
    for (int turn = 0; turn < 31; ++turn) {
      one.push_back(methods[0].time_projections(20));
      each.push_back(methods[1].time_projections(20));
      ratio.push_back(each.back() / one.back());
    }
    fmt::print("{},{},{},{},{},{:.1f},{:.1f},{:.2f}\n", model.root->class_name, name,
               system.counts.bodies, system.counts.constraint_rows,
               methods[0].formulation->count_redundant(), 1e6 * median(one), 1e6 * median(each),
               median(ratio));
  }
}

// Slope of log(cost) over log(bodies) by least squares.
double fit_slope(const std::vector<double>& bodies, const std::vector<double>& cost) {
  double n = 0, x1 = 0, y1 = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double x = std::log(bodies[i]), y = std::log(cost[i]);
    n += 1, x1 += x, y1 += y, xx += x * x, xy += x * y;
  }
  return (n * xy - x1 * y1) / (n * xx - x1 * x1);
}

// Of one thread, from 1,000 bodies on. All sizes are in memory at once and take turns, so that a slope is of one minute
// of the machine and not of what it was busy with an hour ago.
void measure_slope(const std::string& kind) {
  std::vector<std::unique_ptr<Measured>> models;
  std::vector<Method> methods;
  std::vector<double> bodies;
  for (int size : {1000, 3000, 10000, 30000, 100000}) {
    models.push_back(std::make_unique<Measured>(kind, size));
    methods.push_back(
        make_method(models.back()->system, {1, Metric::mass, true}, models.back()->apart));
    bodies.push_back(models.back()->system.counts.bodies);
  }
  std::vector<std::vector<double>> costs(bodies.size());
  std::vector<double> slopes;
  for (int turn = 0; turn < 21; ++turn) {
    std::vector<double> cost;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      cost.push_back(methods[i].time_evaluations(std::max(5, static_cast<int>(2e5 / bodies[i]))));
      costs[i].push_back(cost[i] / bodies[i]);
    }
    slopes.push_back(fit_slope(bodies, cost));
  }
  for (std::size_t i = 0; i < bodies.size(); ++i)
    fmt::print("{},{:.0f},{:.4f},\n", kind, bodies[i], 1e6 * median(costs[i]));
  fmt::print("{},all,,{:.4f}\n", kind, median(slopes));
}

// Of each line that it reads: cost per body, and the slope over all sizes of its kind so far.
void fit_lines() {
  fmt::print("kind,bodies,cost_per_body,slope\n");
  std::string kind;
  std::vector<double> bodies, costs;
  for (std::string line; std::getline(std::cin, line);) {
    const std::size_t first = line.find(','), second = line.find(',', first + 1);
    if (second == std::string::npos) continue;
    if (line.substr(0, first) != kind) bodies.clear(), costs.clear();
    kind = line.substr(0, first);
    bodies.push_back(std::stod(line.substr(first + 1)));
    costs.push_back(std::stod(line.substr(second + 1)));
    fmt::print("{},{:.0f},{:.0f},", kind, bodies.back(), costs.back() / bodies.back());
    if (bodies.size() > 1) fmt::print("{:.4f}", fit_slope(bodies, costs));
    fmt::print("\n");
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc >= 4 && argv[1] == std::string("--count")) {
      count(argv[2], std::atoi(argv[3]), argc > 4 ? std::atoi(argv[4]) : 1,
            argc > 5 && argv[5] == std::string("recursive"));
      return 0;
    }
    if (argc == 3 && argv[1] == std::string("--projection")) {
      measure_projection(argv[2]);
      return 0;
    }
    if (argc == 2 && argv[1] == std::string("--fit")) {
      fit_lines();
      return 0;
    }
    if (argc >= 3 && argv[1] == std::string("--slope")) {
      measure_slope(argv[2]);
      return 0;
    }
    const std::string only = argc > 1 ? argv[1] : "";
    const int largest = argc > 2 ? std::atoi(argv[2]) : 100000;
    const int smallest = argc > 3 ? std::atoi(argv[3]) : 10;
    fmt::print(
        "kind,bodies,depth,recursive_us,one_thread_us,two_threads_us,one_over_recursive,"
        "speedup,projection_us,projection_anew_us,anew_over_successive,bytes_per_body\n");
    for (const std::string& kind : bench::large_model_kinds()) {
      if (!only.empty() && only != kind) continue;
      for (int bodies : {10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000}) {
        if (bodies >= smallest && bodies <= largest) measure(kind, bodies);
      }
    }
  } catch (const UserError& error) {
    for (const Diagnostic& d : error.diagnostics()) fmt::print(stderr, "{}\n", format(d, "error"));
    return 2;
  }
  return 0;
}
