// Texts that nobody wrote in earnest: examples, and a text with everything of the language, with numbers, names and lines
// exchanged at random; and a few that ask for much with few words. Whatever they say, they end soon: with a run, with a failure
// of the numerics, or with an error that the user can fix. GELENK_HOSTILE_TEXTS=N tries N of each, from GELENK_HOSTILE_SEED on.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <random>
#include <regex>
#include <sstream>

#include "gelenk/run.h"
#include "tests/support/command.h"

namespace gelenk {
namespace {

using testing::Workspace;

std::string read_text(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(std::string(GELENK_SOURCE_DIR) + "/" + name).rdbuf();
  return text.str();
}

std::vector<std::string> find_all(const std::string& text, const char* pattern,
                                  std::vector<std::pair<std::size_t, std::size_t>>& places) {
  const std::regex what(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), what), end; at != end; ++at) {
    found.push_back(at->str());
    places.emplace_back(at->position(), at->length());
  }
  return found;
}

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::string mutate(std::string text) {
    const std::size_t changes = 1 + pick(5);
    for (std::size_t i = 0; i < changes; ++i) change(text);
    return text;
  }

 private:
  std::size_t pick(std::size_t n) { return n == 0 ? 0 : random_() % n; }

  void change(std::string& text) {
    const std::size_t kind = pick(10);
    if (kind < 4) {
      exchange(text, "[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?", numbers());
    } else if (kind < 6) {
      std::vector<std::pair<std::size_t, std::size_t>> places;
      exchange(text, "[A-Za-z_]+", find_all(text, "[A-Za-z_]+", places));
    } else if (kind < 7) {
      exchange(text, "[-+*/^=<>(){}\\[\\],;.:]", signs());
    } else {
      change_line(text, kind);
    }
  }

  // One place of the pattern by another text.
  void exchange(std::string& text, const char* pattern, const std::vector<std::string>& others) {
    std::vector<std::pair<std::size_t, std::size_t>> places;
    find_all(text, pattern, places);
    if (places.empty() || others.empty()) return;
    const auto [at, length] = places[pick(places.size())];
    text.replace(at, length, others[pick(others.size())]);
  }

  void change_line(std::string& text, std::size_t kind) {
    std::vector<std::pair<std::size_t, std::size_t>> places;
    const std::vector<std::string> lines = find_all(text, "[^\\n]*\\n", places);
    if (lines.empty()) return;
    const std::size_t from = pick(lines.size()), to = pick(lines.size());
    if (kind == 7)
      text.erase(places[from].first, places[from].second);
    else
      text.insert(places[to].first, lines[from]);
  }

  static const std::vector<std::string>& numbers() {
    static const std::vector<std::string> all = {
        "0",          "-1",          "1e300",         "1e-300",
        "1e308",      "-1e308",      "1e10",          "30000",
        "2147483647", "1e+16",       "(-2147483648)", "ones(0)",
        "{}",         "{1, 2}",      "time",          "\"text\"",
        "true",       "(0/0)",       "fill(1, 0, 3)", "1e5",
        "{{1}}",      "zeros(2000)", "(1:0)",         "Modelica.Constants.inf",
        "sin(time)",  "der(time)"};
    return all;
  }
  static const std::vector<std::string>& signs() {
    static const std::vector<std::string> all = {"(", ")",  "{", "}", "[", "]", ",", ";", ".",
                                                 "=", ":=", "+", "-", "*", "/", "^", "<", ""};
    return all;
  }

  std::mt19937 random_;
};

// Runs for an instant, and is stopped where the numerics take their time.
void expect_end(const std::string& file, const std::string& text, const std::string& name) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  std::ofstream(file, std::ios::trunc) << text;
  RunOptions options;
  options.file = file;
  if (text.starts_with("package Grammar")) options.model = "Grammar.Whole";
  options.t_end = 1e-3;
  options.interval = 1e-3;
  std::atomic<bool> stop{false};
  RunObserver observer;
  observer.stop = &stop;
  observer.progress = [&](double, double, double) { stop = seconds() > 1.0; };
  try {
    run(options, observer);
  } catch (const InputError& error) {
    EXPECT_LT(std::string(error.what()).size(), 100'000u) << name;
  } catch (const std::exception& error) {
    ADD_FAILURE() << name << ": " << error.what() << "\n" << text;
  }
  EXPECT_LT(seconds(), 20.0) << name << "\n" << text;
}

long get_number(const char* variable, long otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atol(text);
}

class HostileTexts : public ::testing::TestWithParam<const char*> {};

TEST_P(HostileTexts, EndSoonAndWithWords) {
  const Workspace workspace;
  const std::string original = read_text(GetParam());
  ASSERT_FALSE(original.empty());
  const long count = get_number("GELENK_HOSTILE_TEXTS", 12);
  const long first = get_number("GELENK_HOSTILE_SEED", 1);
  for (long seed = first; seed < first + count; ++seed) {
    const std::string text = Mutator(static_cast<unsigned>(seed)).mutate(original);
    if (std::getenv("GELENK_HOSTILE_KEEP") != nullptr)
      std::ofstream(std::getenv("GELENK_HOSTILE_KEEP"), std::ios::trunc) << text;
    expect_end(workspace.path("M.mo"), text, GetParam() + (" with seed " + std::to_string(seed)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Texts, HostileTexts,
    ::testing::Values("examples/Pendulum.mo", "examples/DoublePendulum.mo", "examples/FourBar.mo",
                      "examples/DrivenSliderCrank.mo", "examples/ServoArm.mo",
                      "examples/RollingWheel.mo", "examples/FrictionArm.mo",
                      "examples/CraneRope.mo", "examples/BouncingBall.mo", "examples/Clutch.mo",
                      "examples/cad/SteamMachine.mo", "examples/successive/Engine.mo",
                      "examples/thesis/Car.mo", "examples/thesis/ManipulatorWithMotor.mo",
                      "examples/DcMotor.mo", "examples/PositionServo.mo", "examples/ClutchHeat.mo",
                      "examples/Bus.mo", "examples/HydraulicCylinder.mo", "examples/QuarterCar.mo",
                      "examples/TiltingTable.mo", "examples/Rattleback.mo",
                      "examples/dymola/Manutec.mo", "tests/support/Grammar.mo"),
    [](const auto& param) {
      std::string name = param.param;
      for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
      return name;
    });

// Few words that ask for much. Each has its memory (2 GB) and time bounded, and says what is too large.
struct Greedy {
  const char* name;
  std::string text, message;
};
class GreedyTexts : public ::testing::TestWithParam<Greedy> {};

TEST_P(GreedyTexts, AreRefused) {
  const Workspace workspace;
  workspace.write("M.mo", GetParam().text);
  const testing::Outcome o =
      testing::run_gelenk(workspace, "run M.mo", testing::limit_to(1200000, 15) + ";");
  EXPECT_EQ(o.exit_code, 2) << o.err;
  EXPECT_NE(o.err.find(GetParam().message), std::string::npos) << o.err;
}

const char* const too_many_steps = "evaluating the parameters takes more than";
const char* const too_many_laws = "operations on values that change with time [range]";

INSTANTIATE_TEST_SUITE_P(
    All, GreedyTexts,
    ::testing::Values(
        Greedy{"Sum", "model M\n  Real y = sum(cos(sin(ones(3000, 3000)*time)));\nend M;\n",
               too_many_laws},
        Greedy{"Arrays",
               "model M\n  Real a[3000, 3000] = sin(ones(3000, 3000)*time);\n"
               "  Real b[3000, 3000] = sin(a);\n  Real c[3000, 3000] = sin(b);\nend M;\n",
               too_many_laws},
        Greedy{"Nested",
               "model M\n  Real y = max(sin(sin(sin(sin(sin(sin(sin(sin(sin(cos(ones(3000, "
               "3000)*time)))))))))));\nend M;\n",
               too_many_laws},
        Greedy{"Product",
               "model M\n  Real a[200, 200] = fill(time, 200, 200);\n"
               "  Real b[200, 200] = a*a;\nend M;\n",
               too_many_laws},
        Greedy{"Power",
               "model M\n  Real a[90, 90] = fill(time, 90, 90);\n"
               "  Real b[90, 90] = a^1000;\nend M;\n",
               too_many_laws},
        Greedy{"Choice",
               "model M\n  Real y = sum(if time > 1 then ones(3000, 1000) else "
               "zeros(3000, 1000));\nend M;\n",
               too_many_laws},
        Greedy{"Comprehension",
               "model M\n  Real y = sum(sin(i*time) for i in 1:1000000);\nend M;\n", too_many_laws},
        Greedy{"Branches",
               "model M\n  function f\n    input Real x;\n    output Real y;\n  protected\n"
               "    Real v[1000000];\n  algorithm\n    for i in 1:1000 loop\n"
               "      if x > i then\n        v[i] := x;\n      end if;\n    end for;\n"
               "    y := v[1];\n  end f;\n  Real y = f(time);\nend M;\n",
               too_many_steps},
        Greedy{"Recursion",
               "model M\n  function f\n    input Real x;\n    output Real y;\n  algorithm\n"
               "    if x < 1 then\n      y := 1;\n    else\n      y := f(x - 1) + f(x - 2);\n"
               "    end if;\n  end f;\n  Real y = f(time);\nend M;\n",
               "function 'M.f' calls itself too deeply [cycle]"},
        Greedy{"Breaks",
               "model M\n  Real y;\nalgorithm\n  y := 0;\n  for i in 1:1000000 loop\n"
               "    if time > i then\n      break;\n    end if;\n  end for;\nend M;\n",
               "this condition is made of too many others [value]"},
        Greedy{"Whens",
               "model M\n  Integer n[20000](each start = 0);\nalgorithm\n"
               "  for i in 1:20000 loop\n    when time > i then\n      n[i] := n[i] + 1;\n"
               "    end when;\n  end for;\nend M;\n",
               too_many_steps},
        Greedy{"Section",
               "model M\n  Real v[1500, 1500];\nalgorithm\n  v := fill(time, 1500, 1500);\n"
               "end M;\n",
               too_many_laws},
        Greedy{"Variables",
               "model M\n  Real x[3000, 1000](each start = 0);\nequation\n"
               "  der(x) = -x;\nend M;\n",
               too_many_laws}),
    [](const auto& param) { return param.param.name; });

// A name that there is not, in the start value of a composite with second names for what is inside.
TEST(HostileText, AMistypedNameInAStartValueIsAnError) {
  const Workspace workspace;
  workspace.write("M.mo", R"(model M
  inner Modelica.Mechanics.MultiBody.World world(n = {0, 0, -1});
  Modelica.Mechanics.MultiBody.Parts.RollingWheel wheel(radius = 0.25, m = 1.5, I_axis = 0.05,
    I_long = 0.03, x(start = -0.5), y(start = 0.1), angles(start = {0.4, 0, typo}));
end M;
)");
  const testing::Outcome o = testing::run_gelenk(workspace, "run M.mo");
  EXPECT_EQ(o.exit_code, 2) << o.err;
  EXPECT_TRUE(o.err.starts_with("M.mo:4:77: error: there is no 'typo' here [unknown-name]\n"))
      << o.err;
}

}  // namespace
}  // namespace gelenk
