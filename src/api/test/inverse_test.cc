// Inverse dynamics against closed forms: an open chain of published data, a pendulum, loops by virtual power; over- and under-actuation, friction,
// drives of the model, samples.
#include "gelenk/inverse.h"

#include <gtest/gtest.h>

#include <cmath>

#include "api/test/experiment_models.h"
#include "gelenk/kinematics.h"

namespace gelenk {
namespace {

using Numbers = std::vector<double>;

const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";

Numbers get(const InverseAnswer& answer, const std::string& name) {
  for (std::size_t c = 0; c < answer.columns.size(); ++c) {
    if (answer.columns[c].name == name) return answer.values[c];
  }
  ADD_FAILURE() << "no column " << name;
  return Numbers(answer.time.size(), 0.0);
}

std::string what_of(Experiment& experiment, const InverseOptions& options) {
  try {
    inverse(experiment, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// Data of M. Otter, S. Türk, as the model has them; torques in 50 digits by virtual power, Σ m (a − g)·∂v/∂w + (I α + w × I w)·∂ω/∂w over the links,
// at angles start + (1 − cos(W t)) A.
TEST(Inverse, ManutecRobotHasTheTorquesOfVirtualPower) {
  Experiment robot(Model::from_file(examples + "dymola/Manutec.mo", "Robot"));
  robot.start();
  const char* const A[] = {"0.8", "-0.5", "0.6", "0.4", "0.9", "-0.7"};
  const char* const W[] = {"2", "3", "1.5", "4", "2.5", "5"};
  const char* const degrees[] = {"-60", "20", "90", "0", "-110", "0"};
  InverseOptions still, moving;
  for (int i = 0; i < 6; ++i) {
    const std::string name = "r" + std::to_string(i + 1) + ".phi",
                      start = std::string(degrees[i]) + "*pi/180";
    still.motion.laws.emplace_back(name, start);
    moving.motion.laws.emplace_back(name, start + " + (1 - cos(" + W[i] + "*time))*(" + A[i] + ")");
  }
  still.motion.t_end = 0.0;
  const double at_rest[] = {
      0, -460.57344766720677346, -256.40006829658200644, 14.058036530112385903, -14.96025, 0};
  const InverseAnswer statics = inverse(robot, still);
  ASSERT_TRUE(statics.succeeded()) << statics.message;
  ASSERT_EQ(statics.time.size(), 1u);
  EXPECT_EQ(statics.degrees_of_freedom, 6);
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(statics.values[i][0], at_rest[i], 461e-12) << i;

  moving.motion.t_end = 1.2;
  moving.motion.interval = 0.05;
  const double at_0[] = {182.18481685541773087, -709.48589795282772061, -335.34388256441891791,
                         28.935703685929874515, -16.909422627416065068, -0.36858103912936051811};
  const double at_7[] = {94.962814889157852084,  -426.75856049874421696, -238.33466013281943999,
                         -34.724327249281522773, -18.721610905865095519, 12.086283230805275796};
  const double at_24[] = {-89.357900979336440619, 167.99956256567308627,  -232.33619898477782251,
                          10.633570618997504605,  -48.203510557069465265, 10.207669025564089692};
  const InverseAnswer dynamics = inverse(robot, moving);
  ASSERT_TRUE(dynamics.succeeded()) << dynamics.message;
  ASSERT_EQ(dynamics.time.size(), 25u);
  EXPECT_EQ(dynamics.efforts[1].name, "force(r2.phi)");
  EXPECT_EQ(dynamics.efforts[1].unit, "N.m");
  EXPECT_LT(dynamics.largest_miss, 1e-10);
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(dynamics.values[i][0], at_0[i], 710e-12) << i;
    EXPECT_NEAR(dynamics.values[i][7], at_7[i], 710e-12) << i;
    EXPECT_NEAR(dynamics.values[i][24], at_24[i], 710e-12) << i;
  }
}

// τ = (I + m l²/4) φ̈ + m g l/2 cos φ, and the hinge carries what the rod's mass centre needs.
TEST(Inverse, PendulumFollowsItsLaw) {
  Experiment e(Model::from_text(pendulum, "", {{"world.g", "9.81"}}));
  e.start();
  InverseOptions o;
  o.motion.laws = {{"hinge.phi", "0.3 + 0.5*sin(2*time)"}};
  o.motion.t_end = 1.0;
  o.motion.interval = 0.1;
  o.signals = "hinge.frame_a.f[1], hinge.frame_a.f[2], hinge.tau";
  const InverseAnswer answer = inverse(e, o);
  ASSERT_TRUE(answer.succeeded()) << answer.message;
  double peak = 0.0;
  for (std::size_t k = 0; k < answer.time.size(); ++k) {
    const double t = answer.time[k], phi = 0.3 + 0.5 * std::sin(2 * t), w = std::cos(2 * t),
                 a = -2 * std::sin(2 * t), m = 2, r = 0.25, g = 9.81;
    const double tau = (0.05 + m * r * r) * a + m * g * r * std::cos(phi);
    EXPECT_NEAR(answer.values[0][k], tau, 1e-12);
    peak = std::max(peak, std::abs(tau));
    // frame_a of the hinge stands in the world: what goes in there holds the rod.
    const double fx = m * r * (-a * std::sin(phi) - w * w * std::cos(phi)),
                 fy = m * (r * (a * std::cos(phi) - w * w * std::sin(phi)) + g);
    EXPECT_NEAR(get(answer, "hinge.frame_a.f[1]")[k], fx, 1e-11);
    EXPECT_NEAR(get(answer, "hinge.frame_a.f[2]")[k], fy, 1e-11);
    EXPECT_NEAR(get(answer, "hinge.tau")[k], tau, 1e-11);
  }
  EXPECT_NEAR(std::abs(answer.efforts[0].peak), peak, 1e-12);
  // The experiment stays where it was.
  EXPECT_EQ(e.time(), 0.0);
  EXPECT_EQ(e.q()[0], 0.3);
}

// V = g sin φ l (m_crank + m_rod)/2: whichever joint has the actuator, force · rate = V′(φ).
TEST(Inverse, AnyJointOfALoopMayBeActuated) {
  Experiment e(Model::from_file(examples + "SliderCrank.mo"));
  e.start();
  const double phi = 1.0, slope = 9.81 * 0.3 * 1.5 * std::cos(phi), l = 0.3, L = 0.9,
               root = std::sqrt(L * L - l * l * std::sin(phi) * std::sin(phi));
  const double beta = -l * std::cos(phi) / root;  // rate of the rod's angle against the axis
  const std::pair<const char*, double> rates[] = {
      {"crankJoint.phi", 1.0},
      {"crankPin.phi", beta - 1.0},
      {"pistonPin.phi", -beta},
      {"cylinder.s", -l * std::sin(phi) - l * l * std::sin(phi) * std::cos(phi) / root}};
  InverseOptions o;
  o.motion.laws = {{"crankJoint.phi", "1"}};
  o.motion.t_end = 0.0;
  double squares = 0.0;
  for (const auto& [name, rate] : rates) {
    o.actuators = name;
    const InverseAnswer answer = inverse(e, o);
    ASSERT_TRUE(answer.succeeded()) << answer.message;
    EXPECT_EQ(answer.surplus, 0);
    EXPECT_NEAR(answer.values[0][0] * rate, slope, 1e-11) << name;
    squares += rate * rate;
  }
  // Least norm: along the row of the rates.
  o.actuators = "*";
  const InverseAnswer all = inverse(e, o);
  EXPECT_EQ(all.surplus, 3);
  ASSERT_EQ(all.notes.size(), 1u);
  EXPECT_EQ(
      all.notes[0],
      "4 actuators for 1 degree of freedom: of all efforts that give this motion these are the "
      "least, by the sum of their squares.");
  for (const auto& [name, rate] : rates) {
    EXPECT_NEAR(get(all, std::string("force(") + name + ")")[0], slope * rate / squares, 1e-11)
        << name;
  }
}

// Led by the piston, with speeds: efforts · speeds is the change of energy.
TEST(Inverse, PowerIsTheChangeOfEnergy) {
  Experiment e(Model::from_file(examples + "SliderCrank.mo"));
  e.start();
  InverseOptions o;
  o.motion.laws = {{"cylinder.s", "0.95 + 0.15*cos(3*time)"}};
  o.motion.t_end = 0.7;
  o.motion.interval = 1e-3;
  o.actuators = "crankJoint.phi";
  o.signals = "gelenk.energy.total, crankJoint.w";
  const InverseAnswer answer = inverse(e, o);
  ASSERT_TRUE(answer.succeeded()) << answer.message;
  const Numbers force = answer.values[0], energy = get(answer, "gelenk.energy.total"),
                w = get(answer, "crankJoint.w");
  double work = 0.0;  // Simpson
  const std::size_t n = answer.time.size() - 1;
  ASSERT_EQ(n % 2, 0u);
  for (std::size_t k = 0; k <= n; ++k) {
    const double weight = k == 0 || k == n ? 1 : k % 2 == 1 ? 4 : 2;
    work += weight * force[k] * w[k] * 1e-3 / 3;
  }
  EXPECT_NEAR(work, energy.back() - energy.front(), 1e-8);
  EXPECT_LT(answer.largest_miss, 1e-10);
}

const char* const cart = R"(
  model Cart
    import Modelica.Mechanics.MultiBody.*;
    inner World world(g = 10);
    Joints.Prismatic rail;
    Parts.Body carriage(m = 2, r_CM = {0, 0, 0});
    Joints.Revolute hinge(phi(start = -1.2));
    Parts.Body bob(m = 1, r_CM = {0.5, 0, 0});
  equation
    connect(world.frame_b, rail.frame_a);
    connect(rail.frame_b, carriage.frame_a);
    connect(rail.frame_b, hinge.frame_a);
    connect(hinge.frame_b, bob.frame_a);
  end Cart;
)";

TEST(Inverse, UnderactuationIsRefusedWithTheReason) {
  Experiment e(Model::from_text(cart));
  e.start();
  InverseOptions o;
  o.motion.laws = {{"rail.s", "time^2"}, {"hinge.phi", "-1.2"}};
  o.motion.t_end = 0.1;
  o.actuators = "rail.s";
  EXPECT_EQ(
      what_of(e, o),
      "error: 1 actuator cannot give the motion: nothing drives 1 of 2 degrees of freedom, the "
      "motion of 'hinge.phi' [underactuated]\n"
      "  hint: give 'hinge.phi' an actuator (--actuators), or simulate the mechanism");
  // What the motion does not name is held, which takes m l (g cos φ − a sin φ) with a = 2.
  o.motion.laws.pop_back();
  o.actuators = "";
  const InverseAnswer held = inverse(e, o);
  ASSERT_EQ(held.held, std::vector<std::string>{"hinge.phi"});
  EXPECT_NEAR(get(held, "force(rail.s)")[0], 3 * 2, 1e-12);
  EXPECT_NEAR(get(held, "force(hinge.phi)")[0], 0.5 * (10 * std::cos(1.2) + 2 * std::sin(1.2)),
              1e-12);
}

TEST(Inverse, BadMotionsAndActuatorsAreSentences) {
  Experiment e(Model::from_text(cart));
  e.start();
  InverseOptions o;
  o.motion.laws = {{"rail.x", "0"}};
  EXPECT_EQ(what_of(e, o).find("error: --motion: there is no position 'rail.x' [option]"), 0u);
  o.motion.laws = {{"rail.v", "0"}};
  EXPECT_EQ(
      what_of(e, o),
      "error: --motion: 'rail.v' is a signal, but no position [option]\n  hint: name coordinates "
      "of "
      "joints ('hinge.phi'), positions of flanges, or points of frames ('arm.frame_b.r_0[1]')");
  o.motion.laws = {{"rail.s", "0"}, {"rail.s", "1"}};
  EXPECT_EQ(
      what_of(e, o),
      "error: --motion: 'rail.s' is given twice [option]\n  hint: give each position one law");
  o.motion.laws = {{"rail.s", "2*tim"}};
  EXPECT_EQ(what_of(e, o).find("error: --motion rail.s: '2*tim' is no law of time: "), 0u)
      << what_of(e, o);
  o.motion.laws = {{"rail.s", "1; Real b = 2"}};
  EXPECT_EQ(what_of(e, o).find("error: --motion rail.s: '1; Real b = 2' is no law of time: "), 0u)
      << what_of(e, o);
  o.motion.laws = {{"rail.s", "sqrt(time)"}};
  EXPECT_EQ(what_of(e, o),
            "error: --motion: the law of 'rail.s' or one of its derivatives is not finite at 0 s "
            "[option]\n"
            "  hint: choose a law that is smooth there, or other instants");
  o.motion.laws = {{"rail.s", "time"}};
  o.motion.t_end = -1.0;
  EXPECT_EQ(what_of(e, o),
            "error: the motion would end at -1 s, before it starts at 0 s [option]\n  hint: give "
            "--t-end a "
            "later time");
  o.motion.t_end = 1.0;
  o.motion.interval = 0.0;
  EXPECT_EQ(
      what_of(e, o),
      "error: instants cannot be 0 s apart from 0 s to 1 s [option]\n  hint: give --interval a "
      "positive number of seconds, for at most a million instants");
  o.motion.interval.reset();
  o.actuators = "hing.*";
  EXPECT_EQ(
      what_of(e, o).find("error: --actuators: no coordinate of a joint matches 'hing.*' [option]"),
      0u);
  o.actuators = "";
  o.motion = {};
  o.motion.time = {0, 1};
  o.motion.columns = {{"rail.s", {0}}};
  EXPECT_EQ(what_of(e, o),
            "error: 'rail.s' has 1 numbers for 2 instants [option]\n  hint: give one for each");
  o.motion.columns = {{"rail.s", {0, NAN}}};
  EXPECT_EQ(what_of(e, o),
            "error: the motion: 'rail.s' is not finite at 1 s [option]\n  hint: give numbers");
  o.motion.columns = {{"other", {0, 1}}};
  EXPECT_EQ(
      what_of(e, o).find("error: the motion has no column with a position of this model [option]"),
      0u);
  o.motion.time = {1, 0};
  EXPECT_EQ(what_of(e, o),
            "error: the motion: the time falls from 1 s to 0 s [option]\n  hint: put the rows in "
            "the order "
            "of time");
}

// A run under a known torque, sampled; what was applied comes back.
TEST(Inverse, SamplesOfARunGiveBackItsTorque) {
  const std::string driven = R"(
    model Driven
      import Modelica.Mechanics.MultiBody.*;
      inner World world(n = {0, 0, -1});
      Joints.Revolute a(n = {0, 1, 0}, useAxisFlange = true, phi(start = 0.4));
      Joints.Revolute b(n = {0, 1, 0});
      Joints.Revolute c(n = {0, 1, 0});
      Joints.Revolute d(n = {0, 1, 0});
      Parts.BodyShape crank(r = {0, 0, 0.3}, r_CM = {0, 0, 0.15}, m = 1, I_22 = 0.01);
      Parts.BodyShape coupler(r = {0.8, 0, 0}, r_CM = {0.4, 0, 0}, m = 2, I_22 = 0.1);
      Parts.BodyShape rocker(r = {0, 0, -0.5}, r_CM = {0, 0, -0.25}, m = 1.5, I_22 = 0.03);
      Parts.Fixed ground(r = {0.7, 0, 0});
      Modelica.Mechanics.Rotational.Sources.Torque motor(tau = 3*sin(4*time) - 5);
    equation
      connect(world.frame_b, a.frame_a);
      connect(a.frame_b, crank.frame_a);
      connect(crank.frame_b, b.frame_a);
      connect(b.frame_b, coupler.frame_a);
      connect(coupler.frame_b, c.frame_a);
      connect(c.frame_b, rocker.frame_a);
      connect(rocker.frame_b, d.frame_a);
      connect(d.frame_b, ground.frame_b);
      connect(motor.flange, a.axis);
    end Driven;
  )";
  ExperimentOptions tight;
  tight.rtol = 1e-11;
  Experiment moved(Model::from_text(driven), tight);
  SimulateOptions sampling;
  sampling.t_end = 0.5;
  sampling.interval = 0.002;
  sampling.signals = "a.phi, a.w, a.a, c.phi, gelenk.energy.total";
  const Results run = moved.simulate(sampling);
  ASSERT_TRUE(run.succeeded()) << run.summary().message;
  Experiment e(Model::from_text(driven, "", {{"motor.tau", "0"}}));
  e.start();
  const auto copy = [&](const char* name) { return Numbers(run[name].begin(), run[name].end()); };
  InverseOptions o;
  o.motion.time = Numbers(run.time().begin(), run.time().end());
  // Of all but so many instants at both ends.
  const auto largest_error = [&](const InverseAnswer& answer, std::size_t left_out) {
    double largest = 0.0;
    for (std::size_t k = left_out; k + left_out < answer.time.size(); ++k) {
      largest =
          std::max(largest, std::abs(answer.values[0][k] - (3 * std::sin(4 * answer.time[k]) - 5)));
    }
    return largest;
  };
  o.motion.columns = {{"a.phi", copy("a.phi")}, {"a.w", copy("a.w")}, {"a.a", copy("a.a")}};
  EXPECT_LT(largest_error(inverse(e, o), 0), 1e-8);
  // From positions alone by the curve through them, whose ends are known from one side only; the other joint follows, and the energy is no
  // motion.
  o.motion.columns = {{"a.phi", copy("a.phi")},
                      {"c.phi", copy("c.phi")},
                      {"gelenk.energy.total", copy("gelenk.energy.total")}};
  const InverseAnswer sampled = inverse(e, o);
  EXPECT_LT(largest_error(sampled, 5), 1e-5);
  EXPECT_LT(largest_error(sampled, 0), 1e-3);
  EXPECT_EQ(sampled.leading, std::vector<std::string>{"a.phi"});
  EXPECT_EQ(sampled.following, std::vector<std::string>{"c.phi"});
  ASSERT_EQ(sampled.notes.size(), 2u);
  EXPECT_EQ(sampled.notes[0],
            "Columns that are no motion of a joint, and were not used: gelenk.energy.total.");
  EXPECT_EQ(sampled.notes[1].find("Given, and following from the other columns: c.phi; the largest "
                                  "difference is "),
            0u)
      << sampled.notes[1];
  // Samples that contradict the loops.
  for (double& x : o.motion.columns[1].second) x += 0.01;
  EXPECT_EQ(what_of(e, o).find("error: the motion contradicts itself: at 0 s 'c.phi' is given as "),
            0u);
}

// τ = I φ̈ + friction against the motion; at rest friction is not determined, and left out.
TEST(Inverse, FrictionOpposesTheMotion) {
  Experiment e(Model::from_text(R"(
    model Rubbing
      Modelica.Mechanics.Rotational.Components.Inertia wheel(J = 2);
      Modelica.Mechanics.Rotational.Components.BearingFriction bearing(tau_pos = [0, 3; 10, 8], peak = 2);
      Modelica.Mechanics.Rotational.Components.Fixed fixed;
    equation
      connect(wheel.flange_b, bearing.flange_a);
    end Rubbing;
  )"));
  e.start();
  InverseOptions o;
  o.motion.laws = {{"wheel.flange_a.phi", "sin(time)"}};
  o.motion.t_end = 6.0;
  o.motion.interval = 0.25;
  const InverseAnswer answer = inverse(e, o);
  ASSERT_TRUE(answer.succeeded()) << answer.message;
  for (std::size_t k = 0; k < answer.time.size(); ++k) {
    const double t = answer.time[k], w = std::cos(t);
    EXPECT_NEAR(answer.values[0][k], -2 * std::sin(t) + std::copysign(3 + 0.5 * std::abs(w), w),
                1e-9)
        << t;
  }
  o.motion.laws = {{"wheel.flange_a.phi", "0.3"}};
  o.motion.t_end = 0.0;
  EXPECT_NEAR(inverse(e, o).values[0][0], 0.0, 1e-9);
  // Nothing is told: the wheel is held, along a flange of its shaft.
  o.motion.laws.clear();
  const InverseAnswer held = inverse(e, o);
  ASSERT_EQ(held.efforts.size(), 1u);
  EXPECT_EQ(held.held, std::vector<std::string>{held.efforts[0].along});
  EXPECT_EQ(held.efforts[0].unit, "N.m");
  // It begins to move.
  o.motion.laws = {{"wheel.flange_a.phi", "0.3 - time^2"}};
  EXPECT_NEAR(inverse(e, o).values[0][0], -4 - 3, 1e-6);
}

// What the model drives itself is told, too, and needs no motion.
TEST(Inverse, DrivesOfTheModelAreTold) {
  Experiment e(Model::from_file(examples + "DrivenSliderCrank.mo"));
  e.start();
  InverseOptions o;
  o.motion.t_end = 0.5;
  o.motion.interval = 0.05;
  o.signals = "crank_joint.tau";
  const InverseAnswer answer = inverse(e, o);
  ASSERT_TRUE(answer.succeeded()) << answer.message;
  EXPECT_EQ(answer.degrees_of_freedom, 0);
  ASSERT_EQ(answer.efforts.size(), 1u);
  EXPECT_TRUE(answer.efforts[0].by_model);
  for (std::size_t k = 0; k < answer.time.size(); ++k)
    EXPECT_NEAR(answer.values[0][k], get(answer, "crank_joint.tau")[k], 1e-9);
}

// Where the piston is at its dead centre it cannot hold the crank.
TEST(Inverse, SingularInstantsAreToldByTheStatus) {
  Experiment e(Model::from_file(examples + "SliderCrank.mo"));
  e.start();
  InverseOptions o;
  o.motion.laws = {{"crankJoint.phi", "0.5 - time"}};
  o.motion.t_end = 0.6;
  o.motion.interval = 0.1;
  o.actuators = "cylinder.s";
  const InverseAnswer answer = inverse(e, o);
  EXPECT_EQ(answer.status, "failed");
  EXPECT_EQ(answer.message.find("the actuators can do nothing about '"), 0u) << answer.message;
  EXPECT_NE(answer.message.find("at 0.5 s"), std::string::npos) << answer.message;
  EXPECT_TRUE(std::isnan(answer.values[0][5]));
  EXPECT_FALSE(std::isnan(answer.values[0][6]));
  // What cannot be reached at all.
  o.motion.laws = {{"cylinder.s", "1.1 + 0.19*time"}};
  o.motion.t_end = 1.0;
  const InverseAnswer beyond = inverse(e, o);
  EXPECT_EQ(beyond.status, "failed");
  EXPECT_EQ(beyond.message, "the loops do not let the motion go on: it cannot be reached at 0.6 s");
  EXPECT_EQ(beyond.time.size(), 6u);
  o.motion.laws = {{"cylinder.s", "2"}};
  const InverseAnswer never = inverse(e, o);
  EXPECT_EQ(never.message.find("the loops hold the mechanism after "), 0u) << never.message;
  EXPECT_NE(never.message.find(" % of the way from its start to the motion, which begins at 0 s"),
            std::string::npos)
      << never.message;
}

}  // namespace
}  // namespace gelenk
