// A compiled component inside a compiled component moves as the text of both does, and as the text
// around the inner one does: the inner component sees no difference between its hosts.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <thread>

#include "compiled/component_file.h"
#include "tests/support/component_runs.h"
#include "tests/support/model_text.h"
#include "tests/support/nested_parts.h"

namespace gelenk::testing {
namespace {

// Text, half and nested on the same steps; accelerations and loads are the same numbers to
// rounding.
void expect_same_steps(const Workspace& workspace, const std::string& signals,
                       double t_end = 0.05) {
  for (const char* file : {"Text", "Half", "Nested"}) {
    must_run(workspace,
             std::string("run ") + file +
                 ".mo --formulation hierarchical --integrator rk4 --step 0.001 --t-end " +
                 std::to_string(t_end) + " --interval 0.0005 --quiet --signals '" + signals +
                 "' --output " + file + ".csv");
  }
  if (::testing::Test::HasFailure()) return;
  const Csv text(workspace.path("Text.csv"));
  expect_same(text, Csv(workspace.path("Half.csv")), 1e-12);
  expect_same(text, Csv(workspace.path("Nested.csv")), 1e-12);
}

class NestedSuite : public ::testing::TestWithParam<int> {};

TEST_P(NestedSuite, IsSolvedAsTheTextIsToRounding) {
  const NestedCase& c = nested_cases[GetParam()];
  SCOPED_TRACE(c.name);
  const Workspace workspace;
  c.parts.make(workspace);
  if (HasFailure()) return;
  expect_same_steps(workspace, c.signals);
}

TEST_P(NestedSuite, MovesAsTheTextDoes) {
  const NestedCase& c = nested_cases[GetParam()];
  SCOPED_TRACE(c.name);
  const Workspace workspace;
  c.parts.make(workspace);
  if (HasFailure()) return;
  const std::string options =
      std::string(" --t-end 1 --interval 0.05 --rtol 1e-10 --quiet --signals '") + c.signals +
      "' --output ";
  must_run(workspace, "run Text.mo" + options + "text.csv");
  // Cut around every body, the text of the outer part is dissolved and has no loads at its connectors.
  for (const auto& [file, hierarchy] :
       {std::pair("Half", "model"), {"Nested", "model"}, {"Nested", "flat"}}) {
    SCOPED_TRACE(std::string(file) + " " + hierarchy);
    must_run(workspace,
             std::string("run ") + file + ".mo --hierarchy " + hierarchy + options + "other.csv");
    if (HasFailure()) return;
    expect_same(Csv(workspace.path("text.csv")), Csv(workspace.path("other.csv")), 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, NestedSuite, ::testing::Range(0, nested_case_count));

// ---- random chains ---------------------------------------------------------------------------------------

// Ten bodies with joints of several kinds; those from the third to the eighth are the outer part,
// the fifth and sixth the inner one.
class RandomChain {
 public:
  explicit RandomChain(unsigned seed) : random_(seed) {}

  NestedParts make() {
    NestedParts parts;
    parts.inner_ports = parts.outer_ports = "  Interfaces.Frame_a a;\n  Interfaces.Frame_b b;\n";
    parts.inner = add(5, 6);
    parts.inner += equations_ + "  connect(a, b5.frame_a);\n  connect(b6.frame_b, b);\n";
    begin();
    parts.outer = add(3, 4) + add(7, 8) + joint(5) + joint(7);
    parts.outer += equations_ + tie(5, "b4.frame_b", "i.a") + tie(7, "i.b", "b7.frame_a") +
                   "  connect(a, b3.frame_a);\n  connect(b8.frame_b, b);\n";
    begin();
    parts.host = add(1, 2) + add(9, 10) + joint(1) + joint(3) + joint(9) +
                 "  Forces.Spring spring(c = " + number(5, 20) + ", s_unstretched = 1);\n";
    parts.host +=
        equations_ + tie(1, "world.frame_b", "b1.frame_a") + tie(3, "b2.frame_b", "o.a") +
        tie(9, "o.b", "b9.frame_a") +
        "  connect(world.frame_b, spring.frame_a);\n  connect(spring.frame_b, b10.frame_b);\n";
    return parts;
  }

 private:
  void begin() { equations_ = "equation\n"; }
  std::string number(double low, double high) {
    char text[40];
    std::snprintf(text, sizeof text, "%.6g",
                  std::uniform_real_distribution<double>(low, high)(random_));
    return text;
  }
  std::string vector(double size) {
    return "{" + number(-size, size) + ", " + number(-size, size) + ", " + number(size / 2, size) +
           "}";
  }
  // The joint before body i.
  std::string joint(int i) {
    const std::string name = " j" + std::to_string(i);
    switch (random_() % 4) {
      case 0:
        return "  Joints.Prismatic" + name + "(n = " + vector(1) + ", s(start = " + number(0, 0.2) +
               ", fixed = true), v(start = " + number(-1, 1) + ", fixed = true));\n";
      case 1:
        return "  Joints.Spherical" + name + "(w_rel_a_start = " + vector(1) +
               ", w_rel_a_fixed = true, angles_start = " + vector(0.3) +
               ", angles_fixed = true);\n";
      default:
        return "  Joints.Revolute" + name + "(n = " + vector(1) + ", phi(start = " + number(-1, 1) +
               ", fixed = true), w(start = " + number(-1, 1) + ", fixed = true));\n";
    }
  }
  std::string body(int i) {
    return "  Parts.BodyBox b" + std::to_string(i) + "(r = " + vector(0.4) +
           ", width = " + number(0.03, 0.08) + ");\n";
  }
  std::string tie(int i, const std::string& from, const std::string& to) {
    const std::string name = "j" + std::to_string(i);
    return "  connect(" + from + ", " + name + ".frame_a);\n  connect(" + name + ".frame_b, " + to +
           ");\n";
  }
  // Two bodies and the joint between them.
  std::string add(int i, int k) {
    const std::string text = body(i) + body(k) + joint(k);
    equations_ +=
        tie(k, "b" + std::to_string(i) + ".frame_b", "b" + std::to_string(k) + ".frame_a");
    return text;
  }

  std::mt19937 random_;
  std::string equations_ = "equation\n";
};

class NestedChains : public ::testing::TestWithParam<int> {};

TEST_P(NestedChains, AreSolvedAsTheTextIsToRounding) {
  const unsigned seed = static_cast<unsigned>(GetParam());
  const Workspace workspace;
  RandomChain(seed).make().make(workspace);
  if (HasFailure()) return;
  expect_same_steps(workspace,
                    "b1.a_0[*],b2.a_0[*],b9.a_0[*],b10.a_0[*],b10.r_0[*],b2.frame_b.f[*],"
                    "b9.frame_a.t[*],spring.f,gelenk.energy.total",
                    0.02);
}

INSTANTIATE_TEST_SUITE_P(Seeds, NestedChains, ::testing::Range(0, 6));

// ---- files -----------------------------------------------------------------------------------------------

// Gravity of any kind reaches what is inside: without it nothing falls, towards a point all falls
// there.
TEST(Nested, GravityIsThatOfTheHost) {
  const Workspace workspace;
  nested_cases[0].parts.make(workspace);
  if (::testing::Test::HasFailure()) return;
  for (const char* world :
       {"gravityType = Modelica.Mechanics.MultiBody.Types.GravityTypes.NoGravity",
        "gravityType = Modelica.Mechanics.MultiBody.Types.GravityTypes.PointGravity, mu = 3"}) {
    SCOPED_TRACE(world);
    for (const char* file : {"Text.mo", "Half.mo", "Nested.mo"}) {
      std::string text = workspace.read(file);
      const std::size_t begin = text.find("World world(") + 12;
      workspace.write(file, text.replace(begin, text.find(')', begin) - begin, world));
    }
    expect_same_steps(workspace, "rail.a,hook.a,weight.a_0[*],gelenk.energy.total", 0.01);
  }
}

constexpr const char* two_outers = R"(
  Outer other;
  Joints.Revolute second(n = {1, 0, 0}, phi(start = -0.3, fixed = true), w(fixed = true));
equation
  connect(world.frame_b, second.frame_a);
  connect(second.frame_b, other.top);
)";

// Two instances of one file have states and modes of their own, however many threads there are.
TEST(Nested, InstancesAreIndependent) {
  NestedParts parts = nested_cases[0].parts;
  parts.host.replace(parts.host.find("equation\n"), 9, two_outers);
  const Workspace workspace;
  parts.make(workspace);
  if (::testing::Test::HasFailure()) return;
  expect_same_steps(workspace, "rail.a,hook.a,second.phi,second.a,other.foot.r_0[*]", 0.02);
  for (const char* threads : {"1", "2", "4"}) {
    must_run(workspace,
             std::string("run Nested.mo --t-end 0.2 --interval 0.01 --quiet --threads ") + threads +
                 " --signals '*' --output threads" + threads + ".csv");
  }
  if (::testing::Test::HasFailure()) return;
  EXPECT_EQ(workspace.read("threads1.csv"), workspace.read("threads2.csv"));
  EXPECT_EQ(workspace.read("threads1.csv"), workspace.read("threads4.csv"));
}

TEST(Nested, RunsInThreadsAtOnce) {
  const Workspace workspace;
  nested_cases[3].parts.make(workspace);
  if (::testing::Test::HasFailure()) return;
  const auto simulate_once = [&] {
    TestModel test =
        TestModel::from_file(workspace.path("Nested.mo"), {make_hierarchical, by_model});
    SimulationOptions options;
    options.stop_time = 0.5;
    options.interval = 0.05;
    return simulate(test, options, nested_cases[3].signals);
  };
  const Series alone = simulate_once();
  ASSERT_EQ(alone.result.message, "");
  Series beside[3];
  std::vector<std::thread> threads;
  for (Series& series : beside) threads.emplace_back([&] { series = simulate_once(); });
  for (std::thread& thread : threads) thread.join();
  for (const Series& series : beside) EXPECT_EQ(series.rows, alone.rows);
}

// Inside of a component inside: three levels, one signal from the innermost.
TEST(Nested, LevelsAndExportedSignals) {
  const NestedParts& parts = nested_cases[0].parts;
  const Workspace workspace;
  parts.make(workspace);
  if (::testing::Test::HasFailure()) return;
  must_run(workspace, "compile Inner.mo --export knee.phi,knee.a -o sub/inner.gkc");
  must_run(workspace, "compile sub/Outer.mo --export 'i.knee.*' -o outer.gkc");
  const Outcome info = must_run(workspace, "info outer.gkc");
  EXPECT_NE(info.out.find("  signal      i.knee.phi, rad\n  signal      i.knee.a, rad/s2 (not for "
                          "laws)\n"),
            std::string::npos)
      << info.out;
  workspace.write("Third.mo",
                  NestedParts::write_compiled("Outer", parts.outer_ports, "outer.gkc") +
                      parts.write_part("Third", parts.outer_ports,
                                       "  Outer o;\nequation\n  connect(top, o.top);\n  "
                                       "connect(foot, o.foot);\n"));
  must_run(workspace, "compile Third.mo --model Third --export 'o.i.knee.*' -o third.gkc");
  std::filesystem::remove(workspace.path("outer.gkc"));
  std::filesystem::remove(workspace.path("sub/inner.gkc"));
  workspace.write("Nested.mo", parts.write_host(NestedParts::write_compiled(
                                   "Outer", parts.outer_ports, "third.gkc")));
  if (::testing::Test::HasFailure()) return;
  const std::string options =
      " --formulation hierarchical --integrator rk4 --step 0.001 --t-end 0.02 --interval 0.0005 "
      "--quiet --signals ";
  must_run(workspace, "run Text.mo" + options + "o.i.knee.phi,o.i.knee.a,rail.a --output text.csv");
  must_run(workspace,
           "run Nested.mo" + options + "o.o.i.knee.phi,o.o.i.knee.a,rail.a --output nested.csv");
  if (::testing::Test::HasFailure()) return;
  Csv text(workspace.path("text.csv"));
  const Csv nested(workspace.path("nested.csv"));
  text.names = nested.names;
  expect_same(text, nested, 1e-12);
}

// What is wrong with a file inside is told when the outer one is opened, and nothing of it runs.
TEST(Nested, DamageInsideIsFound) {
  const Workspace workspace;
  nested_cases[0].parts.make(workspace);
  if (::testing::Test::HasFailure()) return;
  const std::string bytes = workspace.read("outer.gkc"), inner = workspace.read("inner.gkc");
  std::uint64_t library_size = 0;
  std::memcpy(&library_size, bytes.data() + bytes.size() - 80, sizeof library_size);
  const std::string library = bytes.substr(0, library_size);
  const std::string payload = check_component_file(bytes, "outer.gkc");
  const std::size_t at = payload.find(inner);
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(payload.find(inner, at + 1), std::string::npos);
  std::string damaged = payload;
  damaged[at + inner.size() / 2] ^= 1;
  workspace.write("outer.gkc", make_component_file(library, damaged));
  const Outcome run = run_gelenk(workspace, "run Nested.mo");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("compiled component 'outer.gkc': it cannot be opened: compiled component "
                         "'number 1 inside': it is damaged: its contents are not what they were"),
            std::string::npos)
      << run.err;
  // Any damage is an error or of no effect, never the end of the program.
  std::mt19937 random(3);
  for (int i = 0; i < 12; ++i) {
    damaged = payload;
    const std::size_t behind = at + inner.size();
    damaged[i % 3 == 0 ? random() % at : behind + random() % (payload.size() - behind)] =
        static_cast<char>(random());
    workspace.write("outer.gkc", make_component_file(library, damaged));
    const Outcome any = run_gelenk(workspace, "run Nested.mo --t-end 0.01");
    EXPECT_TRUE(any.exit_code >= 0 && any.exit_code <= 2) << i << ": " << any.err;
  }
}

// A file of another folder is a program of somebody else, also where it is to be carried along.
TEST(Nested, FilesOfOtherFoldersNeedTheUsersWord) {
  const Workspace workspace, elsewhere;
  nested_cases[0].parts.make(workspace);
  if (::testing::Test::HasFailure()) return;
  std::filesystem::rename(workspace.path("inner.gkc"), elsewhere.path("inner.gkc"));
  std::string text = workspace.read("sub/Outer.mo");
  text.replace(text.find("inner.gkc"), 9, elsewhere.path("inner.gkc"));
  workspace.write("sub/Outer.mo", text);
  const Outcome refused = run_gelenk(workspace, "compile sub/Outer.mo -o other.gkc");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("is not loaded from elsewhere unless you say so"), std::string::npos)
      << refused.err;
  must_run(workspace,
           "compile sub/Outer.mo --trust " + elsewhere.folder().string() + " -o other.gkc");
}

}  // namespace
}  // namespace gelenk::testing
