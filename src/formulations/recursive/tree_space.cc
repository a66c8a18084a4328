#include "formulations/recursive/tree_space.h"

#include "formulations/recursive/recursive_box.h"

namespace gelenk {

namespace {

using ReadLaws = std::function<void(double t, const Vector& q, const Vector& v)>;

class TreeSpace final : public JointSpace {
 public:
  TreeSpace(const System& system, const Laws& laws, ReadLaws read_laws)
      : box_(system, laws), read_laws_(std::move(read_laws)) {}

  void calc_mass_matrix(const Vector& q, Matrix& M) override {
    const int n = box_.tree().nv;
    const Vector still = Vector::Zero(n);
    box_.place(0.0, q.data(), still.data());
    M.resize(n, n);
    box_.calc_mass_matrix(M.data());
  }
  bool calc_forces(double t, const Vector& q, const Vector& v, const Vector& vdot,
                   Vector& tau) override {
    read_laws_(t, q, v);
    tau.resize(box_.tree().nv);
    box_.calc_forces(q.data(), v.data(), vdot.data(), tau.data());
    return true;
  }
  FrameMotion<double> calc_frame(const Vector& q, const Vector& v, const Subsystem& sub,
                                 const FrameOnNode& at, Matrix& J) override {
    box_.place(0.0, q.data(), v.data());
    return box_.calc_frame(place_frame(box_.tree(), sub, at), J);
  }

 private:
  RecursiveBox box_;
  const ReadLaws read_laws_;
};

}  // namespace

std::unique_ptr<JointSpace> make_tree_space(const System& system, const Laws& laws,
                                            ReadLaws read_laws) {
  return std::make_unique<TreeSpace>(system, laws, std::move(read_laws));
}

}  // namespace gelenk
