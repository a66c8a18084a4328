#include "codegen/functions.h"

#include <algorithm>
#include <functional>

#include "codegen/drives.h"
#include "codegen/forward_dynamics.h"
#include "codegen/inverse_dynamics.h"
#include "codegen/loads.h"
#include "codegen/loops.h"
#include "codegen/mass_matrix.h"
#include "codegen/simplify.h"

namespace gelenk::codegen {

namespace {

[[noreturn]] void refuse(const std::string& component, const std::string& what,
                         const std::string& hint) {
  throw UserError({"unsupported", {}, component, what, hint});
}

void check_parts(const Subsystem& sub) {
  if (sub.loaded != nullptr) {
    refuse(sub.path, "code cannot be generated for a compiled component, which hides its masses",
           "put the text of the component in its place");
  }
  for (const auto& part : sub.parts) check_parts(*part);
}

void check_system(const System& system) {
  check_parts(*system.root);
  if (!system.quantities.states.empty()) {
    refuse(system.quantities.states[0].name,
           "the model has states of equations of its own, which generated code does not have yet",
           "generate the mechanism alone, with inputs of the model in the place of what the "
           "equations give");
  }
  if (system.gravity.kind == Gravity::Kind::point) {
    refuse("", "generated code does not have point gravity yet", "use uniform gravity in world");
  }
}

// Of what the joints that carry the bodies are called.
std::vector<std::string> name_bodies(const Tree& tree) {
  std::vector<std::string> names = {"ground"};
  for (std::size_t i = 1; i < tree.bodies.size(); ++i) names.push_back(tree.carriers[i].edge->name);
  return names;
}

std::vector<Sums> list_sums(const LeanTree& lean) {
  if (!has_parallel_axes(lean)) return {Sums::none};
  return {Sums::none, Sums::of_turns, Sums::of_angles};
}

// A sine costs about as much as ten products.
int weigh(const OperationCounts& counts) { return counts.total() + 10 * counts.sines; }

}  // namespace

// One function while it is recorded, by one of the ways there are.
struct FunctionRecorder::Recording {
  Function function;
  int inputs = 0;

  std::vector<Recorded> add_argument(const std::string& name, const std::vector<int>& shape,
                                     const std::string& meaning) {
    function.arguments.push_back({name, shape, meaning});
    std::vector<Recorded> entries;
    for (int i = function.arguments.back().size(); i > 0; --i)
      entries.emplace_back(function.graph, function.graph.input(inputs++));
    return entries;
  }
  void add_result(const std::string& name, const std::vector<int>& shape,
                  const std::string& meaning, const std::vector<Recorded>& entries) {
    function.results.push_back({name, shape, meaning});
    GELENK_ASSERT(static_cast<int>(entries.size()) == function.results.back().size());
    for (const Recorded& e : entries) function.values.push_back(e.in(function.graph));
  }
  std::vector<Recorded> add_time() { return add_argument("t", {}, "time, s"); }
  std::vector<Recorded> add_q(int n) { return add_argument("q", {n}, "coordinates"); }
  std::vector<Recorded> add_v(int n) { return add_argument("v", {n}, "speeds"); }
  std::vector<Recorded> add_inputs(const System& system) {
    const int n = static_cast<int>(system.quantities.inputs.size());
    if (n == 0) return {};
    return add_argument("u", {n}, "inputs of the model");
  }
};

FunctionRecorder::FunctionRecorder(const System& system)
    : system_((check_system(system), system)),
      tree_(build_tree(system)),
      lean_(tree_),
      body_names_(name_bodies(tree_)) {}

const std::vector<std::string>& FunctionRecorder::names() {
  static const std::vector<std::string> all = {"fd",          "id",     "mass",  "bias",
                                               "constraints", "frames", "energy"};
  return all;
}

Function FunctionRecorder::record(const std::string& name,
                                  const std::vector<FrameToShow>& frames) const {
  if (tree_.nv == 0) {
    refuse("", "nothing in the model moves: there are no equations to generate",
           "give the model bodies on joints");
  }
  Recording r;
  r.function.name = name;
  if (name == "id") {
    record_inverse_dynamics(r, true);
  } else if (name == "bias") {
    record_inverse_dynamics(r, false);
  } else if (name == "mass") {
    record_mass_matrix(r);
  } else if (name == "fd") {
    record_forward_dynamics(r);
  } else if (name == "constraints") {
    record_constraints(r);
  } else if (name == "frames") {
    record_frames(r, frames);
  } else if (name == "energy") {
    record_energy(r);
  } else {
    std::string all;
    for (const std::string& known : names()) all += (all.empty() ? "" : ", ") + known;
    throw UserError({"option",
                     {},
                     "",
                     "there is no function '" + name + "' to generate",
                     "functions are " + all});
  }
  return std::move(r.function);
}

namespace {

// Of several ways, the cheapest.
void take_cheapest(Function& best, const std::vector<std::function<Function()>>& ways) {
  bool has_one = false;
  for (const auto& way : ways) {
    Function now = way();
    now.graph = simplify(now.graph, now.values);
    now.counts = count_operations(now.graph, now.values);
    if (has_one && weigh(now.counts) >= weigh(best.counts)) continue;
    has_one = true;
    best = std::move(now);
  }
}

}  // namespace

void FunctionRecorder::record_inverse_dynamics(Recording& r, bool with_accelerations) const {
  const std::string name = r.function.name;
  std::vector<std::function<Function()>> ways;
  for (const Sums sums : list_sums(lean_)) {
    ways.emplace_back([&, sums] {
      Recording now;
      now.function.name = name;
      now.function.meaning = with_accelerations
                                 ? "forces along the joints that a motion needs, tau = M vdot + h"
                                 : "forces along the joints that a motion needs where vdot = 0";
      LawArguments arguments;
      arguments.time = now.add_time()[0];
      arguments.q = now.add_q(tree_.nq);
      arguments.v = now.add_v(tree_.nv);
      std::vector<Recorded> vdot;
      if (with_accelerations) vdot = now.add_argument("vdot", {tree_.nv}, "accelerations");
      arguments.inputs = now.add_inputs(system_);
      place_driven(system_, arguments);
      const Mechanism mechanism(lean_, body_names_, arguments.q, arguments.v);
      const Loads loads = calc_loads(system_, mechanism, arguments);
      std::vector<Recorded> tau = calc_inverse_dynamics(
          mechanism, calc_body_motions(mechanism, vdot, sums), vdot, loads.on_bodies);
      for (std::size_t i = 0; i < tau.size(); ++i) tau[i] -= loads.on_speeds[i];
      now.add_result(with_accelerations ? "tau" : "h", {tree_.nv}, "forces along the joints", tau);
      return std::move(now.function);
    });
  }
  take_cheapest(r.function, ways);
}

void FunctionRecorder::record_mass_matrix(Recording& r) const {
  const std::string name = r.function.name;
  take_cheapest(
      r.function, {[&] {
        Recording now;
        now.function.name = name;
        now.function.meaning = "mass matrix of the joints' speeds";
        const Mechanism mechanism(lean_, body_names_, now.add_q(tree_.nq), {});
        now.add_result("M", {tree_.nv, tree_.nv}, "symmetric", calc_mass_matrix(mechanism));
        return std::move(now.function);
      }});
}

void FunctionRecorder::record_forward_dynamics(Recording& r) const {
  if (const std::string loop = find_loop(system_); !loop.empty()) {
    refuse(loop,
           "this closes a loop: accelerations would need multipliers, which generated code does "
           "not have yet",
           "generate mass, bias and constraints, and solve M vdot + h - G' lambda = tau, G vdot + "
           "b = 0 with them");
  }
  const std::string name = r.function.name;
  std::vector<std::function<Function()>> ways;
  for (bool by_bodies : {false, true}) {
    // Where many joints are one behind the other, the mass matrix costs far more.
    if (!by_bodies && tree_.nv > 60) continue;
    for (const Sums sums : list_sums(lean_)) {
      ways.emplace_back([&, by_bodies, sums] {
        Recording now;
        now.function.name = name;
        now.function.meaning = "accelerations under forces tau beside those of the model";
        now.function.method = by_bodies ? "articulated bodies" : "mass matrix, factored as L' D L";
        LawArguments arguments;
        arguments.time = now.add_time()[0];
        arguments.q = now.add_q(tree_.nq);
        arguments.v = now.add_v(tree_.nv);
        std::vector<Recorded> x = now.add_argument("tau", {tree_.nv}, "forces along the joints");
        arguments.inputs = now.add_inputs(system_);
        const Drives drives = place_driven(system_, arguments);
        const Mechanism mechanism(lean_, body_names_, arguments.q, arguments.v);
        const Loads loads = calc_loads(system_, mechanism, arguments);
        const std::vector<Recorded> h = calc_inverse_dynamics(
            mechanism, calc_body_motions(mechanism, drives.acceleration, sums), drives.acceleration,
            loads.on_bodies);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += loads.on_speeds[i] - h[i];
        x = by_bodies
                ? solve_by_articulated_bodies(mechanism, drives.is_driven, x)
                : solve_by_mass_matrix(mechanism, drives.is_driven, calc_mass_matrix(mechanism), x);
        for (std::size_t i = 0; i < x.size(); ++i) {
          if (drives.is_driven[i]) x[i] = drives.acceleration[i];
        }
        std::vector<Recorded> qdot(tree_.nq, 0.0);
        for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
          const TreeBody& b = tree_.bodies[i];
          std::visit(
              [&](const auto& joint) {
                joint.template calc_qdot<Recorded>(&arguments.q[b.q], &arguments.v[b.v],
                                                   &qdot[b.q]);
              },
              *b.joint);
        }
        now.add_result("qdot", {tree_.nq}, "rates of the coordinates", qdot);
        now.add_result("vdot", {tree_.nv}, "accelerations", x);
        return std::move(now.function);
      });
    }
  }
  take_cheapest(r.function, ways);
}

void FunctionRecorder::record_constraints(Recording& r) const {
  if (find_loop(system_).empty()) {
    refuse("", "the joints of the model close no loop: there are no constraints to generate",
           "leave out the function constraints");
  }
  const std::string name = r.function.name;
  take_cheapest(r.function, {[&] {
                  Recording now;
                  now.function.name = name;
                  now.function.meaning =
                      "equations of joints that close loops: g = 0, G v = 0, G vdot + b = 0";
                  LawArguments arguments;
                  arguments.time = now.add_time()[0];
                  arguments.q = now.add_q(tree_.nq);
                  arguments.v = now.add_v(tree_.nv);
                  place_driven(system_, arguments);
                  const Mechanism mechanism(lean_, body_names_, arguments.q, arguments.v);
                  const Loops loops = calc_loops(system_, mechanism);
                  const int rows = static_cast<int>(loops.g.size());
                  now.add_result("g", {rows}, "residuals", loops.g);
                  now.add_result("G", {rows, tree_.nv}, "dg/dt = G v", loops.G);
                  now.add_result("b", {rows},
                                 "what of the second derivative is left where vdot = 0",
                                 loops.bias);
                  return std::move(now.function);
                }});
}

void FunctionRecorder::record_frames(Recording& r, const std::vector<FrameToShow>& frames) const {
  if (frames.empty()) {
    throw UserError({"option",
                     {},
                     "",
                     "no frame is named for the function frames",
                     "name connectors of the model, such as arm.frame_b"});
  }
  const std::string name = r.function.name;
  take_cheapest(
      r.function, {[&] {
        Recording now;
        now.function.name = name;
        now.function.meaning = "where frames are in the world, and how they move";
        const std::vector<Recorded> q = now.add_q(tree_.nq), v = now.add_v(tree_.nv);
        const Mechanism mechanism(lean_, body_names_, q, v);
        const std::vector<PlacedBody> bodies = place_bodies(mechanism);
        std::vector<Recorded> p, R, V, J;
        const int n = static_cast<int>(frames.size());
        std::string list;
        for (const FrameToShow& frame : frames) {
          list += (list.empty() ? "" : ", ") + frame.name;
          const NodePlace& node = tree_.nodes[frame.sub->id][frame.at.node];
          const PlacedFrame placed = codegen::place_frame(
              bodies, node.body, lean_.place({node.body, node.X_BN * frame.at.X_NF}));
          const std::vector<Vector6> columns = calc_jacobian(mechanism, bodies, placed);
          for (int i = 0; i < 3; ++i) p.push_back(placed.p[i]);
          for (int i = 0; i < 9; ++i) R.push_back(placed.R(i / 3, i % 3));
          for (int i = 0; i < 6; ++i) {
            V.push_back(i < 3 ? placed.w[i] : placed.v[i - 3]);
            for (const Vector6& column : columns) J.push_back(column[i]);
          }
        }
        now.function.meaning += ": " + list;
        now.add_result("p", {n, 3}, "origins", p);
        now.add_result("R", {3 * n, 3}, "three rows for each frame, whose columns are its axes", R);
        now.add_result("V", {n, 6}, "angular velocity, then velocity of the origin", V);
        now.add_result("J", {6 * n, tree_.nv}, "six rows for each frame: V = J v", J);
        return std::move(now.function);
      }});
}

// T = m v²/2 + v · (w × h) + w · J w / 2 with J = tr Σ − Σ;  V = −g · (m p + R h).
void FunctionRecorder::record_energy(Recording& r) const {
  const std::string name = r.function.name;
  take_cheapest(r.function, {[&] {
                  Recording now;
                  now.function.name = name;
                  now.function.meaning = "energy of the whole model, J";
                  LawArguments arguments;
                  arguments.time = now.add_time()[0];
                  arguments.q = now.add_q(tree_.nq);
                  arguments.v = now.add_v(tree_.nv);
                  arguments.inputs = now.add_inputs(system_);
                  place_driven(system_, arguments);
                  const Mechanism mechanism(lean_, body_names_, arguments.q, arguments.v);
                  const std::vector<PlacedBody> bodies = place_bodies(mechanism);
                  const Vector3 g = lean_.gravity.cast<Recorded>();
                  Recorded kinetic = 0.0, potential = system_.standing_energy -
                                                      lean_.gravity.dot(lean_.bodies[0].moments.h);
                  for (std::size_t i = 1; i < bodies.size(); ++i) {
                    const PlacedBody& B = bodies[i];
                    const Moments& own = lean_.bodies[i].moments;
                    const Vector3 h = own.h.cast<Recorded>();
                    const Mat3<double> J = own.S.trace() * Mat3<double>::Identity() - own.S;
                    const Vector3 Jw = J.cast<Recorded>() * B.w, h_W = B.R * h;
                    kinetic += Recorded(0.5 * own.m) * B.v.squaredNorm() + B.v.dot(B.w.cross(h)) +
                               Recorded(0.5) * B.w.dot(Jw);
                    potential -= g.dot(B.p * Recorded(own.m) + h_W);
                  }
                  for (int k = 0; k < tree_.nv; ++k)
                    kinetic +=
                        Recorded(0.5 * tree_.armature[k]) * (arguments.v[k] * arguments.v[k]);
                  potential += calc_loads(system_, mechanism, arguments).potential_energy;
                  now.add_result("kinetic", {}, "of all bodies and rotors", {kinetic});
                  now.add_result("potential", {}, "of weight and springs", {potential});
                  return std::move(now.function);
                }});
}

}  // namespace gelenk::codegen
