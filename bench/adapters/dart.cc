// DART: one skeleton of revolute joints. An evaluation is Skeleton::computeForwardDynamics. Its ball
// joint constraint is one of impulses over a time step, solved together with contacts in World::step;
// there are no accelerations to compare, so rings are left out.
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>

#include "library.h"

namespace gelenk::bench {

namespace {

namespace dd = dart::dynamics;

Eigen::Vector3d vec(const Triple& a) { return {a[0], a[1], a[2]}; }

dd::Inertia make_inertia(const Link& link) {
  const auto& I = link.inertia;
  Eigen::Matrix3d moment;
  moment << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
  return {link.mass, vec(link.com), moment};
}

class DartMechanism : public Mechanism {
 public:
  explicit DartMechanism(const Chain& chain) : skeleton_(dd::Skeleton::create()) {
    skeleton_->setGravity({0.0, -gravity, 0.0});
    dd::BodyNode* parent = nullptr;
    for (const Link& link : chain.links) {
      const auto pair = skeleton_->createJointAndBodyNodePair<dd::RevoluteJoint>(parent);
      Eigen::Isometry3d X_PF = Eigen::Isometry3d::Identity();
      X_PF.linear() = Eigen::AngleAxisd(link.turn_angle, vec(link.turn_axis)).toRotationMatrix();
      X_PF.translation() = vec(link.p_PF);
      pair.first->setTransformFromParentBodyNode(X_PF);
      pair.first->setAxis(link.about_x ? Eigen::Vector3d::UnitX() : Eigen::Vector3d::UnitZ());
      pair.second->setInertia(make_inertia(link));
      parent = pair.second;
    }
    skeleton_->setForces(Eigen::Map<const Eigen::VectorXd>(chain.tau.data(), chain.size()));
    q_.resize(chain.size());
    v_.resize(chain.size());
  }

  void eval(const State& state) override {
    q_ = Eigen::Map<const Eigen::VectorXd>(state.q.data(), q_.size());
    v_ = Eigen::Map<const Eigen::VectorXd>(state.v.data(), v_.size());
    skeleton_->setPositions(q_);
    skeleton_->setVelocities(v_);
    skeleton_->computeForwardDynamics();
  }
  void get_accelerations(double* vdot) const override {
    Eigen::Map<Eigen::VectorXd>(vdot, q_.size()) = skeleton_->getAccelerations();
  }

 private:
  dd::SkeletonPtr skeleton_;
  Eigen::VectorXd q_, v_;
};

class Dart : public Library {
 public:
  std::string name() const override { return "DART"; }
  std::string version() const override { return DART_VERSION; }
  std::string method() const override { return "O(n) recursion"; }
  bool can_build(const Chain& chain) const override {
    return chain.balls.empty() && chain.size() <= 1000;
  }
  double tolerance(const Chain&) const override { return recursion_tolerance; }
  std::unique_ptr<Mechanism> build(const Chain& chain) const override {
    return std::make_unique<DartMechanism>(chain);
  }
};

}  // namespace

}  // namespace gelenk::bench

GELENK_BENCH_LIBRARY(int index) {
  static const gelenk::bench::Dart dart;
  return index == 0 ? &dart : nullptr;
}
