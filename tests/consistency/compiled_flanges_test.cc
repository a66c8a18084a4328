// Compiled components that are connected by shafts: a gear unit, an actuator, a brake. They move as
// their text does in `recursive`, where all shafts that are tied together share one coordinate,
// whereas the host of a component knows of a flange its motion, its load and A = D τ + r alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>

#include "tests/support/component_runs.h"

namespace gelenk::testing {
namespace {

struct Case {
  const char* name;
  const char* ports;
  const char* part;
  const char* use;      // what stands around the part p
  const char* signals;  // the same in both models
  // In the text a driven shaft has no error of integration, whereas a component knows nothing of the
  // drive that moves it: only short steps make them the same.
  const char* steps = "--step 0.001 --t-end 0.05";
};

const char* const imports =
    "  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces};\n"
    "  import Modelica.Mechanics.{Rotational, Translational};\n";

std::string part_text(const Case& c) {
  return std::string("within;\nmodel Part\n") + imports +
         "  outer Modelica.Mechanics.MultiBody.World world;\n" + c.ports + c.part + "end Part;\n";
}

std::string host_text(const Case& c, const std::string& part) {
  return std::string("model Host\n") + imports +
         "  inner Modelica.Mechanics.MultiBody.World world(g = 9.5);\n" + part + c.use +
         "end Host;\n";
}

// Motor side, teeth, elastic output side.
const char* const gear_unit = R"(
  Rotational.Components.Inertia input_side(J = 2e-3);
  Rotational.Components.IdealGear teeth(ratio = 5);
  Rotational.Components.SpringDamper elastic(c = 800, d = 2);
  Rotational.Components.Inertia output_side(J = 0.03);
equation
  connect(drive, input_side.flange_a);
  connect(input_side.flange_b, teeth.flange_a);
  connect(teeth.flange_b, elastic.flange_a);
  connect(elastic.flange_b, output_side.flange_a);
  connect(output_side.flange_b, load);
)";
const char* const two_flanges =
    "  Rotational.Interfaces.Flange_a drive;\n  Rotational.Interfaces.Flange_b load;\n";

const char* const arm = R"(
  Joints.Revolute axis(useAxisFlange = true, phi(start = 0.4, fixed = true), w(fixed = true));
  Parts.BodyBox beam(r = {0.5, 0, 0}, width = 0.06);
)";

const Case cases[] = {
    {"a gear unit between a motor and an arm", two_flanges, gear_unit,
     R"(
  Rotational.Components.Inertia rotor(J = 1e-3);
  Rotational.Sources.Torque2 motor(tau = 8 + 3*sin(9*time));
  Rotational.Components.Fixed housing;
  Joints.Revolute axis(useAxisFlange = true, phi(start = 0.4, fixed = true), w(fixed = true));
  Parts.BodyBox beam(r = {0.5, 0, 0}, width = 0.06);
equation
  connect(housing.flange, motor.flange_a);
  connect(motor.flange_b, rotor.flange_a);
  connect(rotor.flange_b, p.drive);
  connect(p.load, axis.axis);
  connect(world.frame_b, axis.frame_a);
  connect(axis.frame_b, beam.frame_a);
)",
     "axis.phi,axis.w,axis.a,rotor.phi,rotor.w,rotor.a,p.drive.phi,p.drive.tau,p.load.tau,"
     "axis.tau,gelenk.energy.total"},
    {"nothing but forces on both flanges", two_flanges, gear_unit,
     R"(
  Rotational.Sources.Torque2 motor(tau = 8 + 3*sin(9*time));
  Rotational.Components.Fixed housing(phi0 = 0.2);
  Rotational.Components.SpringDamper shaft(c = 90, d = 0.4);
  Rotational.Components.Damper rub(d = 0.05);
  Rotational.Sensors.SpeedSensor measured;
  Joints.Revolute axis(useAxisFlange = true, phi(start = 0.4, fixed = true), w(fixed = true));
  Parts.BodyBox beam(r = {0.5, 0, 0}, width = 0.06);
equation
  connect(housing.flange, motor.flange_a);
  connect(motor.flange_b, p.drive);
  connect(housing.flange, rub.flange_a);
  connect(rub.flange_b, p.drive);
  connect(measured.flange, p.drive);
  connect(p.load, shaft.flange_a);
  connect(shaft.flange_b, axis.axis);
  connect(world.frame_b, axis.frame_a);
  connect(axis.frame_b, beam.frame_a);
)",
     "axis.phi,axis.w,axis.a,shaft.tau,shaft.phi_rel,rub.tau,measured.w,p.drive.phi,p.drive.tau,"
     "p.load.tau,gelenk.energy.total"},
    {"a gear of the host without inertia on a flange", two_flanges, gear_unit,
     R"(
  Rotational.Components.IdealGear first(ratio = -3);
  Rotational.Components.SpringDamper belt(c = 40, d = 0.1);
  Rotational.Components.Inertia rotor(J = 2e-3, phi(start = 0.3, fixed = true), w(start = 5, fixed = true));
  Rotational.Components.Inertia wheel(J = 0.2, phi(fixed = true), w(fixed = true));
equation
  connect(rotor.flange_b, belt.flange_a);
  connect(belt.flange_b, first.flange_a);
  connect(first.flange_b, p.drive);
  connect(p.load, wheel.flange_a);
)",
     "rotor.phi,rotor.a,wheel.phi,wheel.w,wheel.a,belt.tau,p.drive.phi,p.drive.tau,p.load.tau,"
     "gelenk.energy.total"},
    {"flange on flange", two_flanges, gear_unit,
     R"(
  Part second;
  Rotational.Components.Inertia rotor(J = 2e-3, phi(start = 0.3, fixed = true), w(start = 5, fixed = true));
  Rotational.Components.Spring brake(c = 30);
  Rotational.Components.Fixed housing;
equation
  connect(rotor.flange_b, p.drive);
  connect(p.load, second.drive);
  connect(second.load, brake.flange_b);
  connect(brake.flange_a, housing.flange);
)",
     "rotor.phi,rotor.w,rotor.a,brake.tau,p.load.tau,second.drive.tau,second.load.phi,"
     "gelenk.energy.total"},
    {"held on one side, driven on the other", two_flanges, gear_unit,
     R"(
  Rotational.Sources.Position servo(exact = true, phi_ref = 0.4*sin(7*time));
  Part held;
  Rotational.Components.Fixed housing(phi0 = 0.1);
  Rotational.Sources.Torque2 motor(tau = 4*sin(5*time));
equation
  connect(servo.flange, p.drive);
  connect(held.load, housing.flange);
  connect(motor.flange_b, held.drive);
  connect(motor.flange_a, housing.flange);
  connect(p.load, held.drive);
)",
     "p.drive.phi,p.drive.tau,p.load.phi,p.load.tau,held.drive.phi,held.load.tau,"
     "gelenk.energy.total",
     "--step 0.0001 --t-end 0.01"},
    {"the axis of a joint inside, on a body that moves",
     "  Interfaces.Frame_a mount;\n  Interfaces.Frame_b hand;\n  Rotational.Interfaces.Flange_a "
     "motor;\n",
     R"(
  Parts.BodyBox housing(r = {0.2, 0, 0}, width = 0.08);
  Parts.BodyBox beam(r = {0, -0.5, 0}, width = 0.05);
  Joints.Revolute axis(useAxisFlange = true, phi(start = 0.3, fixed = true), w(fixed = true));
  Rotational.Components.IdealGear teeth(ratio = 20);
  Rotational.Components.Inertia rotor(J = 1e-4);
equation
  connect(mount, housing.frame_a);
  connect(housing.frame_b, axis.frame_a);
  connect(axis.frame_b, beam.frame_a);
  connect(beam.frame_b, hand);
  connect(motor, rotor.flange_a);
  connect(rotor.flange_b, teeth.flange_a);
  connect(teeth.flange_b, axis.axis);
)",
     R"(
  Joints.Prismatic rail(n = {1, 0, 0}, s(start = 0.2, fixed = true), v(fixed = true));
  Parts.Body carriage(m = 2, r_CM = {0, 0, 0});
  Parts.Body weight(m = 0.5, r_CM = {0, -0.1, 0});
  Joints.Revolute wrist(phi(start = 0.4, fixed = true), w(fixed = true));
  Rotational.Sources.Torque torque(tau = 0.2*sin(11*time));
  Rotational.Components.Inertia flywheel(J = 3e-4);
equation
  connect(world.frame_b, rail.frame_a);
  connect(rail.frame_b, carriage.frame_a);
  connect(carriage.frame_a, p.mount);
  connect(p.hand, wrist.frame_a);
  connect(wrist.frame_b, weight.frame_a);
  connect(torque.flange, flywheel.flange_a);
  connect(flywheel.flange_b, p.motor);
)",
     "rail.s,rail.v,rail.a,wrist.phi,flywheel.phi,flywheel.a,p.motor.tau,p.mount.f[1],p.hand.f[2],"
     "gelenk.energy.total"},
    {"friction inside and outside, a stop inside", two_flanges,
     R"(
  Rotational.Components.Inertia input_side(J = 2e-3);
  Rotational.Components.IdealGear teeth(ratio = 5);
  Rotational.Components.BearingFriction seal(tau_pos = [0, 0.3; 1, 0.35], peak = 1.2);
  Rotational.Components.Inertia output_side(J = 0.03);
  Rotational.Components.SpringDamper elastic(c = 300, d = 1);
  Gelenk.Rotational.Stop stop(phi_min = -10, phi_max = 0.25, e = 0.5);
  Rotational.Components.Fixed housing;
equation
  connect(drive, input_side.flange_a);
  connect(input_side.flange_b, teeth.flange_a);
  connect(teeth.flange_b, seal.flange_a);
  connect(seal.flange_b, elastic.flange_a);
  connect(elastic.flange_b, output_side.flange_a);
  connect(output_side.flange_b, load);
  connect(housing.flange, stop.flange_a);
  connect(stop.flange_b, output_side.flange_b);
)",
     R"(
  Rotational.Components.Inertia rotor(J = 1e-3);
  Rotational.Components.Brake brake(mu_pos = [0, 0.5], fn_max = 1.2, f_normalized = if time < 0.6 then 0 else 1);
  Rotational.Components.SpringDamper shaft(c = 60, d = 0.05);
  Rotational.Sources.Torque2 motor(tau = 1.2*sin(6*time));
  Rotational.Components.Fixed housing;
  Joints.Revolute axis(useAxisFlange = true, phi(start = 0.1, fixed = true), w(fixed = true));
  Parts.BodyBox beam(r = {0, -0.3, 0}, width = 0.05);
equation
  connect(housing.flange, motor.flange_a);
  connect(motor.flange_b, rotor.flange_a);
  connect(rotor.flange_b, brake.flange_a);
  connect(brake.flange_b, shaft.flange_a);
  connect(shaft.flange_b, p.drive);
  connect(p.load, axis.axis);
  connect(world.frame_b, axis.frame_a);
  connect(axis.frame_b, beam.frame_a);
)",
     "axis.phi,axis.w,rotor.phi,rotor.w,p.drive.tau,p.load.tau,gelenk.energy.total"},
    {"sliding shafts",
     "  Translational.Interfaces.Flange_a push;\n"
     "  Translational.Interfaces.Flange_b tip;\n",
     R"(
  Translational.Components.Mass piston(m = 0.4, L = 0.1);
  Translational.Components.SpringDamper pad(c = 900, d = 3, s_rel0 = 0.05);
  Translational.Components.Mass plate(m = 0.7);
equation
  connect(push, piston.flange_a);
  connect(piston.flange_b, pad.flange_a);
  connect(pad.flange_b, plate.flange_a);
  connect(plate.flange_b, tip);
)",
     R"(
  Translational.Sources.Force2 force(f = 20*sin(8*time));
  Translational.Components.Fixed wall(s0 = -0.2);
  Joints.Prismatic slide(useAxisFlange = true, n = {0, 1, 0}, s(start = 0.3, fixed = true), v(fixed = true));
  Parts.Body load(m = 2, r_CM = {0, 0, 0});
equation
  connect(wall.flange, force.flange_a);
  connect(force.flange_b, p.push);
  connect(p.tip, slide.axis);
  connect(world.frame_b, slide.frame_a);
  connect(slide.frame_b, load.frame_a);
)",
     "slide.s,slide.v,slide.a,p.push.s,p.push.f,p.tip.f,gelenk.energy.total"},
    {"shafts that the component itself holds or moves",
     "  Rotational.Interfaces.Flange_a wall;\n  Rotational.Interfaces.Flange_b moved;\n"
     "  Rotational.Interfaces.Flange_b turned;\n",
     R"(
  Rotational.Components.Fixed fixed(phi0 = 0.3);
  Rotational.Sources.Position position(exact = true, phi_ref = 0.5*sin(3*time));
  Rotational.Sources.Speed speed(exact = true, w_ref = 2);
equation
  connect(fixed.flange, wall);
  connect(position.flange, moved);
  connect(speed.flange, turned);
)",
     R"(
  Rotational.Components.Inertia a(J = 1), b(J = 2), c(J = 0.5), d(J = 0.1, phi(fixed = true), w(fixed = true));
  Rotational.Components.SpringDamper shaft(c = 20, d = 0.2);
equation
  connect(a.flange_b, p.wall);
  connect(b.flange_b, p.moved);
  connect(c.flange_b, p.turned);
  connect(p.turned, shaft.flange_a);
  connect(shaft.flange_b, d.flange_a);
)",
     "a.phi,b.phi,b.a,c.phi,c.w,d.phi,d.a,p.wall.tau,p.moved.tau,p.turned.tau,gelenk.energy.total",
     "--step 0.0001 --t-end 0.01"},
    {"a flange inside a loop of bodies", two_flanges, gear_unit,
     R"(
  Rotational.Sources.Torque2 motor(tau = 3 + sin(9*time));
  Rotational.Components.Fixed housing;
  Joints.Revolute j1(phi(start = -0.5, fixed = true), w(start = 2, fixed = true)), j2, j3;
  Joints.Revolute j4(useAxisFlange = true);
  Parts.BodyBox crank(r = {0, 0.2, 0}, width = 0.03);
  Parts.BodyBox coupler(r = {0.6, 0, 0}, width = 0.03);
  Parts.BodyBox rocker(r = {0, 0.45, 0}, width = 0.03);
  Parts.FixedTranslation base(r = {0.6, 0, 0});
equation
  connect(housing.flange, motor.flange_a);
  connect(motor.flange_b, p.drive);
  connect(p.load, j4.axis);
  connect(world.frame_b, j1.frame_a);
  connect(j1.frame_b, crank.frame_a);
  connect(crank.frame_b, j2.frame_a);
  connect(j2.frame_b, coupler.frame_a);
  connect(coupler.frame_b, j3.frame_a);
  connect(j3.frame_b, rocker.frame_b);
  connect(rocker.frame_a, j4.frame_b);
  connect(j4.frame_a, base.frame_b);
  connect(base.frame_a, world.frame_b);
)",
     "j1.phi,j1.w,j1.a,j4.w,p.drive.phi,p.drive.tau,p.load.tau,gelenk.energy.total"},
};

void write_models(const Workspace& workspace, const Case& c) {
  workspace.write("Part.mo", part_text(c));
  workspace.write("Whole.mo", host_text(c, part_text(c).substr(8) + "  Part p;\n"));
  workspace.write("Host.mo",
                  host_text(c, std::string("  model Part\n    extends Gelenk.CompiledComponent("
                                           "file = \"part.gkc\");\n") +
                                   c.ports + "  end Part;\n  Part p;\n"));
  must_run(workspace, "compile Part.mo -o part.gkc");
}

class CompiledFlanges : public ::testing::TestWithParam<int> {};

// On the same steps nothing but rounding is left between the two.
TEST_P(CompiledFlanges, AreSolvedAsTheTextIsToRounding) {
  const Case& c = cases[GetParam()];
  SCOPED_TRACE(c.name);
  const Workspace workspace;
  write_models(workspace, c);
  for (const char* file : {"Whole", "Host"}) {
    must_run(workspace, std::string("run ") + file +
                            ".mo --integrator rk4 --interval 0.0005 --quiet " + c.steps +
                            " --signals '" + c.signals + "' --output " + file + ".csv");
  }
  if (HasFailure()) return;
  expect_same(Csv(workspace.path("Whole.csv")), Csv(workspace.path("Host.csv")), 1e-12);
}

TEST_P(CompiledFlanges, MoveAsTheTextDoes) {
  const Case& c = cases[GetParam()];
  SCOPED_TRACE(c.name);
  const Workspace workspace;
  write_models(workspace, c);
  const std::string options =
      std::string(" --t-end 1.5 --interval 0.05 --rtol 1e-11 --quiet --signals '") + c.signals +
      "' --output ";
  must_run(workspace, "run Whole.mo" + options + "whole.csv");
  for (const char* hierarchy : {"model", "auto", "flat"}) {
    SCOPED_TRACE(hierarchy);
    must_run(workspace, std::string("run Host.mo --hierarchy ") + hierarchy + options + "host.csv");
    if (HasFailure()) return;
    expect_same(Csv(workspace.path("whole.csv")), Csv(workspace.path("host.csv")), 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, CompiledFlanges,
                         ::testing::Range(0, static_cast<int>(std::size(cases))));

// ---- trains of any shape ------------------------------------------------------------------------

// Shafts in a row, with gears, springs, dampers, torques and arms on them: `text` declares and connects, from the shaft of one
// connector on.
class RandomTrain {
 public:
  explicit RandomTrain(unsigned seed) : random_(seed) {}

  double draw(double low, double high) {
    return low + (high - low) * std::generate_canonical<double, 53>(random_);
  }
  bool chance(double p) { return draw(0, 1) < p; }

  // A rotor, or an arm on a joint, on a shaft. Returns its other side.
  std::string add_inertia(const std::string& shaft) {
    const std::string name = next();
    if (chance(0.3)) {
      declare("Joints.Revolute " + name + "(useAxisFlange = true, n = {0, 0, 1})");
      declare("Parts.BodyBox " + name + "b(r = {" + number(0.1, 0.4) + ", 0, 0}, width = 0.05)");
      connect("world.frame_b", name + ".frame_a");
      connect(name + ".frame_b", name + "b.frame_a");
      connect(name + ".axis", shaft);
      signals += name + ".phi," + name + ".a,";
      return shaft;
    }
    declare("Rotational.Components.Inertia " + name + "(J = " + number(0.01, 0.2) + ")");
    connect(shaft, name + ".flange_a");
    signals += name + ".phi," + name + ".a,";
    return name + ".flange_b";
  }
  // What stands between two shafts, or on one.
  std::string add_link(const std::string& shaft) {
    const std::string name = next();
    if (chance(0.5)) {
      declare("Rotational.Components.SpringDamper " + name + "(c = " + number(5, 60) +
              ", d = " + number(0, 0.5) + ")");
    } else {
      declare("Rotational.Components.IdealGear " + name + "(ratio = " + (chance(0.5) ? "-" : "") +
              number(0.5, 3) + ")");
    }
    connect(shaft, name + ".flange_a");
    return name + ".flange_b";
  }
  void add_torque(const std::string& shaft) {
    const std::string name = next();
    declare("Rotational.Sources.Torque " + name + "(tau = " + number(-2, 2) + "*sin(" +
            number(2, 9) + "*time) + (" + number(-1, 1) + "))");
    connect(name + ".flange", shaft);
  }
  // A row that ends with inertia.
  std::string add_row(std::string shaft, int count) {
    for (int i = 0; i < count; ++i) {
      shaft = add_inertia(add_link(shaft));
      if (chance(0.3)) add_torque(shaft);
    }
    return shaft;
  }
  void connect(const std::string& a, const std::string& b) {
    equations_ += "  connect(" + a + ", " + b + ");\n";
  }

  // What has come since the last call.
  std::string take_text() {
    return std::exchange(declarations_, "") + "equation\n" + std::exchange(equations_, "");
  }
  std::string signals;

 private:
  std::string next() { return "x" + std::to_string(++count_); }
  std::string number(double low, double high) {
    char text[40];
    std::snprintf(text, sizeof text, "%.6g", draw(low, high));
    return text;
  }
  void declare(const std::string& text) { declarations_ += "  " + text + ";\n"; }

  std::mt19937 random_;
  int count_ = 0;
  std::string declarations_, equations_;
};

TEST(RandomTrains, MoveAlikeWhereverTheyAreCut) {
  for (unsigned seed = 1; seed <= 16; ++seed) {
    RandomTrain train(seed);
    // Inside, both ends have inertia; around it rows begin with a link, with a torque, or with inertia on the flange itself.
    std::string end = train.add_inertia("drive");
    end = train.add_row(end, static_cast<int>(train.draw(0, 3)));
    train.connect(end, "load");
    const std::string part = train.take_text();
    train.signals.clear();
    for (const char* flange : {"p.drive", "p.load"}) {
      std::string shaft = flange;
      if (train.chance(0.4)) train.add_torque(shaft);
      if (train.chance(0.4)) shaft = train.add_inertia(shaft);
      train.add_row(shaft, static_cast<int>(train.draw(0, 3)));
    }
    const std::string use = train.take_text(),
                      signals = train.signals + "p.drive.phi,p.load.tau,gelenk.energy.total";
    SCOPED_TRACE(std::to_string(seed) + "\n" + part + "\n" + use);
    const Case c = {"", two_flanges, part.c_str(), use.c_str(), signals.c_str()};
    const Workspace workspace;
    write_models(workspace, c);
    for (const char* file : {"Whole", "Host"}) {
      must_run(workspace, std::string("run ") + file +
                              ".mo --integrator rk4 --interval 0.0005 --quiet --step 0.001 --t-end "
                              "0.03 --signals '" +
                              signals + "' --output " + file + ".csv");
    }
    if (::testing::Test::HasFailure()) return;
    expect_same(Csv(workspace.path("Whole.csv")), Csv(workspace.path("Host.csv")), 1e-12);
    if (::testing::Test::HasFailure()) return;
  }
}

// ---- one inside the other -----------------------------------------------------------------------

// A gear unit inside a drive: `unit` is text, or a file. The drive shows its load side, and the fast side of the unit as
// it is, through a gear without inertia.
std::string drive_text(const std::string& unit) {
  return std::string("within;\nmodel Drive\n") + imports + unit +
         R"(
  Rotational.Interfaces.Flange_a wheel;
  Rotational.Interfaces.Flange_b load;
  Part unit;
  Rotational.Components.IdealGear step(ratio = -2);
  Rotational.Components.Inertia cup(J = 0.01);
  Rotational.Components.BearingFriction seal(tau_pos = [0, 0.4], peak = 1.3);
equation
  connect(wheel, step.flange_a);
  connect(step.flange_b, unit.drive);
  connect(unit.load, cup.flange_a);
  connect(cup.flange_b, seal.flange_a);
  connect(seal.flange_b, load);
end Drive;
)";
}

TEST(NestedFlanges, MoveAsTheTextDoes) {
  const Workspace workspace;
  const std::string part = part_text({"", two_flanges, gear_unit, "", ""}).substr(8);
  const auto from_file = [](const char* name, const char* ports, const char* file) {
    return std::string("  model ") + name + "\n    extends Gelenk.CompiledComponent(file = \"" +
           file + "\");\n" + ports + "  end " + name + ";\n";
  };
  const std::string use = R"(
  Drive p;
  Rotational.Components.Inertia rotor(J = 1e-3, phi(start = 0.2, fixed = true), w(start = 3, fixed = true));
  Rotational.Sources.Torque motor(tau = 4*sin(7*time));
  Joints.Revolute axis(useAxisFlange = true, phi(start = 0.4, fixed = true), w(fixed = true));
  Parts.BodyBox beam(r = {0.5, 0, 0}, width = 0.06);
equation
  connect(motor.flange, rotor.flange_a);
  connect(rotor.flange_b, p.wheel);
  connect(p.load, axis.axis);
  connect(world.frame_b, axis.frame_a);
  connect(axis.frame_b, beam.frame_a);
)";
  const Case host = {"", "", "", use.c_str(), ""};
  workspace.write("Part.mo", "within;\n" + part);
  must_run(workspace, "compile Part.mo -o part.gkc");
  workspace.write("Drive.mo", drive_text(from_file("Part", two_flanges, "part.gkc")));
  must_run(workspace, "compile Drive.mo -o drive.gkc");
  workspace.write("Text.mo", host_text(host, drive_text(part).substr(8)));
  workspace.write("Half.mo", host_text(host, workspace.read("Drive.mo").substr(8)));
  workspace.write("Nested.mo", host_text(host, from_file("Drive",
                                                         "  Rotational.Interfaces.Flange_a wheel;\n"
                                                         "  Rotational.Interfaces.Flange_b load;\n",
                                                         "drive.gkc")));
  const std::string signals =
      " --quiet --signals "
      "'axis.phi,axis.w,axis.a,rotor.phi,rotor.a,p.wheel.tau,p.load.tau,gelenk.energy.total'"
      " --output ";
  for (const auto& [steps, tolerance] :
       {std::pair{"--integrator rk4 --step 0.001 --t-end 0.05 --interval 0.0005", 1e-12},
        std::pair{"--rtol 1e-11 --t-end 1.5 --interval 0.05", 1e-6}}) {
    for (const char* file : {"Text", "Half", "Nested"})
      must_run(workspace, std::string("run ") + file + ".mo " + steps + signals + file + ".csv");
    if (::testing::Test::HasFailure()) return;
    for (const char* file : {"Half.csv", "Nested.csv"}) {
      SCOPED_TRACE(file);
      expect_same(Csv(workspace.path("Text.csv")), Csv(workspace.path(file)), tolerance);
    }
  }
}

// ---- what cannot be, and what starts where ----------------------------------------------------

const char* const rotors = R"(
  Rotational.Components.Inertia first(J = 0.1, phi(start = 0.5, fixed = true));
  Rotational.Components.Spring twist(c = 10);
  Rotational.Components.Inertia second(J = 0.1);
equation
  connect(drive, first.flange_a);
  connect(first.flange_b, twist.flange_a);
  connect(twist.flange_b, second.flange_a);
  connect(second.flange_b, load);
)";

// Of a host around `rotors`.
Outcome run_host(const std::string& use, const std::string& ports = two_flanges,
                 const std::string& signals = "gelenk.*") {
  const Workspace workspace;
  workspace.write("Part.mo", part_text({"", two_flanges, rotors, "", ""}));
  must_run(workspace, "compile Part.mo -o part.gkc");
  workspace.write("Host.mo", host_text({"", "", "", use.c_str(), ""},
                                       "  model Part\n    extends Gelenk.CompiledComponent(file = "
                                       "\"part.gkc\");\n" +
                                           ports + "  end Part;\n  Part p;\n"));
  Outcome outcome =
      run_gelenk(workspace, "run Host.mo --t-end 0.1 --interval 0.1 --output o.csv --signals '" +
                                signals + "'");
  if (outcome.exit_code == 0) outcome.out = workspace.read("o.csv");
  return outcome;
}

struct Fault {
  const char* use;
  const char* ports;
  const char* message;
};

const Fault faults[] = {
    {"", "  Translational.Interfaces.Flange_a drive;\n",
     "error: flange 'drive' of compiled component 'part.gkc' turns [component]"},
    {"", "  Rotational.Interfaces.Flange_a engine;\n",
     "error: compiled component 'part.gkc' has no flange 'engine' [component]"},
    {"", "  Interfaces.Frame_a drive;\n",
     "error: compiled component 'part.gkc' has no port 'drive' [component]"},
    {"  Rotational.Components.Fixed wall;\n  Gelenk.Rotational.Friction rub(tau_pos = [0, 1]);\n"
     "equation\n  connect(wall.flange, rub.flange_a);\n  connect(rub.flange_b, p.load);\n",
     two_flanges,
     "error: 'rub' holds a shaft that has no inertia but that of a compiled component"},
    {"  Rotational.Components.Brake stop(mu_pos = [0, 0.4], fn_max = 3, f_normalized = 1);\n"
     "equation\n  connect(stop.flange_b, p.load);\n",
     two_flanges,
     "error: 'stop' holds a shaft that has no inertia but that of a compiled component"},
    {"  Rotational.Components.Inertia rotor(J = 1, phi(start = 0.1, fixed = true));\n"
     "equation\n  connect(rotor.flange_b, p.drive);\n",
     two_flanges,
     "error: its fixed start value contradicts that of 'p', which is on the same shaft"},
};

TEST(CompiledFlangeFaults, AreTold) {
  for (const Fault& fault : faults) {
    const Outcome outcome = run_host(fault.use, fault.ports);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.out;
    EXPECT_NE(outcome.err.find(fault.message), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("  hint: "), std::string::npos) << outcome.err;
  }
}

// A shaft that is free inside starts where the host fixes it, and one that is fixed inside takes the host along.
TEST(CompiledFlangeStarts, FollowWhatIsFixed) {
  const Outcome outcome = run_host(
      "  Rotational.Components.Inertia a(J = 1);\n"
      "  Rotational.Components.Inertia b(J = 1, phi(start = 0.1, fixed = true), w(start = 2, fixed "
      "= true));\n"
      "equation\n  connect(a.flange_b, p.drive);\n  connect(b.flange_b, p.load);\n",
      two_flanges, "a.*,b.*,p.*");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Workspace workspace;
  workspace.write("o.csv", outcome.out);
  const Csv csv(workspace.path("o.csv"));
  const auto at_start = [&](const char* name) {
    const auto found = std::find(csv.names.begin(), csv.names.end(), name);
    EXPECT_NE(found, csv.names.end()) << name;
    return csv.rows[0][found - csv.names.begin()];
  };
  EXPECT_EQ(at_start("b.phi"), 0.1);
  EXPECT_EQ(at_start("b.w"), 2);
  EXPECT_EQ(at_start("p.load.phi"), 0.1);
  EXPECT_EQ(at_start("a.phi"), 0.5);
  EXPECT_EQ(at_start("p.drive.phi"), 0.5);
  // The twisted spring pulls both.
  EXPECT_NEAR(at_start("b.a"), 10 * 0.4 / 1.1, 1e-12);
  EXPECT_NEAR(at_start("p.load.tau"), -10 * 0.4 / 1.1, 1e-12);
}

TEST(CompiledFlangeFaults, OfThePartAreToldWhenItIsCompiled) {
  const auto failure_of = [](const char* part) {
    const Workspace workspace;
    workspace.write("Part.mo", part_text({"", two_flanges, part, "", ""}));
    const Outcome outcome = run_gelenk(workspace, "compile Part.mo -o part.gkc");
    EXPECT_EQ(outcome.exit_code, 2) << outcome.out;
    EXPECT_NE(outcome.err.find("  hint: "), std::string::npos) << outcome.err;
    return outcome.err;
  };
  EXPECT_NE(failure_of("  Rotational.Components.Inertia rotor(J = 1);\nequation\n"
                       "  connect(drive, rotor.flange_a);\n")
                .find("error: flange 'load' of Part is connected to nothing inside [unconnected]"),
            std::string::npos);
  EXPECT_NE(failure_of("equation\n  connect(drive, load);\n")
                .find("error: flange 'drive' of Part is on a shaft without inertia"),
            std::string::npos);
}

TEST(CompiledFlanges, TheExampleMovesAsItsTextDoes) {
  const Workspace workspace;
  std::ifstream example(std::string(GELENK_SOURCE_DIR) + "/examples/GearUnit.mo");
  workspace.write("GearUnit.mo", std::string(std::istreambuf_iterator<char>(example), {}));
  must_run(workspace, "compile GearUnit.mo --model GearUnit.Unit -o unit.gkc");
  for (const char* model : {"GearUnit", "GearUnitFromFile"}) {
    must_run(workspace,
             std::string("run GearUnit.mo --interval 0.02 --rtol 1e-11 --quiet --signals "
                         "'axis.phi,rotor.w,unit.drive.tau,unit.load.tau' --model ") +
                 model + " --output " + model + ".csv");
  }
  if (HasFailure()) return;
  expect_same(Csv(workspace.path("GearUnit.csv")), Csv(workspace.path("GearUnitFromFile.csv")),
              1e-6);
}

}  // namespace
}  // namespace gelenk::testing
