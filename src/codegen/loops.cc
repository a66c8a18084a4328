#include "codegen/loops.h"

#include "formulations/recursive/frame_on_body.h"

namespace gelenk::codegen {

namespace {

[[noreturn]] void refuse(const std::string& component, const std::string& what) {
  throw UserError({"unsupported",
                   {},
                   component,
                   what + ", which generated code does not have yet",
                   "leave out the function constraints, or the component"});
}

FrameMotion<Recorded> to_motion(const PlacedFrame& frame) {
  FrameMotion<Recorded> motion;
  motion.X = {frame.R, frame.p};
  motion.V << frame.w, frame.v;
  motion.A << frame.alpha, frame.a;
  return motion;
}

class LoopRecorder {
 public:
  LoopRecorder(const System& system, const Mechanism& mechanism)
      : system_(system), mechanism_(mechanism), nv_(mechanism.tree.source->nv) {}

  Loops record() {
    add(*system_.root);
    for (const TrainRow& row : system_.rows) {
      Recorded g = -row.constant;
      std::vector<Recorded> G(nv_, 0.0);
      for (const TrainRow::Term& term : row.terms) {
        const JointEdge& edge = term.joint.sub->joints[term.joint.joint];
        if (!edge.in_tree) refuse(row.name, "a shaft is tied to a joint that closes a loop");
        g += Recorded(term.coefficient) * mechanism_.q[edge.q];
        G[edge.v] += Recorded(term.coefficient);
      }
      add_row(g, G, 0.0);
    }
    return std::move(loops_);
  }

 private:
  void add(const Subsystem& sub) {
    for (const JointEdge& edge : sub.joints) {
      if (!edge.in_tree && edge.nc() > 0) add_joint(sub, edge);
    }
    for (const CoordinateRow& row : sub.coordinate_rows) {
      if (!row.is_linear) refuse(row.component->path, "a relation that is not linear");
      Recorded g = -row.constant;
      std::vector<Recorded> G(nv_, 0.0);
      for (const CoordinateRow::Term& term : row.terms) {
        const JointEdge& edge = sub.joints[term.joint];
        g += Recorded(term.factor) * mechanism_.q[edge.q + term.coordinate];
        G[edge.v + term.coordinate] += Recorded(term.factor);
      }
      add_row(g, G, 0.0);
    }
    for (const auto& part : sub.parts) add(*part);
  }

  void add_row(const Recorded& g, const std::vector<Recorded>& G, const Recorded& bias) {
    loops_.g.push_back(g);
    loops_.G.insert(loops_.G.end(), G.begin(), G.end());
    loops_.bias.push_back(bias);
  }

  void add_joint(const Subsystem& sub, const JointEdge& edge) {
    const Tree& tree = *mechanism_.tree.source;
    const FrameOnBody at_F = gelenk::place_frame(tree, sub, edge.F),
                      at_M = gelenk::place_frame(tree, sub, edge.M);
    const int world = tree.find_common_ancestor(at_F.body, at_M.body);
    const std::vector<PlacedBody> bodies = place_bodies(mechanism_, world);
    const auto place = [&](const FrameOnBody& at) {
      return codegen::place_frame(bodies, at.body, mechanism_.tree.place({at.body, at.X_BF}));
    };
    const PlacedFrame F = place(at_F), M = place(at_M);
    const FrameMotion<Recorded> rel = relative_motion(to_motion(F), to_motion(M));
    const std::vector<Vector6> of_F = calc_jacobian(mechanism_, bodies, F, world),
                               of_M = calc_jacobian(mechanism_, bodies, M, world);
    const Matrix3 R_FW = F.R.transpose();
    const Vector3 r = M.p - F.p;
    try {
      std::visit(
          [&](const auto& joint) {
            const auto g = joint.template calc_g<Recorded>(rel.X);
            const auto C = joint.template calc_C<Recorded>(rel.X);
            const auto bias = joint.template calc_C_bias<Recorded>(rel.X, rel.V);
            for (int i = 0; i < C.rows(); ++i) {
              Vector6 row;
              for (int j = 0; j < 6; ++j) row[j] = C(i, j);
              std::vector<Recorded> G(nv_, 0.0);
              for (int k = 0; k < nv_; ++k) {  // (3) of math/spatial.h
                const Vector3 w_F = of_F[k].template head<3>(), w_M = of_M[k].template head<3>(),
                              v_F = of_F[k].template tail<3>(), v_M = of_M[k].template tail<3>();
                Vector6 V;
                V << R_FW * (w_M - w_F), R_FW * (v_M - v_F - w_F.cross(r));
                G[k] = row.dot(V);
              }
              add_row(g[i], G, bias[i] + row.dot(rel.A));
            }
          },
          edge.joint);
    } catch (const Undecided&) {
      refuse(edge.name, "equations that depend on where the joint is");
    }
  }

  const System& system_;
  const Mechanism& mechanism_;
  const int nv_;
  Loops loops_;
};

std::string find_loop_in(const Subsystem& sub) {
  for (const JointEdge& edge : sub.joints) {
    if (!edge.in_tree && edge.nc() > 0) return edge.name;
  }
  if (!sub.coordinate_rows.empty()) return sub.coordinate_rows[0].component->path;
  for (const auto& part : sub.parts) {
    if (std::string loop = find_loop_in(*part); !loop.empty()) return loop;
  }
  return "";
}

}  // namespace

Loops calc_loops(const System& system, const Mechanism& mechanism) {
  return LoopRecorder(system, mechanism).record();
}

std::string find_loop(const System& system) {
  std::string loop = find_loop_in(*system.root);
  if (loop.empty() && !system.rows.empty()) loop = system.rows[0].name;
  return loop;
}

}  // namespace gelenk::codegen
