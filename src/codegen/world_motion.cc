#include "codegen/world_motion.h"

namespace gelenk::codegen {

std::vector<PlacedBody> place_bodies(const Mechanism& mechanism, int world) {
  const LeanTree& tree = mechanism.tree;
  std::vector<PlacedBody> bodies(tree.bodies.size());
  std::vector<char> is_placed(bodies.size(), 0);
  PlacedBody& root = bodies[world];
  root.R = Matrix3::Identity();
  root.p = root.w = root.v = root.alpha = root.a = Vector3::Zero();
  is_placed[world] = 1;
  for (std::size_t i = world + 1; i < bodies.size(); ++i) {
    const LeanBody& b = tree.bodies[i];
    if (!is_placed[b.parent]) continue;
    is_placed[i] = 1;
    const Passage& passage = mechanism.passages[i];
    const PlacedBody& P = bodies[b.parent];
    PlacedBody& B = bodies[i];
    for (int k = 0; k < 3; ++k) {  // the axes of the world, seen from the body
      const Vector3 axis = P.R.row(k).transpose();
      B.R.row(k) = passage.outwards(axis).transpose();
      B.p[k] = P.p[k] + axis.dot(passage.p_PB);
    }
    Vector3 w_r = Vector3::Zero(), v_r = Vector3::Zero();
    for (int k = 0; k < passage.nv && !mechanism.v.empty(); ++k) {
      const Recorded& speed = mechanism.v[b.source->v + k];
      w_r += passage.S[k].head<3>() * speed;
      v_r += passage.S[k].tail<3>() * speed;
    }
    const Vector3 w_P = passage.outwards(P.w), w_x_p = P.w.cross(passage.p_PB);
    B.w = w_P + w_r;
    B.v = passage.outwards(Vector3(P.v + w_x_p)) + v_r;
    B.alpha = passage.outwards(P.alpha) + w_P.cross(w_r) + passage.bias.head<3>();
    B.a = passage.outwards(Vector3(P.a + P.alpha.cross(passage.p_PB) + P.w.cross(w_x_p))) +
          Recorded(2.0) * w_P.cross(v_r) + passage.bias.tail<3>();
    const char* const axes[] = {"_x", "_y", "_z"};
    for (int k = 0; k < 3; ++k) B.p[k].named("p_" + mechanism.names[i] + axes[k]);
  }
  return bodies;
}

PlacedFrame place_frame(const std::vector<PlacedBody>& bodies, int body, const Pose<double>& X_BF) {
  const PlacedBody& B = bodies[static_cast<std::size_t>(body)];
  PlacedFrame frame;
  frame.body = body;
  frame.r = X_BF.p.cast<Recorded>();
  frame.R = B.R * X_BF.R.cast<Recorded>();
  frame.p = B.p + B.R * frame.r;
  frame.w = B.R * B.w;
  const Vector3 w_x_r = B.w.cross(frame.r);
  frame.v = B.R * Vector3(B.v + w_x_r);
  frame.alpha = B.R * B.alpha;
  frame.a = B.R * Vector3(B.a + B.alpha.cross(frame.r) + B.w.cross(w_x_r));
  return frame;
}

std::vector<Vector6> calc_jacobian(const Mechanism& mechanism,
                                   const std::vector<PlacedBody>& bodies, const PlacedFrame& frame,
                                   int world) {
  const LeanTree& tree = mechanism.tree;
  std::vector<Vector6> columns(tree.source->nv, Vector6::Zero());
  for (int at = frame.body; at != world; at = tree.bodies[at].parent) {
    const Passage& passage = mechanism.passages[at];
    const PlacedBody& B = bodies[at];
    for (int k = 0; k < passage.nv; ++k) {
      Vector6& column = columns[tree.bodies[at].source->v + k];
      const Vector3 w = B.R * passage.S[k].head<3>();
      column.head<3>() = w;
      column.tail<3>() = B.R * passage.S[k].tail<3>() + w.cross(frame.p - B.p);
    }
  }
  return columns;
}

}  // namespace gelenk::codegen
