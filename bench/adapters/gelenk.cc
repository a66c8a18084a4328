// Gelenk: the chain as Modelica text, read and arranged like any model. An evaluation is
// Formulation::eval_derivatives. A joint's torque is an element Gelenk.Forces.Torque of its own.
#include "adapters/gelenk.h"

#include <fmt/format.h>

#include <functional>
#include <stdexcept>
#include <unordered_map>

#include "elements/library.h"
#include "formulations/mixed/mixed.h"
#include "formulations/recursive/recursive.h"
#include "modelica/reader.h"
#include "topology/system.h"

namespace gelenk::bench {

namespace {

std::string vec(const Triple& a) { return fmt::format("{{{}, {}, {}}}", a[0], a[1], a[2]); }

std::string body_frame(int link) {
  return link < 0 ? "world.frame_b" : fmt::format("body{}.frame_a", link);
}

constexpr double degrees = 180.0 / 3.14159265358979323846;

std::string fill_in(std::string text, const Link& link, double tau, int i) {
  const std::pair<const char*, std::string> values[] = {
      {"%i", std::to_string(i)},
      {"%n", link.about_x ? "{1, 0, 0}" : "{0, 0, 1}"},
      {"%t", fmt::format("{}", tau)},
      {"%T", link.about_x ? vec({tau, 0, 0}) : vec({0, 0, tau})},
      {"%a", fmt::format("offset{}.frame_b", i)},
      {"%b", fmt::format("joint{}.frame_b", i)}};
  for (const auto& [name, value] : values) {
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += value.size())
      text.replace(at, 2, value);
  }
  return text;
}

void write_link(const Link& link, double tau, int i, const JointLoad& load, std::string& parts,
                std::string& connections) {
  parts += link.turn_angle == 0.0
               ? fmt::format("  Parts.FixedTranslation offset{}(r = {});\n", i, vec(link.p_PF))
               : fmt::format("  Parts.FixedRotation offset{}(r = {}, n = {}, angle = {});\n", i,
                             vec(link.p_PF), vec(link.turn_axis), link.turn_angle * degrees);
  parts += fill_in("  Joints.Revolute joint%i(n = %n" + (tau == 0.0 ? "" : load.joint) + ");\n",
                   link, tau, i);
  const auto& I = link.inertia;
  parts += fmt::format(
      "  Parts.Body body{}(m = {}, r_CM = {}, I_11 = {}, I_22 = {}, I_33 = {}, I_21 = {}, I_31 = "
      "{}, "
      "I_32 = {});\n",
      i, link.mass, vec(link.com), I[0], I[1], I[2], I[3], I[4], I[5]);
  connections += fmt::format(
      "  connect({0}, offset{1}.frame_a);\n"
      "  connect(offset{1}.frame_b, joint{1}.frame_a);\n"
      "  connect(joint{1}.frame_b, body{1}.frame_a);\n",
      body_frame(i - 1), i);
  if (tau == 0.0) return;
  parts += fill_in(load.parts, link, tau, i);
  connections += fill_in(load.connections, link, tau, i);
}

std::string write_model(const Chain& chain, const JointLoad& load) {
  std::string parts, connections;
  for (int i = 0; i < chain.size(); ++i) {
    write_link(chain.links[i], chain.tau[i], i, load, parts, connections);
  }
  for (std::size_t k = 0; k < chain.balls.size(); ++k) {
    const Ball& ball = chain.balls[k];
    parts += fmt::format(
        "  Parts.FixedTranslation base{0}(r = {1}), tip{0}(r = {2});\n"
        "  Joints.Spherical ball{0};\n",
        k, vec(ball.p_base), vec(ball.p_tip));
    connections += fmt::format(
        "  connect({1}, base{0}.frame_a);\n"
        "  connect({2}, tip{0}.frame_a);\n"
        "  connect(base{0}.frame_b, ball{0}.frame_a);\n"
        "  connect(tip{0}.frame_b, ball{0}.frame_b);\n",
        k, body_frame(ball.base), body_frame(ball.tip));
  }
  return fmt::format(
      "model Chain\n"
      "  import Modelica.Mechanics.MultiBody.{{Parts, Joints, Forces}};\n"
      "  import Modelica.Mechanics.Rotational;\n"
      "  inner Modelica.Mechanics.MultiBody.World world(g = {}, n = {{0, -1, 0}});\n"
      "{}equation\n{}end Chain;\n",
      gravity, parts, connections);
}

using MakeFormulation = std::function<std::unique_ptr<Formulation>(const System&)>;

class GelenkMechanism : public Mechanism {
 public:
  GelenkMechanism(const Chain& chain, const JointLoad& load,
                  const MakeFormulation& make_formulation)
      : model_(modelica::read_model_text("chain", write_model(chain, load), element_library())),
        system_(build_system(model_)),
        formulation_(make_formulation(system_)),
        q_(chain.size()),
        v_(chain.size()),
        qdot_(chain.size()),
        vdot_(chain.size()) {
    std::unordered_map<std::string, const JointEdge*> joints;
    for (const JointEdge& joint : system_.root->joints) joints[joint.name] = &joint;
    for (int i = 0; i < chain.size(); ++i) {
      const JointEdge* joint = joints.at("joint" + std::to_string(i));
      if (!joint->in_tree) throw std::runtime_error("a revolute joint closes a loop");
      place_.push_back(joint->v);
    }
  }

  void eval(const State& state) override {
    for (std::size_t i = 0; i < place_.size(); ++i) {
      q_[place_[i]] = state.q[i];
      v_[place_[i]] = state.v[i];
    }
    if (!formulation_->eval_derivatives(0.0, q_, v_, qdot_, vdot_)) {
      throw std::runtime_error(formulation_->failure());
    }
  }
  void get_accelerations(double* vdot) const override {
    for (std::size_t i = 0; i < place_.size(); ++i) vdot[i] = vdot_[place_[i]];
  }

 private:
  ModelTree model_;
  System system_;
  std::unique_ptr<Formulation> formulation_;
  std::vector<int> place_;  // of each link's angle in q and v
  Vector q_, v_, qdot_, vdot_;
};

class GelenkLibrary : public Library {
 public:
  GelenkLibrary(std::string formulation, std::string method, int largest_open, int largest_rings,
                MakeFormulation make_formulation)
      : formulation_(std::move(formulation)),
        method_(std::move(method)),
        largest_open_(largest_open),
        largest_rings_(largest_rings),
        make_formulation_(std::move(make_formulation)) {}

  std::string name() const override { return "Gelenk " + formulation_; }
  std::string version() const override { return "this checkout"; }
  std::string method() const override { return method_; }
  bool can_build(const Chain& chain) const override {
    return chain.size() <= (chain.balls.empty() ? largest_open_ : largest_rings_);
  }
  double tolerance(const Chain&) const override { return recursion_tolerance; }
  std::unique_ptr<Mechanism> build(const Chain& chain) const override {
    return std::make_unique<GelenkMechanism>(chain, torque_element(), make_formulation_);
  }

 private:
  std::string formulation_, method_;
  int largest_open_, largest_rings_;
  MakeFormulation make_formulation_;
};

}  // namespace

JointLoad torque_element() {
  return {"", "  Gelenk.Forces.Torque drive%i(torque = %T);\n",
          "  connect(%a, drive%i.frame_a);\n  connect(%b, drive%i.frame_b);\n"};
}

std::unique_ptr<Mechanism> build_gelenk_chain(const Chain& chain, const JointLoad& load) {
  return std::make_unique<GelenkMechanism>(chain, load, make_recursive_formulation);
}

// The first is the one that others are compared with.
std::vector<const Library*> gelenk_libraries() {
  static const GelenkLibrary recursive(
      "recursive", "relative coordinates, articulated bodies, loops where they close, O(n)", 10000,
      10000, make_recursive_formulation);
  static const GelenkLibrary mixed("mixed", "absolute coordinates, dense in a component, O(n³)",
                                   100, 100, make_mixed_formulation);
  return {&recursive, &mixed};
}

}  // namespace gelenk::bench
