#include "analyses/transfer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "formulations/motion_signals.h"
#include "formulations/recursive/recursive.h"
#include "topology/compiled_part.h"
#include "topology/leaves/partition.h"

namespace gelenk {

namespace {

class Transfer {
 public:
  Transfer(Formulation& from, const Assembly& assembly, const System& to, Assembly& result)
      : from_(from), assembly_(assembly), to_(to), result_(result) {
    collect(*from.system().root);
    const Axes& axes = from.system().axes;
    for (const PlacedFlange& flange : axes.flanges)
      shafts_[{flange.component, flange.connector}] = flange.shaft;
  }

  void fill(const Subsystem& sub) {
    const Subsystem& other = *subs_[sub.id];
    for (std::size_t j = 0; j < sub.joints.size(); ++j) {
      const JointEdge& edge = sub.joints[j];
      if (!edge.in_tree || take_shaft(edge)) continue;
      if (!edge.added && other.joints[j].in_tree)
        take_coordinates(other.joints[j], edge);
      else
        measure(sub, edge);
    }
    for (const auto& part : sub.parts) fill(*part);
  }

  // In the other system the component stands still in itself.
  void start_compiled(const Leaf& leaf, double start_time) {
    LoadedComponent& loaded = *leaf.compiled->loaded;
    CompiledStart start = find_compiled_start(loaded, start_time);
    for (int i = 0; i < loaded.port_count(); ++i) {
      if (start.island[i] != i) continue;
      const FrameMotion<double>& at =
          from_.get_motion(*subs_[leaf.compiled->id], leaf.compiled->ports[i]);
      bool moved = false;
      loaded.move(i, at.X, at.V, start.q.data(), start.v.data(), moved);
    }
    for (std::size_t i = 0; i < loaded.flanges().size(); ++i) {
      const auto shaft = shafts_.find({leaf.compiled->component, loaded.flanges()[i].name});
      if (shaft == shafts_.end()) continue;
      const AxisMotion at = motion_of_shaft(shaft->second);
      bool moved = false;
      loaded.move_flange(static_cast<int>(i), at.x, at.v, start.q.data(), start.v.data(), moved);
    }
    std::copy(start.q.begin(), start.q.end(), result_.q.begin() + leaf.q);
    std::copy(start.v.begin(), start.v.end(), result_.v.begin() + leaf.v);
  }

 private:
  void collect(const Subsystem& sub) {
    if (static_cast<int>(subs_.size()) <= sub.id) subs_.resize(sub.id + 1);
    subs_[sub.id] = &sub;
    for (const auto& part : sub.parts) collect(*part);
  }

  // With all their digits, and whole turns.
  void take_coordinates(const JointEdge& from, const JointEdge& to) {
    for (int i = 0; i < to.nq(); ++i) result_.q[to.q + i] = assembly_.q[from.q + i];
    for (int i = 0; i < to.nv(); ++i) result_.v[to.v + i] = assembly_.v[from.v + i];
  }

  void measure(const Subsystem& sub, const JointEdge& edge) {
    const FrameMotion<double> rel = relative_motion(motion_of(sub, edge.F), motion_of(sub, edge.M));
    std::visit(
        [&](const auto& joint) {
          double* q = result_.q.data() + edge.q;
          joint.measure(rel.X, q);
          if constexpr (joint.nv > 0) {
            const auto v = solve_motion<double>(joint, q, rel.V);
            for (int i = 0; i < joint.nv; ++i) result_.v[edge.v + i] = v[i];
          }
        },
        edge.joint);
  }

  // Bodies that topology adds for shafts stand where the other system has these.
  bool take_shaft(const JointEdge& edge) {
    if (!edge.added || edge.nv() != 1) return false;
    for (const PlacedFlange& flange : to_.axes.flanges) {
      const Shaft& shaft = to_.axes.shafts[flange.shaft];
      const JointRef& carrier = to_.axes.trains[shaft.train].carrier;
      if (carrier.joint < 0 || &carrier.sub->joints[carrier.joint] != &edge) continue;
      const auto found = shafts_.find({flange.component, flange.connector});
      if (found == shafts_.end()) continue;
      const AxisMotion at = motion_of_shaft(found->second);
      result_.q[edge.q] = (at.x - shaft.offset) / shaft.ratio;
      result_.v[edge.v] = at.v / shaft.ratio;
      return true;
    }
    return false;
  }

  AxisMotion motion_of_shaft(int shaft) const {
    return calc_shaft_motion(from_, from_.system().axes, shaft, assembly_.q.data(),
                             assembly_.v.data());
  }

  FrameMotion<double> motion_of(const Subsystem& sub, const FrameOnNode& at) const {
    return motion_of_fixed_frame(from_.get_motion(*subs_[sub.id], at.node), at.X_NF);
  }

  Formulation& from_;
  const Assembly& assembly_;
  const System& to_;
  Assembly& result_;
  std::map<AxisContents::Key, int> shafts_;  // of the system that it comes from, by flange
  std::vector<const Subsystem*> subs_;       // of the system that it comes from, by number
};

// Null without any.
const Component* find_compiled(const Subsystem& sub) {
  if (sub.loaded != nullptr) return sub.component;
  for (const auto& part : sub.parts) {
    if (const Component* found = find_compiled(*part)) return found;
  }
  return nullptr;
}

// What a projection has moved must not have been fixed. `compiled`: a component that may be the
// cause.
void check_kept(Formulation& formulation, const Subsystem& sub, const Component& compiled) {
  constexpr double turn = 6.283185307179586476925, tolerance = 1e-7;
  const auto motion_of = [&](const FrameOnNode& at) {
    return motion_of_fixed_frame(formulation.get_motion(sub, at.node), at.X_NF);
  };
  for (const JointEdge& edge : sub.joints) {
    if (edge.component == nullptr || edge.added || edge.nq() != edge.nv()) continue;
    const FrameMotion<double> rel = relative_motion(motion_of(edge.F), motion_of(edge.M));
    JointCoordinates q{}, v{};
    std::visit(
        [&](const auto& joint) {
          joint.measure(rel.X, q.data());
          if constexpr (joint.nv > 0) {
            const auto speeds = solve_motion<double>(joint, q.data(), rel.V);
            for (int i = 0; i < joint.nv; ++i) v[i] = speeds[i];
          }
        },
        edge.joint);
    for (int i = 0; i < edge.nv(); ++i) {
      const double moved = q[i] - edge.start.q[i],
                   wrapped = moved - turn * std::round(moved / turn);
      const bool keeps_q =
          !edge.start.q_fixed[i] || std::min(std::abs(moved), std::abs(wrapped)) < tolerance;
      if (keeps_q && (!edge.start.v_fixed[i] || std::abs(v[i] - edge.start.v[i]) < tolerance))
        continue;
      throw edge.component->error(
          "assembly",
          "a start value of this joint is fixed, but a loop through the compiled component '" +
              compiled.path + "' closes only elsewhere",
          "leave it free (fixed = false), or compile the component with start values that close "
          "the "
          "loop");
    }
  }
  for (const auto& part : sub.parts) check_kept(formulation, *part, compiled);
}

// The same for shafts without a joint of the model.
void check_shafts_kept(const System& system, const Assembly& start, const Component& compiled) {
  constexpr double tolerance = 1e-7;
  for (const Train& train : system.axes.trains) {
    if (train.carrier.joint < 0 || train.driven) continue;
    const JointEdge& edge = train.carrier.sub->joints[train.carrier.joint];
    const bool keeps_q =
        !edge.start.q_fixed[0] || std::abs(start.q[edge.q] - edge.start.q[0]) < tolerance;
    const bool keeps_v =
        !edge.start.v_fixed[0] || std::abs(start.v[edge.v] - edge.start.v[0]) < tolerance;
    if (keeps_q && keeps_v) continue;
    throw compiled.error("assembly",
                         "the start value of '" + train.name +
                             "' is fixed, but the flange that it is connected to starts elsewhere",
                         "leave it free (fixed = false), or compile the component with start "
                         "values that are free or agree");
  }
}

}  // namespace

Assembly assemble_apart(const ModelTree& model, const BuildOptions& options,
                        Formulation& formulation, double start_time) {
  const auto find = [&](bool gives_way) {
    const System joined = build_system(model, {.flattens = options.flattens,
                                               .compiled_gives_way = gives_way,
                                               .ports = options.ports,
                                               .loaded_by = &formulation.system()});
    const std::unique_ptr<Formulation> whole = make_recursive_formulation(joined);
    Assembly start =
        transfer(assemble(*whole, start_time), *whole, formulation.system(), start_time);
    start.loops = joined.counts.closing_joints;
    return start;
  };
  const Component* compiled = find_compiled(*formulation.system().root);
  if (compiled == nullptr) return find(false);
  Assembly start;
  try {
    start = find(false);
  } catch (const UserError&) {
    start = find(true);
  }
  start.degrees_of_freedom = -1;  // what is inside is not known
  const Vector before = start.q;
  if (!formulation.project(start.q, start.v)) {
    throw compiled->error("assembly",
                          "the loops through compiled components cannot be closed from their start "
                          "positions",
                          "compile the component with start values nearer to where it is used");
  }
  formulation.eval_motion(start.q, start.v);
  check_kept(formulation, *formulation.system().root, *compiled);
  check_shafts_kept(formulation.system(), start, *compiled);
  // What had to give way is told as one.
  if (const double change = (start.q - before).lpNorm<Eigen::Infinity>(); change > 1e-9) {
    start.moved = {{"loops through '" + compiled->path + "'", 0.0, change}};
  }
  return start;
}

Assembly transfer(const Assembly& assembly, Formulation& from, const System& to,
                  double start_time) {
  from.eval_motion(assembly.q, assembly.v);
  Assembly result = assembly;
  result.q = Vector::Zero(to.nq);
  result.v = Vector::Zero(to.nv);
  Transfer transfer(from, assembly, to, result);
  transfer.fill(*to.root);
  if (to.partition != nullptr) {
    for (const Leaf& leaf : to.partition->leaves) {
      if (leaf.compiled != nullptr) transfer.start_compiled(leaf, start_time);
    }
  }
  const int states = static_cast<int>(to.quantities.states.size());
  result.q.tail(states) = assembly.q.tail(states);
  return result;
}

}  // namespace gelenk
