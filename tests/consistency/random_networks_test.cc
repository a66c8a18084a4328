// Random networks of rotors, gears, springs and dampers, on the axes of joints and beside them: native elements against
// the same parts as equations of a user's. Springs and dampers close rings; gears make trees, with one joint in each.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

const char* const user_classes = R"(
  connector F Real phi; flow Real tau; end F;
  model Rotor F a, b; parameter Real J; Real phi, w, acc;
  equation
    a.phi = phi; b.phi = phi; w = der(phi); acc = der(w); J*acc = a.tau + b.tau;
  end Rotor;
  model Gear F a, b; parameter Real ratio;
  equation
    a.phi = ratio*b.phi; 0 = ratio*a.tau + b.tau;
  end Gear;
  model Spring F a, b; parameter Real c, phi_rel0; Real d;
  equation
    d = b.phi - a.phi; b.tau = c*(d - phi_rel0); a.tau = -b.tau;
  end Spring;
  model Damper F a, b; parameter Real d; Real w;
  equation
    w = der(b.phi) - der(a.phi); b.tau = d*w; 0 = a.tau + b.tau;
  end Damper;
  model Fixed F a;
  equation
    a.phi = 0;
  end Fixed;
  model Axis "What is connected to f acts on the axis of a joint"
    F f; Modelica.Mechanics.Rotational.Interfaces.Flange_a axis;
  equation
    f.phi = axis.phi; axis.tau = -f.tau;
  end Axis;
)";

class RandomNetwork {
 public:
  explicit RandomNetwork(unsigned seed) : random_(seed) {
    joints_ = pick(3);
    rotors_ = 1 + pick(5);
    const int nodes = joints_ + rotors_;
    tree_.resize(nodes);
    std::iota(tree_.begin(), tree_.end(), 0);
    for (int i = pick(nodes + 1); i > 0; --i) add_gear(pick(nodes), pick(nodes));
    for (int i = 1 + pick(nodes + 2); i > 0; --i) {
      const int a = pick(nodes), b = pick(nodes + 1);  // nodes: the wall
      if (a == b) continue;
      softs_.push_back({a, b, pick(2) == 0, draw(1.0, 20.0), draw(-0.5, 0.5)});
    }
    for (int i = 0; i < nodes; ++i) {
      inertias_.push_back(draw(0.1, 2.0));
      angles_.push_back(draw(-1.0, 1.0));
      speeds_.push_back(draw(-1.0, 1.0));
      axes_.push_back(pick(3));
    }
  }

  std::string make_text(bool is_native) const {
    const std::string library = "Modelica.Mechanics.Rotational.Components.";
    const std::string parts = is_native ? library : "";
    const std::string a = is_native ? ".flange_a" : ".a", b = is_native ? ".flange_b" : ".b";
    std::string text = "model M\n", equations;
    if (!is_native) text += user_classes;
    text += "inner Modelica.Mechanics.MultiBody.World world;\n";
    text += parts + "Fixed wall;\n";
    const auto connect = [&](const std::string& from, const std::string& to) {
      equations += "connect(" + from + ", " + to + ");\n";
    };
    std::string before = "world.frame_b";
    for (int i = 0; i < joints_; ++i) {
      const char* const axes[] = {"{0, 0, 1}", "{0, 1, 0}", "{1, 1, 0}"};
      const std::string n = std::to_string(i);
      text += "Modelica.Mechanics.MultiBody.Joints.Revolute j" + n +
              "(useAxisFlange = true, n = " + axes[axes_[i]] + ", " + make_start(i) + ");\n";
      text += "Modelica.Mechanics.MultiBody.Parts.BodyBox body" + n +
              "(r = {0.5, 0, 0}, width = 0.1);\n";
      connect(before, "j" + n + ".frame_a");
      connect("j" + n + ".frame_b", "body" + n + ".frame_a");
      before = "body" + n + ".frame_b";
      if (is_native) continue;
      text += "Axis axis" + n + ";\n";
      connect("axis" + n + ".axis", "j" + n + ".axis");
    }
    for (int i = joints_; i < joints_ + rotors_; ++i)
      text += parts + (is_native ? "Inertia" : "Rotor") + " r" + std::to_string(i) +
              "(J = " + std::to_string(inertias_[i]) + ", " + make_start(i) + ");\n";
    const auto flange = [&](int node) {
      const std::string n = std::to_string(node);
      if (node == joints_ + rotors_) return std::string(is_native ? "wall.flange" : "wall.a");
      if (node >= joints_) return "r" + n + a;
      return is_native ? "j" + n + ".axis" : "axis" + n + ".f";
    };
    for (std::size_t k = 0; k < gears_.size(); ++k) {
      const std::string name = "g" + std::to_string(k);
      text += parts + (is_native ? "IdealGear " : "Gear ") + name +
              "(ratio = " + std::to_string(gears_[k].ratio) + ");\n";
      connect(flange(gears_[k].a), name + a);
      connect(name + b, flange(gears_[k].b));
    }
    for (std::size_t k = 0; k < softs_.size(); ++k) {
      const Soft& soft = softs_[k];
      const std::string name = "s" + std::to_string(k);
      text += parts + (soft.is_spring ? "Spring " + name + "(c = " + std::to_string(soft.c) +
                                            ", phi_rel0 = " + std::to_string(soft.phi_rel0)
                                      : "Damper " + name + "(d = " + std::to_string(soft.c / 10)) +
              ");\n";
      connect(flange(soft.a), name + a);
      connect(name + b, flange(soft.b));
    }
    return text + "equation\n" + equations + "end M;\n";
  }

  // Name of the part, and whether it is a joint.
  std::vector<std::pair<std::string, bool>> list_shafts() const {
    std::vector<std::pair<std::string, bool>> names;
    for (int i = 0; i < joints_ + rotors_; ++i)
      names.emplace_back((i < joints_ ? "j" : "r") + std::to_string(i), i < joints_);
    return names;
  }

 private:
  struct Gear {
    int a, b;
    double ratio;
  };
  struct Soft {
    int a, b;
    bool is_spring;
    double c, phi_rel0;
  };

  double draw(double low, double high) {
    return low + (high - low) * std::generate_canonical<double, 53>(random_);
  }
  int pick(int count) { return static_cast<int>(draw(0.0, count)) % count; }
  int find(int node) const {
    while (tree_[node] != node) node = tree_[node];
    return node;
  }
  // Joints come first and stay roots: the start of a tree is given at its root.
  void add_gear(int a, int b) {
    const int ra = find(a), rb = find(b);
    const double ratio = (pick(2) == 0 ? -1.0 : 1.0) * draw(0.3, 3.0);
    if (ra == rb || std::max(ra, rb) < joints_) return;
    gears_.push_back({a, b, ratio});
    tree_[std::max(ra, rb)] = std::min(ra, rb);
  }
  std::string make_start(int node) const {
    if (find(node) != node) return "phi(start = 0), w(start = 0)";
    return "phi(start = " + std::to_string(angles_[node]) +
           ", fixed = true), w(start = " + std::to_string(speeds_[node]) + ", fixed = true)";
  }

  std::mt19937 random_;
  int joints_ = 0, rotors_ = 0;
  std::vector<int> tree_;
  std::vector<Gear> gears_;
  std::vector<Soft> softs_;
  std::vector<double> inertias_, angles_, speeds_;
  std::vector<int> axes_;
};

Series run(const std::string& text, const testing::Make& make) {
  TestModel test = TestModel::from_text(text, make);
  SimulationOptions options;
  options.stop_time = 1.0;
  options.interval = 0.25;
  options.rtol = 1e-10;
  Series series = testing::simulate(test, options, "*");
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

constexpr double at_start = 1e-9;  // of accelerations, beside 1 + their size
constexpr double later = 1e-6;     // of all, at rtol 1e-10

TEST(RandomNetworks, EquationsOfTheUserMoveAsNativeElementsDo) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    const RandomNetwork network(seed);
    const Series native = run(network.make_text(true), make_recursive_formulation);
    const std::string text = network.make_text(false);
    const Series users[] = {run(text, make_recursive_formulation),
                            run(text, {testing::make_hierarchical, testing::by_model})};
    for (const Series& user : users) {
      for (const auto& [part, is_joint] : network.list_shafts()) {
        SCOPED_TRACE(part);
        const std::string a = part + (is_joint ? ".a" : ".acc");
        const double start = native.at(0.0, part + ".a");
        EXPECT_NEAR(user.at(0.0, a), start, at_start * (1.0 + std::abs(start)));
        for (double t : {0.25, 0.5, 1.0}) {
          for (const char* of : {".phi", ".w"}) {
            const double expected = native.at(t, part + of);
            EXPECT_NEAR(user.at(t, part + of), expected, later * (1.0 + std::abs(expected)));
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace gelenk
