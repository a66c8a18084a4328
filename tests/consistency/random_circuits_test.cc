// Random linear circuits as the standard library writes them, against nodal analysis: node voltages after a time from the matrix exponential.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>
#include <sstream>
#include <unsupported/Eigen/MatrixFunctions>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

// Nodes 1 … n and ground, which is 0. G v = i − C dv/dt, with C in nodes that have a capacitor to ground.
struct Circuit {
  int nodes = 0;
  Matrix G;
  Vector current, C, start;
  std::string text;

  // Voltages at a time t.
  Vector calc_voltages(double t) const {
    std::vector<int> fast, slow;
    for (int k = 0; k < nodes; ++k) (C[k] > 0 ? slow : fast).push_back(k);
    const Vector c = C(slow);
    Matrix G_slow = G(slow, slow), inner;
    Vector i_slow = current(slow), outer;
    if (!fast.empty()) {
      const Eigen::PartialPivLU<Matrix> G_fast(Matrix(G(fast, fast)));
      inner = G_fast.solve(Matrix(G(fast, slow)));
      outer = G_fast.solve(Vector(current(fast)));
      G_slow -= G(slow, fast) * inner;
      i_slow -= G(slow, fast) * outer;
    }
    // dv/dt = A v + b in the slow nodes
    const Matrix A = -(c.cwiseInverse().asDiagonal() * G_slow);
    const Vector rest = G_slow.lu().solve(i_slow);
    const Matrix decay = (A * t).exp();
    const Vector v_slow = rest + decay * (Vector(start(slow)) - rest);
    Vector v(nodes);
    v(slow) = v_slow;
    if (!fast.empty()) v(fast) = outer - inner * v_slow;
    return v;
  }
};

Circuit make_circuit(unsigned seed) {
  std::mt19937 random(seed);
  auto draw = [&](double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random);
  };
  auto pick = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
  Circuit c;
  c.nodes = 2 + pick(7);
  c.G = Matrix::Zero(c.nodes, c.nodes);
  c.current = c.C = c.start = Vector::Zero(c.nodes);
  std::ostringstream parts, connections;
  parts.precision(17);
  int count = 0;
  const auto pin = [](int node) {
    return node == 0 ? std::string("ground.p") : "node" + std::to_string(node) + ".p";
  };
  const auto connect = [&](const std::string& a, const std::string& b) {
    connections << "  connect(" << a << ", " << b << ");\n";
  };
  // A branch of conductance g with an ideal source of u in it, from a to b.
  const auto add_branch = [&](int a, int b) {
    const double R = draw(0.5, 5), u = pick(3) == 0 ? draw(-5, 5) : 0.0;
    const std::string r = "r" + std::to_string(++count);
    parts << "  Basic.Resistor " << r << "(R = " << R << ");\n";
    connect(pin(a), r + ".p");
    if (u == 0.0) {
      connect(r + ".n", pin(b));
    } else {
      parts << "  Sources.ConstantVoltage u" << count << "(V = " << u << ");\n";
      connect(r + ".n", "u" + std::to_string(count) + ".p");
      connect("u" + std::to_string(count) + ".n", pin(b));
    }
    // from a to b flows (v_a − v_b − u)/R
    const auto add = [&](int node, int other, double sign) {
      if (node == 0) return;
      c.G(node - 1, node - 1) += 1 / R;
      if (other != 0) c.G(node - 1, other - 1) -= 1 / R;
      c.current[node - 1] += sign * u / R;
    };
    add(a, b, 1.0);
    add(b, a, -1.0);
  };
  for (int k = 1; k <= c.nodes; ++k) {
    parts << "  Sources.ConstantCurrent node" << k << "(I = ";
    const double I = pick(3) == 0 ? draw(-2, 2) : 0.0;
    parts << I << ");\n";
    // The source drives its current from p to n through itself: out of the node.
    connect("node" + std::to_string(k) + ".n", "ground.p");
    c.current[k - 1] -= I;
    add_branch(k, pick(k));
    if (pick(2) == 0 || k == 1) {
      c.C[k - 1] = draw(0.05, 0.5);
      c.start[k - 1] = draw(-3, 3);
      parts << "  Basic.Capacitor c" << k << "(C = " << c.C[k - 1] << ", v(start = "
            << c.start[k - 1] << ", fixed = true));\n";
      connect("c" + std::to_string(k) + ".p", pin(k));
      connect("c" + std::to_string(k) + ".n", "ground.p");
    }
  }
  for (int extra = pick(c.nodes + 2); extra > 0; --extra) {
    const int a = 1 + pick(c.nodes), b = pick(c.nodes + 1);
    if (a != b) add_branch(a, b);
  }
  c.text =
      "model M\n  import Modelica.Electrical.Analog.{Basic, Sources};\n  Basic.Ground ground;\n" +
      parts.str() + "equation\n" + connections.str() + "end M;\n";
  return c;
}

TEST(RandomCircuits, HaveTheVoltagesOfNodalAnalysis) {
  constexpr double length = 0.7;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Circuit circuit = make_circuit(seed);
    TestModel test = TestModel::from_text(circuit.text);
    SimulationOptions options;
    options.stop_time = length;
    options.interval = length;
    options.rtol = 1e-9;
    const Series series = testing::simulate(test, options, "node*.p.v");
    ASSERT_EQ(series.result.status, RunStatus::done) << series.result.message << circuit.text;
    for (const double t : {0.0, length}) {
      const Vector v = circuit.calc_voltages(t);
      for (int k = 1; k <= circuit.nodes; ++k) {
        EXPECT_NEAR(series.at(t, "node" + std::to_string(k) + ".p.v"), v[k - 1], 1e-6)
            << circuit.text;
      }
    }
  }
}

}  // namespace
}  // namespace gelenk
