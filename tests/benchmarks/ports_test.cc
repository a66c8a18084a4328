// Loads that equations give and that depend on accelerations of the very joints and frames they act on: rotors, friction that sticks, motion
// that is prescribed. Closed forms, and the same mechanisms with elements that are built in.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

const char* const classes = R"(
model Rotor
  parameter Real J = 1;
  Modelica.Mechanics.Rotational.Interfaces.Flange_a flange_a;
equation
  J*der(der(flange_a.phi)) = flange_a.tau;
end Rotor;
// One mass that moves with the sum of two displacements.
model Coupled
  parameter Real m = 1;
  Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a;
  Modelica.Mechanics.Translational.Interfaces.Flange_b flange_b;
  Real v;
equation
  v = der(flange_a.s) + der(flange_b.s);
  m*der(v) = flange_a.f;
  flange_b.f = flange_a.f;
end Coupled;
model Friction
  extends Modelica.Mechanics.Rotational.Interfaces.PartialFriction;
  Modelica.Mechanics.Rotational.Interfaces.Flange_a flange_a;
  parameter Real c = 3;
equation
  w_relfric = der(flange_a.phi);
  a_relfric = der(w_relfric);
  tau0 = c;
  tau0_max = c;
  free = false;
  flange_a.tau = if locked then sa
    else side*c;
end Friction;
// A motion that obeys a law of its own; what it takes is a result.
model Swinging
  Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a;
equation
  der(der(flange_a.s)) = -4*flange_a.s;
end Swinging;
model Water
  import Modelica.Mechanics.MultiBody.Frames;
  parameter Real m = 3;
  Modelica.Mechanics.MultiBody.Interfaces.Frame_b frame_b;
  Real v[3] = der(frame_b.r_0);
equation
  frame_b.f = m*Frames.resolve2(frame_b.R, der(v));
  frame_b.t = zeros(3);
end Water;
)";

class Ports : public ::testing::TestWithParam<testing::NamedFormulation> {
 protected:
  Series run(const std::string& body, double stop, const std::string& signals,
             double tolerance = 1e-9) {
    TestModel test = TestModel::from_text(
        std::string(classes) +
            "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
            "  import Modelica.Mechanics.{Rotational, Translational};\n"
            "  inner Modelica.Mechanics.MultiBody.World world(g = 10);\n" +
            body + "end M;\n",
        GetParam().make);
    SimulationOptions options;
    options.stop_time = stop;
    options.interval = stop / 20;
    options.rtol = tolerance;
    Series series = testing::simulate(test, options, signals);
    EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
    return series;
  }
};

// `mixed` refuses what reads accelerations.
std::vector<testing::NamedFormulation> with_outcomes() {
  std::vector<testing::NamedFormulation> list;
  for (const auto& formulation : testing::all_formulations) {
    if (std::string(formulation.name) != "mixed") list.push_back(formulation);
  }
  return list;
}

INSTANTIATE_TEST_SUITE_P(All, Ports, ::testing::ValuesIn(with_outcomes()),
                         [](const auto& one) { return std::string(one.param.name); });

const std::string two_rails =
    "  Joints.Prismatic x(n = {1, 0, 0}, useAxisFlange = true, s(start = 1, fixed = true), "
    "v(start = 0, fixed = true));\n"
    "  Joints.Prismatic z(n = {0, 0, 1}, useAxisFlange = true, s(start = 0, fixed = true), "
    "v(start = 0, fixed = true));\n"
    "  Parts.Body a(m = 2, r_CM = {0, 0, 0}), b(m = 3, r_CM = {0, 0, 0});\n"
    "  Gelenk.Forces.WorldForce pull(force = {10, 0, 4});\n";
const std::string on_rails =
    "  connect(world.frame_b, x.frame_a);\n  connect(x.frame_b, a.frame_a);\n"
    "  connect(world.frame_b, z.frame_a);\n  connect(z.frame_b, b.frame_a);\n"
    "  connect(pull.frame_b, a.frame_a);\n";

// (2 + 1) a_x + a_z = 10 − 1·0, a_x + (3 + 1) a_z = 0: one equation ties the accelerations of two joints.
TEST_P(Ports, AMassMayMoveWithTwoJoints) {
  const Series s = run(two_rails + "  Coupled c(m = 1);\nequation\n" + on_rails +
                           "  connect(c.flange_a, x.axis);\n  connect(c.flange_b, z.axis);\n",
                       1, "x.a,z.a,x.s,z.s");
  EXPECT_NEAR(s.last("x.a"), 40.0 / 11, 1e-12);
  EXPECT_NEAR(s.last("z.a"), -10.0 / 11, 1e-12);
  EXPECT_NEAR(s.last("x.s"), 1 + 20.0 / 11, 1e-9);
  EXPECT_NEAR(s.last("z.s"), -5.0 / 11, 1e-9);
}

// The axis does what the equation says, and the load is what that takes: 10 + f = −4 m s.
TEST_P(Ports, AnAccelerationMayBeGiven) {
  const Series s = run(two_rails + "  Swinging c;\nequation\n" + on_rails +
                           "  connect(c.flange_a, x.axis);\n",
                       2, "x.s,x.v,c.flange_a.f,z.s");
  EXPECT_NEAR(s.last("x.s"), std::cos(4), 1e-8);
  EXPECT_NEAR(s.last("x.v"), -2 * std::sin(4), 1e-8);
  EXPECT_NEAR(-s.last("c.flange_a.f"), -10 - 8 * std::cos(4), 1e-7);
  EXPECT_EQ(s.last("z.s"), 0);
}

TEST_P(Ports, AFrameMayCarryAMassByEquations) {
  const Series s = run(two_rails + "  Water w(m = 3);\nequation\n" + on_rails +
                           "  connect(w.frame_b, a.frame_a);\n",
                       1, "x.s,x.a");
  EXPECT_NEAR(s.last("x.a"), 2, 1e-12);
  EXPECT_NEAR(s.last("x.s"), 2, 1e-9);
}

const std::string turntable =
    "  Joints.Revolute hinge(n = {0, 1, 0}, useAxisFlange = true, phi(start = 0, fixed = true), "
    "w(start = 0, fixed = true));\n"
    "  Parts.Body table(m = 1, r_CM = {0, 0, 0}, I_11 = 1, I_22 = 2, I_33 = 1.5);\n"
    "  Rotational.Sources.Torque motor(tau = time);\n";
const std::string standing =
    "  connect(world.frame_b, hinge.frame_a);\n  connect(hinge.frame_b, table.frame_a);\n"
    "  connect(motor.flange, hinge.axis);\n";

// Held by up to 3 N.m it breaks away at t = 3; then a = (t − 3)/2.
TEST_P(Ports, FrictionByEquationsSticksOnAJoint) {
  const Series s = run(turntable + "  Friction rub(c = 3);\nequation\n" + standing +
                           "  connect(rub.flange_a, hinge.axis);\n",
                       5, "hinge.phi,hinge.w,rub.flange_a.tau");
  const double held = 2.5;
  EXPECT_NEAR(s.at(held, "hinge.phi"), 0, 1e-15);
  EXPECT_NEAR(s.at(held, "hinge.w"), 0, 1e-15);
  EXPECT_NEAR(s.at(held, "rub.flange_a.tau"), 2.5, 1e-12);
  EXPECT_NEAR(s.last("hinge.phi"), 8.0 / 12, 1e-7);
  EXPECT_NEAR(s.last("hinge.w"), 1, 1e-7);
  EXPECT_NEAR(s.last("rub.flange_a.tau"), 3, 1e-9);
}

// Between them they hold 5 N.m: how they share what they hold is open, what they hold is not.
TEST_P(Ports, TwoFrictionsMayHoldOneJoint) {
  const Series s = run(turntable + "  Friction rub(c = 3), too(c = 2);\nequation\n" + standing +
                           "  connect(rub.flange_a, hinge.axis);\n  connect(too.flange_a, hinge.axis);\n",
                       4, "hinge.phi,rub.flange_a.tau,too.flange_a.tau");
  EXPECT_NEAR(s.last("hinge.phi"), 0, 1e-12);
  EXPECT_NEAR(s.last("rub.flange_a.tau") + s.last("too.flange_a.tau"), 4, 1e-9);
}

// Chains and four-bars whose joints carry rotors, once by equations and once as elements.
class Rotors : public Ports {
 protected:
  static std::string make_model(unsigned seed, bool by_equations) {
    std::mt19937 random(seed);
    auto draw = [&](double from, double to) {
      return std::uniform_real_distribution<double>(from, to)(random);
    };
    const int count = 2 + static_cast<int>(random() % 4);
    const bool is_closed = seed % 2 == 0;
    std::ostringstream parts, connections;
    parts.precision(17);
    std::string end = "world.frame_b";
    const auto add_joint = [&](int i, double phi, bool is_fixed) {
      parts << "  Joints.Revolute j" << i << "(n = {0, 0, 1}, useAxisFlange = true, phi(start = "
            << phi << (is_fixed ? ", fixed = true), w(start = 0.3, fixed = true));\n" : "));\n");
      const double J = draw(0.1, 2), torque = draw(-1, 1);
      parts << (by_equations ? "  Rotor" : "  Rotational.Components.Inertia") << " r" << i
            << "(J = " << J << ");\n  Rotational.Sources.Torque t" << i << "(tau = " << torque
            << "*cos(2*time));\n";
      connections << "  connect(r" << i << ".flange_a, j" << i << ".axis);\n  connect(t" << i
                  << ".flange, j" << i << ".axis);\n";
    };
    const auto add_link = [&](int i, double length) {
      parts << "  Parts.FixedTranslation l" << i << "(r = {" << length << ", 0, 0});\n  Parts.Body b"
            << i << "(m = " << draw(0.5, 2) << ", r_CM = {" << draw(-0.2, 0.2)
            << ", 0.05, 0}, I_33 = " << draw(0.05, 0.2) << ");\n";
      connections << "  connect(" << end << ", j" << i << ".frame_a);\n  connect(j" << i
                  << ".frame_b, l" << i << ".frame_a);\n  connect(l" << i << ".frame_b, b" << i
                  << ".frame_a);\n";
      end = "l" + std::to_string(i) + ".frame_b";
    };
    if (is_closed) {
      const double lengths[] = {0.4, 1.0, 0.8};
      const double angles[] = {1.2, -0.9, -1.5};
      for (int i = 0; i < 3; ++i) {
        add_joint(i, angles[i], i == 0);
        add_link(i, lengths[i]);
      }
      parts << "  Parts.FixedTranslation frame(r = {0.9, 0, 0});\n"
               "  Joints.Revolute last(n = {0, 0, 1});\n";
      connections << "  connect(world.frame_b, frame.frame_a);\n  connect(frame.frame_b, "
                     "last.frame_a);\n  connect(last.frame_b, "
                  << end << ");\n";
    } else {
      for (int i = 0; i < count; ++i) {
        add_joint(i, draw(-1, 1), true);
        add_link(i, draw(0.3, 1));
      }
    }
    return parts.str() + "equation\n" + connections.str();
  }
};

INSTANTIATE_TEST_SUITE_P(All, Rotors, ::testing::ValuesIn(with_outcomes()),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(Rotors, ByEquationsDoWhatElementsDo) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Series by_equations =
        run(make_model(seed, true), 1, "j0.phi,j0.w,j0.a,j1.phi,j1.a", 1e-10);
    const Series built_in = run(make_model(seed, false), 1, "j0.phi,j0.w,j0.a,j1.phi,j1.a", 1e-10);
    for (const char* a : {"j0.a", "j1.a"}) {
      const double expected = built_in.at(0, a);
      EXPECT_NEAR(by_equations.at(0, a), expected, 1e-9 * (1 + std::abs(expected))) << a;
    }
    for (const char* x : {"j0.phi", "j0.w", "j1.phi"})
      EXPECT_NEAR(by_equations.last(x), built_in.last(x), 1e-6) << x;
  }
}

}  // namespace
}  // namespace gelenk
