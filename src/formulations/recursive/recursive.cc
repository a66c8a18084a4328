#include "formulations/recursive/recursive.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "formulations/force_laws.h"
#include "formulations/recursive/forward_dynamics.h"
#include "formulations/recursive/jacobian.h"
#include "formulations/recursive/modes.h"
#include "symbolic/derivative.h"

namespace gelenk {

namespace {

// The relative pivot of a constraint row goes with the square of the distance from a singular position.
// Below this fraction of what it is elsewhere an evaluation would lose too many digits.
constexpr double singular_fraction = 1e-5;
// Above this pivot, at a position that closes exactly, a row is independent in general.
constexpr double clear_pivot = 1e-7;
// How far, in radians or lengths of the mechanism, an evaluation looks to both sides of such a position.
constexpr double singular_step = 0.02;

// Closure equations of a joint at a relative motion; its first rows are used.
struct ClosureAt {
  Vec6<double> g,
      bias;  // residual; acceleration without the accelerations of the bodies' free joints
  Vec6<double> gdot;
  Mat6<double> C;
};

void calc_closure(const AnyJoint& any, const FrameMotion<double>& rel, ClosureAt& at) {
  std::visit(
      [&](const auto& joint) {
        const auto g = joint.template calc_g<double>(rel.X);
        const auto C = joint.template calc_C<double>(rel.X);
        const auto bias = joint.template calc_C_bias<double>(rel.X, rel.V);
        for (int i = 0; i < C.rows(); ++i) {
          at.g[i] = g[i];
          at.gdot[i] = 0.0;
          at.bias[i] = bias[i];
          for (int j = 0; j < 6; ++j) {
            at.C(i, j) = C(i, j);
            at.gdot[i] += C(i, j) * rel.V[j];
            at.bias[i] += C(i, j) * rel.A[j];
          }
        }
      },
      any);
}

// A frame fixed to a body of the tree.
struct FrameOnBody {
  BodyIndex body = 0;
  Pose<double> X_BF;
};

// A joint that closes a loop: its rows on the relative motion of its two frames.
struct ClosingJoint {
  const Subsystem* sub;
  int joint;  // in the subsystem
  FrameOnBody F, M;
  int set;  // number of its RowSet
  int first_row, rows;
  int slot_F, slot_M;  // first slots in LoopData::K
  // Of the state evaluated last.
  Mat6<double> C_W;  // first rows used: on the twist of M in F, world axes, at Mo
  Vec3<double> p_Mo;
};

struct ForceOnBodies {
  const Subsystem* sub;
  const ForceEdge* edge;
  FrameOnBody a, b;
  WrenchPair<double> load;  // of the state evaluated last
};

// A point mass on the line between the frames of a force: rows a_L + μ/m = g with the load μ that it
// hands on to both bodies by the lever rule.
struct LumpRows {
  int force;
  LumpedMass lump;
  int set;
  int first_row;
  int slot_a, slot_b;
};

// A coordinate in a row between coordinates: a tree coordinate, or measured between the frames of a closing joint.
struct RowTerm {
  JointRef joint;  // measured
  double coefficient = 0.0;
  bool measured = false;
  int q = -1, v = -1;            // tree joints
  int W = -1;                    // entry of LoopData::W
  FrameOnBody F, M;              // measured
  int slot_F = -1, slot_M = -1;  // slots in LoopData::K
  // Of the state evaluated last: row on the twist of M in F, world axes, and where it acts.
  Vec6<double> C_W = Vec6<double>::Zero();
  Vec3<double> p_Mo = Vec3<double>::Zero();
};

// Σ coefficient · coordinate = constant.
struct RowOnCoordinates {
  double constant;
  std::vector<RowTerm> terms;
  int index;  // of the row
  int set;    // of the rows' places
  double
      turn;  // measured angles are known but for whole turns: the residual repeats with this; 0: none
};

// Position of a flange: ratio · q + offset; on ground v is −1.
struct FlangeOnCoordinate {
  int q = -1, v = -1;
  double ratio = 0.0, offset = 0.0;
};

struct AxisForceOnCoordinates {
  const AxisElement* element;
  int number;  // in System::axes
  FlangeOnCoordinate a, b;
  int law;
  double f;         // flow at b, of the state evaluated last
  int holder = -1;  // in Modes
};

// A coordinate that a law moves: from its order on, the law and its derivatives up to the acceleration.
struct DrivenCoordinate {
  int q, v;
  int law;
  AxisDrive drive;

  double calc_speed(const double* laws, double speed) const {
    return drive.order == 0 ? laws[1] : drive.order == 1 ? laws[0] : speed;
  }
  double calc_acceleration(const double* laws, double x, double speed) const {
    return laws[2 - drive.order] - drive.k_x * x - drive.k_v * speed;
  }
};

// Coordinate, speed and acceleration of a joint of one degree of freedom at a relative motion, and its row C.
struct AxisAt {
  double q = 0.0, v = 0.0, a = 0.0;
  Vec6<double> C = Vec6<double>::Zero();
};

AxisAt measure_axis(const AnyJoint& any, const FrameMotion<double>& rel) {
  AxisAt at;
  std::visit(
      [&](const auto& joint) {
        if constexpr (requires { joint.fixed_axis(); }) {
          const FixedAxis axis = joint.fixed_axis();
          joint.measure(rel.X, &at.q);
          if (axis.turns)
            at.C.head<3>() = axis.n;
          else
            at.C.tail<3>() = axis.n;
          at.v = at.C.dot(rel.V);
          at.a = at.C.dot(rel.A);
        }
      },
      any);
  return at;
}

class RecursiveFormulation : public Formulation {
 public:
  explicit RecursiveFormulation(const System& system)
      : system_(system),
        tree_(build_tree(system)),
        plan_(plan_loops(tree_, collect_rows())),
        data_(tree_),
        loops_(plan_),
        dynamics_(tree_, plan_) {
    place_rows();
    collect_axes();
    typical_pivot_.assign(plan_.eliminations.size(), 0.0);
    for (ForceLaws& laws : laws_) law_events_.add(laws);
    law_events_.add(axis_laws_);
    double largest = 0.0;
    for (const TreeBody& b : tree_.bodies) largest = std::max(largest, dot(b.p_PF, b.p_PF));
    if (largest > 0) length_ = std::sqrt(largest);
    tau_ = zero_ = delta_ = holding_ = vdot_ = Vector::Zero(tree_.nv);
    g_ = Vector::Zero(closure_rows_);
    loads_.resize(tree_.bodies.size());
    reactions_.resize(tree_.bodies.size());
    for (const auto& nodes : tree_.nodes) motions_.emplace_back(nodes.size());
  }

  const System& system() const override { return system_; }

  bool eval_derivatives(double t, const Vector& q, const Vector& v, Vector& qdot,
                        Vector& vdot) override {
    qdot.resize(tree_.nq);
    vdot.resize(tree_.nv);
    failure_.clear();
    if (!mode_failure_.empty()) {
      failure_ = mode_failure_;
      return false;
    }
    if (!eval_at_modes(t, q, v, vdot)) return false;
    has_reactions_ = false;
    calc_qdot(qdot.data());
    return check_undetermined();
  }

  void eval_motion(const Vector& q, const Vector& v) override {
    q_ = q;
    v_ = v;
    calc_motion(tree_, q_.data(), v_.data(), data_.known.data(), data_);
  }

  void eval_closure(Closure& closure) override {
    const int rows = closure_rows_;
    closure.g.resize(rows);
    closure.gdot.resize(rows);
    closure.G.setZero(rows, tree_.nv);
    closure.natural.setZero(rows);
    for (ClosingJoint& c : closing_) {
      const ClosureAt at = calc_closing_rows(c);
      for (int i = 0; i < c.rows; ++i) {
        closure.g[c.first_row + i] = at.g[i];
        const Lane6<double> row = to_lane<double>(Vec6<double>(c.C_W.row(i)));
        add_columns(c.M.body, row, to_lane<double>(c.p_Mo), 1.0, c.first_row + i, closure);
        add_columns(c.F.body, row, to_lane<double>(c.p_Mo), -1.0, c.first_row + i, closure);
      }
    }
    for (RowOnCoordinates& r : rows_) {
      closure.g[r.index] = calc_row_residual(r);
      for (RowTerm& term : r.terms) {
        if (!term.measured) {
          closure.G(r.index, term.v) += term.coefficient;
          closure.natural[r.index] = std::max(closure.natural[r.index], std::abs(term.coefficient));
          continue;
        }
        calc_measured_row(term);
        const Lane6<double> row = to_lane<double>(term.C_W);
        add_columns(term.M.body, row, to_lane<double>(term.p_Mo), 1.0, r.index, closure);
        add_columns(term.F.body, row, to_lane<double>(term.p_Mo), -1.0, r.index, closure);
      }
    }
    closure.gdot.noalias() = closure.G * v_;
  }

  void place_driven(double t, Vector& q, Vector& v) override {
    if (driven_.empty()) return;
    axis_laws_.eval(t);
    for (const DrivenCoordinate& d : driven_) {
      const double* laws = axis_laws_.get_values(d.law);
      if (d.drive.order == 0) q[d.q] = laws[0];
      v[d.v] = d.calc_speed(laws, v[d.v]);
    }
  }
  void place_start(double t, Vector& q, Vector& v) override {
    place_driven(t, q, v);
    for (const DrivenCoordinate& d : driven_) {
      const double law = *axis_laws_.get_values(d.law);
      if (d.drive.order < 2) continue;
      if (d.drive.gives_start_position()) q[d.q] = law / d.drive.k_x;
      if (d.drive.gives_start_speed()) v[d.v] = law / d.drive.k_v;
    }
  }

  bool set_feedback(double rate) override {
    feedback_ = rate;
    return true;
  }

  bool project(Vector& q, Vector& v) override {
    if (closure_rows_ == 0) return true;
    q_ = q;
    v_ = v;
    // Rounding of g is a few 1e-16 times lengths of the mechanism; two or three sweeps reach it.
    double previous = INFINITY;
    for (int sweep = 0; sweep < 8; ++sweep) {
      factor_at_state();
      const double size = calc_residual(&ClosureAt::g);
      if (!std::isfinite(size)) return false;
      if (size < 1e-14 || size > 0.5 * previous) break;
      previous = size;
      correct(g_);
      step_coordinates(*system_.root, delta_, q_);
    }
    if (!driven_.empty() && !check_drives()) return false;
    previous = INFINITY;
    for (int sweep = 0; sweep < 3; ++sweep) {
      calc_motion(tree_, q_.data(), v_.data(), data_.known.data(), data_);
      const double size = calc_residual(&ClosureAt::gdot);
      if (size < 1e-14 || size > 0.5 * previous) break;
      previous = size;
      correct(g_);
      v_ += delta_;
    }
    q = q_;
    v = v_;
    raise_ranks();
    return true;
  }

  const FrameMotion<double>& get_motion(const Subsystem& sub, NodeIndex node) const override {
    const NodePlace& place = tree_.nodes[sub.id][node];
    FrameMotion<double>& motion = motions_[sub.id][node];
    motion = motion_of(FrameOnBody{place.body, place.X_BN});
    return motion;
  }

  Vec6<double> get_joint_load(const Subsystem& sub, int joint) override {
    calc_reactions();
    const JointEdge& edge = sub.joints[joint];
    const FrameMotion<double> M = motion_of({tree_.nodes[sub.id][edge.M.node], edge.M.X_NF});
    if (!edge.in_tree) {
      Vec6<double> load = Vec6<double>::Zero();
      for (const ClosingJoint& c : closing_) {
        if (c.sub == &sub && c.joint == joint) load += calc_closing_load(c);
      }
      for (const RowOnCoordinates& r : rows_) {
        for (const RowTerm& term : r.terms) {
          if (term.measured && term.joint.sub == &sub && term.joint.joint == joint)
            load += term.C_W * loops_.lambda[r.index];
        }
      }
      return load;
    }
    // The reaction on the child, taken to Mo; on M it is that or its opposite.
    const BodyIndex child = carried_by_.at({sub.id, joint});
    const BodyData<double>& B = data_.body[child];
    const Vec6<double> load =
        shift_wrench<double>(to_eigen(reactions_[child]), to_eigen(B.p) - M.X.p);
    return tree_.bodies[child].reversed ? Vec6<double>(-load) : load;
  }

  WrenchPair<double> get_force_load(const Subsystem& sub, int force) const override {
    return forces_[first_force_[sub.id] + force].load;
  }

  // All that the subsystem itself, and what stands above it, does to the body of this node.
  Vec6<double> get_port_load(const Subsystem& sub, NodeIndex node) const override {
    auto* self = const_cast<RecursiveFormulation*>(this);
    const Vec3<double> origin = get_motion(sub, node).X.p;
    Vec6<double> load = Vec6<double>::Zero();
    for (std::size_t j = 0; j < sub.joints.size(); ++j) {
      const JointEdge& edge = sub.joints[j];
      if (edge.F.node != node && edge.M.node != node) continue;
      const Vec6<double> at_Mo = self->get_joint_load(sub, static_cast<int>(j));
      const Vec3<double> p_Mo = motion_of({tree_.nodes[sub.id][edge.M.node], edge.M.X_NF}).X.p;
      const Vec6<double> moved = shift_wrench<double>(at_Mo, p_Mo - origin);
      if (edge.M.node == node) load += moved;
      if (edge.F.node == node) load -= moved;
    }
    for (std::size_t i = 0; i < sub.forces.size(); ++i) {
      const ForceEdge& edge = sub.forces[i];
      const ForceOnBodies& f = forces_[first_force_[sub.id] + i];
      if (edge.a.node == node)
        load += shift_wrench<double>(f.load.F_a, motion_of(f.a).X.p - origin);
      if (edge.b.node == node)
        load += shift_wrench<double>(f.load.F_b, motion_of(f.b).X.p - origin);
    }
    for (std::size_t p = 0; p < sub.ports.size(); ++p) {
      if (sub.ports[p] != node || parent_of_[sub.id] == nullptr) continue;
      const Subsystem& above = *parent_of_[sub.id];
      for (std::size_t n = 0; n < above.nodes.size(); ++n) {
        const Node& candidate = above.nodes[n];
        if (candidate.kind == Node::Kind::port && above.parts[candidate.part].get() == &sub &&
            candidate.port == static_cast<PortIndex>(p))
          load += get_port_load(above, static_cast<NodeIndex>(n));
      }
    }
    return load;
  }

  const double* get_force_laws(const Subsystem& sub, int force) const override {
    return laws_[sub.id].get_values(force);
  }

  double get_axis_force(int element) const override {
    for (const AxisForceOnCoordinates& f : axis_forces_) {
      if (f.number == element) return f.f;
    }
    return 0.0;
  }

  Drift calc_drift() override {
    Drift drift;
    drift.position = calc_quaternion_drift(*system_.root, q_);
    drift.position = std::max(drift.position, calc_residual(&ClosureAt::g));
    drift.velocity = calc_residual(&ClosureAt::gdot);
    return drift;
  }

  Energy calc_energy() override {
    Energy energy;
    for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
      const BodyData<double>& B = data_.body[i];
      const BodyInertia<double> I = turn_inertia(tree_.bodies[i], B.R);
      energy.kinetic += 0.5 * (I.m * dot(B.V.lin, B.V.lin) + dot(B.V.rot, I.J * B.V.rot)) +
                        dot(B.V.lin, cross(B.V.rot, I.s));
    }
    for (int v = 0; v < tree_.nv; ++v) energy.kinetic += 0.5 * data_.armature[v] * v_[v] * v_[v];
    for (const Tree::GroupPlace& place : tree_.groups) {
      const FrameMotion<double> G = motion_of({place.body, place.X_BG});
      for (const MassPoint& point : place.group->mass_points)
        energy.potential += system_.gravity.potential_of(point.mass, G.X * point.p);
    }
    for (const ForceOnBodies& f : forces_) {
      const FrameMotion<double> a = motion_of(f.a), b = motion_of(f.b);
      energy.potential += std::visit(
          [&](const auto& force) { return force.calc_potential_energy(a, b); }, f.edge->force);
    }
    for (const AxisForceOnCoordinates& f : axis_forces_)
      energy.potential += f.element->calc_potential_energy(motion_of(f.a).x, motion_of(f.b).x);
    for (const LumpRows& l : lumps_) {
      const FrameMotion<double> a = motion_of(forces_[l.force].a),
                                b = motion_of(forces_[l.force].b);
      const Vec3<double> v_L = l.lump.between(Vec3<double>(a.v()), Vec3<double>(b.v()));
      energy.kinetic += 0.5 * l.lump.mass * v_L.squaredNorm();
      energy.potential += system_.gravity.potential_of(l.lump.mass, l.lump.between(a.X.p, b.X.p));
    }
    return energy;
  }

  std::string failure() const override { return failure_; }

  // Events of the laws, then those of the modes.
  int event_count() const override { return law_events_.event_count() + modes_.event_count(); }
  bool events_depend_on_state() const override { return !modes_.empty(); }
  void eval_events(double t, const Vector& q, const Vector& v, Vector& indicators) override {
    law_events_.eval_events(t, indicators.data());
    if (modes_.empty()) return;
    eval_at_modes(t, q, v, vdot_);
    modes_.eval_indicators(q_, v_, holding_, indicators.data() + law_events_.event_count());
  }
  void get_event_signs(std::vector<int>& signs) const override {
    modes_.get_signs(signs.data() + law_events_.event_count());
  }
  void start_events(double t, Vector& q, Vector& v) override {
    law_events_.start_events(t);
    if (modes_.empty()) return;
    update_holders(t, q, v);
    mode_failure_ = modes_.start(q, v, evaluate_at(t, q, v), impact_at(q));
    forget_ranks();
  }
  void handle_event(double t, Vector& q, Vector& v, const std::vector<int>& crossed) override {
    place_driven(t, q, v);
    law_events_.handle_event(t);
    update_holders(t, q, v);
    if (!follow_drives(t, q, v)) return;
    if (modes_.empty()) return;
    const std::vector<int> of_modes(crossed.begin() + law_events_.event_count(), crossed.end());
    mode_failure_ = modes_.handle(q, v, of_modes, evaluate_at(t, q, v), impact_at(q));
    forget_ranks();
  }
  std::string event_name(int event) const override {
    const int laws = law_events_.event_count();
    return event < laws ? law_events_.event_name(event) : modes_.holders[(event - laws) / 2].name;
  }

 private:
  // ---- what acts where -----------------------------------------------------------------------------

  std::vector<RowSet> collect_rows() {
    std::vector<RowSet> sets;
    int row = 0;
    parent_of_.assign(tree_.subsystems.size(), nullptr);
    first_force_.resize(tree_.subsystems.size());
    auto place = [&](const Subsystem& sub, const FrameOnNode& at) {
      const NodePlace& node = tree_.nodes[sub.id][at.node];
      return FrameOnBody{node.body, node.X_BN * at.X_NF};
    };
    for (const Subsystem* sub : tree_.subsystems) {
      for (const auto& part : sub->parts) parent_of_[part->id] = sub;
      for (std::size_t j = 0; j < sub->joints.size(); ++j) {
        const JointEdge& edge = sub->joints[j];
        if (edge.in_tree || edge.nc() == 0) continue;
        ClosingJoint c;
        c.sub = sub;
        c.joint = static_cast<int>(j);
        c.F = place(*sub, edge.F);
        c.M = place(*sub, edge.M);
        c.first_row = row;
        c.rows = edge.nc();
        c.slot_F = c.slot_M = -1;
        c.set = static_cast<int>(sets.size());
        c.C_W.setZero();
        c.p_Mo.setZero();
        row += c.rows;
        sets.push_back({c.rows, {c.F.body, c.M.body}, {}});
        closing_.push_back(c);
      }
      for (const CoordinateRow& relation : sub->coordinate_rows) {
        RowOnCoordinates on{relation.constant, {}, row++, static_cast<int>(sets.size()), 0.0};
        sets.push_back({1, {}, {}});
        for (const CoordinateRow::Term& t : relation.terms) {
          const JointEdge& edge = sub->joints[t.joint];
          RowTerm term;
          term.coefficient = t.factor;
          term.q = edge.q + t.coordinate;
          term.v = edge.v + t.coordinate;
          sets.back().speeds.push_back(term.v);
          on.terms.push_back(term);
        }
        rows_.push_back(std::move(on));
      }
      first_force_[sub->id] = static_cast<int>(forces_.size());
      for (const ForceEdge& edge : sub->forces)
        forces_.push_back({sub, &edge, place(*sub, edge.a), place(*sub, edge.b), {}});
      laws_.emplace_back(*sub);
    }
    for (const TrainRow& r : system_.rows) {
      RowOnCoordinates on{r.constant, {}, row++, static_cast<int>(sets.size()), 0.0};
      RowSet set;
      set.count = 1;
      for (const TrainRow::Term& t : r.terms) {
        const JointEdge& edge = t.joint.sub->joints[t.joint.joint];
        GELENK_ASSERT(edge.nv() == 1);
        RowTerm term;
        term.joint = t.joint;
        term.coefficient = t.coefficient;
        term.measured = !edge.in_tree;
        term.q = edge.q;
        term.v = edge.v;
        if (term.measured) {
          term.F = place(*t.joint.sub, edge.F);
          term.M = place(*t.joint.sub, edge.M);
          set.bodies.push_back(term.F.body);
          set.bodies.push_back(term.M.body);
          if (std::holds_alternative<Revolute>(edge.joint))
            on.turn = 2 * 3.14159265358979323846 * std::abs(t.coefficient);
        } else {
          set.speeds.push_back(edge.v);
        }
        on.terms.push_back(term);
      }
      rows_.push_back(std::move(on));
      sets.push_back(std::move(set));
    }
    closure_rows_ = row;
    for (std::size_t i = 0; i < forces_.size(); ++i) {
      const LumpedMass lump =
          std::visit([](const auto& force) { return lump_of(force); }, forces_[i].edge->force);
      if (!(lump.mass > 0)) continue;
      lumps_.push_back({static_cast<int>(i), lump, static_cast<int>(sets.size()), row, -1, -1});
      sets.push_back({3, {forces_[i].a.body, forces_[i].b.body}, {}});
      row += 3;
    }
    for (std::size_t i = 1; i < tree_.carriers.size(); ++i) {
      const JointEdge* edge = tree_.carriers[i].edge;
      for (const Subsystem* sub : tree_.subsystems) {
        if (sub->joints.empty() || edge < sub->joints.data() ||
            edge >= sub->joints.data() + sub->joints.size())
          continue;
        carried_by_[{sub->id, static_cast<int>(edge - sub->joints.data())}] =
            static_cast<BodyIndex>(i);
      }
    }
    return sets;
  }

  void place_rows() {
    for (ClosingJoint& c : closing_) {
      c.slot_F = plan_.slots_of_bodies[c.set][0];
      c.slot_M = plan_.slots_of_bodies[c.set][1];
    }
    for (RowOnCoordinates& r : rows_) {
      std::size_t body = 0;
      for (RowTerm& term : r.terms) {
        if (term.measured) {
          term.slot_F = plan_.slots_of_bodies[r.set][body++];
          term.slot_M = plan_.slots_of_bodies[r.set][body++];
        } else {
          const BodyIndex at = tree_.body_of_speed[term.v];
          term.W = plan_.slots[plan_.find_slot(at, r.index)].W + term.v - tree_.bodies[at].v;
        }
      }
    }
    for (LumpRows& l : lumps_) {
      l.slot_a = plan_.slots_of_bodies[l.set][0];
      l.slot_b = plan_.slots_of_bodies[l.set][1];
      for (int i = 0; i < 3; ++i) loops_.compliance[l.first_row + i] = 1.0 / l.lump.mass;
    }
  }

  // Drives and 1-D forces on the coordinates.
  void collect_axes() {
    const Axes& axes = system_.axes;
    std::vector<OwnedLaws> laws;
    for (const Train& train : axes.trains) {
      if (!train.driven) continue;
      const JointEdge& edge = train.carrier.sub->joints[train.carrier.joint];
      driven_.push_back({edge.q, edge.v, static_cast<int>(laws.size()), train.drive});
      laws.push_back({train.holder->path, {train.law}});
      for (int order = train.drive.order; order < 2; ++order)
        laws.back().laws.push_back(symbolic::differentiate(laws.back().laws.back()));
    }
    auto flange = [&](int shaft) {
      FlangeOnCoordinate at;
      if (shaft < 0) return at;
      at.ratio = axes.shafts[shaft].ratio;
      at.offset = axes.shafts[shaft].offset;
      const JointRef& carrier = axes.trains[axes.shafts[shaft].train].carrier;
      if (carrier.joint < 0) return at;
      at.q = carrier.sub->joints[carrier.joint].q;
      at.v = carrier.sub->joints[carrier.joint].v;
      return at;
    };
    for (std::size_t i = 0; i < axes.elements.size(); ++i) {
      const PlacedAxisElement& e = axes.elements[i];
      const bool holds = e.element.holder.kind != AxisHolder::Kind::none;
      if (e.element.kind != AxisElement::Kind::force && !holds) continue;
      // A shaft in a bearing is held by ground.
      const bool in_bearing = e.element.kind == AxisElement::Kind::inertia;
      axis_forces_.push_back({&e.element, static_cast<int>(i),
                              in_bearing ? FlangeOnCoordinate{} : flange(e.shaft_a),
                              flange(e.shaft_b), static_cast<int>(laws.size()), 0.0, -1});
      if (holds) add_holder(*e.component, axis_forces_.back());
      laws.push_back({e.component->path, {e.element.law}});
    }
    axis_laws_ = ForceLaws(laws);
  }

  bool is_driven(int v) const {
    return std::any_of(driven_.begin(), driven_.end(), [&](const auto& d) { return d.v == v; });
  }

  // Friction, stop or lock: between one free coordinate and ground or a drive.
  void add_holder(const Component& component, AxisForceOnCoordinates& f) {
    const AxisHolder& from = f.element->holder;
    auto is_free = [&](const FlangeOnCoordinate& at) { return at.v >= 0 && !is_driven(at.v); };
    if (is_free(f.a) == is_free(f.b)) {
      throw component.error(
          "unsupported",
          is_free(f.a) ? "both flanges of this element move freely" : "nothing moves here",
          "connect one flange to a joint or rotor, the other to ground, a support or a drive");
    }
    const FlangeOnCoordinate& at = is_free(f.b) ? f.b : f.a;
    const FlangeOnCoordinate& other = is_free(f.b) ? f.a : f.b;
    Holder h{};
    h.name = component.path;
    h.q = at.q;
    h.v = at.v;
    h.ratio = is_free(f.b) ? at.ratio : -at.ratio;  // of x_b − x_a
    switch (from.kind) {
      case AxisHolder::Kind::friction: h.kind = Holder::Kind::friction; break;
      case AxisHolder::Kind::stop: h.kind = Holder::Kind::stop; break;
      default: h.kind = Holder::Kind::lock;
    }
    h.table = from.table;
    h.breakaway = std::abs(h.ratio) * from.breakaway;
    if (h.kind == Holder::Kind::stop) {
      if (other.v >= 0) {
        throw component.error("unsupported", "a stop against a flange that is driven",
                              "connect its other flange to ground");
      }
      const double offset = is_free(f.b) ? at.offset - other.offset : other.offset - at.offset;
      h.low = (from.low - offset) / h.ratio;
      h.high = (from.high - offset) / h.ratio;
      if (h.low > h.high) std::swap(h.low, h.high);
      h.restitution = from.restitution;
      h.rest_speed = from.rest_speed / std::abs(h.ratio);
    }
    for (const Holder& known : modes_.holders) {
      if (known.v != h.v || known.kind != h.kind || h.kind != Holder::Kind::friction) continue;
      throw component.error("unsupported",
                            "'" + known.name + "' is dry friction on the same coordinate already",
                            "put both into one element: their forces add");
    }
    f.holder = static_cast<int>(modes_.holders.size());
    modes_.holders.push_back(h);
  }

  // What holders rub on, and what their laws say, at time t.
  void update_holders(double t, const Vector& q, const Vector& v) {
    if (modes_.empty()) return;
    axis_laws_.eval(t);
    for (const AxisForceOnCoordinates& f : axis_forces_) {
      if (f.holder < 0) continue;
      Holder& h = modes_.holders[f.holder];
      h.law = *axis_laws_.get_values(f.law);
      const FlangeOnCoordinate& other = f.a.v == h.v ? f.b : f.a;
      const double sign = f.a.v == h.v ? -1.0 : 1.0;  // x_b − x_a
      for (const DrivenCoordinate& d : driven_) {
        if (d.v != other.v) continue;
        const double* laws = axis_laws_.get_values(d.law);
        const double speed = d.calc_speed(laws, v[d.v]);
        h.drift = sign * other.ratio * speed / h.ratio;
        h.drift_rate = sign * other.ratio * d.calc_acceleration(laws, q[d.q], speed) / h.ratio;
      }
    }
    modes_.lock(data_.locked, data_.known);
  }

  // ---- modes -----------------------------------------------------------------------------------------

  // For Modes: accelerations and holding forces at a state, and what an impact does to all speeds.
  Modes::Evaluate evaluate_at(double t, const Vector& q, const Vector& v) {
    return [this, t, &q, &v](Vector& vdot, Vector& holding) {
      forget_ranks();
      if (!eval_at_modes(t, q, v, vdot)) return false;
      holding = holding_;
      return true;
    };
  }
  Modes::Impact impact_at(const Vector& q) {
    return [this, &q](const Vector& change, Vector& all) {
      forget_ranks();
      q_ = q;
      v_ = Vector::Zero(tree_.nv);
      modes_.lock(data_.locked, data_.known);
      for (int k = 0; k < tree_.nv; ++k) data_.known[k] = change[k];
      const Lane3<double> gravity = tree_.gravity;
      tree_.gravity = Lane3<double>::zero();
      prepare_bodies(tree_, q_.data(), v_.data(), data_);
      calc_rows();
      for (const LumpRows& l : lumps_) {
        for (int i = 0; i < 3; ++i) loops_.gamma[l.first_row + i] += system_.gravity.g[i];
      }
      tree_.gravity = gravity;
      dynamics_.eval(zero_.data(), data_, loops_, all.data());
      data_.known.assign(data_.known.size(), 0.0);
    };
  }

  // A drive whose speed jumps hits the mechanism; one whose position jumps cannot be followed.
  bool follow_drives(double t, Vector& q, Vector& v) {
    if (driven_.empty()) return true;
    axis_laws_.eval(t);
    Vector change = Vector::Zero(tree_.nv), all(tree_.nv);
    for (const DrivenCoordinate& d : driven_) {
      const double* now = axis_laws_.get_values(d.law);
      if (d.drive.order == 0 && std::abs(now[0] - q[d.q]) > 1e-9 * (1 + std::abs(now[0]))) {
        mode_failure_ = "the law of the drive on '" +
                        tree_.carriers[tree_.body_of_speed[d.v]].edge->name +
                        "' jumps from one position to another (let the law go there by a ramp),";
        return false;
      }
      const double speed = d.calc_speed(now, v[d.v]);
      if (std::abs(speed - v[d.v]) > 1e-12 * (1 + std::abs(speed))) change[d.v] = speed - v[d.v];
    }
    if (change.isZero(0.0)) return true;
    impact_at(q)(change, all);
    v += all;
    return true;
  }

  // Locks change what the loops can do, and so their rank.
  void forget_ranks() {
    ranks_known_ = false;
    for (std::size_t e = 0; e < plan_.eliminations.size(); ++e) {
      loops_.rank_limit[e] = plan_.eliminations[e].rows;
      typical_pivot_[e] = 0.0;
    }
  }

  AxisMotion motion_of(const FlangeOnCoordinate& at) const {
    if (at.v < 0) return {at.offset, 0.0, 0.0};
    return {at.ratio * q_[at.q] + at.offset, at.ratio * v_[at.v], 0.0};
  }
  FrameMotion<double> motion_of(const FrameOnBody& at) const {
    if (at.body == 0) {
      FrameMotion<double> fixed;
      fixed.X = at.X_BF;
      return fixed;
    }
    return calc_frame_motion(tree_, data_, at.body, at.X_BF);
  }
  FrameMotion<double> motion_of(const std::pair<NodePlace, Pose<double>>& at) const {
    return motion_of(FrameOnBody{at.first.body, at.first.X_BN * at.second});
  }

  // ---- accelerations -------------------------------------------------------------------------------

  bool eval_at_modes(double t, const Vector& q, const Vector& v, Vector& vdot) {
    if (!ranks_known_) {
      update_holders(t, q, v);
      learn_ranks(q, v);
    }
    eval_accelerations(t, q, v, vdot);
    return !is_near_singular() || eval_across(t, q, v, vdot);
  }

  void eval_accelerations(double t, const Vector& q, const Vector& v, Vector& vdot) {
    q_ = q;
    v_ = v;
    place_driven(t, q_, v_);
    update_holders(t, q_, v_);
    for (const DrivenCoordinate& d : driven_) {
      data_.known[d.v] = d.calc_acceleration(axis_laws_.get_values(d.law), q_[d.q], v_[d.v]);
    }
    prepare_bodies(tree_, q_.data(), v_.data(), data_);
    apply_forces(t);
    apply_axis_forces(t);
    calc_rows();
    if (feedback_ > 0) feed_back();
    dynamics_.eval(tau_.data(), data_, loops_, vdot.data());
    hand_on_lump_loads();
    find_holding_forces();
  }

  void feed_back() {
    calc_residual(&ClosureAt::g);
    for (int i = 0; i < closure_rows_; ++i) loops_.gamma[i] += feedback_ * feedback_ * g_[i];
    calc_residual(&ClosureAt::gdot);
    for (int i = 0; i < closure_rows_; ++i) loops_.gamma[i] += 2 * feedback_ * g_[i];
  }

  void find_holding_forces() {
    for (AxisForceOnCoordinates& f : axis_forces_) {
      if (f.holder < 0) continue;
      const Holder& h = modes_.holders[f.holder];
      holding_[h.v] = data_.locked[h.v] ? -data_.body[tree_.body_of_speed[h.v]].u : 0.0;
      // Where several hold the same coordinate, friction has nothing to do.
      const bool idle = h.kind == Holder::Kind::friction && modes_.is_held_by_other(h);
      const double force = idle                           ? 0.0
                           : h.mode == Holder::Mode::held ? holding_[h.v]
                                                          : h.calc_sliding_force(v_[h.v]);
      f.f = -force / h.ratio;
    }
  }

  void factor_at_state() {
    prepare_bodies(tree_, q_.data(), v_.data(), data_);
    calc_rows();
    dynamics_.factor(data_, loops_);
  }

  // Loops that projection cannot close ask for what no motion gives: laws that contradict each other, or one
  // that goes beyond what the mechanism can reach.
  bool check_drives() {
    calc_motion(tree_, q_.data(), v_.data(), data_.known.data(), data_);
    if (calc_residual(&ClosureAt::g) <= 1e-6 * std::max(1.0, length_)) return true;
    std::string drives;
    for (const Train& train : system_.axes.trains) {
      if (train.driven) drives += (drives.empty() ? "'" : ", '") + train.holder->path + "'";
    }
    double worst = 0.0;
    std::string joint;
    for (const ClosingJoint& c : closing_) {
      const double size = g_.segment(c.first_row, c.rows).norm();
      if (size > worst) worst = size, joint = c.sub->joints[c.joint].name;
    }
    failure_ = "the loops cannot follow the laws of " + drives +
               (joint.empty() ? "" : ": they pull joint '" + joint + "' apart");
    return false;
  }

  // ---- rank, and positions where it drops ------------------------------------------------------------
  // Rows that are dependent wherever the mechanism goes (a planar loop made of spatial joints, Bricard's
  // linkage) are found once, at positions that close exactly: off them, as integration stages are, such rows
  // would look independent by as much as the loop is open. Where the rank is lower than that for an
  // instant, the mechanism passes a singular position: bars in line, which could go on in two ways.

  // Rank in general: at the start and a little way off it along the motion. At rest, any motion will do.
  void learn_ranks(const Vector& q, const Vector& v) {
    ranks_known_ = true;
    if (plan_.eliminations.empty()) return;
    q_ = q;
    v_ = v;
    calc_motion(tree_, q_.data(), v_.data(), data_.known.data(), data_);
    measure_loops();
    factor_at_state();
    std::vector<int> ranks;
    for (const auto& factor : loops_.factors) ranks.push_back(factor.rank());
    Vector direction = v;
    if (!(direction.norm() > 0)) {
      for (int i = 0; i < tree_.nv; ++i) direction[i] = std::cos(1.0 + 2.0 * i);
    }
    Vector beside = q, move = direction * (singular_step / direction.cwiseAbs().maxCoeff());
    set_velocity_residual(q, move);
    correct(g_);
    move += delta_;
    step_coordinates(*system_.root, move, beside);
    Vector still = Vector::Zero(tree_.nv);
    // A mechanism that cannot move has no place beside this one.
    const bool closes = project(beside, still) && calc_residual(&ClosureAt::g) < 1e-11 * length_;
    failure_.clear();  // beside the laws, drives may well contradict each other
    if (!closes || move.cwiseAbs().maxCoeff() < 1e-3 * singular_step) {
      q_ = q;
      v_ = v;
      factor_at_state();
    }
    for (std::size_t e = 0; e < ranks.size(); ++e) {
      int clear = 0;
      while (loops_.factors[e].pivot(clear) > clear_pivot) ++clear;
      loops_.rank_limit[e] = std::max(ranks[e], clear);
      typical_pivot_[e] = get_smallest_pivot(e);
    }
  }

  // How far from its closing joint each loop reaches.
  void measure_loops() {
    for (const ClosingJoint& c : closing_) {
      const Vec3<double> p = motion_of(c.M).X.p;
      double size = 0.0;
      for (BodyIndex end : {c.F.body, c.M.body}) {
        for (BodyIndex b = end; b != plan_.eliminated_at[c.first_row]; b = tree_.bodies[b].parent)
          size = std::max(size, (to_eigen(data_.body[b].p) - p).squaredNorm());
      }
      for (int i = 0; i < c.rows; ++i)
        loops_.squared_length[c.first_row + i] = size > 0 ? size : length_ * length_;
    }
  }

  // The smallest pivot that the rank in general leaves; zero where the rank is lower.
  double get_smallest_pivot(std::size_t e) const {
    return loops_.rank_limit[e] > 0 ? loops_.factors[e].pivot(loops_.rank_limit[e] - 1) : 1.0;
  }

  // At a closed position: rows that have become independent for good, and how large pivots get.
  void raise_ranks() {
    if (!ranks_known_) return;
    for (std::size_t e = 0; e < loops_.factors.size(); ++e) {
      while (loops_.factors[e].pivot(loops_.rank_limit[e]) > clear_pivot) ++loops_.rank_limit[e];
      typical_pivot_[e] = std::max(typical_pivot_[e], get_smallest_pivot(e));
    }
  }

  bool is_singular(std::size_t e) const {
    return get_smallest_pivot(e) < singular_fraction * typical_pivot_[e];
  }
  bool is_near_singular() const {
    for (std::size_t e = 0; e < loops_.factors.size(); ++e) {
      if (is_singular(e)) return true;
    }
    return false;
  }

  // At a singular position accelerations follow from those before and after it on the smooth path, sampled
  // at ±τ, ±2τ, ±3τ: by central differences a(0) and its derivatives, and from these the states at the
  // samples (Taylor series of the motion, closed by projection). A few rounds find what fits together.
  bool eval_across(double t, const Vector& q, const Vector& v, Vector& vdot) {
    const std::string loop = describe_singular();
    double fastest = 0.0;
    for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
      const TreeBody& b = tree_.bodies[i];
      for (int k = 0; k < b.nv; ++k) {
        const Lane6<double> S = get_column(b, data_.body[i], data_.columns_at(i), k);
        fastest = std::max(
            fastest, std::abs(v[b.v + k]) *
                         std::sqrt(dot(S.rot, S.rot) + dot(S.lin, S.lin) / (length_ * length_)));
      }
    }
    if (!(fastest > 1e-9)) {
      failure_ = "the mechanism rests in a singular position (" + loop +
                 "), from where it could move in more than one way (start it beside that position, "
                 "or with "
                 "a speed),";
      return false;
    }
    const double tau = singular_step / fastest;
    // Derivatives of a at 0, and the samples at τ, −τ, 2τ, −2τ, 3τ, −3τ.
    std::array<Vector, 5> d;
    std::array<Vector, 6> a;
    d.fill(Vector::Zero(tree_.nv));
    a.fill(vdot);
    d[0] = vdot;
    bool regular = true;
    double change = INFINITY;
    Vector q_s, v_s, mean(tree_.nv);  // mean: of the speeds at ±τ
    for (int round = 0; round < 20 && regular; ++round) {
      for (int k = 0; k < 6; ++k) {
        const double dt = (k % 2 == 0 ? 1 : -1) * (k / 2 + 1) * tau;
        Vector move = dt * v;
        v_s = v;
        double power = dt;  // dtⁿ / n!
        for (int n = 0; n < 5; ++n) {
          v_s += power * d[n];
          power *= dt / (n + 2);
          move += power * d[n];
        }
        q_s = q;
        step_coordinates(*system_.root, move, q_s);
        place_driven(t + dt, q_s, v_s);
        regular = regular && project(q_s, v_s);
        if (k < 2) mean = (k == 0 ? Vector(0.5 * v_s) : Vector(mean + 0.5 * v_s));
        eval_accelerations(t + dt, q_s, v_s, a[k]);
        regular = regular && !is_near_singular();
      }
      const Vector s1 = a[0] + a[1], s2 = a[2] + a[3], s3 = a[4] + a[5], d1 = a[0] - a[1],
                   d2 = a[2] - a[3], d3 = a[4] - a[5], center = (15 * s1 - 6 * s2 + s3) / 20;
      const double moved = (center - d[0]).norm();
      d[0] = center;
      d[1] = (45 * d1 - 9 * d2 + d3) / (60 * tau);
      d[2] = (270 * s1 - 27 * s2 + 2 * s3 - 490 * center) / (180 * tau * tau);
      d[3] = (-13 * d1 + 8 * d2 - d3) / (8 * tau * tau * tau);
      d[4] = (-39 * s1 + 12 * s2 - s3 + 56 * center) / (6 * tau * tau * tau * tau);
      if (moved <= 1e-14 * (1 + center.norm()) || (round > 4 && moved > 0.9 * change)) break;
      change = moved;
    }
    // Speeds that lie on no smooth path would be changed by the closing of the samples.
    const Vector expected = v + 0.5 * tau * tau * d[1];
    if (regular && (mean - expected).norm() > 1e-3 * v.norm()) {
      failure_ = "the mechanism is in a singular position (" + loop +
                 ") with speeds that lead to neither of its ways on (give start speeds to the "
                 "other joints "
                 "of the loop as well),";
      return false;
    }
    // If it stays singular on this path, that is its rank here, and the dependent rows carry nothing.
    if (regular) vdot = d[0];
    q_ = q;
    v_ = v;
    calc_motion(tree_, q_.data(), v_.data(), vdot.data(), data_);
    return true;
  }

  std::string describe_singular() const {
    for (const ClosingJoint& c : closing_) {
      for (std::size_t e = 0; e < plan_.eliminations.size(); ++e) {
        if (plan_.eliminations[e].body == plan_.eliminated_at[c.first_row] && is_singular(e))
          return "the loop closed by '" + c.sub->joints[c.joint].name + "'";
      }
    }
    return "a loop";
  }

  void set_velocity_residual(const Vector& q, const Vector& speed) {
    q_ = q;
    v_ = speed;
    calc_motion(tree_, q_.data(), v_.data(), data_.known.data(), data_);
    calc_residual(&ClosureAt::gdot);
  }

  // ---- applied loads -------------------------------------------------------------------------------

  void apply_load(BodyIndex body, const Vec6<double>& F, const Vec3<double>& p) {
    if (body == 0) return;
    BodyData<double>& B = data_.body[body];
    const Lane6<double> load = shift_load(to_lane<double>(F), to_lane<double>(p) - B.p);
    loads_[body] += load;
    B.P -= load;
  }

  void apply_forces(double t) {
    std::fill(loads_.begin(), loads_.end(), Lane6<double>::zero());
    for (ForceLaws& laws : laws_) laws.eval(t);
    for (ForceOnBodies& f : forces_) {
      const int index = static_cast<int>(f.edge - f.sub->forces.data());
      const FrameMotion<double> a = motion_of(f.a), b = motion_of(f.b);
      f.load = std::visit(
          [&](const auto& force) {
            return force.calc_wrenches(a, b, laws_[f.sub->id].get_values(index));
          },
          f.edge->force);
      apply_load(f.a.body, f.load.F_a, a.X.p);
      apply_load(f.b.body, f.load.F_b, b.X.p);
    }
    if (system_.gravity.kind != Gravity::Kind::point) return;
    for (const Tree::GroupPlace& place : tree_.groups) {
      const FrameMotion<double> G = motion_of({place.body, place.X_BG});
      for (const MassPoint& point : place.group->mass_points) {
        const Vec3<double> p = G.X * point.p;
        Vec6<double> weight = Vec6<double>::Zero();
        weight.tail<3>() = point.mass * system_.gravity.at(p);
        apply_load(place.body, weight, p);
      }
    }
  }

  void apply_axis_forces(double t) {
    if (axis_forces_.empty()) return;
    tau_.setZero();
    axis_laws_.eval(t);
    for (AxisForceOnCoordinates& f : axis_forces_) {
      if (f.holder >= 0) {
        const Holder& h = modes_.holders[f.holder];
        tau_[h.v] += h.calc_sliding_force(v_[h.v]);
        continue;
      }
      f.f = f.element->calc_force(motion_of(f.a), motion_of(f.b), *axis_laws_.get_values(f.law));
      if (f.a.v >= 0) tau_[f.a.v] += f.a.ratio * f.f;
      if (f.b.v >= 0) tau_[f.b.v] -= f.b.ratio * f.f;
    }
  }

  // ---- constraint rows -----------------------------------------------------------------------------

  // Rows of a closing joint in world axes, with its residuals.
  ClosureAt calc_closing_rows(ClosingJoint& c) const {
    const FrameMotion<double> F = motion_of(c.F), M = motion_of(c.M);
    ClosureAt at;
    calc_closure(c.sub->joints[c.joint].joint, relative_motion(F, M), at);
    const Mat3<double> R_FW = F.X.R.transpose();
    c.p_Mo = M.X.p;
    for (int i = 0; i < c.rows; ++i) {
      c.C_W.block<1, 3>(i, 0) = at.C.block<1, 3>(i, 0) * R_FW;
      c.C_W.block<1, 3>(i, 3) = at.C.block<1, 3>(i, 3) * R_FW;
    }
    return at;
  }

  AxisAt measure(const RowTerm& term) const {
    return measure_axis(term.joint.sub->joints[term.joint.joint].joint,
                        relative_motion(motion_of(term.F), motion_of(term.M)));
  }
  void calc_measured_row(RowTerm& term) const {
    const Mat3<double> R_WF = motion_of(term.F).X.R;
    const Vec6<double> C = measure(term).C;
    term.C_W << R_WF * C.head<3>(), R_WF * C.tail<3>();
    term.C_W *= term.coefficient;
    term.p_Mo = motion_of(term.M).X.p;
  }
  double calc_row_residual(const RowOnCoordinates& r) const {
    double g = -r.constant;
    for (const RowTerm& term : r.terms)
      g += term.coefficient * (term.measured ? measure(term).q : q_[term.q]);
    return r.turn > 0 ? std::remainder(g, r.turn) : g;
  }
  double calc_row_rate(const RowOnCoordinates& r) const {
    double gdot = 0.0;
    for (const RowTerm& term : r.terms)
      gdot += term.coefficient * (term.measured ? measure(term).v : v_[term.v]);
    return gdot;
  }

  // K and γ of all rows.
  void calc_rows() {
    if (plan_.rows == 0) return;
    std::fill(loops_.K.begin(), loops_.K.end(), Lane6<double>::zero());
    std::fill(loops_.W.begin(), loops_.W.end(), 0.0);
    for (ClosingJoint& c : closing_) {
      const ClosureAt at = calc_closing_rows(c);
      const Lane3<double> p = to_lane<double>(c.p_Mo);
      for (int i = 0; i < c.rows; ++i) {
        const Lane6<double> row = to_lane<double>(Vec6<double>(c.C_W.row(i)));
        if (c.slot_M >= 0) loops_.K[c.slot_M + i] += shift_load(row, p - data_.body[c.M.body].p);
        if (c.slot_F >= 0) loops_.K[c.slot_F + i] -= shift_load(row, p - data_.body[c.F.body].p);
        loops_.gamma[c.first_row + i] = at.bias[i];
      }
    }
    for (RowOnCoordinates& r : rows_) {
      double& gamma = loops_.gamma[r.index];
      gamma = 0.0;
      for (RowTerm& term : r.terms) {
        if (!term.measured) {
          loops_.W[term.W] += term.coefficient;
          gamma += term.coefficient * data_.known[term.v];
          continue;
        }
        calc_measured_row(term);
        const Lane6<double> row = to_lane<double>(term.C_W);
        const Lane3<double> p = to_lane<double>(term.p_Mo);
        loops_.K[term.slot_M] += shift_load(row, p - data_.body[term.M.body].p);
        loops_.K[term.slot_F] -= shift_load(row, p - data_.body[term.F.body].p);
        gamma += term.coefficient * measure(term).a;
      }
    }
    for (const LumpRows& l : lumps_) {
      const ForceOnBodies& f = forces_[l.force];
      const FrameMotion<double> a = motion_of(f.a), b = motion_of(f.b);
      for (const auto& [frame, at, slot, share] :
           {std::tuple{&a, &f.a, l.slot_a, 1.0 - l.lump.fraction},
            std::tuple{&b, &f.b, l.slot_b, l.lump.fraction}}) {
        if (slot < 0) continue;  // ground
        for (int i = 0; i < 3; ++i) {
          const Lane6<double> row = {Lane3<double>::zero(),
                                     to_lane<double>(Vec3<double>(share * Vec3<double>::Unit(i)))};
          loops_.K[slot + i] +=
              shift_load(row, to_lane<double>(frame->X.p) - data_.body[at->body].p);
        }
      }
      const Vec3<double> excess = l.lump.between(Vec3<double>(a.a()), Vec3<double>(b.a())) -
                                  system_.gravity.at(l.lump.between(a.X.p, b.X.p));
      for (int i = 0; i < 3; ++i) loops_.gamma[l.first_row + i] = excess[i];
    }
  }

  // Fills g_ with the residuals of positions or of velocities; returns the largest.
  double calc_residual(Vec6<double> ClosureAt::*which) {
    double size = 0.0;
    ClosureAt at;
    for (const ClosingJoint& c : closing_) {
      calc_closure(c.sub->joints[c.joint].joint, relative_motion(motion_of(c.F), motion_of(c.M)),
                   at);
      for (int i = 0; i < c.rows; ++i) {
        g_[c.first_row + i] = (at.*which)[i];
        size = std::max(size, std::abs(g_[c.first_row + i]));
      }
    }
    for (const RowOnCoordinates& r : rows_) {
      g_[r.index] = which == &ClosureAt::g ? calc_row_residual(r) : calc_row_rate(r);
      size = std::max(size, std::abs(g_[r.index]));
    }
    return size;
  }

  // δ, the smallest change of coordinates in the mass metric with G δ = −residual, by the factors at hand.
  void correct(const Vector& residual) {
    for (std::size_t i = 1; i < tree_.bodies.size(); ++i) data_.body[i].P = Lane6<double>::zero();
    std::fill(loops_.gamma.begin(), loops_.gamma.end(), 0.0);
    for (int i = 0; i < closure_rows_; ++i) loops_.gamma[i] = residual[i];
    dynamics_.solve(zero_.data(), data_, loops_, delta_.data());
  }

  // Columns of G for a row that acts at p on a body.
  void add_columns(BodyIndex body, const Lane6<double>& row, const Lane3<double>& p, double sign,
                   int at, Closure& closure) const {
    for (BodyIndex i = body; i > 0; i = tree_.bodies[i].parent) {
      const TreeBody& b = tree_.bodies[i];
      const BodyData<double>& B = data_.body[i];
      for (int k = 0; k < b.nv; ++k) {
        const Lane6<double> S = shift_motion(get_column(b, B, data_.columns_at(i), k), p - B.p);
        closure.G(at, b.v + k) += sign * dot(row, S);
        closure.natural[at] = std::max(closure.natural[at], std::sqrt(dot(row, row) * dot(S, S)));
      }
    }
  }

  // ---- afterwards ----------------------------------------------------------------------------------

  void calc_qdot(double* qdot) const {
    for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
      const TreeBody& b = tree_.bodies[i];
      if (b.motion != TreeBody::Motion::general) {
        qdot[b.q] = v_[b.v];
        continue;
      }
      std::visit(
          [&](const auto& joint) { joint.calc_qdot(q_.data() + b.q, v_.data() + b.v, qdot + b.q); },
          *b.joint);
    }
  }

  // A speed without inertia and without a loop that determines it keeps what it has; a load on it that
  // nothing can take is a failure.
  bool check_undetermined() {
    if (dynamics_.undetermined() < 0) return true;
    for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
      const TreeBody& b = tree_.bodies[i];
      for (int k = 0; k < b.nv; ++k) {
        const JointColumns<double>* c = data_.columns_at(i);
        const double inverse = c ? c->D_inverse[k * b.nv + k] : data_.body[i].D_inverse;
        const double u = c ? c->u[k] : data_.body[i].u;
        if (inverse != 0.0 || data_.locked[b.v + k] || plan_.is_deferred[b.v + k]) continue;
        const double size = to_eigen(loads_[i]).norm();
        if (!std::isfinite(u)) return true;  // of other causes
        if (std::abs(u) <= 1e-9 * (1e-12 + size)) continue;
        failure_ = "a load acts on a part without mass, at joint '" + tree_.carriers[i].edge->name +
                   "', that nothing can take (give the part a mass),";
        return false;
      }
    }
    return true;
  }

  // What the mass on a force's line hands on counts as load of the force.
  void hand_on_lump_loads() {
    for (const LumpRows& l : lumps_) {
      const Vec3<double> f = Eigen::Map<const Vec3<double>>(&loops_.lambda[l.first_row]);
      forces_[l.force].load.F_a.tail<3>() += (1.0 - l.lump.fraction) * f;
      forces_[l.force].load.F_b.tail<3>() += l.lump.fraction * f;
    }
  }

  Vec6<double> calc_closing_load(const ClosingJoint& c) const {
    Vec6<double> load = Vec6<double>::Zero();
    for (int i = 0; i < c.rows; ++i)
      load += c.C_W.row(i).transpose() * loops_.lambda[c.first_row + i];
    return load;
  }

  // Wrench of each tree joint on the body it carries, about the body's origin.
  void calc_reactions() {
    if (has_reactions_) return;
    has_reactions_ = true;
    for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
      const BodyData<double>& B = data_.body[i];
      reactions_[i] = calc_body_wrench(turn_inertia(tree_.bodies[i], B.R), B.V, B.A) - loads_[i];
    }
    for (const ClosingJoint& c : closing_) {
      const Lane6<double> load = to_lane<double>(calc_closing_load(c));
      const Lane3<double> p = to_lane<double>(c.p_Mo);
      if (c.M.body > 0) reactions_[c.M.body] -= shift_load(load, p - data_.body[c.M.body].p);
      if (c.F.body > 0) reactions_[c.F.body] += shift_load(load, p - data_.body[c.F.body].p);
    }
    for (const RowOnCoordinates& r : rows_) {
      for (const RowTerm& term : r.terms) {
        if (!term.measured) continue;
        const Lane6<double> load = to_lane<double>(Vec6<double>(term.C_W * loops_.lambda[r.index]));
        const Lane3<double> p = to_lane<double>(term.p_Mo);
        const BodyIndex M = term.M.body, F = term.F.body;
        if (M > 0) reactions_[M] -= shift_load(load, p - data_.body[M].p);
        if (F > 0) reactions_[F] += shift_load(load, p - data_.body[F].p);
      }
    }
    for (const LumpRows& l : lumps_) {
      for (const auto& [at, share] : {std::pair{&forces_[l.force].a, 1.0 - l.lump.fraction},
                                      std::pair{&forces_[l.force].b, l.lump.fraction}}) {
        if (at->body == 0) continue;
        const Vec3<double> f = Eigen::Map<const Vec3<double>>(&loops_.lambda[l.first_row]);
        const Lane6<double> load = {Lane3<double>::zero(),
                                    to_lane<double>(Vec3<double>(share * f))};
        reactions_[at->body] -=
            shift_load(load, to_lane<double>(motion_of(*at).X.p) - data_.body[at->body].p);
      }
    }
    for (std::size_t i = tree_.bodies.size(); i-- > 1;) {
      const TreeBody& b = tree_.bodies[i];
      if (b.parent > 0) reactions_[b.parent] += shift_load(reactions_[i], data_.body[i].r);
    }
  }

  const System& system_;
  Tree tree_;
  std::vector<ClosingJoint> closing_;
  std::vector<ForceOnBodies> forces_;
  std::vector<LumpRows> lumps_;
  std::vector<RowOnCoordinates> rows_;
  std::vector<AxisForceOnCoordinates> axis_forces_;
  std::vector<DrivenCoordinate> driven_;
  ForceLaws axis_laws_;  // of drives (position, speed, acceleration), then of forces
  std::vector<const Subsystem*> parent_of_;
  std::vector<int> first_force_;                         // by subsystem
  std::map<std::pair<int, int>, BodyIndex> carried_by_;  // tree joint (subsystem, joint) → body
  int closure_rows_ = 0;
  std::vector<ForceLaws> laws_;  // by subsystem
  LawEvents law_events_;
  LoopPlan plan_;
  TreeData<double> data_;
  LoopData<double> loops_;
  ForwardDynamics<double> dynamics_;

  Modes modes_;
  std::string mode_failure_;  // why no modes fit
  Vector holding_, vdot_;     // force that holds each held coordinate; scratch
  double feedback_ = 0.0;
  bool ranks_known_ = false;
  std::vector<double> typical_pivot_;  // by elimination: the largest smallest pivot so far
  double length_ = 1.0;                // of the mechanism, for comparing lengths with angles
  Vector q_, v_, tau_, zero_, g_, delta_;
  std::vector<Lane6<double>> loads_, reactions_;
  bool has_reactions_ = false;
  mutable std::vector<std::vector<FrameMotion<double>>> motions_;
  std::string failure_;
};

}  // namespace

std::unique_ptr<Formulation> make_recursive_formulation(const System& system) {
  return std::make_unique<RecursiveFormulation>(system);
}

}  // namespace gelenk
