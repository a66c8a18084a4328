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
  EXPECT_EQ(json["integrator"], "auto (dopri5)");
  json = summary("--rtol 1e-9 --atol 1e-6 --integrator erk6");
  EXPECT_EQ(json["rtol"], 1e-9);
  EXPECT_EQ(json["atol"], 1e-6);
  EXPECT_EQ(json["integrator"], "erk6");
  EXPECT_EQ(summary("--integrator rk4")["rtol"], 0);
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
  EXPECT_EQ(alone.err,
            "error: independent coordinates are a matter of stabilization 'partition' [option]\n"
            "  hint: add --stabilization partition, or leave --independent out\n");
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
                 "model M\n  Real x;\nequation\n  x + 1 = sin(x);\nend M;\n",
                 {"bad.mo:4:", "does not have a variable of this model alone on one side"}},
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
            "fixed_acceleration",
            "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
            "Modelica.Mechanics.MultiBody.Joints.Revolute j(a(start = 1, fixed = true));\nend M;\n",
            {"bad.mo:3:", "'a' cannot be fixed"}},
        BadModel{"floating",
                 "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  "
                 "Modelica.Mechanics.MultiBody.Parts.FixedTranslation t(r = {1, 0, 0});\nend M;\n",
                 {"bad.mo:3:", "no mass", "connect it"}},
        BadModel{"other_library",
                 "model M\n  Modelica.Mechanics.MultiBody.Forces.WorldForce f;\nend M;\n",
                 {"bad.mo:2:", "Gelenk.Forces.WorldForce"}},
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
      "hint: there are 'abm4', 'auto', 'cvode', 'cvode_adams', 'dopri5', 'erk4', 'erk5', 'erk6', "
      "'erk8', 'ida', 'rk2' and 'rk4'\n");
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

}  // namespace
}  // namespace gelenk
