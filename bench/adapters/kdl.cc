// KDL: open chains only. It has two solvers: one forms the mass matrix and factors it, O(n³); the other
// is the recursion of Vereshchagin, O(n), whose constraint at the tip is given the direction zero here.
// A segment of KDL ends in its tip frame, in which its inertia is stated: here the next link's F. The
// first link's F is ground.
#include <kdl/config.h>

#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainhdsolver_vereshchagin.hpp>

#include "library.h"

namespace gelenk::bench {

namespace {

KDL::Vector vec(const Triple& a) { return {a[0], a[1], a[2]}; }

KDL::Frame calc_X_PF(const Link& link) {
  return {KDL::Rotation::Rot(vec(link.turn_axis), link.turn_angle), vec(link.p_PF)};
}

KDL::RigidBodyInertia make_inertia(const Link& link) {
  const auto& I = link.inertia;
  return KDL::RigidBodyInertia(link.mass, vec(link.com),
                               KDL::RotationalInertia(I[0], I[1], I[2], I[3], I[4], I[5]));
}

KDL::Chain make_kdl_chain(const Chain& chain) {
  KDL::Chain result;
  for (int i = 0; i < chain.size(); ++i) {
    const Link& link = chain.links[i];
    const KDL::Frame tip =
        i + 1 < chain.size() ? calc_X_PF(chain.links[i + 1]) : KDL::Frame::Identity();
    result.addSegment(KDL::Segment(KDL::Joint(link.about_x ? KDL::Joint::RotX : KDL::Joint::RotZ),
                                   tip, tip.Inverse() * make_inertia(link)));
  }
  return result;
}

class KdlMechanism : public Mechanism {
 public:
  explicit KdlMechanism(const Chain& chain)
      : chain_(make_kdl_chain(chain)),
        q_(chain.size()),
        v_(chain.size()),
        tau_(chain.size()),
        vdot_(chain.size()),
        loads_(chain_.getNrOfSegments(), KDL::Wrench::Zero()) {
    for (int i = 0; i < chain.size(); ++i) tau_(i) = chain.tau[i];
  }
  void get_accelerations(double* vdot) const override {
    for (unsigned int i = 0; i < vdot_.rows(); ++i) vdot[i] = vdot_(i);
  }

 protected:
  void set(const State& state) {
    for (unsigned int i = 0; i < q_.rows(); ++i) {
      q_(i) = state.q[i];
      v_(i) = state.v[i];
    }
  }

  KDL::Chain chain_;
  KDL::JntArray q_, v_, tau_, vdot_;
  KDL::Wrenches loads_;
};

class MassMatrixMechanism : public KdlMechanism {
 public:
  explicit MassMatrixMechanism(const Chain& chain)
      : KdlMechanism(chain), solver_(chain_, KDL::Vector(0.0, -gravity, 0.0)) {}
  void eval(const State& state) override {
    set(state);
    solver_.CartToJnt(q_, v_, tau_, loads_, vdot_);
  }

 private:
  KDL::ChainFdSolver_RNE solver_;
};

class RecursiveMechanism : public KdlMechanism {
 public:
  explicit RecursiveMechanism(const Chain& chain)
      : KdlMechanism(chain),
        // This solver takes the acceleration of the base, upwards, in place of gravity.
        solver_(chain_, KDL::Twist(KDL::Vector(0.0, gravity, 0.0), KDL::Vector::Zero()), 1),
        direction_(1),
        energy_(1),
        constraint_torques_(chain.size()) {
    KDL::SetToZero(direction_);
  }
  void eval(const State& state) override {
    set(state);
    solver_.CartToJnt(q_, v_, vdot_, direction_, energy_, loads_, tau_, constraint_torques_);
  }

 private:
  KDL::ChainHdSolver_Vereshchagin solver_;
  KDL::Jacobian direction_;
  KDL::JntArray energy_, constraint_torques_;
};

class Kdl : public Library {
 public:
  std::string version() const override { return KDL_VERSION_STRING; }
};

class KdlMassMatrix : public Kdl {
 public:
  std::string name() const override { return "KDL RNE"; }
  std::string method() const override { return "mass matrix and its factors, O(n³)"; }
  double tolerance(const Chain& chain) const override { return mass_matrix_tolerance(chain); }
  bool can_build(const Chain& chain) const override {
    return chain.balls.empty() && chain.size() <= 100;
  }
  std::unique_ptr<Mechanism> build(const Chain& chain) const override {
    return std::make_unique<MassMatrixMechanism>(chain);
  }
};

class KdlRecursive : public Kdl {
 public:
  std::string name() const override { return "KDL Vereshchagin"; }
  std::string method() const override { return "O(n) recursion"; }
  double tolerance(const Chain&) const override { return recursion_tolerance; }
  bool can_build(const Chain& chain) const override {
    return chain.balls.empty() && chain.size() <= 1000;
  }
  std::unique_ptr<Mechanism> build(const Chain& chain) const override {
    return std::make_unique<RecursiveMechanism>(chain);
  }
};

}  // namespace

}  // namespace gelenk::bench

GELENK_BENCH_LIBRARY(int index) {
  static const gelenk::bench::KdlRecursive recursive;
  static const gelenk::bench::KdlMassMatrix mass_matrix;
  const gelenk::bench::Library* const libraries[] = {&recursive, &mass_matrix, nullptr};
  return libraries[index];
}
