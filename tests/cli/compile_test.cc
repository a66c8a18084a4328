// gelenk compile and gelenk info as a user meets them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <random>
#include <regex>

#include "compiled/component_file.h"
#include "tests/support/command.h"
#include "tests/support/csv.h"

namespace gelenk::testing {
namespace {

constexpr const char* arm = R"(
model SecretArm
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces};
  Interfaces.Frame_a shoulder;
  Interfaces.Frame_b hand;
  parameter Real secretLength = 0.4371828364510;
  Parts.BodyBox secretUpper(r = {0, -secretLength, 0}, width = 0.05);
  Parts.BodyBox secretLower(r = {0, -0.5, 0}, width = 0.04);
  Joints.Revolute elbow(phi(start = 0.7, fixed = true), w(fixed = true));
equation
  connect(shoulder, secretUpper.frame_a);
  connect(secretUpper.frame_b, elbow.frame_a);
  connect(elbow.frame_b, secretLower.frame_a);
  connect(secretLower.frame_b, hand);
end SecretArm;
)";

constexpr const char* host = R"(
model Host
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces};
  inner Modelica.Mechanics.MultiBody.World world;
  model Arm
    extends Gelenk.CompiledComponent(file = "arm.gkc");
    Interfaces.Frame_a shoulder;
  end Arm;
  Arm arm;
  Joints.Revolute hinge(phi(start = 0.4, fixed = true), w(fixed = true));
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, arm.shoulder);
  annotation(experiment(StopTime = 0.2, Interval = 0.05));
end Host;
)";

// An error without the lines that show the place in the text.
std::string drop_excerpt(const std::string& text) {
  return std::regex_replace(text, std::regex("\n +[0-9]* \\| [^\n]*"), "");
}

class CompileTest : public ::testing::Test {
 protected:
  CompileTest() {
    workspace.write("Arm.mo", arm);
    workspace.write("Host.mo", host);
  }
  std::string failure_of(const std::string& text, const std::string& options = "") {
    workspace.write("Part.mo", text);
    const Outcome outcome = run_gelenk(workspace, "compile Part.mo -o part.gkc " + options);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.out << outcome.err;
    EXPECT_FALSE(workspace.exists("part.gkc"));
    return outcome.err;
  }
  Workspace workspace;
};

TEST_F(CompileTest, TellsWhatItMade) {
  const Outcome made =
      run_gelenk(workspace, "compile Arm.mo --export 'elbow.phi,elbow.a' -o arm.gkc");
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_EQ(made.out,
            "arm.gkc: compiled component, interface version 6\n"
            "  state       8 coordinates and states, 7 speeds, 0 event indicators\n"
            "  port        shoulder (body 1)\n"
            "  port        hand (body 2)\n"
            "  signal      elbow.phi, rad\n"
            "  signal      elbow.a, rad/s2 (not for laws)\n");
  const Outcome info = run_gelenk(workspace, "info arm.gkc");
  EXPECT_EQ(info.out, made.out);
  // Nothing else is left behind.
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(workspace.folder()))
    files += entry.path().filename().string().find("gkc") != std::string::npos;
  EXPECT_EQ(files, 1);
}

TEST_F(CompileTest, HidesWhatIsInside) {
  ASSERT_EQ(run_gelenk(workspace, "compile Arm.mo --export elbow.phi -o arm.gkc").exit_code, 0);
  const std::string bytes = workspace.read("arm.gkc");
  EXPECT_EQ(bytes.find("ecretUpper"), std::string::npos);
  EXPECT_EQ(bytes.find("elbow"), std::string::npos);
  const double length = 0.4371828364510;
  const std::string number(reinterpret_cast<const char*>(&length), sizeof length);
  EXPECT_EQ(bytes.find(number), std::string::npos);
}

TEST_F(CompileTest, ExportedSignalsAreSignalsOfTheHost) {
  ASSERT_EQ(run_gelenk(workspace, "compile Arm.mo --export 'elbow.phi' -o arm.gkc").exit_code, 0);
  const Outcome run =
      run_gelenk(workspace, "run Host.mo --signals 'arm.elbow.phi,hinge.phi' --output out.csv");
  ASSERT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_NE(run.out.find("method      hierarchical"), std::string::npos) << run.out;
  const Csv csv(workspace.path("out.csv"));
  EXPECT_EQ(csv.names, (std::vector<std::string>{"time", "arm.elbow.phi", "hinge.phi"}));
  EXPECT_NEAR(csv.rows[0][1], 0.7, 1e-12);
  EXPECT_NEAR(csv.rows[0][2], 0.4, 1e-12);
  EXPECT_LT(csv.rows.back()[2], 0.39);
}

TEST_F(CompileTest, ParametersCanBeSet) {
  ASSERT_EQ(run_gelenk(workspace,
                       "compile Arm.mo --export 'elbow.phi' --set elbow.phi.start=-0.25 "
                       "-o arm.gkc")
                .exit_code,
            0);
  run_gelenk(workspace,
             "run Host.mo --formulation hierarchical --signals 'arm.elbow.phi' --output out.csv");
  EXPECT_NEAR(Csv(workspace.path("out.csv")).rows[0][1], -0.25, 1e-12);
}

TEST_F(CompileTest, OtherFormulationsRefuseIt) {
  ASSERT_EQ(run_gelenk(workspace, "compile Arm.mo -o arm.gkc").exit_code, 0);
  for (const char* formulation : {"recursive", "mixed"}) {
    const Outcome run =
        run_gelenk(workspace, std::string("run Host.mo --formulation ") + formulation);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(drop_excerpt(run.err).find(
                  "error: a compiled component can only take part in the formulation "
                  "'hierarchical' [option]\n  in component arm\n"
                  "  hint: leave --formulation out, or write --formulation hierarchical"),
              std::string::npos)
        << run.err;
  }
}

// Its digest is right, and the model in it is not: the component says so, and the program goes on.
TEST_F(CompileTest, ADamagedModelIsAnError) {
  ASSERT_EQ(run_gelenk(workspace, "compile Arm.mo --export elbow.phi -o arm.gkc").exit_code, 0);
  const std::string bytes = workspace.read("arm.gkc");
  std::uint64_t library_size = 0;
  std::memcpy(&library_size, bytes.data() + bytes.size() - 80, sizeof library_size);
  const std::string library = bytes.substr(0, library_size);
  const std::string payload = check_component_file(bytes, "arm.gkc");
  std::mt19937 random(7);
  int refused = 0;
  for (int i = 0; i < 40; ++i) {
    std::string damaged = payload;
    for (unsigned k = 0; k < 1 + random() % 3; ++k)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    workspace.write("arm.gkc", make_component_file(library, damaged));
    const Outcome run = run_gelenk(workspace, "run Host.mo");
    EXPECT_TRUE(run.exit_code >= 0 && run.exit_code <= 2) << i << ": " << run.exit_code << run.err;
    refused += run.exit_code == 2;
  }
  EXPECT_GT(refused, 10);
  // A class that is none.
  const std::size_t at = payload.find("Joints.Revolute");
  ASSERT_NE(at, std::string::npos);
  std::string damaged = payload;
  damaged[at + 7] = 'X';
  workspace.write("arm.gkc", make_component_file(library, damaged));
  const Outcome run = run_gelenk(workspace, "run Host.mo");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("compiled component 'arm.gkc': it cannot be opened: "), std::string::npos)
      << run.err;
}

// A file elsewhere is a program of somebody else: the text alone does not have it loaded.
TEST_F(CompileTest, FilesOfOtherFoldersNeedTheUsersWord) {
  const Workspace elsewhere;
  workspace.write("sub/Arm.mo", arm);
  const std::string file = elsewhere.path("arm.gkc");
  ASSERT_EQ(run_gelenk(workspace, "compile Arm.mo -o " + file).exit_code, 0);
  std::string text = host;
  text.replace(text.find("arm.gkc"), 7, file);
  workspace.write("Host.mo", text);
  const std::string begin = "Host.mo:6:45: error: the compiled component '" + file +
                            "' does not lie in the folder of the model, and is not loaded from "
                            "elsewhere unless you say so: it is a program, and could do anything "
                            "that you can do [component]\n";
  for (const char* command : {"run", "check"}) {
    const Outcome refused = run_gelenk(workspace, command + std::string(" Host.mo"));
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_TRUE(refused.err.starts_with(begin)) << refused.err;
    EXPECT_NE(refused.err.find("hint: if you trust its maker, write --trust " +
                               elsewhere.folder().string() + "; else"),
              std::string::npos)
        << refused.err;
  }
  EXPECT_EQ(run_gelenk(workspace, "run Host.mo --trust nowhere").exit_code, 2);
  EXPECT_EQ(
      run_gelenk(workspace, "run Host.mo --trust nowhere --trust " + elsewhere.folder().string())
          .exit_code,
      0);
  // Whether the file exists makes no difference, and neither does a way around by folders or links.
  std::filesystem::create_symlink(file, workspace.path("link.gkc"));
  for (const std::string& other : {std::string("/nowhere/arm.gkc"),
                                   std::string("sub/../../arm.gkc"), std::string("link.gkc")}) {
    std::string changed = host;
    changed.replace(changed.find("arm.gkc"), 7, other);
    workspace.write("Host.mo", changed);
    EXPECT_NE(run_gelenk(workspace, "run Host.mo").err.find("is not loaded from elsewhere"),
              std::string::npos)
        << other;
  }
  // Inside of the folder, and by the user's own words.
  workspace.write("Host.mo", host);
  EXPECT_EQ(run_gelenk(workspace, "run Host.mo --set 'arm.file=\\\"" + file + "\\\"'").exit_code,
            0);
  std::string inside = host;
  inside.replace(inside.find("arm.gkc"), 7, "sub/arm.gkc");
  workspace.write("Host.mo", inside);
  EXPECT_NE(run_gelenk(workspace, "run Host.mo").err.find("'sub/arm.gkc': there is no such file"),
            std::string::npos);
  ASSERT_EQ(run_gelenk(workspace, "compile Arm.mo -o sub/arm.gkc").exit_code, 0);
  EXPECT_EQ(run_gelenk(workspace, "run Host.mo").exit_code, 0);
}

TEST_F(CompileTest, StabilizationsThatItDoesNotHave) {
  ASSERT_EQ(run_gelenk(workspace, "compile Arm.mo -o arm.gkc").exit_code, 0);
  EXPECT_EQ(run_gelenk(workspace, "run Host.mo --stabilization partition").err,
            "error: a model with compiled components has no stabilization 'partition' [option]\n"
            "  hint: choose the stabilization 'projection'\n");
}

TEST_F(CompileTest, ADamagedFileIsAnError) {
  ASSERT_EQ(run_gelenk(workspace, "compile Arm.mo -o arm.gkc").exit_code, 0);
  std::string bytes = workspace.read("arm.gkc");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] + 1);
  workspace.write("arm.gkc", bytes);
  const Outcome run = run_gelenk(workspace, "run Host.mo --formulation hierarchical");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("compiled component 'arm.gkc': it is damaged"), std::string::npos)
      << run.err;
}

TEST_F(CompileTest, PortsAreFramesOnBodiesAndFlangesOnRotors) {
  EXPECT_NE(
      failure_of("model Part\n  Modelica.Mechanics.MultiBody.Parts.Body b(m = 1);\nend Part;\n")
          .find("Part has no connector: nothing could be connected to it [component]"),
      std::string::npos);
  EXPECT_NE(failure_of("model Part\n  Modelica.Mechanics.Rotational.Interfaces.Flange_a f;\nend "
                       "Part;\n")
                .find("flange 'f' of Part is connected to nothing inside [unconnected]"),
            std::string::npos);
  EXPECT_NE(failure_of("model Part\n  Modelica.Mechanics.MultiBody.Interfaces.Frame_a a;\nend "
                       "Part;\n")
                .find("port 'a' of Part is connected to nothing inside [unconnected]"),
            std::string::npos);
  EXPECT_NE(failure_of("model Part\n  Modelica.Mechanics.MultiBody.Interfaces.Frame_a a, b;\n"
                       "equation\n  connect(a, b);\nend Part;\n")
                .find("port 'a' of Part is connected to nothing inside [unconnected]"),
            std::string::npos);
  const std::string massless = failure_of(
      "model Part\n  Modelica.Mechanics.MultiBody.Interfaces.Frame_a a;\n"
      "  Modelica.Mechanics.MultiBody.Joints.Revolute j;\n"
      "  Modelica.Mechanics.MultiBody.Parts.Body b(m = 1);\nequation\n  connect(a, j.frame_a);\n"
      "  connect(j.frame_b, b.frame_a);\nend Part;\n");
  EXPECT_NE(massless.find("port 'a' of the component stands on something without mass or without "
                          "inertia [massless]"),
            std::string::npos)
      << massless;
}

TEST_F(CompileTest, UnknownSignalsAndFoldersAreErrors) {
  Outcome outcome = run_gelenk(workspace, "compile Arm.mo --export 'elbo.phi' -o arm.gkc");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("no signal matches 'elbo.phi'"), std::string::npos);
  outcome = run_gelenk(workspace, "compile Arm.mo -o nowhere/arm.gkc");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("there is no folder 'nowhere'"), std::string::npos);
  outcome = run_gelenk(workspace, "info Arm.mo");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("it is no compiled component"), std::string::npos);
}

// A component written in C, closed form: a body on a hinge is a pendulum whose energy stays.
TEST_F(CompileTest, ALibraryOfOnesOwn) {
  ASSERT_EQ(run_gelenk(workspace, "compile '" GELENK_TEST_COMPONENTS "/free_body.so' -o body.gkc")
                .exit_code,
            0);
  workspace.write("Swing.mo", R"(
model Swing
  import Modelica.Mechanics.MultiBody.{Joints, Parts, Interfaces};
  inner Modelica.Mechanics.MultiBody.World world(g = 9.81);
  model Compiled
    extends Gelenk.CompiledComponent(file = "body.gkc");
    Interfaces.Frame_a tip;
  end Compiled;
  Compiled body;
  Joints.Revolute hinge(n = {0, 0, 1}, phi(start = 2.5, fixed = true), w(fixed = true));
  Joints.Revolute other(n = {0, 0, 1}, phi(start = 2.5, fixed = true), w(fixed = true));
  Parts.Body same(m = 2, r_CM = {0, 0.4, 0}, I_11 = 0.3, I_22 = 0.5, I_33 = 0.7);
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, body.tip);
  connect(world.frame_b, other.frame_a);
  connect(other.frame_b, same.frame_a);
  annotation(experiment(StopTime = 3, Interval = 0.1));
end Swing;
)");
  const Outcome run =
      run_gelenk(workspace,
                 "run Swing.mo --formulation hierarchical --rtol 1e-11 --signals "
                 "'hinge.phi,other.phi,body.height,gelenk.energy.total' --output out.csv");
  ASSERT_EQ(run.exit_code, 0) << run.out << run.err;
  const Csv csv(workspace.path("out.csv"));
  for (const auto& row : csv.rows) {
    EXPECT_NEAR(row[1], row[2], 1e-8);
    EXPECT_NEAR(row[3], 0.4 * std::cos(row[1]), 1e-9);
    EXPECT_NEAR(row[4], csv.rows[0][4], 1e-7);
  }
  EXPECT_GT(std::abs(csv.rows.back()[1] - 2.5), 0.1);
}

// Neither results nor components replace what is something else, and a component in use is not taken away from a run.
TEST_F(CompileTest, FilesInUseAreSafe) {
  ASSERT_EQ(run_gelenk(workspace, "compile Arm.mo -o arm.gkc").exit_code, 0);
  const std::string before = workspace.read("arm.gkc");
  std::filesystem::create_symlink(workspace.path("arm.gkc"), workspace.path("link.csv"));
  for (const char* target : {"arm.gkc", "link.csv"}) {
    for (const char* option : {"--output", "--summary", "--report"}) {
      const Outcome run =
          run_gelenk(workspace, std::string("run Host.mo ") + option + " " + target);
      EXPECT_EQ(run.exit_code, 2);
      EXPECT_NE(run.err.find("would be written over a compiled component"), std::string::npos)
          << run.err;
    }
  }
  EXPECT_EQ(workspace.read("arm.gkc"), before);
  const Outcome device = run_gelenk(workspace, "compile Arm.mo -o /dev/null");
  EXPECT_EQ(device.exit_code, 2);
  EXPECT_NE(device.err.find("cannot write '/dev/null': it is a device"), std::string::npos)
      << device.err;
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  // A link stays one.
  ASSERT_EQ(run_gelenk(workspace, "compile Arm.mo --export elbow.phi -o link.csv").exit_code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(workspace.path("link.csv")));
  EXPECT_NE(workspace.read("arm.gkc"), before);
}

// A component has no gravity of its own.
TEST_F(CompileTest, AWorldInsideIsToldOf) {
  std::string text = arm;
  text.replace(text.find("  parameter Real secretLength"), 0,
               "  inner Modelica.Mechanics.MultiBody.World world(g = 1);\n");
  workspace.write("Arm.mo", text);
  const Outcome made = run_gelenk(workspace, "compile Arm.mo -o arm.gkc");
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_NE(made.err.find("warning: this world is not part of the component"), std::string::npos)
      << made.err;
}

// Arrays go in and out by their entries, as in the model's text.
TEST_F(CompileTest, InputsAndOutputsMayBeArrays) {
  const std::string drive =
      "model Drive\n"
      "  import Modelica.Mechanics.Rotational;\n"
      "  Rotational.Interfaces.Flange_b shaft;\n"
      "  input Real u[2];\n"
      "  output Real y[2] = {rotor.phi, 3*rotor.w};\n"
      "  Rotational.Components.Inertia rotor(J = 0.5, phi(fixed = true), w(fixed = true));\n"
      "  Rotational.Sources.Torque motor(tau = u[1] - 2*u[2]);\n"
      "equation\n"
      "  connect(motor.flange, rotor.flange_a);\n"
      "  connect(rotor.flange_b, shaft);\n"
      "end Drive;\n";
  workspace.write("Drive.mo", drive);
  const Outcome made = run_gelenk(workspace, "compile Drive.mo -o drive.gkc");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_NE(
      made.out.find("  input       u[1]\n  input       u[2]\n  output      y[1]\n  output     "
                    " y[2]\n"),
      std::string::npos)
      << made.out;
  const std::string border =
      "model Drive\n  extends Gelenk.CompiledComponent(file = \"drive.gkc\");\n"
      "  Modelica.Mechanics.Rotational.Interfaces.Flange_b shaft;\n"
      "  input Real u[2];\n  output Real y[2];\nend Drive;\n";
  const auto run = [&](const std::string& part) {
    workspace.write("Host.mo",
                    "model Host\n  inner Modelica.Mechanics.MultiBody.World world;\n" + part +
                        "  Drive d(u = {sin(3*time) - d.y[1], 0.1*d.y[2]});\nend Host;\n");
    const Outcome outcome = run_gelenk(
        workspace, "run Host.mo --t-end 1 --interval 0.1 --signals 'd.y[*],d.u[*]' --output o.csv");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return Csv(workspace.path("o.csv"));
  };
  const Csv text = run(drive), file = run(border);
  ASSERT_EQ(file.rows.size(), text.rows.size());
  EXPECT_GT(std::abs(text.rows.back()[1]), 0.1);
  for (const char* name : {"d.y[1]", "d.y[2]"}) {
    const auto column = [&](const Csv& csv) {
      return std::find(csv.names.begin(), csv.names.end(), name) - csv.names.begin();
    };
    for (std::size_t i = 0; i < text.rows.size(); ++i)
      EXPECT_NEAR(file.rows[i][column(file)], text.rows[i][column(text)], 1e-8) << name << i;
  }
}

// What a class declares is held against the file, and what it is given against the class.
TEST_F(CompileTest, InputsAndOutputsAreDeclared) {
  workspace.write("Drive.mo", R"(
model Drive
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces};
  import Modelica.Mechanics.Rotational;
  Interfaces.Frame_a mount;
  input Real u(unit = "V", start = 0.5);
  output Real phi(unit = "rad") = axis.phi;
  output Real effort = 2*u;
  Parts.BodyBox housing(r = {0.2, 0, 0}, width = 0.08), arm(r = {0, -0.5, 0}, width = 0.05);
  Joints.Revolute axis(useAxisFlange = true);
  Rotational.Sources.Torque2 motor(tau = 2*u);
equation
  connect(mount, housing.frame_a);
  connect(housing.frame_b, axis.frame_a);
  connect(axis.frame_b, arm.frame_a);
  connect(axis.support, motor.flange_a);
  connect(motor.flange_b, axis.axis);
end Drive;
)");
  const Outcome made = run_gelenk(workspace, "compile Drive.mo -o drive.gkc");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_EQ(made.err, "");
  EXPECT_NE(
      made.out.find(
          "  input       u, V\n  output      phi, rad\n  output      effort (not for laws)\n"),
      std::string::npos)
      << made.out;
  const auto run = [&](const std::string& declared, const std::string& given,
                       const std::string& law = "0") {
    workspace.write("Host.mo",
                    "model Host\n  inner Modelica.Mechanics.MultiBody.World world;\n"
                    "  model Drive\n    extends Gelenk.CompiledComponent(file = \"drive.gkc\");\n"
                    "    Modelica.Mechanics.MultiBody.Interfaces.Frame_a mount;\n    " +
                        declared + "\n  end Drive;\n  Drive d" + given + ";\n  Real x = " + law +
                        ";\nequation\n  connect(world.frame_b, d.mount);\nend Host;\n");
    return run_gelenk(workspace, "run Host.mo --t-end 0.1");
  };
  const Outcome fine = run("input Real u; output Real phi;", "(u = -3*d.phi)", "d.phi");
  EXPECT_EQ(fine.exit_code, 0) << fine.err;
  EXPECT_EQ(run("", "").exit_code, 0);
  EXPECT_EQ(run("output Real phi;", "").exit_code, 0);
  EXPECT_EQ(run_gelenk(workspace, "run Host.mo --t-end 0.01 --set d.phi.start=1").err,
            "setting d.phi.start:1:1: warning: the start value of 'd.phi' has no effect: it follows "
            "from the motion or from an equation [start]\n"
            "  hint: set a position, a speed, a state or a parameter\n");
  const std::pair<Outcome, const char*> faults[] = {
      {run("input Real v;", "(v = 1)"),
       "compiled component 'drive.gkc' has no input 'v' [component]\n  in component d\n"
       "  hint: its input is 'u'"},
      {run("input Real u;", ""),
       "input 'u' of this compiled component is not given [component]\n  in component d\n"
       "  hint: write d(u = …)"},
      {run("output Real psi;", ""),
       "compiled component 'drive.gkc' shows no signal 'psi' [component]\n  in component d\n"
       "  hint: its signals are 'phi' and 'effort'"},
      {run("input Real u; output Real effort;", "(u = 1 - d.effort)"),
       "'d.effort' follows from inputs, accelerations or loads of the compiled component"},
      {run("output Boolean phi;", ""),
       "compiled component 'drive.gkc' shows a signal 'phi', but it is declared as Boolean "
       "[component]\n  in component d\n  hint: declare it as output Real"},
      {run("input Integer u;", "(u = 2)"),
       "compiled component 'drive.gkc' has an input 'u', but it is declared as Integer"},
      {run("input Real u[2];", "(u = {1, 2})"),
       "compiled component 'drive.gkc' has no input 'u[1]'"},
      {run("output Real phi;", "(phi = 3)"),
       "cannot be set [unsupported]\n  in component d\n  hint: it is an output: read it, as d.phi"},
      {run_gelenk(workspace, "run drive.gkc"),
       "drive.gkc: error: this is a compiled component, not a model [unsupported]\n"
       "  hint: gelenk info shows its ports; a model uses it by a class that extends "
       "Gelenk.CompiledComponent(file = \"drive.gkc\")\n"},
  };
  for (const auto& [outcome, message] : faults) {
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_NE(drop_excerpt(outcome.err).find(message), std::string::npos) << outcome.err;
  }
  EXPECT_NE(failure_of("model Part\n  Modelica.Mechanics.MultiBody.Interfaces.Frame_a a;\n  "
                       "Modelica.Mechanics.MultiBody.Parts.Body b(m = 1);\n  input Boolean u;\n"
                       "equation\n  connect(a, b.frame_a);\nend Part;\n")
                .find("input 'u' of the component is not a Real"),
            std::string::npos);
  const Outcome bad = run("input Real u;", "(u = sqrt(0.05 - time))");
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_NE((bad.out + bad.err).find("the law of component 'd' became not a number at time 0.05"),
            std::string::npos)
      << bad.out << bad.err;
  // Alone, from text or file.
  workspace.write("Alone.mo",
                  "model Alone\n  extends Gelenk.CompiledComponent(file = \"drive.gkc\");\n"
                  "  Modelica.Mechanics.MultiBody.Interfaces.Frame_a mount;\n"
                  "  input Real u;\nend Alone;\n");
  for (const char* file : {"Drive.mo", "Alone.mo"}) {
    SCOPED_TRACE(file);
    const std::string options = std::string("run ") + file +
                                " --port mount=fixed --t-end 0.1 --interval 0.05 --signals effort "
                                "--output out.csv";
    const Outcome open = run_gelenk(workspace, options);
    ASSERT_EQ(open.exit_code, 0) << open.err;
    EXPECT_NE(open.err.find("warning: input 'u' is not given: it keeps its start value [value]\n"
                            "  hint: give it one: --set u=…"),
              std::string::npos)
        << open.err;
    EXPECT_EQ(Csv(workspace.path("out.csv")).rows.back()[1], 1.0);
    const Outcome given = run_gelenk(workspace, options + " --set u=3");
    ASSERT_EQ(given.exit_code, 0) << given.err;
    EXPECT_EQ(given.err.find("is not given"), std::string::npos) << given.err;
    EXPECT_EQ(Csv(workspace.path("out.csv")).rows.back()[1], 6.0);
  }
}

}  // namespace
}  // namespace gelenk::testing
