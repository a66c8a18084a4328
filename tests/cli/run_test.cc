// `gelenk run` as a user meets it: files, exit codes, messages.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/command.h"
#include "tests/support/csv.h"

namespace gelenk {
namespace {

using testing::Csv;
using testing::Outcome;
using testing::run_gelenk;
using testing::Workspace;

const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";

TEST(RunCommand, WritesCsvAndSummary) {
  Workspace w;
  const Outcome o =
      run_gelenk(w, "run " + examples +
                        "Pendulum.mo --t-end 1 --interval 0.25 --output out.csv --summary out.json "
                        "--signals 'hinge.phi,gelenk.energy.total'");
  EXPECT_EQ(o.exit_code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  EXPECT_NE(o.out.find("Pendulum: done"), std::string::npos) << o.out;
  const Csv csv(w.path("out.csv"));
  EXPECT_EQ(csv.names, (std::vector<std::string>{"time", "hinge.phi", "gelenk.energy.total"}));
  ASSERT_EQ(csv.rows.size(), 5u);
  EXPECT_EQ(csv.rows[4][0], 1.0);
  const auto json = nlohmann::json::parse(w.read("out.json"));
  EXPECT_EQ(json["model"], "Pendulum");
  EXPECT_EQ(json["status"], "done");
  EXPECT_EQ(json["bodies"], 1);
  EXPECT_EQ(json["degrees_of_freedom"], 1);
  for (const char* key : {"formulation",
                          "integrator",
                          "steps",
                          "evaluations",
                          "rejected_steps",
                          "events",
                          "rtol",
                          "atol",
                          "wall_seconds",
                          "cpu_seconds",
                          "seconds_per_evaluation",
                          "joints",
                          "loops",
                          "constraint_rows",
                          "redundant_rows",
                          "components",
                          "depth",
                          "largest_drift",
                          "energy",
                          "message"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
}

TEST(RunCommand, ExperimentAnnotationGivesTheDefaults) {
  Workspace w;
  EXPECT_EQ(run_gelenk(w, "run " + examples + "thesis/Car.mo --output car.csv --quiet").exit_code,
            0);
  const Csv csv(w.path("car.csv"));
  EXPECT_EQ(csv.rows.size(), 151u);
  EXPECT_EQ(csv.rows.back()[0], 1.5);
}

TEST(RunCommand, ToleranceOfTheExperimentUnlessGiven) {
  Workspace w;
  w.write("M.mo",
          "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n"
          "  Modelica.Mechanics.MultiBody.Parts.Body body(m = 1, r_CM = {0, 0, 0});\n"
          "  annotation(experiment(StopTime = 0.1, Tolerance = 1e-5));\nend M;\n");
  auto summary = [&](const std::string& options) {
    EXPECT_EQ(run_gelenk(w, "run M.mo --summary s.json --quiet " + options).exit_code, 0);
    return nlohmann::json::parse(w.read("s.json"));
  };
  auto json = summary("");
  EXPECT_EQ(json["rtol"], 1e-5);
  EXPECT_EQ(json["atol"], 0.01 * 1e-5);
  EXPECT_EQ(json["integrator"], "auto (dop853)");
  json = summary("--rtol 1e-9 --atol 1e-6 --integrator erk6");
  EXPECT_EQ(json["rtol"], 1e-9);
  EXPECT_EQ(json["atol"], 1e-6);
  EXPECT_EQ(json["integrator"], "erk6");
  EXPECT_EQ(summary("--integrator rk4")["rtol"], 0);
}

// A saw tooth of ten thousand teeth in ten output intervals.
TEST(RunCommand, CountsEventsWithoutRows) {
  Workspace w;
  w.write("Saw.mo",
          "model Saw\n  Real x(start = 0);\nequation\n  der(x) = 1;\n"
          "  when x > 1e-4 then reinit(x, 0); end when;\n"
          "  annotation(experiment(StopTime = 0.9, Interval = 0.1));\nend Saw;\n");
  EXPECT_EQ(run_gelenk(w, "run Saw.mo --output saw.csv").exit_code, 0);
  EXPECT_LT(Csv(w.path("saw.csv")).rows.size(), 2000u);
  const std::string err = w.read(".err");
  EXPECT_NE(err.find(" events have no rows: between two output instants only the first 100 have "
                     "[output]\n  hint: give a shorter --interval to see more of them\n"),
            std::string::npos)
      << err;
}

TEST(RunCommand, WritesNothingItWasNotAskedFor) {
  Workspace w;
  EXPECT_EQ(run_gelenk(w, "run " + examples + "Pendulum.mo --t-end 0.1").exit_code, 0);
  for (const auto& entry : std::filesystem::directory_iterator(w.folder())) {
    EXPECT_TRUE(entry.path().filename() == ".out" || entry.path().filename() == ".err")
        << entry.path();
  }
}

TEST(RunCommand, CsvOnStandardOutputStaysClean) {
  Workspace w;
  const Outcome o =
      run_gelenk(w, "run " + examples +
                        "Pendulum.mo --t-end 0.1 --interval 0.1 --output - --signals hinge.phi");
  EXPECT_EQ(o.exit_code, 0);
  EXPECT_TRUE(o.out.starts_with("time,hinge.phi\n0,0\n0.1,-")) << o.out;
  EXPECT_NE(o.err.find("done"), std::string::npos);
}

TEST(RunCommand, SetChangesAParameterDeepInTheModel) {
  Workspace w;
  const std::string command =
      "run " + examples +
      "thesis/Car.mo --t-end 0.1 --quiet --signals 'carBody.body.r_0[3]' --output ";
  EXPECT_EQ(run_gelenk(w, command + "a.csv").exit_code, 0);
  EXPECT_EQ(
      run_gelenk(w, command + "b.csv --set suspensionLeft.damper.spring.c=6e4 --set carBody.m=600")
          .exit_code,
      0);
  EXPECT_NE(w.read("a.csv"), w.read("b.csv"));
  const Outcome o = run_gelenk(w, command + "c.csv --set carBdy.m=600");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_NE(o.err.find("carBody"), std::string::npos) << o.err;
}

TEST(RunCommand, DivergenceKeepsTheRowsAndSaysSo) {
  Workspace w;
  const Outcome o = run_gelenk(
      w, "run " + examples +
             "thesis/Car.mo --set wheelLeft.spring.c=1e15 --integrator rk4 --output out.csv "
             "--summary out.json");
  EXPECT_EQ(o.exit_code, 1);
  EXPECT_NE(o.out.find("of component '"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("at time "), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("partial"), std::string::npos) << o.out;
  EXPECT_GE(Csv(w.path("out.csv")).rows.size(), 1u);
  EXPECT_EQ(nlohmann::json::parse(w.read("out.json"))["status"], "failed");
}

// Stopped as soon as there are rows, and told so twice, as programs do that pass signals on.
TEST(RunCommand, CtrlCKeepsTheRows) {
  Workspace w;
  w.write("stop.sh",
          "\"$@\" &\nwhile [ ! -s out.csv ] && kill -0 $!; do sleep 0.01; done\n"
          "kill -INT $!\nkill -INT $!\nwait $!\n");
  const Outcome o = run_gelenk(
      w, "run " + examples + "thesis/Car.mo --t-end 100000 --interval 0.01 --output out.csv",
      "bash stop.sh");
  EXPECT_EQ(o.exit_code, 1) << o.err;
  EXPECT_NE(o.out.find("stopped on request"), std::string::npos) << o.out;
  const std::string text = w.read("out.csv");
  EXPECT_GT(text.size(), 1000u);
  EXPECT_EQ(text.back(), '\n');  // whole rows only
}

// A disk of 64 kB, for a run that would write for hours.
TEST(RunCommand, AFullDiskEndsTheRunAtOnce) {
  Workspace w;
  const Outcome o = run_gelenk(
      w, "run " + examples + "thesis/Car.mo --t-end 100000 --interval 0.01 --output out.csv",
      "trap '' XFSZ && ulimit -f 64 &&");
  EXPECT_EQ(o.exit_code, 2) << o.out;
  EXPECT_NE(o.err.find("cannot write 'out.csv' at time "), std::string::npos) << o.err;
  const std::string text = w.read("out.csv");
  EXPECT_GT(text.size(), 60000u);
  EXPECT_EQ(text.back(), '\n');  // whole rows only
  EXPECT_EQ(Csv(w.path("out.csv")).rows.front().size(), Csv(w.path("out.csv")).rows.back().size());
}

// A joint's data that no body has is a warning with the component's path, and the run goes on.
TEST(RunCommand, WarnsOfInertiasThatNoBodyHas) {
  Workspace w;
  w.write(
      "m.mo",
      "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n"
      "  Modelica.Mechanics.MultiBody.Joints.Revolute r;\n"
      "  Modelica.Mechanics.MultiBody.Parts.Body b(m = 1, r_CM = {1, 0, 0}, I_11 = 1, I_22 = 1, "
      "I_33 = 3);\nequation\n"
      "  connect(world.frame_b, r.frame_a);\n  connect(r.frame_b, b.frame_a);\nend M;\n");
  const Outcome o = run_gelenk(w, "run m.mo");
  EXPECT_EQ(o.exit_code, 0);
  EXPECT_EQ(
      o.err,
      "m.mo:4:43: warning: no rigid body has this inertia: its principal moments 1, 1 and 3 "
      "kg.m2 break the triangle inequality: 3 is larger than the sum of the other two [value]\n"
      "  in component b\n"
      "  hint: the run goes on with it; check I_11, I_22, I_33 (about the centre of mass) and "
      "the signs of I_21, I_31, I_32\n");
  const Outcome negative = run_gelenk(w, "run m.mo --set b.I_21=3");
  EXPECT_EQ(negative.exit_code, 2);
  EXPECT_NE(negative.err.find("its principal moment -2 kg.m2 is negative"), std::string::npos);
}

// Four hundred classes, each with one component of the next.
TEST(RunCommand, DeepNestingIsNotACycle) {
  Workspace w;
  std::string text = "package P\n";
  for (int i = 0; i < 400; ++i)
    text += "  model M" + std::to_string(i) + "\n    M" + std::to_string(i + 1) + " m;\n  end M" +
            std::to_string(i) + ";\n";
  text += "  model M400\n    parameter Real x = 1;\n  end M400;\nend P;\n";
  w.write("deep.mo", text);
  const Outcome o = run_gelenk(w, "run deep.mo --model P.M0");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_NE(o.err.find("components stand in components more than 300 levels deep"),
            std::string::npos)
      << o.err;
  EXPECT_EQ(o.err.find("contains itself"), std::string::npos) << o.err;
}

TEST(RunCommand, IndependentCoordinates) {
  Workspace w;
  const std::string run = "run " + examples + "FourBar.mo --t-end 0.1 --independent ";
  EXPECT_EQ(run_gelenk(w, run + "crankJoint.phi --stabilization partition").exit_code, 0);
  const Outcome unknown = run_gelenk(w, run + "crank.phi --stabilization partition");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("there is no coordinate 'crank.phi'"), std::string::npos);
  const Outcome alone = run_gelenk(w, run + "crankJoint.phi");
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_EQ(
      alone.err,
      "error: independent coordinates are a matter of stabilization 'partition' [option]\n"
      "  hint: choose the stabilization 'partition', or leave the independent coordinates out\n");
}

// Each case: what the model says, and what the message must contain (with place line:column).
struct BadModel {
  const char* name;
  const char* text;
  std::vector<const char*> message;
};

class BadInput : public ::testing::TestWithParam<BadModel> {};

TEST_P(BadInput, SaysWhereWhatAndExitsWithTwo) {
  Workspace w;
  w.write("bad.mo", GetParam().text);
  const Outcome o = run_gelenk(w, "run bad.mo --output out.csv --summary out.json");
  EXPECT_EQ(o.exit_code, 2) << o.out << o.err;
  EXPECT_EQ(o.out, "");
  EXPECT_FALSE(w.exists("out.csv"));
  EXPECT_FALSE(w.exists("out.json"));
  EXPECT_NE(o.err.find("bad.mo:"), std::string::npos) << o.err;
  for (const char* part : GetParam().message)
    EXPECT_NE(o.err.find(part), std::string::npos) << o.err;
}

INSTANTIATE_TEST_SUITE_P(
    Models, BadInput,
    ::testing::Values(
        BadModel{"syntax", "model M\n  Real x\nend M;\n", {"bad.mo:2:", "';'"}},
        BadModel{
            "box",
            "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
            "Modelica.Mechanics.MultiBody.Parts.BodyBox b(r = {1, 0, 0}, length = -1);\nend M;\n",
            {"bad.mo:3:46: error: parameter width = ", "is below its minimum 0", "in component b",
             "hint: the library computes it, in line "}},
        BadModel{"class",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Joints.Revolut j;\nend M;\n",
                 {"bad.mo:3:3", "'Revolute'"}},
        BadModel{"parameter",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Parts.Body b(mas = 1);\nend M;\n",
                 {"bad.mo:3:", "mas", "'m'"}},
        BadModel{"type",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Parts.Body b(m = \"heavy\");\nend M;\n",
                 {"bad.mo:3:", "m", "Real", "String"}},
        BadModel{"size",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Joints.Revolute j(n = {0, 1});\nend M;\n",
                 {"bad.mo:3:", "n", "Real[3]", "2"}},
        BadModel{"mass",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Parts.Body b(m = -1);\nend M;\n",
                 {"bad.mo:3:", "m = -1"}},
        BadModel{"inertia",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Parts.Body b(m = 1, I_21 = 5);\nend M;\n",
                 {"bad.mo:3:", "inertia", "component b"}},
        BadModel{"unconnected",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Joints.Revolute j;\n  "
                 "Modelica.Mechanics.MultiBody.Parts.Body b(m = 1);\nequation\n  "
                 "connect(j.frame_b, b.frame_a);\nend M;\n",
                 {"bad.mo:3:", "frame_a", "not connected", "connect(j.frame_a"}},
        BadModel{"assembly",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Joints.Spherical j, k;\n  "
                 "Modelica.Mechanics.MultiBody.Parts.BodyBox b(r = {1, 0, 0});\n  "
                 "Modelica.Mechanics.MultiBody.Parts.Fixed far(r = {3, 0, 0});\nequation\n  "
                 "connect(world.frame_b, j.frame_a);\n  connect(j.frame_b, b.frame_a);\n  "
                 "connect(b.frame_b, k.frame_a);\n  connect(k.frame_b, far.frame_b);\nend M;\n",
                 {"bad.mo:3:", "does not close", "by 2 m"}},
        BadModel{"connector",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Parts.Body b(m = 1);\nequation\n  "
                 "connect(world.frame_b, b.frame_b);\nend M;\n",
                 {"bad.mo:5:", "frame_b", "frame_a"}},
        BadModel{"equation",
                 "model M\n  Real x, y;\nequation\n  x + 1 = sin(y);\nend M;\n",
                 {"bad.mo:2:", "an equation is missing, for 'y'"}},
        BadModel{"no_equation",
                 "model M\n  Real x;\nend M;\n",
                 {"bad.mo:2:", "variable 'x' has no equation"}},
        BadModel{"no_input",
                 "model M\n  model P\n    input Real u;\n  end P;\n  P p;\nend M;\n",
                 {"bad.mo:3:", "variable 'p.u' has no equation", "write p(u = …)"}},
        BadModel{"time",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Parts.Body b(m = time);\nend M;\n",
                 {"bad.mo:3:", "time"}},
        BadModel{"axis",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Joints.Revolute j(n = {0, 0, 0});\n  "
                 "Modelica.Mechanics.MultiBody.Parts.Body b(m = 1);\nequation\n  "
                 "connect(world.frame_b, j.frame_a);\n  connect(j.frame_b, b.frame_a);\nend M;\n",
                 {"bad.mo:3:", "no direction"}},
        BadModel{"rigid_loop",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Parts.FixedTranslation a(r = {1, 0, 0}), b(r = {2, "
                 "0, 0});\nequation\n  connect(world.frame_b, a.frame_a);\n  connect(a.frame_b, "
                 "b.frame_b);\n  connect(b.frame_a, world.frame_b);\nend M;\n",
                 {"bad.mo:3:", "does not close", "1 m"}},
        BadModel{"deep_connect",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  model S\n    "
                 "Modelica.Mechanics.MultiBody.Parts.Body q(m = 1, r_CM = {0, 0, 0});\n  end S;\n  "
                 "S s;\nequation\n  "
                 "connect(world.frame_b, s.q.frame_a);\nend M;\n",
                 {"bad.mo:8:", "reaches into", "connector of its own"}},
        BadModel{"bound_variable",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Joints.Revolute j(phi = 0.3);\nend M;\n",
                 {"bad.mo:3:", "variable", "phi(start = "}},
        BadModel{"bound_torque",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Joints.Revolute j(tau = 5);\nend M;\n",
                 {"bad.mo:3:", "'tau'", "cannot be set"}},
        BadModel{
            "fixed_torque",
            "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
            "Modelica.Mechanics.MultiBody.Joints.Revolute j(tau(start = 1, fixed = true));\nend M;\n",
            {"bad.mo:3:", "'tau' cannot be fixed"}},
        BadModel{"floating",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Parts.FixedTranslation t(r = {1, 0, 0});\nend M;\n",
                 {"bad.mo:3:", "no mass", "connect it"}},
        BadModel{"other_library", "model M\n  Modelica.Fluid.Pipes.StaticPipe p;\nend M;\n",
                 {"bad.mo:2:", "Modelica.Fluid is not built in"}},
        BadModel{"open_input",
                 "model M\n  Modelica.Mechanics.MultiBody.Forces.WorldForce f;\nend M;\n",
                 {"bad.mo:2:", "'f.force[1]' has no equation", "write f(force = …)"}},
        BadModel{"empty", "", {"bad.mo", "empty"}},
        BadModel{"brackets", "model M\n parameter Real x = ((((((((((1;\nend M;\n", {"bad.mo:2:"}}),
    [](const auto& test) { return test.param.name; });

TEST(BadFile, MissingDirectoryUnreadableBinary) {
  Workspace w;
  auto expect = [&](const std::string& arguments, const std::vector<std::string>& parts) {
    const Outcome o = run_gelenk(w, "run " + arguments + " --output out.csv");
    EXPECT_EQ(o.exit_code, 2) << arguments << o.out << o.err;
    EXPECT_FALSE(w.exists("out.csv"));
    for (const std::string& part : parts)
      EXPECT_NE(o.err.find(part), std::string::npos) << arguments << ": " << o.err;
  };
  expect("nothing.mo", {"nothing.mo", "not"});
  std::filesystem::create_directory(w.folder() / "folder");
  expect("folder", {"folder", "package.mo"});
  w.write("binary.mo", std::string("\x7f"
                                   "ELF\x02\x01\x01\0\0\0\xff\xfe",
                                   12));
  expect("binary.mo", {"binary.mo", "text"});
  if (geteuid() != 0) {
    w.write("secret.mo", "model M end M;");
    std::filesystem::permissions(w.folder() / "secret.mo", std::filesystem::perms::none);
    expect("secret.mo", {"secret.mo"});
  }
  expect("/dev/null", {"/dev/null"});
}

TEST(BadFile, HugeHostileFilesEndQuickly) {
  Workspace w;
  const std::pair<const char*, std::string> fills[] = {
      {"round.mo", "("}, {"curly.mo", "{"},        {"square.mo", "["},      {"plus.mo", "1+"},
      {"minus.mo", "-"}, {"class.mo", "model A "}, {"if.mo", "if a then "}, {"quote.mo", "\"a\"+"}};
  for (const auto& [name, unit] : fills) {
    std::string text = std::string(name) == "class.mo" ? "" : "model M\n  parameter Real x = ";
    while (text.size() < 10'000'000) text += unit;
    w.write(name, text);
    const Outcome o = run_gelenk(w, std::string("run ") + name);
    EXPECT_EQ(o.exit_code, 2) << name << ": " << o.err.substr(0, 300);
    EXPECT_LT(o.err.size(), 2000u) << name;
  }
}

TEST(BadOption, EachSaysWhatIsRight) {
  Workspace w;
  auto expect = [&](const std::string& arguments, const std::string& part) {
    const Outcome o = run_gelenk(w, "run " + examples + "Pendulum.mo " + arguments);
    EXPECT_EQ(o.exit_code, 2) << arguments;
    EXPECT_NE(o.err.find(part), std::string::npos) << arguments << ": " << o.err;
  };
  expect("--integrator rk5", "'rk4'");
  expect(
      "--integrator euler",
      "hint: there are 'abm4', 'auto', 'cvode', 'cvode_adams', 'dop853', 'dopri5', 'erk4', 'erk5', "
      "'erk6', 'erk8', 'ida', 'rk2' and 'rk4'\n");
  expect("--t-end nan", "the end time nan is not a finite number");
  expect("--t-end inf", "the end time inf is not a finite number");
  expect("--interval inf", "the interval inf is not a finite number");
  expect("--rtol nan", "the relative tolerance nan is not a finite number");
  expect("--rtol 0", "the relative tolerance 0 is not between 0 and 0.1");
  expect("--atol 0", "the absolute tolerance 0 is not positive");
  expect("--formulation magic", "'mixed'");
  expect("--stabilization projecton", "'projection'");
  expect("--signals hinge.fi", "'hinge.phi'");
  expect("--step 0", "positive");
  expect("--step -1", "positive");
  expect("--interval 0", "interval");
  expect("--t-end -1", "end time");
  expect("--t-end soon", "t-end");
  expect("--model Pendelum", "Pendulum");
  expect("--set m", "path=value");
  expect("--output /nowhere/out.csv", "/nowhere/out.csv");
  expect("--bogus", "bogus");
  const auto says = [&](const std::string& arguments, const std::string& text) {
    const Outcome o = run_gelenk(w, arguments);
    EXPECT_EQ(o.exit_code, 2) << arguments;
    EXPECT_EQ(o.err, text) << arguments;
  };
  const std::string run = "run " + examples + "Pendulum.mo ";
  says(run + "--stabilisation none",
       "error: there is no option '--stabilisation' [option]\n"
       "  hint: did you mean '--stabilization'?\n");
  says(run + "--rtol abc",
       "error: the value 'abc' of --rtol is not a number [option]\n"
       "  hint: write --rtol and a number, such as 0.001\n");
  says(run + "--rtol",
       "error: the option --rtol has no value [option]\n"
       "  hint: write --rtol and a number, such as 0.001; gelenk run --help says which\n");
  says(run + "--t-end 1 2",
       "error: '2' is one word too many [option]\n"
       "  hint: a value with blanks needs quotes; gelenk run --help lists what there is\n");
  says(run + "--progress newer",
       "error: there is no --progress 'newer' [option]\n  hint: did you mean 'never'?\n");
  says("completion zhs",
       "error: there is no completion for the shell 'zhs' [option]\n  hint: did you mean 'zsh'?\n");
  says("rnu", "error: there is no command 'rnu' [option]\n  hint: did you mean 'run'?\n");
  says("run",
       "error: no model-file is given [option]\n"
       "  hint: write gelenk run and the name of a model file\n");
  says("",
       "error: no command is given [option]\n"
       "  hint: write gelenk run and the name of a model file\n");
  EXPECT_EQ(run_gelenk(w, "").exit_code, 2);
  EXPECT_EQ(run_gelenk(w, "--help").exit_code, 0);
  EXPECT_EQ(run_gelenk(w, "run --help").exit_code, 0);
}

// Another file that is opened must not take the place of a stream that is closed.
TEST(RunCommand, ClosedStreamsDoNotEndUpInOtherFiles) {
  Workspace w;
  w.write("without_output.sh", "exec \"$@\" 1>&-\n");
  w.write("without_any.sh", "exec \"$@\" 0<&- 1>&- 2>&-\n");
  const std::string run =
      "run " + examples + "Pendulum.mo --t-end 0.1 --interval 0.05 --signals hinge.phi --quiet ";
  const Outcome o = run_gelenk(w, run + "--output - --summary s.json", "sh ./without_output.sh");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_EQ(o.err,
            "error: cannot write '-' at time 0.1 s: Bad file descriptor [output]\n"
            "  hint: free some space or choose another --output file; the rows that found room are "
            "kept\n");
  EXPECT_FALSE(w.exists("s.json"));
  EXPECT_EQ(run_gelenk(w, run + "--output out.csv", "sh ./without_any.sh").exit_code, 0);
  EXPECT_EQ(Csv(w.path("out.csv")).rows.size(), 3u);
}

TEST(RunCommand, FilesAreWhatTheirNamesSay) {
  Workspace w;
  const std::string run = "run " + examples + "Pendulum.mo --t-end 0.01 --quiet ";
  for (const char* ending : {".parquet", ".h5", ".xlsx", ".json", ".H5"}) {
    const Outcome o = run_gelenk(w, run + "--output x" + ending);
    EXPECT_EQ(o.exit_code, 2);
    EXPECT_FALSE(w.exists(std::string("x") + ending));
  }
  EXPECT_EQ(run_gelenk(w, run + "-o x.h5").err,
            "error: --output writes CSV and MAT-files, and 'x.h5' ends in '.h5' [option]\n"
            "  hint: let the name end in .csv, .txt or .mat\n");
  EXPECT_EQ(run_gelenk(w, run + "--summary x.csv").err,
            "error: --summary writes JSON, and 'x.csv' ends in '.csv' [option]\n"
            "  hint: let the name end in .json or .txt\n");
  for (const char* output :
       {"-o x.csv", "--output X.CSV", "-o x.txt", "-o results", "-o /dev/null"})
    EXPECT_EQ(run_gelenk(w, run + output).exit_code, 0) << output;
}

TEST(RunCommand, UnitsInTheNamesOfColumns) {
  Workspace w;
  const std::string run = "run " + examples +
                          "Pendulum.mo --t-end 0.1 --interval 0.1 --quiet "
                          "--signals 'hinge.phi,rod.frame_b.R.T[1,2],gelenk.energy.total' ";
  ASSERT_EQ(run_gelenk(w, run + "--units -o u.csv").exit_code, 0);
  EXPECT_TRUE(
      w.read("u.csv").starts_with("time [s],hinge.phi [rad],\"rod.frame_b.R.T[1,2]\","
                                  "gelenk.energy.total [J]\n"))
      << w.read("u.csv");
  ASSERT_EQ(run_gelenk(w, run + "-o p.csv").exit_code, 0);
  const std::string with = w.read("u.csv"), without = w.read("p.csv");
  EXPECT_EQ(with.substr(with.find('\n')), without.substr(without.find('\n')));
}

TEST(RunCommand, StartTime) {
  Workspace w;
  w.write("M.mo",
          "model M\n  Real x = time;\n  annotation(experiment(StartTime = 1, StopTime = 3));\n"
          "end M;\n");
  auto first_and_last = [&](const std::string& options) {
    EXPECT_EQ(run_gelenk(w, "run M.mo --quiet --signals x -o m.csv " + options).exit_code, 0);
    const Csv csv(w.path("m.csv"));
    return std::pair(csv.rows.front()[1], csv.rows.back()[1]);
  };
  EXPECT_EQ(first_and_last(""), std::pair(1.0, 3.0));
  EXPECT_EQ(first_and_last("--start-time 2.5"), std::pair(2.5, 3.0));
  EXPECT_EQ(first_and_last("--start-time -1 --t-end 0"), std::pair(-1.0, 0.0));
  const Outcome late = run_gelenk(w, "run M.mo --start-time 5");
  EXPECT_EQ(late.exit_code, 2);
  EXPECT_EQ(late.err,
            "error: the end time 3 s lies before the start time 5 s [option]\n"
            "  hint: choose a later end time\n");
  EXPECT_EQ(run_gelenk(w, "run M.mo --start-time inf").err,
            "error: the start time inf is not a finite number [option]\n"
            "  hint: give a number for the start time\n");
}

TEST(CheckCommand, ReadsAndBuildsOnly) {
  Workspace w;
  const Outcome good = run_gelenk(w, "check " + examples + "thesis/Car.mo");
  EXPECT_EQ(good.exit_code, 0) << good.err;
  EXPECT_EQ(good.out,
            "Car: no errors, 0 warnings\n"
            "  system      9 bodies, 11 joints, 2 loops\n"
            "  hierarchy   10 components, 3 levels\n");
  EXPECT_EQ(good.err, "");
  EXPECT_EQ(run_gelenk(w, "check " + examples + "Pendulum.mo").out,
            "Pendulum: no errors, 0 warnings\n"
            "  system      1 body, 1 joint, 0 loops\n"
            "  hierarchy   1 component, 1 level\n");
  // Loops that cannot be closed are a matter of the run.
  w.write("M.mo",
          "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n"
          "  Modelica.Mechanics.MultiBody.Joints.Revolute j;\nend M;\n");
  const Outcome bad = run_gelenk(w, "check M.mo");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_NE(bad.err.find("[unconnected]"), std::string::npos) << bad.err;
  EXPECT_EQ(run_gelenk(w, "check " + examples + "Pendulum.mo --signals hinge.fi").exit_code, 2);
  EXPECT_EQ(run_gelenk(w, "check " + examples + "Pendulum.mo --rtol 0").exit_code, 2);
}

TEST(ErrorMessage, ShowsTheLineAndThePlace) {
  Workspace w;
  w.write("Bad.mo",
          "model Bad\n  inner Modelica.Mechanics.MultiBody.World world;\n"
          "\tModelica.Mechanics.MultiBody.Parts.BodyBox rod \"Stab – lang\" (widht = 0.06);\n"
          "end Bad;\n");
  EXPECT_EQ(run_gelenk(w, "run Bad.mo").err.substr(0, 10), "Bad.mo:3:6");
  w.write("Bad.mo",
          "model Bad\n  inner Modelica.Mechanics.MultiBody.World world;\n"
          "\tparameter String name = \"Größe\"; parameter Real y = nmae;\nend Bad;\n");
  EXPECT_EQ(run_gelenk(w, "run Bad.mo").err,
            "Bad.mo:3:54: error: there is no 'nmae' here [unknown-name]\n"
            "  3 |  parameter String name = \"Größe\"; parameter Real y = nmae;\n"
            "    |                                                      ^\n"
            "  hint: did you mean 'name'?\n");
  // A long line is shown in part.
  w.write("Bad.mo", "model Bad\n  parameter Real x = " + std::string(200, '(') + "y" +
                        std::string(200, ')') + ";\nend Bad;\n");
  const std::string text = run_gelenk(w, "run Bad.mo").err;
  EXPECT_NE(text.find("\n  2 | …" + std::string(80, '(') + "y" + std::string(39, ')') +
                      "…\n    | " + std::string(81, ' ') + "^\n"),
            std::string::npos)
      << text;
  // No bytes of a file are told to the terminal as they are.
  w.write("Bad.mo", "model Bad // \x1b[31m\n  parameter Real x = y; // \x1b[2J\nend Bad;\n");
  EXPECT_EQ(run_gelenk(w, "run Bad.mo").err.find('\x1b'), std::string::npos);
}

// `script` gives the program a terminal; its lines end as those of a terminal do.
TEST(ErrorMessage, HasColoursOnATerminalThatIsToHaveThem) {
  Workspace w;
  w.write("Bad.mo", "model Bad\n  parameter Real x = y;\nend Bad;\n");
  w.write("on_terminal.sh", "exec script -qec \"$*\" /dev/null </dev/null\n");
  const std::string colours =
      "Bad.mo:2:22: \x1b[1;31merror:\x1b[0m there is no 'y' here [unknown-name]\r\n";
  const Outcome o = run_gelenk(w, "run Bad.mo", "NO_COLOR= TERM=xterm bash on_terminal.sh");
  EXPECT_EQ(o.exit_code, 2) << o.err;
  EXPECT_NE(o.out.find(colours), std::string::npos) << o.out;
  for (const char* plain : {"NO_COLOR=1 TERM=xterm ", "NO_COLOR= TERM=dumb "}) {
    const Outcome none = run_gelenk(w, "run Bad.mo", std::string(plain) + "bash on_terminal.sh");
    EXPECT_EQ(none.out.find('\x1b'), std::string::npos) << plain << none.out;
    EXPECT_NE(none.out.find("error: there is no 'y' here"), std::string::npos) << none.out;
  }
}

TEST(RunCommand, OtherKindsOfFilesAreNamed) {
  Workspace w;
  auto message = [&](const std::string& file) {
    w.write(file, "<robot name=\"r\"/>");
    const Outcome o = run_gelenk(w, "run " + file);
    EXPECT_EQ(o.exit_code, 2);
    return o.err.substr(0, o.err.find('\n'));
  };
  EXPECT_EQ(
      message("arm.urdf"),
      "arm.urdf: error: robot descriptions (URDF, SDF, MJCF) are not supported [unsupported]");
  EXPECT_EQ(message("pump.fmu"),
            "pump.fmu: error: an FMU is a compiled model, which cannot be read [unsupported]");
  EXPECT_EQ(message("part.step"),
            "part.step: error: files of CAD programs are not supported [unsupported]");
}

// A variable that leaves its limits ends the run there; what came before is kept.
TEST(RunCommand, LimitsOfVariablesAreWatched) {
  Workspace w;
  w.write("Tank.mo", R"(model Tank
  Modelica.Units.SI.Pressure p(start = 1e5, fixed = true, min = 0);
  Real level(max = 2.5) = 1 + time;
  Real low(min = -1e-12) = 0;
  Real count[2](each start = 0, max = {1, 3});
equation
  der(p) = -2e5;
  der(count) = {0.1, 0.1};
  annotation(experiment(StopTime = 3));
end Tank;
)");
  for (const char* formulation : {"recursive", "mixed", "hierarchical"}) {
    const std::string run = std::string("run Tank.mo --interval 0.1 --formulation ") + formulation;
    Outcome o = run_gelenk(w, run + " -o t.csv --signals p");
    EXPECT_EQ(o.exit_code, 1);
    EXPECT_NE(o.out.find("  variable 'p' falls below its min = 0 at time 0.5"), std::string::npos)
        << o.out;
    const Csv csv(w.path("t.csv"));
    EXPECT_EQ(csv.rows.size(), 7u);
    EXPECT_NEAR(csv.rows.back()[1], -0.1, 1e-6);
    o = run_gelenk(w, run + " --set p.min=-1e9");
    EXPECT_NE(o.out.find("  variable 'level' rises above its max = 2.5 at time 1.5 s\n"),
              std::string::npos)
        << o.out;
    o = run_gelenk(w, run + " --set p.min=-1e9 --set level.max=9 --set 'count.max={0.2,1}'");
    EXPECT_NE(o.out.find("  variable 'count[1]' rises above its max = 0.2 at time 2 s\n"),
              std::string::npos)
        << o.out;
    // At the start.
    o = run_gelenk(w, run + " --set p.min=2e5");
    EXPECT_EQ(o.exit_code, 1);
    EXPECT_NE(
        o.out.find("  variable 'p' is 100000 at the start, below its min = 200000, at time 0 s\n"),
        std::string::npos)
        << o.out;
    EXPECT_EQ(run_gelenk(w, run + " --t-end 0.5").exit_code, 0) << "0 is not below 0";
  }
  w.write("Swing.mo",
          "model Swing\n  inner Modelica.Mechanics.MultiBody.World world;\n"
          "  Modelica.Mechanics.MultiBody.Joints.Revolute j(phi(max = 0.1));\n"
          "  Modelica.Mechanics.MultiBody.Parts.Body b(m = 1, r_CM = {1, 0, 0});\nequation\n"
          "  connect(world.frame_b, j.frame_a);\n  connect(j.frame_b, b.frame_a);\nend Swing;\n");
  const Outcome o = run_gelenk(w, "run Swing.mo --t-end 0.1");
  EXPECT_EQ(o.exit_code, 0);
  EXPECT_EQ(o.err,
            "Swing.mo:3:54: warning: max of 'j.phi' is not watched [unsupported]\n"
            "  in component j\n"
            "  hint: declare a variable that is: Real x(max = …) = j.phi;\n");
}

TEST(RunCommand, UnitsThatDoNotFitAreWarnedOf) {
  Workspace w;
  w.write("M.mo", R"(model M
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.MultiBody.Joints.Revolute j(w(start = 1));
  Modelica.Mechanics.MultiBody.Parts.Body b(m = 1, r_CM = {1, 0, 0});
  Real x(unit = "m") = j.phi;
  Real mm(unit = "mm") = b.r_0[1];
  Real both(unit = "rad") = j.phi + b.r_0[2];
  Modelica.Units.SI.Angle good = 2*j.phi + j.w*time;
  Modelica.Units.SI.Energy work(start = 0);
equation
  der(work) = j.w*j.w;
  connect(world.frame_b, j.frame_a);
  connect(j.frame_b, b.frame_a);
end M;
)");
  const Outcome o = run_gelenk(w, "run M.mo --t-end 0.01");
  EXPECT_EQ(o.exit_code, 0);
  const std::string hint = "\n  hint: units are not converted: numbers are taken as they are\n";
  EXPECT_EQ(o.err, "M.mo:5:8: warning: variable 'x' is in m, its value in rad [unit]" + hint +
                       "M.mo:6:8: warning: variable 'mm' is in mm, its value in m [unit]" + hint +
                       "M.mo:7:8: warning: the equation of 'both' adds rad and m [unit]" + hint +
                       "M.mo:9:41: warning: der(work) is in m2.kg/s3, its value in 1/s2 [unit]" +
                       hint);
}

// A start value that is set by hand is wanted to have an effect.
TEST(RunCommand, StartValuesWithoutEffectAreWarnedOf) {
  Workspace w;
  const std::string run = "run " + examples + "Pendulum.mo --t-end 0.01 --set ";
  EXPECT_EQ(run_gelenk(w, run + "hinge.phi.start=1").err, "");
  EXPECT_EQ(run_gelenk(w, run + "hinge.a.start=1").err,
            "setting hinge.a.start:1:1: warning: the start value of 'hinge.a' has no effect: it "
            "follows from the "
            "motion or from an equation [start]\n"
            "  hint: set a position, a speed, a state or a parameter\n");
}

TEST(RunCommand, ADriveWhoseSpeedJumpsIsSaidToHit) {
  Workspace w;
  w.write("M.mo", R"(model M
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.MultiBody.Joints.Revolute j(useAxisFlange = true);
  Modelica.Mechanics.MultiBody.Parts.Body b(m = 1, r_CM = {1, 0, 0});
  Modelica.Mechanics.Rotational.Sources.Position drive(exact = true,
    phi_ref = if time < 0.5 then 0 else 2*(time - 0.5));
equation
  connect(world.frame_b, j.frame_a);
  connect(j.frame_b, b.frame_a);
  connect(drive.flange, j.axis);
end M;
)");
  for (const char* formulation : {"recursive", "hierarchical"}) {
    const Outcome o =
        run_gelenk(w, std::string("run M.mo -o m.csv --signals j.w --formulation ") + formulation);
    EXPECT_EQ(o.exit_code, 0);
    EXPECT_EQ(o.err,
              "M.mo:5:50: warning: the speed that this drive prescribes jumps, at time 0.5 s by 2 "
              "rad/s: it hits what it moves, with a force that no drive has [impact]\n"
              "  in component drive\n"
              "  hint: let the law change its speed gradually, or let exact = false smooth it\n");
    EXPECT_EQ(Csv(w.path("m.csv")).rows.back()[1], 2.0);
  }
  EXPECT_EQ(run_gelenk(w, "run M.mo --set drive.exact=false").err, "");
}

// A closed lock stops what moves at the start, and a stop throws it back by e; a speed that is fixed does not change in silence.
TEST(RunCommand, FixedSpeedsThatAnImpactTakesAtTheStartAreTold) {
  Workspace w;
  w.write("M.mo", R"(partial model Slide
  import Modelica.Mechanics.Translational;
  Translational.Components.Mass p(m = 1, s(start = 0.5, fixed = true), v(start = -2, fixed = true));
  Translational.Components.Fixed wall;
equation
  connect(wall.flange, holder.flange_a);
  connect(holder.flange_b, p.flange_a);
end Slide;

model Locked
  extends Slide;
  Gelenk.Translational.Lock holder(locked = 1);
end Locked;

model Stopped
  extends Slide;
  Gelenk.Translational.Stop holder(s_min = 0.5, e = 0.25);
end Stopped;

model Free
  extends Slide;
  Gelenk.Translational.Stop holder(s_min = 0.4);
end Free;
)");
  const auto run = [&](const std::string& model, double speed) {
    const Outcome o =
        run_gelenk(w, "run M.mo --t-end 0.01 --signals p.v -o m.csv --model " + model);
    EXPECT_EQ(o.exit_code, 0) << o.err;
    EXPECT_EQ(Csv(w.path("m.csv")).rows.front()[1], speed) << model;
    return o.out;
  };
  const std::string moved = "  assembly    moved 1 start value:\n",
                    change = ".v, by an impact at the start: -2.000000 → ";
  const std::string locked = run("Locked", 0.0), stopped = run("Stopped", 0.5);
  EXPECT_NE(locked.find(moved), std::string::npos) << locked;
  EXPECT_NE(locked.find(change + "0.000000\n"), std::string::npos) << locked;
  EXPECT_NE(stopped.find(moved), std::string::npos) << stopped;
  EXPECT_NE(stopped.find(change + "0.500000\n"), std::string::npos) << stopped;
  EXPECT_EQ(run("Free", -2.0).find("assembly"), std::string::npos);
}

TEST(RunCommand, WarnsOfAJointThatCarriesNoMass) {
  const Workspace workspace;
  workspace.write("Light.mo", R"(model Light
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.MultiBody.Joints.Revolute hinge, idle(phi(start = 0.9));
  Modelica.Mechanics.MultiBody.Parts.BodyBox rod(r = {0.5, 0, 0});
  Modelica.Mechanics.MultiBody.Parts.FixedTranslation tip(r = {0.3, 0, 0});
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, rod.frame_a);
  connect(rod.frame_b, idle.frame_a);
  connect(idle.frame_b, tip.frame_a);
end Light;
)");
  for (const char* formulation : {"recursive", "hierarchical"}) {
    const Outcome run =
        run_gelenk(workspace, std::string("run Light.mo --t-end 0.1 --formulation ") + formulation);
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_NE(run.err.find("nothing determines how this joint moves"), std::string::npos)
        << run.err;
    EXPECT_NE(run.err.find("in component idle"), std::string::npos) << run.err;
  }
}

// The stack begins elsewhere with every run, and with every length of the environment: no digit may follow it.
TEST(RunCommand, ResultsDoNotDependOnWhereMemoryLies) {
  const Workspace workspace;
  workspace.write("Skew.mo", R"(model Skew
  import Modelica.Mechanics.MultiBody.*;
  inner World world;
  Joints.Revolute a(n = {1, 2, 3}, w(start = 2)), d(n = {0.2, -0.9, 0.4});
  Joints.Prismatic b(n = {0.3, -0.7, 0.2}, s(start = 0.1));
  Joints.Universal c(n_a = {0.3, 1, -2}, n_b = {1, -0.3, 0}, w_b(start = 1));
  Parts.BodyBox p(r = {0.5, 0.1, 0}), q(r = {0.2, 0.3, 0.1}), r(r = {0.1, 0.7, 0.3}), s(r = {0.4, 0, 0.2});
  Forces.SpringDamperParallel spring(c = 300, d = 1, s_unstretched = 0.4);
equation
  connect(world.frame_b, a.frame_a);
  connect(a.frame_b, p.frame_a);
  connect(p.frame_b, b.frame_a);
  connect(b.frame_b, q.frame_a);
  connect(q.frame_b, c.frame_a);
  connect(c.frame_b, r.frame_a);
  connect(p.frame_b, d.frame_a);
  connect(d.frame_b, s.frame_a);
  connect(s.frame_b, spring.frame_a);
  connect(r.frame_b, spring.frame_b);
end Skew;
)");
  for (const char* formulation :
       {"recursive", "mixed", "hierarchical", "hierarchical --hierarchy flat"}) {
    std::string first;
    for (int length = 0; length < 6; ++length) {
      const Outcome run = run_gelenk(
          workspace,
          std::string("run Skew.mo --t-end 0.2 --output - --quiet --formulation ") + formulation,
          "env PADDING=" + std::string(16 * length, 'x'));
      ASSERT_EQ(run.exit_code, 0) << run.err;
      if (length == 0) first = run.out;
      EXPECT_TRUE(run.out == first) << formulation << ", environment longer by " << 16 * length;
    }
  }
}

}  // namespace
}  // namespace gelenk
