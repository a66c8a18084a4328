#include "io/state_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include "base/error.h"

namespace gelenk {
namespace {

StateFile make_state() {
  StateFile s;
  s.model = "Car \"2\"";
  s.time = 0.1 + 0.2;
  s.coordinates = {{"hinge.phi", 1.0 / 3}, {"body.r_0[1]", -1e-310}};
  s.speeds = {{"hinge.w", 5}};
  s.discretes = {{"side", -0.0}};
  s.inputs = {{"u", 0.25}};
  s.options = {{"integrator", "rk4"}, {"ports", ""}};
  s.begin = -0.0;
  s.interval = 1.0 / 7;
  s.tail = "77";
  s.digest = "9f86d0";
  s.rows = 151;
  s.bytes = std::uint64_t{1} << 40;
  for (int i = 0; i < 1000; ++i) s.memory += static_cast<char>(i * 7);
  return s;
}

std::string find_fault(const std::string& text) {
  try {
    parse_state(text, "s.json");
  } catch (const UserError& error) {
    return error.diagnostics().at(0).message;
  }
  return "";
}

TEST(StateFile, GivesBackEveryBit) {
  const StateFile s = make_state();
  for (std::size_t cut : {0, 1, 2, 3, 999, 1000}) {
    StateFile shorter = s;
    shorter.memory.resize(cut);
    const StateFile taken = parse_state(state_text(shorter), "s.json");
    EXPECT_EQ(taken.model, s.model);
    EXPECT_EQ(taken.time, s.time);
    EXPECT_EQ(taken.coordinates, s.coordinates);
    EXPECT_EQ(taken.speeds, s.speeds);
    EXPECT_EQ(taken.discretes, s.discretes);
    EXPECT_EQ(taken.inputs, s.inputs);
    EXPECT_EQ(taken.options, s.options);
    EXPECT_TRUE(std::signbit(taken.discretes[0].second));
    EXPECT_FALSE(taken.is_edited);
    EXPECT_EQ(taken.interval, cut > 0 ? s.interval : 0);
    EXPECT_EQ(taken.tail, cut > 0 ? s.tail : "");
    EXPECT_EQ(taken.memory, shorter.memory);
    EXPECT_EQ(taken.rows, cut > 0 ? s.rows : 0);
    EXPECT_EQ(taken.bytes, cut > 0 ? s.bytes : 0);
  }
}

TEST(StateFile, SaysWhatIsWrong) {
  EXPECT_EQ(find_fault(""), "'s.json' is no state of a run: it is not JSON from byte 1 on");
  EXPECT_EQ(find_fault("{}"), "'s.json' is no state of a run: it has no version or no time");
  EXPECT_EQ(find_fault(R"({"gelenk state": 2})"),
            "the state in 's.json' is of version 2, this program reads version 1");
  EXPECT_EQ(find_fault(R"({"gelenk state": 1, "time": [1]})"),
            "'s.json' is no state of a run: 'time' has no place there");
  EXPECT_EQ(find_fault(R"({"gelenk state": 1, "time": 1e999})"),
            "'s.json' is no state of a run: it is not JSON from byte 33 on");
  EXPECT_EQ(find_fault(R"({"gelenk state": 1, "time": 1, "exact": {"memory": "ab*="}})"),
            "'s.json' is no state of a run: its memory is damaged");
  EXPECT_EQ(find_fault(R"({"coordinates": {"x": {}}})"),
            "'s.json' is no state of a run: it has groups in groups");
}

std::string replace(std::string text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

// Values that were edited hold, and their memory does not; what belongs to the memory may not be touched.
TEST(StateFile, NoticesWhatWasChanged) {
  const std::string text = state_text(make_state());
  for (const auto& [old, by] :
       {std::pair{"\"hinge.w\": 5", "\"hinge.w\": 6"}, std::pair{"\"time\": 0.3", "\"time\": 0.4"},
        std::pair{"\"u\": 0.25", "\"u\": 0.25, \"u\": 1"}}) {
    const StateFile taken = parse_state(replace(text, old, by), "s.json");
    EXPECT_TRUE(taken.is_edited) << old;
    EXPECT_TRUE(taken.memory.empty());
  }
  EXPECT_EQ(parse_state(replace(text, "\"hinge.w\": 5", "\"hinge.w\" :5.0"), "s.json").memory,
            make_state().memory);
  for (const auto& [old, by] :
       {std::pair{"rk4", "rk2"}, std::pair{"\"rows\": 151", "\"rows\": 150"},
        std::pair{"\"interval\": 0.14", "\"interval\": 0.15"},
        std::pair{"\"tail\": \"77\"", "\"tail\": \"78\""},
        std::pair{"\"model\": \"9f86d0\"", "\"model\": \"9f86d1\""}}) {
    EXPECT_EQ(find_fault(replace(text, old, by)),
              "'s.json' is no state of a run: its memory is damaged")
        << old;
  }
}

// Damage of any kind is an error or another state, never a crash.
TEST(StateFile, SurvivesDamage) {
  const std::string text = state_text(make_state());
  std::mt19937 random(3);
  for (std::size_t cut = 0; cut < text.size() - 2; cut += 7)
    EXPECT_NE(find_fault(text.substr(0, cut)), "") << cut;
  for (int i = 0; i < 3000; ++i) {
    std::string damaged = text;
    for (unsigned k = 0; k <= random() % 3; ++k)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    find_fault(damaged);
  }
  EXPECT_NE(find_fault(std::string(1000000, '[')), "");
  EXPECT_NE(find_fault(std::string(1000000, '{')), "");
}

TEST(StateFile, TakesThePlaceOfTheOldOneAsAWhole) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / "gelenk_state_file";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "s.json").string();
  std::ofstream(path) << "old";
  write_state_file(make_state(), path, "--save-state");
  EXPECT_EQ(read_state_file(path).time, make_state().time);
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  EXPECT_THROW(read_state_file(folder.string()), UserError);
  EXPECT_THROW(write_state_file({}, (folder / "none" / "s.json").string(), "--save-state"),
               UserError);
  EXPECT_THROW(write_state_file({}, "/dev/null", "--save-state"), UserError);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  // A link stays one.
  std::filesystem::create_symlink("s.json", folder / "link.json");
  StateFile later = make_state();
  later.time = 2;
  write_state_file(later, (folder / "link.json").string(), "--save-state");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.json"));
  EXPECT_EQ(read_state_file(path).time, 2);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace gelenk
