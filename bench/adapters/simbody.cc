// Simbody: a pin joint turns about z of its frames, so frames on parent and body are turned where the
// axis is x. An evaluation is realize(Stage::Acceleration), which its integrators call.
#include <Simbody.h>
#include <simbody/internal/common.h>

#include "library.h"

namespace gelenk::bench {

namespace {

SimTK::Vec3 vec(const Triple& a) { return {a[0], a[1], a[2]}; }

SimTK::MassProperties make_mass(const Link& link) {
  const auto& I = link.inertia;
  const SimTK::Vec3 com = vec(link.com);
  const SimTK::Inertia central(I[0], I[1], I[2], I[3], I[4], I[5]);
  return {link.mass, com, central.shiftFromMassCenter(com, link.mass)};
}

class SimbodyMechanism : public Mechanism {
 public:
  explicit SimbodyMechanism(const Chain& chain)
      : matter_(system_),
        forces_(system_),
        gravity_(forces_, matter_, -SimTK::YAxis, gravity),
        drives_(forces_, matter_) {
    for (const Link& link : chain.links) add_link(link);
    for (const Ball& ball : chain.balls) {
      SimTK::Constraint::Ball(find_body(ball.base), vec(ball.p_base), find_body(ball.tip),
                              vec(ball.p_tip));
    }
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
    drives_.setAllMobilityForces(state_, SimTK::Vector(chain.size(), chain.tau.data()));
  }

  void eval(const State& state) override {
    SimTK::Vector& q = state_.updQ();
    SimTK::Vector& u = state_.updU();
    for (int i = 0; i < q.size(); ++i) {
      q[i] = state.q[i];
      u[i] = state.v[i];
    }
    system_.realize(state_, SimTK::Stage::Acceleration);
  }
  void get_accelerations(double* vdot) const override {
    const SimTK::Vector& udot = state_.getUDot();
    for (int i = 0; i < udot.size(); ++i) vdot[i] = udot[i];
  }

 private:
  SimTK::MobilizedBody& find_body(int link) {
    return matter_.updMobilizedBody(SimTK::MobilizedBodyIndex(link + 1));
  }
  void add_link(const Link& link) {
    SimTK::MobilizedBody& parent = find_body(matter_.getNumBodies() - 2);
    const SimTK::Rotation z_to_axis =
        link.about_x ? SimTK::Rotation(SimTK::Pi / 2, SimTK::YAxis) : SimTK::Rotation();
    const SimTK::Rotation turn(link.turn_angle, SimTK::UnitVec3(vec(link.turn_axis)));
    SimTK::MobilizedBody::Pin(parent, SimTK::Transform(turn * z_to_axis, vec(link.p_PF)),
                              SimTK::Body::Rigid(make_mass(link)), SimTK::Transform(z_to_axis));
  }

  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::Gravity gravity_;
  SimTK::Force::DiscreteForces drives_;
  SimTK::State state_;
};

class Simbody : public Library {
 public:
  std::string name() const override { return "Simbody"; }
  std::string version() const override {
    int major, minor, build;
    SimTK_version_simbody(&major, &minor, &build);
    return std::to_string(major) + "." + std::to_string(minor);
  }
  std::string method() const override { return "O(n) recursion; loops by a dense factorisation"; }
  bool can_build(const Chain& chain) const override { return chain.size() <= 1000; }
  double tolerance(const Chain&) const override { return recursion_tolerance; }
  std::unique_ptr<Mechanism> build(const Chain& chain) const override {
    return std::make_unique<SimbodyMechanism>(chain);
  }
};

}  // namespace

}  // namespace gelenk::bench

GELENK_BENCH_LIBRARY(int index) {
  static const gelenk::bench::Simbody simbody;
  return index == 0 ? &simbody : nullptr;
}
