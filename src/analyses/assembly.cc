#include "analyses/assembly.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "numerics/least_change.h"

namespace gelenk {

namespace {

// A start condition that is not a tree coordinate: the pose of a body, or coordinates of a closing joint.
struct Condition {
  const Subsystem* sub = nullptr;
  const BodyStart* body = nullptr;   // a body's frame_a …
  FrameOnNode at;
  const JointEdge* joint = nullptr;  // … or a closing joint
  std::string name;
};

struct ClosingJoint {
  const JointEdge* edge;
  int row, nc;
};

class Assembler {
 public:
  explicit Assembler(Formulation& formulation)
      : f_(formulation), system_(formulation.system()), q_(system_.nq), v_(system_.nv),
        q_free_(system_.nv, true), v_free_(system_.nv, true) {
    collect(*system_.root);
  }

  Assembly run() {
    const Vector q_start = q_;
    if (has_guessed_root_ && !guesses_.empty()) approach(guesses_);
    solve_positions();
    solve_velocities();
    Assembly result;
    result.q = q_;
    result.v = v_;
    result.closure_rows = static_cast<int>(closure_.g.size());
    LeastChange change;
    change.compute(closure_.G);
    result.rank = change.rank();
    result.degrees_of_freedom = system_.nv - result.rank;
    report_moves(*system_.root, q_start, result.moved);
    return result;
  }

 private:
  void collect(const Subsystem& sub) {
    for (const JointEdge& edge : sub.joints) {
      if (edge.in_tree) {
        for (int i = 0; i < edge.nq(); ++i) q_[edge.q + i] = edge.start.q[i];
        for (int i = 0; i < edge.nv(); ++i) {
          v_[edge.v + i] = edge.start.v[i];
          q_free_[edge.v + i] = !edge.start.q_fixed[i];
          v_free_[edge.v + i] = !edge.start.v_fixed[i];
        }
      } else {
        if (edge.nc() > 0) {
          closing_.push_back({&edge, closing_.empty() ? 0 : closing_.back().row + closing_.back().nc, edge.nc()});
        }
        for (int i = 0; i < edge.nv(); ++i) {
          if (!edge.start.q_fixed[i] && !edge.start.v_fixed[i]) continue;
          conditions_.push_back({&sub, nullptr, {}, &edge, edge.name});
          break;
        }
      }
    }
    std::vector<const Component*> roots;
    for (const JointEdge& edge : sub.joints) {
      if (!edge.added) continue;
      if (edge.component != nullptr) roots.push_back(edge.component);
      else has_guessed_root_ = true;
    }
    for (std::size_t n = 0; n < sub.nodes.size(); ++n) {
      if (sub.nodes[n].kind != Node::Kind::group) continue;
      for (const BodyOnGroup& body : sub.groups[sub.nodes[n].group].bodies) {
        if (!body.start.given || std::count(roots.begin(), roots.end(), body.component)) continue;
        const Condition condition = {&sub, &body.start, {static_cast<NodeIndex>(n), body.X_GA}, nullptr, body.component->path};
        guesses_.push_back(condition);
        const BodyStart& s = body.start;
        const bool fixed = s.R_0_fixed || s.w_0_fixed || s.r_0_fixed[0] || s.r_0_fixed[1] || s.r_0_fixed[2] ||
                           s.v_0_fixed[0] || s.v_0_fixed[1] || s.v_0_fixed[2];
        if (fixed) conditions_.push_back(condition);
      }
    }
    for (const auto& part : sub.parts) collect(*part);
  }

  FrameMotion<double> motion(const Subsystem& sub, const FrameOnNode& at) const {
    return motion_of_fixed_frame(f_.get_motion(sub, at.node), at.X_NF);
  }

  // Residuals of a condition at the motion evaluated last, and the matching entries of a twist: each
  // residual's rate is linear in v, so that unit speeds give its Jacobian.
  void add_residuals(const Condition& c, bool velocity_level, bool all, std::vector<double>& residuals,
                     std::vector<double>& rates) const {
    auto add = [&](double residual, double rate) {
      residuals.push_back(residual);
      rates.push_back(rate);
    };
    if (c.body != nullptr) {
      const FrameMotion<double> A = motion(*c.sub, c.at);
      const Vec3<double> turn = axial_of<double>(A.X.R * c.body->R_0.transpose());
      for (int i = 0; i < 3; ++i) {
        if (velocity_level ? c.body->v_0_fixed[i] : all || c.body->r_0_fixed[i]) {
          add(velocity_level ? A.v()[i] - c.body->v_0[i] : A.X.p[i] - c.body->r_0[i], A.v()[i]);
        }
        if (velocity_level ? c.body->w_0_fixed : all || c.body->R_0_fixed) {
          add(velocity_level ? A.w()[i] - c.body->w_0[i] : turn[i], A.w()[i]);
        }
      }
      return;
    }
    const JointEdge& edge = *c.joint;
    const FrameMotion<double> rel = relative_motion(motion(*c.sub, edge.F), motion(*c.sub, edge.M));
    std::visit([&](const auto& joint) {
      constexpr int nv = joint.nv, nq = joint.nq;
      if constexpr (nv > 0 && nq == nv) {
        std::array<double, 7> q{};
        joint.measure(rel.X, q.data());
        const Eigen::Matrix<double, 6, nv> H = joint.template calc_H<double>(q.data());
        const Eigen::Matrix<double, nv, nv> HtH = H.transpose() * H;
        const Eigen::Matrix<double, nv, 1> speed = HtH.ldlt().solve(H.transpose() * rel.V);
        for (int i = 0; i < nv; ++i) {
          if (velocity_level && edge.start.v_fixed[i]) add(speed[i] - edge.start.v[i], speed[i]);
          if (!velocity_level && edge.start.q_fixed[i]) add(q[i] - edge.start.q[i], speed[i]);
        }
      } else if constexpr (nv > 0) {
        throw edge.component->error("unsupported", "fixed start values of this joint cannot be kept, since it closes a loop",
                                    "set enforceStates = true, or fix the start values of other joints of the loop");
      }
    }, edge.joint);
  }

  // All equations at (q_, v_): closure and conditions; J = ∂ rate / ∂ v.
  void eval_equations(const std::vector<Condition>& conditions, bool velocity_level, bool all, Vector& residual, Matrix& J) {
    std::vector<double> residuals, rates;
    f_.eval_motion(q_, v_);
    f_.eval_closure(closure_);
    for (const Condition& c : conditions) add_residuals(c, velocity_level, all, residuals, rates);
    const int rows = static_cast<int>(closure_.g.size()), extra = static_cast<int>(residuals.size());
    residual.resize(rows + extra);
    residual.head(rows) = velocity_level ? closure_.gdot : closure_.g;
    J.setZero(rows + extra, system_.nv);
    J.topRows(rows) = closure_.G;
    for (int i = 0; i < extra; ++i) residual[rows + i] = residuals[i];
    if (extra == 0) return;
    for (int j = 0; j < system_.nv; ++j) {
      f_.eval_motion(q_, Vector::Unit(system_.nv, j));
      residuals.clear();
      rates.clear();
      for (const Condition& c : conditions) add_residuals(c, velocity_level, all, residuals, rates);
      for (int i = 0; i < extra; ++i) J(rows + i, j) = rates[i];
    }
    f_.eval_motion(q_, v_);
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

  static void hold_fixed(const std::vector<bool>& free, Matrix& J) {
    for (std::size_t j = 0; j < free.size(); ++j) {
      if (!free[j]) J.col(static_cast<Eigen::Index>(j)).setZero();
    }
  }

  // Damped Gauss–Newton; returns the size of the residual that is left.
  double iterate(const std::vector<Condition>& conditions, bool all) {
    Vector residual;
    Matrix J;
    double size = 0.0;
    for (int iteration = 0; iteration < 100; ++iteration) {
      eval_equations(conditions, false, all, residual, J);
      size = residual.norm();
      if (size == 0.0) break;
      hold_fixed(q_free_, J);
      LeastChange change;
      change.compute(J);
      Vector delta = change.solve(residual);
      const double longest = delta.size() > 0 ? delta.cwiseAbs().maxCoeff() : 0.0;
      if (longest > 0.5) delta *= 0.5 / longest;  // no more than half a radian or metre at once
      const Vector q = q_;
      double next = 0.0;
      bool better = false;
      for (int halving = 0; halving < 30; ++halving, delta *= 0.5) {
        q_ = q;
        step_coordinates(*system_.root, delta, q_);
        next = calc_size(conditions, all);
        if (next < size) {
          better = true;
          break;
        }
      }
      if (!better) {
        q_ = q;
        break;
      }
      if (next < 1e-15) return next;
    }
    return size;
  }

  // Brings islands whose free motion starts from nothing near to where their bodies say they are.
  void approach(const std::vector<Condition>& guesses) { iterate(guesses, true); }

  void solve_positions() {
    iterate(conditions_, false);
    Vector residual;
    Matrix J;
    eval_equations(conditions_, false, false, residual, J);
    if (residual.size() > 0 && residual.cwiseAbs().maxCoeff() > 1e-9) throw open_joints(residual);
  }

  void solve_velocities() {
    Vector residual;
    Matrix J;
    for (int pass = 0; pass < 2; ++pass) {
      eval_equations(conditions_, true, false, residual, J);
      if (residual.size() == 0) return;
      hold_fixed(v_free_, J);
      LeastChange change;
      change.compute(J);
      v_ += change.solve(residual);
    }
    eval_equations(conditions_, true, false, residual, J);
    if (residual.cwiseAbs().maxCoeff() <= 1e-9 * (1 + v_.cwiseAbs().maxCoeff())) return;
    std::vector<Diagnostic> findings;
    for (const ClosingJoint& joint : closing_) {
      const double worst = residual.segment(joint.row, joint.nc).cwiseAbs().maxCoeff();
      if (worst > 1e-9) findings.push_back(finding(joint, "cannot move with the initial speeds given: they pull it apart at", worst, "m/s or rad/s"));
    }
    if (findings.empty()) findings.push_back({"assembly", {}, "", "the initial speeds given contradict each other", ""});
    findings.front().hint = "leave some of the start speeds of the loop free (fixed=false)";
    throw UserError(std::move(findings));
  }

  static Diagnostic finding(const ClosingJoint& joint, const std::string& what, double by, const std::string& unit) {
    char number[40];
    std::snprintf(number, sizeof number, "%.6g", by);
    Diagnostic d;
    d.code = "assembly";
    if (joint.edge->component != nullptr) {
      d.where = joint.edge->component->where;
      d.component = joint.edge->component->path;
    }
    d.message = "joint '" + joint.edge->name + "' " + what + " " + number + " " + unit;
    return d;
  }

  UserError open_joints(const Vector& residual) const {
    std::vector<Diagnostic> findings;
    for (const ClosingJoint& joint : closing_) {
      const double worst = residual.segment(joint.row, joint.nc).cwiseAbs().maxCoeff();
      if (worst > 1e-9) findings.push_back(finding(joint, "does not close: it stays open by", worst, "m or rad"));
    }
    if (findings.empty()) {
      findings.push_back({"assembly", {}, conditions_.empty() ? "" : conditions_.front().name,
                          "the fixed start values contradict each other or the joints", ""});
    }
    findings.front().hint =
        "the model cannot be assembled from its start values: check the lengths around the loop, give start "
        "guesses nearer to a closed position, or leave more start values free (fixed=false)";
    return UserError(std::move(findings));
  }

  void report_moves(const Subsystem& sub, const Vector& q_start, std::vector<MovedStart>& moved) const {
    for (const JointEdge& edge : sub.joints) {
      if (!edge.in_tree) continue;
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

  Formulation& f_;
  const System& system_;
  Vector q_, v_;
  std::vector<bool> q_free_, v_free_;
  std::vector<ClosingJoint> closing_;
  std::vector<Condition> conditions_, guesses_;  // hard; and wishes of bodies that are no roots
  bool has_guessed_root_ = false;
  Closure closure_;
};

}  // namespace

Assembly assemble(Formulation& formulation) { return Assembler(formulation).run(); }

}  // namespace gelenk
