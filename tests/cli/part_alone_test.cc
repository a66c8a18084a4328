// A part run alone, with `--port`: held, loaded or free, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "math/vector.h"
#include "tests/support/command.h"
#include "tests/support/csv.h"

namespace gelenk {
namespace {

using testing::Csv;
using testing::Outcome;
using testing::run_gelenk;
using testing::Workspace;

// A pendulum of length 0.5 with a point mass below its hinge, and a bar between two hinges.
const std::string parts_text = R"(
package Parts
  model Arm "Hangs from its port"
    import Modelica.Mechanics.MultiBody.{Interfaces, Joints, Parts};
    outer Modelica.Mechanics.MultiBody.World world;
    Interfaces.Frame_a top;
    Interfaces.Frame_b tip;
    Joints.Revolute hinge(n = {0, 0, 1}, phi(start = 0.4, fixed = true), w(fixed = true));
    Parts.BodyShape rod(r = {0, -0.5, 0}, r_CM = {0, -0.5, 0}, m = 2, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03);
  equation
    connect(top, hinge.frame_a);
    connect(hinge.frame_b, rod.frame_a);
    connect(rod.frame_b, tip);
  end Arm;

  model Block "A body with a port beside its mass centre"
    import Modelica.Mechanics.MultiBody.{Interfaces, Parts};
    Interfaces.Frame_a side;
    Parts.Body body(m = 4, r_CM = {0, 0, 0}, I_11 = 1, I_22 = 1, I_33 = 1);
    Parts.FixedTranslation arm(r = {0.5, 0, 0});
  equation
    connect(body.frame_a, arm.frame_a);
    connect(arm.frame_b, side);
  end Block;

  model Bridge "A bar on two hinges"
    import Modelica.Mechanics.MultiBody.{Interfaces, Joints, Parts};
    Interfaces.Frame_a left;
    Interfaces.Frame_b right;
    Joints.Revolute a, b;
    Parts.BodyShape bar(r = {2, 0, 0}, r_CM = {0.5, 0, 0}, m = 4);
  equation
    connect(left, a.frame_a);
    connect(a.frame_b, bar.frame_a);
    connect(bar.frame_b, b.frame_a);
    connect(b.frame_b, right);
  end Bridge;

  model Pair "Two bodies on one hinge, and a pendulum on the second"
    import Modelica.Mechanics.MultiBody.{Interfaces, Joints, Parts};
    Interfaces.Frame_a first;
    Interfaces.Frame_b second, tip, base;
    Parts.BodyShape x(r = {1, 0, 0}, r_CM = {0.5, 0, 0}, m = 1);
    Joints.Revolute between(phi(start = 0.3));
    Parts.BodyShape y(r = {1, 0, 0}, r_CM = {0.5, 0, 0}, m = 2);
    Joints.Revolute hinge(phi(start = 0.4, fixed = true), w(fixed = true));
    Parts.BodyShape rod(r = {0, -0.5, 0}, r_CM = {0, -0.5, 0}, m = 2, I_11 = 0.02, I_22 = 0.02, I_33 = 0.03);
  equation
    connect(first, x.frame_a);
    connect(base, x.frame_a);
    connect(x.frame_b, between.frame_a);
    connect(between.frame_b, y.frame_a);
    connect(y.frame_b, second);
    connect(y.frame_b, hinge.frame_a);
    connect(hinge.frame_b, rod.frame_a);
    connect(rod.frame_b, tip);
  end Pair;

  model Anchored "A frame without mass between two hinges, the first on ground"
    import Modelica.Mechanics.MultiBody.{Interfaces, Joints, Parts};
    outer Modelica.Mechanics.MultiBody.World world;
    Interfaces.Frame_b middle, last;
    Joints.Revolute a(phi(start = 0.3)), b;
    Parts.BodyShape bar(r = {1, 0, 0}, r_CM = {0.5, 0, 0}, m = 2);
  equation
    connect(world.frame_b, a.frame_a);
    connect(a.frame_b, middle);
    connect(a.frame_b, b.frame_a);
    connect(b.frame_b, bar.frame_a);
    connect(bar.frame_b, last);
  end Anchored;

  model Rubbing "A hinge with friction between two bodies"
    import Modelica.Mechanics.MultiBody.{Interfaces, Joints, Parts};
    Interfaces.Frame_a top;
    Interfaces.Frame_b tip;
    Parts.BodyBox upper(r = {0.6, 0, 0}, width = 0.05), lower(r = {0.5, 0, 0}, width = 0.04);
    Joints.Revolute hinge(useAxisFlange = true, phi(start = 0.7, fixed = true), w(fixed = true));
    Gelenk.Rotational.Friction friction(tau_pos = [0, 0.6]);
  equation
    connect(top, upper.frame_a);
    connect(upper.frame_b, hinge.frame_a);
    connect(hinge.frame_b, lower.frame_a);
    connect(lower.frame_b, tip);
    connect(friction.flange_a, hinge.support);
    connect(friction.flange_b, hinge.axis);
  end Rubbing;

  model Sprung "A mass below a spring"
    import Modelica.Mechanics.MultiBody.{Interfaces, Forces, Parts};
    Interfaces.Frame_a top, loose;
    Forces.Spring spring(c = 100, s_unstretched = 0.2);
    Parts.Body mass(m = 1, r_0(start = {0, -0.3, 0}, each fixed = true), v_0(each fixed = true));
  equation
    connect(top, spring.frame_a);
    connect(spring.frame_b, mass.frame_a);
  end Sprung;

  model Tied "A body that a rod ties to ground, given no place to start"
    import Modelica.Mechanics.MultiBody.{Interfaces, Joints, Parts};
    outer Modelica.Mechanics.MultiBody.World world;
    Interfaces.Frame_b port;
    Parts.Body body(m = 1);
    Joints.SphericalSpherical rod(rodLength = 2);
    Parts.FixedTranslation arm(r = {2, 0, 0});
  equation
    connect(world.frame_b, rod.frame_a);
    connect(rod.frame_b, arm.frame_b);
    connect(arm.frame_a, body.frame_a);
    connect(body.frame_a, port);
  end Tied;
end Parts;
)";
const double standard_gravity = 9.80665;

// φ̈ = −m g l sin φ / (I + m l²): integrated by small steps.
struct Swing {
  double phi, speed;

  double calc_acceleration() const {
    return -2 * standard_gravity * 0.5 / (0.03 + 2 * 0.25) * std::sin(phi);
  }
  void run(double time) {
    const double h = 1e-4;
    for (int i = 0; i < std::lround(time / h); ++i) {
      speed += h / 2 * calc_acceleration();
      phi += h * speed;
      speed += h / 2 * calc_acceleration();
    }
  }
  // The force at its hinge: the weight and what the mass needs to swing.
  Vec3<double> calc_pull() const {
    const double along = 2 * (standard_gravity * std::cos(phi) + 0.5 * speed * speed),
                 across = 2 * (standard_gravity * std::sin(phi) + 0.5 * calc_acceleration());
    return {-along * std::sin(phi) + across * std::cos(phi),
            along * std::cos(phi) + across * std::sin(phi), 0.0};
  }
};

class PartAlone : public ::testing::TestWithParam<const char*> {
 protected:
  Outcome run(const std::string& arguments) const {
    return run_gelenk(w_, "run Parts.mo --formulation " + std::string(GetParam()) +
                              " --t-end 0.5 --interval 0.01 --output out.csv " + arguments);
  }
  Workspace w_;
  void SetUp() override { w_.write("Parts.mo", parts_text); }
};

TEST_P(PartAlone, SwingsFromAPortThatIsFixed) {
  const Outcome o =
      run("--model Arm --port top=fixed --signals 'hinge.phi,hinge.w,top.f[?],top.r_0[?]'");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  EXPECT_NE(o.err.find("no world is declared"), std::string::npos) << o.err;
  const Csv csv(w_.path("out.csv"));
  Swing swing{0.4, 0.0};
  swing.run(0.5);
  const std::vector<double>& last = csv.rows.back();
  EXPECT_NEAR(last[1], swing.phi, 1e-6);
  EXPECT_NEAR(last[2], swing.speed, 1e-6);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(last[3 + i], swing.calc_pull()[i], 1e-5);
  // It stands at the origin.
  for (int i = 6; i < 9; ++i) EXPECT_EQ(last[i], 0.0);
}

TEST_P(PartAlone, FallsWithFreePorts) {
  for (const char* ports : {"", "--port side=free"}) {
    const Outcome o =
        run(std::string("--model Block --signals 'body.r_0[?],body.w_a[?]' ") + ports);
    ASSERT_EQ(o.exit_code, 0) << o.err;
    const std::vector<double> last = Csv(w_.path("out.csv")).rows.back();
    EXPECT_NEAR(last[2], -0.5 * standard_gravity * 0.25, 1e-9);
    for (int i : {1, 3, 4, 5, 6}) EXPECT_NEAR(last[i], 0.0, 1e-9);
  }
}

// A force through the side port turns the block as well: a = F/m + g, and I ω̇ = t + r × F at first.
TEST_P(PartAlone, IsAcceleratedByALoad) {
  const Outcome o =
      run("--model Block --port 'side={0, 8, 0,  0.25, 0, 2}' --signals "
          "'body.a_0[?],body.z_a[?],side.f[?],side.t[?]'");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  const std::vector<double> first = Csv(w_.path("out.csv")).rows.front();
  const double expected[] = {
      0, 8.0 / 4 - standard_gravity, 0, 0.25, 0, 2 + 0.5 * 8, 0, 8, 0, 0.25, 0, 2};
  for (int i = 0; i < 12; ++i) EXPECT_NEAR(first[1 + i], expected[i], 1e-9) << i;
}

// Two ports of one part: the second is held where the start values put it.
TEST_P(PartAlone, StandsOnTwoFixedPorts) {
  const Outcome o =
      run("--model Bridge --port left=fixed --port right=fixed "
          "--signals 'right.r_0[?],left.f[2],right.f[2],a.phi'");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  const std::vector<double> last = Csv(w_.path("out.csv")).rows.back();
  const double expected[] = {2, 0, 0, 4 * standard_gravity * 0.75, 4 * standard_gravity * 0.25, 0};
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(last[1 + i], expected[i], 1e-8) << i;
}

// Ground on both sides of a hinge: it keeps its angle, and the pendulum swings as if there were one body. What holds the ports
// bears weights and the pendulum, however it is split.
TEST_P(PartAlone, HoldsBothSidesOfAJoint) {
  const double c = std::cos(0.3), s = std::sin(0.3);
  const Vec3<double> hinge(1 + c, s, 0);
  auto run_pair = [&](const std::string& ports) {
    const Outcome o = run(
        "--model Pair --signals 'between.phi,hinge.phi,hinge.w,first.f[?],second.f[?],first.t[3],"
        "second.t[3],first.r_0[?],second.r_0[?]' " +
        ports);
    EXPECT_EQ(o.exit_code, 0) << o.err;
    return Csv(w_.path("out.csv")).rows.back();
  };
  Swing swing{0.7, 0.0};
  swing.run(0.5);
  const Vec3<double> pull = swing.calc_pull(), weight(0, 3 * standard_gravity, 0);
  {
    const std::vector<double> last = run_pair("--port first=fixed --port second=fixed");
    EXPECT_NEAR(last[1], 0.3, 1e-12);
    EXPECT_NEAR(last[2], swing.phi - 0.3, 1e-6);
    EXPECT_NEAR(last[3], swing.speed, 1e-6);
    const Vec3<double> first(last[4], last[5], last[6]),
        second(c * last[7] - s * last[8], s * last[7] + c * last[8], last[9]);
    EXPECT_NEAR((first + second - weight - pull).norm(), 0.0, 1e-5);
    EXPECT_NEAR(last[10] + last[11] + hinge.cross(second).z(),
                standard_gravity * (0.5 + 2 * (1 + 0.5 * c)) + hinge.cross(pull).z(), 1e-5);
    const double places[] = {0, 0, 0, hinge.x(), hinge.y(), 0};
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(last[12 + i], places[i], 1e-12) << i;
  }
  // The one that is named first stands at the origin.
  Swing upright{0.4, 0.0};
  upright.run(0.5);
  const std::vector<double> last = run_pair("--port second=fixed --port first=fixed");
  EXPECT_NEAR(last[1], 0.3, 1e-12);
  EXPECT_NEAR(last[2], upright.phi, 1e-6);
  for (int i = 15; i < 18; ++i) EXPECT_NEAR(last[i], 0.0, 1e-12);
}

// Two ports on one rigid body, which has a hinge as well.
TEST_P(PartAlone, HoldsOneBodyByTwoPorts) {
  const Outcome o =
      run("--model Pair --port base=fixed --port first=fixed --signals "
          "'hinge.phi,between.w,base.r_0[?]'");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  const std::vector<double> held = Csv(w_.path("out.csv")).rows.back();
  ASSERT_EQ(
      run("--model Pair --port first=fixed --signals 'hinge.phi,between.w,base.r_0[?]'").exit_code,
      0);
  const std::vector<double> once = Csv(w_.path("out.csv")).rows.back();
  for (int i : {1, 2}) EXPECT_NEAR(held[i], once[i], 1e-8);
  for (int i : {3, 4, 5}) EXPECT_EQ(held[i], once[i]);
}

// The port has no mass, and ground is on the other side of its hinge.
TEST_P(PartAlone, HoldsAPortWithoutMassOnGround) {
  ASSERT_EQ(run("--model Anchored --port middle=fixed --signals 'a.phi,b.phi,bar.frame_a.r_0[?]'")
                .exit_code,
            0);
  std::vector<double> last = Csv(w_.path("out.csv")).rows.back();
  EXPECT_EQ(last[1], 0.3);
  EXPECT_LT(last[2], -1.0);
  for (int i = 3; i < 6; ++i) EXPECT_EQ(last[i], 0.0);
  ASSERT_EQ(run("--model Anchored --port middle=fixed --port last=fixed --signals "
                "'a.phi,b.phi,middle.f[?],last.f[?],world.frame_b.f[?]'")
                .exit_code,
            0);
  last = Csv(w_.path("out.csv")).rows.back();
  EXPECT_NEAR(last[1], 0.3, 1e-12);
  EXPECT_NEAR(last[2], 0.0, 1e-12);
  double weight = 0.0;  // `middle` and `last` have the axes of the bar
  for (int at : {3, 6}) weight += last[at] * std::sin(0.3) + last[at + 1] * std::cos(0.3);
  EXPECT_NEAR(weight + last[10], 2 * standard_gravity, 1e-8);
}

// Only a force acts at the port: y = −(l₀ + m g/c) + A cos ωt.
TEST_P(PartAlone, HoldsTheEndOfASpring) {
  const Outcome o = run("--model Sprung --port top=fixed --signals 'mass.r_0[2],top.f[2]'");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  const double rest = 0.2 + standard_gravity / 100, y = -rest + (rest - 0.3) * std::cos(10 * 0.5);
  const std::vector<double> last = Csv(w_.path("out.csv")).rows.back();
  EXPECT_NEAR(last[1], y, 1e-8);
  EXPECT_NEAR(last[2], 100 * (-y - 0.2), 1e-6);
}

// What a constraint ties to ground stays where it closes.
TEST_P(PartAlone, HoldsABodyThatARodTiesToGround) {
  const Outcome o = run("--model Tied --port port=fixed --signals 'port.r_0[?],port.f[2]'");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  const std::vector<double> last = Csv(w_.path("out.csv")).rows.back();
  for (int i = 1; i < 4; ++i) EXPECT_NEAR(last[i], 0.0, 1e-12);
  EXPECT_NEAR(last[4], standard_gravity, 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Formulations, PartAlone,
                         ::testing::Values("recursive", "mixed", "hierarchical",
                                           "hierarchical --hierarchy flat"));

TEST(PartAloneErrors, MistakesAreNamed) {
  Workspace w;
  w.write("Parts.mo", parts_text);
  w.write("Whole.mo",
          "model Whole\n  inner Modelica.Mechanics.MultiBody.World world;\nend Whole;\n");
  auto error_of = [&](const std::string& arguments) {
    const Outcome o = run_gelenk(w, "run " + arguments);
    EXPECT_EQ(o.exit_code, 2) << o.out;
    return o.err;
  };
  EXPECT_EQ(error_of("Parts.mo --model Arm --port end=fixed"),
            "error: there is no port 'end' [option]\n  hint: the ports of Parts.Arm are 'top' and "
            "'tip'\n");
  EXPECT_EQ(error_of("Whole.mo --port a=free"),
            "error: there is no port 'a' [option]\n  hint: Whole has no connectors of class "
            "Frame_a or Frame_b of "
            "its own, and so no ports\n");
  EXPECT_EQ(error_of("Parts.mo --model Arm --port top=fixed --port top=free"),
            "error: port 'top' is given twice [option]\n  hint: a port is fixed, free or loaded; "
            "the ports of Parts.Arm are "
            "'top' and 'tip'\n");
  for (const char* text : {"held", "{1,2,3}", "{1,2,3,4,5,x}", "{1,2,3,4,5,6,7}", "{1,2,3,4,5,inf}",
                           "1,2,3,4,5,6", ""}) {
    EXPECT_EQ(error_of("Parts.mo --model Arm --port 'tip=" + std::string(text) + "'"),
              "error: port 'tip' cannot be '" + std::string(text) +
                  "' [option]\n  hint: write --port tip=fixed, =free, or six numbers for force and "
                  "torque in world "
                  "axes: 'tip={0,0,-10, 0,0,0}'\n");
  }
  for (const char* condition : {"fixed", "{0,0,1,0,0,0}"}) {
    EXPECT_NE(error_of("Parts.mo --model Sprung --port top=fixed --port 'loose=" +
                       std::string(condition) + "'")
                  .find("port 'loose' of Parts.Sprung is connected to nothing inside"),
              std::string::npos);
  }
  EXPECT_EQ(error_of("Parts.mo --model Arm --model Block"),
            "error: the option --model is given more than once [option]\n  hint: leave one of "
            "them\n");
  EXPECT_EQ(error_of("Parts.mo --model Arm --port top"),
            "error: --port top has no '=' [option]\n  hint: write --port name=fixed, =free or "
            "={fx,fy,fz,tx,ty,tz}\n");
}

// Also where the port that would hold it has no mass of its own.
TEST(PartAlone, FallsFreelyWithAFreePortWithoutMass) {
  Workspace w;
  w.write("Parts.mo", parts_text);
  const Outcome o =
      run_gelenk(w, "run Parts.mo --model Arm --t-end 1 --output out.csv --signals 'rod.r_0[2]'");
  ASSERT_EQ(o.exit_code, 0) << o.out;
  const Csv csv(w.path("out.csv"));
  EXPECT_NEAR(csv.rows.back()[1] - csv.rows.front()[1], -0.5 * 9.80665, 1e-9);
}

// A compiled component is a part like any other: held, loaded or free it moves as its text does.
TEST(CompiledPartAlone, MovesAsItsTextDoes) {
  const Workspace w;
  w.write("Files.mo", R"(
package Files
  import Modelica.Mechanics.MultiBody.Interfaces;
  model Arm
    extends Gelenk.CompiledComponent(file = "arm.gkc");
    Interfaces.Frame_a top;
    Interfaces.Frame_b tip;
  end Arm;
  model Rubbing
    extends Gelenk.CompiledComponent(file = "rubbing.gkc");
    Interfaces.Frame_a top;
    Interfaces.Frame_b tip;
  end Rubbing;
  model Block
    extends Gelenk.CompiledComponent(file = "block.gkc");
    Interfaces.Frame_a side;
  end Block;
end Files;
)");
  // A port must have mass: the arm's hinge would be one without.
  std::string text = parts_text;
  text.replace(text.find("Joints.Revolute hinge"), 0, "Parts.Body flange(m = 0.5);\n    ");
  text.replace(text.find("connect(top, hinge"), 0, "connect(top, flange.frame_a);\n    ");
  w.write("Parts.mo", text);
  ASSERT_EQ(run_gelenk(w, "compile Parts.mo --model Arm --export hinge.phi -o arm.gkc").exit_code,
            0);
  ASSERT_EQ(run_gelenk(w, "compile Parts.mo --model Block -o block.gkc").exit_code, 0);
  ASSERT_EQ(run_gelenk(w, "compile Parts.mo --model Rubbing -o rubbing.gkc").exit_code, 0);
  const std::string arm = "--model Arm --signals 'hinge.phi,tip.r_0[?],top.f[?],top.t[?]'",
                    block = "--model Block --signals 'side.r_0[?],side.R.w[?],side.f[?]'";
  for (const std::string& how :
       {arm + " --port top=fixed", arm + " --port top=fixed --port 'tip={3,0,0, 0,0,0.5}'",
        arm + " --port 'top={0,30,0, 0,0,0}'", block, block + " --port 'side={0,8,1, 0.2,0,0}'",
        block + " --port side=fixed",
        std::string(
            "--model Arm --signals 'hinge.phi,tip.r_0[?]' --port top=fixed --port tip=fixed")}) {
    SCOPED_TRACE(how);
    const std::string options = " --t-end 0.5 --interval 0.01 --rtol 1e-10 " + how;
    const Outcome whole = run_gelenk(w, "run Parts.mo --output text.csv" + options),
                  file = run_gelenk(w, "run Files.mo --output file.csv" + options);
    ASSERT_EQ(whole.exit_code, 0) << whole.err;
    ASSERT_EQ(file.exit_code, 0) << file.err;
    const Csv expected(w.path("text.csv")), got(w.path("file.csv"));
    ASSERT_EQ(got.names, expected.names);
    ASSERT_EQ(got.rows.size(), expected.rows.size());
    for (std::size_t i = 0; i < got.rows.size(); ++i) {
      for (std::size_t k = 0; k < got.names.size(); ++k)
        ASSERT_NEAR(got.rows[i][k], expected.rows[i][k], 1e-7) << got.names[k] << " in row " << i;
    }
  }
}

}  // namespace
}  // namespace gelenk
