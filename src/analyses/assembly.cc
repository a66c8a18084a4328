#include "analyses/assembly.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <random>
#include <set>

#include "analyses/assembly_options.h"
#include "analyses/initial_equations.h"
#include "math/least_change.h"

namespace gelenk {

namespace {

// A start condition that is not a tree coordinate: the pose of a body, or coordinates of a closing joint.
struct Condition {
  const Subsystem* sub = nullptr;
  const BodyStart* body = nullptr;  // a body's frame_a …
  FrameOnNode at;
  const JointEdge* joint = nullptr;  // … or a closing joint
  const Component* component = nullptr;
};

// A guess of a speed that says something: not zero, not fixed, not driven.
struct SpeedGuess {
  const Subsystem* sub;
  const JointEdge* joint;
  int i;
  bool kept = true;
};

struct ClosingJoint {
  const Subsystem* sub;
  const JointEdge* edge;
  int row, nc;
};

class Assembler {
 public:
  Assembler(Formulation& formulation, const AssemblyOptions& options)
      : f_(formulation),
        system_(formulation.system()),
        options_(options),
        start_time_(options.start_time),
        q_(system_.nq),
        v_(system_.nv),
        q_free_(system_.nv, true),
        v_free_(system_.nv, true),
        undriven_(system_.nv, true),
        velocity_rows_(list_velocity_rows(*system_.root)) {
    velocity_rows_.resize(velocity_rows_.size() + system_.rows.size(), false);
    collect(*system_.root);
    for (std::size_t i = 0; i < system_.quantities.states.size(); ++i)
      q_[system_.first_state() + i] = system_.quantities.states[i].start;
    if (options.guess.size() > 0) q_ = options.guess;
    for (std::size_t i = 0; i < options.kept.size(); ++i) {
      if (options.kept[i]) q_free_[i] = false;
    }
    place_driven(start_time_);
  }

  TriedAssembly run() {
    if (options_.guess.size() == 0) point_rods();
    const Vector q_start = q_;
    move_into_stops();
    if (options_.guess.size() == 0) approach_references();
    solve_positions();
    solve_velocities();
    solve_states();
    TriedAssembly result;
    result.tries = tries_;
    result.q = q_;
    result.v = v_;
    result.closure_rows = static_cast<int>(closure_.g.size());
    LeastChange change;
    hold_fixed(undriven_, closure_.G);
    change.compute(closure_.G, closure_.natural);
    result.rank = change.rank();
    result.degrees_of_freedom =
        static_cast<int>(std::count(undriven_.begin(), undriven_.end(), true)) - result.rank;
    report_moves(*system_.root, q_start, result.moved);
    report_moved_speeds(result.moved);
    return result;
  }

 private:
  // What a drive's law gives at the start is as good as fixed; a start value that is fixed elsewhere
  // contradicts the drive.
  void place_driven(double start_time) {
    const Vector q = q_, v = v_;
    f_.place_start(start_time, q_, v_);
    for (const Train& train : system_.axes.trains) {
      if (!train.driven) continue;
      const JointEdge& edge = train.carrier.sub->joints[train.carrier.joint];
      undriven_[edge.v] = false;
      if (train.drive.gives_start_position()) {
        check_start(train, edge, edge.start.q_fixed[0], q[edge.q], q_[edge.q], "position");
        q_free_[edge.v] = false;
      }
      if (train.drive.gives_start_speed()) {
        check_start(train, edge, edge.start.v_fixed[0], v[edge.v], v_[edge.v], "speed");
        v_free_[edge.v] = false;
        std::erase_if(guesses_, [&](const SpeedGuess& guess) { return guess.joint == &edge; });
      }
    }
  }

  // A rod that carries something begins in the direction in which its ends stand: nobody guesses the angles of the joints that it has
  // become, and from another direction a loop may close in another way than the guesses of its joints mean.
  void point_rods() {
    f_.eval_motion(q_, v_);
    Vector pointed = q_;
    point_rods(*system_.root, pointed);
    q_ = pointed;
  }
  void point_rods(const Subsystem& sub, Vector& q) const {
    for (const JointEdge& edge : sub.joints) {
      const auto* universal = std::get_if<Universal>(&edge.joint);
      if (universal == nullptr || !edge.in_tree || edge.component == nullptr) continue;
      const auto end = std::find_if(sub.joints.begin(), sub.joints.end(), [&](const JointEdge& e) {
        return &e != &edge && e.component == edge.component && e.F.node == edge.M.node && !e.in_tree;
      });
      if (end == sub.joints.end()) continue;
      const Pose<double> X_WF = motion(sub, edge.F).X;
      const Vec3<double> way = X_WF.R.transpose() * (motion(sub, end->M).X.p - X_WF.p),
                         rod = (edge.M.X_NF.inverse() * end->F.X_NF).p,
                         second = universal->n_a.cross(way);
      constexpr double least = 1e-6;
      if (!(second.norm() > least * way.norm()) || !(rod.norm() > 0)) continue;
      const auto make_basis = [](const Vec3<double>& e, const Vec3<double>& n) {
        Mat3<double> basis;
        basis << e, n, e.cross(n);
        return basis;
      };
      const Mat3<double> R = make_basis(way.normalized(), second.normalized()) *
                             make_basis(rod.normalized(), universal->n_b).transpose();
      universal->measure(Pose<double>::rotation(R), q.data() + edge.q);
    }
    for (const auto& part : sub.parts) point_rods(*part, q);
  }

  // Guesses beyond an end of a stop on ground begin at that end. (Where they are fixed, or loops lead beyond it all the same, the run
  // says so.) The stop's position is that of b less that of a.
  void move_into_stops() {
    const Axes& axes = system_.axes;
    const auto stands = [&](int shaft) {
      if (shaft < 0) return true;
      const Train& train = axes.trains[axes.shafts[shaft].train];
      return train.carrier.joint < 0 && train.port < 0 && !train.driven;
    };
    for (const PlacedAxisElement& e : axes.elements) {
      const AxisHolder& stop = e.element.holder;
      if (stop.kind != AxisHolder::Kind::stop || stands(e.shaft_a) == stands(e.shaft_b)) continue;
      const bool is_b = stands(e.shaft_a);
      const Shaft& shaft = axes.shafts[is_b ? e.shaft_b : e.shaft_a];
      const int on_ground = is_b ? e.shaft_a : e.shaft_b;
      const Train& train = axes.trains[shaft.train];
      if (train.carrier.joint < 0 || train.driven) continue;
      const JointEdge& edge = train.carrier.sub->joints[train.carrier.joint];
      if (!edge.in_tree || edge.start.q_fixed[0]) continue;
      const double sign = is_b ? 1.0 : -1.0,
                   ground = on_ground < 0 ? 0.0 : axes.shafts[on_ground].offset,
                   place = sign * (shaft.ratio * q_[edge.q] + shaft.offset - ground),
                   inside = std::max(stop.low, std::min(stop.high, place));
      if (inside != place) q_[edge.q] = (sign * inside + ground - shaft.offset) / shaft.ratio;
    }
  }

  static void check_start(const Train& train, const JointEdge& edge, bool fixed, double given,
                          double driven, const char* what) {
    if (!fixed || std::abs(given - driven) <= 1e-9 * (1 + std::abs(driven))) return;
    char text[120];
    std::snprintf(text, sizeof text, "is fixed at %.6g, but '%s' drives it to %.6g", given,
                  train.holder->path.c_str(), driven);
    throw train.holder->error("assembly",
                              "the start " + std::string(what) + " of '" + edge.name + "' " + text,
                              "leave the start value free (fixed = false), or change the law");
  }

  void collect(const Subsystem& sub) {
    for (const JointEdge& edge : sub.joints) {
      for (int i = 0; i < edge.nv(); ++i) {
        const bool is_measured = edge.in_tree || edge.nq() == edge.nv();
        if (is_measured && edge.start.v[i] != 0.0 && !edge.start.v_fixed[i])
          guesses_.push_back({&sub, &edge, i});
      }
      if (edge.in_tree) {
        for (int i = 0; i < edge.nq(); ++i) q_[edge.q + i] = edge.start.q[i];
        for (int i = 0; i < edge.nv(); ++i) {
          v_[edge.v + i] = edge.start.v[i];
          q_free_[edge.v + i] = !edge.start.q_fixed[i] || is_released(edge.component);
          v_free_[edge.v + i] = !edge.start.v_fixed[i];
        }
      } else {
        if (edge.nc() > 0) {
          closing_.push_back({&sub, &edge, row_count_, edge.nc()});
          row_count_ += edge.nc();
        }
        const bool states_start = std::visit(
            [](const auto& joint) {
              if constexpr (requires { joint.has_fixed_start(); })
                return joint.has_fixed_start();
              else
                return false;
            },
            edge.joint);
        if (is_released(edge.component)) continue;
        if (states_start) conditions_.push_back({&sub, nullptr, {}, &edge, edge.component});
        for (int i = 0; i < edge.nv(); ++i) {
          if (!edge.start.q_fixed[i] && !edge.start.v_fixed[i]) continue;
          conditions_.push_back({&sub, nullptr, {}, &edge, edge.component});
          break;
        }
      }
    }
    for (const CoordinateRow& row : sub.coordinate_rows) {
      relations_.emplace_back(&row, row_count_);
      ++row_count_;
    }
    std::set<const Component*> own_roots;
    for (const JointEdge& edge : sub.joints) {
      if (!edge.added) continue;
      roots_[edge.reference ? edge.reference : edge.component] = &edge;
      own_roots.insert(edge.component);
    }
    for (std::size_t n = 0; n < sub.nodes.size(); ++n) {
      if (sub.nodes[n].kind != Node::Kind::group) continue;
      for (const BodyOnGroup& body : sub.groups[sub.nodes[n].group].bodies) {
        const Condition condition = {
            &sub, &body.start, {static_cast<NodeIndex>(n), body.X_GA}, nullptr, body.component};
        if (roots_.count(body.component)) {
          // A root of this subsystem has its start values as coordinates; one inside a part does not.
          if (own_roots.count(body.component)) continue;
          references_.emplace_back(roots_.at(body.component), condition);
        }
        const BodyStart& s = body.start;
        const bool fixed = s.R_0_fixed || s.w_0_fixed || s.r_0_fixed[0] || s.r_0_fixed[1] ||
                           s.r_0_fixed[2] || s.v_0_fixed[0] || s.v_0_fixed[1] || s.v_0_fixed[2];
        if (fixed && !is_released(body.component)) conditions_.push_back(condition);
      }
    }
    for (const auto& part : sub.parts) collect(*part);
  }

  bool is_released(const Component* component) const {
    return component != nullptr && options_.released.count(component->path) > 0;
  }

  FrameMotion<double> motion(const Subsystem& sub, const FrameOnNode& at) const {
    return motion_of_fixed_frame(f_.get_motion(sub, at.node), at.X_NF);
  }

  // Residuals of a condition at the motion evaluated last, and the matching entries of a twist: each
  // residual's rate is linear in v, so that unit speeds give its Jacobian.
  void add_residuals(const Condition& c, bool velocity_level, bool all,
                     std::vector<double>& residuals, std::vector<double>& rates) const {
    auto add = [&](double residual, double rate) {
      residuals.push_back(residual);
      rates.push_back(rate);
    };
    if (c.body != nullptr) {
      const FrameMotion<double> A = motion(*c.sub, c.at);
      const Vec3<double> turn = rotation_vector_of(A.X.R * c.body->R_0.transpose());
      for (int i = 0; i < 3; ++i) {
        if (all || (velocity_level ? c.body->v_0_fixed[i] : c.body->r_0_fixed[i])) {
          add(velocity_level ? A.v()[i] - c.body->v_0[i] : A.X.p[i] - c.body->r_0[i], A.v()[i]);
        }
        if (all || (velocity_level ? c.body->w_0_fixed : c.body->R_0_fixed)) {
          add(velocity_level ? A.w()[i] - c.body->w_0[i] : turn[i], A.w()[i]);
        }
      }
      return;
    }
    const JointEdge& edge = *c.joint;
    const FrameMotion<double> rel = relative_motion(motion(*c.sub, edge.F), motion(*c.sub, edge.M));
    std::visit(
        [&](const auto& joint) {
          constexpr int nv = joint.nv, nq = joint.nq;
          if constexpr (requires { joint.check_start(rel, velocity_level, add); }) {
            joint.check_start(rel, velocity_level, add);
          } else if constexpr (nv > 0 && nq == nv) {
            JointCoordinates q{};
            joint.measure(rel.X, q.data());
            const Eigen::Matrix<double, nv, 1> speed = solve_motion<double>(joint, q.data(), rel.V);
            for (int i = 0; i < nv; ++i) {
              if (velocity_level && edge.start.v_fixed[i])
                add(speed[i] - edge.start.v[i], speed[i]);
              if (velocity_level || !edge.start.q_fixed[i]) continue;
              // A measured angle is known but for whole turns.
              const double off = q[i] - edge.start.q[i];
              add(is_angle(joint, i) ? std::remainder(off, 2 * 3.14159265358979323846) : off,
                  speed[i]);
            }
          } else if constexpr (nv > 0) {
            throw edge.component->error(
                "unsupported",
                "fixed start values of this joint cannot be kept, since it closes a loop",
                "set enforceStates = true, or fix the start values of other joints of the loop");
          }
        },
        edge.joint);
  }

  // A guess of a closing joint's speed, as add_residuals.
  void add_residual(const SpeedGuess& guess, std::vector<double>& residuals,
                    std::vector<double>& rates) const {
    const double speed = calc_speed(guess);
    residuals.push_back(speed - guess.joint->start.v[guess.i]);
    rates.push_back(speed);
  }

  // At the motion evaluated last.
  double calc_speed(const SpeedGuess& guess) const {
    const JointEdge& edge = *guess.joint;
    if (edge.in_tree) return v_[edge.v + guess.i];
    const FrameMotion<double> rel =
        relative_motion(motion(*guess.sub, edge.F), motion(*guess.sub, edge.M));
    return std::visit(
        [&](const auto& joint) {
          if constexpr (joint.nv > 0) {
            JointCoordinates q{};
            joint.measure(rel.X, q.data());
            return double(solve_motion<double>(joint, q.data(), rel.V)[guess.i]);
          }
          return 0.0;
        },
        edge.joint);
  }

  // All equations at (q_, v_): closure and conditions, and for speeds the guesses of closing joints that are kept;
  // J = ∂ rate / ∂ v.
  void eval_equations(const std::vector<Condition>& conditions, bool velocity_level, bool all,
                      Vector& residual, SparseMatrix& J) {
    std::vector<double> residuals, rates;
    auto add_all = [&] {
      residuals.clear();
      rates.clear();
      for (const Condition& c : conditions) add_residuals(c, velocity_level, all, residuals, rates);
      for (const SpeedGuess& guess : guesses_) {
        if (velocity_level && guess.kept && !guess.joint->in_tree)
          add_residual(guess, residuals, rates);
      }
    };
    f_.eval_motion(q_, v_);
    f_.eval_closure(closure_);
    add_all();
    const int rows = static_cast<int>(closure_.g.size()),
              extra = static_cast<int>(residuals.size());
    residual.resize(rows + extra);
    residual.head(rows) = velocity_level ? closure_.gdot : closure_.g;
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < rows; ++i) {
      if (velocity_rows_[i] && !velocity_level) continue;  // it restricts no position
      for (SparseMatrix::InnerIterator entry(closure_.G, i); entry; ++entry)
        entries.emplace_back(i, static_cast<int>(entry.col()), entry.value());
    }
    for (int i = 0; i < extra; ++i) residual[rows + i] = residuals[i];
    natural_.setOnes(rows + extra);  // conditions on bodies: metres and radians
    natural_.head(rows) = closure_.natural;
    J.resize(rows + extra, system_.nv);
    for (int j = 0; j < system_.nv && extra > 0; ++j) {
      f_.eval_motion(q_, Vector::Unit(system_.nv, j));
      add_all();
      for (int i = 0; i < extra; ++i) {
        if (rates[i] != 0.0) entries.emplace_back(rows + i, j, rates[i]);
      }
    }
    J.setFromTriplets(entries.begin(), entries.end());
    if (extra > 0) f_.eval_motion(q_, v_);
  }

  double calc_size(const std::vector<Condition>& conditions, bool all) {
    std::vector<double> residuals, rates;
    f_.eval_motion(q_, v_);
    f_.eval_closure(closure_);
    for (const Condition& c : conditions) add_residuals(c, false, all, residuals, rates);
    double sum = closure_.g.squaredNorm();
    for (double r : residuals) sum += r * r;
    return std::sqrt(sum);
  }

  static void hold_fixed(const std::vector<bool>& free, SparseMatrix& J) {
    J.prune([&](Eigen::Index, Eigen::Index column, double) { return free[column]; });
  }

  // Tries steps δ(0), δ(1), … until one makes the residual smaller; false when none does.
  template <typename Step>
  bool try_steps(const std::vector<Condition>& conditions, bool all, double size, int most,
                 const Step& step) {
    const Vector q = q_;
    for (int i = 0; i < most; ++i) {
      q_ = q;
      step_coordinates(*system_.root, step(i), q_);
      if (calc_size(conditions, all) < size) return true;
    }
    q_ = q;
    return false;
  }

  // Below that residuals are rounding errors, which grow with the distance from the origin.
  double calc_rounding() const {
    double farthest = 0.0;
    for (const ClosingJoint& joint : closing_)
      farthest = std::max(farthest, motion(*joint.sub, joint.edge->M).X.p.norm());
    return 1e-12 * (1 + farthest);
  }

  // Gauss–Newton with step halving; where its direction leads nowhere (loops that cannot close, or bars
  // in line), Levenberg's damped steps go on to the least residual there is.
  void iterate(const std::vector<Condition>& conditions, bool all, const std::vector<bool>& free,
               int most) {
    Vector residual;
    SparseMatrix J;
    for (int iteration = 0; iteration < most; ++iteration) {
      eval_equations(conditions, false, all, residual, J);
      const double size = residual.norm();
      if (size < 1e-15) break;
      hold_fixed(free, J);
      LeastChange change;
      change.compute(J, natural_);
      Vector delta = change.solve(residual);
      const double longest = delta.size() > 0 ? delta.cwiseAbs().maxCoeff() : 0.0;
      if (longest > 0.5) delta *= 0.5 / longest;  // no more than half a radian or metre at once
      if (try_steps(conditions, all, size, 12,
                    [&](int i) -> Vector { return std::ldexp(1.0, -i) * delta; }))
        continue;
      if (residual.lpNorm<Eigen::Infinity>() < calc_rounding()) break;
      const Eigen::SparseMatrix<double> Jt = J.transpose();
      const Eigen::SparseMatrix<double> JtJ = Jt * Jt.transpose();
      const Vector gradient = Jt * residual;
      const double scale = JtJ.diagonal().lpNorm<Eigen::Infinity>();
      Eigen::SparseMatrix<double> identity(JtJ.rows(), JtJ.cols());
      identity.setIdentity();
      const bool better =
          scale > 0 && try_steps(conditions, all, size, 12, [&](int i) -> Vector {
            const Eigen::SparseMatrix<double> damped =
                JtJ + std::pow(10.0, i - 4) * scale * identity;
            return -Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>(damped).solve(gradient);
          });
      if (!better) break;
    }
  }

  // Places islands whose free motion belongs to a body inside a part: that body's start values, fixed or
  // not, say where the island is, and how fast. The island moves as one rigid body.
  void approach_references() {
    for (const auto& [edge, condition] : references_) {
      f_.eval_motion(q_, v_);
      const FrameMotion<double> A = motion(*condition.sub, condition.at);
      const BodyStart& start = *condition.body;
      const FreeMotion& free = std::get<FreeMotion>(edge->joint);
      const Pose<double> X_WM = free.calc_X<double>(q_.data() + edge->q);
      free.measure(Pose<double>{start.R_0, start.r_0} * A.X.inverse() * X_WM, q_.data() + edge->q);
      f_.eval_motion(q_, v_);
      const FrameMotion<double> placed = motion(*condition.sub, condition.at);
      Vec6<double> missing;
      missing << start.w_0 - placed.w(), start.v_0 - placed.v();
      const Vec3<double> p_M = free.calc_X<double>(q_.data() + edge->q).p;
      v_.segment<6>(edge->v) += shift_twist<double>(missing, p_M - placed.X.p);
    }
  }

  void solve_positions() {
    const Vector guess = q_;
    Vector residual;
    SparseMatrix J;
    iterate(conditions_, false, q_free_, 200);
    eval_equations(conditions_, false, false, residual, J);
    if (is_open(residual)) {
      const Vector nearest = q_;
      const std::vector<char> loose = list_loose(residual, J);
      if (!options_.retries || !close_from_disturbed(guess, loose)) {
        q_ = nearest;
        eval_equations(conditions_, false, false, residual, J);
        throw open_joints(residual);
      }
    }
    if (const ClosingJoint* turned = find_turned_over()) {
      Diagnostic d = finding(*turned, "closes only turned over, by", calc_turn(*turned), "rad");
      d.hint = "give start guesses of the loop that are nearer to the position you mean";
      throw UserError(std::move(d));
    }
  }

  static bool is_open(const Vector& residual) {
    return residual.size() > 0 && !(residual.cwiseAbs().maxCoeff() <= 1e-9);
  }

  // The directions of motion, by index in v, that equations which do not hold depend on: of a joint, all its rows.
  std::vector<char> list_loose(const Vector& residual, const SparseMatrix& J) const {
    std::vector<char> open(residual.size(), 0), loose(system_.nv, 0);
    for (Eigen::Index i = 0; i < residual.size(); ++i) open[i] = std::abs(residual[i]) > 1e-9;
    for (const ClosingJoint& joint : closing_) {
      const auto first = open.begin() + joint.row;
      if (std::find(first, first + joint.nc, 1) != first + joint.nc)
        std::fill_n(first, joint.nc, 1);
    }
    for (Eigen::Index i = 0; i < J.rows(); ++i) {
      for (SparseMatrix::InnerIterator entry(J, i); open[i] && entry; ++entry)
        loose[entry.col()] = q_free_[entry.col()];
    }
    return loose;
  }

  // From other guesses, first near by, then further off, the same ones in every run. Radians and metres.
  bool close_from_disturbed(const Vector& guess, const std::vector<char>& loose) {
    Vector residual;
    SparseMatrix J;
    std::mt19937 random(options_.seed);
    for (const double way : {0.1, 0.1, 0.3, 0.3, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0}) {
      Vector delta = Vector::Zero(system_.nv);
      for (int k = 0; k < system_.nv; ++k) {
        const double share = std::ldexp(static_cast<double>(random()), -31) - 1;
        if (loose[k]) delta[k] = way * share;
      }
      q_ = guess;
      ++tries_;
      step_coordinates(*system_.root, delta, q_);
      iterate(conditions_, false, q_free_, 60);
      eval_equations(conditions_, false, false, residual, J);
      if (!is_open(residual) && find_turned_over() == nullptr) return true;
    }
    return false;
  }

  // A joint that is: the closure equations also hold with an axis reversed or a frame turned by 180°. The pose that the joint's
  // own coordinates give tells the two apart.
  const ClosingJoint* find_turned_over() const {
    for (const ClosingJoint& closing : closing_) {
      if (!(calc_turn(closing) < 0.1)) return &closing;
    }
    return nullptr;
  }
  double calc_turn(const ClosingJoint& closing) const {
    const JointEdge& edge = *closing.edge;
    const Pose<double> X =
        relative_motion(motion(*closing.sub, edge.F), motion(*closing.sub, edge.M)).X;
    return std::visit(
        [&](const auto& joint) {
          if constexpr (ConstraintKind<std::decay_t<decltype(joint)>>) {
            return joint.calc_turn(X);
          } else {
            JointCoordinates q{};
            joint.measure(X, q.data());
            const Pose<double> back = joint.template calc_X<double>(q.data());
            return rotation_vector_of(back.R.transpose() * X.R).norm();
          }
        },
        edge.joint);
  }

  // States that equations restrict move onto them from their start values; fixed ones stay.
  void solve_states() {
    // Where equations that are solved for jump with the states only those who solve them find a way.
    if (!f_.laws().starts_by_motion() && f_.project_states(start_time_, q_, v_, true)) return;
    if (solve_initial_equations(f_, start_time_, q_free_, v_free_, q_, v_)) return;
    throw UserError({"assembly",
                     {},
                     "",
                     "no start values of the states fulfil the equations that restrict them",
                     "leave some of the start values free (fixed = false), or give guesses that "
                     "are nearer to a solution"});
  }

  void solve_velocities() {
    const Vector guess = v_;
    Vector residual;
    SparseMatrix J;
    do {
      v_ = guess;
      std::vector<bool> free = v_free_;
      for (const SpeedGuess& g : guesses_) {
        if (g.kept && g.joint->in_tree) free[g.joint->v + g.i] = false;
      }
      for (int pass = 0; pass < 2; ++pass) {
        eval_equations(conditions_, true, false, residual, J);
        if (residual.size() == 0) return;
        hold_fixed(free, J);
        LeastChange change;
        change.compute(J, natural_);
        v_ += change.solve(residual);
      }
      eval_equations(conditions_, true, false, residual, J);
      if (residual.lpNorm<Eigen::Infinity>() <= 1e-9 * (1 + v_.lpNorm<Eigen::Infinity>())) return;
    } while (give_up_guesses(residual, J));
    std::vector<Diagnostic> findings;
    for (const ClosingJoint& joint : closing_) {
      const double worst = residual.segment(joint.row, joint.nc).cwiseAbs().maxCoeff();
      if (worst > 1e-9)
        findings.push_back(
            finding(joint, "cannot move with the initial speeds given: they pull it apart at",
                    worst, "m/s or rad/s"));
    }
    add_row_findings(residual, "does not move as the shaft it is on: they differ by",
                     "m/s or rad/s", findings);
    if (findings.empty())
      findings.push_back(
          contradiction("the initial speeds given contradict each other or the joints"));
    findings.front().hint =
        "leave some of the start speeds of the loop free (fixed=false)" + describe_drives();
    throw UserError(std::move(findings));
  }

  // Guesses that meet in an equation which does not hold are kept no longer; where none does, all of them.
  bool give_up_guesses(const Vector& residual, const SparseMatrix& J) {
    const double rounding = 1e-9 * (1 + v_.lpNorm<Eigen::Infinity>());
    std::vector<char> meets(system_.nv, 0);
    for (Eigen::Index i = 0; i < J.rows(); ++i) {
      if (std::abs(residual[i]) <= rounding) continue;
      for (SparseMatrix::InnerIterator entry(J, i); entry; ++entry) meets[entry.col()] = 1;
    }
    // Guesses of closing joints stand behind all other equations.
    Eigen::Index row = J.rows();
    for (const SpeedGuess& g : guesses_) row -= g.kept && !g.joint->in_tree;
    bool any = false, left = false;
    for (SpeedGuess& g : guesses_) {
      if (!g.kept) continue;
      bool gives_up = g.joint->in_tree && meets[g.joint->v + g.i];
      if (!g.joint->in_tree) {
        for (SparseMatrix::InnerIterator entry(J, row); entry; ++entry)
          gives_up = gives_up || meets[entry.col()];
        ++row;
      }
      if (gives_up) g.kept = false;
      any = any || gives_up;
      left = left || g.kept;
    }
    if (any || !left) return any;
    for (SpeedGuess& g : guesses_) g.kept = false;
    return true;
  }

  // Drives may be the ones that contradict each other.
  std::string describe_drives() const {
    std::string names;
    for (const Train& train : system_.axes.trains) {
      if (train.driven) names += (names.empty() ? "'" : ", '") + train.holder->path + "'";
    }
    return names.empty() ? "" : "; the laws of " + names + " hold, let them agree or drive less";
  }

  static Diagnostic finding(const ClosingJoint& joint, const std::string& what, double by,
                            const std::string& unit) {
    return finding(joint.edge->component, joint.edge->name, what, by, unit);
  }
  static Diagnostic finding(const Component* component, const std::string& name,
                            const std::string& what, double by, const std::string& unit) {
    char number[40];
    std::snprintf(number, sizeof number, "%.6g", by);
    Diagnostic d;
    d.code = "assembly";
    if (component != nullptr) {
      d.where = component->where;
      d.component = component->path;
    }
    d.message = "joint '" + name + "' " + what + " " + number + " " + unit;
    return d;
  }

  // Rows of trains stand behind all others.
  void add_row_findings(const Vector& residual, const std::string& what, const std::string& unit,
                        std::vector<Diagnostic>& findings) const {
    int at = row_count_;
    for (const TrainRow& row : system_.rows) {
      const double off = std::abs(residual[at++]);
      if (off > 1e-9) findings.push_back(finding(row.component, row.name, what, off, unit));
    }
  }

  // Where no joint stays open, the conditions on bodies and closing joints are at fault: the first of them
  // that does not hold.
  Diagnostic contradiction(const std::string& message) const {
    const Component* at = nullptr;
    for (const bool velocity_level : {false, true}) {
      for (const Condition& c : conditions_) {
        std::vector<double> residuals, rates;
        add_residuals(c, velocity_level, false, residuals, rates);
        for (double r : residuals) {
          if (at == nullptr && std::abs(r) > 1e-9) at = c.component;
        }
      }
    }
    Diagnostic d;
    d.code = "assembly";
    d.message = message;
    if (at != nullptr) {
      d.where = at->where;
      d.component = at->path;
      d.message += "; those of '" + at->path + "' cannot hold";
    }
    return d;
  }

  UserError open_joints(const Vector& residual) const {
    std::vector<Diagnostic> findings;
    for (const ClosingJoint& joint : closing_) {
      const double worst = residual.segment(joint.row, joint.nc).norm();
      if (worst > 1e-9)
        findings.push_back(finding(joint, "does not close: it stays open by", worst, "m or rad"));
    }
    add_row_findings(residual, "does not fit the shaft it is on: it is off by", "m or rad",
                     findings);
    for (const auto& [relation, row] : relations_) {
      if (std::abs(residual[row]) <= 1e-9) continue;
      Diagnostic d;
      d.code = "assembly";
      d.where = relation->component->where;
      d.component = relation->component->path;
      d.message = "the relation '" + d.component + "' does not hold at the start";
      findings.push_back(d);
    }
    if (findings.empty()) {
      findings.push_back(
          contradiction("the fixed start values contradict each other or the joints"));
    }
    findings.front().hint =
        "the model cannot be assembled from its start values: check the lengths around the loop, "
        "give start "
        "guesses nearer to a closed position, or leave more start values free (fixed=false)" +
        describe_drives();
    return UserError(std::move(findings));
  }

  void report_moves(const Subsystem& sub, const Vector& q_start,
                    std::vector<MovedStart>& moved) const {
    for (const JointEdge& edge : sub.joints) {
      if (!edge.in_tree || edge.reference != nullptr) continue;           // placed, not moved
      if (edge.added && edge.nv() == 1 && !edge.start.q_given) continue;  // a shaft without a guess
      double worst = 1e-9;
      int which = -1;
      for (int i = edge.q; i < edge.q + edge.nq(); ++i) {
        if (std::abs(q_[i] - q_start[i]) <= worst) continue;
        worst = std::abs(q_[i] - q_start[i]);
        which = i;
      }
      if (which >= 0) moved.push_back({edge.name, q_start[which], q_[which]});
    }
    for (const auto& part : sub.parts) report_moves(*part, q_start, moved);
  }

  void report_moved_speeds(std::vector<MovedStart>& moved) const {
    f_.eval_motion(q_, v_);
    for (const SpeedGuess& guess : guesses_) {
      const JointEdge& edge = *guess.joint;
      if (edge.reference != nullptr) continue;  // placed, not moved
      const double from = edge.start.v[guess.i], to = calc_speed(guess);
      if (std::abs(to - from) <= 1e-9 * (1 + std::abs(from))) continue;
      const JointNames names = std::visit([](const auto& j) { return j.names(); }, edge.joint);
      const bool has_name = guess.i < static_cast<int>(names.v.size()) && !names.v[guess.i].empty();
      moved.push_back({edge.name + (has_name ? "." + names.v[guess.i] : ", a speed"), from, to});
    }
  }

  Formulation& f_;
  const System& system_;
  const AssemblyOptions& options_;
  double start_time_;
  int tries_ = 1;
  Vector q_, v_;
  std::vector<bool> q_free_, v_free_;  // by direction of motion: not held by a fixed start value
  int row_count_ = 0;                  // of the closure so far
  std::vector<bool> undriven_;         // nor by a drive
  std::vector<ClosingJoint> closing_;
  std::vector<std::pair<const CoordinateRow*, int>> relations_;  // and their rows
  std::vector<Condition> conditions_;  // fixed start values that are not coordinates
  std::vector<SpeedGuess> guesses_;
  std::vector<std::pair<const JointEdge*, Condition>>
      references_;                                      // free motion of a body in a part
  std::map<const Component*, const JointEdge*> roots_;  // bodies whose start values are free motion
  std::vector<bool> velocity_rows_;                     // per closure row: between speeds alone
  Closure closure_;
  Vector natural_;  // as Closure::natural, for all equations
};

}  // namespace

TriedAssembly assemble_with(Formulation& formulation, const AssemblyOptions& options) {
  return Assembler(formulation, options).run();
}

Assembly assemble(Formulation& formulation, double start_time) {
  return assemble_with(formulation, {.start_time = start_time});
}

static void list_fixed_positions(const Subsystem& sub, std::vector<std::string>& paths) {
  const auto add = [&](const Component* component) {
    if (component != nullptr &&
        std::find(paths.begin(), paths.end(), component->path) == paths.end())
      paths.push_back(component->path);
  };
  for (const JointEdge& edge : sub.joints) {
    for (int i = 0; i < edge.nv(); ++i) {
      if (edge.start.q_fixed[i]) add(edge.component);
    }
  }
  for (const Group& group : sub.groups) {
    for (const BodyOnGroup& body : group.bodies) {
      const BodyStart& s = body.start;
      if (s.R_0_fixed || s.r_0_fixed[0] || s.r_0_fixed[1] || s.r_0_fixed[2]) add(body.component);
    }
  }
  for (const auto& part : sub.parts) list_fixed_positions(*part, paths);
}

std::vector<std::string> list_fixed_positions(const System& system) {
  std::vector<std::string> paths;
  list_fixed_positions(*system.root, paths);
  return paths;
}

}  // namespace gelenk
